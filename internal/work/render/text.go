// Package render has the sinks of runs. They write findings as text, JSON or a report, all of them, the first or the
// worst; rejected records with their reasons; and the results of conversions. Findings come in with their strings and
// positions. It must not know how strings are read or checked, nor where output goes.
package render

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// writtenAs returns a fault in its text, as it is shown.
func writtenAs(text *component.Quoter, f *finding.Finding) *run.Written {
	return &run.Written{Text: text.Text, Start: f.Start, End: f.End,
		Hidden: text.PasswordsIn(max(0, f.Start-reach), min(len(text.Text), f.Start+reach))}
}

// A Style defines the look of text. The zero Style has no colour.
type Style struct {
	Color   bool
	Width   int  // the columns of the terminal; 0 for defaultWidth without cutting lines
	Isolate bool // isolate right-to-left text, as RFC 3987 §4.1 requires for display
	OneRule bool // show the rule only in the first finding of a code: [ruleOnce] removes the others
}

// ruleMark encloses the code of a finding, and its line of the rule, if OneRule is set. No printed text has this
// character.
const ruleMark = '\x00'

// ruleOnce removes the lines of the rule from the text of findings, except from the first finding of each code. first
// reports whether a code is new.
func ruleOnce(text []byte, first func(code string) bool) []byte {
	rest := text
	for text = nil; ; {
		before, marked, ok := bytes.Cut(rest, []byte{ruleMark})
		if !ok && text == nil {
			return rest
		}
		text = append(text, before...)
		if !ok {
			return text
		}
		code, marked, _ := bytes.Cut(marked, []byte{ruleMark})
		line, after, _ := bytes.Cut(marked, []byte{ruleMark})
		if first(string(code)) {
			text = append(text, line...)
		}
		rest = after
	}
}

// appendSentence appends a message.
func (st Style) appendSentence(b []byte, s string) []byte {
	if !st.Isolate {
		return quote.AppendVisible(b, s)
	}
	return quote.AppendIsolated(b, s, quote.AppendVisible)
}

// Columns returns the width of a line in columns.
func (st Style) Columns() int {
	if st.Width <= 0 {
		return defaultWidth
	}
	return st.Width
}

const (
	defaultWidth = 100 // columns
	// maxRule is how many bytes of a rule's definition are printed: enough for every rule of the built-in specs. iri
	// explain prints all of it.
	maxRule = 400
	// maxExpected is the largest number of expected items that are printed.
	maxExpected = 10
)

// The escape sequences of terminals (ECMA-48 SGR).
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	blue   = "\x1b[1;34m"
	reset  = "\x1b[0m"
)

func appendText(b []byte, s string) []byte { return append(b, s...) }

// appendFinding appends a finding of text to b, in the layout of a compiler:
//
//	error[port]: "a" is not a digit
//	 --> dump.nt:1204:31
//	  | http://h:8a/
//	  |           ^ expected DIGIT, "/", "?", "#" or end
//	  = rule: port = *DIGIT   (RFC 3986 §3.2.3)   IRI > ihier-part > iauthority > port
//
// The position is the one of the fault.
func appendFinding(b []byte, text *component.Quoter, f *finding.Finding, at run.Place, st Style) []byte {
	tint := yellow
	if f.Severity == finding.Error {
		tint = red
	}
	b = st.paint(b, tint, fmt.Sprintf("%s[%s]", f.Severity, f.Code))
	b = st.start(b, bold)
	start := len(b)
	b = st.appendSentence(append(b, ": "...), f.MessageText())
	b = st.wrap(b, start, len(f.Severity.String())+len("[]")+len(f.Code), "    ")
	b = st.stop(b)
	b = append(b, '\n')
	b = appendPlace(b, at, st)
	known := at.Written == nil || at.Written.Text != ""
	if at.Written == nil {
		at.Written = writtenAs(text, f)
	}
	if known {
		b = appendSource(b, at.Written, f.Expected, tint, st)
	}
	if at.Written.Decoded {
		b = st.note(b, "read as")
		b, _ = st.appendExcerpt(b, writtenAs(text, f), len("  = read as: "))
		b = append(b, '\n')
	}
	b = appendRule(b, f, st)
	if hint := f.HintText(); hint != "" && !saysFix(f, hint) {
		b = st.note(b, "hint")
		start := len(b)
		b = append(st.appendSentence(b, hint), commandFor(f)...)
		b = append(st.wrap(b, start, len("  = hint: "), "          "), '\n')
	}
	switch {
	case f.Fix != nil:
		b = st.fix(b, "fix", "", fixText(text, f.Fix))
	case f.Guess != nil:
		b = st.fix(b, "guess", "--guess would ", describeFix(text, f.Guess))
	}
	return b
}

