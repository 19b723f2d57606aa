package summary

import (
	"cmp"
	"fmt"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
)

// AppendJSON appends the summary as a JSON object, {"summary":{…}}, and a line feed: it is
// the last line of a run with --format json. Names are sorted by count.
func (s *Summary) AppendJSON(b []byte) []byte {
	b = append(b, `{"summary":{`...)
	always := func(name string, n int64) { b = jsonw.AppendInt(b, name, n) }
	some := func(name string, n int64) {
		if n > 0 {
			always(name, n)
		}
	}
	always("inputs", s.Inputs)
	always("conforming", s.Conforming)
	always("notConforming", s.NotConforming())
	always("unreadable", s.Unreadable)
	some("empty", s.Empty)
	some("templates", s.Templates)
	always("errors", s.Errors)
	always("warnings", s.Warnings)
	some("known", s.InBaseline)
	some("ignored", s.Ignored)
	if len(s.Gone) > 0 {
		b = s.Gone.AppendJSON(jsonw.AppendName(b, "gone"))
	}
	always("files", s.Files)
	always("brokenFiles", s.Broken)
	some("passedOver", s.PassedOver)
	if s.Spec != nil {
		b = s.Spec.AppendJSON(jsonw.AppendName(b, "spec"))
	}
	b = s.Codes.appendJSON(b, "codes", "code")
	switch s.By {
	case "":
	case ByFile:
		b = s.appendFilesJSON(b)
	default:
		b = s.Table.appendJSON(b, string(s.By)+"s", string(s.By))
	}
	if s.Prefixes != nil {
		b = s.Prefixes.appendJSON(b, "prefixes", "prefix")
	}
	return append(b, "}}\n"...)
}

// appendFilesJSON appends the member with each file and how often each code was found in it.
func (s *Summary) appendFilesJSON(b []byte) []byte {
	type code struct {
		Code     string `json:"code"`
		Severity string `json:"severity"`
		Count    int64  `json:"count"`
	}
	type file struct {
		Source string `json:"source"`
		Count  int64  `json:"count"`
		Codes  []code `json:"codes"`
	}
	files := []file{}
	for _, row := range s.Table.Rows() {
		f := file{row.Name, row.Count, []code{}}
		for _, c := range row.Codes.Rows() {
			f.Codes = append(f.Codes, code{c.Name, c.Severity, c.Count})
		}
		files = append(files, f)
	}
	b, _ = jsonw.AppendValue(jsonw.AppendName(b, "sources"), files) // it can always be encoded
	return b
}

// appendJSON appends a member with the rows of a table; column is the member of a row that has its name.
func (t Table) appendJSON(b []byte, table, column string) []byte {
	type example struct {
		Input  string `json:"input"`
		Source string `json:"source"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	b = append(jsonw.AppendName(b, table), '[')
	for i, r := range t.Rows() {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonw.AppendMember(append(b, '{'), column, r.Name)
		if r.Severity != "" {
			b = jsonw.AppendMember(b, "severity", r.Severity)
		}
		if r.Section != "" {
			b = jsonw.AppendMember(b, "section", r.Section)
		}
		examples := []example{}
		for _, x := range r.Examples {
			examples = append(examples, example{x.Input, x.Source, x.Line, x.Column})
		}
		b, _ = jsonw.AppendValue(append(jsonw.AppendInt(b, "count", r.Count), `,"examples":`...), examples)
		b = append(b, '}')
	}
	return append(b, ']')
}

// AppendLine appends the counts in one line. what is the noun for a string, such as "IRI".
func (s *Summary) AppendLine(b []byte, what string) []byte {
	all, bad := quote.Plural(int(s.Inputs), what), s.NotConforming()-s.Accepted
	switch {
	case s.Errors == 0:
		b = append(append(b, "no errors in "...), all...)
	case bad > 0 && s.Inputs > 1:
		b = fmt.Appendf(b, "%s in %s of %s", quote.Plural(int(s.Errors), "error"), quote.Count(bad), all)
	default: // findings of one string, or of none
		b = fmt.Appendf(b, "%s in %s", quote.Plural(int(s.Errors), "error"), all)
	}
	some := func(n int64, text string) {
		if n > 0 {
			b = append(append(b, ", "...), text...)
		}
	}
	counted := func(n int64, what string) { some(n, quote.Count(n)+" "+what) }
	some(s.Files-1, quote.Plural(int(s.Files), "file"))
	some(s.Warnings, quote.Plural(int(s.Warnings), "warning"))
	some(s.InBaseline, quote.Plural(int(s.InBaseline), "finding")+" known")
	counted(s.Ignored, "ignored")
	counted(int64(s.Gone.Sum()), "gone")
	counted(s.Unreadable, "malformed")
	counted(s.Empty, "empty")
	some(s.Broken, fmt.Sprintf("%s of %s files broken", quote.Count(s.Broken), quote.Count(max(s.Files, s.Broken))))
	counted(s.PassedOver, "passed over")
	return append(b, s.TemplatesLeft()...)
}

// A Spec identifies the spec of a report, so that the report can be understood years later.
type Spec struct {
	Name     string `json:"name"`               // rfc3987
	Document string `json:"document,omitempty"` // its citation: RFC 3987
	Date     string `json:"date,omitempty"`     // of the document: 2005-01
	SHA256   string `json:"sha256"`             // of the rules, in hexadecimal digits
}

// MadeFrom returns the Spec of a spec, with the hash of all its rules.
func MadeFrom(s *spec.Spec) *Spec { return MadeFromRules(s.AllRules(), s.Hash()) }

// MadeFromRules returns the Spec of a grammar. hash is that of its rules; it may be empty.
func MadeFromRules(g *abnf.Grammar, hash string) *Spec {
	return &Spec{Name: g.Spec, Document: g.Title, Date: g.Date, SHA256: cmp.Or(hash, languages.Hash(g.Rules))}
}

// AppendJSON appends s as encoding/json encodes it.
func (s *Spec) AppendJSON(b []byte) []byte {
	b, _ = jsonw.AppendValue(b, s) // it has only strings
	return b
}
