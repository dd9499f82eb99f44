package cli

// await runs something that does not watch the context itself and returns its
// error, or errStopped as soon as the user ends the program; whatever still runs
// ends with the process.
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
