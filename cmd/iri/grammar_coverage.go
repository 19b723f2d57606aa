package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/output"
)

func newGrammarCoverageCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "coverage [IRI...]"}
	var in inputFlags
	var out outputFlags
	in.addReading(cmd)
	in.addCharset(cmd)
	in.addSpec(cmd, "the spec's top rule")
	out.add(cmd, output.FormatText, output.FormatJSON)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, err := in.target(config.TopRule)
		if err != nil {
			return err
		}
		records, failed, err := in.records(a, words, "")
		if err != nil {
			return err
		}
		var counts coverage.Coverage
		for rec := range records {
			if rule, err := t.RuleFor(rec); err == nil && rec.Err == nil {
				counts.Add(rule, rec.Text)
			}
		}
		if _, err := a.stdout.Write(output.AppendCoverage(nil, &counts, out.format)); err != nil {
			return err
		}
		return failed.Err()
	}
	return cmd
}
