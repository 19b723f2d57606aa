package jsonld

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/text/quote"
)

// The definitions of terms (JSON-LD 1.1 Processing Algorithms §4.2).

// ldTermKeys are the members of the definition of a term, in the form of ldContextKeys.
var ldTermKeys = map[string][2]string{
	"@id": {`"n`, "an IRI, a term, a keyword or null"}, "@reverse": {`"`, "an IRI or a term"},
	"@type":      {`"`, "an IRI, a term or a keyword"},
	"@container": {`"[n`, "a keyword or an array of keywords"}, "@context": {`"[{n0tf`, ""},
	"@index":    {`"`, "an IRI or a term"},
	"@language": {`"n`, "a string or null"}, "@direction": {`"n`, ldDirection}, "@nest": {`"`, "@nest or a term"},
	"@prefix": {"tf", ldBool}, "@protected": {"tf", ldBool},
}

// define creates a term definition (§4.2), unless there is none to create.
func (l *ldLocal) define(name string) {
	d := l.definitions[name]
	switch {
	case d == nil || d.state == 2:
		return
	case d.state == 1:
		l.fault(d.value, d.at, "the definition of the term %s needs itself", quote.Quote(name))
		return
	case name == "":
		l.fault(d.value, d.at, "the empty string cannot be a term")
	case slices.Contains(ldKeywords, name):
		if name != "@type" || !definesType(d.value) {
			l.fault(d.value, d.at, "the keyword %s cannot be defined: of @type alone a context can say that its "+
				"container is @set, and @protected", name)
		}
	}
	if d.state = 2; name == "" || isLDKeyword(name) {
		return
	}
	previous := l.c.term(name)
	t := &ldTerm{absent: true} // it is unknown while it is being defined
	l.c.terms[strings.Clone(name)] = t
	d.state = 1
	t.absent = !l.fill(t, name, d)
	d.state = 2
	guard := l.guards
	if kind := d.value.member("@protected").kind(); kind == 't' || kind == 'f' {
		guard = kind == 't'
	}
	before := ""
	if previous != nil && !l.override {
		before = previous.guarded
	}
	if !guard && before == "" {
		return
	}
	says := l.says(t, name, d)
	if before != "" && says != before {
		l.fault(d.value, d.at, "the term %s is protected, and is defined here in another way", quote.Quote(name))
		l.c.terms[name] = previous
	} else if t.guarded = says; guard || before != "" {
		l.c.guarded = true
	}
}

// definesType reports whether a value is the only definition that a context may have for @type.
func definesType(v ldNode) bool {
	n := 0
	for m := range v.members() {
		kind := m.value.kind()
		if set := m.name == "@container" && kind == '"' && m.value.text() == "@set"; !set &&
			(m.name != "@protected" || kind != 't' && kind != 'f') {
			return false
		}
		n++
	}
	return n > 0
}

// says returns a text that is equal for definitions of a term with the same content.
func (l *ldLocal) says(t *ldTerm, name string, d *ldDefinition) string {
	iri := t.keyword + t.blank
	if t.iri != nil {
		iri = t.iri.IRI
	} else if t.self.kind != ldNull {
		iri = t.self.text(name)
	}
	says := fmt.Appendf(nil, "%q %t %q %q", iri, t.prefix != nil, t.container, t.coercion)
	for _, key := range []string{"@type", "@reverse", "@index", "@nest", "@language", "@direction", "@context"} {
		switch v := d.value.member(key); {
		case v.doc == nil:
		case v.kind() == '"' && key == "@type":
			e := l.expand(v.text())
			says = append(append(says, ' '), e.text(v.text())...)
		default:
			at := v.at()
			says = append(append(says, key...), v.doc.Text[at.Start:at.End]...)
		}
	}
	return string(says)
}

// fill fills in a term definition. It returns false if there is none.
func (l *ldLocal) fill(t *ldTerm, name string, d *ldDefinition) bool {
	v, id, reverse := d.value, d.value, false
	switch v.kind() {
	case '"', 'n':
	case '{':
		id = v.member("@id")
		if r := v.member("@reverse"); r.doc != nil {
			id, reverse = r, true
		}
		l.details(t, name, v, reverse)
	default:
		l.fault(v, d.at, "a term is defined by an IRI, an object or null")
		return true
	}
	text := ""
	switch id.kind() {
	case '"':
		text = id.text()
	case 0:
	default: // null, or an invalid value
		return true
	}
	if (text == "" || text == name) && !reverse {
		l.itself(t, name, d)
		return true
	}
	return l.standsFor(t, name, d, id, text, reverse)
}

