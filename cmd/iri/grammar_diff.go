package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/grammardiff"
	"github.com/rfc3987/iri/internal/wording"
	"github.com/rfc3987/iri/internal/work"
)

func newGrammarDiffCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Say what one grammar allows and another does not",
		Long: `diff compares the languages of a rule in two grammars, each a built-in spec or a
file (several with commas between them). The comparison is exact. It prints one row
for each way in which the languages differ: the shortest string that only one of them
has, readable ones first, and the innermost productions that cause it.

Exit status: 0 if the languages are equal, 1 if they are not, 2 for an error in
usage, input or output.`,
		Example: `  iri grammar diff rfc3987 rfc3987bis
  iri grammar diff rfc3986 rfc3987 --rule URI-reference=IRI-reference
  iri grammar diff rfc3987 draft.abnf --rule ireg-name --tree --format json`,
		Args:              wordCount(2, 2, "two grammars"),
		ValidArgsFunction: completeSpecOrFile,
	}
	var out outputFlags
	out.add(cmd, work.FormatText, work.FormatJSON)
	rule := cmd.Flags().String("rule", "", "the rule, `NAME`, or NAME=OTHERNAME if it has another name in B (default each grammar's top rule)")
	tree := cmd.Flags().Bool("tree", false, "also report rules that are named or split differently though the language is the same")
	complete(cmd, "rule", func() []string { return (&ruleFlags{spec: "rfc3987"}).ruleNames() })
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if err := out.check(); err != nil {
			return err
		}
		nameA, nameB, two := strings.Cut(*rule, "=")
		if !two {
			nameB = nameA
		}
		var srcs [2]grammarSource
		var sides [2]grammardiff.Side
		for i, word := range words {
			src, err := grammarOperand(word)
			if err != nil {
				return err
			}
			r, err := src.usableRule([]string{nameA, nameB}[i])
			if err != nil {
				return err
			}
			srcs[i], sides[i] = src, grammardiff.Side{Name: word, Grammar: src.usable, Rule: r}
		}
		rows, err := grammardiff.Compare(sides[0], sides[1])
		if err != nil {
			return err
		}
		for _, r := range rows {
			if err := checkWitness(srcs, sides, r); err != nil {
				return err
			}
		}
		var trees []grammardiff.TreeRow
		if *tree {
			if trees, err = grammardiff.Trees(sides[0], sides[1]); err != nil {
				return err
			}
		}
		err = a.writeBuffered(func(w *bufio.Writer) error {
			if out.format == work.FormatJSON {
				return writeDiffJSON(w, sides, rows, trees)
			}
			writeDiffText(w, sides, rows, trees, *tree)
			return nil
		})
		if err == nil && len(rows) > 0 {
			err = statusFound
		}
		return err
	}
	return cmd
}

// checkWitness checks a row with the engines that check strings: the tables and, for
// a built-in spec, the parser.
func checkWitness(srcs [2]grammarSource, sides [2]grammardiff.Side, row grammardiff.Row) error {
	for i, src := range srcs {
		r, _ := src.spec.Rule(sides[i].Rule.Name)
		want := i == row.Side
		got := r.Valid(row.Witness)
		if src.builtin && got == want {
			_, err := r.Tree(row.Witness)
			got = err == nil
		}
		if got != want {
			return fmt.Errorf("the engines disagree about %q under %s of %s: please report this", row.Witness, r.Name(), src.name)
		}
	}
	return nil
}

func writeDiffJSON(w *bufio.Writer, sides [2]grammardiff.Side, rows []grammardiff.Row, trees []grammardiff.TreeRow) error {
	for _, r := range rows {
		if err := writeJSONLine(w, r.JSON()); err != nil {
			return err
		}
	}
	for _, t := range trees {
		if err := writeJSONLine(w, struct {
			Tree string            `json:"tree"`
			A    map[string]string `json:"a"`
			B    map[string]string `json:"b"`
		}{t.Kind, ruleJSON(sides[0].Name, t.A), ruleJSON(sides[1].Name, t.B)}); err != nil {
			return err
		}
	}
	return nil
}

func ruleJSON(in string, r *abnf.Rule) map[string]string {
	return map[string]string{"in": in, "rule": r.Name, "abnf": r.Source, "section": r.Section}
}

func writeDiffText(w *bufio.Writer, sides [2]grammardiff.Side, rows []grammardiff.Row, trees []grammardiff.TreeRow, tree bool) {
	title := sides[0].Rule.Name + " of " + sides[0].Name + " and " + sides[1].Rule.Name + " of " + sides[1].Name
	if len(rows) == 0 {
		fmt.Fprintf(w, "%s: the languages are equal\n", title)
	} else {
		ways := "ways"
		if len(rows) == 1 {
			ways = "way"
		}
		fmt.Fprintf(w, "%s: the languages differ in %d %s\n", title, len(rows), ways)
	}
	for _, r := range rows {
		fmt.Fprintf(w, "\nonly %s: %s\n", r.In, wording.Visible(r.Witness))
		fmt.Fprintf(w, "  because of %s in %s", r.Expr, strings.Join(r.Path, " > "))
		if len(r.Rules) > 1 {
			fmt.Fprintf(w, ", and of %s", strings.Join(r.Rules[1:], ", "))
		}
		fmt.Fprintln(w)
		if len(r.Chars) > 0 {
			fmt.Fprintf(w, "  the same holds for %s\n", clip(grammardiff.CharRanges(r.Chars), 200))
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
func writeCause(w *bufio.Writer, side, other grammardiff.Side, row grammardiff.Row) {
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
	writeSource(w, in, text, r.Section)
}

func writeRuleOf(w *bufio.Writer, in string, r *abnf.Rule) {
	writeSource(w, in, clip(r.Source, 160), r.Section)
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
