package component

import (
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Ref is a parsed IRI-reference (RFC 3987 §2.2): an IRI or a relative
// reference. It is an immutable, comparable value. The zero Ref is the empty
// reference, which is a valid one: it refers to the base (RFC 3986 §4.4).
type Ref struct {
	Text  string
	Parts Parts // where the components lie in Text
}

// Parts holds where the components of a reference lie in its text. Offsets are
// bytes. A component that is absent has the offset that it would start from.
//
//	scheme ":" "//" userinfo "@" host ":" port path "?" query "#" fragment
type Parts struct {
	Scheme  uint32 // end of the scheme, the offset of its ":"; 0 when absent (no scheme is empty)
	Host    uint32 // start of the host; 0 when there is no authority (a host starts at 2 or later)
	HostEnd uint32 // end of the host; a port follows if HostEnd < Path
	Path    uint32 // start of the path, end of the authority
	PathEnd uint32 // end of the path; a query follows if there is a "?" here
	Query   uint32 // end of the query (PathEnd if absent); a fragment follows if Query < the length of the text

	// A Ref has 48 bytes, and because of an array Go passes it in memory and not in registers. So every copy of it is
	// three loads of 16 bytes, each of what one store has written. A load of what two stores have written waits for
	// both: without these bytes resolving https://example.net/x takes 14.7 ns in place of 11.5, and //h/x 57 in place of 49.
	_ [2]uint32
}

// Set sets the parts from the offsets that a table records: those that the header fields
// "offset" of the grammars name, in their order. The table records 0 for an offset that a
// string does not have. For the end of the query Parts has PathEnd in that case; a query
// that is there ends at 1 or later, after its "?".
func (p *Parts) Set(off *engine.Offsets) {
	p.Scheme = off[0]
	p.Host = off[1]
	p.HostEnd = off[2]
	p.Path = off[3]
	p.PathEnd = off[4]
	p.Query = max(off[5], off[4])
}

// Split sets the parts to where the components of s lie, and reports whether s conforms to IRI-reference of RFC
// 3987. It must be shorter than 4 GiB.
func (p *Parts) Split(s string) bool {
	var off engine.Offsets
	if !tableIRI.Split(s, &off) { // mostly it is an IRI, whose table has fewer branches
		if off = (engine.Offsets{}); !tableIRIReference.Split(s, &off) {
			return false
		}
	}
	p.Set(&off)
	return true
}

// tableReference divides every string that conforms to a rule for references of any
// of the specs: LEIRI-reference includes the others.
var tableReference = tables.LEIRIReference()

// SplitTrusted returns the reference whose text is s, which is known to conform to a
// rule for references of one of the specs, or of a grammar that changes one.
func SplitTrusted(s string) Ref {
	var off engine.Offsets
	r := Ref{Text: s}
	if !tableReference.Split(s, &off) {
		return OfAny(s)
	}
	r.Parts.Set(&off)
	return r
}

// IsIPv4 reports whether s conforms to the rule IPv4address (RFC 3986 §3.2.2).
func IsIPv4(s string) bool {
	if len(s) < 7 || len(s) > 15 || s[0] < '0' || s[0] > '9' {
		return false
	}
	return tableIPv4.Match(s)
}

// The tables that decide IRI, IRI-reference, IPv4address, IP-literal and scheme.
var (
	tableIRI          = tables.RFC3987Whole()
	tableIRIReference = tables.RFC3987Reference()
	tableIPv4         = tables.RFC3986IPv4address()
	tableIPLiteral    = tables.RFC3986IPLiteral()
	tableScheme       = tables.RFC3986Scheme()
)

// HostKind tells which alternative of ihost a host matches (RFC 3987 §2.2,
// RFC 3986 §3.2.2). The first alternative that matches decides: what
// is both an IPv4address and an ireg-name is an IPv4address.
type HostKind uint8

// The kinds of host. HostRegName is a registered name, which may be empty.
const (
	HostRegName HostKind = iota
	HostIPv4
	HostIPv6
	HostIPvFuture
)

var hostKindNames = quote.Names{"ireg-name", "IPv4address", "IPv6address", "IPvFuture"}

// String returns the name of the production: "ireg-name", "IPv4address",
// "IPv6address" or "IPvFuture".
func (k HostKind) String() string {
	return hostKindNames.Of(uint8(k), "HostKind")
}

// A HostText is the host of an authority as it is written, with the kind of name or
// address that it is. The zero HostText is the empty registered name.
type HostText struct {
	Text string
	kind HostKind
}

// String returns the host as it is written, an IP-literal with its brackets.
func (h HostText) String() string { return h.Text }

// Kind returns the kind of host.
func (h HostText) Kind() HostKind { return h.kind }

// HostOf classifies the text of a host. One that does not conform to ihost is a name.
func HostOf(s string) HostText {
	if len(s) > 1 && s[0] == '[' && tableIPLiteral.Match(s) {
		if s[1]|0x20 == 'v' {
			return HostText{s, HostIPvFuture}
		}
		return HostText{s, HostIPv6}
	}
	if !tables.RFC3987NamesFirst && IsIPv4(s) {
		return HostText{s, HostIPv4}
	}
	return HostText{s, HostRegName}
}

// String returns the text of the reference, exactly as it was parsed.
func (r Ref) String() string { return r.Text }

// Scheme returns the scheme as it is written, without the ":" (RFC 3986 §3.1).
func (r Ref) Scheme() (string, bool) { return r.Text[:r.Parts.Scheme], r.Parts.Scheme > 0 }

// IsScheme reports whether the scheme is one of the names, without regard to case (RFC 3986
// §3.1).
func (r Ref) IsScheme(names ...string) bool {
	scheme, ok := r.Scheme()
	for _, name := range names {
		// Of strings with as many bytes, one of them ASCII, EqualFold compares ASCII alone.
		if ok && len(name) == len(scheme) && strings.EqualFold(name, scheme) {
			return true
		}
	}
	return false
}

// Authority returns the authority without the "//" before it (RFC 3986 §3.2).
// An authority that is there but empty, as in file:///a, is "", true.
func (r Ref) Authority() (string, bool) {
	if r.Parts.Host == 0 {
		return "", false
	}
	return r.Text[r.AuthorityStart():r.Parts.Path], true
}

// AuthorityStart is [Parts.AuthorityStart].
func (r Ref) AuthorityStart() uint32 { return r.Parts.AuthorityStart() }

// AuthorityStart returns the offset of the authority. There must be one.
func (p *Parts) AuthorityStart() uint32 {
	if p.Scheme > 0 {
		return p.Scheme + 3
	}
	return 2
}

// Userinfo returns the userinfo without its "@" (RFC 3986 §3.2.1).
func (r Ref) Userinfo() (string, bool) {
	if r.Parts.Host == 0 {
		return "", false
	}
	a := r.AuthorityStart()
	if a == r.Parts.Host {
		return "", false
	}
	return r.Text[a : r.Parts.Host-1], true
}

// Host returns the host (RFC 3986 §3.2.2). There is one, perhaps empty,
// whenever there is an authority.
func (r Ref) Host() (HostText, bool) {
	if r.Parts.Host == 0 {
		return HostText{}, false
	}
	return HostOf(r.Text[r.Parts.Host:r.Parts.HostEnd]), true
}

// Port returns the port without its ":" (RFC 3986 §3.2.3). A port that is there
// but empty, as in http://a:/, is "", true.
func (r Ref) Port() (string, bool) {
	if r.Parts.Host == 0 || r.Parts.HostEnd >= r.Parts.Path {
		return "", false
	}
	return r.Text[r.Parts.HostEnd+1 : r.Parts.Path], true
}

// Path returns the path (RFC 3986 §3.3). There always is one, perhaps empty.
func (r Ref) Path() string { return r.Text[r.Parts.Path:r.Parts.PathEnd] }

// Query returns the query without its "?" (RFC 3986 §3.4).
func (r Ref) Query() (string, bool) {
	if r.Parts.Query == r.Parts.PathEnd {
		return "", false
	}
	return r.Text[r.Parts.PathEnd+1 : r.Parts.Query], true
}

// Fragment returns the fragment without its "#" (RFC 3986 §3.5).
func (r Ref) Fragment() (string, bool) {
	if int(r.Parts.Query) >= len(r.Text) {
		return "", false
	}
	return r.Text[r.Parts.Query+1:], true
}

// PathKind returns which production of paths the path of s is of.
func (p *Parts) PathKind(s string) Kind {
	switch {
	case p.Host > 0:
		return PathAbempty
	case p.Path == p.PathEnd:
		return PathEmpty
	case s[p.Path] == '/':
		return PathAbsolute
	case p.Scheme > 0:
		return PathRootless
	}
	return PathNoscheme
}

// Span returns where the component of a kind lies in s, without its delimiters. ok is false if there
// is none; a path is of one kind.
func (p *Parts) Span(s string, kind Kind) (start, end int, ok bool) {
	switch kind {
	case Scheme:
		return 0, int(p.Scheme), p.Scheme > 0
	case PathAbempty, PathAbsolute, PathRootless, PathNoscheme, PathEmpty:
		return int(p.Path), int(p.PathEnd), kind == p.PathKind(s)
	case Query:
		return int(p.PathEnd) + 1, int(p.Query), p.PathEnd < p.Query
	case Fragment:
		return int(p.Query) + 1, len(s), int(p.Query) < len(s)
	}
	if p.Host == 0 {
		return 0, 0, false
	}
	host, hostEnd := int(p.Host), int(p.HostEnd)
	literal := host < hostEnd && s[host] == '['
	switch kind {
	case Authority:
		return int(p.AuthorityStart()), int(p.Path), true
	case Userinfo:
		return int(p.AuthorityStart()), host - 1, p.AuthorityStart() < p.Host
	case RegName:
		return host, hostEnd, !literal
	case IPLiteral:
		return host, hostEnd, literal
	case IPv6, IPvFuture:
		return host + 1, hostEnd - 1, literal && (s[host+1]|0x20 == 'v') == (kind == IPvFuture)
	case Port:
		return hostEnd + 1, int(p.Path), p.HostEnd < p.Path
	}
	return host, hostEnd, true
}

// OfBytes returns the reference whose text is b, without a copy: b must not be changed
// afterwards. b is known to conform to a rule for references of one of the specs.
func OfBytes(b []byte) Ref {
	return SplitTrusted(chars.UnsafeString(b))
}

// OfAny takes apart a string that need not conform, as §5 of the processing guidelines of 2011
// does. What is not a scheme there is the start of a relative reference (§5.1). The
// components need not conform to their productions: a port may have letters.
func OfAny(s string) Ref {
	return Ref{s, Divide(s, AfterScheme(s, tableScheme.Match))}
}

// AfterScheme returns where what follows the scheme and its ":" begins: 0 if what stands in the place of a scheme is
// none.
func AfterScheme(s string, isScheme func(string) bool) int {
	if end := SchemeEnd(s); end >= 0 && isScheme(s[:end]) {
		return end + 1
	}
	return 0
}

// SchemeEnd returns the offset of the ":" after what stands in the place of a scheme, or -1 if
// there is none: the first ":", if no other delimiter stands before it (RFC 3986 Appendix B).
func SchemeEnd(s string) int {
	if i := strings.IndexAny(s, ":/?#"); i >= 0 && s[i] == ':' {
		return i
	}
	return -1
}

// Divide divides any string as RFC 3986 Appendix B does. What follows the scheme and its ":"
// begins at from, which is 0 if there is none. Inside of an authority the first "@" ends the
// userinfo, and the last ":" begins the port, but not one in brackets: where §5.2.2 of the
// guidelines of 2011 would end a host there, it goes up to the "]". Of more than 4 GiB it looks
// at the first ones only.
func Divide(s string, from int) (p Parts) {
	s = s[:min(uint64(len(s)), math.MaxUint32)]
	p.Scheme = uint32(max(from-1, 0))
	at := from
	if strings.HasPrefix(s[at:], "//") {
		at += len("//")
		end := endOf(s, at, "/?#")
		host := at + strings.IndexByte(s[at:end], '@') + 1
		hostEnd := end
		open := strings.HasPrefix(s[host:end], "[") && strings.IndexByte(s[host:end], ']') < 0
		if i := strings.LastIndexByte(s[host:end], ':'); i > strings.LastIndexByte(s[host:end], ']') && !open {
			hostEnd = host + i
		}
		p.Host, p.HostEnd = uint32(host), uint32(hostEnd)
		at = end
	}
	p.Path = uint32(at)
	at = endOf(s, at, "?#")
	p.PathEnd = uint32(at)
	p.Query = uint32(endOf(s, at, "#"))
	return p
}

// endOf returns the offset of the first of some characters in s[from:], or the length of s.
func endOf(s string, from int, chars string) int {
	if i := strings.IndexAny(s[from:], chars); i >= 0 {
		return from + i
	}
	return len(s)
}
