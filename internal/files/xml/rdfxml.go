package xml

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// RDF is RDF/XML, also that of OWL.
var RDF = &input.Format{
	Name: "rdfxml", Aliases: []string{"rdf", "owl"}, Endings: []string{".rdf", ".owl"}, FaultCode: input.CodeRDFXML,
	Largest: 8 << 20,
	Traits:  input.Traits{IsRDF: true, Bases: true, Document: true, CommentStart: "<!--", Plain: true},
	Signs: input.Signs{Starts: []string{"<rdf:RDF"}, Title: "RDF/XML", From: "rdfxml", Overrides: "xml", Sniff: isRDF,
		Else: asText},
	Reading: input.Reading{Open: newRDFXMLReader, Decode: input.DecodeDocument},
	Writing: input.Writing{
		// A datatype is resolved (§5.3), but not by all.
		AcceptsRelative: func(r *input.Item, _ string) bool { return r.Role != input.Datatype },
		Escape:          markup.EscapeMarkup, Unescape: unescapeXML,
	},
}

// RDF/XML 1.1 and 1.2, as in .rdf and .owl files. Elements that stand for resources and
// elements that stand for properties take turns; a stack says which comes next (RDF 1.2
// XML Syntax §7). The names of both are IRIs: a namespace and a local name.

// The namespaces that have a meaning of their own.
const (
	rdfNS = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	xmlNS = "http://www.w3.org/XML/1998/namespace"
	itsNS = "http://www.w3.org/2005/11/its"
	owlNS = "http://www.w3.org/2002/07/owl#"
)

// maxIDs is how many rdf:IDs are remembered, to find those that are used twice.
const maxIDs = 1 << 20

// What the children of an element are.
type rdfContent uint8

const (
	rdfNodes      rdfContent = iota // resources: in rdf:RDF, or for parseType Collection
	rdfProperties                   // properties: in a resource, or for parseType Resource
	rdfValue                        // text or one resource: in a property
	rdfOneNode                      // one resource with one property: parseType Triple
	rdfNothing                      // in a property that has attributes
	rdfLiteral                      // XML that is text: parseType Literal
)

// An rdfElement is an open element.
type rdfElement struct {
	content  rdfContent
	children int  // elements so far
	text     bool // it has text that is not white space
	triple   bool // the resource of parseType Triple: it has one property
	anyURI   bool // a property with this datatype, or one of rssURLs: its text is a reference
	page     bool // a property of rssPages: its text is HTML
	prefixes int  // how many namespaces were in scope before it
}

// An rdfxmlReader reads the IRIs of RDF/XML.
type rdfxmlReader struct {
	xmlChunks
	names      *localNames           // of a document that is rewritten
	literals   map[namespaceUse]bool // prefixes of names in XML literals, declared outside; nil if nobody asks for them
	stack      []rdfElement
	bases      base.Stack
	namespaces input.Prefixes
	ids        map[rdfID]bool
	literal    elementText // the text of a property that is a reference, or HTML
	inLiteral  bool        // it has begun, and not ended
}

// An rdfID is an rdf:ID that the document has.
type rdfID struct{ base, id string }

func newRDFXMLReader(f *input.File, o *input.Options) input.ChunkReader { return openRDFXML(f, o, nil) }

// openRDFXML returns a reader that adds the prefixes of names in XML literals to literals.
func openRDFXML(f *input.File, o *input.Options, literals map[namespaceUse]bool) input.ChunkReader {
	x := &rdfxmlReader{bases: base.Stack{Now: o.Base}, literals: literals}
	if o.Rewrite {
		x.names = newLocalNames(f, o)
		x.names.literals = map[namespaceUse]bool{}
		again := *f.Format
		again.Open = func(f *input.File, o *input.Options) input.ChunkReader {
			return openRDFXML(f, o, x.names.literals)
		}
		x.names.o.From = &again
	}
	x.start(f, o)
	x.bind()
	return &input.DocumentReader{File: f, Reader: x}
}

