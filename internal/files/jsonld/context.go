package jsonld

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
)

// Contexts of JSON-LD (JSON-LD 1.1 Processing Algorithms §4): the IRIs of the terms and prefixes of a document. Data
// that is not needed to expand IRIs, such as languages, is not stored.

// maxLDContexts is how deep contexts may be nested.
const maxLDContexts = 256

// An ldContext is an active context. It does not change after it is first used.
type ldContext struct {
	base     string // empty if there is none
	vocab    *input.Prefix
	blank    bool // the vocabulary mapping is a blank node
	terms    map[string]*ldTerm
	parent   *ldContext // has the terms that are not in terms
	depth    int        // how many parents there are
	previous *ldContext // the context for the nodes below; nil if it is this one
	missing  []string   // the contexts that are not available, whose terms are unknown
	guarded  bool       // the context has protected terms
	from     *Doc       // the context that was applied last, if applying it again changes nothing
}

// An ldTerm is a term definition. A term that is null has neither prefix nor keyword.
type ldTerm struct {
	iri       *input.Prefix // the IRI of the term
	prefix    *input.Prefix // the term as a prefix; nil if it is not one
	keyword   string        // the keyword of the term
	blank     string        // the blank node of the term
	self      ldIRI         // what the text expands to if it is not a term, if that is the IRI of the term
	absent    bool          // it removes a definition
	coercion  string        // the keyword of @type, or AnyURI; empty for none and other datatypes
	container []string      // the keywords of @container
	index     string        // the property of a property-valued index
	context   ldNode        // the scoped context
	guarded   string        // for a protected term: the content of its definition; empty for others
}

// maxMissing is how many missing contexts are named.
const maxMissing = 100

// lacks records a missing context.
func (c *ldContext) lacks(url string) { c.missing = withMissing(slices.Clip(c.missing), url) }

func withMissing(list []string, url string) []string {
	if len(list) < maxMissing && !slices.Contains(list, url) {
		list = append(list, strings.Clone(url))
	}
	return list
}

// term returns the definition of a term, or nil.
func (c *ldContext) term(name string) *ldTerm {
	for ; c != nil; c = c.parent {
		if t, ok := c.terms[name]; ok {
			if t.absent {
				return nil
			}
			return t
		}
	}
	return nil
}

// An ldIRI is the expansion of a text of JSON-LD.
type ldIRI struct {
	kind    ldKind
	keyword string
	prefix  *input.Prefix // ldName: the prefix of the first bytes of the text
	skip    int           // ldName: how many these are
}

type ldKind uint8

const (
	ldNull     ldKind = iota // nothing: the text is dropped
	ldKeyword                // a keyword
	ldBlank                  // a blank node
	ldAbsolute               // the text itself is an IRI
	ldName                   // a prefix and the rest of the text
	ldRelative               // the text, resolved against the base
)

// text returns the expansion of s, which is not resolved, or the keyword.
func (e *ldIRI) text(s string) string {
	switch e.kind {
	case ldName:
		return e.prefix.IRI + s[e.skip:]
	case ldKeyword:
		return e.keyword
	}
	return s
}

// isAnyURI reports whether s expands to the datatype xsd:anyURI.
func (e *ldIRI) isAnyURI(s string) bool { return e.kind >= ldAbsolute && e.text(s) == input.AnyURI }

// expand expands an IRI (§5.2): with vocab, by terms and the vocabulary mapping; with document, against the base.
func (c *ldContext) expand(s string, vocab, document bool) ldIRI {
	if isLDKeyword(s) {
		if slices.Contains(ldKeywords, s) {
			return ldIRI{kind: ldKeyword, keyword: s}
		}
		return ldIRI{}
	}
	if t := c.term(s); t != nil && (vocab || t.keyword != "") {
		switch {
		case t.keyword != "":
			return ldIRI{kind: ldKeyword, keyword: t.keyword}
		case t.blank != "":
			return ldIRI{kind: ldBlank}
		case t.self.kind != ldNull:
			return t.self
		case t.iri == nil:
			return ldIRI{}
		}
		return ldIRI{kind: ldName, prefix: t.iri, skip: len(s)}
	}
	if n := strings.IndexByte(s, ':'); n > 0 {
		if s[:n] == "_" {
			return ldIRI{kind: ldBlank}
		}
		if !strings.HasPrefix(s[n+1:], "//") {
			if t := c.term(s[:n]); t != nil && t.prefix != nil {
				return ldIRI{kind: ldName, prefix: t.prefix, skip: n + 1}
			} else if t != nil && t.blank != "" {
				return ldIRI{kind: ldBlank}
			}
		}
		if base.HasScheme(s) {
			return ldIRI{kind: ldAbsolute}
		}
	}
	switch {
	case vocab && c.blank:
		return ldIRI{kind: ldBlank}
	case vocab && c.vocab != nil:
		return ldIRI{kind: ldName, prefix: c.vocab}
	case document:
		return ldIRI{kind: ldRelative}
	}
	return ldIRI{}
}

// IsReference reports whether a text that is resolved in the context is a relative reference.
func (c *ldContext) IsReference(text string) bool {
	return c.expand(text, false, true).kind == ldRelative
}

// Reads implements [input.Namer].
func (c *ldContext) Reads(text string) (prefix *input.Prefix, ok bool) {
	e := c.expand(text, false, true)
	return e.prefix, e.kind > ldBlank
}

// An ldVocabulary is a context in which texts are expanded by its terms and vocabulary.
type ldVocabulary ldContext

// IsReference implements [input.Namer]: a text would be a term, or be appended to the vocabulary.
func (*ldVocabulary) IsReference(string) bool { return false }

