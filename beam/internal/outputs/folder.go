package outputs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rfc3987/iri/internal/files/durable"
)

// lockName is the file that a run locks in the folder that it writes to.
const lockName = ".iri-beam.lock"

// Take makes a folder for the output of one run, locks it, and removes what runs that were killed have
// left: what has a name with the prefix. names are those of the other files in it, and release lets go of
// it. The error is [durable.ErrLocked] if another run has the folder.
func Take(folder, prefix string) (names []string, release func(), err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, nil, err
	}
	release = func() {}
	lock, err := durable.TakeLock(filepath.Join(folder, lockName), fmt.Sprintf("process %d", os.Getpid()))
	switch {
	case err == nil:
		release = lock.Release
	case !errors.Is(err, errors.ErrUnsupported):
		return nil, nil, err
	}
	entries, err := os.ReadDir(folder)
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