func (x *rdfxmlReader) bind() {
	x.piece = x.read
	x.inside = func() bool { return x.inLiteral }
}

// Again implements [input.PieceReader]. The reader that it returns does not know the rdf:IDs of the parts before.
func (x *rdfxmlReader) Again(f *input.File, text []byte, become func(*input.Prefix) string) input.PieceReader {
	c := &rdfxmlReader{xmlChunks: x.again(f, text), stack: slices.Clone(x.stack), bases: x.bases.Clone(),
		namespaces: x.namespaces.With(become)}
	c.bind()
	return c
}

// read reads a piece of the document.
func (x *rdfxmlReader) read(p *xmlPiece) {
	switch p.kind {
	case xmlStart:
		x.open(p)
	case xmlEmpty:
		x.open(p)
		x.end(p)
	case xmlEnd:
		x.end(p)
	case xmlText, xmlCDATA:
		x.text(p)
	case xmlBroken:
		x.inLiteral = false
	case xmlComment, xmlInstruction:
		if x.inLiteral {
			x.literal.markup(p)
		} else if p.kind == xmlInstruction {
			x.styleSheet(p, func(tag *xmlPiece, a *xmlAttr) {
				if value, ok := x.value(tag, *a); ok {
					x.item(tag, *a, value, a.is.role, value, true)
				}
			})
		}
	case xmlDoctype:
		x.doctype(p)
	}
	x.inLiteral = x.inLiteral && !x.isLong(p, &x.literal)
	x.s.noBlank = !x.found.Keep && !x.inLiteral
}

// bad reports a fault of the grammar of RDF/XML at p.raw[offset].
func (x *rdfxmlReader) bad(p *xmlPiece, offset int, format string, args ...any) {
	x.fault(input.CodeRDFXML, x.s.To(offset), fmt.Sprintf(format, args...))
	r := &x.found.Items[len(x.found.Items)-1]
	r.Err.End = min(len(r.LineText), r.Err.Start+1+len(p.name))
}

// open reads a start tag.
func (x *rdfxmlReader) open(p *xmlPiece) {
	parent := rdfElement{content: rdfNodes}
	depth := len(x.stack)
	if depth > 0 {
		x.stack[depth-1].children++
		parent = x.stack[depth-1]
	}
	e := rdfElement{prefixes: x.namespaces.Count()}
	if parent.content == rdfLiteral {
		e.content = rdfLiteral
		if x.literals != nil {
			x.inXMLLiteral(p)
		}
		x.stack = append(x.stack, e)
		return
	}
	x.declare(p)
	name, ns := x.expand(p, p.is, 1, true)
	if depth == 0 && name == owlNS+"Ontology" {
		x.bad(p, 0, "this is OWL/XML, which is another format than RDF/XML: use --from xml")
	}
	switch {
	case depth == 0 && name == rdfNS+"RDF":
		if x.attributes(p, nil).others { // §7.2.9: attributes == set()
			x.bad(p, 0, "rdf:RDF has no attribute that is a property")
		}
	case parent.content == rdfNodes || parent.content == rdfOneNode:
		e.content = rdfProperties
		e.triple = parent.content == rdfOneNode
		if parent.content == rdfOneNode && parent.children > 1 {
			x.bad(p, 0, "a property with parseType=\"Triple\" holds one resource")
		}
		if x.node(p, name, ns) && e.triple { // an attribute is its property
			e.children++
		}
	case parent.content == rdfValue:
		e.content = rdfProperties
		if parent.children > 1 || parent.text {
			x.bad(p, 0, "a property holds either text or one resource")
		}
		x.node(p, name, ns)
	case parent.content == rdfProperties:
		if parent.triple && parent.children > 1 {
			x.bad(p, 0, "the resource in a property with parseType=\"Triple\" has one property")
		}
		e.content, e.anyURI = x.property(p, name, ns)
		e.page = e.content == rdfValue && !e.anyURI && slices.Contains(rssPages, name)
	default:
		x.bad(p, 0, "a property with attributes such as rdf:resource or rdf:nodeID is empty")
		e.content = rdfLiteral
	}
	x.stack = append(x.stack, e)
}

