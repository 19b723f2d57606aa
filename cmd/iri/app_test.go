package main

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/testkit"
)

// testApp returns an app with nothing on standard input and an empty environment.
func testApp(out, errs *bytes.Buffer) *app {
	return &app{stdin: strings.NewReader(""), stdout: out, stderr: errs, getenv: func(string) string { return "" }}
}

// TestColor holds that only a terminal gets colour, and not if NO_COLOR is set and not
// empty (https://no-color.org).
func TestColor(t *testing.T) {
	tests := []struct {
		name     string
		terminal bool
		env      map[string]string
		want     bool
	}{
		{"a file", false, nil, false},
		{"a terminal", true, nil, true},
		{"a terminal with NO_COLOR", true, map[string]string{"NO_COLOR": "1"}, false},
		{"a terminal with an empty NO_COLOR", true, map[string]string{"NO_COLOR": ""}, true},
		{"a file with CLICOLOR_FORCE", false, map[string]string{"CLICOLOR_FORCE": "1"}, true},
		{"a file with CLICOLOR_FORCE=0", false, map[string]string{"CLICOLOR_FORCE": "0"}, false},
		{"NO_COLOR before CLICOLOR_FORCE", true, map[string]string{"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, false},
		{"a dumb terminal", true, map[string]string{"TERM": "dumb"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			a := testApp(&out, &errs)
			a.outTerminal = tt.terminal
			a.getenv = func(k string) string { return tt.env[k] }
			if status := execute(a, []string{"check", "http://h:8a/"}); status != int(statusFound) {
				t.Fatalf("status %d: %s", status, errs.String())
			}
			if got := strings.Contains(out.String(), "\x1b["); got != tt.want {
				t.Errorf("got colour %v, want %v: %q", got, tt.want, out.String())
			}
		})
	}
}

// TestWholeLines holds that what fails part way has written whole lines.
func TestWholeLines(t *testing.T) {
	var out, errs bytes.Buffer
	line := strings.Repeat("x", 1000) + "\n"
	err := testApp(&out, &errs).writeBuffered(func(w *bufio.Writer) error {
		for range 100 { // more than the buffer holds
			w.WriteString(line)
		}
		return errors.New("too large")
	})
	if err == nil || out.String() != strings.Repeat(line, 100) {
		t.Errorf("got the error %v and %d bytes, the last ones %q", err, out.Len(), out.Bytes()[max(0, out.Len()-4):])
	}
}

// A brokenWriter fails after room bytes, as a full disk does.
type brokenWriter struct{ room int }

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return w.room, errors.New("no space left on device")
	}
	w.room -= len(p)
	return len(p), nil
}

// TestCommandNames holds that the list of commands has their names, and that a command which is
// made alone is the same as among all others.
func TestCommandNames(t *testing.T) {
	for _, g := range groups() {
		for _, c := range g.commands {
			var all, alone, errs bytes.Buffer
			execute(testApp(&all, &errs), []string{"help", c.name})
			execute(testApp(&alone, &errs), []string{c.name, "--help"})
			if !strings.Contains(all.String(), "iri "+c.name) || alone.String() != all.String() ||
				errs.Len() > 0 {
				t.Errorf("%s: its help is %q, and %q where the others are there: %s", c.name, alone.String(), all.String(), errs.String())
			}
			if got := newRootCmd(testApp(&all, &errs), c.name).Commands(); len(got) != 2 { // with help
				t.Errorf("%s: %d commands were made", c.name, len(got))
			}
		}
	}
}

// TestHelpText holds that help.txt has all commands, and nothing else.
func TestHelpText(t *testing.T) {
	var has, want []string
	for line := range strings.Lines(helpText) {
		if path, ok := strings.CutPrefix(line, "=== "); ok {
			has = append(has, strings.TrimSuffix(path, "\n"))
		}
	}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.Name() != "help" {
			want = append(want, cmd.CommandPath())
		}
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(newRootCmd(testApp(new(bytes.Buffer), new(bytes.Buffer))))
	slices.Sort(want)
	slices.Sort(has)
	if !slices.Equal(has, want) {
		t.Errorf("got %q\nwant %q", has, want)
	}
}

// TestOutputFails holds that a command fails if its output cannot be written.
func TestOutputFails(t *testing.T) {
	for _, args := range [][]string{
		{"check", "http://h:8a/"},
		{"check", "--format", "json", "http://h/"},
		{"parse", "http://h/"},
		{"fix", "http://h/"},
		{"to-uri", "http://h/"},
		{"explain", "port"},
		{"explain"},
		{"version"},
	} {
		var errs bytes.Buffer
		a := testApp(nil, &errs)
		a.stdout = &brokenWriter{room: 3}
		if status := execute(a, args); status != int(statusUsage) {
			t.Errorf("%q: status %d, want %d: %s", args, status, statusUsage, errs.String())
		}
		if !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%q: standard error does not say why: %q", args, errs.String())
		}
	}
}

// TestExitStatus holds when each of the three statuses is returned.
func TestExitStatus(t *testing.T) {
	tests := []struct {
		args   string
		status exitStatus
	}{
		{"check http://e/", statusOK},
		{"check http://u:p@h/", statusOK}, // only a warning
		{"check http://h:8a/", statusFound},
		{"check http://e/ http://h:8a/ http://e/", statusFound},
		{"check -q http://h:8a/", statusFound},
		{"check --nonsense", statusUsage},
		{"check --spec none http://e/", statusUsage},
		{"check --rule none http://e/", statusUsage},
		{"check --format none http://e/", statusUsage},
		{"check --from none", statusUsage},
		{"check --max-line 0", statusUsage},
		{"check --grammar /nonexistent.abnf a", statusUsage},
		{"check -f /nonexistent", statusUsage},
		{"check", statusOK}, // nothing to check is nothing wrong
		{"parse http://e/", statusOK},
		{"parse http://h:8a/ http://e/", statusFound},
		{"parse -f /nonexistent", statusUsage},
		{"fix 1a:b --rule IRI-reference", statusOK},
		{"fix http://h:8a/", statusFound},
		{"fix --fix none x", statusUsage},
		{"fix -f /nonexistent", statusUsage},
		{"to-uri http://h:8a/", statusFound},
		{"to-uri http://e/", statusOK},
		{"to-uri -f /nonexistent", statusUsage},
		{"explain port", statusOK},
		{"explain none", statusUsage},
		{"explain --spec none port", statusUsage},
		{"none", statusUsage},
		{"version extra", statusUsage},
		{"--help", statusOK},
		{"", statusOK},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			testkit.StatesRFC(t, tt.args)
			var out, errs bytes.Buffer
			if got := execute(testApp(&out, &errs), strings.Fields(tt.args)); got != int(tt.status) {
				t.Errorf("got %d, want %d: %s", got, tt.status, errs.String())
			}
			if tt.status == statusUsage && !strings.HasPrefix(errs.String(), "iri: ") {
				t.Errorf("standard error does not say what is wrong: %q", errs.String())
			}
		})
	}
}
