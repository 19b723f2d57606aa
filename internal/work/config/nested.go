package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/option"
)

// This file decides which of several configuration files applies to a file: the nearest one above it, with the files
// that that one extends.

// extendKey is the key that names the file to extend.
const extendKey = "extend"

// of returns the file that sets a key.
func (c *Config) of(key string) *Config {
	if other := c.inherited[key]; other != nil {
		return other
	}
	return c
}

// readBase reads the file that c extends, and inherits its keys. extends are the files that lead to c.
func (c *Config) readBase(trusted bool, extends []*Config) error {
	name := c.inFolder(c.extend)
	wrong := func(err error) error { return c.wrong(extendKey, fmt.Errorf("extend %q %w", c.extend, err)) }
	root, _ := folders.Repository(c.folder)
	real, err := durable.RealPath(name)
	if err != nil {
		return wrong(fmt.Errorf("cannot be read: %w", err))
	}
	extends = append(extends, c)
	circle := slices.ContainsFunc(extends, func(e *Config) bool { return e.real == real })
	switch info, err := os.Stat(name); {
	case err != nil:
		return wrong(fmt.Errorf("cannot be read: %w", err.(*os.PathError).Err))
	case !info.Mode().IsRegular():
		return wrong(errors.New("is a folder, a pipe or a device: name a file"))
	case circle:
		var names []string
		for _, e := range extends {
			names = append(names, quote.Visible(filepath.ToSlash(e.Path)))
		}
		return wrong(fmt.Errorf("goes in a circle: %s extends it", strings.Join(names, " extends ")))
	case !trusted && durable.InGit(name):
		return wrong(errors.New("is in the folder .git: name another file"))
	case !trusted && !folders.Within(root, real):
		return wrong(errors.New("is outside of the repository: move the file into it, or --trust-config has it read"))
	}
	base, err := read(name, trusted, extends)
	if err != nil {
		return err
	}
	c.inherit(base)
	return c.check()
}

// Nearest returns the configuration for a file: the nearest one above it, or that of [Chosen], which applies to all
// files if a flag names it. If file is empty, it returns that of Chosen.
func Nearest(s option.Values, file string) (*Config, error) {
	if file != "" && !s.On("no-config") && s.Get("config").Text() == "" {
		if c, err := In(filepath.Dir(file), s.On("trust-config")); c != nil || err != nil {
			return c, err
		}
	}
	return Chosen(s)
}

// inherit copies the keys that c does not set from base. Keys that name a spec, a grammar or a rule belong together
// and are inherited together.
func (c *Config) inherit(base *Config) {
	c.bases, c.inherited = append([]string{base.real}, base.bases...), make(map[string]*Config)
	ofSpec := c.set.Get("spec").Name != "" || c.set.Get("grammar").Name != ""
	for _, v := range base.set {
		if c.set.Get(v.Name).Name != "" || ofSpec && slices.Contains([]string{"spec", "grammar", "rule"}, v.Name) {
			continue
		}
		c.set = append(c.set, v)
		c.inherited[v.InFile()] = base.of(v.InFile())
	}
	severity := maps.Clone(base.severity)
	if severity == nil {
		severity = make(map[string]finding.Severity)
	}
	for name := range severity {
		if _, ok := c.severity[name]; !ok {
			c.inherited["severity."+name] = base.of("severity." + name)
		}
	}
	maps.Copy(severity, c.severity)
	c.severity, c.files = severity, slices.Concat(base.files, c.files)
}

// Nest sets the options of the files to which a nearer configuration file applies than that of [Flags.ApplyConfig].
// It looks at the paths, and in folders among them. With --config or --no-config there is no nearer file.
func (f *Flags) Nest(o *option.Options, paths []string) error {
	if f.On("no-config") || f.Get("config").Text() != "" {
		return nil
	}
	n := &nester{c: f.config, o: o, values: f.Values, seen: make(map[string]bool)}
	n.nested.indexes = map[string]int{o.Folder: -1}
	n.skips = append(n.skips, folders.Globs(o.SkipFolder, o.Skip))
	choice := folders.Choice{Hidden: o.Hidden, Follow: o.Follow, Exclude: o.Exclude, Leave: n.exclude}
	none := func(string) (folders.Passed, bool) { return folders.PassedChosen, true }
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			if path != "-" && path != "" {
				n.above(filepath.Dir(path))
			}
			continue
		}
		n.above(path)
		for range choice.Expand([]string{path}, none) { // Expand calls n.exclude for each path
		}
	}
	return n.err
}

