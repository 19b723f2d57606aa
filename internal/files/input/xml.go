package input

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// An xmlReader reads the IRIs of an XML document: the text of elements and the values
// of attributes. Options.Fields can name an element ("loc") or an attribute ("@href") by
// its local name. Without Options.Fields, the reader uses the elements of sitemaps and
// feeds (loc, link, url, uri, …) and the attributes href and src.
type xmlReader struct {
	xmlBlocks
	fields     []string
	namespaces xmlNamespaces
	scopes     []int           // how many namespaces were in scope before each open element
	unknown    map[string]bool // the prefixes that have been reported
	element    struct {
		depth int    // of the element whose text is wanted; 0 for none
		at    cursor // of its text
		raw   []byte // its text, as it is written, with what stands in it
		text  []byte // its text so far
		cdata bool   // raw starts with CDATA
		mixed bool   // raw has comments, instructions, or text beside CDATA
	}
}

func newXMLReader(f *File, o *Options) blockReader {
	x := &xmlReader{fields: o.Fields}
	x.start(f, o)
	x.s.named = true
	x.piece = x.read
	x.inside = func() bool { return x.element.depth > 0 }
	return &documentReader{f: f, r: x}
}

// wantsText reports whether the text of elements with this name is an IRI.
func (x *xmlReader) wantsText(name string) bool {
	if len(x.fields) > 0 {
		return slices.Contains(x.fields, name)
	}
	switch name {
	case "loc", "content_loc", "player_loc", "thumbnail_loc", "link", "url", "uri", "comments", "docs", "icon", "logo":
		return true
	}
	return false
}

// wantsAttr reports whether the value of attributes with this name is an IRI.
func (x *xmlReader) wantsAttr(name string) bool {
	if len(x.fields) > 0 {
		return slices.Contains(x.fields, "@"+name)
	}
	return name == "href" || name == "src"
}

// localName returns the part of a name after its prefix.
func localName(name []byte) string {
	if n := bytes.IndexByte(name, ':'); n > 0 && n+1 < len(name) {
		name = name[n+1:]
	}
	return string(name)
}

// read reads a piece of the document.
func (x *xmlReader) read(p *xmlPiece) {
	e := &x.element
	switch p.kind {
	case xmlStart, xmlEmpty:
		e.depth = 0 // the text of <url> is not wanted if elements follow: <url><loc>…
		if p.kind == xmlStart && x.wantsText(localName(p.name)) {
			e.depth, e.raw, e.text, e.mixed = len(x.s.open), e.raw[:0], e.text[:0], false
		}
		x.names(p)
		at := tagCursor{cursor: p.at}
		for _, a := range p.attrs {
			switch name := localName(p.raw[a.nameAt:a.nameEnd]); {
			case x.wantsAttr(name), len(x.fields) == 0 && a.name == "xml:base":
				x.addAttr(p, a, &at, "@"+name)
			case bytes.IndexByte(p.raw[a.start:a.end], '&') >= 0:
				if _, where, err := x.s.expand(nil, p.raw[a.start:a.end], 0); err != nil {
					x.fault(x.s.code(CodeXML), at.to(p.raw, a.start+where), err.Error())
				}
			}
		}
	case xmlEnd:
		n := len(x.scopes) - 1
		x.namespaces.unbind(x.scopes[n])
		x.scopes = x.scopes[:n]
		if e.depth == len(x.s.open)+1 {
			x.addElement(localName(p.name))
		}
	case xmlDoctype:
		x.systemID(p)
	case xmlText, xmlCDATA:
		x.addText(p)
	case xmlComment, xmlInstruction:
		if e.depth > 0 && len(e.text) > 0 {
			e.raw, e.mixed = append(e.raw, p.raw...), true
		}
	}
	if most := 2 * x.s.limit; e.depth > 0 && max(len(e.raw), len(e.text), len(x.found.data)-2*blockBytes) > most {
		e.depth = 0
		at := p.at
		at.pass(p.raw)
		x.fault(CodeMaxLine, at, fmt.Sprintf("the text of the element, with all that is in it, is longer than the limit of %d bytes, and is not checked", most))
	}
}

