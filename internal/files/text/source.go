package text

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Source code. What stands in quotes on one line is a string, whose end ends an IRI, and whose escapes stand for
// characters; all else is text, as comments are. So each line can be read by itself.

// A language says how strings are written.
type language struct {
	quotes  string // around strings
	char    bool   // a character stands between single quotes
	raw     string // quotes around strings without escapes
	comment string // how a comment begins that goes to the end of the line
	replace *regexp.Regexp
}

// languages are those of [input.SourceCode].
var languages = map[string]*language{
	"go":         {quotes: "\"`", char: true, raw: "`", comment: "//", replace: goPlaceholder},
	"c":          {quotes: `"`, char: true, comment: "//", replace: placeholder}, // Java and Rust, too
	"python":     {quotes: `"'`, comment: "#", replace: placeholder},
	"javascript": {quotes: "\"'`", comment: "//", replace: placeholder},
}

// charLiteral is a character between single quotes: a lifetime of Rust is not one.
var charLiteral = regexp.MustCompile(`^'(?:\\[^']*\\?'|[^'\\]'|[^'\\][\x80-\xBF]+')`)

// What a program replaces in a string: with it, the string is not an IRI.
var (
	placeholder   = placeholders("sdxXi")
	goPlaceholder = placeholders("sdxXvqwT")
)

// placeholders matches braces, and "%" with one of the verbs that is not a percent-encoding.
func placeholders(verbs string) *regexp.Regexp {
	return regexp.MustCompile(`[{}]|%[-+ 0#]*[0-9.]*[` + verbs + `](?:[^0-9A-Fa-f]|$)`)
}

// sourceLine hands out the IRIs of a line of source code.
func sourceLine(d *input.Decoder, l *language, line []byte) bool {
	from := 0
	for i := 0; i < len(line); {
		rest := line[i:]
		switch c := line[i]; {
		case bytes.HasPrefix(rest, []byte(l.comment)) && (i == 0 || line[i-1] != ':'):
			i = len(line)
			continue
		case bytes.HasPrefix(rest, []byte(`"""`)), bytes.HasPrefix(rest, []byte("'''")) && !l.char:
			i += 3
			continue
		case l.char && c == '\'':
			i += max(1, len(charLiteral.Find(rest[:min(len(rest), 16)])))
			continue
		case strings.IndexByte(l.quotes, c) < 0:
			i++
			continue
		}
		raw := strings.IndexByte(l.raw, line[i]) >= 0 || isRaw(line[:i])
		end := stringEnd(line, i, raw)
		if end < 0 {
			i++
			continue
		}
		if !sourceText(d, l, line, from, i, true) || !sourceText(d, l, line, i+1, end, raw) {
			return false
		}
		i = end + 1
		from = i
	}
	return sourceText(d, l, line, from, len(line), true)
}

// isRaw reports whether the prefix of a string says that it has no escapes: r"", and in Rust r#"".
func isRaw(before []byte) bool {
	before = bytes.TrimRight(before, "#")
	n := len(before)
	for n > 0 && n > len(before)-3 && chars.IsLetter(before[n-1]) {
		n--
	}
	prefix := strings.ToLower(string(before[n:]))
	return (prefix == "r" || prefix == "br" || prefix == "rb") && (n == 0 || !chars.IsLetter(before[n-1]) &&
		!chars.IsDigit(before[n-1]) && before[n-1] != '_')
}

// stringEnd returns the place of the quote that ends the string after line[start]; -1 if none does.
func stringEnd(line []byte, start int, raw bool) int {
	for i := start + 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && !raw:
			i++
		case line[i] == line[start]:
			return i
		}
	}
	return -1
}

// sourceText hands out the IRIs of line[from:to]. plain says that it has no escapes.
func sourceText(d *input.Decoder, l *language, line []byte, from, to int, plain bool) bool {
	text := line[from:to]
	if bytes.IndexByte(text, ':') < 0 && (plain || bytes.IndexByte(text, '\\') < 0) {
		return true
	}
	escape := input.None
	ends := func(n int) int { return from + n }
	if !plain && bytes.IndexByte(text, '\\') >= 0 {
		var back []int // of each byte of the text, in the line
		var decoded []byte
		for i := from; i < to; {
			unit, n := sourceUnit(line[i:to])
			decoded = append(decoded, unit...)
			for range len(unit) {
				back = append(back, i)
			}
			i += n
		}
		text, back = decoded, append(back, to)
		escape = escSource
		ends = func(n int) int { return back[n] }
	}
	more := true
	unread := bare.Find(text, false, d.Options.AnyScript, func(start, end int, role string) bool {
		found := text[start:end]
		if l.replace.Match(found) || end < len(text) &&
			(text[end] == '{' || bytes.HasPrefix(text[end:], []byte("%s"))) {
			return true
		}
		r := &d.Rec
		r.Text, r.Reference, r.Escape = chars.UnsafeString(found), !base.HasScheme(found), escape
		if d.IsClean() {
			return true
		}
		r.Raw, r.LineText, r.Role = line[ends(start):ends(end)], line, role
		more = d.YieldAt(d.Off + ends(start))
		return more
	})
	d.Rec.Escape = input.None
	if unread >= 0 {
		return d.Fail(input.CodeMaxLine, line, ends(unread), ends(unread), bare.Unread)
	}
	return more
}

// sourceUnit returns the text of the first character of raw, which may be an escape, and its length. What is a control
// character is a space, which ends an IRI.
func sourceUnit(raw []byte) (text string, n int) {
	if raw[0] != '\\' || len(raw) < 2 {
		return string(raw[:1]), 1
	}
	digits := 0
	switch raw[1] {
	case 'x':
		digits = 2
	case 'u':
		if digits = 4; len(raw) > 3 && raw[2] == '{' { // of JavaScript and Rust
			if end := bytes.IndexByte(raw[:min(len(raw), 12)], '}'); end > 3 {
				if r, ok := chars.HexNumber(raw[3:], end-3); ok && utf8.ValidRune(r) {
					return string(r), end + 1
				}
			}
		}
	case 'U':
		digits = 8
	case 'a', 'b', 'f', 'n', 'r', 't', 'v', '0':
		return " ", 2
	default:
		return string(raw[1:2]), 2
	}
	if len(raw) >= 2+digits {
		if r, ok := chars.HexNumber(raw[2:], digits); ok && utf8.ValidRune(r) && r >= ' ' {
			return string(r), 2 + digits
		}
	}
	return " ", 2
}

// escSource is how an IRI is written in a string that has escapes.
var escSource = &input.Escaping{
	Unit: func(raw []byte) (rawLen, textLen int) {
		text, n := sourceUnit(raw)
		return n, len(text)
	},
	Unescape: func(_ *input.Record, raw []byte) (string, bool) {
		var b strings.Builder
		for i := 0; i < len(raw); {
			text, n := sourceUnit(raw[i:])
			b.WriteString(text)
			i += n
		}
		return b.String(), !bytes.ContainsAny(raw, "\"`\r\n")
	},
	Escape: func(b []byte, _ *input.Record, s string) []byte {
		for i := range len(s) {
			if strings.IndexByte("\\\"'`", s[i]) >= 0 {
				b = append(b, '\\')
			}
			b = append(b, s[i])
		}
		return b
	},
}
