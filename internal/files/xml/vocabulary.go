package xml

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// The vocabularies of XML whose IRIs are found without --field.

// An xmlVocabulary is a vocabulary of XML.
type xmlVocabulary struct {
	name       string
	namespaces []string // of the root
	roots      []string // names of the root, if it is in no namespace
	paths      []string // where there is an IRI: see parseXMLPath
	references []string // elements whose text may be a relative reference
	lists      []string // where there are several, with white space between them
	declares   []string // of these, what names a namespace, and is not resolved
	identifies []string // of paths, what is compared character by character
	begins     []string // where there may be an IRI, which begins with a scheme, or something else
	prose      []string // the same where there is text at least as often
	named      []string // elements that other vocabularies have for IRIs, which may be prose here
	names      []string // where there is a name with a prefix: see xmlReader.abbreviated
	styles     []string // where there is a style sheet of CSS
	pages      []string // where there is HTML, written as text
}

// guidLink is a guid that is a link, as all are that do not say no (RSS 2.0, guid).
const guidLink = `guid[not(@isPermaLink="false")]`

// xmlVocabularies are the vocabularies that are known.
var xmlVocabularies = append([]xmlVocabulary{
	{
		name: "sitemap", // sitemaps.org, with the extensions for images and videos, and for languages
		namespaces: []string{
			"http://www.sitemaps.org/schemas/sitemap/0.9", "https://www.sitemaps.org/schemas/sitemap/0.9",
			"http://www.google.com/schemas/sitemap/0.84",
		},
		roots: []string{"urlset", "sitemapindex"},
		paths: []string{"loc", "content_loc", "player_loc", "thumbnail_loc", "license", "url", "@href"},
	},
	{
		name:       "Atom", // RFC 4287 §4.2, §3.2
		namespaces: []string{"http://www.w3.org/2005/Atom"},
		references: []string{"uri", "icon", "logo"},
		paths:      []string{"id", "@href", "@src", "@uri", "category/@scheme", "@url", "@xml:base"},
		identifies: []string{"id"}, // §4.2.6.1
		pages: []string{`content[@type="html"]`, `summary[@type="html"]`, `title[@type="html"]`, `subtitle[@type="html"]`,
			`rights[@type="html"]`}, // §3.1.1.2, §4.1.3.3
	},
	{
		name:  "RSS", // RSS 2.0, with what feeds have of Atom and Media RSS
		roots: []string{"rss", "channel"},
		paths: []string{
			"link", "url", "docs", "comments", "commentRss", "uri", "icon", "logo", "@href", "@src", "@url",
			`guid[@isPermaLink="true"]`, "category/@domain", "@xml:base",
		},
		begins:     []string{guidLink},
		pages:      []string{"description", "content:encoded"},
		identifies: []string{`guid[@isPermaLink="true"]`, guidLink},
	},
	{
		name:       "DocBook", // 5.1 with XLink, and 4.5
		namespaces: []string{"http://docbook.org/ns/docbook"},
		roots:      []string{"book", "article", "chapter", "refentry", "set"},
		paths: []string{"@href", "@fileref", "@url", "@entityref", "@xlink:role", "@xlink:arcrole", "@xml:base",
			`biblioid[@class="uri"]`, "@src"},
	},
	{
		name:       "SVG", // 2, and 1.1 with XLink
		namespaces: []string{"http://www.w3.org/2000/svg"},
		roots:      []string{"svg"},
		paths:      []string{"@href", "@src", "@xlink:role", "@xlink:arcrole", "@xml:base"},
		lists:      []string{"@ping"},
		styles:     svgStyles(),
	},
	{
		name:       "XSD", // XML Schema Part 1: the attributes of the type AnyURI
		namespaces: []string{"http://www.w3.org/2001/XMLSchema"},
		paths: []string{
			"/schema/@targetNamespace", "import/@namespace", "import/@schemaLocation", "include/@schemaLocation",
			"redefine/@schemaLocation", "override/@schemaLocation",
			"documentation/@source", "appinfo/@source", "notation/@system", "@href", "@src", "@xml:base",
		},
		declares: []string{"/schema/@targetNamespace", "import/@namespace"},
	},
	{
		name:       "SPARQL results", // SPARQL Query Results XML Format §2.3
		namespaces: []string{"http://www.w3.org/2005/sparql-results#"},
		paths:      []string{"uri", "literal/@datatype", "link/@href"},
	},
	{
		name:       "OWL/XML", // OWL 2 XML Serialization §3; xml:base is that of references (§2.1)
		namespaces: []string{owlNS},
		references: []string{"IRI", "Import"},
		paths: []string{"Prefix/@IRI", "@IRI", "@ontologyIRI", "@versionIRI", "@datatypeIRI", "@facet",
			"@annotationURI", "@xml:base"},
		declares: []string{"Prefix/@IRI"},
		names:    []string{"AbbreviatedIRI", "@abbreviatedIRI"},
	},
}, slices.Concat(libraries, documents)...)

