package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/extract"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
)

func newGrammarExtractCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "extract FILE",
		Args:              wordCount(1, 1, "a document"),
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
	}
	var out outputFlags
	out.add(cmd, render.FormatText, render.FormatJSON)
	changes := cmd.Flags().String("changes", "", "the built-in `SPEC` that the document changes; its rules need not be in the document")
	imports := cmd.Flags().StringArray("import", nil,
		"a `SPEC` from which rules are taken; those that the document uses and does not define; may be repeated")
	complete(cmd, "changes", config.SpecNames)
	complete(cmd, "import", config.SpecNames)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if *changes != "" {
			if _, ok := spec.ByName(*changes); !ok {
				return usageError{Cause: option.UnknownName(*changes, config.SpecNames(), "--changes: %q is not a built-in spec", "")}
			}
		}
		files, err := config.ReadFiles(words)
		if err != nil {
			return err
		}
		file := files[0]
		d := extract.Extract(file.Name, file.Text, grammars.Beside(file.Name))
		for _, from := range *imports {
			if err := grammars.Import(d, from); err != nil {
				return usageError{Cause: err}
			}
		}
		// the default rule of a changed spec is that of the spec, not the first of the document
		if s, ok := spec.ByName(*changes); ok {
			d.Top, d.Reference = s.AllRules().Top, s.AllRules().Reference
		}
		unread, lost := d.Unread(file.Name)
		io.WriteString(a.stderr, unread)
		io.WriteString(a.stderr, grammars.UndefinedAdvice(d, *changes))
		if len(d.Rules) == 0 {
			fmt.Fprintf(a.stderr, "%s: there is no ABNF rule in it\n", quote.Visible(file.Name))
			return statusFound
		}
		err = a.writeBuffered(func(w *bufio.Writer) error {
			if out.format == render.FormatJSON {
				return jsonw.WriteLines(w, d.Rules)
			}
			_, err := w.WriteString(d.Grammar(file.Name, *changes))
			return err
		})
		if err == nil && lost {
			err = statusFound
		}
		return err
	}
	return cmd
}