// A nester searches for nested configuration files.
type nester struct {
	c      *Config
	o      *option.Options
	values option.Values
	nested nesting                              // the index of o.Nested
	seen   map[string]bool                      // folders and files that were visited
	skips  []func(path string, isDir bool) bool // what c excludes, and what each of o.Nested excludes
	err    error                                // the first one
}

// above reads the file that applies in a folder.
func (n *nester) above(dir string) {
	if abs, err := filepath.Abs(dir); err == nil && !n.seen[abs] {
		n.seen[abs] = true
		if name, err := find(dir); err == nil && name != "" {
			n.read(filepath.Join(dir, name))
		}
	}
}

// exclude is a function of [folders.Choice]: it reads the configuration in the folder of a path, and reports whether
// the one that applies there excludes the path.
func (n *nester) exclude(path string, isDir bool) bool {
	if dir := filepath.Dir(path); !n.seen[dir] {
		n.seen[dir] = true
		name := filepath.Join(dir, Name)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			if here, err := durable.RealPath("."); err == nil {
				if rel, err := filepath.Rel(here, name); err == nil {
					name = rel
				}
			}
			n.read(name)
		}
	}
	return n.err != nil || n.skips[1+n.nested.ofPath(path)](path, isDir)
}

// read reads a file once.
func (n *nester) read(name string) {
	real, err := durable.RealPath(name)
	if err != nil || n.err != nil || n.seen[real] || n.c != nil && real == n.c.real {
		return
	}
	n.seen[real] = true
	var nested option.Options
	own := Flags{Values: n.values.Given()}
	if own.Get("grammar").IsGiven() {
		own.grammar = n.o.Grammar
	}
	nearest, err := Read(name, n.values.On("trust-config"))
	if err == nil {
		err = own.ApplyConfig(nearest)
	}
	if err == nil {
		nested, err = own.Job()
	}
	if n.err = err; err != nil {
		return
	}
	n.nested.indexes[nested.Folder] = len(n.o.Nested)
	n.o.Nested, n.o.NotInput = append(n.o.Nested, nested), append(n.o.NotInput, nested.NotInput...)
	n.skips = append(n.skips, folders.Globs(nested.SkipFolder, nested.Skip))
}

// A nesting finds the nearest of several folders above a file. Several goroutines may use it.
type nesting struct {
	indexes map[string]int // by the real path of a folder; -1 for the configuration of the job itself
	known   sync.Map       // from the name of a file to its index
}

// newNesting returns the nesting of o.Nested, or nil if there are none.
func newNesting(o *option.Options) *nesting {
	if len(o.Nested) == 0 {
		return nil
	}
	n := &nesting{indexes: make(map[string]int)}
	for i := range o.Nested {
		n.indexes[o.Nested[i].Folder] = i
	}
	n.indexes[o.Folder] = -1
	return n
}

// of returns the index of the nearest folder above a file. It is -1 if there is none, or if that is the folder of the
// job itself.
func (n *nesting) of(name string) int {
	if n == nil {
		return -1
	}
	if known, ok := n.known.Load(name); ok {
		return known.(int)
	}
	at := -1
	if path, err := durable.RealPath(name); err == nil && !strings.HasPrefix(name, "<") && name != "-" {
		at = n.ofPath(path)
	}
	n.known.Store(strings.Clone(name), at)
	return at
}

// ofPath is of for a real path.
func (n *nesting) ofPath(path string) int {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		if i, ok := n.indexes[folder]; ok {
			return i
		}
		if folder == filepath.Dir(folder) {
			return -1
		}
	}
}
