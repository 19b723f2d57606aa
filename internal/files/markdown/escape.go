package markdown

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// How IRIs are written in Markdown: with a backslash before ASCII punctuation (CommonMark §2.4), and with entities
// (§2.5). Both are text, whatever the character is: an escaped "(" opens no parenthesis.

// The escapes of each kind of place.
var (
	escTarget = markdownEscape(" ()<") // a destination
	escAngle  = markdownEscape("<>")   // a destination between "<" and ">"
	escBare   = bareEscape()
	escSpaced = markdownEscape("()<") // a text that is meant as a destination and has a space
	mdEscapes = map[markdownKind]input.Escape{mdAutolink: input.Literal, mdAngle: escAngle, mdDestination: escTarget}
	// escTag is the escape of an HTML attribute: see EscapeMarkup.
	escTag = &input.Escaping{Unit: markup.UnitHTML, Escape: markup.EscapeMarkup, Unescape: markup.UnescapeAttribute}
)

// bareEscape returns the escape of IRIs in text.
func bareEscape() input.Escape {
	e := markdownEscape(" <>|`")
	e.Refusal = "a part of it would be read as Markdown, such as emphasis: write the IRI between < and >"
	return e
}

// markdownEscape returns the escape for a place where the special characters need a backslash or an entity.
func markdownEscape(special string) input.Escape {
	return &input.Escaping{
		Unit: func(raw []byte) (rawLen, textLen int) {
			text, n := markdownUnit(raw)
			if text == "" {
				return 1, 1
			}
			return n, len(text)
		},
		Unescape: func(_ *input.Item, raw []byte) (string, bool) {
			if bytes.IndexByte(raw, '\\') < 0 && bytes.IndexByte(raw, '&') < 0 {
				return string(raw), true
			}
			text := make([]byte, 0, len(raw))
			for i := 0; i < len(raw); {
				unit, n := markdownUnit(raw[i:])
				if n == 0 {
					unit, n = string(raw[i:i+1]), 1
				}
				text = append(text, unit...)
				i += n
			}
			return string(text), true
		},
		Escape: func(b []byte, r *input.Item, s string) []byte {
			for i, char := range s {
				c := s[i]
				if c >= utf8.RuneSelf { // a character that the charset does not have is written as an entity
					if _, n := utf8.DecodeRuneInString(s[i:]); n > 1 && r.MustEscape(char) {
						b = fmt.Appendf(b, "&#x%X;", char)
					} else {
						b = append(b, s[i:i+n]...)
					}
					continue
				}
				_, n := markdownUnit([]byte(s[i:min(len(s), i+maxReference)]))
				switch {
				case c == '&' && n > 0, isSpaceOrControl(c) && bytes.IndexByte([]byte(special), ' ') >= 0:
					b = append(strconv.AppendInt(append(b, "&#"...), int64(c), 10), ';')
				case c == '\\' && (n > 0 || i == len(s)-1), c > ' ' && bytes.IndexByte([]byte(special), c) >= 0:
					b = append(b, '\\', c)
				default:
					b = append(b, c)
				}
			}
			return b
		},
	}
}

// maxReference is the length in bytes of the longest entity, &CounterClockwiseContourIntegral;.
const maxReference = 33

// markdownUnit returns the decoded escape or entity at the start of raw, and its length, or 0 if there is none. An
// entity ends with a semicolon; a numeric one has at most 7 digits, or 6 hexadecimal ones.
func markdownUnit(raw []byte) (text string, n int) {
	if raw[0] == '\\' && len(raw) > 1 && util.IsPunct(raw[1]) {
		return string(raw[1:2]), 2
	}
	if raw[0] != '&' {
		return "", 0
	}
	end := bytes.IndexByte(raw[:min(len(raw), maxReference)], ';')
	if end < 2 {
		return "", 0
	}
	name := raw[1:end]
	if name[0] != '#' {
		if e, ok := util.LookUpHTML5EntityByName(string(name)); ok {
			return string(e.Characters), end + 1
		}
		return "", 0
	}
	digits, base, most, isDigit := name[1:], 10, 7, chars.IsDigit
	if len(digits) > 0 && digits[0]|0x20 == 'x' {
		digits, base, most, isDigit = digits[1:], 16, 6, chars.IsHex
	}
	if len(digits) == 0 || len(digits) > most ||
		bytes.ContainsFunc(digits, func(r rune) bool { return r >= utf8.RuneSelf || !isDigit(byte(r)) }) {
		return "", 0
	}
	value, _ := strconv.ParseUint(string(digits), base, 32)
	if value == 0 || value > utf8.MaxRune || !utf8.ValidRune(rune(value)) {
		value = utf8.RuneError
	}
	return string(rune(value)), end + 1
}
