package iri

import (
	"strings"

	"github.com/rfc3987/iri/internal/engine"
)

// An IRI is a parsed Internationalized Resource Identifier: a string that
// conforms to the rule IRI of RFC 3987 §2.2, so it has a scheme. It is an
// immutable, comparable value; two IRIs are == if and only if their text is
// identical, which is simple string comparison (RFC 3987 §5.3.1).
//
// The zero IRI is no IRI: its String is empty and its IsZero is true.
type IRI struct{ r Ref }

// A Ref is a parsed IRI-reference (RFC 3987 §2.2): an IRI or a relative
// reference. It is an immutable, comparable value. The zero Ref is the empty
// reference, which is a valid one: it refers to the base (RFC 3986 §4.4).
type Ref struct {
	s string
	p parts
}

// parts holds where the components of a reference lie in its text. Offsets are
// bytes. A component that is absent has the offset that it would start from.
//
//	scheme ":" "//" userinfo "@" host ":" port path "?" query "#" fragment
type parts struct {
	scheme  uint32 // end of the scheme, the offset of its ":"; 0 when absent (no scheme is empty)
	host    uint32 // start of the host; 0 when there is no authority (a host starts at 2 or later)
	hostEnd uint32 // end of the host; a port follows if hostEnd < authority end
	path    uint32 // start of the path, end of the authority
	pathEnd uint32 // end of the path; a query follows if there is a "?" here
	query   uint32 // end of the query (pathEnd if absent); a fragment follows if query < len
}

// set takes the parts from what a table records: what the header fields "offset"
// of the grammars name, in their order. An offset that a string does not have is
// 0; but for the end of the query that is how parts has it. A query that is there
// ends at 1 or later, behind its "?".
func (p *parts) set(off *engine.Offsets) {
	p.scheme = off[0]
	p.host = off[1]
	p.hostEnd = off[2]
	p.path = off[3]
	p.pathEnd = off[4]
	p.query = max(off[5], off[4])
}

// split finds the components of a string that conforms to a rule for references
// of any of the specs. It follows RFC 3986 Appendix B and §3.2; on a string that
// does not conform the result has no meaning but is in bounds.
func split(s string) parts {
	var p parts
	i, n := 0, len(s)
	for i < n && s[i] != ':' && s[i] != '/' && s[i] != '?' && s[i] != '#' {
		i++
	}
	if i < n && s[i] == ':' {
		p.scheme = uint32(i)
		i++
	} else {
		i = 0
	}
	if i+1 < n && s[i] == '/' && s[i+1] == '/' {
		i += 2
		host, colon := i, -1
		literal := false
	authority:
		for ; i < n; i++ {
			switch s[i] {
			case '/', '?', '#':
				break authority
			case '@':
				host, colon = i+1, -1
			case ':':
				if !literal {
					colon = i
				}
			case '[':
				literal = true
			case ']':
				literal = false
			}
		}
		p.host, p.hostEnd = uint32(host), uint32(i)
		if colon >= host {
			p.hostEnd = uint32(colon)
		}
	}
	p.path = uint32(i)
	if k := strings.IndexByte(s[i:], '#'); k >= 0 {
		n = i + k
	}
	p.pathEnd, p.query = uint32(n), uint32(n)
	if k := strings.IndexByte(s[i:n], '?'); k >= 0 {
		p.pathEnd = uint32(i + k)
	}
	return p
}

// HostKind tells which alternative of ihost a host matches (RFC 3987 §2.2,
// RFC 3986 §3.2.2). First match wins: what looks like an IPv4address is one.
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
func (k HostKind) String() string {
	switch k {
	case IPv4:
		return "IPv4address"
	case IPv6:
		return "IPv6address"
	case IPvFuture:
		return "IPvFuture"
	}
	return "ireg-name"
}

// A Host is the host of an authority as it is written, with the kind of name or
// address that it is. The zero Host is the empty registered name.
type Host struct {
	text string
	kind HostKind
}

// String returns the host as it is written, an IP-literal with its brackets.
func (h Host) String() string { return h.text }

// Kind returns the kind of host.
func (h Host) Kind() HostKind { return h.kind }

