package input

import "strings"

// An Escape defines how the text of an item is written. The nil Escape, None, means without escapes.
type Escape = *Escaping

type Escaping struct {
	// Unit returns the length of the first character of raw, in raw and in the text. raw must not be empty. Both
	// lengths are at least 1, except that textLen is 0 for a reference to nothing. If Unit is nil, each byte stands
	// for itself.
	Unit func(raw []byte) (rawLen, textLen int)
	// Unescape replaces that of the format, in a document that can define escapes; nil for the format's.
	Unescape func(r *Item, raw []byte) (string, bool)
	// Escape replaces that of the format, in a part of a file with other escapes; nil for the format's.
	Escape func(b []byte, r *Item, s string) []byte
	Fixed  bool // the text cannot be changed
	// Refusal says why a text cannot be written. If it is empty, the message says that the format cannot hold it.
	Refusal string
	// Lead is the start of the text, which is not written in the file.
	Lead string
	// Split separates the item from others in the same value; it is empty for a single item.
	Split string
	// Verbatim reports whether raw[start:end] of the item is in a part without escapes; nil if there is no such part.
	Verbatim func(start, end int) bool
	// Part returns the escape for a part of raw, if it depends on the position; nil if it does not.
	Part func(raw []byte) Escape
	// Quote returns a text with quotes, if it needs them there; nil if there are no quotes.
	Quote func(r *Item, text string) ([]byte, bool)
	// Spaces says that line ends and tabs are read as spaces (XML §3.3.3).
	Spaces bool
	// Name appends a name after its prefix or, with whole set, an IRI in the place of the name. It returns false if
	// that cannot be written. Name is nil for an item that is not a prefixed name, or cannot be changed.
	Name func(b []byte, s string, whole bool) ([]byte, bool)
}

// None is the Escape of texts without escapes.
var None Escape

// Listed returns the escape of a member of a list with the separator split.
func Listed(written Escape, split string) Escape {
	var e Escaping
	if written != None {
		e = *written
	}
	e.Split, e.Quote = split, nil
	return &e
}

// Fixed returns the escape of an item that cannot be changed; why is the reason.
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

// FixedNamespace returns the escape of the name of an XML namespace, which cannot be changed because prefixed names
// would be in another namespace.
func FixedNamespace(written Escape) Escape {
	return Fixed(written, "it is the name of a namespace, which others have to write in the same way")
}

// IsURN reports whether a text begins with "urn:", in any case. As the name of an XML namespace that is not a term of
// RDF, it is only an identifier.
func IsURN(text string) bool { return len(text) >= 4 && strings.EqualFold(text[:4], "urn:") }

// Literal is the escape of strings in a place without escapes.
var Literal = &Escaping{
	Escape:   func(b []byte, _ *Item, s string) []byte { return append(b, s...) },
	Unescape: func(_ *Item, raw []byte) (string, bool) { return string(raw), true },
}
