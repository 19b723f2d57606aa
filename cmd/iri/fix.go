package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

func newFixCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "fix [IRI... | FILE...]"}
	c := newRewriter(a, cmd, config.TopRule)
	c.in.addCharset(cmd)
	c.in.addChecks(cmd)
	c.in.add(cmd, option.Guess())
	c.in.add(cmd, option.Fix())
	complete(cmd, "fix", func() []string { return append(append(codeNames(), option.Families()...), option.All) })
	files := fixFiles{}
	cmd.Flags().BoolVar(&files.diff, "diff", false, "print a unified diff of the files instead of their new text")
	cmd.Flags().BoolVarP(&files.write, "write", "w", false, "write the fixed text back into the files")
	cmd.Flags().BoolVar(&files.force, "force", false,
		"with --write, also replace read-only files and those with several names (hard links)")
	cmd.Flags().BoolVar(&c.runFlags.noSummary, "no-summary", false, "leave out the summary")
	exclusive(cmd, "diff", "write")
	takeConfig(cmd, &c.in)
	cmd.RunE = func(_ *cobra.Command, words []string) (err error) {
		f, err := newFixer(cmd, c)
		if err != nil {
			return err
		}
		defer func() {
			if !c.runFlags.noSummary && (err == nil || !isUsage(err)) {
				fmt.Fprintln(a.stderr, fixAccount(&f.total))
			}
		}()
		if files.diff || files.write {
			return files.run(f)
		}
		return f.run(words)
	}
	c.in.takeFiles(a, cmd, func() bool { return files.diff || files.write })
	return cmd
}

// A fixer applies the fixes that the flags ask for.
type fixer struct {
	converter  *converter
	target     config.Target
	conversion rewrite.Change
	total      summary.Summary // of all files
}

func newFixer(cmd *cobra.Command, c *converter) (*fixer, error) {
	t, err := c.target()
	if err != nil {
		return nil, err
	}
	f := &fixer{converter: c, target: t}
	names := c.in.Get("fix").List()
	codes := make([]report.Code, len(names))
	for i, n := range names {
		codes[i] = report.Code(n)
	}
	if c.in.On("suspicious") && cmd.Flags().Changed("suspicious") { // iri.toml asks for warnings alone
		codes = append(codes, rules.SuspiciousCodes()...)
	}
	f.conversion, err = rewrite.Fix(t, codes, c.in.On("guess"))
	c.byFile = rewrite.FixesByFile(t, codes, c.in.On("guess"))
	return f, run.OptionError(err)
}

// run fixes the words or the files.
func (f *fixer) run(words []string) error {
	r, work, err := f.converter.prepare(words, f.target, f.conversion)
	if err != nil {
		return err
	}
	sink := f.converter.texts(r)
	sink.Err = nil // the account says it
	err = r.Do(work, sink)
	f.total.Merge(&r.Summary)
	return err
}
