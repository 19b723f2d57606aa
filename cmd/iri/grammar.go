package main

import (
	"bufio"
	"cmp"
	"errors"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/jobflags"
)

func newGrammarCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "grammar",
		Short: "Work with the grammars: show, check, compare, draw, extract, export, and make tests of them",
		Long: `grammar is for people who write grammars or test parsers. Its commands work on the
built-in specs and on any file in ABNF (RFC 5234, RFC 7405). A file that changes a
built-in spec holds only the rules that it changes: see "iri grammar list --help".`,
		Example: `  iri grammar show port
  iri grammar check draft.abnf
  iri grammar diff rfc3987 draft.abnf
  iri grammar vectors --rule IPv6address > vectors.jsonl`,
		Args: onlySubcommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, c := range []func(*app) *cobra.Command{
		newGrammarListCmd,
		newGrammarShowCmd,
		newGrammarCheckCmd,
		newGrammarDiffCmd,
		newGrammarVectorsCmd,
		newGrammarExportCmd,
		newGrammarRailroadCmd,
		newGrammarSampleCmd,
		newGrammarExtractCmd,
		newGrammarFmtCmd,
		newGrammarUpdateCmd,
	} {
		sub := c(a)
		if sub.ValidArgsFunction == nil {
			sub.ValidArgsFunction = cobra.NoFileCompletions
		}
		cmd.AddCommand(sub)
	}
	return cmd
}

// readSpecsAndFiles reads the built-in specs or files that words on the command line
// name.
func readSpecsAndFiles(words []string) ([]iri.GrammarFile, error) {
	var all []iri.GrammarFile
	for _, word := range words {
		if s, ok := iri.SpecByName(word); ok {
			name := s.Name() + ".abnf"
			src, err := fs.ReadFile(grammar.Files, name)
			if err != nil {
				return nil, err
			}
			all = append(all, iri.GrammarFile{Name: name, Text: src})
			continue
		}
		if f, ok := jobflags.InLibrary(grammarLibrary(), word); ok {
			all = append(all, f)
			continue
		}
		files, err := jobflags.ReadGrammars([]string{word})
		if err != nil {
			return nil, grammarNameError(word, err)
		}
		all = append(all, files...)
	}
	return all, nil
}

// grammarNameError returns the error for a word that could not be read as a file. If the
// word looks like the name of a spec, the error offers a similar name.
func grammarNameError(word string, err error) error {
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(word, "./\\,") {
		return usageError{Cause: unknownName(word, specNames(), "%q is not a built-in spec or a file")}
	}
	return err
}

// A grammarSource is a grammar that a command reads: the rule trees, and the spec that
// checks strings.
type grammarSource struct {
	name    string        // as on the command line: the name of a spec, or files
	grammar *abnf.Grammar // every rule, also those that cannot be used
	usable  *abnf.Grammar // the rules that can be used as start rules
	spec    *iri.Spec
	builtin bool
}

// sourceOf returns the grammar of a spec. The name is that on the command line.
func sourceOf(name string, s *iri.Spec, builtin bool) grammarSource {
	in := (*spec.Spec)(s)
	return grammarSource{name, in.AllRules(), in.Grammar(), s, builtin}
}

// fileGrammar returns the grammar that files hold. The name is that on the command line.
func fileGrammar(name string, files []iri.GrammarFile) (grammarSource, error) {
	s, err := iri.ReadSpec(append(files, grammarLibrary()...)...)
	if err != nil {
		return grammarSource{}, err
	}
	return sourceOf(name, s, false), nil
}

// grammarOperand returns what a word on the command line names: a built-in spec,
// a file, or several files with commas between them.
func grammarOperand(word string) (grammarSource, error) {
	if s, ok := iri.SpecByName(word); ok {
		return sourceOf(s.Name(), s, true), nil
	}
	if f, ok := jobflags.InLibrary(grammarLibrary(), word); ok {
		return fileGrammar(word, []iri.GrammarFile{f})
	}
	files, err := jobflags.ReadGrammars(strings.Split(word, ","))
	if err != nil {
		return grammarSource{}, grammarNameError(word, err)
	}
	return fileGrammar(word, files)
}

// source returns the grammar that --spec or --grammar names.
func (f *ruleFlags) source() (grammarSource, error) {
	files, err := f.Files()
	if err != nil {
		return grammarSource{}, err
	}
	if len(files) > 0 {
		return fileGrammar(cmp.Or(strings.Join(f.Grammar, ","), f.Spec), files)
	}
	s, err := f.readSpec()
	if err != nil {
		return grammarSource{}, err
	}
	return sourceOf(s.Name(), s, true), nil
}

// namedByFlag reports whether --spec or --grammar is given, for commands that take
// grammars as words too. It is an error to give both.
func (f *ruleFlags) namedByFlag(cmd *cobra.Command, words []string) (bool, error) {
	named := cmd.Flags().Changed("spec") || cmd.Flags().Changed("grammar")
	if named && len(words) > 0 {
		return false, usagef("name grammars by words, or by --spec or --grammar, not by both")
	}
	return named, nil
}

// rule returns the rule with a name, or the default rule for "".
func (s grammarSource) rule(name string) (*abnf.Rule, error) {
	if name == "" {
		name = s.grammar.Top
	}
	if r := s.grammar.Rule(name); r != nil {
		return r, nil
	}
	var known []string
	for _, r := range s.grammar.Rules {
		known = append(known, r.Name)
	}
	return nil, usageError{Cause: work.UnknownRule(name, known, s.name)}
}

// usableRule is like rule for commands that need the automaton of the rule.
func (s grammarSource) usableRule(name string) (*abnf.Rule, error) {
	r, err := s.rule(name)
	if err != nil {
		return nil, err
	}
	if name == "" {
		err = work.RefusedDefault(s.spec)
	} else {
		err = work.RefusedRule(s.spec, name)
	}
	if err != nil {
		return nil, usageError{Cause: err}
	}
	return r, nil
}

// usable returns the grammar that the flags name, and the rule, for commands that need its automaton.
func (f *ruleFlags) usable() (src grammarSource, rule *abnf.Rule, err error) {
	if src, err = f.source(); err == nil {
		rule, err = src.usableRule(f.Rule)
	}
	return src, rule, err
}

// writeBuffered calls f with a buffered writer to standard output and flushes it.
func (a *app) writeBuffered(f func(w *bufio.Writer) error) error {
	w := bufio.NewWriterSize(a.stdout, 64<<10)
	if err := f(w); err != nil {
		return err
	}
	return w.Flush()
}
