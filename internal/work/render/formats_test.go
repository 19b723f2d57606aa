package render

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/run"
)

// TestWorst holds that a report has at most so many findings, errors first and else in order, and says
// how many it lacks.
func TestWorst(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h:1/p")
	text := "http://u:p@h/1\nhttp://h:8a/2\nhttp://u:p@h/3\nhttp://h:8a/4\nhttp://h:8a/5\n"
	tests := []struct {
		limit int
		want  string
		left  string
		full  bool
	}{
		{0, "2 4 5 1 3", "", false},
		{9, "2 4 5 1 3", "", false},
		{4, "2 4 5 1", "1 more", false},
		{3, "2 4 5", "2 more", true},
		{1, "2", "4 more", true},
	}
	for _, format := range []string{"sarif", "junit"} {
		for _, tt := range tests {
			f := NewFormatter(format, runtest.Target(), Style{}, "", noCodes)
			w := &Worst{f: f, limit: tt.limit}
			o := input.Options{From: input.Lines}
			printer := Printer{Formatter: f, Worst: w}
			runtest.Do(t, text, &o, &checks.Check{Checker: checks.NewChecker(runtest.Target()), Input: &o},
				run.Func(printer.Render), func(r *run.Result) { w.Add(r.Out, r.Ends) })
			var out strings.Builder
			if err := w.Write(&out, 5, Outcome{}); err != nil {
				t.Fatal(err)
			}
			report := out.String()
			if format == "sarif" && !json.Valid([]byte(report)) {
				t.Fatalf("%s", report)
			}
			var got []string
			for line := range strings.Lines(report) {
				if strings.Contains(line, `"ruleId"`) {
					_, after, _ := strings.Cut(line, `"input":"http://`)
					got = append(got, string(after[strings.IndexByte(after, '/')+1]))
				} else if _, after, ok := strings.Cut(line, `<testcase classname="f" name="`); ok {
					got = append(got, after[:1])
				}
			}
			if s := strings.Join(got, " "); s != tt.want || w.full.Load() != tt.full ||
				strings.Contains(report, " more findings") != (tt.left != "") || !strings.Contains(report, tt.left) {
				t.Errorf("%s, limit %d: got %s, full %v, want %s\n%s", format, tt.limit, s, w.full.Load(), tt.want, report)
			}
		}
	}
}
