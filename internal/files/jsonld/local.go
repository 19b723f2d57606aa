package jsonld

import (
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonscan"
)

// The declarations of a context of JSON-LD: the base, the vocabulary, and terms (JSON-LD 1.1 Processing Algorithms
// §4.1 and §4.2). An invalid declaration is a fault, and the others are read.

// ldContextKeys are the members of a context that define no term, with the types of their values, and the names of
// these types.
var ldContextKeys = map[string][2]string{
	"@base": {`"n`, "an IRI or null"}, "@vocab": {`"n`, "an IRI or null"}, "@import": {`"`, "the IRI of a context"},
	"@version":  {"0", "1.1"},
	"@language": {`"n`, "a string or null"}, "@direction": {`"n`, ldDirection}, "@propagate": {"tf", ldBool},
	"@protected": {"tf", ldBool},
}

const (
	ldBool      = "true or false"
	ldDirection = `"ltr", "rtl" or null`
)

// An ldDefinition is an entry of a local context.
type ldDefinition struct {
	ldMember
	state int8 // 1 while it is processed, 2 afterwards
}

// An ldLocal is a local context that is being applied.
type ldLocal struct {
	x           *Expander
	c           *ldContext
	definitions map[string]*ldDefinition
	readDoc     *Doc     // the text that is read; nil if the context is not in it
	scoped      []ldNode // the scoped contexts of terms, if it is in that text
	override    bool     // protected terms can be redefined
	guards      bool     // its terms are protected
}

// define applies a local context that is an object.
func (x *Expander) define(c *ldContext, n ldNode, own, override bool) {
	l := ldLocal{x: x, c: c, definitions: map[string]*ldDefinition{}, override: override,
		guards: n.member("@protected").kind() == 't'}
	if own {
		l.readDoc = n.doc
	}
	names := []string{"@base", "@vocab"} // these are applied first
	enter := func(n ldNode) {
		for m := range n.members() {
			if l.definitions[m.name] == nil {
				names = append(names, m.name)
			}
			l.definitions[m.name] = &ldDefinition{ldMember: m}
		}
	}
	if m := n.member("@import"); m.kind() == '"' { // §4.1.2 step 5.6
		url := base.Resolve(n.doc.url, m.text())
		if own {
			x.reference(m)
		}
		if remote := x.read(url); remote != nil {
			enter(remote.context())
		} else {
			c.lacks(url)
		}
	}
	enter(n)
	for _, name := range names {
		l.keyword(name)
	}
	for _, name := range names {
		l.define(name)
	}
	for _, n := range l.scoped { // the terms that they need are defined now
		x.apply(c, n, true, true, true)
	}
}

// fault hands out a fault, if it is in the text that is read.
func (l *ldLocal) fault(of ldNode, at jsonscan.Value, format string, args ...any) {
	if l.readDoc == of.doc {
		l.x.fault(at, format, args...)
	}
}

// found hands out the expansion of the string n, if it is in the text that is read.
func (l *ldLocal) found(n ldNode, e ldIRI, role string) {
	if l.readDoc != n.doc {
		return
	}
	var names input.Namer
	if e.kind != ldRelative { // a base, or relative to it
		names = (*ldVocabulary)(l.c)
	}
	l.x.found(n.at(), e, l.c.base, role, names)
}

// tooLong reports a definition with an IRI that is too long.
func (l *ldLocal) tooLong(d *ldDefinition, message string) {
	if l.readDoc == d.value.doc {
		l.x.add(Expanded{At: d.at, Code: input.CodeMaxLine, Fault: message})
	}
}

// fits reports whether a member has a valid type of value.
func (l *ldLocal) fits(m ldMember, keys map[string][2]string) bool {
	want, kind := keys[m.name], m.value.kind()
	ok := strings.IndexByte(want[0], kind) >= 0
	switch {
	case m.name == "@version" && ok:
		at := m.value.at()
		version, err := strconv.ParseFloat(string(m.value.doc.Text[at.Start:at.End]), 64)
		ok = err == nil && version == 1.1
	case m.name == "@direction" && kind == '"':
		ok = m.value.text() == "ltr" || m.value.text() == "rtl"
	}
	if !ok {
		l.fault(m.value, m.at, "%s is %s", m.name, want[1])
	}
	return ok
}

// keyword applies a member that defines no term.
func (l *ldLocal) keyword(name string) {
	d := l.definitions[name]
	if _, ok := ldContextKeys[name]; !ok || d == nil || d.state == 2 {
		return
	}
	d.state = 2
	switch ok := l.fits(d.ldMember, ldContextKeys); {
	case !ok:
	case name == "@base" && d.value.doc.file == "":
		l.base(d)
	case name == "@vocab":
		l.vocab(d)
	}
}

// base applies @base (§4.1.2 step 5.7).
func (l *ldLocal) base(d *ldDefinition) {
	if d.value.kind() == 'n' {
		l.c.base = ""
		return
	}
	l.found(d.value, ldIRI{kind: ldRelative}, input.RoleBase)
	var ok bool
	if l.c.base, ok = base.Within(l.c.base, d.value.text()); !ok {
		l.tooLong(d, base.TooLong("the base", "references"))
	}
}

// vocab applies @vocab (§4.1.2 step 5.8).
func (l *ldLocal) vocab(d *ldDefinition) {
	if d.value.kind() == 'n' {
		l.c.vocab, l.c.blank = nil, false
		return
	}
	s := d.value.text()
	e := l.c.expand(s, true, true)
	if s != "" {
		l.found(d.value, e, input.RolePrefix)
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
		l.tooLong(d, base.TooLong("the vocabulary", "terms"))
	case e.kind > ldBlank:
		l.c.vocab = l.prefix(d, "", iri, s)
		l.c.vocab.Title = "@vocab"
	}
}

// prefix returns the prefix for a name.
func (l *ldLocal) prefix(d *ldDefinition, name, iri, written string) *input.Prefix {
	return &input.Prefix{
		Name: strings.Clone(name), IRI: strings.Clone(iri), Written: strings.Clone(written),
		Line: d.value.doc.line(d.at.Start), File: d.value.doc.file,
		Relative: !base.HasScheme(iri),
	}
}

// expand expands an IRI in the local context, after defining the terms that it needs.
func (l *ldLocal) expand(s string) ldIRI {
	l.define(s)
	if n := strings.IndexByte(s, ':'); n > 0 && !strings.HasPrefix(s[n+1:], "//") {
		l.define(s[:n])
	}
	return l.c.expand(s, true, false)
}
