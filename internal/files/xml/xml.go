// Package xml reads XML, and RDF/XML.
package xml

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/chars"
)

// XML is a sitemap, a feed or any other XML.
var XML = &input.Format{
	Name: "xml", Listed: "sitemap", Endings: []string{".xml", ".rss", ".atom", ".svg", ".xsd", ".tei", ".dbk",
		".docbook", ".owx", ".opml", ".kml", ".opf", ".ncx", ".wsdl", ".mml", ".srx"}, FaultCode: input.CodeXML, Largest: 8 << 20,
	Traits: input.Traits{Templated: true, Bases: true, Document: true, CommentStart: "<!--", Plain: true},
	Signs: input.Signs{Starts: []string{"<?xml"}, Title: "XML", From: "xml", Overrides: "rdfxml", Sniff: isOtherXML,
		Else: asText},
	Reading: input.Reading{Open: newXMLReader, Decode: input.DecodeDocument},
	Writing: input.Writing{AcceptsRelative: acceptsRelative, Escape: markup.EscapeMarkup, Unescape: unescapeXML},
}

// An xmlReader reads the IRIs of an XML document: the text of elements and the values of attributes.
// Options.Fields has the paths to them: see parseXMLPath. Without Options.Fields, the paths are those of
// the vocabulary that the root element shows.
type xmlReader struct {
	xmlChunks
	fields     []string
	split      string      // Options.Split
	selects    xmlSelector // without paths until the root has been read, if its vocabulary has them
	rooted     bool
	contents   input.Paths // with fields
	namespaces input.Prefixes
	scopes     []int // how many namespaces were in scope before each open element
	bases      base.Stack
	pageBased  bool            // a page in XHTML has said its base
	pageHref   *xmlAttr        // of the present tag, if it says that
	unknown    map[string]bool // the prefixes that have been reported
	prefixes   input.Prefixes  // of OWL/XML
	declared   *input.Prefix   // the last one of them
	locals     *localNames     // of OWL/XML that is rewritten: the names with these
	// the source of the identifier in the present field of MARC says that it is an IRI
	marcURI bool
	element wantedElement
}

// A wantedElement is an element whose text is wanted.
type wantedElement struct {
	elementText
	depth int      // of the element; 0 for none
	path  *xmlPath // that has selected it
}

func newXMLReader(f *input.File, o *input.Options) input.ChunkReader {
	x := &xmlReader{fields: o.Fields, split: o.Split, bases: base.Stack{Now: o.Base}}
	if o.Rewrite && isOntology(f.Head()) {
		x.locals = newLocalNames(f, o)
	}
	x.start(f, o)
	x.s.canBeEmpty = true
	x.bind()
	x.last = x.unselected
	for _, field := range o.Fields {
		p, err := parseXMLPath(field)
		if err != nil {
			return &failingChunks{&source.Error{Name: f.Name, Err: fmt.Errorf("--field %s: %w", field, err)}}
		}
		p.split = o.Split
		x.selects.paths = append(x.selects.paths, p)
	}
	x.selects.start()
	return &input.DocumentReader{File: f, Reader: x}
}

func (x *xmlReader) bind() {
	x.piece = x.read
	x.inside = func() bool { return x.element.depth > 0 }
}

// Again is that of [input.PieceReader].
func (x *xmlReader) Again(f *input.File, text []byte, become func(*input.Prefix) string) input.PieceReader {
	c := &xmlReader{xmlChunks: x.again(f, text), fields: x.fields, split: x.split, selects: x.selects.clone(),
		rooted: x.rooted, namespaces: x.namespaces.With(become), scopes: slices.Clone(x.scopes), bases: x.bases.Clone(),
		prefixes: x.prefixes.With(become), pageBased: x.pageBased}
	c.bind()
	return c
}

// failingChunks is a reader of a file that cannot be read.
type failingChunks struct{ err error }

func (f *failingChunks) Next([]byte) (input.Chunk, error) { return input.Chunk{}, f.err }

// unselected returns the error for a path that has selected nothing in the document, which has been read
// to its end.
func (x *xmlReader) unselected() error {
	for i, field := range x.fields {
		if !x.selects.paths[i].hit {
			return input.Unselected(x.f.Name, field, &x.contents, "there are no attributes and no text")
		}
	}
	return nil
}