// fix appends the line for an edit.
func (st Style) fix(b []byte, label, before, edit string) []byte {
	b = st.note(b, label)
	start := len(b)
	b = append(b, before...)
	if st.Isolate {
		b = quote.AppendIsolated(b, edit, appendText)
	} else {
		b = append(b, edit...)
	}
	indent := len("  = : ") + len(label)
	return append(st.wrap(b, start, indent, strings.Repeat(" ", indent)), '\n')
}

// commandFor returns the command for the last hint, as an addition to the hint, because the hints of the library name
// no command. It returns "" if there is none.
func commandFor(f *finding.Finding) string {
	names := f.HintReasons()
	if len(names) == 0 { // the hint is not in our table
		return ""
	}
	switch names[len(names)-1] {
	case finding.HintNamesakeToIri.String():
		return ": iri from-leiri"
	case finding.HintNamesakeToUri.String():
		return ": iri to-uri"
	}
	return ""
}

// saysFix reports whether the hint describes the same edit as the fix.
func saysFix(f *finding.Finding, hint string) bool {
	if f.Fix == nil || f.Fix.Guessed {
		return false
	}
	what, ok := strings.CutPrefix(hint, "write ")
	return ok && strings.Trim(what, `"`) == f.Fix.Text
}

// appendMore appends a line with the number of further findings of an input.
func appendMore(b []byte, n int, st Style) []byte {
	number, what, _ := strings.Cut(quote.Plural(n, "more finding"), " ")
	return append(st.paint(b, bold, "…"+number), " "+what+" in this input; --max-findings 0 shows all\n"...)
}

// appendPlace appends the line with the position.
func appendPlace(b []byte, at run.Place, st Style) []byte {
	b = quote.AppendVisible(append(st.paint(b, blue, " -->"), ' '), at.Source)
	return fmt.Appendf(b, ":%d:%d\n", at.Line, at.Col)
}

// appendSource appends the line of source and the line with the carets.
func appendSource(b []byte, w *run.Written, expected []string, tint string, st Style) []byte {
	b = append(st.paint(b, blue, "  |"), ' ')
	b, v := st.appendExcerpt(b, w, len("  | "))
	b = append(st.paint(append(b, '\n'), blue, "  |"), ' ')
	b = append(b, strings.Repeat(" ", v.col)...)
	b = st.start(b, tint)
	b = append(b, strings.Repeat("^", v.carets)...)
	for i, line := range st.expectedLines(expected, v.col+v.carets) {
		if i > 0 {
			b = append(st.paint(append(st.stop(b), '\n'), blue, "  |"), ' ')
			b = st.start(b, tint)
		}
		b = append(b, line...)
	}
	b = st.stop(b)
	return append(b, '\n')
}

// expectedRoom is how many columns after the carets the expected items need. If there are fewer, they start in a line
// below, on the left.
const expectedRoom = 36

