package parsetree

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// maxCode limits the expansion of a rule, as MaxNFAStates in package automaton does.
const maxCode = 1 << 18

var errTooLarge = fmt.Errorf("the rule expands to more than %d steps", maxCode)

// Compile expands a rule of the grammar. It fails if a rule is not defined, or if it expands
// to more than maxCode instructions. A rule that refers to itself, and those that use one,
// become programs of their own; see general.go. If that is too much, all rules do that use others.
func Compile(g *abnf.Grammar, rule *abnf.Rule) (*Program, error) {
	closure := g.Closure(rule)
	cycles := g.CyclesOf(closure)
	var called func(*abnf.Rule) bool
	if cycles.IsRecursive(rule) {
		called = cycles.IsRecursive
	}
	p, err := compileWith(g, rule, closure, called)
	if errors.Is(err, errTooLarge) {
		p, err = compileWith(g, rule, closure, func(r *abnf.Rule) bool {
			return r == rule || cycles.IsRecursive(r) ||
				len(g.Uses(r)) > 0
		})
	}
	return p, err
}

// compileWith is Compile with programs for the rules that called names; for none if it is nil.
func compileWith(g *abnf.Grammar, rule *abnf.Rule, closure []*abnf.Rule, called func(*abnf.Rule) bool) (*Program,
	error) {
	c := &compiler{g: g, index: map[*abnf.Rule]int{}, called: called, p: &Program{kind: g.Terminals}}
	for i, r := range g.Rules {
		c.index[r] = i
	}
	p := c.p
	p.done = c.emit(instr{op: opDone})
	if called != nil {
		if err := p.general(c, rule, closure); err != nil {
			return nil, err
		}
	} else {
		p.start = c.rule(rule, p.done)
	}
	if c.err != nil {
		return nil, c.err
	}
	var bounds []rune
	for _, in := range p.code {
		for _, x := range in.spans {
			bounds = append(bounds, x.Lo, x.Hi+1)
		}
	}
	p.chars = automaton.NewCharClasses(p.kind, bounds)
	p.over = make([][]int, len(p.chars.Lo))
	p.before = make([][]int, len(p.code))
	for i, in := range p.code {
		if in.op == opChar {
			for _, x := range in.spans {
				for k, last := p.chars.Span(x.Lo, x.Hi); k <= last; k++ {
					p.over[k] = append(p.over[k], i)
				}
			}
			continue
		}
		for _, o := range in.outs {
			p.before[o] = append(p.before[o], i)
		}
	}
	return p, nil
}

type compiler struct {
	g      *abnf.Grammar
	index  map[*abnf.Rule]int
	called func(*abnf.Rule) bool // the rules that have programs of their own; nil for none
	p      *Program
	err    error
}

func (c *compiler) fail(format string, args ...any) int {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
	return c.p.done
}

func (c *compiler) emit(in instr) int {
	if len(c.p.code) >= maxCode {
		return c.fail("%w", errTooLarge)
	}
	c.p.code = append(c.p.code, in)
	return len(c.p.code) - 1
}

// rule and expr return the instruction that matches and goes on with next.
func (c *compiler) rule(r *abnf.Rule, next int) int {
	if c.err != nil {
		return next
	}
	body := c.expr(r.Expr, c.emit(instr{op: opClose, outs: []int{next}}))
	return c.emit(instr{op: opOpen, rule: c.index[r], outs: []int{body}})
}

func (c *compiler) expr(e abnf.Expr, next int) int {
	if c.err != nil {
		return next
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		in := instr{op: opSplit, expr: e}
		for _, a := range e.Alts {
			in.outs = append(in.outs, c.expr(a, next))
		}
		return c.emit(in)
	case *abnf.Concatenation:
		for _, p := range slices.Backward(e.Parts) {
			next = c.expr(p, next)
		}
		return next
	case *abnf.Repetition:
		return c.repetition(e, next)
	case *abnf.Reference, *abnf.Prose:
		r := c.g.Target(e)
		if r == nil {
			return c.fail("%s is not defined", e)
		}
		if c.called != nil && c.called(r) {
			return c.call(r, anyLength, next)
		}
		return c.rule(r, next)
	}
	chars, _ := abnf.Characters(e)
	for _, spans := range slices.Backward(chars) {
		next = c.emit(instr{op: opChar, spans: spans, outs: []int{next}})
	}
	return next
}

