// Package convert carries out the conversions between IRIs, URIs and LEIRIs (RFC 3987 §3, 3987bis §3 and §6), from
// text in other charsets, and from arbitrary strings (the guidelines of 2011, the algorithms of 2001). Functions get
// a string or a reference, and options; they return another one, or findings with offsets in the input. The package
// must not know the prose rules, nor how findings are printed.
package convert

import (
	"fmt"
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// URIOptions are the options of [URI]. The zero value is RFC 3987 §3.1 to the letter.
type URIOptions struct {
	Host  hostname.Mapping // how hosts are converted
	Query Charset          // the charset of the query in http and https; the zero Charset is UTF-8
	// relative references are resolved to http or https, and their queries are treated like those
	WebBase bool
	Lenient bool      // percent-encode ASCII that URIs do not allow, instead of failing
	Rule    spec.Rule // that the input conforms to; IRI-reference of RFC 3987 if it is zero
}

// URI makes a reference the URI-reference that it is mapped to (RFC 3987 §3.1, 3987bis §3.6). The
// characters of ASCII that a LEIRI may have and an IRI may not are percent-encoded
// as well (3987bis §6). The options may be nil for none. The error is a *[finding.ConvertError]; the reference is
// the zero one then.
func URI(r *component.Ref, o *URIOptions) error {
	input := r.Text
	plain := o == nil || o.encodesOnly()
	if plain && uriReference().Valid(input) {
		return nil
	}
	if chars.TraitsOf(input)&chars.ExcludedASCII != 0 {
		*r = component.SplitTrusted(percent.EncodeFunc(r.Text, 0, chars.IsExcluded))
	}
	if !plain {
		b, findings := o.append(make([]byte, 0, percent.EncodedLen(r.Text)), r.Text, r.Parts)
		if findings != nil {
			err := &finding.ConvertError{Input: r.Text, Target: "URI", Findings: findings}
			*r = component.Ref{}
			return err
		}
		var err error
		*r, err = ConformOrEscape(chars.UnsafeString(b), input, "URI", uriReference())
		return err
	}
	n := percent.EncodedLen(r.Text)
	if uint64(n) > math.MaxUint32 {
		err := tooLong(r.Text, "URI")
		*r = component.Ref{}
		return err
	}
	text := percent.Encoded(r.Text, n)
	if uriReference().Split(text, r) {
		return nil
	}
	var err error
	*r, err = ConformOrEscape(text, input, "URI", uriReference())
	return err
}

// ToURI maps s, which has to conform to a rule for whole references, to a URI-reference. The error
// is that of [URIOptions.Append].
func (o *URIOptions) ToURI(s string) (component.Ref, error) {
	if !o.ofReferences() {
		return component.Ref{}, fmt.Errorf("iri: the rule %s names no whole reference", o.Rule.Name())
	}
	b, err := o.Append(nil, s)
	if err != nil {
		return component.Ref{}, err
	}
	var r component.Ref
	if text := chars.UnsafeString(b); len(b) == len(s) && text == s {
		uriReference().Split(s, &r)
	} else {
		uriReference().Split(text, &r)
	}
	return r, nil
}

// Append appends the URI-reference that s is mapped to. On an error it returns dst unchanged. A result of percent-encoding
// alone is not checked against the grammar of URIs: see [spec.Rule.EncodedIsURI].
func (o *URIOptions) Append(dst []byte, s string) ([]byte, error) {
	out, isURI, err := o.mapped(dst, s)
	if err == nil && o.ofReferences() && !isURI {
		out, err = appendConforming(out, len(dst), s, "URI", uriReference())
	}
	if err != nil {
		return dst, err
	}
	return out, nil
}

// mapped is Append without the last check: isURI reports whether the result is known to conform to the grammar of URIs.
func (o *URIOptions) mapped(dst []byte, s string) (out []byte, isURI bool, err error) {
	rule := o.Rule
	if rule == (spec.Rule{}) {
		rule = iriReference()
	}
	conforms := rule.Valid(s)
	if !conforms && (o.Rule == (spec.Rule{}) || !o.encodedHost(s)) {
		out, err = o.appendInvalid(dst, s, rule)
		return out, false, err
	}
	if o.encodesOnly() {
		if uint64(len(s)) > math.MaxUint32/3 && uint64(percent.EncodedLen(s)) > math.MaxUint32 {
			return dst, false, tooLong(s, "URI")
		}
		return percent.AppendNonASCII(dst, s), conforms, nil
	}
	p, err := o.split(s)
	if err != nil {
		return dst, false, err
	}
	out, findings := o.append(dst, s, p)
	if findings != nil {
		return dst, false, &finding.ConvertError{Input: s, Target: "URI", Findings: findings}
	}
	return out, conforms && o.encodedIsURI() && string(out[len(dst):]) == s, nil // nothing was to be encoded
}

// iriReference is the rule for the input of a mapping whose options do not name one.
func iriReference() spec.Rule {
	return iriReferenceRule.Get(func() spec.Rule { return spec.RFC3987.Reference() })
}

var iriReferenceRule lazy.Value[spec.Rule]

// encodedHost reports whether s conforms to the rule but for percent-encodings in the host: the grammar of 3987bis has
// none there, and its §3.4 decodes them.
func (o *URIOptions) encodedHost(s string) bool {
	masked := o.maskHost(s)
	return masked != s && o.Rule.Valid(masked)
}

// maskHost returns s with letters in place of the percent-encodings in the authority, if by the grammar of the rule a
// host has none. Offsets stay.
func (o *URIOptions) maskHost(s string) string {
	if strings.IndexByte(s, '%') < 0 || o.Rule == (spec.Rule{}) || o.Rule.Spec().EncodesHosts() {
		return s
	}
	start, end := 0, len(s)
	if kind, _ := o.Rule.Component(); kind != component.RegName && kind != component.Host &&
		kind != component.Authority {
		p := component.Divide(s, component.SchemeEnd(s)+1)
		if !o.ofReferences() || p.Host == 0 {
			return s
		}
		start, end = int(p.Scheme), int(p.Path)
	}
	if strings.Contains(s[start:end], "[") {
		return s
	}
	b := []byte(s)
	for i := start; i+2 < end; i++ {
		if _, ok := percent.Triplet(s[i:end]); ok {
			copy(b[i:], "aaa")
		}
	}
	return string(b)
}

// split finds the components of a string that conforms to the rule. A spec that
// was read may divide it in another way than RFC 3986 Appendix B; that is an error.
func (o *URIOptions) split(s string) (component.Parts, error) {
	if o.ofReferences() && o.Rule != (spec.Rule{}) {
		ref, err := o.Rule.Parse(o.maskHost(s))
		return ref.Parts, err
	}
	return component.SplitTrusted(s).Parts, nil
}

// appendInvalid is AppendURI for a string that does not conform to the rule:
// there may still be a result if the mapping is lenient.
func (o *URIOptions) appendInvalid(dst []byte, s string, rule spec.Rule) ([]byte, error) {
	if !o.Lenient {
		return dst, convertError(s, "URI", &finding.ParseError{Report: diagnose.Blame(o.maskHost(s), rule,
			&finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}})})
	}
	start := 0
	if o.ofReferences() {
		start = max(component.SchemeEnd(s), 0)
	}
	clean := percent.EncodeFunc(s, start, chars.PrintableExcluded)
	if masked := o.maskHost(clean); !rule.Valid(masked) {
		findings := diagnose.Blame(masked, rule, &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}).Findings
		return dst, &finding.ConvertError{Input: s, Target: "URI", Findings: beforeEncoding(s, clean, start, findings)}
	}
	p, err := o.split(clean)
	if err != nil {
		return dst, err
	}
	out, findings := o.append(dst, clean, p)
	if findings != nil {
		return dst, &finding.ConvertError{Input: s, Target: "URI", Findings: beforeEncoding(s, clean, start, findings)}
	}
	return out, nil
}

