package xml

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// Tags, and how they nest.

// tagEnd returns the place after the ">" that ends the tag, or after a "<", which no tag has; -1 if there is none.
func (s *xmlCutter) tagEnd() int {
	quote := byte(0)
	for i := 1; s.Has(i + 1); {
		rest := s.Rest()
		if quote != 0 {
			n := bytes.IndexByte(rest[i:], quote)
			value := rest[i:]
			if n >= 0 {
				value = value[:n]
			}
			if less := bytes.IndexByte(value, '<'); less >= 0 {
				return i + less + 1
			}
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
		if rest[i] == '>' || rest[i] == '<' {
			return i + 1
		}
		quote, i = rest[i], i+1
	}
	return -1
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
	if n, err = s.readTag(p, rest); n > 0 || err != nil {
		return n, err
	}
	if n = s.tagEnd(); n < 0 { // rest was only a part of it
		return n, nil
	}
	p.attrs, p.fault = p.attrs[:0], nil
	return s.readTag(p, s.Rest()[:n])
}

// readTag reads the name and the attributes of a tag, and returns the offset after its ">", or that of a "<", which
// no tag has; 0 where raw ends before that. What is not well-formed is noted, and reading goes on where that is
// possible.
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
		s.badName(p, start+bad, "element")
	case bad == 0:
		return s.broken(p, 1, "a tag starts with the name of its element: write &lt; for \"<\" in text"), nil
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
		case raw[i] == '<':
			s.note(p, i, "a tag ends with \">\", and no \"<\" stands before that")
			return i, nil
		case raw[i] == '/' && i+1 < end && raw[i+1] == '>':
			if p.kind == xmlEnd {
				s.note(p, i, "an end tag has one \"/\", before its name")
			} else {
				p.kind = xmlEmpty
			}
			return i + 2, nil
		case p.kind == xmlEnd:
			s.note(p, i, "an end tag has no attributes")
			i = skipped(raw, i)
			continue
		case raw[i] == '?' && p.kind == xmlInstruction:
			return i + 1, nil
		case i == from:
			s.note(p, i, "white space separates attributes")
		}
		a, next, ok := s.readAttr(p, raw, i)
		switch i = next; {
		case i == end:
			return 0, nil
		case !ok && raw[i] == '<':
			return i, nil
		case !ok:
		case s.repeats(p.attrs, a.name, &seen):
			s.note(p, a.nameAt, "the element has the attribute %s twice", quote.Cut(a.name))
		case len(p.attrs) == maxXMLAttrs:
			return 0, s.fail(a.nameAt, "the element has more than %d attributes", maxXMLAttrs)
		default:
			p.attrs = append(p.attrs, a)
		}
	}
}

// readAttr reads the attribute at raw[i], and returns where reading goes on: after it, or after what is not one, for
// which ok is false and a note is made. That is at the end of raw if it ends there, and at a "<" if one is in the value.
func (s *xmlCutter) readAttr(p *xmlPiece, raw []byte, i int) (a xmlAttr, next int, ok bool) {
	end := len(raw)
	a.nameAt = i
	nameEnd := xmlNameEnd(raw, i, end)
	a.name, a.is = raw[i:nameEnd], s.nameOf(raw[i:nameEnd])
	i = chars.SpaceEnd(raw, nameEnd, end)
	switch bad := a.is.bad; {
	case i == end:
		return a, end, false
	case bad > 0 && raw[i] == '=':
		s.badName(p, a.nameAt+bad, "attribute")
	case bad >= 0, raw[i] != '=':
		s.note(p, a.nameAt, "an attribute is written name=\"value\"")
		return a, skipped(raw, nameEnd), false
	}
	if i = chars.SpaceEnd(raw, i+1, end); i == end {
		return a, end, false
	}
	if raw[i] != '"' && raw[i] != '\'' {
		s.note(p, i, "the value of an attribute stands in quotes")
		return a, skipped(raw, i), false
	}
	a.start = i + 1
	n := bytes.IndexByte(raw[a.start:], raw[i])
	if a.end = a.start + n; n < 0 {
		a.end = end
	}
	if less := bytes.IndexByte(raw[a.start:a.end], '<'); less >= 0 {
		s.note(p, a.start+less, "\"<\" cannot stand in the value of an attribute: write &lt;, or the "+
			"quote that ends the value before it")
		return a, a.start + less, false
	}
	if n < 0 {
		return a, end, false
	}
	return a, a.end + 1, true
}

// skipped returns the end of what stands at raw[i] in the place of an attribute.
func skipped(raw []byte, i int) int {
	for i < len(raw) && !chars.IsSpace(raw[i]) && raw[i] != '<' && raw[i] != '>' &&
		!bytes.HasPrefix(raw[i:], []byte("/>")) {
		i++
	}
	return i
}

// badName notes a character that cannot stand in a name, at an offset of the piece.
func (s *xmlCutter) badName(p *xmlPiece, at int, of string) {
	_, n := utf8.DecodeRune(s.Rest()[at:])
	s.note(p, at, "%s cannot stand in the name of an %s (XML §2.3)", quote.Quote(s.Rest()[at:at+n]), of)
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

// maxUnclosed is how many elements an end tag can end that have none of their own.
const maxUnclosed = 64

// nest holds tags against each other. An end tag ends the elements in its own that have none, each in a piece without
// text; one that ends no element is an instruction, which says nothing.
func (s *xmlCutter) nest(p *xmlPiece) error {
	switch p.kind {
	case xmlEnd:
		n := len(s.open)
		parent := s.parent()
		switch {
		case n == 0:
			s.note(p, 0, "</%s> ends no element", quote.Cut(p.name))
		case string(parent) == string(p.name):
			s.closing = false
		case !s.isOpen(p.name):
			s.note(p, 0, "</%s> cannot end <%s>", quote.Cut(p.name), quote.Cut(parent))
			n = 0
		default:
			if p.fault = nil; !s.closing { // the tag is read again, with its own fault
				s.note(p, 0, "<%s> has no end tag before </%s>", quote.Cut(parent), quote.Cut(p.name))
			}
			s.closing = true
			p.name, p.raw, s.End = parent, p.raw[:0], s.Pos
		}
		if n == 0 {
			p.kind = xmlInstruction
			return nil
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
	if len(s.open) == 0 && s.rooted && !s.outside {
		s.outside = true
		s.note(p, 0, "the document has a second root element")
	}
	s.rooted = true
	if p.kind == xmlStart {
		s.open, s.names = append(s.open, len(s.names)), append(s.names, p.name...)
	}
	return nil
}

// isOpen reports whether one of the innermost elements has a name.
func (s *xmlCutter) isOpen(name []byte) bool {
	end := len(s.names)
	for i := len(s.open) - 1; i >= max(len(s.open)-maxUnclosed, 0); i-- {
		if string(s.names[s.open[i]:end]) == string(name) {
			return true
		}
		end = s.open[i]
	}
	return false
}
