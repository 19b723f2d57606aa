package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/render"
)

// The exit statuses of every command.
const (
	statusOK    exitStatus = 0 // all inputs conform, or have a result
	statusFound exitStatus = 1 // some do not
	statusUsage exitStatus = 2 // the command line is wrong, or reading or writing failed
)

// An exitStatus is an error that says only how the process ends: whatever there
// was to say has been said.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// err returns s as an error, nil if all went well.
func (s exitStatus) err() error {
	if s == statusOK {
		return nil
	}
	return s
}

// A group is a heading of the help and the commands under it.
type group struct {
	id, title string
	commands  []func(*app) *cobra.Command
}

// groups lists the constructors of all commands.
func groups() []group {
	return []group{
		{"check", "Check, explain and mend:", []func(*app) *cobra.Command{
			newCheckCmd,
			newParseCmd,
			newFilterCmd,
			newFixCmd,
			newExplainCmd,
		}},
		{"convert", "Convert:", []func(*app) *cobra.Command{
			newToURICmd,
			newToIRICmd,
			newFromLEIRICmd,
			newPrepareCmd,
			newEncodeCmd,
			newDecodeCmd,
		}},
		{"compare", "Normalize, compare and resolve:", []func(*app) *cobra.Command{
			newNormalizeCmd,
			newCompareCmd,
			newResolveCmd,
			newRelativizeCmd,
		}},
		{"grammar", "Grammars:", []func(*app) *cobra.Command{
			newGrammarCmd,
		}},
		{"", "", []func(*app) *cobra.Command{
			newManCmd,
			newVersionCmd,
		}},
	}
}

func newRootCmd(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "iri",
		Short: "Check, explain, mend and convert IRIs (RFC 3987 and its relatives)",
		Long: `iri says whether strings conform to RFC 3987 and its relatives, which production
they break and how to mend them, and carries out the mappings of those documents.

Words on the command line are IRIs. Without them standard input is read, one IRI
a line; -f reads files. Put -- before an IRI that starts with a hyphen.

Exit status: 0 if all inputs conform, 1 if some do not, 2 for usage, input and output.`,
		Example: `  iri check 'http://h:8a/'
  zcat dump.nt.gz | iri check --from ntriples
  iri to-uri https://résumé.example/`,
		Version:       version(),
		Args:          onlySubcommands,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.stdin)
	root.SetOut(a.help)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		// A word that is no flag may have been meant as an IRI: "-x" is a reference.
		if strings.HasPrefix(err.Error(), "unknown shorthand flag") {
			err = fmt.Errorf("%w; put -- before an IRI that starts with a hyphen", err)
		}
		// "--jobs x" is no case for the words of package strconv.
		if e := new(pflag.InvalidValueError); errors.As(err, &e) && errors.Is(err, strconv.ErrSyntax) {
			err = fmt.Errorf("--%s %s: not a number", e.GetFlag().Name, e.GetValue())
		}
		return usageError{err}
	})
	for _, g := range groups() {
		if g.id != "" {
			root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		}
		for _, c := range g.commands {
			cmd := c(a)
			cmd.GroupID = g.id
			// An argument may not be taken for a file name by the completion of the shell.
			if cmd.ValidArgsFunction == nil {
				cmd.ValidArgsFunction = cobra.NoFileCompletions
			}
			root.AddCommand(cmd)
		}
	}
	return root
}

// run carries out one command line and returns the exit status.
func run(a *app, args []string) int {
	// Without this a closed pipe would kill the process without a word.
	signal.Ignore(syscall.SIGPIPE)
	a.help = &helpWriter{w: a.stdout}
	root := newRootCmd(a)
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
	}
	var grammar *iri.GrammarError
	if errors.As(err, &grammar) {
		a.stderr.Write(appendFaults(nil, grammar.Faults, render.Style{Color: a.color(a.errTerminal)}))
		return int(statusUsage)
	}
	fmt.Fprintf(a.stderr, "iri: %s\n", strings.TrimSpace(outputError(err).Error()))
	if isUsage(err) {
		fmt.Fprintf(a.stderr, "Run '%s --help' for usage.\n", cmd.CommandPath())
	}
	return int(statusUsage)
}

// A helpWriter is standard output for cobra, which writes help there and looks at no
// error.
type helpWriter struct {
	w   io.Writer
	err error // the first one
}

func (h *helpWriter) Write(p []byte) (int, error) {
	n, err := h.w.Write(p)
	if h.err == nil {
		h.err = err
	}
	return n, err
}

// outputError words an error of writing to standard output; another one stays.
func outputError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && path.Op == "write" && path.Path == os.Stdout.Name() {
		return fmt.Errorf("standard output cannot be written: %w", writeFault(err))
	}
	return err
}

// writeFault says what went wrong with a write, without the operation and the name.
func writeFault(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if errors.Is(err, syscall.EPIPE) {
		err = errors.New("its reader has gone (broken pipe)")
	}
	return err
}

// A usageError is a fault of the command line, where a word on how to get help
// is of use.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// isUsage reports whether err is a fault of the command line. Those that cobra
// finds have no type of their own.
func isUsage(err error) bool {
	var u usageError
	if errors.As(err, &u) {
		return true
	}
	for _, start := range []string{"unknown command", "accepts ", "requires ", "if any flags", "required flag"} {
		if strings.HasPrefix(err.Error(), start) {
			return true
		}
	}
	return false
}
