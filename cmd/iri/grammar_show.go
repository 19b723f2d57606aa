package main

import (
	"bufio"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work"
)

func newGrammarListCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [SPEC|FILE...]",
		Short: "List the specs, or the rules of a spec",
		Long: `list prints the specs that --spec can name: those that are built in, and a library of
grammars of other RFCs, which "iri check --spec rfc9110 --rule Host" and grammars that
take rules of them can use. If a spec or a file is named, as a word or with --spec
or --grammar, it prints the rules and the sections that define them: * marks the
default rule, + the rule for references.

A file is in the notation of RFC 5234 and RFC 7405. The comments before its first
rule may hold header fields:

  ; spec: mine            the identifier
  ; title: My draft       what messages cite
  ; changes: rfc3987      the spec that this file changes; rules that it does not
                          define are taken from that spec
  ; without: irelative-ref  rules of that spec that this one does not have
  ; top: IRI              the default rule
  ; reference: IRI-reference  the rule for references
  ; import: rfc3986 (host as uri-host, port)  rules of another spec; without the
                          parentheses, all that this file uses and does not define
  ; cites: URI rfc3986    what a label means in <host, see [URI], Section 3.2.2>:
                          such a prose value stands for the rule that it names
  ; section: My draft §2  the section of the rules after it; allowed between rules too`,
		Example: `  iri grammar list
  iri grammar list rfc3987bis
  iri grammar list draft.abnf --format json`,
	}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // without --spec, list prints the specs
	out.add(cmd, work.FormatText, work.FormatJSON)
	cmd.ValidArgsFunction = completeSpecOrFile
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if err := out.check(); err != nil {
			return err
		}
		named, err := rules.namedByFlag(cmd, words)
		if err != nil {
			return err
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			if len(words) == 0 && !named {
				return listSpecs(w, out.format)
			}
			if named {
				src, err := rules.source()
				if err != nil {
					return err
				}
				return listRules(w, src, out.format)
			}
			for i, word := range words {
				src, err := grammarOperand(word)
				if err != nil {
					return err
				}
				if i > 0 && out.format == work.FormatText {
					fmt.Fprintln(w)
				}
				if err := listRules(w, src, out.format); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return cmd
}

func completeSpecOrFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return specNames(), cobra.ShellCompDirectiveDefault
}

// A specRow is the JSON form of a spec.
type specRow struct {
	Spec      string `json:"spec"`
	Title     string `json:"title"`
	Rules     int    `json:"rules"`
	Top       string `json:"top"`
	Reference string `json:"reference"`
	Library   bool   `json:"library,omitempty"` // it is not in the Go library
}

func listSpecs(w *bufio.Writer, format string) error {
	var rows []specRow
	for _, s := range iri.Specs() {
		rows = append(rows, specRow{s.Name(), s.Title(), len(slices.Collect(s.Rules())), s.Top().Name(), s.Reference().Name(), false})
	}
	for _, f := range grammarLibrary() {
		g, err := abnf.Parse(f.Name, f.Text)
		if err != nil {
			return err
		}
		rows = append(rows, specRow{g.Spec, g.Title, len(g.Rules), g.Top, g.Reference, true})
	}
	if format == work.FormatText {
		fmt.Fprintf(w, "%-12s %-24s %5s  %-13s %s\n", "SPEC", "TITLE", "RULES", "TOP", "REFERENCE")
	}
	for _, r := range rows {
		if format == work.FormatJSON {
			if err := work.WriteJSONLine(w, r); err != nil {
				return err
			}
			continue
		}
		line := fmt.Sprintf("%-12s %-24s %5d  %-13s %s", r.Spec, r.Title, r.Rules, r.Top, r.Reference)
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	return nil
}

// A ruleRow is the JSON form of a rule.
type ruleRow struct {
	Name    string   `json:"name"`
	ABNF    string   `json:"abnf"`
	Section string   `json:"section,omitempty"`
	Spec    string   `json:"spec,omitempty"`
	Core    bool     `json:"core,omitempty"`
	Uses    []string `json:"uses,omitempty"`
	UsedBy  []string `json:"usedBy,omitempty"`
}

func newRuleRow(g *abnf.Grammar, r *abnf.Rule) ruleRow {
	row := ruleRow{Name: r.Name, ABNF: r.Source, Section: r.Section, Spec: r.Spec, Core: r.Core}
	for _, u := range g.Uses(r) {
		row.Uses = append(row.Uses, u.Name)
	}
	for _, o := range g.Rules {
		for _, u := range g.Uses(o) {
			if u == r {
				row.UsedBy = append(row.UsedBy, o.Name)
			}
		}
	}
	return row
}

func listRules(w *bufio.Writer, src grammarSource, format string) error {
	width := 0
	for _, r := range src.grammar.Rules {
		width = max(width, len(r.Name))
	}
	for _, r := range src.grammar.Rules {
		if format == work.FormatJSON {
			if err := work.WriteJSONLine(w, newRuleRow(src.grammar, r)); err != nil {
				return err
			}
			continue
		}
		mark := " "
		switch r.Name {
		case src.grammar.Top:
			mark = "*"
		case src.grammar.Reference:
			mark = "+"
		}
		fmt.Fprintf(w, "%s %-*s  %s\n", mark, width, r.Name, r.Section)
	}
	return nil
}

func newGrammarShowCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show RULE...",
		Short: "Show a rule, everything it uses, and the sections that define it",
		Long: `show prints a rule and all rules that it uses, each under the section that
defines it. The output is valid ABNF, in ASCII and in the form of "iri grammar fmt".
--only leaves out the rules that it uses, --no-core the core rules of RFC 5234, which
most tools have.`,
		Example: `  iri grammar show iauthority
  iri grammar show --spec rfc3986 --only port host
  iri grammar show --grammar draft.abnf IRI --format json`,
		Args: wordCount(1, math.MaxInt, "the name of a rule, or several"),
	}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	out.add(cmd, work.FormatText, work.FormatJSON)
	only := cmd.Flags().Bool("only", false, "show only the rule itself")
	noCore := cmd.Flags().Bool("no-core", false, "leave out the core rules of RFC 5234")
	cmd.ValidArgsFunction = rules.completeRules
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if err := out.check(); err != nil {
			return err
		}
		src, err := rules.source()
		if err != nil {
			return err
		}
		want := make(map[*abnf.Rule]bool)
		var list []*abnf.Rule // in the order of the words
		for _, name := range words {
			r, err := src.rule(name)
			if err != nil {
				return err
			}
			if !want[r] {
				want[r] = true
				list = append(list, r)
			}
		}
		if !*only {
			for _, r := range list {
				for _, u := range src.grammar.Closure(r) {
					if !want[u] && !(u.Core && *noCore) {
						want[u] = true
						list = append(list, u)
					}
				}
			}
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			if out.format == work.FormatJSON {
				for _, r := range list {
					if err := work.WriteJSONLine(w, newRuleRow(src.grammar, r)); err != nil {
						return err
					}
				}
				return nil
			}
			section := ""
			for i, r := range list {
				if r.Section != section || i == 0 {
					if i > 0 {
						fmt.Fprintln(w)
					}
					section = r.Section
					if section != "" {
						fmt.Fprintf(w, "; section: %s\n\n", abnf.ASCII(section))
					}
				}
				fmt.Fprint(w, abnf.FormatRule(r.Source))
			}
			return nil
		})
	}
	return cmd
}
