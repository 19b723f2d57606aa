package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/study/export"
	"github.com/rfc3987/iri/internal/study/sample"
	"github.com/rfc3987/iri/internal/study/vectors"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/render"
)

func newGrammarVectorsCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "vectors",
		Args: rejectWords("name the rule with --rule %s"),
	}
	var rules ruleFlags
	var out outputFlags
	rules.addSpec(cmd, "the spec's top rule")
	rules.addDuplicates(cmd)
	var formats []string
	for _, f := range vectors.Formats() {
		formats = append(formats, f.Name)
	}
	out.add(cmd, formats...)
	var size string
	choice(cmd, &size, "size", vectors.Sizes()[0], "the size of the suite: small, medium or full", vectors.Sizes())
	cmd.RunE = func(*cobra.Command, []string) error {
		src, rule, err := rules.usable()
		if err != nil {
			return err
		}
		parts := func(left []string) {
			fmt.Fprintf(a.stderr, "the suite of all of %s is too large, or nests deeper than once; this one is made of its "+
				"rules, each by itself\n", rule.Name)
			if len(left) > 0 {
				fmt.Fprintf(a.stderr, "without rows of their own: %s\n", strings.Join(left, ", "))
			}
		}
		format := vectors.Formats()[slices.Index(formats, out.format)]
		about := vectors.Suited{Spec: src.Name, Rule: rule.Name, Schema: func() (string, error) {
			return export.Schema(export.Selection{Grammar: src.Usable, Rule: rule, Name: src.Name, Version: "iri " +
				version()})
		}}
		return a.writeBuffered(func(w *bufio.Writer) error {
			n := vectors.Size(slices.Index(vectors.Sizes(), size))
			return format.Write(w, about, vectors.Suite(src.Usable, rule, n, parts))
		})
	}
	return cmd
}

func newGrammarSampleCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "sample",
		Args: rejectWords("name the rule with --rule %s"),
	}
	var rules ruleFlags
	var out outputFlags
	rules.addSpec(cmd, "the spec's top rule")
	rules.addDuplicates(cmd)
	out.add(cmd, render.FormatText, render.FormatJSON)
	seed := cmd.Flags().Uint64("seed", 1, "the seed `N` of the random choices")
	count := cmd.Flags().IntP("count", "n", 10, "print `N` strings")
	invalid := cmd.Flags().Bool("invalid", false, "print strings that nearly match instead")
	cmd.RunE = func(*cobra.Command, []string) error {
		if *count < 0 {
			return usagef("--count %d: must not be negative", *count)
		}
		src, rule, err := rules.usable()
		if err != nil {
			return err
		}
		s, err := sample.New(src.Usable, rule, *seed)
		if err != nil {
			return err
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			for tries := 0; *count > 0 && tries < 100*(*count)+1000; tries++ {
				row, err := s.Row(*invalid)
				switch {
				case err != nil:
					return usageError{Cause: err}
				case out.format == render.FormatJSON:
					if err := jsonw.WriteLine(w, row); err != nil {
						return err
					}
				case strings.ContainsAny(row.Input, "\r\n"):
					continue
				default:
					w.WriteString(row.Input + "\n")
				}
				*count--
			}
			if *count > 0 {
				fmt.Fprintf(a.stderr, "%s left out, because they hold line ends: --format json has them\n", quote.Plural(*count, "string"))
			}
			return nil
		})
	}
	return cmd
}
