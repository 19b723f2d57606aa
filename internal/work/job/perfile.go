package job

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/option"
)

// FileOptions are options of the files that match a pattern. A zero field says nothing. Of several
// for one file each counts before those in front of it.
type FileOptions = FileOptionsOf[report.Code, report.Severity]

// FileOptionsOf are those options with types of the internal packages or of the API, as [OptionsOf] are.
type FileOptionsOf[Code, Severity comparable] struct {
	Glob []string

	From, Delimiter, Header, Split, DocumentCharset string
	Fields, Columns                                 []string

	Severity map[Code]Severity
}

// A fileMatcher says which of the own options of files are for a file. Several goroutines may ask it.
type fileMatcher struct {
	globs []func(path string, isDir bool) bool
	known sync.Map // of the name of a file to the indexes
}

func (o *Options) fileMatcher() *fileMatcher {
	m := new(fileMatcher)
	for i := range o.PerFile {
		m.globs = append(m.globs, folders.Globs(o.Folder, o.PerFile[i].Glob))
	}
	return m
}

// match returns the indexes of the options for a file with that name.
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

// Matching returns the indexes of the own options that a file has, in their order.
func (o *Options) Matching(name string) []int { return o.fileMatcher().match(name) }

// perFile has the options of package input take the own options of files.
func (o *Options) perFile(in *input.Options) error {
	if skip, only := folders.Globs(o.Folder, o.Skip), folders.Globs(o.Folder, o.Only); len(o.Skip)+len(o.Only) > 0 {
		in.Leave = func(path string, isDir bool) bool {
			return skip(path, isDir) || len(o.Only) > 0 && !isDir && !only(path, isDir)
		}
	}
	if len(o.PerFile) == 0 {
		return nil
	}
	for i := range o.PerFile {
		if _, err := o.with([]int{i}).Input(); err != nil {
			return err
		}
	}
	files := o.fileMatcher()
	in.PerFile = func(name string, of *input.Options) {
		own, err := o.with(files.match(name)).Input()
		if err != nil {
			return // two that are right alone are not together: reading the file says so
		}
		of.From, of.RDF11, of.Delimiter, of.Header, of.Split = own.From, own.RDF11, own.Delimiter, own.Header, own.Split
		of.DocumentCharset, of.Fields, of.Columns = own.DocumentCharset, own.Fields, own.Columns
	}
	return nil
}

// with returns the options with those own ones of files, where they say nothing themselves.
func (o *Options) with(indexes []int) *Options {
	one := *o
	one.PerFile, one.Skip, one.Only = nil, nil, nil
	for _, i := range slices.Backward(indexes) {
		f := &o.PerFile[i]
		one.From, one.Delimiter = cmp.Or(one.From, f.From), cmp.Or(one.Delimiter, f.Delimiter)
		one.Split, one.DocumentCharset = cmp.Or(one.Split, f.Split), cmp.Or(one.DocumentCharset, f.DocumentCharset)
		if one.Header == "" || one.Header == "auto" {
			one.Header = cmp.Or(f.Header, one.Header)
		}
		if len(one.Fields) == 0 {
			one.Fields = f.Fields
		}
		if len(one.Columns) == 0 {
			one.Columns = f.Columns
		}
	}
	return &one
}

// ownChecks are the severities for checks of files that have severities of their own.
type ownChecks struct {
	files *fileMatcher
	sets  []option.Severities // by the index of the options
}

// ownChecks returns nil if no file has severities of its own.
func (o *Options) ownChecks() (*ownChecks, error) {
	own, any := &ownChecks{files: o.fileMatcher()}, false
	for i := range o.PerFile {
		set, err := option.SeveritiesOf(o.PerFile[i].Severity)
		if err != nil {
			return nil, err
		}
		own.sets = append(own.sets, set)
		any = any || len(set) > 0
	}
	if !any {
		return nil, nil
	}
	return own, nil
}

// of returns which own checks there are for a file, and these in their order; none if there are none.
func (own *ownChecks) of(name string) (key string, sets []option.Severities) {
	if own == nil {
		return "", nil
	}
	for _, i := range own.files.match(name) {
		if len(own.sets[i]) > 0 {
			key += string(rune(i)) + ","
			sets = append(sets, own.sets[i])
		}
	}
	return key, sets
}

// HasOwn reports whether there are files with severities of their own.
func (t *Target) HasOwn() bool { return t.own != nil }

// Key returns what is the same for files with the same severities of their own, "" for files without.
func (t *Target) Key(name string) string {
	key, _ := t.own.of(name)
	return key
}

// For returns the target for a file.
func (t Target) For(name string) Target {
	_, sets := t.own.of(name)
	for _, set := range sets {
		set.Apply(&t.Settings)
	}
	t.own = nil
	return t
}
