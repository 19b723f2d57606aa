package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/lazy"
)

var contextPrefixes, wikidataPrefixes lazy.Value[map[string]string]

// InitialContext returns the prefixes of the RDFa Core Initial Context, without their colons, and what they stand for.
func InitialContext() map[string]string {
	return contextPrefixes.Get(func() map[string]string { return parsePrefixes(initialContext) })
}

// parsePrefixes returns prefixes of lines, each with a colon, a space and what it stands for after it.
func parsePrefixes(lines string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(lines) {
		name, iri, _ := strings.Cut(strings.TrimSpace(line), ": ")
		all[name] = iri
	}
	return all
}

// PrefixSets returns the names of [PrefixSet].
func PrefixSets() []string { return []string{"rdfa", "wikidata"} }

// PrefixSet returns prefixes, without their colons, that people use without declaring them, and what they stand for.
func PrefixSet(name string) (prefixes map[string]string, ok bool) {
	switch name {
	case "rdfa":
		return InitialContext(), true
	case "wikidata":
		return wikidataPrefixes.Get(func() map[string]string { return parsePrefixes(wikidata) }), true
	}
	return nil, false
}

// otherPrefixes are what other documents of RDF have: "dc" is another namespace there than in the initial context.
var otherPrefixes = map[string]string{
	"dc": "http://purl.org/dc/elements/1.1/", "dct": "http://purl.org/dc/terms/",
	"geo": "http://www.w3.org/2003/01/geo/wgs84_pos#", "sh": "http://www.w3.org/ns/shacl#",
}

// Namespace returns what a prefix of RDF, without its colon, stands for nearly everywhere but in pages; empty if that
// is not known.
func Namespace(prefix string) string {
	if iri, ok := otherPrefixes[prefix]; ok {
		return iri
	}
	return InitialContext()[prefix]
}

// IsNamespace reports whether a text is what a prefix of [Namespace] stands for.
func IsNamespace(s string) bool {
	for _, prefixes := range []map[string]string{otherPrefixes, InitialContext()} {
		for _, ns := range prefixes {
			if ns == s {
				return true
			}
		}
	}
	return false
}

// WholeNamespace returns a namespace with the delimiter that it lacks at its end, if that is known: by a host without a
// path, which a name after it would make another one, or because it is one of [Namespace]. It is "" for any other.
func WholeNamespace(s string) string {
	if _, host, ok := strings.Cut(s, "://"); ok && host != "" && !strings.ContainsAny(host, "/?#") {
		return s + "/"
	}
	for _, prefixes := range []map[string]string{otherPrefixes, InitialContext()} {
		for _, ns := range prefixes {
			if len(ns) == len(s)+1 && strings.HasPrefix(ns, s) {
				return ns
			}
		}
	}
	return ""
}

// IsXMLNamespace reports whether a text is the namespace of a vocabulary of XML, whose names are not put after it.
func IsXMLNamespace(s string) bool {
	switch s {
	case "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink", "http://www.w3.org/2000/svg",
		"http://www.w3.org/1998/Math/MathML", "http://www.w3.org/XML/1998/namespace",
		"http://www.w3.org/2001/XMLSchema-instance":
		return true
	}
	return false
}

