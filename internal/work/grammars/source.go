// Package grammars is the grammars that a command line names. In come the names of specs and of
// files, out come the grammars, lists of their rules and what is said of those. The package must
// not know flags.
package grammars

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// Library returns the grammars that are not built in, but that --spec can name and other
// grammars can take rules of.
func Library() []spec.GrammarFile { return inLibrary(func(string) bool { return true }) }

// inLibrary returns the files of the library whose names are wanted.
func inLibrary(wanted func(name string) bool) []spec.GrammarFile {
	var files []spec.GrammarFile
	entries, _ := library.Files.ReadDir(".")
	for _, e := range entries {
		if !wanted(e.Name()) {
			continue
		}
		text, err := library.Files.ReadFile(e.Name())
		if err != nil {
			panic(err) // it is part of the program
		}
		files = append(files, spec.GrammarFile{Name: e.Name(), Text: text, Library: true})
	}
	return files
}

// InLibrary returns the file of the library that has the name of a spec, as a grammar of its own.
func InLibrary(name string) (spec.GrammarFile, bool) {
	files := inLibrary(func(file string) bool { return strings.EqualFold(file, name+".abnf") })
	if len(files) == 0 {
		return spec.GrammarFile{}, false
	}
	files[0].Library = false
	return files[0], true
}

// Names returns the names of the built-in specs and of those in the library.
func Names() []string {
	var names []string
	for _, s := range spec.Specs() {
		names = append(names, s.Name())
	}
	for _, f := range Library() {
		names = append(names, strings.TrimSuffix(f.Name, ".abnf"))
	}
	return names
}

// maxText is how many bytes all files of a grammar have together at most. The documents of which grammars are extracted
// have up to 2 MiB.
const maxText = 16 << 20

// ReadFiles reads files of grammars; the name "-" is standard input.
func ReadFiles(names []string) ([]spec.GrammarFile, error) {
	var files []spec.GrammarFile
	left := maxText
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

// Read reads the built-in specs, those of the library and the files that words name.
func Read(words []string) ([]spec.GrammarFile, error) {
	var all []spec.GrammarFile
	for _, word := range words {
		if s, ok := spec.ByName(word); ok {
			name := s.Name() + ".abnf"
			src, err := fs.ReadFile(grammar.Files, name)
			if err != nil {
				return nil, err
			}
			all = append(all, spec.GrammarFile{Name: name, Text: src})
			continue
		}
		files, err := readWord(word, word)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// readWord reads the grammar of the library that a word names, or else files. If the word is
// neither and looks like the name of a spec, the error offers a similar name.
func readWord(word string, files ...string) ([]spec.GrammarFile, error) {
	if f, ok := InLibrary(word); ok {
		return []spec.GrammarFile{f}, nil
	}
	all, err := ReadFiles(files)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(word, "./\\,") {
		err = run.UsageError{Cause: option.UnknownName(word, Names(), "%q is not a built-in spec or a file", "")}
	}
	return all, err
}

// A Source is a grammar that a command reads: the rule trees, and the spec that checks strings.
type Source struct {
	Name    string        // as on the command line: the name of a spec, or files
	Grammar *abnf.Grammar // every rule, also those that cannot be used
	Usable  *abnf.Grammar // the rules that can be used as start rules
	Spec    *spec.Spec
}

// Of returns the grammar of a spec. The name is that on the command line.
func Of(name string, s *spec.Spec) Source { return Source{name, s.AllRules(), s.Grammar(), s} }

// OfFiles returns the grammar that files hold, which can take rules of the library. The name is that
// on the command line.
func OfFiles(name string, files []spec.GrammarFile) (Source, error) {
	s, err := spec.ReadSpec(append(files, Library()...)...)
	if err != nil {
		return Source{}, err
	}
	return Of(name, s), nil
}

// Drawable returns the grammar that files hold, also where it has faults, which it returns: of an unfinished draft,
// what there is. The grammar is nil if it has faults for which nothing can be read.
func Drawable(name string, files []spec.GrammarFile) (Source, error) {
	g, faults, err := spec.Resolve(append(files, Library()...)...)
	if err == nil {
		err = faults.Err()
	}
	return Source{Name: name, Grammar: g}, err
}

// MadeFrom returns what a spec that is built in or in the library was made from. It makes no automata,
// which takes a hundred times as long.
func MadeFrom(name string) (*render.Spec, error) {
	if s, ok := spec.ByName(name); ok {
		return render.MadeFrom(s), nil
	}
	files, err := readWord(name, name)
	if err != nil {
		return nil, err
	}
	g, faults, err := spec.Resolve(append(files, Library()...)...)
	if err = cmp.Or(err, faults.Err()); err != nil {
		return nil, err
	}
	return render.MadeFromRules(g, ""), nil
}

// Named returns what a word on the command line names: a spec that is built in or in the library, a
// file, or several files with commas between them. firstCounts is [job.Options.FirstCounts].
func Named(word string, firstCounts func(file string) bool) (Source, error) {
	if s, ok := spec.ByName(word); ok {
		return Of(s.Name(), s), nil
	}
	files, err := readWord(word, strings.Split(word, ",")...)
	if err = cmp.Or(err, RefuseDocuments(files)); err != nil {
		return Source{}, err
	}
	for i := range files {
		files[i].FirstCounts = firstCounts(files[i].Name)
	}
	return OfFiles(word, files)
}

// Rule returns the rule with a name, or the default rule for "".
func (s Source) Rule(name string) (*abnf.Rule, error) {
	if name == "" {
		name = s.Grammar.Top
	}
	if r := s.Grammar.Rule(name); r != nil {
		return r, nil
	}
	return nil, run.UsageError{Cause: job.UnknownRule(name, abnf.Names(s.Grammar.Rules), s.Name)}
}

// UsableRule is like Rule for what needs the automaton of the rule.
func (s Source) UsableRule(name string) (*abnf.Rule, error) {
	r, err := s.Rule(name)
	if err != nil {
		return nil, err
	}
	if name == "" {
		err = job.RefusedDefault(s.Spec)
	} else {
		err = job.RefusedRule(s.Spec, name)
	}
	if err != nil {
		return nil, run.UsageError{Cause: err}
	}
	return r, nil
}

// Rules returns the rules with some names, in that order, and, if uses is not nil, after them those
// that they use and that it accepts. Each is there once.
func (s Source) Rules(names []string, uses func(*abnf.Rule) bool) ([]*abnf.Rule, error) {
	var list []*abnf.Rule
	for _, name := range names {
		r, err := s.Rule(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	if uses == nil {
		return list, nil
	}
	for _, r := range slices.Clone(list) {
		for _, u := range s.Grammar.Closure(r) {
			if !slices.Contains(list, u) && uses(u) {
				list = append(list, u)
			}
		}
	}
	return list, nil
}
