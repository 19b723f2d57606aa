package input

import "strings"

// What a relative reference is in the place of an IRI: a reference, or something else to those who read the file.

// hasReferences reports whether references of the format may be relative: every IRI of N-Triples and N-Quads has a
// scheme.
func (f *format) hasReferences() bool { return !f.linked || f.hasBase }

// IsDeclaration reports whether the string says what others stand for: a base, a prefix, a namespace, a term or a
// context.
func (r *Record) IsDeclaration() bool {
	switch r.Role {
	case RolePrefix, RoleBase, RoleNamespace, RoleTerm, RoleContext, roleBaseElement:
		return true
	}
	return r.declares
}

// NeedsScheme says why only an IRI with a scheme can stand in the place of the record, and what can be done; it is
// empty if a relative reference can.
func (r *Record) NeedsScheme() string {
	switch {
	case r.Format != Markdown && r.Format != Text:
	case r.Role == RoleAngle:
		return "between < and > stands an IRI with a scheme (CommonMark §6.5): " +
			"write a link, [text](reference), in its place"
	case r.Role == RoleBare || r.Role == RoleQuoted:
		return "in text only an IRI with a scheme is known as one: write a link, [text](reference), in its place"
	}
	return ""
}

// HoldsReference reports whether a relative reference in the place of the record is read as one. It is not where a
// string is a name, and not resolved; where an empty string is nothing, as in a list; and where another meaning
// comes first.
func (r *Record) HoldsReference(ref string) bool {
	switch {
	case r.IsDeclaration(), r.Prefix != nil, r.IsLiteral(), r.Escape != None && r.Escape.lead != "":
		return false
	case r.Format == JSONLD && !r.HasBase: // "@base": null
		return false
	case r.Format == JSONLD || r.Role == roleScript:
		return r.names != nil && r.names.isReference(ref)
	case ref == "":
		return r.holdsEmpty()
	case strings.HasSuffix(r.Role, "srcset"): // a comma is between candidates
		return ref[0] != ','
	case r.Role == roleRefresh: // a quote ends the URL
		return ref[0] != '\''
	}
	return !strings.HasSuffix(r.Role, " itemtype") // names of types, which are not resolved (HTML §5.2.2)
}

// holdsEmpty reports whether the empty reference in the place of the record is one, and not left out.
func (r *Record) holdsEmpty() bool {
	switch r.Format {
	case Auto, JSON, Turtle, TriG, N3, RDFXML:
		return true
	case XML:
		return strings.HasPrefix(r.Role, "@") && !r.IsMember()
	case HTML, Markdown: // elsewhere a URL is not empty, or stands for nothing (HTML §4.8.3, §4.2.4)
		switch r.Role {
		case "a href", "area href", "blockquote cite", "q cite", "ins cite", "del cite":
			return true
		}
	}
	return false
}
