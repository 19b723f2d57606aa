package rdf

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/uchar"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Literals of RDF with the datatype xsd:AnyURI, "http://example.org/"^^xsd:AnyURI: a reference to an IRI
// (XML Schema 1.1 Part 2 §3.3.17). XML Schema accepts any text there and says that, to be of use, it should
// be one that RFC 3987 makes a URI of. They are items of their own, with the role [input.RoleLiteral].

// anyURI reports whether ^^ and the datatype xsd:AnyURI follow the string of Turtle that ends at data[j]. ok
// is false if more text is needed to tell.
func (p *turtleParser) anyURI(j int) (is, ok bool) {
	j, ok = p.afterSpace(j)
	rest := p.data[j:]
	switch {
	case !ok, len(rest) < len("^^") && !p.final && (len(rest) == 0 || rest[0] == '^'):
		return false, false
	case !bytes.HasPrefix(rest, []byte("^^")):
		return false, true
	}
	if j, ok = p.afterSpace(j + len("^^")); !ok {
		return false, false
	}
	rest = p.data[j:]
	switch {
	case len(rest) < len("<"+input.AnyURI+">") && !p.final:
		// Mostly enough text follows. At the end of a file nothing more comes.
		return false, false
	case bytes.HasPrefix(rest, []byte("<")):
		return bytes.HasPrefix(rest, []byte("<"+input.AnyURI+">")), true
	}
	name := rest
	colon := 0
	for colon < len(name) && ttlBytes[name[colon]]&byteName != 0 {
		colon++
	}
	const local = ":anyURI"
	if len(name) < colon+len(local)+1 && !p.final {
		return false, false
	}
	if !bytes.HasPrefix(name[colon:], []byte(local)) {
		return false, true
	}
	if end := name[colon+len(local):]; len(end) > 0 && (ttlBytes[end[0]]&byteLocal != 0 || end[0] >= utf8.RuneSelf ||
		end[0] == '%' || end[0] == '\\') {
		return false, true
	}
	ns := p.lookup(name[:colon])
	return ns >= 0 && p.found.prefixes[ns].IRI == input.XSD, true
}

// afterSpace returns the place after white space and comments from data[i] on. ok is false if more text is needed.
func (p *turtleParser) afterSpace(i int) (end int, ok bool) {
	for {
		for i < len(p.data) && (p.data[i] == ' ' || p.data[i] == '\t' || linecol.IsEOL(p.data[i])) {
			i++
		}
		if i == len(p.data) {
			return i, p.final
		}
		if p.data[i] != '#' {
			return i, true
		}
		n := linecol.IndexEOL(p.data[i:])
		switch {
		case n >= 0:
			i += n
		case p.final || len(p.data)-i > longestBetween: // what follows a longer one is not looked at
			return i, true
		default:
			return i, false
		}
	}
}

// longestBetween is the length in bytes of the longest comment between a string and its datatype that is read.
const longestBetween = 4 << 10

// echars are the characters of ECHAR (RDF 1.1 Turtle §6.5) and what they stand for.
const echars, echarsMean = `tbnrf"'\`, "\t\b\n\r\f\"'\\"

// literalRune returns the character at the start of raw, the text of a literal, and its length there.
func literalRune(raw []byte) (rune, int) {
	if raw[0] != '\\' || len(raw) < 2 {
		return utf8.DecodeRune(raw)
	}
	if i := bytes.IndexByte([]byte(echars), raw[1]); i >= 0 {
		return rune(echarsMean[i]), 2
	}
	if r, n := uchar.Decode(raw); n > 0 {
		return r, n
	}
	return '\\', 1
}

// unescapeLiteral appends raw, the text of a literal, without its escapes.
func unescapeLiteral(b, raw []byte) []byte {
	for len(raw) > 0 {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 {
			n = len(raw)
		}
		b, raw = append(b, raw[:n]...), raw[n:]
		if len(raw) > 0 {
			r, n := literalRune(raw)
			b, raw = utf8.AppendRune(b, r), raw[n:]
		}
	}
	return b
}

// unitLiteral is the unit of [EscLiteral].
func unitLiteral(raw []byte) (rawLen, textLen int) {
	if raw[0] != '\\' {
		return 1, 1
	}
	r, n := literalRune(raw)
	return n, chars.RuneLen(r)
}

// escapeLiteral appends a text as it is written in a literal, whatever its quotes are.
func escapeLiteral(b []byte, _ *input.Item, s string) []byte {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"', c == '\'', c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = fmt.Appendf(b, `\u%04X`, c)
		default:
			b = append(b, c)
		}
	}
	return b
}
