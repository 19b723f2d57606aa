package bench

import (
	"strings"

	goabnf "github.com/pandatix/go-abnf"

	"github.com/rfc3987/iri"
)

// GoABNF returns the engine go-abnf with the grammar of a spec, which follows all ways of reading a string.
// It shares no code with this module.
func GoABNF(spec *iri.Spec) (match func(rule, s string) (bool, error), err error) {
	var text strings.Builder
	for r := range spec.Rules() {
		if !strings.HasPrefix(r.Section(), "RFC 5234") { // core rules, which it has
			text.WriteString(r.ABNF() + "\r\n")
		}
	}
	g, err := goabnf.ParseABNF([]byte(text.String()))
	if err != nil {
		return nil, err
	}
	return func(rule, s string) (bool, error) { return g.IsValid(rule, []byte(s)) }, nil
}
