package peg

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/abnf"
)

// A Rule is one rule of a PEG.
type Rule struct {
	ID   string // its name in the PEG
	Name string // the production, as the ABNF spells it
	Body Expr   // the parsing expression

	// Items is the rule for the same production that keeps the nodes within
	// repetitions, or nil if this one does. See flat.
	Items *Rule

	Spec     string   // the first spec that has it
	Source   string   // the ABNF, on one line
	Section  string   // the section of the spec that has it
	Rewrites []string // what differs from the ABNF and why

	// Literal is the ABNF as an expression, one to one. Read as a parsing
	// expression it may match something else.
	Literal Expr
}

// A ConflictError says that a rule cannot be transcribed: its alternatives, or a
// repetition and what follows it, compete in a way that no rewrite resolves.
type ConflictError struct {
	Rule    string
	Pos     abnf.Pos
	What    string // what competes
	Witness string // a string that the ABNF matches and the PEG would not
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s:%d:%d: rule %s: %s compete, and no rewrite applies: a parser without backtracking rejects %q; "+
		"write the rule so that the next character decides", e.Pos.File, e.Pos.Line, e.Pos.Col, e.Rule, e.What, e.Witness)
}

// transcriber turns the rules of one grammar into a PEG.
type transcriber struct {
	*algebra
	grammar *abnf.Grammar
	rules   []*Rule // each after those that it uses
	byName  map[string]*Rule
	follow  map[*Rule]*term // what may come after a rule where others use it
	rule    *Rule           // the one that is being transcribed
}

// Transcribe returns the rules of the grammar as a PEG, every one of which
// matches exactly what the ABNF rule matches, alone and wherever it is used. A
// rule comes after those that it uses.
//
// The error joins a [*ConflictError] for each rule with which that cannot be done;
// the rules are returned nevertheless, those as the ABNF has them, so that they can be
// read.
func Transcribe(g *abnf.Grammar) ([]*Rule, error) {
	t := &transcriber{grammar: g, byName: map[string]*Rule{}, follow: map[*Rule]*term{}}
	var classes []*Class
	for _, r := range g.Rules {
		rule, err := t.define(r, nil)
		if err != nil {
			return nil, err
		}
		collect(rule.Literal, &classes)
	}
	t.algebra = newAlgebra(classes)
	// What follows a rule is known once all rules that use it have been seen.
	for _, r := range t.rules {
		t.follow[r] = t.none
	}
	for i := len(t.rules) - 1; i >= 0; i-- {
		t.spread(t.rules[i].Literal, t.or(t.end, t.follow[t.rules[i]]))
	}
	var errs []error
	bad := map[*Rule]bool{}
	for _, r := range t.rules {
		t.rule = r
		body, err := t.rewrite(r.Literal, []*term{t.end, t.follow[r]})
		if err == nil {
			r.Body = body
			if uses(r.Literal, bad) {
				bad[r] = true // its language is wrong only because a rule that it uses is
				continue
			}
			err = t.prove(r)
		}
		if err != nil {
			r.Body = r.Literal
			r.Rewrites = append(r.Rewrites, "not at all: "+err.Error())
			bad[r] = true
			errs = append(errs, err)
		}
	}
	return t.rules, errors.Join(errs...)
}

// prove compares the languages of the two notations.
func (t *transcriber) prove(r *Rule) error {
	want := t.then(abnfMode, r.Literal, t.end)
	s, differ := t.difference(t.then(pegMode, r.Body, t.end), want)
	if !differ {
		return nil
	}
	return t.conflict("its parts", s)
}

// uses reports whether e names one of the rules.
func uses(e Expr, rules map[*Rule]bool) bool {
	some := func(x Expr) bool { return uses(x, rules) }
	switch e := e.(type) {
	case *Ref:
		return rules[e.Rule]
	case *Seq:
		return slices.ContainsFunc(e.Parts, some)
	case *Choice:
		return slices.ContainsFunc(e.Alts, some)
	case *Rep:
		return uses(e.X, rules)
	}
	return false
}

func (t *transcriber) conflict(what, witness string) error {
	r := t.grammar.Rule(t.rule.Name)
	return &ConflictError{Rule: r.Name, Pos: r.Pos, What: what, Witness: witness}
}

// define reads a rule and, before it, those that it uses. Recursion is an error.
func (t *transcriber) define(r *abnf.Rule, users []string) (*Rule, error) {
	key := strings.ToLower(r.Name)
	for _, u := range users {
		if u == key {
			return nil, fmt.Errorf("rule %s refers to itself by %s", r.Name, strings.Join(users, " > "))
		}
	}
	if old := t.byName[key]; old != nil {
		return old, nil
	}
	rule := &Rule{ID: identifier(r.Name), Name: r.Name, Spec: t.grammar.Spec, Source: r.Source, Section: r.Section}
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
				return nil, fmt.Errorf("%s:%d:%d: rule %s: %s is repeated without limit and can match the empty string, so a parser would not end; "+
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
	chars, ok := abnf.Characters(e)
	if !ok {
		return nil, fmt.Errorf("rule %s has an expression of unknown type %T", in.Name, e)
	}
	var parts []Expr
	for _, spans := range chars {
		var ranges []Range
		for _, x := range spans {
			ranges = append(ranges, Range(x))
		}
		parts = append(parts, class(ranges...))
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
	switch e := e.(type) {
	case *Class:
		*out = append(*out, e)
	case *Seq:
		for _, p := range e.Parts {
			collect(p, out)
		}
	case *Choice:
		for _, a := range e.Alts {
			collect(a, out)
		}
	case *Rep:
		collect(e.X, out)
	}
}

// spread records for every reference in e that next may follow it.
func (t *transcriber) spread(e Expr, next *term) {
	switch e := e.(type) {
	case *Ref:
		t.follow[e.Rule] = t.or(t.follow[e.Rule], t.unfold(next))
	case *Seq:
		for i := len(e.Parts) - 1; i >= 0; i-- {
			t.spread(e.Parts[i], next)
			next = t.then(abnfMode, e.Parts[i], next)
		}
	case *Choice:
		for _, a := range e.Alts {
			t.spread(a, next)
		}
	case *Rep:
		t.spread(e.X, t.then(abnfMode, t.rest(e), next))
	}
}

// rest returns what may follow one time of a repetition within the repetition.
func (t *transcriber) rest(e *Rep) *Rep {
	return t.less(t.optional(e))
}

// optional returns the repetition with nothing required.
func (t *transcriber) optional(e *Rep) *Rep {
	if e.Min == 0 {
		return e
	}
	k := repKey{e.X, 0, e.Max}
	if t.reps[k] == nil {
		t.reps[k] = &Rep{0, e.Max, e.X}
	}
	return t.reps[k]
}

// first returns the characters with which a string of the language can begin. It
// is for languages of ABNF expressions, which have no complements.
func (a *algebra) first(t *term) *Class {
	t = a.unfold(t)
	switch t.op {
	case opChar:
		return t.class
	case opOr:
		var ranges []Range
		for _, k := range t.kids {
			ranges = append(ranges, a.first(k).Ranges...)
		}
		return class(ranges...)
	}
	return class()
}
