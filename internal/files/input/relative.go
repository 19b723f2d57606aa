package input

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
