package html

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// An htmlScanner cuts a page into pieces, by the states that the tokenizer of HTML has (§13.2.5). Start tags
// are whole, and so is the text of an element that is wanted; all else comes in parts, as it is read.
type htmlScanner struct {
	input.Window
	state htmlState
	tag   htmlTag // the present piece, if it is one

	// The element that is open, if its content is text; empty for none. Of a script: how it hides its end
	// tag, and how many "-" stand before the place up to which it has been read (§13.2.5.18 to §13.2.5.31).
	raw    string
	hidden hiding
	dashes int
	wanted bool // the text is to be one piece, unless it is longer than the limit

	code string // what ends the code of a template

	// Inside of what is CDATA in SVG and MathML, where "<!--" begins no comment (§13.2.5.69).
	cdata bool

	braces, brackets input.Absent // "{" and "[", with which expressions of templates begin
}

// An htmlState is what the start of a piece is.
type htmlState uint8

const (
	htmlData    htmlState = iota
	htmlRaw               // the text of an element such as script
	htmlPlain             // the text of plaintext, which has no end
	htmlComment           // the rest of a comment
	htmlBogus             // the rest of what ends with the next ">", such as a DOCTYPE
	htmlCode              // the rest of code between "<?php" and "?>", or "<%" and "%>"
)

// An htmlKind is what a piece is.
type htmlKind uint8

const (
	htmlOther        htmlKind = iota // text, a comment, or a part of one of these
	htmlStart                        // a start tag
	htmlEnd                          // an end tag
	htmlText                         // the text of an element that is wanted
	htmlWholeComment                 // a comment that is not long
)

// hiding says whether a script is in a comment of its own, and in that in a script.
type hiding uint8

const (
	hidesNothing hiding = iota
	hidesMarkup         // "script data escaped"
	hidesEnd            // "script data double escaped"
)

// An htmlTag is a start tag, or of an end tag the name. It is valid until the next piece is read.
type htmlTag struct {
	raw   []byte
	name  []byte     // in lower case
	attrs []htmlAttr // those that can have URLs, and of each name the first
}

// An htmlAttr is an attribute whose value is raw[start:end].
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
	htmlSlashMark             // white space, or a slash, which is like it between attributes
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

// next moves to the next piece and says what it is. At the end of the document and after an error it returns
// what ended it; if that is inside a tag, rest is its start.
func (s *htmlScanner) next() (htmlKind, error) {
	s.Pos = s.End
	if !s.Has(1) {
		return htmlOther, s.Err
	}
	for !utf8.FullRune(s.Rest()) && s.More() { // parts end after characters
	}
	if s.state == htmlRaw {
		if n := s.rawText(); n > 0 {
			s.End = s.Pos + n
			if s.wanted {
				s.wanted = false
				return htmlText, nil
			}
			return htmlOther, nil
		}
	}
	n, kind := 0, htmlOther
	switch s.state {
	case htmlPlain:
		n = s.part()
	case htmlBogus:
		n = s.bogus()
	case htmlCode:
		n = s.codeEnd(0)
	case htmlComment:
		n = s.comment(0)
	default:
		if n = s.text(); n == 0 {
			n, kind = s.markup()
		}
	}
	if n < 0 {
		return kind, s.Err
	}
	s.End = s.Pos + n
	s.cdata = s.cdata && !bytes.Contains(s.Buf[max(0, s.Pos-len("]]")):s.End], []byte("]]>"))
	return kind, nil
}

// part returns the end of what has been read, after a character.
func (s *htmlScanner) part() int { return s.WholeChars(len(s.Rest())) }

// text returns the end of the text at the start of the piece, or of the part of it that has been read; 0 if markup
// starts there (§13.2.5.1, §13.2.5.6).
func (s *htmlScanner) text() int {
	for i := 0; ; i++ {
		rest := s.Rest()
		n := bytes.IndexByte(rest[i:], '<')
		if n < 0 {
			return s.part()
		}
		if i += n; i+1 == len(rest) {
			if i > 0 || !s.Has(2) {
				return max(i, 1)
			}
			rest = s.Rest()
		}
		if c := rest[i+1]; chars.IsLetter(c) || c == '/' || c == '!' || c == '?' || c == '%' && s.codeAt(i) != "" {
			return i
		}
	}
}

