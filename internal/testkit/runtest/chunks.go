package runtest

import (
	"strings"
	"sync"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/run"
)

// buffers are those of the last chunks, half a megabyte each: most texts are short, and to clear a new one for each
// takes longer than what is done with it.
var buffers sync.Pool

// Chunks calls do with each chunk of a file.
func Chunks(t *testing.T, text string, o *input.Options, do func(*input.Chunk)) {
	t.Helper()
	f, err := input.NewFile("f", strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	buf, _ := buffers.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	for s := input.NewScanner(f, o); ; {
		b, err := s.Next(*buf)
		if err != nil {
			buffers.Put(buf)
			return
		}
		do(&b)
		*buf = b.Buffer()
	}
}

// Target returns what strings are checked against by default.
func Target() config.Target { return config.Target{Spec: spec.RFC3987, Rule: spec.RFC3987.Top()} }

// Do does a job with a file, named f. The sink, which may be nil, renders, and take, if not nil, gets the results.
func Do(t *testing.T, text string, o *input.Options, job run.Job, sink run.Sink, take func(r *run.Result)) {
	t.Helper()
	if sink == nil {
		sink = run.NoSink{}
	}
	s := run.Serial{Job: job, Sink: taker{sink, take}}
	Chunks(t, text, o, func(b *input.Chunk) {
		if err := s.Chunk(b); err != nil {
			t.Fatal(err)
		}
	})
}

// A taker hands results to a function.
type taker struct {
	run.Sink
	take func(r *run.Result)
}

// Handle implements [run.Sink].
func (s taker) Handle(r *run.Result) error {
	if s.take != nil {
		s.take(r)
	}
	return nil
}
