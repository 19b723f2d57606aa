package iri

import (
	"slices"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

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
	o := uriOptionsOf(opts)
	return publicError(convert.URI(r, &o))
}

// ToURI parses s and maps it to a URI-reference; see [IRI.URI]. The error is a
// *[ConvertError]; if s does not conform, it wraps a *[ParseError].
func ToURI(s string, opts ...URIOption) (URIRef, error) {
	o := uriOptionsOf(opts)
	u, err := o.ToURI(s)
	return URIRef(refOf(u).reference), publicError(err)
}

// AppendURI is like [ToURI] but appends the text of the result to dst. Without options it
// does not allocate if dst has room. On an error it returns dst unchanged.
func AppendURI(dst []byte, s string, opts ...URIOption) ([]byte, error) {
	o := uriOptionsOf(opts)
	out, err := o.Append(dst, s)
	return out, publicError(err)
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
// What [WithSuspicious] looks for is a matter of reading, and may come to light only then:
// %6Eull becomes null.
//
// The result conforms to RFC 3987 and has the same components. It maps back to the URI,
// except for the case of hex digits and for unreserved characters that were
// percent-encoded. As the steps require, %2E becomes "." everywhere: a segment %2E%2E
// becomes "..", and the host %31.2.3.4 becomes an IPv4address.
//
// IRI cannot fail. With [WithSpec], a URI that has no form which the grammar of that spec allows is
// returned as it is; [ToIRI] says why. There is one allocation, for the result, and none if nothing changes in
// a URI of up to 500 bytes.
func (u URI) IRI(opts ...IRIOption) IRI {
	convert.ToIRI(&u.ref, iriOptionsOf(opts))
	return u.AsIRI()
}

// Ref converts the URI-reference to an IRI-reference; see [URI.IRI].
func (u URIRef) Ref(opts ...IRIOption) Ref {
	convert.ToIRI(&u.ref, iriOptionsOf(opts))
	return u.AsRef()
}

// ToIRI parses s as a URI-reference and converts it to an IRI-reference; see
// [URI.IRI]. The error is a *[ConvertError] that wraps a *[ParseError].
func ToIRI(s string, opts ...IRIOption) (Ref, error) {
	r, err := convert.FromURI(s, iriOptionsOf(opts))
	return refOf(r), publicError(err)
}

// AppendIRI is like [ToIRI] but appends the text of the result to dst. Without options it
// does not allocate if dst has room and no whole component stays encoded. On an error it
// returns dst unchanged.
func AppendIRI(dst []byte, s string, opts ...IRIOption) ([]byte, error) {
	out, err := convert.AppendIRI(dst, s, iriOptionsOf(opts))
	return out, publicError(err)
}

// Prepare makes an IRI-reference of an arbitrary string and parses it, as §4 of the
// Internet-Draft of July 2011 with guidelines for processing IRIs describes. In this
// order it
//
//  1. decodes the charset (the option Text of the package charset in this module),
//  2. removes U+0020, CR, LF and TAB from both ends, but no other white space,
//  3. splits at the spaces that are left, removes or encodes them ([WithSpaces]),
//  4. decodes numeric character references ([WithEntities]),
//  5. changes backslashes ([WithBackslash]),
//  6. maps the host ([WithHostMapping]),
//  7. percent-encodes what the components must not have ([WithPercentEncoding]),
//
// and parses the result. Steps 1 and 3 to 7 are done only if their option is given.
// Nothing else is repaired: if the result does not conform, there are findings, with
// offsets in s. The error is a *[ConvertError]. It is an error if [SplitSpaces] makes
// more than one reference; use [PrepareList] for that.
//
// The draft was never finished. The page docs/prepare.md in the repository of this module
// says how Prepare answers its open questions.
func Prepare(s string, opts ...PrepareOption) (Ref, error) {
	r, err := convert.Prepare(s, prepareOptionsOf(opts))
	return refOf(r), publicError(err)
}

// A Prepared is one of the references that [PrepareList] finds in a string.
type Prepared struct {
	Start, End int    // its place in the string, in bytes; End is exclusive
	Text       string // the prepared text, also if it does not conform
	Ref        Ref    // the parsed text; the zero Ref if Err is not nil
	// nil, or a *ConvertError whose Input is the whole string; another error for text of 4 GiB or more
	Err error
}

// PrepareList is like [Prepare] but returns all references that the string is split
// into. There is at least one.
func PrepareList(s string, opts ...PrepareOption) []Prepared {
	list := convert.PrepareList(s, prepareOptionsOf(opts))
	out := make([]Prepared, len(list))
	for i, p := range list {
		out[i] = Prepared{p.Start, p.End, p.Text, refOf(p.Ref), publicError(p.Err)}
	}
	return out
}

// EncodeComponent makes a name, which may be any text, fit for a userinfo, a host, a segment of a path, a query or a
// fragment of an IRI (RFC 3987 §7.4). Everything is percent-encoded but unreserved characters and
// those beyond US-ASCII that the component may have, so that no delimiter is left; "%" becomes
// "%25". So is all text beyond US-ASCII that would be of several directions or scripts, or not
// in NFC. The empty name is not fit for a component that must not be empty. The segments "." and ".."
// become "%2E" and "%2E%2E", which resolving leaves alone (RFC 3986 §5.2.4); but normalizing
// decodes them (§6.2.2.2), so they are not good names. For any other component everything is percent-encoded but unreserved
// characters of US-ASCII.
func EncodeComponent(s string, of Component) string {
	var rule spec.Rule
	switch of {
	case ComponentUserinfo:
		rule = builtRule(component.Userinfo)
	case ComponentHost:
		rule = builtRule(component.RegName)
	case ComponentPath:
		rule = segmentRule()
	case ComponentQuery:
		rule = builtRule(component.Query)
	case ComponentFragment:
		rule = builtRule(component.Fragment)
	}
	return convert.EncodeComponent(s, rule)
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
)

// HostMappings returns the names of all values of HostMapping.
func HostMappings() []string { return slices.Clone(hostname.Mappings()) }

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
func (e *ConvertError) Findings() []Finding {
	if e == nil {
		return nil
	}
	return e.findings
}

// Is reports whether the target is a [Code] that one of the findings has.
func (e *ConvertError) Is(target error) bool { return hasCode(e.Findings(), target) }

// As sets the target to the first error among the findings if it is a *[Finding] or
// a **Finding.
func (e *ConvertError) As(target any) bool { return assignFirst(e.Findings(), target) }

// Unwrap returns the *[ParseError] if the input does not conform, otherwise nil.
func (e *ConvertError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.cause
}

func (e *ConvertError) Error() string {
	if e == nil {
		e = new(ConvertError)
	}
	in := finding.ConvertError{Input: e.Input, Target: e.Target, Findings: make([]finding.Finding, len(e.findings))}
	for i := range e.findings {
		in.Findings[i] = e.findings[i].finding()
	}
	return in.Error()
}