// standsFor sets the IRI of a term to the expansion of the text of id. It returns false if there is no definition.
func (l *ldLocal) standsFor(t *ldTerm, name string, d *ldDefinition, id ldNode, text string, reverse bool) bool {
	e := l.expand(text)
	if e.kind == ldNull && isLDKeyword(text) { // reserved: there is no definition then (§4.2.2 steps 13.3 and 14.2.2)
		return false
	}
	v, iri := d.value, e.text(text)
	role := l.roleOf(v, name, iri)
	if e.kind >= ldBlank {
		l.found(id, e, role)
	}
	if !reverse && isIRIForm(name) && len(l.c.missing) == 0 {
		d.state = 2
		if other := l.expand(name); other.kind == ldNull || other.text(name) != iri {
			l.fault(v, d.at, "the term %s has the form of an IRI, and cannot stand for another, %s", quote.Quote(name), quote.Quote(text))
		}
	}
	switch {
	case e.kind == ldKeyword && (e.keyword == "@context" || reverse || role == input.RolePrefix):
		l.fault(v, id.at(), "the term %s cannot stand for the keyword %s", quote.Quote(name), e.keyword)
	case e.kind == ldKeyword:
		t.keyword = e.keyword
	case e.kind == ldBlank:
		t.blank = strings.Clone(text)
	case e.kind == ldNull:
		l.notIRI(id, id.at(), text)
	case len(iri) > base.Max:
		l.tooLong(d, base.TooLong("what the term stands for", "names"))
	default:
		t.iri = l.prefix(d, name, iri, text)
		t.iri.IsTerm = true
		if role == input.RolePrefix {
			t.prefix = l.prefix(d, name+":", iri, text)
		}
		if v.kind() == '"' && !strings.ContainsAny(name, ":/") {
			t.iri.Simple = true
			if t.prefix != nil {
				t.prefix.Simple = true
			}
			if l.readDoc == id.doc { // it was found last
				l.x.items[len(l.x.items)-1].declares = t.iri
			}
		}
	}
	return true
}

// isIRIForm reports whether a term has the form of a compact or relative IRI (§4.2.2 step 14.2.5).
func isIRIForm(name string) bool {
	return strings.Contains(name, "/") || len(name) > 2 && strings.Contains(name[1:len(name)-1], ":")
}

// notIRI reports that the text at a position does not expand to an IRI, or counts it if a missing context may define
// it.
func (l *ldLocal) notIRI(of ldNode, at jsonscan.Value, text string) {
	if l.readDoc == of.doc && len(l.c.missing) > 0 {
		l.x.lost(l.c)
		return
	}
	l.fault(of, at, "%s is not an IRI, nor a term, nor are there a @vocab or a prefix for it", quote.Quote(text))
}

// itself sets the IRI of a term to the expansion of its own text (§4.2.2 steps 15 to 18).
func (l *ldLocal) itself(t *ldTerm, name string, d *ldDefinition) {
	if n := strings.IndexByte(name, ':'); n > 0 {
		l.define(name[:n])
	}
	e := l.c.expand(name, true, false)
	switch e.kind {
	case ldBlank:
		t.blank = strings.Clone(name)
	case ldAbsolute, ldName:
		if iri := e.text(name); len(iri) <= base.Max {
			t.self = e
			if d.value.member("@prefix").kind() == 't' {
				t.prefix = l.prefix(d, name+":", iri, name)
			}
		}
		if l.readDoc == d.value.doc {
			l.x.found(d.at, e, l.c.base, input.RoleTerm, (*ldVocabulary)(l.c))
		}
	default:
		l.notIRI(d.value, d.at, name)
	}
}

// EndsDelimited reports whether an IRI ends with one of gen-delims, as the namespace of a prefix must (JSON-LD 1.1
// API §4.2.2 step 14.2.5).
func EndsDelimited(iri string) bool {
	return iri != "" && strings.IndexByte(":/?#[]@", iri[len(iri)-1]) >= 0
}

// roleOf returns the role of the IRI of a term: that of a prefix if the term can be a prefix (§4.2.2 steps 14.2.5 and
// 26).
func (l *ldLocal) roleOf(v ldNode, name, iri string) string {
	isPrefix := v.kind() == '"' && !strings.ContainsAny(name, ":/") && EndsDelimited(iri)
	if kind := v.member("@prefix").kind(); kind == 't' || kind == 'f' {
		isPrefix = kind == 't'
	}
	if isPrefix {
		return input.RolePrefix
	}
	return input.RoleTerm
}

