// Package jsonld reads JSON-LD: it finds the IRIs of its names, and their positions.
package jsonld

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// Format is JSON-LD: items are those of JSON.
var Format = &input.Format{
	Name: "jsonld", Aliases: []string{"json-ld"}, Endings: []string{".jsonld", ".ndjsonld"},
	FaultCode: input.CodeJSONLD,
	Traits:    input.Traits{Nested: true, Plain: true, IsRDF: true, Bases: true, UTF8: true, ByHand: true, Templated: true},
	Signs: input.Signs{Overrides: "json", Sniff: hasContext, Why: "it has an @context, so it is JSON-LD",
		From: "jsonld"},
	Reading: input.Reading{StartsAtLines: json.StartsAtLines, Decode: decodeJSONLD,
		Cut: func(f *input.File, o *input.Options) input.Cutter {
			f.State = new(Lost)
			return json.NewCutter(f, o)
		}},
	Writing: input.Writing{
		AcceptsRelative: func(r *input.Item, ref string) bool { // with "@base": null, it removes the base
			return r.Base.Known && r.Names != nil && r.Names.IsReference(ref)
		}, Escape: json.EscapeJSON, Unescape: json.UnescapeJSON,
	},
}

// JSON-LD 1.1. An item is that of JSON: a value with its own contexts. context.go finds the IRIs of names, and
// expand.go their positions.

// Contexts are documents with contexts, which JSON-LD names by their IRIs. None is fetched. The nil Contexts has only
// the built-in ones.
type Contexts struct{ docs map[string]*Doc }

// A ContextFile is a document with a context.
type ContextFile struct {
	URL  string // the IRI in JSON-LD
	Name string // the name of the file
	Text []byte
}

// NewContexts reads contexts from files.
func NewContexts(files []ContextFile) (*Contexts, error) {
	c := &Contexts{docs: map[string]*Doc{}}
	for _, f := range files {
		text := bytes.TrimPrefix(f.Text, linecol.BOM)
		v, ok := new(jsonscan.Members).Line(text)
		if !ok {
			return nil, fmt.Errorf("%s is not JSON, which the context %s is", f.Name, f.URL)
		}
		d := &Doc{Text: text, url: f.URL, file: f.Name, First: 1, End: linecol.LineEnd(text)}
		if d.add(v.Start); d.context().kind() == 0 {
			return nil, fmt.Errorf("%s has no member @context, which has the terms of the context %s", f.Name, f.URL)
		}
		d.line(0) // so that later uses do not change it
		if c.docs[f.URL] != nil {
			return nil, errors.New("the context " + f.URL + " is given twice")
		}
		c.docs[f.URL] = d
	}
	return c, nil
}

// context returns the context with an IRI, or nil if it is missing.
func (x *Expander) context(url string) *Doc {
	if x.contexts != nil && x.contexts.docs[url] != nil {
		return x.contexts.docs[url]
	}
	if name, ok := strings.CutPrefix(strings.Replace(url, "http://", "https://", 1), "https://schema.org"); ok {
		switch name {
		case "", "/", "/docs/jsonldcontext.json", "/docs/jsonldcontext.jsonld":
			if x.schema == nil {
				x.schema = schemaOrg()
			}
			return x.schema
		}
	}
	return nil
}

// schemaTerms are the terms of schema.org with IRIs that are most frequent in pages. All other terms are in its
// vocabulary.
const schemaTerms = `"type": "@type", "id": "@id", "schema": "http://schema.org/", "@vocab": "http://schema.org/",
"additionalType": {"@type": "@id"}, "contentUrl": {"@type": "@id"}, "downloadUrl": {"@type": "@id"},
"embedUrl": {"@type": "@id"}, "image": {"@type": "@id"}, "item": {"@type": "@id"}, "logo": {"@type": "@id"},
"mainEntityOfPage": {"@type": "@id"},
"sameAs": {"@type": "@id"}, "thumbnailUrl": {"@type": "@id"}, "url": {"@type": "@id"}`

// schemaOrg returns the part of the context of schema.org that is known here.
func schemaOrg() *Doc {
	d := &Doc{Text: []byte(`{"@context": {` + schemaTerms + `}}`), url: "https://schema.org/",
		file: "the context of schema.org", First: 1}
	d.add(0)
	return d
}

