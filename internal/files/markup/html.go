// Package markup has how text is written in HTML, and what HTML and XML have in common: references to characters, and
// where a document says its charset.
package markup

import (
	"bytes"
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// How text is written in HTML and XML.

// CharRef reads the character reference at the start of raw by the rules for attribute
// values: text without a semicolon is not a reference if "=", a letter or a digit
// follows (HTML §13.2.5.73); the digits of a number end at the first character that is not
// one (§13.2.5.75). It returns the text that the reference stands for, and the length of the
// reference, 0 if there is none.
func CharRef(raw []byte) (string, int) {
	n := refEnd(raw)
	switch {
	case n == 0:
		return "", 0
	case n < len(raw) && raw[n] == ';':
		n++
	case n < len(raw) && raw[n] == '=' && raw[1] != '#':
		return "", 0
	}
	if raw[n-1] == ';' {
		if text, ok := Predefined(raw[1 : n-1]); ok && len(text) == 1 { // ASCII is the same in XML
			return text, n
		}
	}
	ref := string(raw[:n])
	text := html.UnescapeString(ref)
	if text == ref && n > 2 && raw[1] == '#' && ref[n-1] != ';' {
		text = strings.TrimSuffix(html.UnescapeString(ref+";"), ";") // package html leaves "&#0" alone as it is
	}
	// Of "&ampx;" package html decodes "&amp", as in text.
	if text == ref || utf8.RuneCountInString(text) > 1 && (ref[n-1] != ';' || strings.HasSuffix(text, ";")) {
		return "", 0
	}
	return text, n
}

// refEnd returns the end of the name or of the number of a character reference at the start of raw, 0 for a number
// without digits: "&#x;" is text.
func refEnd(raw []byte) int {
	n := 1
	if n == len(raw) || raw[n] != '#' {
		for n < len(raw) && (chars.IsDigit(raw[n]) || chars.IsLetter(raw[n])) {
			n++
		}
		return n
	}
	n++
	isDigit := chars.IsDigit
	if n < len(raw) && raw[n]|0x20 == 'x' {
		n++
		isDigit = chars.IsHex
	}
	digits := n
	for n < len(raw) && isDigit(raw[n]) {
		n++
	}
	if n == digits {
		return 0
	}
	return n
}

// IsPlainHTML reports whether an attribute stands for itself: see UnescapeHTML.
func IsPlainHTML(raw []byte) bool {
	return bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 && bytes.IndexByte(raw, 0) < 0
}

// AttributeText returns the text that an attribute stands for, which is valid as long as raw is.
func AttributeText(raw []byte) string {
	if IsPlainHTML(raw) {
		return chars.UnsafeString(raw)
	}
	return UnescapeHTML(raw)
}

// UnescapeHTML decodes the character references of an attribute, as a browser does: U+0000
// becomes U+FFFD (HTML §13.2.5.36 to §13.2.5.38).
func UnescapeHTML(raw []byte) string { return string(AppendHTML(nil, raw)) }

// AppendHTML appends what UnescapeHTML returns.
func AppendHTML(b, raw []byte) []byte {
	ref, cr, zero := NextOf{Char: '&'}, NextOf{Char: '\r'}, NextOf{Char: 0}
	for i := 0; i < len(raw); {
		if n := min(ref.From(raw, i), cr.From(raw, i), zero.From(raw, i)); n > i {
			b = append(b, raw[i:n]...)
			i = n
			continue
		}
		n := 1
		switch raw[i] {
		case '&':
			var text string
			if text, n = CharRef(raw[i:]); n == 0 {
				text, n = "&", 1
			}
			b = append(b, text...)
		case '\r':
			b = append(b, '\n')
			n, _ = UnitLineEnd(raw[i:])
		default:
			b = utf8.AppendRune(b, utf8.RuneError)
		}
		i += n
	}
	return b
}

func UnescapeAttribute(_ *input.Item, raw []byte) (string, bool) { return AttributeText(raw), true }

// EscapeMarkup appends a text as it is written in markup: what the charset lacks as a reference (RFC 3987 §6.3).
func EscapeMarkup(b []byte, r *input.Item, s string) []byte {
	// It does not end the value if it stands in it.
	apostrophe := strings.IndexByte(s, '\'') >= 0 && bytes.IndexByte(r.Raw, '\'') >= 0
	lacks, done := r.ASCIIOnly(), 0
	for i := 0; i < len(s); {
		if c := s[i]; isPlain[c] || c >= utf8.RuneSelf && !lacks {
			i++
			continue
		}
		c, n := utf8.DecodeRuneInString(s[i:])
		b = append(b, s[done:i]...)
		done = i + n
		switch {
		case c == '&':
			b = append(b, "&amp;"...)
		case c == '<':
			b = append(b, "&lt;"...)
		case c == '>':
			b = append(b, "&gt;"...)
		case c == '"':
			b = append(b, "&quot;"...)
		case c == '\'' && apostrophe:
			b = append(b, s[i:done]...)
		case c < utf8.RuneSelf:
			b = fmt.Appendf(b, "&#%d;", c)
		default:
			b = fmt.Appendf(b, "&#x%X;", c)
		}
		i = done
	}
	return append(b, s[done:]...)
}

// isPlain has the ASCII that [EscapeMarkup] leaves as it is.
var isPlain = func() (set [256]bool) {
	for c := byte('!'); c < utf8.RuneSelf; c++ {
		set[c] = strings.IndexByte("&<>\"'`", c) < 0
	}
	return set
}()

// UnitHTML is the unit of [html.EscHTML].
func UnitHTML(raw []byte) (rawLen, textLen int) {
	if raw[0] == '&' {
		if text, n := CharRef(raw); n > 0 {
			return n, len(text)
		}
	}
	return UnitLineEnd(raw)
}

// UnitLineEnd is the unit of text in which CR LF and CR stand for LF.
func UnitLineEnd(raw []byte) (rawLen, textLen int) {
	if raw[0] == '\r' && len(raw) > 1 && raw[1] == '\n' {
		return 2, 1
	}
	return 1, 1
}
