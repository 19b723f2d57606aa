package input

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/wording"
)

// JSONLD is JSON-LD: records are those of JSON.
var JSONLD = &format{
	name: "jsonld", aliases: []string{"json-ld"}, endings: []string{".jsonld", ".ndjsonld"}, code: CodeJSONLD,
	indented: true, nested: true, linked: true, hasBase: true, utf8: true, anyLine: true,
	insteadOf: "json", shows: hasContext, why: "it has an @context, so it is JSON-LD", from: "jsonld",
	startsAtLines: startsAtLines, cut: newLDCutter, decode: decodeJSONLD, holds: holdsInContext, escape: escapeJSON, unescape: unescapeJSON,
}

// JSON-LD 1.1. A record is that of JSON: a value, which has contexts of its own. What its names stand
// for is found out in ldcontext.go, and where they are in ldexpand.go.

// Contexts are documents with contexts, which JSON-LD names by their IRIs. Nothing is fetched. The nil
// Contexts has those that are known.
type Contexts struct{ docs map[string]*ldDoc }

// A ContextFile is a document with a context.
type ContextFile struct {
	URL  string // by which JSON-LD names it
	Name string // of the file
	Text []byte
}

// NewContexts returns the contexts of files.
func NewContexts(files []ContextFile) (*Contexts, error) {
	c := &Contexts{docs: map[string]*ldDoc{}}
	for _, f := range files {
		text := bytes.TrimPrefix(f.Text, bom)
		v, ok := new(jsonMembers).line(text)
		if !ok {
			return nil, fmt.Errorf("%s is not JSON, which the context %s is", f.Name, f.URL)
		}
		d := &ldDoc{text: text, url: f.URL, file: f.Name, first: 1, end: LineEnd(text)}
		if d.add(v.start); d.context().kind() == 0 {
			return nil, fmt.Errorf("%s has no member @context, which has the terms of the context %s", f.Name, f.URL)
		}
		d.line(0) // so that it is not changed when it is used
		if c.docs[f.URL] != nil {
			return nil, errors.New("the context " + f.URL + " is given twice")
		}
		c.docs[f.URL] = d
	}
	return c, nil
}

// of returns the context that an IRI names, nil if it is not there.
func (c *Contexts) of(url string) *ldDoc {
	if c == nil {
		return nil
	}
	return c.docs[url]
}

// context returns the context that an IRI names, nil if it is not there.
func (x *ldExpander) context(url string) *ldDoc {
	if d := x.contexts.of(url); d != nil {
		return d
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

// schemaTerms are the terms of schema.org whose strings are IRIs that pages have most, beside those of
// its context: all other terms are those of its vocabulary.
const schemaTerms = `"type": "@type", "id": "@id", "schema": "http://schema.org/", "@vocab": "http://schema.org/",
"additionalType": {"@type": "@id"}, "contentUrl": {"@type": "@id"}, "downloadUrl": {"@type": "@id"}, "embedUrl": {"@type": "@id"},
"image": {"@type": "@id"}, "item": {"@type": "@id"}, "logo": {"@type": "@id"}, "mainEntityOfPage": {"@type": "@id"},
"sameAs": {"@type": "@id"}, "thumbnailUrl": {"@type": "@id"}, "url": {"@type": "@id"}`

// schemaOrg returns what is known of the context of schema.org.
func schemaOrg() *ldDoc {
	d := &ldDoc{text: []byte(`{"@context": {` + schemaTerms + `}}`), url: "https://schema.org/", file: "the context of schema.org", first: 1}
	d.add(0)
	return d
}

// decodeJSONLD hands out the records of a block of JSON-LD.
func decodeJSONLD(d *decoder, _ Cleaner) {
	j := jsonDecoder{decoder: d}
	x := newLDExpander(d.o, d.o.Base)
	j.each(func(text []byte, v jsonValue) bool {
		d.place(d.off)
		doc := &ldDoc{text: text, url: d.o.Base, first: d.placed.line, end: d.b.File.LineEnd()}
		return x.expand(doc, v.start, func(it *ldItem) bool {
			if it.fault != "" {
				return j.failAs(it.code, text, it.at.start, it.at.end, "%s", it.fault)
			}
			d.startRecord()
			d.rec.Role = it.role
			d.rec.SetBase(it.base)
			d.buf = it.fill(&d.rec, doc, d.buf)
			d.rec.Reference = !base.HasScheme(d.rec.Text)
			return d.isClean() || d.yieldAt(d.off+it.at.start+1)
		})
	})
	x.account(d.b.File, d.b.File.state.(*ldNames))
}

// fill makes a record that of the IRI, with the buffer for its text, which it returns.
func (it *ldItem) fill(r *Record, doc *ldDoc, buf []byte) []byte {
	raw := doc.text[it.at.start+1 : it.at.end-1]
	r.Raw, r.Escape, r.names, r.Declares = raw, None, nil, it.declares
	if it.context != nil {
		r.names = it.context
	}
	escaped := bytes.IndexByte(raw, '\\') >= 0
	if it.iri.kind != ldName {
		if r.Text = chars.View(raw); escaped {
			buf = unquote(buf[:0], raw)
			r.Text, r.Escape = chars.View(buf), EscJSON
		}
		return buf
	}
	p := it.iri.prefix
	buf = append(buf[:0], p.IRI...)
	rest := raw[min(it.iri.skip, len(raw)):]
	if escaped { // the name can have escapes, too
		at := 0
		for text := 0; text < it.iri.skip && at < len(raw); {
			rawLen, textLen := unitJSON(raw[at:])
			at, text = at+rawLen, text+textLen
		}
		if string(raw[:at]) != p.Name {
			written := *p
			written.Name = string(raw[:at])
			p = &written
		}
		rest = raw[at:]
	}
	buf = unquote(buf, rest)
	r.Text, r.Escape, r.Prefix = chars.View(buf), EscLDName, p
	return buf
}

// ldNames are the names of a file that could not be expanded.
type ldNames struct {
	mu      sync.Mutex
	count   int
	missing []string // the contexts that are not there
}

// newLDCutter returns what cuts a file of JSON-LD, whose state are the names that could not be expanded.
func newLDCutter(f *File, o *Options) cutter {
	f.state = new(ldNames)
	return newJSONCutter(f, o)
}

// account adds the names that the expander could not expand to those of a file, and has the file say how many there are.
func (x *ldExpander) account(f *File, all *ldNames) {
	if x.unexpanded == 0 {
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
	f.say(wording.Plural(all.count, "name") + " could not be expanded, because " + are + " not there: --context " + all.missing[0] + "=FILE gives it")
	x.unexpanded, x.missing = 0, nil
}

// hasContext reports whether the first bytes of a file are those of JSON-LD.
func hasContext(head []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, bom), chars.Space)
	return len(text) > 0 && (text[0] == '{' || text[0] == '[') && bytes.Contains(text, []byte(`"@context"`))
}

// holdsInContext reports whether a relative reference is one in its context. "@base": null leaves none.
func holdsInContext(r *Record, ref string) bool {
	return r.HasBase && r.names != nil && r.names.isReference(ref)
}
