package rdf

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/uchar"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The tokens of Turtle. Each function gets the place of a token, does what the token
// means, and returns the place after it; -1 if the data ends inside the token and more
// may follow.

const incomplete = -1

// Classes of bytes.
const (
	byteName  = 1 << iota // PN_CHARS in ASCII: letters, digits, "_" and "-"
	byteLocal             // these and ":"
	byteIRI               // may be in an IRIREF without a closer look
)

var ttlBytes = func() (class [256]uint8) {
	for c := range 256 {
		if c > ' ' && c != '<' && c != '>' && c != '\\' {
			class[c] |= byteIRI
		}
		switch c := byte(c); {
		case c|0x20 >= 'a' && c|0x20 <= 'z' && c < 0x80, c >= '0' && c <= '9', c == '_', c == '-':
			class[c] |= byteName | byteLocal
		case c == ':':
			class[c] |= byteLocal
		}
	}
	return class
}()

// iriref parses an IRIREF. Like the reader of N-Triples it accepts nearly all
// characters between "<" and ">" on a line, because the check of the IRI then names the
// fault and its place.
func (p *turtleParser) iriref(i int) int {
	data := p.data
	start := i + 1
	j := start
	for j < len(data) && ttlBytes[data[j]]&byteIRI != 0 {
		j++
	}
	kind := uint8(itemIRI)
	if j == len(data) || data[j] != '>' {
		ok := false
		if j, kind, ok = p.faultyIRI(i, j); !ok {
			return j
		}
	}
	if ttlAllowed[p.state]&termIRI == 0 {
		return p.unexpected(i, j+1)
	}
	isDeclared := p.state == ttlPrefixIRI || p.state == ttlBaseIRI
	if kind != itemFault {
		it := turtleItem{
			start: uint32(start), end: uint32(j), statement: uint32(len(p.found.statements)),
			ns: int32(len(p.found.bases)) - 1, role: p.role(), kind: kind,
		}
		if kind == itemIRI && !isDeclared {
			if ns := p.curie(data[start:j]); ns >= 0 {
				it.ns, it.local = ns, 1
			}
		}
		p.found.items = append(p.found.items, it)
	}
	if isDeclared {
		return p.declared(start, j)
	}
	p.term(termIRI)
	return j + 1
}

// faultyIRI finds the ">" of an IRIREF that starts at data[i] and has characters, from data[j] on, that it must not have
// or that are escaped. If there is none, ok is false, and end is what iriref returns.
func (p *turtleParser) faultyIRI(i, j int) (end int, kind uint8, ok bool) {
	data, start := p.data, i+1
	for ; j < len(data) && data[j] != '>' && data[j] != '\n' && data[j] != '<'; j++ {
	}
	switch {
	case j == len(data) && !p.final:
		return incomplete, 0, false
	case j < len(data) && data[j] == '>':
	case bytes.HasPrefix(data[i:], []byte("<=")): // an operator of N3
		return p.unexpected(i, i+2), 0, false
	default:
		if end, more := brokenIRI(data, i); more && !p.final {
			return incomplete, 0, false
		} else if end > 0 {
			j = end
			break
		}
		if j < len(data) && data[j] == '<' && isInIRI(data[start:], j-start) {
			p.fault(j, j+1, "%s", lessInIRI)
		} else {
			p.fault(i, j, "no \">\" ends the IRI that starts here")
		}
		return p.recoverAtLineEnd(j), 0, false
	}
	raw := data[start:j]
	if bytes.IndexByte(raw, '\\') < 0 && linecol.IndexEOL(raw) < 0 {
		return j, itemIRI, true
	}
	if at := uchar.Bad(raw); at >= 0 {
		n, why := uchar.Fault(raw[at:], "/")
		p.fault(start+at, start+at+n, "%s", why)
		return j, itemFault, true
	}
	return j, itemEscapedIRI, true
}

