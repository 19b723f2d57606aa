package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/abnf"
)

func newGrammarCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "grammar",
		Short: "Work with the grammars: show, check, compare, draw, and make tests of them",
		Long: `grammar is for those who write grammars and for those who test parsers. Its
commands work on the specs that are built in and on any file in ABNF (RFC 5234,
RFC 7405). A file may change a built-in spec and hold only the rules that it
changes: see "iri grammar list --help".`,
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
		newGrammarRailroadCmd,
		newGrammarSampleCmd,
	} {
		sub := c(a)
		if sub.ValidArgsFunction == nil {
			sub.ValidArgsFunction = cobra.NoFileCompletions
		}
		cmd.AddCommand(sub)
	}
	return cmd
}

// readGrammarFiles reads files; "-" is standard input.
func readGrammarFiles(names []string) ([]iri.GrammarFile, error) {
	var files []iri.GrammarFile
	for _, name := range names {
		var src []byte
		var err error
		if name == "-" {
			src, err = io.ReadAll(os.Stdin)
			name = "<stdin>"
		} else {
			src, err = os.ReadFile(name)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, iri.GrammarFile{Name: name, Text: src})
	}
	return files, nil
}

// readSpecsAndFiles reads what words on the command line name: built-in specs, or
// files.
func readSpecsAndFiles(words []string) ([]iri.GrammarFile, error) {
	var all []iri.GrammarFile
	for _, word := range words {
		if s, ok := iri.SpecByName(word); ok {
			name := s.Name() + ".abnf"
			src, err := fs.ReadFile(iri.GrammarFS(), name)
			if err != nil {
				return nil, err
			}
			all = append(all, iri.GrammarFile{Name: name, Text: src})
			continue
		}
		files, err := readGrammarFiles([]string{word})
		if err != nil {
			return nil, grammarNameError(word, err)
		}
		all = append(all, files...)
	}
	return all, nil
}

// noGrammar says that a word is no file, and if it looks like the name of a spec
// which one may have been meant.
func grammarNameError(word string, err error) error {
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(word, "./\\,") {
		return usageError{unknownName(word, specNames(), "%q is no built-in spec and no file")}
	}
	return err
}

// A grammarSource is a grammar that a command looks into: the rule trees, and the
// spec that checks strings.
type grammarSource struct {
	name    string // as it was asked for: a spec's identifier, or files
	grammar *abnf.Grammar
	spec    *iri.Spec
	builtin bool
}

// builtinGrammar returns a spec that is built in.
func builtinGrammar(s *iri.Spec) (grammarSource, error) {
	g, err := abnf.Load(iri.GrammarFS(), ".", s.Name())
	return grammarSource{s.Name(), g, s, true}, err
}

// fileGrammar returns the grammar that files hold.
func fileGrammar(names []string) (grammarSource, error) {
	files, err := readGrammarFiles(names)
	if err != nil {
		return grammarSource{}, err
	}
	spec, err := iri.ReadSpec(files...)
	if err != nil {
		return grammarSource{}, err
	}
	var parsed []*abnf.Grammar
	for _, f := range files {
		g, err := abnf.Parse(f.Name, f.Text)
		if err != nil {
			return grammarSource{}, err
		}
		parsed = append(parsed, g)
	}
	g, err := abnf.Build(iri.GrammarFS(), ".", parsed...)
	return grammarSource{strings.Join(names, ","), g, spec, false}, err
}

// grammarOperand returns what a word on the command line names: a built-in spec,
// or a file, or several with commas between.
func grammarOperand(word string) (grammarSource, error) {
	if s, ok := iri.SpecByName(word); ok {
		return builtinGrammar(s)
	}
	src, err := fileGrammar(strings.Split(word, ","))
	return src, grammarNameError(word, err)
}

// source returns the grammar that --spec or --grammar names.
func (f *ruleFlags) source() (grammarSource, error) {
	if len(f.grammar) > 0 {
		return fileGrammar(f.grammar)
	}
	s, err := f.readSpec()
	if err != nil {
		return grammarSource{}, err
	}
	return builtinGrammar(s)
}

// named reports whether --spec or --grammar is given, for the commands that take
// grammars as words, too: they stand in the place of the words.
func (f *ruleFlags) namedByFlag(cmd *cobra.Command, words []string) (bool, error) {
	named := cmd.Flags().Changed("spec") || cmd.Flags().Changed("grammar")
	if named && len(words) > 0 {
		return false, usagef("name grammars by words, or by --spec or --grammar; not by both")
	}
	return named, nil
}

// rule returns the rule of that name, or the spec's default for "".
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
	return nil, usageError{unknownRule(name, known, s.name)}
}

// jsonLine writes one object on a line of its own.
func writeJSONLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// buffered calls f with a writer to standard output and flushes it.
func (a *app) writeBuffered(f func(w *bufio.Writer) error) error {
	w := bufio.NewWriterSize(a.stdout, 64<<10)
	if err := f(w); err != nil {
		return err
	}
	return w.Flush()
}
