package prose

import (
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// Judged reports whether a judge accepts s.
func Judged(j *judge, s string) bool {
	q := j.Start()
	for _, r := range s {
		q = j.Step(q, r)
	}
	return j.Accept(q)
}

// findingsIn returns what the prose rules, as they are by default, find in s, and
// whether s conforms to the rule.
func findingsIn(rule spec.Rule, s string) ([]report.Finding, bool) {
	p, ok := rule.Split(s)
	if !ok {
		return nil, false
	}
	found, _, _ := Check(component.Ref{Text: s, Parts: p}, rule, &report.Settings{Max: report.DefaultMaxFindings})
	return found, true
}
