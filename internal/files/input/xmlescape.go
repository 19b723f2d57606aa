package input

import "bytes"

// How text is written in XML.

// unescapeXML returns the text that raw stands for, without entities that the document declares.
func unescapeXML(r *Record, raw []byte) (string, bool) {
	return expandXML(nil, r, raw, false)
}

// expandXML is unescapeXML with these entities, for a text or the value of an attribute.
func expandXML(entities map[string]xmlEntity, r *Record, raw []byte, attr bool) (string, bool) {
	s := xmlCutter{entities: entities, named: true, budget: maxEntities}
	text, _, err := s.expand(nil, raw, attr, 0)
	return string(text), err == nil
}

// escCDATA is the escape of text in CDATA, and of what else has no references.
var escCDATA = &escape{
	escape: func(b []byte, _ *Record, s string) []byte { return append(b, s...) },
	unescape: func(r *Record, raw []byte) (string, bool) {
		return string(raw), !bytes.Contains(raw, []byte("]]>")) && r.holdsAll(raw)
	},
}

// idOf returns the escape of an rdf:ID, whose text has a "#" before what is written, with that of an attribute.
func idOf(attribute Escape) Escape {
	id := escape{unescape: unescapeXML}
	if attribute != None {
		id = *attribute
	}
	unescape := id.unescape
	id.lead, id.refusal = "#", "rdf:ID holds an XML name: use rdf:about"
	id.unescape = func(r *Record, raw []byte) (string, bool) {
		text, _ := unescape(r, raw)
		return "#" + text, false
	}
	return &id
}

// unchanged returns the escape of the name of a namespace: names with a prefix are in another one if it changes.
func unchanged(attribute Escape) Escape {
	var e escape
	if attribute != None {
		e = *attribute
	}
	e.refusal = "it is the name of a namespace, which others have to write in the same way"
	e.unescape = func(*Record, []byte) (string, bool) { return "", false }
	return &e
}

// listed returns an escape for the members of a list.
func listed(e Escape, split string) Escape {
	var member escape
	if e != None {
		member = *e
	}
	member.split = split
	return &member
}

// escape returns how text is written in the document, or with attr set the values of attributes: with its entities.
func (s *xmlCutter) escape(attr bool) Escape {
	escaped := &s.escaped[0]
	if attr {
		escaped = &s.escaped[1]
	}
	if *escaped == nil {
		entities := s.entities
		*escaped = &escape{
			spaces: attr,
			unit: func(raw []byte) (rawLen, textLen int) {
				if raw[0] != '&' {
					return unitLineEnd(raw)
				}
				n := bytes.IndexByte(raw, ';') + 1
				s := xmlCutter{entities: entities, named: true, budget: maxEntities}
				if text, _, err := s.expand(nil, raw[:n], attr, 0); err == nil && n > 0 {
					return n, len(text)
				}
				return 1, 1
			},
			unescape: func(r *Record, raw []byte) (string, bool) { return expandXML(entities, r, raw, attr) },
		}
	}
	return *escaped
}