// Reads implements [input.Namer].
func (c *ldVocabulary) Reads(text string) (prefix *input.Prefix, ok bool) {
	e := (*ldContext)(c).expand(text, true, true)
	return e.prefix, e.kind > ldBlank
}

// ldKeywords are the keywords (JSON-LD 1.1 §1.7).
var ldKeywords = []string{
	"@base", "@container", "@context", "@direction", "@graph", "@id", "@import", "@included", "@index", "@json",
	"@language", "@list", "@nest", "@none", "@prefix",
	"@propagate", "@protected", "@reverse", "@set", "@type", "@value", "@version", "@vocab",
}

// An ldScope is the key of a scoped context that was applied before.
type ldScope struct {
	active    *ldContext
	context   ldNode
	propagate bool
}

// scoped applies the scoped context of a term (§4.1). It caches the result. The scoped context of a property, which
// propagates, can redefine protected terms.
func (x *Expander) scoped(active *ldContext, t *ldTerm, propagate bool) *ldContext {
	key := ldScope{active, t.context, propagate}
	c, ok := x.scopes[key]
	if !ok {
		c = x.apply(active, t.context, propagate, false, propagate)
		x.scopes[key] = c
	}
	return c
}

// apply applies a local context (§4.1).
func (x *Expander) apply(active *ldContext, n ldNode, propagate, own, override bool) *ldContext {
	return x.applyItems(active, n, slices.Collect(n.each()), propagate, own, override)
}

// applyItems applies the last items of a local context, or all. own says that the context is in the text that is
// read, so its IRIs are handed out; override says that it can redefine protected terms.
func (x *Expander) applyItems(active *ldContext, n ldNode, items []ldNode, propagate, own, override bool) *ldContext {
	if kind := n.member("@propagate").kind(); kind == 't' || kind == 'f' {
		propagate = kind == 't'
	}
	if active.depth >= maxLDContexts {
		if own {
			x.fault(n.at(), "contexts lie in each other more than %d deep: this one is not read", maxLDContexts)
		}
		return active
	}
	c := *active
	c.terms, c.parent, c.depth = map[string]*ldTerm{}, active, active.depth+1
	if !propagate && c.previous == nil {
		c.previous = active
	}
	x.into(&c, items, own, override, nil)
	return &c
}

// local applies the context of a node. It caches the result if the context is another document, which is the same for
// each node and line of a file, or is repeated in a node below.
func (x *Expander) local(active *ldContext, n ldNode) *ldContext {
	x.at = n.at()
	items := slices.Collect(n.each())
	if len(items) == 0 || items[0].kind() != '"' {
		return x.apply(active, n, true, true, false)
	}
	remote := x.context(base.Resolve(n.doc.url, items[0].text()))
	if remote == nil {
		return x.apply(active, n, true, true, false)
	}
	key := ldScope{active, remote.context(), true}
	c := x.scopes[key]
	switch {
	case active.from == remote:
		c = active
	case c == nil:
		c = x.apply(active, items[0], true, false, false)
		x.scopes[key] = c
	}
	x.reference(items[0])
	if len(items) == 1 {
		return c
	}
	return x.applyItems(c, n, items[1:], true, true, false)
}

// saysTheSameAgain reports whether a context has no effect right after it was applied: its vocabulary mapping does
// not depend on the one before, and it uses no other documents.
func saysTheSameAgain(n ldNode) bool {
	if n.kind() != '{' || n.member("@import").kind() != 0 {
		return false
	}
	vocab := n.member("@vocab")
	return vocab.kind() == 0 || vocab.kind() == '"' && strings.Contains(vocab.text(), "://")
}

// maxLDWork is how many bytes of contexts of other documents are applied in one document.
const maxLDWork = 32 << 20

// read returns the context of a document, or nil if it is missing, or too much has been applied.
func (x *Expander) read(url string) *Doc {
	d := x.context(url)
	if d == nil || x.work > maxLDWork {
		return nil
	}
	if x.work += len(d.Text); x.work > maxLDWork {
		x.fault(x.at, "contexts of other documents are named too often: %d MiB of them are read for one document, "+
			"and none from here on", maxLDWork>>20)
	}
	return d
}

// reference hands out the IRI of a context.
func (x *Expander) reference(n ldNode) {
	x.found(n.at(), ldIRI{kind: ldRelative}, n.doc.url, input.RoleContext, nil)
}

// into applies a local context to c, which is new. around are the contexts that contain it.
func (x *Expander) into(c *ldContext, items []ldNode, own, override bool, around []string) {
	for _, item := range items {
		switch item.kind() {
		case 'n':
			if own && c.guarded && !override {
				x.fault(item.at(), "null cannot take away terms that are protected")
			}
			*c = ldContext{base: x.initial.base, terms: map[string]*ldTerm{}, parent: x.initial, depth: c.depth,
				previous: c.previous}
		case '"':
			if own {
				x.reference(item)
			}
			url := base.Resolve(item.doc.url, item.text())
			if remote := x.context(url); remote != nil && (remote == c.from || slices.Contains(around, url)) {
				continue
			}
			if remote := x.read(url); remote == nil {
				c.lacks(url)
			} else {
				x.into(c, slices.Collect(remote.context().each()), false, override, append(slices.Clip(around), url))
				if c.from = nil; saysTheSameAgain(remote.context()) {
					c.from = remote
				}
			}
		case '{':
			c.from = nil
			x.define(c, item, own, override)
		default:
			if own {
				x.fault(item.at(), "a context is an object, the IRI of one, null, or an array of these")
			}
		}
	}
}
