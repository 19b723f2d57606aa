package rdf

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/uchar"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The literals of Turtle.

// str parses a string in any of the four kinds of quotes.
func (p *turtleParser) str(i int) int {
	j, width, ok := p.stringEnd(i)
	if !ok {
		return j
	}
	p.checkUTF8(i, j)
	switch {
	case p.state == ttlVersion && width > 1:
		return p.unexpected(i, j)
	case p.state == ttlVersion && p.dotted:
		p.state = ttlDot
		return j
	case p.state == ttlVersion:
		p.state = ttlStatement
		return p.endStatement(j)
	case ttlAllowed[p.state]&termLiteral == 0 && !(p.query && p.state == ttlStatement):
		return p.unexpected(i, j)
	}
	role, ok := p.stringRole(i, j)
	if !ok {
		return incomplete
	}
	if role != roleNone {
		p.found.items = append(p.found.items, turtleItem{
			start: uint32(i + width), end: uint32(j - width), statement: uint32(len(p.found.statements)),
			ns: int32(len(p.found.bases)) - 1, role: role, kind: itemLiteral,
		})
	}
	p.term(termLiteral)
	p.back, p.state = p.state, ttlString
	return j
}

// stringRole returns the role of an IRI in the string data[i:j], roleNone if it is another text. ok is false if more text
// is needed to tell.
func (p *turtleParser) stringRole(i, j int) (role uint8, ok bool) {
	switch is, ok := p.anyURI(j); {
	case !ok:
		return 0, false
	case is:
		return roleLiteral, true
	case p.query && p.state == ttlStatement:
		return p.usedAs(i, j)
	case p.isTemplate(p.data[i:j]):
		return roleTemplate, true
	}
	return roleNone, true
}

// isTemplate reports whether a string in the present place is a template of IRIs: of R2RML (§7.3) or RML, and not one of
// literals.
func (p *turtleParser) isTemplate(text []byte) bool {
	if p.query || bytes.IndexByte(text, '{') < 0 || !bytes.Contains(text, []byte("://")) {
		return false
	}
	for _, it := range slices.Backward(p.found.items[max(0, len(p.found.items)-mostBefore):]) {
		if int(it.statement) < len(p.found.statements) {
			return false
		}
		if it.role != 1 || it.kind == itemFault {
			continue
		}
		switch string(p.found.turtleText(nil, p.data, &it)) {
		case "http://www.w3.org/ns/r2rml#template", "http://w3id.org/rml/template", "http://semweb.mmlab.be/ns/rml#template":
			return true
		}
		return false
	}
	return false
}

// mostBefore is how many IRIs before a string can be of its list, after their predicate.
const mostBefore = 16

// stringEnd returns the place after the string that starts at data[i], and how many quotes stand on each side. If there
// is no string, ok is false, and end is what str returns.
func (p *turtleParser) stringEnd(i int) (end, width int, ok bool) {
	data, mark := p.data, p.data[i]
	width = 1
	if i+2 < len(data) && data[i+1] == mark && data[i+2] == mark {
		width = 3
	}
	j, stop := i+width, -1 // stop is where the next quote stands, once it is known
	for {
		if stop < j {
			stop = len(data)
			if n := bytes.IndexByte(data[j:], mark); n >= 0 {
				stop = j + n
			}
			if e := linecol.IndexEOL(data[j:stop]); e >= 0 && width == 1 {
				p.fault(i, j+e, "no quote ends the string that starts here: one that holds line ends is written in "+
					"three quotes%s", p.remark())
				return p.recoverAtLineEnd(j + e), width, false
			}
		}
		if e := bytes.IndexByte(data[j:stop], '\\'); e >= 0 {
			n, isEscape := escapeLen(data[j+e:])
			switch {
			case n == 0 && !p.final:
				return incomplete, width, false
			case !isEscape:
				bad, why := escapeFault(data[j+e:])
				p.fault(j+e, j+e+bad, "%s", why)
				n = max(n, bad) // at the end of the file n may be 0
			}
			j += e + n
			continue
		}
		if stop == len(data) {
			if !p.final {
				return incomplete, width, false
			}
			p.fault(i, min(i+width, len(data)), "no %s ends the string that starts here%s", bytes.Repeat([]byte{mark}, width), p.remark())
			return p.recover(i + width), width, false
		}
		if stop+width > len(data) && !p.final {
			return incomplete, width, false
		}
		if j = stop + 1; width == 1 || stop+width <= len(data) && data[stop+1] == mark && data[stop+2] == mark {
			j = stop + width
			break
		}
	}
	if j == len(data) && !p.final { // "" may be the start of """
		return incomplete, width, false
	}
	return j, width, true
}

