package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/testkit"
)

// windows are the widths of terminals at which output is looked at.
var windows = []int{60, 100, 200}

// TestWindows holds what terminals of several widths show: testdata/terminal/60.txt and others.
func TestWindows(t *testing.T) {
	for _, columns := range windows {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			var all bytes.Buffer
			for _, args := range [][]string{
				{"check", "-h"}, {"prepare", "--help"}, {"grammar", "list", "--help"}, {"normalize", "--help"},
				{"explain", "IPv6address"}, {"explain", "bidi-formatting"},
				{"check", "http://h:8a/", "http://exa mple.org/a b", "http://[::1::2]/",
					"http://example.org/" + strings.Repeat("a", 100) + " b", "http://example.org/\u202e"},
			} {
				testkit.StatesRFC(t, strings.Join(args, " "))
				fmt.Fprintf(&all, ">>> iri %s\n%s\n", strconv.QuoteToASCII(strings.Join(args, " ")), atWidth(t, columns, args...).all())
			}
			jobs := regexp.MustCompile(`(at the same time[^(]*default )[0-9]+`) // of this machine
			testkit.Golden(t, fmt.Sprintf("testdata/terminal/%d.txt", columns), jobs.ReplaceAll(all.Bytes(), []byte("${1}N")))
		})
	}
}

// all returns what the terminal has shown when the program has ended.
func (x *terminal) all() string {
	for s := range x.shown {
		x.add(s)
	}
	return x.text
}

// examples finds those of the help, which are to be copied: no line is broken.
var examples = regexp.MustCompile(`(?s)\nExamples:\n.*?\n\n`)

// TestHelpFits holds that the help of each command fits terminals of several widths, but for examples and what is longer
// than a line, that it is not cut, and that the short one has a line for each flag where there are 100 columns.
func TestHelpFits(t *testing.T) {
	a := testApp(new(bytes.Buffer), new(bytes.Buffer))
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, columns := range windows {
			for _, short := range []bool{true, false} {
				text := examples.ReplaceAllLiteral(helpOf(cmd, short, columns), nil)
				for line := range strings.Lines(string(text)) {
					line = strings.TrimSuffix(line, "\n")
					if utf8.RuneCountInString(line) > columns && len(strings.Fields(line)) > 2 && line[0] != '\t' {
						t.Errorf("%s: %d columns: %q", cmd.CommandPath(), columns, line)
					}
					if short && strings.Contains(line, "…") {
						t.Errorf("%s: it is cut: %q", cmd.CommandPath(), line)
					}
					if short && columns >= 100 && strings.HasPrefix(line, "         ") {
						t.Errorf("%s: a flag takes a second line: %q", cmd.CommandPath(), line)
					}
				}
			}
		}
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(newRootCmd(a))
}
