package run

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/result"
)

// TestUnwritten holds that a file that cannot be written is named, that nothing is written of it from that block on,
// and that the files before and after it are done.
func TestUnwritten(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for _, name := range []string{"a", "b", "c"} {
		names = append(names, filepath.Join(dir, name))
		if err := os.WriteFile(names[len(names)-1], []byte(strings.Repeat(name+":x\n", 2*input.BlockSize/4+1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	var printed []string
	r := Run{
		Input: &input.Options{From: input.Lines}, Paths: names, Jobs: 2, Out: NewSink("out", &out), Stderr: io.Discard,
		Context:    context.Background,
		PrintError: func(err error) { printed = append(printed, err.Error()) },
		PassedOver: func() int64 { return 0 },
		Start:      func() error { return nil },
		End:        func() error { return nil },
		Block: func(b *input.Block, r *result.Result) {
			r.Out = append(r.Out, b.File.Name[len(dir)+1])
			if b.File.Name == names[1] && b.Offset == 0 {
				r.Broken = &input.FileError{Name: b.File.Name, Err: errors.New("it is not written")}
			}
		},
	}
	r.Result = func(res *result.Result) error { return r.writeGood(res.Out) }
	if err := r.Do(); err != Usage {
		t.Errorf("got the error %v, want %v", err, Usage)
	}
	if got := out.String(); strings.Trim(got, "a") != strings.Repeat("c", len(got)/2) || len(got) < 4 {
		t.Errorf("got the output %q", got)
	}
	if want := names[1] + ": it is not written"; strings.Join(printed, "\n") != want || r.Summary.Broken != 1 {
		t.Errorf("printed %q, %d files broken, want %q", printed, r.Summary.Broken, want)
	}
}
