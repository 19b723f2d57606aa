package spec

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestPublished holds the hashes of what is published to the documents, as the folder grammar/published has them.
func TestPublished(t *testing.T) {
	var want []string
	for _, s := range Specs() {
		if s.Profile() == nil {
			continue
		}
		g, err := abnf.Load(published.Files, ".", s.Name())
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, shapeHash("", g, g.Rule(g.Reference)))
		for _, c := range g.Components {
			role := c.Name
			if !slices.Contains(component.Names[:], role) {
				role = ""
			}
			want = append(want, shapeHash(role, g, g.Rule(c.Rule)))
		}
	}
	slices.Sort(want)
	if want = slices.Compact(want); !slices.Equal(strings.Fields(publishedHashes), want) {
		t.Errorf("got %d hashes, want %d:\n%s", len(strings.Fields(publishedHashes)), len(want), strings.Join(want, " "))
	}
}

// TestAsPublished has rules that are as published, and rules that are not.
func TestAsPublished(t *testing.T) {
	testkit.StatesRFC(t)
	const user = "; component: userinfo user\niauthority = [ user \"@\" ] ihost [ \":\" port ]\nuser = "
	for _, tt := range []struct {
		rules, rule string
		want        bool
	}{
		{user + "*( iunreserved / pct-encoded / sub-delims / \":\" )\n", "user", true},
		{user + "*( iunreserved / pct-encoded / sub-delims )\n", "user", false},
		{"ipart = iunreserved / pct-encoded / sub-delims / \":\" / \"@\"\n" +
			"ifragment = *( ipart / \"/\" / \"?\" )\n", "ifragment", true}, // ipchar has another name
		{"iquery = *( ipchar / \"/\" / \"?\" )\n", "iquery", false}, // it is as ifragment
		{"part = *( ipchar / \"/\" / \"?\" )\n", "part", true},
		{"ifragment = *( ipchar / \"/\" )\n", "ifragment", false},
	} {
		s, err := ReadSpec(GrammarFile{Name: "x.abnf", Text: []byte("; spec: x\n; changes: rfc3987\n" + tt.rules)})
		if err != nil {
			t.Fatal(err)
		}
		if r, ok := s.Rule(tt.rule); !ok || r.AsPublished() != tt.want {
			t.Errorf("%s of %q: got %v, want %v", tt.rule, tt.rules, r.AsPublished(), tt.want)
		}
	}
}
