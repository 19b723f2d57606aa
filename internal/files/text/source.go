package text

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
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
		for from := start; from < end; {
			to := from + bytes.IndexByte(src[from:end], '\n')
			for to >= from && kind == escaped && isContinued(src[from:to]) {
				if n := bytes.IndexByte(src[to+1:end], '\n'); n >= 0 {
					to += 1 + n
				} else {
					to = from - 1
				}
			}
			next := to + 1
			if to < from {
				to, next = end, end
			}
			if !sourceText(d, l, src, from, to, kind, from == start && to == end) {
				return false
			}
			from = next
		}
		return true
	})
	w.Comments(src, comments)
}

// isContinued reports whether the line goes on after its end, because of a backslash there.
func isContinued(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte{'\r'})
	return (len(line)-len(bytes.TrimRight(line, "\\")))%2 == 1
}

// What a program replaces in a string: with it, the string is not an IRI.
var (
	placeholder   = placeholders("sdxXi")
	goPlaceholder = placeholders("sdxXvqwT")
)

// placeholders matches braces, and "%" with one of the verbs that is not a percent-encoding.
func placeholders(verbs string) *regexp.Regexp {
	return regexp.MustCompile(`[{}]|%[-+ 0#]*[0-9.]*[` + verbs + `](?:[^0-9A-Fa-f]|$)`)
}

// sourceText hands out the IRIs of src[from:to], which is on one line. whole says that it is all of a string.
func sourceText(d *input.Decoder, l *language, src []byte, from, to int, kind tokenKind, whole bool) bool {
	text, escape := src[from:to], input.None
	escapes := kind == escaped && bytes.IndexByte(text, '\\') >= 0
	if bytes.IndexByte(text, ':') < 0 && !escapes {
		return true
	}
	ends := func(n int) int { return from + n }
	if escapes {
		var back []int // of each byte of the text, in the source
		var decoded []byte
		for i := from; i < to; {
			unit, n := sourceUnit(src[i:to])
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
		if whole && (kind == escaped || kind == raw) && start == 0 && !bytes.ContainsAny(text[end:], stringStops) {
			end, role = len(text), bare.RoleQuoted
		}
		found := text[start:end]
		if l.replace.Match(found) || end < len(text) &&
			(text[end] == '{' || bytes.HasPrefix(text[end:], []byte("%s"))) {
			return true
		}
		d.StartRecord()
		r := &d.Rec
		r.Text, r.Reference, r.Escape = string(found), !base.HasScheme(found), escape
		r.Raw, r.Role = src[ends(start):ends(end)], role
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
func sourceUnit(raw []byte) (text string, n int) {
	if raw[0] != '\\' || len(raw) < 2 {
		return string(raw[:1]), 1
	}
	digits := 0
	switch raw[1] {
	case '\r', '\n': // the line goes on
		if n = 2; bytes.HasPrefix(raw[1:], []byte("\r\n")) {
			n = 3
		}
		return "", n
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
	case '0', '1', '2', '3', '4', '5', '6', '7': // octal
		for n = 1; n < min(len(raw), 4) && raw[n] >= '0' && raw[n] <= '7'; n++ {
		}
		if code, _ := strconv.ParseUint(string(raw[1:n]), 8, 16); code >= ' ' && code < utf8.RuneSelf {
			return string(rune(code)), n
		}
		return " ", n
	case 'a', 'b', 'f', 'n', 'r', 't', 'v':
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
