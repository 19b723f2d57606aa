package lines_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestPlaces checks the order of terms in all lines of up to six terms: what is not in the language of the lines has to
// be found.
func TestPlaces(t *testing.T) {
	terms := []string{"<http://e/>", "_:a", `"x"`, `"x> "@en`, `"x"^^<http://e/d>`}
	var all [][]byte
	var add func(line string, n int)
	add = func(line string, n int) {
		all = append(all, []byte(line+" ."))
		if n > 0 {
			for _, term := range terms {
				add(strings.TrimPrefix(line+" "+term, " "), n-1)
			}
		}
	}
	add("", 6)
	block := append(bytes.Join(all, []byte{'\n'}), '\n')
	for name, o := range map[string]finding.Run{"all rules": {}, "grammar only": {Settings: finding.Settings{GrammarOnly: true}},
		"all, and lint": {Settings: finding.Settings{Lint: true}}} {
		v := check.NewValidator(spec.RFC3987.Top(), o)
		for quads, frame := range map[bool]*lines.Frame{false: lines.Triples(), true: lines.Quads()} {
			want, got := 0, 0
			for _, line := range all {
				if !frame.Match(line) {
					want++
				}
			}
			clean := v.Statements(quads, block, func(start, end int) bool {
				got++
				if line := block[start:end]; frame.Match(line) {
					t.Errorf("%s, quads %t: %q is not clean", name, quads, line)
				}
				return true
			})
			if got != want || clean != len(all)-want {
				t.Errorf("%s, quads %t: found %d lines and %d clean ones, want %d and %d", name, quads, got, clean, want, len(all)-want)
			}
		}
	}
}

// TestDoubtedPlaces is TestPlaces with an IRI of which the automaton of clean text is not sure, and which is clean: the
// scanner then does not know the places of the terms that follow in the line.
func TestDoubtedPlaces(t *testing.T) {
	terms := []string{"<http://xn--mnchen-3ya/>", "<http://e/>", "_:a", `"x"`}
	var all [][]byte
	var add func(line string, n int)
	add = func(line string, n int) {
		all = append(all, []byte(line+" ."))
		if n > 0 {
			for _, term := range terms {
				add(strings.TrimPrefix(line+" "+term, " "), n-1)
			}
		}
	}
	add("", 5)
	block := append(bytes.Join(all, []byte{'\n'}), '\n')
	v := check.NewValidator(spec.RFC3987.Top(), finding.Run{})
	for quads, frame := range map[bool]*lines.Frame{false: lines.Triples(), true: lines.Quads()} {
		var want, got []string
		for _, line := range all {
			if !frame.Match(line) {
				want = append(want, string(line))
			}
		}
		for range 2 { // the scanner has learnt all of it the second time
			got = nil
			clean := v.Statements(quads, block, func(start, end int) bool {
				got = append(got, string(block[start:end]))
				return true
			})
			if !slices.Equal(got, want) || clean != len(all)-len(want) {
				t.Errorf("quads %t: found %d lines and %d clean ones, want %d and %d", quads, len(got), clean,
					len(want), len(all)-len(want))
			}
		}
	}
}
