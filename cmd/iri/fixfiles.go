package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/run"
)

// fixFiles is iri fix with --diff or --write: each file is fixed into a temporary file,
// which is compared with it or takes its place.
type fixFiles struct{ diff, write bool }

// run fixes the files one by one. A file that cannot be read or written is named, and the
// others are fixed.
func (x *fixFiles) run(f *fixer) error {
	c := f.converter
	if len(c.in.files) == 0 || slices.Contains(c.in.files, "-") {
		return usagef("--diff and --write are for files: name them with -f")
	}
	if c.runFlags.checkpoint != "" {
		return usagef("--diff and --write go through the files as a whole: leave --checkpoint out")
	}
	var status error
	c.in.mayHaveNone = true // all files together must have some
	for _, name := range slices.Clone(c.in.files) {
		err := x.file(f, name)
		if e, ok := err.(exitStatus); ok {
			if e == statusInterrupted || e == statusTerminated {
				return e
			}
		} else if err != nil && isUsage(err) {
			return err
		} else if err != nil {
			c.app.printError(err)
			err = statusUsage
		}
		if err != nil && status != statusUsage {
			status = err
		}
	}
	if status == nil && c.in.hasText.Load() && f.total.Inputs == 0 {
		c.app.printError(run.ErrNoStrings)
		status = statusUsage
	}
	return status
}

// file fixes one file.
func (x *fixFiles) file(f *fixer, name string) error {
	c := f.converter
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return usagef("%s is not a file: --diff and --write take files", name)
	}
	if input.PackedBy(name) != "" {
		return usagef("%s is packed: unpack it first", name)
	}
	dest := filepath.Join(os.TempDir(), "diff")
	if x.write {
		// Through a symbolic link, the file that it names is replaced, not the link.
		if name, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
		dest = name
	}
	temp, err := durable.CreateTemp(dest, ".iri-fix-*")
	if err != nil {
		return err
	}
	defer temp.Discard()
	defer c.app.signals.cleanUp(func() { os.Remove(temp.Name()) })()
	c.in.files = []string{name}
	counts, status := f.run(nil, temp.File)
	if e, ok := status.(exitStatus); status != nil && (!ok || e != statusFound) {
		return status // the new text is not complete
	}
	if counts.Mended == 0 {
		return status
	}
	if x.diff {
		if _, err := temp.Seek(0, io.SeekStart); err != nil {
			return err
		}
		old, err := os.Open(name)
		if err != nil {
			return err
		}
		defer old.Close()
		return run.FirstError(run.WriteDiff(c.app.stdout, name, old, temp.File), status)
	}
	if err := run.FirstError(temp.Chmod(info.Mode().Perm()), temp.Replace(name)); err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, err)
	}
	return status
}
