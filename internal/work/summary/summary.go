// Package summary counts the findings of a run. Items with their findings come in; it returns counts by code and, on
// request, by reason, scheme, host or file, each with its first examples; as text, as JSON, and in a form to which
// another machine can add.
//
// The package must not know how items are read or how findings are printed one by one.
package summary

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/option"
)

// A Summary has the counts of a run, or of one of several workers: [Summary.Merge] adds them, in any order. The zero
// Summary has no counts. Its JSON encoding is complete, so that another machine can add to it.
type Summary struct {
	Inputs     int64 `json:"inputs"`             // all items
	Conforming int64 `json:"conforming"`         // items without an error
	Unreadable int64 `json:"unreadable"`         // items that could not be read
	Empty      int64 `json:"empty,omitempty"`    // cells and members that were empty, null or missing, and so skipped
	Kept       int64 `json:"kept,omitempty"`     // filter: lines, rows or statements
	Rejected   int64 `json:"rejected,omitempty"` // filter: the others
	Mended     int64 `json:"mended,omitempty"`   // fix and conversions: items whose text has changed
	Errors     int64 `json:"errors"`             // findings that are errors
	Warnings   int64 `json:"warnings"`
	Fixable    int64 `json:"fixable,omitempty"`    // errors of items all of whose errors have a fix
	InBaseline int64 `json:"known,omitempty"`      // findings that a baseline lists; they are not counted elsewhere
	Ignored    int64 `json:"ignored,omitempty"`    // findings that a comment ignores; they are not counted elsewhere
	Accepted   int64 `json:"accepted,omitempty"`   // items that do not conform and have no reported error
	Templates  int64 `json:"templates,omitempty"`  // items with placeholders that were left unchanged; they count as conforming
	Files      int64 `json:"files"`                // files that were opened
	Broken     int64 `json:"brokenFiles"`          // files that could not be read to their end
	PassedOver int64 `json:"passedOver,omitempty"` // skipped files in folders, whose names do not tell a format

	Spec *Spec `json:"spec,omitempty"` // the spec of the check

	Codes Table `json:"codes"`
	By    By    `json:"by,omitempty"`    // the property that Table counts by; empty if it is the code
	Table Table `json:"table,omitempty"` // nil if it would count by code

	// Prefixes counts the prefixed names with findings that are reported at the declaration of the prefix, by
	// declaration. The examples are such names.
	Prefixes Table `json:"prefixes,omitempty"`

	Gone baseline.Counts `json:"gone,omitempty"` // findings that a baseline lists and that were not found again
}

// By is a property by which findings are counted: a value of --summary-by.
type By string

// The properties.
const (
	ByCode   By = "code"
	ByReason By = "reason" // the code, and the message without its values
	ByScheme By = "scheme"
	ByHost   By = "host"
	ByFile   By = "file" // each file, and its codes
)

// Bys returns the values of --summary-by, the default first.
func Bys() []string {
	return []string{string(ByCode), string(ByReason), string(ByScheme), string(ByHost), string(ByFile)}
}

// Beside returns the property by which findings are counted in addition to their codes: b, or "" if b is the code.
func (b By) Beside() By {
	if b == ByCode {
		return ""
	}
	return b
}

// A Table counts findings by a name.
type Table map[string]*Entry

// An Entry has the counts of one name.
type Entry struct {
	Count    int64     `json:"count"`
	Severity string    `json:"severity,omitempty"`
	Section  string    `json:"section,omitempty"`
	Examples []Example `json:"examples,omitempty"`

	Codes Table `json:"codes,omitempty"` // for a file: its codes, without examples
}

