// Package markdown reads Markdown.
package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Format is CommonMark, with bare IRIs.
var Format = &input.Format{
	Name: "markdown", Aliases: []string{"md"}, Endings: []string{".md", ".markdown"}, Largest: 8 << 20,
	Traits:  input.Traits{Document: true, CommentStart: "<!--", NoNUL: true, ByHand: true, Templated: true},
	Reading: input.Reading{Open: input.OpenWhole(readMarkdown), Outline: outline, Decode: input.DecodeDocument},
	Writing: input.Writing{NeedsScheme: bare.NeedsScheme, EncodeDelimiters: encodeDelimiters, AcceptsRelative: html.AcceptsInPage,
		Escape: markup.EscapeMarkup, Unescape: markup.UnescapeAttribute},
}

// A markdownReader adds the items of a document.
type markdownReader struct {
	w      *input.WholeReader
	d      *input.Decoder
	source []byte

	comments []input.Span
	raw      string // the open element if its content is plain text, as of script; empty if there is none
}

// readMarkdown adds the items of a document (CommonMark 0.31): destinations of links, images and definitions,
// autolinks, HTML, and bare IRIs in text. A definition also applies to the text before it.
func readMarkdown(w *input.WholeReader, source []byte) {
	m := markdownReader{w: w, d: w.Decoder(source), source: withoutBOM(source)}
	for _, s := range markdownSpans(m.source) {
		switch s.kind {
		case mdFault:
			m.d.Off = s.start
			m.d.Fail(input.CodeMaxLine, nil, 0, 0,
				"links are not read from here on: this document has too many blocks or links, or too much in it "+
					"begins like a link or code and is none")
		case mdHTML:
			m.html(s)
		case mdText:
			m.text(s.start, s.end)
		default:
			m.marked(s.start, s.end, s.role, mdEscapes[s.kind])
		}
	}
	data := frontMatter(source)
	w.Comments(source, slices.DeleteFunc(m.comments, func(c input.Span) bool { return c.Start < data }))
	slices.SortStableFunc(w.Found.Items, func(a, b input.Item) int { return cmp.Compare(a.Offset, b.Offset) })
}

// withoutBOM returns a document with spaces in the place of its byte order mark, because a line may begin with spaces
// (§3).
func withoutBOM(source []byte) []byte {
	if !bytes.HasPrefix(source, linecol.BOM) {
		return source
	}
	return append([]byte("   "), source[len(linecol.BOM):]...)
}

// frontMatter returns the length of the text before the document between lines of "---" or "+++". It is data for
// other programs, so it has no comments.
func frontMatter(source []byte) (n int) {
	var mark []byte
	for line := range bytes.Lines(bytes.TrimPrefix(source, linecol.BOM)) {
		text := bytes.TrimRight(line, chars.Space)
		if n += len(line); mark == nil {
			if mark = text; string(mark) != "---" && string(mark) != "+++" {
				return 0
			}
		} else if bytes.Equal(text, mark) || mark[0] == '-' && string(text) == "..." {
			return n
		}
	}
	return 0
}

// marked hands out the IRI at source[start:end], which is written with an escape.
func (m *markdownReader) marked(start, end int, role string, escape input.Escape) {
	r := &m.d.Rec
	r.Raw, r.Role, r.Escape = m.source[start:end], role, escape
	r.Text, _ = escape.Unescape(r, r.Raw)
	r.Reference = !base.HasScheme(r.Text)
	m.d.YieldAt(start)
}

// text hands out the IRIs of the text source[start:end]: bare ones, and text that is meant as the destination of a
// link and has a space, which makes the brackets and parentheses text (§6.3).
func (m *markdownReader) text(start, end int) {
	line := m.source[start:end]
	from, missed := 0, 0
	for i := 0; missed <= 8*len(line)+64<<10; {
		link := bare.NextIndex(line, i, "](")
		if link == len(line) {
			break
		}
		to, stop := targetWithSpace(line, link+2)
		if to == stop {
			missed += stop - link
			i = link + 2
			continue
		}
		m.bare(start+from, start+link)
		role := "link"
		if n := bytes.LastIndexByte(line[from:link], '['); n > 0 && line[from+n-1] == '!' {
			role = "image"
		}
		m.marked(start+to, start+stop, role, escSpaced)
		i, from = stop, stop
	}
	m.bare(start+from, end)
}

