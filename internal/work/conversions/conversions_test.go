package conversions

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// TestFunc converts texts that conform and texts that do not, by their rules.
func TestFunc(t *testing.T) {
	own, err := spec.ReadSpec(spec.GrammarFile{Name: "own", Text: []byte("; changes: rfc3987\nport = \"80\"\n")})
	if err != nil {
		t.Fatal(err)
	}
	rule := func(s *spec.Spec, name string) spec.Rule {
		r, ok := s.Rule(name)
		if !ok {
			t.Fatalf("there is no rule %s", name)
		}
		return r
	}
	ref := spec.RFC3987.Reference()
	tests := []struct {
		name   string
		c      Conversion
		text   string
		rule   spec.Rule
		result *spec.Spec
		want   string // or the start of the error, with an exclamation mark before it
	}{
		{"§3.1 step 2", Conversion{Kind: ToURI}, "http://h/é", ref, nil, "http://h/%C3%A9"},
		{"the ASCII that URIs do not allow", Conversion{Kind: ToURI}, "/a b", ref, nil, "!"},
		{"lenient, last part of §3.1", Conversion{Kind: ToURI, Lenient: true}, "/a b", ref, nil, "/a%20b"},
		{"host by IDNA", Conversion{Kind: ToURI, Host: iri.HostIDNA}, "http://bücher.example/", ref, nil,
			"http://xn--bcher-kva.example/"},
		{"the rule of a record", Conversion{Kind: ToURI}, "/é", rule(spec.RFC3987, "IRI"), nil, "!"},
		{"§3.2", Conversion{Kind: ToIRI}, "/%C3%A9", spec.RFC3986.Reference(), spec.RFC3987, "/é"},
		{"§3.2 of an IRI", Conversion{Kind: ToIRI}, "/é%C3%A9", spec.RFC3986.Reference(), spec.RFC3987, "/éé"},
		{"§3.2 of what is not a URI", Conversion{Kind: ToIRI, Strict: true}, "/é", spec.RFC3986.Reference(),
			spec.RFC3987, "!"},
		{"§3.2 of what is not an IRI", Conversion{Kind: ToIRI}, "/é ", spec.RFC3986.Reference(), spec.RFC3987, "!"},
		{"§3.2 of what the rule of a record does not match", Conversion{Kind: ToIRI}, "/%C3%A9",
			rule(spec.RFC3986, "URI"), spec.RFC3987, "!"},
		{"§3.2.1", Conversion{Kind: ToIRI, Display: true}, "http://xn--bcher-kva.example/", spec.RFC3986.Reference(),
			spec.RFC3987, "http://bücher.example/"},
		{"LEIRI §3", Conversion{Kind: FromLEIRI}, "/a b", spec.LEIRI.Reference(), spec.RFC3987, "/a%20b"},
		{"not a LEIRI", Conversion{Kind: FromLEIRI}, "/%", spec.LEIRI.Reference(), spec.RFC3987, "!"},
		{"not a LEIRI, lenient", Conversion{Kind: FromLEIRI, Lenient: true}, "/% ", spec.LEIRI.Reference(),
			spec.RFC3987, "/%%20"},
		{"the string itself, §5.3.1", Conversion{Kind: Normalize}, "HTTP://H", ref, nil, "HTTP://H"},
		{"§5.3.3", Conversion{Kind: Normalize, Rung: iri.RungScheme}, "HTTP://H:80", ref, nil, "http://h/"},
		{"§5.3.2.2", Conversion{Kind: Normalize, NFC: true}, "e\u0301", ref, nil, "é"},
		{"§5.3.3 in a spec where the result is not a reference",
			Conversion{Kind: Normalize, Rung: iri.RungScheme}, "http://h:80/", own.Reference(), nil, "http://h/"},
		{"no such kind", Conversion{Kind: "to-urn"}, "", ref, nil,
			`!there is no conversion "to-urn": choose one of to-uri, to-iri, from-leiri, normalize`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := tt.c.Func(tt.result, convert.URIOptions{})
			var out []byte
			if err == nil {
				out, err = f([]byte("before "), tt.text, tt.rule)
			}
			want, fails := strings.CutPrefix(tt.want, "!")
			switch {
			case fails && (err == nil || !strings.HasPrefix(err.Error(), want)):
				t.Errorf("got %q and %v, want an error %q", out, err, want)
			case fails && err != nil && len(out) > 0 && string(out) != "before ":
				t.Errorf("with an error got %q", out)
			case !fails && (err != nil || string(out) != "before "+want):
				t.Errorf("got %q and %v, want %q", out, err, want)
			}
		})
	}
}
