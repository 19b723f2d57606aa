package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/output"
)

func newGrammarListCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [SPEC|FILE...]",
		Short: "List the specs, or the rules of a spec",
		Long: `list prints the specs that --spec can name: those that are built in, and a library of
grammars of other RFCs, which "iri check --spec rfc9110 --rule Host" and grammars that
take rules of them can use. If a spec or a file is named, as a word or with --spec
or --grammar, it prints the rules and the sections that define them: * marks the
default rule, + the rule for references.

A file is in the notation of RFC 5234 and RFC 7405. The comments before its first
rule may hold header fields. What does not fit is a comment, with a warning, or an
error if the file has "spec":

  ; spec: mine            the identifier
  ; title: My draft       what messages cite
  ; changes: rfc3987      the spec that this file changes; rules that it does not
                          define are taken from that spec
  ; without: irelative-ref  rules of that spec that this one does not have
  ; top: IRI              the default rule
  ; reference: IRI-reference  the rule for references
  ; component: host ihost  which rule stands for a component; grammar/rfc3987.abnf has
                          all fields that say what references consist of
  ; import: rfc3986 (host as uri-host, port)  rules of another spec; without the
                          parentheses, all that this file uses and does not define
  ; cites: URI rfc3986    what a label means in <host, see [URI], Section 3.2.2>:
                          such a prose value stands for the rule that it names
  ; section: My draft §2  the section of the rules after it; allowed between rules too`,
		Example: `  iri grammar list
  iri grammar list rfc3987bis
  iri grammar list draft.abnf --format json`,
	}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	rules.addDuplicates(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // without --spec, list prints the specs
	out.add(cmd, output.FormatText, output.FormatJSON)
	cmd.ValidArgsFunction = completeSpecOrFile
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		named, err := rules.namedByFlag(cmd, words)
		if err != nil {
			return err
		}
		json := out.format == output.FormatJSON
		return a.writeBuffered(func(w *bufio.Writer) error {
			if len(words) == 0 && !named {
				return grammars.WriteSpecs(w, json)
			}
			if named {
				src, err := rules.source()
				if err != nil {
					return err
				}
				return src.List(w, json)
			}
			for i, word := range words {
				src, err := rules.named(word)
				if err != nil {
					return err
				}
				if i > 0 && !json {
					fmt.Fprintln(w)
				}
				if err := src.List(w, json); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return cmd
}

func completeSpecOrFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return grammars.Names(), cobra.ShellCompDirectiveDefault
}

func newGrammarShowCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show [RULE...]",
		Short: "Show a rule, everything it uses, and the sections that define it",
		Long: `show prints a rule and all rules that it uses, each under the section that
defines it; without a rule, all rules. The output is valid ABNF, in ASCII and in the form
of "iri grammar fmt". --only leaves out the rules that it uses, --no-core the core rules
of RFC 5234, which most tools have.`,
		Example: `  iri grammar show iauthority
  iri grammar show --spec rfc3986 --only port host
  iri grammar show --grammar draft.abnf IRI --format json`,
	}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	rules.addDuplicates(cmd)
	out.add(cmd, output.FormatText, output.FormatJSON)
	only := cmd.Flags().Bool("only", false, "show only the rule itself")
	noCore := cmd.Flags().Bool("no-core", false, "leave out the core rules of RFC 5234")
	cmd.ValidArgsFunction = rules.completeRules
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		src, err := rules.source()
		if err != nil {
			return err
		}
		if len(words) == 0 {
			words = abnf.Names(src.Grammar.Rules)
		}
		var uses func(*abnf.Rule) bool
		if !*only {
			uses = func(u *abnf.Rule) bool { return !u.Core || !*noCore }
		}
		list, err := src.Rules(words, uses)
		if err != nil {
			return err
		}
		return a.writeBuffered(func(w *bufio.Writer) error {
			return src.Show(w, list,
				out.format == output.FormatJSON)
		})
	}
	return cmd
}