const initialContext = `as: https://www.w3.org/ns/activitystreams#
csvw: http://www.w3.org/ns/csvw#
cat: http://www.w3.org/ns/dcat#
cc: http://creativecommons.org/ns#
cnt: http://www.w3.org/2008/content#
ctag: http://commontag.org/ns#
dc: http://purl.org/dc/terms/
dc11: http://purl.org/dc/elements/1.1/
dcat: http://www.w3.org/ns/dcat#
dcterms: http://purl.org/dc/terms/
dqv: http://www.w3.org/ns/dqv#
duv: https://www.w3.org/ns/duv#
earl: http://www.w3.org/ns/earl#
foaf: http://xmlns.com/foaf/0.1/
gldp: http://www.w3.org/ns/people#
gr: http://purl.org/goodrelations/v1#
grddl: http://www.w3.org/2003/g/data-view#
ht: http://www.w3.org/2006/http#
ical: http://www.w3.org/2002/12/cal/icaltzd#
jsonld: http://www.w3.org/ns/json-ld#
ldp: http://www.w3.org/ns/ldp#
ma: http://www.w3.org/ns/ma-ont#
oa: http://www.w3.org/ns/oa#
odrl: http://www.w3.org/ns/odrl/2/
og: http://ogp.me/ns#
org: http://www.w3.org/ns/org#
owl: http://www.w3.org/2002/07/owl#
prov: http://www.w3.org/ns/prov#
ptr: http://www.w3.org/2009/pointers#
qb: http://purl.org/linked-data/cube#
rdf: http://www.w3.org/1999/02/22-rdf-syntax-ns#
rdfa: http://www.w3.org/ns/rdfa#
rdfs: http://www.w3.org/2000/01/rdf-schema#
rev: http://purl.org/stuff/rev#
rif: http://www.w3.org/2007/rif#
rr: http://www.w3.org/ns/r2rml#
schema: http://schema.org/
sd: http://www.w3.org/ns/sparql-service-description#
sioc: http://rdfs.org/sioc/ns#
skos: http://www.w3.org/2004/02/skos/core#
skosxl: http://www.w3.org/2008/05/skos-xl#
sosa: http://www.w3.org/ns/sosa/
ssn: http://www.w3.org/ns/ssn/
time: http://www.w3.org/2006/time#
v: http://rdf.data-vocabulary.org/#
vcard: http://www.w3.org/2006/vcard/ns#
void: http://rdfs.org/ns/void#
wdr: http://www.w3.org/2007/05/powder#
wdrs: http://www.w3.org/2007/05/powder-s#
xhv: http://www.w3.org/1999/xhtml/vocab#
xml: http://www.w3.org/XML/1998/namespace
xsd: http://www.w3.org/2001/XMLSchema#`

// wikidata are the prefixes that queries of the Wikidata Query Service need not declare:
// https://www.mediawiki.org/wiki/Wikibase/Indexing/RDF_Dump_Format#Full_list_of_prefixes, and those of Blazegraph and of
// the service itself, https://www.mediawiki.org/wiki/Wikidata_Query_Service/User_Manual.
const wikidata = `bd: http://www.bigdata.com/rdf#
bds: http://www.bigdata.com/rdf/search#
cc: http://creativecommons.org/ns#
dct: http://purl.org/dc/terms/
gas: http://www.bigdata.com/rdf/gas#
geo: http://www.opengis.net/ont/geosparql#
geof: http://www.opengis.net/def/geosparql/function/
hint: http://www.bigdata.com/queryHints#
mediawiki: https://www.mediawiki.org/ontology#
mwapi: https://www.mediawiki.org/ontology#API/
ontolex: http://www.w3.org/ns/lemon/ontolex#
owl: http://www.w3.org/2002/07/owl#
p: http://www.wikidata.org/prop/
pq: http://www.wikidata.org/prop/qualifier/
pqn: http://www.wikidata.org/prop/qualifier/value-normalized/
pqv: http://www.wikidata.org/prop/qualifier/value/
pr: http://www.wikidata.org/prop/reference/
prn: http://www.wikidata.org/prop/reference/value-normalized/
prov: http://www.w3.org/ns/prov#
prv: http://www.wikidata.org/prop/reference/value/
ps: http://www.wikidata.org/prop/statement/
psn: http://www.wikidata.org/prop/statement/value-normalized/
psv: http://www.wikidata.org/prop/statement/value/
rdf: http://www.w3.org/1999/02/22-rdf-syntax-ns#
rdfs: http://www.w3.org/2000/01/rdf-schema#
schema: http://schema.org/
skos: http://www.w3.org/2004/02/skos/core#
wd: http://www.wikidata.org/entity/
wdata: http://www.wikidata.org/wiki/Special:EntityData/
wdno: http://www.wikidata.org/prop/novalue/
wdref: http://www.wikidata.org/reference/
wds: http://www.wikidata.org/entity/statement/
wdt: http://www.wikidata.org/prop/direct/
wdtn: http://www.wikidata.org/prop/direct-normalized/
wdv: http://www.wikidata.org/value/
wikibase: http://wikiba.se/ontology#
xsd: http://www.w3.org/2001/XMLSchema#
`
