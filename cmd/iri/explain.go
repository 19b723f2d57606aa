package main

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/render"
)

func newExplainCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "explain [CODE|RULE...]"}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	rules.addDuplicates(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // it searches all specs
	out.add(cmd, render.FormatText, render.FormatJSON)
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		names := append(codeNames(), rules.ruleNames()...)
		slices.Sort(names)
		return withPrefix(slices.Compact(names), prefix), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RunE = func(_ *cobra.Command, names []string) error {
		in, err := rules.readSpec()
		if err != nil {
			return err
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			p := grammars.Explainer{W: w, JSON: out.format == render.FormatJSON, Style: a.outStyle(), Run: outputOf}
			if len(names) == 0 {
				p.List()
				return nil
			}
			chosen := cmd.Flags().Changed("spec") || cmd.Flags().Changed("grammar")
			if err := p.Explain(names, in, chosen); err != nil {
				return usageError{Cause: err}
			}
			return nil
		})
	}
	return cmd
}

// outputOf runs a command line and returns its standard output.
func outputOf(args []string, stdin string) []byte {
	var out bytes.Buffer
	execute(&app{stdin: strings.NewReader(stdin), stdout: &out, stderr: io.Discard,
		getenv: func(string) string { return "" }}, args)
	return out.Bytes()
}
