package main

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/wording"
	"github.com/rfc3987/iri/internal/work"
)

// maxTreeLine is the length in bytes of the longest line that parse reads unless
// --max-line is given: a tree in JSON takes about 400 times the memory of its string.
const maxTreeLine = 1 << 20

func newParseCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "parse [IRI...]",
		Short: "Show the parse tree of strings: every production and its span",
		Long: `parse shows which production of the grammar matches which part of a string. Spans are
byte offsets; the end is not part of the span. Where the grammar is ambiguous, the
first alternative that matches is used (RFC 3986 §3.2.2). In text, productions that
match one character are left out unless --all is given; JSON has the whole tree.

--components shows the components instead: scheme, authority, userinfo, host, port, path,
query and fragment. It takes any string, also one that does not conform (§5 of the
processing guidelines of 2011), and does not say whether it conforms.

A string with right-to-left characters is also shown in logical order, in display
order, and as a list of characters (RFC 3987 §4.1).`,
		Example: `  iri parse 'http://user@example.org:80/a/b?q#f'
  iri parse --rule IRI-reference ../a
  iri parse --format json urn:isbn:0451450523
  iri parse --components 'http://h:8a/a b'`,
	}
	var in inputFlags
	var rules ruleFlags
	var out outputFlags
	in.add(cmd)
	in.limitLines(cmd, maxTreeLine)
	rules.addSpec(cmd, "the spec's top rule")
	out.add(cmd, work.FormatText, work.FormatJSON)
	all := cmd.Flags().BoolP("all", "a", false, "show every production, down to single characters")
	parts := cmd.Flags().Bool("components", false, "show the components of any string, conforming or not")
	exclusive(cmd, "components", "all")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, err := rules.target(work.TopRule)
		if err != nil {
			return err
		}
		if err := out.check(); err != nil {
			return err
		}
		records, failed, err := in.records(a, words, out.format)
		if err != nil {
			return err
		}
		w := bufio.NewWriterSize(a.stdout, 64<<10)
		pieces := &work.Trimmer{W: w, Sep: '\n'}
		notes := &work.Trimmer{W: a.stderr, Sep: '\n'}
		p := treePrinter{
			target: t,
			all:    *all,
			parts:  *parts,
			style:  a.outStyle(),
			notes:  a.errStyle(),
		}
		status := statusOK
		for rec := range records {
			var text, note []byte
			var ok bool
			if out.format == work.FormatJSON {
				text, ok = p.appendJSON(nil, rec)
			} else {
				text, note, ok = p.appendText(rec)
			}
			if !ok {
				status = statusFound
			}
			if _, err := pieces.Write(text); err != nil {
				return err
			}
			if len(note) > 0 || in.atOnce(a) {
				if err := w.Flush(); err != nil {
					return err
				}
			}
			if _, err := notes.Write(note); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if *failed {
			status = statusUsage
		}
		return status.Err()
	}
	return cmd
}

// A treePrinter prints parse trees.
type treePrinter struct {
	target work.Target
	all    bool
	parts  bool // the components, not the tree
	style  render.Style
	notes  render.Style // for findings, on standard error
}

// tree returns the parse tree of a record, or the findings that say why there is none.
func (p treePrinter) tree(rec *input.Record) (*iri.Node, []iri.Finding) {
	if rec.Err != nil {
		_, f := work.FaultOf(rec)
		return nil, []iri.Finding{f}
	}
	rule, err := p.target.RuleFor(rec)
	if err != nil {
		return nil, work.FindingsOf(err, rec.Text)
	}
	n, err := rule.Tree(rec.Text)
	if err != nil {
		return nil, work.FindingsOf(err, rec.Text)
	}
	return n, nil
}

// appendText returns the tree of a record as text, with an empty line before it, or
// findings that say why there is none.
func (p treePrinter) appendText(rec *input.Record) (text, note []byte, ok bool) {
	var rows []treeRow
	if rec.Err != nil {
		return nil, work.AppendFindings(nil, rec, work.Faulty(rec), p.notes), false
	}
	if p.parts {
		rows = componentRows(rec.Text)
	} else {
		root, findings := p.tree(rec)
		if root == nil {
			return nil, work.AppendFindings(nil, rec, &work.Checked{Findings: findings}, p.notes), false
		}
		rows = p.rows(nil, root, "", "")
	}
	names, spans := 0, 0
	for _, r := range rows {
		names = max(names, utf8.RuneCountInString(r.indent)+len(r.name))
		spans = max(spans, len(r.span))
	}
	text = append(text, '\n')
	for _, r := range rows {
		gap := names - utf8.RuneCountInString(r.indent) - len(r.name)
		text = fmt.Appendf(text, "%s%s%s  %-*s  %s\n", r.indent, p.style.Heading(r.name), strings.Repeat(" ", gap), spans, r.span, r.text)
	}
	return appendDisplay(text, rec.Text, p.style), nil, true
}

// componentRows returns a row for each component of a string that need not conform.
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
func (p treePrinter) rows(rows []treeRow, n *iri.Node, indent, childIndent string) []treeRow {
	rows = append(rows, treeRow{indent, n.Name(), fmt.Sprintf("[%d,%d)", n.Start(), n.End()), excerpt(n.Text())})
	var children []*iri.Node
	hide := !p.all
	for c := range n.Children() {
		children = append(children, c)
		hide = hide && isCharacter(c)
	}
	if hide {
		return rows
	}
	for i, c := range children {
		if i < len(children)-1 {
			rows = p.rows(rows, c, childIndent+"├─ ", childIndent+"│  ")
		} else {
			rows = p.rows(rows, c, childIndent+"└─ ", childIndent+"   ")
		}
	}
	return rows
}

// isCharacter reports whether a node matches one character, plain or percent-encoded,
// and its rule cannot match two of them.
func isCharacter(n *iri.Node) bool {
	s := n.Text()
	if utf8.RuneCountInString(s) != 1 && (len(s) != 3 || s[0] != '%') {
		return false
	}
	return !n.Rule().Valid(s + s)
}

// excerpt returns the start of a text, as long as a row allows.
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
	s = wording.Visible(s)
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

// appendJSON appends {"input":…,"spec":…,"rule":…,"tree":{…}}, with "findings" instead
// of "tree" if there is no tree.
func (p treePrinter) appendJSON(b []byte, rec *input.Record) ([]byte, bool) {
	if p.parts && rec.Err == nil {
		b = jsonw.AppendText(append(b, '{'), "input", rec.Text)
		b = report.AppendComponents(b, component.OfAny(rec.Text), p.target.Spec == iri.RFC3986)
		return append(appendDisplayJSON(b, rec.Text), '}', '\n'), true
	}
	root, findings := p.tree(rec)
	text, rule := rec.Text, p.target.Rule.Name()
	if rec.Err != nil {
		text, _ = work.FaultOf(rec)
	}
	if rec.Rule != "" {
		rule = rec.Rule
	}
	b = append(b, '{')
	b = jsonw.AppendText(b, "input", text)
	b = append(b, `,"spec":`...)
	b = jsonw.AppendString(b, p.target.Spec.Name())
	b = append(b, `,"rule":`...)
	b = jsonw.AppendString(b, rule)
	if root == nil {
		b = work.AppendFindingsJSON(append(b, ','), findings)
		return append(b, '}', '\n'), false
	}
	tree, err := root.MarshalJSON()
	if err != nil { // MarshalJSON of a tree does not fail
		return b, false
	}
	b = append(append(b, `,"tree":`...), tree...)
	b = appendDisplayJSON(b, rec.Text)
	return append(b, '}', '\n'), true
}
