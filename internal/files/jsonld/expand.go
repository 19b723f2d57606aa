package jsonld

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonscan"
)

// The IRIs of a document of JSON-LD: those that the expansion algorithm (JSON-LD 1.1 Processing Algorithms §5.1)
// expands, with their positions.

// maxLDScopes is how many applied contexts are cached from one document to the next.
const maxLDScopes = 4096

// An Expander finds the IRIs of texts of JSON-LD.
type Expander struct {
	contexts *Contexts
	schema   *Doc // the context of schema.org; nil until it is needed
	initial  *ldContext
	scopes   map[ldScope]*ldContext

	doc        *Doc
	index      []ldEntry      // a buffer for the index of the document
	items      []Expanded     // found, but not handed out
	most       int            // the most items
	last       jsonscan.Value // the place of the item that was handed out last
	emit       func(*Expanded) bool
	at         jsonscan.Value // the context of a node that was applied last
	work       int            // how many bytes of contexts of other documents were applied in this one
	stopped    bool           // emit wants no more items
	unexpanded int            // how many names could not be expanded, because a context is missing
	missing    []string
}

// An Expanded is an IRI of a document, or a fault.
type Expanded struct {
	At       jsonscan.Value // with its quotes
	iri      ldIRI
	Base     string
	names    input.Namer // reads texts in its place; nil if none is a name
	role     string
	declares *input.Prefix // for the definition of a term
	Code     string        // for a fault
	Fault    string
}

// IsBase reports whether the item is the value of @base.
func (it *Expanded) IsBase() bool { return it.role == input.RoleBase }

// NewExpander returns an expander for documents with a base, which is "" if it is unknown.
func NewExpander(o *input.Options, base string) *Expander {
	return &Expander{contexts: input.FormatOptions[*Contexts](o), initial: &ldContext{base: base},
		scopes: map[ldScope]*ldContext{}}
}

// minLDItems is how many items are found before the first ones are handed out.
const minLDItems = 1 << 10

// Expand calls emit for each IRI and each fault of a document, in order, until emit returns false. It returns the
// last result of emit.
func (x *Expander) Expand(doc *Doc, start int, emit func(*Expanded) bool) bool {
	if len(x.scopes) > maxLDScopes {
		clear(x.scopes)
	}
	doc.index = x.index[:0]
	doc.add(start)
	x.doc, x.index, x.emit, x.most, x.last, x.stopped = doc, doc.index, emit, minLDItems, jsonscan.Value{}, false
	x.work = 0
	x.value(ldNode{doc: doc}, x.initial, nil, false)
	x.handOut(len(doc.Text))
	return !x.stopped
}

// handOut hands out the items before an offset.
func (x *Expander) handOut(before int) {
	slices.SortStableFunc(x.items, func(a, b Expanded) int { return cmp.Compare(a.At.Start, b.At.Start) })
	n := 0
	for ; n < len(x.items) && x.items[n].At.Start < before; n++ {
		it := &x.items[n]
		if !x.stopped && (it.At != x.last || it.Fault != "") {
			x.last, x.stopped = it.At, !x.emit(it)
		}
	}
	x.items = slices.Delete(x.items, 0, n)
	x.most = minLDItems + 2*len(x.items)
}

// add adds an item. The items of a context, and of the types of a node, are stored until all of it was read, so there
// is a limit; the item after the last reports it.
func (x *Expander) add(it Expanded) {
	switch most := input.MostItems(len(x.doc.Text)); {
	case len(x.items) > most:
		return
	case len(x.items) == most:
		it = Expanded{At: it.At, Code: input.CodeMaxLine, Fault: fmt.Sprintf(
			"the strings and faults after this are not read: more than %d are in one context, or are types of one node",
			most)}
	case it.Fault != "" && len(x.items) > 0 && x.items[len(x.items)-1].Fault == it.Fault:
		it.Fault = x.items[len(x.items)-1].Fault // it is in memory once
	}
	x.items = append(x.items, it)
}

// found hands out the expansion of the text at a position, if it is an IRI.
func (x *Expander) found(at jsonscan.Value, e ldIRI, base, role string, names input.Namer) {
	if e.kind != ldRelative {
		base = ""
	}
	if e.kind > ldBlank {
		x.add(Expanded{At: at, iri: e, Base: base, role: role, names: names})
	}
}

