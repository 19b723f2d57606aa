package html

import (
	"bytes"
	"math/bits"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A scanner divides a page into tokens, by the states of the HTML tokenizer (§13.2.5).
type scanner struct {
	text     []byte
	off      int // of text in the document
	pos, end int // the present token is text[pos:end]
	places   linecol.Tracker

	plain bool    // plaintext has begun, which never ends
	tag   htmlTag // the present token, if it is a tag

	// The open element, if its content is plain text; otherwise empty. For a script: in which comment state it is,
	// and how many "-" precede the position up to which it was read (§13.2.5.18 to §13.2.5.31).
	raw    string
	hidden hiding
	dashes int

	// The open elements svg, math and foreignobject, each by its first letter. Inside the first two, CDATA is allowed
	// (§13.2.5.42).
	foreign []byte
}

// A pieceKind is the kind of a token.
type pieceKind uint8

const (
	otherPiece   pieceKind = iota // text, or a declaration
	startPiece                    // a start tag
	endPiece                      // an end tag
	rawPiece                      // the text of an element whose content is plain text
	commentPiece                  // a comment
	cutPiece                      // a tag without its end
	noPiece                       // the end of the document
)

// A hiding is the comment state of a script: outside of a comment, in one, or in a script inside one.
type hiding uint8

const (
	hidesNothing hiding = iota
	hidesMarkup         // "script data escaped"
	hidesEnd            // "script data double escaped"
)

// An htmlTag is a start tag, or the name of an end tag. It is valid until the next token is read.
type htmlTag struct {
	raw   []byte
	name  []byte     // in lower case
	attrs []htmlAttr // those that can have URLs; of several with a name, the first
}

// An htmlAttr is an attribute with the value raw[start:end].
type htmlAttr struct {
	attr       *pageAttribute
	start, end int
}

// The classes of bytes in tags, as bits of htmlMarks.
const (
	htmlSpaceMark = 1 << iota // white space
	htmlNameMark              // ends the name of an element
	htmlKeyMark               // ends the name of an attribute
	htmlValueMark             // ends a value without quotes
	htmlSlashMark             // white space, or a slash, which separates attributes like white space
)

var htmlMarks = func() (marks [256]uint8) {
	for _, c := range []byte(chars.Space) {
		marks[c] = htmlSpaceMark | htmlNameMark | htmlKeyMark | htmlValueMark | htmlSlashMark
	}
	marks['/'] = htmlNameMark | htmlKeyMark | htmlSlashMark
	marks['>'] = htmlNameMark | htmlKeyMark | htmlValueMark
	marks['='] = htmlKeyMark
	return marks
}()

// piece returns the present token.
func (s *scanner) piece() []byte { return s.text[s.pos:s.end] }

// place returns the position of the present token.
func (s *scanner) place() linecol.Cursor { return s.To(0) }

// To returns the position of an offset in the present token.
func (s *scanner) To(offset int) linecol.Cursor { return s.places.To(s.pos + offset) }

// span returns the range of the present token in the document.
func (s *scanner) span() input.Span { return input.Span{Start: s.off + s.pos, End: s.off + s.end} }

// next moves to the next token and returns its kind.
func (s *scanner) next() pieceKind {
	s.pos = s.end
	rest := s.text[s.pos:]
	if len(rest) == 0 {
		return noPiece
	}
	n, kind := 0, otherPiece
	switch {
	case s.raw != "":
		if n = s.rawText(rest); n > 0 {
			s.end = s.pos + n
			return rawPiece
		}
		s.raw = ""
		n, kind = s.markup(rest)
	case s.plain:
		n = len(rest)
	default:
		if n = textEnd(rest); n == 0 {
			n, kind = s.markup(rest)
		}
	}
	s.end = s.pos + n
	return kind
}

// textEnd returns the end of the text at the start of rest, or 0 if markup starts there (§13.2.5.1, §13.2.5.6).
func textEnd(rest []byte) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(rest[i:], '<')
		if i += n; n < 0 || i+1 == len(rest) {
			return len(rest)
		}
		if c := rest[i+1]; chars.IsLetter(c) || c == '/' || c == '!' || c == '?' || c == '%' && codeEnd(rest[i:]) != "" {
			return i
		}
	}
}

// codeEnd returns the end mark of the template code at the start of rest, which begins with "<?php", "<?=", "<? " or
// "<%". A browser never sees such code, and a ">" in it ends nothing. It returns "" if there is none.
func codeEnd(rest []byte) string {
	switch {
	case len(rest) < 3:
	case rest[1] == '?' && (rest[2] == '=' || htmlMarks[rest[2]]&htmlSpaceMark != 0 || named(rest, "<?", "php")):
		return "?>"
	case rest[1] == '%' && (bytes.IndexByte([]byte("=-@!#"), rest[2]) >= 0 || htmlMarks[rest[2]]&htmlSpaceMark != 0):
		return "%>"
	}
	return ""
}

// after returns the end of the first text in rest[from:], or len(rest) if there is none.
func after(rest []byte, from int, text string) int {
	if n := bytes.Index(rest[from:], []byte(text)); n >= 0 {
		return from + n + len(text)
	}
	return len(rest)
}

