// Package text reads text for people.
package text

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Format is text for people with IRIs in it.
var Format = &input.Entry{
	Name:         "text",
	CommentStart: commentStart, NoNUL: true, Prose: true, NeedsScheme: bare.NeedsScheme, Held: heldInProse,
	Decode: decodeText, OfFile: formatOf,
}

// commentStart has the characters of all marks, also those of REM and dnl.
const commentStart = "#/*-%;<!.({|\\\"':REMremdnl"

// ignoring matches a comment that ignores findings: text can be of any language, and its comments are those of most.
// One that has an end goes there, others to the end of the line. A mark after something else than a blank is a part of
// that; a quote, an asterisk and a colon are marks at the start of a line.
var ignoring = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\s)(/\*+\s*` + input.IgnoreWord + `.*?\*/|<!--\s*` + input.IgnoreWord +
		`.*?-->|(?:#+\|?|//+|\{?/\*+|--+|%+|;+|!+|<!--|<#|\.\.|\.\\"|\(\*|\{-|\{#|(?i:rem)\s|dnl\s)\s*` +
		input.IgnoreWord + `.*)|^\s*((?:["']\s|\*+|::)\s*` + input.IgnoreWord + `.*)`)
})

// Text for people: each line can have IRIs.

// decodeText hands out the IRIs of a block of text.
func decodeText(d *input.Decoder, _ input.Cleaner) {
	if d.Comment != nil {
		d.Each(func(line []byte) bool {
			if m := ignoring().FindSubmatchIndex(line); m != nil {
				start, end := max(m[2], m[4]), max(m[3], m[5])
				if !isQuoted(line[:start]) {
					d.Comment(d.Off+start, d.Off+end)
				}
			}
			return true
		})
		return
	}
	adoc := slices.Contains([]string{".adoc", ".asciidoc"}, input.Ending(d.Block.File.Name))
	d.Each(func(line []byte) bool { return proseLine(d, line, adoc) })
}

// isQuoted reports whether a quote is open at the end of the start of a line: what follows may be data of a program.
func isQuoted(start []byte) bool {
	return bytes.Count(start, []byte{'"'})%2+bytes.Count(start, []byte{'`'})%2 > 0
}

// proseLine hands out the IRIs of a line, which can be one of AsciiDoc.
func proseLine(d *input.Decoder, line []byte, adoc bool) bool {
	more := true
	unread := bare.Find(line, true, d.Options.AnyScript, func(start, end int, role string) bool {
		r, text := &d.Rec, line[start:end]
		if adoc && role == bare.RoleBare {
			text = withoutMacro(text)
		}
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

// withoutMacro returns an IRI without the "[text]" that makes a link of it in AsciiDoc. One after "//" or "@" begins an
// address of a host.
func withoutMacro(text []byte) []byte {
	i := bytes.IndexByte(text, '[')
	if i <= 0 || text[i-1] == '@' || bytes.HasSuffix(text[:i], []byte("//")) {
		return text
	}
	return text[:i]
}

// heldInProse is the function held of text.
func heldInProse(r *input.Record, text string) string {
	if r.Role != bare.RoleBare {
		return text
	}
	return bare.Held(text, true, r.AnyScript())
}
