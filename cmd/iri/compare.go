package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/show"
)

func newCompareCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use: "compare [IRI OTHER]",
		Args: func(_ *cobra.Command, words []string) error {
			if len(words) == 0 || len(words) == 2 {
				return nil
			}
			return usagef("compare takes two IRIs, or no words and reads pairs; got %d", len(words))
		},
	}
	var in inputFlags
	in.addAll(cmd, "the spec's rule for references")
	in.addDuplicates(cmd)
	var out outputFlags
	out.add(cmd, render.FormatText, render.FormatJSON)
	var by option.Values
	addConversion(cmd, &by, conversions.Equality("compare up to")...)
	base := cmd.Flags().String("base", "", "resolve both against the `IRI` before comparing")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		c := show.Compare{JSON: out.format == render.FormatJSON}
		if err := run.OptionError(by.Fill(&c.By)); err != nil {
			return err
		}
		if cmd.Flags().Changed("base") {
			c.Base = base
		}
		t, r, err := in.start(a, shown, cmd, words, config.ReferenceRule)
		if err == nil {
			err = run.OptionError(rewrite.WholeReferences(t))
		}
		if err != nil {
			return err
		}
		if c.Target, c.Input = t, r.Input; len(words) == 2 {
			r.Words, c.Other = words[:1], &words[1]
		} else {
			r.Input.KeepBlank = in.oneLineEach(out.format)
		}
		return r.Do(&c, a.texts(r, 0))
	}
	return cmd
}
