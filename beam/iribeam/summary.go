package iribeam

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/work/summary"
)

// A Summary holds all counts of a pipeline.
type Summary struct {
	Inputs     int64        `json:"inputs"`
	Conforming int64        `json:"conforming"`
	Unreadable int64        `json:"unreadable"` // records that could not be read
	Empty      int64        `json:"empty"`      // cells and members that were empty, null or missing, and so skipped
	Errors     int64        `json:"errors"`     // findings that are errors
	Warnings   int64        `json:"warnings"`
	Files      int64        `json:"files"`
	PassedOver int64        `json:"passedOver"` // files in folders whose names do not say a format
	Broken     []BrokenFile `json:"broken"`     // in the order of the files

	// The tables, the largest count first. A table has at most 10,000 names; further
	// ones are added up as "(others)". [Counted.By] has no limit.
	Codes   []Count `json:"codes"`
	Rules   []Count `json:"rules"`
	Schemes []Count `json:"schemes"`
	Hosts   []Count `json:"hosts,omitempty"`
}

// NotConforming returns how many inputs have an error.
func (s *Summary) NotConforming() int64 { return s.Inputs - s.Conforming }

// AppendJSON appends the summary as one line, the same that iri check --summary-only
// --format json prints.
func (s *Summary) AppendJSON(b []byte) []byte {
	sum := summary.Summary{
		Inputs: s.Inputs, Conforming: s.Conforming, Unreadable: s.Unreadable, Empty: s.Empty, Errors: s.Errors, Warnings: s.Warnings,
		Files: s.Files, PassedOver: s.PassedOver, Broken: int64(len(s.Broken)),
		Codes: tableOf(s.Codes), Rules: tableOf(s.Rules), Schemes: tableOf(s.Schemes), Hosts: tableOf(s.Hosts),
	}
	return sum.AppendJSON(b)
}

func tableOf(counts []Count) summary.Table {
	if len(counts) == 0 {
		return nil
	}
	t := make(summary.Table)
	for _, c := range counts {
		e := &summary.Entry{Count: c.Count, Severity: c.Severity, Section: c.Section}
		for _, x := range c.Examples {
			e.Examples = append(e.Examples, summary.Example(x))
		}
		t[c.Name] = e
	}
	return t
}

// totals is the accumulator of summaryFn. Parts may be added in any order.
type totals struct {
	Inputs, Conforming, Unreadable, Empty, Errors, Warnings, Files, PassedOver int64

	Broken map[int64]BrokenFile // by number
	Tables map[Table]map[string]tally
}

// summaryFn adds parts up.
type summaryFn struct{}

// CreateAccumulator is called by Beam.
func (f *summaryFn) CreateAccumulator() totals { return totals{} }

// AddInput is called by Beam.
func (f *summaryFn) AddInput(t totals, p Part) totals {
	c := &p.Counts
	t.merge(&totals{
		Inputs: c.Inputs, Conforming: c.Conforming, Unreadable: c.Unreadable, Empty: c.Empty,
		Errors: c.Errors, Warnings: c.Warnings, Files: c.Files, PassedOver: c.PassedOver,
	})
	for _, b := range p.Broken {
		t.addBroken(b)
	}
	for _, name := range tables() {
		for key, e := range p.table(name) {
			t.add(name, key, tallyOf(&p, e))
		}
		t.limit(name)
	}
	return t
}

// MergeAccumulators is called by Beam.
func (f *summaryFn) MergeAccumulators(a, b totals) totals {
	a.merge(&b)
	for _, x := range b.Broken {
		a.addBroken(x)
	}
	for name, table := range b.Tables {
		for key, t := range table {
			a.add(name, key, t)
		}
		a.limit(name)
	}
	return a
}

// merge adds the numbers, not the tables.
func (t *totals) merge(o *totals) {
	t.Inputs += o.Inputs
	t.Conforming += o.Conforming
	t.Unreadable += o.Unreadable
	t.Empty += o.Empty
	t.Errors += o.Errors
	t.Warnings += o.Warnings
	t.Files += o.Files
	t.PassedOver += o.PassedOver
}

// ExtractOutput is called by Beam.
func (f *summaryFn) ExtractOutput(t totals) Summary {
	s := Summary{
		Inputs: t.Inputs, Conforming: t.Conforming, Unreadable: t.Unreadable, Empty: t.Empty,
		Errors: t.Errors, Warnings: t.Warnings, Files: t.Files, PassedOver: t.PassedOver,
		Broken: []BrokenFile{},
		Codes:  t.counts(ByCode), Rules: t.counts(ByRule), Schemes: t.counts(ByScheme), Hosts: t.counts(ByHost),
	}
	for _, b := range t.Broken {
		s.Broken = append(s.Broken, b)
	}
	slices.SortFunc(s.Broken, func(a, b BrokenFile) int { return cmp.Compare(a.Number, b.Number) })
	return s
}

func tables() []Table { return []Table{ByCode, ByRule, ByScheme, ByHost} }

// addBroken keeps the first fault of each file.
func (t *totals) addBroken(b BrokenFile) {
	if old, ok := t.Broken[b.Number]; ok && old.Offset <= b.Offset {
		return
	}
	if t.Broken == nil {
		t.Broken = make(map[int64]BrokenFile)
	}
	t.Broken[b.Number] = b
}

func (t *totals) add(name Table, key string, x tally) {
	if t.Tables == nil {
		t.Tables = make(map[Table]map[string]tally)
	}
	table := t.Tables[name]
	if table == nil {
		table = make(map[string]tally)
		t.Tables[name] = table
	}
	if old, ok := table[key]; ok {
		x = mergeTallies(old, x)
	}
	table[key] = x
}

const (
	// maxNames is how many names a table of a summary holds, and others is the name for
	// the rest, as in package summary.
	maxNames = 10000
	others   = "(others)"
)

// limit bounds the memory for a table: when it has twice as many names as are shown, it
// keeps those that come first in the input.
func (t *totals) limit(name Table) {
	if len(t.Tables[name]) > 2*maxNames {
		t.cut(name)
	}
}

// cut keeps the first maxNames names of a table and adds up the rest.
func (t *totals) cut(name Table) {
	table := t.Tables[name]
	keys := make([]string, 0, len(table))
	for key := range table {
		if key != others {
			keys = append(keys, key)
		}
	}
	if len(keys) <= maxNames {
		return
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(table[a].Examples[0].compare(table[b].Examples[0]), cmp.Compare(a, b))
	})
	for _, key := range keys[maxNames:] {
		x := table[key]
		delete(table, key)
		t.add(name, others, x)
	}
}

// counts returns a table, the largest count first.
func (t *totals) counts(name Table) []Count {
	t.cut(name)
	counts := make([]Count, 0, len(t.Tables[name]))
	for key, x := range t.Tables[name] {
		counts = append(counts, countOfTally(key, x))
	}
	slices.SortFunc(counts, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return counts
}