// details reads the members of an expanded term definition that are about the values of the term.
func (l *ldLocal) details(t *ldTerm, name string, v ldNode, reverse bool) {
	for m := range v.members() {
		switch _, ok := ldTermKeys[m.name]; {
		case !ok:
			l.fault(v, m.at, "the definition of a term has no member %s", quote.Quote(m.name))
		case !l.fits(m, ldTermKeys):
		case reverse && (m.name == "@id" || m.name == "@nest"):
			l.fault(v, m.at, "%s cannot stand beside @reverse", m.name)
		case m.name == "@type":
			l.coerce(t, m.value)
		case m.name == "@container":
			l.contain(t, m, reverse)
		case m.name == "@index":
			t.index = strings.Clone(m.value.text())
			e := l.expand(t.index)
			if l.found(m.value, e, input.RoleTerm); e.kind == ldNull {
				l.notIRI(v, m.value.at(), t.index)
			}
		case m.name == "@nest":
			if s := m.value.text(); s != "@nest" && slices.Contains(ldKeywords, s) {
				l.fault(v, m.value.at(), "@nest is %s", ldTermKeys["@nest"][1])
			}
		case m.name == "@prefix" && strings.ContainsAny(name, ":/"):
			l.fault(v, m.at, "a term with a colon or a slash cannot be a prefix")
		case m.name == "@context":
			t.context = m.value
			if l.readDoc == v.doc { // its IRIs, as they are in its own context
				l.scoped = append(l.scoped, m.value)
			}
		}
	}
	if reverse && t.coercion == "" {
		t.coercion = "@id"
	}
	l.agrees(t, v)
}

// agrees reports members of a term definition that its container does not allow.
func (l *ldLocal) agrees(t *ldTerm, v ldNode) {
	if of := v.member("@type"); of.doc != nil && slices.Contains(t.container, "@type") && t.coercion != "@id" &&
		t.coercion != "@vocab" {
		l.fault(v, of.at(), "beside the container @type the type is @id or @vocab")
	}
	if t.index != "" && !slices.Contains(t.container, "@index") {
		l.fault(v, v.member("@index").at(), "@index stands beside the container @index only")
	}
}

// coerce reads the type of the values of a term.
func (l *ldLocal) coerce(t *ldTerm, v ldNode) {
	s := v.text()
	switch e := l.expand(s); {
	case e.kind == ldKeyword && slices.Contains([]string{"@id", "@json", "@none", "@vocab"}, e.keyword):
		t.coercion = e.keyword
	case e.kind == ldKeyword, e.kind == ldBlank:
		l.fault(v, v.at(), "%s is not a type of values: this is an IRI, @id, @json, @none or @vocab", quote.Quote(s))
	case e.kind == ldNull:
		l.notIRI(v, v.at(), s)
	default:
		if l.found(v, e, input.RoleTerm); e.isAnyURI(s) {
			t.coercion = input.AnyURI
		}
	}
}

// ldContainers are the keywords that @container may have.
var ldContainers = []string{"@graph", "@id", "@index", "@language", "@list", "@set", "@type"}

// contain reads the containers of the values of a term (§4.2.2 step 19).
func (l *ldLocal) contain(t *ldTerm, m ldMember, reverse bool) {
	var all []string
	for v := range m.value.each() {
		s := ""
		if v.kind() == '"' {
			s = v.text()
		}
		if v.kind() != 'n' && !slices.Contains(ldContainers, s) {
			l.fault(v, v.at(), "a container is one of %s", strings.Join(ldContainers, ", "))
			return
		}
		if s != "" && !slices.Contains(all, s) {
			all = append(all, strings.Clone(s))
		}
	}
	has := func(container string) bool { return slices.Contains(all, container) }
	most := 1 // @set is allowed with all others except @list, and @graph with @id or @index
	if has("@set") && !has("@list") {
		most++
	}
	if has("@graph") && !has("@language") && !has("@list") && !has("@type") {
		most++
	}
	switch {
	case len(all) > most || has("@id") && has("@index"):
		l.fault(m.value, m.at, "the containers %s do not go together", strings.Join(all, " and "))
	case reverse && slices.ContainsFunc(all, func(s string) bool { return s != "@set" && s != "@index" }):
		l.fault(m.value, m.at, "beside @reverse the container is @set or @index")
	default:
		slices.Sort(all)
		t.container = all
	}
}
