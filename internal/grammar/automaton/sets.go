package automaton

import "encoding/binary"

// Sets is a cache of deterministic automata that are built step by step from NFAs: it numbers sets of NFA states,
// from 1 up, and remembers the steps between them. It must not be used by two goroutines at once.
type Sets struct {
	classes int
	ids     map[string]int32
	list    []interned // by number; list[0] is unused
	key     []byte
	bytes   int
}

// An interned is a set of states of one of the automata.
type interned struct {
	set Set
	nfa int32 // index of the automaton
	// by class of the next character: the number of the next set, Dead if there is none, 0 if it has not been computed
	next []int32
}

// Dead is the number of the empty set.
const Dead int32 = -1

// maxBytes is the limit of [Sets.Full], in bytes.
const maxBytes = 32 << 20

// NewSets returns an empty cache for automata with that many classes of characters.
func NewSets(classes int) *Sets {
	return &Sets{classes: classes, ids: make(map[string]int32), list: make([]interned, 1)}
}

// Number returns the number of a set of states of an automaton, and assigns the next number if it is new. It returns
// Dead for the empty set.
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
		s.bytes += 8*len(set) + 4*s.classes + 128
	}
	return n
}

// Set returns the set with a number.
func (s *Sets) Set(n int32) Set { return s.list[n].set }

// NFA returns the index of the automaton to which the set with a number belongs.
func (s *Sets) NFA(n int32) int32 { return s.list[n].nfa }

// Step returns the number of the set after a character of a class. It calls after for a step that has not been
// computed.
func (s *Sets) Step(n int32, class int, after func(space int32, set Set, class int) Set) int32 {
	if to := s.list[n].next[class]; to != 0 {
		return to
	}
	at := s.list[n] // a copy: Number may move the list, but next stays in the same memory
	to := s.Number(at.nfa, after(at.nfa, at.set, class))
	at.next[class] = to
	return to
}

// Bytes returns the approximate memory of the sets, in bytes.
func (s *Sets) Bytes() int { return s.bytes }

// Full reports whether the sets take so much memory that the cache should be dropped before the next string.
func (s *Sets) Full() bool { return s.bytes > maxBytes }
