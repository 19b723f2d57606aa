package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
)

// BenchmarkTurtle reads Turtle as dumps have it, and has the IRIs checked.
func BenchmarkTurtle(b *testing.B) {
	content := turtleText(20000)
	o := input.Options{From: rdf.Turtle}
	v := testCleaner{cleaner{iri.RFC3987.Top().Validator()}, cleaner{iri.RFC3987.Reference().Validator()}}
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		f, _ := input.NewFile("a", strings.NewReader(content), &o)
		s := input.NewScanner(f, &o)
		var buf []byte
		for {
			block, err := s.Next(buf)
			if err != nil {
				break
			}
			block.Each(&o, v, func(*input.Item) bool { return true })
			buf = block.Buffer()
		}
	}
}

// A cleaner is a validator of the library for [testCleaner].
type cleaner struct{ *iri.Validator }

func (c cleaner) Clean(s string) bool { return c.Check(s).Clean() }
