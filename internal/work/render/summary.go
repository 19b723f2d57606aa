package render

import (
	"fmt"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/summary"
)

// The colours of a table.
const (
	faint       = "\x1b[2m"
	errorTint   = "\x1b[31m"
	warningTint = "\x1b[33m"
)

const maxRows = 20 // the most rows of a table; a last row has the sum of the others

// tableFrom is how many findings a run must have for a table at its end.
const tableFrom = 10

// appendCodes appends how often each code was found, if there are many findings. The findings themselves were printed
// before.
func appendCodes(b []byte, s *summary.Summary, st Style) []byte {
	if s.Errors+s.Warnings < tableFrom {
		return b
	}
	return appendTable(b, s.Codes, "findings by code", "code", st, false)
}

// appendSummary appends the tables of findings for people, with examples in each row or, by file, each file with its
// codes.
func appendSummary(b []byte, s *summary.Summary, st Style) []byte {
	switch s.By {
	case summary.ByFile:
		return appendFiles(b, s, st)
	case "":
		b = appendTable(b, s.Codes, "findings by code", "code", st, true)
	default:
		b = appendTable(b, s.Table, "findings by "+string(s.By), string(s.By), st, true)
	}
	return appendTable(b, s.Prefixes, "names with the findings of their prefix", "prefix", st, false)
}

// appendFiles appends every file with findings, and how often it has each code.
func appendFiles(b []byte, s *summary.Summary, st Style) []byte {
	rows := s.Table.Rows()
	if len(rows) == 0 {
		return b
	}
	b = append(st.paint(append(b, '\n'), bold, "findings by file and code"), '\n')
	width := len(quote.Count(rows[0].Count))
	for _, file := range rows {
		b = fmt.Appendf(b, " %*s %s\n", width, quote.Count(file.Count), label(file.Name))
		for _, code := range file.Codes.Rows() {
			tint := warningTint
			if code.Severity == finding.Error.String() {
				tint = errorTint
			}
			b = fmt.Appendf(b, " %*s %*s ", width, "", width, quote.Count(code.Count))
			b = append(st.paint(b, tint, code.Name), '\n')
		}
	}
	return b
}

func appendTable(b []byte, t summary.Table, title, column string, st Style, withExamples bool) []byte {
	if len(t) == 0 {
		return b
	}
	rows := t.Rows()
	nameWidth, countWidth := len(column)+3, len(quote.Count(rows[0].Count))
	shown := rows[:min(len(rows), maxRows)]
	width := st.Columns()
	most := max(nameWidth, width-countWidth-len("  "))
	for _, r := range shown {
		nameWidth = max(nameWidth, min(utf8.RuneCountInString(label(r.Name)), most))
	}
	b = append(st.paint(append(b, '\n'), bold, title), '\n')
	for _, r := range shown {
		name := label(r.Name)
		if n := utf8.RuneCountInString(name); n > most {
			name = string([]rune(name)[:most-1]) + "…"
		}
		tint := warningTint
		if r.Severity != "warning" {
			tint = errorTint
		}
		b = st.paint(append(b, ' '), tint, name)
		b = fmt.Appendf(b, "%*s %*s\n", nameWidth-utf8.RuneCountInString(name), "", countWidth, quote.Count(r.Count))
		if !withExamples {
			continue
		}
		for _, x := range r.Examples {
			where := fmt.Sprintf("%s:%d:%d: ", quote.Visible(x.Source), x.Line, x.Column)
			text := quote.Visible(x.Input)
			if room := width - utf8.RuneCountInString(where) - 4; utf8.RuneCountInString(text) > room {
				text = string([]rune(text)[:max(room-1, 10)]) + "…"
			}
			b = append(append(st.paint(append(b, "    "...), faint, where), text...), '\n')
		}
	}
	if more := rows[len(shown):]; len(more) > 0 {
		var n int64
		for _, r := range more {
			n += r.Count
		}
		b = fmt.Appendf(b, " … and %s in %s more\n", quote.Count(n), quote.Count(len(more)))
	}
	return b
}

// label returns a name for people; an empty scheme or host gets a description.
func label(name string) string {
	if name == "" {
		return "(none)"
	}
	return quote.Visible(name)
}
