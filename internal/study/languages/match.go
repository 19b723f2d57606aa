package languages

import (
	"encoding/binary"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// This file looks up one string, or finds one, without the automaton of an expression: after a replacement that would be
// made for one question.

// Match reports whether an expression matches s. Of an expression with a part that [Compiler.Swap] has replaced it makes
// no automaton, as [Compiler.Lang] does: one string after each replacement is looked up much faster so.
func (c *Compiler) Match(e abnf.Expr, s []rune) bool {
	m := matcher{c: c}
	for _, r := range s {
		m.classes = append(m.classes, c.A.Class(r))
	}
	return m.ends(e, places{0: true})[len(s)]
}

// A matcher matches one string, which is classes of characters.
type matcher struct {
	c       *Compiler
	classes []int
}

// places are offsets in the string of a matcher.
type places map[int]bool

// ends returns where an expression can end that begins in one of some places.
func (m *matcher) ends(e abnf.Expr, from places) places {
	c := m.c
	m.c.A.Spend(len(from) + 1)
	if !c.fresh[e] || c.mask[e] != nil {
		return m.through(c.Lang(e), from)
	}
	if by := c.swap[e]; by != nil {
		e = by
	}
	if r := c.G.Target(e); r != nil {
		if c.Refers(r) {
			return m.through(c.Rule(r), from)
		}
		return m.ends(r.Expr, from)
	}
	to := make(places)
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, alt := range e.Alts {
			to.add(m.ends(alt, from))
		}
	case *abnf.Concatenation:
		to = from
		for _, part := range e.Parts {
			to = m.ends(part, to)
		}
	case *abnf.Repetition:
		return m.repeated(e, from)
	case *abnf.Prose: // one that names no rule matches nothing
	default:
		chars, _ := abnf.Characters(e)
		for at := range from {
			if m.has(chars, at) {
				to[at+len(chars)] = true
			}
		}
	}
	return to
}

// add adds other places, and returns those that are new.
func (p places) add(others places) (added places) {
	added = make(places)
	for at := range others {
		if !p[at] {
			p[at], added[at] = true, true
		}
	}
	return added
}

func (m *matcher) repeated(e *abnf.Repetition, from places) places {
	if e.Max == 0 {
		return from
	}
	for range e.Min {
		if from = m.ends(e.X, from); len(from) == 0 {
			return from
		}
	}
	all := make(places)
	for n := e.Min; ; n++ { // what has been reached with fewer repetitions leads nowhere else
		if from = all.add(from); len(from) == 0 || n == e.Max {
			return all
		}
		from = m.ends(e.X, from)
	}
}

