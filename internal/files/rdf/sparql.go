package rdf

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/text/chars"
)

// queryStarts are the words that a query or an update begins with (SPARQL 1.1 §19.8, SPARQL 1.2).
var queryStarts = strings.Fields("add ask base clear construct copy create delete describe drop insert load move " +
	"prefix select version with")

// queryToken parses the token of a query at data[i], outside of a declaration, and returns its end; -1 if it is
// incomplete.
func (p *turtleParser) queryToken(i int) int {
	data := p.data
	if data[i] == '#' {
		return p.skipComment(i)
	}
	if !p.isQuery {
		j := i
		for j < len(data) && chars.IsLetter(data[j]) {
			j++
		}
		if j == len(data) && !p.final {
			return incomplete
		}
		if p.isQuery = true; !slices.Contains(queryStarts, chars.Lower(string(data[i:j]))) {
			p.fault(i, max(j, i+1), "a query or an update begins with PREFIX, BASE, SELECT, INSERT or the like: "+
				"--from says what the file is if it is not SPARQL")
		}
	}
	switch c := data[i]; {
	case c == '<':
		return p.queryIRI(i)
	case c == '(':
		p.parens++
	case c == ')':
		p.parens = max(p.parens-1, 0)
	case c == '"', c == '\'':
		return p.str(i)
	case c == '?', c == '$', c == '@', c == '_' && data[min(i+1, len(data)-1)] == ':': // a variable, or a blank node
		j := i + 1
		for j < len(data) && (ttlBytes[data[j]]&byteLocal != 0 && c == '_' || data[j] >= utf8.RuneSelf ||
			ttlBytes[data[j]]&byteName != 0 && (data[j] != '-' || c == '@')) { // ?a-e:b is a difference
			j++
		}
		if j == len(data) && !p.final {
			return incomplete
		}
		return j
	case c == '-', chars.IsDigit(c): // no prefix begins so: 1-e:b is a difference
	case ttlBytes[c]&byteLocal != 0, c >= utf8.RuneSelf:
		return p.word(i)
	}
	return i + 1
}

// queryIRI parses what starts with "<" in a query: an IRI, a triple, or an operator, which stands within "(" and ")"
// after an operand. What the grammar does not take for an IRI after that is one that does not conform, if a
// scheme or a path begins there and a ">" is on the line.
func (p *turtleParser) queryIRI(i int) int {
	data := p.data
	j := i + 1
	for j < len(data) && data[j] > ' ' && bytes.IndexByte([]byte("<>\"{}|^`"), data[j]) < 0 { // "\\" may be that of \u
		j++
	}
	if j < len(data) && data[j] == '>' {
		return p.iriref(i)
	}
	before := bytes.TrimRight(data[:i], chars.Space)
	isTerm := p.parens == 0 || len(before) > 0 && bytes.IndexByte([]byte("(,/|^!{=&>"), before[len(before)-1]) >= 0
	isTriple := bytes.HasSuffix(data[:i], []byte{'<'})
	if isTerm && !isTriple && i+1 < len(data) && bytes.IndexByte([]byte("<= \t\r\n"), data[i+1]) < 0 {
		return p.iriref(i)
	}
	n := bytes.IndexAny(data[i+1:], "<>\r\n") // no further: each "<" of a long line is asked
	switch {
	case n < 0 && !p.final:
		return incomplete
	case n < 0 || data[i+1+n] != '>':
		return i + 1
	}
	rest := data[i+1 : i+1+n]
	name, _, _ := bytes.Cut(rest, []byte(":"))
	if bytes.IndexByte([]byte("/#."), rest[0]) >= 0 || base.HasScheme(rest) && p.prefixes.Of(string(name)) == nil {
		return p.iriref(i)
	}
	return i + 1
}
