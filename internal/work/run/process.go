package run

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// UntilSignal returns a context that ends with SIGINT or SIGTERM; its cause is the [Signal]. Then ended, if it is not
// nil, is called with the signal and a channel of further signals. After it returns, or if it is nil, the next signal
// ends the process. stop restores the default handling of the signals.
func UntilSignal(parent context.Context, ended func(Signal, <-chan os.Signal)) (ctx context.Context, stop func()) {
	ctx, end := context.WithCancelCause(parent)
	c := make(chan os.Signal, 2)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(c)
		select {
		case got := <-c:
			first := Signal{Signal: got}
			end(first)
			if ended != nil {
				ended(first, c)
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() { end(nil) }
}

// Grace is how long work may take to end after a signal: it may be blocked in a write to a full pipe, or in one very
// long line. See also the grace period of package pipeline.
const Grace = 700 * time.Millisecond

// Ended returns the error of work. If the context ends first, it waits for the time Grace, because a goroutine of
// work may be blocked, and returns the cause.
func Ended(ctx context.Context, work func() error) (err error) {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(Grace):
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// OwnTemporary gives the process its own folder for temporary files, because libraries leave some behind. remove
// deletes the folder.
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
