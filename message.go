package iri

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"
)

// maxQuoted is how many characters of the input a message quotes at most.
const maxQuoted = 32

// quote returns s between double quotes for a message: bounded, with everything
// that does not show, or that turns the line around, written as an escape.
func quote(s string) string {
	var sb strings.Builder
	sb.WriteByte('"')
	n := 0
	for i := 0; i < len(s); n++ {
		if n == maxQuoted {
			sb.WriteString("…")
			break
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && w == 1:
			sb.WriteString(`\x` + hex(rune(s[i]), 2))
		case shows(r):
			sb.WriteString(s[i : i+w])
		case r < 0x10000:
			sb.WriteString(`\u` + hex(r, 4))
		default:
			sb.WriteString(`\U` + hex(r, 8))
		}
		i += w
	}
	sb.WriteByte('"')
	return sb.String()
}

// shows reports whether a character can be printed as it is: a graphic character
// or a plain space, no control, no format character, nothing without a glyph.
func shows(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= ' ' && r != 0x7F
	}
	return unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r) && !unicode.Is(unicode.Cf, r)
}

// hex returns r in that many hexadecimal digits.
func hex(r rune, digits int) string {
	var b [8]byte
	for i := range b {
		b[i] = upperHex[r>>(4*(7-i))&0xF]
	}
	return string(b[8-digits:])
}

// describe names the first character of s for a message: itself if that is clear
// to any reader, its code point and name as well if not.
func describe(s string) string {
	r, w := utf8.DecodeRuneInString(s)
	switch {
	case w == 0:
		return "the end"
	case r == utf8.RuneError && w == 1:
		return "the byte 0x" + hex(rune(s[0]), 2) + ", which is not UTF-8,"
	case r == '"':
		return `'"'`
	case r > ' ' && r <= '~':
		return `"` + s[:1] + `"`
	case shows(r) && r != ' ' && !unicode.Is(unicode.M, r):
		return `"` + s[:w] + `" (` + RuneName(r) + ")"
	}
	return RuneName(r)
}

// describeLast is describe for the end of a sentence, where nothing goes on behind
// the comma.
func describeLast(s string) string { return strings.TrimSuffix(describe(s), ",") }

// RuneName returns the code point and the Unicode name of a character as messages
// give it: "U+00A0 NO-BREAK SPACE".
func RuneName(r rune) string {
	name := runenames.Name(r)
	switch {
	case name == "" && unicode.Is(unicode.Co, r):
		name = "<private use>"
	case name == "" && r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF:
		name = "<noncharacter>"
	case name == "":
		name = "<unassigned>"
	case name == "<control>":
		if c, ok := controlName(r); ok {
			name = c
		}
	}
	b := make([]byte, 0, 64)
	b = appendCodePoint(b, r)
	b = append(b, ' ')
	return string(append(b, name...))
}

// appendCodePoint appends U+ and the number of r in four to six hexadecimal
// digits.
func appendCodePoint(b []byte, r rune) []byte {
	b = append(b, 'U', '+')
	shift := 12
	for r>>shift > 0xF {
		shift += 4
	}
	for ; shift >= 0; shift -= 4 {
		b = append(b, upperHex[r>>shift&0xF])
	}
	return b
}

// controlName returns the alias that Unicode's NameAliases.txt gives to the
// controls that turn up in text; as characters they have no name.
func controlName(r rune) (string, bool) {
	switch r {
	case 0x00:
		return "NULL", true
	case '\t':
		return "CHARACTER TABULATION", true
	case '\n':
		return "LINE FEED", true
	case '\r':
		return "CARRIAGE RETURN", true
	case 0x1B:
		return "ESCAPE", true
	case 0x7F:
		return "DELETE", true
	case 0x85:
		return "NEXT LINE", true
	}
	return "", false
}

// place says where a component is, for people.
func (c component) place() string {
	switch c {
	case compScheme:
		return "a scheme"
	case compUserinfo:
		return "the userinfo"
	case compRegName, compHost:
		return "a host name"
	case compPort:
		return "a port"
	case compQuery:
		return "a query"
	case compFragment:
		return "a fragment"
	case compAuthority:
		return "an authority"
	}
	return "a path"
}

