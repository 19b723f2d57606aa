package languages

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// Shortest returns a sentence: one with the fewest unreadable characters, of those
// a shortest one, of those one with the best characters (see [automaton.Rank]).
func (l *Lang) Shortest() (s string, ok bool) { return l.ShortestFrom(l.Start()) }

// Around returns what is before and after the marker in the shortest sentence that
// has exactly one marker.
func (l *Lang) Around() (before, after string, ok bool) {
	// Two copies of the automaton: one for before the marker, one for after it.
	n, marker := l.States(), l.Classes()-1
	d := automaton.NewRows(l.Classes(), nil)
	for q := range 2 * n {
		row := d.Add(q >= n && l.accept[q-n])
		for c := range row {
			switch t := l.Step(q%n, c); {
			case t < 0 || c == marker && q >= n:
			case c == marker || q >= n:
				row[c] = uint32(n + t + 1)
			default:
				row[c] = uint32(t + 1)
			}
		}
	}
	text, ok := l.a.lang(d).Shortest()
	if !ok {
		return "", "", false
	}
	return strings.Cut(text, markerText)
}

// ShortestFrom is like Shortest for what follows a state.
func (l *Lang) ShortestFrom(state int) (text string, ok bool) {
	l.search(state, func(state int, word string) bool {
		if l.accept[state] {
			text, ok = word, true
		}
		return !ok
	})
	return text, ok
}

// Reach returns for each state a string that leads there, chosen as Shortest
// chooses.
func (l *Lang) Reach() []string {
	reach := make([]string, len(l.accept))
	l.search(l.Start(), func(state int, word string) bool {
		reach[state] = word
		return true
	})
	return reach
}

// search visits the states from one on in the order of the words that lead there,
// the best first, until visit returns false.
func (l *Lang) search(state int, visit func(state int, word string) bool) {
	if state >= 0 && !l.Empty() {
		automaton.Search(state, l.a.symbols, l.Step, func(state int, word string) bool {
			l.a.Spend(len(word) / 2) // the words are made anew for each state
			return visit(state, word)
		})
	}
}

// Distinguish returns strings over one character of each of the classes such that
// for any two states, the dead state included, one of the strings leads only one of
// them to the end of a sentence; see [Distinguish].
func (l *Lang) Distinguish(classes []int) []string {
	dead := len(l.accept)
	next := make([][]int, dead+1)
	for q := range next {
		next[q] = make([]int, len(classes))
		for i, c := range classes {
			next[q][i] = dead
			if q < dead {
				if t := l.Step(q, c); t >= 0 {
					next[q][i] = t
				}
			}
		}
	}
	var out []string
	for _, word := range Distinguish(next, append(slices.Clone(l.accept), false)) {
		var text []rune
		for _, i := range word {
			text = append(text, l.a.rep[classes[i]])
		}
		out = append(out, string(text))
	}
	return out
}

// Distinguish returns words over the symbols of a deterministic automaton: for
// any two states that some word tells apart, one of the words leads exactly one of
// them to acceptance (the characterization set of Chow 1978). next holds the state
// after each symbol, by state; the words hold indices of symbols. The first word
// is the empty one.
func Distinguish(next [][]int, accept []bool) [][]int {
	var out [][]int
	group := make([]int, len(next)) // states that no word so far tells apart have the same number
	split := func(word []int) {
		out = append(out, word)
		type key struct {
			group  int
			accept bool
		}
		ids := make(map[key]int)
		for q := range group {
			end := q
			for _, a := range word {
				end = next[end][a]
			}
			k := key{group[q], accept[end]}
			if _, ok := ids[k]; !ok {
				ids[k] = len(ids)
			}
			group[q] = ids[k]
		}
	}
	split(nil)
	for again := true; again; {
		again = false
		first := make(map[int]int) // by group
		for q, g := range group {
			p, ok := first[g]
			if !ok {
				first[g] = q
				continue
			}
			if word, ok := apart(next, accept, p, q); ok {
				split(word)
				again = true
				break
			}
		}
	}
	return out
}

// apart returns a shortest word that leads exactly one of two states to
// acceptance; ok is false if there is none.
func apart(next [][]int, accept []bool, p, q int) (word []int, ok bool) {
	type pair struct{ p, q int }
	type step struct {
		pair
		from, symbol int // the step before, -1 for the first one, and the symbol after it
	}
	todo := []step{{pair{p, q}, -1, 0}}
	seen := map[pair]bool{{p, q}: true}
	for i := 0; i < len(todo); i++ {
		at := todo[i]
		if accept[at.p] != accept[at.q] {
			for ; at.from >= 0; at = todo[at.from] {
				word = append(word, at.symbol)
			}
			slices.Reverse(word)
			return word, true
		}
		for a := range next[at.p] {
			to := pair{next[at.p][a], next[at.q][a]}
			if to.p != to.q && !seen[to] {
				seen[to] = true
				todo = append(todo, step{to, i, a})
			}
		}
	}
	return nil, false
}

// Hash returns the SHA-256 of rules in hexadecimal digits, by which they are known years later: of their definitions in
// canonical form, one on each line, so that white space and comments make no difference. It is not in package abnf
// because crypto/sha256 would add 180 kB to each program that imports the library.
func Hash(rules []*abnf.Rule) string {
	h := sha256.New()
	for _, r := range rules {
		fmt.Fprintln(h, r)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
