package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// The exit statuses of every command.
const (
	statusOK    exitStatus = 0         // all inputs conform, or have a result
	statusFound            = run.Found // some do not
	statusUsage            = run.Usage // the command line is wrong, or reading or writing failed

	statusInterrupted            = run.Interrupted
	statusTerminated             = run.Terminated
	statusPipe        exitStatus = 141 // SIGPIPE ended the run, as shells say it
)

// An exitStatus is an error that only sets the exit status: the messages have been
// printed.
type exitStatus = run.Status

// A group is a heading of the help with its commands.
type group struct {
	id, title string
	commands  []command
}

// A command is the constructor of one, with the name that the command line has for it.
type command struct {
	name  string
	build func(*app) *cobra.Command
}

// aboutGroup is the group of the commands that are for the program itself: two of them are made by cobra.
const aboutGroup = "about"

// groups lists the constructors of all commands.
func groups() []group {
	return []group{
		{"check", "Check, explain and fix:", []command{
			{"check", newCheckCmd},
			{"parse", newParseCmd},
			{"filter", newFilterCmd},
			{"fix", newFixCmd},
			{"explain", newExplainCmd},
			{"config", newConfigCmd},
			{"lsp", newLSPCmd},
		}},
		{"convert", "Convert:", []command{
			{"to-uri", conversionCmd(conversions.ToURI, "IRI")},
			{"to-iri", conversionCmd(conversions.ToIRI, "URI")},
			{"from-leiri", conversionCmd(conversions.FromLEIRI, "LEIRI")},
			{"prepare", newPrepareCmd},
			{"encode", newEncodeCmd},
			{"decode", newDecodeCmd},
		}},
		{"compare", "Normalize, compare and resolve:", []command{
			{"normalize", conversionCmd(conversions.Normalize, "IRI")},
			{"uniq", newUniqCmd},
			{"compare", newCompareCmd},
			{"resolve", newResolveCmd},
			{"relativize", newRelativizeCmd},
		}},
		{"grammar", "Grammars:", []command{
			{"grammar", newGrammarCmd},
		}},
		{aboutGroup, "About iri:", []command{
			{"version", newVersionCmd},
		}},
	}
}

// newRootCmd returns the command iri with its subcommands. If the first word of a command line
// names one of those, the others are left out: to make their flags takes a tenth of the time of a
// short run.
func newRootCmd(a *app, words ...string) *cobra.Command {
	root := &cobra.Command{
		Use:           "iri",
		Version:       version(),
		Args:          onlySubcommands,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.PersistentFlags().StringVar(&a.colors, "color", "auto", "colour: auto (on a terminal), always or never")
	complete(root, "color", func() []string { return []string{"auto", "always", "never"} })
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		return cmp.Or(goneValue(cmd), a.checkColors())
	}
	root.SetHelpFunc(a.printHelp)
	root.SetHelpCommandGroupID(aboutGroup)
	root.SetCompletionCommandGroupID(aboutGroup)
	root.SetIn(a.stdin)
	root.SetOut(a.help)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		// The word may be an IRI: "-x" is a reference.
		if e := new(pflag.InvalidValueError); errors.As(err, &e) {
			if gone := goneFlag(cmd, e.GetFlag().Name, e.GetValue()); gone != nil {
				return gone
			}
			err = fmt.Errorf("--%s %s: %w", e.GetFlag().Name, e.GetValue(), e.Unwrap())
		}
		switch e := new(pflag.NotExistError); {
		case !errors.As(err, &e):
		case e.GetSpecifiedShortnames() != "":
			err = fmt.Errorf("%w; put -- before an IRI that starts with a hyphen", err)
		case goneFlag(cmd, e.GetSpecifiedName(), "") != nil:
			return goneFlag(cmd, e.GetSpecifiedName(), "")
		default:
			word := "--" + e.GetSpecifiedName()
			if instead := cmp.Or(otherWords[cmd.CommandPath()+" "+word], otherWords[word]); instead != "" {
				err = fmt.Errorf("unknown flag: %s: %s", word, instead)
				break
			}
			var names []string
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden {
					names = append(names, f.Name)
				}
			})
			err = fmt.Errorf("unknown flag: --%s", e.GetSpecifiedName())
			if best := abnf.Nearest(e.GetSpecifiedName(), names); best != "" {
				err = fmt.Errorf("%w: did you mean %q?", err, "--"+best)
			}
		}
		return usageError{Cause: err}
	})
	all := groups()
	one := len(words) > 0 && slices.ContainsFunc(all, func(g group) bool {
		return slices.ContainsFunc(g.commands, func(c command) bool { return c.name == words[0] })
	})
	for _, g := range all {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			if one && c.name != words[0] {
				continue
			}
			cmd := c.build(a)
			refuseUseless(cmd)
			cmd.GroupID = g.id
			// Words are IRIs, so the shell must not complete file names.
			if cmd.ValidArgsFunction == nil {
				cmd.ValidArgsFunction = cobra.NoFileCompletions
			}
			root.AddCommand(cmd)
		}
	}
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Run, c.RunE = nil, help
		}
	}
	describe(root)
	return root
}

// help prints the help of the command that the words name.
func help(cmd *cobra.Command, words []string) error {
	of, rest, err := cmd.Root().Find(words)
	switch {
	case err != nil:
		return usageError{Cause: err}
	case len(rest) > 0 && !of.HasSubCommands():
		return usagef("%q has no commands, so there is no help for %q", of.CommandPath(), rest[0])
	case len(rest) > 0:
		return onlySubcommands(of, rest)
	}
	of.InitDefaultHelpFlag()
	of.InitDefaultVersionFlag()
	return of.Help()
}

// execute carries out one command line and returns the exit status.
func execute(a *app, args []string) int {
	ignoreClosedPipe()
	a.help = &helpWriter{w: a.stdout}
	a.signals = &signals{app: a}
	defer a.signals.release()
	root := newRootCmd(a, args...)
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	if err == nil {
		err = a.help.err
	}
	var status exitStatus
	switch {
	case err == nil:
		return int(statusOK)
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, syscall.EPIPE):
		return int(statusPipe) // silent: who reads the output has had enough of it
	}
	if render.PrintFaults(a.stderr, err, a.errStyle()) {
		return int(statusUsage)
	}
	a.printError(outputError(err))
	if isUsage(err) {
		fmt.Fprintf(a.stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	}
	return int(statusUsage)
}

// printError prints an error on standard error. It may quote a word of the command line
// or the name of a file in a folder, so characters that a terminal would act on are
// shown as escapes.
func (a *app) printError(err error) {
	fmt.Fprintf(a.stderr, "iri: %s\n", strings.Join(quote.ErrorLines(err), "\n"))
}

// A helpWriter is standard output for the help. It keeps the first error, because cobra
// ignores errors.
type helpWriter struct {
	w   io.Writer
	err error
}

func (h *helpWriter) Write(p []byte) (int, error) {
	n, err := h.w.Write(p)
	if h.err == nil {
		h.err = err
	}
	return n, err
}

// outputError returns a plain message for an error of writing to standard output. It
// returns any other error unchanged.
func outputError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && path.Op == "write" && path.Path == os.Stdout.Name() {
		return fmt.Errorf("standard output cannot be written: %w", run.WriteFault(err))
	}
	return err
}

// A usageError is an error in the command line. After it, run prints how to get help.
type usageError = run.UsageError

func usagef(format string, args ...any) error { return usageError{Cause: fmt.Errorf(format, args...)} }

// isUsage reports whether err is an error in the command line.
func isUsage(err error) bool { return errors.As(err, new(usageError)) }
