package rdf

import (
	"bytes"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// queryToken parses the token of a query at data[i], outside of a declaration, and returns its end; -1 if it is
// incomplete.
func (p *turtleParser) queryToken(i int) int {
	data := p.data
	switch c := data[i]; {
	case c == '#':
		return p.skipComment(i)
	case c == '<':
		return p.queryIRI(i)
	case c == '"', c == '\'':
		return p.str(i)
	case c == '?', c == '$', c == '@', c == '_' && data[min(i+1, len(data)-1)] == ':': // a variable, or a blank node
		j := i + 1
		for j < len(data) && (ttlBytes[data[j]]&byteLocal != 0 && c == '_' || ttlBytes[data[j]]&byteName != 0 ||
			data[j] >= utf8.RuneSelf) {
			j++
		}
		if j == len(data) && !p.final {
			return incomplete
		}
		return j
	case ttlBytes[c]&byteLocal != 0, c >= utf8.RuneSelf:
		return p.word(i)
	}
	return i + 1
}

// queryIRI parses what starts with "<" in a query: an IRI, or an operator. What the grammar does not take for an IRI is
// one that does not conform, if a scheme or a path begins there and a ">" is on the line.
func (p *turtleParser) queryIRI(i int) int {
	data := p.data
	j := i + 1
	for j < len(data) && data[j] > ' ' && bytes.IndexByte([]byte("<>\"{}|^`"), data[j]) < 0 { // "\\" may be that of \u
		j++
	}
	if j < len(data) && data[j] == '>' {
		return p.iriref(i)
	}
	end := len(data)
	if n := linecol.IndexEOL(data[i:]); n >= 0 {
		end = i + n
	} else if !p.final {
		return incomplete
	}
	rest := data[i+1 : end]
	if n := bytes.IndexAny(rest, "<>"); n < 0 || rest[n] != '>' {
		return i + 1
	}
	name, _, _ := bytes.Cut(rest, []byte(":"))
	if bytes.IndexByte([]byte("/#."), rest[0]) >= 0 || base.HasScheme(rest) && p.prefixes[string(name)] == nil {
		return p.iriref(i)
	}
	return i + 1
}