// hostOf classifies the text of a host that conforms to ihost.
func hostOf(s string) Host {
	if len(s) > 1 && s[0] == '[' {
		if s[1]|0x20 == 'v' {
			return Host{s, IPvFuture}
		}
		return Host{s, IPv6}
	}
	if isIPv4(s) {
		return Host{s, IPv4}
	}
	return Host{s, RegName}
}

// String returns the text of the reference, exactly as it was parsed.
func (r Ref) String() string { return r.s }

// IsZero reports whether r is the empty reference.
func (r Ref) IsZero() bool { return r.s == "" }

// IRI returns the reference as an IRI if it has a scheme.
func (r Ref) IRI() (IRI, bool) {
	if r.p.scheme == 0 {
		return IRI{}, false
	}
	return IRI{r}, true
}

// Scheme returns the scheme as it is written, without the ":" (RFC 3986 §3.1).
func (r Ref) Scheme() (string, bool) { return r.s[:r.p.scheme], r.p.scheme > 0 }

// Authority returns the authority without the "//" before it (RFC 3986 §3.2).
// An authority that is there but empty, as in file:///a, is "", true.
func (r Ref) Authority() (string, bool) {
	if r.p.host == 0 {
		return "", false
	}
	return r.s[r.authority():r.p.path], true
}

// authority returns the offset of the authority, which must be there.
func (r Ref) authority() uint32 {
	if r.p.scheme > 0 {
		return r.p.scheme + 3
	}
	return 2
}

// Userinfo returns the userinfo without its "@" (RFC 3986 §3.2.1).
func (r Ref) Userinfo() (string, bool) {
	if r.p.host == 0 {
		return "", false
	}
	a := r.authority()
	if a == r.p.host {
		return "", false
	}
	return r.s[a : r.p.host-1], true
}

// Host returns the host (RFC 3986 §3.2.2). There is one, perhaps empty,
// whenever there is an authority.
func (r Ref) Host() (Host, bool) {
	if r.p.host == 0 {
		return Host{}, false
	}
	return hostOf(r.s[r.p.host:r.p.hostEnd]), true
}

// Port returns the port without its ":" (RFC 3986 §3.2.3). A port that is there
// but empty, as in http://a:/, is "", true.
func (r Ref) Port() (string, bool) {
	if r.p.host == 0 || r.p.hostEnd >= r.p.path {
		return "", false
	}
	return r.s[r.p.hostEnd+1 : r.p.path], true
}

// Path returns the path (RFC 3986 §3.3). There always is one, perhaps empty.
func (r Ref) Path() string { return r.s[r.p.path:r.p.pathEnd] }

// Query returns the query without its "?" (RFC 3986 §3.4).
func (r Ref) Query() (string, bool) {
	if r.p.query == r.p.pathEnd {
		return "", false
	}
	return r.s[r.p.pathEnd+1 : r.p.query], true
}

// Fragment returns the fragment without its "#" (RFC 3986 §3.5).
func (r Ref) Fragment() (string, bool) {
	if int(r.p.query) >= len(r.s) {
		return "", false
	}
	return r.s[r.p.query+1:], true
}

// String returns the text of the IRI, exactly as it was parsed.
func (i IRI) String() string { return i.r.s }

// IsZero reports whether i is the zero IRI.
func (i IRI) IsZero() bool { return i.r.s == "" }

// Ref returns the IRI as an IRI-reference.
func (i IRI) Ref() Ref { return i.r }

// Scheme returns the scheme as it is written, without the ":" (RFC 3986 §3.1).
// It is never empty but for the zero IRI.
func (i IRI) Scheme() string { return i.r.s[:i.r.p.scheme] }

// Authority is [Ref.Authority].
func (i IRI) Authority() (string, bool) { return i.r.Authority() }

// Userinfo is [Ref.Userinfo].
func (i IRI) Userinfo() (string, bool) { return i.r.Userinfo() }

// Host is [Ref.Host].
func (i IRI) Host() (Host, bool) { return i.r.Host() }

// Port is [Ref.Port].
func (i IRI) Port() (string, bool) { return i.r.Port() }

// Path is [Ref.Path].
func (i IRI) Path() string { return i.r.Path() }

// Query is [Ref.Query].
func (i IRI) Query() (string, bool) { return i.r.Query() }

// Fragment is [Ref.Fragment].
func (i IRI) Fragment() (string, bool) { return i.r.Fragment() }
