package conversions

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// Match is the [spec.Matcher] of all checks: the generated parser, which is in the public package, for the rules of
// built-in specs, and the interpreter for others.
func Match(r spec.Rule, s string) (*parsetree.Tree, error) {
	rule, _ := (*iri.Spec)(r.Spec()).Rule(r.Name())
	root, err := rule.Tree(s)
	if err != nil {
		return nil, err
	}
	return (*parsetree.Node)(root).Tree(), nil
}
