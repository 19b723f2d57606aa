// Command iri checks, explains, fixes and converts IRIs by RFC 3987 and related
// documents. Run "iri help" for its commands.
//
// It has the flags, input and output of the commands. The rules for strings are in the library, and not here.
package main

import (
	"io"
	"os"

	"golang.org/x/term"

	"github.com/rfc3987/iri/internal/work/render"
)

// An app has the streams and the environment of the commands. Tests set their own.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	outTerminal    bool // standard output is a terminal
	errTerminal    bool // standard error is a terminal
	inTerminal     bool // standard input is a terminal

	colors string // the value of --color: auto, always or never

	help    *helpWriter // standard output for what cobra writes; run sets it
	signals *signals    // what SIGINT and SIGTERM do; run sets it
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

// color reports whether text for a stream should be coloured. --color=always and
// --color=never decide; otherwise only on a terminal, and not if NO_COLOR is set
// (https://no-color.org), or anywhere if CLICOLOR_FORCE is set and not 0
// (https://bixense.com/clicolors).
func (a *app) color(terminal bool) bool {
	switch {
	case a.colors == "always":
		return true
	case a.colors == "never", a.getenv("NO_COLOR") != "":
		return false
	}
	if force := a.getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return terminal && a.getenv("TERM") != "dumb"
}

// checkColors checks the value of --color.
func (a *app) checkColors() error {
	switch a.colors {
	case "auto", "always", "never":
		return nil
	}
	return usagef("--color %s: choose one of auto, always, never", a.colors)
}

// outStyle returns the style of text on standard output.
func (a *app) outStyle() render.Style { return a.style(a.stdout, a.outTerminal) }

// errStyle returns the style of text on standard error.
func (a *app) errStyle() render.Style { return a.style(a.stderr, a.errTerminal) }

func (a *app) style(w io.Writer, terminal bool) render.Style {
	st := render.Style{Color: a.color(terminal), Isolate: terminal, OneRule: true}
	if terminal {
		st.Width = terminalWidth(w)
	}
	return st
}
