package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/output"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// fixFiles is iri fix with --diff or --write: each file is fixed into a temporary file,
// which is compared with it or takes its place.
type fixFiles struct {
	diff, write, force bool
	refused            map[string]bool // files that cannot be written, by name
	folder             string          // from which diffs name files
}

// run fixes the files one by one. A file that cannot be read or written is named, and the others
// are fixed. What cannot be written is named before the first file changes.
func (x *fixFiles) run(f *fixer) error {
	c := f.converter
	if len(c.in.files()) == 0 || slices.Contains(c.in.files(), "-") {
		return usagef("--diff and --write are for files: name them")
	}
	if c.rejects != "" {
		return usagef("--diff and --write keep strings that are not mended in their files: leave --rejects out")
	}
	o, err := c.in.input(c.app)
	if err != nil {
		return err
	}
	given := slices.Clone(c.in.files())
	c.in.given = given
	named := folders.NamedBy(given)
	var status error
	var names []string
	for name, err := range o.Expand(c.in.files()) {
		if err != nil {
			c.app.printError(err)
			status = statusUsage
			continue
		}
		names = append(names, name)
	}
	if err := c.in.applies(o, nil); err != nil {
		return err
	}
	c.in.printPassed(c.app)
	c.in.file[0].Replace(names)
	if x.folder, err = run.DiffFolder(names); err != nil {
		return err
	}
	if looked := x.look(f, named); status == nil || looked == statusUsage {
		status = looked
	}
	c.in.mayHaveNone = true // all files together must have some
	for _, name := range names {
		if x.refused[name] {
			continue
		}
		counts, err := x.file(f, name)
		if e, ok := err.(exitStatus); ok {
			if e == statusInterrupted || e == statusTerminated {
				return e
			}
		} else if err != nil && isUsage(err) {
			return err
		} else if err != nil {
			err = c.refuse(name, err)
		}
		if counts != nil {
			f.total.Merge(counts)
		}
		if x.write && len(names) > 1 && !c.runFlags.noSummary {
			x.account(c.app.stderr, name, counts)
		}
		if err != nil && status != statusUsage {
			status = err
		}
	}
	c.in.printRead(c.app)
	if status == nil && c.in.hasText.Load() && f.total.Inputs == 0 && len(c.in.Get("field").List()) > 0 {
		c.app.printError(run.ErrNoStrings)
		status = statusUsage
	}
	if name := o.FileNotes.WithoutColumn(given); name != "" {
		c.app.printError(run.NoColumn(name))
		status = statusUsage
	}
	return status
}

// account says what has become of a file; counts is nil if it is left as it was because of an error.
func (x *fixFiles) account(w io.Writer, name string, counts *summary.Summary) {
	name = quote.Visible(name)
	if counts == nil {
		fmt.Fprintf(w, "%s: left as it is\n", name)
		return
	}
	fmt.Fprintf(w, "%s: %s\n", name, fixAccount(counts))
}

// fixAccount says how many strings were mended.
func fixAccount(s *summary.Summary) string {
	return fmt.Sprintf("%d mended, %d left as they were with findings, %d untouched%s", s.Mended, s.NotConforming(),
		s.Conforming-s.Mended, s.TemplatesLeft())
}

// look names all files that cannot be replaced, and removes what runs that were killed have left
// beside the others.
func (x *fixFiles) look(f *fixer, named folders.Named) (status error) {
	x.refused = make(map[string]bool)
	if !x.write {
		return nil
	}
	looked := make(map[string]bool)
	for _, name := range f.converter.in.files() {
		real, err := run.Replaceable(name, x.force)
		if err == nil && !named.Holds(name) {
			err = errors.New("a symbolic link leads there, out of the folder that is named: name the file itself to " +
				"fix it")
		}
		if dir := filepath.Dir(real); real != "" && !looked[dir] {
			looked[dir] = true
			durable.RemoveLeft(dir)
		}
		if err != nil {
			x.refused[name] = true
			if refused := f.converter.refuse(name, err); status != statusUsage {
				status = refused
			}
		}
	}
	return status
}

// refuse names a file that cannot be fixed, and returns the exit status for that.
func (c *converter) refuse(name string, err error) exitStatus {
	c.app.printError(run.FileError(name, err))
	if _, ok := run.IsFinding(err, c.in.named()); ok {
		return statusFound
	}
	return statusUsage
}

// file fixes one file. The counts are nil if the file stays as it is because of an error.
func (x *fixFiles) file(f *fixer, name string) (*summary.Summary, error) {
	a := f.converter.app
	f.converter.in.file[0].Replace([]string{name})
	fix := func(dst io.Writer, d *run.Diff) (*summary.Summary, error) {
		c := f.converter
		r, work, err := c.prepare(nil, f.target, f.conversion, dst)
		if err != nil {
			return nil, err
		}
		var sink run.Sink = &output.Texts{Sink: c.findings(r), Out: r.Out}
		if d != nil {
			work.Edits, sink = true, diffSink{c.findings(r), d}
		}
		err = r.Do(work, sink)
		if len(r.Incomplete) > 0 {
			r.Summary.Mended = 0 // the file stays as it is
		}
		return &r.Summary, err
	}
	if x.diff {
		return run.WriteDiff(a.stdout, name, x.folder, func(d *run.Diff) (*summary.Summary, error) {
			return fix(io.Discard, d)
		})
	}
	return run.Replace(name, x.force, a.signals.cleanUp, func(dst io.Writer) (*summary.Summary, error) {
		return fix(dst, nil)
	})
}

// A diffSink makes a diff of what is written.
type diffSink struct {
	run.Sink
	diff *run.Diff
}

// Take is for [run.Sink].
func (s diffSink) Take(r *run.Result) error {
	s.diff.Take(r.Out, r.Edits)
	return s.Sink.Take(r)
}
