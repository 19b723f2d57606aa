// Package readings counts the readings of a string: which alternative is taken in each place, what each part
// of a concatenation matches and each copy of a repetition. In come a rule and a string that it matches;
// out comes how many readings there are, and where two of them part. Copies that match the empty string
// are not counted, nor is a rule that lies within itself and matches the same text as that.
package readings

import (
	"math"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// Readings says in how many ways a rule matches a string.
type Readings struct {
	// Count is how many readings there are, at most [Max]. With More there are more: also
	// where a rule can lie within itself over the same text, which has no end.
	Count uint64
	More  bool
	// Unknown says that counting takes too much work; then nothing else is set.
	Unknown bool
	// Parting is where two readings part first, from the rule itself inwards; nil with less than two.
	Parting *Parting
}

// A Parting is a place at which two readings part.
type Parting struct {
	Rules      []string // the productions around it, from the rule itself
	Begin, End int      // the part of the string that is read in two ways, in bytes
	Expr       string   // the expression that matches it
	Ways       [2]string
	Ends       [2]int // where the part ends that Ways names; the same twice for alternatives
}

// The limits of counting.
const (
	Max        = 1_000_000_000
	maxCounted = 500_000   // places that are kept
	maxTried   = 4_000_000 // ways that are tried
)

// Count counts the readings of s by a rule, which must match it.
func Count(g *abnf.Grammar, rule *abnf.Rule, s string) Readings {
	c := &counter{g: g, text: g.Terminals.Runes(s), memo: make(map[part]uint64), open: make(map[part]int),
		lowest: math.MaxInt, lengths: make(map[abnf.Expr][2]int)}
	n := c.rule(rule, 0, len(c.text))
	switch {
	case c.spent:
		return Readings{Unknown: true}
	case n == 0:
		return Readings{}
	}
	out := Readings{Count: min(n, Max), More: n > Max || c.endless}
	if n > 1 {
		out.Parting = c.part(rule)
		for _, at := range []*int{&out.Parting.Begin, &out.Parting.End, &out.Parting.Ends[0], &out.Parting.Ends[1]} {
			*at = len(g.Terminals.Text(c.text[:*at]))
		}
	}
	return out
}

// A counter counts readings. Offsets are terminals.
type counter struct {
	g       *abnf.Grammar
	text    []rune
	memo    map[part]uint64
	open    map[part]int // the rules whose readings are being counted, from the outermost one on
	lowest  int          // of those that were met again by what is being counted; MaxInt for none
	lengths map[abnf.Expr][2]int
	tried   int
	spent   bool
	endless bool
}

// A part is an expression that matches a part of the string: a concatenation without its first n
// parts, a repetition after n copies.
type part struct {
	expr       abnf.Expr
	n          int
	begin, end int
}

func add(a, b uint64) uint64 { return min(a+b, Max+1) }
func mul(a, b uint64) uint64 { return min(a*b, Max+1) }

func (c *counter) rule(r *abnf.Rule, begin, end int) uint64 {
	k := part{r.Expr, -1, begin, end}
	if depth, open := c.open[k]; open {
		c.endless = true // callers ask for what is left over first, so that it can be empty
		c.lowest = min(c.lowest, depth)
		return 0
	}
	if known, ok := c.memo[k]; ok {
		return known
	}
	depth, before := len(c.open), c.lowest
	c.open[k], c.lowest = depth, math.MaxInt
	n := c.expr(r.Expr, 0, begin, end)
	delete(c.open, k)
	if c.lowest >= depth { // it has met itself at most
		c.memo[k], c.lowest = n, math.MaxInt
	}
	c.lowest = min(c.lowest, before)
	return n
}

// bounds returns how many terminals an expression matches; longest can be [abnf.Unlimited].
func (c *counter) bounds(e abnf.Expr) (shortest, longest int) {
	b, known := c.lengths[e]
	if !known {
		b[0], b[1] = c.g.Lengths(e)
		c.lengths[e] = b
	}
	return b[0], b[1]
}

func (c *counter) fits(e abnf.Expr, length int) bool {
	shortest, longest := c.bounds(e)
	return shortest <= length && (longest >= abnf.Unlimited || length <= longest)
}

// expr returns how many readings of a part of the string there are by an expression.
func (c *counter) expr(e abnf.Expr, n, begin, end int) uint64 {
	if c.tried++; c.tried > maxTried || len(c.memo) > maxCounted {
		c.spent = true
	}
	if c.spent || n == 0 && !c.fits(e, end-begin) {
		return 0
	}
	if r := c.g.Target(e); r != nil {
		return c.rule(r, begin, end)
	}
	if chars, ok := abnf.Characters(e); ok {
		for i, spans := range chars {
			if !slices.ContainsFunc(spans, func(x abnf.Interval) bool {
				return x.Lo <= c.text[begin+i] &&
					c.text[begin+i] <= x.Hi
			}) {
				return 0
			}
		}
		return 1
	}
	k := part{e, n, begin, end}
	if known, ok := c.memo[k]; ok {
		return known
	}
	sum, before := uint64(0), c.lowest
	c.lowest = math.MaxInt
	c.ways(k, func(_ abnf.Expr, _ int, count uint64) bool {
		sum = add(sum, count)
		return true
	})
	// A count that leaves out a rule that is open now holds only while that is so.
	if c.lowest == math.MaxInt {
		c.memo[k] = sum
	}
	c.lowest = min(c.lowest, before)
	return sum
}

// ways calls f for each way to go on at a place: with an alternative, or with what the next part or copy
// matches, up to at, and in how many ways that and the rest can be read; 0 is left out. next is nil
// where a repetition ends.
func (c *counter) ways(k part, f func(next abnf.Expr, at int, count uint64) bool) {
	switch e := k.expr.(type) {
	case *abnf.Alternation:
		for _, x := range e.Alts {
			if n := c.expr(x, 0, k.begin, k.end); n > 0 && !f(x, k.end, n) {
				return
			}
		}
	case *abnf.Concatenation:
		if k.n == len(e.Parts)-1 {
			if n := c.expr(e.Parts[k.n], 0, k.begin, k.end); n > 0 {
				f(e.Parts[k.n], k.end, n)
			}
			return
		}
		least := 0 // of the parts that come after
		for _, x := range e.Parts[k.n+1:] {
			shortest, _ := c.bounds(x)
			least += shortest
		}
		c.splits(e.Parts[k.n], k.begin, k.end-least, func(at int) bool {
			rest := c.expr(e, k.n+1, at, k.end)
			if rest == 0 {
				return true
			}
			n := mul(c.expr(e.Parts[k.n], 0, k.begin, at), rest)
			return n == 0 || f(e.Parts[k.n], at, n)
		})
	case *abnf.Repetition:
		shortest, _ := c.bounds(e.X)
		if k.begin == k.end && (shortest == 0 || k.n >= e.Min) {
			if !f(nil, k.end, 1) {
				return
			}
		}
		if e.Max >= 0 && k.n >= e.Max {
			return
		}
		after := k.n + 1
		if e.Max < 0 {
			after = min(after, max(e.Min, 1)) // more make no difference
		}
		c.splits(e.X, k.begin, k.end, func(at int) bool {
			if at == k.begin {
				return true
			}
			rest := c.expr(e, after, at, k.end)
			if rest == 0 {
				return true
			}
			n := mul(c.expr(e.X, 0, k.begin, at), rest)
			return n == 0 || f(e.X, at, n)
		})
	}
}

// splits calls f for each end that an expression can have which begins at begin, the last one first.
func (c *counter) splits(e abnf.Expr, begin, last int, f func(at int) bool) {
	shortest, longest := c.bounds(e)
	if longest < abnf.Unlimited {
		last = min(last, begin+longest)
	}
	for at := last; at >= begin+shortest && !c.spent; at-- {
		if !f(at) {
			return
		}
	}
}

// part finds where two readings part first.
func (c *counter) part(rule *abnf.Rule) *Parting {
	p := &Parting{Rules: []string{rule.Name}}
	todo := []part{{rule.Expr, 0, 0, len(c.text)}}
	for len(todo) > 0 {
		k := todo[0]
		todo = todo[1:]
		if r := c.g.Target(k.expr); r != nil {
			p.Rules = append(p.Rules, r.Name)
			todo = []part{{r.Expr, 0, k.begin, k.end}}
			continue
		}
		type way struct {
			next abnf.Expr
			at   int
		}
		var found []way
		c.ways(k, func(next abnf.Expr, at int, _ uint64) bool {
			found = append(found, way{next, at})
			return len(found) < 2
		})
		if len(found) == 2 {
			p.Begin, p.End, p.Expr = k.begin, k.end, k.expr.String()
			for i, w := range found {
				p.Ends[i] = w.at
				if w.next != nil {
					p.Ways[i] = w.next.String()
				}
			}
			return p
		}
		if len(found) == 0 || found[0].next == nil {
			continue
		}
		w := found[0]
		inner, rest := part{w.next, 0, k.begin, w.at}, part{k.expr, k.n + 1, w.at, k.end}
		if rep, is := k.expr.(*abnf.Repetition); is && rep.Max < 0 {
			rest.n = min(rest.n, max(rep.Min, 1))
		}
		if c.expr(inner.expr, 0, inner.begin, inner.end) > 1 {
			todo = []part{inner}
			continue
		}
		todo = []part{rest}
	}
	return p
}
