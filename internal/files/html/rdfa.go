package html

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// RDFa (RDFa Core 1.1): IRIs and names with a prefix in attributes. A prefix is what the page has declared before, in
// prefix or xmlns, or what the initial context declares (§9); in others the text before the colon is a scheme (§7.4).
// Where an element ends that declares one is not looked at.

// initialContext returns the prefixes of the RDFa Core Initial Context, which all pages share.
var initialContext = sync.OnceValue(func() map[string]*input.Prefix {
	all := map[string]*input.Prefix{}
	for line := range strings.Lines(initialPrefixes) {
		name, iri, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[name] = &input.Prefix{Name: name, IRI: iri, Written: iri}
	}
	return all
})

const initialPrefixes = `as: https://www.w3.org/ns/activitystreams#
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

// xmlns is an attribute xmlns:p, whatever p is.
var xmlns = &pageAttribute{name: "xmlns", kind: attrDeclares, number: 63}

// escName and escSafe are those of a name with a prefix, and of one in brackets, in the place of which no IRI can
// stand.
var (
	escName = &input.Escaping{Unit: markup.UnitHTML, Name: appendName}
	escSafe = &input.Escaping{
		Unit: markup.UnitHTML,
		Name: func(b []byte, s string, whole bool) ([]byte, bool) {
			b, _ = appendName(b, s, whole)
			return b, !whole
		},
		Refusal: "it is a name with a prefix in brackets: write the IRI without them",
	}
)

func appendName(b []byte, s string, _ bool) ([]byte, bool) {
	return markup.EscapeMarkup(b, &input.Record{}, s), true
}

// declare notes the prefixes that the start tag declares, for its own attributes too.
func (p *Reader) declare() {
	for _, a := range p.tag.attrs {
		switch value := p.tag.raw[a.start:a.end]; {
		case a.attr == xmlns:
			p.prefix(xmlnsName(p.tag.raw, a.start)+":", chars.TrimSpace(value))
		case a.attr.kind == attrPrefixes:
			words := strings.Fields(markup.AttributeText(value))
			for i := 0; i+1 < len(words); i += 2 {
				p.prefix(words[i], []byte(words[i+1]))
			}
		}
	}
}

// prefix declares a prefix.
func (p *Reader) prefix(name string, raw []byte) {
	iri := strings.Clone(markup.AttributeText(raw))
	if len(iri) > base.Max || len(p.prefixes)+len(initialContext()) > 1<<10 || len(name) > base.Max {
		return
	}
	if p.prefixes == nil {
		p.prefixes = make(map[string]*input.Prefix)
	}
	name = strings.Clone(chars.Lower(name))
	p.prefixes[name] = &input.Prefix{Name: name, IRI: iri, Written: iri, Line: p.Scanner.Place().Line}
}

// xmlnsName returns the name after "xmlns:" of the attribute whose value starts at raw[start].
func xmlnsName(raw []byte, start int) string {
	end := start
	for end > 0 && strings.IndexByte("\"'="+chars.Space, raw[end-1]) >= 0 {
		end--
	}
	name := raw[:end]
	name = name[strings.LastIndexByte(chars.UnsafeString(name), ':')+1:]
	return string(name)
}

// declared adds what a declaration names, at raw[start:end].
func (p *Reader) declared(raw []byte, start, end int, role string, reference bool) {
	r := p.add(raw, start, end, role)
	r.Reference, r.IsDeclaring = reference, true
}

// word adds the next word of an attribute of RDFa with several.
func (p *Reader) word(raw []byte, l *urlList) {
	start, end := p.nextWord(raw, l)
	if start == end {
		return
	}
	if l.kind == attrNames {
		p.name(raw, start, end, l.role, false)
		return
	}
	if l.second = !l.second; !l.second {
		p.declared(raw, start, end, l.role, false)
		return
	}
	if text := markup.AttributeText(raw[start:end]); !strings.HasSuffix(text, ":") {
		p.Found.Add(p.Scanner.Fault(p.f, p.tag.at.To(raw, start), input.CodeHTML,
			fmt.Sprintf("%s is not a prefix, which ends with a colon and has an IRI after it: write prefix=\"ex: "+
				"http://example.org/\"", quote.Cut(text))))
		l.second = false
	}
}

// name adds the IRI, or the name with a prefix, at raw[start:end]. reference says that it may be a relative reference;
// a word without a colon is a term if not.
func (p *Reader) name(raw []byte, start, end int, role string, reference bool) {
	text := strings.Trim(markup.AttributeText(raw[start:end]), chars.Space)
	safe := len(text) > 1 && text[0] == '[' && text[len(text)-1] == ']' && raw[start] == '[' && raw[end-1] == ']'
	if safe {
		text = text[1 : len(text)-1]
		start, end = start+1, end-1
	}
	prefix, local, colon := strings.Cut(text, ":")
	switch {
	case prefix == "_" && colon, text == "" && safe, !colon && !reference:
		return // a blank node, nothing, or a term
	case !colon && safe:
		start, end = start-1, end+1
	case colon:
		d := p.prefixes[chars.Lower(prefix)+":"]
		if d == nil {
			d = initialContext()[chars.Lower(prefix)+":"]
		}
		if role == "meta property" && (d == nil || d.Line == 0) && !strings.HasPrefix(local, "//") {
			return // as in nearly all pages: og:title, twitter:card
		}
		if d == nil && safe {
			p.Found.Add(p.Scanner.Fault(p.f, p.tag.at.To(raw, start), input.CodePrefix,
				fmt.Sprintf("the prefix %s: is not declared: write prefix=\"%s: …\" in an element around it",
					quote.Cut(prefix), quote.Cut(prefix))))
			return
		}
		if d != nil && !strings.HasPrefix(local, "//") && strings.HasPrefix(string(raw[start:end]), prefix+":") {
			r := p.Found.Slot()
			r.Source, r.Format, r.Role, r.Prefix = p.f.Name, p.f.Format, role, d
			r.Locate(p.tag.at.Tag(), raw, start, end)
			r.Text = chars.UnsafeString(p.Found.Clone(d.IRI + local))
			if r.Escape = escName; safe {
				r.Escape = escSafe
			}
			p.Found.Added()
			return
		}
	}
	r := p.add(raw, start, end, role)
	r.Reference = reference
}

// isName reports whether a role is that of an attribute of RDFa in which a word without a colon is a term.
func isName(role string) bool {
	_, attribute, _ := strings.Cut(role, " ")
	switch attribute {
	case "typeof", "property", "datatype", "rel", "rev":
		return true
	}
	return false
}