// An Example is one of the first inputs that are counted for a name. File and Offset are the position of its item;
// examples are in the order of the input.
type Example struct {
	Input  string `json:"input"` // at most exampleBytes of the text
	Source string `json:"source"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	File   int    `json:"file"`   // the number of the file
	Offset int64  `json:"offset"` // in bytes of the unpacked file
}

// comparePlace compares the positions of the items.
func (x Example) comparePlace(y Example) int {
	return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Offset, y.Offset))
}

// compare is like comparePlace, and also compares findings of one item, and inputs without a position, such as words
// of a command line.
func (x Example) compare(y Example) int {
	return cmp.Or(x.comparePlace(y), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column),
		cmp.Compare(x.Input, y.Input), cmp.Compare(x.Source, y.Source))
}

const (
	maxExamples  = 3 // for one name
	exampleBytes = 200
	// maxNames is how many names a table shows: those that come first in the input. Schemes and hosts come from the
	// input, which may have any number of them. Further names are counted together as others. A table that is being
	// filled has up to twice as many names.
	maxNames = 10000
	others   = "(others)"
)

// Add counts an item with its findings. more is the number of further errors that are not in the list. Findings are
// also counted by the property by.
func (s *Summary) Add(rec *input.Item, findings []finding.Finding, more int, conforms bool, by By) {
	s.Inputs++
	if conforms {
		s.Conforming++
	}
	if rec.Err != nil {
		s.Unreadable++
	}
	if len(findings) > 0 {
		s.addFindings(rec, findings, more, by)
	}
}

// AddShown counts an item that is shown and not checked.
func (s *Summary) AddShown(conforms bool) {
	s.Inputs++
	if conforms {
		s.Conforming++
	}
}

// AddRemark counts a finding about a file that is not about an item.
func (s *Summary) AddRemark(rec *input.Item, f finding.Finding, by By) {
	s.addFindings(rec, []finding.Finding{f}, 0, by)
}

// addFindings counts the findings of an item, as Add says.
func (s *Summary) addFindings(rec *input.Item, findings []finding.Finding, more int, by By) {
	if more > 0 {
		s.Errors += int64(more)
	}
	s.By = by
	x := example{rec: rec, at: rec.Locator()} // there can be a finding for every byte
	if more == 0 && rec.Err == nil {
		s.Fixable += fixable(findings)
	}
	name, counted := "", true // for a name that all findings of the item have
	switch by {
	case ByScheme:
		name, _, _ = splitHost(x.text())
		counted = rec.Err == nil
	case ByHost:
		_, name, counted = splitHost(x.text())
		counted = counted && rec.Err == nil
	case ByFile:
		name = rec.Source
	}
	for i := range findings {
		f := &findings[i]
		if f.Severity == finding.Error {
			s.Errors++
		} else {
			s.Warnings++
		}
		e := count(&s.Codes, string(f.Code), &x, f)
		e.Severity, e.Section = worse(e.Severity, f.Severity.String()), max(e.Section, f.Section)
		switch {
		case by == "" || !counted:
			continue
		case by == ByReason:
			if name = string(f.Code); f.Message.WithoutValues() != "" {
				name += ": " + f.Message.WithoutValues()
			}
		}
		e = count(&s.Table, name, &x, f)
		switch e.Severity = worse(e.Severity, f.Severity.String()); by {
		case ByFile:
			e = e.Codes.entry(string(f.Code))
			e.Count, e.Severity = e.Count+1, worse(e.Severity, f.Severity.String())
		case ByScheme, ByHost: // of all severities
			e.Severity = ""
		}
	}
}

// fixable returns the number of errors if all of them have a fix that is not a guess, and 0 otherwise.
func fixable(findings []finding.Finding) (n int64) {
	for i := range findings {
		switch f := &findings[i]; {
		case f.Severity != finding.Error:
		case f.Fix == nil || f.Fix.Guessed:
			return 0
		default:
			n++
		}
	}
	return n
}

// AddSuppressed counts the suppressed findings of an item that Add has counted: known ones of a baseline and ignored
// ones of comments. reported are the other findings.
func (s *Summary) AddSuppressed(known, ignored int, conforms bool, reported []finding.Finding) {
	s.InBaseline += int64(known)
	s.Ignored += int64(ignored)
	if !conforms && !slices.ContainsFunc(reported, func(f finding.Finding) bool { return f.Severity == finding.Error }) {
		s.Accepted++
	}
}

// AddTemplate counts an item that stays unchanged because it has placeholders.
func (s *Summary) AddTemplate(left bool) {
	if left {
		s.Templates++
	}
}

// TemplatesLeft says how many items stay unchanged because they have placeholders, or returns "".
func (s *Summary) TemplatesLeft() string {
	switch s.Templates {
	case 0:
		return ""
	case 1:
		return ", 1 template was left alone"
	}
	return fmt.Sprintf(", %s templates were left alone", quote.Count(s.Templates))
}

// AddUse counts a prefixed name with findings that are in the IRI of its prefix.
func (s *Summary) AddUse(rec *input.Item, findings []finding.Finding) {
	if len(findings) == 0 {
		return
	}
	x := example{rec: rec, at: rec.Locator()}
	e := count(&s.Prefixes, fmt.Sprintf("%s:%d %s", rec.Source, rec.Prefix.Line, rec.Prefix.Label()), &x, &findings[0])
	e.Severity = findings[0].Severity.String()
}

// An example is an item; it may be an example for several names.
type example struct {
	rec   *input.Item
	at    input.Locator
	shown *string // see text
}

// text returns, without passwords, the text of the item or, if it cannot be read, its line.
func (x *example) text() string {
	if x.shown == nil {
		text := x.rec.Text
		if x.rec.Err != nil {
			text = string(x.rec.LineText[:min(len(x.rec.LineText), 2*exampleBytes)])
		}
		text = component.Redact(text)
		x.shown = &text
	}
	return *x.shown
}

// count adds one to the entry of a name, and adds an example if it comes before the present ones.
func count(t *Table, name string, of *example, f *finding.Finding) *Entry {
	e, rec := t.entry(name), of.rec
	e.Count++
	x := Example{File: rec.FileNumber(), Offset: rec.Offset}
	if n := len(e.Examples); n == maxExamples {
		// This is the usual case, because items come in order, as do the findings of an item. Words have no position.
		if c := e.Examples[n-1].comparePlace(x); c < 0 || c == 0 && rec.Format != input.Words {
			return e
		}
	}
	x.Source, x.Input = strings.Clone(rec.Source), clip(of.text())
	if rec.Err != nil {
		x.Line, x.Column = rec.Err.Line, rec.Err.Col
	} else {
		x.Line, x.Column = of.at.Position(f.Start)
	}
	e.keep(x)
	t.limit()
	return e
}

// keep inserts an example in order, unless there are enough before it.
func (e *Entry) keep(x Example) {
	at, _ := slices.BinarySearchFunc(e.Examples, x, Example.compare)
	if at < maxExamples {
		e.Examples = slices.Insert(e.Examples, at, x)
		e.Examples = e.Examples[:min(len(e.Examples), maxExamples)]
	}
}

// Merge adds the counts of another entry. The order of several calls makes no difference.
func (e *Entry) Merge(part *Entry) {
	e.Codes.merge(part.Codes)
	e.Count += part.Count
	e.Severity, e.Section = worse(e.Severity, part.Severity), max(e.Section, part.Section)
	for _, x := range part.Examples {
		e.keep(x)
	}
}

// worse returns the worse of two severities; the empty one is the least.
func worse(a, b string) string {
	if a == finding.Error.String() {
		return a
	}
	return cmp.Or(b, a)
}

// entry returns the entry of a name, and adds one if there is none. It copies the name, which may be in a buffer that
// is reused.
func (t *Table) entry(name string) *Entry {
	if e := (*t)[name]; e != nil {
		return e
	}
	if *t == nil {
		*t = make(Table)
	}
	e := new(Entry)
	(*t)[strings.Clone(name)] = e
	return e
}

// limit bounds the memory of a table: it cuts one that has twice as many names as are shown.
func (t *Table) limit() {
	if len(*t) > 2*maxNames+1 {
		*t = t.cut()
	}
}

// cut returns a table with the maxNames names that come first in the input, and an entry for the others. It shares
// entries with t.
func (t Table) cut() Table {
	names := make([]string, 0, len(t))
	for name := range t {
		if name != others {
			names = append(names, name)
		}
	}
	if len(names) <= maxNames {
		return t
	}
	first := func(name string) (x Example) {
		if all := t[name].Examples; len(all) > 0 {
			x = all[0]
		}
		return x
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(first(a).compare(first(b)), cmp.Compare(a, b))
	})
	out, rest := make(Table, maxNames+1), new(Entry)
	for _, name := range names[:maxNames] {
		out[name] = t[name]
	}
	for _, name := range names[maxNames:] {
		rest.Merge(t[name])
	}
	if e := t[others]; e != nil {
		rest.Merge(e)
	}
	out[others] = rest
	return out
}

// clip returns a copy of the first exampleBytes of a text. The copy is valid UTF-8, so that JSON does not change it.
func clip(s string) string {
	if len(s) <= exampleBytes {
		return strings.ToValidUTF8(strings.Clone(s), "\uFFFD")
	}
	n := exampleBytes
	for n > exampleBytes-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.ToValidUTF8(s[:n], "\uFFFD") + "…"
}

// splitHost returns the scheme and the host, in lower case, of a string that need not conform. Text of more than 64
// bytes is not a scheme.
func splitHost(s string) (scheme, host string, hasHost bool) {
	ref := component.OfAny(s)
	if scheme, _ = ref.Scheme(); len(scheme) > 64 {
		scheme = ""
	}
	h, ok := ref.Host()
	return chars.Lower(scheme), chars.Lower(clip(h.Text)), ok
}

// counts returns all counts, and tables all tables.
func (s *Summary) counts() []*int64 {
	return []*int64{&s.Inputs, &s.Conforming, &s.Unreadable, &s.Empty, &s.Templates, &s.Kept, &s.Rejected, &s.Mended, &s.Errors,
		&s.Warnings, &s.Fixable,
		&s.InBaseline, &s.Ignored, &s.Accepted, &s.Files, &s.Broken, &s.PassedOver}
}

func (s *Summary) tables() []*Table {
	return []*Table{&s.Codes, &s.Table, &s.Prefixes}
}

// Merge adds the counts of another summary. The order of several calls makes no difference, except for names beyond
// the limit of a table: if summaries are not added in the order of the input, some findings of a shown name may be
// counted under others.
func (s *Summary) Merge(part *Summary) {
	of := part.counts()
	for i, n := range s.counts() {
		*n += *of[i]
	}
	s.Spec, s.By = cmp.Or(s.Spec, part.Spec), cmp.Or(s.By, part.By)
	tables := part.tables()
	for i, t := range s.tables() {
		t.merge(*tables[i])
	}
}

func (t *Table) merge(part Table) {
	for name, e := range part {
		t.entry(name).Merge(e)
	}
	t.limit()
}

// Reset makes s the zero Summary.
func (s *Summary) Reset() { *s = Summary{} }

// NotConforming returns how many inputs have an error.
func (s *Summary) NotConforming() int64 { return s.Inputs - s.Conforming }

// Fails reports whether the counts make a run fail; on is one of [option.FailOns], or empty for the first.
func (s *Summary) Fails(on string) bool {
	return on != option.FailOnNever && (s.NotConforming() > s.Accepted || on == option.FailOnWarning && s.Warnings > 0)
}

// A Row is an entry of a table with its name.
type Row struct {
	Name string
	*Entry
}

// Rows returns the entries of the table, the largest count first. There are at most maxNames and one for the others.
func (t Table) Rows() []Row {
	t = t.cut()
	rows := make([]Row, 0, len(t))
	for name, e := range t {
		rows = append(rows, Row{name, e})
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return rows
}

// Added returns the sum of two entries, without changing them, because the caller may use them elsewhere.
func Added(a, b Entry) (sum Entry) {
	sum.Merge(&a)
	sum.Merge(&b)
	return sum
}
