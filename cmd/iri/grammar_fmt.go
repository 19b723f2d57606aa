package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// minWidth and maxWidth are the least and the largest --width.
const minWidth, maxWidth = 20, 1000

func newGrammarFmtCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "fmt [SPEC|FILE...]",
		Args:              wordCount(1, math.MaxInt, "a spec or a file, or several"),
		ValidArgsFunction: completeSpecOrFile,
	}
	write := cmd.Flags().BoolP("write", "w", false, "write the files back instead of printing them")
	check := cmd.Flags().Bool("check", false, "print only the names of files in another form")
	width := cmd.Flags().Int("width", grammarfmt.Width, "write lines of at most `N` columns")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if *width < minWidth || *width > maxWidth {
			return usagef("--width %d: must be from %d to %d", *width, minWidth, maxWidth)
		}
		status := error(nil)
		for _, word := range words {
			files, err := grammars.Read([]string{word})
			if err = cmp.Or(err, run.OptionError(config.RefuseDocuments(files))); err != nil {
				return err
			}
			if _, builtin := spec.ByName(word); *write && (builtin || word == "-") {
				return usagef("--write takes files, and %q is not one", word)
			}
			text, err := grammarfmt.Format(files[0].Name, files[0].Text, *width)
			same := bytes.Equal(text, files[0].Text)
			switch {
			case err != nil:
				if !render.PrintFaults(a.stderr, err, a.errStyle()) {
					fmt.Fprintln(a.stderr, quote.Visible(err.Error()))
				}
				status = statusFound
			case *check:
				if !same {
					fmt.Fprintln(a.stdout, quote.Visible(word))
					status = statusFound
				}
			case !*write:
				if _, err := a.stdout.Write(text); err != nil {
					return err
				}
			case !same:
				if err := durable.WriteFile(word, text); err != nil {
					return fmt.Errorf("%s: %w", word, err)
				}
			}
		}
		return status
	}
	return cmd
}
