package automaton_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// TestPlaceComponents gives components of each published spec the rules of other ones, and no rule: that is refused. As they are
// published, all lie where their roles say.
func TestPlaceComponents(t *testing.T) {
	for _, name := range []string{"rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		g, err := abnf.Load(published.Files, ".", name)
		if err != nil {
			t.Fatal(err)
		}
		if faults, gone := automaton.PlaceComponents(g); faults != nil || gone != nil {
			t.Errorf("%s: %v, gone: %v", name, faults, gone)
		}
		own := g.Components
		find := func(role string) int {
			return slices.IndexFunc(own, func(c abnf.Component) bool { return c.Name == role })
		}
		with := func(role, other string, says string) {
			g.Components = slices.Clone(own)
			c, rule := &g.Components[find(role)], ""
			if other != "" {
				rule = own[find(other)].Rule
				g.Components[find(other)].Rule = c.Rule
			}
			c.Rule = rule
			faults, _ := automaton.PlaceComponents(g)
			if len(faults) == 0 || !strings.Contains(faults[0].Msg, says) {
				t.Errorf("%s: component %s in the place of %s: got %v, want %q", name, other, role, faults, says)
			}
		}
		for role := range strings.FieldsSeq("scheme authority userinfo host port path-abempty path-absolute " +
			"path-rootless path-noscheme path-empty query fragment") {
			with(role, "", "no reference has the component "+role)
		}
		for pair := range strings.SplitSeq("query fragment,userinfo port,userinfo host,host path-abempty,scheme query,"+
			"authority host,path-absolute query,path-abempty path-rootless,port query", ",") {
			role, other, _ := strings.Cut(pair, " ")
			with(role, other, "component")
		}
		g.Components = own
	}
}
