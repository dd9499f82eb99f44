package accounts

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ruhr/internal/fair"
	"ruhr/internal/people"
)

// Of many who sign in at the same time each address has its turn, with no more
// than few of one waiting.
func TestSigningInTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := fair.NewQueueOf(people.HashesAtOnce, hashesWaiting, hashWait)
		var mu sync.Mutex
		refused, served := map[string]int{}, 0
		ask := func(address string) {
			leave, err := q.Enter(t.Context(), address)
			if err != nil {
				mu.Lock()
				refused[address]++
				mu.Unlock()
				return
			}
			time.Sleep(40 * time.Millisecond)
			leave()
			mu.Lock()
			served++
			mu.Unlock()
		}
		for range 24 {
			go ask("greedy")
		}
		synctest.Wait()
		for n := range 100 {
			go ask(fmt.Sprint(n))
		}
		time.Sleep(hashWait)
		synctest.Wait()
		if want := 24 - people.HashesAtOnce - hashesWaiting; refused["greedy"] != want || len(refused) != 1 || served != 124-want {
			t.Errorf("refused %v, served %d", refused, served)
		}
	})
}
