package xml

import (
	"bytes"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// What stands before the root element, in any vocabulary and in RDF/XML.

// doctype adds the system identifiers of a DOCTYPE, and of the entities and notations that it declares (XML §4.2.2,
// §4.7), which like xml:base are IRIs or, with --spec leiri, LEIRIs (LEIRI §1).
func (x *xmlBlocks) doctype(p *xmlPiece) {
	at := linecol.TagCursor{Cursor: x.s.Place()}
	words, n := markup.Fields(p.raw[len("<!DOCTYPE"):])
	x.systemID(p, &at, words, 0, len("<!DOCTYPE")+n)
	eachDeclaration(p.raw, func(_ string, words [][]byte, from, to int) {
		if len(words) > 0 && string(words[0]) == "%" {
			words = words[1:]
		}
		x.systemID(p, &at, words, from, to)
	})
}

// systemID adds the system identifier of the declaration p.raw[from:to], which has these words after its keyword,
// unless that stands in the one before.
func (x *xmlBlocks) systemID(p *xmlPiece, at *linecol.TagCursor, words [][]byte, from, to int) {
	n := 0
	switch {
	case len(words) > 2 && string(words[1]) == "SYSTEM":
		n = 2
	case len(words) > 3 && string(words[1]) == "PUBLIC":
		n = 3
	}
	if n == 0 || len(words[n]) < 3 || words[n][0] != '"' && words[n][0] != '\'' {
		return
	}
	start := from + bytes.LastIndex(p.raw[from:to], words[n]) + 1
	if start < at.N {
		return
	}
	r := input.Record{Text: string(words[n][1 : len(words[n])-1]), Source: x.f.Name, Format: x.f.Format, Role: "SYSTEM",
		Reference: true}
	r.Locate(at, p.raw, start, start+len(r.Text))
	at.To(p.raw, start+len(r.Text))
	r.Text = strings.Trim(r.Text, chars.Space)
	r.Escape = escCDATA // no references
	x.found.Add(r)
}

// styleSheet calls add for the address of <?xml-stylesheet?>, which stands before the root element (Associating Style
// Sheets with XML documents §3).
func (x *xmlBlocks) styleSheet(p *xmlPiece, add func(tag *xmlPiece, href *xmlAttr)) {
	if x.s.rooted || !bytes.HasPrefix(p.raw, []byte("<?xml-stylesheet")) ||
		!chars.IsSpace(p.raw[len("<?xml-stylesheet")]) {
		return
	}
	tag := xmlPiece{raw: p.raw, off: p.off}
	_, _ = x.s.readTag(&tag, p.raw)
	if tag.fault != nil {
		x.fault(input.CodeXML, tag.fault.at, tag.fault.message)
	}
	for i := range tag.attrs {
		if string(tag.attrs[i].name) == "href" {
			add(&tag, &tag.attrs[i])
		}
	}
}
