package extract

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/quote"
)

// This file writes the rules of a document as a grammar, and what of it is not among them.

// grammar returns the rules as a grammar.
func (d *Document) grammar() *abnf.Grammar {
	var src strings.Builder
	for _, r := range d.Rules {
		src.WriteString(r.ABNF + "\n")
	}
	g, _ := abnf.Parse(d.Name, []byte(src.String()))
	return g
}

// names fills in what the rules say together.
func (d *Document) names() {
	g := d.grammar()
	if len(g.Rules) == 0 {
		return
	}
	seen := make(map[string]bool)
	for _, p := range d.Problems { // which are there and cannot be read
		seen[strings.ToLower(p.Rule)] = p.Lost || seen[strings.ToLower(p.Rule)]
	}
	for _, r := range g.Rules {
		for _, n := range references(r.Expr) {
			if key := strings.ToLower(n); g.Rule(n) == nil && d.core.Rule(n) == nil && !seen[key] {
				seen[key] = true
				d.Undefined = append(d.Undefined, n)
			}
		}
	}
	top := g.Rules[0]
	if 2*len(g.Closure(top)) < len(g.Rules) {
		for _, r := range g.Rules {
			if len(g.Closure(r)) > len(g.Closure(top)) {
				top = r
			}
		}
	}
	d.Top = top.Name
	if r := g.Rule(top.Name + "-reference"); r != nil {
		d.Reference = r.Name
	}
}

// references returns the names that an expression uses; a prose value is one only if it
// has the form of a name.
func references(e abnf.Expr) []string {
	var out []string
	abnf.Walk(e, func(e abnf.Expr) bool {
		if r, ok := e.(*abnf.Reference); ok {
			out = append(out, r.Name)
		}
		return true
	})
	return out
}

// CoreRules returns the core rules of RFC 5234, which every grammar can use (§B.1).
var CoreRules = sync.OnceValue(func() *abnf.Grammar {
	src, err := grammar.Files.ReadFile("core.abnf")
	if err != nil {
		panic(err) // it is part of the program
	}
	g, _ := abnf.Parse("core.abnf", src)
	return g
})

// sectionName returns how a part is cited: "RFC 3986 §3.2.3".
func sectionName(title string, p part) string {
	switch {
	case p.number == "":
		return title
	case p.appendix():
		return title + " Appendix " + p.number
	}
	return title + " §" + p.number
}

// header returns the lines of the header.
func (d *Document) header(changes string) (lines []string) {
	for _, f := range [][2]string{{"spec", d.Name}, {"title", d.Title}, {"date", d.Date}, {"sha256", d.Hash},
		{"changes", changes}, {"top", d.Top}, {"reference", d.Reference}} {
		if f[1] != "" {
			lines = append(lines, "; "+f[0]+": "+f[1])
		}
	}
	for _, f := range d.Fields {
		lines = append(lines, "; "+f)
	}
	for _, c := range d.Cites {
		lines = append(lines, "; cites: "+c.Label+" "+c.Spec)
	}
	if d.grammar().OctetRule() != nil { // the numbers look like octets
		lines = append(lines, "; terminals: octets")
	}
	return lines
}

// Grammar returns the rules as a grammar file. The header names the spec, the default
// rule and the spec that the document changes, if it is not "". Comments say at which
// lines of the document each rule stood. It is in ASCII.
func (d *Document) Grammar(file, changes string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "; The ABNF of %s.\n;\n", quote.Visible(file))
	for _, f := range d.header(changes) {
		b.WriteString(f + "\n")
	}
	section := ""
	for _, r := range d.Rules {
		if r.Section != section {
			section = r.Section
			fmt.Fprintf(&b, "\n; section: %s\n", section)
		}
		fmt.Fprintf(&b, "\n; %s\n%s\n", r.Place(), r.Text)
	}
	return grammarfmt.ASCII(b.String())
}

// A Moved says where a line of [Document.InPlace] stands in the document, or in a file that the document includes.
type Moved struct {
	File          string // empty for the document
	Line, Columns int
}

// InPlace returns the rules as a grammar file in which each stands at the lines where it stands in the document, so that
// faults have its lines, with those that cannot be read. The header is on the lines before them, as far as there are
// some. The map has each line of a rule: those of an included file come last.
func (d *Document) InPlace(changes string) ([]byte, map[int]Moved) {
	lines := make([]string, d.lines)
	moved := make(map[int]Moved)
	put := func(text, file string, line int, at []line) {
		width := 0
		if len(at) > 0 {
			width = len(at[0].text) - len(strings.TrimLeft(at[0].text, " \t"))
		}
		last := 0
		for i, t := range strings.Split(text, "\n") {
			n := line
			if i < len(at) {
				n = at[i].n
			}
			// several rules on one line, or a file
			if file != "" || last > 0 && (n <= last || n > last+200) || lines[n-1] != "" {
				lines = append(lines, t)
				moved[len(lines)] = Moved{file, n, width}
				continue
			}
			for k := last + 1; last > 0 && k < n; k++ {
				lines[k-1] = " " // a page break is not a fault
			}
			lines[n-1], moved[n], last = t, Moved{"", n, width}, n
		}
	}
	for _, r := range d.Rules {
		put(r.Text, r.File, r.Line, r.at)
	}
	for _, p := range d.Problems {
		if p.at != nil {
			put(dedent(p.at), p.File, p.Line, withText(p.at))
		}
	}
	for i, f := range d.header(changes) {
		if i >= len(lines) || lines[i] != "" {
			break
		}
		lines[i] = f
	}
	return []byte(grammarfmt.ASCII(strings.Join(lines, "\n") + "\n")), moved
}

// Unread says what of the document is not among the rules, a line for each, and whether rules are lost.
func (d *Document) Unread(file string) (lines string, lost bool) { return d.unread(file, true) }

// UnreadInPlace is [Document.Unread] without what [Document.InPlace] has.
func (d *Document) UnreadInPlace(file string) (lines string, lost bool) { return d.unread(file, false) }

func (d *Document) unread(file string, all bool) (lines string, lost bool) {
	var b strings.Builder
	for _, p := range d.Problems {
		if lost = lost || p.Lost; all || p.at == nil {
			fmt.Fprintf(&b, "%s:%d: %s\n", quote.Visible(PathOf(file, p.File)), p.Line, quote.Visible(p.String()))
		}
	}
	return b.String(), lost
}

// Place returns where a rule stands: "line 12, and line 80 again".
func (r Definition) Place() string {
	if r.From != "" {
		return "of " + r.From
	}
	b := fmt.Appendf(nil, "line %d", r.Line)
	if r.File != "" {
		b = fmt.Appendf(b, " of %s", r.File)
	}
	for i, n := range r.Also {
		if i == 0 {
			b = append(b, ", again"...)
		} else {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, " line %d", n)
	}
	return string(b)
}
