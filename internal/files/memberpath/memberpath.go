// Package memberpath has the paths of --field to the members of JSON and YAML.
package memberpath

import (
	"math/bits"
	"strings"

	"github.com/rfc3987/iri/internal/text/quote"
)

// Paths are paths to values of JSON or YAML: names of members joined by dots. "*" stands for one
// member of any name, "**" for any number of them. An array is passed through: each of its elements is at
// the path of the array.
type Paths []Path

// A Path is one of them. Its state at a value is a set of bits: bit k is set if the names from k on
// may come next, bit len(names) if the path ends at the value.
type Path struct {
	Names []string
	deep  uint64 // the bits of "**"
	Wild  bool   // it has "*" or "**": which values are at the path is not known before
}

// MaxNames is how many names a path may have, because of the bits.
const MaxNames = 63

func Parse(fields []string) (all Paths) {
	for _, field := range fields {
		p := Path{Names: strings.Split(field, ".")}
		for i, name := range p.Names {
			if name == "**" {
				p.deep |= 1 << i
			}
			p.Wild = p.Wild || IsWild(name)
		}
		all = append(all, p)
	}
	return all
}

// IsWild reports whether a name of a path stands for any name.
func IsWild(name string) bool { return name == "*" || name == "**" }

// Start appends the state of each path at the root.
func (p Paths) Start(states []uint64) []uint64 {
	for i := range p {
		states = append(states, p[i].none(1))
	}
	return states
}

// none adds to a state the states in which "**" stands for no name.
func (p *Path) none(s uint64) uint64 {
	for {
		more := s | s&p.deep<<1
		if more == s {
			return s
		}
		s = more
	}
}

// Ends reports whether the path ends in a state.
func (p *Path) Ends(s uint64) bool { return s>>len(p.Names)&1 != 0 }

// GoesOn returns the name that has to come next, if it is known and the path does not end.
func (p *Path) GoesOn(s uint64) (name string, ok bool) {
	if p.Wild || s == 0 || p.Ends(s) {
		return "", false
	}
	return p.Names[bits.TrailingZeros64(s)], true
}

// Member fills in the states in the member of that name, and reports whether a path goes on or ends there.
func (p Paths) Member(states, next []uint64, name string) (any bool) {
	for i := range p {
		path, to := &p[i], uint64(0)
		for s := states[i] &^ (1 << len(path.Names)); s != 0; s &= s - 1 {
			k := bits.TrailingZeros64(s)
			switch want := path.Names[k]; {
			case want == "**":
				to |= 1 << k
			case want == name, want == "*":
				to |= 1 << (k + 1)
			}
		}
		if to != 0 {
			any, to = true, path.none(to)
		}
		next[i] = to
	}
	return any
}

// A Trail is where a value stands below the root: the names of the members on the way. A name with a dot,
// which no path can have, is "*".
type Trail []string

// Below returns the trail of a member.
func (t Trail) Below(name string) Trail {
	if strings.IndexByte(name, '.') >= 0 {
		name = "*"
	}
	return append(t, name)
}

// MaxTrail is how deep values are looked at for a message.
const MaxTrail = 16

func (t Trail) String() string {
	names := make([]string, len(t))
	for i, name := range t {
		names[i] = quote.Cut(name)
	}
	return strings.Join(names, ".")
}
