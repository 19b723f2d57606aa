package jsonld

import (
	"cmp"
	"iter"
	"strings"

	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// JSON-LD as a tree of values with their positions, because the meaning of a member may depend on a context after it.
// The tree is an index of the text with eight bytes for each value and each name.

// An ldNode is a value of JSON. The zero ldNode is a missing value.
type ldNode struct {
	doc *Doc
	i   int32 // in the index of the document
}

// An ldMember is a member of an object.
type ldMember struct {
	name  string
	at    jsonscan.Value // of the name
	value ldNode
}

// A Doc is a text of JSON-LD.
type Doc struct {
	Text  []byte
	index []ldEntry // the values, and names before their values, in the order of the text
	url   string    // the base of relative references to contexts; empty if it is unknown
	file  string    // the name of a file of contexts; empty for the text that is read

	First int           // the number of the first line
	End   byte          // the byte that ends a line; 0 means LF
	lines linecol.Lines // computed when they are first needed
}

// An ldEntry is a value or a name: its start, and the index of the entry after it and everything in it.
type ldEntry struct{ start, next uint32 }

// line returns the line number of an offset.
func (d *Doc) line(off int) int {
	if d.lines.Starts == nil {
		d.lines = linecol.LinesOf(chars.UnsafeString(d.Text), cmp.Or(d.End, '\n'))
	}
	return d.First + d.lines.At(off)
}

// context returns the context of a file of contexts.
func (d *Doc) context() ldNode { return ldNode{doc: d}.member("@context") }

// add adds the value at text[i] to the index, and returns its end.
func (d *Doc) add(i int) (end int) {
	own := len(d.index)
	d.index = append(d.index, ldEntry{start: uint32(i)})
	switch d.Text[i] {
	case '{', '[':
		end, _ = jsonscan.Items(d.Text, i, func(name jsonscan.Value, i int) (int, bool) {
			if name.End > 0 {
				d.index = append(d.index, ldEntry{uint32(name.Start), uint32(len(d.index) + 1)})
			}
			return d.add(i), true
		})
	default:
		end = jsonscan.End(d.Text, i, 0)
	}
	d.index[own].next = uint32(len(d.index))
	return end
}

// string returns the text of the string at v. It shares memory with the document.
func (d *Doc) string(v jsonscan.Value) string {
	_, s := jsonscan.String(d.Text, v, nil)
	return s
}

// kind returns the first byte of a value: '0' for numbers, and 0 for a missing value.
func (n ldNode) kind() byte {
	if n.doc == nil {
		return 0
	}
	switch c := n.doc.Text[n.doc.index[n.i].start]; c {
	case '{', '[', '"', 't', 'f', 'n':
		return c
	}
	return '0'
}

// at returns the place of a value.
func (n ldNode) at() jsonscan.Value {
	start := int(n.doc.index[n.i].start)
	return jsonscan.Value{Start: start, End: jsonscan.End(n.doc.Text, start, 0)}
}

// text returns the text of a string.
func (n ldNode) text() string { return n.doc.string(n.at()) }

// inner returns the values of an array, and the names and values of an object.
func (n ldNode) inner() iter.Seq[ldNode] {
	return func(yield func(ldNode) bool) {
		if n.doc == nil {
			return
		}
		end := int32(n.doc.index[n.i].next)
		for i := n.i + 1; i < end; i = int32(n.doc.index[i].next) {
			if !yield(ldNode{n.doc, i}) {
				return
			}
		}
	}
}

// members returns the members of an object, and none of another value.
func (n ldNode) members() iter.Seq[ldMember] {
	return func(yield func(ldMember) bool) {
		if n.kind() != '{' {
			return
		}
		name := true
		for v := range n.inner() {
			if name {
				at := v.at()
				if !yield(ldMember{n.doc.string(at), at, ldNode{n.doc, v.i + 1}}) {
					return
				}
			}
			name = !name
		}
	}
}

// member returns the value of a member: the last one if there are several.
func (n ldNode) member(name string) (value ldNode) {
	for m := range n.members() {
		if m.name == name {
			value = m.value
		}
	}
	return value
}

// each returns the elements of an array, or the value itself.
func (n ldNode) each() iter.Seq[ldNode] {
	if n.kind() == '[' {
		return n.inner()
	}
	return func(yield func(ldNode) bool) {
		if n.doc != nil {
			yield(n)
		}
	}
}

// isLDKeyword reports whether a text is a keyword, or has the form of one, which is reserved (JSON-LD 1.1 §1.7).
func isLDKeyword(s string) bool {
	return len(s) > 1 && s[0] == '@' && strings.Trim(strings.ToLower(s[1:]), "abcdefghijklmnopqrstuvwxyz") == ""
}
