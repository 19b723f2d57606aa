package spec

import (
	"errors"
	"fmt"

	"github.com/rfc3987/iri/internal/grammar/parsetree"
)

// A Matcher parses a string by a rule. The error is [ErrNoMatch] if the string does not conform; other errors say why
// no tree can be built. [Interpret] is a Matcher; package iri has the generated parser for the rules of built-in
// specs.
type Matcher func(r Rule, s string) (*parsetree.Tree, error)

// A Language gives the names of the rules in a tree, and their spec.
type Language interface {
	parsetree.Language
	Spec() *Spec
}

// CanParse returns nil if a string can have a parse tree by a rule, and otherwise the reason: [ErrNoMatch], or that
// it is too long.
func CanParse(r Rule, s string) error {
	switch {
	case r.IsZero():
		return errors.New("the zero Rule matches no string")
	case len(s) > parsetree.MaxText:
		return fmt.Errorf("%d bytes are more than the limit of 1 GiB for a parse tree", len(s))
	case !r.Terminals().Valid(s):
		return ErrNoMatch
	}
	return nil
}

// Interpret is the [Matcher] for the rules of any grammar: it derives the string from the expressions of the rules.
func Interpret(r Rule, s string) (*parsetree.Tree, error) {
	if err := CanParse(r, s); err != nil {
		return nil, err
	}
	program, err := r.d.program()
	if err != nil {
		return nil, fmt.Errorf("rule %s has no parse tree: %w", r, err)
	}
	matches, ok, err := program.Run(s)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", r, err)
	}
	if !ok {
		return nil, ErrNoMatch
	}
	tokens := make([]parsetree.Token, len(matches))
	for i, m := range matches {
		tokens[i] = parsetree.Token{Rule: uint16(m.Rule), First: uint32(m.First), Begin: uint32(m.Begin),
			End: uint32(m.End)}
	}
	t := new(parsetree.Tree)
	t.Set(interpreted{r.d.spec}, s, 0, tokens)
	return t, nil
}

// interpreted is the language of the trees of [Interpret]: the number of a rule is its index in the grammar.
type interpreted struct{ of *Spec }

func (l interpreted) Spec() *Spec { return l.of }

func (l interpreted) Name(rule uint16) string { return l.of.Grammar().Rules[rule].Name }

func (l interpreted) Items(uint16, string, int) *parsetree.Tree { return nil }

// RuleOf returns the production of a node; the zero Rule for the zero Node.
func RuleOf(n parsetree.Node) Rule {
	if n.Tree() == nil {
		return Rule{}
	}
	l, ok := n.Tree().Language().(Language)
	if !ok {
		return Rule{}
	}
	r, _ := l.Spec().Rule(n.Name())
	return r
}
