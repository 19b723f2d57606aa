package xml

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
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
	bases      map[string]string // the defaults for xml:base, by the names of elements
	escaped    [2]input.Escape   // see escape; nil before one is asked for, and when an entity has been declared
	shared     bool              // another cutter has entities
	named      bool              // the DOCTYPE names another file, in which those of HTML can be declared
	budget     int               // how many bytes entities may still expand to
	nested     bool              // entities were nested too deep
	piece      xmlPiece          // the present one
	noBlank    bool              // white space before markup is not wanted as a piece
	open       []int             // where the names of the open elements start in names
	names      []byte            // the names of the open elements
	stands     []byte            // of a text that has been expanded
	known      [knownNames]*xmlName
	refs       input.Absent // "&"
	returns    input.Absent // CR
	brackets   input.Absent // "]"
	rooted     bool         // the root element has begun
	outside    bool         // that there is something outside of it has been said
	closing    bool         // the end tag that comes next ends elements that have none
	canBeEmpty bool         // the file
}

func newCutter(w input.Window) *xmlCutter {
	return &xmlCutter{Window: w, budget: maxEntities, refs: input.Absent{Char: '&'}, returns: input.Absent{Char: '\r'},
		brackets: input.Absent{Char: ']'}}
}

// again returns a cutter of a text that replaces all that comes.
func (s *xmlCutter) again(text []byte) *xmlCutter {
	s.shared = true
	c := newCutter(s.Again(text))
	c.start, c.entities, c.shared, c.named, c.budget, c.nested = s.start, s.entities, true, s.named, s.budget, s.nested
	c.bases = s.bases
	c.open, c.names, c.rooted, c.outside = slices.Clone(s.open), slices.Clone(s.names), s.rooted, s.outside
	c.closing, c.canBeEmpty = s.closing, s.canBeEmpty
	return c
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
	xmlBroken // "<" that starts nothing
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
	return &xmlError{s.To(min(offset, len(s.Rest()))), fmt.Sprintf(format, args...)}
}

// next returns the next piece; io.EOF after the last one. An error is an *xmlError,
// ErrLongPiece, or that of the file.
func (s *xmlCutter) next() (*xmlPiece, error) {
	s.Pos = s.End
	p := &s.piece
	*p = xmlPiece{attrs: p.attrs[:0]}
	if !s.Has(1) {
		return p, s.atEnd()
	}
	if s.noBlank && chars.IsSpace(s.Buf[s.Pos]) {
		if n := chars.SpaceEnd(s.Buf, s.Pos+1, len(s.Buf)); n < len(s.Buf) && s.Buf[n] == '<' {
			s.Pos = n
		}
	}
	at := s.Off + int64(s.Pos)
	if at == 0 && s.Has(len(linecol.BOM)) && bytes.HasPrefix(s.Rest(), linecol.BOM) {
		s.End, s.start = s.Pos+len(linecol.BOM), int64(len(linecol.BOM))
		p.kind, p.raw = xmlComment, s.Rest()[:len(linecol.BOM)]
		return p, nil
	}
	n, err := s.cut(p)
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
		if len(s.open) > 0 || s.outside {
			break
		}
		if text := bytes.TrimLeft(p.raw, chars.Space); len(text) > 0 {
			s.outside = true
			s.note(p, len(p.raw)-len(text), "text stands outside the root element")
		}
	}
	return p, err
}

// atEnd returns the error at the end of the document: io.EOF if all is right there.
func (s *xmlCutter) atEnd() error {
	switch {
	case s.Err != io.EOF:
		return s.Err
	case len(s.open) > 0:
		return s.fail(0, "the document ends, but <%s> has no end tag", quote.Cut(s.parent()))
	case !s.rooted && !(s.canBeEmpty && s.Off+int64(s.Pos) == 0): // an empty file has no RDF, but also no sitemap
		return s.fail(0, "the document has no element")
	}
	return io.EOF
}

// cut finds out what the next piece is, and returns its length, negative if the document ends in it.
func (s *xmlCutter) cut(p *xmlPiece) (n int, err error) {
	s.Has(9)
	switch rest := s.Rest(); {
	case rest[0] != '<':
		p.kind = xmlText
		n = s.text()
	case len(rest) > 1 && rest[1] != '!' && rest[1] != '?':
		return s.tag(p, rest)
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
		n = s.broken(p, len("<!"), "\"<!\" starts a comment, CDATA or the DOCTYPE only")
	default:
		return s.tag(p, rest)
	}
	return n, nil
}

// note notes a fault of well-formedness at an offset of the piece, after which the document is read on, if nothing was
// noted before.
func (s *xmlCutter) note(p *xmlPiece, offset int, format string, args ...any) {
	if p.fault == nil {
		p.fault, _ = s.fail(offset, format, args...).(*xmlError)
	}
}

// broken notes that "<" starts nothing, and returns n, the length of the piece.
func (s *xmlCutter) broken(p *xmlPiece, n int, why string) int {
	p.kind = xmlBroken
	s.note(p, 0, "%s", why)
	return n
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
		} else if string(target) == "xml" && markup.DeclaredVersion(p.raw) == "1.1" {
			s.entities = map[string]xmlEntity{restricted: {}}
		}
	case xmlText:
		if !s.Contains(&s.brackets, 0, len(p.raw)) {
			return
		}
		n, why = bytes.Index(p.raw, []byte("]]>")), "\"]]>\" stands at the end of CDATA only: write ]]&gt; (XML §2.4)"
	}
	if n >= 0 {
		p.fault = &xmlError{s.To(n), why}
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
