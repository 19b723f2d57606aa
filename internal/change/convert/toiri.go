package convert

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// IRIOptions are the options of [ToIRI].
type IRIOptions struct {
	// Display, if not nil, has the A-labels of a host decoded (§3.2.1, last example), except in the parts of the host
	// text[start:end] that it returns because people would mistake them for others: [rules.Deceptive].
	Display func(text string, start, end int) []hostname.Span
	Target  *spec.Spec // the spec of the result; nil means RFC 3987
}

// ToIRI converts a URI-reference in place to an IRI-reference by the steps of RFC 3987 §3.2. Characters that the
// grammar of the target does not allow stay percent-encoded. If no conversion conforms to that grammar, it does not
// change r.
func ToIRI(r *component.Ref, o IRIOptions) {
	if o.Display == nil && strings.IndexByte(r.Text, '%') < 0 {
		return
	}
	if len(r.Text) > stackBuffer {
		if b, parts, ok := o.append(make([]byte, 0, len(r.Text)), r.Text, &r.Parts); string(b) != r.Text {
			o.become(r, chars.UnsafeString(b), parts, ok)
		}
		return
	}
	var buf [stackBuffer]byte // the text takes a third of its length where most of it was encoded
	if b, parts, ok := o.append(buf[:0], r.Text, &r.Parts); string(b) != r.Text {
		o.become(r, string(b), parts, ok)
	}
}

// become sets r to the reference with a text. If held is true, the text conforms to the target, and parts are its
// components.
func (o *IRIOptions) become(r *component.Ref, text string, parts component.Parts, held bool) {
	u := *r
	if r.Text, r.Parts = text, parts; !held && !reference(o.Target).ConformOrEscape(text, r) {
		*r = u
	}
}

// stackBuffer is the length of the buffer on the stack in which IRIs of ordinary length are built, before they are
// allocated in their exact size.
const stackBuffer = 512

// FromURI parses s as a URI-reference and converts it to an IRI-reference. The error
// is a *[finding.ConvertError] that wraps a *[finding.ParseError].
func FromURI(s string, o IRIOptions) (component.Ref, error) {
	var buf [stackBuffer]byte
	b, err := AppendIRI(buf[:0], s, o)
	return o.parsed(b, s, err)
}

// AppendIRI is like [ToIRI] but appends the text of the result to dst. On an error
// it returns dst unchanged.
func AppendIRI(dst []byte, s string, o IRIOptions) ([]byte, error) {
	if o.keeps(s) {
		return append(dst, s...), nil
	}
	u, err := diagnose.Parse(s, uriReference())
	if err != nil {
		return dst, convertError(s, "IRI", err)
	}
	out, _, ok := o.append(dst, s, &u.Parts)
	if ok {
		return out, nil
	}
	return o.held(dst, out, &u)
}

// keeps reports whether s is a URI-reference that the conversion does not change: it has no percent-encodings, and no
// A-labels to decode.
func (o *IRIOptions) keeps(s string) bool {
	return !strings.Contains(s, "%") && (o.Display == nil || !strings.Contains(s, "--")) && uriReference().Valid(s) &&
		reference(o.Target).Valid(s)
}

// held makes the result of a conversion, which was appended to dst, conform to the grammar of the target, or fails.
func (o *IRIOptions) held(dst, out []byte, from *component.Ref) ([]byte, error) {
	err := o.checkHost(from, chars.UnsafeString(out[len(dst):]))
	if err == nil {
		out, err = appendConforming(out, len(dst), from.Text, "IRI", reference(o.Target))
	}
	if err != nil {
		return dst, err
	}
	return out, nil
}

// parsed returns the result of a conversion of s as a reference.
func (o *IRIOptions) parsed(b []byte, s string, err error) (r component.Ref, _ error) {
	if err != nil {
		return r, err
	}
	if string(b) != s {
		s = string(b)
	}
	reference(o.Target).ConformOrEscape(s, &r)
	return r, nil
}

// checkHost returns an error if the spec of the result has no percent-encoding in a host
// and the result has one. from is the input.
func (o *IRIOptions) checkHost(from *component.Ref, to string) error {
	if o.Target == nil || !strings.Contains(to, "%") || o.Target.EncodesHosts() {
		return nil
	}
	rules := &o.Target.Profile().Of
	p := component.Divide(to, component.SchemeEnd(to)+1)
	host := to[p.Host:p.HostEnd]
	if !strings.Contains(host, "%") || component.HostOf(host).Kind() != component.HostRegName {
		return nil
	}
	return &finding.ConvertError{Input: from.Text, Target: "IRI", Findings: []finding.Finding{{
		Code:     finding.Code(cmp.Or(rules[component.RegName].Name(), rules[component.Host].Name())),
		Severity: finding.Error, Start: int(from.Parts.Host), End: int(from.Parts.HostEnd),
		Section: "draft-ietf-iri-3987bis §2.2",
		Message: finding.HostPercent.Text(quote.Quote(host)),
		Hint:    finding.HintOtherSpec.Text(),
	}}}
}

