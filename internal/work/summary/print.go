package summary

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/render"
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

// appendFilesJSON appends the member with each file and how often it has each code.
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
	b, _ = jsonw.AppendValue(jsonw.AppendName(b, "sources"), files) // it is data
	return b
}

// appendJSON appends a member with the rows of a table; column names the member of a row
// that holds its name.
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

// A Style says how a summary looks: Width is that of the terminal.
type Style = render.Style

// The escape sequences of terminals (ECMA-48 SGR).
const (
	bold   = "\x1b[1m"
	faint  = "\x1b[2m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
)

const maxRows = 20 // of one table; the others are added up in one line

// AppendLine appends the counts in one line.
func (s *Summary) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "%d checked, %d conform, %d do not", s.Inputs, s.Conforming, s.NotConforming())
	some := func(n int64, text string) {
		if n > 0 {
			b = append(append(b, ", "...), text...)
		}
	}
	some(s.Warnings, quote.Plural(int(s.Warnings), "warning"))
	some(s.InBaseline, quote.Plural(int(s.InBaseline), "finding")+" known")
	some(s.Ignored, fmt.Sprint(s.Ignored, " ignored"))
	some(int64(s.Gone.Sum()), fmt.Sprint(s.Gone.Sum(), " gone"))
	some(s.Unreadable, fmt.Sprint(s.Unreadable, " malformed"))
	some(s.Empty, fmt.Sprint(s.Empty, " empty"))
	some(s.Broken, fmt.Sprintf("%d of %d files broken", s.Broken, max(s.Files, s.Broken)))
	some(s.PassedOver, fmt.Sprint(s.PassedOver, " passed over"))
	return append(append(b, s.TemplatesLeft()...), '\n')
}

// tableFrom is how many findings have a table at the end of a run.
const tableFrom = 10

// AppendCodes appends how often there is each code, if there are many findings: the findings stand above it.
func (s *Summary) AppendCodes(b []byte, st Style) []byte {
	if s.Errors+s.Warnings < tableFrom {
		return b
	}
	return s.Codes.appendText(b, "findings by code", "code", st, false)
}

// AppendText appends the table of the findings for people, with the first examples of each row; by file each file with its
// codes.
func (s *Summary) AppendText(b []byte, st Style) []byte {
	switch s.By {
	case ByFile:
		return s.appendFiles(b, st)
	case "":
		b = s.Codes.appendText(b, "findings by code", "code", st, true)
	default:
		b = s.Table.appendText(b, "findings by "+string(s.By), string(s.By), st, true)
	}
	return s.Prefixes.appendText(b, "names with the findings of their prefix", "prefix", st, false)
}

// appendFiles appends every file that has findings, and how often it has each code.
func (s *Summary) appendFiles(b []byte, st Style) []byte {
	rows := s.Table.Rows()
	if len(rows) == 0 {
		return b
	}
	b = append(st.Paint(append(b, '\n'), bold, "findings by file and code"), '\n')
	width := len(strconv.FormatInt(rows[0].Count, 10))
	for _, file := range rows {
		b = fmt.Appendf(b, " %*d %s\n", width, file.Count, label(file.Name))
		for _, code := range file.Codes.Rows() {
			tint := yellow
			if code.Severity == report.Error.String() {
				tint = red
			}
			b = fmt.Appendf(b, " %*s %*d ", width, "", width, code.Count)
			b = append(st.Paint(b, tint, code.Name), '\n')
		}
	}
	return b
}

func (t Table) appendText(b []byte, title, column string, st Style, withExamples bool) []byte {
	if len(t) == 0 {
		return b
	}
	rows := t.Rows()
	nameWidth, countWidth := len(column)+3, len(strconv.FormatInt(rows[0].Count, 10))
	shown := rows[:min(len(rows), maxRows)]
	width := st.LineWidth()
	most := max(nameWidth, width-countWidth-len("  "))
	for _, r := range shown {
		nameWidth = max(nameWidth, min(utf8.RuneCountInString(label(r.Name)), most))
	}
	b = append(st.Paint(append(b, '\n'), bold, title), '\n')
	for _, r := range shown {
		name := label(r.Name)
		if n := utf8.RuneCountInString(name); n > most {
			name = string([]rune(name)[:most-1]) + "…"
		}
		tint := yellow
		if r.Severity != "warning" {
			tint = red
		}
		b = st.Paint(append(b, ' '), tint, name)
		b = fmt.Appendf(b, "%*s %*d\n", nameWidth-utf8.RuneCountInString(name), "", countWidth, r.Count)
		if !withExamples {
			continue
		}
		for _, x := range r.Examples {
			where := fmt.Sprintf("%s:%d:%d: ", quote.Visible(x.Source), x.Line, x.Column)
			text := quote.Visible(x.Input)
			if room := width - utf8.RuneCountInString(where) - 4; utf8.RuneCountInString(text) > room {
				text = string([]rune(text)[:max(room-1, 10)]) + "…"
			}
			b = append(append(st.Paint(append(b, "    "...), faint, where), text...), '\n')
		}
	}
	if more := rows[len(shown):]; len(more) > 0 {
		var n int64
		for _, r := range more {
			n += r.Count
		}
		b = fmt.Appendf(b, " … and %d in %d more\n", n, len(more))
	}
	return b
}

// label returns a name for people, also if there is no scheme or no host.
func label(name string) string {
	if name == "" {
		return "(none)"
	}
	return quote.Visible(name)
}
