// Package parsetree makes parse trees: which production of a grammar matched which part of a string. In come
// the matches that a parser finds, as tokens; out come nodes, made when they are asked for. It has what a
// generated parser runs on: the buffer of characters, the tokens, and the way back to byte offsets (parser.go);
// and an interpreter for grammars that are read at run time (interpreter.go). A tree does not know grammars: a
// [Language] says what the numbers of rules mean.
package parsetree

import (
	"iter"
	"slices"

	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Token records which text a rule matched. Tokens are in the order in which the matches ended, so the tokens
// inside a match come before the token of the match.
type Token struct {
	Rule       uint16 // the number of the rule in the language of the tree
	First      uint32 // index of the first token inside the match; its own index if there is none
	Begin, End uint32 // in characters while a parser runs, then in bytes
}

// A Language says what the numbers of rules in tokens mean.
type Language interface {
	// Name returns the production that a rule stands for, as the grammar spells it.
	Name(rule uint16) string

	// Items returns the tree of the text of a node, which begins at an offset of the string that was parsed, with the
	// nodes that the tree of the node lacks: those within repetitions. It returns nil if the tree of the node has all.
	Items(rule uint16, text string, off int) *Tree
}

// A Tree is what all nodes of one parse tree share. The root of the zero Tree is the zero Node.
type Tree struct {
	lang   Language
	text   string
	off    int // offset of text in the string that was parsed
	tokens []Token
	root   Node
	inline [12]Token // enough for the tokens of most references: avoids an allocation
}

// Set makes t the tree of a text, which begins at an offset of the string that was parsed. The last token is that
// of the root, and there must be one. The tokens are copied if they are few, else kept.
func (t *Tree) Set(lang Language, text string, off int, tokens []Token) {
	t.lang, t.text, t.off = lang, text, off
	if len(tokens) <= len(t.inline) {
		t.tokens = append(t.inline[:0], tokens...)
	} else {
		t.tokens = tokens
	}
	t.root = Node{t, uint32(len(tokens) - 1)}
}

// Language returns what the numbers of rules in the tree mean; nil for the zero Tree.
func (t *Tree) Language() Language { return t.lang }

// Root returns the root of the tree, which lies in it.
func (t *Tree) Root() *Node { return &t.root }

// A Node is a production in a parse tree. Nodes are made when they are asked for. The zero Node has no name, no
// text and no children.
type Node struct {
	t *Tree
	i uint32 // index of its token
}

// token returns the token of the node; that of the zero Node is empty.
func (n Node) token() Token {
	if n.t == nil || len(n.t.tokens) == 0 {
		return Token{}
	}
	return n.t.tokens[n.i]
}

// Tree returns the tree that the node is in; nil for the zero Node.
func (n Node) Tree() *Tree { return n.t }

// Number returns the number of the production in the language of its tree.
func (n Node) Number() uint16 { return n.token().Rule }

// Name returns the name of the production; "" for the zero Node.
func (n Node) Name() string {
	if n.t == nil || n.t.lang == nil {
		return ""
	}
	return n.t.lang.Name(n.token().Rule)
}

// Start returns the offset, in bytes, of the text of the production in the string that was parsed.
func (n Node) Start() int { return n.off() + int(n.token().Begin) }

// End returns the offset, in bytes, of the end of that text.
func (n Node) End() int { return n.off() + int(n.token().End) }

func (n Node) off() int {
	if n.t == nil {
		return 0
	}
	return n.t.off
}

// Text returns the text of the production, which may be empty.
func (n Node) Text() string {
	if n.t == nil {
		return ""
	}
	return n.t.text[n.token().Begin:n.token().End]
}

// Children iterates over the productions that the rule of the node names, from left to right. Nodes within
// repetitions are made by parsing the text of this node once more.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		t, list := n.AppendChildren(nil)
		for _, i := range slices.Backward(list) {
			if !yield(t.Node(i)) {
				return
			}
		}
	}
}

// Node returns the node of a token, by its index.
func (t *Tree) Node(i uint32) Node { return Node{t, i} }

// At returns the tree of the same text at an offset of another string.
func (t *Tree) At(off int) *Tree {
	moved := *t
	moved.off, moved.root.t = off, &moved
	return &moved
}

// AppendChildren appends the indexes of the children of the node, the last one first, and returns the tree that
// they are in.
func (n Node) AppendChildren(list []uint32) (*Tree, []uint32) {
	t, i := n.t, n.i
	if t == nil || len(t.tokens) == 0 {
		return t, list
	}
	for {
		items := t.lang.Items(t.tokens[i].Rule, n.Text(), n.Start())
		if items == nil {
			break
		}
		t, i = items, items.root.i
	}
	for c := i; c > t.tokens[i].First; c = t.tokens[c-1].First {
		list = append(list, c-1)
	}
	return t, list
}

// AppendJSON appends the node as an object with the members rule, start, end (bytes), text and, if there are any,
// children. more, which may be nil, appends further members of a node.
func (n Node) AppendJSON(b []byte, more func(b []byte, n Node) []byte) []byte {
	b = jsonw.AppendMember(append(b, '{'), "rule", n.Name())
	b = jsonw.AppendInt(b, "start", int64(n.Start()))
	b = jsonw.AppendInt(b, "end", int64(n.End()))
	b = jsonw.AppendMember(b, "text", n.Text())
	if more != nil {
		b = more(b, n)
	}
	first := true
	for child := range n.Children() {
		if first {
			b = append(jsonw.AppendName(b, "children"), '[')
		} else {
			b = append(b, ',')
		}
		first = false
		b = child.AppendJSON(b, more)
	}
	if !first {
		b = append(b, ']')
	}
	return append(b, '}')
}