// curie returns the index of the prefix that an IRI in < and > begins with, which was most likely
// meant as a name: <foaf:Person>. It is -1 for none.
func (p *turtleParser) curie(raw []byte) int32 {
	if bytes.HasPrefix(raw, []byte("http")) || !base.HasScheme(raw) {
		return -1
	}
	name := raw[:bytes.IndexByte(raw, ':')]
	if d := p.prefixes.Of(string(name)); d == nil || !d.IsCurie(string(name)) {
		return -1
	}
	return p.lookup(name)
}

// lineAt returns the line on which data[at] stands. Lines are counted once where it is asked from left to right.
func (p *turtleParser) lineAt(at int) int {
	c := &p.counted
	if at < c.upTo {
		c.upTo, c.lines = 0, 0
	}
	c.lines += bytes.Count(p.data[c.upTo:at], []byte{p.lineEnd})
	c.upTo = at
	return p.line + c.lines
}

// declared ends a directive with the IRI that is written at data[start:end].
func (p *turtleParser) declared(start, end int) int {
	written := string(unescape(nil, p.data[start:end]))
	if p.state == ttlBaseIRI {
		now, ok := base.Within(p.base, written)
		if !ok {
			p.add(turtleFault{start: start, end: end, code: input.CodeMaxLine,
				message: base.TooLong("the base", "relative references")})
			p.found.items[len(p.found.items)-1].role = roleBase
		}
		if p.base = now; !ok || now != "" {
			p.found.bases = append(p.found.bases, now)
		}
	} else {
		target, tooLong := written, len(written) > base.Max
		if !tooLong {
			target = base.Resolve(p.base, written)
			tooLong = len(target) > base.Max
		}
		d := &input.Prefix{Name: p.name, IRI: target, Written: written, Line: p.lineAt(start),
			Relative: !base.HasScheme(target), TooLong: tooLong}
		if tooLong {
			d.IRI = "" // nothing is read that needs it
			p.add(turtleFault{start: start, end: end, code: input.CodeMaxLine,
				message: base.TooLong("the IRI of the prefix", "names")})
			p.found.items[len(p.found.items)-1].role = rolePrefix
		}
		p.prefixes.Declare(strings.TrimSuffix(p.name, ":"), d)
		p.cache = [64]cachedPrefix{}
	}
	if p.dotted {
		p.state = ttlDot
		return end + 1
	}
	p.state = ttlStatement
	return p.endStatement(end + 1)
}

// word parses what starts with a letter or a colon: a prefixed name or a keyword.
func (p *turtleParser) word(i int) int {
	data := p.data
	j := i
	for j < len(data) && ttlBytes[data[j]]&byteName != 0 {
		j++
	}
	if j < len(data) && (data[j] == '.' || data[j] >= utf8.RuneSelf || data[j] == '\\' && p.query) {
		j = nameEnd(data, j, p.query)
	}
	if !p.final && len(data)-j < longestUchar && (j == len(data) || data[j] == '\\') {
		return incomplete
	}
	if j < len(data) && data[j] == ':' && (j == i || isNameStart(data[i:], p.query) && data[j-1] != '.') {
		return p.prefixed(i, j)
	}
	return p.keyword(i, j)
}

// longestUchar is the length of \U0001F600.
const longestUchar = 10

// nameRune returns the character at the start of a text and its length there. With escaped, it may be written as an
// escape (SPARQL 1.1 §19.2).
func nameRune(data []byte, escaped bool) (rune, int) {
	switch {
	case data[0] >= utf8.RuneSelf:
		return utf8.DecodeRune(data)
	case data[0] == '\\' && escaped:
		if r, n := uchar.Decode(data); n > 0 {
			return r, n
		}
	}
	return rune(data[0]), 1
}

// nameEnd returns the end of the characters of PN_CHARS and the dots from data[i] on.
func nameEnd(data []byte, i int, escaped bool) int {
	for i < len(data) {
		r, n := nameRune(data[i:], escaped)
		if r == ':' || r != '.' && !chars.IsNameChar(r) || r == utf8.RuneError && n == 1 {
			break
		}
		i += n
	}
	return i
}

