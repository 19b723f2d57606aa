package mapping

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/blame"
)

// leiriReference is the rule that LEIRIs are read by.
func leiriReference() spec.Rule {
	return leiriReferenceRule.Get(func() spec.Rule { return spec.MustRule(spec.LEIRI, "LEIRI-reference") })
}

var leiriReferenceRule lazy.Value[spec.Rule]

// FromLEIRI parses s as a LEIRI-reference and converts it to an IRI-reference (3987bis §6.2, the
// Note's §4). The error is a *[report.ConvertError] that wraps a *[report.ParseError].
func FromLEIRI(s string, o IRIOptions) (component.Ref, error) {
	ref, err := blame.Parse(s, leiriReference())
	if err != nil {
		return component.Ref{}, convertError(s, "IRI", err)
	}
	if o.Target != nil && o.Target.Family() == spec.LEIRIs {
		return ref, nil
	}
	n := 0
	ends := ref.Parts.Fields(s)
	o.eachLEIRI(s, ends, func(from, to int) { n += to - from })
	r := ref
	if n > 0 {
		r = component.OfBytes(o.appendLEIRI(make([]byte, 0, len(s)+2*n), s, ends))
	}
	if o.Target != nil && o.Target.Family() == spec.URIs {
		if err := URI(&r, nil); err != nil {
			return r, err
		}
	}
	if err := o.checkHost(ref, r); err != nil {
		return r, err
	}
	if rule := reference(o.Target); !rule.Valid(r.Text) {
		return held(r.Text, s, "IRI", rule)
	}
	return r, nil
}

// AppendFromLEIRI is like [FromLEIRI] but appends the text of the result to dst. It allocates
// nothing if dst has room and RFC 3987 is the target. On an error it returns dst unchanged.
func AppendFromLEIRI(dst []byte, s string, o IRIOptions) ([]byte, error) {
	if o.Target != nil && o.Target != spec.RFC3987 {
		r, err := FromLEIRI(s, o)
		if err != nil {
			return dst, err
		}
		return append(dst, r.Text...), nil
	}
	ref, err := blame.Parse(s, leiriReference())
	if err != nil {
		return dst, convertError(s, "IRI", err)
	}
	out, err := appendHeld(o.appendLEIRI(dst, s, ref.Parts.Fields(s)), len(dst), s, "IRI", reference(o.Target))
	if err != nil {
		return dst, err
	}
	return out, nil
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

// fieldEnds are the ends of the fields of [component.FieldChars].
type fieldEnds = [len(component.FieldChars)]int

// eachLEIRI calls f for every character of a LEIRI-reference that an IRI cannot
// have where it stands.
func (o *IRIOptions) eachLEIRI(s string, ends fieldEnds, f func(from, to int)) {
	at := 0
	for field, end := range ends {
		for at < end {
			if s[at] < utf8.RuneSelf {
				if !chars.UriByte[s[at]] {
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
			if o.allowed(s[at:stop], field) {
				at = stop
				continue
			}
			for at < stop {
				_, w := utf8.DecodeRuneInString(s[at:])
				if !o.allowed(s[at:at+w], field) {
					f(at, at+w)
				}
				at += w
			}
		}
	}
}

// allowed is allowedInIRI for the target: the draft has the tags in a query.
func (o *IRIOptions) allowed(s string, field int) bool {
	if allowedInIRI(s, field) {
		return true
	}
	r, w := utf8.DecodeRuneInString(s)
	return o.Target == spec.RFC3987bis && field == queryField && w == len(s) && r >= 0xE0000 && r <= 0xE0FFF
}

// queryField is the field of the query.
const queryField = 3

// allowedInIRI reports whether a LEIRI keeps s as it is when it becomes an IRI: the grammar
// allows it in the field, and it has no bidi formatting characters, of which a LEIRI has no
// finding but an IRI has.
func allowedInIRI(s string, field int) bool {
	if !component.FieldChars[field].Match(s) {
		return false
	}
	for i := chars.NonASCII(s); i < len(s); {
		u, w := chars.Decode(s, i)
		if u.Flags()&(chars.Format|chars.LaterFormat) != 0 {
			return false
		}
		i += w
	}
	return true
}
