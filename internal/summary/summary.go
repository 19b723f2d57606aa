// Package summary counts what a run has found: by code, by rule, by scheme and,
// on request, by host, with the first examples of each and a random sample.
package summary

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

// A Summary holds the counts of a run, or of a part of one: parts are put together
// with [Summary.Merge], in the order of the input. The zero Summary is that of
// nothing. Its JSON encoding holds all there is, so that a run can go on from it.
type Summary struct {
	Inputs     int64 `json:"inputs"`     // records, those that could not be read included
	Conforming int64 `json:"conforming"` // those without an error
	Unreadable int64 `json:"unreadable"` // those that could not be read
	Errors     int64 `json:"errors"`     // findings
	Warnings   int64 `json:"warnings"`
	Files      int64 `json:"files"`       // those that were opened
	Broken     int64 `json:"brokenFiles"` // those that could not be read, or not to the end

	Codes   Table `json:"codes"`
	Rules   Table `json:"rules"`
	Schemes Table `json:"schemes"`
	Hosts   Table `json:"hosts,omitempty"`

	Sample map[string][]Drawn `json:"sample,omitempty"` // by code
}

// A Table counts findings by a name.
type Table map[string]*Entry

// An Entry is what is known of one name.
type Entry struct {
	Count    int64     `json:"count"`
	Severity string    `json:"severity,omitempty"`
	Section  string    `json:"section,omitempty"`
	Examples []Example `json:"examples"`
}