// has reports whether the string has characters at an offset.
func (m *matcher) has(chars [][]abnf.Interval, at int) bool {
	for i, spans := range chars {
		found := false
		for _, x := range spans {
			if first, last := m.c.A.Span(x.Lo, x.Hi); at+i < len(m.classes) {
				class := int32(m.classes[at+i])
				found = found || first <= class && class <= last
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// through returns where sentences of a language can end.
func (m *matcher) through(l *Lang, from places) places {
	to := make(places)
	for at := range from {
		for q, i := l.Start(), at; q >= 0; i++ {
			if l.Accepts(q) {
				to[i] = true
			}
			if i == len(m.classes) {
				break
			}
			q = l.Step(q, m.classes[i])
		}
	}
	return to
}

// Beyond returns the shortest string that an expression matches and that is not in l, as [Lang.Shortest] chooses it. It
// makes as much of the automaton of the expression as the search needs.
func (c *Compiler) Beyond(e abnf.Expr, l *Lang) (text string, ok bool) {
	b := &langBuilder{a: c.A}
	b.Start = b.state()
	b.Accept = c.graph(b, e, b.Start)
	d := &determinizer{langBuilder: b, reached: make([][]int32, len(b.Links)), ids: make(map[string]int32)}
	type pair struct{ p, q int32 }
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
	start := d.id(d.reach(b.Start))
	if start < 0 {
		return "", false
	}
	automaton.Search(number(pair{start, int32(l.Start())}), c.A.symbols, func(state, class int) int {
		s := pairs[state]
		p := d.row(s.p)[class]
		if p < 0 {
			return -1
		}
		return number(pair{p, int32(l.Step(int(s.q), class))})
	}, func(state int, word string) bool {
		c.A.Spend(len(word)/2 + c.A.Classes())
		s := pairs[state]
		if slices.Contains(d.sets[s.p], b.Accept) && !l.Accepts(int(s.q)) {
			text, ok = word, true
		}
		return !ok
	})
	return text, ok
}

// graph adds an expression that begins in a state, and returns the state in which it ends. What [Compiler.Swap] has not
// replaced is there as its language.
func (c *Compiler) graph(b *langBuilder, e abnf.Expr, from int32) int32 {
	if !c.fresh[e] || c.mask[e] != nil {
		return b.embed(c.Lang(e), from)
	}
	if by := c.swap[e]; by != nil {
		e = by
	}
	if r := c.G.Target(e); r != nil {
		if c.Refers(r) {
			return b.embed(c.Rule(r), from)
		}
		return c.graph(b, r.Expr, from)
	}
	return b.expr(e, from, func(part abnf.Expr, from int32) int32 { return c.graph(b, part, from) })
}

// A determinizer makes the states of a deterministic automaton as they are asked for: each is a set of those of a graph.
type determinizer struct {
	*langBuilder
	reached [][]int32        // by state of the graph: see reach
	ids     map[string]int32 // by the states of a set
	sets    [][]int32
	rows    [][]int32 // by set: the next one, by class; nil until it is asked for
}

// reach returns the states with steps, or the end, that can be reached from a state without a character.
func (d *determinizer) reach(q int32) []int32 {
	if d.reached[q] == nil {
		out := []int32{}
		seen := map[int32]bool{q: true}
		for todo := []int32{q}; len(todo) > 0; {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if len(d.Steps[p]) > 0 || p == d.Accept {
				out = append(out, p)
			}
			for _, l := range d.Links[p] {
				if !seen[l.To] {
					seen[l.To] = true
					todo = append(todo, l.To)
				}
			}
		}
		d.a.Spend(len(seen))
		d.reached[q] = out
	}
	return d.reached[q]
}

// id returns the number of a set, -1 if it is empty. The set may have states twice, and is not kept.
func (d *determinizer) id(set []int32) int32 {
	set = slices.Clone(set)
	slices.Sort(set)
	set = slices.Compact(set)
	if len(set) == 0 {
		return -1
	}
	key := make([]byte, 0, 4*len(set))
	for _, q := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(q))
	}
	id, known := d.ids[string(key)]
	if !known {
		id = int32(len(d.sets))
		d.ids[string(key)] = id
		d.sets, d.rows = append(d.sets, set), append(d.rows, nil)
	}
	return id
}

// row returns the next set for each class.
func (d *determinizer) row(id int32) []int32 {
	if d.rows[id] == nil {
		k := d.a.Classes()
		begins := make([]bool, k+1) // a run of classes for which all steps are the same begins here
		begins[0] = true
		for _, q := range d.sets[id] {
			for _, s := range d.Steps[q] {
				begins[s.First], begins[s.Last+1] = true, true
			}
		}
		row := make([]int32, k)
		var to []int32
		for class := range row {
			if !begins[class] {
				row[class] = row[class-1]
				continue
			}
			to = to[:0]
			for _, q := range d.sets[id] {
				for _, s := range d.Steps[q] {
					if int(s.First) <= class && class <= int(s.Last) {
						to = append(to, d.reach(s.To)...)
					}
				}
			}
			d.a.Spend(len(to) / workUnit)
			row[class] = d.id(to)
		}
		d.rows[id] = row
	}
	return d.rows[id]
}
