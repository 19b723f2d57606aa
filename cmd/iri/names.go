package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
)

// ruleNames returns the names of the rules of the spec of the flags, for shell completion.
func (f *ruleFlags) ruleNames() []string {
	s, err := f.readSpec()
	if err != nil {
		return nil
	}
	return config.RuleNames(s)
}

// codeNames returns all codes.
func codeNames() []string { return option.CodeNames(config.Codes()) }

// complete registers the values of a flag for shell completion. It does so only in a process that a shell has started
// for completion, because cobra never frees them, nor their commands.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	if len(os.Args) < 2 || !strings.HasPrefix(os.Args[1], cobra.ShellCompRequestCmd) {
		return
	}
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, prefix string) ([]string,
		cobra.ShellCompDirective) {
		return withPrefix(values(), prefix), cobra.ShellCompDirectiveNoFileComp
	})
}

// withPrefix returns the names that start with a prefix, ignoring case.
func withPrefix(names []string, prefix string) []string {
	var found []string
	for _, n := range names {
		if len(n) >= len(prefix) && strings.EqualFold(n[:len(prefix)], prefix) {
			found = append(found, n)
		}
	}
	return found
}

// otherWords are commands and flags of other programs that people type, with the command or flag to use instead. For
// a flag of one command only, the name of the command comes first.
var otherWords = map[string]string{
	"convert":         "iri to-uri and iri to-iri convert",
	"idn":             "iri to-uri --host idna converts hosts",
	"lint":            "iri check --lint looks for more than errors",
	"punycode":        "iri to-uri --host idna converts hosts",
	"validate":        "iri check does that",
	"--json":          "write --format json",
	"iri check --fix": "iri fix fixes what can be fixed",
}

// onlySubcommands returns the error for the words of a command that only has subcommands. The first word is a
// misspelt subcommand, or an IRI without a subcommand.
func onlySubcommands(cmd *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	if !cmd.HasParent() && strings.ContainsAny(words[0], ":/") {
		return usagef("unknown command %q: to check an IRI, write %s check before it", words[0], cmd.Name())
	}
	if name := cmd.CommandPath() + " " + words[0]; gone[name] != "" {
		return usagef("there is no %s any more: %s", name, gone[name])
	}
	if instead := otherWords[words[0]]; instead != "" && !cmd.HasParent() {
		return usagef("unknown command %q for %q: %s", words[0], cmd.CommandPath(), instead)
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return usageError{Cause: option.UnknownName(words[0], names, "unknown command %q for "+strconv.Quote(cmd.CommandPath()), "")}
}

// rejectWords returns an error if a command gets words. advice says what to write instead of the word, for which it
// has a %s.
func rejectWords(advice string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		if len(words) == 0 {
			return nil
		}
		return usagef("%s takes no words, but got %q: "+advice, cmd.Name(), words[0], words[0])
	}
}

// wordCount checks that a command gets at least least and at most most words. what describes them for the error.
func wordCount(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, words []string) error {
		if least <= len(words) && len(words) <= most {
			return nil
		}
		return usagef("%s takes %s; got %d", cmd.Name(), what, len(words))
	}
}

// completeRules completes words with the rules of the spec that the flags name.
func (f *ruleFlags) completeRules(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	return withPrefix(f.ruleNames(), prefix), cobra.ShellCompDirectiveNoFileComp
}
