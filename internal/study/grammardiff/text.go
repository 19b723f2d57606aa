package grammardiff

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/quote"
)

// WriteText writes for people what differs; tree says whether trees were compared.
func WriteText(w *bufio.Writer, sides [2]Side, rows []Row, trees []TreeRow, tree bool) {
	title := sides[0].Rule.Name + " of " + sides[0].Name + " and " + sides[1].Rule.Name + " of " + sides[1].Name
	if len(rows) == 0 {
		what := "the languages are equal"
		if Bounded(sides[0], sides[1]) {
			what = "no difference was found"
		}
		fmt.Fprintf(w, "%s: %s\n", title, what)
	} else {
		fmt.Fprintf(w, "%s: the languages differ in %s\n", title, quote.Plural(len(rows), "way"))
	}
	if Bounded(sides[0], sides[1]) {
		fmt.Fprintf(w, "  of rules that refer to themselves, only strings in which they do so at most %d× were "+
			"compared\n", Depth)
	}
	for _, r := range rows {
		fmt.Fprintf(w, "\nonly %s: %s\n", r.In, quote.Visible(r.Witness))
		fmt.Fprintf(w, "  because of %s in %s", r.Expr, strings.Join(r.Path, " > "))
		if len(r.Rules) > 1 {
			fmt.Fprintf(w, ", and of %s", strings.Join(r.Rules[1:], ", "))
		}
		fmt.Fprintln(w)
		if len(r.Chars) > 0 {
			fmt.Fprintf(w, "  the same holds for %s\n", clip(r.CharRanges(), 200))
		}
		writeCause(w, sides[r.Side], sides[1-r.Side], r)
	}
	if !tree {
		return
	}
	if len(trees) == 0 {
		fmt.Fprintln(w, "\nno rule is named or split differently where the language is the same")
	}
	for _, t := range trees {
		switch t.Kind {
		case "named":
			fmt.Fprintf(w, "\nthe same language, another name: %s and %s\n", t.A.Name, t.B.Name)
		default:
			fmt.Fprintf(w, "\nthe same language, split differently: %s\n", t.A.Name)
		}
		writeRuleOf(w, sides[0].Name, t.A)
		writeRuleOf(w, sides[1].Name, t.B)
	}
}

// writeCause writes the two definitions that cause a difference. If both grammars define
// the rule alike, the cause is a rule that it uses.
func writeCause(w *bufio.Writer, side, other Side, row Row) {
	r, o := row.Cause, row.Other
	if r != row.Rule {
		fmt.Fprintf(w, "  both define %s alike; it uses %s\n", row.Rule.Name, r.Name)
	}
	switch {
	case o != nil:
		const width, before = 160, 40
		from := 0
		if a, b := []rune(r.Source), []rune(o.Source); max(len(a), len(b)) > width {
			from = max(commonRunes(a, b)-before, 0)
		}
		writeClipped(w, row.In, r, from, width)
		writeClipped(w, other.Name, o, from, width)
	case other.Grammar.Rule(r.Name) == nil:
		writeRuleOf(w, row.In, r)
		fmt.Fprintf(w, "  %s has no rule %s\n", other.Name, r.Name)
	default: // the rules that are compared have different names
		writeRuleOf(w, row.In, side.Rule)
		writeRuleOf(w, other.Name, other.Rule)
	}
}

// commonRunes returns how many characters two texts begin with alike.
func commonRunes(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// writeClipped writes a definition from a character on, so that what differs is seen.
func writeClipped(w *bufio.Writer, in string, r *abnf.Rule, from, width int) {
	source := []rune(r.Source)
	text := clip(string(source[min(from, len(source)):]), width)
	if from > 0 {
		text = r.Name + " = … " + text
	}
	writeSource(w, in, text, r.Cites())
}

func writeRuleOf(w *bufio.Writer, in string, r *abnf.Rule) {
	writeSource(w, in, clip(r.Source, 160), r.Cites())
}

func writeSource(w *bufio.Writer, in, source, section string) {
	fmt.Fprintf(w, "  %s: %s", in, source)
	if section != "" {
		fmt.Fprintf(w, "   (%s)", section)
	}
	fmt.Fprintln(w)
}

// clip returns at most n characters of s.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + " …"
	}
	return s
}
