package cli

// await runs something that does not look at the context itself and gives its
// error, or errStopped as soon as the user ends the program; what runs is then
// left to end with it.
func (w *world) await(run func() error) error {
	done := make(chan error, 1)
	go func() { done <- run() }()
	select {
	case err := <-done:
		return err
	case <-w.ctx.Done():
		return errStopped
	}
}
