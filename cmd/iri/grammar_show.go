package main

import (
	"bufio"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/render"
)

func newGrammarListCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "list [SPEC|FILE...]"}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	rules.addDuplicates(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // without --spec, list prints the specs
	out.add(cmd, render.FormatText, render.FormatJSON)
	cmd.ValidArgsFunction = completeSpecOrFile
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		named, err := rules.namedByFlag(cmd, words)
		if err != nil {
			return err
		}
		json := out.format == render.FormatJSON
		return a.writeBuffered(func(w *bufio.Writer) error {
			if len(words) == 0 && !named {
				return grammars.WriteSpecs(w, json)
			}
			if named {
				src, err := rules.source()
				if err != nil {
					return err
				}
				return src.List(w, json)
			}
			for i, word := range words {
				src, err := rules.named(word)
				if err != nil {
					return err
				}
				if i > 0 && !json {
					fmt.Fprintln(w)
				}
				if err := src.List(w, json); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return cmd
}

func completeSpecOrFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return config.SpecNames(), cobra.ShellCompDirectiveDefault
}

func newGrammarShowCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "show [SPEC|FILE] [RULE...]"}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	rules.addDuplicates(cmd)
	out.add(cmd, render.FormatText, render.FormatJSON)
	only := cmd.Flags().Bool("only", false, "show only the rule itself")
	noCore := cmd.Flags().Bool("no-core", false, "leave out the core rules of RFC 5234")
	cmd.ValidArgsFunction = rules.completeRules
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		src, words, err := rules.sourceOf(cmd, words)
		if err != nil {
			return err
		}
		if len(words) == 0 {
			words = abnf.Names(slices.DeleteFunc(slices.Clone(src.Grammar.Rules), func(r *abnf.Rule) bool { return r.Core && *noCore }))
		}
		var uses func(*abnf.Rule) bool
		if !*only {
			uses = func(u *abnf.Rule) bool { return !u.Core || !*noCore }
		}
		list, err := src.Rules(words, uses)
		if err != nil {
			return err
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			return src.Show(w, list, out.format == render.FormatJSON)
		})
	}
	return cmd
}
