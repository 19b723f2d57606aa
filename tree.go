package iri

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Node is a production in a parse tree: the name of a rule and the text that it
// matched. Nodes are made when they are asked for. A Node is immutable and may be used by
// several goroutines at once. The zero Node and the nil Node have no name, no text and no
// children.
type Node struct {
	t *tree
	i uint32 // index of its token
}

// tree holds what all nodes of one parse tree share.
type tree struct {
	spec   *spec.Spec
	text   string
	off    int // offset of text in the string that was parsed
	tokens []token
	lazy   bool // token.rule is a pegRule, and the nodes of repeated items are not in tokens
	root   Node
	inline [12]token // enough for the tokens of most references: avoids an allocation
}

// Tree parses s by the rule and returns the root of its parse tree. Every production is a
// node, also if it matched the empty string, as the iquery of "a:?". If the grammar is
// ambiguous, the first alternative that matches is taken (RFC 3986 §3.2.2).
//
// The error is a *[ParseError] that holds every finding of the grammar; text that is not
// UTF-8 is a finding too. A string of more than 1 GiB is another error. Tree takes time
// and memory in proportion to len(s).
//
// The rules of the built-in specs have a generated parser. The rules of a grammar from
// [ReadSpec] are interpreted, which is slower.
func (r Rule) Tree(s string) (*Node, error) {
	if r.rule.IsZero() || len(s) > math.MaxUint32/4 || !r.rule.Terminals().Valid(s) {
		return nil, r.treeError(s)
	}
	var t *tree
	if rule := r.peg(); rule != pegRuleUnknown {
		t = parseTree(r.rule.Spec(), rule, s, 0)
	} else {
		var err error
		if t, err = matchTree(r.rule, s); err != nil {
			return nil, err
		}
	}
	if t == nil {
		return nil, r.treeError(s)
	}
	return &t.root, nil
}

// treeError returns the error for a string that has no tree.
func (r Rule) treeError(s string) error {
	if r.rule.IsZero() {
		return fmt.Errorf("iri: the zero Rule matches no string")
	}
	if len(s) > math.MaxUint32/4 {
		return fmt.Errorf("iri: %d bytes are more than the limit of 1 GiB for a parse tree", len(s))
	}
	report := r.Validate(s, GrammarOnly())
	if report.Conforms() {
		return fmt.Errorf("iri: the string matches rule %s by the table but not by the parser; please report this", r)
	}
	return &ParseError{Report: report}
}

// peg returns the number of the rule in parser_gen.go, and pegRuleUnknown for a rule of a
// grammar from [ReadSpec].
func (r Rule) peg() pegRule {
	if s := r.rule.Spec(); !s.WasRead() {
		return startRule(s.Name(), r.Name())
	}
	return pegRuleUnknown
}

// parsers keeps parsers for reuse.
var parsers = sync.Pool{New: func() any { return &pegParser{tokens: make([]token, 256)} }}

// parseTree matches a rule of parser_gen.go with the whole of s, which starts at offset
// off of the string that was parsed. It returns nil if the rule does not match.
func parseTree(of *spec.Spec, rule pegRule, s string, off int) *tree {
	p := parsers.Get().(*pegParser)
	if !p.parse(rule, s) {
		p.release()
		return nil
	}
	t := &tree{spec: of, text: s, off: off, lazy: true}
	if n := int(p.tokenIndex); n <= len(p.tokens) {
		t.tokens = append(t.inline[:0], p.tokens[:n]...)
	} else {
		// Parse again, with an array of the right size: this is faster than an array
		// that grows, and takes no more memory than the tokens need.
		scratch := p.tokens
		t.tokens = make([]token, n)
		p.tokens = t.tokens
		p.parse(rule, s)
		p.tokens = scratch
	}
	p.toBytes(t.tokens, len(s))
	p.release()
	t.root = Node{t, uint32(len(t.tokens) - 1)}
	return t
}

// matchTree is parseTree for a rule of a grammar from [ReadSpec].
func matchTree(r spec.Rule, s string) (*tree, error) {
	program, err := r.Program()
	if err != nil {
		return nil, fmt.Errorf("iri: rule %s has no parse tree: %w", r, err)
	}
	matches, ok, err := program.Run(s)
	if err != nil {
		return nil, fmt.Errorf("iri: rule %s: %w", r, err)
	}
	if !ok {
		return nil, nil
	}
	t := &tree{spec: r.Spec(), text: s, tokens: make([]token, len(matches))}
	for i, m := range matches {
		t.tokens[i] = token{uint16(m.Rule), uint32(m.First), uint32(m.Begin), uint32(m.End)}
	}
	t.root = Node{t, uint32(len(t.tokens) - 1)}
	return t, nil
}

// release puts the parser back into the pool, unless its buffer has become large.
func (p *pegParser) release() {
	if cap(p.buffer) <= 1<<14 {
		parsers.Put(p)
	}
}

// in returns the tree of the node; that of the zero Node has one empty token.
func (n *Node) in() *tree {
	if n.orZero().t == nil {
		return &tree{spec: spec.Empty, tokens: make([]token, 1)}
	}
	return n.t
}

func (n *Node) token() *token { return &n.in().tokens[n.orZero().i] }

// orZero returns the node, and the zero Node for nil.
func (n *Node) orZero() *Node {
	if n == nil {
		return new(Node)
	}
	return n
}

// Name returns the name of the production, as the grammar spells it.
func (n *Node) Name() string {
	if n = n.orZero(); n.t == nil {
		return ""
	}
	if n.t.lazy {
		return productions[n.token().rule]
	}
	return n.t.spec.Grammar().Rules[n.token().rule].Name
}

