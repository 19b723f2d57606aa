package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/rewrite"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// writeBack are the flags that say that the new text of each file is written back, or printed as a diff.
type writeBack struct{ diff, write, force bool }

// add registers the flags.
func (x *writeBack) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.BoolVar(&x.diff, "diff", false, "print a unified diff of the files instead of their new text; all words are files")
	fs.BoolVarP(&x.write, "write", "w", false, "write the new text back into the files; all words are files")
	fs.BoolVar(&x.force, "force", false, "with --write, also replace read-only files and hard links; these are other names of a file")
}

// on reports whether --diff or --write is given.
func (x *writeBack) on() bool { return x.diff || x.write }

// writeBack changes the files. It reports each file that cannot be read or written, and changes the others. Files that are
// not writable are reported before the first file changes.
func (c *converter) writeBack(words []string, t config.Target, conversion rewrite.Change) error {
	a, x, files := c.app, c.files, c.in.files()
	switch {
	case len(files) == 0 || slices.Contains(files, "-"):
		return usagef("--diff and --write are for files: name them")
	case len(words) > 0:
		return usagef("--diff and --write are for files, and %s is not one", quote.Ends(words[0]))
	}
	r, work, err := c.prepare(nil, t, conversion)
	if err != nil {
		return err
	}
	status := statusOK
	expand, passed := *r.Input, new(notes.FileNotes)
	expand.FileNotes, expand.PassOver = passed, passed.PassOver
	var names []string
	for name, err := range expand.Expand(files) {
		if err != nil {
			a.printError(err)
			status = statusUsage
			continue
		}
		names = append(names, name)
	}
	a.note(passed.Account().PassedLines())
	sink := &run.Files{Sink: c.findings(r), Write: x.write, Out: r.Out, Force: x.force, CleanUp: a.signals.cleanUp,
		Refuse: func(name string, err error) {
			a.printError(run.FileError(name, err))
			if _, ok := run.IsFinding(err, r.Named); ok {
				status = max(status, statusFound)
			} else {
				status = statusUsage
			}
		}}
	defer sink.Discard()
	if n, ok := sink.Sink.(*render.Notes); ok {
		n.PerFile = true
	}
	if sink.Folder, err = run.DiffFolder(names); err != nil {
		return err
	}
	several, named := len(names) > 1, folders.NamedBy(files)
	sink.Done = func(name string, counts *summary.Summary) {
		said := "left as it is"
		if counts != nil {
			said = c.account(counts)
			c.total.Merge(counts)
		}
		if x.write && several && !c.silent() {
			fmt.Fprintf(a.stderr, "%s: %s\n", quote.Visible(name), said)
		}
	}
	if sink.Names = sink.Writable(names, named.Contains); len(sink.Names) == 0 {
		return status.Err()
	}
	r.Paths, work.Edits = sink.Names, x.diff
	err = r.Do(work, sink)
	if e, ok := err.(exitStatus); ok && e <= statusUsage || err == nil {
		return max(status, e).Err()
	}
	return err
}

// silent reports whether the account of the changes is not printed.
func (c *converter) silent() bool { return c.runFlags.noSummary || c.quiet && !c.fixes }

// account returns a line that says how many strings were changed.
func (c *converter) account(s *summary.Summary) string {
	done, left := "converted", "not convertible"
	if c.fixes {
		done, left = "mended", "not fixable"
	}
	return fmt.Sprintf("%s %s, %s %s, %s untouched%s", quote.Count(s.Mended), done, quote.Count(s.NotConforming()), left,
		quote.Count(s.Conforming-s.Mended), s.TemplatesLeft())
}
