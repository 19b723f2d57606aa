package examples

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri"
)

// special are blocks of addresses that are not for the public internet, or lead to an IPv4 address that need not be,
// and that the methods of netip.Addr do not know: RFC 6890, RFC 3056.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("2002::/16"),
}

// isPublic reports whether the host of a reference is one of the public internet, by what a client looks up or dials.
// Host.Fold is not enough: it compares hosts by RFC 3987, which maps less.
func isPublic(r iri.Ref) bool {
	host, _ := r.Host()
	name, addr, err := host.Lookup()
	switch {
	case err != nil:
		return false
	case addr.IsValid():
		return addr.IsGlobalUnicast() && !addr.IsPrivate() && !slices.ContainsFunc(special,
			func(p netip.Prefix) bool { return p.Contains(addr) })
	}
	return name[strings.LastIndexByte(name, '.')+1:] != "localhost"
}

// noInternalHosts is a check of a program that fetches what strangers ask for: no address that
// is private or of the machine itself. A name can have such an address, too: the dialer of the program has to look
// at what the name is resolved to (net.Dialer.Control).
func noInternalHosts(r iri.Ref) []iri.Finding {
	if isPublic(r) {
		return nil
	}
	return []iri.Finding{{Code: "internal-host", End: len(r.String()), Message: "the host is inside of our network",
		Hint: "use a public address"}}
}

// fetch is the policy of such a program.
var fetch = iri.Policy{
	Schemes: []string{"https", "http"},
	Severity: map[iri.Code]iri.Severity{iri.CodeHostIPv4Like: iri.SeverityError,
		iri.CodeUserinfoPassword: iri.SeverityError},
	MaxLength: 2000,
	Checks:    []func(iri.Ref) []iri.Finding{noInternalHosts},
}

// TestNoInternalHosts has spellings of hosts that a client reaches inside of the network, and of others.
func TestNoInternalHosts(t *testing.T) {
	for _, tt := range []struct {
		name, hosts string
		public      bool
	}{
		{"the machine", "localhost LOCALHOST localhost. a.localhost 127.0.0.1 127.9.9.9 0.0.0.0 0.1.2.3 [::1] [::]",
			false},
		{"percent-encoded", "%6cocalhost %31%30.0.0.1 %EF%BD%8Cocalhost localhost%2e localhost%E3%80%82 %00 %C2%AD",
			false},
		{"letters that are mapped", "ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ 𝓵ocalhost localhoſt loc\u00adalhost loc\u200balhost " +
			"local\ufe0fhost localhost。 localhost．", false},
		{"digits that are mapped", "①②⑦.0.0.1 １２７.0.0.1 127。0。0。1 127.0.0.１ 127.0.0.1。 12\u00ad7.1", false},
		{"numbers that are read as an address",
			"0x7f.1 2130706433 0177.1 127.1 127.0.0.1. 0x7f000001 ０x7f.1 017700000001 0X7F.0.0.1 0x", false},
		{"private", "10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 [fd00::1] [fe80::1] [fec0::1%25eth0]",
			false},
		{"no host of one machine", "224.0.0.1 255.255.255.255 [ff02::1]", false},
		{"IPv4 in IPv6", "[::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1] [::ffff:a00:1] [64:ff9b::10.0.0.1] " +
			"[2002:7f00:1::]", false},
		{"nothing, and addresses to come", " . %C2%AD xn-- [v1.localhost]", false},
		{"public", "example.org EXAMPLE.org. 例え.テスト xn--r8jz45g.xn--zckzah 8.8.8.8 [2606:4700::1111] " +
			"[::ffff:8.8.8.8] localhost.example.org 1.example.org", true},
	} {
		for host := range strings.SplitSeq(tt.hosts, " ") {
			if s := "http://" + host + "/"; fetch.Check(s).Conforms() != tt.public {
				t.Errorf("%s: %+q: public is %v, want %v", tt.name, s, !tt.public, tt.public)
			}
		}
	}
}

// allowed is a check of a program that fetches from a few hosts alone.
func allowed(hosts ...string) func(iri.Ref) []iri.Finding {
	return func(r iri.Ref) []iri.Finding {
		host, _ := r.Host()
		name, addr, err := host.Lookup()
		if addr.IsValid() {
			name = addr.String()
		}
		if err == nil && slices.Contains(hosts, name) {
			return nil
		}
		return []iri.Finding{{Code: "host-not-allowed", End: len(r.String()), Message: "the host is not allowed"}}
	}
}

// dialed is the error of a dialer that only tells what it was to dial.
type dialed string

func (d dialed) Error() string { return string(d) }

// TestAllowList has 100,000 spellings of ten hosts: none of those that the policy takes makes net/http dial a host
// that is not in its list.
func TestAllowList(t *testing.T) {
	hosts := []string{"example.org", "xn--bcher-kva.example", "8.8.8.8", "2606:4700::1111"}
	policy := iri.Policy{Schemes: []string{"http"}, Checks: []func(iri.Ref) []iri.Finding{allowed(hosts...)}}
	transport := &http.Transport{DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
		return nil,
			dialed(address)
	}}
	spelt := []string{
		"example.org", "b\u00fccher.example", "8.8.8.8", "[2606:4700::1111]", "[::ffff:8.8.8.8]",
		"localhost", "127.0.0.1", "example.org.localhost", "xn--bcher-kva.exampl", "[::127.0.0.1]",
	}
	rnd := rand.New(rand.NewPCG(3987, 57))
	taken := 0
	for n := range 100_000 {
		var b strings.Builder
		for _, r := range spelt[n%len(spelt)] {
			switch rnd.IntN(14) {
			case 0:
				r = unicode.ToUpper(r)
			case 1, 2:
				if r > ' ' && r <= '~' && r != '[' && r != ']' {
					r += '\uff01' - '!' // a full-width form
				}
			case 3:
				if r >= 'a' && r <= 'z' {
					r += '\u24d0' - 'a' // in a circle
				}
			case 4:
				if r != '[' {
					b.WriteString([]string{"\u00ad", "\u200b", "%C2%AD", "\ufe0f", "."}[rnd.IntN(5)])
				}
			case 5:
				b.WriteString(url.PathEscape(string(r)))
				continue
			}
			b.WriteRune(r)
		}
		s := "http://" + b.String() + []string{"", "."}[rnd.IntN(2)] + "/"
		request, err := http.NewRequest(http.MethodGet, s, nil)
		if err != nil || !policy.Check(s).Conforms() {
			continue
		}
		_, err = transport.RoundTrip(request)
		address, ok := errors.AsType[dialed](err)
		if !ok {
			continue
		}
		name, _, _ := net.SplitHostPort(string(address))
		if a, err := netip.ParseAddr(name); err == nil {
			name = a.Unmap().String()
		}
		if name = strings.ToLower(strings.TrimSuffix(name, ".")); !slices.Contains(hosts, name) {
			t.Fatalf("%+q is taken, and %q is dialed", s, name)
		}
		taken++
	}
	if taken < 10_000 {
		t.Errorf("only %d are taken", taken)
	}
}

// A policy of a program that fetches what strangers ask for.
func Example_policy() {
	for _, s := range []string{
		"https://example.org/", "file:///etc/passwd", "http://LOCALHOST/", "http://localhost./",
		"http://[::127.0.0.1]/", "http://0x7f.1/", "http://ada:secret@example.org/",
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
