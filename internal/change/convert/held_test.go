package convert

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/percent"
)

func read(t *testing.T, text string) *spec.Spec {
	t.Helper()
	s, err := spec.ReadSpec(spec.GrammarFile{Name: "own.abnf", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTargets has targets that are not specs of references, or refuse the result: there is an
// error, and what cannot fail leaves its value.
func TestTargets(t *testing.T) {
	for _, tt := range []struct{ name, grammar, in, want string }{
		{"no rule for references", "x = 1*ALPHA\n", "http://e/%7e",
			"the grammar of the result has no rule for references"},
		{"a rule without components", "; top: a\n; reference: r\na = 1*ALPHA\nr = \"x\"\n", "http://e/%7e",
			"does not name a whole reference"},
		{"a component that it has not", "; changes: rfc3987\nport = 1*DIGIT\n", "http://e:/%7e",
			`the result would be "http://e:/~", in which port of own ends too soon`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.grammar, tt.in, tt.want)
			o := IRIOptions{Target: read(t, tt.grammar)}
			_, err := FromURI(tt.in, o)
			_, errAppend := AppendIRI(nil, tt.in, o)
			_, errLEIRI := FromLEIRI(strings.ReplaceAll(tt.in, "%7e", "~"), o)
			for _, err := range []error{err, errAppend, errLEIRI} {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want %s", err, tt.want)
				}
			}
			u, err := uriReference().Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if ToIRI(&u, o); u.Text != tt.in {
				t.Errorf("got %q, want it as it was", u)
			}
		})
	}
}

// TestFieldsOfTarget holds that what is decoded or left is what the component of the target may have.
func TestFieldsOfTarget(t *testing.T) {
	for _, s := range []*spec.Spec{spec.RFC3986, spec.RFC3987, spec.RFC3987bis,
		read(t, "; changes: rfc3987\nucschar = %xC0-17F\niprivate = %xE000-E0FF / \"|\"\n")} {
		for _, char := range []string{"é", "ж", "|", "\ue000", "\ue100", "\U000e0001"} {
			for _, place := range []string{"//*@h", "//*", "*", "?*", "#*"} {
				raw, encoded := strings.Replace(place, "*", char, 1), strings.Replace(place, "*", percent.Encode(char), 1)
				want := encoded
				if s.Reference().Valid(raw) {
					want = raw
				}
				if s == spec.RFC3987bis && place == "//*" && want == encoded {
					continue // its hosts have no percent-encoding
				}
				if got, err := FromLEIRI(raw, IRIOptions{Target: s}); spec.LEIRI.Reference().Valid(raw) &&
					(err != nil || got.Text != want) {
					t.Errorf("%s: FromLEIRI(%+q): got %+q, %v, want %+q", s.Title(), raw, got, err, want)
				}
				if char != "é" { // the others are not appropriate, or reserved
					continue
				}
				if got, err := FromURI(encoded, IRIOptions{Target: s}); err != nil || got.Text != want {
					t.Errorf("%s: FromURI(%+q): got %+q, %v, want %+q", s.Title(), encoded, got, err, want)
				}
			}
		}
	}
}
