package input

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// BenchmarkTurtle reads Turtle as dumps have it, and has the IRIs checked.
func BenchmarkTurtle(b *testing.B) {
	content := turtleText(20000)
	o := Options{From: Turtle}
	v := testCleaner{iri.RFC3987.Top().Validator(), iri.RFC3987.Reference().Validator()}
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		f, _ := NewFile("a", strings.NewReader(content), &o)
		s := NewScanner(f, &o)
		var buf []byte
		for {
			block, err := s.Next(buf)
			if err != nil {
				break
			}
			block.Each(&o, v, func(*Record) bool { return true })
			buf = block.Buffer()
		}
	}
}
