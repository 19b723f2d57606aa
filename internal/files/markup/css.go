package markup

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// SVGStyles are the presentation attributes of SVG that have url().
var SVGStyles = []string{"clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask", "stroke"}

// InCSS is a URL in a style sheet.
type InCSS struct {
	Start, End int    // where it stands in the text
	Text       string // what it stands for
	Raw        []byte
	Escape     input.Escape
}

// EachInCSS calls found with each URL of a style sheet: those in url(), image-set() and @import (CSS Syntax §4.3, CSS
// Images 4 §2.5, CSS Cascade §2). references says that there are character references, as in an attribute.
func EachInCSS(text []byte, references bool, found func(u *InCSS)) {
	s := cssScanner{text: text, attribute: references}
	for s.next() {
		if s.from == s.to {
			continue
		}
		u := InCSS{Start: s.from, End: s.to, Raw: text[s.from:s.to], Escape: cssEscapes[cssPlace{s.quote, references}]}
		u.Text = strings.Trim(cssText(u.Raw, references), chars.Space)
		// a space at its end can be that of an escape
		u.Raw = u.Raw[len(u.Raw)-len(bytes.TrimLeft(u.Raw, chars.Space)):]
		found(&u)
	}
}

// A cssScanner finds the URLs of a style sheet: text[from:to].
type cssScanner struct {
	text      []byte
	attribute bool // there are character references
	at        int
	from, to  int
	quote     byte // the one around the URL; 0 for none
	set       int  // how many brackets are open in image-set(), whose strings are URLs, too (CSS Images 4 §2.5)
	names     bool // in @namespace, whose URL is the name of a namespace and is not resolved (CSS Namespaces §2)
}

// char returns the character at text[i], a reference decoded, and its length; 0 at the end.
func (s *cssScanner) char(i int) (byte, int) {
	if i >= len(s.text) {
		return 0, 0
	}
	return CharAt(s.text[i:], s.attribute)
}

// CharAt returns the first byte of the character at the start of raw and the length of it in raw.
func CharAt(raw []byte, attribute bool) (byte, int) {
	if attribute && raw[0] == '&' {
		if text, n := CharRef(raw); n > 0 {
			return text[0], n
		}
	}
	return raw[0], 1
}

// longestName is the length of the longest name that a cssScanner knows: -webkit-image-set.
const longestName = 17

// name reads the name at text[i], which can have escapes (CSS Syntax §4.3.11), and returns it in lower case, and its end.
// The name is empty if it is longer than all names that are known.
func (s *cssScanner) name(i int, buf *[longestName]byte) (name []byte, end int) {
	name = buf[:0]
	known := true
	for {
		c, n := s.char(i)
		if n > 0 && c == '\\' {
			if next, _ := s.char(i + n); next == '\n' || i+n == len(s.text) {
				n = 0
			} else {
				var text string
				text, n = cssUnit(s.text[i:], s.attribute)
				c = text[0]
			}
		} else if !isCSSName(c) {
			n = 0
		}
		switch {
		case n == 0 && known:
			chars.LowerASCII(name)
			return name, i
		case n == 0:
			return nil, i
		case len(name) == longestName:
			known = false
		default:
			name = append(name, c)
		}
		i += n
	}
}

// spaceAndComments returns the end of the white space and the comments at text[i].
func (s *cssScanner) spaceAndComments(i int) int {
	for {
		i = s.space(i)
		end, ok := s.comment(i)
		if !ok {
			return i
		}
		i = end
	}
}

// comment returns the end of the comment at text[i], or false if there is none.
func (s *cssScanner) comment(i int) (end int, ok bool) {
	c, n := s.char(i)
	if n == 0 || c != '/' {
		return i, false
	}
	c, m := s.char(i + n)
	if m == 0 || c != '*' {
		return i, false
	}
	i += n + m
	if n := bytes.Index(s.text[i:], []byte("*/")); n >= 0 {
		return i + n + len("*/"), true
	}
	return len(s.text), true
}

// space returns the end of the white space at text[i].
func (s *cssScanner) space(i int) int {
	for {
		c, n := s.char(i)
		if n == 0 || strings.IndexByte(chars.Space, c) < 0 {
			return i
		}
		i += n
	}
}

// quoted returns the place of the closing quote of the string that starts after text[:i], and the end of the string. A
// line end ends a string that is not closed: then it is not a string (CSS Syntax §4.3.5).
func (s *cssScanner) quoted(i int, quote byte) (to, end int) {
	for {
		c, n := s.char(i)
		switch {
		case n == 0 || c == '\n':
			return i, i
		case c == quote:
			return i, i + n
		case c == '\\':
			i += n
			_, n = s.char(i)
		}
		i += n
	}
}

