// Package scheme knows facts of schemes: their default ports, what people take them for, and which
// references their definitions make equivalent. In comes the name of a scheme; out come facts, and the parts
// of references in the form in which they are compared. It must not know what the rules of schemes ask of a
// reference (package rules), nor how a normal form is made.
package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/lazy"
)

// A Trait is something that a scheme has or has not.
type Trait uint16

const (
	Recognized Trait = 1 << iota // it is registered or in wide use
	Web                          // http and https
	DNS                          // its authority names a host of the Internet, which is looked up in the DNS
	Special                      // browsers read "\" as "/" (https://url.spec.whatwg.org/#special-scheme)
	Everyday                     // people put its name in front of another IRI
	Typed                        // people write it by hand, and misspell it
	NoSlashes                    // it is common, and no "//" follows it
	InText                       // IRIs of running text have it
	Git                          // Git has addresses with it
	EmptyPath                    // an empty path after an authority is not "/"
	// Opaque says that its definition has no hierarchical path: "." and ".." in it are text, which no
	// normal form and no resolution removes (RFC 3986 §5.2.4 is about hierarchies).
	Opaque
)

// A fact is what is known of a scheme, besides its rule.
type fact struct {
	name   string
	traits Trait
	port   string // the default port; only of schemes that use the generic syntax for authority
	after  string // what follows its ":" in running text
}

