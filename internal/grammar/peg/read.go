package peg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// This file turns rule trees into expressions, one to one.

// define reads a rule and, before it, those that it uses. Recursion is an error.
func (t *transcriber) define(r *abnf.Rule, users []string) (*Definition, error) {
	key := strings.ToLower(r.Name)
	if slices.Contains(users, key) {
		return nil, fmt.Errorf("rule %s refers to itself by %s", r.Name, strings.Join(users, " > "))
	}
	if old := t.byName[key]; old != nil {
		return old, nil
	}
	rule := &Definition{ID: abnf.Identifier(r.Name), Name: r.Name, Spec: t.grammar.Spec, Source: r.Source,
		Section: r.Cites()}
	source, err := t.read(r.Expr, r, append(users[:len(users):len(users)], key))
	if err != nil {
		return nil, err
	}
	rule.Literal = source
	t.byName[key] = rule
	t.rules = append(t.rules, rule)
	return rule, nil
}

// read turns a rule tree into an expression, one to one.
func (t *transcriber) read(e abnf.Expr, in *abnf.Rule, users []string) (Expr, error) {
	all := func(list []abnf.Expr) ([]Expr, error) {
		out := make([]Expr, len(list))
		for i, x := range list {
			var err error
			if out[i], err = t.read(x, in, users); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	ref := func(name string) (Expr, error) {
		r := t.grammar.Rule(name)
		if r == nil {
			return nil, fmt.Errorf("rule %s refers to %s, which is not defined", in.Name, name)
		}
		rule, err := t.define(r, users)
		return &Ref{rule}, err
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		alts, err := all(e.Alts)
		return choice(alts...), err
	case *abnf.Concatenation:
		parts, err := all(e.Parts)
		return seq(parts...), err
	case *abnf.Repetition:
		if e.Max == 0 {
			return &Seq{}, nil // 0<ipchar>: zero characters, whatever is repeated
		}
		x, err := t.read(e.X, in, users)
		if err != nil {
			return nil, err
		}
		if e.Max < 0 && t.grammar.Nullable(e.X) {
			// *[X] → *X: a parser would repeat the empty match without end.
			if x = nonEmpty(x); x == nil {
				return nil, fmt.Errorf("%s:%d:%d: rule %s: %s is repeated without limit and can match the empty "+
					"string, so a parser would not end; "+
					"repeat something that cannot be empty", in.Pos.File, in.Pos.Line, in.Pos.Col, in.Name, e.X)
			}
			return &Rep{0, -1, x}, nil
		}
		return &Rep{e.Min, e.Max, x}, nil
	case *abnf.Reference:
		return ref(e.Name)
	case *abnf.Prose:
		return ref(e.Text)
	}
	chars, _ := abnf.Characters(e)
	var parts []Expr
	for _, spans := range chars {
		parts = append(parts, class(spans...))
	}
	return seq(parts...), nil
}

// nonEmpty returns an expression that matches what e matches without the empty
// string, or nil if that would need another rule.
func nonEmpty(e Expr) Expr {
	switch e := e.(type) {
	case *Class:
		return e
	case *Choice:
		var alts []Expr
		for _, a := range e.Alts {
			if s, ok := a.(*Seq); ok && len(s.Parts) == 0 {
				continue
			}
			if a = nonEmpty(a); a == nil {
				return nil
			}
			alts = append(alts, a)
		}
		if len(alts) > 0 {
			return choice(alts...)
		}
	case *Seq:
		var alts []Expr
		for i, p := range e.Parts {
			if p = nonEmpty(p); p == nil {
				return nil
			}
			alts = append(alts, seq(append([]Expr{p}, e.Parts[i+1:]...)...))
			if !nullable(e.Parts[i]) {
				break // this part is never empty, so no part after it is the first that is not
			}
		}
		if len(alts) > 0 {
			return choice(alts...)
		}
	case *Rep:
		if x := nonEmpty(e.X); x != nil {
			if e.Max == 1 {
				return x
			}
			if e.Min == 0 || nullable(e.X) {
				return &Rep{1, e.Max, x}
			}
			return &Rep{e.Min, e.Max, x}
		}
	case *Ref:
		if !nullable(e.Rule.Literal) {
			return e
		}
	}
	return nil
}

// nullable reports whether an ABNF expression matches the empty string.
func nullable(e Expr) bool {
	switch e := e.(type) {
	case *Choice:
		return slices.ContainsFunc(e.Alts, nullable)
	case *Seq:
		return !slices.ContainsFunc(e.Parts, func(p Expr) bool { return !nullable(p) })
	case *Rep:
		return e.Min == 0 || nullable(e.X)
	case *Ref:
		return nullable(e.Rule.Literal)
	}
	return false
}

// collect appends the classes of an expression, but not those of other rules.
func collect(e Expr, out *[]*Class) {
	if c, ok := e.(*Class); ok {
		*out = append(*out, c)
	}
	for _, x := range kids(e) {
		collect(x, out)
	}
}