// fault hands out a fault.
func (x *Expander) fault(at jsonscan.Value, format string, args ...any) {
	x.add(Expanded{At: at, Code: input.CodeJSONLD, Fault: fmt.Sprintf(format, args...)})
}

// lost counts a name that could not be expanded because a context is missing.
func (x *Expander) lost(c *ldContext) {
	if len(c.missing) == 0 {
		return
	}
	x.unexpanded++
	for _, url := range c.missing {
		x.missing = withMissing(x.missing, url)
	}
}

// name hands out the expansion of a text that is not a property.
func (x *Expander) name(at jsonscan.Value, c *ldContext, vocab bool, role string) {
	s := x.doc.string(at)
	e := c.expand(s, vocab, true)
	if vocab && e.kind == ldRelative && len(c.missing) > 0 && c.vocab == nil {
		x.lost(c) // it may be a term
		return
	}
	if vocab {
		x.found(at, e, c.base, role, (*ldVocabulary)(c))
		return
	}
	before := len(x.items)
	if x.found(at, e, c.base, role, c); len(x.items) > before {
		x.items[before].Base = c.base
	}
}

// value finds the IRIs of the value of a property with the definition t, which may be nil. inMap says that it is a
// value of a map, the keys of which are not members. All items before it were found already.
func (x *Expander) value(n ldNode, c *ldContext, t *ldTerm, inMap bool) {
	if len(x.items) >= x.most {
		x.handOut(int(n.doc.index[n.i].start))
	}
	if x.stopped {
		return
	}
	switch n.kind() {
	case '"':
		x.str(n.at(), c, t)
	case '[':
		for item := range n.inner() {
			x.value(item, c, t, inMap)
		}
	case '{':
		x.object(n, c, t, inMap)
	}
}

// str is value for a string.
func (x *Expander) str(at jsonscan.Value, c *ldContext, t *ldTerm) {
	switch {
	case t == nil:
	case t.coercion == "@id" || t.coercion == "@vocab":
		if t.context.doc != nil { // §5.1.2 step 4.2
			c = x.scoped(c, t, true)
		}
		x.name(at, c, t.coercion == "@vocab", input.Object)
	case t.coercion == input.AnyURI:
		x.found(at, ldIRI{kind: ldAbsolute}, "", input.RoleLiteral, nil)
	}
}

// object is value for an object (§5.1.2).
func (x *Expander) object(n ldNode, c *ldContext, t *ldTerm, inMap bool) {
	if c.previous != nil && !inMap && !x.keepsScope(n, c) { // step 7
		c = c.previous
	}
	if t != nil && t.context.doc != nil { // step 8
		c = x.scoped(c, t, true)
	}
	for m := range n.members() { // step 9
		if m.name == "@context" {
			c = x.local(c, m.value)
		}
	}
	typeScoped := c
	var types []string // step 11
	var value ldNode
	for m := range n.members() {
		switch typeScoped.expand(m.name, true, false).keyword {
		case "@type":
			for v := range m.value.each() {
				if v.kind() == '"' {
					types = append(types, v.text())
				}
			}
		case "@value":
			value = m.value
		}
	}
	if value.kind() == '"' && len(types) == 1 {
		if e := typeScoped.expand(types[0], true, true); e.isAnyURI(types[0]) {
			x.found(value.at(), ldIRI{kind: ldAbsolute}, "", input.RoleLiteral, nil)
		}
	}
	slices.Sort(types)
	for _, name := range types {
		if of := typeScoped.term(name); of != nil && of.context.doc != nil {
			c = x.scoped(c, of, false)
		}
	}
	x.members(n, c, typeScoped, t, value.doc != nil)
}

// keepsScope reports whether a type-scoped context also applies in an object, because the object is a value, or a
// reference to a node.
func (x *Expander) keepsScope(n ldNode, c *ldContext) bool {
	others, id := 0, false
	for m := range n.members() {
		switch c.expand(m.name, true, false).keyword {
		case "@value":
			return true
		case "@id":
			id = true
		default:
			others++
		}
	}
	return id && others == 0
}

