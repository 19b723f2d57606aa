package coverage

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// grammar is read at run time. The rule unused is not in the count: the top does not use it.
const grammar = `top = x [ "-" ] *y
x = "a" / "b" / "aa"
y = "1" / ( "2" / "3" )
unused = "u"
`

// show prints the counts of a coverage, one rule after the other.
func show(c *Coverage) string {
	var all []string
	for _, r := range c.Rules() {
		var s strings.Builder
		s.WriteString(fmt.Sprintf("%s %d", r.Rule.Name(), r.Inputs))
		for _, a := range r.Alternatives {
			s.WriteString(fmt.Sprintf(", %s %d", a.ABNF, a.Inputs))
		}
		all = append(all, s.String())
	}
	return strings.Join(all, "; ")
}

// TestCoverage counts each rule and each alternative once for a string.
func TestCoverage(t *testing.T) {
	s, err := spec.ReadSpec(spec.GrammarFile{Name: "g.abnf", Text: []byte(grammar)})
	if err != nil {
		t.Fatal(err)
	}
	top, x := spec.MustRule(s, "top"), spec.MustRule(s, "x")
	for _, tt := range []struct {
		name            string
		rule            spec.Rule
		in              []string
		want            string
		matched, refuse int
	}{
		{"one", top, []string{"a"}, `top 1, ["-"] 0, no ["-"] 1; x 1, "a" 1, "b" 0, "aa" 0; y 0, "1" 0, "2" / "3" 0, ` +
			`"2" 0, "3" 0`, 1, 0},
		{"an alternative that comes twice counts once", top, []string{"b-112"},
			`top 1, ["-"] 1, no ["-"] 0; x 1, "a" 0, "b" 1, "aa" 0; y 1, "1" 1, "2" / "3" 1, "2" 1, "3" 0`, 1, 0},
		{"several", top, []string{"a", "aa3", "b1"},
			`top 3, ["-"] 0, no ["-"] 3; x 3, "a" 1, "b" 1, "aa" 1; y 2, "1" 1, "2" / "3" 1, "2" 0, "3" 1`, 3, 0},
		{"strings that do not conform", top, []string{"c", "a", "\xff", ""},
			`top 1, ["-"] 0, no ["-"] 1; x 1, "a" 1, "b" 0, "aa" 0; y 0, "1" 0, "2" / "3" 0, "2" 0, "3" 0`, 1, 3},
		{"another start rule", x, []string{"aa"}, `x 1, "a" 0, "b" 0, "aa" 1`, 1, 0},
		{"no rule", spec.Rule{}, []string{"a"}, "", 0, 1},
		{"nothing", top, nil, "", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var c Coverage
			for _, in := range tt.in {
				if got := c.Add(tt.rule, in); got != (!tt.rule.IsZero() && tt.rule.Valid(in)) {
					t.Errorf("Add(%q) = %v", in, got)
				}
			}
			if got := show(&c); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
			if matched, refused := c.Inputs(); matched != tt.matched || refused != tt.refuse {
				t.Errorf("got %d, %d, want %d, %d", matched, refused, tt.matched, tt.refuse)
			}
			// The rules stay known.
			names := len(c.Rules())
			c.Reset()
			if matched, refused := c.Inputs(); matched != 0 || refused != 0 || len(c.Rules()) != names {
				t.Errorf("after Reset: %d, %d, %d rules", matched, refused, len(c.Rules()))
			}
			if got := show(&c); strings.ContainsAny(strings.NewReplacer(`"1"`, "", `"2"`, "", `"3"`, "").Replace(got), "123456789") {
				t.Errorf("after Reset: %s", got)
			}
		})
	}
}

// TestSpecs counts the rules of two specs in the order in which they came, and each rule once.
func TestSpecs(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p")
	var c Coverage
	for _, r := range []spec.Rule{spec.MustRule(spec.RFC3987, "port"), spec.MustRule(spec.RFC3986, "port"),
		spec.MustRule(spec.RFC3987, "scheme"), spec.MustRule(spec.RFC3987, "port")} {
		c.Add(r, "a")
		c.Add(r, "1")
	}
	var names []string
	for _, r := range c.Rules() {
		names = append(names, fmt.Sprintf("%s %s %d", r.Rule.Spec().Name(), r.Rule.Name(), r.Inputs))
	}
	want := []string{"rfc3987 scheme 1", "rfc3987 port 2", "rfc3987 ALPHA 1", "rfc3987 DIGIT 2", "rfc3986 port 1",
		"rfc3986 DIGIT 1"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if matched, refused := c.Inputs(); matched != 4 || refused != 4 {
		t.Errorf("got %d, %d", matched, refused)
	}
}
