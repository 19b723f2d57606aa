package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// fixFiles is iri fix with --diff or --write: each file is fixed into a temporary file,
// which is compared with it or takes its place.
type fixFiles struct {
	diff, write, force bool
	refused            map[string]bool // files that cannot be written, by name
}

// tempFiles are the names of the temporary files of fix -w.
const tempFiles = ".iri-fix-*"

// run fixes the files one by one. A file that cannot be read or written is named, and the others
// are fixed. What cannot be written is named before the first file changes.
func (x *fixFiles) run(f *fixer) error {
	c := f.converter
	if len(c.in.files) == 0 || slices.Contains(c.in.files, "-") {
		return usagef("--diff and --write are for files: name them")
	}
	if c.rejects != "" {
		return usagef("--diff and --write keep strings that are not mended in their files: leave --rejects out")
	}
	if c.runFlags.checkpoint != "" {
		return usagef("--diff and --write go through the files as a whole: leave --checkpoint out")
	}
	o, err := c.in.options(c.app)
	if err != nil {
		return err
	}
	var status error
	var names []string
	for name, err := range o.Expand(c.in.files) {
		if err != nil {
			c.app.printError(err)
			status = statusUsage
			continue
		}
		names = append(names, name)
	}
	c.in.passed.print(c.app)
	c.in.files = names
	status = run.FirstError(status, x.look(f))
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
			c.app.printError(fileError(name, err))
			err = statusUsage
		}
		if counts != nil {
			f.total.Merge(counts, 0)
		}
		if x.write && len(names) > 1 && !c.runFlags.noSummary {
			x.account(c.app.stderr, name, counts)
		}
		if err != nil && status != statusUsage {
			status = err
		}
	}
	c.in.printTables(c.app)
	c.in.printWithout(c.app)
	if status == nil && c.in.hasText.Load() && f.total.Inputs == 0 && len(c.in.Fields) > 0 {
		c.app.printError(run.ErrNoStrings)
		status = statusUsage
	}
	return status
}

// account says what has become of a file; counts is nil if it is left as it was because of an error.
func (x *fixFiles) account(w io.Writer, name string, counts *summary.Summary) {
	name = wording.Visible(name)
	if counts == nil {
		fmt.Fprintf(w, "%s: left as it is\n", name)
		return
	}
	fmt.Fprintf(w, "%s: %s\n", name, fixAccount(counts))
}

// fixAccount says how many strings were mended.
func fixAccount(s *summary.Summary) string {
	return fmt.Sprintf("%d mended, %d left as they were with findings, %d untouched", s.Mended, s.NotConforming(), s.Conforming-s.Mended)
}

// fileError returns an error that names the file.
func fileError(name string, err error) error {
	if e := (*input.FileError)(nil); errors.As(err, &e) {
		return err
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) && path.Path == name {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", wording.Visible(name), err)
}

// look names all files that cannot be replaced, and removes what runs that were killed have left
// beside the others.
func (x *fixFiles) look(f *fixer) (status error) {
	x.refused = make(map[string]bool)
	if !x.write {
		return nil
	}
	looked := make(map[string]bool)
	for _, name := range f.converter.in.files {
		temp, o, err := x.open(name)
		if err == nil {
			if o.kind != "" {
				_, err = input.Pack(io.Discard, o.kind)
			}
			temp.Discard()
			o.Close()
			if dir := filepath.Dir(o.Name()); !looked[dir] {
				looked[dir] = true
				durable.RemoveLeft(dir, tempFiles)
			}
		}
		if err != nil {
			f.converter.app.printError(fileError(name, err))
			x.refused[name] = true
			status = statusUsage
		}
	}
	return status
}

// An original is a file that is to be fixed, and its compression.
type original struct {
	*durable.Original
	kind string
}

// open opens a file, and a new one that is to take its place.
func (x *fixFiles) open(name string) (*durable.Temp, *original, error) {
	o := new(original)
	var err error
	if o.Original, err = durable.OpenOriginal(name); err != nil {
		return nil, nil, originalError(err)
	}
	var temp *durable.Temp
	if !x.force {
		if err = o.Protected(); err != nil {
			err = fmt.Errorf("%w: --force replaces it", err)
		}
	}
	if text, kind, err := unpacked(o.Name()); err == nil { // else reading it says what is wrong
		o.kind = kind
		text.Close()
	}
	if err == nil {
		if temp, err = durable.CreateTemp(o.Name(), tempFiles); err == nil {
			err = temp.Keep(o.Original)
		}
	}
	if err != nil {
		if temp != nil {
			temp.Discard()
		}
		o.Close()
		return nil, nil, err
	}
	return temp, o, nil
}

// originalError returns an error in the words of the command.
func originalError(err error) error {
	switch {
	case errors.Is(err, durable.ErrIrregular):
		return fmt.Errorf("%w: --diff and --write take files", err)
	case errors.Is(err, durable.ErrLocked):
		return errors.New("another iri fix works on it: wait for its end")
	}
	return err
}

// unpacked opens a file and returns a reader of its text, which closes the file at its end.
func unpacked(name string) (text io.ReadCloser, kind string, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, "", err
	}
	r, kind, err := input.Unpack(file)
	if err != nil {
		file.Close()
		return nil, "", err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, file}, kind, nil
}

// file fixes one file. The counts are nil if the file stays as it is because of an error.
func (x *fixFiles) file(f *fixer, name string) (*summary.Summary, error) {
	c := f.converter
	c.in.files = []string{name}
	if x.diff {
		return x.fileDiff(f, name)
	}
	temp, o, err := x.open(name)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	defer temp.Discard()
	defer c.app.signals.cleanUp(func() { os.Remove(temp.Name()) })()
	var dst io.Writer = temp
	finish := func() error { return nil }
	if o.kind != "" {
		w, err := input.Pack(temp, o.kind)
		if err != nil {
			return nil, err
		}
		dst, finish = w, w.Close
	}
	counts, status := f.run(nil, dst)
	if e, ok := status.(exitStatus); status != nil && (!ok || e != statusFound) {
		return nil, status // the new text is not complete
	}
	if counts.Mended == 0 {
		return counts, status
	}
	if err := run.FirstError(finish(), temp.Keep(o.Original), temp.Replace(o.Name(), o.Original)); err != nil {
		return nil, fmt.Errorf("it is left as it is: %w", run.WriteFault(err))
	}
	return counts, status
}

// fileDiff prints how one file would change.
func (x *fixFiles) fileDiff(f *fixer, name string) (*summary.Summary, error) {
	app := f.converter.app
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, originalError(durable.ErrIrregular)
	}
	temp, err := os.CreateTemp("", tempFiles)
	if err != nil {
		return nil, err
	}
	remove := func() { temp.Close(); os.Remove(temp.Name()) }
	defer remove()
	defer app.signals.cleanUp(remove)()
	counts, status := f.run(nil, temp)
	if e, ok := status.(exitStatus); status != nil && (!ok || e != statusFound) || counts.Mended == 0 {
		return counts, status
	}
	old, _, err := unpacked(name)
	if err != nil {
		return nil, err
	}
	defer old.Close()
	if _, err := temp.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return counts, run.FirstError(run.WriteDiff(app.stdout, name, old, temp), status)
}
