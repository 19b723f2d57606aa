package main

import (
	"bufio"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/sample"
	"github.com/rfc3987/iri/internal/vectors"
)

func newGrammarVectorsCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Make a conformance suite for other parsers",
		Long: `vectors prints test rows for a rule, as JSON Lines: the input, whether it is
valid, the productions that it puts to the test, and why it is there.

--size small: every alternative of every rule, the bounds of every repetition,
both ends of every range and the characters next to them, parts left out and
doubled, every kind of character in every component, and strings that parsers in
use have got wrong. medium: also every transition of the minimal automaton. full:
the complete W-method suite (Chow 1978), every transition followed by strings that
tell all states apart, some hundred thousand rows.`,
		Example: `  iri grammar vectors --rule IPv6address > ipv6.jsonl
  iri grammar vectors --spec rfc3986 --rule URI-reference --size medium
  iri grammar vectors --grammar draft.abnf --size full | zstd > suite.jsonl.zst`,
		Args: rejectWords("the rule is named with --rule %s"),
	}
	var rules ruleFlags
	rules.addSpec(cmd, "the spec's top rule")
	sizes := []string{"small", "medium", "full"}
	size := cmd.Flags().String("size", sizes[0], "how much: small, medium or full")
	complete(cmd, "size", func() []string { return sizes })
	cmd.RunE = func(*cobra.Command, []string) error {
		n := -1
		for i, s := range sizes {
			if s == *size {
				n = i
			}
		}
		if n < 0 {
			return usagef("--size %s: choose one of small, medium, full", *size)
		}
		src, err := rules.source()
		if err != nil {
			return err
		}
		rule, err := src.rule(rules.rule)
		if err != nil {
			return err
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			for row, err := range vectors.Suite(src.grammar, rule, vectors.Size(n)) {
				if err != nil {
					return err
				}
				if err := writeJSONLine(w, row); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return cmd
}

func newGrammarSampleCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sample",
		Short: "Draw random sentences, or near misses",
		Long: `sample prints random sentences of a rule, one a line, spread over the
alternatives. The same seed gives the same sentences. --invalid prints strings
that are no sentences, but one edit away from one.

With --format text, sentences that hold a line end are left out.`,
		Example: `  iri grammar sample --rule IPv6address -n 20
  iri grammar sample --seed 7 --invalid --format json
  iri grammar sample -n 1000 | iri check --coverage`,
		Args: rejectWords("the rule is named with --rule %s"),
	}
	var rules ruleFlags
	var out outputFlags
	rules.addSpec(cmd, "the spec's top rule")
	out.add(cmd, formatText, formatJSON)
	seed := cmd.Flags().Uint64("seed", 1, "the `N`umber that the choices depend on")
	count := cmd.Flags().IntP("count", "n", 10, "how many")
	invalid := cmd.Flags().Bool("invalid", false, "near misses instead of sentences")
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := out.check(); err != nil {
			return err
		}
		src, err := rules.source()
		if err != nil {
			return err
		}
		rule, err := src.rule(rules.rule)
		if err != nil {
			return err
		}
		s, err := sample.New(src.grammar, rule, *seed)
		if err != nil {
			return err
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			for tries := 0; *count > 0 && tries < 100*(*count)+1000; tries++ {
				text, why := "", ""
				if *invalid {
					ok := false
					if text, why, ok = s.NearMiss(); !ok {
						return usagef("nearly everything is a %s: no near miss found", rule.Name)
					}
				} else {
					text = s.Sentence()
				}
				if out.format == formatJSON {
					row := struct {
						Input string `json:"input"`
						Valid bool   `json:"valid"`
						Rule  string `json:"rule"`
						Why   string `json:"why,omitempty"`
					}{text, !*invalid, rule.Name, why}
					if err := writeJSONLine(w, row); err != nil {
						return err
					}
				} else {
					if strings.ContainsAny(text, "\r\n") {
						continue
					}
					w.WriteString(text + "\n")
				}
				*count--
			}
			return nil
		})
	}
	return cmd
}
