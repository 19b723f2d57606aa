package run

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
)

// TestUnwritten holds that a file that cannot be written is named, that nothing is written of it from that chunk on,
// and that the files before and after it are done.
func TestUnwritten(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for _, name := range []string{"a", "b", "c"} {
		names = append(names, filepath.Join(dir, name))
		if err := os.WriteFile(names[len(names)-1], []byte(strings.Repeat(name+":x\n", 2*input.ChunkSize/4+1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	host := &testHost{}
	r := Run{Inputs: Inputs{Input: &input.Options{From: input.Lines}, Paths: names, Jobs: 2}, Out: NewOutput("out", &out),
		Host: host}
	sink, job := testSink{out: r.Out}, &testJob{block: func(b *input.Chunk, r *Result) {
		r.Out = append(r.Out, b.File.Name[len(dir)+1])
		if b.File.Name == names[1] && b.Offset == 0 {
			r.Broken = &source.Error{Name: b.File.Name, Err: errors.New("it is not written")}
		}
	}}
	if err := r.Do(job, sink); err != Usage {
		t.Errorf("got the error %v, want %v", err, Usage)
	}
	if got := out.String(); strings.Trim(got, "a") != strings.Repeat("c", len(got)/2) || len(got) < 4 {
		t.Errorf("got the output %q", got)
	}
	if want := names[1] + ": it is not written"; strings.Join(host.printed, "\n") != want || r.Summary.Broken != 1 {
		t.Errorf("printed %q, %d files broken, want %q", host.printed, r.Summary.Broken, want)
	}
}

// A testHost keeps the errors that are printed.
type testHost struct {
	Host
	printed []string
}

func (*testHost) Context() context.Context    { return context.Background() }
func (h *testHost) PrintError(err error)      { h.printed = append(h.printed, err.Error()) }
func (*testHost) Watch(*atomic.Int64) Watcher { return nil }
func (*testHost) PassedOver() int64           { return 0 }

// A testJob does what its function does with chunks.
type testJob struct {
	NoJob
	block func(b *input.Chunk, r *Result)
}

func (j *testJob) Chunk(b *input.Chunk, r *Result) { j.block(b, r) }

// A testSink writes the results.
type testSink struct {
	NoSink
	out *Output
}

func (s testSink) Handle(r *Result) error {
	_, err := s.out.Write(r.Out)
	return err
}
