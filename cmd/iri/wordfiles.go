package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/text/quote"
)

// takeFiles makes words of the command line files: all of them with -f, or where onlyFiles reports
// true, so that iri check -f *.ttl reads all files that the shell has named; and without that those
// before -- that name a file or a folder and have no ":". It has to be called when cmd.RunE is set.
func (f *inputFlags) takeFiles(a *app, cmd *cobra.Command, onlyFiles func() bool) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		f.quiet = slices.ContainsFunc([]string{"quiet", "no-summary"}, func(name string) bool {
			flag := cmd.Flags().Lookup(name)
			return flag != nil && flag.Value.String() == "true"
		})
		if len(f.files()) > 0 || onlyFiles() {
			f.file[0].Replace(append(f.files(), words...))
			return run(cmd, nil)
		}
		n := cmd.ArgsLenAtDash() // how many words may be files
		if f.dashed = n >= 0; !f.dashed {
			n = len(words)
		}
		var names []string
		for _, w := range words[:n] {
			if namesFile(w) {
				names = append(names, w)
			}
		}
		switch {
		case len(names) == 0:
			return run(cmd, words)
		case len(names) < len(words):
			return usagef("%s is a file and other words are IRIs: give IRIs or files; -f reads files, and words "+
				"after -- are IRIs", quote.Visible(names[0]))
		}
		what := "is read as a file"
		if len(names) > 1 {
			what = fmt.Sprintf("and %d more are read as files", len(names)-1)
		}
		if !f.quiet {
			fmt.Fprintf(a.stderr, "iri: %s %s; words after -- are IRIs\n", quote.Visible(names[0]), what)
		}
		f.file[0].Replace(names)
		return run(cmd, nil)
	}
}

// sometimes is for commands whose words are files only if they name some.
func sometimes() bool { return false }

// namesFile reports whether a word is the name of a file or folder and not an IRI.
func namesFile(word string) bool {
	if strings.IndexByte(word, ':') >= 0 {
		return false
	}
	_, err := os.Stat(word)
	return err == nil
}