// otherXML is what is read in all other XML.
var otherXML = xmlVocabulary{
	paths: slices.Concat([]string{"@href", "@src", "@xml:base", "@xlink:role", "@xlink:arcrole"}, dublinCoreURI),
	named: []string{"loc", "content_loc", "player_loc", "thumbnail_loc", "link", "url", "uri", "comments", "docs",
		"icon", "logo"},
	begins: dublinCore,
	prose:  markup.DublinCoreProse,
}

// vocabularyOf returns the vocabulary of a document with that root.
func vocabularyOf(namespace, root string) *xmlVocabulary {
	for i := range xmlVocabularies {
		v := &xmlVocabularies[i]
		if slices.Contains(v.namespaces, namespace) || namespace == "" && slices.Contains(v.roots, root) {
			return v
		}
	}
	return &otherXML
}

// selector returns what selects the IRIs of the vocabulary. Its paths are right: a test reads them.
func (v *xmlVocabulary) selector() xmlSelector {
	var s xmlSelector
	add := func(texts []string, kind xmlPath) {
		for _, text := range texts {
			p, _ := parseXMLPath(text)
			p.reference, p.name, p.split, p.doubt = kind.reference, kind.name, kind.split, kind.doubt
			p.css, p.page = kind.css, kind.page
			p.declares, p.identifies = slices.Contains(v.declares, text), slices.Contains(v.identifies, text)
			s.paths = append(s.paths, p)
		}
	}
	add(v.paths, xmlPath{})
	add(v.references, xmlPath{reference: true})
	add(v.names, xmlPath{name: true})
	add(v.styles, xmlPath{css: true})
	add(v.pages, xmlPath{page: true})
	add(v.lists, xmlPath{split: " "})
	add(v.begins, xmlPath{doubt: begins})
	add(v.prose, xmlPath{doubt: looks})
	add(v.named, xmlPath{doubt: refers, reference: true})
	s.names = len(v.names) > 0
	s.marc = slices.Contains(v.begins, marc024)
	s.start()
	return s
}

// svgStyles returns where SVG has style sheets.
func svgStyles() []string {
	styles := []string{"style", "@style"}
	for _, name := range markup.SVGStyles {
		styles = append(styles, "@"+name)
	}
	return styles
}

// xsiNS is the namespace of the attributes that say where the schema of a document is (XML Schema Part 1 §2.7.3).
const xsiNS = "http://www.w3.org/2001/XMLSchema-instance"

// schemaPaths are how these attributes are read, in all vocabularies and in RDF/XML.
var schemaPaths = map[string]xmlPath{
	"schemaLocation":            {split: " ", declares: true}, // every other one is a namespace
	"noNamespaceSchemaLocation": {},
}

// resourceNS are how the namespaces begin whose attributes name resources of a program in a notation of their own,
// also where others have IRIs: those of layouts of Android, and of XAML.
var resourceNS = [...]string{"http://schemas.android.com/", "http://schemas.microsoft.com/winfx/",
	"http://schemas.microsoft.com/expression/blend/"}

// namesResource reports whether an attribute with a prefix is one of such a namespace.
func (x *xmlReader) namesResource(a *xmlAttr) bool {
	prefix, _, _ := strings.Cut(a.is.text, ":")
	d := x.namespaces.Of(prefix)
	return d != nil && slices.ContainsFunc(resourceNS[:], func(ns string) bool { return strings.HasPrefix(d.IRI, ns) })
}

// ofAnyXML returns how an attribute with a prefix is read that says where a schema is, or is one of RDF, nil for
// another one.
func (x *xmlReader) ofAnyXML(a *xmlAttr) *xmlPath {
	switch a.is.local() {
	case "about", "resource", "datatype":
		prefix, _, _ := strings.Cut(a.is.text, ":")
		if d := x.namespaces.Of(prefix); d != nil && d.IRI == rdfNS {
			return new(xmlPath)
		}
	}
	path, ok := schemaPaths[a.is.local()]
	if !ok {
		return nil
	}
	prefix, _, _ := strings.Cut(a.is.text, ":")
	if d := x.namespaces.Of(prefix); d == nil && prefix != "xsi" || d != nil && d.IRI != xsiNS {
		return nil
	}
	return &path
}

