package xml

import (
	"bytes"
	"fmt"
	"sort"
	"unicode"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/markup"
	"github.com/rfc3987/iri/internal/text/chars"
)

// The text of XML elements that has comments, instructions or CDATA in it.

// An elementText is the text of an element, from its first character that is not white space on.
type elementText struct {
	at    linecol.Cursor // of raw
	raw   []byte         // as it is written, with what stands in it
	text  []byte
	cdata bool // raw starts with CDATA
	mixed bool // raw has comments, instructions, or text beside CDATA
}

// textOf returns the text that a piece of text or of CDATA stands for, which is valid until the next call. The error is
// about p.raw[at:].
func (s *xmlCutter) textOf(p *xmlPiece) (text []byte, at int, err error) {
	switch {
	case p.kind == xmlCDATA:
		return p.raw[len("<![CDATA[") : len(p.raw)-len("]]>")], 0, nil
	case s.expands(0, len(p.raw)):
		s.stands, at, err = s.expand(s.stands[:0], p.raw, false, 0)
		return s.stands, at, err
	}
	return p.raw, 0, nil
}

func (e *elementText) reset() { e.raw, e.text, e.mixed = e.raw[:0], e.text[:0], false }

// add adds a piece of text or of CDATA, which stands for a text.
func (e *elementText) add(s *xmlCutter, p *xmlPiece, text []byte) {
	cdata := p.kind == xmlCDATA
	switch {
	case len(e.text) > 0:
		e.mixed = e.mixed || cdata || e.cdata // a long text without CDATA comes in several pieces, too
	case len(bytes.TrimLeftFunc(text, unicode.IsSpace)) == 0:
		return
	default:
		e.at, e.cdata = s.Place(), cdata
	}
	e.raw, e.text = append(e.raw, p.raw...), append(e.text, text...)
}

// markup adds a comment or an instruction.
func (e *elementText) markup(p *xmlPiece) {
	if len(e.text) > 0 {
		e.raw, e.mixed = append(e.raw, p.raw...), true
	}
}

// span returns the part of raw without the marks of CDATA around it.
func (e *elementText) span() (start, end int) {
	if end = len(e.raw); e.cdata {
		start = len("<![CDATA[")
		if !e.mixed {
			end -= len("]]>")
		}
	}
	return start, end
}

// write sets where the item of the text stands, and how it is written.
func (e *elementText) write(r *input.Item, s *xmlCutter) {
	start, end := e.span()
	left, at := chars.SpaceEnd(e.raw, start, end), e.at
	at.Pass(e.raw[:left])
	r.SetPlace(at)
	r.Raw = chars.TrimSpace(e.raw[left:end])
	switch {
	case e.mixed:
		r.Escape = s.mixed(r.Raw, e.cdata)
	case e.cdata:
		r.Escape = input.Literal
	case string(r.Raw) != r.Text:
		r.Escape = s.escape(false)
	}
}

// nested returns the escape of the text of an element that is written as raw and is itself in another language, such as
// HTML. within returns the escape of raw[from:to], whose escape in that language is inner. Text that lies in several
// pieces is not changed.
func (e *elementText) nested(raw []byte, s *xmlCutter) (outer input.Escape, within func(from, to int, inner input.Escape) input.Escape) {
	text := *s.escape(false)
	text.Escape = markup.EscapeMarkup
	if !e.mixed {
		outer = &text
		if e.cdata {
			outer = inCDATA
		}
		return outer, func(_, _ int, inner input.Escape) input.Escape { return markup.Within(outer, inner) }
	}
	kinds := map[xmlKind]input.Escape{xmlText: &text, xmlCDATA: inCDATA}
	parts := xmlParts(raw, e.cdata)
	return s.mixed(raw, e.cdata), func(from, to int, inner input.Escape) input.Escape {
		i := sort.Search(len(parts)-1, func(i int) bool { return parts[i].end > from })
		if part := parts[i]; to <= part.end && kinds[part.kind] != nil {
			return markup.Within(kinds[part.kind], inner)
		}
		pieces := *s.mixed(raw[from:to], parts[i].kind == xmlCDATA)
		unescape := markup.Within(&pieces, inner).Unescape
		pieces.Unescape = text.Unescape // of a unit that is longer than what it stands for
		made := *markup.Within(&pieces, inner)
		made.Unescape = unescape
		return input.Fixed(&made, inPieces)
	}
}

