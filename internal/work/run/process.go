package run

import (
	"context"
	"os"
	"os/signal"
	"syscall"
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