// members finds the IRIs of the members of a node (§5.1.2 steps 13 and 14). literal says that the node is a value.
func (x *Expander) members(n ldNode, c, typeScoped *ldContext, t *ldTerm, literal bool) {
	for m := range n.members() {
		if m.name == "@context" {
			continue
		}
		switch e := c.expand(m.name, true, false); e.kind {
		case ldKeyword:
			x.keyword(e.keyword, m, c, typeScoped, t, literal)
		case ldNull:
			if c.term(m.name) == nil && !isLDKeyword(m.name) && len(c.missing) > 0 {
				x.lost(c)
				x.value(m.value, c, nil, false) // the term is defined: its values have IRIs
			}
		default:
			if x.found(m.at, e, c.base, input.Predicate, (*ldVocabulary)(c)); !literal {
				x.property(m.value, c, c.term(m.name))
			}
		}
	}
}

// keyword finds the IRIs of a member that is a keyword.
func (x *Expander) keyword(keyword string, m ldMember, c, typeScoped *ldContext, t *ldTerm, literal bool) {
	switch keyword {
	case "@id":
		x.strings(m, true, func(at jsonscan.Value) { x.name(at, c, false, input.Subject) })
	case "@type":
		role := input.Object
		if literal {
			role = input.Datatype
		}
		x.strings(m, false, func(at jsonscan.Value) { x.name(at, typeScoped, true, role) })
	case "@graph", "@included":
		x.value(m.value, c, nil, false)
	case "@list", "@set":
		x.value(m.value, c, t, false)
	case "@language", "@direction", "@index": // in frames they have objects and arrays
		if strings.IndexByte("0tfn", m.value.kind()) >= 0 {
			x.fault(m.value.at(), "the value of %s is not a string", m.name)
		}
	case "@reverse":
		if m.value.kind() != '{' {
			x.fault(m.value.at(), "the value of %s is not an object", m.name)
		}
		x.members(m.value, c, typeScoped, nil, false)
	case "@nest":
		if of := c.term(m.name); of != nil && of.context.doc != nil {
			c = x.scoped(c, of, true)
		}
		for v := range m.value.each() {
			if v.kind() != '{' {
				x.fault(v.at(), "the value of %s is not an object", m.name)
			}
			x.members(v, c, typeScoped, t, false)
		}
	}
}

// strings calls found for the strings of @id or @type. In frames there may be several, and objects: an empty one, or
// one with a default.
func (x *Expander) strings(m ldMember, null bool, found func(at jsonscan.Value)) {
	for v := range m.value.each() {
		kind, frame := v.kind(), true
		for of := range v.members() {
			frame = frame && of.name == "@default"
		}
		switch {
		case kind == '"':
			found(v.at())
		case (kind != '{' || !frame) && (kind != 'n' || !null):
			x.fault(v.at(), "the value of %s is not a string", m.name)
		}
	}
}

// property finds the IRIs of the value of a property (§5.1.2 steps 13.5 to 13.9).
func (x *Expander) property(n ldNode, c *ldContext, t *ldTerm) {
	if t == nil {
		x.value(n, c, nil, false)
		return
	}
	has := func(container string) bool { return slices.Contains(t.container, container) }
	switch {
	case t.coercion == "@json", has("@language") && n.kind() == '{':
	case n.kind() == '{' && (has("@index") || has("@id") || has("@type")):
		x.entries(n, c, t, has("@id"), has("@type"))
	default:
		x.value(n, c, t, false)
	}
}

// entries is property for an index map, an id map or a type map.
func (x *Expander) entries(n ldNode, c *ldContext, t *ldTerm, ids, types bool) {
	for m := range n.members() {
		in := c
		if (ids || types) && c.previous != nil {
			in = c.previous
		}
		if of := in.term(m.name); types && of != nil && of.context.doc != nil {
			in = x.scoped(in, of, false)
		}
		if c.expand(m.name, true, false).keyword != "@none" {
			switch {
			case types:
				x.name(m.at, c, true, input.Object)
			case ids:
				x.name(m.at, c, false, input.Subject)
			case t.index != "" && t.index != "@index":
				x.str(m.at, c, c.term(t.index))
			}
		}
		of := *t
		if types && of.coercion != "@vocab" { // a string is the IRI of a node
			of.coercion = "@id"
		}
		x.value(m.value, in, &of, true)
	}
}
