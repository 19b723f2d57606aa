package examples

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// special are blocks of addresses that are not for the public internet, or have an IPv4 address inside of an IPv6
// address, and that the methods of netip.Addr do not know: RFC 6890, RFC 6052, RFC 3056.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("2002::/16"),
}

// isPublic reports whether the host of a reference is one of the public internet, by what a client looks up
// or dials: the host after the mapping of browsers, which makes one name of all its spellings, and without the dot at
// its end. Host.Fold is not enough: it compares hosts by RFC 3987, which maps less.
func isPublic(r iri.Ref) bool {
	u, err := r.URI(iri.WithHostMapping(iri.HostUTS46))
	if err != nil {
		return false
	}
	host, _ := u.AsRef().Host()
	if a, ok := host.Addr(); ok {
		a = a.Unmap()
		return a.IsGlobalUnicast() && !a.IsPrivate() && !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	name := strings.TrimSuffix(host.String(), ".")
	top := name[strings.LastIndexByte(name, '.')+1:]
	// A name whose last label begins with a digit is read as an address by much software: 0x7f.1 is 127.0.0.1.
	return host.Kind() != iri.IPvFuture && top != "" && top != "localhost" && (top[0] < '0' || top[0] > '9')
}

// noInternalHosts is a check of a program that fetches what strangers ask for: no address that
// is private or of the machine itself. A name can have such an address, too: the dialer of the program has to look
// at what the name is resolved to (net.Dialer.Control).
func noInternalHosts(r iri.Ref) []iri.Finding {
	if isPublic(r) {
		return nil
	}
	return []iri.Finding{{Code: "internal-host", End: len(r.String()), Message: "the host is inside of our network", Hint: "use a public address"}}
}

// fetch is the policy of such a program.
var fetch = iri.Policy{
	Schemes:   []string{"https", "http"},
	Severity:  map[iri.Code]iri.Severity{iri.CodeHostIPv4Like: iri.Error, iri.CodeUserinfoPassword: iri.Error},
	MaxLength: 2000,
	Checks:    []func(iri.Ref) []iri.Finding{noInternalHosts},
}

// TestNoInternalHosts has spellings of hosts that a client reaches inside of the network, and of others.
func TestNoInternalHosts(t *testing.T) {
	for _, tt := range []struct {
		name, hosts string
		public      bool
	}{
		{"the machine", "localhost LOCALHOST localhost. a.localhost 127.0.0.1 127.9.9.9 0.0.0.0 0.1.2.3 [::1] [::]", false},
		{"percent-encoded", "%6cocalhost %31%30.0.0.1 %EF%BD%8Cocalhost localhost%2e localhost%E3%80%82 %00 %C2%AD", false},
		{"letters that are mapped", "ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ 𝓵ocalhost localhoſt loc\u00adalhost loc\u200balhost local\ufe0fhost localhost。 localhost．", false},
		{"digits that are mapped", "①②⑦.0.0.1 １２７.0.0.1 127。0。0。1 127.0.0.１ 127.0.0.1。 12\u00ad7.1", false},
		{"numbers that are read as an address", "0x7f.1 2130706433 0177.1 127.1 127.0.0.1. 0x7f000001 ０x7f.1 017700000001 0X7F.0.0.1 0x", false},
		{"private", "10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 [fd00::1] [fe80::1] [fec0::1%25eth0]", false},
		{"no host of one machine", "224.0.0.1 255.255.255.255 [ff02::1]", false},
		{"IPv4 in IPv6", "[::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:a00:1] [64:ff9b::10.0.0.1] [2002:7f00:1::]", false},
		{"nothing, and addresses to come", " . %C2%AD xn-- [v1.localhost]", false},
		{"public", "example.org EXAMPLE.org. 例え.テスト xn--r8jz45g.xn--zckzah 8.8.8.8 [2606:4700::1111] [::ffff:8.8.8.8] localhost.example.org 1.example.org", true},
	} {
		for host := range strings.SplitSeq(tt.hosts, " ") {
			if s := "http://" + host + "/"; fetch.Check(s).Conforms() != tt.public {
				t.Errorf("%s: %+q: public is %v, want %v", tt.name, s, !tt.public, tt.public)
			}
		}
	}
}

// A policy of a program that fetches what strangers ask for.
func Example_policy() {
	for _, s := range []string{
		"https://example.org/", "file:///etc/passwd", "http://LOCALHOST/", "http://localhost./", "http://[::127.0.0.1]/", "http://0x7f.1/", "http://ada:secret@example.org/",
	} {
		report := fetch.Check(s)
		for _, f := range report.Findings() {
			fmt.Println(f.Code, f.Severity, f.Message)
		}
	}
	text, err := json.Marshal(fetch.Check("http://[::1]/").Findings()[0])
	fmt.Println(string(text), err)
	// Output:
	// scheme-not-allowed error the scheme file is not allowed here
	// internal-host error the host is inside of our network
	// internal-host error the host is inside of our network
	// internal-host error the host is inside of our network
	// internal-host error the host is inside of our network
	// internal-host error the host is inside of our network
	// host-ipv4-like error "0x7f.1" is a name by the grammar, but much software reads it as the address 127.0.0.1
	// userinfo-password error the userinfo has a ":", so what follows it is read as a password
	// {"code":"internal-host","severity":"error","start":0,"end":13,"message":"the host is inside of our network","rules":["IRI"],"hint":"use a public address"} <nil>
}
