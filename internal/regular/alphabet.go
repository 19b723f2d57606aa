package regular

import (
	"slices"
	"unicode"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
)

// An Alphabet divides the characters into classes: characters that no terminal of
// the grammars tells apart are in one class. Surrogates are not characters and
// belong to no class.
type Alphabet struct {
	lo, hi []rune // by class
	rep    []rune // the most readable character of the class

	symbols []automaton.Symbol // by class, for searches: rep and what it costs
	left    int                // how much may still be computed, see Spend
	kept    int                // how much of it is kept, see keep
}

// maxWork is how much is computed with the languages of one alphabet, in steps of
// automata: somewhat more than the test vectors of IRI-reference take, which is 65 million.
const maxWork = 72_000_000

// CompareWork is how much is enough to compare grammars, which takes less than vectors.
const CompareWork = maxWork / 2

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

// NewAlphabet returns the alphabet of the rules and of all rules that they use.
func NewAlphabet(rules map[*abnf.Grammar][]*abnf.Rule) *Alphabet {
	bounds := []rune{0, 0xD800, 0xE000, unicode.MaxRune + 1}
	for g, starts := range rules {
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
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	if len(bounds) > maxClasses {
		panic(ErrTooLarge)
	}
	a := &Alphabet{left: maxWork}
	for i, lo := range bounds[:len(bounds)-1] {
		if lo < 0xD800 || lo >= 0xE000 {
			a.lo = append(a.lo, lo)
			a.hi = append(a.hi, bounds[i+1]-1)
			a.rep = append(a.rep, readable(lo, bounds[i+1]-1))
		}
	}
	a.lo = append(a.lo, Marker)
	a.hi = append(a.hi, Marker)
	a.rep = append(a.rep, Marker)
	for _, r := range a.rep {
		s := automaton.Symbol{Text: string(r), Cost: 1<<16 + uint64(rank(r))}
		if rank(r) == unreadable {
			s.Cost += 1 << 40
		}
		if r == Marker {
			s.Text = markerText
		}
		a.symbols = append(a.symbols, s)
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

// Class returns the class of a character.
func (a *Alphabet) Class(r rune) int {
	i, ok := slices.BinarySearch(a.lo, r)
	if !ok {
		i--
	}
	return i
}

// Range returns the first and the last character of a class.
func (a *Alphabet) Range(class int) (lo, hi rune) { return a.lo[class], a.hi[class] }

// readable returns the most readable of some characters.
func readable(lo, hi rune) rune {
	best := lo
	for r := lo; r <= hi && r < lo+3000 && rank(best) > 0; r++ {
		if rank(r) < rank(best) {
			best = r
		}
	}
	return best
}

// rank orders characters of the same class: the lowest is the most readable.
func rank(r rune) int {
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
	case unicode.IsLetter(r):
		return 5
	case r > 0x7F && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r):
		return 6
	case r == ' ':
		return 7
	}
	return unreadable
}

// unreadable is the rank of characters that are not visible: controls, formatting,
// tags, private use, unassigned ones.
const unreadable = 10

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
