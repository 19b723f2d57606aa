package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/verdict/finding"
)

// testRules are a registry: one rule of each severity.
func testRules() (warning, off, failing *finding.ProseRule) {
	warning = &finding.ProseRule{Entry: finding.Entry{Code: "w", Severity: finding.Warning, Section: "§1"}}
	off = &finding.ProseRule{Entry: finding.Entry{Code: "o", Severity: finding.Off, Section: "§2"}}
	failing = &finding.ProseRule{Entry: finding.Entry{Code: "e", Severity: finding.Error, Section: "§3"}}
	finding.Number([]*finding.ProseRule{warning, off, failing})
	return warning, off, failing
}

// TestSeverities has which severity a finding gets: the one that is set, that of --lint, or the
// default, which a ceiling limits.
func TestSeverities(t *testing.T) {
	warning, off, failing := testRules()
	for _, tt := range []struct {
		name    string
		lint    bool
		set     map[*finding.ProseRule]finding.Severity
		ceiling finding.Severity
		rule    *finding.ProseRule
		want    string
	}{
		{"an error", false, nil, finding.Error, failing, "error"},
		{"a warning", false, nil, finding.Error, warning, "warning"},
		{"off", false, nil, finding.Error, off, "none"},
		{"off, with lint", true, nil, finding.Error, off, "warning"},
		{"an error, with lint", true, nil, finding.Error, failing, "error"},
		{"set to an error", false, map[*finding.ProseRule]finding.Severity{off: finding.Error}, finding.Error, off, "error"},
		{"set to a warning", false, map[*finding.ProseRule]finding.Severity{failing: finding.Warning}, finding.Error, failing, "warning"},
		{"set to off", false, map[*finding.ProseRule]finding.Severity{failing: finding.Off}, finding.Error, failing, "none"},
		{"set to off, with lint", true, map[*finding.ProseRule]finding.Severity{off: finding.Off}, finding.Error, off, "none"},
		{"another one is set", false, map[*finding.ProseRule]finding.Severity{warning: finding.Off}, finding.Error, failing, "error"},
		{"a ceiling", false, nil, finding.Warning, failing, "warning"},
		{"a ceiling above it", false, nil, finding.Error, warning, "warning"},
		{"a ceiling and a severity that is set", false, map[*finding.ProseRule]finding.Severity{failing: finding.Error}, finding.Warning, failing,
			"error"},
	} {
		o := &finding.Settings{Lint: tt.lint}
		for r, s := range tt.set {
			o.Set(r, s)
		}
		if got, want := o.Default(), !tt.lint && tt.set == nil; got != want {
			t.Errorf("%s: Default() = %v", tt.name, got)
		}
		l := list{run: finding.Run{Settings: *o}}
		got := "none"
		if f := l.addUpTo(tt.ceiling, tt.rule, 2, 5); f != nil {
			got = f.Severity.String()
			if f.Code != tt.rule.Code || f.Start != 2 || f.End != 5 || f.Section != tt.rule.Section {
				t.Errorf("%s: got %+v", tt.name, f)
			}
		}
		if got != tt.want || l.on(tt.rule) != (got != "none") {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
		if want := map[string]int{"error": 1}[tt.want]; l.errors != want {
			t.Errorf("%s: %d errors", tt.name, l.errors)
		}
	}
	// The last severity that is set counts.
	o := new(finding.Settings)
	for _, s := range []finding.Severity{finding.Error, finding.Warning, finding.Off, finding.Warning, finding.Error} {
		o.Set(failing, s)
		if l := (list{run: finding.Run{Settings: *o}}); l.on(failing) != (s != finding.Off) {
			t.Errorf("set to %v: it is on", s)
		} else if f := l.addUpTo(finding.Error, failing, 0, 0); f != nil && f.Severity != s {
			t.Errorf("set to %v: got %v", s, f.Severity)
		}
	}
}

// TestNumber has more rules than fit into a word, and sets the severity of the last ones.
func TestNumber(t *testing.T) {
	many := make([]*finding.ProseRule, 200)
	for i := range many {
		many[i] = new(finding.ProseRule)
	}
	finding.Number(many)
	var o finding.Settings
	o.Set(many[199], finding.Error)
	before := o
	o.Set(many[198], finding.Warning)
	for i, want := range map[int]finding.Severity{0: finding.Off, 197: finding.Off, 198: finding.Warning, 199: finding.Error} {
		if got := o.Severity(many[i], finding.Error); got != want {
			t.Errorf("rule %d: got %v, want %v", i, got, want)
		}
	}
	if before.Severity(many[198], finding.Error) != finding.Off {
		t.Error("a copy of the settings has changed with them")
	}
	l := list{run: finding.Run{Settings: o}}
	l.addUpTo(finding.Error, many[199], 0, 1)
	if l.total != 1 || l.errors != 1 {
		t.Errorf("got %+v", l)
	}
}

// TestLimit checks that a list keeps the first findings of each walk, and counts all.
func TestLimit(t *testing.T) {
	warning, _, failing := testRules()
	for _, tt := range []struct {
		max, kept int
		verdict   bool
	}{{0, 5, false}, {-1, 5, false}, {1, 1, false}, {2, 2, false}, {3, 3, false}, {9, 5, false}, {0, 0, true}} {
		l := list{run: finding.Run{Settings: finding.Settings{Max: tt.max}}, verdict: tt.verdict}
		l.begin()
		for i := range 3 {
			l.addUpTo(finding.Error, failing, 10*i+5, 10*i+6)
		}
		l.begin()
		l.addUpTo(finding.Error, failing, 0, 2)
		l.addUpTo(finding.Error, warning, 0, 1)
		if l.total != 5 || l.errors != 4 {
			t.Errorf("at most %d: %d in all, %d errors", tt.max, l.total, l.errors)
		}
		if tt.max == 1 && len(l.findings) != 3 { // each walk keeps the first of each rule
			t.Errorf("at most 1 in a walk: %d are kept", len(l.findings))
		}
		l.sort()
		var got strings.Builder
		for _, f := range l.findings {
			got.WriteString(fmt.Sprintf("%d-%d ", f.Start, f.End))
		}
		if want := strings.Join(strings.SplitAfter("0-1 0-2 5-6 15-16 25-26 ", " ")[:tt.kept], ""); got.String() != want {
			t.Errorf("at most %d: got %s, want %s", tt.max, got.String(), want)
		}
	}
}