// expectedLines returns the expected items in lines. The first line continues the line of carets, which has so many
// columns.
func (st Style) expectedLines(expected []string, carets int) []string {
	if len(expected) == 0 {
		return nil
	}
	if n := len(expected); n > maxExpected {
		expected = slices.Concat(expected[:maxExpected-1], []string{"…", expected[n-1]})
	}
	whole := " expected " + List(expected)
	width := st.Width - len("  | ")
	if st.Width <= 0 || carets+uniseg.StringWidth(whole) <= width {
		return []string{whole}
	}
	column, below := carets+len(" "), carets+len(" ") > width-expectedRoom
	if below {
		column = len("  ")
	}
	words, last := []string{"expected"}, len(expected)-1
	for i, item := range expected {
		switch item = elided(item, width-column-len("or ,")); {
		case i == last && last > 0:
			item = "or " + item
		case i < last-1:
			item += ","
		}
		words = append(words, item)
	}
	indent := strings.Repeat(" ", column)
	lines := strings.Split(string(Wrap(words, indent, indent, width)), "\n")
	lines = lines[:len(lines)-1]
	if below {
		return append([]string{""}, lines...)
	}
	lines[0] = lines[0][carets:]
	return lines
}

// elided returns a text with its middle left out if it is longer than width characters.
func elided(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	half := max(width-1, 2) / 2
	return string(r[:half]) + "…" + string(r[len(r)-half:])
}

// appendExcerpt appends the text around a fault that fits a line; used is how many columns of the line are taken.
func (st Style) appendExcerpt(b []byte, w *run.Written, used int) ([]byte, caretSpan) {
	text, start, end := shown(w)
	width := st.Columns()
	if st.Width > 0 {
		width = max(width-used-len([]rune("……")), 10)
	}
	from := len(b)
	b, v := appendLine(b, text, start, end, width)
	if st.Isolate && quote.HasRightToLeft(string(b[from:])) {
		b = append(slices.Insert(b, from, []byte(quote.LRI)...), quote.PDI...)
	}
	return b, v
}

// shown returns the text without passwords, and the position of the fault in it.
func shown(w *run.Written) (text string, start, end int) {
	if len(w.Hidden) == 0 {
		return w.Text, w.Start, w.End
	}
	lo, hi := window(w.Text, w.Start, w.End, reach)
	var hidden [][2]int
	for _, h := range w.Hidden {
		if from, to := max(h[0], lo), min(h[1], hi); from < to {
			hidden = append(hidden, [2]int{from - lo, to - lo})
		}
	}
	return component.Hide(w.Text[lo:hi], hidden, w.Start-lo, min(w.End, hi)-lo)
}

// fixText returns the description of a fix, which says if it is a guess.
func fixText(text *component.Quoter, fix *finding.Fix) string {
	guessed := ""
	if fix.Guessed {
		guessed = "(guessed) "
	}
	return guessed + describeFix(text, fix)
}

// describeFix returns a description of the edit.
func describeFix(text *component.Quoter, fix *finding.Fix) string {
	old, by := text.Edit(fix.Start, fix.End, fix.Text)
	old, by = quote.Ends(old), quote.Ends(by)
	switch {
	case fix.Start < fix.End && fix.Text == "":
		return "leave out " + old
	case fix.Start < fix.End:
		return "write " + by + " for " + old
	case fix.Start == 0:
		return "put " + by + " in front"
	case fix.Start == len(text.Text):
		return "add " + by + " at the end"
	}
	return "insert " + by
}

// List joins items as in a sentence: DIGIT, "/" or end.
func List(items []string) string {
	if last := len(items) - 1; last > 0 {
		return strings.Join(items[:last], ", ") + " or " + items[last]
	}
	return strings.Join(items, "")
}

// Heading returns s in the style of a heading.
func (st Style) Heading(s string) string { return string(st.paint(nil, bold, s)) }

// note appends the start of a line after the source: its name, such as hint.
func (st Style) note(b []byte, name string) []byte {
	b = append(st.paint(b, blue, "  ="), ' ')
	return append(st.paint(b, bold, name+":"), ' ')
}

// paint appends s in a colour, which is an escape sequence of terminals.
func (st Style) paint(b []byte, tint, s string) []byte {
	return st.stop(append(st.start(b, tint), s...))
}

// start appends the start of a colour.
func (st Style) start(b []byte, tint string) []byte {
	if st.Color {
		b = append(b, tint...)
	}
	return b
}

// stop appends the end of a colour.
func (st Style) stop(b []byte) []byte {
	if st.Color {
		b = append(b, reset...)
	}
	return b
}
