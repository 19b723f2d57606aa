package bare

import "github.com/rfc3987/iri/internal/files/input"

// Unread is said of a line that is not read to its end.
const Unread = "the rest of this line is not read: too much in it begins like an IRI and is none"

// NeedsScheme says why no relative reference can stand in the place of an IRI in text.
func NeedsScheme(r *input.Record) string {
	switch r.Role {
	case RoleAngle:
		return "between < and > stands an IRI with a scheme (CommonMark §6.5): " +
			"write a link, [text](reference), in its place"
	case RoleBare, RoleQuoted:
		return "in text only an IRI with a scheme is known as one: write a link, [text](reference), in its place"
	}
	return ""
}
