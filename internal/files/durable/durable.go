// Package durable keeps files whole: a file is replaced in one step that survives a kill and
// a power cut, and a lock says which process works on it. What comes in: names and open files.
// What goes out: files on the disk.
//
// The package must not know what the files are for.
package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// A Temp is a new file beside another one, whose place it is to take.
type Temp struct {
	*os.File
	dir    string
	done   bool
	system system
}

// A system has the calls whose order decides what a power cut leaves. A test records them.
type system struct {
	sync   func(*os.File) error
	rename func(from, to string) error
}

// CreateTemp creates a file in the folder of name. Its own name is base, with random digits
// for a "*"; a file of that name is not overwritten. As long as the process lives, [RemoveLeft]
// leaves it where it is.
func CreateTemp(name, base string) (*Temp, error) {
	t := &Temp{dir: filepath.Dir(name), system: system{Sync, os.Rename}}
	var err error
	if !strings.Contains(base, "*") {
		if t.File, err = os.OpenFile(filepath.Join(t.dir, base), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666); err != nil {
			return nil, err
		}
		return t, nil
	}
	for {
		if t.File, err = os.CreateTemp(t.dir, base); err != nil {
			return nil, err
		}
		// RemoveLeft may have come between creating and locking.
		if lock(t.File) != ErrLocked {
			if _, err := os.Lstat(t.Name()); err == nil {
				return t, nil
			}
		}
		t.Close()
	}
}

// Replace puts the file in the place of name, which is that of the original unless o is nil. When
// it returns nil, the new content is on the disk, and not only in the memory of the system; when it
// does not return, because of a kill or a power cut, name has the old content or the new one. An
// original that has changed since it was opened stays: then there is an error.
func (t *Temp) Replace(name string, o *Original) error {
	// The folder is synced twice: the entry of the new file must be on the disk before
	// the old one goes, and the new name before the caller goes on.
	err := t.system.sync(t.File)
	if runtime.GOOS == "windows" { // an open file cannot get another name
		err = errors.Join(err, t.Close())
	}
	if err := errors.Join(err, t.system.syncFolder(t.dir)); err != nil {
		return err
	}
	if o == nil {
		err = t.system.rename(t.Name(), name)
	} else {
		err = o.swap(t.Name(), t.system.rename)
	}
	if err != nil {
		return err
	}
	t.done = true
	if err := t.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return t.system.syncFolder(t.dir)
}

// Discard removes the file, unless it has taken the place of another one.
func (t *Temp) Discard() {
	if !t.done {
		t.Close()
		os.Remove(t.Name())
		t.done = true
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
