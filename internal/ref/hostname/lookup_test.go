package hostname_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"unicode"

	uts46 "golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestLookup has hosts, and what a client looks up or dials, or the code of the finding.
func TestLookup(t *testing.T) {
	for _, tt := range []struct{ name, hosts, want string }{
		{"one name", "localhost LOCALHOST localhost. %6cocalhost %EF%BD%8Cocalhost ｌｏｃａｌｈｏｓｔ ⓛocalhost " +
			"%E2%93%9Bocalhost loc\u00adalhost " +
			"ℓocalhost localhost%2e localhost。 lo\u200bcalhost localhoſt", "localhost"},
		{"A-labels", "BÜCHER.example bu\u0308cher.example xn--bcher-kva.example XN--BCHER-KVA.example. " +
			"B%C3%BCcher.example", "xn--bcher-kva.example"},
		{"numbers", "127.0.0.1 127.1 127.0.0.1. 0x7f.1 0177.0.0.1 2130706433 0X7F000001 ①②⑦.0.0.1 127。0。0。1 " +
			"%31%32%37.1", "127.0.0.1"},
		{"IPv4 in IPv6", "[::ffff:127.0.0.1] [::FFFF:7f00:1] [::127.0.0.1] [::7f00:1] [64:ff9b::127.0.0.1] " +
			"[::ffff:0:127.0.0.1] [::FFFF:0:7f00:1] [64:ff9b:1::127.0.0.1] [64:ff9b:1:2:3::7f00:1] " +
			"[64:ff9b:1:7f00:0:100::] [2002:7f00:1::] [2002:7F00:1:2::3]",
			"127.0.0.1"},
		{"IPv6", "[2001:DB8::1] [2001:db8:0:0::1]", "2001:db8::1"},
		{"no IPv4 inside", "[0:0::1]", "::1"},
		{"nor at the end of another", "[64:ff9b:2::127.0.0.1]", "64:ff9b:2::7f00:1"},
		{"nor here", "[0::]", "::"},
		{"characters of the grammar", "a!b_c", "a!b_c"},
		{"nothing", " . %2e \u00ad %C2%AD", "host-uts46"},
		{"a future version", "[v1.a]", "host-uts46"},
		{"forbidden when decoded", "a%00b a%2Fb a%25b a%40b a%20b", "host-uts46"},
		{"versions of Unicode", "ẞ.com", "host-uts46"},
		{"a label that is none", "xn--a xn--localhost- xn-- XN-- example.com.xn-- example.com.xn--. xn--.a a.Xn--.b " +
			"a.xn%2D%2D %78n--.a ｘｎ－－.a a.ｘｎ--。 a.ⅹn-- xn--\u00ad.a", "host-uts46"},
		{"not UTF-8", "%ff", "host-idna"},
		{"empty labels", "a..b .a a..", "host-idna"},
		{"too long for DNS", strings.Repeat("a", 64) + ".b " + strings.Repeat("ab.", 85) + "a", "host-idna"},
		{"too long to map", strings.Repeat("é", 1000), "host-uts46"},
		{"numbers that are no address", "256.1.1.1 1.2.3.4.5 a.1 a.0x7f 08.1 4294967296", "host-ipv4-like"},
	} {
		if tt.name == "versions of Unicode" && unicode.Version != "15.0.0" {
			continue // those of Go 1.27 agree
		}
		for host := range strings.SplitSeq(tt.hosts, " ") {
			name, addr, bad := hostname.Lookup(component.HostOf(host))
			got := name
			switch {
			case bad != nil:
				f := finding.OfHost(*bad, false)
				got = string(f.Code)
				if name != "" || addr.IsValid() || f.Start < 0 || f.End > len(host) || f.End < f.Start ||
					f.Section == "" || f.MessageText() == "" {
					t.Errorf("%s: %+q: got %+v beside %q and %s", tt.name, host, f, name, addr)
				}
			case addr.IsValid():
				got += addr.String()
			}
			if got != tt.want {
				t.Errorf("%s: %+q: got %q, want %q", tt.name, host, got, tt.want)
			}
		}
	}
}

