package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
)

func newFixCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "fix [IRI... | FILE...]"}
	c := newRewriter(a, cmd, config.TopRule)
	c.fixes = true
	c.in.addCharset(cmd)
	c.in.addChecks(cmd)
	c.in.add(cmd, option.Guess())
	c.in.add(cmd, option.Fix())
	complete(cmd, "fix", func() []string { return append(append(codeNames(), option.Families()...), option.All) })
	cmd.Flags().BoolVar(&c.runFlags.noSummary, "no-summary", false, "leave out the summary")
	takeConfig(cmd, &c.in)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, err := c.target()
		if err != nil {
			return err
		}
		names := c.in.Get("fix").List()
		codes := make([]finding.Code, len(names))
		for i, n := range names {
			codes[i] = finding.Code(n)
		}
		if c.in.On("suspicious") && cmd.Flags().Changed("suspicious") { // with iri.toml it only warns
			codes = append(codes, rules.SuspiciousCodes()...)
		}
		fixes, err := rewrite.Fix(t, codes, c.in.On("guess"))
		if err != nil {
			return run.OptionError(err)
		}
		c.byFile = rewrite.FixesByFile(t, codes, c.in.On("guess"))
		return c.run(words, t, fixes)
	}
	c.takeWords(0, ownWords)
	return cmd
}