// isNameStart reports whether a text starts with PN_CHARS_BASE.
func isNameStart(s []byte, escaped bool) bool {
	r, n := nameRune(s, escaped)
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return chars.IsNameChar(r) && !(r == utf8.RuneError && n == 1) && !chars.IsNameEnd(r)
}

// prefixed parses the name whose prefix is data[i:colon].
func (p *turtleParser) prefixed(i, colon int) int {
	data := p.data
	j := colon + 1
	for j < len(data) && ttlBytes[data[j]]&byteLocal != 0 {
		j++
	}
	kind := uint8(itemName)
	if j < len(data) && (data[j] == '.' || data[j] == '%' || data[j] == '\\' || data[j] >= utf8.RuneSelf) ||
		colon+1 < len(data) && data[colon+1] == '-' {
		var fault string
		if j, kind, fault = localEnd(data, colon+1, p.final, p.query); fault != "" && (j < len(data) || p.final) {
			p.fault(j, min(j+1, len(data)), "%s", fault)
			return p.recover(j)
		}
	}
	if len(data)-j < 2 && !p.final {
		return incomplete
	}
	if end := p.notName(i, colon, j); end != nameEnds {
		return end
	}
	if p.state == ttlPrefixName {
		if j > colon+1 {
			return p.unexpected(i, j)
		}
		p.name = string(p.prefixOf(data[i : colon+1]))
		p.state = ttlPrefixIRI
		return j
	}
	if ttlAllowed[p.state]&termIRI == 0 || p.state >= ttlPrefixName {
		return p.unexpected(i, j)
	}
	ns := p.lookup(p.prefixOf(data[i:colon]))
	switch {
	case ns < 0:
		p.undeclared(i, colon+1)
	case p.found.prefixes[ns].TooLong:
	case colon+1-i > 1<<16-1:
		p.fault(i, i+40, "the name of the prefix is longer than 65535 bytes")
	default:
		p.found.items = append(p.found.items, turtleItem{
			start: uint32(i), end: uint32(j), local: uint16(colon + 1 - i), statement: uint32(len(p.found.statements)),
			ns: ns, role: p.role(), kind: kind,
		})
	}
	p.term(termIRI)
	return j
}

// prefixOf returns a prefix without its escapes, which those of SPARQL can have.
func (p *turtleParser) prefixOf(raw []byte) []byte {
	if !p.query || bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return unescapeName(nil, raw)
}

// nameEnds is the result of notName for a name after which something else can stand.
const nameEnds = -2

const noBrackets = "an IRI stands in < and >: write <%s>"

// iriEnd returns where what looks like an IRI and has been read up to data[:i] ends.
func iriEnd(data []byte, i int) int {
	for i < len(data) && data[i] > ' ' && strings.IndexByte("<>\"{}|^`\\", data[i]) < 0 {
		i++
	}
	return i
}

// meantAsIRI returns what looks like an IRI without the punctuation of a statement at its end.
func meantAsIRI(text []byte) []byte { return bytes.TrimRight(text, ".,;)]") }

