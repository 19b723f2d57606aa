package input

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// An Escape is how a format writes characters that cannot stand for themselves.
type Escape uint8

// The ways to escape.
const (
	None       Escape = iota
	EscJSON           // \" \u00E9, surrogate pairs (RFC 8259 §7)
	EscUchr           // \u00E9 \U0001F600 (RDF 1.1 N-Triples §7, UCHAR)
	EscCSV            // "" in a quoted field (RFC 4180 §2)
	EscHTML           // character references
	EscXML            // character references and entities of XML
	EscXMLName        // none: the name of an XML element or attribute
	EscName           // \- in the local part of a prefixed name (Turtle §6.5, PN_LOCAL_ESC)
)

// unit returns the length of the first character of raw, in raw and in the text. raw
// must not be empty. Both lengths are at least 1, except that textLen is 0 for a
// reference that stands for nothing.
func (e Escape) unit(raw []byte) (rawLen, textLen int) {
	switch e {
	case EscJSON:
		if raw[0] == '\\' && len(raw) > 1 {
			if raw[1] != 'u' {
				return 2, 1
			}
			r, n := jsonRune(raw)
			return n, runeLen(r)
		}
	case EscUchr:
		if raw[0] == '\\' {
			if r, n := uchar(raw); n > 0 {
				return n, runeLen(r)
			}
			if len(raw) > 1 && raw[1] == '\\' { // what follows the second begins no escape
				return 2, 2
			}
		}
	case EscName:
		if raw[0] == '\\' && len(raw) > 1 {
			return 2, 1
		}
	case EscCSV:
		if raw[0] == '"' && len(raw) > 1 && raw[1] == '"' {
			return 2, 1
		}
	case EscHTML, EscXML:
		if raw[0] == '&' {
			if text, n := charRef(raw); n > 0 {
				return n, len(text)
			}
		}
		if raw[0] == '\r' { // HTML and XML read CR LF and CR as LF
			if len(raw) > 1 && raw[1] == '\n' {
				return 2, 1
			}
			return 1, 1
		}
	}
	return 1, 1
}

// runeLen is utf8.RuneLen, but returns 3 for a lone surrogate, as appendRune writes it.
func runeLen(r rune) int {
	if n := utf8.RuneLen(r); n > 0 {
		return n
	}
	return 3
}

// appendRune appends r as UTF-8. An escape can name a surrogate, which UTF-8 cannot
// hold. It is encoded like other characters: the three bytes are not valid UTF-8, so
// the check reports them at their place. U+FFFD would hide the fault.
func appendRune(b []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(b, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(b, r)
}

// notUTF8 is the message for bytes in a literal or a comment that are not UTF-8. In an IRI the
// check reports them.
const notUTF8 = "the bytes here are not UTF-8, which files of RDF are always in: convert the file"

// badUTF8 returns the place and the length of the first bytes of a text that are not UTF-8; the
// length is 0 if there are none.
func badUTF8(text []byte) (at, n int) {
	if utf8.Valid(text) {
		return 0, 0
	}
	at, _ = utf8Prefix(text, true)
	for n = 1; at+n < len(text) && text[at+n] >= utf8.RuneSelf; n++ {
		if r, size := utf8.DecodeRune(text[at+n:]); r != utf8.RuneError || size > 1 {
			break
		}
	}
	return at, n
}

// hex returns the value of the n hex digits at the start of b, or false if there are
// fewer.
func hex(b []byte, n int) (rune, bool) {
	if len(b) < n {
		return 0, false
	}
	var r rune
	for _, c := range b[:n] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// uchar reads a UCHAR at the start of b. It returns the character and the length of
// the UCHAR, or 0 if there is none or if it does not stand for a character.
func uchar(b []byte) (rune, int) {
	if len(b) < 2 {
		return 0, 0
	}
	n := 4
	switch b[1] {
	case 'u':
	case 'U':
		n = 8
	default:
		return 0, 0
	}
	r, ok := hex(b[2:], n)
	if !ok || r < 0 || r > utf8.MaxRune || utf16.IsSurrogate(r) {
		return 0, 0
	}
	return r, 2 + n
}

// ucharFault returns the length of what begins like a UCHAR at the start of b and is not
// one, and why. slash is what to write for a backslash that stands for itself.
func ucharFault(b []byte, slash string) (n int, why string) {
	digits := 4
	if b[1] == 'U' {
		digits = 8
	}
	for n = 2; n < 2+digits; n++ {
		if _, ok := hex(b[min(n, len(b)):], 1); !ok {
			break
		}
	}
	written := string(b[:n])
	if n == 2 {
		return n, written + " without hexadecimal digits is not an escape: if the backslash is that of a path, write " + slash
	}
	why = written + " is not a character: an escape is \\uXXXX or \\UXXXXXXXX, up to \\U0010FFFF, and no surrogate"
	if high, ok := hex(b[2:], 4); ok && n == 6 && len(b) > 8 && b[6] == '\\' {
		if low, ok := hex(b[8:], 4); ok && utf16.DecodeRune(high, low) != utf8.RuneError {
			return 12, string(b[:12]) + " is how JSON writes a character: write " + fmt.Sprintf("\\U%08X", utf16.DecodeRune(high, low))
		}
	}
	return n, why
}

// jsonRune reads a \u escape at the start of b, or two that are a surrogate pair. It
// returns the character and the length of the escape.
func jsonRune(b []byte) (rune, int) {
	r, ok := hex(b[2:], 4)
	if !ok {
		return utf8.RuneError, 2
	}
	if utf16.IsSurrogate(r) && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low, ok := hex(b[8:], 4); ok {
			if p := utf16.DecodeRune(r, low); p != utf8.RuneError {
				return p, 12
			}
		}
	}
	return r, 6
}
