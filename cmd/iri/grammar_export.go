package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/study/export"
)

func newGrammarExportCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "export --to TARGET",
		Long: `export writes a rule for programs in other languages, as one file that needs nothing
else. What it writes accepts the same strings as the grammar.

` + targetList() + `
Source code is the minimal automaton of the rule: a function that says whether a
string matches it and, for the rules of whole references, one that finds the
components. For a rule that refers to itself, Python has a parser that follows all
ways of reading a string at once; other targets cannot have one. The header says which
spec, rule and version the code was made from, with a hash of the rules that it
depends on.

A pattern matches whole strings, and each in one way only, so that an engine that
tries one way after the other takes linear time.

What a target cannot say is refused, with the rule and the reason, and nothing is
written.`,
		Args: rejectWords("name the rule with --rule %s"),
	}
	var rules ruleFlags
	rules.addSpec(cmd, "the spec's top rule")
	rules.addDuplicates(cmd)
	to := cmd.Flags().String("to", "", "the `TARGET`; one of "+strings.Join(export.Names(), ", "))
	output := addOutput(cmd)
	complete(cmd, "to", export.Names)
	cmd.RunE = func(*cobra.Command, []string) error {
		if !slices.Contains(export.Names(), *to) {
			return usagef("--to %s: choose one of %s", *to, strings.Join(export.Names(), ", "))
		}
		src, rule, err := rules.usable()
		if err != nil {
			return err
		}
		text, err := export.Write(*to, export.Selection{Grammar: src.Usable, Rule: rule, Name: src.Name, Version: "iri " +
			version()})
		if err != nil {
			return usageError{Cause: err}
		}
		return rules.writeTo(a, *output, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	return cmd
}

// targetList returns a line for each target.
func targetList() string {
	var b strings.Builder
	for _, t := range export.Targets() {
		fmt.Fprintf(&b, "  %-12s %s\n", t.Name, t.Title)
	}
	return b.String()
}
