// Package text reads text for people.
package text

import (
	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Format is text for people with IRIs in it.
var Format = &input.Entry{
	Name:  "text",
	NoNUL: true, Prose: true, NeedsScheme: bare.NeedsScheme, Held: heldInProse, Decode: decodeText,
}

// Text for people: each line can have IRIs.

// decodeText hands out the IRIs of a block of text.
func decodeText(d *input.Decoder, _ input.Cleaner) {
	d.Each(func(line []byte) bool { return proseLine(d, line, true) })
}

// proseLine hands out the IRIs of a line. With links, "](" stands before a destination of Markdown.
func proseLine(d *input.Decoder, line []byte, links bool) bool {
	more := true
	unread := bare.Find(line, links, d.Options.AnyScript, func(start, end int, role string) bool {
		r, text := &d.Rec, line[start:end]
		if r.Text, r.Reference = chars.UnsafeString(text), !base.HasScheme(text); d.IsClean() {
			return true
		}
		r.Raw, r.LineText, r.Role = text, line, role
		more = d.YieldAt(d.Off + start)
		return more
	})
	if unread >= 0 {
		return d.Fail(input.CodeMaxLine, line, unread, unread, bare.Unread)
	}
	return more
}

// heldInProse is the function held of text.
func heldInProse(r *input.Record, text string) string {
	if r.Role != bare.RoleBare {
		return text
	}
	return bare.Held(text, true, r.AnyScript())
}
