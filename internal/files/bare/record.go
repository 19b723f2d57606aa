package bare

import (
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Unread is said of a line that is not read to its end.
const Unread = "the rest of this line is not read: too much in it begins like an IRI and is none"

// NeedsScheme says why no relative reference can stand in the place of an IRI in text.
func NeedsScheme(r *input.Item) string {
	switch r.Role {
	case RoleAngle:
		return "between < and > stands an IRI with a scheme (CommonMark §6.5): " +
			"write a link, [text](reference), in its place"
	case RoleBare, RoleQuoted:
		return "in text only an IRI with a scheme is known as one: write a link, [text](reference), in its place"
	}
	return ""
}

// Line hands out the IRIs of a line of text, which starts at d.Off; of what is found in it each is what part returns.
func Line(d *input.Decoder, line []byte, part func(text []byte, role string) []byte) bool {
	more := true
	unread := Find(line, true, d.Options.AnyScript, func(start, end int, role string) bool {
		r, text := &d.Rec, part(line[start:end], role)
		r.Text, r.Reference = chars.UnsafeString(text), !base.HasScheme(text)
		r.Raw, r.LineText, r.Role = text, line, role
		more = d.HandOut(d.Off + start)
		return more
	})
	if unread >= 0 {
		return d.Fail(input.CodeMaxLine, line, unread, unread, Unread)
	}
	return more
}

// EncodeInProse is the function held of text.
func EncodeInProse(r *input.Item, text string) string {
	if r.Role != RoleBare {
		return text
	}
	return EncodeDelimiters(text, true, r.AnyScript())
}