// escapeLen returns the length of the escape at the start of s, and whether it is one
// of a string; 0 if s is too short to tell.
func escapeLen(s []byte) (n int, ok bool) {
	if len(s) < 2 {
		return 0, false
	}
	switch s[1] {
	case 't', 'b', 'n', 'r', 'f', '"', '\'', '\\':
		return 2, true
	case 'u', 'U':
		if _, n := uchar.Decode(s); n > 0 {
			return n, true
		}
		if len(s) < 10 {
			return 0, false
		}
	}
	return 2, false
}

// escapeFault says what is wrong with what begins like an escape of a string at the start of s, and how much of it.
func escapeFault(s []byte) (n int, why string) {
	if len(s) > 1 && s[1]|0x20 == 'u' {
		return uchar.Fault(s, `\\`)
	}
	n = min(2, len(s))
	return n, fmt.Sprintf("%s is not an escape: there are \\t \\b \\n \\r \\f \\\" \\' \\\\ \\uXXXX and \\UXXXXXXXX", quote.Quote(s[:n]))
}

// language parses the language tag of a string.
func (p *turtleParser) language(i int) int {
	j := i + 1
	for j < len(p.data) && (ttlBytes[p.data[j]]&byteName != 0) {
		j++
	}
	if j == len(p.data) && !p.final {
		return incomplete
	}
	if n := langDir(p.data[i:j]); n == 0 || n != j-i {
		p.fault(i, j, "a language tag such as @en or @zh-Hant, perhaps with --ltr or --rtl, follows the string")
		return p.recover(j)
	}
	p.state = p.back
	return j
}

// number parses an integer, a decimal or a double.
func (p *turtleParser) number(i int) int {
	j, digits := numberEnd(p.data, i, p.final)
	switch {
	case j == len(p.data) && !p.final:
		return incomplete
	case digits == 0:
		return p.unexpected(i, max(j, i+1))
	case ttlAllowed[p.state]&termLiteral == 0:
		return p.unexpected(i, j)
	}
	p.term(termLiteral)
	return j
}

// numberEnd returns the end of the number that starts at data[i], and how many digits stand before its exponent. The end
// is that of the data if more of that may come, as it does if final is not set.
func numberEnd(data []byte, i int, final bool) (end, n int) {
	j := i
	if data[j] == '+' || data[j] == '-' {
		j++
	}
	digits := func() (n int) {
		for ; j < len(data) && data[j] >= '0' && data[j] <= '9'; n++ {
			j++
		}
		return n
	}
	n = digits()
	if j < len(data) && data[j] == '.' {
		dot := j
		if j++; j == len(data) && !final {
			return j, n
		}
		if m := digits(); m > 0 {
			n += m
		} else if j == len(data) || data[j]|0x20 != 'e' || n == 0 {
			j = dot // it ends the statement
		}
	}
	if j < len(data) && data[j]|0x20 == 'e' && n > 0 {
		exponent := j
		if j++; j < len(data) && (data[j] == '+' || data[j] == '-') {
			j++
		}
		if digits() == 0 && (j < len(data) || final) {
			j = exponent
		}
	}
	return j, n
}