// call returns the instruction that goes on after what another program matches.
func (c *compiler) call(r *abnf.Rule, length length, next int) int {
	return c.emit(instr{op: opCall, rule: c.index[r], length: length, outs: []int{next}})
}

func (c *compiler) repetition(e *abnf.Repetition, next int) int {
	if e.Max == 0 {
		return next
	}
	if e.Max < 0 {
		loop := c.emit(instr{op: opSplit})
		body := c.nonEmpty(e.X, loop)
		c.p.code[loop].outs = []int{body, next}
		next = loop
		if c.g.Nullable(e.X) {
			return next // the required times may match the empty string
		}
	}
	end := next
	for range e.Max - e.Min {
		// What is optional and empty is not there, and has no node.
		next = c.emit(instr{op: opSplit, outs: []int{c.nonEmpty(e.X, next), end}, expr: e})
	}
	for range e.Min {
		next = c.expr(e.X, next)
	}
	return next
}

// nonEmpty is like expr, but it does not match the empty string: a repetition of the
// empty string would not end.
func (c *compiler) nonEmpty(e abnf.Expr, next int) int {
	if c.err != nil || !c.g.Nullable(e) {
		return c.expr(e, next)
	}
	in := instr{op: opSplit}
	switch e := e.(type) {
	case *abnf.Alternation:
		in.expr = e
		for _, a := range e.Alts {
			in.outs = append(in.outs, c.nonEmpty(a, next))
		}
	case *abnf.Concatenation:
		// The first part that is not empty is the i-th one.
		for i := range e.Parts {
			out := next
			for _, p := range slices.Backward(e.Parts[i+1:]) {
				out = c.expr(p, out)
			}
			out = c.nonEmpty(e.Parts[i], out)
			for _, p := range slices.Backward(e.Parts[:i]) {
				out = c.empty(p, out)
			}
			in.outs = append(in.outs, out)
		}
	case *abnf.Repetition:
		if e.Max != 0 {
			rest := &abnf.Repetition{Min: 0, Max: max(e.Max-1, -1), X: e.X}
			in.outs = append(in.outs, c.nonEmpty(e.X, c.repetition(rest, next)))
		}
	case *abnf.Reference, *abnf.Prose:
		if r := c.g.Target(e); r != nil && c.called != nil && c.called(r) {
			return c.call(r, notEmpty, next)
		} else if r != nil {
			body := c.nonEmpty(r.Expr, c.emit(instr{op: opClose, outs: []int{next}}))
			return c.emit(instr{op: opOpen, rule: c.index[r], outs: []int{body}})
		}
		return c.expr(e, next) // which reports what is wrong
	}
	return c.emit(in) // has no way on if e can only be empty
}

// empty is like expr, but it matches only the empty string. The expression must be
// nullable.
func (c *compiler) empty(e abnf.Expr, next int) int {
	switch e := e.(type) {
	case *abnf.Alternation:
		if i := slices.IndexFunc(e.Alts, c.g.Nullable); i >= 0 {
			return c.empty(e.Alts[i], next)
		}
	case *abnf.Concatenation:
		for _, p := range slices.Backward(e.Parts) {
			next = c.empty(p, next)
		}
	case *abnf.Repetition:
		for range e.Min {
			next = c.empty(e.X, next)
		}
	case *abnf.Reference, *abnf.Prose:
		if r := c.g.Target(e); r != nil && c.called != nil && c.called(r) {
			return c.call(r, onlyEmpty, next)
		} else if r != nil {
			body := c.empty(r.Expr, c.emit(instr{op: opClose, outs: []int{next}}))
			return c.emit(instr{op: opOpen, rule: c.index[r], outs: []int{body}})
		}
	}
	return next
}
