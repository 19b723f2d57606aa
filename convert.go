package iri

import (
	"github.com/rfc3987/iri/internal/hostname"
	"github.com/rfc3987/iri/internal/mapping"
	"github.com/rfc3987/iri/internal/report"
)

// A URIOption changes how an IRI is mapped to a URI. (It takes the options and
// gives them back, so that they stay off the heap.)
type URIOption func(uriOptions) uriOptions

type uriOptions = mapping.URIOptions

// WithHost sets how the host is converted. The scheme is not looked at: to ask
// for anything but HostPercent is to say that hosts are domain names.
func WithHost(m HostMapping) URIOption {
	return func(o uriOptions) uriOptions { o.Host = hostname.Mapping(m); return o }
}

// WithQueryCharset names the charset of the document that the IRI comes from. If
// it is not a Unicode one and the scheme is http or https, the characters of the
// query are percent-encoded in that charset and not in UTF-8 (3987bis §3.5); no
// other scheme or component is touched. Every octet of such a character is
// percent-encoded, also one that is an ASCII letter by itself. A character that
// the charset does not have is a finding with the code "charset".
func WithQueryCharset(c Charset) URIOption {
	return func(o uriOptions) uriOptions { o.Query = c.charset; return o }
}

// Lenient percent-encodes the printable characters of ASCII that URIs do not
// allow, < > " space { } | \ ^ and `, where they stand behind the scheme, instead
// of failing (RFC 3987 §3.1, last part). # % [ and ] are never encoded.
func Lenient() URIOption { return func(o uriOptions) uriOptions { o.Lenient = true; return o } }

// FromRule sets the rule that the input conforms to, for [ToURI], [AppendURI] and
// [URIMapper]; without this option it is the rule IRI-reference of RFC 3987. With
// a rule of LEIRI all characters that URIs do not allow are percent-encoded.
//
// It should be a rule for whole references (see [Rule.WholeReference]). AppendURI
// and URIMapper also take those of components, as RFC 3987 §3.1 has it: then
// characters are percent-encoded, [WithHost] applies if the rule is that of a host
// or a registered name, and [WithQueryCharset] does not apply, for there is no
// scheme.
func FromRule(r Rule) URIOption {
	return func(o uriOptions) uriOptions { o.Rule = r.rule; return o }
}

// newURIOptions returns what the options make.
func newURIOptions(opts []URIOption) uriOptions {
	var o uriOptions
	for _, f := range opts {
		o = f(o)
	}
	return o
}

// URI maps the IRI to a URI (RFC 3987 §3.1, 3987bis §3.6): it percent-encodes the
// UTF-8 of every character of ucschar and iprivate. Nothing is normalized, for the
// input is Unicode (step 1c). The mapping is the identity on URIs and idempotent.
//
// Without options it cannot fail. The error is a *[ConvertError]. There is one
// allocation, for the result, and none if nothing changes.
func (i IRI) URI(opts ...URIOption) (URI, error) {
	o := newURIOptions(opts)
	u, err := mapping.URI(i.ref, &o)
	return URI{u}, publicError(err)
}

// URI maps the IRI-reference to a URI-reference; see [IRI.URI]. The characters of
// ASCII that a LEIRI may have and an IRI may not are percent-encoded as well
// (3987bis §6).
func (r Ref) URI(opts ...URIOption) (URIRef, error) {
	o := newURIOptions(opts)
	u, err := mapping.URI(r.ref, &o)
	return URIRef{u}, publicError(err)
}

// ToURI parses s and maps it to a URI-reference; see [IRI.URI]. The error is a
// *[ConvertError]; where s does not conform, it wraps a *[ParseError].
func ToURI(s string, opts ...URIOption) (URIRef, error) {
	m := mapping.NewURIMapper(newURIOptions(opts))
	u, err := m.ToURI(s)
	return URIRef{u}, publicError(err)
}

// AppendURI is like [ToURI] but appends the text of the result to dst. It
// allocates nothing if dst has room. On an error it returns dst unchanged.
func AppendURI(dst []byte, s string, opts ...URIOption) ([]byte, error) {
	m := NewURIMapper(opts...)
	return m.Append(dst, s)
}

// A URIMapper maps strings to URI-references with the same options. It may be
// used by several goroutines at once. The zero URIMapper has no options.
type URIMapper struct{ mapper mapping.URIMapper }

