package spec

import (
	"errors"
	"fmt"
	"math"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
)

// ErrNoMatch is the error of [Rule.Parse] for a string that does not conform to the
// rule.
var ErrNoMatch = errors.New("the string does not conform to the rule")

// Split sets ref to s and its components if s conforms to the rule, which must be one for whole references, and
// returns whether it conforms. If not, it does not change ref. Nor does it if s conforms to a spec that was read, but
// divides in another way than RFC 3986 Appendix B: then it returns true.
func (r Rule) Split(s string, ref *component.Ref) bool {
	if r.d.spec.isCustom {
		return r.splitRead(s, ref)
	}
	var off engine.Offsets
	if uint64(len(s)) > math.MaxUint32 || !r.d.table().Split(s, &off) {
		return false
	}
	ref.Text = s
	ref.Parts.Set(&off)
	return true
}

// splitRead is Split for a spec that was read, whose tables record no offsets. The file may have changed any rule, so
// each component of RFC 3986 Appendix B is held to its own.
func (r Rule) splitRead(s string, ref *component.Ref) bool {
	if uint64(len(s)) > math.MaxUint32 || !r.Valid(s) {
		return false
	}
	p := r.d.spec.Profile()
	parts := component.Divide(s, component.AfterScheme(s, p.Of[component.Scheme].Valid))
	for _, kind := range [...]component.Kind{component.Authority, component.Userinfo, component.Host, component.Port,
		parts.PathKind(s), component.Query, component.Fragment} {
		if start, end, ok := parts.Span(s, kind); ok && !p.Of[kind].Valid(s[start:end]) {
			return true
		}
	}
	ref.Text, ref.Parts = s, parts
	return true
}

// Parse finds the components of s by a rule for whole references. The error is [ErrNoMatch] if s does not conform.
// Other errors say that the rule does not name a whole reference, that s is too long, or that a spec that was read
// divides s in another way than RFC 3986 Appendix B.
func (r Rule) Parse(s string) (component.Ref, error) {
	var ref component.Ref
	switch {
	case !r.IsWhole():
		return ref, fmt.Errorf("iri: rule %s does not name a whole reference, so what it matches has no components", quote.Quote(r.Name()))
	case uint64(len(s)) > math.MaxUint32:
		return ref, errTooLong(len(s))
	case !r.Split(s, &ref):
		return ref, ErrNoMatch
	case ref.Text != s:
		return ref, fmt.Errorf("iri: %s cannot be taken apart: %s of %s divides it in another way than RFC 3986 "+
			"Appendix B", quote.Quote(component.Redact(s)), r.Name(), r.d.spec.Name())
	}
	return ref, nil
}

// errTooLong is the error for a string beyond the limit of 4 GiB.
func errTooLong(n int) error { return fmt.Errorf("iri: %d bytes are more than the limit of 4 GiB", n) }

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
