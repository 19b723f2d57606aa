package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/output"
)

func newUniqCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "uniq [IRI... | FILE...]",
		Short: "Print the first IRI of each class that is equal on a rung of the ladder",
		Long: `uniq prints the first of all IRIs that have the same normal form on a rung of the
ladder (RFC 3987 §5.3), as it is written, one on each line, in the order of the
input, which need not be sorted. "iri help normalize" explains the rungs.

-c prints how many there are of each class, a tab and the first one, at the end.

An input that is not a reference has no normal form: it is reported on standard
error, or written to the file of --rejects, and left out; the exit status is 1.

A class takes at most 24 bytes of memory, 16 of which are a part of the SHA-256
of its normal form; with -c it takes 40 and the length of its first IRI.`,
		Example: `  iri uniq HTTP://EXAMPLE.com/%7Eu http://example.com/~u
  iri uniq --to percent -f crawl.txt.gz > frontier.txt
  iri uniq -c -f dump.nt | sort -rn | head`,
	}
	c := &converter{app: a, cmd: cmd, defaultRule: job.ReferenceRule}
	c.in.addReading(cmd)
	c.in.addCharset(cmd)
	c.in.addSpec(cmd, "the spec's rule for references")
	c.in.addDuplicates(cmd)
	c.out.add(cmd, output.FormatText, output.FormatJSON)
	c.runFlags.addJobs(cmd)
	c.addFindings(cmd)
	addConversion(cmd, &c.how, conversions.Equality("compare up to")...)
	count := cmd.Flags().BoolP("count", "c", false, "print how many IRIs each class has")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		c.uniq = &output.Uniq{Count: *count, JSON: c.out.format == output.FormatJSON}
		c.out.format = output.FormatTSV
		return c.convert(words, conversions.Conversion{Kind: conversions.Normalize, Key: true})
	}
	c.in.takeFiles(a, cmd, sometimes)
	return cmd
}
