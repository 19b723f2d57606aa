package report

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/ref/spec"
)

// maxRules is how many prose rules there can be.
const maxRules = 63

// Number makes a registry from lists of prose rules: it gives each rule its number, from 1 on, and
// returns all rules. It panics if there are more than 63.
func Number(lists ...[]*ProseRule) []*ProseRule {
	all := slices.Concat(lists...)
	if len(all) > maxRules {
		panic("report: more prose rules than maxRules")
	}
	for i, r := range all {
		r.number = uint8(i + 1)
	}
	return all
}

// DefaultMaxFindings is how many findings a report holds unless the settings say
// otherwise.
const DefaultMaxFindings = 100

// Settings say which prose rules are checked, with which severities, and how many
// findings are kept. The zero Settings checks the rules with their default
// severities and keeps all findings.
type Settings struct {
	GrammarOnly bool   // no prose rule is checked
	Lint        bool   // rules that are off by default are warnings
	Guess       bool   // faults with a likely meaning get it as a fix
	Max         int    // findings that are kept; below 1 there is no limit
	set         uint64 // the rules whose severity is set: bit i stands for the rule with the number i
	warnings    uint64 // those of them that are warnings
	errors      uint64 // those of them that are errors
	Prefix      string // the name of a prefix, without its colon, that is declared where the string stands; empty for none
	Namespace   string // what it stands for
	AnyText     bool   // any text may stand in the place of the string, which should conform: errors are warnings
	Components  bool   // the components are wanted: then the report has them after one reading

	// Match makes the parse tree that says which productions a finding is about; nil for [spec.Interpret].
	Match spec.Matcher
}

// Set sets the severity of a prose rule. It panics if [Number] has not seen the rule: then the
// setting would be that of another one.
func (o *Settings) Set(r *ProseRule, s Severity) {
	if r.number == 0 {
		panic("report: the rule " + string(r.Code) + " has no number")
	}
	bit := uint64(1) << r.number
	o.set |= bit
	o.warnings &^= bit
	o.errors &^= bit
	switch s {
	case Warning:
		o.warnings |= bit
	case Error:
		o.errors |= bit
	}
}

// SetDefault is Set for a rule whose severity is not set.
func (o *Settings) SetDefault(r *ProseRule, s Severity) {
	if o.set>>r.number&1 == 0 {
		o.Set(r, s)
	}
}

// Default reports whether the prose rules have their default severities.
func (o *Settings) Default() bool { return !o.Lint && o.set == 0 }

// severityOf returns the severity of a prose rule; Off means that the rule is not
// checked.
func (o *Settings) severityOf(r *ProseRule) Severity {
	bit := uint64(1) << r.number
	switch {
	case o.set&bit == 0:
		if r.Severity == Off && o.Lint {
			return Warning
		}
		return r.Severity
	case o.errors&bit != 0:
		return Error
	case o.warnings&bit != 0:
		return Warning
	}
	return Off
}

// A List collects the findings of the prose rules in one string. It does not allocate as
// long as there are none.
type List struct {
	Settings *Settings
	Trial    bool // findings are counted and not kept
	Judge    bool // only whether there are findings, and errors, is asked: one of each is enough
	Findings []Finding
	Total    int // how many findings there are, with those that are not kept
	Errors   int // how many of them are errors

	known  Severity // with Judge, the worst severity of a finding so far
	counts *counts  // nil as long as there are no findings
}

// counts holds the number of findings by rule, with those that are not kept.
type counts struct {
	all  [maxRules + 1]int32
	pass [maxRules + 1]int32 // those of the present pass, see Begin
}

// On reports whether the findings of a rule are wanted.
func (l *List) On(r *ProseRule) bool { return l.Settings.severityOf(r) != Off }

// Needs is On for those who look for the findings of a rule and of no other. With Judge, it returns false if
// they would say no more than the findings that there are.
func (l *List) Needs(r *ProseRule) bool { return l.Settings.severityOf(r) > l.known }

// Begin starts a pass. A pass goes through the string once and reports the findings of a
// rule in the order of their offsets, so that the limit keeps the first ones.
func (l *List) Begin() {
	if l.counts != nil {
		l.counts.pass = [maxRules + 1]int32{}
	}
}

// Add adds a finding for the bytes from start to end and returns it. The caller sets its
// message, and hint and fix if there are any. It returns nil if the rule is off or the
// finding is only counted: then no message is needed.
func (l *List) Add(r *ProseRule, start, end int) *Finding { return l.AddUpTo(Error, r, start, end) }

// AddUpTo is like Add for a finding whose default severity is at most ceiling. A
// severity that was set for the rule is not limited.
func (l *List) AddUpTo(ceiling Severity, r *ProseRule, start, end int) *Finding {
	sev := l.Settings.severityOf(r)
	if sev == Off {
		return nil
	}
	if l.Settings.set>>r.number&1 == 0 {
		sev = min(sev, ceiling)
	}
	l.Total++
	if sev == Error {
		l.Errors++
	}
	if l.Judge {
		l.known = max(l.known, sev)
		return nil
	}
	if l.counts == nil {
		l.counts = new(counts)
	}
	l.counts.all[r.number]++
	l.counts.pass[r.number]++
	if l.Trial || l.Settings.Max > 0 && int(l.counts.pass[r.number]) > l.Settings.Max {
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
	if l.Settings.Max > 0 && len(l.Findings) > l.Settings.Max {
		l.Findings = l.Findings[:l.Settings.Max]
	}
}

// Mends reports whether an edit mends n findings with a code, where l is the list of the
// string before the edit and other the one after it: other must have that many findings with
// the code less, and of no rule more. rules is the registry.
func (l *List) Mends(code Code, n int, other *List, rules []*ProseRule) bool {
	if other.counts == nil {
		return true
	}
	for _, r := range rules {
		most := l.counts.all[r.number]
		if r.Code == code {
			most -= int32(n)
		}
		if other.counts.all[r.number] > most {
			return false
		}
	}
	return true
}
