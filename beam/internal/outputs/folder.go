package outputs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// lockName is the name of the lock file in the folder that a run writes to.
const lockName = ".iri-beam.lock"

// ErrTaken is the error for a folder that another run has locked.
var ErrTaken = errors.New("a run that has not ended writes there; remove " + lockName + " if it was killed")

// Take makes a folder for the output of one run, and locks it until release is called. It removes files whose names begin
// with the prefix: killed runs have left them. names are the other files in the folder.
func Take(folder, prefix string) (names []string, release func(), err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, nil, err
	}
	name := filepath.Join(folder, lockName)
	lock, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, nil, ErrTaken
	}
	if err != nil {
		return nil, nil, err
	}
	release = func() { os.Remove(name) }
	_, err = fmt.Fprintf(lock, "process %d\n", os.Getpid())
	err = errors.Join(err, lock.Close())
	entries, readErr := os.ReadDir(folder)
	err = errors.Join(err, readErr)
	for _, e := range entries {
		switch name := e.Name(); {
		case strings.HasPrefix(name, prefix):
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, name)))
		case name != lockName:
			names = append(names, name)
		}
	}
	if err != nil {
		release()
		return nil, nil, err
	}
	return names, release, nil
}