// notName reports what stands after the name data[i:j] and was most likely meant as a part of it, and returns where to
// go on. What can stand there in Turtle, but seldom does, is kept for remark.
func (p *turtleParser) notName(i, colon, j int) int {
	data := p.data
	if j == len(data) {
		return nameEnds
	}
	if j == colon+1 && bytes.HasPrefix(data[j:], []byte("//")) {
		end := iriEnd(data, j)
		if end == len(data) && !p.final {
			return incomplete
		}
		iri := meantAsIRI(data[i:end])
		j = i + len(iri)
		p.fault(i, j, noBrackets, quote.Cut(iri))
		if ttlAllowed[p.state]&termIRI == 0 || p.state >= ttlPrefixName {
			return p.recover(j)
		}
		p.term(termIRI)
		return j
	}
	if p.query && p.state != ttlPrefixName { // operators can follow
		return nameEnds
	}
	r, n := utf8.DecodeRune(data[j:])
	mend := "write the whole IRI in < and >"
	switch {
	case r == '#' || r == '\'':
		p.glued = j
		return nameEnds
	case strings.ContainsRune("/+*=&!$?@", r):
		mend = fmt.Sprintf("write \\%c for it, or the whole IRI in < and >", r)
	case r < utf8.RuneSelf && r != '`', r == utf8.RuneError && n == 1:
		return nameEnds
	}
	if p.lookup(p.prefixOf(data[i:colon])) < 0 && p.state != ttlPrefixName {
		p.undeclared(i, colon+1)
	}
	p.fault(j, j+n, "%s cannot stand in the local part of a name: %s", quote.Quote(data[j:j+n]), mend)
	return p.recover(j)
}

// remark says what can be meant by the quote or the "#" after the last name of a statement that has a fault; nothing if
// there is none.
func (p *turtleParser) remark() string {
	if p.glued == 0 {
		return ""
	}
	c, what := p.data[p.glued], "comment"
	if c == '\'' {
		what = "string"
	}
	line := p.line + bytes.Count(p.data[:p.glued], []byte{p.lineEnd})
	return fmt.Sprintf("; right after a name, %s on line %d starts a %s: write \\%c if it belongs to the name",
		quote.Quote(string(rune(c))), line, what, c)
}

// localEnd returns the end of the PN_LOCAL that starts at data[i], and a message if it
// is malformed there. If more may follow, the end is len(data).
func localEnd(data []byte, i int, final, escaped bool) (end int, kind uint8, fault string) {
	kind = itemName
	first := true
	for end = i; i < len(data); first = false {
		c := data[i]
		switch {
		case c == '%':
			if _, ok := chars.HexNumber(data[i+1:], 2); !ok {
				if len(data)-i < 3 && !final {
					return len(data), kind, "in the local part of a name two hex digits follow %"
				}
				return i, kind, "in the local part of a name two hex digits follow %"
			}
			i += 3
			end = i
			continue
		case c == '\\' && escaped && i+1 < len(data) && data[i+1]|0x20 == 'u':
			r, n := nameRune(data[i:], true)
			switch {
			case n == 1 && len(data)-i < longestUchar && !final:
				return len(data), kind, ""
			case n == 1:
				_, fault = uchar.Fault(data[i:], "/")
				return i, kind, fault
			case !chars.IsNameChar(r) || first && chars.IsNameEnd(r):
				return end, kind, ""
			}
			kind = itemEscapedName
			i += n
			end = i
			continue
		case c == '\\':
			if i+1 == len(data) && !final {
				return len(data), kind, ""
			}
			if i+1 == len(data) || strings.IndexByte("_~.-!$&'()*+,;=/?#@%", data[i+1]) < 0 {
				return i, kind, "in the local part of a name a backslash stands before one of _~.-!$&'()*+,;=/?#@%: " +
					"write the whole IRI in < and >"
			}
			kind = itemEscapedName
			i += 2
			end = i
			continue
		case c == '.' && !first: // but the name does not end with it
			i++
			if i == len(data) && !final {
				return i, kind, ""
			}
			continue
		}
		r, n := rune(c), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(data[i:])
		}
		if !chars.IsNameChar(r) || r == utf8.RuneError && n == 1 || first && chars.IsNameEnd(r) {
			break
		}
		i += n
		end = i
	}
	return end, kind, ""
}

// lookup returns the index of a prefix in the chunk, -1 if it is not declared.
func (p *turtleParser) lookup(name []byte) int32 {
	h := uint(len(name)) * 7
	if len(name) > 0 {
		h += uint(name[0]) + uint(name[len(name)-1])*5
	}
	c := &p.cache[h%uint(len(p.cache))]
	if c.block == p.blocks && c.name == string(name) {
		return c.index
	}
	d := p.prefixes.Of(string(name))
	if d == nil {
		return -1
	}
	p.found.prefixes = append(p.found.prefixes, d)
	*c = cachedPrefix{strings.TrimSuffix(d.Name, ":"), int32(len(p.found.prefixes)) - 1, p.blocks}
	return c.index
}

