package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An Original is a file that another one is to replace, as it is when the work on it starts. No
// change by other programs after that is lost: see [Temp.Replace].
type Original struct {
	name string // without symbolic links
	file *os.File
	info fs.FileInfo
}

// Why a file is not replaced.
var (
	ErrIrregular = errors.New("it is not a file")
	ErrReadOnly  = errors.New("it is read-only")
	ErrLinks     = errors.New("it has other names, hard links, which would keep the old text")
	ErrInUse     = errors.New("another program has it open for writing: run it again when nothing writes to it")
)

// OpenOriginal opens a regular file and locks it against other processes that would replace it; a
// symbolic link stands for the file that it names. The error of a file that such a process has is
// ErrLocked.
func OpenOriginal(name string) (*Original, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, ErrIrregular
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	o := &Original{name: name, file: f}
	if o.info, err = f.Stat(); err == nil && !o.info.Mode().IsRegular() {
		err = ErrIrregular
	}
	if err == nil {
		if err = lock(f); !errors.Is(err, ErrLocked) {
			err = nil // some file systems have no locks
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return o, nil
}

// Name returns the name of the file without symbolic links.
func (o *Original) Name() string { return o.name }

// Protected returns ErrReadOnly or ErrLinks for a file that should not be replaced unless the user
// says so, and nil for others.
func (o *Original) Protected() error {
	if o.info.Mode().Perm()&0o222 == 0 {
		return ErrReadOnly
	}
	if links(o.info) > 1 {
		return ErrLinks
	}
	return nil
}

// Close lets go of the file.
func (o *Original) Close() { o.file.Close() }

// Keep gives the new file what the original has besides its text: owner, group, extended
// attributes with access control lists, and mode. The error says what the system does not let it
// have.
func (t *Temp) Keep(o *Original) error {
	if err := keep(t.File, o.file, o.info); err != nil {
		return err
	}
	if err := t.Chmod(o.info.Mode()); err != nil {
		return fmt.Errorf("its mode cannot be kept: %w", cause(err))
	}
	return nil
}

// cause returns an error without the operation and the name of the temporary file.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// ChangedError is the error of a file that has changed while it was read; what says how.
func ChangedError(what string) error {
	return fmt.Errorf("%s while it was read: read it again when nothing writes to it", what)
}

// changed returns an error if the file of a name is not the original as it was. moved says that it
// has got another name since, which is a change of its own.
func (o *Original) changed(name string, moved bool) error {
	now, err := os.Lstat(name)
	if err != nil || !os.SameFile(now, o.info) {
		return ChangedError("another file has taken its name")
	}
	switch {
	case now.Size() != o.info.Size() || !now.ModTime().Equal(o.info.ModTime()):
		return ChangedError("it was written to")
	case now.Mode() != o.info.Mode() || !moved && !sameStatus(now, o.info):
		return ChangedError("its mode, owner or attributes were changed")
	}
	return nil
}

// RemoveLeft removes files that match a pattern in a folder and that no process holds: those of
// processes that were killed.
func RemoveLeft(dir, pattern string) {
	names, _ := filepath.Glob(filepath.Join(globEscape(dir), pattern))
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		if now, err := f.Stat(); err == nil && os.SameFile(now, info) && lock(f) == nil {
			os.Remove(name)
		}
		f.Close()
	}
}

// globEscape returns a name as a pattern that matches it alone.
func globEscape(name string) string {
	var b []byte
	for i := range len(name) {
		if c := name[i]; c == '*' || c == '?' || c == '[' {
			b = append(b, '[', c, ']')
		} else {
			b = append(b, c)
		}
	}
	return string(b)
}