// systemID adds the system identifier of a DOCTYPE (XML §4.2.2), which like xml:base is an IRI or,
// with --spec leiri, a LEIRI (LEIRI §1).
func (x *xmlReader) systemID(p *xmlPiece) {
	words, _ := fields(p.raw[len("<!DOCTYPE"):])
	n := 0
	switch {
	case len(x.fields) > 0:
	case len(words) > 2 && string(words[1]) == "SYSTEM":
		n = 2
	case len(words) > 3 && string(words[1]) == "PUBLIC":
		n = 3
	}
	if n == 0 || len(words[n]) < 3 || words[n][0] != '"' && words[n][0] != '\'' {
		return
	}
	start := bytes.Index(p.raw, words[n]) + 1
	r := Record{Text: string(words[n][1 : len(words[n])-1]), Source: x.f.Name, Format: x.f.Format, Role: "SYSTEM", Reference: true}
	r.locate(&tagCursor{cursor: p.at}, p.raw, start, start+len(r.Text))
	r.Text = strings.Trim(r.Text, space)
	r.quoted = true // no references
	x.found.add(r)
}

// addText adds to the text of the element that is wanted.
func (x *xmlReader) addText(p *xmlPiece) {
	e := &x.element
	raw, text, cdata := p.raw, p.raw, p.kind == xmlCDATA
	if cdata {
		text = raw[len("<![CDATA[") : len(raw)-len("]]>")]
	} else if bytes.ContainsAny(raw, "&\r") {
		var at int
		var err error
		if text, at, err = x.s.expand(nil, raw, 0); err != nil {
			place := p.at
			place.pass(raw[:at])
			x.fault(x.s.code(CodeXML), place, err.Error())
			e.depth = 0
			return
		}
	}
	if e.depth == 0 || len(e.text) == 0 && len(bytes.TrimSpace(text)) == 0 {
		return
	}
	if len(e.text) == 0 {
		e.at, e.cdata = p.at, cdata
	} else if cdata || e.cdata { // a long text without CDATA comes in several pieces, too
		e.mixed = true
	}
	e.raw, e.text = append(e.raw, raw...), append(e.text, text...)
}

// addElement adds the text of an element that ends.
func (x *xmlReader) addElement(name string) {
	e := &x.element
	e.depth = 0
	r := Record{Text: string(bytes.Trim(e.text, space)), Source: x.f.Name, Format: x.f.Format, Role: name}
	if r.Text == "" { // <link href="…"/> has none
		return
	}
	start, end := 0, len(e.raw)
	if e.cdata {
		start = len("<![CDATA[")
		if !e.mixed {
			end -= len("]]>")
		}
	}
	r.locate(&tagCursor{cursor: e.at}, e.raw, start, end)
	switch {
	case e.mixed:
		r.Escape = x.s.mixed(r.Raw, e.cdata)
	case e.cdata:
		r.quoted = true
	default:
		x.escaped(&r)
	}
	x.found.add(r)
}

// addAttr adds the value of an attribute.
func (x *xmlReader) addAttr(p *xmlPiece, a xmlAttr, at *tagCursor, role string) {
	value, where, err := x.s.expand(nil, p.raw[a.start:a.end], 0)
	if err != nil {
		x.fault(x.s.code(CodeXML), at.to(p.raw, a.start+where), err.Error())
		return
	}
	r := Record{Text: string(bytes.Trim(value, space)), Source: x.f.Name, Format: x.f.Format, Role: role, Reference: true}
	r.locate(at, p.raw, a.start, a.end)
	x.escaped(&r)
	x.found.add(r)
}

// escaped says how the text of a record is written.
func (x *xmlReader) escaped(r *Record) {
	if string(r.Raw) != r.Text {
		r.Escape = x.s.escape()
	}
}

// rdfInside returns RDFXML for a document whose first bytes show it.
func rdfInside(head []byte, _ *Options) Format {
	if bytes.Contains(head, []byte("<rdf:RDF")) {
		return RDFXML
	}
	return nil
}
