package finding

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// Number makes a registry from lists of prose rules: it gives each rule its number, from 1 on, and
// returns all rules.
func Number(lists ...[]*ProseRule) []*ProseRule {
	all := slices.Concat(lists...)
	for i, r := range all {
		r.number = i + 1
	}
	return all
}

// DefaultMaxFindings is how many findings a report holds unless the settings say
// otherwise.
const DefaultMaxFindings = 100

// Settings say which prose rules are checked, with which severities, and how many
// findings are kept, and what the string is checked for. The zero Settings checks the rules with their default
// severities and keeps all findings.
type Settings struct {
	GrammarOnly bool       // no prose rule is checked
	Lint        bool       // rules that are off by default are warnings
	Guess       bool       // faults with a likely meaning get it as a fix
	Max         int        // findings that are kept; below 1 there is no limit
	severities  []severity // those that are set, by the number of the rule; copies of the settings share it

	Run
}

// A Run is what a user does not choose: what is known of the place of the string, and what is done with the report.
type Run struct {
	Namespace bool // the string is what a prefix or a namespace stands for
	ByHand    bool // the string stands in a format that people write by hand, among other notations
	Single    bool // the string stands in a place that has no room for a second one

	Unmeant    bool   // the findings of the codes suspicious-… get what was likely meant as a fix, and no others
	FixFirst   bool   // of more findings than Max, only errors and those with a fix are kept
	Components bool   // the components are wanted: then the report has them after one reading
	Tick       func() // called again and again while there are findings, if not nil; it may panic to end a check

	// Match makes the parse tree that says which productions a finding is about; nil for [spec.Interpret].
	Match spec.Matcher
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

// severityOf returns the severity of a prose rule; Off means that the rule is not
// checked.
func (o *Settings) severityOf(r *ProseRule) Severity {
	switch {
	case o.isSet(r):
		return o.severities[r.number].is
	case r.Severity == Off && o.Lint:
		return Warning
	}
	return r.Severity
}

// A List collects the findings of the prose rules in one string, which messages quote by the Quoter. It does not
// allocate as long as there are none.
type List struct {
	component.Quoter
	Settings *Settings
	Trial    bool // findings are counted and not kept
	Findings []Finding
	Total    int // how many findings there are, with those that are not kept
	Errors   int // how many of them are errors

	counts []count // by the number of the rule, as far as there are findings
}

// A count is the number of findings of a rule, with those that are not kept.
type count struct {
	all  int32
	pass int32 // those of the present pass, see Begin
}

// On reports whether the findings of a rule are wanted.
func (l *List) On(r *ProseRule) bool { return l.Settings.severityOf(r) != Off }

// Reset makes the list a new one, in the same memory.
func (l *List) Reset() {
	clear(l.counts)
	*l = List{counts: l.counts[:0]}
}

// Begin starts a pass. A pass goes through the string once and reports the findings of a
// rule in the order of their offsets, so that the limit keeps the first ones.
func (l *List) Begin() {
	l.tick()
	for i := range l.counts {
		l.counts[i].pass = 0
	}
}

func (l *List) tick() {
	if l.Settings.Tick != nil {
		l.Settings.Tick()
	}
}

// Add adds a finding for the bytes from start to end and returns it. The caller sets its
// message, and hint and fix if there are any. It returns nil if the rule is off or the
// finding is only counted: then no message is needed.
func (l *List) Add(r *ProseRule, start, end int) *Finding { return l.AddUpTo(Error, r, start, end) }

// AddUpTo is like Add for a finding whose default severity is at most ceiling. A
// severity that was set for the rule is not limited.
func (l *List) AddUpTo(ceiling Severity, r *ProseRule, start, end int) *Finding {
	l.tick()
	sev := l.Settings.severityOf(r)
	if sev == Off {
		return nil
	}
	if !l.Settings.isSet(r) {
		sev = min(sev, ceiling)
	}
	l.Total++
	if sev == Error {
		l.Errors++
	}
	if more := r.number + 1 - len(l.counts); more > 0 {
		l.counts = append(l.counts, make([]count, more)...)
	}
	n := &l.counts[r.number]
	n.all++
	n.pass++
	if l.Trial || l.Settings.Max > 0 && int(n.pass) > l.Settings.Max {
		return nil
	}
	l.Findings = append(l.Findings, Finding{Code: r.Code, Severity: sev, Start: start, End: end, Section: r.Section})
	return &l.Findings[len(l.Findings)-1]
}

// Sort puts the findings into the order of their offsets and keeps as many as the
// settings allow.
func (l *List) Sort() {
	slices.SortStableFunc(l.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	if l.Settings.Max <= 0 || len(l.Findings) <= l.Settings.Max {
		return
	}
	if l.Settings.FixFirst {
		l.Findings = slices.DeleteFunc(l.Findings, func(f Finding) bool { return f.Fix == nil && f.Severity != Error })
	}
	l.Findings = l.Findings[:min(len(l.Findings), l.Settings.Max)]
}
