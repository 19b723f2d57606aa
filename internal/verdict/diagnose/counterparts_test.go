package diagnose

import (
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestIncludes checks against the automata which specs are known to include others.
func TestIncludes(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, s := range spec.Specs() {
		for _, other := range spec.Specs() {
			if !s.Includes(other) {
				continue
			}
			p, q := s.Profile(), other.Profile()
			for _, pair := range [][2]spec.Rule{{p.Top, q.Top}, {p.Reference, q.Reference}, {p.Relative, q.Relative},
				{p.Absolute, q.Absolute}} {
				wide, narrow := pair[0].Definition(), pair[1].Definition()
				alphabet := languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{s.Grammar(): {wide},
					other.Grammar(): {narrow}})
				a, b := languages.NewCompiler(alphabet, s.Grammar()).Rule(wide),
					languages.NewCompiler(alphabet, other.Grammar()).Rule(narrow)
				if w, ok := b.Minus(a).Shortest(); ok {
					t.Errorf("%q is %s of %s and not %s of %s", w, pair[1], other.Name(), pair[0], s.Name())
				}
			}
		}
	}
}
