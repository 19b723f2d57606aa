package xml

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
)

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

// EscXMLName is that of the name of an XML element or attribute, which has none.
var EscXMLName = &input.Escaping{Unit: markup.UnitLineEnd, Refusal: "it is the name of an XML element or attribute"}