// inPieces says why a text in several pieces cannot be changed.
const inPieces = "the text is in several pieces, with comments or CDATA between them"

// isLong reports whether the text of an element, the last piece of which is p, is too long to be read.
func (x *xmlChunks) isLong(p *xmlPiece, e *elementText) bool {
	most := 2 * x.s.Limit
	if max(len(e.raw), len(e.text), len(x.found.Data)-2*input.ChunkBytes) <= most {
		return false
	}
	x.fault(input.CodeMaxLine, x.s.To(len(p.raw)), fmt.Sprintf("the text of the element, with all that is in it, is longer than the "+
		"limit of %d bytes, and is not checked", most))
	return true
}

// mixed returns how the text of an element is written that has comments, instructions or CDATA in
// it, from raw on; cdata says that raw starts in CDATA.
func (s *xmlCutter) mixed(raw []byte, cdata bool) input.Escape {
	outside := s.escape(false)
	raw = bytes.Clone(raw) // the next element is read into the same memory
	parts := xmlParts(raw, cdata)
	partAt := func(at int) xmlPart {
		return parts[sort.Search(len(parts), func(i int) bool { return parts[i].end > at })]
	}
	refusal := ""
	if bytes.IndexByte(raw, '<') >= 0 {
		refusal = inPieces
	}
	return &input.Escaping{
		Refusal: refusal,
		Unit: func(rest []byte) (rawLen, textLen int) {
			at := len(raw) - len(rest)
			switch part := partAt(at); part.kind {
			case xmlText:
				return outside.Unit(raw[at:part.end])
			case xmlCDATA:
				return 1, 1
			default:
				return part.end - at, 0
			}
		},
		Verbatim: func(start, end int) bool {
			if start == end { // it goes on with what is before it
				start = max(0, start-1)
			}
			return partAt(start).kind == xmlCDATA
		},
		Part: func(raw []byte) input.Escape { return s.mixed(raw, cdata) },
		Unescape: func(r *input.Item, raw []byte) (string, bool) {
			var text []byte
			for _, part := range xmlParts(raw, cdata) {
				switch part.kind {
				case xmlText:
					t, ok := outside.Unescape(r, raw[part.start:part.end])
					if !ok {
						return "", false
					}
					text = append(text, t...)
				case xmlCDATA:
					text = append(text, raw[part.start:part.end]...)
				}
			}
			return string(text), true
		},
	}
}

// An xmlPart is a part of the text of an element: xmlText, the text in CDATA, or markup, which is
// xmlComment.
type xmlPart struct {
	kind       xmlKind
	start, end int
}

// xmlParts takes the text of an element apart.
func xmlParts(raw []byte, cdata bool) (parts []xmlPart) {
	at := 0
	add := func(kind xmlKind, n int, end string) {
		if n < 0 {
			n = len(raw) - at - len(end)
		}
		if n += len(end); n > 0 {
			parts = append(parts, xmlPart{kind, at, at + n})
			at += n
		}
	}
	for at < len(raw) {
		rest := raw[at:]
		switch {
		case cdata:
			n := bytes.Index(rest, []byte("]]>"))
			if add(xmlCDATA, n, ""); n >= 0 {
				add(xmlComment, 0, "]]>")
			}
			cdata = false
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			add(xmlComment, 0, "<![CDATA[")
			cdata = true
		case bytes.HasPrefix(rest, []byte("<!--")):
			add(xmlComment, bytes.Index(rest, []byte("-->")), "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			add(xmlComment, bytes.Index(rest, []byte("?>")), "?>")
		default:
			n := bytes.IndexByte(rest, '<')
			if n == 0 { // no other markup stands in text
				n = -1
			}
			add(xmlText, n, "")
		}
	}
	return parts
}
