package iri

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A Node is a production in a parse tree: the name of a rule and the text that it
// matched. Nodes are made when they are asked for. A Node is immutable and may be used by
// several goroutines at once. The zero Node and the nil Node have no name, no text and no
// children.
type Node parsetree.Node

// Tree parses s by the rule and returns the root of its parse tree. Every production is a
// node, also if it matched the empty string, as the iquery of "a:?". If the grammar is
// ambiguous, the first alternative that matches is taken (RFC 3986 §3.2.2).
//
// The error is a *[ParseError] that holds every finding of the grammar; text that is not
// UTF-8 is a finding too. A string of more than 1 GiB is another error. Tree takes time
// and memory in proportion to len(s).
//
// The rules of the built-in specs have a generated parser. The rules of a grammar from
// package grammars are interpreted, which is slower.
func (r Rule) Tree(s string) (*Node, error) {
	t, err := match(r.rule, s)
	switch {
	case err == nil:
		return (*Node)(t.Root()), nil
	case !errors.Is(err, spec.ErrNoMatch):
		return nil, fmt.Errorf("iri: %w", err)
	}
	report := r.Check(s, WithGrammarOnly())
	if report.Conforms() {
		return nil, fmt.Errorf("iri: the string matches rule %s by the table but not by the parser; please report this", r)
	}
	return nil, &ParseError{Report: report}
}

// match is a [spec.Matcher]: the generated parser for the rules of built-in specs, the interpreter for others.
func match(r spec.Rule, s string) (*parsetree.Tree, error) {
	rule := pegOf(r)
	if rule == pegRuleUnknown {
		return spec.Interpret(r, s)
	}
	if err := spec.CanParse(r, s); err != nil {
		return nil, err
	}
	t := generated{r.Spec()}.parse(rule, s, 0)
	if t == nil {
		return nil, spec.ErrNoMatch
	}
	return t, nil
}

// pegOf returns the number of a rule in parser_gen.go; pegRuleUnknown for one of a grammar from package grammars.
func pegOf(r spec.Rule) pegRule {
	if of := r.Spec(); of != nil && !of.IsCustom() {
		return startRule(of.Name(), r.Name())
	}
	return pegRuleUnknown
}

// A pegParser has the methods of parser_gen.go: one for each rule of grammar/iri.peg.
type pegParser struct{ parsetree.Parser }

// matches reports whether a rule matches the whole of s, which must be UTF-8.
func (p *pegParser) matches(rule pegRule, s string) bool {
	p.Start(s)
	return p.run(rule) && p.AtEnd()
}

// parsers keeps parsers for reuse.
var parsers = sync.Pool{New: func() any { return new(pegParser) }}

// generated is the [spec.Language] of trees that the generated parser makes.
type generated struct{ of *spec.Spec }

// Spec returns the spec of the rules.
func (g generated) Spec() *spec.Spec { return g.of }

// Name returns the production that a rule of grammar/iri.peg stands for.
func (g generated) Name(rule uint16) string { return productions[rule] }

// Items parses the text of a node by the variant of its rule that has nodes for repeated items, such as the segments of
// a path: there can be millions, so the rule itself makes none.
func (g generated) Items(rule uint16, text string, off int) *parsetree.Tree {
	if items := itemRules[rule]; items != pegRuleUnknown {
		return g.parse(items, text, off)
	}
	return nil
}

// parse matches a rule of parser_gen.go with the whole of s, which starts at an offset of the string that is
// parsed. It returns nil if the rule does not match.
func (g generated) parse(rule pegRule, s string, off int) *parsetree.Tree {
	p := parsers.Get().(*pegParser)
	defer parsers.Put(p)
	defer p.Release()
	if !p.matches(rule, s) {
		return nil
	}
	if !p.Grow() {
		p.matches(rule, s)
	}
	return p.Finish(g, s, off)
}

// in returns the node of the tree; the zero Node for nil.
func (n *Node) in() parsetree.Node {
	if n == nil {
		return parsetree.Node{}
	}
	return parsetree.Node(*n)
}

// Name returns the name of the production, as the grammar spells it.
func (n *Node) Name() string { return n.in().Name() }

// Rule returns the production.
func (n *Node) Rule() Rule { return Rule{spec.RuleOf(n.in())} }

// Start returns the offset, in bytes, of the start of the production's text in the string
// that was parsed.
func (n *Node) Start() int { return n.in().Start() }

// End returns the offset, in bytes, of the end of the production's text.
func (n *Node) End() int { return n.in().End() }

// Text returns the text of the production, which may be empty.
func (n *Node) Text() string { return n.in().Text() }

// Children iterates over the productions that the rule of this node names, from left to
// right. Literal text of the rule, such as the ":" of an IRI, has no node.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := range n.in().Children() {
			if !yield((*Node)(&c)) {
				return
			}
		}
	}
}

// All iterates over the node and all nodes below it, a parent before its children, each
// with its depth. The node itself has depth 0.
func (n *Node) All() iter.Seq2[int, *Node] {
	type place struct {
		node  parsetree.Node
		depth int
	}
	return func(yield func(int, *Node) bool) {
		stack := []place{{n.in(), 0}}
		var list []uint32
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(at.depth, (*Node)(&at.node)) {
				return
			}
			var t *parsetree.Tree
			t, list = at.node.AppendChildren(list[:0])
			for _, c := range list {
				stack = append(stack, place{t.Node(c), at.depth + 1})
			}
		}
	}
}

// Find returns the first node of that name, without regard to case, at or below this one, and
// nil if there is none.
func (n *Node) Find(name string) *Node {
	for _, node := range n.All() {
		if strings.EqualFold(node.Name(), name) {
			return node
		}
	}
	return nil
}

// String returns a drawing of the tree for people: one line for each node, with the name
// of the production, its span in bytes and its text.
//
//	IRI [0,8) "a://b/c?"
//	├─ scheme [0,1) "a"
//	│  └─ ALPHA [0,1) "a"
func (n *Node) String() string {
	var b strings.Builder
	n.draw(&b, "")
	return b.String()
}

func (n *Node) draw(b *strings.Builder, indent string) {
	fmt.Fprintf(b, "%s [%d,%d) %s\n", n.Name(), n.Start(), n.End(), strconv.QuoteToGraphic(n.Text()))
	children := slices.Collect(n.Children())
	for k, child := range children {
		b.WriteString(indent)
		if k < len(children)-1 {
			b.WriteString("├─ ")
			child.draw(b, indent+"│  ")
		} else {
			b.WriteString("└─ ")
			child.draw(b, indent+"   ")
		}
	}
}

// MarshalJSON writes the tree as an object with the members rule, start, end
// (bytes), text and, if there are any, children.
func (n *Node) MarshalJSON() ([]byte, error) { return n.in().AppendJSON(nil, nil), nil }
