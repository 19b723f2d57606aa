package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/option"
)

// A fileMatcher finds the options that apply to a file only. Several goroutines may use it.
type fileMatcher struct {
	globs []func(path string, isDir bool) bool
	known sync.Map // from the name of a file to its indexes
}

func newFileMatcher(o *option.Options) *fileMatcher {
	m := new(fileMatcher)
	for i := range o.PerFile {
		m.globs = append(m.globs, folders.Globs(cmp.Or(o.PerFile[i].Folder, o.Folder), o.PerFile[i].Glob))
	}
	return m
}

// match returns the indexes of the options that apply to a file.
func (m *fileMatcher) match(name string) []int {
	if known, ok := m.known.Load(name); ok {
		return known.([]int)
	}
	var all []int
	if path, err := durable.RealPath(name); err == nil && !strings.HasPrefix(name, "<") && name != "-" {
		for i, glob := range m.globs {
			if glob(path, false) {
				all = append(all, i)
			}
		}
	}
	m.known.Store(strings.Clone(name), all)
	return all
}

// Matching returns the indexes of o.Files that apply to a file, in their order.
func Matching(o *option.Options, name string) []int { return newFileMatcher(o).match(name) }

// perFile makes the options of package input use the options for single files.
func perFile(o *option.Options, in *input.Options) error {
	skip := folders.Globs(cmp.Or(o.SkipFolder, o.Folder), o.Skip)
	only := folders.Globs(cmp.Or(o.OnlyFolder, o.Folder), o.Only)
	if len(o.Skip)+len(o.Only) > 0 {
		in.Leave = func(path string, isDir bool) bool {
			return skip(path, isDir) || len(o.Only) > 0 && !isDir && !only(path, isDir)
		}
	}
	for i := range o.PerFile {
		if _, err := Input(o.With([]int{i})); err != nil {
			return err
		}
	}
	if len(o.PerFile) > 0 {
		files, made := newFileMatcher(o), new(sync.Map) // from the indexes, as fmt prints them, to *input.Options
		in.PerFile = func(name string, of *input.Options) {
			indexes := files.match(name)
			own, ok := made.Load(fmt.Sprint(indexes))
			if !ok { // contexts are large
				in, _ := Input(o.With(indexes))
				own, _ = made.LoadOrStore(fmt.Sprint(indexes), in)
			}
			if own := own.(*input.Options); own != nil { // if it is nil, two valid options contradict each other, and reading the file reports it
				takeReading(of, own)
			}
		}
	}
	return nest(o, in)
}

// takeReading copies to of the options of own that say how a file is read.
func takeReading(of, own *input.Options) {
	of.From, of.Formats, of.Split = own.From, own.Formats, own.Split
	of.AnyLines, of.References = own.AnyLines, of.References || own.References
	of.DocumentCharset, of.Fields, of.Templates = own.DocumentCharset, own.Fields, own.Templates
}

// nest makes the options of package input use those of nested folders.
func nest(o *option.Options, in *input.Options) error {
	folder := newNesting(o)
	if folder == nil {
		return nil
	}
	var all []*input.Options
	for i := range o.Nested {
		nested, err := Input(&o.Nested[i])
		if err != nil {
			return err
		}
		all = append(all, nested)
	}
	leave, perFile := in.Leave, in.PerFile
	in.Leave = func(path string, isDir bool) bool {
		if i := folder.ofPath(path); i >= 0 {
			return all[i].Leave != nil && all[i].Leave(path, isDir)
		}
		return leave != nil && leave(path, isDir)
	}
	in.PerFile = func(name string, of *input.Options) {
		if i := folder.of(name); i >= 0 {
			own := all[i]
			takeReading(of, own)
			of.AnyScript = own.AnyScript
			if own.PerFile != nil {
				own.PerFile(name, of)
			}
		} else if perFile != nil {
			perFile(name, of)
		}
	}
	return nil
}

// fileChecks are the targets of the files that are checked otherwise than the job says.
type fileChecks struct {
	files *fileMatcher
	each  []fileCheck // by the index of the options
}

type fileCheck struct {
	severities option.Severities
	of         Target // if it has a spec
	templates  string
}

func (c *fileCheck) isEmpty() bool {
	return len(c.severities) == 0 && c.of.Spec == nil && c.templates == ""
}

// checksByFile returns nil if no file has checks of its own. The job is that of the target.
func checksByFile(o *option.Options, t Target, defaultRule func(*spec.Spec) spec.Rule) (*fileChecks, error) {
	own, any := &fileChecks{files: newFileMatcher(o)}, false
	for i := range o.PerFile {
		f := &o.PerFile[i]
		set, err := option.SeveritiesOf(f.Severity)
		if err != nil {
			return nil, err
		}
		c := fileCheck{severities: set, templates: f.Templates}
		switch {
		case f.Spec != "" || len(f.Grammar) > 0:
			c.of, err = NewTarget(&option.Options{Spec: f.Spec, Grammar: f.Grammar, Rule: f.Rule}, defaultRule)
		case f.Rule != "":
			c.of = t
			err = c.of.choose(f.Rule)
		}
		if err != nil {
			return nil, err
		}
		own.each = append(own.each, c)
		any = any || !c.isEmpty()
	}
	if !any {
		return nil, nil
	}
	return own, nil
}

// HasFileChecks reports whether there are files with checks of their own.
func (t *Target) HasFileChecks() bool { return t.byFile != nil || t.nesting != nil }

// Specs returns the specs that files are checked against, that of the job first.
func (t *Target) Specs() []*spec.Spec {
	all := []*spec.Spec{t.Spec}
	add := func(s *spec.Spec) {
		if s != nil && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	if t.byFile != nil {
		for _, c := range t.byFile.each {
			add(c.of.Spec)
		}
	}
	for i := range t.nested {
		for _, s := range t.nested[i].Specs() {
			add(s)
		}
	}
	return all
}

// Key returns what is the same for files with the same checks of their own, "" for files without.
func (t *Target) Key(name string) (key string) {
	if i := t.nesting.of(name); i >= 0 {
		return "in " + strconv.Itoa(i) + ":" + t.nested[i].Key(name)
	}
	if t.byFile == nil {
		return ""
	}
	for _, i := range t.byFile.files.match(name) {
		if !t.byFile.each[i].isEmpty() {
			key += strconv.Itoa(i) + ","
		}
	}
	return key
}

// For returns the target for a file.
func (t Target) For(name string) Target {
	if i := t.nesting.of(name); i >= 0 {
		nested := t.nested[i].For(name)
		nested.Components, nested.Guesses, nested.Tries = t.Components, t.Guesses, t.Tries
		return nested
	}
	own := t.byFile
	t.byFile, t.nesting, t.nested = nil, nil, nil
	if own == nil {
		return t
	}
	for _, i := range own.files.match(name) {
		c := &own.each[i]
		if c.of.Spec != nil {
			t.Spec, t.Rule, t.Chosen = c.of.Spec, c.of.Rule, c.of.Chosen
		}
		c.severities.Apply(&t.Run.Settings)
		if c.templates != "" {
			t.Templates = c.templates
		}
	}
	return t
}
