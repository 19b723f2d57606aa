// Package peg transcribes grammars into parsing expression grammars (PEG) that match
// exactly the same language. In come the rule trees of the specs; out comes one PEG,
// in the notation of github.com/pointlander/peg, or the rules that have none. It must
// not know what the rules mean, nor the automata: they are compared with it in tests.
//
// ABNF alternatives are unordered and every repetition may stop anywhere. A PEG tries
// alternatives in order, repeats as often as it can and never backtracks, so a
// literal transcription changes the language. This package rewrites where that would
// happen, and proves for every rule that the PEG matches what the ABNF matches:
// lang.go calculates with the languages of both notations.
package peg

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// An Expr is one of *Class, *Seq, *Choice, *Rep, *Ref, *Guard or *Ahead. The same trees
// hold an ABNF expression, before the rewrites, and a parsing expression, after
// them; only the way they are read differs (see mode in lang.go).
type Expr interface{ expr() }

type (
	// A Class matches one character.
	Class struct{ Ranges []abnf.Interval }

	// A Seq matches its parts one after the other; without parts, the empty string.
	Seq struct{ Parts []Expr }

	// A Choice matches one of its alternatives; there are two or more.
	Choice struct{ Alts []Expr }

	// A Rep matches Min to Max times X; Max < 0 means without limit.
	Rep struct {
		Min, Max int
		X        Expr
	}

	// A Ref matches what the rule matches.
	Ref struct{ Rule *Definition }

	// A Guard consumes nothing. It matches where a character of Follow comes
	// next, and at the end of the text.
	Guard struct{ Follow *Class }

	// An Ahead consumes nothing. It matches where X does. Only parsing expressions
	// hold it.
	Ahead struct{ X Expr }
)

func (*Class) expr()  {}
func (*Seq) expr()    {}
func (*Choice) expr() {}
func (*Rep) expr()    {}
func (*Ref) expr()    {}
func (*Guard) expr()  {}
func (*Ahead) expr()  {}

// class returns the class of the ranges, without the surrogates.
func class(ranges ...abnf.Interval) *Class { return &Class{abnf.WithoutSurrogates(ranges)} }

func (c *Class) has(r rune) bool {
	return slices.ContainsFunc(c.Ranges, func(x abnf.Interval) bool { return x.Lo <= r && r <= x.Hi })
}

func (c *Class) meets(d *Class) bool {
	return slices.ContainsFunc(c.Ranges, func(x abnf.Interval) bool {
		return slices.ContainsFunc(d.Ranges, func(y abnf.Interval) bool { return x.Lo <= y.Hi && y.Lo <= x.Hi })
	})
}

// seq joins the parts; nested sequences are flattened.
func seq(parts ...Expr) Expr {
	var out []Expr
	for _, p := range parts {
		if s, ok := p.(*Seq); ok {
			out = append(out, s.Parts...)
		} else {
			out = append(out, p)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return &Seq{out}
}

// choice joins the alternatives; nested choices are flattened.
func choice(alts ...Expr) Expr {
	var out []Expr
	for _, a := range alts {
		if c, ok := a.(*Choice); ok {
			out = append(out, c.Alts...)
		} else {
			out = append(out, a)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return &Choice{out}
}

// merged joins alternatives that are classes into one class where that changes
// nothing: where the alternatives between them begin with other characters. It
// goes through the whole expression.
func merged(e Expr) Expr {
	switch e := e.(type) {
	case *Seq:
		return seq(mapExprs(e.Parts, merged)...)
	case *Choice:
		var alts []Expr
		for _, a := range choice(mapExprs(e.Alts, merged)...).(*Choice).Alts {
			if c, ok := a.(*Class); !ok || !absorb(alts, c) {
				alts = append(alts, a)
			}
		}
		return choice(alts...)
	case *Rep:
		return &Rep{e.Min, e.Max, merged(e.X)}
	}
	return e
}

// absorb adds the characters of c to a class among alts, and reports whether it
// could.
func absorb(alts []Expr, c *Class) bool {
	for i := len(alts) - 1; i >= 0; i-- {
		if old, ok := alts[i].(*Class); ok {
			alts[i] = class(append(slices.Clone(old.Ranges), c.Ranges...)...)
			return true
		}
		if first := begins(alts[i]); first == nil || first.meets(c) {
			return false
		}
	}
	return false
}

// begins returns the characters that what e matches can begin with; nil if that is not known, or may be nothing. Rules
// that make nodes stay what they are.
func begins(e Expr) *Class {
	switch e := e.(type) {
	case *Class:
		return e
	case *Seq:
		if len(e.Parts) > 0 {
			return begins(e.Parts[0])
		}
	case *Choice:
		all := &Class{}
		for _, a := range e.Alts {
			c := begins(a)
			if c == nil {
				return nil
			}
			all = class(append(slices.Clone(all.Ranges), c.Ranges...)...)
		}
		return all
	case *Rep:
		if e.Min > 0 {
			return begins(e.X)
		}
	case *Ref:
		if e.Rule.Name == "" {
			return begins(e.Rule.Body)
		}
	}
	return nil
}

// kids returns the expressions that e consists of.
func kids(e Expr) []Expr {
	switch e := e.(type) {
	case *Seq:
		return e.Parts
	case *Choice:
		return e.Alts
	case *Rep:
		return []Expr{e.X}
	}
	return nil
}

// refers reports whether f is true of a rule that e names.
func refers(e Expr, f func(*Definition) bool) bool {
	if r, ok := e.(*Ref); ok {
		return f(r.Rule)
	}
	return slices.ContainsFunc(kids(e), func(x Expr) bool { return refers(x, f) })
}

func mapExprs(in []Expr, f func(Expr) Expr) []Expr {
	out := make([]Expr, len(in))
	for i, e := range in {
		out[i] = f(e)
	}
	return out
}

// equal reports whether two expressions are the same, references by rule.
func equal(a, b Expr) bool { return Text(a) == Text(b) }
