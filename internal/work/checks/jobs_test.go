package checks_test

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

const lines = "http://e/\nhttp://h:8a/\nhttp://e/a b\nhttp://f/\n"

// TestCheck has what the sink of a check gets, and the counts.
func TestCheck(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p")
	known := &baseline.File{Name: "b.json", Dir: t.TempDir(), Writing: true}
	for _, tt := range []struct {
		name     string
		all      bool
		baseline *baseline.File
		want     string
	}{
		{"what is found", false, nil, "2 port, 3 ipath-abempty, 4 inputs, 2 conform"},
		{"every record", true, nil, "1, 2 port, 3 ipath-abempty, 4, 4 inputs, 2 conform"},
		{"a baseline that is written", false, known, "2, 3, 4 inputs, 2 conform"},
	} {
		o := &input.Options{From: input.Lines}
		check := &checks.Check{Checker: checks.NewChecker(runtest.Target()), Input: o, AllItems: tt.all}
		if tt.baseline != nil {
			check.Baseline, _ = tt.baseline.Open()
		}
		var found []string
		inputs, conform := int64(0), int64(0)
		runtest.Do(t, lines, o, check, run.Func(func(_ *run.Result, rec *input.Item, c *run.Checked) {
			var at strings.Builder
			at.WriteString(fmt.Sprint(rec.Line))
			for _, f := range c.Findings {
				at.WriteString(" " + string(f.Code))
			}
			found = append(found, at.String())
		}), func(r *run.Result) { inputs, conform = inputs+r.Summary.Inputs, conform+r.Summary.Conforming })
		found = append(found, fmt.Sprint(inputs, " inputs"), fmt.Sprint(conform, " conform"))
		if got := strings.Join(found, ", "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestFilter has the items that stay, and those that the sink takes with the reasons.
func TestFilter(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p")
	for _, tt := range []struct{ reasons, want string }{
		{render.ReasonsNone, "http://h:8a/\nhttp://e/a b\n"},
		{render.ReasonsComments, "# f:2:11: error[port]\nhttp://h:8a/\n" +
			"# f:3:11: error[ipath-abempty]\nhttp://e/a b\n"},
		{render.ReasonsJSON, `{"source":"f","line":2,"record":"http://h:8a/\n","findings":[{"code":"port"` +
			`{"source":"f","line":3,"record":"http://e/a b\n","findings":[{"code":"ipath-abempty"`},
	} {
		o := &input.Options{From: input.Lines, LinesOnly: true}
		sink := &render.Rejects{Reasons: tt.reasons, Second: run.NewOutput("bad", io.Discard)}
		var good, bad strings.Builder
		runtest.Do(t, lines, o, &checks.Filter{Checker: checks.NewChecker(runtest.Target()), Input: o}, sink, func(r *run.Result) {
			good.Write(r.Out)
			bad.Write(r.Second)
		})
		got := regexp.MustCompile(`(?m)^(#.*\]): .*`).ReplaceAllString(bad.String(), "$1") // without the message
		if tt.reasons == render.ReasonsJSON {
			got = ""
			for line := range strings.Lines(bad.String()) {
				got += line[:strings.Index(line, `,"severity"`)]
			}
		}
		if want := "http://e/\nhttp://f/\n"; good.String() != want || got != tt.want {
			t.Errorf("%s: got %q and %q, want %q and %q", tt.reasons, good.String(), got, want, tt.want)
		}
	}
}

// TestEnd has a run that writes a baseline at its end, and one that has not read all of the input.
func TestEnd(t *testing.T) {
	for _, complete := range []bool{true, false} {
		name := filepath.Join(t.TempDir(), "b.json")
		file, err := baseline.Read(name, true)
		if err != nil {
			t.Fatal(err)
		}
		check := &checks.Check{Checker: checks.NewChecker(runtest.Target()),
			Input: &input.Options{FileNotes: new(notes.FileNotes)}, Settles: true, Words: true}
		if check.Baseline, err = file.Open(); err != nil {
			t.Fatal(err)
		}
		s := run.Serial{Job: check, Sink: run.NoSink{}}
		if err := s.Chunk(input.ChunkOf([]string{"http://h:8a/"}, 0)); err != nil {
			t.Fatal(err)
		}
		if err := s.End(complete); err != nil {
			t.Fatal(err)
		}
		if file, err = baseline.Read(name, true); err != nil || (file.Text != nil) != complete ||
			(s.Account != "") != complete {
			t.Errorf("complete %v: the file has %q, %v; the account is %q", complete, file.Text, err, s.Account)
		}
	}
}
