package xml

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// An xmlCutter cuts an XML document (XML 1.0) into its pieces and keeps the place of
// each piece and of each attribute, which encoding/xml does not tell. It expands the
// entities that the document itself declares, within a bound, and reads nothing but the
// document: no external entity, no external DTD.
type xmlCutter struct {
	input.Window
	start int64 // the length of the byte order mark

	entities   map[string]xmlEntity
	escaped    [2]input.Escape // see escape; nil before one is asked for, and when an entity has been declared
	named      bool            // the DOCTYPE names another file, in which those of HTML can be declared
	budget     int             // how many bytes entities may still expand to
	nested     bool            // entities were nested too deep
	piece      xmlPiece        // the present one
	blank      []byte          // what noBlank has passed over since the last piece
	noBlank    bool            // white space before markup is not wanted as a piece
	open       []int           // where the names of the open elements start in names
	names      []byte          // the names of the open elements
	stands     []byte          // of a text that has been expanded
	known      [knownNames]*xmlName
	refs       input.Absent // "&"
	returns    input.Absent // CR
	brackets   input.Absent // "]"
	rooted     bool         // the root element has begun
	canBeEmpty bool         // the file
}

// maxEntities is how many bytes the entities of a document may expand to in all, and
// maxEntityDepth how deep they may nest.
const (
	maxEntities    = 8 << 20
	maxEntityDepth = 16
	maxXMLDepth    = 1 << 16 // how deep elements may nest
	maxXMLAttrs    = 1 << 16 // how many attributes an element may have
	maxXMLOpen     = 1 << 20 // how many bytes the names of open elements may have in all
)

type xmlEntity struct {
	text     string
	external bool
}

// The kinds of pieces.
type xmlKind uint8

const (
	xmlText xmlKind = iota
	xmlCDATA
	xmlComment
	xmlInstruction
	xmlDoctype
	xmlStart
	xmlEmpty // <a/>
	xmlEnd
)

// An xmlPiece is a piece of the document. It is valid until the next one is read.
type xmlPiece struct {
	kind  xmlKind
	raw   []byte
	off   int64 // of raw in the document
	name  []byte
	is    *xmlName // of a start tag: what is known of the name
	attrs []xmlAttr
	fault *xmlError // what is not well-formed in the piece, after which the document can be read
}

// An xmlAttr is an attribute: its name, which starts at raw[nameAt] of the piece, and its value, which is
// raw[start:end].
type xmlAttr struct {
	name       []byte
	is         *xmlName
	nameAt     int
	start, end int
}

// An xmlError is a place at which the document is not well-formed.
type xmlError struct {
	at      linecol.Cursor
	message string
}

func (e *xmlError) Error() string { return e.message }

// parent returns the name of the innermost open element, empty for none.
func (s *xmlCutter) parent() []byte {
	if len(s.open) == 0 {
		return nil
	}
	return s.names[s.open[len(s.open)-1]:]
}

func (s *xmlCutter) fail(offset int, format string, args ...any) error {
	at := s.Place()
	at.Pass(s.Rest()[:min(offset, len(s.Rest()))])
	return &xmlError{at, fmt.Sprintf(format, args...)}
}

