// Package templates finds placeholders: it takes a text and returns the spans of expressions of templates and of
// other text to fill in later. A text with one is not an IRI yet. The package must not know files.
package templates

import (
	"iter"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A Kind is the kind of a Mark.
type Kind uint8

// The kinds.
const (
	Placeholder Kind = iota // of any notation: {{ x }}, <id>, ${x y}, %s, %VERSION%
	Variable                // an expression of a URI Template (RFC 6570 §2.2): {id}
)

// A Mark is the span of a placeholder, in bytes.
type Mark struct {
	Start, End int
	Kind       Kind
}

// Has reports whether a text has a placeholder.
func Has(s string) bool {
	for range All(s) {
		return true
	}
	return false
}

// blocks are expressions with delimiters at both ends. A block without an end, such as one in an attribute that a
// quotation mark in it ends, extends to the end of the text.
var blocks = [...]struct{ open, end string }{
	{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"<?", "?>"}, {"<!--", "-->"}, {"[%", "%]"},
}

// maxDepth limits how deeply nested braces are searched.
const maxDepth = 32

// All yields the placeholders of a text, in order, except that nested braces come before the braces around them.
func All(s string) iter.Seq[Mark] {
	return func(yield func(Mark) bool) {
		f := finder{s: s}
		for i := 0; i < len(s); {
			if !starts[s[i]] {
				i++
				continue
			}
			m, ok := f.at(i)
			if ok && !yield(m) {
				return
			}
			i = max(i+1, m.End)
		}
		for _, b := range f.open {
			if isCutCall(s[b.at+1:]) && !yield(Mark{f.lead(b.at), len(s), Placeholder}) {
				return
			}
		}
	}
}

// starts are the bytes at which [finder.at] finds a placeholder.
var starts = func() (set [256]bool) {
	for _, c := range []byte("?#{<[*}$'\"@%") {
		set[c] = true
	}
	return set
}()

// A finder finds the placeholders of a text, from its start to its end.
type finder struct {
	s       string
	open    []brace // without an end so far
	hasText bool    // in a query or a fragment, where braces are also those of JSON, SPARQL or GraphQL

	markup int // whether it has markup, once that is known: see isMarkup

	// ends has the offset of the next end of each of the blocks, so that it is searched once; the length of the text
	// if there is none.
	ends [len(blocks)]int
}

// A brace is a "{" without an end so far.
type brace struct {
	at     int
	nested bool // there are braces inside of it
}

// at returns the placeholder that begins at an offset, or that a brace there ends; its end is 0 if there is none.
func (f *finder) at(i int) (Mark, bool) {
	s := f.s
	switch c := s[i]; c {
	case '?', '#':
		if len(f.open) == 0 {
			f.hasText = true
		}
		if i > 0 && s[i-1] == '#' {
			break
		}
		if n := markerLen(s[i:]); n > 0 {
			return Mark{i, i + n, Placeholder}, true
		}
	case '{', '<', '[':
		end := f.blockEnd(i)
		switch {
		case end > 0:
		case c == '<':
			end = i + tagLen(s[i:], f.isMarkup)
		case c == '[':
			end = i + bracketsLen(s[i:])
		}
		if end > i {
			return Mark{f.lead(i), end, Placeholder}, true
		}
		if c == '{' && len(f.open) < maxDepth {
			f.open = append(f.open, brace{at: i})
		}
	case '*':
		if n := 2 + upperLen(s[min(i+2, len(s)):]); n > 2 && s[i+1] == '|' && strings.HasPrefix(s[i+n:], "|*") {
			return Mark{i, i + n + 2, Placeholder}, true
		}
	case '}':
		if n := len(f.open); n > 0 {
			b := f.open[n-1]
			if f.open = f.open[:n-1]; n > 1 {
				f.open[n-2].nested = true
			}
			return f.braces(b, i)
		}
	case '$':
		n := callLen(s[i:])
		if n == 0 && !isWordAt(s, i-1) {
			n = dollarsLen(s[i:])
		}
		if n > 0 {
			return Mark{i, i + n, Placeholder}, true
		}
	case '\'', '"':
		if n := joinLen(s[i:], f.hasText); n > 0 {
			return Mark{i, i + n, Placeholder}, true
		}
	case '@':
		if i > 0 && strings.IndexByte("/=:?&.-@", s[i-1]) < 0 {
			break
		}
		if n := 1 + upperLen(s[i+1:]); n > 2 && strings.HasPrefix(s[i+n:], "@") {
			return Mark{i, i + n + 1, Placeholder}, true
		}
	case '%':
		if n := percentLen(s[i:]); n > 0 {
			return Mark{i, i + n, Placeholder}, true
		}
		// any host, in a pattern of SQL
		if strings.HasSuffix(s[:i], "://") && (i+1 == len(s) || s[i+1] == '.' || s[i+1] == '/') {
			return Mark{i, i + 1, Placeholder}, true
		}
	}
	return Mark{}, false
}

// lead returns the start of a placeholder whose bracket is at i: one byte before it in ${x}, #{x} and %{x}.
func (f *finder) lead(i int) int {
	if i > 0 && strings.IndexByte("$#@*~%!", f.s[i-1]) >= 0 {
		return i - 1
	}
	return i
}

// braces returns the placeholder in a pair of braces.
func (f *finder) braces(b brace, end int) (Mark, bool) {
	text, start := f.s[b.at+1:end], f.lead(b.at)
	switch {
	case start == b.at && IsVariable(text):
		if f.hasText && (b.nested || len(f.open) > 0) {
			return Mark{}, false
		}
		return Mark{start, end + 1, Variable}, true
	case f.hasText && (b.nested || len(f.open) > 0), isData(text), isUUID(text):
		return Mark{}, false
	}
	return Mark{start, end + 1, Placeholder}, true
}

// blockEnd returns the end of the block at an offset, or 0 if there is none.
func (f *finder) blockEnd(i int) int {
	s := f.s
	if strings.HasPrefix(s[i:], commentOpen) {
		return commentEnd(s, i+len(commentOpen))
	}
	for k, b := range blocks {
		if !strings.HasPrefix(s[i:], b.open) {
			continue
		}
		from := i + len(b.open)
		if f.ends[k] < from {
			f.ends[k] = len(s)
			if n := strings.Index(s[from:], b.end); n >= 0 {
				f.ends[k] = from + n
			}
		}
		end, first := f.ends[k], byte(0)
		if from < len(s) {
			first = s[from]
		}
		ends := end < len(s)
		switch {
		case b.open == "{{" && isQuery(s[from:min(end, from+longest)]),
			b.open[1] == '%' && isTriplet(s[i+1:]) && (!ends || b.open[0] == '{'), // of a percent-encoding
			!ends && b.open == "<?" && strings.IndexByte("= \t\r\np", first) < 0,
			!ends && b.open == "[%" && strings.IndexByte(" \t\r\n-+=~", first) < 0:
			return 0
		case !ends:
			return len(s)
		}
		for end += len(b.end); b.open == "{{" && end < len(s) && s[end] == '}'; end++ {
		}
		return end
	}
	return 0
}

// commentOpen begins a comment, as in {# a #}; {#a} is an expression of a URI Template.
const commentOpen = "{#"

// commentEnd returns the end of the comment whose text begins at from, or 0 if it has none. It allows a few
// expressions and tags in the comment.
func commentEnd(s string, from int) int {
	for at, tries := from, 0; tries < 32; tries++ {
		n := strings.IndexByte(s[at:], '}')
		if n < 0 {
			return 0
		}
		switch at += n + 1; {
		case at > from+1 && s[at-2] == '#':
			return at
		case at > from+1 && (s[at-2] == '}' || s[at-2] == '%'), at < len(s) && s[at] == '}':
		default:
			return 0
		}
	}
	return 0
}

// longest limits how many bytes of an expression are searched to see whether it is a query.
const longest = 512

// tagLen returns the length of the tag at the start of s: a name to replace, as in <id>, or a tag of JSP, FreeMarker
// or the like, as in <c:url value='/x'>. It returns 0 for other text: angle brackets around an IRI, or in a DOI, and
// markup in a text that also ends an element.
func tagLen(s string, isMarkup func() bool) int {
	end := strings.IndexAny(s[1:], "<>") + 1
	hasEnd := end > 0
	if !hasEnd {
		end = len(s)
	}
	at := 1
	marked := false
	for at < end && strings.IndexByte("#@/$", s[at]) >= 0 && at < 3 {
		marked = s[at] != '/'
		at++
	}
	n := nameLen(s[at:end])
	if n == 0 || hasEnd && s[end] == '<' {
		return 0
	}
	at += n
	prefixed := at < end && s[at] == ':'
	if prefixed {
		n := nameLen(s[at+1 : end])
		if at += 1 + n; n == 0 {
			return 0
		}
	}
	if !marked && !prefixed && isMarkup() {
		return 0
	}
	hasMore := at < end && strings.IndexByte(" \t\r\n", s[at]) >= 0
	switch {
	case !hasEnd && hasMore && (prefixed || strings.Contains(s[:at], "_")):
		return len(s)
	case hasEnd && (hasMore || !prefixed && strings.Trim(s[at:end], "/$#@") == ""):
		return end + 1
	}
	return 0
}

// isMarkup reports whether the text ends an element of HTML or XML.
func (f *finder) isMarkup() bool {
	if f.markup == unknown {
		if f.markup = no; strings.Contains(f.s, "</") || strings.Contains(f.s, "/>") {
			f.markup = yes
		}
	}
	return f.markup == yes
}

// The values of finder.markup.
const (
	unknown = iota
	no
	yes
)

// callLen returns the length of $(NAME), or of $(command), at the start of s, or 0.
func callLen(s string) int {
	if len(s) < 4 || s[1] != '(' || !chars.IsLetter(s[2]) && s[2] != '_' {
		return 0
	}
	end := strings.IndexAny(s[2:], "()")
	if end < 0 || s[2+end] != ')' {
		return 0
	}
	return end + 3
}

// markerLen returns the length of ###NAME### at the start of s, or 0.
func markerLen(s string) int {
	n := len(s) - len(strings.TrimLeft(s, "#"))
	if n < 2 {
		return 0
	}
	end := n + upperLen(s[n:])
	if end == n || !strings.HasPrefix(s[end:], s[:n]) {
		return 0
	}
	return end + n
}

// nameLen returns the length of the name at the start of s.
func nameLen(s string) int {
	if s == "" || !chars.IsLetter(s[0]) {
		return 0
	}
	n := chars.IndexOther(s, "_.-")
	if n < 0 {
		return len(s)
	}
	return n
}

// upperLen returns the length of the name in capitals at the start of s.
func upperLen(s string) (n int) {
	for n < len(s) && (s[n] >= 'A' && s[n] <= 'Z' || n > 0 && (chars.IsDigit(s[n]) || s[n] == '_')) {
		n++
	}
	return n
}

// isData reports whether a text in braces is JSON or a query.
func isData(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return text != "" && (text[0] == '"' || text[0] == '\'') || strings.Contains(text, `":`) || isQuery(text)
}

// isQuery reports whether a text in braces is SPARQL: it has white space, and in it a variable, which begins with
// "?".
func isQuery(text string) bool {
	if !strings.ContainsAny(text, " \t\r\n+") && !strings.Contains(text, "%20") {
		return false
	}
	for {
		before, after, ok := strings.Cut(text, "?")
		if !ok {
			return false
		}
		n := nameLen(after)
		if text = after; n == 0 {
			continue
		}
		after = after[n:]
		if (before == "" || strings.IndexByte(" \t\r\n+({,!=", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "%20")) &&
			(after == "" || strings.IndexByte(" \t\r\n+)},;", after[0]) >= 0 || strings.HasPrefix(after, "%20")) {
			return true
		}
	}
}

// isUUID reports whether a text in braces is a UUID, as Windows writes it.
func isUUID(text string) bool {
	return len(text) == 36 && strings.Count(text, "-") == 4 && strings.Trim(text, "0123456789abcdefABCDEF-") == ""
}

// IsVariable reports whether a text in braces is an expression of a URI Template (RFC 6570 §2.2).
func IsVariable(text string) bool {
	if text != "" && strings.IndexByte("+#./;?&=,!@|", text[0]) >= 0 {
		text = text[1:]
	}
	for spec := range strings.SplitSeq(text, ",") {
		name, length, cut := strings.Cut(spec, ":")
		if cut && (length == "" || len(length) > 4 || length[0] == '0' || strings.Trim(length, "0123456789") != "") {
			return false
		}
		if !cut {
			name = strings.TrimSuffix(name, "*")
		}
		for part := range strings.SplitSeq(name, ".") {
			if part == "" {
				return false
			}
			for i := 0; i < len(part); i++ {
				switch c := part[i]; {
				case c == '%' && isTriplet(part[i:]):
					i += 2
				case !chars.IsLetter(c) && !chars.IsDigit(c) && c != '_':
					return false
				}
			}
		}
	}
	return true
}

// isTriplet reports whether s begins with a percent-encoding.
func isTriplet(s string) bool {
	return len(s) >= 3 && s[0] == '%' && chars.IsHex(s[1]) && chars.IsHex(s[2])
}
