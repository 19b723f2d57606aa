package peg

import (
	"errors"
	"fmt"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Definition is one rule of a PEG.
type Definition struct {
	ID   string // its name in the PEG
	Name string // the production, as the ABNF spells it
	Body Expr   // the parsing expression

	// Items is the rule for the same production that keeps the nodes within
	// repetitions, or nil if this one does. See flat.
	Items *Definition

	// Bare is the rule that matches the same and makes no nodes, for repetitions, or nil if none needs it.
	Bare *Definition

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
	Many    int    // if not 0, nothing was compared: there are so many alternatives
}

// mostAlternatives is how many alternatives a choice has at most: each is compared with each.
const mostAlternatives = 500

func (e *ConflictError) Error() string { return e.Pos.String() + ": " + e.Reason() }

// Reason returns the message without the place.
func (e *ConflictError) Reason() string {
	if e.Many > 0 {
		return fmt.Sprintf("rule %s: %d alternatives in one choice are too many to compare each with each, at most "+
			"%d are compared; make a rule of each part of them", e.Rule, e.Many, mostAlternatives)
	}
	return fmt.Sprintf("rule %s: %s compete, and no rewrite applies: a parser without backtracking rejects %q; "+
		"write the rule so that the next character decides", e.Rule, e.What, e.Witness)
}

// transcriber turns the rules of one grammar into a PEG.
type transcriber struct {
	*algebra
	grammar *abnf.Grammar
	rules   []*Definition // each after those that it uses
	byName  map[string]*Definition
	follow  map[*Definition]*term // what may come after a rule where others use it
	rule    *Definition           // the one that is being transcribed
}

// Transcribe returns the rules of the grammar as a PEG, every one of which
// matches exactly what the ABNF rule matches, alone and wherever it is used. A
// rule comes after those that it uses.
//
// The error joins a [*ConflictError] for each rule with which that cannot be done;
// the rules are returned nevertheless, those as the ABNF has them, so that they can be
// read.
func Transcribe(g *abnf.Grammar) ([]*Definition, error) {
	t := &transcriber{grammar: g, byName: map[string]*Definition{}, follow: map[*Definition]*term{}}
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
	bad := map[*Definition]bool{}
	for _, r := range t.rules {
		t.rule = r
		body, err := t.rewrite(r.Literal, []*term{t.end, t.follow[r]})
		if err == nil {
			r.Body = body
			if refers(r.Literal, func(r *Definition) bool { return bad[r] }) {
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
func (t *transcriber) prove(r *Definition) error {
	want := t.then(abnfMode, r.Literal, t.end)
	s, differ := t.difference(t.then(pegMode, r.Body, t.end), want)
	if !differ {
		return nil
	}
	return t.conflict("its parts", s)
}

func (t *transcriber) conflict(what, witness string) error {
	r := t.grammar.Rule(t.rule.Name)
	return &ConflictError{Rule: r.Name, Pos: r.Pos, What: what, Witness: witness}
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
		var ranges []abnf.Interval
		for _, k := range t.kids {
			ranges = append(ranges, a.first(k).Ranges...)
		}
		return class(ranges...)
	}
	return class()
}