// next returns the next piece; io.EOF after the last one. An error is an *xmlError,
// ErrLongPiece, or that of the file.
func (s *xmlCutter) next() (*xmlPiece, error) {
	s.Pos = s.End
	p := &s.piece
	*p = xmlPiece{attrs: p.attrs[:0]}
	var err error
	if !s.Has(1) {
		if s.Err != io.EOF {
			return p, s.Err
		}
		switch {
		case len(s.open) > 0:
			return p, s.fail(0, "the document ends, but <%s> has no end tag", quote.Cut(s.parent()))
		case !s.rooted && !(s.canBeEmpty && s.Off+int64(s.Pos) == 0): // an empty file has no RDF, but also no sitemap
			return p, s.fail(0, "the document has no element")
		}
		return p, io.EOF
	}
	if s.noBlank && chars.IsSpace(s.Buf[s.Pos]) {
		if n := chars.SpaceEnd(s.Buf, s.Pos+1, len(s.Buf)); n < len(s.Buf) && s.Buf[n] == '<' {
			s.blank = append(s.blank, s.Buf[s.Pos:n]...)
			s.Pos = n
		}
	}
	at := s.Off + int64(s.Pos)
	if at == 0 && s.Has(len(linecol.BOM)) && bytes.HasPrefix(s.Rest(), linecol.BOM) {
		s.End, s.start = s.Pos+len(linecol.BOM), int64(len(linecol.BOM))
		p.kind, p.raw = xmlComment, s.Rest()[:len(linecol.BOM)]
		return p, nil
	}
	n := 0
	s.Has(9)
	switch rest := s.Rest(); {
	case rest[0] != '<':
		p.kind = xmlText
		n = s.text()
	case len(rest) > 1 && rest[1] != '!' && rest[1] != '?':
		n, err = s.tag(p, rest)
	case bytes.HasPrefix(rest, []byte("<!--")):
		p.kind = xmlComment
		n = s.Find(4, "-->")
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		p.kind = xmlCDATA
		n = s.Find(9, "]]>")
	case bytes.HasPrefix(rest, []byte("<?")):
		p.kind = xmlInstruction
		n = s.Find(2, "?>")
	case bytes.HasPrefix(rest, []byte("<!DOCTYPE")):
		p.kind = xmlDoctype
		if n = s.doctypeEnd(); n > 0 {
			s.declarations(s.Rest()[:n])
		}
	case bytes.HasPrefix(rest, []byte("<!")):
		return p, s.fail(0, "\"<!\" starts a comment, CDATA or the DOCTYPE only")
	default:
		n, err = s.tag(p, rest)
	}
	if n < 0 {
		if s.Err != io.EOF {
			return p, s.Err
		}
		return p, s.fail(0, "the document ends inside what starts here")
	}
	p.raw, p.off = s.Rest()[:n], at
	s.End = s.Pos + n
	if err != nil {
		return p, err
	}
	s.flaw(p)
	switch p.kind {
	case xmlStart, xmlEmpty, xmlEnd:
		err = s.nest(p)
	case xmlCDATA, xmlText:
		if len(s.open) > 0 {
			break
		}
		if text := bytes.TrimLeft(p.raw, chars.Space); len(text) > 0 {
			err = s.fail(len(p.raw)-len(text), "text stands outside the root element")
		}
	}
	return p, err
}

// flaw finds what is not well-formed in a piece whose end is certain all the same.
func (s *xmlCutter) flaw(p *xmlPiece) {
	n, why := -1, ""
	switch p.kind {
	case xmlComment:
		text := p.raw[len("<!--"):]
		if n, why = bytes.Index(text, []byte("--")),
			"\"--\" stands in a comment only at its end (XML §2.5)"; n == len(text)-len("-->") {
			n = -1
		}
		if n >= 0 {
			n += len("<!--")
		}
	case xmlInstruction:
		target, _, _ := bytes.Cut(p.raw[len("<?"):len(p.raw)-len("?>")], []byte(" "))
		if target = bytes.TrimSpace(target); bytes.EqualFold(target, []byte("xml")) &&
			(p.off > s.start || string(target) != "xml") {
			n, why = 0, "<?xml stands at the start of a document only (XML §2.6, §2.8)"
		}
	case xmlText:
		if !s.Holds(&s.brackets, 0, len(p.raw)) {
			return
		}
		n, why = bytes.Index(p.raw, []byte("]]>")), "\"]]>\" stands at the end of CDATA only: write ]]&gt; (XML §2.4)"
	}
	if n >= 0 {
		at := s.Place()
		at.Pass(p.raw[:n])
		p.fault = &xmlError{at, why}
	}
}

