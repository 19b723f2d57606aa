package main

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/abnf"
)

// specNames returns the identifiers of the built-in specs.
func specNames() []string {
	var names []string
	for _, s := range iri.Specs() {
		names = append(names, s.Name())
	}
	return names
}

// ruleNames iterates over the names of a spec's rules.
func ruleNames(s *iri.Spec) iter.Seq[string] {
	return func(yield func(string) bool) {
		for r := range s.Rules() {
			if !yield(r.Name()) {
				return
			}
		}
	}
}

// ruleNames returns the names of the rules of the spec that the flags name, for
// the completion of the shell.
func (f *ruleFlags) ruleNames() []string {
	s, err := f.readSpec()
	if err != nil {
		return nil
	}
	var names []string
	for n := range ruleNames(s) {
		names = append(names, n)
	}
	return names
}

// codeNames returns every code.
func codeNames() []string { return namesOf(allCodes()) }

func namesOf(codes []iri.CodeInfo) []string {
	names := make([]string, len(codes))
	for i, c := range codes {
		names[i] = string(c.Code)
	}
	return names
}

// complete makes the shell complete the values of a flag.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return withPrefix(values(), prefix), cobra.ShellCompDirectiveNoFileComp
	})
}

// withPrefix returns the names that start with a prefix, without regard to case.
func withPrefix(names []string, prefix string) []string {
	var found []string
	for _, n := range names {
		if len(n) >= len(prefix) && strings.EqualFold(n[:len(prefix)], prefix) {
			found = append(found, n)
		}
	}
	return found
}

// unknownName is the error for a name that is not in a list; it offers the one
// that was probably meant.
func unknownName(name string, known []string, format string) error {
	return unknownNameOr(name, known, format, "")
}

// unknownOr is unknownName with advice for where no name is like it.
func unknownNameOr(name string, known []string, format, advice string) error {
	best, distance := "", len(name)/2+1
	for _, k := range known {
		if d := abnf.Distance(strings.ToLower(name), strings.ToLower(k)); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return fmt.Errorf(format+"%s", name, advice)
	}
	return fmt.Errorf(format+": did you mean %q?", name, best)
}

// noCommand is the check of the arguments of a command that only has other commands:
// a word is one that is written wrong, or an IRI whose command has been forgotten.
func onlySubcommands(cmd *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	if !cmd.HasParent() && strings.ContainsAny(words[0], ":/") {
		return usagef("unknown command %q: to check an IRI, write %s check before it", words[0], cmd.Name())
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return usageError{unknownName(words[0], names, "unknown command %q for "+strconv.Quote(cmd.CommandPath()))}
}

// noWords is the check of the arguments of a command that takes none; advice says
// what to write in place of the word %s.
func rejectWords(advice string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		if len(words) == 0 {
			return nil
		}
		return usagef("%s takes no words, and got %q: "+advice, cmd.Name(), words[0], words[0])
	}
}

// wordCount is the check of the arguments of a command that takes from least to most
// words, which what names.
func wordCount(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		if least <= len(words) && len(words) <= most {
			return nil
		}
		return usagef("%s takes %s; got %d", cmd.Name(), what, len(words))
	}
}

// unknownCode is unknownName for a code. Where no code has a name like that, it says
// how to list those there are.
func unknownCode(name string, known []string, format string) error {
	return unknownNameOr(name, known, format, "; \"iri explain\" lists the codes")
}

// unknownRule is unknownName for a rule of a spec. Where no rule has a name like
// that, it says how to list those there are.
func unknownRule(name string, known []string, spec string) error {
	advice := ""
	if _, ok := iri.SpecByName(spec); ok {
		advice = "; \"iri grammar list " + spec + "\" lists those that it has"
	}
	return unknownNameOr(name, known, spec+" has no rule %q", advice)
}

// completeRules makes the shell complete the rules of the spec that the flags name,
// as arguments.
func (f *ruleFlags) completeRules(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var found []string
	for _, n := range f.ruleNames() {
		if strings.HasPrefix(strings.ToLower(n), strings.ToLower(prefix)) {
			found = append(found, n)
		}
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}
