// Package tree copies the working tree of the module, for what generates and tests in a copy. In come two folders; out
// come the texts of the files that were copied.
package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Copy copies the files that git knows, and those that it does not ignore, and returns their texts.
func Copy(from, to string) (map[string][]byte, error) {
	cmd := exec.Command("git", "ls-files", "-coz", "--exclude-standard")
	cmd.Dir = from
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w: the tree must be a working tree of git", err)
	}
	texts := make(map[string][]byte)
	for name := range strings.SplitSeq(strings.Trim(string(out), "\x00"), "\x00") {
		info, err := os.Stat(filepath.Join(from, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is deleted, but not yet in git
		} else if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return nil, err
		}
		texts[name] = text
		if err := os.MkdirAll(filepath.Join(to, filepath.Dir(name)), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(to, name), text, info.Mode().Perm()); err != nil {
			return nil, err
		}
	}
	return texts, nil
}