// text returns the end of the text at the start of the piece. A long text comes in
// several pieces, which do not end inside a reference.
func (s *xmlCutter) text() int {
	for from := 0; ; {
		if n := bytes.IndexByte(s.Rest()[from:], '<'); n >= 0 {
			return from + n
		}
		from = len(s.Rest())
		if from > 256<<10 {
			if n := bytes.LastIndexByte(s.Rest(), '&'); n > 0 && from-n < 1<<10 {
				return n
			}
			for n := from; n > from-utf8.UTFMax; n-- {
				if r, _ := utf8.DecodeLastRune(s.Rest()[:n]); r != utf8.RuneError {
					return n
				}
			}
			return from
		}
		if !s.More() {
			if s.Err == io.EOF {
				return len(s.Rest())
			}
			return -1
		}
	}
}

// tagEnd returns the place after the ">" that ends the tag, -1 if there is none.
func (s *xmlCutter) tagEnd() int {
	quote := byte(0)
	for i := 1; s.Has(i + 1); {
		rest := s.Rest()
		if quote != 0 {
			n := bytes.IndexByte(rest[i:], quote)
			if n < 0 {
				i = len(rest)
				continue
			}
			quote, i = 0, i+n+1
		}
		for i < len(rest) && xmlMarks[rest[i]]&xmlTagMark == 0 {
			i++
		}
		if i == len(rest) {
			continue
		}
		if rest[i] == '>' {
			return i + 1
		}
		quote, i = rest[i], i+1
	}
	return -1
}

// doctypeEnd returns the place after the DOCTYPE, -1 if it does not end.
func (s *xmlCutter) doctypeEnd() int {
	quote, inside := byte(0), false
	for i := len("<!DOCTYPE"); ; i++ {
		if !s.Has(i + 1) {
			return -1
		}
		rest := s.Rest()
		switch c := rest[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == '<' && s.Has(i+4) && bytes.HasPrefix(s.Rest()[i:], []byte("<!--")):
			if i = s.Find(i+4, "-->") - 1; i < 0 {
				return -1
			}
		case c == '>' && !inside:
			return i + 1
		}
	}
}

// tag reads the tag at the start of the piece, whose rest has been read, and returns its length; -1 if it does not
// end.
func (s *xmlCutter) tag(p *xmlPiece, rest []byte) (n int, err error) {
	if parent := s.parent(); len(parent) > 0 && len(rest) > len(parent)+2 && rest[1] == '/' {
		if n = len(parent) + 2; rest[n] == '>' && string(rest[2:n]) == string(parent) {
			p.kind, p.name = xmlEnd, rest[2:n]
			return n + 1, nil
		}
	}
	if n, err = s.readTag(p, rest); n > 0 && err == nil {
		return n, nil
	}
	if n = s.tagEnd(); n < 0 { // or else rest was only a part of it, or has a fault
		return n, nil
	}
	p.attrs = p.attrs[:0]
	_, err = s.readTag(p, s.Rest()[:n])
	return n, err
}

