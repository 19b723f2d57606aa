package iri

import (
	"net/netip"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// An IRI is a parsed Internationalized Resource Identifier: a string that
// conforms to the rule IRI of RFC 3987 §2.2, so it has a scheme. It is an
// immutable, comparable value; two IRIs are == if and only if their text is
// identical, which is simple string comparison (RFC 3987 §5.3.1).
//
// The zero IRI does not hold an IRI: its String is empty and its IsZero is true.
type IRI struct{ components }

// A Ref is a parsed IRI-reference (RFC 3987 §2.2): an IRI or a relative
// reference. It is an immutable, comparable value. The zero Ref is the empty
// reference, which is a valid one: it refers to the base (RFC 3986 §4.4).
type Ref struct{ components }

// components are the text of an IRI or a reference, and where its components are.
type components struct{ text }

// refOf returns a reference of the internal package as one of this package.
func refOf(r component.Ref) Ref { return Ref{components{text{r}}} }

// A text is the text of any reference, and where its components are.
type text struct{ ref component.Ref }

// String returns the text, exactly as it was parsed or mapped.
func (t text) String() string { return t.ref.Text }

// IsZero reports whether this is the zero value: no IRI, no URI, or the empty reference.
func (t text) IsZero() bool { return t.ref.Text == "" }

// IsScheme reports whether the scheme is one of the names, without regard to case: "schemes are
// case-insensitive" (RFC 3986 §3.1). Names have no ":". A relative reference has no scheme, so
// the answer is false for every name. It does not allocate.
func (t text) IsScheme(names ...string) bool { return t.ref.IsScheme(names...) }

// HostKind says which alternative of ihost a host matches (RFC 3987 §2.2,
// RFC 3986 §3.2.2). The first match wins: a host that matches IPv4address is an
// address and not a registered name. No host has a kind that is none of the constants.
type HostKind uint8

// The kinds of host. RegName is a registered name, which may be empty.
const (
	RegName HostKind = iota
	IPv4
	IPv6
	IPvFuture
)

// String returns the name of the production: "ireg-name", "IPv4address",
// "IPv6address" or "IPvFuture".
func (k HostKind) String() string { return component.HostKind(k).String() }

// A Host is the host of an authority as it is written, with its kind: a registered
// name or an address. The zero Host is the empty registered name. The operator == compares
// the text; [Host.Equal] compares hosts.
type Host struct{ host component.HostText }

// String returns the host as it is written, an IP-literal with its brackets.
func (h Host) String() string { return h.host.Text }

// Kind returns the kind of host.
func (h Host) Kind() HostKind { return HostKind(h.host.Kind()) }

// Fold returns the text by which hosts are compared as RFC 3987 does it, such as a key of a map. It is in lower case,
// also beyond US-ASCII, and in NFC; A-labels (xn--…) are U-labels; percent-encodings are decoded, but for those of
// characters that a host cannot have unencoded (RFC 3987 §5.3.3, RFC 3986 §6.2.2). An IPv6address is written as RFC
// 5952 says. A dot at the end stays. The fold of the zero Host is empty, and that of a fold is itself. It is not for
// the DNS, nor for showing: U-labels of different letters can look the same. It is not for a list of hosts that are
// allowed or blocked either: clients map more, and [Host.Lookup] says what to.
func (h Host) Fold() string { return hostname.Fold(h.host) }

// Equal reports whether two hosts are the same by [Host.Fold]: EXAMPLE.org, ex%61mple.org and
// example.org are, and résumé.example and xn--rsum-bpad.example. Whether a client reaches the same host by them,
// [Host.Lookup] says.
func (h Host) Equal(o Host) bool { return h == o || h.Fold() == o.Fold() }

// Lookup returns what a client looks up or dials for the host, to hold against a list of hosts: the name, or the address
// if it is valid, never both. The name is percent-decoded, mapped by UTS 46 as browsers and net/http do it, in lower case
// and in A-labels, without the dot at its end. A name that is read as an IPv4 address, such as 0x7f.1 (RFC 3986 §7.4), is
// that address, and so is an IPv6address that has one inside and leads to it: ::ffff:127.0.0.1, ::127.0.0.1 (RFC 4291
// §2.5.5) and 64:ff9b::7f00:1 (RFC 6052 §2.1).
//
// The error is a *[ConvertError] with the code, the offsets in the host and the section: clients refuse the host, or do
// not agree about it, as about labels that end in a number and are not an address, or characters that versions of Unicode
// map in different ways. A list takes it for a host that is not allowed. The zero Host, which is empty, has this error.
// Which addresses a name has, only the DNS knows: a program that must not reach some looks at them when it dials.
func (h Host) Lookup() (name string, addr netip.Addr, err error) {
	name, addr, bad := hostname.Lookup(h.host)
	if bad != nil {
		err = publicError(&report.ConvertError{Input: h.host.Text, Target: "name to look up", Findings: []report.Finding{*bad}})
	}
	return name, addr, err
}

// IRI returns the reference as an IRI if it has a scheme.
func (r Ref) IRI() (IRI, bool) {
	if r.ref.Parts.Scheme == 0 {
		return IRI{}, false
	}
	return IRI(r), true
}

// Scheme returns the scheme as it is written, without the ":" (RFC 3986 §3.1): HTTP and http
// are one scheme and two texts. To ask which scheme it is, use [Ref.IsScheme].
func (r Ref) Scheme() (string, bool) { return r.ref.Scheme() }

// Authority returns the authority without the "//" before it (RFC 3986 §3.2).
// An authority that is present but empty, as in file:///a, is "", true.
func (c components) Authority() (string, bool) { return c.ref.Authority() }

// Userinfo returns the userinfo without its "@" (RFC 3986 §3.2.1).
func (c components) Userinfo() (string, bool) { return c.ref.Userinfo() }

// Host returns the host as it is written (RFC 3986 §3.2.2): one host has many texts, which
// [Host.Equal] and [Host.Fold] compare. An authority always has a host, which may be empty.
func (c components) Host() (Host, bool) {
	h, ok := c.ref.Host()
	return Host{h}, ok
}

// Port returns the port without its ":" (RFC 3986 §3.2.3). A port that is
// present but empty, as in http://a:/, is "", true.
func (c components) Port() (string, bool) { return c.ref.Port() }

// Path returns the path (RFC 3986 §3.3). It is always present and may be empty.
func (c components) Path() string { return c.ref.Path() }

// Query returns the query without its "?" (RFC 3986 §3.4).
func (c components) Query() (string, bool) { return c.ref.Query() }

// Fragment returns the fragment without its "#" (RFC 3986 §3.5).
func (c components) Fragment() (string, bool) { return c.ref.Fragment() }

// Ref returns the IRI as an IRI-reference.
func (i IRI) Ref() Ref { return Ref(i) }

// Scheme returns the scheme as it is written, without the ":" (RFC 3986 §3.1): HTTP and http
// are one scheme and two texts. To ask which scheme it is, use [IRI.IsScheme]. It is empty
// only for the zero IRI.
func (i IRI) Scheme() string { return i.ref.Text[:i.ref.Parts.Scheme] }
