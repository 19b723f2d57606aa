package normalize

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
)

// This file makes what the components consist of normal: their characters, and those of a host as a name.

// appendTexts appends r with what its components consist of normalized, and the scheme in lower case, to nothing. It
// sets the parts.
func (n *normalizer) appendTexts(dst []byte, r *component.Ref) []byte {
	s, p, q := r.Text, &r.Parts, &n.parts
	*q = component.Parts{Scheme: p.Scheme}
	if p.Host == 0 {
		dst = append(dst, s[:p.Path]...)
	} else {
		dst = n.appendAuthority(dst, r)
	}
	if n.to >= RungCase {
		chars.LowerASCII(dst[:p.Scheme])
	}
	q.Path = uint32(len(dst))
	dst = n.appendPath(dst, s[p.Path:p.PathEnd], s[:p.Scheme])
	q.PathEnd = uint32(len(dst))
	if p.PathEnd < p.Query {
		dst = n.appendText(append(dst, '?'), s[p.PathEnd+1:p.Query], n.query)
	}
	q.Query = uint32(len(dst))
	if int(p.Query) < len(s) {
		// "The fragment component is not subject to any scheme-based
		// normalization" (RFC 3987 §5.3.3): an empty one stays.
		dst = n.appendText(append(dst, '#'), s[p.Query+1:], n.fragment)
	}
	return dst
}

// appendAuthority appends the scheme and the authority, which there is, for appendTexts.
func (n *normalizer) appendAuthority(dst []byte, r *component.Ref) []byte {
	s, p := r.Text, &r.Parts
	from := p.AuthorityStart()
	dst = append(dst, s[:from]...)
	if from < p.Host {
		dst = append(n.appendText(dst, s[from:p.Host-1], n.userinfo), '@')
	}
	host := len(dst)
	dst = n.appendText(dst, s[p.Host:p.HostEnd], n.host)
	if n.lowersHost(chars.UnsafeString(dst[host:])) {
		chars.LowerHost(dst[host:])
		if n.nfc {
			dst = composeNFC(dst, host, n.host) // T and a diaeresis do not compose, t and one do
		}
	}
	if !chars.IsASCII(dst[host:]) && n.foldsHost(s[:p.Scheme]) {
		dst = append(dst[:host], n.lowered(string(dst[host:]))...)
	}
	if n.to >= RungScheme && n.mapping != hostname.Percent {
		dst = n.mapHost(dst, host)
	}
	if n.to >= RungHost && mayFold(chars.UnsafeString(dst[host:])) {
		dst = n.foldHost(dst, host)
	}
	n.parts.Host, n.parts.HostEnd = uint32(host), uint32(len(dst))
	return append(dst, s[p.HostEnd:p.Path]...)
}

// appendPath appends the path of a reference of a scheme for appendTexts.
func (n *normalizer) appendPath(dst []byte, path, name string) []byte {
	if n.to >= RungPercent {
		if n.tildes = scheme.KeepsTilde(name, path); strings.IndexByte(path[:n.tildes], '~') >= 0 {
			rest := path[n.tildes:]
			path = strings.ReplaceAll(path[:n.tildes], "~", percent.Encode("~"))
			n.tildes, path = len(path), path+rest
		}
	}
	dst = n.appendText(dst, path, n.path)
	n.tildes = 0
	return dst
}

// foldsHost reports whether the host of a reference with this scheme is a domain name, in which case
// does not matter beyond ASCII either (RFC 3987 §5.3.3, RFC 5895 §2).
func (n *normalizer) foldsHost(name string) bool {
	return n.to >= RungScheme && n.schemes.Is(name, scheme.DNS)
}

// lowered returns a host with its capitals beyond ASCII in lower case. One that would not be in
// NFC, or not be a host, does not change.
func (n *normalizer) lowered(host string) string {
	if chars.IsASCII(host) || !idna.HasCapital(host) {
		return host
	}
	if lower := idna.Lower(host); chars.IsNFC(lower) && n.host.Valid(lower) {
		return lower
	}
	return host
}

// mapHost replaces the host dst[start:] by what the mapping of the options makes of it.
func (n *normalizer) mapHost(dst []byte, start int) []byte {
	host := string(dst[start:])
	if host == "" || host[0] == '[' {
		return dst
	}
	ascii, faults := hostname.Append(nil, host, n.mapping)
	if faults != nil || strings.IndexByte(string(ascii), '%') >= 0 {
		return dst
	}
	if legible := hostname.AppendUnicode(nil, string(ascii)); n.host.Valid(string(legible)) {
		ascii = legible
	}
	return append(dst[:start], ascii...)
}

// mayFold reports whether a host whose US-ASCII letters are in lower case may be other than its fold.
func mayFold(host string) bool {
	return strings.HasPrefix(host, "[") || strings.Contains(host, idna.Prefix) || strings.Contains(host, "%") ||
		!chars.IsASCII(host)
}

// foldHost replaces the host dst[start:] by the text by which [hostname.Fold] compares it, with what stays encoded in
// names encoded: in U-labels, and in A-labels or percent-encoded where the grammar has none.
func (n *normalizer) foldHost(dst []byte, start int) []byte {
	host := component.HostOf(string(dst[start:]))
	fold := hostname.Fold(host)
	if host.Kind() != component.HostRegName {
		return append(dst[:start], fold...)
	}
	for _, form := range []func() []byte{
		func() []byte { return n.appendText(nil, fold, n.host) },
		func() []byte {
			ascii, _ := hostname.Append(nil, fold, hostname.IDNA) // nothing if there is none
			return ascii
		},
		func() []byte { return percent.AppendNonASCII(nil, fold) },
	} {
		if text := form(); n.host.Valid(string(text)) && (len(text) > 0 || fold == "") {
			return append(dst[:start], text...)
		}
	}
	return dst
}

// appendText appends the text of a component, whose rule is given, normalized as
// far as RungPercent, in NFC if that was asked for.
func (n *normalizer) appendText(dst []byte, s string, rule spec.Rule) []byte {
	switch kinds := chars.TraitsOf(s); {
	case kinds&(chars.NotInURI|chars.PercentSign) == 0, // on every rung, and in NFC
		kinds&(chars.ExcludedASCII|chars.PercentSign) == 0 && !n.ofLEIRI && rule != n.host && rule != n.userinfo &&
			(&textparts.Text{S: s}).MayStand():
		return append(dst, s...)
	}
	start := len(dst)
	dst = n.appendForm(dst, s, rule)
	if n.to < RungPercent || n.decodeAll || rule == n.host ||
		chars.NonASCII(chars.UnsafeString(dst[start:])) == len(dst)-start || !rule.Valid("%E2") {
		return dst
	}
	return textparts.KeepEncoded(dst, start, rule == n.path)
}
