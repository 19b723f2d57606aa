package templates

import (
	"sort"
	"strings"
)

// Spans are blocks in a document, in order.
type Spans []Mark

// Blocks returns the blocks of a document, as {{ x }}, {% x %}, {# x #} and <%= x %>. Text in a block belongs to the
// template, whatever the syntax of the document: a quotation mark there does not end an attribute.
func Blocks(s string) (spans Spans) {
	var next [len(blocks)]int
	for k, b := range blocks {
		next[k] = from(s, 0, b.open)
		if b.open == "<!--" {
			next[k] = len(s)
		}
	}
	f, comment := finder{s: s}, from(s, 0, commentOpen)
	for {
		at := comment
		for _, n := range next {
			at = min(at, n)
		}
		if at == len(s) {
			return spans
		}
		end := f.blockEnd(at)
		switch {
		case end == len(s) && !f.ended(at): // its end is missing
			end = at + 1
		case end > at:
			spans = append(spans, Mark{f.lead(at), end, Placeholder})
		default:
			end = at + 1
		}
		for k, b := range blocks {
			if next[k] < end {
				next[k] = from(s, end, b.open)
			}
		}
		if comment < end {
			comment = from(s, end, commentOpen)
		}
	}
}

// ended reports whether the block at an offset has an end.
func (f *finder) ended(i int) bool {
	for k, b := range blocks {
		if strings.HasPrefix(f.s[i:], b.open) {
			return f.ends[k] < len(f.s)
		}
	}
	return true // blockEnd has found the end of a comment
}

// from returns the offset of text in s[at:], as an offset of s, or len(s) if it is not there.
func from(s string, at int, text string) int {
	if n := strings.Index(s[at:], text); n >= 0 {
		return at + n
	}
	return len(s)
}

// Touch reports whether a block overlaps or adjoins the part of the document from start to end.
func (s Spans) Touch(start, end int) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].End >= start })
	return i < len(s) && s[i].Start <= end
}

// BeginsWith reports whether a text begins with a placeholder.
func BeginsWith(s string) bool {
	for m := range All(s) {
		return m.Start == 0
	}
	return false
}

// Without returns a text without its placeholders.
func Without(s string) string {
	var b strings.Builder
	at := 0
	for m := range All(s) {
		if m.Start >= at {
			b.WriteString(s[at:m.Start])
		}
		at = max(at, m.End)
	}
	return b.String() + s[at:]
}
