package input

import "strings"

// An Escape is how the text of an item is written. The nil Escape, None, stands for: as the format writes texts in
// which nothing is escaped.
type Escape = *Escaping

type Escaping struct {
	// Unit returns the length of the first character of raw, in raw and in the text. raw
	// must not be empty. Both lengths are at least 1, except that textLen is 0 for a
	// reference that stands for nothing. It is nil where each byte stands for itself.
	Unit func(raw []byte) (rawLen, textLen int)
	// Unescape is that of the format, where a document can add to it; nil for the format's.
	Unescape func(r *Item, raw []byte) (string, bool)
	// Escape is that of the format, in a part of a file that has escapes of its own; nil for the
	// format's.
	Escape func(b []byte, r *Item, s string) []byte
	Fixed  bool // the text stays as it is
	// Refusal says why a text cannot be written; empty for that the format cannot hold it.
	Refusal string
	// Lead is what the text begins with, although it is not written.
	Lead string
	// Split separates the item from others in the same value; empty if it stands alone.
	Split string
	// Verbatim reports whether raw[start:end] of the item is in a part in which nothing is escaped; nil for never.
	Verbatim func(start, end int) bool
	// Part returns the escape for a part of raw, if it depends on what raw is; nil if it does not.
	Part func(raw []byte) Escape
	// Quote returns a text with quotes where it cannot stand without them; nil for none.
	Quote func(r *Item, text string) ([]byte, bool)
	// Spaces says that line ends and tabs stand for spaces (XML §3.3.3).
	Spaces bool
	// Name appends the rest of a name after its prefix or, with whole set, an IRI in the place of the
	// name. It returns false if that cannot be written. It is nil for what is not a name, or cannot be
	// changed.
	Name func(b []byte, s string, whole bool) ([]byte, bool)
}

// None is how a text is written without escapes.
var None Escape

// Listed returns the escape of a member of a list, with what separates it from others.
func Listed(written Escape, split string) Escape {
	var e Escaping
	if written != None {
		e = *written
	}
	e.Split, e.Quote = split, nil
	return &e
}

// Fixed returns the escape of what is not written otherwise, and why.
func Fixed(written Escape, why string) Escape {
	var e Escaping
	if written != None {
		e = *written
	}
	e.Fixed, e.Refusal, e.Quote = true, why, nil
	if part := e.Part; part != nil {
		e.Part = func(raw []byte) Escape { return Fixed(part(raw), why) }
	}
	return &e
}

// FixedNamespace returns the escape of the name of a namespace of XML: names with a prefix are in another one if it
// changes.
func FixedNamespace(written Escape) Escape {
	return Fixed(written, "it is the name of a namespace, which others have to write in the same way")
}

// IsURN reports whether a text begins with "urn:", in any case: as the name of a namespace of XML that is not a term of
// RDF, it identifies and nothing else.
func IsURN(text string) bool { return len(text) >= 4 && strings.EqualFold(text[:4], "urn:") }

// Literal is how strings are written in a place without escapes.
var Literal = &Escaping{
	Escape:   func(b []byte, _ *Item, s string) []byte { return append(b, s...) },
	Unescape: func(_ *Item, raw []byte) (string, bool) { return string(raw), true },
}
