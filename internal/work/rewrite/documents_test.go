package rewrite

import (
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/rfc3987/iri"
	fileshtml "github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	filesxml "github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// A document made at random.
type randomDocument struct{ *rand.Rand }

func (r randomDocument) one(of ...string) string { return of[r.IntN(len(of))] }

func (r randomDocument) iri() string {
	var s strings.Builder
	s.WriteString(r.one("http://e/", "http://E:80/", "http://e", "x:", "", "../", "//h/", "mailto:"))
	for range r.IntN(4) {
		s.WriteString(r.one("a", "b c", "é", "€", "%", "%41", "%c3%a9", "..", "?q=1&b=2", "#f", "<", "\"", "'",
			"\u200b", "À", "{x}", "|", "(", "%26", "%3C", "]", "~", "/"))
	}
	return s.String()
}

// space returns white space, which can be written as references.
func (r randomDocument) space() string {
	return r.one("", "", "", " ", "\n", "&#32;", "&#10; ", "\t&#x9;")
}

// escaped returns a text as it is written in markup.
func (r randomDocument) escaped(s string) string {
	var b strings.Builder
	for _, c := range s {
		if strings.ContainsRune(`&<>"'`, c) || r.IntN(12) == 0 {
			fmt.Fprintf(&b, r.one("&#%d;", "&#x%X;"), c)
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (r randomDocument) attribute(name, value string) string {
	q := r.one(`"`, `'`)
	return name + r.one("=", " = ") + q + r.space() + r.escaped(value) + r.space() + q
}

// tag returns a tag with attributes in any order.
func (r randomDocument) tag(name string, attributes ...string) string {
	r.Shuffle(len(attributes), func(i, j int) { attributes[i], attributes[j] = attributes[j], attributes[i] })
	return "<" + name + " " + strings.Join(attributes[:r.IntN(len(attributes)+1)], r.one(" ", "\n")) + ">"
}

// pieces returns a text in pieces: CDATA, with comments between them.
func (r randomDocument) pieces(s string) string {
	var b strings.Builder
	b.WriteString(r.space())
	for s != "" {
		n := len(s)
		if r.IntN(2) == 0 {
			n = len(string([]rune(s)[:1+r.IntN(len([]rune(s)))]))
		}
		if r.IntN(2) == 0 {
			b.WriteString(r.escaped(s[:n]))
		} else {
			b.WriteString("<![CDATA[" + s[:n] + "]]>")
		}
		s = s[n:]
		b.WriteString(r.one("", "", "", "<!-- c -->", "<?p ]]> ?>"))
	}
	return b.String() + r.space()
}

func (r randomDocument) rdf() string {
	var b strings.Builder
	b.WriteString(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ` +
		r.attribute("xmlns:p", "http://p/"+r.one("é", "a b", "#")) + ">")
	for range 3 {
		b.WriteString(r.tag("rdf:Description", r.attribute("rdf:about", r.iri()),
			r.attribute("xmlns:x", "http://n/"+r.iri()), r.attribute("xml:base", r.iri())) +
			r.tag("p:q", r.attribute("rdf:resource", r.iri()), r.attribute("xmlns:y", "http://n/"+r.iri())) +
			"</p:q></rdf:Description>\n")
	}
	return b.String() + "</rdf:RDF>\n"
}

func (r randomDocument) xml() string {
	var b strings.Builder
	b.WriteString("<r>")
	for range 3 {
		b.WriteString(r.tag("p", r.attribute("href", r.iri()), r.attribute("title", "http://e/é %"),
			r.attribute("src", r.iri()), r.attribute("xml:base", r.iri())) + "é</p><loc>" + r.pieces(r.iri()) +
			"</loc>\n")
	}
	return b.String() + "</r>\n"
}

func (r randomDocument) html() string {
	var b strings.Builder
	b.WriteString("<!doctype html><title>http://e/é %</title>\n")
	for range 3 {
		b.WriteString(r.tag("a", r.attribute("href", r.iri()), r.attribute("title", "http://e/é %"),
			r.attribute("itemid", r.iri())) + "é</a>" +
			r.tag("meta", r.attribute("content", r.iri()), r.attribute("itemid", r.iri()), "property=og:url") +
			"<!-- http://e/é % -->\n")
	}
	return b.String()
}

// xmlTokens returns what an XML document is without its IRIs, and the IRIs without the space around them.
func xmlTokens(text string) (others, iris []string, err error) {
	others, iris, err = rdfTokens(text)
	for i, s := range iris {
		iris[i] = strings.Trim(s, " \t\n")
	}
	return others, iris, err
}

// tags are those of XML: in attributes a line end and a tab are spaces, which encoding/xml does not know (XML §3.3.3).
var tags = regexp.MustCompile(`<\w[^<>]*>`)

// rdfTokens is xmlTokens for RDF/XML, in which the space belongs to an IRI.
func rdfTokens(text string) (others, iris []string, err error) {
	d := xml.NewDecoder(strings.NewReader(tags.ReplaceAllStringFunc(text, strings.NewReplacer("\n", " ", "\t", " ").Replace)))
	loc := (*strings.Builder)(nil)
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return others, iris, nil
		}
		if err != nil {
			return nil, nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			others = append(others, "<"+token.Name.Local)
			for _, a := range token.Attr {
				if others = append(others, a.Name.Space+":"+a.Name.Local); a.Name.Local == "title" {
					others = append(others, a.Value)
				} else {
					iris = append(iris, a.Value)
				}
			}
			if loc = nil; token.Name.Local == "loc" {
				loc = new(strings.Builder)
			}
		case xml.EndElement:
			if others = append(others, ">"); loc != nil {
				iris = append(iris, loc.String())
			}
			loc = nil
		case xml.CharData:
			if loc != nil {
				loc.Write(token)
			} else {
				others = append(others, string(token))
			}
		default:
			others = append(others, fmt.Sprintf("%s", token))
		}
	}
}

// htmlTokens is xmlTokens for HTML.
func htmlTokens(text string) (others, iris []string, err error) {
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		if z.Next() == html.ErrorToken {
			return others, iris, nil
		}
		token := z.Token()
		meta := slices.ContainsFunc(token.Attr, func(a html.Attribute) bool { return a.Val == "og:url" })
		others = append(others, token.Type.String(), token.Data)
		for _, a := range token.Attr {
			if others = append(others, a.Key); a.Key == "href" || a.Key == "itemid" || a.Key == "content" && meta {
				iris = append(iris, strings.Trim(a.Val, " \t\n"))
			} else {
				others = append(others, a.Val)
			}
		}
	}
}

// TestRandomDocuments holds that conversions in documents made at random change IRIs alone, as parsers of others read
// them: each to what it becomes by itself, or not.
func TestRandomDocuments(t *testing.T) {
	changed := 0
	for seed := range testkit.Size(60, 600, 6000) {
		r := randomDocument{rand.New(rand.NewPCG(50, uint64(seed)))}
		for _, doc := range []struct {
			from   *input.Format
			text   string
			tokens func(string) (others, iris []string, err error)
		}{
			{filesxml.XML, r.xml(), xmlTokens}, {filesxml.RDF, r.rdf(), rdfTokens}, {fileshtml.Format, r.html(),
				htmlTokens},
		} {
			others, iris, err := doc.tokens(doc.text)
			if err != nil {
				t.Fatalf("%d: %q: %v", seed, doc.text, err)
			}
			for name, c := range documentConversions(t) {
				written := inForm(t, doc.text, input.Options{From: doc.from}, c.Change, c.Target, InPlace)
				gotOthers, gotIRIs, err := doc.tokens(written)
				if err != nil || !slices.Equal(gotOthers, others) || len(gotIRIs) != len(iris) ||
					strings.Count(written, "<![CDATA[") != strings.Count(doc.text, "<![CDATA[") {
					t.Fatalf("%d: %s of %q gives %q: %v, %q", seed, name, doc.text, written, err, gotOthers)
				}
				for i, got := range gotIRIs {
					if got != iris[i] {
						if want := convertAlone(t, c, iris[i]); got != want {
							t.Fatalf("%d: %s of %q gives %q, in which %q has become %q, by itself %q", seed, name,
								doc.text, written, iris[i], got, want)
						}
						changed++
					}
				}
			}
		}
	}
	if changed < 100 {
		t.Errorf("%d IRIs have changed", changed)
	}
}

// A documentConversion is a conversion, and what it takes.
type documentConversion struct {
	Change
	config.Target
}

func documentConversions(t *testing.T) map[string]documentConversion {
	t.Helper()
	all := map[string]documentConversion{}
	for _, kind := range []conversions.Kind{conversions.ToURI, conversions.ToIRI, conversions.Normalize} {
		target, c, err := Of(option.Options{}, conversions.Conversion{Kind: kind, Rung: iri.RungScheme})
		if err != nil {
			t.Fatal(err)
		}
		all[fmt.Sprint(kind)] = documentConversion{c, target}
	}
	c, err := Fix(runtest.Target(), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	all["fix"] = documentConversion{c, runtest.Target()}
	return all
}

// convertAlone returns the result of a conversion for a reference alone; the text if there is none.
func convertAlone(t *testing.T, c documentConversion, s string) string {
	t.Helper()
	rec := input.Item{Text: s, Format: input.Words, Kind: input.Kind{Reference: true}}
	rule, err := c.RuleFor(&rec)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := c.Append(nil, &rec, rule); err == nil {
		return string(out)
	}
	return s
}
