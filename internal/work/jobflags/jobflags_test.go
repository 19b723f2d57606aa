package jobflags

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/job"
)

// TestFill fills in a job: from the defaults, and from values of each flag.
func TestFill(t *testing.T) {
	grammar := filepath.Join(t.TempDir(), "g.abnf")
	if err := os.WriteFile(grammar, []byte("a = %x61\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		set  func(*Rules, *Input)
		good func(job.Options) bool
		want string // of the error
	}{
		{"the defaults", func(*Rules, *Input) {}, func(o job.Options) bool {
			return o.Spec == "rfc3987" && o.MaxFindings == report.DefaultMaxFindings && o.MaxLine > 0 && o.MaxIRI > 0 && o.Severity == nil && o.From == ""
		}, ""},
		{"all findings", func(r *Rules, _ *Input) { r.MaxFindings = 0 }, func(o job.Options) bool { return o.MaxFindings < 0 }, ""},
		{"less than none", func(r *Rules, _ *Input) { r.MaxFindings = -1 }, nil, "max-findings -1: must not be negative"},
		{"severities", func(r *Rules, _ *Input) { r.Severity = []string{"nfc=off", "nfc=error", "pct-case=warning"} }, func(o job.Options) bool {
			return maps.Equal(o.Severity, map[report.Code]report.Severity{"nfc": report.Error, "pct-case": report.Warning})
		}, ""},
		{"a list, and a name without a level", func(r *Rules, _ *Input) { r.Severity = []string{"nfc,pct-case=warning, control=off"} }, func(o job.Options) bool {
			return maps.Equal(o.Severity, map[report.Code]report.Severity{"nfc": report.Warning, "pct-case": report.Warning, "control": report.Off})
		}, ""},
		{"a code counts before its family, a family before all, wherever they stand", func(r *Rules, _ *Input) {
			r.Severity = []string{"bidi-edge=error", "bidi=warning", "all=off"}
		}, func(o job.Options) bool {
			return o.Severity["bidi-edge"] == report.Error && o.Severity["bidi-mixed"] == report.Warning && o.Severity["control"] == report.Off && len(o.Severity) == len(job.Settable())
		}, ""},
		{"a family has no rules of the grammar", func(r *Rules, _ *Input) { r.Severity = []string{"pct=off"} }, func(o job.Options) bool {
			_, grammar := o.Severity["pct-encoded"]
			return o.Severity["pct-case"] == report.Off && !grammar
		}, ""},
		{"an empty name", func(r *Rules, _ *Input) { r.Severity = []string{"nfc,,control=off"} }, nil, "severity nfc,,control=off: a name is missing"},
		{"what a run fails on", func(r *Rules, _ *Input) { r.FailOn = "never" }, func(o job.Options) bool { return true }, ""},
		{"what no run fails on", func(r *Rules, _ *Input) { r.FailOn = "always" }, nil, "fail-on always: choose one of error, warning, never"},
		{"a severity without a level", func(r *Rules, _ *Input) { r.Severity = []string{"nfc"} }, nil, "severity nfc: write CODE=error, CODE=warning or CODE=off"},
		{"a level in capitals, as the library takes it", func(r *Rules, _ *Input) { r.Severity = []string{"control=Warning"} }, func(o job.Options) bool { return o.Severity["control"] == report.Warning }, ""},
		{"an unknown level", func(r *Rules, _ *Input) { r.Severity = []string{"nfc=loud"} }, nil, `severity nfc=loud: "loud" is not error, warning or off`},
		{"a grammar", func(r *Rules, _ *Input) { r.Grammar = []string{grammar} }, func(o job.Options) bool {
			return o.Spec == "" && string(o.Grammar[0].Text) == "a = %x61\n" && !slices.ContainsFunc(o.Grammar[1:], func(f spec.GrammarFile) bool { return !f.Library })
		}, ""},
		{"a spec of the library", func(r *Rules, _ *Input) { r.Spec = "rfc9110" }, func(o job.Options) bool {
			return o.Spec == "" && o.Grammar[0].Name == "rfc9110.abnf" && !o.Grammar[0].Library && o.Grammar[1].Library
		}, ""},
		{"a grammar that is not there", func(r *Rules, _ *Input) { r.Grammar = []string{grammar + "x"} }, nil, "open "},
		{"a grammar and a spec", func(r *Rules, _ *Input) { r.Grammar, r.Spec = []string{grammar}, "leiri" }, nil, "leave one out"},
		{"switches", func(r *Rules, _ *Input) { r.GrammarOnly, r.Lint, r.Guess, r.Suspicious = true, true, true, true }, func(o job.Options) bool {
			return o.GrammarOnly && o.Lint && o.Guess && o.Suspicious
		}, ""},
		{"a short line", func(_ *Rules, i *Input) { i.MaxLine = 0 }, nil, "max-line 0: must be at least 1"},
		{"a short IRI", func(_ *Rules, i *Input) { i.MaxIRI = -1 }, nil, "max-iri -1: must be at least 1"},
		{"columns", func(_ *Rules, i *Input) { i.From, i.Columns, i.Fields = "csv", []string{"a"}, []string{"b"} }, func(o job.Options) bool {
			return o.From == "csv" && o.Columns[0] == "a" && o.Fields[0] == "b"
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var rules Rules
			var in Input
			rules.GrammarFlags()
			rules.CheckFlags()
			in.Flags()
			tt.set(&rules, &in)
			var o job.Options
			err := rules.Fill(&o)
			if err == nil {
				err = in.Fill(&o)
			}
			switch {
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %s", err, tt.want)
			case tt.want == "" && (err != nil || !tt.good(o)):
				t.Errorf("got %+v, %v", o, err)
			}
		})
	}
}
