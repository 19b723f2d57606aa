package export

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/study/languages"
)

// maxPattern is about how many characters a pattern may have, each of which takes up to four bytes.
const maxPattern = 64 << 10

// expression returns a regular expression that matches what the rule does, in one way: then an
// engine that tries one way after the other takes linear time, because no two ways through the
// same text lead to the same place in the expression, not even where the text fails later.
//
// It is made from the rule trees. Alternatives that match nothing that the others do not are
// left out, such as IPv4address beside reg-name. What is ambiguous nevertheless, and a rule that
// refers to itself, is made from the automaton of its language, the smallest such part.
func (s Selection) expression() (n *node, err error) {
	// The automaton says why a rule is not regular, or too large.
	if _, err := automaton.Compile(s.Grammar, s.Rule.Name); err != nil {
		return nil, err
	}
	defer languages.Recover(&err)
	b := &expressionBuilder{
		c:     newCompiler(s),
		rules: make(map[*abnf.Rule]*node),
	}
	if n = b.rule(s.Rule).unroll(); b.err != nil {
		return nil, b.err
	}
	ambiguous, err := n.ambiguous()
	if ambiguous || err != nil {
		b.careful = true
		clear(b.rules)
		if n = b.rule(s.Rule).unroll(); b.err != nil {
			return nil, b.err
		}
		ambiguous, err = n.ambiguous()
	}
	switch {
	case err != nil:
		return nil, err
	case ambiguous:
		return nil, errors.New("no pattern was found that matches each string in one way only, so an engine might " +
			"take exponential time")
	case n.op == opNever:
		return nil, errors.New("it matches no string, and patterns have no way to say that")
	}
	return n, nil
}

func newCompiler(s Selection) *languages.Compiler {
	return languages.NewCompiler(languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{s.Grammar: {s.Rule}}), s.Grammar)
}

type expressionBuilder struct {
	c       *languages.Compiler
	rules   map[*abnf.Rule]*node
	careful bool // each part is to be unambiguous
	err     error
}

func (b *expressionBuilder) rule(r *abnf.Rule) *node {
	n := b.rules[r]
	if n == nil {
		if b.c.Refers(r) {
			n = b.eliminated(b.c.Rule(r))
		} else {
			n = b.expr(r.Expr)
		}
		b.rules[r] = n
	}
	return n
}

// expr returns the node of an expression.
func (b *expressionBuilder) expr(e abnf.Expr) *node {
	if r := b.c.G.Target(e); r != nil {
		return b.rule(r)
	}
	n := b.tree(e)
	if !b.careful || !b.ambiguous(n) {
		return n
	}
	if alternation, ok := e.(*abnf.Alternation); ok {
		if n = b.apart(b.needed(alternation.Alts)); !b.ambiguous(n) {
			return n
		}
	}
	return b.eliminated(b.c.Lang(e))
}

// ambiguous reports whether a node is.
func (b *expressionBuilder) ambiguous(n *node) bool {
	if b.err != nil {
		return false
	}
	ambiguous, err := n.unroll().ambiguous()
	b.err = err
	return ambiguous
}

// apart returns the node of alternatives that match the same strings: each without what those before it match. Those
// for which that would be the longest come first, which are not finite or have many states.
func (b *expressionBuilder) apart(alts []abnf.Expr) *node {
	alts = slices.Clone(alts)
	cost := func(e abnf.Expr) int {
		n := b.c.Lang(e).States()
		if b.expr(e).endless() {
			n += math.MaxInt32
		}
		return n
	}
	slices.SortStableFunc(alts, func(x, y abnf.Expr) int { return cost(y) - cost(x) })
	var subs []*node
	for i, alt := range alts {
		all := b.c.Lang(alt)
		rest := all
		for _, o := range alts[:i] {
			rest = rest.Minus(b.c.Lang(o))
		}
		if rest.Equal(all) {
			subs = append(subs, b.expr(alt))
		} else {
			subs = append(subs, b.eliminated(rest))
		}
	}
	return choice(subs...)
}

// eliminated returns the node of a language, made from its automaton.
func (b *expressionBuilder) eliminated(l *languages.Lang) *node {
	n, err := eliminate(b.c.A, l)
	if err != nil {
		b.err = err
		return never
	}
	return n
}

func (b *expressionBuilder) tree(e abnf.Expr) *node {
	switch e := e.(type) {
	case *abnf.Alternation:
		var subs []*node
		for _, alt := range b.needed(e.Alts) {
			subs = append(subs, b.expr(alt))
		}
		return choice(subs...)
	case *abnf.Concatenation:
		var subs []*node
		for _, p := range e.Parts {
			subs = append(subs, b.expr(p))
		}
		return sequence(subs...)
	case *abnf.Repetition:
		if e.Max == 0 {
			return empty // 0<prose> too
		}
		return repeat(b.expr(e.X), e.Min, e.Max)
	}
	chars, _ := abnf.Characters(e)
	var subs []*node
	for _, spans := range chars {
		subs = append(subs, class(spans))
	}
	return sequence(subs...)
}

// needed returns the alternatives without those that match only what the others match.
func (b *expressionBuilder) needed(alts []abnf.Expr) []abnf.Expr {
	if !slices.ContainsFunc(alts, func(a abnf.Expr) bool {
		chars, ok := abnf.Characters(a)
		return !ok || len(chars) != 1
	}) {
		return alts // single characters, which become one class
	}
	var out []abnf.Expr
	for i, alt := range alts {
		rest := b.c.Lang(alt)
		for _, others := range [][]abnf.Expr{out, alts[i+1:]} {
			for _, o := range others {
				rest = rest.Minus(b.c.Lang(o))
			}
		}
		if !rest.Empty() {
			out = append(out, alt)
		}
	}
	return out
}

// errLong is the error for a pattern that would be too long.
func errLong() error {
	return fmt.Errorf("its pattern would have more than %d KiB", maxPattern>>10)
}
