// Package grammars reads the grammars that a command line names, and explains their rules and the codes of findings.
// Names of specs, files, rules and codes come in; it returns grammars, lists of rules, and explanations, for people
// and as JSON. The package must not know flags.
package grammars

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/builtin"
	"github.com/rfc3987/iri/internal/study/lint"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

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

// readWord reads the grammar of the library that a word names, or else the files. If the word is neither and looks
// like the name of a spec, the error suggests a similar name.
func readWord(word string, files ...string) ([]spec.GrammarFile, error) {
	if f, ok := config.InLibrary(word); ok {
		return []spec.GrammarFile{f}, nil
	}
	all, err := config.ReadFiles(files)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(word, "./\\,") {
		err = run.UsageError{Cause: option.UnknownName(word, config.SpecNames(), "%q is not a built-in spec or a file", "")}
	}
	return all, err
}

// A Grammar is a grammar that a command reads: its rules, and the spec that checks strings by them.
type Grammar struct {
	Name    string        // as on the command line: the name of a spec, or files
	Grammar *abnf.Grammar // every rule, also the unusable ones
	Usable  *abnf.Grammar // the rules that can be used as start rules
	Spec    *spec.Spec
}

// Of returns the grammar of a spec, under the name on the command line.
func Of(name string, s *spec.Spec) Grammar { return Grammar{name, s.AllRules(), s.Grammar(), s} }

// OfFiles returns the grammar of files, which can import rules of the library. name is the one on the command line.
func OfFiles(name string, files []spec.GrammarFile) (Grammar, error) {
	s, err := spec.ReadSpec(append(files, config.Library()...)...)
	if err != nil {
		return Grammar{}, err
	}
	return Of(name, s), nil
}

// Drawable returns the grammar of files and its faults. Unlike OfFiles, it accepts an unfinished draft, and returns
// the rules that could be read. The grammar is nil if none could.
func Drawable(name string, files []spec.GrammarFile) (Grammar, error) {
	g, faults, err := spec.Resolve(append(files, config.Library()...)...)
	if err == nil {
		err = faults.Err()
	}
	return Grammar{Name: name, Grammar: g}, err
}

// MadeFrom returns the source of a spec that is built in or in the library. It makes no automata, which takes a
// hundred times as long.
func MadeFrom(name string) (*summary.Spec, error) {
	if s, ok := spec.ByName(name); ok {
		return summary.MadeFrom(s), nil
	}
	files, err := readWord(name, name)
	if err != nil {
		return nil, err
	}
	g, faults, err := spec.Resolve(append(files, config.Library()...)...)
	if err = cmp.Or(err, faults.Err()); err != nil {
		return nil, err
	}
	return summary.MadeFromRules(g, ""), nil
}

// Named returns the grammar that a word on the command line names: a spec that is built in or in the library, a file,
// or several files with commas between them. firstCounts is [config.FirstCountsIn].
func Named(word string, firstCounts func(file string) bool) (Grammar, error) {
	if s, ok := spec.ByName(word); ok {
		return Of(s.Name(), s), nil
	}
	files, err := readWord(word, strings.Split(word, ",")...)
	if err = cmp.Or(err, run.OptionError(config.RefuseDocuments(files))); err != nil {
		return Grammar{}, err
	}
	for i := range files {
		files[i].FirstCounts = firstCounts(files[i].Name)
	}
	return OfFiles(word, files)
}

// Rule returns the rule with a name, or the default rule for "".
func (s Grammar) Rule(name string) (*abnf.Rule, error) {
	if name == "" {
		name = s.Grammar.Top
	}
	if r := s.Grammar.Rule(name); r != nil {
		return r, nil
	}
	return nil, run.UsageError{Cause: config.UnknownRule(name, abnf.Names(s.Grammar.Rules), s.Name)}
}

// UsableRule is like Rule, for callers that need the automaton of the rule.
func (s Grammar) UsableRule(name string) (*abnf.Rule, error) {
	r, err := s.Rule(name)
	if err != nil {
		return nil, err
	}
	if name == "" {
		err = config.RefusedDefault(s.Spec)
	} else {
		err = config.RefusedRule(s.Spec, name)
	}
	if err != nil {
		return nil, run.UsageError{Cause: err}
	}
	return r, nil
}

// Rules returns the rules with these names, in that order. If uses is not nil, the rules that they use and for which
// it is true come after them. Each rule is in the result once.
func (s Grammar) Rules(names []string, uses func(*abnf.Rule) bool) ([]*abnf.Rule, error) {
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

// builtinFolder returns the folder of the grammars that are built in.
func builtinFolder() *builtin.Folder {
	return &builtin.Folder{FS: grammar.Files, Dir: ".", Library: library.Files, BuiltIn: tables.Outlines[:]}
}

// Inspect is [spec.InspectGrammar] with the checks that are off by default and the severities of each file.
func Inspect(levels func(file string) config.Levels, files ...spec.GrammarFile) (spec.Inspection, error) {
	of := make(map[string]config.Levels)
	files = slices.Clone(files)
	for i := range files {
		if f := &files[i]; !f.Library {
			of[f.Name] = levels(f.Name)
			f.FirstCounts = config.FirstCounts(of[f.Name])
		}
	}
	in, err := spec.InspectGrammar(files...)
	all := append(in.Faults, lint.Run(func(code string) bool {
		for _, l := range of {
			if l.Wants(code) {
				return true
			}
		}
		return false
	}, in.Spec, files...)...)
	in.Faults = nil
	for _, f := range all {
		in.Faults = append(in.Faults, of[f.Pos.File].Apply(abnf.ErrorList{f})...)
	}
	in.Faults.Sort()
	return in, err
}
