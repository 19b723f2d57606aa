package iri

import (
	"slices"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
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

// IRI converts the URI to an IRI by the steps of RFC 3987 §3.2. It decodes the percent-encodings of unreserved ASCII
// characters, and those of the UTF-8 of characters that RFC 3987 §2.2 allows in the component. It does not change
// "%25" or the percent-encodings of reserved characters and of ASCII characters that URIs do not allow.
//
// These stay encoded, with hex digits in upper case: octets that are not UTF-8, characters that the component does
// not allow, and characters that RFC 3987 §4.1 and §6.1 advise against (bidi formatting, invisible characters,
// look-alikes of spaces and delimiters, private use). A whole userinfo, path segment, query or fragment stays encoded
// if its text would mix directions or scripts, or not be in NFC (§4.2, §5.3.2.2). So the result of a URI without
// findings has none, except those of [WithSuspicious]: %6Eull becomes null.
//
// The result conforms to RFC 3987 and has the same components. It maps back to the URI, except for the case of hex
// digits and for unreserved characters that were percent-encoded. As the steps require, %2E becomes "." everywhere: a
// segment %2E%2E becomes "..", and the host %31.2.3.4 becomes an IPv4address.
//
// IRI cannot fail. If no conversion of the URI conforms to the spec of [WithSpec], IRI returns the URI unchanged;
// [ToIRI] returns the reason. There is one allocation, for the result, and none if nothing changes in a URI of up to
// 500 bytes.
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

// EncodeComponent percent-encodes s so that it can be a userinfo, a host, one path segment, a query or a fragment of
// an IRI (RFC 3987 §7.4). It keeps unreserved characters and those beyond US-ASCII that the component allows; "%"
// becomes "%25". It encodes all text beyond US-ASCII if that mixes directions or scripts, or is not in NFC. The
// segments "." and ".." become "%2E" and "%2E%2E", which resolving keeps (RFC 3986 §5.2.4) and normalizing decodes
// (§6.2.2.2). The empty string stays empty. For any other component only unreserved characters of US-ASCII are kept.
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

// The type of an option names the functions that it applies to, so that passing it to another function does not compile.
// A nil option has no effect. Package charset, in this module, has more options. The names of options begin with With.

// A URIOption changes how text is mapped to a URI: by [IRI.URI], [ToURI], [AppendURI].
type URIOption interface {
	URI(convert.URIOptions) convert.URIOptions
}

// An IRIOption changes how a URI is converted to an IRI: by [URI.IRI], [ToIRI], [AppendIRI].
type IRIOption interface {
	IRI(convert.IRIOptions) convert.IRIOptions
}

// A PrepareOption changes what [Prepare] and [PrepareList] do.
type PrepareOption interface {
	Prepare(convert.PrepareOptions) convert.PrepareOptions
}

// A NormalizeOption changes the normal form: that of [IRI.Normalize], [IRI.Key], [Equivalent], [Diff].
type NormalizeOption interface {
	Normalize(normalize.Options) normalize.Options
}

func uriOptionsOf(opts []URIOption) convert.URIOptions {
	return convert.OptionsOf(convert.URIOptions{}, opts, URIOption.URI)
}

func iriOptionsOf(opts []IRIOption) convert.IRIOptions {
	return convert.OptionsOf(convert.IRIOptions{}, opts, IRIOption.IRI)
}

func prepareOptionsOf(opts []PrepareOption) convert.PrepareOptions {
	return convert.OptionsOf(convert.PrepareOptions{}, opts, PrepareOption.Prepare)
}

func normalizeOptionsOf(opts []NormalizeOption) normalize.Options {
	return convert.OptionsOf(normalize.Options{}, opts, NormalizeOption.Normalize)
}

// WithHostMapping sets how hosts are converted; the default is [HostPercent]. Use another mapping only if hosts are
// domain names. When mapping to a URI, and in [Prepare], a host that cannot be mapped is an error.
//
// [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] convert hosts by m from [RungScheme] on and write them in
// U-labels (RFC 3987 §5.3.3), or in A-labels with [WithSpec] RFC 3986. They keep a host that m cannot convert.
func WithHostMapping(m HostMapping) interface {
	URIOption
	PrepareOption
	NormalizeOption
} {
	return hostOption(m)
}

type hostOption hostname.Mapping

func (m hostOption) URI(o convert.URIOptions) convert.URIOptions {
	o.Host = hostname.Mapping(m)
	return o
}

func (m hostOption) Prepare(o convert.PrepareOptions) convert.PrepareOptions {
	o.Host = hostname.Mapping(m)
	return o
}

func (m hostOption) Normalize(o normalize.Options) normalize.Options {
	o.Host = hostname.Mapping(m)
	return o
}

// WithSpec sets the spec of the result; the default, also for nil, is RFC 3987.
//
// [URI.IRI], [ToIRI], [AppendIRI] and package legacy decode only the characters that the spec allows in the
// component, and percent-encode the others. [RFC3987bis] allows no percent-encodings in a host: one that cannot be
// decoded is an error.
//
// [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] decode only the characters of the spec: none beyond US-ASCII
// with [RFC3986]; with [LEIRI] also spaces and the other printable US-ASCII characters that only LEIRIs allow.
func WithSpec(s *Spec) interface {
	IRIOption
	NormalizeOption
} {
	return specOption{s}
}

type specOption struct{ spec *Spec }

func (s specOption) IRI(o convert.IRIOptions) convert.IRIOptions {
	if s.spec != nil {
		o.Target = s.spec.in()
	}
	return o
}

func (s specOption) Normalize(o normalize.Options) normalize.Options {
	if s.spec != nil {
		o.Spec = s.spec.in()
	}
	return o
}

// WithRule sets a rule; the default, also for the zero Rule, is the rule IRI-reference of RFC 3987. It should name a
// whole reference (see [Rule.WholeReference]).
//
// The input of [ToURI] and [AppendURI] must conform to the rule. With a rule of [LEIRI] they percent-encode all
// characters that URIs do not allow. AppendURI also accepts the rule of a component (RFC 3987 §3.1):
// [WithHostMapping] then applies to the rule of a host or a registered name, and charset.WithQuery does not apply,
// because there is no scheme.
//
// The result of [Prepare] and [PrepareList] must conform to the rule. If it does not name a whole reference, only the
// text of the resulting Ref has a meaning.
func WithRule(r Rule) interface {
	URIOption
	PrepareOption
} {
	return ruleOption(r)
}

type ruleOption Rule

func (r ruleOption) URI(o convert.URIOptions) convert.URIOptions {
	o.Rule = r.rule
	return o
}

func (r ruleOption) Prepare(o convert.PrepareOptions) convert.PrepareOptions {
	o.Rule = r.rule
	return o
}

// WithSpaces sets what [Prepare] does with spaces inside the string.
func WithSpaces(s Spaces) PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.Spaces = convert.Spaces(s); return o })
}

