package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/show"
)

func newGrammarCoverageCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "coverage [IRI... | -f FILE...]"}
	var in inputFlags
	var out outputFlags
	in.addAll(cmd, "the spec's top rule")
	out.add(cmd, render.FormatText, render.FormatJSON)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, r, err := in.start(a, shown, cmd, words, config.TopRule)
		if err != nil {
			return err
		}
		return r.Do(&show.Coverage{Input: r.Input, Target: t, JSON: out.format == render.FormatJSON}, a.texts(r, 0))
	}
	in.takeWords(a, cmd, 0, stringWords.always)
	return cmd
}
