package iri

import (
	"unicode/utf8"
)

// tableLEIRIReference is what a LEIRI-reference is, looked up once.
var tableLEIRIReference = builtinTable("leiri", "LEIRI-reference")

// FromLEIRI parses s as a LEIRI-reference and converts it to an IRI-reference
// (3987bis §6.2, the Note's §4): each character that LEIRI allows and the IRI does
// not, in the component where it stands, is percent-encoded in upper case, and
// nothing else is touched. Such are the bidi formatting characters too, which the
// grammar of IRIs has but RFC 3987 §4.1 forbids. The result conforms to RFC 3987.
//
// "Conversion from a LEIRI to an IRI or a URI must be performed only when
// absolutely necessary and as late as possible in a processing chain" (the Note).
// The error is a *[ConvertError] that wraps a *[ParseError].
func FromLEIRI(s string) (Ref, error) {
	ref, err := parseBy(s, tableLEIRIReference, LEIRI, "LEIRI-reference")
	if err != nil {
		return Ref{}, convertError(s, "IRI", err)
	}
	n := 0
	eachLEIRI(s, ref.p, func(from, to int) { n += to - from })
	if n == 0 {
		return ref, nil
	}
	return refOf(appendLEIRI(make([]byte, 0, len(s)+2*n), s, ref.p)), nil
}

// AppendFromLEIRI is like [FromLEIRI] but appends the text of the result to dst.
// It allocates nothing if dst has room. On an error it returns dst unchanged.
func AppendFromLEIRI(dst []byte, s string) ([]byte, error) {
	ref, err := parseBy(s, tableLEIRIReference, LEIRI, "LEIRI-reference")
	if err != nil {
		return dst, convertError(s, "IRI", err)
	}
	return appendLEIRI(dst, s, ref.p), nil
}

func appendLEIRI(dst []byte, s string, p parts) []byte {
	at := 0
	eachLEIRI(s, p, func(from, to int) {
		dst = appendEncoded(append(dst, s[at:from]...), s[from:to])
		at = to
	})
	return append(dst, s[at:]...)
}

// eachLEIRI calls f for every character of a LEIRI-reference that an IRI cannot
// have where it stands.
func eachLEIRI(s string, p parts, f func(from, to int)) {
	chars := &iriChars
	at := 0
	for field, end := range p.fields(s) {
		for at < end {
			if s[at] < utf8.RuneSelf {
				if !uriByte[s[at]] {
					f(at, at+1)
				}
				at++
				continue
			}
			// Mostly there is a word that an IRI may have as it is.
			stop := at + 1
			for stop < end && s[stop] >= utf8.RuneSelf {
				stop++
			}
			if appropriate(s[at:stop], chars[field]) {
				at = stop
				continue
			}
			for at < stop {
				_, w := utf8.DecodeRuneInString(s[at:])
				if !appropriate(s[at:at+w], chars[field]) {
					f(at, at+w)
				}
				at += w
			}
		}
	}
}