// bare hands out the bare IRIs in source[start:end].
func (m *markdownReader) bare(start, end int) {
	unread := bare.Find(m.source[start:end], false, m.d.Options.AnyScript, func(from, to int, role string) bool {
		m.marked(start+from, start+to, role, escBare)
		return true
	})
	if unread >= 0 {
		m.d.Off = start
		m.d.Fail(input.CodeMaxLine, m.source[start:end], unread, unread, bare.Unread)
	}
}

// targetWithSpace returns the text after "](" up to its ")" that starts with a scheme and has white space, without a
// title: it was meant as the destination of a link. line[i] is the first byte after "](". If there is none, start and
// end are the offset up to which the line was read.
func targetWithSpace(line []byte, i int) (start, end int) {
	for i < len(line) && line[i] == ' ' {
		i++
	}
	colon := bare.NextIndex(line, i, ":")
	if colon == len(line) {
		return colon, colon
	}
	if scheme, known := bare.SchemeBefore(line, i, colon); !known || scheme != i {
		return colon, colon
	}
	depth := 0
	for end = i; end < len(line) && depth >= 0; end++ {
		switch line[end] {
		case '\\':
			end++
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	if depth >= 0 {
		return len(line), len(line)
	}
	target := bytes.TrimRight(line[i:end-1], " \t")
	if n := len(target); n > 0 && (target[n-1] == '"' || target[n-1] == '\'') {
		for _, space := range []byte(" \t") {
			if k := bytes.Index(target, []byte{space, target[n-1]}); k > 0 && k < n-2 {
				target = bytes.TrimRight(target[:k], " \t")
				break
			}
		}
	}
	if !bytes.ContainsAny(target, " \t") {
		return end, end
	}
	return i, i + len(target)
}

// html adds the URLs of a block of HTML or of the tags in a text.
func (m *markdownReader) html(s markdownSpan) {
	w, d := m.w, m.d
	raw := bytes.Clone(m.source[s.start:s.end])
	for i := 1; i < s.lines.Len(); i++ {
		for k := s.lines.At(i - 1).Stop; k < s.lines.At(i).Start; k++ {
			if c := &raw[k-s.start]; *c < utf8.RuneSelf && *c != '\n' {
				*c = ' '
			}
		}
	}
	start := s.start
	if bytes.HasPrefix(d.Chunk.Data, linecol.BOM) { // it is part of the first block of HTML
		start = max(start, len(linecol.BOM))
		raw = raw[min(len(raw), start-s.start):]
	}
	at := d.Place(start)
	at.Off = int64(start)
	h := html.NewPart(w, raw, at)
	within := m.raw != "" && !h.Ends(m.raw)
	h.Comment = func(c input.Span, _ func() linecol.Cursor) {
		if !within {
			m.comments = append(m.comments, c)
		}
	}
	before := len(w.Found.Items)
	for h.Next() {
	}
	for i := range w.Found.Items[before:] {
		if r := &w.Found.Items[before+i]; r.Escape == input.None || r.Escape == html.EscHTML {
			r.Escape = escTag
		}
	}
	if !within {
		m.raw = h.Raw()
	}
}

// encodeDelimiters is [bare.EncodeInProse] for IRIs with a scheme, which "~" does not end.
func encodeDelimiters(r *input.Item, text string) string {
	if r.Role != bare.RoleBare || strings.IndexByte(text, ':') < 0 {
		return text
	}
	return bare.EncodeDelimiters(text, false, r.AnyScript())
}

// isSpaceOrControl reports whether a character ends a destination without "<" (§6.3).
func isSpaceOrControl(c byte) bool { return c <= ' ' || c == 0x7F }
