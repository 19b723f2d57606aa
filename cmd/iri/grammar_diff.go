package main

import (
	"bufio"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/study/grammardiff"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/render"
)

func newGrammarDiffCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "diff A B",
		Args:              wordCount(2, 2, "two grammars"),
		ValidArgsFunction: completeSpecOrFile,
	}
	var rules ruleFlags
	var out outputFlags
	rules.addDuplicates(cmd)
	out.add(cmd, render.FormatText, render.FormatJSON)
	rule := cmd.Flags().String("rule", "", "the rule `NAME` (default each grammar's top rule); NAME=OTHERNAME if it has another name in B")
	tree := cmd.Flags().Bool("tree", false, "also report rules that are named or split differently; their language is the same")
	complete(cmd, "rule", func() []string { return new(ruleFlags).ruleNames() })
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		nameA, nameB, two := strings.Cut(*rule, "=")
		if !two {
			nameB = nameA
		}
		var sides [2]grammardiff.Side
		var src grammars.Grammar
		for i, word := range words {
			if i == 0 || word != words[0] {
				var err error
				if src, err = rules.named(word); err != nil {
					return err
				}
			}
			r, err := src.UsableRule([]string{nameA, nameB}[i])
			if err != nil {
				return err
			}
			rule, _ := src.Spec.Rule(r.Name)
			engines := []func(string) bool{rule.Valid}
			if !src.Spec.IsCustom() { // the parser matches it, too
				engines = append(engines, func(s string) bool {
					_, err := conversions.Match(rule, s)
					return err == nil
				})
			}
			sides[i] = grammardiff.Side{Name: word, Grammar: src.Usable, Rule: r, Engines: engines}
		}
		rows, err := grammardiff.Compare(sides[0], sides[1])
		if err != nil {
			return err
		}
		var trees []grammardiff.TreeRow
		if *tree {
			if trees, err = grammardiff.Trees(sides[0], sides[1]); err != nil {
				return err
			}
		}
		err = a.writeBuffered(func(w *bufio.Writer) error {
			if out.format == render.FormatJSON {
				return grammardiff.WriteJSON(w, sides, rows, trees)
			}
			grammardiff.WriteText(w, sides, rows, trees, *tree)
			return nil
		})
		if err == nil && len(rows) > 0 {
			err = statusFound
		}
		return err
	}
	return cmd
}