// schemaLocation adds where a schema is, if the attribute says that.
func (x *rdfxmlReader) schemaLocation(p *xmlPiece, a xmlAttr, value, name string) {
	local, _ := strings.CutPrefix(name, xsiNS)
	path, ok := schemaPaths[local]
	if !ok || local == name {
		return
	}
	r := input.Item{Text: strings.Trim(value, chars.Space), Source: x.f.Name, Format: x.f.Format, Role: a.is.role,
		Kind: input.Kind{Reference: true, IsDeclaring: path.declares}}
	r.SetBase(x.bases.Now)
	r.Locate(&x.s.Window, p.raw, a.start, a.end)
	if string(r.Raw) != r.Text {
		r.Escape = x.s.escape(true)
	}
	if path.split == "" {
		x.found.Add(r)
	} else {
		x.members(&r, &x.s.Window, p.raw, a.start, a.end, path.split)
	}
}

// The vocabularies of libraries and archives. Records of one stand in documents of others: those of MARC and Dublin
// Core in METS and in answers of OAI-PMH.

// marc024 is the identifier in a record of MARC. Its source, in the subfield 2, says what it is.
const marc024 = `datafield[@tag="024"]/subfield[@code="a"]`

// marcPaths is 856 $u: Electronic Location and Access, Uniform Resource Identifier.
var marcPaths = []string{`datafield[@tag="856"]/subfield[@code="u"]`}

// marcBegins are the subfields of MARC that hold an IRI or something else: Appendix A, Control Subfields.
var marcBegins = []string{
	marc024, `datafield/subfield[@code="0"]`, `datafield/subfield[@code="1"]`, `datafield/subfield[@code="4"]`,
}

// dublinCore are those of [markup.DublinCore], with attributes of MODS.
var dublinCore = slices.Concat(markup.DublinCore, []string{"@valueURI", "@authorityURI"})

// dublinCoreURI are those that say what they are.
var dublinCoreURI = []string{`identifier[@xsi:type="dcterms:URI"]`, `relation[@xsi:type="dcterms:URI"]`,
	`source[@xsi:type="dcterms:URI"]`}

var libraries = []xmlVocabulary{
	{
		name:       "TEI", // P5, Appendix C: the attributes of the type teidata.pointer, and of teidata.namespace
		namespaces: []string{"http://www.tei-c.org/ns/1.0"},
		roots:      []string{"TEI", "TEI.2", "teiCorpus"},
		paths: slices.Concat([]string{
			"@xml:base", "include/@href", "@url", "@sameAs", "@copyOf", "@next", "@prev", "@filter", "@hand",
			"namespace/@name",
			`idno[@type="URI"]`, `idno[@type="URL"]`, `idno[@type="uri"]`,
			`idno[@type="url"]`, "equiv/@uri", "@ns", "@lemmaRef", "@unitRef", "conversion/@fromUnit",
			"conversion/@toUnit", "@spanTo", "@follow", "@parent", "@fVal", "@origin",
			"@datingPoint", "@mergedIn", "handShift/@new", "@adjFrom", "@adjTo", "@start", "@end",
		}, of("@scheme", "keywords classCode catRef locus locusGrp occupation socecStatus"),
			of("@code", "occupation socecStatus"), of("@from", "span arc app"),
			of("@to", "span arc app"), of("@value", "node iNode leaf eLeaf eTree root triangle"),
			of("@location", "case colloc def entryFree etym form gen gram gramGrp hyph iType lang lbl mood number "+
				"orth per pos pron re sense stress subc superEntry syll tns usg xr")),
		lists: []string{
			"@target", "@ref", "@source", "@corresp", "@facs", "@ana", "@synch", "@exclude", "@select", "@resp", "@who",
			"@wit", "@decls", "@rendition", "@change", "@active",
			"@passive", "@mutual", "@edRef", "@datingMethod", "@targetEnd", "@toWhom", "@nymRef", "@calendar",
			"@period", "@inst", "@parts", "@children", "@feats", "@domains",
			"@given", "@adj", "@perf", "@since", "@where", "@scribeRef", "@scriptRef", "@datcat", "@valueDatcat",
			"@targetDatcat", "msItem/@class", "msItemStruct/@class",
			"msContents/@class",
		},
		begins:   []string{"idno"},
		declares: []string{"namespace/@name", "@ns"},
	},
	{
		name: "MARCXML",
		namespaces: []string{"http://www.loc.gov/MARC21/slim", "info:lc/xmlns/marcxchange-v1",
			"info:lc/xmlns/marcxchange-v2"},
		paths:  marcPaths,
		begins: marcBegins,
	},
	{
		name:       "METS", // 1 with XLink, 2 with attributes of its own
		namespaces: []string{"http://www.loc.gov/METS/", "http://www.loc.gov/METS/v2"},
		roots:      []string{"mets"},
		paths:      slices.Concat([]string{"@href", "@xlink:role", "@xlink:arcrole", "@LOCREF", "@src", "@xml:base"}, marcPaths, dublinCoreURI),
		named:      []string{"url", "loc", "link", "uri"},
		begins:     slices.Concat([]string{"@OBJID", "@PROFILE", "recordIdentifier"}, marcBegins, dublinCore),
		prose:      markup.DublinCoreProse,
	},
	{
		name:       "OAI-PMH",
		namespaces: []string{"http://www.openarchives.org/OAI/2.0/"},
		roots:      []string{"OAI-PMH"},
		paths:      slices.Concat(otherXML.paths, marcPaths),
		named:      otherXML.named,
		begins:     slices.Concat(marcBegins, dublinCore),
		prose:      markup.DublinCoreProse,
	},
	{
		name:       "EAD", // 3 and 2002
		namespaces: []string{"http://ead3.archivists.org/schema/", "urn:isbn:1-931666-22-9"},
		roots:      []string{"ead"},
		paths: slices.Concat([]string{"@href", "@instanceurl", "@url", "@xlink:role", "@xlink:arcrole",
			"@xml:base"}, dublinCoreURI),
		begins: slices.Concat([]string{
			"@identifier", "@authfilenumber", "@urn", "@linkrole", "@arcrole", "@vocabularysource", "@rules",
			"recordid", "otherrecordid", "unitid", "eadid",
		}, marcBegins, dublinCore),
		prose: markup.DublinCoreProse,
	},
}