// root finds the vocabulary of the document, whose root is p.
func (x *xmlReader) root(p *xmlPiece) {
	if x.rooted = true; len(x.fields) > 0 {
		return
	}
	prefix, local, ok := bytes.Cut(p.name, []byte{':'})
	if !ok {
		prefix, local = nil, p.name
	}
	ns := ""
	if d := x.namespaces.Of(string(prefix)); d != nil {
		ns = d.IRI
	}
	x.selects = vocabularyOf(ns, string(local)).selector()
	for i := range x.selects.paths {
		if p := &x.selects.paths[i]; x.split != "" {
			p.split = x.split
		}
	}
}

// value returns the value of an attribute for a predicate.
func (x *xmlReader) value(p *xmlPiece, a *xmlAttr) string {
	text, _, err := x.s.attrValue(p, a)
	if err != nil {
		return "" // it is reported with the other attributes
	}
	return string(text)
}

// localName returns the part of a name after its prefix.
func localName(name []byte) []byte {
	if n := bytes.IndexByte(name, ':'); n > 0 && n+1 < len(name) {
		name = name[n+1:]
	}
	return name
}

// read reads a piece of the document.
func (x *xmlReader) read(p *xmlPiece) {
	e := &x.element
	switch p.kind {
	case xmlStart, xmlEmpty:
		x.begin(p)
		if p.kind == xmlEmpty {
			x.bases.Leave(x.depth(p))
			x.leave()
		}
	case xmlEnd:
		x.selects.leave()
		x.leave()
		if e.depth == len(x.s.open)+1 {
			x.addElement(p.name)
		}
		x.bases.Leave(x.depth(p))
	case xmlDoctype:
		if len(x.fields) == 0 {
			x.doctype(p)
		}
	case xmlText, xmlCDATA:
		if len(x.fields) > 0 && len(x.s.open) > 0 && len(bytes.TrimSpace(p.raw)) > 0 {
			x.contents.Add(string(localName(x.s.parent())), p.raw)
		}
		x.addText(p)
	case xmlBroken:
		e.depth = 0
	case xmlComment, xmlInstruction:
		if e.depth > 0 {
			e.markup(p)
		} else if p.kind == xmlInstruction && len(x.fields) == 0 {
			x.styleSheet(p, func(tag *xmlPiece, a *xmlAttr) {
				x.addAttr(tag, a, &xmlPath{})
			})
		}
	}
	x.s.noBlank = !x.found.Keep && (e.depth == 0 || len(e.text) == 0) // see addText
	if e.depth > 0 && x.isLong(p, &e.elementText) {
		e.depth = 0
	}
}

// begin reads a tag that begins an element.
func (x *xmlReader) begin(p *xmlPiece) {
	e := &x.element
	e.depth = 0 // the text of <url> is not wanted if elements follow: <url><loc>…
	x.names(p)
	x.declareBase(p)
	x.pageBase(p)
	if !x.rooted {
		x.root(p)
	}
	x.selects.enter(p, x.value)
	if x.selects.names && p.is.local() == "Prefix" {
		x.declarePrefix(p)
	}
	if x.selects.marc {
		x.lookAhead(p)
	}
	if path := x.selects.element(); path != nil {
		path.hit = true
		if p.kind == xmlStart {
			e.depth, e.path = len(x.s.open), path
			e.reset()
		}
	}
	for i := range p.attrs {
		a := &p.attrs[i]
		if _, declares := a.declares(); len(x.fields) > 0 && !declares {
			x.contents.Add(string(localName(p.name))+"/@"+string(localName(a.name)), p.raw[a.start:a.end])
		}
		path := x.selects.attribute(a.is)
		if a.is.prefixed && len(x.fields) == 0 {
			if path = cmp.Or(x.ofAnyXML(a), path); path != nil && x.namesResource(a) {
				path = nil
			}
		}
		switch {
		case path != nil:
			path.hit = true
			x.addAttr(p, a, path)
		case x.s.Contains(&x.s.refs, a.start, a.end):
			x.attrValue(p, a)
		}
	}
}

// addText adds to the text of the element that is wanted.
func (x *xmlReader) addText(p *xmlPiece) {
	e := &x.element
	text, at, err := x.s.textOf(p)
	if err != nil {
		x.fault(x.s.code(input.CodeXML), x.s.To(at), err.Error())
		e.depth = 0
	}
	if e.depth > 0 {
		e.add(x.s, p, text)
	}
}

