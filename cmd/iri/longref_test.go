package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// TestParts holds that converting a reference in parts, wherever they end, gives the
// same as converting it as a whole.
func TestParts(t *testing.T) {
	normalize := func(to iri.Rung) func(s string) ([]byte, error) {
		return func(s string) ([]byte, error) {
			r, err := iri.ParseRef(s)
			return r.AppendNormal(nil, to), err
		}
	}
	conversions := []struct {
		name    string
		whole   bool
		local   func(ref iri.Ref) bool
		convert func(s string) ([]byte, error)
	}{
		{"to-uri", false, nil, func(s string) ([]byte, error) { return iri.AppendURI(nil, s) }},
		{"to-uri --host idna", false, nil, func(s string) ([]byte, error) { return iri.AppendURI(nil, s, iri.WithHostMapping(iri.HostIDNA)) }},
		{"to-iri", true, nil, func(s string) ([]byte, error) { return iri.AppendIRI(nil, s) }},
		{"to-iri --display", true, nil, func(s string) ([]byte, error) { return iri.AppendIRI(nil, s, iri.Display()) }},
		{"from-leiri", false, nil, func(s string) ([]byte, error) { return iri.AppendFromLEIRI(nil, s) }},
		{"normalize --to percent", true, nil, normalize(iri.RungPercent)},
		{"normalize", true, func(ref iri.Ref) bool { return !mayHaveDotSegments(ref.Path()) }, normalize(iri.RungScheme)},
	}
	pieces := []string{
		"a", "Z", "/", "//", ":", "?", "#", ".", "..", "/./", "é", "字", "\u0301", "\u202e", "\ue000", "\U0001F600", " ", "<", "@", "[", "1",
		"%C3%A9", "%c3%a9", "%E5%AD%97", "%F0%9F%98%80", "%80", "%80%80%80%80%80", "%C3", "%41", "%2f", "%2E", "%E2%80%AE", "%EE%80%80", "%zz",
	}
	starts := []string{"", "/", "http:", "HTTP://Ex.org", "http://u@xn--bcher-kva.example:80", "http://bücher.example:/", "urn:a:", "file:///", "//h", "?", "#"}
	random := rand.New(rand.NewPCG(8, 8))
	tried := make(map[string]int)
	for range 20000 {
		s := starts[random.IntN(len(starts))]
		for range random.IntN(12) {
			s += pieces[random.IntN(len(pieces))]
		}
		size := 1 + random.IntN(8)
		for _, c := range conversions {
			want, err := c.convert(s)
			if err != nil {
				continue
			}
			ref := parseAny(t, s)
			if c.local != nil && !c.local(ref) {
				continue
			}
			tried[c.name]++
			var got strings.Builder
			all := ""
			eachPart(ref, size, c.whole, func(before, part string) bool {
				all += part
				b, err := c.convert(before + part)
				if err != nil || !strings.HasPrefix(string(b), before) {
					t.Fatalf("%s %q, by %d: part %q: got %q, %v", c.name, s, size, before+part, b, err)
				}
				got.Write(b[len(before):])
				return true
			})
			if all != s {
				t.Fatalf("%q, by %d: the parts are %q", s, size, all)
			}
			if got.String() != string(want) {
				t.Errorf("%s %q, by %d: got %q, want %q", c.name, s, size, got.String(), want)
			}
		}
	}
	for _, c := range conversions {
		if tried[c.name] < 1000 {
			t.Errorf("%s: only %d references", c.name, tried[c.name])
		}
	}
}

// parseAny parses a reference by the rule that accepts the most strings.
func parseAny(t *testing.T, s string) iri.Ref {
	t.Helper()
	ref, err := iri.LEIRI.Reference().Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

func TestComponents(t *testing.T) {
	tests := []struct{ s, want string }{
		{"http://u@h:80/p?q#f", "http://u@h:80 /p ?q #f"},
		{"http://h?q/r:s", "http://h  ?q/r:s "},
		{"//h#f?x", "//h   #f?x"},
		{"a:b/c:d", "a: b/c:d  "},
		{"a/b:c", " a/b:c  "},
		{"?a:b", "  ?a:b "},
		{"", "   "},
	}
	for _, tt := range tests {
		path, query, fragment := components(parseAny(t, tt.s))
		if got := tt.s[:path] + " " + tt.s[path:query] + " " + tt.s[query:fragment] + " " + tt.s[fragment:]; got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.s, got, tt.want)
		}
	}
}

func TestDotted(t *testing.T) {
	for path, want := range map[string]bool{
		"": false, "a": false, ".": true, "..": true, "...": false, ".a": false, "a.": false, "/.": true, "/..": true, "/../a": true, "a/./b": true,
		"./a": true, "/.well-known/x": false, "/a./b": false, "/a../b": false, "/..a": false, "/a.b/.": true, "/%2E": true, "/%2e/": true,
	} {
		if got := mayHaveDotSegments(path); got != want {
			t.Errorf("%q: got %v, want %v", path, got, want)
		}
	}
}
