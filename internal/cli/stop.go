package cli

// await runs a function that does not watch the context and returns its error,
// or errStopped as soon as the user ends the program. A function still running
// ends with the process.
func (w *env) await(run func() error) error {
	done := make(chan error, 1)
	go func() { done <- run() }()
	select {
	case err := <-done:
		return err
	case <-w.ctx.Done():
		return errStopped
	}
}
