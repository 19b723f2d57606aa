package text

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Source code: an IRI ends with the string that it stands in, whose escapes stand for characters. Comments, and what
// stands between strings, are text.

// source is [Format] for files whose names say a language.
var source = &input.Entry{
	Name: "text", CommentStart: commentStart, NoNUL: true, Prose: true, Document: true,
	NeedsScheme: bare.NeedsScheme, Held: heldInProse, Decode: input.DecodeDocument,
	Open: input.OpenWhole(readSource),
}

// formatOf returns source for a file whose name says a language, and nil for others.
func formatOf(name string) input.Format {
	if language, _ := input.SourceCode(name); languages[language] != nil {
		return source
	}
	return nil
}

// readSource adds the records of source code.
func readSource(w *input.WholeReader, src []byte) {
	name, _ := input.SourceCode(w.File.Name)
	d, l := w.Decoder(src), languages[name]
	var comments []input.Span
	l.tokens(src, func(start, end int, kind tokenKind) bool {
		if kind == comment && w.File.WantsComments() {
			c := input.Span{Start: start, End: end}
			if start > 0 && src[start-1] == '{' && end < len(src) && src[end] == '}' { // the comments of JSX
				c.Start, c.End = start-1, end+1
			}
			comments = append(comments, c)
		}
		e := escapes{octets: l.octets, indent: l.dropped(src, start, end)}
		for from := start; from < end; {
			to := from + bytes.IndexByte(src[from:end], '\n')
			for to >= from && kind == escaped && isContinued(src[from:to]) {
				next := to + 1
				if e.indent == allSpace {
					next = chars.SpaceEnd(src, next, end)
				}
				if n := bytes.IndexByte(src[next:end], '\n'); n >= 0 {
					to = next + n
				} else {
					to = from - 1
				}
			}
			next := to + 1
			if to < from {
				to, next = end, end
			}
			if !sourceText(d, l, e, src, from, to, kind, from == start && to == end) {
				return false
			}
			from = next
		}
		return true
	})
	w.Comments(src, comments)
}

// dropped returns what [escapes.indent] is in the string src[start:end].
func (l *language) dropped(src []byte, start, end int) (indent int) {
	switch {
	case l.joins:
		return allSpace
	case !l.blocks || !bytes.HasSuffix(src[:start], []byte(threeDouble.text)):
		return 0
	}
	// A text block of Java begins with a line end; its last line counts also if it is blank.
	_, lines, _ := bytes.Cut(src[start:end], []byte{'\n'})
	indent = len(lines)
	for len(lines) > 0 {
		line, rest, more := bytes.Cut(lines, []byte{'\n'})
		if text := bytes.TrimLeft(line, chars.Space); len(text) > 0 || !more {
			indent = min(indent, len(line)-len(text))
		}
		if lines = rest; more && len(rest) == 0 {
			return 0
		}
	}
	return indent
}

// escapes says what escapes stand for.
type escapes struct {
	octets bool // those of numbers, for the bytes of UTF-8
	indent int  // how much white space after a line end with a backslash stands for nothing; see allSpace
}

// allSpace is the indent of Rust, where line ends are dropped, too.
const allSpace = -1

// isContinued reports whether the line goes on after its end, because of a backslash there.
func isContinued(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte{'\r'})
	return (len(line)-len(bytes.TrimRight(line, "\\")))%2 == 1
}

// What a program replaces in a string: with it, the string is not an IRI.
var (
	placeholder   = placeholders("sdiuxXp")
	goPlaceholder = placeholders("sdxXvqwT")
)

// placeholders matches braces, and "%" with one of the verbs that is not a percent-encoding. Before the verb can stand
// the name or the number of what is filled in, as in %(host)s, %[1]s and %1$s, and in C the length of a number.
func placeholders(verbs string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[{}]|%(?:\(\w*\)|\[\d+\]|\d+\$)?[-+ 0#]*[0-9.*]*(?:hh?|ll?|[jtz])?[` + verbs +
			`](?:[^0-9A-Fa-f]|$)`)
	})
}

