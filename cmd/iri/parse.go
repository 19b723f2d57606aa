package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/show"
)

// maxTreeLine is the length in bytes of the longest line that parse reads unless
// --max-line is given: a tree in JSON takes about 400 times the memory of its string.
const maxTreeLine = 1 << 20

func newParseCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "parse [IRI... | -f FILE...]"}
	var in inputFlags
	var out outputFlags
	in.addAll(cmd, "the spec's top rule")
	in.addWhole(cmd)
	in.limitLines(cmd, maxTreeLine)
	in.addDuplicates(cmd)
	out.add(cmd, render.FormatText, render.FormatJSON)
	all := cmd.Flags().BoolP("all", "a", false, "show every production, down to single characters; by a grammar of "+
		"your own, also in how many ways the string can be read, and where two of them part")
	parts := cmd.Flags().Bool("components", false, "show the components of any string, conforming or not")
	browser := cmd.Flags().Bool("browser", false, "show how browsers read any string; by the URL Standard, without a base")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, r, err := in.start(a, shown, cmd, words, config.TopRule)
		if err != nil {
			return err
		}
		r.Input.KeepBlank = in.oneLineEach(out.format)
		return r.Do(&show.Parse{Input: r.Input, Target: t, All: *all, Parts: *parts, Browser: *browser,
			JSON: out.format == render.FormatJSON, Style: a.outStyle()}, a.texts(r, '\n'))
	}
	in.takeWords(a, cmd, 0, stringWords.always)
	return cmd
}
