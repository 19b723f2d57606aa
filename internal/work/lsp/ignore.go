package lsp

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/summary"
)

// maxIgnores is the largest number of comments in a menu: for each, the document is checked again.
const maxIgnores = 8

// ignores returns the actions that add a comment which makes iri check ignore a finding in a range, on the line above
// or at the end of the line. Each is tried first, and is offered only if the finding disappears and nothing else
// changes.
func (d *document) ignores(j *task, at span) (actions []action) {
	format, err := j.format(d.text.string)
	if err != nil || format.Commented("") == "" {
		return nil
	}
	_, before, err := d.findAs(j, never)
	if err != nil {
		return nil
	}
	type known struct {
		line int
		code string
	}
	seen := make(map[known]bool)
	for _, g := range d.diagnostics {
		here := known{g.Range.Start.Line, g.Code}
		if !g.Range.touches(at) || g.Code == checks.CodeIgnore || seen[here] || len(actions) == maxIgnores {
			continue
		}
		seen[here] = true
		comment := format.Commented(fmt.Sprintf("%s %s: why", input.IgnoreWord, g.Code))
		places := []comments{d.above(g, comment), d.after(g, comment)}
		// In Markdown, a new line inside a paragraph divides it, and a line that defines a link can have no comment.
		if format == markdown.Format && !strings.Contains(d.line(g), "]:") {
			places[0], places[1] = places[1], places[0]
		}
		for _, c := range places {
			if d.takes(j, g, c, &before) {
				actions = append(actions, action{Title: "Ignore " + g.Code + " here, in a comment that says why", Kind: quickFix,
					Diagnostics: []diagnostic{g}, Edit: d.change([]textEdit{d.text.edit(c.at, c.at, c.text)})})
				break
			}
		}
	}
	return actions
}

// A comments is a text with an added comment.
type comments struct {
	at    int
	text  string
	lines int // how many lines the text after the comment moves down
}

// above adds a comment on a line of its own above that of a finding, with the same indent.
func (d *document) above(g diagnostic, comment string) comments {
	start, line := d.text.lines.Starts[g.Range.Start.Line], d.line(g)
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return comments{start, indent + comment + d.text.lineEnd(), 1}
}

// after adds a comment at the end of the line of a finding.
func (d *document) after(g diagnostic, comment string) comments {
	end := d.text.lines.Starts[g.Range.Start.Line] + len(strings.TrimRight(d.line(g), chars.Space))
	return comments{end, " " + comment, 0}
}

// line returns the line in which a finding begins.
func (d *document) line(g diagnostic) string {
	starts, n := d.text.lines.Starts, g.Range.Start.Line
	if n+1 == len(starts) {
		return d.text.string[starts[n]:]
	}
	return d.text.string[starts[n]:starts[n+1]]
}

// takes reports whether the comment removes the finding, and those with its code on its line, and no others, and all
// that was read before is still read. before are the counts without the comment.
func (d *document) takes(j *task, g diagnostic, c comments, before *summary.Summary) bool {
	with := &document{uri: d.uri, language: d.language, settings: d.settings,
		text: newText(d.text.string[:c.at]+c.text+d.text.string[c.at:], d.text.encoding)}
	left, after, err := with.findAs(j, never)
	if err != nil || after.Inputs != before.Inputs || after.Ignored-before.Ignored != int64(len(d.diagnostics)-len(left)) {
		return false
	}
	type known struct {
		at            span
		code, message string
	}
	stays := make(map[known]int)
	for _, old := range d.diagnostics {
		if old.Range.Start.Line == g.Range.Start.Line && old.Code == g.Code {
			continue
		}
		at := old.Range
		if at.Start.Line >= g.Range.Start.Line {
			at.Start.Line, at.End.Line = at.Start.Line+c.lines, at.End.Line+c.lines
		}
		stays[known{at, old.Code, old.Message}]++
	}
	for _, f := range left {
		k := known{f.Range, f.Code, f.Message}
		if stays[k]--; stays[k] < 0 {
			return false
		}
	}
	return true
}