// WithBackslash sets what [Prepare] does with backslashes.
func WithBackslash(b Backslash) PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.Backslash = convert.Backslash(b); return o })
}

// WithLenient has [ToURI], and the other functions that map to a URI, percent-encode the printable ASCII characters
// that URIs do not allow, < > " space { } | \ ^ and `, after the scheme. Without it they are errors (RFC 3987 §3.1,
// last part). # % [ and ] are never encoded.
func WithLenient() URIOption {
	return convert.URIFunc(func(o convert.URIOptions) convert.URIOptions { o.Lenient = true; return o })
}

// WithDisplay has [ToIRI], and the other functions that convert to an IRI, also write the A-labels of a host as
// U-labels, for people to read (RFC 3987 §3.2.1, last example). The result maps back to the URI only with [HostIDNA].
// A host that would not map back is kept, and so is a label that [Check] reports as confusable, mixed-script or
// invisible.
func WithDisplay() IRIOption {
	return convert.IRIFunc(func(o convert.IRIOptions) convert.IRIOptions { o.Display = rules.Deceptive; return o })
}

// WithFoldWidth has [Prepare] write full-width forms of ASCII, U+FF01 to U+FF5E, as ASCII, half-width Katakana and
// its punctuation, U+FF61 to U+FF9F, as full-width, and U+3002 in the host as ".": input method editors produce the
// wrong width (RFC 3987 §7.2).
func WithFoldWidth() PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.FullWidth = true; return o })
}

// WithEntities has [Prepare] decode numeric character references: &#102; and &#x66;.
func WithEntities() PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.Entities = true; return o })
}

// WithPercentEncoding has [Prepare] percent-encode each character that the grammar does not allow in the userinfo,
// the path, the query or the fragment, and each "%" that does not begin a percent-encoding (§5.3 and §5.4 of the
// draft of 2011). The scheme, the host, the port and the delimiters between components do not change.
func WithPercentEncoding() PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.Encode = true; return o })
}

// WithNFC has [IRI.Normalize] also apply Unicode Normalization Form C. The result can be a different IRI, so only the
// program that creates an IRI may use it (RFC 3987 §5.3.2.2); do not compare IRIs with it. It percent-encodes a
// character that NFC would turn into a delimiter, or combine with a delimiter or a percent-encoding, so that the
// components stay the same.
func WithNFC() NormalizeOption {
	return convert.NormalizeFunc(func(o normalize.Options) normalize.Options { o.NFC = true; return o })
}

// WithIgnoreFragment has [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] leave the fragment out, on every rung,
// as RFC 3987 §5.1 recommends for comparing what IRIs retrieve.
func WithIgnoreFragment() NormalizeOption {
	return convert.NormalizeFunc(func(o normalize.Options) normalize.Options { o.IgnoreFragment = true; return o })
}

// WithURNEquivalence has [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] leave the r-, q- and f-components of
// URNs out from [RungScheme] on, so that URN-equivalent names are equal (RFC 8141 §3.1). Without it, these components
// count on every rung.
func WithURNEquivalence() NormalizeOption {
	return convert.NormalizeFunc(func(o normalize.Options) normalize.Options { o.URNEquivalence = true; return o })
}

// Spaces says what [Prepare] does with spaces inside the string, after it has removed
// those at both ends. The zero value is KeepSpaces, and so is a number that is none of the constants.
type Spaces uint8

const (
	KeepSpaces   Spaces = iota // leave them; the grammar does not allow them
	SplitSpaces                // one or more U+0020 separate two references
	RemoveSpaces               // remove all ASCII white space
	EncodeSpaces               // each U+0020 becomes %20
)

// Backslash says what [Prepare] does with "\". The zero value is KeepBackslash, and so is a number that is none of the
// constants.
type Backslash uint8

const (
	KeepBackslash   Backslash = iota // leave it; the grammar does not allow it
	EncodeBackslash                  // each becomes %5C
	SlashBackslash                   // each becomes "/" before the first ? or #, and %5C after it
)
