package iri

import (
	"errors"
	"log/slog"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A URI is a parsed URI: a string that conforms to the rule URI of RFC 3986
// Appendix A, so it has a scheme and is ASCII. It is an immutable, comparable
// value. Only [ParseURI] and the mappings make a URI, so a function that takes a URI
// never gets an IRI by mistake.
//
// The zero URI does not hold a URI: its String is empty and its IsZero is true.
type URI struct{ components }

// A URIRef is a parsed URI-reference (RFC 3986 §4.1): a URI or a relative
// reference, and ASCII. It is an immutable, comparable value. The zero URIRef is
// the empty reference.
type URIRef struct{ components }

// ParseURI parses s by the grammar alone, the rule URI of RFC 3986 Appendix A, and returns it
// unchanged. The error is a *[ParseError] that holds every finding of the grammar. As for
// [Parse], what the documents demand in prose is not checked.
func ParseURI(s string) (u URI, err error) {
	if u.split(s, tableURI) {
		return u, nil
	}
	return URI{}, refused(s, spec.RFC3986.Top())
}

// ParseURIRef parses s by the grammar alone, as [ParseURI] does, but by the rule
// URI-reference: a URI or a relative reference.
func ParseURIRef(s string) (u URIRef, err error) {
	if u.split(s, tableURIReference) {
		return u, nil
	}
	return URIRef{}, refused(s, spec.RFC3986.Reference())
}

// AsIRI returns the URI as an IRI, unchanged: every URI is by definition an IRI
// (RFC 3987 §3.1). For the conversion of §3.2 see [URI.IRI].
func (u URI) AsIRI() IRI { return IRI{reference(u)} }

// Ref returns the URI as a URI-reference.
func (u URI) Ref() URIRef { return URIRef(u) }

// UnmarshalText parses text as [ParseURI] does. Empty text gives the zero URI.
func (u *URI) UnmarshalText(text []byte) error { return unmarshalOrZero(u, text, ParseURI) }

// AsRef returns the URI-reference as an IRI-reference, unchanged. For the
// conversion of RFC 3987 §3.2 see [URIRef.Ref].
func (u URIRef) AsRef() Ref { return Ref{reference(u)} }

// URI returns the reference as a URI if it has a scheme.
func (u URIRef) URI() (URI, bool) {
	if u.ref.Parts.Scheme == 0 {
		return URI{}, false
	}
	return URI(u), true
}

// UnmarshalText parses text as [ParseURIRef] does.
func (u *URIRef) UnmarshalText(text []byte) error { return unmarshal(u, text, ParseURIRef) }

// FromURL returns the text of u, as [url.URL.String] writes it, as an IRI-reference. net/url
// does not escape queries: a query is escaped here as [Builder.Query] does, so that "?q=é b"
// becomes "?q=é%20b". The nil URL gives the empty reference. A URL with Opaque has that as its path, as in
// mailto:a@b, and no authority. A path that begins with "//" gets "/." in front where there is no authority, so that it
// stays a path (RFC 3986 §3.3), as net/url does it too. The error is a *[BuildError]: the
// scheme, the host or the port of u cannot be part of an IRI.
func FromURL(u *url.URL) (r Ref, err error) {
	if u == nil {
		return Ref{}, nil
	}
	if u.Host != "" && strings.IndexByte(u.RawQuery, '#') < 0 && r.split(u.String(), tableReference) &&
		hasScheme(r, u) &&
		(chars.IsASCII(u.RawQuery) || isBuiltQuery(u.RawQuery)) { // nothing in it is to be escaped
		return r, nil
	}
	return escapedURL(u)
}

// hasScheme reports whether the text of a URL has the scheme that the URL has: "a/b" and "a:b" are none.
func hasScheme(r Ref, u *url.URL) bool {
	return u.Scheme == "" || int(r.ref.Parts.Scheme) == len(u.Scheme)
}

// isBuiltQuery reports whether [Builder.Query] writes a query as it is.
func isBuiltQuery(q string) bool {
	var buf [256]byte
	return string(Builder{}.Query(q).append(buf[:0], builtQuery, builtRule(component.Query))) == q
}

// escapedURL is [FromURL] for any URL.
func escapedURL(u *url.URL) (Ref, error) {
	text := *u // without what b sets below
	text.RawQuery, text.ForceQuery, text.Fragment, text.RawFragment = "", false, "", ""
	path := u.EscapedPath()
	// As in URL.String, an empty host is written after a scheme, unless it is omitted.
	authority := u.Host != "" || u.User != nil || u.Scheme != "" && !u.OmitHost && path != ""
	var b Builder
	if r, err := ParseRef(text.String()); err == nil && hasScheme(r, u) &&
		(authority || !strings.HasPrefix(path, "//")) {
		b = r.Builder()
	} else {
		b = builderOf(u, path, authority)
	}
	if u.RawQuery != "" || u.ForceQuery {
		b = b.Query(u.RawQuery)
	}
	if u.Fragment != "" {
		b = b.Fragment(u.EscapedFragment())
	}
	return b.Ref()
}

// builderOf returns the components of a URL whose text is not an IRI-reference, or is one
// with other components: its path has brackets, or would be read as an authority.
func builderOf(u *url.URL, path string, authority bool) (b Builder) {
	if u.Scheme != "" {
		b = b.Scheme(u.Scheme)
	}
	if u.Opaque != "" {
		return b.Path(u.Opaque)
	}
	if authority {
		host, port, ok := cutPort(u.Host)
		if b = b.Host(host); ok {
			b = b.Port(port)
		}
	}
	if u.User != nil {
		b = b.Userinfo(u.User.String())
	}
	switch {
	case authority && path != "" && path[0] != '/':
		path = "/" + path
	case !authority && strings.HasPrefix(path, "//"):
		path = "/." + path // net/url would write an authority
	case u.Scheme == "" && !authority && strings.Contains(path[:component.SegmentEnd(path)], ":"):
		path = "./" + path
	}
	return b.Path(path)
}

// cutPort cuts a host of net/url at the ":" of its port, if it has one.
func cutPort(s string) (host, port string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 || strings.IndexByte(s[i:], ']') >= 0 || !strings.HasPrefix(s, "[") && strings.IndexByte(s, ':') < i {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// URL returns the URI as a *url.URL. Its String has the path, the query and the fragment as they are written; but it
// writes the scheme in lower case, percent-encodings in userinfo and host as net/url does (%c3 as %C3, ' as %27), and
// leaves out an empty fragment (http://h/#) and an empty authority before an empty path (x://). The error is that of
// [url.Parse], which refuses a few hosts that URIs may have: an IPvFuture address, and percent-encoded ASCII. The zero
// URI gives the empty URL.
func (u URI) URL() (*url.URL, error) { return parseURL(u.ref.Text) }

// parseURL is [url.Parse] with an error that shows no password.
func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if e, ok := errors.AsType[*url.Error](err); ok {
		e.URL = component.Redact(e.URL)
	}
	return u, err
}

// URL maps the IRI to a URI, as [IRI.URI] does without options, and returns that as a *url.URL, as
// [URI.URL] does.
func (i IRI) URL() (*url.URL, error) {
	u, err := i.URI()
	if err != nil {
		return nil, err
	}
	return u.URL()
}

// URL returns the URI-reference as a *url.URL, as [URI.URL] does.
func (u URIRef) URL() (*url.URL, error) { return parseURL(u.ref.Text) }

// Addr returns the address if the host is an IPv4address or an IPv6address (RFC 3986
// §3.2.2), and whether it is one. A name that only looks like an address, such as 0x7f.1, is
// not one.
func (h Host) Addr() (netip.Addr, bool) {
	text := h.host.Text
	switch h.Kind() {
	case IPv4:
	case IPv6:
		text = text[1 : len(text)-1]
	default:
		return netip.Addr{}, false
	}
	a, err := netip.ParseAddr(text)
	return a, err == nil
}

// Span returns where a component lies in the text, in bytes and without its delimiters; end is exclusive. ok is false
// if it is absent. ComponentWhole is the whole text.
func (c components) Span(of Component) (start, end int, ok bool) {
	kinds := [...]component.Kind{ComponentScheme: component.Scheme, ComponentAuthority: component.Authority,
		ComponentUserinfo: component.Userinfo, ComponentHost: component.Host, ComponentPort: component.Port,
		ComponentQuery: component.Query, ComponentFragment: component.Fragment}
	p := &c.ref.Parts
	switch {
	case of == ComponentWhole:
		return 0, len(c.ref.Text), true
	case of == ComponentPath:
		return int(p.Path), int(p.PathEnd), true
	case int(of) >= len(kinds):
		return 0, 0, false
	}
	if start, end, ok = p.Span(c.ref.Text, kinds[of]); !ok {
		return 0, 0, false
	}
	return start, end, true
}

// A Component is a component of a reference (RFC 3986 §3), or the whole of it. The zero Component is ComponentWhole.
type Component uint8

// The components, in the order of the text. A userinfo, a host and a port are parts of the authority.
const (
	ComponentWhole Component = iota
	ComponentScheme
	ComponentAuthority
	ComponentUserinfo
	ComponentHost
	ComponentPort
	ComponentPath
	ComponentQuery
	ComponentFragment
)

// String returns the name of the component, as in RFC 3986: "scheme", "authority", "userinfo" …; that of ComponentWhole
// is "reference".
func (c Component) String() string {
	return names{"reference", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"}.Of(uint8(c), "Component")
}

// PortNumber returns the port as a number (RFC 3986 §3.2.3). ok is false if there is no
// port, if it is empty, or if it is greater than 65535.
func (c components) PortNumber() (port uint16, ok bool) {
	text, _ := c.Port()
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, false
	}
	return uint16(n), true
}

// EffectivePort returns the port that a client connects to: that of PortNumber or, where there is none or it is empty,
// the default of the scheme (RFC 3986 §3.2.3): 443 for https, or what [WithSchemes] says. ok is false if there is no host
// or no default, and for a port that is greater than 65535.
func (c components) EffectivePort(schemes ...Schemes) (port uint16, ok bool) {
	text, _ := c.Port()
	if _, authority := c.Authority(); text != "" || !authority {
		return c.PortNumber()
	}
	scheme, _ := c.ref.Scheme()
	n, err := strconv.ParseUint(lastOf(schemes).own.DefaultPort(scheme), 10, 16)
	return uint16(n), err == nil
}

// Compare returns -1 if the text of i is less than that of j, byte by byte, 1 if it is
// greater, and 0 if i == j (RFC 3987 §5.3.1). It is an order for [slices.SortFunc]; for
// equivalence see [Equivalent].
func (i IRI) Compare(j IRI) int { return strings.Compare(i.ref.Text, j.ref.Text) }

// Compare is [IRI.Compare] for references.
func (r Ref) Compare(q Ref) int { return strings.Compare(r.ref.Text, q.ref.Text) }

// Compare is [IRI.Compare] for URIs.
func (u URI) Compare(v URI) int { return strings.Compare(u.ref.Text, v.ref.Text) }

// Compare is [IRI.Compare] for URI-references.
func (u URIRef) Compare(v URIRef) int { return strings.Compare(u.ref.Text, v.ref.Text) }

// Equal reports whether i == j, for packages that compare values by a method of this name.
func (i IRI) Equal(j IRI) bool { return i == j }

// Equal reports whether r == q, for packages that compare values by a method of this name.
func (r Ref) Equal(q Ref) bool { return r == q }

// Equal reports whether u == v, for packages that compare values by a method of this name.
func (u URI) Equal(v URI) bool { return u == v }

// Equal reports whether u == v, for packages that compare values by a method of this name.
func (u URIRef) Equal(v URIRef) bool { return u == v }

// GoString returns the expression iri.MustParse("…"), in which a password is not hidden. That of the zero IRI
// is iri.IRI{}.
func (i IRI) GoString() string {
	if i.IsZero() {
		return "iri.IRI{}"
	}
	return "iri.MustParse(" + strconv.Quote(i.String()) + ")"
}

// GoString returns the expression iri.MustParseRef("…"), in which a password is not hidden.
func (r Ref) GoString() string { return "iri.MustParseRef(" + strconv.Quote(r.String()) + ")" }

// Scheme is [IRI.Scheme] for URIs.
func (u URI) Scheme() string { return u.AsIRI().Scheme() }

// Scheme is [Ref.Scheme] for URI-references.
func (u URIRef) Scheme() (string, bool) { return u.ref.Scheme() }

// Redacted returns the text with "xxxxx" in place of what follows the first ":" of the
// userinfo, which may be a password (RFC 3986 §3.2.1), as [url.URL.Redacted] does; also in an IRI within it. Print and
// show a reference in this form: String, the verb %v, JSON and text have the password, because
// they are what the reference is written to files and databases by. Package slog takes LogValue
// for an attribute; it takes the text for the elements of a slice and the fields of a struct. Errors, and the
// messages and hints of findings, have no password.
func (t text) Redacted() string {
	r := &t.ref
	if r.Parts.Host == 0 {
		return component.Redact(r.Text)
	}
	front := r.Text[:r.Parts.Path]
	userinfo, _ := r.Userinfo()
	if k := strings.IndexByte(userinfo, ':'); k >= 0 {
		front = front[:int(r.AuthorityStart())+k+1] + component.Hidden + front[r.Parts.Host-1:]
	}
	return front + component.Redact(r.Text[r.Parts.Path:])
}

// LogValue returns the redacted text: passwords do not belong in a log.
func (t text) LogValue() slog.Value { return slog.StringValue(t.Redacted()) }
