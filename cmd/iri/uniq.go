package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/rewrite"
)

func newUniqCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "uniq [IRI... | -f FILE...]"}
	c := &converter{app: a, cmd: cmd, defaultRule: config.ReferenceRule}
	c.in.addAll(cmd, "the spec's rule for references")
	c.in.addDuplicates(cmd)
	c.out.add(cmd, render.FormatText, render.FormatJSON)
	c.runFlags.addJobs(cmd)
	c.addFindings(cmd)
	addConversion(cmd, &c.how, conversions.Equality("compare up to")...)
	addConversion(cmd, &c.how, conversions.Base())
	count := cmd.Flags().BoolP("count", "c", false, "print how many IRIs each class has")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		classes := rewrite.Classes{Count: *count, JSON: c.out.format == render.FormatJSON}
		c.out.format = render.FormatTSV
		t, key, err := c.conversion(conversions.Conversion{Kind: conversions.Normalize, Key: true})
		if err != nil {
			return err
		}
		r, work, err := c.prepare(words, t, key)
		if err != nil {
			return err
		}
		return r.Do(&rewrite.Uniq{Rewrite: *work, Classes: classes}, c.texts(r))
	}
	c.in.takeWords(a, cmd, 0, stringWords.always)
	return cmd
}
