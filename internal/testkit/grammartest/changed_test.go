package grammartest_test

import (
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestChanges holds that each change makes a spec whose references have components.
func TestChanges(t *testing.T) {
	testkit.StatesRFC(t)
	for _, c := range grammartest.Changes {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: "changed.abnf", Text: c.Text()})
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if r := s.Reference(); !r.IsWhole() || !r.Valid("a") || len(s.Refused()) > 0 {
			t.Errorf("%s: %v, refused %v", c.Name, r, s.Refused())
		}
	}
}
