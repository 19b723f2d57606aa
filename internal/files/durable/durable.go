// Package durable keeps files whole: a file is replaced in one step that survives a kill and
// a power cut. What comes in: names and texts. What goes out: files on the disk.
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

// A Temp is a new file that is to take the place of another one. It is in a folder of its own beside that, with a
// .gitignore: what a kill leaves is not committed with the rest.
type Temp struct {
	*os.File
	name   string      // of the file that is replaced, without symbolic links
	was    fs.FileInfo // of that file when the work started; nil if there was none
	done   bool
	system system
}

// A system has the calls whose order decides what a power cut leaves. A test records them.
type system struct {
	sync   func(*os.File) error
	rename func(from, to string) error
}

// Folders are the names of the folders of a [Temp], and these the files in them.
const (
	Folders    = ".iri-new-*"
	tempName   = "new"
	ignoreName = ".gitignore"
)

// Why a file is not replaced.
var (
	ErrIrregular = errors.New("it is not a file")
	ErrReadOnly  = errors.New("it is read-only")
	ErrLinks     = errors.New("it has other names, hard links, which would keep the old text")
)

// CreateTemp creates a file for the place of name, with the mode, the owner and the group of the file that is there; a
// symbolic link stands for the file that it names.
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

// keep gives the new file what the old one has besides its text. The error says what the system does not let it have.
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

// Target returns the name of the file that is replaced, without symbolic links.
func (t *Temp) Target() string { return t.name }

// Protected returns ErrReadOnly or ErrLinks if the file that is there should not be replaced unless the user says so.
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

// removeTemp removes the folder of a [Temp]; the .gitignore goes after what it is for.
func removeTemp(folder string) {
	os.Remove(filepath.Join(folder, tempName))
	os.Remove(filepath.Join(folder, ignoreName))
	os.Remove(folder)
}

// Replace puts the file in its place. When it returns nil, the new content is on the disk, and not only in the memory of
// the system; when it does not return, because of a kill or a power cut, the name has the old content or the new one. A
// file that has changed since CreateTemp stays: then there is an error. A program that writes to it between this last
// look and the new name loses what it writes.
func (t *Temp) Replace() error {
	// Both folders are synced: the entry of the new file must be on the disk before the old one
	// goes, and the new name before the caller goes on.
	err := t.system.sync(t.File)
	if runtime.GOOS == "windows" { // an open file cannot get another name
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

// ChangedError is the error of a file that has changed while it was read; what says how.
func ChangedError(what string) error {
	return fmt.Errorf("%s while it was read: read it again when nothing writes to it", what)
}

// changed returns an error if the file that is replaced is not as it was.
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

// Discard removes the file, unless it has taken the place of another one.
func (t *Temp) Discard() {
	if !t.done {
		t.Close()
		t.Remove()
		t.done = true
	}
}

// Remove removes the file and its folder, also while another goroutine works with them: the process is to end.
func (t *Temp) Remove() { removeTemp(filepath.Dir(t.File.Name())) }

// WriteFile replaces a file by one with the text, as [Temp.Replace] does, or makes it. A file that is protected stays.
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

// leftAfter is how long nothing has been written to a file that a process has left which was killed.
const leftAfter = time.Hour

// RemoveLeft removes from a folder what processes that were killed have left of a [Temp].
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

// syncFolder writes the entries of a folder to the disk. It does nothing on Windows, where
// folders cannot be synced and the journal of the file system keeps renames, and where the
// file system or the permissions of the folder do not let it.
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

// Sync writes what is in a file to the disk. It does nothing where the file system cannot.
func Sync(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}

// InGit reports whether a file is in the folder .git of a repository, whatever links lead there. What is written there
// can be run by Git.
func InGit(name string) bool {
	path, err := RealPath(name)
	return err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"),
		func(part string) bool { return strings.EqualFold(part, ".git") })
}

// RealPath returns the absolute path of a file without symbolic links. The file itself need
// not exist, but its folder must.
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
