package mapping

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/verdict/blame"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/verdict/reason"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// IRIOptions say what a URI or a LEIRI is converted to.
type IRIOptions struct {
	Display bool       // decode the A-labels of a host that have a U-label (§3.2.1, last example)
	Target  *spec.Spec // the spec of the result; nil for RFC 3987
}

// ToIRI makes a URI-reference the IRI-reference that it is converted to by the steps of RFC 3987 §3.2. What the grammar
// of the target does not allow stays percent-encoded; a URI-reference that is none by that grammar stays as it is.
func ToIRI(r *component.Ref, o IRIOptions) {
	u := *r
	toIRI(r, o)
	if rule := reference(o.Target); r.Text != u.Text && !rule.Valid(r.Text) && !rule.Held(r.Text, r) {
		*r = u
	}
}

// toIRI is ToIRI for a result that is not yet held to the grammar of the target.
func toIRI(r *component.Ref, o IRIOptions) {
	by := o.Target.Decoding()
	if o.Display || len(r.Text) > stackBuffer {
		if at := o.firstChange(r.Text, &r.Parts, by); at >= 0 {
			b, parts := o.append(append(make([]byte, 0, len(r.Text)), r.Text[:at]...), r.Text, &r.Parts, at, by)
			r.Text, r.Parts = chars.View(b), parts
		}
		return
	}
	at := strings.IndexByte(r.Text, '%')
	if at < 0 {
		return
	}
	var buf [stackBuffer]byte // the text takes a third of its length where most of it was encoded
	b, parts := o.append(append(buf[:0], r.Text[:at]...), r.Text, &r.Parts, at, by)
	if string(b) != r.Text {
		r.Text, r.Parts = string(b), parts
	}
}

// stackBuffer is the length of the buffer that IRIs of ordinary length are built in before they are allocated in
// their exact size.
const stackBuffer = 512

// FromURI parses s as a URI-reference and converts it to an IRI-reference. The error
// is a *[report.ConvertError] that wraps a *[report.ParseError].
func FromURI(s string, o IRIOptions) (component.Ref, error) {
	u, err := blame.Parse(s, uriReference())
	if err != nil {
		return component.Ref{}, convertError(s, "IRI", err)
	}
	r := u
	toIRI(&r, o)
	if err := o.checkHost(u, r); err != nil {
		return r, err
	}
	if rule := reference(o.Target); !rule.Valid(r.Text) {
		return Held(r.Text, s, "IRI", rule)
	}
	return r, nil
}

// checkHost returns an error if the spec of the result has no percent-encoding in a host
// and the result has one. from is the input.
func (o *IRIOptions) checkHost(from, to component.Ref) error {
	host := to.Text[to.Parts.Host:to.Parts.HostEnd]
	if o.Target == nil || !strings.Contains(host, "%") || component.HostOf(host).Kind() != component.HostRegName || o.Target.EncodesHosts() {
		return nil
	}
	return &report.ConvertError{Input: from.Text, Target: "IRI", Findings: []report.Finding{{
		Code: "ireg-name", Severity: report.Error, Start: int(from.Parts.Host), End: int(from.Parts.HostEnd), Section: "draft-ietf-iri-3987bis §2.2",
		Message: reason.Of(reason.HostPercent, wording.Quote(host)),
		Hint:    reason.Of(reason.HintOtherSpec),
	}}}
}

// AppendIRI is like [FromURI] but appends the text of the result to dst. On an error
// it returns dst unchanged.
func AppendIRI(dst []byte, s string, o IRIOptions) ([]byte, error) {
	if o.Target != nil && o.Target != spec.RFC3987 {
		r, err := FromURI(s, o)
		if err != nil {
			return dst, err
		}
		return append(dst, r.Text...), nil
	}
	u, err := blame.Parse(s, uriReference())
	if err != nil {
		return dst, convertError(s, "IRI", err)
	}
	out, by := append(dst, s...), o.Target.Decoding()
	if at := o.firstChange(s, &u.Parts, by); at >= 0 {
		out, _ = o.append(out[:len(dst)+at], s, &u.Parts, at, by)
	}
	if out, err = appendHeld(out, len(dst), s, "IRI", reference(o.Target)); err != nil {
		return dst, err
	}
	return out, nil
}

// uriReference is the rule that URIs are read by.
func uriReference() spec.Rule {
	return uriReferenceRule.Get(func() spec.Rule { return spec.RFC3986.Reference() })
}

var uriReferenceRule lazy.Value[spec.Rule]