// markup returns the end of the tag, comment or declaration at the start of rest.
func (s *scanner) markup(rest []byte) (n int, kind pieceKind) {
	switch {
	case len(rest) > 1 && chars.IsLetter(rest[1]):
		return s.readTag(rest, 1, startPiece)
	case len(rest) > 2 && rest[1] == '/' && chars.IsLetter(rest[2]):
		return s.readTag(rest, 2, endPiece)
	case bytes.HasPrefix(rest, []byte("<!--")):
		n, ended := commentEnd(rest)
		if ended {
			kind = commentPiece
		}
		return n, kind
	}
	if end := codeEnd(rest); end != "" {
		return after(rest, 2, end), otherPiece
	}
	if n := len(s.foreign); n > 0 && s.foreign[n-1] != 'f' && bytes.HasPrefix(rest, []byte("<![CDATA[")) {
		return after(rest, 0, "]]>"), otherPiece
	}
	return after(rest, 0, ">"), otherPiece // it ends with the next ">", as a DOCTYPE does (§13.2.5.41)
}

// commentEnd returns the end of the comment at the start of rest, and whether it is complete (§13.2.5.43 to
// §13.2.5.52). The dashes of "<!--" may also be those of its end, as in "<!-->", but not in "<!--!>".
func commentEnd(rest []byte) (n int, ended bool) {
	for i := len("<!--"); ; i++ {
		n := bytes.IndexByte(rest[i:], '>')
		if n < 0 {
			return len(rest), false
		}
		if i += n; rest[i-1] == '-' && rest[i-2] == '-' || i >= len("<!----!") && string(rest[i-3:i]) == "--!" {
			return i + 1, true
		}
	}
}

// rawText returns the end of the plain text of an element, or 0 if its end tag starts here.
func (s *scanner) rawText(rest []byte) int {
	for i := 0; ; {
		if i = s.markInRaw(rest, i); i == len(rest) {
			return i
		}
		n, ends := s.markAt(rest[i:])
		if ends {
			return i
		}
		i += n
	}
}

// markInRaw returns the offset of the next "<" in the plain text of an element, from rest[i] on, or len(rest).
func (s *scanner) markInRaw(rest []byte, i int) int {
	for s.hidden != hidesNothing && i < len(rest) && rest[i] != '<' {
		switch c := rest[i]; {
		case c == '-':
			s.dashes++
		case c == '>' && s.dashes >= 2:
			s.hidden = hidesNothing
			fallthrough
		default:
			s.dashes = 0
		}
		i++
	}
	if s.hidden != hidesNothing {
		return i
	}
	if n := bytes.IndexByte(rest[i:], '<'); n >= 0 {
		return i + n
	}
	return len(rest)
}

// markAt returns the length of the text that starts with "<" in the plain text of an element, and whether it is the
// end tag.
func (s *scanner) markAt(rest []byte) (n int, ends bool) {
	s.dashes = 0
	if named(rest, "</", s.raw) {
		if s.hidden != hidesEnd {
			return 0, true
		}
		s.hidden = hidesMarkup
		return len("</") + len(s.raw) + 1, false
	}
	switch {
	case s.raw != "script":
	case s.hidden == hidesNothing && bytes.HasPrefix(rest, []byte("<!--")):
		s.hidden, s.dashes = hidesMarkup, 2
		return len("<!--"), false
	case s.hidden == hidesMarkup && named(rest, "<", s.raw):
		s.hidden = hidesEnd
		return len("<") + len(s.raw) + 1, false
	}
	return 1, false
}

// named reports whether a text starts with a tag with the name.
func named(rest []byte, open, name string) bool {
	n := len(open) + len(name)
	return len(rest) > n && htmlMarks[rest[n]]&htmlNameMark != 0 && string(rest[:len(open)]) == open &&
		equalFold(rest[len(open):n], name)
}

// equalFold compares a text with a name in ASCII, ignoring case. Other characters with the same case folding, such as
// the Kelvin sign, are longer and do not match.
func equalFold(text []byte, name string) bool {
	return len(text) == len(name) && strings.EqualFold(chars.UnsafeString(text), name)
}

// until returns the offset of the first byte from rest[i] on that has one of the marks, or len(rest).
func until(rest []byte, i int, marks uint8) int {
	for i < len(rest) && htmlMarks[rest[i]]&marks == 0 {
		i++
	}
	return i
}

// past returns the offset of the first byte from rest[i] on that has none of the marks, or len(rest).
func past(rest []byte, i int, marks uint8) int {
	for i < len(rest) && htmlMarks[rest[i]]&marks != 0 {
		i++
	}
	return i
}

