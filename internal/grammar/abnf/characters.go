package abnf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// An Interval holds the characters from Lo to Hi.
type Interval struct{ Lo, Hi rune }

// Joined returns the characters of spans as spans in order that do not touch. It sorts the spans.
func Joined(spans []Interval) (out []Interval) {
	slices.SortFunc(spans, func(a, b Interval) int { return int(a.Lo - b.Lo) })
	for _, s := range spans {
		if n := len(out); n > 0 && s.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, s.Hi)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// WithoutSurrogates returns the characters of spans as [Joined] does, without the surrogates, which no UTF-8 text
// holds.
func WithoutSurrogates(spans []Interval) []Interval {
	var out []Interval
	for _, s := range spans {
		for _, part := range []Interval{{s.Lo, min(s.Hi, 0xD7FF)}, {max(s.Lo, 0xE000), min(s.Hi, 0x10FFFF)}} {
			if part.Lo <= part.Hi {
				out = append(out, part)
			}
		}
	}
	return Joined(out)
}

// Characters returns what a terminal, a *Literal, *Range or *Sequence, matches:
// for each place in it, in order, the spans of the characters that match there.
// ok is false if the expression is none of them.
func Characters(e Expr) (chars [][]Interval, ok bool) {
	switch e := e.(type) {
	case *Literal:
		for _, c := range e.Text {
			spans := []Interval{{c, c}}
			if other, ok := e.OtherCase(c); ok {
				spans = append(spans, Interval{other, other})
			}
			chars = append(chars, spans)
		}
		return chars, true
	case *Range:
		return [][]Interval{{{e.Lo, e.Hi}}}, true
	case *Sequence:
		for _, c := range e.Runes {
			chars = append(chars, []Interval{{c, c}})
		}
		return chars, true
	}
	return nil, false
}

// same reports whether two rules match the same, as far as their forms show it: which order alternatives have, what is
// grouped, which characters a rule that is named has, and how a repetition is written do not matter.
func (g *Grammar) same(r *Rule, h *Grammar, s *Rule) bool {
	return r.Expr.String() == s.Expr.String() || formOf(g.terms(r.Expr)) == formOf(h.terms(s.Expr))
}

// A term is a part of a sequence in a form that does not depend on how it is written, and how often it stands there;
// most is negative for no limit.
type term struct {
	form        string
	least, most int
}

func once(form string) []term { return []term{{form, 1, 1}} }

func formOf(terms []term) string {
	var b strings.Builder
	for _, t := range terms {
		fmt.Fprintf(&b, "%d*%d%s ", t.least, t.most, t.form)
	}
	return b.String()
}

// terms returns the sequence that an expression is.
func (g *Grammar) terms(e Expr) (terms []term) {
	steps := 1000
	if places, ok := g.sets(e, 0, &steps); ok {
		for _, place := range places {
			terms = joined(terms, once(fmt.Sprint(place)))
		}
		return terms
	}
	switch e := e.(type) {
	case *Alternation:
		var forms []string
		var single []Interval
		var add func(list []Expr)
		add = func(list []Expr) {
			for _, x := range list {
				if group, ok := x.(*Alternation); ok {
					add(group.Alts)
				} else if places, ok := g.sets(x, 0, &steps); ok && len(places) == 1 {
					single = append(single, places[0]...)
				} else {
					forms = append(forms, formOf(g.terms(x)))
				}
			}
		}
		if add(e.Alts); len(single) > 0 {
			forms = append(forms, formOf(once(fmt.Sprint(Joined(single)))))
		}
		slices.Sort(forms)
		return once("(" + strings.Join(slices.Compact(forms), "/ ") + ")")
	case *Concatenation:
		for _, x := range e.Parts {
			terms = joined(terms, g.terms(x))
		}
		return terms
	case *Repetition:
		inner := g.terms(e.X)
		if len(inner) != 1 || inner[0].least != 1 || inner[0].most != 1 {
			inner = once("(" + formOf(inner) + ")")
		}
		return []term{{inner[0].form, e.Min, e.Max}}
	}
	if t := g.Target(e); t != nil {
		return once(chars.Lower(t.Name))
	}
	return once(e.String())
}

// joined returns two sequences one after the other: b *b is 1*b.
func joined(a, b []term) []term {
	if n := len(a); n > 0 && len(b) == 1 && a[n-1].form == b[0].form {
		last := &a[n-1]
		if last.least += b[0].least; last.most < 0 || b[0].most < 0 {
			last.most = -1
		} else {
			last.most += b[0].most
		}
		return a
	}
	return append(a, b...)
}

// sets returns the characters of each place, if an expression matches any sequence of one character of each; ok is
// false if it matches other strings, or takes more than some rules or steps.
func (g *Grammar) sets(e Expr, depth int, steps *int) (places [][]Interval, ok bool) {
	const deepest, longest = 8, 16
	if *steps--; depth > deepest || *steps < 0 {
		return nil, false
	}
	switch e := e.(type) {
	case *Alternation:
		var all []Interval
		for _, x := range e.Alts {
			one, ok := g.sets(x, depth+1, steps)
			if !ok || len(one) != 1 {
				return nil, false
			}
			all = append(all, one[0]...)
		}
		return [][]Interval{Joined(all)}, true
	case *Concatenation:
		for _, x := range e.Parts {
			more, ok := g.sets(x, depth+1, steps)
			if places = append(places, more...); !ok || len(places) > longest {
				return nil, false
			}
		}
		return places, true
	case *Repetition:
		one, ok := g.sets(e.X, depth+1, steps)
		if !ok || e.Min != e.Max || e.Min*len(one) > longest {
			return nil, false
		}
		return slices.Repeat(one, e.Min), true
	}
	if t := g.Target(e); t != nil {
		return g.sets(t.Expr, depth+1, steps)
	}
	places, ok = Characters(e)
	for i := range places {
		places[i] = Joined(places[i])
	}
	return places, ok
}

// OtherCase returns the character that matches in the place of c, a character of
// the literal, too: ASCII letters match in either case (RFC 5234 §2.3) unless the
// literal is sensitive to it (RFC 7405 §2.1). ok is false if there is none.
func (e *Literal) OtherCase(c rune) (other rune, ok bool) {
	if l := c | 0x20; e.Sensitive || l < 'a' || l > 'z' {
		return 0, false
	}
	return c ^ 0x20, true
}
