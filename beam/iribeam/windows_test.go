package iribeam_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/mtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/periodic"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/beam/iribeam"
)

// minutes gives each string the minute that stands before it as its time.
func minutes(text string, emit func(beam.EventTime, string)) {
	emit(mtime.FromMilliseconds(int64(text[0]-'0')*60_000), text[1:])
}

// The window of a count, a summary or a text stands before it.
func countIn(w beam.Window, c iribeam.Count) string { return inWindow(w, showCount(c)) }
func summaryIn(w beam.Window, s iribeam.Summary) string {
	return inWindow(w, fmt.Sprint(s.Conforming, " of ", s.Inputs))
}
func textIn(w beam.Window, text string) string { return inWindow(w, text) }

func inWindow(w beam.Window, text string) string {
	return fmt.Sprint(int64(w.MaxTimestamp()+1)/60_000-1, ": ", text)
}

// TestWindows counts in windows of a minute, with each transform, and writes all windows together.
func TestWindows(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	col := beam.ParDo(s, minutes, beam.Create(s, "0http://h:8a/", "0http://h/%zz", "0http://h/", "3http://h:8a/",
		"3http://h:8b/", "3http://h"))
	col = beam.WindowInto(s, window.NewFixedWindows(time.Minute), col)
	check := func(col beam.PCollection, fn any, want ...any) {
		passert.Equals(s, beam.WindowInto(s, window.NewGlobalWindows(), beam.ParDo(s, fn, col)), want...)
	}
	sums := []any{"0: 1 of 3", "3: 1 of 3"}
	o := iribeam.Options{}
	checked := iribeam.Check(s, col, o)
	check(checked.By(s, iribeam.ByCode), countIn, "0: port 1", "0: pct-encoded 1", "3: port 2")
	check(checked.Summary(s), summaryIn, sums...)
	check(iribeam.Check(s, beam.AddFixedKey(s, col), o).Summary(s), summaryIn, sums...)
	check(iribeam.Report(s, col, o).Summary(s), summaryIn, sums...)
	check(iribeam.Summarize(s, col, o).Summary(s), summaryIn, sums...)
	filtered := iribeam.Filter(s, col, o)
	check(filtered.Good, textIn, "0: http://h/", "3: http://h")
	check(filtered.Summary(s), summaryIn, sums...)
	fixed := iribeam.Fix(s, col, nil, o)
	check(fixed.Summary(s), summaryIn, "0: 2 of 3", "3: 1 of 3")
	check(fixed.Results, textIn, "0: http://h:8a/", "0: http://h/%25zz", "0: http://h/", "3: http://h:8a/",
		"3: http://h:8b/", "3: http://h")
	uniq := iribeam.Uniq(s, col, iribeam.Conversion{Rung: iri.RungScheme}, false, o)
	check(uniq.Results, textIn, "0: http://h/", "3: http://h")
	runPipeline(t, p)

	dir := write(t, map[string]string{"a.txt": "http://h:8a/\nhttp://h/\n", "b.txt": "http://h:8a/\n"})
	sum, out := summarize(t, func(s beam.Scope, out iribeam.Output) iribeam.Counted {
		files := beam.WindowInto(s, window.NewFixedWindows(time.Minute), iribeam.Files(s, dir))
		checked := iribeam.Report(s, files, o)
		iribeam.WriteManifest(s, out, "manifest.jsonl", iribeam.Write(s, out, "findings", ".jsonl", checked.Reports))
		return checked.Counted
	})
	findings, _ := filepath.Glob(filepath.Join(out.Dir, "findings-*"))
	if _, err := os.Stat(filepath.Join(out.Dir, "manifest.jsonl")); sum.Inputs != 3 || sum.Conforming != 1 ||
		len(findings) == 0 || err != nil {
		t.Errorf("%+v; there are %q, %v", sum, findings, err)
	}
}

// everyTime returns strings that come again and again.
func everyTime(_ []byte, emit func(string)) {
	for _, text := range bad {
		emit(text)
	}
}

// TestUnbounded checks strings that come with a periodic impulse, each time in a window of its own.
func TestUnbounded(t *testing.T) {
	const interval, times = 100 * time.Millisecond, 3
	p, s := beam.NewPipelineWithRoot()
	start := time.Now()
	col := beam.ParDo(s, everyTime, periodic.Impulse(s, start, start.Add(times*interval), interval, true))
	counts := beam.ParDo(s, showCount, iribeam.Check(s, col, iribeam.Options{SummaryBy: iribeam.ByScheme}).By(s, iribeam.ByScheme))
	passert.Equals(s, beam.WindowInto(s, window.NewGlobalWindows(), counts), "http 3", "http 3", "http 3")
	runPipeline(t, p)
}
