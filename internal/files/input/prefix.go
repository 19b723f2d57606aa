package input

import (
	"cmp"
	"maps"
	"slices"

	"github.com/rfc3987/iri/internal/ref/scheme"
)

// A Prefix is the declaration of a prefix in a Turtle file, of a namespace in an XML file, or of a
// prefix, a term or @vocab in a context of JSON-LD. It is immutable.
type Prefix struct {
	Name    string // with its colon: "ex:"; of the XML default namespace and of @vocab ""
	IRI     string // what the prefix stands for, resolved
	Written string // the same as it is written, without escapes
	Line    int    // of the declaration; 0 if it is in no file
	File    string // the file of the declaration, if it is not the one that the name is in
	IsTerm  bool   // the name is a term of JSON-LD, which stands for all of the IRI
	Title   string // what [Prefix.Label] returns if there is no name; empty for xmlns

	// LocalNames returns the part after the prefix of all names with it, in whose places no IRI can stand, or says why
	// what the prefix stands for has to stay; nil for a format in which an IRI can stand there.
	LocalNames func() ([]string, error)
	// Simple is set in JSON-LD if the name is a prefix, or is none, because of the last character of what it stands for
	// (JSON-LD 1.1 API §4.2.2 step 14.2.5).
	Simple bool

	Relative bool // names with this prefix are relative references
	TooLong  bool // names with this prefix are not read: see Max
}

// Label returns the name of the declaration.
func (p *Prefix) Label() string {
	return cmp.Or(p.Name, p.Title, RoleNamespace)
}

// IsCurie reports whether a string that begins with the name of the prefix was most likely meant as a name
// with it: the name is not a scheme that is known.
func (p *Prefix) IsCurie(name string) bool {
	return p.IRI != "" && !p.Relative && !p.TooLong && !scheme.Is(name, scheme.Recognized)
}

// GivenPrefixes are what prefixes stand for, without their colons, that a file does not declare. It is an entry of
// Options.Formats. A declaration in the file hides one.
type GivenPrefixes map[string]*Prefix

// NewGivenPrefixes returns the prefixes with the names, without their colons, that stand for the IRIs.
func NewGivenPrefixes(iris map[string]string) GivenPrefixes {
	given := make(GivenPrefixes, len(iris))
	for name, iri := range iris {
		given[name] = &Prefix{Name: name + ":", IRI: iri, Written: iri}
	}
	return given
}

// Prefixes are the declarations of prefixes that are in force, by name. The zero Prefixes have none.
type Prefixes struct {
	now     map[string]*Prefix
	changes []declaration
}

// A declaration is the name of a prefix that was declared, and what it stood for before; nil for nothing.
type declaration struct {
	name   string
	before *Prefix
}

// Of returns the declaration of a name, nil if there is none.
func (p *Prefixes) Of(name string) *Prefix { return p.now[name] }

// Declare adds a declaration, which hides the one of the same name before it.
func (p *Prefixes) Declare(name string, d *Prefix) {
	if p.now == nil {
		p.now = map[string]*Prefix{}
	}
	p.changes = append(p.changes, declaration{name, p.now[name]})
	p.now[name] = d
}

// With returns a copy, in which each declaration stands for what become returns.
func (p *Prefixes) With(become func(*Prefix) string) Prefixes {
	c := Prefixes{maps.Clone(p.now), slices.Clone(p.changes)}
	if become == nil {
		return c
	}
	for name, d := range c.now {
		c.now[name] = d.with(become)
	}
	for i := range c.changes {
		c.changes[i].before = c.changes[i].before.with(become)
	}
	return c
}

// with returns the declaration of what become returns, nil for nil.
func (p *Prefix) with(become func(*Prefix) string) *Prefix {
	if p == nil || become(p) == p.IRI {
		return p
	}
	changed := *p
	changed.IRI = become(p)
	return &changed
}

// Count returns how many declarations there are since the last call of Keep, hidden ones too.
func (p *Prefixes) Count() int { return len(p.changes) }

// Back takes back all of these but the first n.
func (p *Prefixes) Back(n int) {
	for _, d := range slices.Backward(p.changes[n:]) {
		if p.now[d.name] = d.before; d.before == nil {
			delete(p.now, d.name)
		}
	}
	clear(p.changes[n:])
	p.changes = p.changes[:n]
}

// Keep says that no declaration so far is taken back.
func (p *Prefixes) Keep() { p.changes = p.changes[:0] }
