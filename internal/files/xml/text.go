package xml

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// Files that are named like XML and are not: what a template makes XML of is text, and what else does not start as XML
// does is text with a fault.

// asText is the function Else of XML.
func asText(head []byte) *input.Format {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, linecol.BOM), chars.Space)
	if len(start) == 0 || start[0] == 0 || start[0] >= 0x80 || len(start) > 1 && start[1] == 0 { // in another encoding
		return nil
	}
	line := strings.TrimRight(string(linecol.FirstLine(start)), chars.Space)
	if line == "---" { // of Jekyll
		return text.Format
	}
	if f := text.OfTemplate(start); f != nil {
		return f
	}
	if startsXML(start) != nil {
		return notXML
	}
	return nil
}

// hasTemplate reports whether a text has an expression of a template, other than an instruction of XML.
func hasTemplate(text []byte) bool {
	return slices.ContainsFunc(templates.Blocks(chars.UnsafeString(text)), func(m templates.Mark) bool {
		return !bytes.HasPrefix(text[m.Start:], []byte("<?"))
	})
}

// notXML is text that should be XML.
var notXML = func() *input.Format {
	e := *text.Format
	e.FaultCode = input.CodeXML
	e.Decode = func(d *input.Decoder, c input.Cleaner) {
		if d.Chunk.Offset == 0 && d.Comment == nil {
			d.Fail(input.CodeXML, linecol.FirstLine(d.Chunk.Data), 0, 0, "%v; it is read as text",
				startsXML(bytes.TrimPrefix(d.Chunk.Data, linecol.BOM)))
		}
		text.Format.Decode(d, c)
	}
	return &e
}()

// The classes of bytes in tags, as bits of xmlMarks.
const (
	xmlTagMark  = 1 << iota // a quote, the end of the tag, or the start of another one
	xmlNameMark             // ends a name
	xmlNameByte             // ASCII that stands in a name; also at its start with xmlNameHead
	xmlNameHead
)

var xmlMarks = func() (marks [256]uint8) {
	for c := range marks[:utf8.RuneSelf] {
		if c := rune(c); chars.IsNameChar(c) || c == '.' {
			marks[c] |= xmlNameByte
			if c != '.' && !(c >= '0' && c <= '9') && !chars.IsNameEnd(c) {
				marks[c] |= xmlNameHead
			}
		}
	}
	for _, c := range []byte("\"'<>") {
		marks[c] |= xmlTagMark
	}
	for _, c := range []byte(chars.Space + "/=\"'<>") {
		marks[c] |= xmlNameMark
	}
	return marks
}()

// xmlNameEnd returns the end of the name that starts at raw[i].
func xmlNameEnd(raw []byte, i, end int) int {
	for i < end && xmlMarks[raw[i]]&xmlNameMark == 0 {
		i++
	}
	return i
}

// isXMLName reports whether a text is an NCName (Namespaces in XML §3).
func isXMLName(s []byte) bool { return notInXMLName(s, false) < 0 }

// notInXMLName returns the offset of the first character that a Name (XML §2.3), or without colon an NCName, cannot
// have there; -1 if the text is one.
func notInXMLName(s []byte, colon bool) int {
	if len(s) == 0 {
		return 0
	}
	i := 0
	if xmlMarks[s[0]]&xmlNameHead != 0 && (colon || s[0] != ':') {
		for i = 1; i < len(s) && xmlMarks[s[i]]&xmlNameByte != 0 && (colon || s[i] != ':'); i++ {
		}
	}
	for i < len(s) {
		r, n := utf8.DecodeRune(s[i:])
		if r == utf8.RuneError && n == 1 || r == ':' && !colon || !chars.IsNameChar(r) && r != '.' {
			return i
		}
		if i == 0 && (r == '.' || r >= '0' && r <= '9' || chars.IsNameEnd(r)) {
			return 0
		}
		i += n
	}
	return -1
}

// How text is written in XML.

// unescapeXML returns the text that raw stands for, without entities that the document declares.
func unescapeXML(_ *input.Item, raw []byte) (string, bool) {
	return expandXML(nil, raw, false)
}

// expandXML is unescapeXML with these entities, for a text or the value of an attribute.
func expandXML(entities map[string]xmlEntity, raw []byte, attr bool) (string, bool) {
	s := xmlCutter{entities: entities, named: true, budget: maxEntities}
	text, _, err := s.expand(nil, raw, attr, 0)
	return string(text), err == nil
}

// idOf returns the escape of an rdf:ID, whose text has a "#" before what is written, with that of an attribute.
func idOf(attribute input.Escape) input.Escape {
	id := input.Fixed(attribute, "rdf:ID holds an XML name: use rdf:about")
	id.Lead = "#"
	return id
}

// identifier returns the escape of an identifier: "compared on a character-by-character basis" (RFC 4287 §4.2.6.1).
func identifier(text input.Escape) input.Escape {
	return input.Fixed(text, "it is an identifier, which readers compare character by character")
}

// escape returns how text is written in the document, or values of attributes if attr is set: with its entities.
func (s *xmlCutter) escape(attr bool) input.Escape {
	escaped := &s.escaped[0]
	if attr {
		escaped = &s.escaped[1]
	}
	if *escaped == nil {
		entities := s.entities
		*escaped = &input.Escaping{
			Spaces: attr,
			Unit: func(raw []byte) (rawLen, textLen int) {
				if raw[0] != '&' {
					return markup.UnitLineEnd(raw)
				}
				n := bytes.IndexByte(raw, ';') + 1
				if text, ok := expandXML(entities, raw[:n], attr); ok && n > 0 {
					return n, len(text)
				}
				return 1, 1
			},
			Unescape: func(_ *input.Item, raw []byte) (string, bool) { return expandXML(entities, raw, attr) },
		}
	}
	return *escaped
}

// EscXMLName is the escape of the name of an XML element or attribute: a name has no escapes.
var EscXMLName = &input.Escaping{Unit: markup.UnitLineEnd, Refusal: "it is the name of an XML element or attribute"}