// facts is the one table of schemes. Of those that are similar to a word the likelier come first.
var facts = [...]fact{
	{"https", Web | DNS | Special | Everyday | Typed | InText, "443", "//"}, // RFC 9110 §4.2.2, §4.2.3
	{"http", Web | DNS | Special | Everyday | Typed | InText, "80", "//"},   // RFC 9110 §4.2.1, §4.2.3
	{"mailto", Everyday | Typed | NoSlashes | InText | Opaque, "", ""},      // RFC 6068 §2
	{"file", Special | Everyday | Typed | InText, "", "//"},
	// RFC 1738 §3.1, §3.2: a "/" with nothing after it may be left out
	{"ftp", DNS | Special | Everyday | Typed | InText, "21", "//"},
	{"urn", Everyday | NoSlashes | InText | Opaque, "", ""}, // RFC 8141 §2
	{"ws", DNS | Special | Everyday | InText, "80", "//"},   // RFC 6455 §3
	{"wss", DNS | Special | Everyday | InText, "443", "//"},

	{"acap", 0, "674", ""},                            // RFC 2244 §2
	{"coap", 0, "5683", ""}, {"coaps", 0, "5684", ""}, // RFC 7252 §6
	{"coap+tcp", 0, "5683", ""}, {"coaps+tcp", 0, "5684", ""}, // RFC 8323 §8.1, §8.2
	{"coap+ws", 0, "80", ""}, {"coaps+ws", 0, "443", ""}, // RFC 8323 §8.3, §8.4
	{"dict", 0, "2628", ""}, // RFC 2229 §5
	{"ftps", DNS | InText, "", "//"}, {"sftp", DNS | InText, "", "//"}, {"ssh", DNS | Git | InText, "", "//"},
	{"git", DNS | Git | InText, "", "//"},
	{"gopher", DNS | InText, "70", "//"},          // RFC 4266 §2.1
	{"imap", DNS, "143", ""},                      // RFC 5092 §4
	{"ipp", 0, "631", ""}, {"ipps", 0, "631", ""}, // RFC 3510 §4, RFC 7472 §4
	{"ldap", DNS | InText, "389", "//"},                // RFC 4516 §2
	{"ldaps", DNS | InText, "", "//"},                  //
	{"mtqp", 0, "1038", ""},                            // RFC 3887 §9
	{"nfs", DNS, "2049", ""},                           // RFC 2224 §5
	{"nntp", DNS | InText, "119", "//"},                // RFC 5538 §3
	{"pop", DNS, "110", ""},                            // RFC 2384 §3
	{"rsync", InText, "873", "//"},                     // RFC 5781 §3
	{"rtsp", DNS | InText, "554", "//"},                // RFC 7826 §4.2
	{"rtsps", DNS, "322", ""}, {"rtspu", 0, "554", ""}, // RFC 7826 §4.2, RFC 2326 §3.2
	{"snmp", 0, "161", ""},               // RFC 4088 §2
	{"telnet", DNS | InText, "23", "//"}, // RFC 4248 §2

	{"data", NoSlashes | InText | Opaque, "", ""},                           // RFC 2397 §3
	{"doi", NoSlashes | InText | Opaque, "", ""},                            // ISO 26324
	{"info", NoSlashes | InText | Opaque, "", ""},                           // RFC 4452 §3
	{"tag", NoSlashes | InText | Opaque, "", ""},                            // RFC 4151 §2.1
	{"tel", NoSlashes | InText | Opaque, "", ""},                            // RFC 3966 §3
	{"about", InText | Opaque, "", ""},                                      // RFC 6694 §2
	{"did", InText | Opaque, "", ""},                                        // DID Core §3.1
	{"geo", InText | Opaque, "", ""},                                        // RFC 5870 §3.3
	{"jdbc", InText | Opaque, "", ""},                                       // JDBC 4.3 §9.4
	{"magnet", InText | Opaque, "", "?"}, {"news", InText | Opaque, "", ""}, // RFC 5538 §2.2
	{"sip", InText | Opaque, "", ""}, {"sips", InText | Opaque, "", ""}, // RFC 3261 §19.1
	{"sms", InText | Opaque, "", ""},  // RFC 5724 §2.2
	{"xmpp", InText | Opaque, "", ""}, // RFC 5122 §2.2
	{"amqp", InText, "", "//"}, {"chrome", InText, "", "//"}, {"feed", InText, "", "//"}, {"gemini", InText, "", "//"},
	{"git+https", InText, "", "//"}, {"git+ssh", Git | InText, "", "//"}, {"gs", InText, "", "//"},
	{"hdfs", InText, "", "//"},
	{"ipfs", InText, "", "//"}, {"irc", InText, "", "//"}, {"ircs", InText, "", "//"}, {"mongodb", InText, "", "//"},
	{"mqtt", InText, "", "//"}, {"mysql", InText, "", "//"}, {"postgres", InText, "", "//"},
	{"postgresql", InText, "", "//"},
	{"redis", InText, "", "//"}, {"rtmp", InText, "", "//"}, {"s3", InText, "", "//"}, {"smb", InText, "", "//"},
	{"svn", InText, "", "//"}, {"svn+ssh", InText, "", "//"}, {"vnc", InText, "", "//"}, {"webcal", InText, "", "//"},

	{"javascript", Opaque, "", ""}, {"blob", Opaque, "", ""}, // the URL Standard, the File API
	{"cid", Opaque, "", ""}, {"mid", Opaque, "", ""}, // RFC 2392 §2
	{"acct", Opaque, "", ""},                         // RFC 7565 §7
	{"im", Opaque, "", ""}, {"pres", Opaque, "", ""}, // RFC 3860 §3.1, RFC 3859 §3.1
	{"fax", Opaque, "", ""}, {"modem", Opaque, "", ""}, // RFC 2806 §2
	{"dns", Opaque, "", ""}, {"tv", Opaque, "", ""}, // RFC 4501 §3, RFC 2838 §2
	{"h323", Opaque, "", ""}, {"iax", Opaque, "", ""}, // RFC 3508 §3, RFC 5456 §5.2
	{"stun", Opaque, "", ""}, {"stuns", Opaque, "", ""}, // RFC 7064 §3.1
	{"turn", Opaque, "", ""}, {"turns", Opaque, "", ""}, // RFC 7065 §3.1
	{"nih", Opaque, "", ""}, {"opaquelocktoken", Opaque, "", ""}, // RFC 6920 §7, RFC 4918 Appendix C
	{"pkcs11", Opaque, "", ""}, // RFC 7512 §2.3

	// One letter away from one that people misspell.
	{name: "afp"}, {name: "fil"}, {name: "filex"}, {name: "fish"}, {name: "fp"}, {name: "fsp"}, {name: "httpx"},
	{name: "hxxp"},
	{name: "ntp"}, {name: "rtp"}, {name: "shttp"}, {name: "stp"}, {name: "tftp"}, {name: "tip"}, {name: "tp"},
	{name: "vtp"}, {name: "xtp"},
}

