package input

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
)

// newMarkdownReader returns a reader of the IRIs of a Markdown document (CommonMark 0.31): destinations
// of links, images and definitions, autolinks, HTML, and bare IRIs in text. A definition at its end
// makes links of what stands before.
func newMarkdownReader(f *File, o *Options) blockReader { return newWholeReader(f, o, readMarkdown) }

// readMarkdown adds the records of a document.
func readMarkdown(w *wholeReader, source []byte) {
	d := w.decoder(source)
	prose := w.decoder(source)
	prose.yield = func(r *Record) bool {
		if r.Err == nil {
			d.marked(int(r.Offset), r.Raw, r.Role, escBare)
			return true
		}
		return d.yield(r)
	}
	if bytes.HasPrefix(source, bom) { // in which a line may begin, and with these spaces, too (§3)
		source = append([]byte("   "), source[len(bom):]...)
	}
	for _, s := range markdownSpans(source) {
		part := source[s.start:s.end]
		d.off = s.start
		switch s.kind {
		case mdFault:
			d.fail(CodeMaxLine, nil, 0, 0, "links are not read from here on: too much in this document begins like a link or code and is none")
		case mdHTML:
			w.html(d, source, s)
		case mdText:
			prose.off = s.start
			d.markdownText(prose, part)
		case mdAutolink:
			d.marked(s.start, part, s.role, escAutolink)
		case mdAngle:
			d.marked(s.start, part, s.role, escAngle)
		case mdDestination:
			d.marked(s.start, part, s.role, escTarget)
		}
	}
	slices.SortStableFunc(w.found.records, func(a, b Record) int { return cmp.Compare(a.Offset, b.Offset) })
}

// marked hands out the IRI that is written at data[at:] with an escape.
func (d *decoder) marked(at int, raw []byte, role string, escape Escape) {
	text, _ := escape.unescape(&d.rec, raw)
	r := &d.rec
	r.Text, r.Raw, r.Role, r.Escape = text, raw, role, escape
	r.Reference = !base.HasScheme([]byte(text))
	d.yieldAt(at)
}

// markdownText hands out the IRIs of a text: what prose finds, and what is meant as the destination of
// a link and has a space, which ends it: then the brackets and parentheses are text, too (§6.3).
func (d *decoder) markdownText(prose *decoder, line []byte) {
	at := d.off
	from, missed := 0, 0
	for i := 0; missed <= 8*len(line)+64<<10; {
		link := nextIndex(line, i, "](")
		if link == len(line) {
			break
		}
		start, end := targetWithSpace(line, link+2)
		if start == end {
			missed += end - link
			i = link + 2
			continue
		}
		prose.off = at + from
		prose.proseLine(line[from:link], false)
		d.marked(at+start, line[start:end], "link", escSpaced)
		i, from = end, end
	}
	prose.off = at + from
	prose.proseLine(line[from:], false)
}

// targetWithSpace returns the text after "](" up to its ")" that starts with a scheme and has white
// space in it, without a title: what is meant as the destination of a link. line[i] is the first
// byte after "](". If there is none, start and end are the place up to which the line was read.
func targetWithSpace(line []byte, i int) (start, end int) {
	for i < len(line) && line[i] == ' ' {
		i++
	}
	colon := nextIndex(line, i, ":")
	if colon == len(line) {
		return colon, colon
	}
	if scheme, known := schemeBefore(line, i, colon); !known || scheme != i {
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
func (w *wholeReader) html(d *decoder, source []byte, s markdownSpan) {
	raw := bytes.Clone(source[s.start:s.end])
	for i := 1; i < s.lines.Len(); i++ {
		for k := s.lines.At(i - 1).Stop; k < s.lines.At(i).Start; k++ {
			if c := &raw[k-s.start]; *c < utf8.RuneSelf && *c != '\n' {
				*c = ' '
			}
		}
	}
	d.place(s.start)
	o := *w.o
	o.Rewrite = false
	h := newPage(w.f, &o, nil)
	h.s.buf, h.s.err = raw, io.EOF
	h.s.off, h.s.at = int64(s.start), cursor{line: d.placed.line, col: 1 + d.placed.col, off: int64(s.start), end: d.b.File.LineEnd()}
	h.baseKnown = true
	for err := error(nil); err == nil; {
		err = h.next()
		for _, r := range h.found.records {
			if r.Escape == None || r.Escape == EscHTML {
				r.Escape = escTag
			}
			w.found.add(r)
		}
	}
}

// isSpaceOrControl reports whether a character ends a destination without "<" (§6.3).
func isSpaceOrControl(c byte) bool { return c <= ' ' || c == 0x7F }
