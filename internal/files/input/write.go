package input

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/text/chars"
)

// How results are written into a file: with the escapes of its format.

// Refusal says why a text cannot be written in the place of the item.
func (r *Item) Refusal() string {
	if r.Escape != None && r.Escape.Refusal != "" {
		return r.Escape.Refusal
	}
	return fmt.Sprintf("%s cannot hold it", r.Format)
}

// Escapes reports whether Raw can have escapes.
func (r *Item) Escapes() bool { return r.Escape != None && r.Escape.Unit != nil }

// IsMember reports whether the item is one of several in the same value.
func (r *Item) IsMember() bool { return r.Escape != None && r.Escape.Split != "" }

// HasQuotes reports whether [Item.Quote] may be needed.
func (r *Item) HasQuotes() bool { return r.Escape != None && r.Escape.Quote != nil }

// Quote returns a text that needs quotes with them. It returns false for items that cannot be quoted, such as one of
// several members of a field.
func (r *Item) Quote(text string) ([]byte, bool) {
	if !r.HasQuotes() {
		return nil, false
	}
	return r.Escape.Quote(r, text)
}

// WithLineEnds returns the text with its line ends, if it was read with spaces in their place, as in an attribute of
// XML. Otherwise it returns the text.
func (r *Item) WithLineEnds() string {
	if r.Escape == None || !r.Escape.Spaces || bytes.IndexByte(r.Raw, '\n') < 0 {
		return r.Text
	}
	broken := []byte(r.Text)
	at, _ := r.lead()
	for raw := r.Raw; len(raw) > 0 && at < len(broken); {
		n, textLen := r.Unit(raw)
		if raw[n-1] == '\n' {
			broken[at] = '\n'
		}
		at, raw = at+textLen, raw[n:]
	}
	return string(broken)
}

// Widen returns the range of Raw for Text[start:end]. If the range starts or ends inside an escape, it is widened to
// the whole escape: the new range of Text is returned, and the additional text is added to *text, the replacement.
func (r *Item) Widen(start, end int, text *string) (newStart, newEnd, rawStart, rawEnd int) {
	newStart, rawStart = r.advance(0, 0, start)
	newEnd, rawEnd = newStart, rawStart
	if newStart < end {
		for rawStart < len(r.Raw) { // references to nothing stay before the range
			rawLen, textLen := r.Unit(r.Raw[rawStart:])
			if textLen > 0 {
				break
			}
			rawStart += rawLen
		}
		newEnd, rawEnd = r.advance(newStart, rawStart, end)
	}
	if newEnd < end && rawEnd < len(r.Raw) {
		rawLen, textLen := r.Unit(r.Raw[rawEnd:])
		newEnd, rawEnd = min(newEnd+textLen, len(r.Text)), rawEnd+rawLen
	}
	*text = r.Text[newStart:start] + *text + r.Text[end:max(end, newEnd)]
	return newStart, max(end, newEnd), rawStart, rawEnd
}

// Seams returns the offsets in Text, between start and end, where the file has something that is not part of the
// text, such as a comment: at most limit of them.
func (r *Item) Seams(start, end, limit int) (seams []int) {
	if !r.Escapes() {
		return nil
	}
	text, at := r.lead()
	for at < len(r.Raw) && text < end && len(seams) < limit {
		rawLen, textLen := r.Unit(r.Raw[at:])
		if textLen == 0 && text > start && !slices.Contains(seams[max(0, len(seams)-1):], text) {
			seams = append(seams, text)
		}
		at, text = at+rawLen, text+textLen
	}
	return seams
}

// AppendEscaped appends a text as the format writes it in the place of Raw[start:end].
func (r *Item) AppendEscaped(b []byte, s string, start, end int) []byte {
	if r.Escape != None && r.Escape.Verbatim != nil && r.Escape.Verbatim(start, end) {
		return append(b, s...)
	}
	if r.Escape != None && r.Escape.Escape != nil {
		return r.Escape.Escape(b, r, s)
	}
	if r.Format.Escape == nil {
		return append(b, s...)
	}
	return r.Format.Escape(b, r, s)
}

// AppendName appends a name after its prefix, as the format writes it, or with whole set an IRI in the place of the
// name. It returns false if the file cannot have it there.
func (r *Item) AppendName(b []byte, s string, whole bool) ([]byte, bool) {
	if r.Escape == None || r.Escape.Name == nil || r.Prefix.IsTerm {
		return b, false
	}
	b, ok := r.Escape.Name(b, s, whole)
	return b, ok && !(r.ASCIIOnly() && !chars.IsASCII(string(b)))
}