// Names find the number that a scheme has in a list. They are in slots, so that few have to be looked at. A generic
// table of what is known of schemes would keep the methods of that in programs that do not call them.
type Names [128][]numbered

type numbered struct {
	name   string // in lower case
	number int
}

// slot returns the slot of a scheme, which is not empty. Case does not matter.
func (t *Names) slot(scheme string) *[]numbered {
	first, last := scheme[0]|0x20, scheme[len(scheme)-1]|0x20
	return &t[(uint(len(scheme))+4*uint(first)+uint(last))%uint(len(t))]
}

// Add gives a scheme, in lower case, a number.
func (t *Names) Add(name string, number int) {
	at := t.slot(name)
	*at = append(*at, numbered{name, number})
}

// Find returns the number of a scheme, -1 if it has none. Case does not matter.
func (t *Names) Find(scheme string) int {
	if scheme == "" {
		return -1
	}
	for _, e := range *t.slot(scheme) {
		if e.name == scheme || is(scheme, e.name) {
			return e.number
		}
	}
	return -1
}

// factTable finds a fact, which has the trait Known there.
type factTable struct {
	names Names
	facts [len(facts)]fact
}

var knownFacts lazy.Value[*factTable]

func makeFactTable() *factTable {
	t := &factTable{facts: facts}
	for i := range t.facts {
		t.facts[i].traits |= Recognized
		t.names.Add(t.facts[i].name, i)
	}
	return t
}

// factOf returns the zero fact for a scheme that is not in the table. Case does not matter.
func factOf(scheme string) *fact {
	t := knownFacts.Get(makeFactTable)
	if i := t.names.Find(scheme); i >= 0 {
		return &t.facts[i]
	}
	return &unknown
}

// is reports whether a scheme has a name, which is in lower case. Of strings with as many bytes, one of them ASCII,
// EqualFold compares ASCII alone.
func is(scheme, name string) bool { return len(scheme) == len(name) && strings.EqualFold(scheme, name) }

var unknown fact // of the schemes that are not in the table

// Is reports whether a scheme has a trait. Case does not matter.
func Is(scheme string, t Trait) bool { return factOf(scheme).traits&t != 0 }

// An Own has the schemes that a program describes itself. What it says of one counts, and not the table, but for what
// only the table says. The nil Own has none.
type Own struct {
	names Names
	facts []fact
}

// Add adds a scheme with its default port, "" for none. Of two with one name the first counts.
func (o *Own) Add(name, port string, traits Trait) {
	o.names.Add(strings.ToLower(name), len(o.facts))
	o.facts = append(o.facts, fact{name: name, traits: traits | Recognized, port: port})
}

func (o *Own) factOf(scheme string) *fact {
	if o != nil {
		if i := o.names.Find(scheme); i >= 0 {
			return &o.facts[i]
		}
	}
	return factOf(scheme)
}

// Is reports whether a scheme has one of the traits that an Own says: Recognized, DNS, EmptyPath, Opaque. Case does not
// matter.
func (o *Own) Is(scheme string, t Trait) bool { return o.factOf(scheme).traits&t != 0 }

// DefaultPort returns the port that a URI of the scheme has if it names none,
// "" if its definition gives none or is not known here. Case does not matter.
func (o *Own) DefaultPort(scheme string) string { return o.factOf(scheme).port }

// With yields the schemes that have a trait.
func With(t Trait) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range facts {
			if (Recognized|facts[i].traits)&t != 0 && !yield(facts[i].name) {
				return
			}
		}
	}
}

// AfterInText returns what follows the ":" of a scheme in running text, and whether IRIs
// there have it. Other words before a colon are mostly not schemes.
func AfterInText(scheme string) (after string, ok bool) {
	f := factOf(scheme)
	return f.after, f.traits&InText != 0
}

// Begins reports whether a string, which need not conform, begins with the scheme and its ":".
func Begins(s, scheme string) bool {
	return len(s) > len(scheme) && s[len(scheme)] == ':' && strings.EqualFold(s[:len(scheme)], scheme)
}

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
