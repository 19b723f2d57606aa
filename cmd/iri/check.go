package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/output"
)

func newCheckCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "check [IRI... | FILE...]"}
	c := &checkRun{app: a}
	c.in.addReading(cmd)
	c.in.addWhole(cmd)
	c.in.addCharset(cmd)
	c.in.addSpec(cmd, "the spec's top rule")
	c.in.addChecks(cmd)
	c.in.add(cmd, option.Guess())
	c.in.add(cmd, config.Findings()...)
	_ = cmd.MarkFlagFilename("baseline", "json")
	complete(cmd, "fail-on", option.FailOns)
	c.out.add(cmd, output.Formats(true)...)
	c.runFlags.add(cmd)
	c.runFlags.addWhichFindings(cmd)
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print nothing: only the exit status counts")
	cmd.Flags().BoolVar(&c.explain, "explain", false,
		"with each finding, print its rule and productions, not only with the first one of a code")
	cmd.Flags().BoolVar(&c.onlyFindings, "only-findings", false,
		"with --format json, print no object for an input without findings")
	takeConfig(cmd, &c.in)
	cmd.RunE = c.run
	c.in.takeFiles(a, cmd, sometimes)
	return cmd
}
