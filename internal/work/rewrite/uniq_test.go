package rewrite

import (
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