// messageRun is the message for a run of characters that a component does not
// allow.
func messageRun(comp component, run string) string {
	first := describe(run)
	many := len(run) > charLen(run)
	if comp == compPort {
		if many {
			return quote(run) + " is not a number; a port has only digits"
		}
		return first + " is not a digit"
	}
	if !many {
		return first + " is not allowed in " + comp.place()
	}
	if strings.Count(run, run[:charLen(run)])*charLen(run) == len(run) {
		return first + " is not allowed in " + comp.place() + " (" + strconv.Itoa(utf8.RuneCountInString(run)) + " of them)"
	}
	return quote(run) + " has only characters that are not allowed in " + comp.place() + ", the first is " + describeLast(run)
}

// messageScheme is the message for a run of characters that a scheme does not allow.
func messageScheme(run string, start int) string {
	if start == 0 && run[0] < utf8.RuneSelf && charLen(run) == len(run) {
		return "a scheme begins with a letter, not with " + describe(run)
	}
	return messageRun(compScheme, run)
}

const hintEmbeddedIPv4 = "what has dots at the end of an IPv6 address is an IPv4 address: four numbers from 0 to 255, without leading zeros"

// messageIPLiteral says what is wrong at byte at of an IP-literal, and what may
// have been meant.
func messageIPLiteral(comp component, lit string, at int) (msg, hint string) {
	what := "an IPv6 address"
	if comp == compIPvFuture {
		what = "an IPvFuture address"
	}
	ch := lit[at]
	inner := lit[1 : len(lit)-1]
	switch {
	case inner == "":
		return "there is no address between the brackets", "write the address between the brackets, or leave the brackets out before a name"
	case ch == ']':
		msg = "the address ends too soon for " + what
	case ch == '%' && comp == compIPv6:
		return "a zone identifier is not part of " + what,
			"RFC 6874 added zone identifiers to URIs only and never was in RFC 3987; take " + quote(lit[at:len(lit)-1]) + " away"
	default:
		msg = describe(lit[at:]) + " cannot stand here in " + what
	}
	if comp == compIPvFuture {
		return msg, "an IPvFuture address is v, a hexadecimal version, a dot, and at least one more character"
	}
	tail := inner[strings.LastIndexByte(inner, ':')+1:]
	switch {
	case strings.Count(inner, "::") > 1:
		hint = "\"::\" may stand only once"
	case ch == ']' && !strings.Contains(inner, "::"):
		hint = "an IPv6 address has eight groups, or \"::\" in place of those that are zero"
	case strings.Count(inner, ":") > 7:
		hint = "an IPv6 address has eight groups at most"
	case ch == '[':
		hint = "one pair of brackets stands around an address"
	case inner[0] == ':' && at == 2:
		hint = "an IPv6 address begins with a group or with \"::\""
	case isHex(ch) && strings.Contains(inner, ":") && strings.Contains(tail, ".") && at > len(inner)-len(tail):
		hint = hintEmbeddedIPv4
	case isHex(ch):
		hint = "a group has one to four hexadecimal digits"
	case !strings.Contains(inner, ":") && !isIPv4(inner):
		hint = "brackets are for IPv6 addresses; a name stands without them"
	case isIPv4(inner):
		hint = "an IPv4 address stands without brackets"
	case strings.Contains(tail, "."):
		hint = hintEmbeddedIPv4
	default:
		hint = "an IPv6 address has groups of one to four hexadecimal digits with colons between them"
	}
	return msg, hint
}

// messagePct is the message for one "%" that begins no pct-encoded, or several
// side by side; rest is what follows.
func messagePct(run, rest string) string {
	if strings.Count(run, "%") > 1 {
		return quote(run) + " has a \"%\" without two hexadecimal digits after it"
	}
	if rest == "" {
		return "the string ends before the two hexadecimal digits after \"%\""
	}
	if len(run) == 2 {
		return quote(run) + " has only one hexadecimal digit after the \"%\", then " + describeLast(rest)
	}
	return "\"%\" needs two hexadecimal digits after it, not " + describeLast(rest)
}

// messageUTF8 is the message for bytes that are no UTF-8.
func messageUTF8(run string) string {
	if len(run) == 1 {
		return "the byte 0x" + hex(rune(run[0]), 2) + " is not UTF-8"
	}
	return quote(run) + " is not UTF-8"
}
