package automaton

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A CharDFA is a minimal deterministic automaton over characters, for programs whose strings
// are not UTF-8. Its states are numbered as those of a [DFA]: 0 is dead, 1 the start. It
// accepts no surrogates. In a grammar of octets a character stands for the octet with its number.
type CharDFA struct {
	First  []rune   // the first character of each run of characters, ascending from 0
	Class  []uint16 // the class of each run
	N      int      // the number of classes
	Next   []uint16 // the state after a character of class c in state s, at s*N+c
	Accept []bool   // by state

	// Offsets to record, with the same meaning as in [DFA].
	Bounds []uint8
	Final  []uint8

	// Fields that only [CompileJoined] sets.
	Starts []int        // by NFA: its start state; 0 if it has no strings
	Calls  [][]CallStep // by state
}

// A CallStep is a step from a state to To over any string that is accepted from the state Start.
type CallStep struct{ Start, To int }

// CompileCharacters is [CompileBounds] for an automaton over characters.
func CompileCharacters(g *abnf.Grammar, rule string, bounds []Bound) (*CharDFA, error) {
	_, d, err := characterBounds(g, rule, bounds)
	if err != nil {
		return nil, err
	}
	return d.characters(g.Terminals), nil
}

// CompileJoined returns one automaton for NFAs that call each other's rules. State 1 belongs to no NFA;
// CharDFA.Starts has the start state of each.
func CompileJoined(nfas []*NFA) (*CharDFA, error) {
	n := &NFA{Rule: nfas[0].Rule, kind: nfas[0].kind, eps: make([][]Link, 2), edges: make([][]Edge, 2),
		scopes: make([]*scope, 2), calls: make(map[int][]Call), start: 0, accept: 1}
	// The states of an NFA come after those of the NFAs before it: first is added to their numbers.
	for _, of := range nfas {
		first := len(n.eps)
		n.calls[n.start] = append(n.calls[n.start], Call{Rule: of.Rule, To: first + of.start})
		for q := range of.States() {
			links, edges, calls := slices.Clone(of.eps[q]), slices.Clone(of.edges[q]), slices.Clone(of.CallsOf(q))
			for i := range links {
				links[i].To += int32(first)
			}
			for i := range edges {
				edges[i].To += first
			}
			for i := range calls {
				calls[i].To += first
			}
			if len(calls) > 0 {
				n.calls[first+q] = calls
			}
			n.eps, n.edges = append(n.eps, links), append(n.edges, edges)
		}
		n.scopes = append(n.scopes, of.scopes...)
		n.eps[first+of.accept] = append(n.eps[first+of.accept], Link{To: int32(n.accept)})
	}
	d, err := n.determinize()
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", n.Rule.Name, err)
	}
	return d.characters(n.kind), nil
}

// characters returns the minimal automaton. The columns of d are the ranges of characters, then the marker, then one
// for each rule.
func (d *charDFA) characters(kind abnf.Terminals) *CharDFA {
	m, class, _ := d.minimal().merged()
	last := len(d.Lo) - 1 // column of the marker, which is dead in every state
	out := &CharDFA{N: slices.Max(class[:last+1]) + 1, Accept: m.Accept, Final: m.final}
	run := func(first rune, column int) {
		c := uint16(class[column])
		if n := len(out.Class); n == 0 || out.Class[n-1] != c {
			out.First, out.Class = append(out.First, first), append(out.Class, c)
		}
	}
	for c, lo := range d.Lo[:last] {
		run(lo, c)
		if d.Hi[c] == 0xD7FF {
			run(0xD800, last)
		}
	}
	if kind == abnf.Octets {
		run(abnf.Octets.Last()+1, last)
	}
	for _, row := range m.Next {
		for _, step := range row[:out.N] {
			out.Next = append(out.Next, uint16(step))
			out.Bounds = append(out.Bounds, uint8(step>>16))
		}
	}
	rules := class[last+1:]
	if len(rules) == 0 {
		return out
	}
	for _, c := range rules { // in the order of the calls of state 1
		out.Starts = append(out.Starts, int(m.Next[1][c]))
	}
	slices.Sort(rules) // equivalent rules share a column
	for _, row := range m.Next {
		var calls []CallStep
		for _, c := range slices.Compact(slices.Clone(rules)) {
			if row[c] != 0 {
				calls = append(calls, CallStep{int(m.Next[1][c]), int(row[c])})
			}
		}
		out.Calls = append(out.Calls, calls)
	}
	out.Calls[1] = nil // the calls of state 1 are out.Starts
	return out
}

