package languages

import (
	"encoding/binary"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A Lazy is the automaton of an expression that is asked for one string: its states are made when they are reached. Each
// is a set of states of a graph, in which the parts that [Compiler.Swap] has not replaced are there as their languages.
type Lazy struct {
	langBuilder
	reached [][]int32        // by state of the graph: see reach
	ids     map[string]int32 // by the states of a set
	sets    [][]int32
	rows    [][]int32 // by set: the next one, by class; nil until it is asked for
}

// Lazy returns the automaton of an expression.
func (c *Compiler) Lazy(e abnf.Expr) *Lazy {
	l := &Lazy{langBuilder: langBuilder{a: c.A}, ids: make(map[string]int32)}
	l.Graph.Start = l.state()
	l.Graph.Accept = c.graph(&l.langBuilder, e, l.Graph.Start, true)
	l.reached = make([][]int32, len(l.Links))
	return l
}

// graph adds an expression that begins in a state, and returns the state in which it ends. whole says that it is the
// whole expression, whose language nobody else asks for.
func (c *Compiler) graph(b *langBuilder, e abnf.Expr, from int32, whole bool) int32 {
	if c.mask[e] != nil || !whole && !c.fresh[e] {
		return b.embed(c.Lang(e), from)
	}
	if by := c.swap[e]; by != nil {
		e = by
	}
	if r := c.G.Target(e); r != nil {
		if c.Refers(r) || !c.fresh[r.Expr] {
			return b.embed(c.Rule(r), from)
		}
		return c.graph(b, r.Expr, from, false)
	}
	return b.expr(e, from, func(part abnf.Expr, from int32) int32 { return c.graph(b, part, from, false) })
}

// Match reports whether s is a sentence.
func (l *Lazy) Match(s []rune) bool {
	q := l.Start()
	for _, r := range s {
		q = l.Step(q, l.a.Class(r))
	}
	return l.Accepts(q)
}

// Shortest returns a sentence, as [Lang.Shortest] chooses it.
func (l *Lazy) Shortest() (text string, ok bool) { return l.Beyond(&Lang{a: l.a}) }

// An automatonOf is a [Lang] or a [Lazy].
type automatonOf interface {
	Start() int
	Step(state, class int) int
	Accepts(state int) bool
}

// Beyond returns a sentence that is not one of m, as [Lang.Shortest] chooses it.
func (l *Lazy) Beyond(m automatonOf) (text string, ok bool) {
	type pair struct{ p, q int }
	ids := make(map[pair]int)
	var pairs []pair
	number := func(t pair) int {
		id, known := ids[t]
		if !known {
			if id = len(pairs); id > maxLangStates {
				panic(ErrTooLarge)
			}
			ids[t], pairs = id, append(pairs, t)
		}
		return id
	}
	start := pair{l.Start(), m.Start()}
	if start.p < 0 {
		return "", false
	}
	automaton.Search(number(start), l.a.symbols, func(state, class int) int {
		s := pairs[state]
		p := l.Step(s.p, class)
		if p < 0 {
			return -1
		}
		return number(pair{p, m.Step(s.q, class)})
	}, func(state int, word string) bool {
		l.a.Spend(len(word)/2 + l.a.Classes()) // the words are made anew for each state
		if s := pairs[state]; l.Accepts(s.p) && !m.Accepts(s.q) {
			text, ok = word, true
		}
		return !ok
	})
	return text, ok
}

// Start returns the state in which sentences begin, -1 if there are none.
func (l *Lazy) Start() int { return int(l.id(l.reach(l.Graph.Start))) }

// Accepts reports whether a sentence ends in a state.
func (l *Lazy) Accepts(state int) bool {
	return state >= 0 && slices.Contains(l.sets[state], l.Graph.Accept)
}

// Step returns the state after a class of characters, -1 if no sentence continues.
func (l *Lazy) Step(state, class int) int {
	if state < 0 {
		return -1
	}
	if l.rows[state] == nil {
		l.rows[state] = l.row(l.sets[state])
	}
	return int(l.rows[state][class])
}

// row returns the numbers of the sets after one, by class.
func (l *Lazy) row(set []int32) []int32 {
	row := make([]int32, l.a.Classes())
	begins := make([]bool, len(row)+1) // a run of classes begins for which all steps are the same
	begins[0] = true
	for _, q := range set {
		for _, s := range l.Steps[q] {
			begins[s.First], begins[s.Last+1] = true, true
		}
	}
	var to []int32
	for class := range row {
		if !begins[class] {
			row[class] = row[class-1]
			continue
		}
		to = to[:0]
		for _, q := range set {
			for _, s := range l.Steps[q] {
				if int(s.First) <= class && class <= int(s.Last) {
					to = append(to, l.reach(s.To)...)
				}
			}
		}
		l.a.Spend(len(to) / workUnit)
		row[class] = l.id(to)
	}
	return row
}

// reach returns the states with steps, or the end, that can be reached from a state without a character.
func (l *Lazy) reach(q int32) []int32 {
	if l.reached[q] == nil {
		out := []int32{}
		seen := map[int32]bool{q: true}
		for todo := []int32{q}; len(todo) > 0; {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if len(l.Steps[p]) > 0 || p == l.Graph.Accept {
				out = append(out, p)
			}
			for _, link := range l.Links[p] {
				if !seen[link.To] {
					seen[link.To] = true
					todo = append(todo, link.To)
				}
			}
		}
		l.a.Spend(len(seen) / workUnit)
		l.reached[q] = out
	}
	return l.reached[q]
}

// id returns the number of a set, -1 if it is empty. The set may have states twice, and is not kept.
func (l *Lazy) id(set []int32) int32 {
	if len(set) == 0 {
		return -1
	}
	set = slices.Clone(set)
	slices.Sort(set)
	set = slices.Compact(set)
	key := make([]byte, 0, 4*len(set))
	for _, q := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(q))
	}
	id, known := l.ids[string(key)]
	if !known {
		id = int32(len(l.sets))
		l.ids[string(key)] = id
		l.sets, l.rows = append(l.sets, set), append(l.rows, nil)
	}
	return id
}