// inXMLLiteral notes the prefixes of the names of a tag in an XML literal, unless the literal declares them itself: the
// namespaces are a part of its value, as canonical XML writes them (RDF 1.1 XML Syntax §7.2.17).
func (x *rdfxmlReader) inXMLLiteral(p *xmlPiece) {
	for _, a := range p.attrs {
		if prefix, ok := a.declares(); ok {
			name := ""
			if len(prefix) > 0 {
				name = string(prefix) + ":"
			}
			x.namespaces.Declare(name, nil)
		}
	}
	note := func(name []byte) {
		prefix := name[:bytes.IndexByte(name, ':')+1]
		if d := x.namespaces.Of(string(prefix)); d != nil {
			x.literals[namespaceUse{d.Name, d.IRI}] = true
		}
	}
	note(p.name)
	for _, a := range p.attrs {
		if _, ok := a.declares(); !ok && bytes.IndexByte(a.name, ':') > 0 {
			note(a.name)
		}
	}
}

// end reads an end tag, or the end of an empty one.
func (x *rdfxmlReader) end(p *xmlPiece) {
	n := len(x.stack) - 1
	e := x.stack[n]
	x.stack = x.stack[:n]
	switch isText := x.inLiteral && e.children == 0; {
	case isText && e.page:
		x.page(&x.literal, x.bases.Now)
	case isText:
		x.addLiteral()
	}
	x.inLiteral = false
	x.bases.Leave(n)
	x.namespaces.Back(e.prefixes)
	switch {
	case e.content == rdfOneNode && e.children == 0:
		x.bad(p, 0, "a property with parseType=\"Triple\" holds one resource")
	case e.triple && e.children == 0:
		x.bad(p, 0, "the resource in a property with parseType=\"Triple\" has one property")
	}
}

// text reads text between tags.
func (x *rdfxmlReader) text(p *xmlPiece) {
	if len(x.stack) == 0 {
		return
	}
	text, at, err := x.s.textOf(p)
	if err != nil {
		x.bad(p, at, "%v", err)
	}
	e := &x.stack[len(x.stack)-1]
	if chars.IsBlank(text) && err == nil {
		if x.inLiteral {
			x.literal.add(x.s, p, text)
		}
		return
	}
	switch {
	case e.content == rdfLiteral:
	case e.content == rdfValue && e.children == 0:
		if (e.anyURI || e.page) && !e.text {
			x.inLiteral = true
			x.literal.reset()
		}
		if x.inLiteral = x.inLiteral && err == nil; x.inLiteral {
			x.literal.add(x.s, p, text)
		}
		e.text = true
	case !e.text:
		e.text = true
		x.bad(p, len(p.raw)-len(bytes.TrimLeft(p.raw, chars.Space)), "text stands where the elements of <%s> should",
			quote.Cut(x.s.parent()))
	}
}

// rssURLs are the properties of RSS 1.0 whose text is a URL: those of channels, images, items and forms (§5.3 to §5.6).
var rssURLs = []string{"http://purl.org/rss/1.0/link", "http://purl.org/rss/1.0/url"}

// rssPages are the properties of RSS 1.0 whose text is HTML: encoded of the module Content, and description, for which
// feeds write HTML too.
var rssPages = []string{"http://purl.org/rss/1.0/modules/content/encoded", "http://purl.org/rss/1.0/description"}

// addLiteral adds the text of a property that ends. White space around it stands for nothing in an xsd:AnyURI.
func (x *rdfxmlReader) addLiteral() {
	text := chars.TrimSpace(x.literal.text)
	r := input.Item{Text: string(text), Source: x.f.Name, Format: x.f.Format, Role: input.RoleLiteral,
		Kind: input.Kind{Reference: !base.HasScheme(string(text))}}
	x.literal.write(&r, x.s)
	x.found.Add(r)
}