// undeclared reports a prefix that is not declared.
func (p *turtleParser) undeclared(start, end int) {
	name := string(p.data[start:end])
	declaration := "@prefix %s <%s> ."
	switch {
	case p.owl:
		declaration = "Prefix(%s=<%s>), or in Manchester syntax Prefix: %[1]s <%[2]s>,"
	case p.query:
		declaration = "PREFIX %s <%s>"
	}
	ns := cmp.Or(scheme.Namespace(strings.TrimSuffix(name, ":")), "…")
	mend := fmt.Sprintf("write "+declaration+" before it", quote.Cut(name), ns)
	p.add(turtleFault{start: start, end: end, code: input.CodePrefix,
		message: fmt.Sprintf("the prefix %s is not declared: %s", quote.Cut(name), mend)})
}

// keyword parses the word data[i:j], which is not a prefixed name.
func (p *turtleParser) keyword(i, j int) int {
	word := p.data[i:j]
	if len(word) > 1 && word[len(word)-1] == '.' { // "true." has a full stop after it
		word = bytes.TrimRight(word, ".")
		j = i + len(word)
	}
	switch s, keyword := string(word), chars.Lower(string(word)); {
	case p.query && p.state == ttlStatement && keyword != "prefix" && keyword != "base":
		return max(j, i+1)
	case s == "a" && ttlRoles[p.state] == 1:
		p.term(termIRI)
		return j
	case s == "true" || s == "false":
		if ttlAllowed[p.state]&termLiteral != 0 {
			p.term(termLiteral)
			return j
		}
	case p.state != ttlStatement || p.inGraph:
	case keyword == "prefix":
		p.state, p.dotted = ttlPrefixName, false
		return j
	case keyword == "base":
		p.state, p.dotted = ttlBaseIRI, false
		return j
	case keyword == "version":
		p.state, p.dotted = ttlVersion, false
		return j
	case keyword == "graph" && p.trig:
		p.state = ttlLabel
		return j
	}
	return p.unexpected(i, max(j, i+1))
}

// atDirective parses @prefix, @base or @version.
func (p *turtleParser) atDirective(i int) int {
	j := i + 1
	for j < len(p.data) && p.data[j]|0x20 >= 'a' && p.data[j]|0x20 <= 'z' {
		j++
	}
	if j == len(p.data) && !p.final {
		return incomplete
	}
	if p.state != ttlStatement || p.inGraph {
		return p.unexpected(i, j)
	}
	switch string(p.data[i:j]) {
	case "@prefix":
		p.state = ttlPrefixName
	case "@base":
		p.state = ttlBaseIRI
	case "@version":
		p.state = ttlVersion
	default:
		p.fault(i, j, "%s is not a directive of Turtle: there are @prefix, @base and @version, in lower case", quote.Quote(p.data[i:j]))
		return p.recover(j)
	}
	p.dotted = true
	return j
}

// blank parses a label of a blank node.
func (p *turtleParser) blank(i int) int {
	data := p.data
	j := i + 2
	for j < len(data) && data[j] > ' ' && (ttlBytes[data[j]]&byteName != 0 || data[j] == '.' ||
		data[j] >= utf8.RuneSelf) {
		j++
	}
	if j == len(data) && !p.final {
		return incomplete
	}
	n := blankNode(data[i:j], false)
	if n == 0 {
		p.fault(i, min(i+2, len(data)), "a blank node is written _: and a label that starts with a letter, a digit "+
			"or _")
		return p.recover(i + 1)
	}
	if ttlAllowed[p.state]&termBlank == 0 {
		return p.unexpected(i, i+n)
	}
	p.term(termBlank)
	return i + n
}
