package input

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// JSON-LD as a tree of values with their places: the meaning of a member depends on a context that may
// stand after it.

// An ldNode is a value of JSON. The zero ldNode is an absent one.
type ldNode struct {
	kind    byte // its first byte, '0' for numbers; 0 for an absent value
	at      jsonValue
	members []ldMember // of an object
	items   []ldNode   // of an array
}

// An ldMember is a member of an object.
type ldMember struct {
	name  string
	at    jsonValue // of the name
	value ldNode
}

// An ldDoc is a text of JSON-LD.
type ldDoc struct {
	text []byte
	url  string // what relative references to contexts are resolved against; empty if it is not known
	file string // the name of a file of contexts; empty for the text that is read
	root ldNode // of a file of contexts

	first int   // the number of the first line
	end   byte  // what ends a line; 0 for LF
	ends  []int // the offsets of the line ends, once they are asked for
	known bool
}

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

// parse returns the value at v, which is well-formed.
func (d *ldDoc) parse(v jsonValue) ldNode {
	n := ldNode{kind: d.text[v.start], at: v}
	switch n.kind {
	case '{':
		for i, more := skipSpace(d.text, v.start+1), true; more && d.text[i] != '}'; {
			end, _ := scanString(d.text, i)
			m := ldMember{at: jsonValue{i, end}}
			m.name = d.string(m.at)
			start := skipSpace(d.text, skipSpace(d.text, end)+1)
			m.value = d.parse(jsonValue{start: start})
			n.members = append(n.members, m)
			i, more = scanComma(d.text, m.value.at.end, '}')
			n.at.end = i
		}
		if n.members == nil {
			n.at.end = skipSpace(d.text, v.start+1) + 1
		}
	case '[':
		for i, more := skipSpace(d.text, v.start+1), true; more && d.text[i] != ']'; {
			item := d.parse(jsonValue{start: i})
			n.items = append(n.items, item)
			i, more = scanComma(d.text, item.at.end, ']')
			n.at.end = i
		}
		if n.items == nil {
			n.at.end = skipSpace(d.text, v.start+1) + 1
		}
	case 't', 'f', 'n', '"':
		n.at.end = scanValue(d.text, v.start, 0)
	default:
		n.kind, n.at.end = '0', scanNumber(d.text, v.start)
	}
	return n
}

// string returns the text of the string at v. It shares the bytes of the document.
func (d *ldDoc) string(v jsonValue) string {
	_, s := jsonString(d.text, v, nil)
	return s
}

// member returns the value of a member, the last one if there are several.
func (n *ldNode) member(name string) *ldNode {
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.members[i].name == name {
			return &n.members[i].value
		}
	}
	return &ldNode{}
}

// each returns the elements of an array, or the value itself.
func (n *ldNode) each() []ldNode {
	switch n.kind {
	case '[':
		return n.items
	case 0:
		return nil
	}
	return []ldNode{*n}
}

// isLDKeyword reports whether a text is a keyword or has the form of one, which is reserved (JSON-LD
// 1.1 §1.7).
func isLDKeyword(s string) bool {
	return len(s) > 1 && s[0] == '@' && strings.Trim(strings.ToLower(s[1:]), "abcdefghijklmnopqrstuvwxyz") == ""
}
