package hostname

import (
	"net/netip"
	"strconv"
	"strings"

	uts46 "golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Lookup returns the name that a client looks up for a host, or the address that it dials, or why there is neither. A
// name is mapped by UTS 46, in lower case and in A-labels, without the dot at its end. Offsets of the finding are bytes
// of the host.
func Lookup(host component.HostText) (name string, addr netip.Addr, bad *report.Finding) {
	text := host.Text
	refuse := func(code report.Code, section string, m message.Text) (string, netip.Addr, *report.Finding) {
		return "", netip.Addr{}, &report.Finding{Code: code, Severity: report.Error, End: len(text), Section: section,
			Message: m}
	}
	switch host.Kind() {
	case component.HostIPv6:
		a, err := netip.ParseAddr(text[1 : len(text)-1])
		if err == nil {
			return "", inner(a), nil
		}
		fallthrough // no such address gets here
	case component.HostIPvFuture:
		return refuse(report.CodeHostUTS46, "RFC 3986 §3.2.2", message.Of(message.HostLookupFuture, quote.Quote(text)))
	}
	decoded, trace, ok := decodeHost(text)
	if !ok {
		return refuse(report.CodeHostIDNA, "draft-ietf-iri-3987bis §3.4",
			message.Of(message.HostIdnaUtf8, quote.Quote(text)))
	}
	mapped, bad := mapUTS46(decoded, false)
	if bad != nil {
		bad.Start, bad.End = trace.Span(bad.Start, bad.End)
		return "", netip.Addr{}, bad
	}
	name = strings.TrimSuffix(mapped, ".")
	if name == "" {
		return refuse(report.CodeHostUTS46, "RFC 3986 §3.2.2", message.Of(message.HostLookupEmpty))
	}
	// The tables of older Unicode versions map some characters in another way: a client that has these looks up another
	// name.
	if !chars.IsASCII(decoded) {
		if other, err := uts46.Lookup.ToASCII(decoded); err == nil && !strings.EqualFold(other, mapped) {
			return refuse(report.CodeHostUTS46, "UTS 46 §4",
				message.Of(message.HostLookupVersions, quote.Quote(text), quote.Quote(name), quote.Quote(other)))
		}
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if _, number, _ := parseCNumber(last); number || last != "" && strings.Trim(last, "0123456789") == "" {
		octets, _, ok := InetAton(name)
		if !ok {
			return refuse(report.CodeHostIPv4Like, "RFC 3986 §7.4", message.Of(message.HostIpv4LikeNoAddress,
				quote.Quote(text)))
		}
		return "", netip.AddrFrom4(octets), nil
	}
	if len(name) > idna.MaxName {
		return refuse(report.CodeHostIDNA, "RFC 1035 §2.3.4",
			message.Of(message.HostIdnaLongName, strconv.Itoa(len(name)), strconv.Itoa(idna.MaxName)))
	}
	for label := range strings.SplitSeq(name, ".") {
		switch {
		case label == "":
			return refuse(report.CodeHostIDNA, "RFC 1035 §2.3.1", message.Of(message.HostIdnaEmptyLabel))
		case len(label) > idna.MaxLabel:
			return refuse(report.CodeHostIDNA, "RFC 1035 §2.3.4",
				message.Of(message.HostIdnaLongLabel, quote.Quote(label), strconv.Itoa(len(label)), "",
					strconv.Itoa(idna.MaxLabel)))
		}
	}
	return name, netip.Addr{}, nil
}

// embedded are the prefixes of IPv6 addresses that end in the IPv4 address which is reached by them: IPv4-mapped and
// IPv4-compatible addresses (RFC 4291 §2.5.5), and those of a translator (RFC 6052 §2.1).
var embedded = []netip.Prefix{
	netip.MustParsePrefix("::ffff:0:0/96"), netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b::/96"),
}

// inner returns the IPv4 address that an address has inside, or the address: "::" and "::1" have none.
func inner(a netip.Addr) netip.Addr {
	octets := a.As16()
	for _, p := range embedded {
		if p.Contains(netip.AddrFrom16(octets)) && a != netip.IPv6Unspecified() && a != netip.IPv6Loopback() {
			return netip.AddrFrom4([4]byte(octets[12:]))
		}
	}
	return a
}
