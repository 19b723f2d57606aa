// Package durable replaces files in one step that survives a kill and a power cut. Names and texts come in; it writes
// files.
//
// The package must not know what the files are for.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A Temp is a new file that is to replace another one. It is in a temporary folder next to that file, with a
// .gitignore, so that files that a killed process leaves are not committed.
type Temp struct {
	*os.File
	name   string      // the path of the replaced file, with symbolic links resolved
	was    fs.FileInfo // of that file when work started; nil if it did not exist
	done   bool
	system system
}

// A system has the system calls whose order decides what a power cut leaves. A test records them.
type system struct {
	sync   func(*os.File) error
	rename func(from, to string) error
}

// The names of the folder of a [Temp], and of the files in it.
const (
	Folders    = ".iri-new-*"
	tempName   = "new"
	ignoreName = ".gitignore"
)

// The reasons for which a file is not replaced.
var (
	ErrIrregular = errors.New("it is not a file")
	ErrReadOnly  = errors.New("it is read-only")
	ErrLinks     = errors.New("it has other names, hard links, which would keep the old text")
)

// CreateTemp creates a file that is to replace the named one, with the same mode, owner and group. If name is a
// symbolic link, the file that it leads to is replaced.
func CreateTemp(name string) (t *Temp, err error) {
	t = &Temp{system: system{Sync, os.Rename}}
	if t.name, err = RealPath(name); err != nil {
		return nil, err
	}
	t.was, err = os.Lstat(t.name)
	if err == nil && !t.was.Mode().IsRegular() {
		return nil, ErrIrregular
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	folder, err := os.MkdirTemp(filepath.Dir(t.name), Folders)
	if err != nil {
		return nil, err
	}
	if err = os.WriteFile(filepath.Join(folder, ignoreName), []byte("*\n"), 0o600); err == nil {
		t.File, err = os.OpenFile(filepath.Join(folder, tempName), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	}
	if err != nil {
		removeTemp(folder)
		return nil, err
	}
	if err = t.keep(); err != nil {
		t.Discard()
		return nil, err
	}
	return t, nil
}

// keep copies the attributes of the old file to the new one. The error names one that the system refuses.
func (t *Temp) keep() error {
	mode := fs.FileMode(0o644)
	if t.was != nil {
		mode = t.was.Mode()
		if err := keepOwner(t.File, t.was); err != nil {
			return fmt.Errorf("its owner and group cannot be kept: %w", cause(err))
		}
	}
	if err := t.Chmod(mode); err != nil {
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

// Target returns the path of the replaced file, with symbolic links resolved.
func (t *Temp) Target() string { return t.name }

// Protected returns ErrReadOnly or ErrLinks if the old file should be replaced only if the user asks for it.
func (t *Temp) Protected() error {
	switch {
	case t.was == nil:
	case t.was.Mode().Perm()&0o222 == 0:
		return ErrReadOnly
	case links(t.was) > 1:
		return ErrLinks
	}
	return nil
}

// removeTemp removes the folder of a [Temp], and the .gitignore after the other files.
func removeTemp(folder string) {
	os.Remove(filepath.Join(folder, tempName))
	os.Remove(filepath.Join(folder, ignoreName))
	os.Remove(folder)
}

// Replace replaces the old file. When it returns nil, the new content is on the disk, and not only in the memory of
// the system. If it does not return, because of a kill or a power cut, the file has either the old or the new
// content. If the file has changed since CreateTemp, Replace returns an error and leaves it. A program that writes to
// it between this check and the renaming loses what it writes.
func (t *Temp) Replace() error {
	// Sync both folders: the entry of the new file must be on the disk before the old one is replaced, and the new
	// name before the caller goes on.
	err := t.system.sync(t.File)
	if runtime.GOOS == "windows" { // an open file cannot be renamed
		err = errors.Join(err, t.Close())
	}
	if err := errors.Join(err, t.system.syncFolder(filepath.Dir(t.File.Name()))); err != nil {
		return err
	}
	if err := t.changed(); err != nil {
		return err
	}
	if err := t.system.rename(t.File.Name(), t.name); err != nil {
		return err
	}
	t.done = true
	if err := t.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	t.Remove()
	return t.system.syncFolder(filepath.Dir(t.name))
}

// ChangedError returns the error of a file that changed while it was read; what describes the change.
func ChangedError(what string) error {
	return fmt.Errorf("%s while it was read: read it again when nothing writes to it", what)
}

// changed returns an error if the old file has changed since CreateTemp.
func (t *Temp) changed() error {
	now, err := os.Lstat(t.name)
	switch {
	case t.was == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case t.was == nil || err != nil || !os.SameFile(now, t.was):
		return ChangedError("another file has taken its name")
	case now.Size() != t.was.Size() || !now.ModTime().Equal(t.was.ModTime()):
		return ChangedError("it was written to")
	case now.Mode() != t.was.Mode():
		return ChangedError("its mode was changed")
	}
	return nil
}

// Discard removes the file, unless it has replaced the old one.
func (t *Temp) Discard() {
	if !t.done {
		t.Close()
		t.Remove()
		t.done = true
	}
}

// Remove removes the file and its folder, even while another goroutine uses them, because the process is ending.
func (t *Temp) Remove() { removeTemp(filepath.Dir(t.File.Name())) }

// WriteFile creates a file with the text, or replaces it as [Temp.Replace] does. It does not replace a protected
// file.
func WriteFile(name string, text []byte) error {
	t, err := CreateTemp(name)
	if err != nil {
		return err
	}
	defer t.Discard()
	if err := t.Protected(); err != nil {
		return err
	}
	if _, err := t.Write(text); err != nil {
		return err
	}
	return t.Replace()
}

// leftAfter is the age at which a temporary file must have been left by a killed process.
const leftAfter = time.Hour

// RemoveLeft removes from a folder the temporary files of killed processes.
func RemoveLeft(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if ok, _ := filepath.Match(Folders, e.Name()); !ok || !e.IsDir() {
			continue
		}
		folder := filepath.Join(dir, e.Name())
		info, err := os.Lstat(filepath.Join(folder, tempName))
		if err != nil {
			info, err = os.Lstat(folder)
		}
		if err == nil && time.Since(info.ModTime()) > leftAfter {
			removeTemp(folder)
		}
	}
}

// syncFolder writes the entries of a folder to the disk. It does nothing on Windows, where folders cannot be synced
// and the journal of the file system preserves renames, nor where the file system or the permissions of the folder do
// not allow it.
func (s system) syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(s.sync(d), d.Close())
}

// Sync writes the content of a file to the disk. It does nothing where the file system cannot.
func Sync(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}

// InGit reports whether a file is in the folder .git of a repository, with links resolved. Git may run files there.
func InGit(name string) bool {
	path, err := RealPath(name)
	return err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"),
		func(part string) bool { return strings.EqualFold(part, ".git") })
}

// RealPath returns the absolute path of a file with symbolic links resolved. The folder of the file must exist; the
// file itself need not.
func RealPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return real, err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}