// declare reads the namespaces and the base that a tag declares.
func (x *rdfxmlReader) declare(p *xmlPiece) {
	for _, a := range p.attrs {
		name, ok := a.declares()
		if !ok {
			continue
		}
		prefix := string(name)
		value, ok := x.value(p, a)
		if !ok {
			continue
		}
		value = strings.Clone(value)
		at := x.s.To(a.start)
		d := &input.Prefix{IRI: value, Written: value, Line: at.Line, Relative: !base.HasScheme(value)}
		if prefix != "" {
			d.Name = prefix + ":"
		}
		if fault := declarationFault(prefix, value); fault != "" {
			x.bad(p, a.nameAt, "%s", fault)
		}
		if len(value) > base.Max {
			x.fault(input.CodeMaxLine, at, base.TooLong("a namespace", "names"))
			d.TooLong = true
		}
		if x.names != nil {
			d.LocalNames = func() ([]string, error) { return x.names.with(d) }
		}
		x.namespaces.Declare(d.Name, d)
		if value != "" {
			x.item(p, a, value, input.RoleNamespace, value, false)
			x.found.Items[len(x.found.Items)-1].Declares = d
		}
	}
	for _, a := range p.attrs {
		if !a.declaresBase() {
			continue
		}
		if value, ok := x.value(p, a); ok {
			x.item(p, a, value, input.RoleBase, value, true)
			if !x.bases.Enter(len(x.stack), value) {
				x.fault(input.CodeMaxLine, x.s.To(a.start), base.TooLong("a base", "relative references"))
			}
		}
	}
	if value, ok := x.s.defaultBase(p); ok {
		x.bases.Enter(len(x.stack), value)
	}
}

// expand returns the IRI that a name stands for. An element without a prefix is in the
// default namespace, an attribute in none.
func (x *rdfxmlReader) expand(p *xmlPiece, is *xmlName, at int, element bool) (string, *input.Prefix) {
	name := is.text
	n := strings.IndexByte(name, ':') + 1
	prefix, local := name[:n], name[n:]
	switch {
	case n == 0 && !element:
		return local, nil
	case prefix == "xml:":
		return xmlNS + local, nil
	}
	d := x.namespaces.Of(prefix)
	switch {
	case d != nil && d == is.ns:
		return is.iri, d
	case len(prefix) == 0 && (d == nil || d.Written == ""): // Namespaces §6.2: xmlns="" takes the default away
		x.bad(p, at, "<%s> is in no namespace: xmlns=\"…\" declares one", quote.Cut(name))
		return local, nil
	case d == nil:
		mend := "…"
		if ns := scheme.Namespace(prefix[:n-1]); ns != "" {
			mend = ns
		}
		x.fault(input.CodePrefix, x.s.To(at), fmt.Sprintf("the prefix %s is not declared: write xmlns:%s=\"%s\"",
			quote.Cut(prefix), quote.Cut(prefix[:n-1]), mend))
		return local, nil
	case d.TooLong:
		return local, nil
	case !isXMLName([]byte(local)):
		x.bad(p, at, "%s is not a name with a prefix", quote.Quote(name))
		return d.IRI + local, d
	}
	is.ns, is.iri = d, d.IRI+local
	return is.iri, d
}

// value returns the value of an attribute, its references replaced. It is valid as long as the piece is; where
// there are references, as long as the items are.
func (x *rdfxmlReader) value(p *xmlPiece, a xmlAttr) (string, bool) {
	if !x.s.attrExpands(a.start, a.end) {
		return chars.UnsafeString(p.raw[a.start:a.end]), true
	}
	b, at, err := x.s.attrValue(p, &a)
	if err != nil {
		x.fault(x.s.code(input.CodeRDFXML), x.s.To(a.start+at), err.Error())
		return "", false
	}
	return chars.UnsafeString(x.found.Clone(chars.UnsafeString(b))), true
}