// addElement adds the text of an element that ends.
func (x *xmlReader) addElement(name []byte) {
	e := &x.element
	e.depth = 0
	text := chars.TrimSpace(e.text)
	if len(text) == 0 || !x.isIRI(e.path, text) { // <link href="…"/> has none
		return
	}
	role := x.s.nameOf(name).local()
	if e.path.page {
		x.page(&e.elementText, x.bases.Now)
		return
	}
	if e.path.css {
		x.styles(&e.elementText, role)
		return
	}
	if split := e.path.splits(text); !e.mixed && split != "" {
		var members input.Item
		x.item(&members, text, role, e.path.reference)
		members.FormatData = e.path.doubt.data()
		if e.cdata {
			members.Escape = input.Literal // CDATA
		} else if !bytes.Equal(e.raw, e.text) {
			members.Escape = x.s.escape(false)
		}
		start, end := e.span()
		places := linecol.NewTracker(e.raw, e.at, nil)
		x.members(&members, &places, e.raw, start, end, split)
		return
	}
	r := x.found.Slot()
	x.item(r, text, role, e.path.reference)
	r.FormatData = e.path.doubt.data()
	e.write(r, x.s)
	if e.path.identifies {
		r.Escape = identifier(r.Escape)
	}
	if e.path.name {
		x.abbreviated(r)
	}
	x.added(r)
}

// members adds the members of a list, raw[start:end]; r is an item for all of it.
func (x *xmlChunks) members(r *input.Item, places linecol.Places, raw []byte, start, end int, split string) {
	list := raw[start:end]
	// What a reference is written with separates nothing, but the white space that it stands for does.
	if r.Escapes() && bytes.IndexByte(list, '&') >= 0 {
		list = bytes.Clone(list)
		for i := 0; i < len(list); {
			n, _ := r.Unit(raw[start+i : end])
			mask := byte('x')
			if text, ok := r.Unescape(raw[start+i : start+i+n]); ok && strings.Trim(text, chars.Space) == "" {
				mask = ' '
			}
			for k := i; n > 1 && k < i+n; k++ {
				list[k] = mask
			}
			i += n
		}
	}
	plain := input.Listed(r.Escape, split)
	if r.Escapes() {
		plain = input.Listed(input.None, split)
	}
	attr := r.Escapes() && r.Escape.Spaces
	expanded := input.Listed(x.s.escape(attr), split)
	i := 0
	input.EachMember(list, split, func(from, to int) bool {
		m := *r
		m.Locate(places, raw, start+from, start+to)
		m.Text, m.Escape = string(m.Raw), plain
		if r.Escapes() {
			text, _, err := x.s.expand(nil, m.Raw, attr, 0)
			if err != nil {
				return false // it was expanded before
			}
			if m.Text = string(text); string(m.Raw) != m.Text {
				m.Escape = expanded
			}
		}
		if i++; r.IsDeclaring && i%2 == 1 { // a namespace, and where it is declared
			m.Escape = input.FixedNamespace(m.Escape)
		}
		x.found.Add(m)
		return true
	})
}

// attrValue returns the value of an attribute. It reports what is wrong with it.
func (x *xmlReader) attrValue(p *xmlPiece, a *xmlAttr) (value []byte, ok bool) {
	value, where, err := x.s.attrValue(p, a)
	if err != nil {
		x.fault(x.s.code(input.CodeXML), x.s.To(a.start+where), err.Error())
	}
	return value, err == nil
}

// addAttr adds the value of an attribute that a path has selected.
func (x *xmlReader) addAttr(p *xmlPiece, a *xmlAttr, path *xmlPath) {
	value, ok := x.attrValue(p, a)
	if !ok || !x.isIRI(path, chars.TrimSpace(value)) {
		return
	}
	if path.css {
		x.css(&x.s.Window, p.raw, a.start, a.end, true, a.is.role)
		return
	}
	if split := path.splits(value); split != "" {
		var members input.Item
		x.ofAttribute(&members, p, a, value, path)
		if !bytes.Equal(p.raw[a.start:a.end], value) {
			members.Escape = x.s.escape(true)
		}
		x.members(&members, &x.s.Window, p.raw, a.start, a.end, split)
		return
	}
	r := x.found.Slot()
	x.ofAttribute(r, p, a, value, path)
	r.Locate(&x.s.Window, p.raw, a.start, a.end)
	if string(r.Raw) != r.Text {
		r.Escape = x.s.escape(true)
	}
	switch {
	case path.name:
		x.abbreviated(r)
	case r.BeforeNames:
		r.Declares = x.declared
	case path.declares:
		r.Escape = input.FixedNamespace(r.Escape)
	}
	x.added(r)
}

