// Command iri checks, explains, mends and converts IRIs: RFC 3987 and its
// relatives. Run "iri help" for its commands.
package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

func main() { os.Exit(run(systemApp(), os.Args[1:])) }

// An app is the world that the commands see. Tests put their own in its place.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	outTerminal    bool // standard output is a terminal
	errTerminal    bool // standard error is a terminal
	inTerminal     bool // standard input is a terminal

	help *helpWriter // standard output for what cobra writes; run sets it
}

func systemApp() *app {
	return &app{
		stdin:       os.Stdin,
		stdout:      os.Stdout,
		stderr:      os.Stderr,
		getenv:      os.Getenv,
		inTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
}

// color reports whether text for a stream should be coloured: on a terminal
// only, and not where the user has said no (https://no-color.org).
func (a *app) color(terminal bool) bool {
	return terminal && a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
}
