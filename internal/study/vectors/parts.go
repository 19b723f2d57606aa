package vectors

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/study/languages"
)

// This file makes a suite of the parts where that of the whole rule takes too much work: each rule by itself, in a
// place of a sentence of the start rule. What a rule uses stands there as it is if it is small, or else as its shortest
// sentence. The start rule says of each row whether it is valid, so the rows are right whatever they are made of.

// maxSentence is how many bytes a sentence has at most. Rules that double each other would fill the memory.
const maxSentence = 1 << 16

// maxInlined is how large a rule is that stands in the place of its name, if that does not make the other too large.
const maxInlined = 24

// parts is what is known of the rules for a suite of parts.
type parts struct {
	g      *abnf.Grammar
	short  map[*abnf.Rule]string // the shortest sentence; none for a rule that matches nothing, or only what is too long
	long   bool                  // a sentence was too long
	inline int                   // how large a rule is that stands in the place of its name
	names  map[abnf.Expr]string  // what stood in the place of an expression without names
	sizes  map[*abnf.Rule]int    // how many elements a rule has with all that it uses, at most more than maxInlined
}

// parts adds the rows of each rule by itself, and returns the names of those that are left out. The error is for a rule
// that no string matches.
func (s *suite) parts(g *abnf.Grammar, rule *abnf.Rule, size Size) (left []string, err error) {
	closure := g.Closure(rule)
	p := &parts{g: g, short: make(map[*abnf.Rule]string), names: make(map[abnf.Expr]string),
		sizes: make(map[*abnf.Rule]int)}
	for found := true; found; {
		found = false
		for _, r := range closure {
			old, known := p.short[r]
			if now, ok := p.sentence(r.Expr); ok && (!known || better(now, old)) {
				p.short[r], found = now, true
			}
		}
	}
	if _, ok := p.short[rule]; !ok && p.long {
		return nil, languages.ErrTooLarge
	} else if !ok {
		return nil, fmt.Errorf("no string matches the rule %s", rule.Name)
	}
	places := map[*abnf.Rule]context{rule: {path: []string{rule.Name}}}
	for _, r := range closure { // each after one that uses it
		k, ok := places[r]
		if !ok {
			left = append(left, r.Name)
			continue
		}
		for _, e := range nodes(r.Expr) {
			t := g.Target(e)
			if _, placed := places[t]; t == nil || placed {
				continue
			}
			if before, after, ok := p.around(r.Expr, e); ok {
				places[t] = context{k.before + before, after + k.after, append(slices.Clip(k.path), t.Name)}
			}
		}
		if s.stopped {
			return nil, nil
		}
		var err error
		for _, p.inline = range []int{maxInlined, 1} {
			if err = s.part(p, r, k, size); err == nil {
				break
			}
		}
		if err != nil {
			left = append(left, r.Name)
		}
	}
	return left, nil
}

// part adds the rows of a rule by itself, in its place.
func (s *suite) part(p *parts, r *abnf.Rule, k context, size Size) (err error) {
	defer languages.Recover(&err)
	expr := p.inlined(r.Expr, 0)
	if expr == nil {
		return errors.New("no string matches it")
	}
	own := &abnf.Rule{Name: r.Name, Expr: expr}
	g := &abnf.Grammar{Rules: []*abnf.Rule{own}, Terminals: p.g.Terminals}
	of := &suite{
		place0: &k, seen: s.seen, good: s.good, bad: s.bad,
		match: func(x string) bool { return s.match(s.text(k.before) + x + s.text(k.after)) },
		yield: func(row Row) bool { return !s.stopped && s.yield(row) },
	}
	defer func() { s.stopped, s.good, s.bad = s.stopped || of.stopped, of.good, of.bad }()
	of.find = ofPart{of, p}
	of.begin(g, own, size)
	of.a.Limit(budget / partsOf)
	of.run(size)
	return nil
}

// ofPart finds the strings of the suite of a part.
type ofPart struct {
	*suite
	p *parts
}

func (s ofPart) place(r *abnf.Rule, e abnf.Expr) (before, after string, ok bool) {
	return s.p.around(r.Expr, e)
}

func (s ofPart) shortest(variant abnf.Expr) (x string, ok bool) { return s.c.Lazy(variant).Shortest() }

func (s ofPart) written(e abnf.Expr) string { return cmp.Or(s.p.names[e], e.String()) }

func (s ofPart) accepted(r *abnf.Rule, e, variant, rest abnf.Expr) (x string, ok bool) {
	without := s.c.Swap(e, rest).Lazy(r.Expr)
	if x, ok = s.simple(r, e, variant); ok && !without.Match([]rune(x)) {
		return x, true
	}
	return s.c.Swap(e, variant).Lazy(r.Expr).Beyond(without)
}

