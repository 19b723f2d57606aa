package iribeam_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/rfc3987/iri/beam/iribeam"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/summary"
)

func TestMain(m *testing.M) {
	iribeam.Register()
	iribeam.Register() // a second call does nothing
	beam.RegisterFunction(showFinding)
	beam.RegisterFunction(showCount)
	beam.RegisterFunction(showRejected)
	for _, fn := range []any{minutes, countIn, summaryIn, textIn, everyTime, withInt64, withString,
		withBytes, withStruct, showKeyedFinding, showKeyedText, showKeyedRejected, showKeyedString, showRow} {
		beam.RegisterFunction(fn)
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "iribeam") // Beam leaves files
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		os.Setenv("TMPDIR", dir)
		return ptest.MainRet(m)
	}())
}

// write writes files into a new folder and returns their names.
func write(t testing.TB, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runPipeline runs p, again if prism failed of itself: in Beam 2.77 a step that it runs without a
// worker (an impulse, a GroupByKey) asks that worker for its progress if the machine is so
// busy that the step is seen only after 100 ms.
func runPipeline(t testing.TB, p *beam.Pipeline) {
	t.Helper()
	var err error
	for range 3 {
		if err = ptest.Run(p); err == nil || !strings.Contains(err.Error(), "worker.(*W).NextInst") {
			break
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// summarize runs a pipeline and returns its summary.
func summarize(t testing.TB, build func(beam.Scope, iribeam.Output) iribeam.Counted) (iribeam.Summary, iribeam.Output) {
	t.Helper()
	out := iribeam.NewOutput(t.TempDir())
	p, s := beam.NewPipelineWithRoot()
	iribeam.WriteSummary(s, out, "summary.json", build(s, out).Summary(s))
	runPipeline(t, p)
	sum, err := iribeam.ReadSummary(context.Background(), out, "summary.json")
	if err != nil {
		t.Fatal(err)
	}
	return sum, out
}

// read returns what the files of a pattern hold, in the order of their names.
func read(t testing.TB, out iribeam.Output, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(out.Dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	return b.String()
}

// want counts the files in a single goroutine, without Beam: it returns the summary as
// JSON, and the reports of all inputs with findings.
func want(t testing.TB, paths ...string) (counts, reports string) {
	t.Helper()
	sum := summary.Summary{Spec: summary.MadeFrom(spec.RFC3987)}
	var b strings.Builder
	checker := checks.NewChecker(config.Target{Spec: spec.RFC3987, Rule: spec.RFC3987.Top()})
	for name, err := range new(input.Options).Expand(paths) {
		if err != nil {
			t.Fatal(err)
		}
		sum.Files++
		o := &input.Options{}
		for rec := range runtest.Items(o, []string{name}, func(error) { sum.Broken++ }) {
			if rec.Err != nil {
				sum.Add(rec, []finding.Finding{{Code: finding.Code(rec.Err.Code), Severity: finding.Error}}, 0, false, "")
				continue
			}
			res := checker.Check(rec)
			sum.Add(rec, res.Findings, res.More, res.Conforms, "")
			if len(res.Findings) > 0 {
				b.Write(render.AppendJSON(nil, &checker.Target, rec, &res))
			}
		}
	}
	return string(sum.AppendJSON(nil)), b.String()
}

// lines returns lines of which some are bad, some blank, and some end with CR LF.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		switch i % 7 {
		case 2:
			fmt.Fprintf(&b, "http://h%d:8a/\n", i)
		case 3:
			fmt.Fprintf(&b, "http://u:p@h%d/ä\r\n", i)
		case 5:
			b.WriteString("\n")
		default:
			fmt.Fprintf(&b, "https://例え.テスト/%d?q\n", i)
		}
	}
	return b.String()
}

// TestSplits checks that counts, examples and reports do not depend on the size of the
// parts in which a file is read.
func TestSplits(t *testing.T) {
	tests := []struct{ name, text string }{
		{"lines", lines(40)},
		{"no end of the last line", lines(10) + "1a:b"},
		{"byte order mark", "\uFEFFa:b\n1a:b\n"},
		{"one long line", "http://h/" + strings.Repeat("a", 300) + " b\na:b\n"},
		{"blank lines only", "\n\n\n\n\n\n\n\n"},
		{"looks compressed at the start of a part", "a:b\nBZh91AY&SY\n\x1f\x8b\x08\na:b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := write(t, map[string]string{"a.txt": tt.text})
			name := filepath.Join(dir, "a.txt")
			wantCounts, wantReports := want(t, name)
			for _, size := range []int64{1, 2, 3, 7, 19, 64, 1 << 20} {
				sum, out := summarize(t, func(s beam.Scope, out iribeam.Output) iribeam.Counted {
					r := iribeam.Report(s, iribeam.Files(s, name), iribeam.Options{SplitSize: size})
					iribeam.Write(s, out, "findings", ".jsonl", r.Reports)
					return r.Counted
				})
				if got := string(sum.AppendJSON(nil)); got != wantCounts {
					t.Errorf("parts of %d bytes: got  %s\nwant %s", size, got, wantCounts)
				}
				if got := read(t, out, "findings-*"); got != wantReports {
					t.Errorf("parts of %d bytes: got %s\nwant %s", size, got, wantReports)
				}
			}
		})
	}
}
