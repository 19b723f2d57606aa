package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
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

// compare returns the files of a folder that differ from what they were, those that are gone too, in the order of their
// names, without those that steps leave in bin.
func compare(dir string, before map[string][]byte) (all []change, err error) {
	gone := maps.Clone(before)
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		switch name = filepath.ToSlash(name); {
		case err != nil:
			return err
		case d.IsDir() && name == "bin":
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(file)
		delete(gone, name)
		if old, was := before[name]; err == nil && (!was || !bytes.Equal(old, text)) {
			all = append(all, change{name, old, text})
		}
		return err
	})
	for name, old := range gone {
		all = append(all, change{name: name, before: old})
	}
	slices.SortFunc(all, func(a, b change) int { return strings.Compare(a.name, b.name) })
	return all, err
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
