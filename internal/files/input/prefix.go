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
	Name    string // with its colon: "ex:"; for the XML default namespace and @vocab ""
	IRI     string // the namespace, resolved
	Written string // the namespace as it is written, without escapes
	Line    int    // of the declaration; 0 if it is not in a file
	File    string // the file of the declaration, if it is another one
	IsTerm  bool   // the name is a term of JSON-LD, which means the IRI itself
	Title   string // the result of [Prefix.Label] if there is no name; empty for xmlns

	// LocalNames returns the local names of all names with the prefix, in whose places no IRI is allowed, or the
	// reason for which the namespace cannot change. It is nil for a format in which an IRI is allowed there.
	LocalNames func() ([]string, error)
	// Simple is set in JSON-LD if the last character of the IRI decides whether the name is a prefix (JSON-LD 1.1 API
	// §4.2.2 step 14.2.5).
	Simple bool

	Relative bool // names with this prefix are relative references
	TooLong  bool // names with this prefix are not read: see Max
}

// Label returns the name of the declaration for messages.
func (p *Prefix) Label() string {
	return cmp.Or(p.Name, p.Title, RoleNamespace)
}

// IsCurie reports whether a string that begins with the name of the prefix was probably meant as a prefixed name: the
// name is not a known scheme.
func (p *Prefix) IsCurie(name string) bool {
	return p.IRI != "" && !p.Relative && !p.TooLong && !scheme.Is(name, scheme.Recognized)
}

// GivenPrefixes are the namespaces, by prefix without its colon, that a file need not declare. It is an entry of
// Options.Formats. A declaration in the file overrides one.
type GivenPrefixes map[string]*Prefix

// NewGivenPrefixes returns GivenPrefixes with these IRIs.
func NewGivenPrefixes(iris map[string]string) GivenPrefixes {
	given := make(GivenPrefixes, len(iris))
	for name, iri := range iris {
		given[name] = &Prefix{Name: name + ":", IRI: iri, Written: iri}
	}
	return given
}

// Prefixes are the declarations in force, by name. The zero Prefixes have none.
type Prefixes struct {
	now     map[string]*Prefix
	changes []declaration
}

// A declaration is a declared prefix, and the declaration that it has replaced, or nil.
type declaration struct {
	name   string
	before *Prefix
}

// Of returns the declaration of a name, or nil.
func (p *Prefixes) Of(name string) *Prefix { return p.now[name] }

// Declare adds a declaration, which replaces an earlier one of the same name.
func (p *Prefixes) Declare(name string, d *Prefix) {
	if p.now == nil {
		p.now = map[string]*Prefix{}
	}
	p.changes = append(p.changes, declaration{name, p.now[name]})
	p.now[name] = d
}

// With returns a copy in which each declaration has the namespace that become returns.
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

// with returns the declaration with the namespace that become returns, or nil for nil.
func (p *Prefix) with(become func(*Prefix) string) *Prefix {
	if p == nil || become(p) == p.IRI {
		return p
	}
	changed := *p
	changed.IRI = become(p)
	return &changed
}

// Count returns how many declarations were made since the last call of Keep, including replaced ones.
func (p *Prefixes) Count() int { return len(p.changes) }

// Back undoes all of these except the first n.
func (p *Prefixes) Back(n int) {
	for _, d := range slices.Backward(p.changes[n:]) {
		if p.now[d.name] = d.before; d.before == nil {
			delete(p.now, d.name)
		}
	}
	clear(p.changes[n:])
	p.changes = p.changes[:n]
}

// Keep makes the declarations so far permanent: Back does not undo them.
func (p *Prefixes) Keep() { p.changes = p.changes[:0] }

// The meaning of a relative reference in the place of an IRI: a reference, or something else.

// HasReferences reports whether references of the format may be relative. Every IRI of N-Triples and N-Quads has a
// scheme.
func (f *Format) HasReferences() bool { return !f.IsRDF || f.Bases }

// IsDeclaration reports whether the string declares something for others: a base, a prefix, a namespace, a term or a
// context.
func (r *Item) IsDeclaration() bool {
	switch r.Role {
	case RolePrefix, RoleBase, RoleNamespace, RoleTerm, RoleContext:
		return true
	}
	return r.IsDeclaring
}

// IsBaseOrNamespace reports whether the meaning of other strings begins with this one: it is a base or a namespace.
func (r *Item) IsBaseOrNamespace() bool {
	return r.IsDeclaration() && r.Role != RoleContext && (r.Role != RoleTerm || r.Declares != nil && r.Declares.Simple)
}

// NeedsScheme says why only an IRI with a scheme is allowed in the place of the item, and what to do. It returns ""
// if a relative reference is allowed.
func (r *Item) NeedsScheme() string {
	if r.Format.NeedsScheme == nil {
		return ""
	}
	return r.Format.NeedsScheme(r)
}

// AcceptsRelative reports whether a relative reference in the place of the item would be read as a reference. It is
// not if the string would be a name that is not resolved, if an empty string would be ignored, as in a list, or if it
// would have another meaning.
func (r *Item) AcceptsRelative(ref string) bool {
	switch {
	case r.IsDeclaration(), r.Prefix != nil, r.IsLiteral(), r.Escape != None && r.Escape.Lead != "":
		return false
	case r.Format.AcceptsRelative == nil:
		return ref != ""
	}
	return r.Format.AcceptsRelative(r, ref)
}

// Always is AcceptsRelative for a format in which any reference is accepted.
func Always(*Item, string) bool { return true }
