package input

import (
	"bytes"
	"sort"
)

// The text of XML elements that has comments, instructions or CDATA in it.

// mixed returns how the text of an element is written that has comments, instructions or CDATA in
// it, from raw on; cdata says that raw starts in CDATA.
func (s *xmlCutter) mixed(raw []byte, cdata bool) Escape {
	outside := s.escape(false)
	raw = bytes.Clone(raw) // the next element is read into the same memory
	parts := xmlParts(raw, cdata)
	markup := markupIn(raw, parts)
	partAt := func(at int) xmlPart {
		return parts[sort.Search(len(parts), func(i int) bool { return parts[i].end > at })]
	}
	refusal := ""
	if bytes.IndexByte(raw, '<') >= 0 {
		refusal = "the text is in several pieces, with comments or CDATA between them"
	}
	return &escape{
		refusal: refusal,
		unit: func(rest []byte) (rawLen, textLen int) {
			at := len(raw) - len(rest)
			switch part := partAt(at); part.kind {
			case xmlText:
				return outside.unit(raw[at:part.end])
			case xmlCDATA:
				return 1, 1
			default:
				return part.end - at, 0
			}
		},
		verbatim: func(start, end int) bool {
			if start == end { // it goes on with what is before it
				start = max(0, start-1)
			}
			return partAt(start).kind == xmlCDATA
		},
		part: func(raw []byte) Escape { return s.mixed(raw, cdata) },
		unescape: func(r *Record, raw []byte) (string, bool) {
			var text []byte
			parts := xmlParts(raw, cdata)
			for _, part := range parts {
				switch part.kind {
				case xmlText:
					t, ok := outside.unescape(r, raw[part.start:part.end])
					if !ok {
						return "", false
					}
					text = append(text, t...)
				case xmlCDATA:
					if !r.holdsAll(raw[part.start:part.end]) {
						return "", false
					}
					text = append(text, raw[part.start:part.end]...)
				}
			}
			return string(text), bytes.Equal(markupIn(raw, parts), markup) // no comment goes, and no CDATA
		},
	}
}

// markupIn returns the markup of the parts.
func markupIn(raw []byte, parts []xmlPart) (markup []byte) {
	for _, part := range parts {
		if part.kind == xmlComment {
			markup = append(markup, raw[part.start:part.end]...)
		}
	}
	return markup
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
