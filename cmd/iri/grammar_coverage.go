package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/tree"
)

func newGrammarCoverageCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "coverage [IRI... | -f FILE...]"}
	var in inputFlags
	var out outputFlags
	in.addReading(cmd)
	in.addCharset(cmd)
	in.addSpec(cmd, "the spec's top rule")
	out.add(cmd, render.FormatText, render.FormatJSON)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, err := in.target(config.TopRule)
		if err != nil {
			return err
		}
		r, err := newRun(a, &in, shown, cmd, words, a.stdout)
		if err != nil {
			return err
		}
		return r.Do(&tree.Coverage{Input: r.Input, Target: t, JSON: out.format == render.FormatJSON}, a.texts(r, 0))
	}
	in.takeWords(a, cmd, 0, stringWords.always)
	return cmd
}
