package main

import (
	"cmp"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/railroad"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	faults "github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

func newGrammarRailroadCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "railroad [RULE...]"}
	var rules ruleFlags
	rules.addGrammar(cmd)
	rules.addDuplicates(cmd)
	var out outputFlags
	out.add(cmd, "svg", "html")
	output := addOutput(cmd)
	uses := cmd.Flags().Bool("uses", false, "also draw every rule that the rules use")
	cmd.ValidArgsFunction = rules.completeRules
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		draw := railroad.SVG
		if out.format == "html" {
			draw = railroad.HTML
		}
		src, err := rules.source()
		if files := rules.Get("grammar").List(); err != nil && len(files) > 0 {
			given, readErr := config.ReadFiles(files)
			if readErr = cmp.Or(readErr, run.OptionError(config.RefuseDocuments(given))); readErr != nil {
				return readErr
			}
			firstCounts, readErr := rules.firstCounts()
			if readErr != nil {
				return readErr
			}
			for i := range given {
				given[i].FirstCounts = firstCounts(given[i].Name)
			}
			if src, err = grammars.Drawable(strings.Join(files, ","), given); src.Grammar != nil &&
				faults.PrintFaults(a.stderr, err, a.errStyle()) {
				err = nil // the rules that could be read are drawn
			}
		}
		if err != nil {
			return err
		}
		var also func(*abnf.Rule) bool
		if *uses {
			also = func(*abnf.Rule) bool { return true }
		}
		list, err := src.Rules(words, also)
		if err != nil {
			return err
		}
		if len(words) == 0 {
			list = src.Grammar.Rules
		}
		return rules.writeTo(a, *output, func(w io.Writer) error { return draw(w, src.Grammar, list) })
	}
	return cmd
}