// Rule returns the production.
func (n *Node) Rule() Rule { r, _ := n.in().spec.Rule(n.Name()); return Rule{r} }

// Start returns the offset, in bytes, of the start of the production's text in the string
// that was parsed.
func (n *Node) Start() int { return n.in().off + int(n.token().begin) }

// End returns the offset, in bytes, of the end of the production's text.
func (n *Node) End() int { return n.in().off + int(n.token().end) }

// Text returns the text of the production, which may be empty.
func (n *Node) Text() string { return n.in().text[n.token().begin:n.token().end] }

// Children iterates over the productions that the rule of this node names, from left to
// right. Literal text of the rule, such as the ":" of an IRI, has no node.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		t, list := n.children(nil)
		for _, i := range slices.Backward(list) {
			if !yield(&Node{t, i}) {
				return
			}
		}
	}
}

// children appends the indexes of the child nodes, last one first, and returns
// the tree that they are in.
func (n *Node) children(list []uint32) (*tree, []uint32) {
	t, i := n.in(), n.orZero().i
	if tok := n.token(); t.lazy && itemRules[tok.rule] != pegRuleUnknown {
		// The parser makes no nodes for repeated items, such as the segments of a path:
		// there can be millions. Run the variant of the rule that makes them.
		sub := parseTree(t.spec, itemRules[tok.rule], n.Text(), n.Start())
		if sub == nil {
			return t, list // impossible: internal/grammar/peg proves that both rules match the same strings
		}
		t, i = sub, sub.root.i
	}
	first := t.tokens[i].first
	for c := i; c > first; c = t.tokens[c-1].first {
		list = append(list, c-1)
	}
	return t, list
}

// All iterates over the node and all nodes below it, a parent before its children, each
// with its depth. The node itself has depth 0.
func (n *Node) All() iter.Seq2[int, *Node] {
	type place struct {
		t     *tree
		i     uint32
		depth int
	}
	n = n.orZero()
	return func(yield func(int, *Node) bool) {
		stack := []place{{n.t, n.i, 0}}
		var list []uint32
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			node := &Node{at.t, at.i}
			if !yield(at.depth, node) {
				return
			}
			var t *tree
			t, list = node.children(list[:0])
			for _, c := range list {
				stack = append(stack, place{t, c, at.depth + 1})
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
	t, list := n.children(nil)
	for k := len(list) - 1; k >= 0; k-- {
		b.WriteString(indent)
		child := &Node{t, list[k]}
		if k > 0 {
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
func (n *Node) MarshalJSON() ([]byte, error) { return n.appendJSON(nil), nil }

func (n *Node) appendJSON(b []byte) []byte {
	b = jsonw.AppendMember(append(b, '{'), "rule", n.Name())
	b = jsonw.AppendInt(b, "start", int64(n.Start()))
	b = jsonw.AppendInt(b, "end", int64(n.End()))
	b = jsonw.AppendMember(b, "text", n.Text())
	t, list := n.children(nil)
	for k := len(list) - 1; k >= 0; k-- {
		if k == len(list)-1 {
			b = append(jsonw.AppendName(b, "children"), '[')
		} else {
			b = append(b, ',')
		}
		b = (&Node{t, list[k]}).appendJSON(b)
	}
	if len(list) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}

// A token records which text a rule of grammar/iri.peg matched. Tokens are in the order in
// which the matches ended, so the tokens inside a match come before the token of the match.
type token struct {
	rule       uint16 // a pegRule, or the index of the rule in its spec for a grammar from ReadSpec
	first      uint32 // index of the first token inside the match; its own index if there is none
	begin, end uint32 // in characters while the parser runs, then in bytes
}

// A pegParser runs the rules in parser_gen.go. The zero pegParser is ready for use. It
// keeps its memory for the next string.
type pegParser struct {
	buffer     []rune  // the text, then endSymbol
	position   uint32  // index in buffer
	tokens     []token // the first tokenIndex are valid; tokens that do not fit are only counted
	tokenIndex uint32
}

// parse matches rule with the whole of s, which must be UTF-8. If it returns true, the
// first tokenIndex tokens are the matches. If tokenIndex is greater than len(tokens), the
// last ones are lost: parse again with a longer slice.
func (p *pegParser) parse(rule pegRule, s string) bool {
	b := slices.Grow(p.buffer[:0], len(s)+1)[:len(s)+1]
	n := 0
	for _, c := range s {
		b[n] = c
		n++
	}
	b[n] = endSymbol
	p.buffer = b[:n+1]
	p.position, p.tokenIndex = 0, 0
	return p.run(rule) && p.buffer[p.position] == endSymbol
}

// add records that the rule matched from begin to the current position.
func (p *pegParser) add(rule pegRule, first, begin uint32) {
	if p.tokenIndex < uint32(len(p.tokens)) {
		p.tokens[p.tokenIndex] = token{uint16(rule), first, begin, p.position}
	}
	p.tokenIndex++
}

// matchDot matches any character.
func (p *pegParser) matchDot() bool {
	if p.buffer[p.position] == endSymbol {
		return false
	}
	p.position++
	return true
}

// toBytes converts the offsets of the tokens from characters to bytes. It overwrites the
// text in the buffer with the table that it needs.
func (p *pegParser) toBytes(tokens []token, bytes int) {
	if len(p.buffer)-1 == bytes {
		return // ASCII
	}
	off := rune(0)
	for i, c := range p.buffer {
		p.buffer[i] = off
		off += rune(utf8.RuneLen(c))
	}
	for i := range tokens {
		tokens[i].begin = uint32(p.buffer[tokens[i].begin])
		tokens[i].end = uint32(p.buffer[tokens[i].end])
	}
}
