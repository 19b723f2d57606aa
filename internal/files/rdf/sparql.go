package rdf

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// queryStarts are the words that a query or an update begins with (SPARQL 1.1 §19.8, SPARQL 1.2).
var queryStarts = strings.Fields("add ask base clear construct copy create delete describe drop insert load move " +
	"prefix select version with")

// queryToken parses the token of a query at data[i], outside of a declaration, and returns its end; -1 if it is
// incomplete.
func (p *turtleParser) queryToken(i int) int {
	if p.owl {
		return p.owlToken(i)
	}
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
	case ttlBytes[c]&byteLocal != 0, c >= utf8.RuneSelf, c == '\\':
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

// usedAs returns what a string of a query, data[i:j], is used as: the argument of the function IRI or URI, which makes an
// IRI of it (SPARQL 1.1 §17.4.2.8), or what the text of an IRI is compared with (§17.4.2.5), if it looks like an absolute
// one. It is roleNone for all else.
func (p *turtleParser) usedAs(i, j int) (role uint8, ok bool) {
	const near = 256 // bytes
	before := bytes.TrimRight(p.data[max(0, i-near):i], chars.Space)
	isAbsolute := bytes.Contains(p.data[i:j], []byte("://"))
	isArgument := bytes.HasSuffix(before, []byte("(")) && iriFunction().Match(before)
	switch {
	case isAbsolute && bytes.HasSuffix(before, []byte("=")) && comparedBefore().Match(before):
		return roleCompared, true
	case !isArgument && !isAbsolute:
		return roleNone, true
	case len(p.data)-j < near && !p.final:
		return 0, false
	}
	after := bytes.TrimLeft(p.data[j:min(j+near, len(p.data))], chars.Space)
	switch {
	case isArgument && bytes.HasPrefix(after, []byte(")")):
		return roleArgument, true
	case isAbsolute && comparedAfter().Match(after):
		return roleCompared, true
	}
	return roleNone, true
}

// iriFunction, comparedBefore and comparedAfter match what stands around a string that is not only a text.
var (
	iriFunction    = pattern(`(?i)(?:^|[^\pL\pN_:?$-])[iu]ri\s*\($`)
	comparedBefore = pattern(`(?i)(?:^|[^\pL\pN_:?$-])str\s*\(\s*[?$][\pL\pN_]+\s*\)\s*!?=$`)
	comparedAfter  = pattern(`(?i)^!?=\s*str\s*\(\s*[?$]`)
)

// pattern returns a function that compiles a pattern when it is first called, so that programs start without this work.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// comparedText is the way to write a string that is compared with the text of an IRI.
var comparedText = input.Fixed(EscLiteral, "it is compared with the text of an IRI, which this would not change in the data")
