// Package tree copies the working tree of the module, for what generates and tests in a copy. In come two folders; what
// goes out is a repository with one commit.
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

// Copy copies the files that git knows, and those that it does not ignore, and commits them in the new folder.
func Copy(from, to string) error {
	out, err := Git(from, "ls-files", "-coz", "--exclude-standard")
	if err != nil {
		return fmt.Errorf("%w: the tree must be a working tree of git", err)
	}
	for name := range strings.SplitSeq(strings.Trim(string(out), "\x00"), "\x00") {
		info, err := os.Stat(filepath.Join(from, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is deleted, but not yet in git
		} else if err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(to, filepath.Dir(name)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), text, info.Mode().Perm()); err != nil {
			return err
		}
	}
	for _, args := range []string{"init -q -b main", "add -A -f",
		"-c user.name=copy -c user.email=copy@example.org commit -q -m copy"} {
		if _, err := Git(to, strings.Fields(args)...); err != nil {
			return err
		}
	}
	return nil
}

// Git runs git in a folder, and returns what it prints.
func Git(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		err = fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return out, err
}