// codeAt returns what ends the code that a program fills in, if it begins at Rest()[i]: "<?php", "<?=", "<? ", "<%". A
// browser never sees it, and a ">" in it ends nothing. It returns the empty text if there is none.
func (s *htmlScanner) codeAt(i int) string {
	for len(s.Rest()) < i+len("<?php") && s.More() {
	}
	switch rest := s.Rest()[i:]; {
	case len(rest) < 3:
	case rest[1] == '?' && (rest[2] == '=' || htmlMarks[rest[2]]&htmlSpaceMark != 0 || named(rest, "<?", "php")):
		return "?>"
	case rest[1] == '%' && (bytes.IndexByte([]byte("=-@!#"), rest[2]) >= 0 || htmlMarks[rest[2]]&htmlSpaceMark != 0):
		return "%>"
	}
	return ""
}

// codeEnd returns the end of the code of a template, or of the part that has been read.
func (s *htmlScanner) codeEnd(from int) int {
	for {
		rest := s.Rest()
		if n := bytes.Index(rest[from:], []byte(s.code)); n >= 0 {
			s.state = htmlData
			return from + n + len(s.code)
		}
		if n := len(rest) - 1; n > from {
			return s.WholeChars(n)
		}
		if !s.More() {
			return len(s.Rest())
		}
	}
}

// markup returns the end of the tag, comment or declaration at the start of the piece, or of a part of it. It
// returns -1 if a tag does not end.
func (s *htmlScanner) markup() (n int, kind htmlKind) {
	switch c := s.Rest()[1]; {
	case chars.IsLetter(c):
		return s.readTag(1, true), htmlStart
	case c == '/' && s.Has(3) && chars.IsLetter(s.Rest()[2]):
		return s.readTag(2, false), htmlEnd
	case c == '!' && s.Has(4) && bytes.HasPrefix(s.Rest(), []byte("<!--")):
		s.state = htmlComment
		if n = s.comment(len("<!")); s.state == htmlComment || s.cdata {
			return n, htmlOther
		}
		return n, htmlWholeComment
	}
	if s.code = s.codeAt(0); s.code != "" {
		s.state = htmlCode
		return s.codeEnd(2), htmlOther
	}
	s.cdata = s.cdata || s.Has(len("<![CDATA[")) && bytes.HasPrefix(s.Rest(), []byte("<![CDATA["))
	s.state = htmlBogus
	return s.bogus(), htmlOther
}

// bogus returns the end of what ends with the next ">", or of the part that has been read.
func (s *htmlScanner) bogus() int {
	if n := bytes.IndexByte(s.Rest(), '>'); n >= 0 {
		s.state = htmlData
		return n + 1
	}
	return s.part()
}

// comment returns the end of a comment, or of the part that has been read (§13.2.5.43 to §13.2.5.52). The dashes
// before its end do not stand before from: at the start, those of "<!--" may be meant, as in "<!-->", but not
// those of "<!--!>". A comment that is not long comes as a whole.
func (s *htmlScanner) comment(from int) int {
	bang, least := 2*from, 8 // what the start must have, so that its dashes are not meant later
	if from > 0 {
		least = max(least, min(input.LongestComment, s.Limit-len("-->")))
	}
	for i := from; ; {
		rest := s.Rest()
		for ; ; i++ {
			n := bytes.IndexByte(rest[i:], '>')
			if n < 0 {
				i = len(rest)
				break
			}
			i += n
			if i >= from+2 && rest[i-1] == '-' && rest[i-2] == '-' || i >= bang+3 && string(rest[i-3:i]) == "--!" {
				s.state = htmlData
				return i + 1
			}
		}
		if n := len(rest) - len("--!"); n >= least {
			return s.WholeChars(n)
		}
		if !s.More() {
			return len(s.Rest())
		}
	}
}

// rawText returns the end of the text of an element, or of a part of it: of a text that is wanted only if that
// reaches the limit. It returns 0 if the end tag starts here.
func (s *htmlScanner) rawText() int {
	for i := 0; ; {
		rest := s.Rest()
		i = s.markInRaw(rest, i)
		if len(rest)-i >= longestRaw || i < len(rest) && s.Err != nil {
			n, ends := s.markAt(rest[i:])
			if ends {
				s.state, s.raw = htmlData, ""
				return i
			}
			i += n
			continue
		}
		if !s.wanted && i > 0 || len(rest) >= s.Limit {
			return s.WholeChars(i)
		}
		if !s.More() && i == len(s.Rest()) {
			return i
		}
	}
}

// longestRaw is the length of the longest text that markAt looks at.
const longestRaw = len("</noframes>")