// item adds the IRI in the value of an attribute; text is what is checked.
func (x *rdfxmlReader) item(p *xmlPiece, a xmlAttr, value, role, text string, reference bool) {
	r := x.found.Slot()
	r.Text, r.Source, r.Format, r.Role, r.Raw = text, x.f.Name, x.f.Format, role, p.raw[a.start:a.end]
	r.SetPlace(x.s.To(a.start))
	if string(r.Raw) != value {
		r.Escape = x.s.escape(true)
	}
	if len(text) > len(value) { // the "#" of rdf:ID
		r.Escape = idOf(r.Escape)
	}
	r.Reference = reference && !base.HasScheme(text)
	if reference {
		r.SetBase(x.bases.Now)
	}
	if base.HasScheme(text) {
		name := text[:strings.IndexByte(text, ':')]
		if d := x.namespaces.Of(text[:len(name)+1]); d != nil && d.IsCurie(name) {
			r.Curie = d
		}
	}
	x.found.Added()
}

// name adds the IRI that the name of an element or attribute stands for.
func (x *rdfxmlReader) name(p *xmlPiece, at int, raw []byte, text string, ns *input.Prefix, role string) {
	if ns == nil {
		return
	}
	if local := rdfName(text); local != "" && !isTerm(local) {
		x.unknown(at, len(raw), local, role == input.Predicate && at > 1)
	}
	r := x.found.Slot()
	r.Text, r.Source, r.Format, r.Role, r.Raw = text, x.f.Name, x.f.Format, role, raw
	r.Prefix, r.Escape, r.Reference = ns, EscXMLName, ns.Relative
	r.SetPlace(x.s.To(at))
	x.found.Added()
}

// rdfName returns the local name of a name of the RDF namespace.
func rdfName(name string) string {
	local, ok := strings.CutPrefix(name, rdfNS)
	if !ok {
		return ""
	}
	return local
}

// element adds the name of an element that stands for what, unless it is own, a name of the RDF
// namespace that is not an IRI of the data. Other names of the syntax are faults.
func (x *rdfxmlReader) element(p *xmlPiece, name string, ns *input.Prefix, what, own, role string) {
	switch local := rdfName(name); local {
	case own:
	case "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "Description", "li", "aboutEach",
		"aboutEachPrefix", "bagID", "annotation", "annotationNodeID", "version":
		x.bad(p, 0, "rdf:%s is not the name of a %s", local, what)
	default:
		x.name(p, 1, p.name, name, ns, role)
	}
}

// node reads the tag of a resource. It reports whether an attribute is a property.
func (x *rdfxmlReader) node(p *xmlPiece, name string, ns *input.Prefix) bool {
	x.element(p, name, ns, "resource", "Description", input.Object) // the object of rdf:type
	return x.attributes(p, []string{"about", "ID", "nodeID"}).others
}

// property reads the tag of a property, and returns what the content of the element is, and whether text in it
// has the datatype xsd:AnyURI.
func (x *rdfxmlReader) property(p *xmlPiece, name string, ns *input.Prefix) (content rdfContent, isAnyURI bool) {
	x.element(p, name, ns, "property", "li", input.Predicate)
	found := x.attributes(p, []string{"ID", "resource", "nodeID", "datatype", "parseType", "annotation",
		"annotationNodeID"})
	if found.parseType == nil {
		if found.object || found.others {
			return rdfNothing, false
		}
		return rdfValue, found.anyURI || !found.datatype && slices.Contains(rssURLs, name)
	}
	if found.object || found.others || found.datatype {
		x.bad(p, 0, "a property with rdf:parseType has no rdf:resource, rdf:nodeID, rdf:datatype and no attribute "+
			"that is a property")
	}
	switch *found.parseType {
	case "Resource":
		return rdfProperties, false
	case "Collection":
		return rdfNodes, false
	case "Triple":
		return rdfOneNode, false
	}
	return rdfLiteral, false
}
