package iri

import (
	"cmp"
	"encoding/base64"
	"iter"
	"log/slog"
	"net/netip"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// An IRI is a parsed Internationalized Resource Identifier: a string that
// conforms to the rule IRI of RFC 3987 §2.2, so it has a scheme. It is an
// immutable, comparable value; two IRIs are == if and only if their text is
// identical, which is simple string comparison (RFC 3987 §5.3.1).
//
// The zero IRI does not hold an IRI: its String is empty and its IsZero is true.
type IRI struct{ reference }

// A Ref is a parsed IRI-reference (RFC 3987 §2.2): an IRI or a relative
// reference. It is an immutable, comparable value. The zero Ref is the empty
// reference, which is a valid one: it refers to the base (RFC 3986 §4.4).
type Ref struct{ reference }

// A reference is what an IRI and a Ref have beside what a URI has.
type reference struct{ components }

// components are the text of any reference, with what reads its components.
type components struct{ text }

// refOf returns a reference of the internal package as one of this package.
func refOf(r component.Ref) Ref { return Ref{reference{components{text{r}}}} }

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

// ParseHost parses s by the grammar alone, the rule ihost of RFC 3987 §2.2: a name, an IPv4address, or an IP-literal
// with its brackets. The empty string is the zero Host. The error is a *[ParseError].
func ParseHost(s string) (Host, error) {
	rule := builtRule(component.Host)
	if !rule.Valid(s) {
		return Host{}, refused(s, rule)
	}
	return Host{component.HostOf(s)}, nil
}

// String returns the host as it is written, an IP-literal with its brackets.
func (h Host) String() string { return h.host.Text }

// AppendText appends the host as it is written. It never fails.
func (h Host) AppendText(b []byte) ([]byte, error) { return append(b, h.host.Text...), nil }

// MarshalText returns the host as it is written. It never fails.
func (h Host) MarshalText() ([]byte, error) { return []byte(h.host.Text), nil }

// UnmarshalText parses text as [ParseHost] does. On an error, h does not change.
func (h *Host) UnmarshalText(text []byte) error { return unmarshal(h, text, ParseHost) }

// LogValue returns the host as it is written.
func (h Host) LogValue() slog.Value { return slog.StringValue(h.host.Text) }

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

// Lookup returns what a client looks up or dials for the host, to hold against a list of hosts: the name, or the
// address if it is valid, never both. The name is percent-decoded, mapped by UTS 46 as browsers and net/http do it, in
// lower case and in A-labels, without the dot at its end. A name that is read as an IPv4 address, such as 0x7f.1 (RFC
// 3986 §7.4), is that address, and so is an IPv6address that has one inside and leads to it: ::ffff:127.0.0.1,
// ::127.0.0.1 (RFC 4291 §2.5.5), 64:ff9b::7f00:1 (RFC 6052 §2.1), 64:ff9b:1::7f00:1 (RFC 8215), ::ffff:0:7f00:1 (RFC
// 2765 §2.1) and 2002:7f00:1:: (RFC 3056 §2).
//
// The error is a *[ConvertError] with the code, the offsets in the host and the section: clients refuse the host, or do
// not agree about it, as about labels that end in a number and are not an address, or characters that versions of
// Unicode map in different ways. A list takes it for a host that is not allowed. The zero Host, which is empty, has
// this error. Which addresses a name has, only the DNS knows: a program that must not reach some looks at them when it
// dials.
func (h Host) Lookup() (name string, addr netip.Addr, err error) {
	name, addr, bad := hostname.Lookup(h.host)
	if bad != nil {
		err = publicError(&finding.ConvertError{Input: h.host.Text, Target: "name to look up",
			Findings: []finding.Finding{finding.OfHost(*bad, false)}})
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

// This file also has the parts of components, decoded. In them no character is a delimiter any more: do not put them
// together again without [EscapeData], and do not decode them again (RFC 3986 §2.4).

// UserPassword returns what stands before and after the first ":" of the userinfo, decoded (RFC 3986 §3.2.1). ok
// reports whether there is a userinfo; without ":" the password is empty.
func (c components) UserPassword() (user, password string, ok bool) {
	userinfo, ok := c.Userinfo()
	user, password, _ = strings.Cut(userinfo, ":")
	return percent.Decode(user), percent.Decode(password), ok
}

// Segments yields the segments of the path, decoded (RFC 3986 §3.3): what stands between "/" after the first one. The
// path /a%2Fb/ has "a/b" and "", the empty path has none, and a path that does not begin with "/" is read as if it did.
// Dot segments are yielded as they are. [Builder.Segments] makes the path again.
func (c components) Segments() iter.Seq[string] {
	return func(yield func(string) bool) {
		path := c.Path()
		if path == "" {
			return
		}
		for s := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
			if !yield(percent.Decode(s)) {
				return
			}
		}
	}
}

// QueryPairs yields the names and values of the query in their order, by the rules of HTML forms (URL Standard §5.1):
// pairs stand between "&", "=" before the value, "+" stands for a space, and the rest is percent-decoded. A pair
// without "=" has an empty value, an empty pair is left out. Octets that are not UTF-8 stay as they are.
func (c components) QueryPairs() iter.Seq2[string, string] {
	query, _ := c.Query()
	return pairs(strings.ReplaceAll(query, "+", " "))
}

// pairs yields the names and values of a list of fields with "&" between them, decoded.
func pairs(list string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for pair := range strings.SplitSeq(list, "&") {
			name, value, _ := strings.Cut(pair, "=")
			if pair != "" && !yield(percent.Decode(name), percent.Decode(value)) {
				return
			}
		}
	}
}

// JoinPath returns the IRI with the elements at the end of its path, each after one "/", and without dot segments (RFC
// 3986 §5.2.4). An element is the text of a path, as that of [Builder.Path]: what it must not have is percent-encoded,
// and it may have "/" and "..", which never leave the root, and are text under a scheme such as urn. Data is for
// [IRI.JoinSegments]. Query and fragment stay. An
// empty element changes nothing. The error is a *[BuildError], such as for an IRI without an authority whose path would
// begin with "//".
func (i IRI) JoinPath(elements ...string) (IRI, error) {
	path := i.Path()
	_, rooted := i.Authority()
	for _, e := range elements {
		switch {
		case e == "":
			continue
		case path != "" || rooted:
			path = strings.TrimSuffix(path, "/") + "/" + strings.TrimLeft(e, "/")
		default:
			path = e
		}
	}
	if path == i.Path() {
		return i, nil
	}
	joined, err := i.Builder().Path(path).IRI()
	return joined.Resolve(joined.Ref()), err
}

// DialTarget returns what a client dials: the name or the address of [Host.Lookup], which has no brackets, and the port
// of [IRI.EffectivePort]; net.JoinHostPort makes one text of them. The error is a *[ConvertError]: that of Lookup, or
// that there is no port.
func (i IRI) DialTarget(schemes ...Schemes) (host string, port uint16, err error) {
	h, _ := i.Host()
	host, addr, err := h.Lookup()
	if err != nil {
		return "", 0, err
	}
	port, ok := i.EffectivePort(schemes...)
	if !ok {
		start, end, found := i.Span(ComponentPort)
		f := finding.Finding{Code: finding.Code(CodePort), Severity: finding.Error, Section: "RFC 3986 §3.2.3",
			Message: finding.PortNone.Text(i.Scheme())}
		if f.Start, f.End = start, end; found && start < end {
			f.Message = finding.SchemeRulePortRange.Text()
		}
		return "", 0, publicError(&finding.ConvertError{Input: i.String(), Target: "address to dial",
			Findings: []finding.Finding{f}})
	}
	if addr.IsValid() {
		host = addr.String()
	}
	return host, port, nil
}

// Origin returns the origin of an http, https, ws, wss or ftp IRI as text: scheme, "://", the host, and the port if it
// is not that of the scheme (RFC 6454 §4, §6.2), as https://xn--bcher-kva.example. The host is what [Host.Lookup]
// says, but with the dot at its end, and an IPv6 address stays one, as in browsers (the URL Standard): https://e./ and
// https://e/ are of two origins, and so are http://[::ffff:7f00:1]/ and http://127.0.0.1/. ok is false for other
// schemes, whose origin is the same as no other, and where Lookup has an error or the port is above 65535.
func (i IRI) Origin() (origin string, ok bool) {
	scheme := strings.ToLower(i.Scheme())
	host, _ := i.Host()
	name, bad := hostname.Serialized(host.host)
	port, _ := i.Port()
	number, fits := i.PortNumber()
	if bad != nil || port != "" && !fits || !i.IsScheme("http", "https", "ws", "wss", "ftp") {
		return "", false
	}
	origin = scheme + "://" + name
	var builtIn Schemes
	if port := strconv.Itoa(int(number)); fits && port != builtIn.own.DefaultPort(scheme) {
		origin += ":" + port
	}
	return origin, true
}

// A URN is a Uniform Resource Name, taken apart (RFC 8141 §2): the namespace identifier in lower case, the
// namespace-specific string as it is written, and the r-, q- and f-components without "?+", "?=" and "#", empty where
// there is none.
type URN struct{ NID, NSS, R, Q, F string }

// URN returns the parts of a URN. ok is false for another scheme, and where there is no ":" after the namespace
// identifier. Whether the parts are what RFC 8141 asks for, [Check] says.
func (i IRI) URN() (urn URN, ok bool) {
	nid, nss, found := strings.Cut(i.Path(), ":")
	if !found || !i.IsScheme("urn") {
		return URN{}, false
	}
	urn = URN{NID: strings.ToLower(nid), NSS: nss}
	query, _ := i.Query()
	if r, isR := strings.CutPrefix(query, "+"); isR {
		urn.R, urn.Q, _ = strings.Cut(r, "?=")
	} else {
		urn.Q = strings.TrimPrefix(query, "=")
	}
	urn.F, _ = i.Fragment()
	return urn, true
}

// Data returns the media type and the octets of a data: IRI (RFC 2397 §3). The media type is as it is written,
// percent-decoded and without ";base64"; where there is none it is text/plain;charset=US-ASCII. The error is a
// *[ParseError]: [Check] says what is wrong with the IRI, as that it has another scheme, no comma, or base64 that
// cannot be read.
func (i IRI) Data() (mediaType string, octets []byte, err error) {
	text := i.ref.Text[min(len(i.ref.Text), int(i.ref.Parts.Scheme)+1):i.ref.Parts.Query]
	head, data, found := strings.Cut(text, ",")
	wrong := func(err error) (string, []byte, error) {
		return "", nil, cmp.Or((&Policy{Schemes: []string{"data"}}).Check(i.ref.Text).Err(), err)
	}
	if !found || !i.IsScheme("data") {
		return wrong(nil) // there is an error: it is not of this scheme, or has no comma
	}
	octets = []byte(percent.Decode(data))
	mediaType = percent.Decode(head)
	if k := len(mediaType) - len(";base64"); k >= 0 && strings.EqualFold(mediaType[k:], ";base64") {
		mediaType = mediaType[:k]
		octets, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(string(octets), "="))
		if err != nil {
			return wrong(err)
		}
	}
	if strings.HasPrefix(mediaType, ";") {
		mediaType = "text/plain" + mediaType // RFC 2397 §2: "text/plain" can be omitted
	}
	return cmp.Or(mediaType, "text/plain;charset=US-ASCII"), octets, nil
}

// Mailto returns the addresses and yields the fields of a mailto: IRI, decoded (RFC 6068 §2). Addresses in a field "to"
// are among the fields; the names of fields are as they are written, and a "+" is a plus sign. ok is false for another
// scheme. Whether the addresses are some, [Check] says.
func (i IRI) Mailto() (to []string, fields iter.Seq2[string, string], ok bool) {
	if !i.IsScheme("mailto") {
		return nil, pairs(""), false
	}
	for address := range strings.SplitSeq(i.Path(), ",") {
		if address != "" {
			to = append(to, percent.Decode(address))
		}
	}
	query, _ := i.Query()
	return to, pairs(query), true
}
