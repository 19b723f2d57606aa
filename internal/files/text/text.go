// Package text reads text for people.
package text

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// Format is text for people with IRIs in it.
var Format = &input.Format{
	Name:    "text",
	Traits:  input.Traits{CommentStart: commentStart, NoNUL: true, Prose: true, Plain: true, ByHand: true, Templated: true},
	Reading: input.Reading{Decode: decodeText},
	Writing: input.Writing{NeedsScheme: needsScheme, EncodeDelimiters: bare.EncodeInProse},
}

// OfTemplate is the function Else of formats of which templates are written: a file that begins with an expression of a
// template, other than an instruction of XML, is text.
func OfTemplate(head []byte) *input.Format {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, linecol.BOM), chars.Space)
	blocks := templates.Blocks(chars.UnsafeString(start))
	if len(blocks) > 0 && blocks[0].Start == 0 && !bytes.HasPrefix(start, []byte("<?")) {
		return Format
	}
	return nil
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

// decodeText hands out the IRIs of a chunk of text.
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
	d.MarkTemplates(true)
	robots := input.IsRobots(d.Chunk.File.Name)
	adoc := slices.Contains([]string{".adoc", ".asciidoc"}, input.Ending(d.Chunk.File.Name))
	d.Each(func(line []byte) bool {
		if robots {
			if more, ok := robotsLine(d, line); ok {
				return more
			}
		}
		return bare.Line(d, line, func(text []byte, role string) []byte {
			if adoc && role == bare.RoleBare {
				return withoutMacro(text)
			}
			return text
		})
	})
}

// isQuoted reports whether a quote is open at the end of the start of a line: what follows may be data of a program.
func isQuoted(start []byte) bool {
	return bytes.Count(start, []byte{'"'})%2+bytes.Count(start, []byte{'`'})%2 > 0
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

// needsScheme says why an IRI cannot be replaced by a relative reference.
func needsScheme(r *input.Item) string {
	if r.Role == roleSitemap {
		return "the IRI of a sitemap has a scheme (https://www.sitemaps.org/protocol.html)"
	}
	return bare.NeedsScheme(r)
}
