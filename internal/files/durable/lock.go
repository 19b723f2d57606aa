package durable

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A Lock is a file that one process holds at a time. The system lets go of it when the
// process ends, also when it is killed: a file that is left over does not lock anything.
type Lock struct {
	f    *os.File
	name string
}

// lockWords starts the text of a lock file, so that no other file is taken for one.
const lockWords = "iri lock: "

// ErrLocked is the error of a lock that another process holds.
var ErrLocked = errors.New("another process holds it")

// TakeLock takes the lock file of that name, and creates it if needed. note is written into
// the file, for people. The error is ErrLocked, with the note of the process that holds the
// file, errors.ErrUnsupported if the system has no locks, or says that the file is not a lock.
func TakeLock(name, note string) (*Lock, error) {
	notLock := fmt.Errorf("%s is not a lock file, and it is not overwritten: move it away", name)
	for {
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
			return nil, notLock // reading a pipe would wait, and a link leads to another file
		}
		f, err := openLock(name)
		if err != nil {
			if errors.Is(err, ErrLocked) {
				err = lockedBy(name)
			}
			return nil, err
		}
		// The holder removes the file when it ends. Who opened it before that has
		// locked a file that has no name any more.
		have, err := f.Stat()
		named, nameErr := os.Lstat(name)
		if err != nil || nameErr != nil || !os.SameFile(have, named) {
			f.Close()
			continue
		}
		text, err := io.ReadAll(io.LimitReader(f, 4<<10))
		if err == nil && len(text) > 0 && !strings.HasPrefix(string(text), lockWords) {
			err = notLock
		}
		if err == nil {
			if err = f.Truncate(0); err == nil {
				_, err = f.WriteAt([]byte(lockWords+note+"\n"), 0)
			}
		}
		if err != nil {
			f.Close()
			return nil, err
		}
		return &Lock{f, name}, nil
	}
}

// lockedBy returns ErrLocked with the note of the lock.
func lockedBy(name string) error {
	text, _ := os.ReadFile(name) // Windows may not let it be read
	if note, _ := strings.CutPrefix(strings.TrimSpace(string(text)), lockWords); note != "" {
		return fmt.Errorf("%w: %s", ErrLocked, note)
	}
	return ErrLocked
}

// Release lets go of the lock and removes its file. It accepts a nil Lock.
func (l *Lock) Release() {
	if l == nil {
		return
	}
	// First the name: a process that takes the lock in between would lose its file.
	os.Remove(l.name)
	l.f.Close()
}