// TestLookupVersions has which label is named where versions of Unicode map several in another way: the first one.
func TestLookupVersions(t *testing.T) {
	if unicode.Version != "15.0.0" {
		t.Skip("those of Go 1.27 agree")
	}
	for _, tt := range []struct{ host, want string }{
		{"a.ẞ.b.ẞx.c", "ẞ"},
		{"ẞx.ẞ", "ẞx"},
		{"a.%E1%BA%9E.ẞ", "%E1%BA%9E"},
	} {
		_, _, bad := hostname.Lookup(component.HostOf(tt.host))
		if bad == nil {
			t.Errorf("%s: no finding, want one at %s", tt.host, tt.want)
		} else if f := finding.OfHost(*bad, false); tt.host[f.Start:f.End] != tt.want {
			t.Errorf("%s: found at %s, want %s", tt.host, tt.host[f.Start:f.End], tt.want)
		}
	}
}

// spellings has the characters that UTS 46 maps to an ASCII character, and those that it leaves out under "".
func spellings() map[string][]string {
	profile := uts46.New(uts46.MapForLookup(), uts46.StrictDomainName(false))
	all := make(map[string][]string)
	for r := rune(0x80); r < 0x20000; r++ {
		if out, err := profile.ToUnicode("a" + string(r) + "a"); err == nil && len(out) < 4 && chars.IsASCII(out) {
			all[out[1:len(out)-1]] = append(all[out[1:len(out)-1]], string(r))
		}
	}
	return all
}

// dialed is the error of a dialer that only tells what it was to dial.
type dialed string

func (d dialed) Error() string { return string(d) }

// TestLookupDials holds Lookup to net/http, with 100,000 spellings of hosts: what a transport dials is what Lookup
// says, unless nobody can look that up.
func TestLookupDials(t *testing.T) {
	transport := &http.Transport{DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
		return nil,
			dialed(address)
	}}
	bases := []string{
		"localhost", "example.org", "127.0.0.1", "10.1", "0x7f.1", "b\u00fccher.example", "stra\u00dfe.de",
		"xn--bcher-kva.example", "a_b.c", "1.example.org",
	}
	all := spellings()
	rnd := rand.New(rand.NewPCG(3987, 57))
	agreed := 0
	for n := range 100_000 {
		var b strings.Builder
		for _, r := range bases[n%len(bases)] {
			char := string(r)
			if others := all[char]; len(others) > 0 && rnd.IntN(3) == 0 {
				char = others[rnd.IntN(len(others))]
			}
			switch rnd.IntN(12) {
			case 0:
				char = strings.ToUpper(char)
			case 1:
				if !chars.IsASCII(char) || rnd.IntN(40) == 0 {
					char = percent.Encode(char)
				}
			case 2:
				char += all[""][rnd.IntN(len(all[""]))]
			case 3:
				if rnd.IntN(10) == 0 {
					char = string(rune(0xa1 + rnd.IntN(0x2FFF)))
				}
			}
			b.WriteString(char)
		}
		b.WriteString([]string{"", "", "", ".", "。"}[rnd.IntN(5)])
		host := b.String()
		request, err := http.NewRequest(http.MethodGet, "http://"+host+"/", nil)
		if err != nil {
			continue // ASCII that is percent-encoded: net/url refuses it
		}
		_, err = transport.RoundTrip(request)
		address, ok := errors.AsType[dialed](err)
		if !ok {
			continue
		}
		want, _, err := net.SplitHostPort(string(address))
		if err != nil {
			t.Fatalf("%+q: %s", host, err)
		}
		want = strings.ToLower(strings.TrimSuffix(want, "."))
		name, addr, bad := hostname.Lookup(component.HostOf(host))
		if a, _, ok := hostname.InetAton(want); want != "" && ok {
			want = netip.AddrFrom4(a).String()
		}
		if addr.IsValid() {
			name = addr.String()
		}
		switch {
		case !chars.IsASCII(want): // no resolver takes it
		case bad == nil && name != want:
			t.Fatalf("%+q: net/http dials %q, Lookup says %q", host, want, name)
		case bad == nil:
			agreed++
		}
	}
	if agreed < 60_000 {
		t.Errorf("only %d of 100,000 hosts can be looked up", agreed)
	}
	t.Log(agreed)
}
