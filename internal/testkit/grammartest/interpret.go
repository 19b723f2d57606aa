package grammartest

import (
	"maps"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// An Interpreter matches strings against the rules of a grammar by their definitions, with
// every way of reading tried: what a rule matches at a place is the smallest set of ends that
// its definition allows there. It shares only the reader of grammars with the code that it is compared
// with. It works for any rule, but is slow.
type Interpreter struct {
	G    *abnf.Grammar
	text []rune
	memo map[at]*ends
	more bool // a set has grown in this round
}

type at struct {
	rule *abnf.Rule
	pos  int
}

// ends are the ends of the matches of a rule at a place, as offsets in characters or in octets.
type ends struct {
	set   map[int]bool
	round int
}

// Match reports whether the rule matches the whole of s.
func (p *Interpreter) Match(rule *abnf.Rule, s string) bool {
	if !p.G.Terminals.Valid(s) {
		return false
	}
	p.text, p.memo = p.G.Terminals.Runes(s), make(map[at]*ends)
	for round := 1; ; round++ {
		p.more = false
		p.rule(rule, 0, round)
		if p.memo[at{rule, 0}].set[len(p.text)] {
			return true
		}
		if !p.more {
			return false
		}
	}
}

// rule returns the known ends of the matches of a rule at a place. It computes them once in each
// round.
func (p *Interpreter) rule(r *abnf.Rule, pos, round int) map[int]bool {
	k := at{r, pos}
	m := p.memo[k]
	if m == nil {
		m = &ends{set: make(map[int]bool)}
		p.memo[k] = m
	}
	if m.round < round {
		m.round = round
		for end := range p.expr(r.Expr, pos, round) {
			if !m.set[end] {
				m.set[end] = true
				p.more = true
			}
		}
	}
	return m.set
}

func (p *Interpreter) expr(e abnf.Expr, pos, round int) map[int]bool {
	out := make(map[int]bool)
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, x := range e.Alts {
			maps.Copy(out, p.expr(x, pos, round))
		}
	case *abnf.Concatenation:
		out[pos] = true
		for _, x := range e.Parts {
			out = p.each(x, out, round)
		}
	case *abnf.Repetition:
		now := map[int]bool{pos: true}
		for n := 0; len(now) > 0 && (e.Max < 0 || n <= e.Max); n++ {
			fresh := false
			if n >= e.Min {
				for end := range now {
					fresh = fresh || !out[end]
					out[end] = true
				}
				if !fresh {
					break
				}
			}
			if n == e.Max {
				break
			}
			now = p.each(e.X, now, round)
		}
	case *abnf.Reference, *abnf.Prose:
		maps.Copy(out, p.rule(p.G.Target(e), pos, round))
	default:
		if chars, ok := abnf.Characters(e); ok {
			for _, spans := range chars {
				if pos >= len(p.text) || !slices.ContainsFunc(spans,
					func(x abnf.Interval) bool { return x.Lo <= p.text[pos] && p.text[pos] <= x.Hi }) {
					return out
				}
				pos++
			}
			out[pos] = true
		}
	}
	return out
}

// each returns the ends of the matches of e that begin at any of the places.
func (p *Interpreter) each(e abnf.Expr, from map[int]bool, round int) map[int]bool {
	out := make(map[int]bool)
	for pos := range from {
		maps.Copy(out, p.expr(e, pos, round))
	}
	return out
}
