package automaton

import (
	"slices"
	"unicode"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// classes divides the characters: those that nothing tells apart are in one class. Surrogates
// are not characters and belong to no class. The last class is that of [Marker].
type classes struct{ lo, hi []rune }

// classesOf returns the classes that the first character of each range and the one after
// its last character begin.
func classesOf(kind abnf.Terminals, bounds []rune) classes {
	bounds = append(bounds, 0)
	if kind == abnf.CodePoints {
		bounds = append(bounds, 0xE000)
	}
	slices.Sort(bounds)
	var c classes
	for _, lo := range slices.Compact(bounds) {
		if lo > kind.Last() || 0xD800 <= lo && lo < 0xE000 {
			continue
		}
		if n := len(c.lo); n > 0 {
			c.hi = append(c.hi, lo-1)
		}
		c.lo = append(c.lo, lo)
	}
	c.hi = append(c.hi, kind.Last())
	if kind == abnf.CodePoints {
		c.hi[c.Class(0xD7FF)] = 0xD7FF
	}
	return classes{append(c.lo, Marker), append(c.hi, Marker)}
}

// Class returns the class of a character.
func (c *classes) Class(r rune) int {
	i, ok := slices.BinarySearch(c.lo, r)
	if !ok {
		i--
	}
	return i
}

// Range returns the first and the last character of a class.
func (c *classes) Range(class int) (lo, hi rune) { return c.lo[class], c.hi[class] }

// span returns the first and the last class of a range of characters that begins and ends
// with classes. The last is before the first where all of the range are surrogates.
func (c *classes) span(lo, hi rune) (first, last int32) {
	i, _ := slices.BinarySearch(c.lo, lo)
	j, ok := slices.BinarySearch(c.hi, hi)
	if !ok {
		j--
	}
	return int32(i), int32(j)
}

// An Alphabet holds the classes of characters that all languages of one computation
// share, and how much may still be computed with them.
type Alphabet struct {
	classes
	rep     []rune   // by class: its most readable character
	symbols []Symbol // by class, for searches: rep and what it costs
	left    int      // how much may still be computed, see Spend
	kept    int      // how much of it is kept, see keep
	spare   []uint32 // for the rows of the next automaton
}

// newRows is the function of the same name for an automaton over the classes, of which [Alphabet.lang] makes a
// language before another is made: they use the same memory.
func (a *Alphabet) newRows() *rows {
	d := newRows(a.Classes())
	d.slab, d.spare = a.spare, a.spare
	return d
}

// maxLangWork is how much is computed with the languages of one alphabet, in steps of
// automata: somewhat more than the test vectors of IRI-reference take, which is 65 million.
const maxLangWork = 72_000_000

// CompareWork is how much is enough to compare grammars, which takes less than vectors.
const CompareWork = maxLangWork / 2

// maxKept is how many steps there may be in the languages of expressions, of 4 bytes each.
const maxKept = 1 << 23

// maxClasses is how many classes of characters there may be: each state has a step for each.
const maxClasses = 1 << 12

// Spend counts work, and panics with ErrTooLarge when it is too much.
func (a *Alphabet) Spend(steps int) {
	if a.left -= steps; a.left < 0 {
		panic(ErrTooLarge)
	}
}

// Limit lowers what may still be computed.
func (a *Alphabet) Limit(steps int) { a.left = min(a.left, steps) }

// keep counts the steps of languages that are kept, and panics with ErrTooLarge when they
// take too much memory.
func (a *Alphabet) keep(steps int) {
	if a.kept += steps; a.kept > maxKept {
		panic(ErrTooLarge)
	}
}

// NewAlphabet returns the alphabet of the rules and of all rules that they use. Each character of more is a class
// of its own, too: what is put in the place of an expression may have no others ([Compiler.Swap]).
func NewAlphabet(rules map[*abnf.Grammar][]*abnf.Rule, more ...rune) *Alphabet {
	var bounds []rune
	for _, c := range more {
		bounds = append(bounds, c, c+1)
	}
	kind := abnf.CodePoints
	for g, starts := range rules {
		kind = kind || g.Terminals
		for _, start := range starts {
			for _, r := range g.Closure(start) {
				abnf.Walk(r.Expr, func(e abnf.Expr) bool {
					chars, _ := abnf.Characters(e)
					for _, spans := range chars {
						for _, x := range spans {
							bounds = append(bounds, x.Lo, x.Hi+1)
						}
					}
					return true
				})
			}
		}
	}
	a := &Alphabet{classes: classesOf(kind, bounds), left: maxLangWork}
	if len(a.lo) > maxClasses {
		panic(ErrTooLarge)
	}
	for i, lo := range a.lo {
		r := readable(lo, a.hi[i])
		s := symbolOf(r)
		if rank(r) >= unreadable {
			s.Cost += unreadableCost
		}
		if r == Marker {
			s.Text = markerText
		}
		a.rep, a.symbols = append(a.rep, r), append(a.symbols, s)
	}
	return a
}

// Marker is not a character, but every alphabet has it as its last class: it marks a
// place in a string, to find what can come before and after it; see [Lang.Around].
const Marker rune = unicode.MaxRune + 1

// markerText is the marker in the words of a search: no character holds this byte.
const markerText = "\xff"

// Classes returns the number of classes.
func (a *Alphabet) Classes() int { return len(a.lo) }

// readable returns the most readable of some characters.
func readable(lo, hi rune) rune {
	best, least := lo, rank(lo)
	for r := lo; r <= hi && r < lo+3000; r++ {
		if least == 0 || least <= letter && r > 'é' {
			break // none of those that follow is more readable
		}
		if k := rank(r); k < least {
			best, least = r, k
		}
	}
	return best
}

// rank orders characters of the same class: the lowest is the most readable.
func rank(r rune) uint64 {
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
		return unreadable // said at once: alphabets ask for thousands of them
	case r >= 0x80 && unicode.IsLetter(r):
		return letter
	case r >= 0x80 && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r):
		return 6
	case r == ' ':
		return 7
	}
	return unreadable
}

const (
	letter = 5 // the rank of letters beyond ASCII

	// unreadable is the rank of characters that are not visible: controls, formatting,
	// tags, private use, unassigned ones.
	unreadable = 10
)

// charCost is the cost of a character in a search: one more character weighs more than any
// sum of ranks.
func charCost(r rune) uint64 { return 1<<24 + rank(r) }

// unreadableCost is what a character costs more that is not visible, where a long word that
// can be read is better than a short one: more than any number of other characters.
const unreadableCost = 1 << 44

// symbolOf returns the symbol of a character.
func symbolOf(r rune) Symbol { return Symbol{string(r), charCost(r)} }

// octetSymbol returns the symbol of an octet.
func octetSymbol(b rune) Symbol {
	s := symbolOf(b)
	s.Text = string([]byte{byte(b)})
	if b >= 0x80 { // not the character with that number
		s.Cost = charCost(0)
	}
	return s
}

// Readable returns the most readable character of a class.
func (a *Alphabet) Readable(class int) rune { return a.rep[class] }

// SameClasses numbers the classes of characters: two have the same number if no
// state of any of the languages, which share an alphabet, tells them apart.
func SameClasses(langs ...*Lang) []int {
	same := make([]int, langs[0].Classes())
	for _, l := range langs {
		for q := range l.States() {
			ids := make(map[[2]int]int)
			for c := range same {
				k := [2]int{same[c], l.Step(q, c)}
				if _, ok := ids[k]; !ok {
					ids[k] = len(ids)
				}
				same[c] = ids[k]
			}
		}
	}
	return same
}
