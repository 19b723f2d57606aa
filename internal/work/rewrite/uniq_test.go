package rewrite

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

// TestUniqJob has the first strings of classes of two chunks, as they come or, counted, at the end.
func TestUniqJob(t *testing.T) {
	target, key, err := Of(option.Options{}, conversions.Conversion{Kind: conversions.Normalize, Key: true,
		Rung: iri.RungScheme})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		count  bool
		blocks string
		atEnd  string
	}{
		{"the first strings", false, "HTTP://a/\nhttp://b/\n", ""},
		{"counts", true, "", "3\tHTTP://a/\n1\thttp://b/\n"},
	} {
		u := &Uniq{Rewrite: Rewrite{Target: target, Change: key, Input: &input.Options{}, Form: TSV},
			Classes: Classes{Count: tt.count}}
		u.Prepare()
		var out taken
		s := run.Serial{Job: u, Sink: &out}
		for _, words := range [][]string{{"HTTP://a/", "http://a/"}, {"http://b/", "http://a"}} {
			if err := s.Chunk(input.ChunkOf(words, 0)); err != nil {
				t.Fatal(err)
			}
		}
		blocks := out.text
		if err := s.End(true); err != nil {
			t.Fatal(err)
		}
		if atEnd := out.text[len(blocks):]; blocks != tt.blocks || atEnd != tt.atEnd {
			t.Errorf("%s: got %q and %q, want %q and %q", tt.name, blocks, atEnd, tt.blocks, tt.atEnd)
		}
	}
}

// taken is a sink that keeps what is written.
type taken struct {
	run.NoSink
	text string
}

// Add is for [run.Sink].
func (s *taken) Handle(r *run.Result) error {
	s.text += string(r.Out)
	return nil
}

// TestUniqMany holds a million classes to the memory that the help of uniq names, while they come, and to their order
// and counts: every third string comes twice.
func TestUniqMany(t *testing.T) {
	const blocks, perChunk = 1000, 1000
	for _, tt := range []struct {
		name  string
		count bool
		each  int // bytes for each class, beside the text of its first string
	}{
		{"the first strings", false, 24},
		{"counts", true, 40},
	} {
		t.Run(tt.name, func(t *testing.T) {
			held := func() int {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				return int(m.HeapAlloc)
			}
			u, before, kept := &Classes{Count: tt.count}, held(), 0
			var got, want, table bytes.Buffer
			for b := range blocks {
				table.Reset()
				for i := range perChunk {
					text := fmt.Sprintf("http://e.example/%d/%d", b, i)
					fmt.Fprintf(&table, "%s\t%[1]s\n", text)
					if i%3 == 0 {
						fmt.Fprintf(&table, "%s/./\t%[1]s\n", text)
					}
					if tt.count {
						fmt.Fprintf(&want, "%d\t", 1+(3-i%3)/3)
						kept += len(text)
					}
					fmt.Fprintln(&want, text)
				}
				got.Write(u.Add(nil, table.Bytes()))
				if n := (b + 1) * perChunk; b > blocks/2 && b%64 == 0 {
					size := held() - before - kept - got.Cap() - want.Cap() - table.Cap()
					if t.Logf("%d classes: %.1f bytes each", n, float64(size)/float64(n)); size > n*tt.each {
						t.Errorf("want at most %d", tt.each)
					}
				}
			}
			for text, n := range u.All {
				got.Write(append(u.Append(nil, string(text), n), '\n'))
			}
			if !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Error("what is printed differs")
			}
		})
	}
}

// TestCollect holds that the garbage collector of a user who has said when it runs is left alone.
func TestCollect(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	for _, tt := range []struct {
		name, variable string
		left           bool
	}{{"neither", "OTHER", false}, {"GOGC", "GOGC", true}, {"GOMEMLIMIT", "GOMEMLIMIT", true}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("GOGC", "")
			t.Setenv("GOMEMLIMIT", "")
			t.Setenv(tt.variable, "100")
			u := Classes{firsts: make([][]byte, 64<<20/blockSize)}
			u.collect()
			if got := debug.SetGCPercent(100); (got == 100) != tt.left {
				t.Errorf("the percentage is %d", got)
			}
		})
	}
}