// convertError is the error for an input that could not be parsed.
func convertError(s, target string, err error) error {
	if p, ok := err.(*report.ParseError); ok {
		return &report.ConvertError{Input: s, Target: target, Findings: p.Report.Findings, Cause: err}
	}
	return err
}

// firstChange returns the offset of the first byte that the conversion changes,
// or -1.
func (o *IRIOptions) firstChange(s string, p *component.Parts, by *spec.Profile) int {
	if o.Display && p.Host > 0 {
		if i := strings.IndexByte(s[:p.Host], '%'); i >= 0 {
			return i
		}
		return int(p.Host)
	}
	if strings.IndexByte(s, '%') < 0 {
		return -1
	}
	at := 0
	ends := p.Fields(s)
	var scratch [128]byte
	tilde := keepsTilde(s, p)
	for f, end := range ends {
		for at < end {
			i := strings.IndexByte(s[at:end], '%')
			if i < 0 {
				break
			}
			at += i
			if f == component.PathField && at < tilde && isTilde(s[at:]) {
				at += 3
				continue
			}
			before := append(scratch[:0], chars.Context(s[:at])...)
			b, w := appendConverted(before, s[at:end], f, by)
			if string(b[len(before):]) != s[at:at+w] {
				return at
			}
			at += w
		}
		at = max(at, end)
	}
	return -1
}

// append converts s from an offset on, and returns where the components lie in the result. dst ends with what
// stands before. What is decoded is what the components of a profile may have.
func (o *IRIOptions) append(dst []byte, s string, p *component.Parts, at int, by *spec.Profile) ([]byte, component.Parts) {
	tilde := keepsTilde(s, p)
	if !o.Display && at >= tilde && by == spec.RFC3987.Profile() {
		if whole, parts, ok := appendWhole(dst, len(dst)-at, s[at:]); ok { // mostly all of it may be decoded
			return whole, parts
		}
	}
	return o.appendFields(dst, s, p, at, tilde, by)
}

// appendFields is append, field by field. The path keeps "~" encoded before an offset.
func (o *IRIOptions) appendFields(dst []byte, s string, p *component.Parts, at, tilde int, by *spec.Profile) ([]byte, component.Parts) {
	from, ends := 0, p.Fields(s)
	for f, end := range ends {
		begin := len(dst) - max(0, at-from) // of the field, of which dst may have a part as it was
		if f == component.HostField && o.Display && p.Host > 0 {
			host := string(appendField(nil, s[p.Host:p.HostEnd], f, by))
			if component.HostOf(host).Kind() == component.HostRegName {
				dst = hostname.AppendDisplay(dst, host)
				at = int(p.HostEnd)
			}
		}
		if at < end {
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
			if f != component.HostField {
				dst = textparts.KeepEncoded(dst, begin, f == component.PathField)
			}
			at = end
		}
		from, ends[f] = end, len(dst)-(at-end)
	}
	return dst, p.Rewritten(ends)
}

// appendWhole appends the rest of a reference, which begins at dst[begin:], with all decoded that is not reserved.
// ok is false if some of it may have to stay encoded, which is seldom.
func appendWhole(dst []byte, begin int, s string) (out []byte, p component.Parts, ok bool) {
	dst = percent.AppendDecoded(dst, s)
	t := textparts.Text{S: chars.View(dst[begin:])}
	ok = t.Parts.Split(t.S) && t.MayStand()
	return dst, t.Parts, ok
}

// keepsTilde returns the offset in s before which "~" stays percent-encoded in the path; 0 if there is none.
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
		dst = append(dst, s[:i]...)
		s = s[i:]
		// Mostly there is a word in another script: all of it may stand as it is.
		start := len(dst)
		dst = percent.AppendOctets(dst, s)
		w := len("%E4") * (len(dst) - start)
		if w > 0 && by.Appropriate(chars.View(dst), start, field) {
			s = s[w:]
			continue
		}
		dst = dst[:start]
		for end := len(s) - max(w, 3); len(s) > end; {
			var n int
			dst, n = appendConverted(dst, s, field, by)
			s = s[n:]
		}
	}
}

// appendConverted carries out steps 2 to 4 of RFC 3987 §3.2 for the
// percent-encoding at the start of s and those that belong to the same character,
// and returns how much of s that was. dst ends with what stands before the character.
func appendConverted(dst []byte, s string, field int, by *spec.Profile) ([]byte, int) {
	first := percent.OctetAt(s, 0)
	if first < utf8.RuneSelf {
		// Step 2 leaves "%", reserved and what URIs do not allow; the rest is
		// unreserved.
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
	if legal && by.Appropriate(chars.View(dst), n, field) {
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