// next finds the next URL.
func (s *cssScanner) next() bool {
	var buf [longestName]byte
	for s.at < len(s.text) {
		c, n := s.char(s.at)
		switch {
		case c == '/':
			if end, ok := s.comment(s.at); ok {
				s.at = end
				continue
			}
		case (c == '"' || c == '\'') && s.set == 1:
			s.inString(s.at+n, c)
			return true
		case c == '"' || c == '\'':
			_, s.at = s.quoted(s.at+n, c)
			continue
		case c == '@':
			var name []byte
			switch name, s.at = s.name(s.at+n, &buf); string(name) {
			case "import":
				s.at = s.spaceAndComments(s.at)
				if c, n := s.char(s.at); c == '"' || c == '\'' {
					s.inString(s.at+n, c)
					return true
				}
			case "namespace":
				s.names = true
			}
			continue
		case c == ';':
			s.names, s.set = false, 0
		case c == '(' && s.set > 0:
			s.set++
		case c == ')' && s.set > 0:
			s.set--
		case c == '\\' || isCSSName(c):
			name, end := s.name(s.at, &buf)
			next, m := s.char(end)
			if next == '(' && string(name) == "url" {
				if s.url(s.space(end + m)); !s.names {
					return true
				}
				continue
			}
			if next == '(' && (string(name) == "image-set" || string(name) == "-webkit-image-set") {
				s.at, s.set = end+m, 1
				continue
			}
			if end > s.at {
				s.at = end
				continue
			}
		}
		s.at += n
	}
	return false
}

// inString reads the URL in the string that starts after text[:i].
func (s *cssScanner) inString(i int, quote byte) {
	s.from, s.quote = i, quote
	if s.to, s.at = s.quoted(i, quote); s.to == s.at && s.at < len(s.text) {
		s.to = s.from
	}
}

// url reads what follows "url(" and white space.
func (s *cssScanner) url(i int) {
	c, n := s.char(i)
	if c == '"' || c == '\'' {
		s.inString(i+n, c)
		return
	}
	s.from, s.quote = i, 0
	for {
		c, n := s.char(i)
		if n == 0 || c == ')' {
			s.to, s.at = i, i+n
			return
		}
		if i += n; c == '\\' {
			_, n = s.char(i)
			i += n
		}
	}
}

// isCSSName reports whether a byte stands in a name of CSS.
func isCSSName(c byte) bool {
	return chars.IsLetter(c) || chars.IsDigit(c) || c == '-' || c == '_' || c >= utf8.RuneSelf
}

// cssUnit returns the text of the first character of raw, which may be an escape (CSS Syntax
// §4.3.7) or a character reference, and its length in raw.
func cssUnit(raw []byte, attribute bool) (text string, n int) {
	plain := func(raw []byte) (string, int) {
		if attribute && raw[0] == '&' {
			if text, n := CharRef(raw); n > 0 {
				return text, n
			}
		}
		_, n := utf8.DecodeRune(raw)
		return string(raw[:n]), n
	}
	text, n = plain(raw)
	if text != "\\" || n == len(raw) {
		return text, n
	}
	value, digits := rune(0), 0
	for digits < 6 && n < len(raw) {
		c, m := CharAt(raw[n:], attribute)
		if !chars.IsHex(c) {
			break
		}
		value, n, digits = value<<4|rune(chars.HexValue(c)), n+m, digits+1
	}
	switch {
	case digits == 0:
		text, m := plain(raw[n:])
		if text == "\n" {
			text = ""
		}
		return text, n + m
	case n < len(raw):
		if c, m := CharAt(raw[n:], attribute); strings.IndexByte(chars.Space, c) >= 0 {
			n += m
		}
	}
	if value == 0 || !utf8.ValidRune(value) {
		value = utf8.RuneError
	}
	return string(value), n
}

// cssText decodes a URL of a style sheet.
func cssText(raw []byte, attribute bool) string {
	var b strings.Builder
	for i := 0; i < len(raw); {
		text, n := cssUnit(raw[i:], attribute)
		b.WriteString(text)
		i += n
	}
	return b.String()
}

// A cssPlace is where a URL stands in CSS.
type cssPlace struct {
	quote     byte // the one around it; 0 for none
	attribute bool // the style sheet is an attribute, with character references
}

// cssEscapes are the ways to write the URLs of style sheets: with \2F (CSS Syntax §4.3.7).
var cssEscapes = func() map[cssPlace]input.Escape {
	all := map[cssPlace]input.Escape{}
	for _, quote := range []byte{0, '"', '\''} {
		for _, attribute := range []bool{false, true} {
			p := cssPlace{quote, attribute}
			all[p] = &input.Escaping{Unit: p.unit, Escape: p.escape, Unescape: p.unescape}
		}
	}
	return all
}()

// ends reports whether a byte ends the URL, unless it is escaped.
func (p cssPlace) ends(c byte) bool {
	if p.quote != 0 {
		return c == p.quote || c == '\n' || c == '\r' || c == '\f'
	}
	return strings.IndexByte("\"'()"+chars.Space, c) >= 0
}

func (p cssPlace) unit(raw []byte) (rawLen, textLen int) {
	text, n := cssUnit(raw, p.attribute)
	if raw[0] >= utf8.RuneSelf { // byte by byte, as other text
		return 1, 1
	}
	return n, len(text)
}

func (p cssPlace) unescape(_ *input.Item, raw []byte) (string, bool) {
	return cssText(raw, p.attribute), true
}

func (p cssPlace) escape(b []byte, r *input.Item, s string) []byte {
	var css []byte
	for _, c := range s {
		switch {
		case c <= ' ' || c == '<' || !p.attribute && r.MustEscape(c):
			css = fmt.Appendf(css, "\\%x ", c)
		case c == '\\' || c < utf8.RuneSelf && p.ends(byte(c)):
			css = append(css, '\\', byte(c))
		default:
			css = utf8.AppendRune(css, c)
		}
	}
	if p.attribute {
		return EscapeMarkup(b, r, string(css))
	}
	return append(b, css...)
}
