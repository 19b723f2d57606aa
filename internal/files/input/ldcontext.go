package input

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/text/wording"
)

// Contexts of JSON-LD (JSON-LD 1.1 Processing Algorithms §4): what the terms and prefixes of a document
// stand for. What is not needed to expand IRIs, such as languages, is not kept.

// maxLDContexts is how deep contexts may lie in each other.
const maxLDContexts = 256

// An ldContext is an active context. It is not changed once it is in use.
type ldContext struct {
	base     string // empty for none
	vocab    *Prefix
	blank    bool // the vocabulary mapping is a blank node
	terms    map[string]*ldTerm
	parent   *ldContext // has the terms that terms has not
	depth    int        // how many parents there are
	previous *ldContext // what holds again in the nodes below; nil for the same
	missing  []string   // the contexts that are not there, of which the terms are not known
}

// An ldTerm is a term definition. A term that is null has neither prefix nor keyword.
type ldTerm struct {
	iri       *Prefix // what the term stands for
	prefix    *Prefix // the same for the term as a prefix; nil if it is not one
	keyword   string  // the keyword that it stands for
	blank     string  // the blank node that it stands for
	self      ldIRI   // what its text expands to without it, if that is what it stands for
	absent    bool    // it hides a definition and is none
	coercion  string  // the keyword of @type, or anyURI; empty for none and for other datatypes
	container string  // the keywords of @container, with spaces around each
	index     string  // the property of a property-valued index
	context   *ldNode // the scoped context; nil for none
	doc       *ldDoc  // of the context
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
	prefix  *Prefix // ldName: what stands for the first bytes of the text
	skip    int     // ldName: how many these are
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

// text returns the IRI that a text stands for, which is not resolved.
func (e *ldIRI) text(s string) string {
	if e.kind == ldName {
		return e.prefix.IRI + s[e.skip:]
	}
	return s
}

// isAnyURI reports whether a text stands for the datatype xsd:anyURI.
func (e *ldIRI) isAnyURI(s string) bool { return e.kind >= ldAbsolute && e.text(s) == anyURI }

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

// isReference reports whether a text that is resolved in the context is a relative reference.
func (c *ldContext) isReference(text string) bool {
	return c.expand(text, false, true).kind == ldRelative
}

// ldKeywords are the keywords (JSON-LD 1.1 §1.7).
var ldKeywords = []string{
	"@base", "@container", "@context", "@direction", "@graph", "@id", "@import", "@included", "@index", "@json", "@language", "@list", "@nest", "@none", "@prefix",
	"@propagate", "@protected", "@reverse", "@set", "@type", "@value", "@version", "@vocab",
}

// An ldScope is what a context is asked for with again and again.
type ldScope struct {
	active    *ldContext
	context   *ldNode
	propagate bool
}

// scoped applies the scoped context of a term (§4.1). What comes out is kept for the next time.
func (x *ldExpander) scoped(active *ldContext, t *ldTerm, propagate bool) *ldContext {
	key := ldScope{active, t.context, propagate}
	c, ok := x.scopes[key]
	if !ok {
		c = x.apply(active, t.context, t.doc, propagate, false)
		x.scopes[key] = c
	}
	return c
}

// apply applies a local context (§4.1). With own set it is one of the text that is read, whose IRIs are
// handed out.
func (x *ldExpander) apply(active *ldContext, n *ldNode, doc *ldDoc, propagate, own bool) *ldContext {
	if m := n.member("@propagate"); m.kind == 't' || m.kind == 'f' {
		propagate = m.kind == 't'
	}
	if active.depth >= maxLDContexts {
		if own {
			x.fault(n.at, "contexts lie in each other more than %d deep: this one is not read", maxLDContexts)
		}
		return active
	}
	c := *active
	c.terms, c.parent, c.depth = map[string]*ldTerm{}, active, active.depth+1
	if !propagate && c.previous == nil {
		c.previous = active
	}
	x.into(&c, n, doc, own, nil)
	return &c
}

// local applies the context of a node. One that is a reference is the same for each line of a file, and
// kept for the next time.
func (x *ldExpander) local(active *ldContext, n *ldNode) *ldContext {
	if n.kind != '"' {
		return x.apply(active, n, x.doc, true, true)
	}
	key := ldScope{active, x.contextOf(n, x.doc), true}
	if c := x.scopes[key]; c != nil {
		x.reference(n, x.doc)
		return c
	}
	c := x.apply(active, n, x.doc, true, true)
	if key.context != nil {
		x.scopes[key] = c
	}
	return c
}

// contextOf returns the value of the context that a reference names, nil if it is not there.
func (x *ldExpander) contextOf(n *ldNode, doc *ldDoc) *ldNode {
	if d := x.context(base.Resolve(doc.url, doc.string(n.at))); d != nil {
		return d.root.member("@context")
	}
	return nil
}

// reference hands out the IRI of a context.
func (x *ldExpander) reference(n *ldNode, doc *ldDoc) {
	x.found(n.at, ldIRI{kind: ldRelative}, doc.url, RoleContext)
}

// into applies a local context to c, which is new. around are the contexts that are being read.
func (x *ldExpander) into(c *ldContext, n *ldNode, doc *ldDoc, own bool, around []string) {
	for _, item := range n.each() {
		switch item.kind {
		case 'n':
			x.reset(c)
		case '"':
			if own {
				x.reference(&item, doc)
			}
			url := base.Resolve(doc.url, doc.string(item.at))
			if remote := x.context(url); remote == nil {
				c.missing = append(slices.Clip(c.missing), url)
			} else if !slices.Contains(around, url) {
				x.into(c, remote.root.member("@context"), remote, false, append(slices.Clip(around), url))
			}
		case '{':
			x.define(c, &item, doc, own)
		default:
			if own {
				x.fault(item.at, "a context is an object, the IRI of one, null, or an array of these")
			}
		}
	}
}

// reset makes c the context before all others, but for what holds again in the nodes below.
func (x *ldExpander) reset(c *ldContext) {
	*c = ldContext{base: x.initial.base, terms: map[string]*ldTerm{}, parent: x.initial, depth: c.depth, previous: c.previous}
}

// An ldDefinition is an entry of a local context.
type ldDefinition struct {
	at    jsonValue // of its name
	value *ldNode
	doc   *ldDoc
	state int8 // 1 while it is worked on, 2 afterwards
}

// An ldLocal is a local context that is being applied.
type ldLocal struct {
	x           *ldExpander
	c           *ldContext
	definitions map[string]*ldDefinition
	own         *ldDoc    // the text that is read; nil if the context is not of it
	scoped      []*ldNode // the scoped contexts of terms, if it is of it
}

// define applies a local context that is an object.
func (x *ldExpander) define(c *ldContext, n *ldNode, doc *ldDoc, own bool) {
	l := ldLocal{x: x, c: c, definitions: make(map[string]*ldDefinition, len(n.members))}
	if own {
		l.own = doc
	}
	var names []string
	enter := func(n *ldNode, doc *ldDoc) {
		for i := range n.members {
			m := &n.members[i]
			if l.definitions[m.name] == nil {
				names = append(names, m.name)
			}
			l.definitions[m.name] = &ldDefinition{at: m.at, value: &m.value, doc: doc}
		}
	}
	if m := n.member("@import"); m.kind == '"' { // §4.1.2 step 5.6
		url := base.Resolve(doc.url, doc.string(m.at))
		if own {
			x.reference(m, doc)
		}
		if remote := x.context(url); remote != nil {
			enter(remote.root.member("@context"), remote)
		} else {
			c.missing = append(slices.Clip(c.missing), url)
		}
	}
	enter(n, doc)
	if d := l.definitions["@base"]; d != nil && doc.file == "" && d.doc == doc {
		l.base(d)
	}
	if d := l.definitions["@vocab"]; d != nil {
		l.vocab(d)
	}
	for _, name := range names {
		l.define(name)
	}
	for _, n := range l.scoped { // the terms that they need are defined now
		x.apply(c, n, doc, true, true)
	}
}

// base applies @base (§4.1.2 step 5.7).
func (l *ldLocal) base(d *ldDefinition) {
	switch d.value.kind {
	case 'n':
		l.c.base = ""
	case '"':
		declared := d.doc.string(d.value.at)
		if l.own == d.doc {
			l.x.found(d.value.at, ldIRI{kind: ldRelative}, l.c.base, RoleBase)
		}
		if l.c.base = base.Resolve(l.c.base, strings.Clone(declared)); len(l.c.base) > base.Max {
			l.x.tooLong(l.own, d, base.TooLong("the base", "references"))
			l.c.base = ""
		}
	default:
		l.x.faultIn(l.own, d, "@base is an IRI or null")
	}
}

// vocab applies @vocab (§4.1.2 step 5.8).
func (l *ldLocal) vocab(d *ldDefinition) {
	switch d.value.kind {
	case 'n':
		l.c.vocab, l.c.blank = nil, false
	case '"':
		s := d.doc.string(d.value.at)
		e := l.c.expand(s, true, true)
		if l.own == d.doc && s != "" {
			l.x.found(d.value.at, e, l.c.base, RolePrefix)
		}
		iri := e.text(s)
		if e.kind == ldRelative {
			iri = base.Resolve(l.c.base, s)
			if s == "" {
				iri = l.c.base
			}
		}
		switch l.c.vocab, l.c.blank = nil, e.kind == ldBlank; {
		case len(iri) > base.Max:
			l.x.tooLong(l.own, d, base.TooLong("the vocabulary", "terms"))
		case e.kind > ldBlank:
			l.c.vocab = l.prefix(d, "", iri, s)
			l.c.vocab.Title = "@vocab"
		}
	default:
		l.x.faultIn(l.own, d, "@vocab is an IRI or null")
	}
}

// prefix returns what a name stands for.
func (l *ldLocal) prefix(d *ldDefinition, name, iri, written string) *Prefix {
	return &Prefix{
		Name: strings.Clone(name), IRI: strings.Clone(iri), Written: strings.Clone(written), Line: d.doc.line(d.at.start), File: d.doc.file,
		relative: !base.HasScheme(iri),
	}
}

// expand expands an IRI in the local context, whose terms that it needs are defined first.
func (l *ldLocal) expand(s string) ldIRI {
	l.define(s)
	if n := strings.IndexByte(s, ':'); n > 0 && !strings.HasPrefix(s[n+1:], "//") {
		l.define(s[:n])
	}
	return l.c.expand(s, true, false)
}

// define creates a term definition (§4.2), unless there is none to create.
func (l *ldLocal) define(name string) {
	d := l.definitions[name]
	if d == nil || d.state == 2 || isLDKeyword(name) {
		return
	}
	if d.state == 1 {
		l.x.faultIn(l.own, d, "the definition of the term %s needs itself", wording.Quote(name))
		return
	}
	d.state = 1
	t := &ldTerm{doc: d.doc}
	l.fill(t, name, d)
	d.state = 2
	l.c.terms[strings.Clone(name)] = t
}

// fill fills in a term definition.
func (l *ldLocal) fill(t *ldTerm, name string, d *ldDefinition) {
	v, id := d.value, d.value
	simple := v.kind == '"'
	reverse := false
	if v.kind == '{' {
		id = v.member("@id")
		if r := v.member("@reverse"); r.kind != 0 {
			id, reverse = r, true
		}
		l.details(t, v, d)
	} else if !simple && v.kind != 'n' {
		l.x.faultIn(l.own, d, "a term is defined by an IRI, an object or null")
		return
	}
	text := ""
	switch id.kind {
	case 'n':
		return
	case '"':
		text = d.doc.string(id.at)
	}
	var e ldIRI
	iri := ""
	if text != "" && text != name || reverse {
		e = l.expand(text)
		if e.kind == ldNull && isLDKeyword(text) { // reserved: there is no definition then (§4.2.2 steps 13.3 and 14.2.2)
			t.absent = true
			return
		}
		iri = e.text(text)
		if l.own == d.doc && e.kind >= ldBlank {
			l.found(id.at, e, l.roleOf(v, simple, name, iri))
		}
	} else {
		l.itself(t, name, d)
		return
	}
	switch e.kind {
	case ldKeyword:
		if e.keyword != "@context" {
			t.keyword = e.keyword
		}
	case ldBlank:
		t.blank = text
	case ldAbsolute, ldName:
		if len(iri) > base.Max {
			l.x.tooLong(l.own, d, base.TooLong("what the term stands for", "names"))
			return
		}
		t.iri = l.prefix(d, name, iri, text)
		t.iri.Whole = true
		if l.roleOf(v, simple, name, iri) == RolePrefix {
			t.prefix = l.prefix(d, name+":", iri, text)
		}
	default:
		l.notIRI(d, id.at, text)
	}
}

// notIRI says that the text at a place stands for no IRI, or counts it if a context that is not there may
// have what it stands for.
func (l *ldLocal) notIRI(d *ldDefinition, at jsonValue, text string) {
	switch {
	case l.own != d.doc:
	case len(l.c.missing) > 0:
		l.x.lost(l.c)
	default:
		l.x.fault(at, "%s is not an IRI, nor a term, nor are there a @vocab or a prefix for it", wording.Quote(text))
	}
}

// itself has a term stand for what its text expands to (§4.2.2 steps 15 to 18).
func (l *ldLocal) itself(t *ldTerm, name string, d *ldDefinition) {
	if n := strings.IndexByte(name, ':'); n > 0 {
		l.define(name[:n])
	}
	e := l.c.expand(name, true, false)
	switch e.kind {
	case ldBlank:
		t.blank = name
	case ldAbsolute, ldName:
		if iri := e.text(name); len(iri) <= base.Max {
			t.self = e
			if p := d.value.member("@prefix"); p.kind == 't' {
				t.prefix = l.prefix(d, name+":", iri, name)
			}
		}
		if l.own == d.doc {
			l.found(d.at, e, RoleTerm)
		}
	default:
		l.notIRI(d, d.at, name)
	}
}

// roleOf returns the role of the IRI of a term: it is that of a prefix if the term can be one (§4.2.2
// step 14.2.5, §4.2.2 step 26).
func (l *ldLocal) roleOf(v *ldNode, simple bool, name, iri string) string {
	isPrefix := simple && iri != "" && !strings.ContainsAny(name, ":/") && strings.IndexByte(":/?#[]@", iri[len(iri)-1]) >= 0
	if p := v.member("@prefix"); p.kind == 't' || p.kind == 'f' {
		isPrefix = p.kind == 't'
	}
	if isPrefix {
		return RolePrefix
	}
	return RoleTerm
}

func (l *ldLocal) found(at jsonValue, e ldIRI, role string) { l.x.found(at, e, l.c.base, role) }

// details takes what an expanded term definition says of the values of the term.
func (l *ldLocal) details(t *ldTerm, v *ldNode, d *ldDefinition) {
	if m := v.member("@type"); m.kind == '"' {
		s := d.doc.string(m.at)
		e := l.expand(s)
		if e.isAnyURI(s) {
			t.coercion = anyURI
		}
		switch {
		case e.kind == ldKeyword:
			t.coercion = e.keyword
		case e.kind >= ldBlank && l.own == d.doc:
			l.found(m.at, e, RoleTerm)
		case e.kind == ldNull:
			l.notIRI(d, m.at, s)
		}
	}
	if v.member("@reverse").kind != 0 && t.coercion == "" {
		t.coercion = "@id"
	}
	m := v.member("@container")
	for _, c := range m.each() {
		if c.kind == '"' {
			t.container += " " + d.doc.string(c.at) + " "
		}
	}
	if m := v.member("@index"); m.kind == '"' {
		t.index = strings.Clone(d.doc.string(m.at))
		if e := l.expand(t.index); l.own == d.doc && e.kind >= ldBlank {
			l.found(m.at, e, RoleTerm)
		}
	}
	for i := range v.members {
		if m := &v.members[i]; m.name == "@context" {
			t.context = &m.value
		}
	}
	if t.context != nil && l.own == d.doc { // its IRIs, as they are in the context in which it stands
		l.scoped = append(l.scoped, t.context)
	}
}