// ClassOf returns the class of a character.
func (d *CharDFA) ClassOf(r rune) uint16 {
	i := len(d.First) - 1
	for d.First[i] > r {
		i--
	}
	return d.Class[i]
}

// CharClasses divides the characters into classes: an automaton treats all characters of a class alike. Surrogates
// are not characters and belong to no class. The last class is that of [Marker].
type CharClasses struct {
	Lo, Hi []rune // the first and the last character of each class
	ascii  [utf8.RuneSelf]int32
}

// NewCharClasses returns the classes that begin at the bounds: the first character of each range, and the character
// after its last one.
func NewCharClasses(kind abnf.Terminals, bounds []rune) CharClasses {
	bounds = append(bounds, 0)
	if kind == abnf.CodePoints {
		bounds = append(bounds, 0xE000)
	}
	slices.Sort(bounds)
	var c CharClasses
	for _, lo := range slices.Compact(bounds) {
		if lo > kind.Last() || 0xD800 <= lo && lo < 0xE000 {
			continue
		}
		if n := len(c.Lo); n > 0 {
			c.Hi = append(c.Hi, lo-1)
		}
		c.Lo = append(c.Lo, lo)
	}
	c.Hi = append(c.Hi, kind.Last())
	// The class before the surrogates ends where the next one begins, at U+E000: without this it would have them.
	if kind == abnf.CodePoints {
		c.Hi[c.find(0xD7FF)] = 0xD7FF
	}
	c.Lo, c.Hi = append(c.Lo, Marker), append(c.Hi, Marker)
	for r := range c.ascii {
		c.ascii[r] = int32(c.find(rune(r)))
	}
	return c
}

// Class returns the class of a character.
func (c *CharClasses) Class(r rune) int {
	if uint32(r) < utf8.RuneSelf {
		return int(c.ascii[r])
	}
	return c.find(r)
}

func (c *CharClasses) find(r rune) int {
	i, ok := slices.BinarySearch(c.Lo, r)
	if !ok {
		i--
	}
	return i
}

// Range returns the first and the last character of a class.
func (c *CharClasses) Range(class int) (lo, hi rune) { return c.Lo[class], c.Hi[class] }

// Span returns the first and the last class of a range of characters that begins and ends
// with classes. If the range has only surrogates, last is less than first.
func (c *CharClasses) Span(lo, hi rune) (first, last int32) {
	i, _ := slices.BinarySearch(c.Lo, lo)
	j, ok := slices.BinarySearch(c.Hi, hi)
	if !ok {
		j--
	}
	return int32(i), int32(j)
}

// Marker is not a character, but every alphabet has it as its last class: it marks a
// place in a string, so that the texts before and after it can be found.
const Marker rune = unicode.MaxRune + 1

// Rank orders characters of the same class: the lowest is the most readable.
func Rank(r rune) uint64 {
	switch {
	case 'a' <= r && r <= 'z':
		return 0
	case '0' <= r && r <= '9':
		return 1
	case 'A' <= r && r <= 'Z':
		return 2
	case r > ' ' && r < 0x7F:
		return 3
	case r == 'é':
		return 4
	case 0xE000 <= r && r <= 0xF8FF, r > 0x3FFFF:
		return Unreadable // said at once: alphabets ask for thousands of them
	case r >= 0x80 && unicode.IsLetter(r):
		return Letter
	case r >= 0x80 && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r):
		return 6
	case r == ' ':
		return 7
	}
	return Unreadable
}

const (
	Letter = 5 // the rank of letters beyond ASCII

	// Unreadable is the rank of characters that are not visible: controls, formatting,
	// tags, private use, unassigned ones.
	Unreadable = 10
)

// charCost is the cost of a character in a search: one more character weighs more than any
// sum of ranks.
func charCost(r rune) uint64 { return 1<<24 + Rank(r) }

// SymbolOf returns the symbol of a character.
func SymbolOf(r rune) Symbol { return Symbol{string(r), charCost(r)} }

// octetSymbol returns the symbol of an octet.
func octetSymbol(b rune) Symbol {
	s := SymbolOf(b)
	s.Text = string([]byte{byte(b)})
	if b >= 0x80 { // not the character with that number
		s.Cost = charCost(0)
	}
	return s
}
