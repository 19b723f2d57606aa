package jsonld

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
)

// Contexts of JSON-LD (JSON-LD 1.1 Processing Algorithms §4): what the terms and prefixes of a document
// stand for. What is not needed to expand IRIs, such as languages, is not kept.

// maxLDContexts is how deep contexts may lie in each other.
const maxLDContexts = 256

// An ldContext is an active context. It is not changed once it is in use.
type ldContext struct {
	base     string // empty for none
	vocab    *input.Prefix
	blank    bool // the vocabulary mapping is a blank node
	terms    map[string]*ldTerm
	parent   *ldContext // has the terms that terms has not
	depth    int        // how many parents there are
	previous *ldContext // what holds again in the nodes below; nil for the same
	missing  []string   // the contexts that are not there, whose terms are not known
	guarded  bool       // there are protected terms
	from     *Doc       // the context that was applied last, if to apply it again changes nothing
}

// An ldTerm is a term definition. A term that is null has neither prefix nor keyword.
type ldTerm struct {
	iri       *input.Prefix // what the term stands for
	prefix    *input.Prefix // the same for the term as a prefix; nil if it is not one
	keyword   string        // the keyword that it stands for
	blank     string        // the blank node that it stands for
	self      ldIRI         // what its text expands to without it, if that is what it stands for
	absent    bool          // it hides a definition and is none
	coercion  string        // the keyword of @type, or AnyURI; empty for none and for other datatypes
	container []string      // the keywords of @container
	index     string        // the property of a property-valued index
	context   ldNode        // the scoped context
	guarded   string        // of a protected term: all that its definition says; empty for others
}

// maxMissing is how many contexts that are not there are named.
const maxMissing = 100

// lacks notes a context that is not there.
func (c *ldContext) lacks(url string) { c.missing = withMissing(slices.Clip(c.missing), url) }

func withMissing(list []string, url string) []string {
	if len(list) < maxMissing && !slices.Contains(list, url) {
		list = append(list, strings.Clone(url))
	}
	return list
}

// term returns the definition of a term, nil if there is none.
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

// An ldIRI is what a text of JSON-LD stands for.
type ldIRI struct {
	kind    ldKind
	keyword string
	prefix  *input.Prefix // ldName: what stands for the first bytes of the text
	skip    int           // ldName: how many these are
}

type ldKind uint8

const (
	ldNull     ldKind = iota // nothing: it is left out
	ldKeyword                // a keyword
	ldBlank                  // a blank node
	ldAbsolute               // the IRI that the text is
	ldName                   // prefix and the rest of the text
	ldRelative               // the text, resolved against the base
)

// text returns the IRI that a text stands for, which is not resolved, or the keyword.
func (e *ldIRI) text(s string) string {
	switch e.kind {
	case ldName:
		return e.prefix.IRI + s[e.skip:]
	case ldKeyword:
		return e.keyword
	}
	return s
}

// isAnyURI reports whether a text stands for the datatype xsd:AnyURI.
func (e *ldIRI) isAnyURI(s string) bool { return e.kind >= ldAbsolute && e.text(s) == input.AnyURI }

// expand expands an IRI (§5.2): vocab has it expanded with terms and the vocabulary mapping, document
// against the base.
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

// Reads is that of [input.Namer].
func (c *ldContext) Reads(text string) (prefix *input.Prefix, ok bool) {
	e := c.expand(text, false, true)
	return e.prefix, e.kind > ldBlank
}

// An ldVocabulary is a context in which texts are expanded with its terms and vocabulary.
type ldVocabulary ldContext

// IsReference is that of [input.Namer]: it would be a term, or after the vocabulary.
func (*ldVocabulary) IsReference(string) bool { return false }

// Reads is that of [input.Namer].
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

// An ldScope is what a context is asked for with again and again.
type ldScope struct {
	active    *ldContext
	context   ldNode
	propagate bool
}

// scoped applies the scoped context of a term (§4.1). What comes out is kept for the next time. One of a
// property, which propagates, can define protected terms again.
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

// applyItems applies the last items of a local context, or all. With own set it is one of the text that is read, whose
// IRIs are handed out; with override set it can define protected terms again.
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

// local applies the context of a node. What another document says first is the same for each node and line of a file,
// and kept for the next time; so is what it says again in a node below.
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

// saysTheSameAgain reports whether a context changes nothing where it has just been applied: its vocabulary mapping is
// not made of that before, and it takes nothing from other documents.
func saysTheSameAgain(n ldNode) bool {
	if n.kind() != '{' || n.member("@import").kind() != 0 {
		return false
	}
	vocab := n.member("@vocab")
	return vocab.kind() == 0 || vocab.kind() == '"' && strings.Contains(vocab.text(), "://")
}

// maxLDWork is how many bytes of contexts of other documents are applied in one document.
const maxLDWork = 32 << 20

// read returns the context that a document applies, nil if it is not there, or too much has been applied.
func (x *Expander) read(url string) *Doc {
	d := x.context(url)
	if d == nil || x.work > maxLDWork {
		return nil
	}
	if x.work += len(d.Text); x.work > maxLDWork {
		x.fault(x.at, "contexts of other documents are named too often: %d MiB of them are read for one document, "+
			"and none from here on",
			maxLDWork>>20)
	}
	return d
}

// reference hands out the IRI of a context.
func (x *Expander) reference(n ldNode) {
	x.found(n.at(), ldIRI{kind: ldRelative}, n.doc.url, input.RoleContext, nil)
}

// into applies a local context to c, which is new. around are the contexts that are being read.
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
