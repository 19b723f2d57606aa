package input

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/wording"
)

// memberPaths are paths to values of JSON or YAML: names of members joined by dots. "*" stands for one
// member of any name, "**" for any number of them. An array is passed through: each of its elements is at
// the path of the array.
type memberPaths []memberPath

// A memberPath is one of them. Its state at a value is a set of bits: bit k is set if the names from k on
// may come next, bit len(names) if the path ends at the value.
type memberPath struct {
	names []string
	deep  uint64 // the bits of "**"
	wild  bool   // it has "*" or "**": which values are at the path is not known before
}

// maxPathNames is how many names a path may have, because of the bits.
const maxPathNames = 63

func parseMemberPaths(fields []string) (all memberPaths) {
	for _, field := range fields {
		p := memberPath{names: strings.Split(field, ".")}
		for i, name := range p.names {
			if name == "**" {
				p.deep |= 1 << i
			}
			p.wild = p.wild || isWildName(name)
		}
		all = append(all, p)
	}
	return all
}

// isWildName reports whether a name of a path stands for any name.
func isWildName(name string) bool { return name == "*" || name == "**" }

// start appends the state of each path at the root.
func (p memberPaths) start(states []uint64) []uint64 {
	for i := range p {
		states = append(states, p[i].none(1))
	}
	return states
}

// none adds to a state that "**" may stand for no name.
func (p *memberPath) none(s uint64) uint64 {
	for {
		more := s | s&p.deep<<1
		if more == s {
			return s
		}
		s = more
	}
}

// ends reports whether the path ends in a state.
func (p *memberPath) ends(s uint64) bool { return s>>len(p.names)&1 != 0 }

// goesOn returns the name that has to come next, if it is known and the path does not end.
func (p *memberPath) goesOn(s uint64) (name string, ok bool) {
	if p.wild || s == 0 || p.ends(s) {
		return "", false
	}
	return p.names[bits.TrailingZeros64(s)], true
}

// member fills in the states in the member of that name, and reports whether a path goes on or ends there.
func (p memberPaths) member(states, next []uint64, name string) (any bool) {
	for i := range p {
		path, to := &p[i], uint64(0)
		for s := states[i] &^ (1 << len(path.names)); s != 0; s &= s - 1 {
			k := bits.TrailingZeros64(s)
			switch want := path.names[k]; {
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

// A selection is what the paths of Options.Fields have selected in a file.
type selection struct {
	mu    sync.Mutex
	hit   []bool      // for each path whether it has selected something
	there places      // what is there instead
	fault atomic.Bool // not all of it could be read, which is said
}

// selects prepares the file for paths to members.
func (f *File) selects(fields []string) error {
	if !f.Format.members || len(fields) == 0 {
		return nil
	}
	for _, field := range fields {
		if strings.Count(field, ".") >= maxPathNames {
			return fmt.Errorf("--field %s: a path has at most %d names", field, maxPathNames)
		}
	}
	f.selected = &selection{hit: make([]bool, len(fields))}
	return nil
}

// add adds what the paths have selected in a part of the file.
func (s *selection) add(hit []bool) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, h := range hit {
		s.hit[i] = s.hit[i] || h
	}
}

// Unselected returns the error for a path of [Options.Fields] that has selected nothing in the file, nil
// if there is none. It is for a file that has been read from its start to its end, and whose blocks have
// all been worked on.
func (f *File) Unselected(o *Options) error {
	if f.selected == nil {
		return nil
	}
	i := slices.Index(f.selected.hit, false)
	if i < 0 || f.selected.fault.Load() || f.tally == nil || !f.tally.text.Load() {
		return nil
	}
	f.sawString() // what is wrong is said here
	return unselected(f.Name, f.options(o).Fields[i], &f.selected.there, "it has no members with strings")
}

// unselected is the error for a path that selects nothing; none is said if there is nothing else.
func unselected(name, field string, there *places, none string) error {
	return &FileError{Name: name, Err: fmt.Errorf("--field %s selects nothing: %s", field, there.list(none))}
}

// places are the first places of a file where something stands, as paths of --field.
type places struct {
	iris, others []string // where something like an IRI stands; where anything else does
}

// mostPlaces is how many places a message lists.
const mostPlaces = 8

// add adds a place with a value.
func (c *places) add(place string, value []byte) {
	list := &c.others
	if base.HasScheme(bytes.TrimLeft(value, chars.Space)) {
		list = &c.iris
	}
	if len(*list) <= mostPlaces && !slices.Contains(*list, place) {
		*list = append(*list, place)
	}
}

// full reports whether no place need be added.
func (c *places) full() bool { return len(c.iris) > mostPlaces }

// list lists the places, or returns none if there are none.
func (c *places) list(none string) string {
	list, what := c.iris, "IRIs are in "
	if len(list) == 0 {
		list, what = c.others, "there are "
	}
	if len(list) == 0 {
		return none
	}
	more := ""
	if len(list) > mostPlaces {
		list, more = list[:mostPlaces], " and others"
	}
	return what + strings.Join(list, ", ") + more
}

// A trail is where a value stands below the root: the names of the members on the way. A name with a dot,
// which no path can have, is "*".
type trail []string

// below returns the trail of a member.
func (t trail) below(name string) trail {
	if strings.IndexByte(name, '.') >= 0 {
		name = "*"
	}
	return append(t, name)
}

// maxTrail is how deep values are looked at for a message.
const maxTrail = 16

func (t trail) String() string {
	names := make([]string, len(t))
	for i, name := range t {
		names[i] = wording.Cut(name)
	}
	return strings.Join(names, ".")
}
