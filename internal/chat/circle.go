package chat

import (
	"context"
	"errors"

	"ruhr/internal/store"
)

// What is said in a circle: functions for callers who know that the account belongs to it.
// They are not methods, nor are those for circles in other rooms, so that a program without
// circles does not contain them.

// SayIn posts a message in a circle. Errors: ErrText, and store.ErrNoCircle for one that has
// been dissolved.
func SayIn(ctx context.Context, c *Service, circle string, who store.Account, text string) error {
	m := store.Message{Time: c.Clock().UnixMilli(), Room: InCircle, Author: store.HashOf(who.Holder()), Seat: store.Nobody, Name: who.Name}
	err := c.post(ctx, circle, m, text)
	if errors.Is(err, store.ErrNoTable) {
		err = store.ErrNoCircle
	}
	return err
}

// MessagesIn returns what was said in a circle after a message by those whom an account has
// not muted; by everybody for the zero account.
func MessagesIn(ctx context.Context, c *Service, circle string, who store.Account, after int64) ([]Message, error) {
	holder := ""
	if who.ID != "" {
		holder = who.Holder()
	}
	return c.read(ctx, circle, holder, after, func(string) bool { return true })
}
