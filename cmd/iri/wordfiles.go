package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/option"
)

// A wordKind says what the words of a command are.
type wordKind uint8

const (
	stringWords wordKind = iota // strings, even if files have these names; with -f files
	ownWords                    // the files and folders that exist with these names, else strings; with -f files
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

// always returns k, for a command whose flags do not change the kind of its words.
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
		f.warnOfNoFiles(a, words)
		return nil, nil
	case len(names) < len(words):
		return nil, usagef("%s is a file, and there is no file %s: give files or IRIs; with -f all words are files",
			quote.Visible(names[0]), quote.Ends(component.Redact(other)))
	}
	what := "is read as a file; as a string it is read from standard input"
	if info, err := os.Stat(names[0]); err == nil && info.IsDir() {
		what = "is read as a folder; as a string it is read from standard input"
	}
	if len(names) > 1 {
		what = fmt.Sprintf("and %d more are read as files; as strings they are read from standard input", len(names)-1)
	}
	if !f.quiet {
		fmt.Fprintf(a.stderr, "iri: %s %s\n", quote.Visible(names[0]), what)
	}
	return names, nil
}

// warnOfNoFiles warns of words that look like names of files but are read as strings, because no such file exists.
func (f *inputFlags) warnOfNoFiles(a *app, words []string) {
	for _, w := range words {
		if !f.quiet && !strings.Contains(w, ":") && input.IsKnown(w) {
			fmt.Fprintf(a.stderr, "iri: there is no file %s: it is read as an IRI\n", quote.Ends(w))
		}
	}
}

// warnOfFiles warns of words that are read as strings although files with these names exist.
func (a *app) warnOfFiles(words []string) {
	for _, w := range words {
		if info, err := os.Stat(w); err == nil && info.Mode().IsRegular() {
			fmt.Fprintf(a.stderr, "iri: %s is also a file: -f %s reads it\n", quote.Ends(w), quote.Visible(w))
		}
	}
}

// maxNames is how many bytes of file names a suggested command has at most.
const maxNames = 80

// fixCommand returns a command, to be copied, that fixes the findings of a check. It has the options for input and checks,
// but not the strings: these may be long or have passwords.
func (f *inputFlags) fixCommand(a *app, check *cobra.Command) string {
	fix := newFixCmd(a).Flags()
	words := []string{"iri fix"}
	names := f.files()
	if len(names) > 0 && !slices.Contains(names, "-") {
		words = append(words, "-w")
	}
	check.Flags().Visit(func(flag *pflag.Flag) {
		v, ok := flag.Value.(*option.Value)
		switch {
		case !ok || flag.Name == "file" || fix.Lookup(flag.Name) == nil || !isInput(flag.Name):
		case v.Kind == option.Switch && v.Text() == "true":
			words = append(words, "--"+flag.Name)
		case v.Kind == option.Switch: // off, even if iri.toml sets it
			words = append(words, "--"+flag.Name+"="+v.Text())
		default:
			for _, value := range v.List() {
				words = append(words, "--"+flag.Name, shellWord(value))
			}
		}
	})
	for i, name := range names {
		names[i] = shellWord(name)
	}
	if all := strings.Join(names, " "); len(all) <= maxNames {
		words = append(words, names...)
	} else {
		words = append(words, "FILE...")
	}
	return strings.Join(words, " ")
}

// isInput reports whether a flag is about what is read or checked, and not about the output.
func isInput(flag string) bool {
	return slices.ContainsFunc(flagGroups, func(g flagGroup) bool {
		return g.title != whatIsPrinted && slices.Contains(g.names, flag)
	})
}

// shellWord returns a text as a word for a shell.
func shellWord(s string) string {
	special := func(r rune) bool {
		return !strings.ContainsRune("_./:@%+=,-", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	if s != "" && !strings.ContainsFunc(s, special) {
		return s
	}
	return "'" + strings.ReplaceAll(quote.Visible(s), "'", `'\''`) + "'"
}