// css adds the URLs of a style sheet, raw[start:end]. Outside of CDATA there are character references.
func (x *xmlReader) css(places linecol.Places, raw []byte, start, end int, references bool, role string) {
	markup.EachInCSS(raw[start:end], references, func(u *markup.InCSS) {
		var r input.Item
		x.item(&r, []byte(u.Text), role, true)
		r.Locate(places, raw, start+u.Start, start+u.End)
		r.Raw, r.Escape = u.Raw, u.Escape
		x.found.Add(r)
	})
}

// styles adds the URLs of a style sheet that is the text of an element.
func (x *xmlReader) styles(e *elementText, role string) {
	places := linecol.NewTracker(e.raw, e.at, nil)
	start, end := e.span()
	outer, within := e.nested(e.raw[start:end], x.s)
	offsets := markup.NewOffsets(outer, e.raw[start:end])
	markup.EachInCSS(e.text, false, func(u *markup.InCSS) {
		from, to := offsets.Start(u.Start), offsets.To(u.End)
		if from < 0 || to < from {
			return
		}
		var r input.Item
		x.item(&r, []byte(u.Text), role, true)
		r.Locate(&places, e.raw, start+from, start+to)
		r.Raw, r.Escape = e.raw[start+from:start+to], within(from, to, u.Escape)
		x.found.Add(r)
	})
}

// page adds the URLs of HTML that is the text of an element.
func (x *xmlChunks) page(e *elementText, base string) {
	places := linecol.NewTracker(e.raw, e.at, nil)
	start, end := e.span()
	n := html.Nested{Text: string(e.text), Raw: e.raw[start:end]}
	n.Outer, n.Within = e.nested(n.Raw, x.s)
	n.Each(x.found.Again(x.f), x.f, x.options, func(inner *input.Item, from, to int) {
		r := input.Item{Text: inner.Text, Source: x.f.Name, Format: x.f.Format, Role: inner.Role, Escape: inner.Escape}
		r.Reference, r.InTemplate = inner.Reference, inner.InTemplate
		r.SetBase(base)
		r.Locate(&places, e.raw, start+from, start+to)
		x.found.Add(r)
	})
}

// inCDATA is how a text is written in CDATA.
var inCDATA = &input.Escaping{
	Unit:     func([]byte) (rawLen, textLen int) { return 1, 1 },
	Escape:   func(b []byte, _ *input.Item, s string) []byte { return append(b, s...) },
	Unescape: func(_ *input.Item, raw []byte) (string, bool) { return string(raw), true },
}

// item fills in an item of the document, which is large, without its place.
func (x *xmlReader) item(r *input.Item, text []byte, role string, reference bool) {
	r.Text, r.Source, r.Format = chars.UnsafeString(text), x.f.Name, x.f.Format
	r.Role, r.Reference = role, reference
	r.SetBase(x.bases.Now)
}

// ofAttribute fills in the item of the value of an attribute that a path has selected.
func (x *xmlReader) ofAttribute(r *input.Item, p *xmlPiece, a *xmlAttr, value []byte, path *xmlPath) {
	x.item(r, chars.TrimSpace(value), a.is.role, true)
	r.FormatData = path.doubt.data()
	_, r.IsDeclaring = a.declares()
	r.IsDeclaring = r.IsDeclaring || path.declares
	r.BeforeNames = path.declares && x.selects.names // OWL/XML
	if a.declaresBase() {
		r.IsDeclaring = true
		r.SetBase(x.bases.Around(x.depth(p)))
	}
	if a == x.pageHref {
		r.IsDeclaring = true
		r.SetBase(x.bases.Around(pageDepth))
	}
}

// added adds the item, the last one of the chunk, whose text is valid until the next piece.
func (x *xmlReader) added(r *input.Item) {
	if string(r.Raw) != r.Text {
		r.Text = chars.UnsafeString(x.found.Clone(r.Text))
	}
	x.found.Added()
}

// acceptsRelative reports whether a relative reference is read as one.
func acceptsRelative(r *input.Item, ref string) bool {
	switch r.Role {
	case "loc", "content_loc", "player_loc", "thumbnail_loc", "id", "guid", "idno", "subfield", "biblioid",
		"@scheme", "@role", "@arcrole":
		return false // identifiers, what the protocol of sitemaps asks of locations, and what is absolute in XLink
	}
	switch d, _ := r.FormatData.(doubt); { // it would not be read again
	case d == begins, d == looks, d == refers && r.IsMember(), d == refers && !bare.LooksLikeReference(r.Role, ref):
		return false
	}
	return ref != "" || strings.HasPrefix(r.Role, "@") && !r.IsMember()
}