// beforeEncoding returns the findings about clean, in which [percent.EncodeFunc] has encoded what URIs do not allow, as
// findings about s, as [finding.Back] does, without the
// text and the map of a [sourcemap.Editor].
func beforeEncoding(s, clean string, start int, findings []finding.Finding) []finding.Finding {
	if len(clean) == len(s) {
		return findings
	}
	in, out := 0, 0 // offsets in s and in clean that correspond
	back := func(at int) int {
		if at < out {
			in, out = 0, 0
		}
		for in < len(s) {
			width := 1
			if in >= start && chars.PrintableExcluded(s[in]) {
				width = len("%20")
			}
			if at < out+width {
				break
			}
			in, out = in+1, out+width
		}
		return in
	}
	all := make([]finding.Finding, len(findings))
	for i, f := range findings {
		empty := f.Start == f.End
		last := f.End - 1
		if f.Start = back(f.Start); empty {
			f.End = f.Start
		} else {
			f.End = back(last) + 1
		}
		f.Fix = nil
		all[i] = f
	}
	return all
}

// encodesOnly reports whether the mapping is step 2 of RFC 3987 §3.1 alone, on a
// string of a grammar that has no more of ASCII than URIs have. Step 2 treats all
// components alike, so that the string need not be taken apart.
func (o *URIOptions) encodesOnly() bool {
	return o.Host == hostname.Percent && (o.Query.enc == nil || o.Query.IsUnicode()) && o.encodedIsURI()
}