// readTag reads the name and the attributes of a tag, and returns the offset after its ">". Where raw ends before that,
// it returns a fault or 0.
func (s *xmlCutter) readTag(p *xmlPiece, raw []byte) (n int, err error) {
	end := len(raw)
	p.kind = xmlStart
	i := 1
	if i < end && raw[i] == '/' {
		p.kind = xmlEnd
		i++
	} else if i < end && raw[i] == '?' {
		p.kind = xmlInstruction // with pseudo-attributes
		i++
	}
	start := i
	i = xmlNameEnd(raw, i, end)
	p.name, p.is = raw[start:i], s.nameOf(raw[start:i])
	switch bad := p.is.bad; {
	case bad > 0:
		return 0, s.badName(start+bad, "element")
	case bad == 0:
		return 0, s.fail(start, "a tag starts with the name of its element: write &lt; for \"<\" in text")
	}
	var seen map[string]bool // of an element with many attributes
	for {
		from := i
		if i = chars.SpaceEnd(raw, i, end); i == end {
			return 0, nil
		}
		switch {
		case raw[i] == '>':
			return i + 1, nil
		case p.kind == xmlEnd:
			return 0, s.fail(i, "an end tag has no attributes")
		case raw[i] == '/' && i+1 < end && raw[i+1] == '>':
			p.kind = xmlEmpty
			return i + 2, nil
		case raw[i] == '?' && p.kind == xmlInstruction:
			return i + 1, nil
		case i == from:
			return 0, s.fail(i, "white space separates attributes")
		}
		a := xmlAttr{nameAt: i}
		i = xmlNameEnd(raw, i, end)
		a.name, a.is = raw[a.nameAt:i], s.nameOf(raw[a.nameAt:i])
		i = chars.SpaceEnd(raw, i, end)
		switch bad := a.is.bad; {
		case bad > 0 && i < end && raw[i] == '=':
			return 0, s.badName(a.nameAt+bad, "attribute")
		case bad >= 0, i == end, raw[i] != '=':
			return 0, s.fail(a.nameAt, "an attribute is written name=\"value\"")
		}
		i = chars.SpaceEnd(raw, i+1, end)
		if i == end || raw[i] != '"' && raw[i] != '\'' {
			return 0, s.fail(i, "the value of an attribute stands in quotes")
		}
		a.start = i + 1
		n := bytes.IndexByte(raw[a.start:], raw[i])
		if n < 0 {
			return 0, s.fail(i, "no quote ends the value that starts here")
		}
		a.end = a.start + n
		if n := bytes.IndexByte(raw[a.start:a.end], '<'); n >= 0 {
			return 0, s.fail(a.start+n, "\"<\" cannot stand in the value of an attribute: write &lt;")
		}
		i = a.end + 1
		if s.repeats(p.attrs, a.name, &seen) {
			return 0, s.fail(a.nameAt, "the element has the attribute %s twice", quote.Cut(a.name))
		}
		if len(p.attrs) == maxXMLAttrs {
			return 0, s.fail(a.nameAt, "the element has more than %d attributes", maxXMLAttrs)
		}
		p.attrs = append(p.attrs, a)
	}
}

// badName reports a character that cannot stand in a name, at an offset of the piece.
func (s *xmlCutter) badName(at int, of string) error {
	_, n := utf8.DecodeRune(s.Rest()[at:])
	return s.fail(at, "%s cannot stand in the name of an %s (XML §2.3)", quote.Quote(s.Rest()[at:at+n]), of)
}

// repeats reports whether one of the attributes of an element has a name. Names of many attributes are kept in seen.
func (s *xmlCutter) repeats(attrs []xmlAttr, name []byte, seen *map[string]bool) bool {
	const few = 16
	if len(attrs) < few {
		return slices.ContainsFunc(attrs, func(a xmlAttr) bool { return string(a.name) == string(name) })
	}
	if *seen == nil {
		*seen = map[string]bool{}
		for _, a := range attrs {
			(*seen)[string(a.name)] = true
		}
	}
	again := (*seen)[string(name)]
	(*seen)[string(name)] = true
	return again
}

// nest holds tags against each other.
func (s *xmlCutter) nest(p *xmlPiece) error {
	switch p.kind {
	case xmlEnd:
		n := len(s.open)
		if n == 0 {
			return s.fail(0, "</%s> ends no element", quote.Cut(p.name))
		}
		if parent := s.parent(); string(parent) != string(p.name) {
			return s.fail(0, "</%s> cannot end <%s>", quote.Cut(p.name), quote.Cut(parent))
		}
		s.names, s.open = s.names[:s.open[n-1]], s.open[:n-1]
		return nil
	case xmlStart:
		if len(s.open) >= maxXMLDepth {
			return s.fail(0, "elements are nested more than %d deep", maxXMLDepth)
		}
		if len(s.names)+len(p.name) > maxXMLOpen {
			return s.fail(0, "the names of the elements that are open have more than %d bytes", maxXMLOpen)
		}
	}
	if len(s.open) == 0 && s.rooted {
		return s.fail(0, "the document has a second root element")
	}
	s.rooted = true
	if p.kind == xmlStart {
		s.open, s.names = append(s.open, len(s.names)), append(s.names, p.name...)
	}
	return nil
}
