package finding

import (
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// Number makes a registry of prose rules: it gives each its number, from 1 on.
func Number(all []*ProseRule) {
	for i, r := range all {
		r.number = i + 1
	}
}

// DefaultMaxFindings is how many findings a report holds unless the settings say
// otherwise.
const DefaultMaxFindings = 100

// Settings are what a user chose: which prose rules are checked, with which severities, and how many findings are kept.
// The zero Settings checks the rules with their default severities and keeps all findings.
type Settings struct {
	GrammarOnly bool        // no prose rule is checked
	Lint        bool        // rules that are off by default are warnings
	Guess       bool        // faults with a likely meaning get it as a fix
	Max         int         // findings that are kept; below 1 there is no limit
	Schemes     *scheme.Own // those that a program describes itself
	severities  []severity  // those that are set, by the number of the rule; copies of the settings share it
}

// A Run is a check of strings: the settings, what is known of the place of the strings, and what is done with the
// reports.
type Run struct {
	Settings

	Namespace bool // the string is what a prefix or a namespace stands for
	ByHand    bool // the string stands in a format that people write by hand, among other notations
	Single    bool // the string stands in a place that has no room for a second one

	GuessSuspicious bool   // the findings of the codes suspicious-… get what was likely meant as a fix, and no others
	FixFirst        bool   // of more findings than Max, only errors and those with a fix are kept
	Components      bool   // the components are wanted: then the report has them after one reading
	Interrupt       func() // called again and again while there are findings, if not nil; it may panic to end a check

	// ParseTree makes the parse tree that says which productions a finding is about; nil for [spec.Interpret].
	ParseTree spec.Matcher
}

// A severity is that which is set for a rule, if one is.
type severity struct {
	set bool
	is  Severity
}

// Set sets the severity of a prose rule; a number that is not a severity is an error. It panics if [Number] has not
// seen the rule: then the setting would be that of another one.
func (o *Settings) Set(r *ProseRule, s Severity) {
	if r.number == 0 {
		panic("finding: the rule " + string(r.Code) + " has no number")
	}
	all := make([]severity, max(len(o.severities), r.number+1))
	copy(all, o.severities)
	all[r.number] = severity{true, min(s, Error)}
	o.severities = all
}

// SetDefault is Set for a rule whose severity is not set.
func (o *Settings) SetDefault(r *ProseRule, s Severity) {
	if !o.isSet(r) {
		o.Set(r, s)
	}
}

// isSet reports whether the severity of a rule is set.
func (o *Settings) isSet(r *ProseRule) bool {
	return r.number < len(o.severities) && o.severities[r.number].set
}

// Default reports whether the prose rules have their default severities.
func (o *Settings) Default() bool { return !o.Lint && o.severities == nil }

// Severity returns the severity of the findings of a prose rule whose default severity is at most ceiling; a severity that
// was set is not limited. Off means that the rule is not checked.
func (o *Settings) Severity(r *ProseRule, ceiling Severity) Severity {
	switch {
	case o.isSet(r):
		return o.severities[r.number].is
	case r.Severity == Off && o.Lint:
		return min(Warning, ceiling)
	}
	return min(r.Severity, ceiling)
}