// uriReference is the rule that URIs are read by.
func uriReference() spec.Rule {
	return uriReferenceRule.Get(func() spec.Rule { return spec.RFC3986.Reference() })
}

var uriReferenceRule lazy.Value[spec.Rule]

// convertError is the error for an input that could not be parsed.
func convertError(s, target string, err error) error {
	if p, ok := err.(*finding.ParseError); ok {
		return &finding.ConvertError{Input: s, Target: target, Findings: p.Report.Findings, Cause: err}
	}
	return err
}

// append appends the conversion of s, whose components are p: it decodes the characters that the components of the
// target allow. ok is false if the result still has to be checked against the grammar; then parts are not set.
func (o *IRIOptions) append(dst []byte, s string, p *component.Parts) (out []byte, parts component.Parts, ok bool) {
	start, tilde, by := len(dst), keepsTilde(s, p), o.Target.Decoding()
	if o.Display == nil && tilde == 0 && by == spec.RFC3987.Profile() {
		dst = percent.AppendDecoded(dst, s) // mostly all of it may be decoded
		whole := textparts.Text{S: chars.UnsafeString(dst[start:])}
		if whole.Parts.Split(whole.S) && whole.MayBeDecoded() {
			return dst, whole.Parts, o.Target == nil || o.Target == spec.RFC3987
		}
	}
	return o.appendFields(dst[:start], s, p, tilde, by), parts, false
}

// appendFields is append, field by field. The path keeps "~" encoded before an offset.
func (o *IRIOptions) appendFields(dst []byte, s string, p *component.Parts, tilde int, by *spec.Profile) []byte {
	at := 0
	for f, end := range p.Fields(s) {
		begin := len(dst)
		if f == component.HostField && o.Display != nil && p.Host > 0 {
			host := string(appendField(nil, s[p.Host:p.HostEnd], f, by))
			if component.HostOf(host).Kind() == component.HostRegName {
				dst = append(append(dst, s[at:p.Host]...), o.displayed(s, p, host)...)
				at = int(p.HostEnd)
			}
		}
		for f == component.PathField && at < tilde {
			i := at
			for i < tilde && !isTilde(s[i:]) {
				i++
			}
			dst = appendField(dst, s[at:i], f, by)
			at = min(i+3, tilde)
			dst = append(dst, s[i:at]...)
		}
		dst = appendField(dst, s[at:end], f, by)
		if at = end; f != component.HostField {
			dst = textparts.KeepEncoded(dst, begin, f == component.PathField)
		}
	}
	return dst
}

// displayed returns the host of s, which has been decoded, with A-labels decoded according to the options.
func (o *IRIOptions) displayed(s string, p *component.Parts, host string) string {
	return hostname.Displayed(host, func(shown string) []hostname.Span {
		return o.Display(s[:p.Host]+shown+s[p.HostEnd:], int(p.Host), int(p.Host)+len(shown))
	})
}

// keepsTilde returns the offset in s before which "~" stays percent-encoded in the path, or 0.
func keepsTilde(s string, p *component.Parts) int {
	if n := scheme.KeepsTilde(s[:p.Scheme], s[p.Path:p.PathEnd]); n > 0 {
		return int(p.Path) + n
	}
	return 0
}

// isTilde reports whether s begins with "~" in percent-encoded form.
func isTilde(s string) bool { return len(s) >= 3 && s[0] == '%' && percent.OctetAt(s, 0) == '~' }

// appendField converts one field: an index of [component.FieldKinds].
func appendField(dst []byte, s string, field int, by *spec.Profile) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(dst, s...)
		}
		var w int
		dst, w = appendConverted(append(dst, s[:i]...), s[i:], field, by)
		s = s[i+w:]
	}
}

// appendConverted carries out steps 2 to 4 of RFC 3987 §3.2 for the percent-encoding at the start of s and those of
// the same character. It returns how many bytes of s it has read. dst ends with the text before the character.
func appendConverted(dst []byte, s string, field int, by *spec.Profile) ([]byte, int) {
	first := percent.OctetAt(s, 0)
	if first < utf8.RuneSelf {
		// Step 2 does not decode "%", reserved, and ASCII that URIs do not allow;
		// the rest is unreserved.
		if chars.IsUnreserved(first) {
			return append(dst, first), 3
		}
		return append(dst, s[:3]...), 3
	}
	n := len(dst)
	dst = append(dst, first)
	for i := 3; i < 4*3 && i+2 < len(s) && s[i] == '%'; i += 3 {
		b := percent.OctetAt(s, i)
		if utf8.RuneStart(b) {
			break
		}
		dst = append(dst, b)
	}
	_, w := utf8.DecodeRune(dst[n:])
	legal := w > 1 // step 3: overlong forms, surrogates and the like have width 1
	dst = dst[:n+w]
	if legal && by.Appropriate(chars.UnsafeString(dst), n, field) {
		return dst, 3 * w
	}
	var octets [utf8.UTFMax]byte
	copy(octets[:], dst[n:])
	dst = dst[:n]
	for _, b := range octets[:w] { // steps 3 and 4
		dst = append(dst, percent.Triplets[b]...)
	}
	return dst, 3 * w
}
