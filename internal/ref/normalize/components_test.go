package normalize_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestEachComponent has what each rung makes of each component, from [normalize.RungString] up. A rung that is left out
// at the end makes what the last one does.
func TestEachComponent(t *testing.T) {
	own := new(scheme.Own)
	own.Add("own", "9", scheme.DNS)
	own.Add("dull", "", scheme.EmptyPath|scheme.Opaque)
	for _, tt := range []struct {
		name string
		o    *normalize.Options
		in   string
		want []string
	}{
		{"scheme", nil, "HtTP:a", []string{"HtTP:a", "http:a"}},
		{"scheme, with an authority", nil, "FTP://h/", []string{"FTP://h/", "ftp://h/"}},
		{"scheme, beside a percent-encoding", nil, "HTTP:%2f", []string{"HTTP:%2f", "http:%2F"}},
		{"no scheme", nil, "B", []string{"B"}},
		{"userinfo", nil, "x://U%4a%2f%c3%a9:@h/", []string{"x://U%4a%2f%c3%a9:@h/", "x://U%4A%2F%C3%A9:@h/", "x://UJ%2Fé:@h/"}},
		{"userinfo, a look-alike", nil, "x://a\u3000@h/", []string{"x://a\u3000@h/", "x://a\u3000@h/", "x://a%E3%80%80@h/"}},
		{"userinfo, two directions", nil, "x://aא@h/", []string{"x://aא@h/", "x://aא@h/", "x://a%D7%90@h/"}},
		{"userinfo, empty", nil, "x://@h/", []string{"x://@h/"}},
		{"host", nil, "x://A.eXample/", []string{"x://A.eXample/", "x://a.example/"}},
		{"host, beyond ASCII", nil, "x://AÉ/", []string{"x://AÉ/", "x://AÉ/", "x://aÉ/", "x://aÉ/", "x://aÉ/", "x://aé/"}},
		{"host, a domain name", nil, "ftp://AÉ/", []string{"ftp://AÉ/", "ftp://AÉ/", "ftp://aÉ/", "ftp://aÉ/", "ftp://aé/"}},
		{"host, percent-encoded", nil, "x://%41%2f%c3%89/", []string{"x://%41%2f%c3%89/", "x://%41%2F%C3%89/", "x://a%2FÉ/",
			"x://a%2FÉ/", "x://a%2FÉ/", "x://a%2Fé/"}},
		{"host, an A-label", nil, "x://XN--nxa/", []string{"x://XN--nxa/", "x://xn--nxa/", "x://xn--nxa/", "x://xn--nxa/",
			"x://xn--nxa/", "x://β/"}},
		{"host, an address", nil, "x://[0:0::00AB]/", []string{"x://[0:0::00AB]/", "x://[0:0::00ab]/", "x://[0:0::00ab]/",
			"x://[0:0::00ab]/", "x://[0:0::00ab]/", "x://[::ab]/"}},
		{"host, this machine", nil, "file://LOCALHOST:/a", []string{"file://LOCALHOST:/a", "file://localhost:/a",
			"file://localhost:/a", "file://localhost:/a", "file:///a"}},
		{"host, none", nil, "file:/a", []string{"file:/a", "file:/a", "file:/a", "file:/a", "file:///a"}},
		{"host, by IDNA", &normalize.Options{Host: hostname.IDNA}, "x://XN--nxa/", []string{"x://XN--nxa/", "x://xn--nxa/",
			"x://xn--nxa/", "x://xn--nxa/", "x://β/"}},
		{"host, in NFC", &normalize.Options{NFC: true}, "x://E\u0301/", []string{"x://É/", "x://É/", "x://É/", "x://É/",
			"x://É/", "x://é/"}},
		{"host, a sign that NFC makes a capital", &normalize.Options{NFC: true}, "x://\u212a/", []string{"x://K/", "x://k/"}},
		{"port", nil, "https://h:0443/", []string{"https://h:0443/", "https://h:0443/", "https://h:0443/", "https://h:0443/",
			"https://h/"}},
		{"port, another", nil, "https://h:080/", []string{"https://h:080/", "https://h:080/", "https://h:080/",
			"https://h:080/", "https://h:80/"}},
		{"port, empty, without a scheme", nil, "//h:/", []string{"//h:/", "//h:/", "//h:/", "//h:/", "//h/"}},
		{"port, of a program's scheme", &normalize.Options{Schemes: own}, "OWN://É:9/", []string{"OWN://É:9/", "own://É:9/",
			"own://É:9/", "own://É:9/", "own://é/"}},
		{"path", nil, "x:/%7eA%2f%c3%a9/b/../%ee%80%80", []string{"x:/%7eA%2f%c3%a9/b/../%ee%80%80",
			"x:/%7EA%2F%C3%A9/b/../%EE%80%80", "x:/~A%2Fé/b/../%EE%80%80", "x:/~A%2Fé/%EE%80%80"}},
		{"path, a segment of two scripts", nil, "x:/aж/é", []string{"x:/aж/é", "x:/aж/é", "x:/a%D0%B6/é"}},
		{"path, encoded dots", nil, "x://h/a/%2E%2e/b", []string{"x://h/a/%2E%2e/b", "x://h/a/%2E%2E/b", "x://h/a/../b",
			"x://h/b"}},
		{"path, empty", nil, "x://h", []string{"x://h", "x://h", "x://h", "x://h", "x://h/"}},
		{"path, empty, before a query", nil, "x://h?q", []string{"x://h?q", "x://h?q", "x://h?q", "x://h?q", "x://h/?q"}},
		{"path, without a scheme", nil, "//h/a/../%7Eb/", []string{"//h/a/../%7Eb/", "//h/a/../%7Eb/", "//h/a/../~b/"}},
		{"path, a slash at its end", nil, "HTTPS://h/a/.", []string{"HTTPS://h/a/.", "https://h/a/.", "https://h/a/.",
			"https://h/a/", "https://h/a/", "https://h/a/", "https://h/a"}},
		{"path, a slash at its end, encoded", nil, "http://h/%61/?q", []string{"http://h/%61/?q", "http://h/%61/?q",
			"http://h/a/?q", "http://h/a/?q", "http://h/a/?q", "http://h/a/?q", "http://h/a?q"}},
		{"path, two slashes", nil, "x:/a/..//b", []string{"x:/a/..//b", "x:/a/..//b", "x:/a/..//b", "x:/.//b"}},
		{"path, dots of a file", nil, "file:/a/../b", []string{"file:/a/../b", "file:/a/../b", "file:/a/../b", "file:/b",
			"file:///b"}},
		{"path, dots that a file keeps", nil, "file://h/a/..//b", []string{"file://h/a/..//b"}},
		{"path, dots of an opaque scheme", nil, "data:a/%2e./b", []string{"data:a/%2e./b", "data:a/%2E./b", "data:a/../b"}},
		{"path, dots of a program's scheme", &normalize.Options{Schemes: own}, "dull://h:?q", []string{"dull://h:?q",
			"dull://h:?q", "dull://h:?q", "dull://h:?q", "dull://h?q"}},
		{"path, an identifier", nil, "did:a:b~%7E/~%7E", []string{"did:a:b~%7E/~%7E", "did:a:b~%7E/~%7E", "did:a:b%7E%7E/~~"}},
		{"path, a name", nil, "urn:ISBN:0-395-36341-1", []string{"urn:ISBN:0-395-36341-1", "urn:ISBN:0-395-36341-1",
			"urn:ISBN:0-395-36341-1", "urn:ISBN:0-395-36341-1", "urn:isbn:0395363411"}},
		{"path, in NFC", &normalize.Options{NFC: true}, "x:e%CC%81e\u0301", []string{"x:e%CC%81é", "x:e%CC%81é", "x:éé"}},
		{"path, of a LEIRI", &normalize.Options{Spec: spec.LEIRI}, "x:a b%20%3c%c3%a9", []string{"x:a b%20%3c%c3%a9",
			"x:a b%20%3C%C3%A9", "x:a b <é"}},
		{"path, of a URI", &normalize.Options{Spec: spec.RFC3986}, "x:%7e%c3%a9", []string{"x:%7e%c3%a9", "x:%7E%C3%A9",
			"x:~%C3%A9"}},
		{"query", nil, "x:?%7e%2f%c3%a9\u2001/../%ee%80%80", []string{"x:?%7e%2f%c3%a9\u2001/../%ee%80%80",
			"x:?%7E%2F%C3%A9\u2001/../%EE%80%80", "x:?~%2Fé%E2%80%81/../%EE%80%80"}},
		{"query, two scripts", nil, "x:?a=%D0%B6a", []string{"x:?a=%D0%B6a", "x:?a=%D0%B6a", "x:?a=%D0%B6a"}},
		{"query, empty", nil, "x://h?", []string{"x://h?", "x://h?", "x://h?", "x://h?", "x://h/?"}},
		{"query, of a name", &normalize.Options{URNEquivalence: true}, "urn:ex:a?+b#c", []string{"urn:ex:a?+b#c",
			"urn:ex:a?+b#c", "urn:ex:a?+b#c", "urn:ex:a?+b#c", "urn:ex:a"}},
		{"fragment", nil, "x:#%7e%2f%c3%a9/../%ee%80%80", []string{"x:#%7e%2f%c3%a9/../%ee%80%80",
			"x:#%7E%2F%C3%A9/../%EE%80%80", "x:#~%2Fé/../%EE%80%80"}},
		{"fragment, empty", nil, "http://h#", []string{"http://h#", "http://h#", "http://h#", "http://h#", "http://h/#"}},
		{"fragment, left out", &normalize.Options{IgnoreFragment: true}, "X:?q#%61", []string{"X:?q", "x:?q"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, append(tt.want, tt.in)...)
			var o normalize.Options
			if tt.o != nil {
				o = *tt.o
			}
			ref, err := spec.LEIRI.Reference().Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			for _, to := range rungs {
				want := tt.want[min(int(to), len(tt.want)-1)]
				got := normalized(ref, to, tt.o)
				if got.Text != want {
					t.Errorf("%q on %v: got %q, want %q", tt.in, to, got.Text, want)
				}
				if again := normalized(got, to, tt.o); again != got {
					t.Errorf("%q on %v: %q becomes %q", tt.in, to, got.Text, again.Text)
				}
				if b, refused := normalize.AppendNormalOr([]byte("-"), ref, to, &o); string(b) != "-"+want || refused != "" {
					t.Errorf("%q on %v, appended: got %q, refused %q", tt.in, to, b, refused)
				}
			}
		})
	}
}