// sourceText hands out the IRIs of src[from:to], which is on one line. whole says that it is all of a string.
func sourceText(d *input.Decoder, l *language, e escapes, src []byte, from, to int, kind tokenKind, whole bool) bool {
	text := src[from:to]
	hasEscapes := kind == escaped && bytes.IndexByte(text, '\\') >= 0
	if bytes.IndexByte(text, ':') < 0 && !hasEscapes {
		return true
	}
	ends := func(n int) int { return from + n }
	if hasEscapes {
		var back []int // of each byte of the text, in the source
		var decoded []byte
		for i := from; i < to; {
			unit, n := sourceUnit(src[i:to], e)
			decoded = append(decoded, unit...)
			for range len(unit) {
				back = append(back, i)
			}
			i += n
		}
		text, back = decoded, append(back, to)
		ends = func(n int) int { return back[n] }
	}
	more := true
	unread := bare.Find(text, false, d.Options.AnyScript, func(start, end int, role string) bool {
		if whole && (kind == escaped || kind == raw) && start == 0 && !bytes.ContainsAny(text[end:], stringStops) {
			end, role = len(text), bare.RoleQuoted
		}
		found := text[start:end]
		if l.replace().Match(found) || end < len(text) &&
			(text[end] == '{' || bytes.HasPrefix(text[end:], []byte("%s"))) {
			return true
		}
		d.StartRecord()
		r := &d.Rec
		r.Text, r.Reference, r.Role = string(found), !base.HasScheme(found), role
		r.Raw, r.Escape = src[ends(start):ends(end)], input.None
		if hasEscapes {
			_, last := sourceUnit(src[ends(end-1):to], e) // without a line end after it
			r.Raw, r.Escape = src[ends(start):ends(end-1)+last], e.escaping()
		}
		more = d.YieldAt(ends(start))
		return more
	})
	if unread >= 0 {
		line, start := linecol.LineAt(src, ends(unread), '\n')
		d.Off = ends(unread) - start
		return d.Fail(input.CodeMaxLine, line, start, start, bare.Unread)
	}
	return more
}

// stringStops are what keeps the rest of a string from being a part of the IRI at its start.
const stringStops = " \t\r\n<>{}$%\"\\^`|*"

// sourceUnit returns the text of the first character of raw, which may be an escape, and its length. What is a control
// character is a space, which ends an IRI.
func sourceUnit(raw []byte, e escapes) (text string, n int) {
	if raw[0] != '\\' || len(raw) < 2 {
		return string(raw[:1]), 1
	}
	switch c := raw[1]; {
	case c == '\r' || c == '\n': // the line goes on
		if n = 2; bytes.HasPrefix(raw[1:], []byte("\r\n")) {
			n = 3
		}
		rest := raw[n:]
		if e.indent == allSpace {
			return "", len(raw) - len(bytes.TrimLeft(rest, chars.Space))
		}
		rest = rest[:min(len(rest), e.indent)]
		return "", n + len(rest) - len(bytes.TrimLeft(rest, " \t\f"))
	case strings.IndexByte("xuU01234567", c) >= 0:
		r, n := sourceNumber(raw)
		switch {
		case e.octets && c != 'u' && c != 'U' && r >= utf8.RuneSelf:
			char := []byte{byte(r)}
			for end := n; !utf8.FullRune(char) && end+1 < len(raw) && raw[end] == '\\'; {
				next, size := sourceNumber(raw[end:])
				char, end = append(char, byte(next)), end+size
				if r, _ := utf8.DecodeRune(char); r != utf8.RuneError {
					return string(r), end
				}
			}
			return " ", n
		case utf16.IsSurrogate(r):
			if low, size := sourceNumber(raw[n:]); utf16.DecodeRune(r, low) != utf8.RuneError {
				return string(utf16.DecodeRune(r, low)), n + size
			}
		}
		if !utf8.ValidRune(r) || r < ' ' {
			return " ", n
		}
		return string(r), n
	case strings.IndexByte("abfnrtv", c) >= 0:
		return " ", 2
	}
	return string(raw[1:2]), 2
}

// sourceNumber returns the code point that an escape at the start of raw says as a number, and its length; 0 and at
// most 2 if there is none.
func sourceNumber(raw []byte) (r rune, n int) {
	if len(raw) < 3 || raw[0] != '\\' {
		return 0, min(len(raw), 2)
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[raw[1]]
	switch {
	case digits == 0: // octal
		for n = 1; n < min(len(raw), 4) && raw[n] >= '0' && raw[n] <= '7'; n++ {
			r = r*8 + rune(raw[n]-'0')
		}
		return r, max(n, 2)
	case digits == 4 && raw[2] == '{': // of JavaScript and Rust
		if end := bytes.IndexByte(raw[:min(len(raw), 12)], '}'); end > 3 {
			if r, ok := chars.HexNumber(raw[3:], end-3); ok {
				return r, end + 1
			}
		}
	case len(raw) >= 2+digits:
		if r, ok := chars.HexNumber(raw[2:], digits); ok {
			return r, 2 + digits
		}
	}
	return 0, 2
}

// escaping returns how an IRI is written in a string that has escapes.
func (e escapes) escaping() *input.Escaping {
	return &input.Escaping{
		Unit: func(raw []byte) (rawLen, textLen int) {
			text, n := sourceUnit(raw, e)
			return n, len(text)
		},
		Unescape: func(_ *input.Record, raw []byte) (string, bool) {
			var b strings.Builder
			holds := true
			for i := 0; i < len(raw); {
				text, n := sourceUnit(raw[i:], e)
				holds = holds && strings.IndexByte("\"`\r\n", raw[i]) < 0
				b.WriteString(text)
				i += n
			}
			return b.String(), holds
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
}
