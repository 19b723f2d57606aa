package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A wordKind says what the words of a command are.
type wordKind uint8

const (
	stringWords wordKind = iota // strings, whatever files there are; with -f files
	ownWords                    // files and folders where they name one that exists, else strings; with -f files
	fileWords                   // files and folders
)

// takeWords makes words of the command line files, but for the first ones: the base of a command that has one. With -f
// all of them are files, so that iri check -f *.ttl reads all files that the shell has named. It has to be called when
// cmd.RunE is set.
func (f *inputFlags) takeWords(a *app, cmd *cobra.Command, first int, kind func() wordKind) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		f.quiet = slices.ContainsFunc([]string{"quiet", "no-summary"}, func(name string) bool {
			flag := cmd.Flags().Lookup(name)
			return flag != nil && flag.Value.String() == "true"
		})
		n, kind := min(first, len(words)), kind()
		if len(f.files()) > 0 || kind == fileWords {
			f.file[0].Replace(append(f.files(), words[n:]...))
			return run(cmd, words[:n])
		}
		names, err := f.ownFiles(a, words[n:], kind)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			f.file[0].Replace(names)
			return run(cmd, words[:n])
		}
		if !f.quiet && slices.Contains(words, "-") {
			fmt.Fprintln(a.stderr, "iri: - is read as an IRI: -f - reads standard input, and so does the command "+
				"without words")
		}
		err = run(cmd, words)
		var status exitStatus
		if errors.As(err, &status); !f.quiet && (status == statusFound || a.errTerminal) {
			a.warnOfFiles(words[n:])
		}
		return err
	}
}

// always is for a command whose flags do not change what its words are.
func (k wordKind) always() wordKind { return k }

// ownFiles returns the words if they are the names of files and folders; none if they are strings.
func (f *inputFlags) ownFiles(a *app, words []string, kind wordKind) (names []string, err error) {
	if kind != ownWords {
		return nil, nil
	}
	other := ""
	for _, w := range words {
		if _, err := os.Stat(w); err == nil {
			names = append(names, w)
		} else if other == "" {
			other = w
		}
	}
	switch {
	case len(names) == 0:
		return nil, nil
	case len(names) < len(words):
		return nil, usagef("%s is a file, and there is no file %s: give files or IRIs; with -f all words are files",
			quote.Visible(names[0]), quote.Ends(component.Redact(other)))
	}
	what := "is read as a file; as a string it is read from standard input"
	if len(names) > 1 {
		what = fmt.Sprintf("and %d more are read as files; as strings they are read from standard input",
			len(names)-1)
	}
	if !f.quiet {
		fmt.Fprintf(a.stderr, "iri: %s %s\n", quote.Visible(names[0]), what)
	}
	return names, nil
}

// warnOfFiles says on standard error which words are the names of files, too.
func (a *app) warnOfFiles(words []string) {
	for _, w := range words {
		if info, err := os.Stat(w); err == nil && info.Mode().IsRegular() {
			fmt.Fprintf(a.stderr, "iri: %s is also a file: -f %s reads it\n", quote.Ends(w), quote.Visible(w))
		}
	}
}
