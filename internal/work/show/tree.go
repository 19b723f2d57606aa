// Package show has the jobs that show the structure of strings: their parse trees and components, the productions
// that they use, and whether two are equal; for people and as JSON. It must not know where the output goes.
package show

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Parse is the [run.Job] that prints parse trees, or the components of strings. As text, findings go to the sink,
// and an empty line comes before each tree.
type Parse struct {
	run.NoJob
	Input  *input.Options
	Target config.Target
	All    bool // every production, down to single characters
	Parts  bool // print the components, and not the tree
	// Browser makes it print how the URL Standard reads the strings, instead of the tree.
	Browser bool
	JSON    bool
	Style   render.Style
}

// Chunk prints the items of a chunk.
func (p *Parse) Chunk(b *input.Chunk, r *run.Result) {
	r.Each(b, p.Input, nil, func(rec *input.Item) {
		conforms := true
		if p.JSON {
			r.Out, conforms = p.appendJSON(r.Out, rec)
		} else if out, found := p.appendText(r.Out, rec); found != nil {
			conforms, r.Out = false, out
			r.Render(rec, found)
			r.FlushInOrder() // the findings of a string come after its tree, and before the next one
		} else {
			r.Out = out
		}
		r.Summary.AddShown(conforms)
	})
}

// tree returns the parse tree of an item and its rule, as [conversions.Tree] does.
func (p *Parse) tree(rec *input.Item) (root parsetree.Node, rule spec.Rule, findings []finding.Finding) {
	if rec.Err != nil {
		_, f := run.FaultOf(rec)
		return root, rule, []finding.Finding{f}
	}
	rule, err := p.Target.RuleFor(rec)
	if err != nil {
		return root, rule, conversions.FindingsOf(err, rec.Text)
	}
	root, findings = conversions.Tree(rec.Text, rule)
	return root, rule, findings
}

// appendText appends the tree of an item as text. It returns the findings if there is no tree, or only a part of it.
func (p *Parse) appendText(text []byte, rec *input.Item) (_ []byte, found *run.Checked) {
	var rows []treeRow
	var counted []byte
	if rec.Err != nil {
		return text, run.Faulty(rec)
	}
	switch {
	case p.Browser:
		reading := readAsBrowser(rec.Text)
		rows = reading.rows()
	case p.Parts:
		rows = componentRows(rec.Text)
	default:
		root, rule, findings := p.tree(rec)
		if len(findings) > 0 {
			if found = (&run.Checked{Findings: findings}); root.Tree() == nil {
				return text, found
			}
		}
		rows = p.rows(nil, rule.Spec(), root, "", "")
		if p.All && len(findings) == 0 {
			if r, ok := countReadings(rule, rec.Text); ok {
				counted = appendReadings(nil, r, rec.Text)
			}
		}
	}
	names, spans := 0, 0
	for _, r := range rows {
		names = max(names, utf8.RuneCountInString(r.indent)+len(r.name))
		spans = max(spans, len(r.span))
	}
	text = append(text, '\n')
	for _, r := range rows {
		gap := names - utf8.RuneCountInString(r.indent) - len(r.name)
		text = fmt.Appendf(text, "%s%s%s  %-*s  %s\n", r.indent, p.Style.Heading(r.name), strings.Repeat(" ", gap), spans, r.span, r.text)
	}
	return appendDirections(append(text, counted...), rec.Text, p.Style), found
}

// componentRows returns a row for each component of a string, which need not conform.
func componentRows(s string) []treeRow {
	ref := component.OfAny(s)
	var rows []treeRow
	put := func(name, text string, start int, present bool) {
		if present {
			rows = append(rows, treeRow{"", name, fmt.Sprintf("[%d,%d)", start, start+len(text)), excerpt(text)})
		}
	}
	p := ref.Parts
	scheme, ok := ref.Scheme()
	put("scheme", scheme, 0, ok)
	if authority, ok := ref.Authority(); ok {
		start := int(ref.AuthorityStart())
		put("authority", authority, start, true)
		userinfo, ok := ref.Userinfo()
		put("userinfo", userinfo, start, ok)
		host, _ := ref.Host()
		put("host", host.String(), int(p.Host), true)
		port, ok := ref.Port()
		put("port", port, int(p.HostEnd)+1, ok)
	}
	put("path", ref.Path(), int(p.Path), true)
	query, ok := ref.Query()
	put("query", query, int(p.PathEnd)+1, ok)
	fragment, ok := ref.Fragment()
	put("fragment", fragment, int(p.Query)+1, ok)
	return rows
}

