package iribeam_test

import (
	"maps"
	"strconv"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/passert"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/beam/iribeam"
)

// bad has a string that is not UTF-8, which must not change on its way.
var bad = []string{"http://h/é", "http://h:8a/", "http://h/\xff", "http://u:p@h/"}

// TestStrings runs each transform over a PCollection of strings.
func TestStrings(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	col := beam.CreateList(s, bad)
	o := iribeam.Options{SummaryBy: iribeam.ByScheme, Job: iribeam.Job{Severity: map[iri.Code]iri.Severity{"userinfo-password": iri.SeverityOff}}}
	checked := iribeam.Check(s, col, o)
	// The Reshuffle encodes and decodes the elements.
	passert.Equals(s, beam.ParDo(s, showFinding, beam.Reshuffle(s, checked.Findings)),
		"port http://h:8a/ 10 error", "utf-8 http://h/\xff 9 error")
	passert.Equals(s, beam.ParDo(s, showCount, checked.By(s, iribeam.ByCode)), "port 1", "utf-8 1")
	passert.Equals(s, beam.ParDo(s, showCount, checked.By(s, iribeam.ByScheme)), "http 2")

	filtered := iribeam.Filter(s, col, o)
	passert.Equals(s, filtered.Good, bad[0], bad[3])
	passert.Equals(s, beam.ParDo(s, showRejected, beam.Reshuffle(s, filtered.Rejected)), bad[1], bad[2])

	fixed := iribeam.Fix(s, beam.Create(s, "http://h/a b", "http://h:8a/"), nil, o)
	passert.Equals(s, fixed.Results, "http://h/a%20b", "http://h:8a/")
	uris := iribeam.Convert(s, col, iribeam.Conversion{Kind: iribeam.ToURI}, o)
	passert.Equals(s, uris.Results, "http://h/%C3%A9", bad[1], bad[2], bad[3])
	uniq := iribeam.Uniq(s, beam.Create(s, "http://h/b", "HTTP://h/a", "http://h:8a/", "http://h/a"),
		iribeam.Conversion{Rung: iri.RungScheme}, true, iribeam.Options{})
	passert.Equals(s, uniq.Results, "1\thttp://h/b", "2\tHTTP://h/a")
	passert.Equals(s, beam.ParDo(s, showRejected, uniq.Failed), bad[1])
	runPipeline(t, p)
	sum, _ := summarize(t, func(s beam.Scope, _ iribeam.Output) iribeam.Counted {
		return iribeam.Summarize(s, beam.CreateList(s, bad), o)
	})
	if sum.Inputs != 4 || sum.Conforming != 2 || sum.Errors != 2 || sum.Warnings != 0 {
		t.Errorf("got %+v", sum)
	}
}

// TestMetrics holds the counters of Beam against the summary.
func TestMetrics(t *testing.T) {
	p, s := beam.NewPipelineWithRoot()
	iribeam.Summarize(s, beam.CreateList(s, bad), iribeam.Options{})
	result, err := ptest.RunWithMetrics(p)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]int64)
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Key.Namespace == "iribeam" {
			got[c.Key.Name] = c.Result()
		}
	}
	if want := map[string]int64{"checked": 4, "conforming": 2, "findings.port": 1, "findings.utf-8": 1,
		"findings.userinfo-password": 1}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func showFinding(f iribeam.Finding) string {
	return string(f.Code) + " " + f.Input + " " + strconv.Itoa(f.Start) + " " + f.Severity.String()
}

func showCount(c iribeam.Count) string       { return c.Name + " " + strconv.Itoa(int(c.Count)) }
func showRejected(r iribeam.Rejected) string { return string(r.Record) }
