package markup

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// HTML that is written in another text, with the escapes of that: in srcdoc, or in an element of a feed.

// InAttribute is how a text is written in an attribute of HTML.
var InAttribute = &input.Escaping{Unit: UnitHTML, Escape: EscapeMarkup, Unescape: UnescapeAttribute}

// Within returns how the parts of a text are written if the text itself is written in another one: by inner in the
// text, and then by outer. inner may be that of HTML without escapes; outer has all of its functions.
func Within(outer, inner input.Escape) input.Escape {
	in := *InAttribute
	if in.Unit = nil; inner != input.None {
		in = *inner
		if in.Escape == nil {
			in.Escape = EscapeMarkup
		}
		if in.Unescape == nil {
			in.Unescape = UnescapeAttribute
		}
	}
	unit := func(text []byte) (n, textLen int) {
		if in.Unit == nil {
			return 1, 1
		}
		return in.Unit(text)
	}
	made := &input.Escaping{
		Unit: func(raw []byte) (rawLen, textLen int) {
			text, ends := decodeStart(outer, raw)
			if len(text) == 0 {
				return len(raw), 0
			}
			n, textLen := unit(text)
			for _, end := range ends {
				for n < end.text { // what stands for several characters stays whole
					more, moreText := unit(text[n:])
					n, textLen = n+more, textLen+moreText
				}
				if n <= end.text {
					return end.raw, textLen
				}
			}
			return len(raw), textLen
		},
		Unescape: func(r *input.Item, raw []byte) (string, bool) {
			text, ok := outer.Unescape(r, raw)
			if !ok {
				return "", false
			}
			return in.Unescape(r, []byte(text))
		},
		Escape: func(b []byte, r *input.Item, s string) []byte {
			return outer.Escape(b, r, chars.UnsafeString(in.Escape(nil, r, s)))
		},
	}
	if in.Fixed || in.Quote != nil {
		return input.Fixed(made, "it stands in HTML within another text, without quotes")
	}
	return made
}

// An offset is a place in what is written, and in the text that it stands for.
type offset struct{ raw, text int }

// longestUnit is how much of a text is looked at for its first character, which can be a reference to one that begins a
// reference.
const longestUnit = 64

// decodeStart returns the start of the text that raw stands for, and where its units end.
func decodeStart(outer input.Escape, raw []byte) (text []byte, ends []offset) {
	for at := 0; at < len(raw) && (at < longestUnit || len(text) == 0); {
		n, textLen := outer.Unit(raw[at:])
		if part := raw[at : at+n]; n == textLen {
			text = append(text, part...)
		} else if textLen > 0 {
			part, _ := outer.Unescape(nil, part)
			text = append(text, part...)
		}
		if at += n; utf8.FullRune(text) || at == len(raw) {
			ends = append(ends, offset{at, len(text)})
		}
	}
	return text, ends
}

// Offsets find where a part of a text is written, from left to right.
type Offsets struct {
	unit func(raw []byte) (rawLen, textLen int)
	raw  []byte
	at   offset
}

// NewOffsets returns the offsets of a text that is written as raw.
func NewOffsets(outer input.Escape, raw []byte) *Offsets { return &Offsets{unit: outer.Unit, raw: raw} }

// To returns the offset in raw of an offset in the text; -1 if that is inside of an escape, or before the last offset
// that was asked for.
func (o *Offsets) To(text int) int {
	for o.at.text < text && o.at.raw < len(o.raw) {
		n, textLen := o.unit(o.raw[o.at.raw:])
		o.at.raw, o.at.text = o.at.raw+n, o.at.text+textLen
	}
	if o.at.text != text {
		return -1
	}
	return o.at.raw
}

// Start is To, but after text of raw that stands for nothing.
func (o *Offsets) Start(text int) int {
	start := o.To(text)
	for start >= 0 && o.at.raw < len(o.raw) {
		n, textLen := o.unit(o.raw[o.at.raw:])
		if textLen > 0 {
			break
		}
		o.at.raw += n
		start = o.at.raw
	}
	return start
}
