package input

import (
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Text is text for people with IRIs in it.
var Text = &format{
	name:  "text",
	noNUL: true, prose: true, needsScheme: needsScheme, held: heldInProse, decode: decodeText,
}

// Text for people: each line can have IRIs.

// decodeText hands out the IRIs of a block of text.
func decodeText(d *decoder, _ Cleaner) {
	d.each(func(line []byte) bool { return proseLine(d, line, true) })
}

// unreadLine is said of a line that is not read to its end.
const unreadLine = "the rest of this line is not read: too much in it begins like an IRI and is none"

// proseLine hands out the IRIs of a line. With links, "](" stands before a destination of Markdown.
func proseLine(d *decoder, line []byte, links bool) bool {
	more := true
	unread := findIRIs(line, links, d.o.AnyScript, func(start, end int, role string) bool {
		r, text := &d.rec, line[start:end]
		if r.Text, r.Reference = chars.View(text), !base.HasScheme(text); d.isClean() {
			return true
		}
		r.Raw, r.Whole, r.Role = text, line, role
		more = d.yieldAt(d.off + start)
		return more
	})
	if unread >= 0 {
		return d.fail(CodeMaxLine, line, unread, unread, unreadLine)
	}
	return more
}

// needsScheme says why no relative reference can stand in the place of an IRI in text.
func needsScheme(r *Record) string {
	switch r.Role {
	case RoleAngle:
		return "between < and > stands an IRI with a scheme (CommonMark §6.5): " +
			"write a link, [text](reference), in its place"
	case RoleBare, RoleQuoted:
		return "in text only an IRI with a scheme is known as one: write a link, [text](reference), in its place"
	}
	return ""
}

// heldInProse is the function held of text.
func heldInProse(r *Record, text string) string {
	if r.Role != RoleBare {
		return text
	}
	return held(text, true, r.file != nil && r.file.anyScript)
}
