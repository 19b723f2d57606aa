package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/rfc3987/iri/internal/files/formats"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
)

// text is the result for a chunk in these tests: the lines of its items.
type text struct{ b strings.Builder }

// corpus writes a few files. It returns their names and the output of a run over them.
func corpus(t *testing.T) (paths []string, want string) {
	dir := t.TempDir()
	var all strings.Builder
	for i := range 4 {
		var b strings.Builder
		for j := range 30000 * (i % 3) {
			fmt.Fprintf(&b, "x%d:%d:%s\n", i, j, strings.Repeat("x", j%60))
		}
		name := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, name)
		all.WriteString(b.String())
		if i == 1 {
			paths = append(paths, filepath.Join(dir, "none"))
			all.WriteString("!none\n")
		}
	}
	return paths, all.String()
}

// newRun returns a run that collects the lines of all items in out.
func newRun(paths []string, jobs int, out *strings.Builder) *Run[text] {
	o := &input.Options{}
	return &Run[text]{
		Input: o, Paths: paths, Jobs: jobs,
		Work: func(b *input.Chunk, p *text, flush func() error) {
			if rand.IntN(4) == 0 { // some are slow
				time.Sleep(time.Millisecond)
			}
			for r := range b.Items(o) {
				fmt.Fprintln(&p.b, r.Text)
				if p.b.Len() > 100<<10 && flush() != nil {
					return
				}
			}
		},
		Emit: func(p *text) error {
			out.WriteString(p.b.String())
			p.b.Reset()
			return nil
		},
		Fail: func(err error) error {
			var e *source.Error
			if !errors.As(err, &e) {
				return err
			}
			fmt.Fprintf(out, "!%s\n", filepath.Base(e.Name))
			return nil
		},
	}
}

func TestOrder(t *testing.T) {
	paths, want := corpus(t)
	for _, jobs := range []int{1, 2, 7} {
		var got strings.Builder
		if err := newRun(paths, jobs, &got).Do(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got.String() != want {
			t.Errorf("%d jobs: the output differs: %d bytes, want %d", jobs, got.Len(), len(want))
		}
	}
}

// TestStop checks that a run that is stopped at any chunk has the start of the whole output.
func TestStop(t *testing.T) {
	paths, want := corpus(t)
	for stop := 1; ; stop++ {
		var got strings.Builder
		ctx, cancel := context.WithCancel(context.Background())
		run := newRun(paths, 3, &got)
		n, files := 0, 0
		run.Done = func(begun int) error {
			if n++; n == stop {
				cancel()
			}
			files = begun
			return nil
		}
		err := run.Do(ctx)
		cancel()
		switch {
		case err == nil && (stop < 5 || got.String() != want || files != len(paths)):
			t.Fatalf("%d blocks, %d bytes, %d files, want %d bytes, %d files", n, got.Len(), files, len(want), len(paths))
		case err == nil:
			return
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		case !strings.HasPrefix(want, got.String()):
			t.Fatalf("stopped at block %d: the output is not the start of the whole output", stop)
		}
	}
}

func TestErrorsEndTheRun(t *testing.T) {
	paths, _ := corpus(t)
	boom := errors.New("boom")
	tests := []struct {
		name  string
		spoil func(*Run[text])
	}{
		{"Emit", func(r *Run[text]) { r.Emit = func(*text) error { return boom } }},
		{"Fail", func(r *Run[text]) { r.Fail = func(error) error { return boom } }},
		{"Done", func(r *Run[text]) { r.Done = func(int) error { return boom } }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			r := newRun(paths, 2, &out)
			tt.spoil(r)
			if err := r.Do(context.Background()); err != boom {
				t.Errorf("got %v, want %v", err, boom)
			}
		})
	}
}

// TestStopWhileReading checks that a run ends even if its reader is blocked.
func TestStopWhileReading(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	o := &input.Options{Stdin: r, Unbuffered: true}
	ctx, cancel := context.WithCancel(context.Background())
	seen := make(chan bool, 10)
	run := &Run[text]{
		Input: o, Jobs: 2,
		Work: func(b *input.Chunk, p *text, flush func() error) { seen <- true },
		Emit: func(p *text) error { return nil },
	}
	go func() {
		w.Write([]byte("a:b\n"))
		<-seen
		cancel()
	}()
	if err := run.Do(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestStopInLongWork checks that a run ends though a chunk takes long, and that nothing is
// emitted afterwards.
func TestStopInLongWork(t *testing.T) {
	o := &input.Options{Stdin: strings.NewReader("a:b\nc:d\n"), Unbuffered: true}
	ctx, cancel := context.WithCancel(context.Background())
	release, ended := make(chan bool), make(chan error)
	var emitted atomic.Int64
	run := &Run[text]{
		Input: o, Jobs: 1,
		Work: func(b *input.Chunk, p *text, flush func() error) {
			if err := flush(); err != nil {
				t.Error(err)
			}
			cancel()
			<-release
			ended <- flush()
		},
		Emit: func(p *text) error { emitted.Add(1); return nil },
		Done: func(int) error { t.Error("Done was called"); return nil },
	}
	// Without the grace it would never end.
	if err := run.Do(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	close(release)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("flush after the end: got %v, want %v", err, context.Canceled)
	}
	if n := emitted.Load(); n != 1 {
		t.Errorf("%d calls of Emit, want 1", n)
	}
}

// TestBound checks that only a few chunks are in work, however slow the output is.
func TestBound(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte(strings.Repeat("0123456789abcde\n", 1<<20)), 0o666); err != nil {
		t.Fatal(err)
	}
	var under, most atomic.Int64
	var once sync.Once
	second := make(chan struct{}) // closed when two chunks are in work at the same time: the first one waits for that
	o := &input.Options{From: input.Lines}
	run := &Run[text]{
		Input: o, Paths: []string{name}, Jobs: 2,
		Work: func(b *input.Chunk, p *text, flush func() error) {
			n := under.Add(1)
			if n == 2 {
				once.Do(func() { close(second) })
			}
			<-second
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
		},
		Emit: func(p *text) error {
			time.Sleep(time.Millisecond)
			under.Add(-1)
			return nil
		},
	}
	if err := run.Do(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := most.Load(); got < 2 || got > 5 {
		t.Errorf("got %d blocks in work, want 2 to 5", got)
	}
}

// TestHeld checks that documents that are in memory as a whole are worked on one at a time if they are large.
func TestHeld(t *testing.T) {
	for _, tt := range []struct {
		name  string
		bytes int
		most  int64 // how many are worked on when another one is opened
	}{
		{"large ones", mostHeld + 1, 0},
		{"two that are as large together as is allowed", mostHeld / 2, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			page := "<a href=a:b>" + strings.Repeat(" ", tt.bytes-len("<a href=a:b>"))
			for _, name := range []string{"a", "b", "c", "d", "e"} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(page), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var under atomic.Int64
			run := &Run[text]{
				Input: &input.Options{From: html.Format}, Paths: []string{folder}, Jobs: 4,
				Open: func(*input.File) {
					if n := under.Load(); n > tt.most {
						t.Errorf("%d are worked on, want at most %d", n, tt.most)
					}
					under.Add(1)
				},
				Work:  func(*input.Chunk, *text, func() error) { time.Sleep(20 * time.Millisecond) },
				Emit:  func(*text) error { return nil },
				Close: func() error { under.Add(-1); return nil },
			}
			if err := run.Do(context.Background()); err != nil {
				t.Fatal(err)
			}
		})
	}
}
