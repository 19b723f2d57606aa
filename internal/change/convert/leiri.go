package convert

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
)

// leiriReference is the rule that LEIRIs are read by.
func leiriReference() spec.Rule {
	return leiriReferenceRule.Get(func() spec.Rule { return spec.LEIRI.Reference() })
}

var leiriReferenceRule lazy.Value[spec.Rule]

// FromLEIRI parses s as a LEIRI-reference and converts it to an IRI-reference (3987bis §6.2, the
// Note's §4). The error is a *[finding.ConvertError] that wraps a *[finding.ParseError].
func FromLEIRI(s string, o IRIOptions) (component.Ref, error) {
	var buf [stackBuffer]byte
	b, err := AppendFromLEIRI(buf[:0], s, o)
	return o.parsed(b, s, err)
}

// AppendFromLEIRI is like [FromLEIRI] but appends the text of the result to dst. It allocates
// nothing if dst has room and RFC 3987 is the target. On an error it returns dst unchanged.
func AppendFromLEIRI(dst []byte, s string, o IRIOptions) ([]byte, error) {
	ref, err := diagnose.Parse(s, leiriReference())
	if err != nil {
		return dst, convertError(s, "IRI", err)
	}
	if chars.IsASCII(s) && reference(o.Target).Valid(s) { // each of its characters stays
		return append(dst, s...), nil
	}
	return o.held(dst, o.appendLEIRI(dst, s, ref.Parts.Fields(s)), &ref)
}

// EscapeLEIRI carries out the steps of §4 of the Note on any string: each character that
// LEIRI allows and an IRI does not allow in its component is percent-encoded, and bytes that
// are not UTF-8. The rest stays, also where the grammar has no place for it.
func EscapeLEIRI(s string) string {
	var o IRIOptions
	return string(o.appendLEIRI(nil, s, component.Divide(s, 0).Fields(s)))
}

func (o *IRIOptions) appendLEIRI(dst []byte, s string, ends fieldEnds) []byte {
	at := 0
	o.eachLEIRI(s, ends, func(from, to int) {
		dst = percent.Append(append(dst, s[at:from]...), s[from:to])
		at = to
	})
	return append(dst, s[at:]...)
}

// fieldEnds are the ends of the fields of [component.FieldKinds].
type fieldEnds = [len(component.FieldKinds)]int

// eachLEIRI calls f for every character of a LEIRI-reference that a reference of the target cannot
// have where it stands.
func (o *IRIOptions) eachLEIRI(s string, ends fieldEnds, f func(from, to int)) {
	target, at := spec.RFC3987, 0
	if o.Target != nil && o.Target.Profile() != nil {
		target = o.Target
	}
	leiri := target.Family() == spec.LEIRIs
	for field, end := range ends {
		rule := target.Profile().Of[component.FieldKinds[field]]
		for at < end {
			if chars.UriByte[s[at]] {
				at++
				continue
			}
			next := at
			for next < end && !chars.UriByte[s[next]] {
				next++
			}
			// If a built-in rule allows such characters together, it allows each of them.
			all := !target.IsCustom() && rule.Valid(s[at:next])
			for at < next {
				r, w := utf8.DecodeRuneInString(s[at:])
				if !all && !rule.Valid(s[at:at+w]) || !leiri && isFormat(r) {
					f(at, at+w)
				}
				at += w
			}
		}
	}
}

// isFormat reports whether a character is percent-encoded although the rule of its component allows it: the bidi
// formatting characters of RFC 3987 §4.1, which the Note names among those that LEIRIs have and IRIs have not (§5).
// U+2066 and its like are younger: they are in ucschar, and the Note does not name them.
func isFormat(r rune) bool { return chars.Of(r).Flags()&chars.Format != 0 }
