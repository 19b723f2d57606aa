package examples

import (
	"encoding/json"
	"fmt"
	"net/netip"

	"github.com/rfc3987/iri"
)

// noInternalHosts is a check of a program that fetches what strangers ask for: no address that
// is private or of the machine itself.
func noInternalHosts(r iri.Ref) []iri.Finding {
	host, ok := r.Host()
	if !ok {
		return nil
	}
	finding := iri.Finding{Code: "internal-host", End: len(r.String()), Message: "the host is inside of our network", Hint: "use a public address"}
	// A name is looked up by another library, which must refuse such addresses, too. The fold has
	// no percent-encodings: %31%30.0.0.1 is 10.0.0.1.
	a, err := netip.ParseAddr(host.Fold())
	if v6, isAddress := host.Addr(); isAddress {
		a, err = v6, nil
	}
	if err == nil && (a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsUnspecified()) || host.Fold() == "localhost" {
		return []iri.Finding{finding}
	}
	return nil
}

// A policy of a program that fetches what strangers ask for.
func Example_policy() {
	fetch := iri.Policy{
		Schemes:   []string{"https", "http"},
		Severity:  map[iri.Code]iri.Severity{iri.CodeHostIPv4Like: iri.Error, iri.CodeUserinfoPassword: iri.Error},
		MaxLength: 2000,
		Checks:    []func(iri.Ref) []iri.Finding{noInternalHosts},
	}
	for _, s := range []string{
		"https://example.org/", "file:///etc/passwd", "http://LOCALHOST/", "http://%31%30.0.0.1/", "http://[::1]/", "http://0x7f.1/", "http://ada:secret@example.org/",
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
	// host-ipv4-like error "%31%30.0.0.1" is a name by the grammar, but much software reads it as the address 10.0.0.1
	// internal-host error the host is inside of our network
	// host-ipv4-like error "0x7f.1" is a name by the grammar, but much software reads it as the address 127.0.0.1
	// userinfo-password error the userinfo has a ":", so what follows it is read as a password
	// {"code":"internal-host","severity":"error","start":0,"end":13,"message":"the host is inside of our network","rules":["IRI"],"hint":"use a public address"} <nil>
}