// Unescape returns the text of raw in the place of the item, or false if raw is not allowed there, or if raw alone
// does not tell: see NeedsReading. The text may share memory with raw.
func (r *Item) Unescape(raw []byte) (string, bool) {
	unescape := r.unescaper()
	if unescape == nil {
		return "", false
	}
	if r.isLegacy() {
		raw = norm.NFC.Bytes(raw)
	}
	if r.IsMember() && !isMember(chars.UnsafeString(raw), r.Escape.Split) {
		return "", false
	}
	text, ok := unescape(r, raw)
	if r.Escape != None {
		text = r.Escape.Lead + text
	}
	return text, ok
}

// unescaper returns the function Unescape for the item, or nil.
func (r *Item) unescaper() func(r *Item, raw []byte) (string, bool) {
	if r.Escape != None && r.Escape.Unescape != nil {
		return r.Escape.Unescape
	}
	return r.Format.Unescape
}

// NeedsReading reports whether the file must be read again to know the meaning of a text in the place of the item.
func (r *Item) NeedsReading() bool { return r.unescaper() == nil }

// MustEscape reports whether a character cannot be written as it is: see ASCIIOnly.
func (r *Item) MustEscape(c rune) bool { return c >= utf8.RuneSelf && r.ASCIIOnly() }

// EncodeDelimiters returns a text that is read as a whole in the place of the item: in prose, characters that would
// end a bare IRI are percent-encoded.
func (r *Item) EncodeDelimiters(text string) string {
	if r.Format.EncodeDelimiters == nil {
		return text
	}
	return r.Format.EncodeDelimiters(r, text)
}

// plain has the bytes that, in an IRI after "://", neither end a record of a format with rows nor have another
// meaning there. inXML also excludes those that end a reference. inText has the bytes that continue an IRI in prose
// before a letter, and word those that continue any name.
var plain, inXML, inText, word = func() (plain, inXML, inText, word [256]bool) {
	for c := range plain {
		word[c] = chars.IsLetter(byte(c)) || chars.IsDigit(byte(c)) || c == '%' || c == '_'
		inText[c] = word[c] || strings.IndexByte("-./?=&", byte(c)) >= 0
		plain[c] = inText[c] || c >= utf8.RuneSelf || strings.IndexByte("~:#@!$()*+", byte(c)) >= 0
		inXML[c] = plain[c] || c == ';'
	}
	return plain, inXML, inText, word
}()

// IsPlain reports whether a text in the place of Raw[start:end] need not be read again: each byte of it stands for
// itself, and it does not change how the rest of the file is read.
func (r *Item) IsPlain(start, end int, text []byte) bool {
	if !r.Format.Plain || r.IsMember() || r.IsDeclaration() || r.Declares != nil {
		return false
	}
	old, set := &plain, &plain
	switch n := len(text); {
	case r.Prefix != nil:
		set = &word
	case r.Format.Document: // XML
		old, set = &inXML, &inXML
	case r.Format.Prose && n > 0 && !word[text[n-1]]: // an IRI may end before it
		return false
	case r.Format.Prose:
		set = &inText
	}
	notUTF8 := bytes.Contains(text, []byte("\uFFFD")) // in JSON
	if notUTF8 || !hasOnly(r.Raw[start:end], old) || !hasOnly(text, set) {
		return false
	}
	switch {
	case r.Prefix != nil:
		return start > 0
	case r.Format.Document && r.FormatData == nil: // nothing about it tells whether it is a string
		return len(text) > 0
	}
	n := bytes.Index(r.Raw, []byte("://"))
	return n > 0 && n+3 <= start && (!r.Format.Prose || r.isEnded())
}

// hasOnly reports whether all bytes of a text are in a set.
func hasOnly(text []byte, set *[256]bool) bool {
	for _, c := range text {
		if !set[c] {
			return false
		}
	}
	return true
}

// isEnded reports whether the text after the item ends it, whatever the item is: white space, a quote or a bracket,
// or the end of the chunk.
func (r *Item) isEnded() bool {
	if r.block == nil {
		return false
	}
	end := int(r.Offset-r.block.Offset) + len(r.Raw)
	return end == len(r.block.Data) || end < len(r.block.Data) && (chars.IsSpace(r.block.Data[end]) ||
		r.block.Data[end] == '>' || r.block.Data[end] == '"')
}
