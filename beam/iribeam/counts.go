package iribeam

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/work/summary"
)

// A Part holds the counts of a part of the input. [Counted] adds parts up.
type Part struct {
	File   int64 // where the part starts: it orders the examples
	Offset int64
	Counts summary.Summary
	Broken []BrokenFile
}

// A BrokenFile is a file that could not be read, or not to its end. What comes before the
// fault has been checked.
type BrokenFile struct {
	Number  int64
	Name    string
	Offset  int64  // how many bytes of the file had been read
	Message string // for people; it names the file and the offset
}

// Counted holds the counts of a transform.
type Counted struct {
	Parts beam.PCollection // of Part
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

// A Count says how many findings have a name, and where the first ones are.
type Count struct {
	Name     string    `json:"name"`
	Severity string    `json:"severity,omitempty"` // of a code
	Section  string    `json:"section,omitempty"`  // of a code
	Count    int64     `json:"count"`
	Examples []Example `json:"examples"`
}

// An Example is one of the first inputs that a name is counted for.
type Example struct {
	Input  string `json:"input"` // the start of it
	Source string `json:"source"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// By returns the counts by code, rule, scheme or host as a PCollection of [Count]. The
// names are combined by key, so there may be any number of them.
func (c Counted) By(s beam.Scope, t Table) beam.PCollection {
	s = s.Scope("iribeam.By")
	switch t {
	case ByCode, ByRule, ByScheme, ByHost:
	default:
		panic(fmt.Sprintf("iribeam: there is no table %q: choose one of code, rule, scheme, host", string(t)))
	}
	named := beam.ParDo(s, &talliesFn{Table: t}, c.Parts)
	return beam.ParDo(s, countOfTally, beam.CombinePerKey(s, mergeTallies, named))
}

// Summary returns all counts as a PCollection with one [Summary].
func (c Counted) Summary(s beam.Scope) beam.PCollection {
	s = s.Scope("iribeam.Summary")
	return beam.Combine(s, &summaryFn{}, c.Parts)
}

// Broken returns the files that could not be read to their end, as a PCollection of
// [BrokenFile]. A file that is read in parts may be in it more than once.
func (c Counted) Broken(s beam.Scope) beam.PCollection {
	return beam.ParDo(s.Scope("iribeam.Broken"), brokenOfPart, c.Parts)
}

func brokenOfPart(p Part, emit func(BrokenFile)) {
	for _, b := range p.Broken {
		emit(b)
	}
}

// A tally is a count with what is needed to add it to others in any order.
type tally struct {
	Count    int64  `json:"count"`
	Severity string `json:"severity,omitempty"`
	Section  string `json:"section,omitempty"`
	// Examples are the first ones in the order of the input.
	Examples []placed `json:"examples"`
}

// A placed example knows its part, because the examples of the first part come first.
type placed struct {
	File   int64 `json:"f"`
	Offset int64 `json:"o"`
	summary.Example
}

// maxExamples is how many examples of a name are kept, as in package summary.
const maxExamples = 3

func (a placed) compare(b placed) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset))
}

// tallyOf returns the entry of a part as a tally.
func tallyOf(p *Part, e *summary.Entry) tally {
	t := tally{Count: e.Count, Severity: e.Severity, Section: e.Section}
	for _, x := range e.Examples {
		t.Examples = append(t.Examples, placed{p.File, p.Offset, x})
	}
	return t
}

// mergeTallies adds two tallies. The result does not depend on their order.
func mergeTallies(a, b tally) tally {
	out := tally{Count: a.Count + b.Count, Severity: max(a.Severity, b.Severity), Section: max(a.Section, b.Section)}
	out.Examples = append(append(out.Examples, a.Examples...), b.Examples...)
	// Stable: the examples of one part are in their order already.
	slices.SortStableFunc(out.Examples, placed.compare)
	out.Examples = out.Examples[:min(len(out.Examples), maxExamples)]
	return out
}

func countOfTally(name string, t tally) Count {
	c := Count{Name: name, Severity: t.Severity, Section: t.Section, Count: t.Count, Examples: []Example{}}
	for _, x := range t.Examples {
		c.Examples = append(c.Examples, Example(x.Example))
	}
	return c
}

// table returns one table of a part.
func (p *Part) table(t Table) summary.Table {
	switch t {
	case ByCode:
		return p.Counts.Codes
	case ByRule:
		return p.Counts.Rules
	case ByScheme:
		return p.Counts.Schemes
	}
	return p.Counts.Hosts
}

// talliesFn emits the entries of one table with their names.
type talliesFn struct{ Table Table }

func (f *talliesFn) ProcessElement(p Part, emit func(string, tally)) {
	for name, e := range p.table(f.Table) {
		emit(name, tallyOf(&p, e))
	}
}

// The coders. JSON keeps all that they hold: package summary has valid UTF-8 only.

func encodePart(p Part) ([]byte, error)           { return json.Marshal(p) }
func decodePart(b []byte) (p Part, err error)     { err = json.Unmarshal(b, &p); return p, err }
func encodeTally(t tally) ([]byte, error)         { return json.Marshal(t) }
func decodeTally(b []byte) (t tally, err error)   { err = json.Unmarshal(b, &t); return t, err }
func encodeTotals(t totals) ([]byte, error)       { return json.Marshal(t) }
func decodeTotals(b []byte) (t totals, err error) { err = json.Unmarshal(b, &t); return t, err }
func encodeCount(c Count) ([]byte, error)         { return json.Marshal(c) }
func decodeCount(b []byte) (c Count, err error)   { err = json.Unmarshal(b, &c); return c, err }
func encodeSummary(s Summary) ([]byte, error)     { return json.Marshal(s) }
func decodeSummary(b []byte) (s Summary, err error) {
	err = json.Unmarshal(b, &s)
	return s, err
}
