package text

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A language says how strings and comments are written.
type language struct {
	comment   string // how a comment begins that goes to the end of the line
	block     bool   // /* */ is a comment
	nested    bool   // also in another one
	strings   []delimiter
	rawPrefix bool // a string with r before it has no escapes
	skipped   bool // but a backslash before a quote keeps that from ending it
	char      bool // a character stands between single quotes
	regexp    bool // a regular expression stands between slashes
	replace   *regexp.Regexp
}

// A delimiter is what strings stand between.
type delimiter struct {
	text     string
	lines    bool // they can have several lines
	raw      bool // they have no escapes
	template bool // they can have expressions between ${ and }
}

var (
	doubleQuoted = delimiter{text: `"`}
	singleQuoted = delimiter{text: "'"}
	threeDouble  = delimiter{text: `"""`, lines: true}
	threeSingle  = delimiter{text: "'''", lines: true}
)

// languages are those of [input.SourceCode].
var languages = map[string]*language{
	"go": {comment: "//", block: true, char: true, replace: goPlaceholder,
		strings: []delimiter{doubleQuoted, {text: "`", lines: true, raw: true}}},
	"python": {comment: "#", rawPrefix: true, skipped: true, replace: placeholder,
		strings: []delimiter{threeDouble, threeSingle, doubleQuoted, singleQuoted}},
	"javascript": {comment: "//", block: true, regexp: true, replace: placeholder,
		strings: []delimiter{doubleQuoted, singleQuoted, {text: "`", lines: true, template: true}}},
	"java": {comment: "//", block: true, char: true, replace: placeholder,
		strings: []delimiter{threeDouble, doubleQuoted}},
	"rust": {comment: "//", block: true, nested: true, char: true, rawPrefix: true, replace: placeholder,
		strings: []delimiter{{text: `"`, lines: true}}},
	"c": {comment: "//", block: true, char: true, replace: placeholder, strings: []delimiter{doubleQuoted}},
}

// A tokenKind is what a part of source code is.
type tokenKind uint8

const (
	code    tokenKind = iota
	comment           // with its marks
	escaped           // what stands in a string with escapes
	raw               // in one without
)

// tokens hands out the parts of source code: comments, what stands in strings, and what stands between them. A string
// that does not end on its line is not one; what can have several lines goes to the end of the file if it does not end.
func (l *language) tokens(src []byte, f func(start, end int, kind tokenKind) bool) {
	from := 0
	for i := 0; i < len(src); {
		start, end, next, kind := l.token(src, i)
		if next > i && kind == code { // a character or a regular expression
			i = next
			continue
		}
		if next == i {
			i++
			continue
		}
		if from < start && !f(from, start, code) || !f(start, end, kind) {
			return
		}
		i, from = next, end
	}
	if from < len(src) {
		f(from, len(src), code)
	}
}

// token returns the token that begins at src[i], and the place after it; that is i if only code begins there.
func (l *language) token(src []byte, i int) (start, end, next int, kind tokenKind) {
	rest := src[i:]
	switch c := src[i]; {
	case bytes.HasPrefix(rest, []byte(l.comment)) && (i == 0 || src[i-1] != ':'): // "http://" is not one
		end = lineEnd(src, i)
		return i, end, end, comment
	case l.block && bytes.HasPrefix(rest, []byte("/*")):
		end = l.blockEnd(src, i)
		return i, end, end, comment
	case l.char && c == '\'':
		return i, i, i + max(1, len(charLiteral.Find(rest[:min(len(rest), 16)]))), code
	case l.regexp && c == '/' && beginsRegexp(src[:i]):
		return i, i, i + len(regexpLiteral.Find(rest[:min(len(rest), 1<<10)])), code
	}
	for _, d := range l.strings {
		if !bytes.HasPrefix(rest, []byte(d.text)) {
			continue
		}
		start, closing := i+len(d.text), d.text
		if l.rawPrefix {
			hashes := len(src[:i]) - len(bytes.TrimRight(src[:i], "#"))
			if d.raw = isRaw(src[:i-hashes]); d.raw && !l.skipped {
				closing += strings.Repeat("#", hashes)
				d.lines = true
			}
		}
		switch end = l.stringEnd(src, start, closing, d); {
		case end >= 0:
			next = end + len(closing)
		case d.lines:
			end, next = len(src), len(src)
		default:
			return i, i, i, code
		}
		if d.raw {
			return start, end, next, raw
		}
		return start, end, next, escaped
	}
	return i, i, i, code
}

