package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/study/extract"
)

// rfcGrammar takes the grammar out of a document that is beside the module, in
// ../shared/rfcs. The test is skipped if it is not there.
func rfcGrammar(t *testing.T, file string) grammars.File {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "rfcs", file))
	if err != nil {
		t.Skip("no texts of RFCs: ", err)
	}
	d := extract.Extract(file, src, nil)
	return grammars.File{Name: d.Name + ".abnf", Text: []byte(d.Grammar(file, ""))}
}

// TestHTTP reads the grammar of RFC 9112 with that of RFC 9110, whose rules it names in
// prose as it does those of RFC 3986: every rule can be used.
func TestHTTP(t *testing.T) {
	http1 := rfcGrammar(t, "rfc9112.xml")
	semantics := rfcGrammar(t, "rfc9110.xml")
	alone, err := grammars.Read(http1)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := alone.Rule("uri-host"); !ok {
		t.Error("uri-host, which is in a built-in spec, cannot be used without the file of RFC 9110")
	}
	if _, ok := alone.Rule("token"); ok {
		t.Error("token can be used without the file of RFC 9110, which has it")
	}
	for _, files := range [][]grammars.File{{http1, semantics}, {semantics, http1}} {
		spec, err := grammars.Read(files...)
		if err != nil {
			t.Fatal(err)
		}
		if got := spec.Name() + " " + grammars.TopName(spec); got != "rfc9112 HTTP-message" {
			t.Errorf("got the spec and the rule %s", got)
		}
		own, err := grammars.Inspect(http1)
		if err != nil {
			t.Fatal(err)
		}
		names := own.Usable
		for _, r := range own.Refused {
			names = append(names, r.Name)
		}
		n := 0
		for _, name := range names {
			if _, ok := spec.Rule(name); !ok {
				t.Errorf("%s cannot be used", name)
			}
			n++
		}
		if n < 42 {
			t.Errorf("%d rules, want the 42 of RFC 9112 at least", n)
		}
		for _, tt := range []struct {
			rule, text string
			want       bool
		}{
			{"HTTP-message", "GET /a?b HTTP/1.1\r\nHost: a.example:80\r\n\r\n", true},
			{"HTTP-message", "GET /a#b HTTP/1.1\r\n\r\n", false},
			{"request-target", "http://[::1]:8080/a", true},
			{"uri-host", "[::1]", true},
			{"uri-host", "[::1]:80", false}, // it is the host of RFC 3986, not the field Host
			{"Host", "[::1]:80", true},
			{"status-line", "HTTP/1.1 404 ", true},
		} {
			r, ok := spec.Rule(tt.rule)
			if !ok || r.Valid(tt.text) != tt.want {
				t.Errorf("%s: %q: got %v, want %v", tt.rule, tt.text, !tt.want, tt.want)
			}
		}
		if r, _ := spec.Rule("uri-host"); r.Section() != "RFC 3986 §3.2.2" ||
			r.ABNF() != "uri-host = IP-literal / IPv4address / reg-name" {
			t.Errorf("uri-host: got %q (%s)", r.ABNF(), r.Section())
		}
	}
}
