package automaton

import "encoding/binary"

// Sets numbers sets of states of nondeterministic automata, from 1 up, and keeps the steps between them that
// strings have taken: deterministic automata, made as far as they are needed. It is for one goroutine.
type Sets struct {
	classes int
	ids     map[string]int32
	list    []interned // without the first one
	key     []byte
	kept    int
}

// An interned is a set of states of one of the automata.
type interned struct {
	set   Set
	space int32 // which automaton
	// by class of characters: the number of the set after one, Dead if no sentence goes on, 0 if it is not known
	next []int32
}

// Dead is the number of the empty set.
const Dead int32 = -1

// maxKept is how many bytes of sets are kept from one string to the next.
const maxKept = 32 << 20

// NewSets returns no sets, for automata that tell so many classes of characters apart.
func NewSets(classes int) *Sets {
	return &Sets{classes: classes, ids: make(map[string]int32), list: make([]interned, 1)}
}

// Number returns the number of a set of states of an automaton, which is Len if it is new.
func (s *Sets) Number(space int32, set Set) int32 {
	if len(set) == 0 {
		return Dead
	}
	s.key = binary.LittleEndian.AppendUint32(s.key[:0], uint32(space))
	for _, q := range set {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(q))
	}
	n, ok := s.ids[string(s.key)]
	if !ok {
		n = int32(len(s.list))
		s.ids[string(s.key)] = n
		s.list = append(s.list, interned{set, space, make([]int32, s.classes)})
		s.kept += 8*len(set) + 4*s.classes + 128
	}
	return n
}

// Set returns the set of a number.
func (s *Sets) Set(n int32) Set { return s.list[n].set }

// Space returns which automaton the set of a number is of.
func (s *Sets) Space(n int32) int32 { return s.list[n].space }

// Step returns the number of the set after a character of a class. A step that is not known is made by after.
func (s *Sets) Step(n int32, class int, after func(space int32, set Set, class int) Set) int32 {
	if to := s.list[n].next[class]; to != 0 {
		return to
	}
	at := s.list[n] // Number may move the list, but next is the same memory
	to := s.Number(at.space, after(at.space, at.set, class))
	at.next[class] = to
	return to
}

// Bytes returns about how much memory the sets take.
func (s *Sets) Bytes() int { return s.kept }

// Full reports whether they take more than is to be kept for the next string.
func (s *Sets) Full() bool { return s.kept > maxKept }