// of returns the paths to an attribute of elements.
func of(attribute, elements string) (paths []string) {
	for name := range strings.FieldsSeq(elements) {
		paths = append(paths, name+"/"+attribute)
	}
	return paths
}

// A doubt says what the text in the place that a path selects has to be, so that it is taken for an IRI.
type doubt uint8

const (
	surely doubt = iota
	begins       // it begins with a scheme that is known
	looks        // and it has no white space
	refers       // it looks like an IRI or a reference: the place is only named as one of IRIs
)

// data returns what a record has of the doubt: nil if there is none.
func (d doubt) data() any {
	if d == surely {
		return nil
	}
	return d
}

// isIRI reports whether the text in the place of a path is an IRI.
func (x *xmlReader) isIRI(p *xmlPath, text []byte) bool {
	switch {
	case p.doubt == surely, p.text == marc024 && x.marcURI:
		return true
	case p.doubt == begins:
		return bare.BeginsLikeIRI(text)
	case p.doubt == refers:
		return bare.LooksLikeReference(p.text, string(text))
	}
	return bare.LooksLikeIRI(string(text))
}

// splits returns what separates the IRIs of a text in the place of the path; empty for none.
func (p *xmlPath) splits(text []byte) string {
	if p.split == "" && p.doubt != surely && bare.IsList(string(text)) {
		return bare.Comma
	}
	return p.split
}

// marcSource is the source of an identifier, in a field of MARC: the subfield 2.
var marcSource = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bcode\s*=\s*["']2["'][^<>]*>([^<]*)<`)
})

// marcAhead is how far ahead in a field its end is looked for.
const marcAhead = 4 << 10

// lookAhead finds out whether a field of MARC, which starts, says that its identifier is an IRI, which stands before
// it.
func (x *xmlReader) lookAhead(p *xmlPiece) {
	if p.kind != xmlStart || p.is.local() != "datafield" {
		return
	}
	n := len(p.name)
	x.s.Has(min(len(p.raw)+marcAhead, x.s.Limit))
	p.raw = x.s.Piece() // more may have been read
	p.name = p.raw[1 : 1+n]
	field := x.s.Rest()[len(p.raw):]
	field = field[:min(len(field), marcAhead)]
	if end := bytes.Index(field, []byte("datafield>")); end >= 0 {
		field = field[:end]
	}
	source := marcSource().FindSubmatch(field)
	x.marcURI = source != nil && slices.Contains([]string{"uri", "urn"}, strings.ToLower(string(bytes.TrimSpace(source[1]))))
}
