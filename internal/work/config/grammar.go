package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/extract"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/option"
)

// Library returns the grammars that are not built in. --spec can name them, and other grammars can import their
// rules.
func Library() []spec.GrammarFile { return inLibrary(func(string) bool { return true }) }

// inLibrary returns the files of the library for whose names wanted is true.
func inLibrary(wanted func(name string) bool) []spec.GrammarFile {
	var files []spec.GrammarFile
	entries, _ := library.Files.ReadDir(".")
	for _, e := range entries {
		if !wanted(e.Name()) {
			continue
		}
		text, err := library.Files.ReadFile(e.Name())
		if err != nil {
			panic(err) // it is embedded
		}
		files = append(files, spec.GrammarFile{Name: e.Name(), Text: text, Library: true})
	}
	return files
}

// InLibrary returns the grammar of the library with the name of a spec.
func InLibrary(name string) (spec.GrammarFile, bool) {
	files := inLibrary(func(file string) bool { return strings.EqualFold(file, name+".abnf") })
	if len(files) == 0 {
		return spec.GrammarFile{}, false
	}
	files[0].Library = false
	return files[0], true
}

// SpecNames returns the names of the built-in specs and of those in the library.
func SpecNames() []string {
	var names []string
	for _, s := range spec.Specs() {
		names = append(names, s.Name())
	}
	for _, f := range Library() {
		names = append(names, strings.TrimSuffix(f.Name, ".abnf"))
	}
	return names
}

// MaxGrammar is the largest total size in bytes of the files of a grammar. Documents from which grammars are
// extracted have up to 2 MiB.
const MaxGrammar = 16 << 20

// ReadFiles reads files of grammars. The name "-" means standard input.
func ReadFiles(names []string) ([]spec.GrammarFile, error) {
	var files []spec.GrammarFile
	left := MaxGrammar
	for _, name := range names {
		var src []byte
		var err error
		if name == "-" {
			name = "<stdin>"
			src, err = durable.ReadAtMost(name, os.Stdin, left)
		} else {
			src, err = durable.ReadFile(name, left)
		}
		if err != nil {
			return nil, err
		}
		left -= len(src)
		files = append(files, spec.GrammarFile{Name: name, Text: src})
	}
	return files, nil
}

// RefuseDocuments returns an error if one of the files is a document, such as an RFC, and not a file of ABNF.
func RefuseDocuments(files []spec.GrammarFile) error {
	for _, f := range files {
		if !f.Library && extract.IsDocument(f.Name, f.Text) {
			name := quote.Visible(f.Name)
			return fmt.Errorf(`%s: the file is a document: "iri grammar extract %s" takes its ABNF out`, name, name)
		}
	}
	return nil
}

// FirstCounts reports whether the first of two definitions of a rule is used. It is if the severity of duplicate is
// set, and not to error.
func FirstCounts[Code ~string, Severity ~uint8](levels map[Code]Severity) bool {
	severity, set := levels[abnf.Duplicate]
	return set && severity != Severity(finding.Error)
}

// FirstCountsIn is [FirstCounts] for a file.
func FirstCountsIn(o *option.Options, file string) bool {
	levels := o.Severity
	for _, i := range Matching(o, file) {
		if severity, set := o.PerFile[i].Severity[abnf.Duplicate]; set {
			levels = map[iri.Code]iri.Severity{abnf.Duplicate: severity}
		}
	}
	return FirstCounts(levels)
}

// FillDuplicate sets the severity of duplicate from iri.toml, for a command that uses no other key of the file.
func FillDuplicate(o *option.Options) error {
	c, err := In(".", true) // only its severities are used, so the files that it names do not matter
	all := *o
	c.fill(&all, false)
	only := func(severity map[iri.Code]iri.Severity) map[iri.Code]iri.Severity {
		severity = maps.Clone(severity)
		maps.DeleteFunc(severity, func(code iri.Code, _ iri.Severity) bool { return code != abnf.Duplicate })
		return severity
	}
	o.Folder, o.Severity = all.Folder, only(all.Severity)
	for _, f := range all.PerFile {
		o.PerFile = append(o.PerFile, option.FileOptions{Glob: f.Glob,
			Options: option.Options{Folder: f.Folder, Severity: only(f.Severity)}})
	}
	return err
}

// ReadSpec returns the spec that the options name.
func ReadSpec(o *option.Options) (*spec.Spec, error) {
	switch {
	case len(o.Grammar) > 0 && o.Spec != "":
		return nil, errors.New("both a spec and a grammar are given: choose one")
	case len(o.Grammar) > 0:
		files := make([]spec.GrammarFile, len(o.Grammar))
		for i, f := range o.Grammar {
			files[i] = spec.GrammarFile{Name: f.Name, Text: f.Text, Library: f.Library, FirstCounts: FirstCountsIn(o, f.Name)}
		}
		return spec.ReadSpec(files...)
	case o.Spec == "":
		return spec.RFC3987, nil
	}
	if s, ok := spec.ByName(o.Spec); ok {
		return s, nil
	}
	names := make([]string, 0, len(spec.Specs()))
	for _, s := range spec.Specs() {
		names = append(names, s.Name())
	}
	meant := strings.ToLower(strings.ReplaceAll(o.Spec, " ", ""))
	if meant != "" && meant[0] >= '0' && meant[0] <= '9' {
		meant = "rfc" + meant
	}
	if best := abnf.Nearest(meant, SpecNames()); best != "" && abnf.Distance(meant, best) <= 1 {
		return nil, fmt.Errorf("unknown spec %q: did you mean %q?", o.Spec, best)
	}
	return nil, fmt.Errorf("unknown spec %q: choose one of %s, or of the library (iri grammar list)", o.Spec, strings.Join(names, ", "))
}