func (s ofPart) refused(r *abnf.Rule, e, variant abnf.Expr) (x string, k context, ok bool) {
	k = context{path: s.path()}
	if x, ok = s.simple(r, e, variant); ok && !s.match(s.text(x)) { // what a part uses may match more than stands there
		return x, k, true
	}
	x, ok = s.c.Swap(e, variant).Lazy(r.Expr).Beyond(s.lang) // r is the only rule
	return x, k, ok && !s.match(s.text(x))
}

// partsOf is which part of the budget each rule may take by itself.
const partsOf = 8

// better reports whether a sentence is shorter than another one, or as short and more readable.
func better(a, b string) bool {
	cost := func(s string) (n uint64) {
		for _, c := range s {
			n += automaton.SymbolOf(c).Cost
		}
		return n
	}
	return cost(a) < cost(b)
}

// sentence returns a short string that an expression matches, of those that are known.
func (p *parts) sentence(e abnf.Expr) (best string, ok bool) {
	if t := p.g.Target(e); t != nil {
		best, ok = p.short[t]
		return best, ok
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, x := range e.Alts {
			if one, can := p.sentence(x); can && (!ok || better(one, best)) {
				best, ok = one, true
			}
		}
		return best, ok
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			one, can := p.sentence(x)
			if !can {
				return "", false
			}
			if best += one; len(best) > maxSentence {
				p.long = true
				return "", false
			}
		}
		return best, true
	case *abnf.Repetition:
		if e.Min == 0 {
			return "", true
		}
		one, can := p.sentence(e.X)
		if len(one) > maxSentence/e.Min {
			p.long = true
			return "", false
		}
		return strings.Repeat(one, e.Min), can
	}
	chars, ok := abnf.Characters(e)
	for _, spans := range chars {
		var one string
		for _, x := range spans {
			for c := x.Lo; c <= min(x.Hi, x.Lo+0x80); c++ {
				if try := string(c); (c < 0xD800 || c > 0xDFFF) && (one == "" || better(try, one)) {
					one = try
				}
			}
		}
		best += one
		ok = ok && one != ""
	}
	return best, ok
}

// around returns what is before and after one of the expressions of e in a short string that e matches.
func (p *parts) around(e, inner abnf.Expr) (before, after string, ok bool) {
	if e == inner {
		return "", "", true
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, x := range e.Alts {
			if before, after, ok = p.around(x, inner); ok {
				return before, after, true
			}
		}
	case *abnf.Concatenation:
		for i, x := range e.Parts {
			if before, after, ok = p.around(x, inner); !ok {
				continue
			}
			var head strings.Builder
			for j, y := range e.Parts {
				one, can := p.sentence(y)
				switch {
				case j == i:
				case !can:
					return "", "", false
				case j < i:
					head.WriteString(one)
				default:
					after += one
				}
			}
			return head.String() + before, after, true
		}
	case *abnf.Repetition:
		if e.Max == 0 {
			return "", "", false
		}
		if before, after, ok = p.around(e.X, inner); ok && e.Min > 1 {
			one, can := p.sentence(e.X)
			return before, after + strings.Repeat(one, e.Min-1), can
		}
	}
	return before, after, ok
}

// size returns how many elements an expression has with all that it uses, more than maxInlined if these are many.
func (p *parts) size(e abnf.Expr) int {
	if t := p.g.Target(e); t != nil {
		n, known := p.sizes[t]
		if !known {
			p.sizes[t] = maxInlined + 1 // of a rule that refers to itself
			n = p.size(t.Expr)
			p.sizes[t] = n
		}
		return n
	}
	if e, ok := e.(*abnf.Repetition); ok {
		return min(p.size(e.X)*max(1, min(max(e.Min, e.Max), maxInlined)), maxInlined+1)
	}
	n := 1
	for _, x := range abnf.Parts(e) {
		n = min(n+p.size(x), maxInlined+1)
	}
	return n
}

// inlined returns an expression without names: with what the rules are that it uses, or their shortest sentences; nil
// if it matches nothing.
func (p *parts) inlined(e abnf.Expr, depth int) (out abnf.Expr) {
	t := p.g.Target(e)
	if t == nil {
		return abnf.WithParts(e, func(x abnf.Expr) abnf.Expr { return p.inlined(x, depth) })
	}
	text, known := p.short[t]
	switch {
	case p.size(e) <= p.inline && depth < maxInlined:
		out = p.inlined(t.Expr, depth+1)
	case text != "":
		out = &abnf.Sequence{Runes: []rune(text), Base: 'x'}
	case known:
		out = &abnf.Literal{}
	}
	if _, own := abnf.Characters(t.Expr); !own && out != nil { // which is the same everywhere
		p.names[out] = e.String()
	}
	return out
}
