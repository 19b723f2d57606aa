package input

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The IRIs of a document of JSON-LD: what the expansion algorithm (JSON-LD 1.1 Processing Algorithms
// §5.1) expands, with their places.

// maxLDScopes is how many applied contexts are kept from one document to the next.
const maxLDScopes = 4096

// An ldExpander finds the IRIs of texts of JSON-LD.
type ldExpander struct {
	contexts *Contexts
	schema   *ldDoc // what is known of that of schema.org; nil until it is asked for
	initial  *ldContext
	scopes   map[ldScope]*ldContext

	doc        *ldDoc
	items      []ldItem
	unexpanded int // names that could not be expanded, because a context is not there
	missing    []string
}

// An ldItem is an IRI of a document, or a fault.
type ldItem struct {
	at      jsonValue // with its quotes
	iri     ldIRI
	base    string
	context *ldContext // what it is resolved in; nil for what is not
	role    string
	code    string // of a fault
	fault   string
}

// newLDExpander returns an expander for documents with a base, empty if it is not known.
func newLDExpander(o *Options, base string) *ldExpander {
	contexts, _ := o.Contexts.(*Contexts)
	return &ldExpander{contexts: contexts, initial: &ldContext{base: base}, scopes: map[ldScope]*ldContext{}}
}

// expand finds the IRIs of a document, in their order.
func (x *ldExpander) expand(doc *ldDoc, v jsonValue) []ldItem {
	x.doc, x.items = doc, x.items[:0]
	if len(x.scopes) > maxLDScopes {
		clear(x.scopes)
	}
	root := doc.parse(v)
	x.value(&root, x.initial, nil, false)
	slices.SortStableFunc(x.items, func(a, b ldItem) int { return cmp.Compare(a.at.start, b.at.start) })
	return x.items
}

// found hands out what is at a place, if it is an IRI.
func (x *ldExpander) found(at jsonValue, e ldIRI, base, role string) {
	if e.kind != ldRelative {
		base = ""
	}
	if e.kind > ldBlank {
		x.items = append(x.items, ldItem{at: at, iri: e, base: base, role: role})
	}
}

// fault hands out a fault.
func (x *ldExpander) fault(at jsonValue, format string, args ...any) {
	x.items = append(x.items, ldItem{at: at, code: CodeJSONLD, fault: fmt.Sprintf(format, args...)})
}

// faultIn is fault for a definition of a context, if that is of the text that is read.
func (x *ldExpander) faultIn(own *ldDoc, d *ldDefinition, format string, args ...any) {
	if own == d.doc {
		x.fault(d.at, format, args...)
	}
}

// tooLong reports a definition whose IRI is too long.
func (x *ldExpander) tooLong(own *ldDoc, d *ldDefinition, message string) {
	if own == d.doc {
		x.items = append(x.items, ldItem{at: d.at, code: CodeMaxLine, fault: message})
	}
}

// lost counts a name that could not be expanded, because a context is not there.
func (x *ldExpander) lost(c *ldContext) {
	if len(c.missing) == 0 {
		return
	}
	x.unexpanded++
	for _, url := range c.missing {
		if !slices.Contains(x.missing, url) {
			x.missing = append(x.missing, strings.Clone(url))
		}
	}
}

// name hands out what a text that is not a property expands to.
func (x *ldExpander) name(n *ldNode, c *ldContext, vocab bool, role string) {
	s := x.doc.string(n.at)
	e := c.expand(s, vocab, true)
	if vocab && e.kind == ldRelative && len(c.missing) > 0 && c.vocab == nil {
		x.lost(c) // it may be a term
		return
	}
	before := len(x.items)
	x.found(n.at, e, c.base, role)
	if len(x.items) > before && !vocab {
		it := &x.items[before]
		it.base, it.context = c.base, c
	}
}

// literal hands out a text whose datatype is xsd:anyURI.
func (x *ldExpander) literal(n *ldNode) { x.found(n.at, ldIRI{kind: ldAbsolute}, "", RoleLiteral) }

// value finds the IRIs of the value of a property, whose definition is t; nil for none. inMap says
// that it is a value of a map, whose keys are not members.
func (x *ldExpander) value(n *ldNode, c *ldContext, t *ldTerm, inMap bool) {
	switch n.kind {
	case '"':
		if t != nil && (t.coercion == "@id" || t.coercion == "@vocab") {
			if t.context != nil { // §5.1.2 step 4.2
				c = x.scoped(c, t, true)
			}
			x.name(n, c, t.coercion == "@vocab", Object)
		} else if t != nil && t.coercion == anyURI {
			x.literal(n)
		}
	case '[':
		for i := range n.items {
			x.value(&n.items[i], c, t, inMap)
		}
	case '{':
		x.object(n, c, t, inMap)
	}
}

// object is value for an object (§5.1.2).
func (x *ldExpander) object(n *ldNode, c *ldContext, t *ldTerm, inMap bool) {
	if c.previous != nil && !inMap && !x.keepsScope(n, c) { // step 7
		c = c.previous
	}
	if t != nil && t.context != nil { // step 8
		c = x.scoped(c, t, true)
	}
	for i := range n.members { // step 9
		if m := &n.members[i]; m.name == "@context" {
			c = x.local(c, &m.value)
		}
	}
	typeScoped := c
	var types []string // step 11
	literal, value := false, (*ldNode)(nil)
	for i := range n.members {
		switch m := &n.members[i]; typeScoped.expand(m.name, true, false).keyword {
		case "@type":
			for _, v := range m.value.each() {
				if v.kind == '"' {
					types = append(types, x.doc.string(v.at))
				}
			}
		case "@value":
			literal, value = true, &m.value
		}
	}
	if value != nil && value.kind == '"' && len(types) == 1 {
		if e := typeScoped.expand(types[0], true, true); e.isAnyURI(types[0]) {
			x.literal(value)
		}
	}
	slices.Sort(types)
	for _, name := range types {
		if of := typeScoped.term(name); of != nil && of.context != nil {
			c = x.scoped(c, of, false)
		}
	}
	x.members(n, c, typeScoped, t, literal)
}

// keepsScope reports whether what a type-scoped context changed holds in an object, too: it is a
// value, or a reference to a node.
func (x *ldExpander) keepsScope(n *ldNode, c *ldContext) bool {
	for i := range n.members {
		switch c.expand(n.members[i].name, true, false).keyword {
		case "@value":
			return true
		case "@id":
			return len(n.members) == 1
		}
	}
	return false
}

// members finds the IRIs of the members of a node (§5.1.2 steps 13 and 14). literal says that the node
// is a value.
func (x *ldExpander) members(n *ldNode, c, typeScoped *ldContext, t *ldTerm, literal bool) {
	for i := range n.members {
		m := &n.members[i]
		if m.name == "@context" {
			continue
		}
		switch e := c.expand(m.name, true, false); e.kind {
		case ldKeyword:
			x.keyword(e.keyword, m, c, typeScoped, t, literal)
		case ldNull:
			if c.term(m.name) == nil && !isLDKeyword(m.name) && len(c.missing) > 0 {
				x.lost(c)
				x.value(&m.value, c, nil, false) // the term is there: its values have IRIs
			}
		default:
			if x.found(m.at, e, c.base, Predicate); !literal {
				x.property(&m.value, c, c.term(m.name))
			}
		}
	}
}

// keyword finds the IRIs of a member that is a keyword.
func (x *ldExpander) keyword(keyword string, m *ldMember, c, typeScoped *ldContext, t *ldTerm, literal bool) {
	switch keyword {
	case "@id":
		if m.value.kind == '"' {
			x.name(&m.value, c, false, Subject)
		} else if m.value.kind != 'n' && m.value.kind != '[' && m.value.kind != '{' { // framing has these
			x.fault(m.value.at, "the value of @id is not a string")
		}
	case "@type":
		role := Object
		if literal {
			role = Datatype
		}
		for _, v := range m.value.each() {
			if v.kind == '"' {
				x.name(&v, typeScoped, true, role)
			}
		}
	case "@graph", "@included":
		x.value(&m.value, c, nil, false)
	case "@list", "@set":
		x.value(&m.value, c, t, false)
	case "@reverse":
		if m.value.kind == '{' {
			x.members(&m.value, c, typeScoped, nil, false)
		}
	case "@nest":
		if of := c.term(m.name); of != nil && of.context != nil {
			c = x.scoped(c, of, true)
		}
		for _, v := range m.value.each() {
			x.members(&v, c, typeScoped, t, false)
		}
	}
}

// property finds the IRIs of the value of a property (§5.1.2 steps 13.5 to 13.9).
func (x *ldExpander) property(n *ldNode, c *ldContext, t *ldTerm) {
	if t == nil {
		x.value(n, c, nil, false)
		return
	}
	has := func(container string) bool { return strings.Contains(t.container, " "+container+" ") }
	switch {
	case t.coercion == "@json", has("@language") && n.kind == '{':
	case n.kind == '{' && (has("@index") || has("@id") || has("@type")):
		x.entries(n, c, t, has("@id"), has("@type"))
	default:
		x.value(n, c, t, false)
	}
}

// entries is property for an index map, an id map or a type map.
func (x *ldExpander) entries(n *ldNode, c *ldContext, t *ldTerm, ids, types bool) {
	for i := range n.members {
		m := &n.members[i]
		in := c
		if (ids || types) && c.previous != nil {
			in = c.previous
		}
		if of := in.term(m.name); types && of != nil && of.context != nil {
			in = x.scoped(in, of, false)
		}
		key := ldNode{kind: '"', at: m.at}
		if c.expand(m.name, true, false).keyword != "@none" {
			switch {
			case types:
				x.name(&key, c, true, Object)
			case ids:
				x.name(&key, c, false, Subject)
			case t.index != "" && t.index != "@index":
				x.value(&key, c, c.term(t.index), false)
			}
		}
		of := *t
		if types && of.coercion != "@vocab" { // a string is the IRI of a node
			of.coercion = "@id"
		}
		x.value(&m.value, in, &of, true)
	}
}