// NewURIMapper returns a mapper with options.
func NewURIMapper(opts ...URIOption) URIMapper {
	return URIMapper{mapping.NewURIMapper(newURIOptions(opts))}
}

// Append is [AppendURI] with the options of the mapper.
func (m *URIMapper) Append(dst []byte, s string) ([]byte, error) {
	out, err := m.mapper.Append(dst, s)
	return out, publicError(err)
}

// An IRIOption changes how a URI is converted to an IRI.
type IRIOption func(iriOptions) iriOptions

type iriOptions struct{ display bool }

// Display also decodes the A-labels of a host that have a U-label, as for people
// to read (RFC 3987 §3.2.1, last example). The result maps back to the URI only
// with [HostIDNA].
func Display() IRIOption { return func(o iriOptions) iriOptions { o.display = true; return o } }

// display reports whether the options have [Display] among them.
func display(opts []IRIOption) bool {
	var o iriOptions
	for _, f := range opts {
		o = f(o)
	}
	return o.display
}

// IRI converts the URI to an IRI by the steps of RFC 3987 §3.2. Of the
// percent-encodings it decodes unreserved ASCII and the UTF-8 of characters that
// RFC 3987 §2.2 allows in their component. "%25", reserved characters and ASCII
// that URIs do not allow stay as they are written; octets that are not strictly
// legal UTF-8, characters that the component does not allow, private use outside
// the query among them, and the bidi formatting characters of §4.1 are encoded
// again, in upper case.
//
// The result conforms to RFC 3987, has the same components, and maps back to the
// URI but for the case of hex digits and for unreserved characters that were
// percent-encoded. As the steps have it, %2E becomes "." wherever it stands, so a
// segment %2E%2E becomes "..", and the host %31.2.3.4 an IPv4address. It cannot
// fail. There is one allocation, for the result, and none if nothing changes.
func (u URI) IRI(opts ...IRIOption) IRI { return IRI{mapping.ToIRI(u.ref, display(opts))} }

// Ref converts the URI-reference to an IRI-reference; see [URI.IRI].
func (u URIRef) Ref(opts ...IRIOption) Ref { return Ref{mapping.ToIRI(u.ref, display(opts))} }

// FromURI parses s as a URI-reference and converts it to an IRI-reference; see
// [URI.IRI]. The error is a *[ConvertError] that wraps a *[ParseError].
func FromURI(s string, opts ...IRIOption) (Ref, error) {
	r, err := mapping.FromURI(s, display(opts))
	return Ref{r}, publicError(err)
}

// AppendIRI is like [FromURI] but appends the text of the result to dst. It
// allocates nothing if dst has room. On an error it returns dst unchanged.
func AppendIRI(dst []byte, s string, opts ...IRIOption) ([]byte, error) {
	out, err := mapping.AppendIRI(dst, s, display(opts))
	return out, publicError(err)
}

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
	r, err := mapping.FromLEIRI(s)
	return Ref{r}, publicError(err)
}

// AppendFromLEIRI is like [FromLEIRI] but appends the text of the result to dst.
// It allocates nothing if dst has room. On an error it returns dst unchanged.
func AppendFromLEIRI(dst []byte, s string) ([]byte, error) {
	out, err := mapping.AppendFromLEIRI(dst, s)
	return out, publicError(err)
}

// Encode is the "IRI encoding algorithm" of 24 September 2001 (uri@w3.org): it
// percent-encodes, by UTF-8 and in upper case, every character that is not ASCII,
// the controls, the space and < > " { } | \ ^ `. # % [ and ] are left alone, and
// the hex digits of the percent-encodings that are there become upper case. The
// text may be anything, an IRI or not. Encode is idempotent.
//
// The error is a *[ConvertError]: a "%" that two hex digits do not follow (code
// "pct-encoded"), and bytes that are not UTF-8 ("utf-8").
func Encode(s string) (string, error) { return EncodeFrom(Charset{}, s) }

// EncodeFrom is like [Encode] for text in a charset. If that is not a Unicode one,
// the text is brought to NFC first (step 2 of the algorithm). Offsets of findings
// are bytes of s; bytes that are no text in the charset are findings with the
// code "charset".
func EncodeFrom(c Charset, s string) (string, error) {
	out, err := mapping.EncodeFrom(c.charset, s)
	return out, publicError(err)
}

