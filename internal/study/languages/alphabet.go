package languages

import (
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// An Alphabet holds the classes of characters that all languages of one computation
// share, and how much may still be computed with them.
type Alphabet struct {
	automaton.CharClasses
	rep     []rune             // by class: its most readable character
	symbols []automaton.Symbol // by class, for searches: rep and what it costs
	left    int                // how much may still be computed, see Spend
	kept    int                // how much of it is kept, see keep
	spare   []uint32           // for the rows of the next automaton
}

// newRows is [automaton.NewRows] for an automaton over the classes; [Alphabet.lang] makes of it a
// language before another is made: they use the same memory.
func (a *Alphabet) newRows() *automaton.Rows {
	return automaton.NewRows(a.Classes(), a.spare)
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

// Allow sets what may still be computed.
func (a *Alphabet) Allow(steps int) { a.left = steps }

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
				abnf.Numbers(r.Expr, func(lo, hi rune) { bounds = append(bounds, lo, hi+1) })
			}
		}
	}
	a := &Alphabet{CharClasses: automaton.NewCharClasses(kind, bounds), left: maxLangWork}
	if len(a.Lo) > maxClasses {
		panic(ErrTooLarge)
	}
	for i, lo := range a.Lo {
		r := readable(lo, a.Hi[i])
		s := automaton.SymbolOf(r)
		if automaton.Rank(r) >= automaton.Unreadable {
			s.Cost += unreadableCost
		}
		if r == automaton.Marker {
			s.Text = markerText
		}
		a.rep, a.symbols = append(a.rep, r), append(a.symbols, s)
	}
	return a
}

// markerText is the marker in the words of a search: no character holds this byte.
const markerText = "\xff"

// Classes returns the number of classes.
func (a *Alphabet) Classes() int { return len(a.Lo) }

// readable returns the most readable of some characters.
func readable(lo, hi rune) rune {
	best, least := lo, automaton.Rank(lo)
	for r := lo; r <= hi && r < lo+3000; r++ {
		if least == 0 || least <= automaton.Letter && r > 'é' {
			break // none of those that follow is more readable
		}
		if k := automaton.Rank(r); k < least {
			best, least = r, k
		}
	}
	return best
}

// unreadableCost is what a character costs more that is not visible, where a long word that
// can be read is better than a short one: more than any number of other characters.
const unreadableCost = 1 << 44

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
