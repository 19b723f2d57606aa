package input

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/jsonw"
)

// How results are written back into a file: the escapes of each format, the other way
// round.

// IsID reports whether the record is the value of rdf:ID, whose text has a "#" before
// what is written.
func (r *Record) IsID() bool { return r.Prefix == nil && r.textLead > 0 }

// Widen returns the span of Raw that stands for Text[start:end]. If the span starts or
// ends inside an escape, it is widened: the new span of Text is returned, and what was
// added is added to text, which is to replace it.
func (r *Record) Widen(start, end int, text *string) (newStart, newEnd, rawStart, rawEnd int) {
	newStart, rawStart = r.advance(0, 0, start)
	newEnd, rawEnd = r.advance(newStart, rawStart, end)
	if newEnd < end && rawEnd < len(r.Raw) {
		rawLen, textLen := r.unit(r.Raw[rawEnd:])
		newEnd, rawEnd = newEnd+textLen, rawEnd+rawLen
	}
	*text = r.Text[newStart:start] + *text + r.Text[end:newEnd]
	return newStart, newEnd, rawStart, rawEnd
}

// AppendEscaped appends a part of a text as the format writes it inside the record.
func (r *Record) AppendEscaped(b []byte, s string) []byte {
	if r.Format == Auto || r.Format.escape == nil {
		return append(b, s...)
	}
	return r.Format.escape(b, r, s)
}

// Unescape returns the text that raw stands for in the place of the record, or false if
// raw cannot stand there.
func (r *Record) Unescape(raw []byte) (string, bool) {
	if !r.Format.IsDocument() && !r.holdsAll(raw) {
		return "", false // there are no character references in these
	}
	if r.legacy {
		raw = norm.NFC.Bytes(raw)
	}
	if r.Format == Auto || r.Format.unescape == nil {
		return string(raw), true
	}
	return r.Format.unescape(r, raw)
}

func escapeJSON(b []byte, _ *Record, s string) []byte {
	quoted := jsonw.AppendString(nil, s)
	return append(b, quoted[1:len(quoted)-1]...)
}

func unescapeJSON(_ *Record, raw []byte) (string, bool) { return string(unquote(nil, raw)), true }

func escapeCSV(b []byte, r *Record, s string) []byte {
	if r.quoted {
		s = strings.ReplaceAll(s, `"`, `""`)
	}
	return append(b, s...)
}

func unescapeCSV(r *Record, raw []byte) (string, bool) {
	if r.quoted {
		return strings.ReplaceAll(string(raw), `""`, `"`), true
	}
	return string(raw), !bytes.ContainsAny(raw, ",\"\r\n")
}

func unescapeTSV(_ *Record, raw []byte) (string, bool) {
	return string(raw), !bytes.ContainsAny(raw, "\t\r\n")
}

func escapeIRIRef(b []byte, _ *Record, s string) []byte { return AppendIRIRef(b, s) }

func unescapeIRIRef(_ *Record, raw []byte) (string, bool) { return string(unescape(nil, raw)), true }

func escapeMarkup(b []byte, r *Record, s string) []byte {
	if r.quoted { // in CDATA
		return append(b, s...)
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '&':
			b = append(b, "&amp;"...)
		case c == '<':
			b = append(b, "&lt;"...)
		case c == '>':
			b = append(b, "&gt;"...)
		case c == '"':
			b = append(b, "&quot;"...)
		case c == '\'' || c == '`' || c <= ' ':
			b = fmt.Appendf(b, "&#%d;", c)
		case c < utf8.RuneSelf || r.encoding == nil:
			b = append(b, c)
		case utf8.RuneStart(c):
			// A character that the charset lacks is written as a reference (RFC 3987 §6.3).
			if char, n := utf8.DecodeRuneInString(s[i:]); holds(r.encoding, char) {
				b = append(b, s[i:i+n]...)
			} else {
				b = fmt.Appendf(b, "&#x%X;", char)
			}
		}
	}
	return b
}

func unescapeAttribute(_ *Record, raw []byte) (string, bool) { return unescapeHTML(raw), true }

func unescapeXML(r *Record, raw []byte) (string, bool) {
	if r.quoted { // in CDATA
		return string(raw), !bytes.Contains(raw, []byte("]]>")) && r.holdsAll(raw)
	}
	s := xmlScanner{entities: r.entities, named: true, budget: maxEntities}
	text, _, err := s.expand(nil, raw, 0)
	if r.textLead > 0 {
		text = append([]byte("#"), text...)
	}
	return string(text), err == nil
}

// holdsAll reports whether the charset of the document can hold a text.
func (r *Record) holdsAll(text []byte) bool {
	if r.encoding == nil {
		return true
	}
	for _, c := range string(text) {
		if c >= utf8.RuneSelf && !holds(r.encoding, c) {
			return false
		}
	}
	return true
}

// unescapeHTML decodes the character references of an attribute, as a browser does: U+0000
// becomes U+FFFD (HTML §13.2.5.36 to §13.2.5.38).
func unescapeHTML(raw []byte) string {
	var b []byte
	for i := 0; i < len(raw); {
		if raw[i] == '&' {
			if text, n := charRef(raw[i:]); n > 0 {
				b = append(b, text...)
				i += n
				continue
			}
		}
		if raw[i] == '\r' {
			b = append(b, '\n')
			if i++; i < len(raw) && raw[i] == '\n' {
				i++
			}
			continue
		}
		if raw[i] == 0 {
			b = utf8.AppendRune(b, utf8.RuneError)
		} else {
			b = append(b, raw[i])
		}
		i++
	}
	return string(b)
}

// Quote returns a field of CSV in quotes, with a text that needs them. It returns false
// for records that have no such form.
func (r *Record) Quote(text string) ([]byte, bool) {
	if r.Format == Auto || !r.Format.quotes || r.quoted || strings.ContainsAny(text, "\r\n") || !r.holdsAll([]byte(text)) {
		return nil, false
	}
	return append(append([]byte{'"'}, strings.ReplaceAll(text, `"`, `""`)...), '"'), true
}

// AppendIRIRef appends a text as it is written between "<" and ">" in N-Triples and
// Turtle, whose rule IRIREF excludes some characters.
func AppendIRIRef(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r <= ' ' || strings.ContainsRune("<>\"{}|^`\\", r) {
			b = fmt.Appendf(b, `\u%04X`, r)
		} else {
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return b
}

// AppendLocalName appends a text as the local part of a prefixed name of Turtle
// (PN_LOCAL). It returns false if there is no such name.
func AppendLocalName(b []byte, s string) ([]byte, bool) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			return b, false
		case r == '%':
			if _, ok := hex([]byte(s[i+1:]), 2); !ok {
				return b, false
			}
			b = append(b, '%')
		case r == '.' && i > 0 && i+1 < len(s), r == '_', r == ':':
			b = append(b, s[i])
		case strings.ContainsRune("~.-!$&'()*+,;=/?#@", r):
			if r != '-' || i == 0 {
				b = append(b, '\\')
			}
			b = append(b, s[i])
		case !isNameChar(r), i == 0 && (r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040):
			return b, false
		default:
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return b, true
}