// Decode is the "IRI decoding algorithm" of 24 September 2001 (uri@w3.org), for
// display only: "%25" stays, every other percent-encoding becomes its byte. The
// result may not be UTF-8, and may not be split into the same components.
//
// The error is a *[ConvertError]: a "%" that two hex digits do not follow (code
// "pct-encoded").
func Decode(s string) (string, error) {
	out, err := mapping.Decode(s)
	return out, publicError(err)
}

// A Charset is a character encoding of documents. The zero Charset is UTF-8.
type Charset struct{ charset mapping.Charset }

// ParseCharset returns the charset of a name, without regard to case: any label
// of the WHATWG Encoding Standard but those of "replacement", which decodes
// nothing.
func ParseCharset(name string) (Charset, error) {
	c, err := mapping.ParseCharset(name)
	return Charset{c}, err
}

// String returns the name that the Encoding Standard gives the charset.
func (c Charset) String() string { return c.charset.String() }

// IsUnicode reports whether the charset is UCS-based: UTF-8 or UTF-16. Text in
// such a one is never normalized (RFC 3987 §3.1 step 1c), nor is it used for
// queries (3987bis §3.5).
func (c Charset) IsUnicode() bool { return c.charset.IsUnicode() }

// HostMapping says how mapping an IRI to a URI converts its ireg-name. The zero
// value is HostPercent.
type HostMapping uint8

const (
	// HostPercent percent-encodes a host like any other component: RFC 3987 §3.1
	// step 2, the SHOULD of 3987bis §3.4.
	HostPercent HostMapping = iota

	// HostIDNA converts it as a domain name by IDNA2008 (3987bis §3.4, RFC 5891
	// §5.3 to §5.5). Nothing is mapped: a name with a capital É fails. Percent-encoded
	// UTF-8 is decoded first. A host whose percent-encoded octets are not UTF-8 is
	// no domain name and is treated as HostPercent does, so that one that is ASCII
	// stays exactly as it is.
	HostIDNA

	// HostUTS46 converts it as browsers do: the mapping and the tests of Unicode
	// Technical Standard #46, not transitional, with CheckHyphens, UseSTD3ASCIIRules
	// and VerifyDnsLength false. Capitals and full-width forms are mapped, symbols
	// are allowed.
	HostUTS46

	// HostUTS46Transitional is like HostUTS46 but maps ß to ss and ς to σ and drops
	// ZERO WIDTH JOINER and NON-JOINER, as names were before IDNA2008. It is the
	// nearest that is kept alive to the ToASCII of RFC 3490 that RFC 3987 §3.1
	// cites. It differs from it: RFC 3490 stands on Unicode 3.2 and has AllowUnassigned
	// for what came later, UTS 46 follows Unicode; RFC 3987 wants UseSTD3ASCIIRules,
	// browsers do without; RFC 3490 refuses labels of more than 63 octets.
	HostUTS46Transitional
)

// HostMappings returns the names of all values of HostMapping.
func HostMappings() []string { return hostname.Mappings() }

// ParseHostMapping returns the HostMapping of a name: "percent", "idna", "uts46"
// or "uts46-transitional".
func ParseHostMapping(name string) (HostMapping, error) {
	m, err := hostname.ParseMapping(name)
	return HostMapping(m), err
}

// String returns the name of the mapping.
func (m HostMapping) String() string { return hostname.Mapping(m).String() }

// A ConvertError is the error of the conversions: there is no result. Find it
// with errors.As. Its message tells of the first finding; if the input does not
// conform to the grammar that is to be converted from, it wraps a *[ParseError].
type ConvertError struct {
	Input  string
	Target string // what there is none of: "URI", "IRI", "text"

	findings []Finding
	cause    error
}

// Findings returns why there is no result, in the order of the offsets in Input.
// There is at least one, and of each kind at most [DefaultMaxFindings]. The caller
// must not change them.
func (e *ConvertError) Findings() []Finding { return e.findings }

// Is reports whether the target is a [Code] that one of the findings has.
func (e *ConvertError) Is(target error) bool { return hasCode(e.findings, target) }

// As sets the target to the first error among the findings if it is a *[Finding].
func (e *ConvertError) As(target any) bool { return assignFirst(e.findings, target) }

// Unwrap returns the *[ParseError] if the input does not conform, else nil.
func (e *ConvertError) Unwrap() error { return e.cause }

func (e *ConvertError) Error() string {
	in := report.ConvertError{Input: e.Input, Target: e.Target, Findings: make([]report.Finding, len(e.findings))}
	for i := range e.findings {
		in.Findings[i] = e.findings[i].finding()
	}
	return in.Error()
}
