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
)

// Lookup returns the name that a client looks up for a host, or the address that it dials, or why there is neither. A
// name is mapped by UTS 46, in lower case and in A-labels, without the dot at its end. Offsets are bytes
// of the host.
func Lookup(host component.HostText) (name string, addr netip.Addr, bad *Refusal) {
	name, addr, bad = resolve(host)
	return strings.TrimSuffix(name, "."), inner(addr), bad
}

// Serialized returns a host as the host of an origin (RFC 6454 §4), as the URL Standard serializes it, or why there is
// none: a name in lower case and in A-labels, with the dot at its end, an IPv4 address in four numbers, and an
// IPv6 address in hexadecimal alone.
func Serialized(host component.HostText) (text string, bad *Refusal) {
	name, addr, bad := resolve(host)
	switch o := addr.As16(); {
	case addr.Is4():
		return addr.String(), bad
	case addr.Is4In6():
		hex := func(i int) string { return strconv.FormatUint(uint64(o[i])<<8|uint64(o[i+1]), 16) }
		return "[::ffff:" + hex(12) + ":" + hex(14) + "]", bad
	case addr.IsValid():
		return "[" + addr.String() + "]", bad
	}
	return name, bad
}

// resolve is [Lookup] with the dot at the end of a name, and for an IPv6 address that address.
func resolve(host component.HostText) (mapped string, addr netip.Addr, bad *Refusal) {
	text := host.Text
	refuse := func(why Cause, section string, values ...string) (string, netip.Addr, *Refusal) {
		return "", netip.Addr{}, &Refusal{Cause: why, Fault: Fault{End: len(text), Section: section}, Values: values}
	}
	switch host.Kind() {
	case component.HostIPv6:
		a, err := netip.ParseAddr(text[1 : len(text)-1])
		if err == nil {
			return "", a, nil
		}
		fallthrough // no such address gets here
	case component.HostIPvFuture:
		return refuse(Future, "RFC 3986 §3.2.2", quote.Quote(text))
	}
	decoded, trace, ok := decodeHost(text)
	if !ok {
		return "", netip.Addr{}, &Refusal{Fault: notUTF8(text)}
	}
	if mapped, bad = mapUTS46(decoded); bad != nil {
		bad.Start, bad.End = trace.Span(bad.Start, bad.End)
		return "", netip.Addr{}, bad
	}
	name := strings.TrimSuffix(mapped, ".")
	if name == "" {
		return refuse(Nothing, "RFC 3986 §3.2.2")
	}
	// The tables of older Unicode versions map some characters in another way: a client that has these looks up another
	// name.
	if !chars.IsASCII(decoded) {
		if other, err := uts46.Lookup.ToASCII(decoded); err == nil && !strings.EqualFold(other, mapped) {
			_, _, bad := refuse(Versions, "UTS 46 §4", quote.Quote(text), quote.Quote(name), quote.Quote(other))
			others := strings.Split(other, ".")
			for n, label := range strings.Split(mapped, ".") {
				if n >= len(others) || !strings.EqualFold(others[n], label) {
					bad.Start, bad.End = trace.Span(labelAt(decoded, mapped, n))
					break
				}
			}
			return "", netip.Addr{}, bad
		}
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if _, number, _ := parseCNumber(last); number || last != "" && strings.Trim(last, "0123456789") == "" {
		octets, _, ok := InetAton(name)
		if !ok {
			return refuse(NoAddress, "RFC 3986 §7.4", quote.Quote(text))
		}
		return "", netip.AddrFrom4(octets), nil
	}
	if f, n, long := sizeFault(name); long {
		f.Start, f.End = 0, len(decoded)
		if n >= 0 {
			f.Start, f.End = labelAt(decoded, mapped, n)
		}
		f.Start, f.End = trace.Span(f.Start, f.End)
		return "", netip.Addr{}, &Refusal{Fault: f}
	}
	return mapped, netip.Addr{}, nil
}

// sizeFault returns why the DNS cannot have a name because of a length (RFC 1035 §2.3.4), and the number of the label
// that is too long or empty, -1 if the name is too long.
func sizeFault(name string) (f Fault, n int, bad bool) {
	if len(name) > idna.MaxName {
		return Fault{Why: idna.LongName, Bytes: len(name), Section: "RFC 1035 §2.3.4"}, -1, true
	}
	for label := range strings.SplitSeq(name, ".") {
		switch {
		case label == "":
			return Fault{Why: idna.EmptyLabel, Section: "RFC 1035 §2.3.1"}, n, true
		case len(label) > idna.MaxLabel:
			return Fault{Why: idna.LongLabel, Label: quote.Quote(label), Bytes: len(label),
				Section: "RFC 1035 §2.3.4"}, n, true
		}
		n++
	}
	return Fault{}, 0, false
}

// embedded are the prefixes of IPv6 addresses by which an IPv4 address inside is reached, and where that begins:
// IPv4-mapped and IPv4-compatible addresses (RFC 4291 §2.5.5), those of translators (RFC 2765 §2.1, RFC 6052 §2.1, RFC
// 8215), and of 6to4 (RFC 3056 §2).
var embedded = []struct {
	prefix netip.Prefix
	at     int
}{
	{netip.MustParsePrefix("::ffff:0:0/96"), 12}, {netip.MustParsePrefix("::/96"), 12},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), 12}, {netip.MustParsePrefix("64:ff9b::/96"), 12},
	{localUse, 12}, {netip.MustParsePrefix("2002::/16"), 2},
}

// localUse is for the translators of one network, which may put more bits before the IPv4 address.
var localUse = netip.MustParsePrefix("64:ff9b:1::/48")

// inner returns the IPv4 address that an IPv6 address has inside, or the address: "::" and "::1" have none.
func inner(a netip.Addr) netip.Addr {
	if !a.Is6() || a == netip.IPv6Unspecified() || a == netip.IPv6Loopback() {
		return a
	}
	o := a.As16()
	for _, e := range embedded {
		switch {
		case !e.prefix.Contains(a):
		case e.prefix == localUse && [6]byte(o[6:]) != [6]byte{} && o[8] == 0 && [5]byte(o[11:]) == [5]byte{}:
			return netip.AddrFrom4([4]byte{o[6], o[7], o[9], o[10]}) // that of a prefix of 48 bits (RFC 6052 §2.2)
		default:
			return netip.AddrFrom4([4]byte(o[e.at:]))
		}
	}
	return a
}