// An Example is one of the first inputs with a finding.
type Example struct {
	Input  string `json:"input"` // cut at exampleLength
	Source string `json:"source"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

const (
	examples      = 3
	exampleLength = 200 // bytes
	// distinct is how many names a table holds: schemes and hosts come from the
	// input, and it may have any number of them. What comes later is counted under
	// others.
	distinct = 10000
	others   = "(others)"
)

// Add counts a record with its findings. hosts says whether to count by host.
func (s *Summary) Add(rec *input.Record, findings []iri.Finding, more int, conforms, hosts bool) {
	s.Inputs++
	if conforms {
		s.Conforming++
	}
	if rec.Err != nil {
		s.Unreadable++
	}
	if len(findings) == 0 {
		return
	}
	var scheme, host string
	hasHost := false
	switch {
	case rec.Err != nil:
	case hosts:
		scheme, host, hasHost = parts(rec.Text)
	default:
		scheme, _ = schemeOf(rec.Text)
	}
	if more > 0 { // beyond the limit of findings of one input, by their number only
		s.Errors += int64(more)
	}
	for i := range findings {
		f := &findings[i]
		if f.Severity == iri.Error {
			s.Errors++
		} else {
			s.Warnings++
		}
		e := count(&s.Codes, string(f.Code), rec, f)
		e.Severity, e.Section = f.Severity.String(), f.Section
		if n := len(f.Rules); n > 0 {
			count(&s.Rules, f.Rules[n-1], rec, f)
		}
		if rec.Err != nil {
			continue
		}
		count(&s.Schemes, scheme, rec, f)
		if hasHost {
			count(&s.Hosts, host, rec, f)
		}
	}
}

// count adds one to the entry of a name.
func count(t *Table, name string, rec *input.Record, f *iri.Finding) *Entry {
	e := t.entry(name)
	e.Count++
	if len(e.Examples) < examples {
		x := Example{Source: strings.Clone(rec.Source)}
		if rec.Err != nil {
			x.Input, x.Line, x.Column = clip(string(rec.Whole[:min(len(rec.Whole), exampleLength+utf8.UTFMax)])), rec.Err.Line, rec.Err.Col
		} else {
			x.Input = clip(rec.Text)
			x.Line, x.Column = rec.Position(f.Start)
		}
		e.Examples = append(e.Examples, x)
	}
	return e
}

// entry returns the entry of a name, new if there is none. The name may be a view.
func (t *Table) entry(name string) *Entry {
	if e := (*t)[name]; e != nil {
		return e
	}
	if len(*t) >= distinct {
		name = others
		if e := (*t)[name]; e != nil {
			return e
		}
	}
	if *t == nil {
		*t = make(Table)
	}
	e := new(Entry)
	(*t)[strings.Clone(name)] = e
	return e
}

// clip returns the beginning of a text, as a string of its own. It is UTF-8, so
// that it comes back the same from JSON.
func clip(s string) string {
	if len(s) <= exampleLength {
		return strings.ToValidUTF8(strings.Clone(s), "\uFFFD")
	}
	n := exampleLength
	for n > exampleLength-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.ToValidUTF8(s[:n], "\uFFFD") + "…"
}

// parts returns what stands for the scheme and the host of a string that need not
// conform, in lower case: RFC 3986 Appendix B, and §3.2 for the host. Where the
// text before the first of : / ? # is no scheme, the scheme is empty.
func parts(s string) (scheme, host string, hasHost bool) {
	scheme, rest := schemeOf(s)
	if !strings.HasPrefix(rest, "//") {
		return scheme, "", false
	}
	host = rest[2:]
	if i := strings.IndexAny(host, "/?#"); i >= 0 {
		host = host[:i]
	}
	host = host[strings.LastIndexByte(host, '@')+1:]
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		host = host[:i]
	}
	return scheme, lower(clip(host)), true
}

// schemeOf returns what stands for the scheme, and what follows it.
func schemeOf(s string) (scheme, rest string) {
	i := 0
	for i < len(s) && s[i] != ':' && s[i] != '/' && s[i] != '?' && s[i] != '#' {
		i++
	}
	if i == 0 || i == len(s) || s[i] != ':' || !isScheme(s[:i]) {
		return "", s
	}
	return lower(s[:i]), s[i+1:]
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (i == 0 || (s[i] < '0' || s[i] > '9') && s[i] != '+' && s[i] != '-' && s[i] != '.') {
			return false
		}
	}
	return len(s) <= 64
}

// lower folds ASCII only, and does not allocate if there is nothing to fold.
func lower(s string) string {
	for i := range len(s) {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for j := range b {
				if b[j] >= 'A' && b[j] <= 'Z' {
					b[j] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}

// Merge adds the counts of a part that comes later in the input. Samples have at
// most that many records.
func (s *Summary) Merge(part *Summary, sample int) {
	s.Inputs += part.Inputs
	s.Conforming += part.Conforming
	s.Unreadable += part.Unreadable
	s.Errors += part.Errors
	s.Warnings += part.Warnings
	s.Files += part.Files
	s.Broken += part.Broken
	s.Codes.merge(part.Codes)
	s.Rules.merge(part.Rules)
	s.Schemes.merge(part.Schemes)
	s.Hosts.merge(part.Hosts)
	for code, drawn := range part.Sample {
		for _, d := range drawn {
			s.keep(code, d, sample)
		}
	}
}

func (t *Table) merge(part Table) {
	// In a fixed order: what overflows must not depend on the order of a map.
	for _, name := range slices.Sorted(maps.Keys(part)) {
		from := part[name]
		e := t.entry(name)
		e.Count += from.Count
		e.Severity, e.Section = cmp.Or(e.Severity, from.Severity), cmp.Or(e.Section, from.Section)
		e.Examples = append(e.Examples, from.Examples[:min(len(from.Examples), examples-len(e.Examples))]...)
	}
}

// Reset makes s the Summary of nothing.
func (s *Summary) Reset() { *s = Summary{} }

// NotConforming returns how many inputs have an error.
func (s *Summary) NotConforming() int64 { return s.Inputs - s.Conforming }

// A Row is an entry of a table with its name.
type Row struct {
	Name string
	*Entry
}

// Rows returns the entries of the table, the largest count first.
func (t Table) Rows() []Row {
	rows := make([]Row, 0, len(t))
	for name, e := range t {
		rows = append(rows, Row{name, e})
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return rows
}
