package xml

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/markup"
)

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
