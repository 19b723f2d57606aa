package xml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// What stands before the root element, in any vocabulary and in RDF/XML.

// doctype adds the system identifiers of a DOCTYPE, and of the entities and notations that it declares (XML §4.2.2,
// §4.7), which like xml:base are IRIs or, with --spec leiri, LEIRIs (LEIRI §1).
func (x *xmlChunks) doctype(p *xmlPiece) {
	words, n := markup.Fields(p.raw[len("<!DOCTYPE"):])
	done := x.systemID(p, 0, words, 0, len("<!DOCTYPE")+n)
	eachDeclaration(p.raw, func(_ string, words [][]byte, from, to int) {
		if len(words) > 0 && string(words[0]) == "%" {
			words = words[1:]
		}
		done = x.systemID(p, done, words, from, to)
	})
}

// systemID adds the system identifier of the declaration p.raw[from:to], which has these words after its keyword,
// unless that stands in the one before, which ends at done. It returns the end of the last one.
func (x *xmlChunks) systemID(p *xmlPiece, done int, words [][]byte, from, to int) int {
	n := 0
	switch {
	case len(words) > 2 && string(words[1]) == "SYSTEM":
		n = 2
	case len(words) > 3 && string(words[1]) == "PUBLIC":
		n = 3
	}
	if n == 0 || len(words[n]) < 3 || words[n][0] != '"' && words[n][0] != '\'' {
		return done
	}
	start := from + bytes.LastIndex(p.raw[from:to], words[n]) + 1
	if start < done {
		return done
	}
	r := input.Item{Text: string(words[n][1 : len(words[n])-1]), Source: x.f.Name, Format: x.f.Format, Role: "SYSTEM",
		Kind: input.Kind{Reference: true}}
	end := start + len(r.Text)
	r.Locate(&x.s.Window, p.raw, start, end)
	r.Text = strings.Trim(r.Text, chars.Space)
	r.Escape = input.Literal
	x.found.Add(r)
	return end
}

// linking are the instructions before the root element that have an address (Associating Style Sheets with XML documents
// §3, Associating Schemas with XML documents §3).
var linking = []string{"<?xml-stylesheet", "<?xml-model"}

// styleSheet calls add for the address of an instruction that has one.
func (x *xmlChunks) styleSheet(p *xmlPiece, add func(tag *xmlPiece, href *xmlAttr)) {
	if x.s.rooted || !slices.ContainsFunc(linking, func(start string) bool {
		return bytes.HasPrefix(p.raw, []byte(start)) && chars.IsSpace(p.raw[len(start)])
	}) {
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
