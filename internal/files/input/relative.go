package input

// What a relative reference is in the place of an IRI: a reference, or something else to those who read the file.

// HasReferences reports whether references of the format may be relative: every IRI of N-Triples and N-Quads has a
// scheme.
func (f *Format) HasReferences() bool { return !f.IsRDF || f.Bases }

// IsDeclaration reports whether the string says what others stand for: a base, a prefix, a namespace, a term or a
// context.
func (r *Item) IsDeclaration() bool {
	switch r.Role {
	case RolePrefix, RoleBase, RoleNamespace, RoleTerm, RoleContext:
		return true
	}
	return r.IsDeclaring
}

// IsBaseOrNamespace reports whether what others stand for begins with the string: a base, a prefix or a namespace.
func (r *Item) IsBaseOrNamespace() bool {
	return r.IsDeclaration() && r.Role != RoleContext && (r.Role != RoleTerm || r.Declares != nil && r.Declares.Simple)
}

// NeedsScheme says why only an IRI with a scheme can stand in the place of the item, and what can be done; it is
// empty if a relative reference can.
func (r *Item) NeedsScheme() string {
	if r.Format.NeedsScheme == nil {
		return ""
	}
	return r.Format.NeedsScheme(r)
}

// AcceptsRelative reports whether a relative reference in the place of the item is read as one. It is not where a
// string is a name, and not resolved; where an empty string is nothing, as in a list; and where another meaning
// comes first.
func (r *Item) AcceptsRelative(ref string) bool {
	switch {
	case r.IsDeclaration(), r.Prefix != nil, r.IsLiteral(), r.Escape != None && r.Escape.Lead != "":
		return false
	case r.Format.AcceptsRelative == nil:
		return ref != ""
	}
	return r.Format.AcceptsRelative(r, ref)
}

// Always is the function holds of a format in whose items any reference is one.
func Always(*Item, string) bool { return true }