// readTag returns the end of the tag at the start of rest, whose name starts at i, and its kind (§13.2.5.8 to
// §13.2.5.40). It stores the attributes of a start tag.
func (s *scanner) readTag(rest []byte, i int, kind pieceKind) (int, pieceKind) {
	t := &s.tag
	t.attrs = t.attrs[:0]
	end := until(rest, i, htmlNameMark)
	t.name = lowerName(t.name[:0], rest[i:end])
	i = past(rest, end, htmlSlashMark)
	for seen := uint64(0); i < len(rest) && rest[i] != '>'; i = past(rest, i, htmlSlashMark) {
		var a htmlAttr
		if a, i = readAttribute(rest, i, kind); a.attr == xmlns {
			t.attrs = append(t.attrs, a)
		} else if a.attr != nil && seen>>a.attr.number&1 == 0 {
			seen |= 1 << a.attr.number
			t.attrs = append(t.attrs, a)
		}
	}
	if i >= len(rest) {
		return len(rest), cutPiece
	}
	t.raw = rest[:i+1]
	s.enter(kind == endPiece, rest[i-1] == '/')
	if kind == startPiece {
		s.open()
	}
	return i + 1, kind
}

// enter records if the present tag begins or ends SVG, MathML, or HTML inside SVG.
func (s *scanner) enter(isEnd, isEmpty bool) {
	switch string(s.tag.name) {
	case "svg", "math", "foreignobject":
	default:
		return
	}
	switch n, name := len(s.foreign), s.tag.name[0]; {
	case isEnd && n > 0 && s.foreign[n-1] == name:
		s.foreign = s.foreign[:n-1]
	case !isEnd && !isEmpty && (name != 'f' || n > 0):
		s.foreign = append(s.foreign, name)
	}
}

// readAttribute reads the attribute at rest[i] of a tag, and returns its end, or len(rest) if it is not complete.
func readAttribute(rest []byte, i int, kind pieceKind) (a htmlAttr, end int) {
	key := i
	i = until(rest, i+1, htmlKeyMark) // "=" at the start belongs to the name
	a = htmlAttr{start: i, end: i}
	if kind == startPiece {
		a.attr = attributeOf(rest[key:i])
	}
	if i = past(rest, i, htmlSpaceMark); i == len(rest) || rest[i] != '=' {
		return a, i
	}
	if a.start = past(rest, i+1, htmlSpaceMark); a.start == len(rest) {
		return a, len(rest)
	}
	if quote := rest[a.start]; quote != '"' && quote != '\'' {
		a.end = until(rest, a.start, htmlValueMark)
		return a, a.end
	}
	a.start++
	n := bytes.IndexByte(rest[a.start:], rest[a.start-1])
	if n < 0 {
		return a, len(rest)
	}
	a.end = a.start + n
	return a, a.end + 1
}

// open begins the content of the element of the present tag. Scripts do not run, so the content of noscript is
// elements (§4.12.2).
func (s *scanner) open() {
	switch name := s.tag.name; string(name) {
	case "plaintext":
		s.plain = true
	case "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp":
		s.raw, s.hidden, s.dashes = string(name), hidesNothing, 0
	}
}

// lowerName appends a name in lower case, with U+FFFD for U+0000.
func lowerName(b, name []byte) []byte {
	for _, c := range name {
		switch {
		case c == 0:
			b = append(b, "\uFFFD"...)
		case 'A' <= c && c <= 'Z':
			b = append(b, c|0x20)
		default:
			b = append(b, c)
		}
	}
	return b
}

// baseTag returns the offset of the first base tag from text[i] on, or len(text).
func baseTag(text []byte, i int) int {
	const each = 0x0101010101010101
	s := chars.UnsafeString(text)
	for ; i+9 <= len(s); i += 8 {
		// A byte is 0 where "<" is followed by "b" in either case.
		v := chars.Load64(s, i) ^ '<'*each | (chars.Load64(s, i+1) | 0x20*each) ^ 'b'*each
		for zero := (v - each) &^ v & (0x80 * each); zero != 0; zero &= zero - 1 {
			if at := i + bits.TrailingZeros64(zero)/8; named(text[at:], "<", "base") {
				return at
			}
		}
	}
	for ; i < len(s); i++ {
		if named(text[i:], "<", "base") {
			return i
		}
	}
	return i
}

// isForeign reports whether an element that begins here is one of SVG or MathML.
func (s *scanner) isForeign() bool {
	n := len(s.foreign)
	return n > 0 && s.foreign[n-1] != 'f'
}

// firstBase returns the value of href of the first base element that has one, wherever it is (HTML §4.2.3). It
// ignores templates, which are not part of the document, and elements of SVG or MathML.
func firstBase(text []byte) (href []byte, ok bool) {
	s, at, templates := scanner{text: text}, baseTag(text, 0), 0
	for at < len(text) {
		switch kind := s.next(); {
		case kind == noPiece || kind == cutPiece:
			return nil, false
		case kind != startPiece && kind != endPiece:
		case string(s.tag.name) == "template" && kind == startPiece:
			templates++
		case string(s.tag.name) == "template":
			templates = max(0, templates-1)
		case kind == startPiece && string(s.tag.name) == "base" && templates == 0 && !s.isForeign():
			for _, a := range s.tag.attrs {
				if a.attr.name == "href" {
					return s.tag.raw[a.start:a.end], true
				}
			}
		}
		if at < s.end {
			at = baseTag(text, s.end)
		}
	}
	return nil, false
}
