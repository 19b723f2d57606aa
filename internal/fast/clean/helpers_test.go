package clean

import (
	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// language is what is clean by the registry.
var language = New(rules.Triggers())

// isPlain reports whether a host is plain.
func isPlain(host string) bool { return language.Has("http://" + host) }

// accepts reports whether an automaton accepts s.
func accepts(j *Automaton, s string) bool {
	q, ticks := j.Start(), 0
	for i, r := range s {
		for ; ticks < i/lines.TickBytes; ticks++ {
			q = j.Tick(q)
		}
		q = j.Step(q, r)
	}
	return j.Accept(q)
}

// findingsIn returns what the prose rules, as they are by default, find in s, and
// whether s conforms to the rule.
func findingsIn(rule spec.Rule, s string) ([]finding.Finding, bool) {
	var ref component.Ref
	if !rule.Split(s, &ref) {
		return nil, false
	}
	found, _, _ := rules.Check(&ref, rule, &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}, false, nil)
	return found, true
}