// decodeJSONLD hands out the items of a chunk of JSON-LD.
func decodeJSONLD(d *input.Decoder, _ input.Cleaner) {
	j := json.Decoder{Decoder: d}
	x := NewExpander(d.Options, d.Options.Base)
	j.Each(func(text []byte, v jsonscan.Value) bool {
		doc := &Doc{Text: text, url: d.Options.Base, First: d.Place(d.Off).Line, End: d.Chunk.File.LineEnd()}
		return x.Expand(doc, v.Start, func(it *Expanded) bool {
			if it.Fault != "" {
				return j.FailAs(it.Code, text, it.At.Start, it.At.End, "%s", it.Fault)
			}
			d.StartRecord()
			d.Rec.Role = it.role
			d.Rec.SetBase(it.Base)
			d.Buf = it.Fill(&d.Rec, doc, d.Buf)
			d.Rec.Reference = !base.HasScheme(d.Rec.Text)
			return d.HandOut(d.Off + it.At.Start + 1)
		})
	})
	x.Account(d.Chunk.File, d.Chunk.File.State.(*Lost))
}

// Fill sets an item to the IRI, using buf for its text, and returns the buffer.
func (it *Expanded) Fill(r *input.Item, doc *Doc, buf []byte) []byte {
	raw := doc.Text[it.At.Start+1 : it.At.End-1]
	r.Raw, r.Escape, r.Names, r.Declares = raw, input.None, it.names, it.declares
	r.BeforeNames = it.declares != nil && scheme.WholeNamespace(it.declares.IRI) != ""
	escaped := bytes.IndexByte(raw, '\\') >= 0
	if it.iri.kind != ldName {
		if r.Text = chars.UnsafeString(raw); escaped {
			buf = jsonscan.Unquote(buf[:0], raw)
			r.Text, r.Escape = chars.UnsafeString(buf), json.EscJSON
		}
		return buf
	}
	p := it.iri.prefix
	buf = append(buf[:0], p.IRI...)
	rest := raw[min(it.iri.skip, len(raw)):]
	if escaped { // the name can have escapes, too
		at := 0
		for text := 0; text < it.iri.skip && at < len(raw); {
			rawLen, textLen := jsonscan.Unit(raw[at:])
			at, text = at+rawLen, text+textLen
		}
		rest = raw[at:]
	}
	buf = jsonscan.Unquote(buf, rest)
	r.Text, r.Escape, r.Prefix = chars.UnsafeString(buf), EscLDName, p
	return buf
}

// Lost has the names of a file that could not be expanded.
type Lost struct {
	mu      sync.Mutex
	count   int
	missing []string // the missing contexts
}

// Account adds the names that the expander could not expand to those of a file, and makes a note of the file report
// how many there are.
func (x *Expander) Account(f *input.File, all *Lost) {
	if x.unexpanded == 0 || f.Notes == nil {
		return
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.count += x.unexpanded
	all.missing = slices.Compact(slices.Sorted(slices.Values(slices.Concat(all.missing, x.missing))))
	are := "the context " + all.missing[0] + " is"
	if len(all.missing) > 1 {
		are = "the contexts " + strings.Join(all.missing, ", ") + " are"
	}
	f.Notes.Say(quote.Plural(all.count, "name") + " could not be expanded, because " + are + " not there: --context " +
		all.missing[0] + "=FILE gives it")
	x.unexpanded, x.missing = 0, nil
}

// hasContext reports whether the first bytes of a file are those of JSON-LD. Metadata of CSVW are another dialect, in
// which the members decide what is an IRI.
func hasContext(head []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, linecol.BOM), chars.Space)
	return len(text) > 0 && (text[0] == '{' || text[0] == '[') && bytes.Contains(text, []byte(`"@context"`)) &&
		!bytes.Contains(text, []byte(`"http://www.w3.org/ns/csvw"`))
}

// EscLD is the escaping of a string in a JSON-LD script.
var EscLD = &input.Escaping{Unit: jsonscan.Unit, Escape: json.EscapeJSON, Unescape: json.UnescapeJSON}

// EscLDName is the escaping of a name of JSON-LD: a string of JSON is either a name or an IRI.
var EscLDName = &input.Escaping{Unit: jsonscan.Unit,
	Name: func(b []byte, s string, _ bool) ([]byte, bool) { return json.EscapeJSON(b, nil, s), true }}
