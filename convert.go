package iri

import (
	"slices"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// A URIOption changes how an IRI is mapped to a URI.
type URIOption func(uriOptions) uriOptions

type uriOptions = convert.URIOptions

// WithHostMapping sets how the host is converted, whatever the scheme is. Use a mapping other
// than HostPercent only if hosts are domain names.
func WithHostMapping(m HostMapping) URIOption {
	return func(o uriOptions) uriOptions { o.Host = hostname.Mapping(m); return o }
}

// Lenient percent-encodes the printable ASCII characters that URIs do not allow, which are
// < > " space { } | \ ^ and `, if they come after the scheme. Without this option they are
// errors (RFC 3987 §3.1, last part). # % [ and ] are never encoded.
func Lenient() URIOption { return func(o uriOptions) uriOptions { o.Lenient = true; return o } }

// FromRule sets the rule that the input must conform to, for [ToURI] and
// [AppendURI]; without this option it is the rule IRI-reference of RFC 3987. With
// a rule of LEIRI all characters that URIs do not allow are percent-encoded.
//
// The rule should name a whole reference (see [Rule.WholeReference]). AppendURI
// also takes the rule of a component, which RFC 3987 §3.1 allows: characters are
// percent-encoded, [WithHostMapping] applies if the rule is that of a host or a registered
// name, and the option charset.Query does not apply, because there is no scheme.
func FromRule(r Rule) URIOption {
	return func(o uriOptions) uriOptions { o.Rule = r.rule; return o }
}

// applied applies options to what is set without them. Those that are nil do nothing. All options of this package take
// what they change by value and return it: a pointer to it would have it allocated.
func applied[O any, F ~func(O) O](o O, opts []F) O {
	for _, f := range opts {
		if f != nil {
			o = f(o)
		}
	}
	return o
}

// URI maps the IRI to a URI (RFC 3987 §3.1, 3987bis §3.6): it percent-encodes the
// UTF-8 of every character of ucschar and iprivate. Nothing is normalized, because the
// input is Unicode (step 1c). A URI does not change.
//
// Without options it cannot fail. The error is a *[ConvertError]. There is one
// allocation, for the result, and none if nothing changes.
func (i IRI) URI(opts ...URIOption) (URI, error) {
	err := mapURI(&i.ref, opts)
	return URI(i.reference), err
}

// URI maps the IRI-reference to a URI-reference; see [IRI.URI]. ASCII characters that
// LEIRIs allow and IRIs do not are percent-encoded too (3987bis §6).
func (r Ref) URI(opts ...URIOption) (URIRef, error) {
	err := mapURI(&r.ref, opts)
	return URIRef(r.reference), err
}

func mapURI(r *component.Ref, opts []URIOption) error {
	if len(opts) == 0 {
		return publicError(convert.URI(r, nil))
	}
	o := applied(uriOptions{}, opts)
	return publicError(convert.URI(r, &o))
}

// ToURI parses s and maps it to a URI-reference; see [IRI.URI]. The error is a
// *[ConvertError]; if s does not conform, it wraps a *[ParseError].
func ToURI(s string, opts ...URIOption) (URIRef, error) {
	o := applied(uriOptions{}, opts)
	u, err := o.ToURI(s)
	return URIRef(refOf(u).reference), publicError(err)
}

// AppendURI is like [ToURI] but appends the text of the result to dst. It
// does not allocate if dst has room. On an error it returns dst unchanged.
func AppendURI(dst []byte, s string, opts ...URIOption) ([]byte, error) {
	o := applied(uriOptions{}, opts)
	out, err := o.Append(dst, s)
	return out, publicError(err)
}

// A URIMapper maps strings to URI-references with the same options. It may be
// used by several goroutines at once. The zero URIMapper has no options.
//
// Deprecated: use [AppendURI] with the options.
type URIMapper struct{ options uriOptions }

// NewURIMapper returns a URIMapper with the options.
//
// Deprecated: use [AppendURI] with the options.
func NewURIMapper(opts ...URIOption) URIMapper {
	return URIMapper{applied(uriOptions{}, opts)}
}

// Append is [AppendURI] with the options of the mapper.
//
// Deprecated: use [AppendURI] with the options.
func (m *URIMapper) Append(dst []byte, s string) ([]byte, error) {
	out, err := m.options.Append(dst, s)
	return out, publicError(err)
}

// An IRIOption changes how a URI is converted to an IRI.
type IRIOption func(iriOptions) iriOptions

type iriOptions = convert.IRIOptions

// Display also writes the A-labels of a host as U-labels, for people to read (RFC 3987
// §3.2.1, last example). The result maps back to the URI only with [HostIDNA].
func Display() IRIOption { return func(o iriOptions) iriOptions { o.Display = true; return o } }

// IRIFor sets the spec that the result conforms to, for [FromURI], [AppendIRI], [FromLEIRI] and
// [AppendFromLEIRI]; without this option it is RFC 3987. It is also the one by which characters are
// decoded: what a component of the spec must not have stays percent-encoded, or is percent-encoded. Where that
// does not help there is an error. [RFC3987bis] has no percent-encoding
// in a host, and tags in a query. A host with percent-encodings that cannot be decoded is an
// error then.
func IRIFor(s *Spec) IRIOption {
	return func(o iriOptions) iriOptions {
		if s != nil {
			o.Target = s.in()
		}
		return o
	}
}

// IRI converts the URI to an IRI by the steps of RFC 3987 §3.2. It decodes the
// percent-encodings of unreserved ASCII characters, and those of the UTF-8 of characters
// that RFC 3987 §2.2 allows in the component. It does not change "%25" or the
// percent-encodings of reserved characters and of ASCII characters that URIs do not allow.
// Octets that are not UTF-8, characters that the component does not allow, and those that
// RFC 3987 §4.1 and §6.1 advise against (bidi formatting, invisible characters, look-alikes
// of spaces and delimiters, private use) stay encoded, with hex digits in upper case. So does
// a whole userinfo, path segment, query or fragment whose text would mix directions or
// scripts, or not be in NFC (§4.2, §5.3.2.2): the result of a URI without findings has none.
// What [Suspicious] looks for is a matter of reading, and may come to light only then:
// %6Eull becomes null.
//
// The result conforms to RFC 3987 and has the same components. It maps back to the URI,
// except for the case of hex digits and for unreserved characters that were
// percent-encoded. As the steps require, %2E becomes "." everywhere: a segment %2E%2E
// becomes "..", and the host %31.2.3.4 becomes an IPv4address.
//
// IRI cannot fail. With [IRIFor], a URI that has no form which the grammar of that spec allows is
// returned as it is; [FromURI] says why. There is one allocation, for the result, and none if nothing changes in
// a URI of up to 500 bytes.
func (u URI) IRI(opts ...IRIOption) IRI {
	convert.ToIRI(&u.ref, applied(iriOptions{}, opts))
	return u.AsIRI()
}

// Ref converts the URI-reference to an IRI-reference; see [URI.IRI].
func (u URIRef) Ref(opts ...IRIOption) Ref {
	convert.ToIRI(&u.ref, applied(iriOptions{}, opts))
	return u.AsRef()
}

// FromURI parses s as a URI-reference and converts it to an IRI-reference; see
// [URI.IRI]. The error is a *[ConvertError] that wraps a *[ParseError].
func FromURI(s string, opts ...IRIOption) (Ref, error) {
	r, err := convert.FromURI(s, applied(iriOptions{}, opts))
	return refOf(r), publicError(err)
}

// AppendIRI is like [FromURI] but appends the text of the result to dst. It
// does not allocate if dst has room and no whole component stays encoded. On an error it
// returns dst unchanged.
func AppendIRI(dst []byte, s string, opts ...IRIOption) ([]byte, error) {
	out, err := convert.AppendIRI(dst, s, applied(iriOptions{}, opts))
	return out, publicError(err)
}

// FromLEIRI parses s as a LEIRI-reference and converts it to an IRI-reference (3987bis
// §6.2, §4 of the W3C Note). It percent-encodes each character that LEIRIs allow in its
// component and IRIs do not, with hex digits in upper case, and changes nothing else. Bidi
// formatting characters are percent-encoded too: the grammar of IRIs allows them, but RFC
// 3987 §4.1 forbids them. The result conforms to RFC 3987. The error is a *[ConvertError]
// that wraps a *[ParseError].
//
// The Note says: "Conversion from a LEIRI to an IRI or a URI must be performed only when
// absolutely necessary and as late as possible in a processing chain".
//
// For strings that are not LEIRIs see [EscapeLEIRI].
func FromLEIRI(s string, opts ...IRIOption) (Ref, error) {
	r, err := convert.FromLEIRI(s, applied(iriOptions{}, opts))
	return refOf(r), publicError(err)
}

// AppendFromLEIRI is like [FromLEIRI] but appends the text of the result to dst.
// It does not allocate if dst has room. On an error it returns dst unchanged.
func AppendFromLEIRI(dst []byte, s string, opts ...IRIOption) ([]byte, error) {
	out, err := convert.AppendFromLEIRI(dst, s, applied(iriOptions{}, opts))
	return out, publicError(err)
}

// EscapeLEIRI carries out the conversion of [FromLEIRI] on any string: "generic LEIRI software
// should not check LEIRIs for conformance" (the Note). It percent-encodes the same characters,
// and bytes that are not UTF-8, and leaves what else the grammar has no place for. The result
// conforms if it has no such characters; for a LEIRI it is that of FromLEIRI.
func EscapeLEIRI(s string) string { return convert.EscapeLEIRI(s) }

// Encode is the "IRI encoding algorithm" of 24 September 2001 (uri@w3.org): it
// percent-encodes, in UTF-8, every character that is not ASCII, control characters, the
// space and < > " { } | \ ^ `. It does not change # % [ and ]. The hex digits of all
// percent-encodings, new and existing, are in upper case. The text need not be an IRI.
// Encoding the result again does not change it.
//
// The error is a *[ConvertError]: a "%" without two hex digits after it (code
// "pct-encoded"), or bytes that are not UTF-8 ("utf-8").
func Encode(s string, opts ...EncodeOption) (string, error) {
	out, err := convert.EncodeFrom(charsetOf(opts), s)
	return out, publicError(err)
}

// Decode is the "IRI decoding algorithm" of 24 September 2001 (uri@w3.org), for
// display only: it decodes every percent-encoding except "%25" to its byte. The result
// need not be UTF-8, and it can have other components than s.
//
// The error is a *[ConvertError]: a "%" without two hex digits after it (code
// "pct-encoded").
func Decode(s string, opts ...EncodeOption) (string, error) {
	out, err := convert.DecodeTo(charsetOf(opts), s)
	return out, publicError(err)
}

// DecodeText brings text of the charset that the options set to UTF-8, in NFC if that is not a
// Unicode charset (RFC 3987 §3.1 step 1b), for [EncodeComponent]: "systems that generate resource
// identifiers should make the appropriate transformations" (§7.4). The error, for bytes that the charset
// does not define, is a *[ConvertError] with their offsets.
func DecodeText(text string, opts ...EncodeOption) (string, error) {
	out, err := convert.DecodeText(charsetOf(opts), text)
	return out, publicError(err)
}

// An EncodeOption sets the charset of the text that [Encode] and [DecodeText] take and of the octets that
// [Decode] decodes. Without it, that is UTF-8. The function Octets of package charset, in this
// module, makes one.
type EncodeOption func(encodeOptions) encodeOptions

type encodeOptions = convert.Charset

// charsetOf returns the charset that the options set, UTF-8 if there is none.
func charsetOf(opts []EncodeOption) convert.Charset { return applied(encodeOptions{}, opts) }

// EncodeComponent makes a name, which may be any text, fit for one component of an IRI (RFC
// 3987 §7.4). The rule is that of the component: isegment, isegment-nz, isegment-nz-nc, iuserinfo,
// ireg-name, iquery or ifragment. Everything is percent-encoded but unreserved characters and
// those beyond US-ASCII that the component may have, so that no delimiter is left; "%" becomes
// "%25". So is all text beyond US-ASCII that would be of several directions or scripts, or not
// in NFC. The empty name is not fit for a component that must not be empty. The segments "." and ".."
// become "%2E" and "%2E%2E", which resolving leaves alone (RFC 3986 §5.2.4); but normalizing
// decodes them (§6.2.2.2), so they are not good names. With the zero Rule everything is percent-encoded but unreserved
// characters of US-ASCII.
func EncodeComponent(s string, component Rule) string {
	return convert.EncodeComponent(s, component.rule)
}

// HostMapping says how the ireg-name of a host is converted when an IRI is mapped to a
// URI. The zero value is HostPercent. A number that is none of the constants is HostIDNA, the strictest.
type HostMapping uint8

const (
	// HostPercent percent-encodes a host like any other component (RFC 3987 §3.1
	// step 2; a SHOULD in 3987bis §3.4).
	HostPercent HostMapping = iota

	// HostIDNA converts a host as a domain name by IDNA2008 (3987bis §3.4, RFC 5891
	// §5.3 to §5.5). Characters are not mapped: a name with a capital É is an error.
	// Percent-encoded UTF-8 is decoded first. A host whose percent-encoded octets are
	// not UTF-8 is not a domain name; it is converted like with HostPercent, so an
	// ASCII host does not change.
	HostIDNA

	// HostUTS46 converts a host as browsers do, by Unicode Technical Standard #46,
	// non-transitional, with CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength false.
	// Capitals and full-width forms are mapped, symbols are allowed.
	HostUTS46

	// HostUTS46Transitional is ToASCII of RFC 3490, which RFC 3987 §3.1 cites, with UseSTD3ASCIIRules: labels have 1
	// to 63 octets, and no ASCII but letters, digits and hyphens, which are neither first nor last. Instead of Nameprep,
	// which uses Unicode 3.2, it has the transitional mapping of UTS 46, which is the nearest that is maintained: ß
	// becomes ss, ς becomes σ, and ZERO WIDTH JOINER and NON-JOINER are removed. Characters that are not assigned in
	// its version of Unicode are refused, whether an IRI is created or not.
	HostUTS46Transitional
)

// HostMappings returns the names of all values of HostMapping.
func HostMappings() []string { return slices.Clone(hostname.Mappings()) }

// ParseHostMapping returns the HostMapping of a name: "percent", "idna", "uts46"
// or "uts46-transitional".
//
// Deprecated: use [HostMapping.UnmarshalText], as for other types.
func ParseHostMapping(name string) (HostMapping, error) {
	m, err := hostname.ParseMapping(name)
	return HostMapping(m), err
}

// String returns the name of the mapping.
func (m HostMapping) String() string { return hostname.Mapping(m).String() }

// A ConvertError is the error of a conversion that has no result. Find it with errors.As.
// Its message describes the first finding. If the input does not conform to the grammar of
// the source, it wraps a *[ParseError].
type ConvertError struct {
	Input  string
	Target string // what the input was to become: "URI", "IRI-reference", "encoding"

	findings []Finding
	cause    error
}

// Findings returns the reasons why there is no result, in the order of their offsets in
// Input. There is at least one, and at most [DefaultMaxFindings] of each kind. The caller
// must not change them.
func (e *ConvertError) Findings() []Finding { return e.findings }

// Is reports whether the target is a [Code] that one of the findings has.
func (e *ConvertError) Is(target error) bool { return hasCode(e.findings, target) }

// As sets the target to the first error among the findings if it is a *[Finding] or
// a **Finding.
func (e *ConvertError) As(target any) bool { return assignFirst(e.findings, target) }

// Unwrap returns the *[ParseError] if the input does not conform, otherwise nil.
func (e *ConvertError) Unwrap() error { return e.cause }

func (e *ConvertError) Error() string {
	in := report.ConvertError{Input: e.Input, Target: e.Target, Findings: make([]report.Finding, len(e.findings))}
	for i := range e.findings {
		in.Findings[i] = e.findings[i].finding()
	}
	return in.Error()
}
