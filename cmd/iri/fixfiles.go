package main

import (
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// fixFiles are the flags of iri fix that say that the text of each file is written back, or printed as a diff.
type fixFiles struct{ diff, write, force bool }

// run fixes the files. One that cannot be read or written is named, and the others are fixed. What cannot be written is
// named before the first file changes.
func (x *fixFiles) run(f *fixer) error {
	c := f.converter
	a, files := c.app, c.in.files()
	if len(files) == 0 || slices.Contains(files, "-") {
		return usagef("--diff and --write are for files: name them")
	}
	if c.rejects != "" {
		return usagef("--diff and --write keep strings that are not mended in their files: leave --rejects out")
	}
	r, work, err := c.prepare(nil, f.target, f.conversion)
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
			said = fixAccount(counts)
			f.total.Merge(counts)
		}
		if x.write && several && !c.runFlags.noSummary {
			fmt.Fprintf(a.stderr, "%s: %s\n", quote.Visible(name), said)
		}
	}
	if sink.Names = sink.Writable(names, named.Holds); len(sink.Names) == 0 {
		return status.Err()
	}
	r.Paths, work.Edits = sink.Names, x.diff
	err = r.Do(work, sink)
	if e, ok := err.(exitStatus); ok && e <= statusUsage || err == nil {
		return max(status, e).Err()
	}
	return err
}

// fixAccount says how many strings were mended.
func fixAccount(s *summary.Summary) string {
	return fmt.Sprintf("%d mended, %d left as they were with findings, %d untouched%s", s.Mended, s.NotConforming(),
		s.Conforming-s.Mended, s.TemplatesLeft())
}
