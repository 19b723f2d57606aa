package run

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// UntilSignal returns a context that ends with SIGINT or SIGTERM. A second signal ends the process.
func UntilSignal(ctx context.Context) context.Context {
	ctx, stop := context.WithCancelCause(ctx)
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		got := <-c
		signal.Stop(c)
		stop(Signal{Signal: got})
	}()
	return ctx
}

// grace is how long work has to end after a signal.
const grace = 700 * time.Millisecond

// Ended returns the error of work or, if the context ends before it, the cause of that: then it waits a
// little while for the work, of which a part may be blocked.
func Ended(ctx context.Context, work func() error) (err error) {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(grace):
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// OwnTemporary gives the process a folder of its own for temporary files, because libraries leave some,
// and returns a function that removes it.
func OwnTemporary(pattern string) (remove func(), err error) {
	dir, err := os.MkdirTemp("", pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		os.Setenv(name, dir)
	}
	return func() { os.RemoveAll(dir) }, nil
}
