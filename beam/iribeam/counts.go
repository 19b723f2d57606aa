package iribeam

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"

	"github.com/rfc3987/iri/beam/internal/spread"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Summary holds the counts of a pipeline, or of a part of its input.
type Summary = spread.Summary

// A BrokenFile is a file that could not be read, or not to its end.
type BrokenFile = spread.BrokenFile

// Counted holds the counts of a transform.
type Counted struct {
	Parts beam.PCollection // of Summary, one for each bundle, or for each element of a collection with windows
}

// The counters of Beam beside the summaries: the strings that were checked, those that conform, and the findings by
// code, as "findings.port". A bundle that is tried again may count twice there.
const metrics = "iribeam"

var checkedMetric, conformingMetric = beam.NewCounter(metrics, "checked"), beam.NewCounter(metrics, "conforming")

// isWindowed reports whether a collection has windows of its own.
func isWindowed(col beam.PCollection) bool {
	return col.WindowingStrategy().Fn.Kind != window.GlobalWindows
}

// global takes a collection out of its windows.
func global(s beam.Scope, col beam.PCollection) beam.PCollection {
	if isWindowed(col) {
		col = beam.WindowInto(s, window.NewGlobalWindows(), col)
	}
	return col
}

// A Table says what findings are counted by.
type Table string

// The tables. All but ByCode are empty unless Options.SummaryBy names them.
const (
	ByCode   = Table(summary.ByCode)
	ByReason = Table(summary.ByReason)
	ByScheme = Table(summary.ByScheme)
	ByHost   = Table(summary.ByHost)
	ByFile   = Table(summary.ByFile)
)

// by returns what is counted beside codes.
func (t Table) by() summary.By { return summary.By(t).Beside() }

// A Count says how many findings have a name, and where the first ones are: Count, Severity and
// Section (of a code), and Examples.
type Count struct {
	Name string `json:"name"`
	summary.Entry
}

// By returns the counts by code, reason, scheme, host or file as a PCollection of [Count]. The
// names are combined by key, so there may be any number of them; one bundle counts at
// least the first 10,000 and adds up the rest as "(others)".
func (c Counted) By(s beam.Scope, t Table) beam.PCollection {
	s = s.Scope("iribeam.By")
	if !slices.Contains(summary.Bys(), string(t)) {
		panic(fmt.Sprintf("iribeam: there is no table %q: choose one of %s", string(t), strings.Join(summary.Bys(), ", ")))
	}
	named := beam.ParDo(s, &entriesFn{Table: t}, c.Parts)
	return beam.ParDo(s, countOf, beam.CombinePerKey(s, summary.Added, named))
}

// Summary returns all counts as a PCollection with one [Summary], whose tables show 10,000 names.
func (c Counted) Summary(s beam.Scope) beam.PCollection {
	s = s.Scope("iribeam.Summary")
	return beam.Combine(s, &summaryFn{}, c.Parts)
}

// entriesFn emits the entries of one table with their names.
type entriesFn struct{ Table Table }

func (f *entriesFn) ProcessElement(p Summary, emit func(string, summary.Entry)) {
	table := p.Codes
	if f.Table != ByCode {
		table = nil
		if p.By == f.Table.by() {
			table = p.Table
		}
	}
	for name, e := range table {
		emit(name, *e)
	}
}

func countOf(name string, e summary.Entry) Count { return Count{name, e} }

// summaryFn adds parts up.
type summaryFn struct{}

// CreateAccumulator is called by Beam.
func (f *summaryFn) CreateAccumulator() Summary { return Summary{Broken: []BrokenFile{}} }

// MergeAccumulators is called by Beam.
func (f *summaryFn) MergeAccumulators(a, b Summary) Summary {
	a.Merge(&b)
	return a
}

// AddInput is called by Beam.
func (f *summaryFn) AddInput(sum, part Summary) Summary { return f.MergeAccumulators(sum, part) }

// The coders, which Beam finds by their names. JSON keeps all that they hold: package summary has
// valid UTF-8 only.

func encodeSummary(s Summary) ([]byte, error)           { return json.Marshal(s) }
func decodeSummary(b []byte) (s Summary, err error)     { err = json.Unmarshal(b, &s); return s, err }
func encodeEntry(e summary.Entry) ([]byte, error)       { return json.Marshal(e) }
func decodeEntry(b []byte) (e summary.Entry, err error) { err = json.Unmarshal(b, &e); return e, err }
func encodeCount(c Count) ([]byte, error)               { return json.Marshal(c) }
func decodeCount(b []byte) (c Count, err error)         { err = json.Unmarshal(b, &c); return c, err }
