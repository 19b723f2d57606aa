package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/track"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/run"
)

func newGrammarUpdateCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "update DRAFT",
		Args:              wordCount(1, 1, "the text of a draft"),
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
	}
	of := cmd.Flags().String("of", "", "the `SPEC` or the grammar file that the draft is to replace")
	report := cmd.Flags().String("report", "", "write the report to `FILE.md` instead of standard output")
	output := cmd.Flags().String("output", "", "write the grammar of the draft to `FILE.abnf`")
	corpus := cmd.Flags().String("corpus", "", "check each line of `FILE` by both default rules")
	check := cmd.Flags().Bool("check", false, "the exit status is 1 if anything has changed; --output cannot stand with it")
	complete(cmd, "of", config.SpecNames)
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		if *of == "" {
			return usagef("name the spec that the draft is to replace with --of")
		}
		kept, replaced := []string{words[0], *corpus}, strings.Split(*of, ",")
		all := slices.Concat(kept, replaced)
		if len(replaced) > 1 { // the grammar of the draft may replace one file only
			kept = all
		}
		err := cmp.Or(
			run.RefuseInput("--report", *report, run.FilesOf(all)),
			run.RefuseInput("--output", *output, run.FilesOf(kept)),
			run.RefuseSame("--report", *report, "--output", *output))
		if err != nil {
			return err
		}
		old, err := grammars.Named(*of, func(string) bool { return false })
		if err != nil {
			return err
		}
		files, err := config.ReadFiles(words)
		if err != nil {
			return err
		}
		var replacing []spec.GrammarFile
		if *output != "" && (filepath.Base(*output) == old.Spec.Name()+".abnf" || sameFile(*output, *of)) {
			if replacing, err = grammars.Read(replaced); err != nil {
				return err
			}
		}
		draft, err := track.Read(files[0].Name, files[0].Text, grammars.Beside(files[0].Name), old.Spec, replacing, config.Library()...)
		if err != nil {
			return err
		}
		var lines []string
		if *corpus != "" {
			text, err := durable.ReadFile(*corpus, 64<<20)
			if err != nil {
				return err
			}
			lines = strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
		}
		r := track.Compare(old.Spec, draft, lines)
		if *report == "" {
			fmt.Fprint(a.stdout, r.Markdown())
		} else if err := os.WriteFile(*report, []byte(r.Markdown()), 0o666); err != nil {
			return err
		}
		if *output != "" {
			if err := os.WriteFile(*output, draft.Text, 0o666); err != nil {
				return err
			}
		}
		fmt.Fprintf(a.stderr, "%s added, %d gone, %d changed\n", quote.Plural(len(r.Added), "rule"), len(r.Gone), len(r.Changed))
		if *check && !r.Same() {
			return statusFound
		}
		return nil
	}
	return cmd
}

// sameFile reports whether two names are those of the same existing file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}
