package iribeam

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Summary holds the counts of a pipeline, or of a part of its input. They are those that iri
// check --format json prints: Inputs, Conforming, Unreadable, Errors, Warnings, Files and so on, and
// the tables Codes, Rules, Schemes and Hosts, whose method Rows returns the largest count first.
type Summary struct {
	summary.Summary
	Broken  []BrokenFile  `json:"broken"` // in the order of the files
	Account input.Account `json:"account"`

	Coverage *work.Coverage `json:"coverage,omitempty"` // nil without Options.Coverage
}

// A BrokenFile is a file that could not be read, or not to its end. What comes before the
// fault has been checked.
type BrokenFile struct {
	Number  int64
	Name    string
	Offset  int64  // how many bytes of the file had been read
	Message string // for people; it names the file and the offset
}

// merge adds the counts of a part, which may come in any order. Of each file it keeps the first
// fault.
func (s *Summary) merge(part *Summary) {
	s.Summary.Merge(&part.Summary)
	s.Coverage = s.Coverage.Plus(part.Coverage)
	s.Account.Merge(&part.Account)
	for _, b := range part.Broken {
		at, found := slices.BinarySearchFunc(s.Broken, b, func(x, y BrokenFile) int { return cmp.Compare(x.Number, y.Number) })
		switch {
		case !found:
			s.Broken = slices.Insert(s.Broken, at, b)
		case b.Offset < s.Broken[at].Offset:
			s.Broken[at] = b
		}
	}
}

// Lines returns what iri check prints of the files that were passed over, how tables are written, names
// that could not be expanded, and files without a string.
func (s *Summary) Lines() []string {
	return slices.Concat(s.Account.PassedLines(), s.Account.SaidLines(), s.Account.WithoutLines())
}

// AppendJSON appends the summary as one line, the same that iri check --summary-only
// --format json prints.
func (s *Summary) AppendJSON(b []byte) []byte {
	sum := s.Summary
	sum.Broken = int64(len(s.Broken))
	return sum.AppendJSON(b)
}

// Status returns the exit status of a program that has counted this, as that of iri: 0 if all inputs
// conform or have a result, 1 if some do not, 2 if a file could not be read to its end.
func (s *Summary) Status() int { return s.StatusOn(summary.FailOnError) }

// StatusOn is Status for a program with --fail-on: "error", "warning", which is 1 for warnings, too, or
// "never", which is never 1.
func (s *Summary) StatusOn(level string) int {
	switch {
	case len(s.Broken) > 0:
		return int(run.Usage)
	case s.Fails(level):
		return int(run.Found)
	}
	return 0
}

// Counted holds the counts of a transform.
type Counted struct {
	Parts beam.PCollection // of Summary, one for each bundle
}

// A Table says what findings are counted by.
type Table string

// The tables. ByHost is empty unless Options.Hosts is set.
const (
	ByCode   Table = "code"
	ByRule   Table = "rule"
	ByScheme Table = "scheme"
	ByHost   Table = "host"
)

// tables are where a summary holds them.
var tables = map[Table]func(*Summary) summary.Table{
	ByCode:   func(s *Summary) summary.Table { return s.Codes },
	ByRule:   func(s *Summary) summary.Table { return s.Rules },
	ByScheme: func(s *Summary) summary.Table { return s.Schemes },
	ByHost:   func(s *Summary) summary.Table { return s.Hosts },
}

// A Count says how many findings have a name, and where the first ones are: Count, Severity and
// Section (of a code), and Examples.
type Count struct {
	Name string `json:"name"`
	summary.Entry
}

// By returns the counts by code, rule, scheme or host as a PCollection of [Count]. The
// names are combined by key, so there may be any number of them; one bundle counts at
// least the first 10,000 and adds up the rest as "(others)".
func (c Counted) By(s beam.Scope, t Table) beam.PCollection {
	s = s.Scope("iribeam.By")
	if tables[t] == nil {
		panic(fmt.Sprintf("iribeam: there is no table %q: choose one of code, rule, scheme, host", string(t)))
	}
	named := beam.ParDo(s, &entriesFn{Table: t}, c.Parts)
	return beam.ParDo(s, countOf, beam.CombinePerKey(s, summary.Added, named))
}

// Summary returns all counts as a PCollection with one [Summary], whose tables show 10,000 names.
func (c Counted) Summary(s beam.Scope) beam.PCollection {
	s = s.Scope("iribeam.Summary")
	return beam.Combine(s, &summaryFn{}, c.Parts)
}

// Broken returns the files that could not be read to their end, as a PCollection of
// [BrokenFile]. A file that is read in parts may be in it more than once.
func (c Counted) Broken(s beam.Scope) beam.PCollection {
	return beam.ParDo(s.Scope("iribeam.Broken"), brokenOfPart, c.Parts)
}

func brokenOfPart(p Summary, emit func(BrokenFile)) {
	for _, b := range p.Broken {
		emit(b)
	}
}

// entriesFn emits the entries of one table with their names.
type entriesFn struct{ Table Table }

func (f *entriesFn) ProcessElement(p Summary, emit func(string, summary.Entry)) {
	for name, e := range tables[f.Table](&p) {
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
	a.merge(&b)
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
