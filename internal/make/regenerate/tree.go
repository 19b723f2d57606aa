package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/durable"
)

// A change is a file that the steps have written: text, or nil for a file that is not there.
type change struct {
	name          string
	before, after []byte
}

// copyTree copies the files that git knows, and those that it does not ignore, and returns their texts.
func copyTree(from, to string) (map[string][]byte, error) {
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

// list returns the files in a folder, without those that steps leave in bin.
func list(dir string) (names []string, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err = filepath.Rel(dir, name)
		switch name = filepath.ToSlash(name); {
		case d.IsDir() && name == "bin":
			return fs.SkipDir
		case d.Type().IsRegular():
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// compare returns the files that differ from what they were, those that are gone too, in the order of their names.
func compare(dir string, before map[string][]byte, names []string) (all []change, err error) {
	gone := maps.Clone(before)
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		delete(gone, name)
		if old, was := before[name]; !was || !bytes.Equal(old, text) {
			all = append(all, change{name, old, text})
		}
	}
	for name, old := range gone {
		all = append(all, change{name: name, before: old})
	}
	slices.SortFunc(all, func(a, b change) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// copyBack writes the changes to the tree. It writes nothing if one of the files, or a grammar, has been edited since
// it was copied: what was generated is not of the new text.
func copyBack(root string, before map[string][]byte, changes []change) error {
	named := make(map[string]bool)
	for _, c := range changes {
		named[c.name] = c.name != built
	}
	for name, old := range before {
		if strings.HasPrefix(name, "grammar/") && strings.HasSuffix(name, ".abnf") || named[name] {
			if now, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(now, old) {
				return fmt.Errorf("%s has been edited since: run make regenerate again", name)
			}
		}
	}
	for _, c := range changes {
		name := filepath.Join(root, c.name)
		if c.after == nil {
			if err := os.Remove(name); err != nil {
				return err
			}
			continue
		}
		if err := write(name, c.after); err != nil {
			return err
		}
	}
	return nil
}

// write replaces a file in one step, or makes it.
func write(name string, text []byte) error {
	err := durable.WriteFile(name, text)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}
