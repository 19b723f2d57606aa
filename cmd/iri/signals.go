package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/rfc3987/iri/internal/work/run"
)

// signals ends runs with SIGINT and SIGTERM. The first signal ends the context, so that a run
// stops and keeps what it has done; the second one, or a run that does not stop, ends the
// process. Commands that do not ask for the context are ended by the system.
type signals struct {
	app   *app
	once  sync.Once
	ctx   context.Context
	stop  func()
	after []func() // clean up before the process ends
	mu    sync.Mutex
}

// context returns the context that ends with the first signal.
func (s *signals) context() context.Context {
	s.once.Do(func() { s.ctx, s.stop = run.UntilSignal(context.Background(), s.end) })
	return s.ctx
}

// end ends the process after the grace or with another signal.
func (s *signals) end(cause run.Signal, c <-chan os.Signal) {
	why := "at once, by a second signal"
	select {
	case second := <-c:
		cause = run.Signal{Signal: second}
	case <-time.After(run.Grace):
		why = "before its output had been taken or its block was done"
	}
	s.mu.Lock() // no more files to clean up
	for _, f := range s.after {
		f()
	}
	said := make(chan bool)
	go func() { // standard error may be blocked as well
		fmt.Fprintf(s.app.stderr, "iri: ended %s; what was not written is lost\n", why)
		close(said)
	}()
	select {
	case <-said:
	case <-time.After(50 * time.Millisecond):
	}
	os.Exit(int(cause.Status()))
}

// cleanUp registers f to be called when a signal ends the process. done removes it.
func (s *signals) cleanUp(f func()) (done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := len(s.after)
	s.after = append(s.after, f)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.after[i] = func() {}
	}
}

// release gives the signals back to the system.
func (s *signals) release() {
	if s.stop != nil {
		s.stop()
	}
}
