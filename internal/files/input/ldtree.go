package input

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"
)

// JSON-LD as a tree of values with their places: the meaning of a member depends on a context that may
// stand after it. The tree is an index of the text, of eight bytes for each value and each name.

// An ldNode is a value of JSON. The zero ldNode is an absent one.
type ldNode struct {
	doc *ldDoc
	i   int32 // in the index of the document
}

// An ldMember is a member of an object.
type ldMember struct {
	name  string
	at    jsonValue // of the name
	value ldNode
}

// An ldDoc is a text of JSON-LD.
type ldDoc struct {
	text  []byte
	index []ldEntry // the values, and names before their values, in the order of the text
	url   string    // what relative references to contexts are resolved against; empty if it is not known
	file  string    // the name of a file of contexts; empty for the text that is read

	first int   // the number of the first line
	end   byte  // what ends a line; 0 for LF
	ends  []int // the offsets of the line ends, once they are asked for
	known bool
}

// An ldEntry is a value or a name: where it starts, and the entry after it and all in it.
type ldEntry struct{ start, next uint32 }

// line returns the number of the line of an offset.
func (d *ldDoc) line(off int) int {
	if !d.known {
		d.known = true
		for i := 0; ; i++ {
			n := bytes.IndexByte(d.text[i:], cmp.Or(d.end, '\n'))
			if n < 0 {
				break
			}
			i += n
			d.ends = append(d.ends, i)
		}
	}
	n, _ := slices.BinarySearch(d.ends, off)
	return d.first + n
}

// context returns the context of a file of contexts.
func (d *ldDoc) context() ldNode { return ldNode{doc: d}.member("@context") }

// add adds the value at text[i] to the index, and returns its end.
func (d *ldDoc) add(i int) (end int) {
	own := len(d.index)
	d.index = append(d.index, ldEntry{start: uint32(i)})
	switch c := d.text[i]; c {
	case '{', '[':
		closing := c + 2
		i = skipSpace(d.text, i+1)
		for more := d.text[i] != closing; more; i, more = scanComma(d.text, end, closing) {
			if c == '{' {
				end, _ = scanString(d.text, i)
				d.index = append(d.index, ldEntry{uint32(i), uint32(len(d.index) + 1)})
				i = skipSpace(d.text, skipSpace(d.text, end)+1)
			}
			end = d.add(i)
		}
		if d.text[i-1] != closing { // it is empty
			i++
		}
	default:
		i = scanValue(d.text, i, 0)
	}
	d.index[own].next = uint32(len(d.index))
	return i
}

// string returns the text of the string at v. It shares the bytes of the document.
func (d *ldDoc) string(v jsonValue) string {
	_, s := jsonString(d.text, v, nil)
	return s
}

// kind returns the first byte of a value, '0' for numbers; 0 for an absent value.
func (n ldNode) kind() byte {
	if n.doc == nil {
		return 0
	}
	switch c := n.doc.text[n.doc.index[n.i].start]; c {
	case '{', '[', '"', 't', 'f', 'n':
		return c
	}
	return '0'
}

// at returns the place of a value.
func (n ldNode) at() jsonValue {
	start := int(n.doc.index[n.i].start)
	return jsonValue{start, scanValue(n.doc.text, start, 0)}
}

// text returns the text of a string.
func (n ldNode) text() string { return n.doc.string(n.at()) }

// inner returns the values in an array, and the names and the values in an object.
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

// members returns the members of a value; of one that is no object there are none.
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

// member returns the value of a member, the last one if there are several.
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

// isLDKeyword reports whether a text is a keyword or has the form of one, which is reserved (JSON-LD
// 1.1 §1.7).
func isLDKeyword(s string) bool {
	return len(s) > 1 && s[0] == '@' && strings.Trim(strings.ToLower(s[1:]), "abcdefghijklmnopqrstuvwxyz") == ""
}
