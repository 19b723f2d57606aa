package rules

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// findingsIn returns what the prose rules, as they are by default, find in s, and
// whether s conforms to the rule.
func findingsIn(rule spec.Rule, s string) ([]finding.Finding, bool) {
	var ref component.Ref
	if !rule.Split(s, &ref) {
		return nil, false
	}
	found, _, _ := Check(&ref, rule, &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}, false, nil)
	return found, true
}
