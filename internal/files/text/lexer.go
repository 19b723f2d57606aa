package text

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

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
	octets    bool // escapes of numbers stand for bytes
	joins     bool // after a backslash at the end of a line, white space is dropped
	blocks    bool // of strings with several lines, the indentation that all lines have is dropped
	regexp    bool // a regular expression stands between slashes
	replace   func() *regexp.Regexp
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
	"go": {comment: "//", block: true, char: true, octets: true, replace: goPlaceholder,
		strings: []delimiter{doubleQuoted, {text: "`", lines: true, raw: true}}},
	"python": {comment: "#", rawPrefix: true, skipped: true, replace: placeholder,
		strings: []delimiter{threeDouble, threeSingle, doubleQuoted, singleQuoted}},
	"javascript": {comment: "//", block: true, regexp: true, replace: placeholder,
		strings: []delimiter{doubleQuoted, singleQuoted, {text: "`", lines: true, template: true}}},
	"java": {comment: "//", block: true, char: true, blocks: true, replace: placeholder,
		strings: []delimiter{threeDouble, doubleQuoted}},
	"rust": {comment: "//", block: true, nested: true, char: true, rawPrefix: true, joins: true, replace: placeholder,
		strings: []delimiter{{text: `"`, lines: true}}},
	"c": {comment: "//", block: true, char: true, octets: true, replace: placeholder,
		strings: []delimiter{doubleQuoted}},
}

// A tokenKind is what a part of source code is.
type tokenKind uint8

const (
	code    tokenKind = iota
	comment           // with its marks
	escaped           // what stands in a string with escapes
	raw               // in one without
)

// A lexer goes through source code.
type lexer struct {
	*language
	src []byte
	// Up to where no delimiter of strings, and no slash, begins what ends on its line: all of the line is looked at
	// once.
	noString [4]int
	noRegexp int
}

// tokens hands out the parts of source code: comments, what stands in strings, and what stands between them. A string
// that does not end on its line is not one; what can have several lines goes to the end of the file if it does not end.
func (l *language) tokens(src []byte, f func(start, end int, kind tokenKind) bool) {
	x := lexer{language: l, src: src}
	from := 0
	for i := 0; i < len(src); {
		start, end, next, kind := x.token(i)
		if kind == code {
			i = max(next, i+1)
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
func (x *lexer) token(i int) (start, end, next int, kind tokenKind) {
	src, rest := x.src, x.src[i:]
	switch c := src[i]; {
	case bytes.HasPrefix(rest, []byte(x.comment)) && (i == 0 || src[i-1] != ':'): // "http://" is not one
		if end = len(src); linecol.IndexEOL(rest) >= 0 {
			end = i + linecol.IndexEOL(rest)
		}
		return i, end, end, comment
	case x.block && bytes.HasPrefix(rest, []byte("/*")):
		end = x.blockEnd(src, i)
		return i, end, end, comment
	case x.char && c == '\'':
		return i, i, i + len(charLiteral().Find(rest[:min(len(rest), 16)])), code
	case x.regexp && c == '/' && i >= x.noRegexp && beginsRegexp(src[:i]):
		if end, ok := regexpEnd(src, i); ok {
			return i, i, end, code
		} else {
			x.noRegexp = end
		}
	}
	for k, d := range x.strings {
		if i < x.noString[k] || !bytes.HasPrefix(rest, []byte(d.text)) {
			continue
		}
		start, closing := i+len(d.text), d.text
		if x.rawPrefix {
			hashes := len(src[:i]) - len(bytes.TrimRight(src[:i], "#"))
			if d.raw = isRaw(src[:i-hashes]); d.raw && !x.skipped {
				closing += strings.Repeat("#", hashes)
				d.lines = true
			}
		}
		end, ok := x.stringEnd(src, start, closing, d)
		switch {
		case ok:
			next = end + len(closing)
		case d.lines:
			end, next = len(src), len(src)
		default:
			x.noString[k] = end
			return i, i, i, code
		}
		if d.raw {
			return start, end, next, raw
		}
		return start, end, next, escaped
	}
	return i, i, i, code
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

// stringEnd returns the place of what ends the string that begins at src[i], or the one up to which nothing does.
func (l *language) stringEnd(src []byte, i int, closing string, d delimiter) (end int, ok bool) {
	// What is open: of a template its text, -1, and of an expression in it how many braces.
	open := []int{-1}
	noString := 0 // up to where no quote in an expression begins a string
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
			if (c == '"' || c == '\'') && i >= noString {
				if end, ok := l.stringEnd(src, i+1, string(c), delimiter{}); ok {
					i = end
				} else {
					noString = end
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
				return i, true
			}
		case c == '\n' && !d.lines:
			return i, false
		}
	}
	return len(src), false
}

// charLiteral is a character between single quotes: a lifetime of Rust is not one.
var charLiteral = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^'(?:\\.[^']*'|[^'\\]'|[^'\\][\x80-\xBF]+')`)
})

// regexpEnd returns the end of the regular expression of JavaScript that begins at src[i], or the place up to which
// none does.
func regexpEnd(src []byte, i int) (end int, ok bool) {
	class := false
	for i++; i < len(src) && src[i] != '\n'; i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1, true
		}
	}
	return i, false
}

// beginsRegexp reports whether a "/" after the text begins a regular expression, and does not divide. After "<" it ends
// an element.
func beginsRegexp(before []byte) bool {
	before = bytes.TrimRight(before[max(0, len(before)-256):], " \t\r\n")
	n := len(before)
	if n == 0 || strings.IndexByte("=(,:[!&|?{};+*%~^>-", before[n-1]) >= 0 {
		return true
	}
	for n > 0 && chars.IsLetter(before[n-1]) {
		n--
	}
	switch string(before[n:]) {
	case "return", "typeof", "case", "in", "of", "void", "throw", "new":
		return true
	}
	return false
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
