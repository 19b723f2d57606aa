package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/clone"
)

// writer is a format of reports, in a file of its own.
const writer = `package render

import (
	"fmt"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/run"
)

// Brief writes a line for each finding.
type Brief struct{ bare }

// Finding is for [Writer].
func (Brief) Finding(b []byte, _ *component.Quoter, f *report.Finding, place func(offset int) run.Place) []byte {
	at := place(f.Start)
	return fmt.Appendf(b, "%s:%d:%d %s\n", at.Source, at.Line, at.Col, f.Code)
}
`

// TestAdd walks through two rows of CONTRIBUTING.md in a clone: a flag for check and Beam is an entry, the field that
// it fills in with what that does, and a row of a table; a format of reports is a writer and an entry. The command,
// iri.toml, the pipeline and the tests of flags have them then.
func TestAdd(t *testing.T) {
	if !testkit.Long() || clone.IsIn() {
		t.Skip("it builds the programs in a clone")
	}
	c := clone.New(t, "../../..")
	const options = "internal/work/option/options.go"
	c.Replace(t, "internal/work/option/table.go", "\t\t{Name: \"suspicious\"",
		"\t\t{Name: \"errors-only\", Kind: Switch, Scope: Run, Field: \"ErrorsOnly\", Usage: \"report no "+
			"warnings\"},\n\t\t{Name: \"suspicious\"")
	c.Replace(t, options, "\tGuess       bool  ", "\tErrorsOnly  bool\n\tGuess       bool  ")
	c.Replace(t, options, "\tseverities, err := SeveritiesOf(o.Severity)\n", `	for _, code := range Settable() {
		if r := rules.Lookup(code); o.ErrorsOnly && r.Severity == report.Warning {
			set.Set(r, report.Off)
		}
	}
	severities, err := SeveritiesOf(o.Severity)
`)
	c.Replace(t, "cmd/iri/testdata/growth.txt", "iri check --format sarif --limit 0\n",
		"iri check --format sarif --limit 0\niri check --format brief --errors-only\n")
	c.WriteFile(t, "internal/work/render/brief.go", writer)
	c.Replace(t, "internal/work/render/formats.go", "\t{Name: FormatJSON},\n",
		"\t{Name: FormatJSON},\n\t{Name: \"brief\", writer: func(writerOptions) Writer { return "+
			"Brief{} }},\n")
	const want = ` M cmd/iri/testdata/growth.txt
 M internal/work/option/options.go
 M internal/work/option/table.go
 M internal/work/render/formats.go
?? internal/work/render/brief.go
`
	if got := c.Must(t, "git", "status", "--porcelain"); got != want {
		t.Errorf("other files have changed: got\n%swant\n%s", got, want)
	}
	c.Must(t, "go", "build", "-o", "bin/iri", "./cmd/iri")
	for _, says := range []struct{ args, want string }{
		{"check --no-summary --format brief http://u:p@h/", "<args>:1:8 userinfo-password\n"},
		{"check --no-summary --errors-only http://u:p@h/", ""},
		{"check --no-summary --config errors.toml http://u:p@h/", ""},
	} {
		c.WriteFile(t, "errors.toml", "errors-only = true\n")
		if got := c.Must(t, filepath.Join(c.Dir, "bin", "iri"), strings.Fields(says.args)...); got != says.want {
			t.Errorf("iri %s: got %q, want %q", says.args, got, says.want)
		}
	}
	c.Must(t, "go", "test", "-short", "./internal/work/config", "./internal/work/render", "./internal/host")
	c.Must(t, "go", "test", "-short", "./cmd/iri", "-run", "TestConfigFlags|TestExplicitDefaults|TestCommandNames")
	c.Must(t, "go", "-C", "beam", "test", "-short", "./cmd/iri-beam", "-run", "TestFlagTable")
}