// ofReferences reports whether the rule is one for whole references.
func (o *URIOptions) ofReferences() bool { return o.Rule == spec.Rule{} || o.Rule.IsWhole() }

// encodedIsURI reports whether strings of the rule have no ASCII that must be percent-encoded.
func (o *URIOptions) encodedIsURI() bool { return o.Rule == spec.Rule{} || o.Rule.EncodedIsURI() }

// append maps a string that conforms, component by component, and puts it
// together again with the punctuation that it had (3987bis §3.6).
func (o *URIOptions) append(dst []byte, s string, p component.Parts) ([]byte, []finding.Finding) {
	encode := percent.AppendNonASCII
	if !o.encodedIsURI() {
		encode = percent.AppendForURI
	}
	if !o.ofReferences() {
		if kind, _ := o.Rule.Component(); o.Host != hostname.Percent &&
			(kind == component.Host || kind == component.RegName) &&
			component.HostOf(s).Kind() == component.HostRegName {
			return appendHost(dst, s, 0, len(s), o.Host)
		}
		return encode(dst, s), nil
	}
	var all []finding.Finding
	at := 0
	if host := s[p.Host:p.HostEnd]; p.Host > 0 && host != "" && o.Host != hostname.Percent &&
		component.HostOf(host).Kind() == component.HostRegName {
		dst = encode(dst, s[:p.Host])
		dst, all = appendHost(dst, s, int(p.Host), int(p.HostEnd), o.Host)
		at = int(p.HostEnd)
	}
	if p.Query > p.PathEnd && o.Query.enc != nil && !o.Query.IsUnicode() && (scheme.Is(s[:p.Scheme], scheme.Web) ||
		p.Scheme == 0 && o.WebBase) {
		dst = encode(dst, s[at:p.PathEnd])
		var findings []finding.Finding
		dst, findings = o.Query.appendPercent(dst, s[p.PathEnd:p.Query])
		all = appendShifted(all, findings, int(p.PathEnd))
		at = int(p.Query)
	}
	return encode(dst, s[at:]), all
}

// appendHost is [hostname.Append] for the host of s.
func appendHost(dst []byte, s string, start, end int, m hostname.Mapping) (out []byte, findings []finding.Finding) {
	out, refusals := hostname.Append(dst, s[start:end], m)
	if len(refusals) > 0 {
		q := component.Quoter{Text: s}
		hidden := q.Hides(start, end)
		for _, r := range refusals {
			findings = append(findings, finding.OfHost(r, hidden))
		}
	}
	return out, appendShifted(nil, findings, start)
}

// appendShifted appends findings about a component that starts at an offset.
func appendShifted(all, findings []finding.Finding, offset int) []finding.Finding {
	for _, f := range findings {
		f.Start += offset
		f.End += offset
		all = append(all, f)
	}
	return all
}

func tooLong(s, target string) error {
	return fmt.Errorf("iri: the %s of %s is longer than the limit of 4 GiB", target, quote.Quote(component.Redact(s)))
}