type treeRow struct{ indent, name, span, text string }

// rows appends a row for a node and one for each node below it.
func (p *Parse) rows(rows []treeRow, of *spec.Spec, n parsetree.Node, indent, childIndent string) []treeRow {
	row := treeRow{indent, n.Name(), fmt.Sprintf("[%d,%d)", n.Start(), n.End()), excerpt(n.Text())}
	if spec.IsHole(n) {
		row.text += "  (does not conform)"
	}
	rows = append(rows, row)
	var children []parsetree.Node
	hide := !p.All
	for c := range n.Children() {
		children = append(children, c)
		hide = hide && isCharacter(of, c)
	}
	if hide {
		return rows
	}
	for i, c := range children {
		if i < len(children)-1 {
			rows = p.rows(rows, of, c, childIndent+"├─ ", childIndent+"│  ")
		} else {
			rows = p.rows(rows, of, c, childIndent+"└─ ", childIndent+"   ")
		}
	}
	return rows
}

// isCharacter reports whether a node matches one character, plain or percent-encoded, and its rule cannot match two.
func isCharacter(of *spec.Spec, n parsetree.Node) bool {
	s := n.Text()
	if utf8.RuneCountInString(s) != 1 && (len(s) != 3 || s[0] != '%') {
		return false
	}
	rule, _ := of.Rule(n.Name())
	return !rule.Valid(s + s)
}

// excerpt returns the start of a text that fits a row.
func excerpt(s string) string {
	const maxWidth = 60 // columns
	if s == "" {
		return `""`
	}
	cut := ""
	if len(s) > 4*maxWidth {
		cut = "…"
		s = s[:4*maxWidth]
		for len(s) > 0 && !utf8.RuneStart(s[len(s)-1]) {
			s = s[:len(s)-1]
		}
	}
	s = quote.Visible(s)
	if uniseg.StringWidth(s) <= maxWidth {
		return s + cut
	}
	var b strings.Builder
	width := 0
	for g := uniseg.NewGraphemes(s); g.Next() && width+g.Width() < maxWidth; width += g.Width() {
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}

// appendJSON appends the object of [conversions.AppendTree] or [conversions.AppendParts], with "findings" if the string
// does not conform.
func (p *Parse) appendJSON(b []byte, rec *input.Item) ([]byte, bool) {
	if p.Browser && rec.Err == nil {
		b = jsonw.AppendText(append(b, '{'), "input", rec.Text)
		reading := readAsBrowser(rec.Text)
		return append(render.AppendOrigin(append(reading.appendJSON(b), '}'), rec), '\n'), true
	}
	if p.Parts && rec.Err == nil {
		return append(render.AppendOrigin(conversions.AppendParts(b, rec.Text, p.Target.Spec), rec), '\n'), true
	}
	root, rule, findings := p.tree(rec)
	text, name := rec.Text, p.Target.Rule.Name()
	if rec.Err != nil {
		text, _ = run.FaultOf(rec)
	}
	if rec.Rule != "" {
		name = rec.Rule
	}
	b = conversions.AppendTree(b, text, p.Target.Spec.Name(), name, root)
	if len(findings) > 0 {
		at := run.NewPlacer(rec, &run.Checked{Findings: findings})
		if rec.Err != nil {
			at = run.NewPlacer(rec, run.Faulty(rec))
		}
		return append(render.AppendOrigin(append(render.AppendList(append(b, ','), findings, at), '}'), rec), '\n'),
			false
	}
	if p.All {
		if r, ok := countReadings(rule, rec.Text); ok {
			b = appendReadingsJSON(b, r)
		}
	}
	b = conversions.AppendDirections(b, rec.Text)
	return append(render.AppendOrigin(append(b, '}'), rec), '\n'), true
}

// appendDirections appends a line for each component text that has right-to-left characters.
func appendDirections(b []byte, s string, st render.Style) []byte {
	for d := range conversions.Directions(s) {
		name := "right-to-left"
		if d.Direction != "rtl" {
			name = d.Direction
		}
		b = fmt.Appendf(b, "%s  [%d,%d)  %-13s  %s\n", st.Heading("direction"), d.Start, d.End, name, quote.Visible(d.Text))
	}
	return b
}
