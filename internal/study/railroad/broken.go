package railroad

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/text/wording"
)

// This file draws rules that strings break, with the places lit at which they break.

// Places are expressions of a rule, terminals and the names of other rules. nil stands for
// the end of the rule.
type Places map[abnf.Expr]bool

// A Broken is a rule that a string breaks.
type Broken struct {
	Rule  *abnf.Rule
	Lit   Places
	Title string // what is wrong: "error[port]: "a" is not a digit"
	Place string // where the string stands: "dump.nt:12:3"

	// The string before, in and after the span of the finding, with escapes for what cannot
	// be seen.
	Before, Span, After string
}

// Reached returns the places in a rule that a string has reached at a byte offset: what
// can come next there. chain has the names of the rules from the start rule down to that
// rule. Where an earlier fault keeps the start rule from reading the string so far, the
// rule itself reads as much of the text before the offset as it can.
func Reached(g *abnf.Grammar, chain []string, s string, at int) Places {
	if len(chain) == 0 {
		return nil
	}
	at = min(max(at, 0), len(s))
	if p := reached(g, chain, s[:at]); len(p) > 0 {
		return p
	}
	const most = 500 // characters
	from := at
	for n := 0; from > 0 && n < most; n++ {
		_, size := utf8.DecodeLastRuneInString(s[:from])
		from -= size
	}
	own := chain[len(chain)-1:]
	for ; from < at; from++ {
		if utf8.RuneStart(s[from]) {
			if p := reached(g, own, s[from:at]); len(p) > 0 {
				return p
			}
		}
	}
	return reached(g, own, "")
}

func reached(g *abnf.Grammar, chain []string, prefix string) Places {
	nfa, err := automaton.CompileNFA(g, chain[0])
	if err != nil {
		return nil
	}
	set := nfa.Start()
	for _, ch := range g.Terminals.Runes(prefix) {
		set = nfa.StepRune(set, ch)
	}
	places := make(Places)
	for _, e := range nfa.Edges(set) {
		place := e.Expr
		for f := e.Occurrence; f != nil; f = f.Parent {
			if is(f, chain) {
				places[place] = true
				break
			}
			place = f.Ref
		}
	}
	if len(chain) == 1 && nfa.Accepts(set) {
		places[nil] = true
	}
	return places
}

// is reports whether an occurrence of a rule is the one at the end of a chain.
func is(f *automaton.Occurrence, chain []string) bool {
	for i := len(chain) - 1; i >= 0; i-- {
		if f == nil || !strings.EqualFold(f.Rule.Name, chain[i]) {
			return false
		}
		f = f.Parent
	}
	return f == nil
}

// BrokenHTML writes a page with a diagram of each broken rule.
func BrokenHTML(w io.Writer, g *abnf.Grammar, broken []Broken) error {
	d := newDrawing(g, nil)
	var b strings.Builder
	openPage(&b, "Broken rules")
	for i, x := range broken {
		fmt.Fprintf(&b, "<a href=\"#broken-%d\">%s</a>\n", i+1, escaped(x.Rule.Name))
	}
	b.WriteString("</nav>\n")
	if len(broken) == 0 {
		b.WriteString("<p>No rule is broken.</p>\n")
	}
	for i, x := range broken {
		fmt.Fprintf(&b, "<section id=\"broken-%d\">\n<h2>%s</h2>\n", i+1, isolated(x.Title))
		fmt.Fprintf(&b, "<div>%s</div>\n", isolated(x.Place))
		span := x.Span
		if span == "" {
			span = " " // the place is between two characters, or the end
		}
		fmt.Fprintf(&b, "<pre dir=\"ltr\">%s<mark>%s</mark>%s</pre>\n", // RFC 3987 §4.1
			escaped(x.Before), escaped(span), escaped(x.After))
		d.lit = x.Lit
		d.withABNF(&b, x.Rule)
		b.WriteString("</section>\n")
	}
	b.WriteString("</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// isolated returns HTML for a text, with right-to-left words isolated (RFC 3987 §4.1).
func isolated(s string) string {
	return string(wording.AppendIsolated(nil, s, `<bdi dir="ltr">`, "</bdi>", func(b []byte, s string) []byte {
		return append(b, escaped(s)...)
	}))
}