// lineEnd returns the end of the line of src[i], without what ends it.
func lineEnd(src []byte, i int) int {
	if n := linecol.IndexEOL(src[i:]); n >= 0 {
		return i + n
	}
	return len(src)
}

// blockEnd returns the end of the comment that begins at src[i].
func (l *language) blockEnd(src []byte, i int) int {
	i += len("/*")
	for depth := 1; ; {
		n := bytes.Index(src[i:], []byte("*/"))
		if n < 0 {
			return len(src)
		}
		if l.nested {
			depth += bytes.Count(src[i:i+n], []byte("/*"))
		}
		i += n + len("*/")
		if depth--; depth == 0 {
			return i
		}
	}
}

// stringEnd returns the place of what ends the string that begins at src[i]; -1 if nothing does.
func (l *language) stringEnd(src []byte, i int, closing string, d delimiter) int {
	// What is open: of a template its text, -1, and of an expression in it how many braces.
	open := []int{-1}
	for ; i < len(src); i++ {
		switch c, last := src[i], &open[len(open)-1]; {
		case *last >= 0 && c == '{':
			*last++
		case *last > 0 && c == '}':
			*last--
		case *last == 0 && c == '}':
			open = open[:len(open)-1]
		case *last >= 0 && c == '`':
			open = append(open, -1)
		case *last >= 0:
			if c == '"' || c == '\'' {
				if end := l.stringEnd(src, i+1, string(c), delimiter{}); end >= 0 {
					i = end
				}
			}
		case c == '\\' && (!d.raw || l.skipped):
			if i++; i+1 < len(src) && src[i] == '\r' {
				i++
			}
		case d.template && c == '$' && i+1 < len(src) && src[i+1] == '{':
			open = append(open, 0)
			i++
		case bytes.HasPrefix(src[i:], []byte(closing)):
			if open = open[:len(open)-1]; len(open) == 0 {
				return i
			}
		case c == '\n' && !d.lines:
			return -1
		}
	}
	return -1
}

// charLiteral is a character between single quotes: a lifetime of Rust is not one.
var charLiteral = regexp.MustCompile(`^'(?:\\[^']*\\?'|[^'\\]'|[^'\\][\x80-\xBF]+')`)

// regexpLiteral is a regular expression of JavaScript.
var regexpLiteral = regexp.MustCompile(`^/(?:[^/\\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+/`)

// beforeRegexp is what an expression can follow; "<" is not in it, because "</" ends an element.
var beforeRegexp = regexp.MustCompile(`(?:^|[=(,:\[!&|?{};+*%~^>-]|\b(?:return|typeof|case|in|of|void|throw|new))$`)

// beginsRegexp reports whether a "/" after the text begins a regular expression, and does not divide.
func beginsRegexp(before []byte) bool {
	before = bytes.TrimRight(before[max(0, len(before)-256):], " \t\r\n")
	return beforeRegexp.Match(before[max(0, len(before)-16):])
}

// isRaw reports whether the prefix of a string says that it has no escapes, as in r"".
func isRaw(before []byte) bool {
	n := len(before)
	for n > 0 && n > len(before)-2 && strings.IndexByte("rbfcuRBFCU", before[n-1]) >= 0 {
		n--
	}
	return bytes.ContainsAny(before[n:], "rR") &&
		(n == 0 || !chars.IsLetter(before[n-1]) && !chars.IsDigit(before[n-1]) && before[n-1] != '_')
}
