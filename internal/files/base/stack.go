package base

import (
	"slices"
	"strings"
)

// Within returns the base that a document declares inside an outer base (RFC 3986 §5.1, XML Base §4.3). outer is
// empty if it is unknown; then a relative value changes nothing. A value that does not conform becomes the base as it
// is. ok is false if the value is too long; then no base is known.
func Within(outer, value string) (base string, ok bool) {
	if len(value) > Max {
		return "", false
	}
	switch target := Resolve(outer, value); {
	case len(target) > Max:
		return "", false
	case HasScheme(target) || outer != "":
		return strings.Clone(target), true
	}
	return outer, true
}

// A Stack has the bases that the open elements of a document declare.
type Stack struct {
	Now   string // the base in force; empty if it is unknown
	outer []outer
}

// An outer is the base around an element that declares another.
type outer struct {
	depth int // of the element
	base  string
}

// Clone returns a copy.
func (s *Stack) Clone() Stack { return Stack{s.Now, slices.Clone(s.outer)} }

// Enter sets the base that an element declares. It returns false if the base is too long.
func (s *Stack) Enter(depth int, value string) (ok bool) {
	s.outer = append(s.outer, outer{depth, s.Now})
	s.Now, ok = Within(s.Now, value)
	return ok
}

// Leave restores the base at the end of an element.
func (s *Stack) Leave(depth int) {
	for n := len(s.outer) - 1; n >= 0 && s.outer[n].depth == depth; n-- {
		s.Now, s.outer = s.outer[n].base, s.outer[:n]
	}
}

// Around returns the base around an element.
func (s *Stack) Around(depth int) string {
	if n := len(s.outer) - 1; n >= 0 && s.outer[n].depth == depth {
		return s.outer[n].base
	}
	return s.Now
}
