package iri

import (
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// An option belongs to a group of functions, which its type names, or to several, so that one which has no effect does
// not compile. A nil option has no effect. Package charset, in this module, has more. The names of options begin with
// With.

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
	return convert.OptionsOf(opts, URIOption.URI)
}

func iriOptionsOf(opts []IRIOption) convert.IRIOptions {
	return convert.OptionsOf(opts, IRIOption.IRI)
}

func prepareOptionsOf(opts []PrepareOption) convert.PrepareOptions {
	return convert.OptionsOf(opts, PrepareOption.Prepare)
}

func normalizeOptionsOf(opts []NormalizeOption) normalize.Options {
	return convert.OptionsOf(opts, NormalizeOption.Normalize)
}

// WithHostMapping sets how the host is converted, whatever the scheme is. Use a mapping other than [HostPercent], which
// is the default, only if hosts are domain names.
//
// Where a reference is mapped to a URI, as by [IRI.URI] and [ToURI], the host is converted by m. [Prepare] maps the
// host likewise; HostPercent leaves it as it is. UTS 46 takes what a person types: capitals, full-width letters,
// ideographic full stops. A host that cannot be mapped is an error.
//
// [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] take hosts for domain names from [RungScheme] on: a host is
// converted by m and then written in U-labels, so that http://résumé.example.org and http://xn--rsum-bpad.example.org
// have the same normal form, the readable one (RFC 3987 §5.3.3). With [WithSpec] RFC 3986, it is written in A-labels.
// A host that m cannot convert does not change.
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

// WithSpec sets the spec of the result; without this option, and with nil, it is RFC 3987.
//
// For [URI.IRI], [ToIRI], [AppendIRI] and package legacy it is also the one by which characters are
// decoded: what a component of the spec must not have stays percent-encoded, or is percent-encoded. Where that does not
// help there is an error. [RFC3987bis] has no percent-encoding in a host, and tags in a query. A host with
// percent-encodings that cannot be decoded is an error then.
//
// For [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] it is the one whose characters are decoded: with [RFC3986],
// no character beyond US-ASCII is. With [LEIRI], spaces and what else of printable US-ASCII only LEIRIs may have are
// decoded, too; its controls and the like are percent-encoded.
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

// WithRule sets a rule; without this option, and with the zero Rule, it is the rule IRI-reference of RFC 3987.
//
// For [ToURI] and [AppendURI] it is the rule that the input must conform to. With a rule of [LEIRI] all characters
// that URIs do not allow are percent-encoded. The rule should name a whole reference (see [Rule.WholeReference]).
// AppendURI also takes the rule of a component, which RFC 3987 §3.1 allows: characters are percent-encoded,
// [WithHostMapping] applies if the rule is that of a host or a registered name, and the option charset.WithQuery does not
// apply, because there is no scheme.
//
// For [Prepare] and [PrepareList] it is the rule that the result must conform to. If it does not name a whole
// reference, only the text of the resulting Ref has a meaning.
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

// WithLenient has [ToURI], and whatever else maps to a URI, percent-encode the printable ASCII characters that URIs do not
// allow, which are < > " space { } | \ ^ and `, if they come after the scheme. Without this option they are errors (RFC
// 3987 §3.1, last part). # % [ and ] are never encoded.
func WithLenient() URIOption {
	return convert.URIFunc(func(o convert.URIOptions) convert.URIOptions { o.Lenient = true; return o })
}

// WithDisplay has [ToIRI], and whatever else converts to an IRI, also write the A-labels of a host as U-labels, for
// people to read (RFC 3987 §3.2.1, last example). The result maps back to the URI only with [HostIDNA]; a host that
// would not stays, and so does a label of which [Check] would say confusable, mixed-script or invisible.
func WithDisplay() IRIOption {
	return convert.IRIFunc(func(o convert.IRIOptions) convert.IRIOptions { o.Display = rules.Deceptive; return o })
}

// WithFoldWidth has [Prepare] write full-width forms of ASCII, U+FF01 to U+FF5E, as ASCII, half-width Katakana and its
// punctuation, U+FF61 to U+FF9F, as full-width, and in the host U+3002 as ".": an input method editor may produce them
// where the others are meant (RFC 3987 §7.2).
func WithFoldWidth() PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.FullWidth = true; return o })
}

// WithEntities has [Prepare] decode numeric character references: &#102; and &#x66;.
func WithEntities() PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.Entities = true; return o })
}

// WithPercentEncoding has [Prepare] percent-encode the characters that the grammar does not allow in the userinfo, the
// path, the query and the fragment, and each "%" that begins no percent-encoding (§5.3 and §5.4 of the draft of
// 2011). Scheme, host and port stay as they are, and so does what delimits: reserved characters that the component
// may have elsewhere.
func WithPercentEncoding() PrepareOption {
	return convert.PrepareFunc(func(o convert.PrepareOptions) convert.PrepareOptions { o.Encode = true; return o })
}

// WithNFC has [IRI.Normalize] also apply Unicode Normalization Form C. The result can be a different IRI, so only the
// program that creates an IRI may use it (RFC 3987 §5.3.2.2), and where IRIs are compared it says nothing. A
// character that NFC would turn into a delimiter, or would combine with a delimiter or a percent-encoding, is
// percent-encoded instead, so that the components stay the same.
func WithNFC() NormalizeOption {
	return convert.NormalizeFunc(func(o normalize.Options) normalize.Options { o.NFC = true; return o })
}

// WithIgnoreFragment has [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] leave the fragment out, on every rung:
// "fragment components (if any) should be excluded" where IRIs are compared to see whether they are retrieved from
// one place (RFC 3987 §5.1).
func WithIgnoreFragment() NormalizeOption {
	return convert.NormalizeFunc(func(o normalize.Options) normalize.Options { o.IgnoreFragment = true; return o })
}

// WithURNEquivalence has [IRI.Normalize], [IRI.Key], [Equivalent] and [Diff] leave the r-, q- and f-components of URNs out
// from [RungScheme] on, so that those are equal that are URN-equivalent (RFC 8141 §3.1). Without it, these components
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
