package main

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/run"
)

func newGrammarCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:  "grammar",
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
		newGrammarCoverageCmd,
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

// source returns the grammar that --spec or --grammar names.
func (f *ruleFlags) source() (grammars.Grammar, error) {
	s, err := f.readSpec()
	if err != nil {
		return grammars.Grammar{}, err
	}
	name := s.Name()
	if s.IsCustom() {
		name = cmp.Or(strings.Join(f.Get("grammar").List(), ","), f.Get("spec").Text())
	}
	return grammars.Of(name, s), nil
}

// namedByFlag reports whether --spec or --grammar is given, for commands that also accept grammars as words. It is an
// error to give both.
func (f *ruleFlags) namedByFlag(cmd *cobra.Command, words []string) (bool, error) {
	named := cmd.Flags().Changed("spec") || cmd.Flags().Changed("grammar")
	if named && len(words) > 0 {
		return false, usagef("name grammars by words, or by --spec or --grammar, not by both")
	}
	return named, nil
}

// sourceOf returns the grammar that the flags or else the first word name, and the other words, which name rules. A
// word that is the name of a rule names the rule.
func (f *ruleFlags) sourceOf(cmd *cobra.Command, words []string) (grammars.Grammar, []string, error) {
	src, err := f.source()
	if named := cmd.Flags().Changed("spec") || cmd.Flags().Changed("grammar"); err != nil || named || len(words) == 0 ||
		src.Grammar.Rule(words[0]) != nil {
		return src, words, err
	}
	if _, err := os.Stat(words[0]); err != nil && !slices.Contains(config.SpecNames(), strings.ToLower(words[0])) {
		return src, words, nil
	}
	src, err = f.named(words[0])
	return src, words[1:], err
}

// usable returns the grammar and the rule of the flags, for commands that need the automaton of the rule.
func (f *ruleFlags) usable() (src grammars.Grammar, rule *abnf.Rule, err error) {
	if src, err = f.source(); err == nil {
		rule, err = src.UsableRule(f.Get("rule").Text())
	}
	return src, rule, err
}

// addOutput registers --output, the file that a command writes to.
func addOutput(cmd *cobra.Command) *string {
	return cmd.Flags().StringP("output", "o", "", "write to `FILE`")
}

// writeTo makes f write to standard output or, unless the name is empty, to a file, which must not be one of
// --grammar.
func (f *ruleFlags) writeTo(a *app, name string, write func(w io.Writer) error) error {
	if name == "" {
		return write(a.stdout)
	}
	if err := run.RefuseInput("-o", name, run.FilesOf(f.Get("grammar").List())); err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return cmp.Or(write(file), file.Close())
}

// writeBuffered calls f with a buffered writer to standard output. It flushes the writer even if f fails, because
// otherwise the last line could be incomplete.
func (a *app) writeBuffered(f func(w *bufio.Writer) error) error {
	w := bufio.NewWriterSize(a.stdout, 64<<10)
	return cmp.Or(f(w), w.Flush())
}