// markInRaw returns the place of the next "<" in the text of an element, from rest[i] on; len(rest) if there is none.
func (s *htmlScanner) markInRaw(rest []byte, i int) int {
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

// markAt returns the length of what starts with "<" in the text of an element, and whether it is its end tag.
func (s *htmlScanner) markAt(rest []byte) (n int, ends bool) {
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

// Raw returns the name of the element that is open, if its content is text; empty for none.
func (s *htmlScanner) Raw() string { return s.raw }

// Ends reports whether the piece that follows is the end tag of such an element.
func (s *htmlScanner) Ends(name string) bool { return named(s.Rest(), "</", name) }

// named reports whether a tag with the name stands at the start of a text.
func named(rest []byte, open, name string) bool {
	n := len(open) + len(name)
	return len(rest) > n && htmlMarks[rest[n]]&htmlNameMark != 0 && string(rest[:len(open)]) == open &&
		equalFold(rest[len(open):n], name)
}

// equalFold reports whether a text is a name in ASCII, but for the case of its letters. What Unicode
// takes for the same letter, such as the Kelvin sign, is longer.
func equalFold(text []byte, name string) bool {
	return len(text) == len(name) && strings.EqualFold(chars.UnsafeString(text), name)
}

// until returns the place of the first byte from rest()[i] on that has one of the marks, or with without set none
// of them. It returns -1 if there is none.
func (s *htmlScanner) until(i int, marks uint8, without bool) int {
	for {
		rest := s.Rest()
		for i < len(rest) && (htmlMarks[rest[i]]&marks == 0) != without {
			i++
		}
		if i < len(rest) {
			return i
		}
		if !s.More() {
			return -1
		}
	}
}

// readTag returns the end of the tag at the start of the piece, whose name starts at i (§13.2.5.8 to §13.2.5.40); -1
// if it does not end, or is too long. Of a start tag it keeps the attributes.
func (s *htmlScanner) readTag(i int, start bool) int {
	t := &s.tag
	t.attrs = t.attrs[:0]
	name := i
	if i = s.until(i, htmlNameMark, false); i < 0 {
		return s.cutTag()
	}
	t.name = lowerName(t.name[:0], s.Rest()[name:i])
	for seen := uint64(0); ; {
		if i = s.until(i, htmlSlashMark, true); i < 0 {
			return s.cutTag()
		}
		if s.Rest()[i] == '>' {
			break
		}
		key := i
		if i = s.until(i+1, htmlKeyMark, false); i < 0 { // "=" at its start is a part of it
			return s.cutTag()
		}
		a := htmlAttr{start: i, end: i}
		if start {
			a.attr = attributeOf(s.Rest()[key:i])
		}
		if i = s.until(i, htmlSpaceMark, true); i < 0 {
			return s.cutTag()
		}
		if s.Rest()[i] == '=' {
			if a.start = s.until(i+1, htmlSpaceMark, true); a.start < 0 {
				return s.cutTag()
			}
			if quote := s.Rest()[a.start]; quote == '"' || quote == '\'' {
				a.start++
				if i = s.Find(a.start, string(quote)); i < 0 {
					return s.cutTag()
				}
				a.end = i - 1
			} else if a.end = s.until(a.start, htmlValueMark, false); a.end < 0 {
				return s.cutTag()
			} else {
				i = a.end
			}
		}
		if a.attr == xmlns {
			t.attrs = append(t.attrs, a)
		} else if a.attr != nil && seen>>a.attr.number&1 == 0 {
			seen |= 1 << a.attr.number
			t.attrs = append(t.attrs, a)
		}
	}
	if i+1 >= s.Limit {
		s.Err = input.ErrLongPiece
		return -1
	}
	if t.raw = s.Rest()[:i+1]; start {
		s.open()
	}
	return i + 1
}

// open begins with the content of the element of the present tag. Scripts do not run, so that of noscript is
// elements (§4.12.2).
func (s *htmlScanner) open() {
	switch name := s.tag.name; string(name) {
	case "plaintext":
		s.state = htmlPlain
	case "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp":
		s.state, s.raw, s.hidden, s.dashes = htmlRaw, string(name), hidesNothing, 0
	}
}

// lowerName appends a name in lower case, and with U+FFFD for U+0000.
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

// cutTag returns -1, for a tag that does not end.
func (s *htmlScanner) cutTag() int {
	if s.Err == io.EOF && len(s.Rest()) >= s.Limit {
		s.Err = input.ErrLongPiece
	}
	return -1
}
