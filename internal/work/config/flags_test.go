package config

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/option"
)

// TestEntries holds entries of options to what reads files, which package option does not know.
func TestEntries(t *testing.T) {
	for _, x := range option.InFile() {
		for _, name := range x.Formats {
			if f, err := input.ParseFormat(name); err != nil || f.String() != name {
				t.Errorf("%s: got %s, %v for the format %s", x.Name, f, err, name)
			}
		}
		if want, ok := map[string]int{"max-line": input.DefaultMaxLine, "max-item": input.DefaultMaxItem}[x.Name]; ok &&
			x.Default != option.Size(want) {
			t.Errorf("%s: got %s, want %s", x.Name, x.Default, option.Size(want))
		}
	}
}

// TestFlags fills in a job: from the defaults, and from values of each flag.
func TestFlags(t *testing.T) {
	grammar := filepath.Join(t.TempDir(), "g.abnf")
	if err := os.WriteFile(grammar, []byte("a = %x61\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args []string
		good func(option.Options) bool
		want string // of the error
	}{
		{"the defaults", nil, func(o option.Options) bool {
			return o.Spec == "rfc3987" && o.MaxFindings == finding.DefaultMaxFindings && o.MaxLine > 0 && o.MaxItem > 0 &&
				o.Severity == nil && o.From == ""
		}, ""},
		{"all findings", []string{"--max-findings=0"}, func(o option.Options) bool { return o.MaxFindings < 0 }, ""},
		{"less than none", []string{"--max-findings=-1"}, nil, "max-findings -1: must not be negative"},
		{"severities", []string{"--severity=nfc=off", "--severity=nfc=error", "--severity=pct-case=warning"},
			func(o option.Options) bool {
				return maps.Equal(o.Severity, map[iri.Code]iri.Severity{"nfc": iri.SeverityError,
					"pct-case": iri.SeverityWarning})
			}, ""},
		{"a list, and a name without a level", []string{"--severity=nfc,pct-case=warning, control=off"},
			func(o option.Options) bool {
				return maps.Equal(o.Severity, map[iri.Code]iri.Severity{"nfc": iri.SeverityWarning,
					"pct-case": iri.SeverityWarning, "control": iri.SeverityOff})
			}, ""},
		{"a code counts before its family, a family before all, wherever they stand",
			[]string{"--severity=bidi-edge=error", "--severity=bidi=warning", "--severity=all=off"},
			func(o option.Options) bool {
				return o.Severity["bidi-edge"] == iri.SeverityError && o.Severity["bidi-mixed"] == iri.SeverityWarning &&
					o.Severity["control"] == iri.SeverityOff && len(o.Severity) == len(option.Settable())
			}, ""},
		{"a family has no rules of the grammar", []string{"--severity=pct=off"}, func(o option.Options) bool {
			_, grammar := o.Severity["pct-encoded"]
			return o.Severity["pct-case"] == iri.SeverityOff && !grammar
		}, ""},
		{"an empty name", []string{"--severity=nfc,,control=off"}, nil, "severity nfc,,control=off: a name is missing"},
		{"what no run fails on", []string{"--fail-on=always"}, nil,
			"fail-on always: choose one of error, warning, never"},
		{"a severity without a level", []string{"--severity=nfc"}, nil,
			"severity nfc: write CODE=error, CODE=warning or CODE=off"},
		{"a level in capitals, as the library takes it", []string{"--severity=control=Warning"},
			func(o option.Options) bool { return o.Severity["control"] == iri.SeverityWarning }, ""},
		{"an unknown level", []string{"--severity=nfc=loud"}, nil,
			`severity nfc=loud: "loud" is not error, warning or off`},
		{"a grammar", []string{"--grammar=" + grammar}, func(o option.Options) bool {
			return o.Spec == "" && string(o.Grammar[0].Text) == "a = %x61\n" && !slices.ContainsFunc(o.Grammar[1:],
				func(f grammars.File) bool { return !f.Library })
		}, ""},
		{"a spec of the library", []string{"--spec=rfc9110"}, func(o option.Options) bool {
			return o.Spec == "" && o.Grammar[0].Name == "rfc9110.abnf" && !o.Grammar[0].Library && o.Grammar[1].Library
		}, ""},
		{"a grammar that is not there", []string{"--grammar=" + grammar + "x"}, nil, "open "},
		{"a grammar and a spec", []string{"--grammar=" + grammar, "--spec=leiri"}, nil, "leave one out"},
		{"switches", []string{"--grammar-only=true", "--lint=true", "--guess=true", "--suspicious=true"},
			func(o option.Options) bool {
				return o.GrammarOnly && o.Lint && o.Guess && o.Suspicious
			}, ""},
		{"a short line", []string{"--max-line=0"}, nil, "max-line 0: must be at least 1"},
		{"a short IRI", []string{"--max-item=-1"}, nil, "max-item -1: must be at least 1"},
		{"columns", []string{"--from=csv", "--column=a", "--split=;"}, func(o option.Options) bool {
			return o.From == "csv" && o.Columns[0] == "a" && o.Split == ";"
		}, ""},
		{"a field of a table", []string{"--from=csv", "--field=b"}, nil,
			"field b: this is for json, yaml, xml, and what is read is csv"},
		{"a script of Markdown", []string{"--from=markdown", "--any-script=true"}, func(o option.Options) bool {
			return o.AnyScript
		}, ""},
		{"a context of a table", []string{"--from=csv", "--context=http://e/=" + grammar}, nil,
			"this is for jsonld, html, markdown, and what is read is csv"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var f Flags
			fs := flag.NewFlagSet("", flag.ContinueOnError)
			f.AddTo(fs, append(slices.Concat(option.Grammar(), option.Checking(), option.Findings(),
				option.Reading(input.FormatNames())), option.Guess())...)
			err := fs.Parse(tt.args)
			var o option.Options
			if err == nil {
				o, err = f.Job()
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
