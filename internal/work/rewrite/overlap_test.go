package rewrite

import (
	"errors"
	"github.com/rfc3987/iri/internal/work/run"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestOverlap holds that changes that overlap, or go backwards, are an error that names the file, in every format, and
// that nothing is written.
func TestOverlap(t *testing.T) {
	for _, tt := range []struct {
		name   string
		pieces func(text string) []Piece
		broken bool
	}{
		{"one after the other", func(text string) []Piece {
			return []Piece{{Start: 0, End: 1, Text: "X"}, {Start: len(text) - 1, End: len(text), Text: "Y"}}
		}, false},
		{"the same twice", func(text string) []Piece {
			return []Piece{{Start: 0, End: len(text), Text: "X:1"}, {Start: 0, End: len(text), Text: "Y:2"}}
		}, true},
		{"backwards", func(text string) []Piece {
			return []Piece{{Start: len(text) - 1, End: len(text), Text: "X"}, {Start: 0, End: 1, Text: "Y"}}
		}, true},
		{"one in the other", func(text string) []Piece {
			return []Piece{{Start: 0, End: len(text), Text: "X:1"}, {Start: 4, End: 5, Text: "Y"}}
		}, true},
	} {
		for _, name := range formsOf {
			from, err := input.ParseFormat(name)
			if err != nil {
				t.Fatal(err)
			}
			o := input.Options{From: from, Rewrite: true}
			work := &Rewrite{Target: runtest.Target(), Input: &o, Change: Change{
				Pieces: func(rec *input.Item, _ spec.Rule) []Piece {
					if !strings.HasPrefix(rec.Text, "http://e/") {
						return []Piece{{End: len(rec.Text), Text: rec.Text}}
					}
					return tt.pieces(rec.Text)
				},
			}}
			work.Prepare()
			runtest.Do(t, filesOf[name][0]+"http://e/a"+filesOf[name][1], &o, work, nil, func(r *run.Result) {
				var file *source.Error
				switch isFile := errors.As(r.Broken, &file); {
				case isFile != tt.broken || isFile && file.Name != "f":
					t.Errorf("%s, %s: got the error %v", name, tt.name, r.Broken)
				case tt.broken && len(r.Out) > 0:
					t.Errorf("%s, %s: got %q in spite of %v", name, tt.name, r.Out, r.Broken)
				}
			})
		}
	}
}
