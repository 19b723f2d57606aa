package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/rfc3987/iri/internal/testkit"
)

// A terminal is a run of iri at a terminal: what is typed goes in, what is shown comes out.
type terminal struct {
	t     *testing.T
	tty   *os.File
	cmd   *exec.Cmd
	shown chan string // what has been shown, piece by piece
	text  string      // all of it that has been looked at
}

// atTerminal starts iri at a terminal of 80 columns.
func atTerminal(t *testing.T, args ...string) *terminal { return atWidth(t, 80, args...) }

// atWidth starts iri at a terminal of so many columns.
func atWidth(t *testing.T, columns int, args ...string) *terminal {
	t.Helper()
	x := &terminal{t: t, cmd: exec.Command(program(t), args...), shown: make(chan string, 100)}
	x.cmd.Env = append(os.Environ(), "NO_COLOR=1")
	var err error
	if x.tty, err = pty.StartWithSize(x.cmd, &pty.Winsize{Rows: 25, Cols: uint16(columns)}); err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() {
		x.cmd.Process.Kill()
		x.tty.Close()
	})
	go func() {
		defer close(x.shown)
		for b := make([]byte, 4096); ; {
			n, err := x.tty.Read(b)
			if n > 0 {
				x.shown <- string(b[:n])
			}
			if err != nil { // EIO when the program has ended
				return
			}
		}
	}()
	return x
}

// add takes what a read returned, which may end within a line end.
func (x *terminal) add(s string) { x.text = strings.ReplaceAll(x.text+s, "\r\n", "\n") }

// expect waits until the terminal shows a text after what was expected before.
func (x *terminal) expect(want string) {
	x.t.Helper()
	timeout := time.After(time.Minute)
	for {
		if i := strings.Index(x.text, want); i >= 0 {
			x.text = x.text[i+len(want):]
			return
		}
		select {
		case s, ok := <-x.shown:
			if !ok {
				x.t.Fatalf("the program has ended without %q; it showed %q", want, x.text)
			}
			x.add(s)
		case <-timeout:
			x.t.Fatalf("%q is not shown, but %q", want, x.text)
		}
	}
}

func (x *terminal) typeText(s string) {
	x.t.Helper()
	if _, err := io.WriteString(x.tty, s); err != nil {
		x.t.Fatal(err)
	}
}

// status waits for the end of the program.
func (x *terminal) status() int {
	x.t.Helper()
	ended := make(chan int, 1)
	go func() {
		x.cmd.Wait()
		ended <- x.cmd.ProcessState.ExitCode()
	}()
	select {
	case s := <-ended:
		return s
	case <-time.After(time.Minute):
		x.t.Fatal("the program does not end")
	}
	return -1
}

const endOfText = "\x04"

// hint is what a terminal shows first.
const hint = "iri: reading what is typed; Ctrl-D ends it (on Windows Ctrl-Z and Enter)\n"

// TestTerminal types lines at a terminal. Each has its answer before the next line is typed.
func TestTerminal(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, tt := range []struct {
		args         []string
		typed, shown []string
		end          string
		status       int
	}{
		{[]string{"check"}, []string{"http://h:8a/", "http://e/", "", "a b:"},
			[]string{"error[port]", "", "", "error[scheme]"}, "2 errors in 2 of 3 IRIs", 1},
		{[]string{"check", "--format", "json"}, []string{"http://e/"}, []string{`"conforms":true`},
			`"summary":{"inputs":1`, 0},
		{[]string{"to-uri"}, []string{"http://é/", "http://ü/"}, []string{"http://%C3%A9/\n", "http://%C3%BC/\n"}, "",
			0},
		{[]string{"fix"}, []string{"http://e/a b"}, []string{"http://e/a%20b\n"},
			"1 mended, 0 not fixable, 0 untouched", 0},
		{[]string{"parse"}, []string{"a:b", "c:d"}, []string{"ipath-rootless", "ipath-rootless"}, "", 0},
		{[]string{"resolve", "http://b/c/d"}, []string{"../x"}, []string{"http://b/x\n"}, "", 0},
		// A percent-encoded control would be a command to the terminal.
		{[]string{"decode"}, []string{"http://e/%1B%5B2J%0A%E2%80%AE%FF%C3%A9"},
			[]string{`http://e/\u001B[2J\u000A\u202E\xFFé` + "\n"}, "", 0},
		{[]string{"filter"}, []string{"http://h:8a/", "a:b"}, []string{"", "a:b\n"}, "1 record kept, 1 rejected", 1},
	} {
		t.Run(fmt.Sprint(tt.args), func(t *testing.T) {
			t.Parallel()
			x := atTerminal(t, tt.args...)
			x.expect(hint)
			for i, line := range tt.typed {
				x.typeText(line + "\n")
				x.expect(line + "\n") // the echo
				x.expect(tt.shown[i])
			}
			x.typeText(endOfText)
			x.expect(tt.end)
			if got := x.status(); got != tt.status {
				t.Errorf("status %d, want %d", got, tt.status)
			}
		})
	}
}

// TestTerminalInterrupt types Ctrl-C where a line could be typed.
func TestTerminalInterrupt(t *testing.T) {
	x := atTerminal(t, "check")
	x.expect(hint)
	x.typeText("http://h:8a/\n")
	x.expect("error[port]")
	x.typeText("\x03")
	x.expect("interrupted after 1 inputs")
	x.expect("1 error in 1 IRI")
	if got := x.status(); got != int(statusInterrupted) {
		t.Errorf("status %d, want 130", got)
	}
}

// TestSeveralFiles holds that fix shows at a terminal what would change in several files.
func TestSeveralFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("http://e/a b\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	x := atTerminal(t, "fix", dir)
	x.expect("iri: this is what would change; -w writes it, and --list prints the results alone")
	x.expect("-http://e/a b\n+http://e/a%20b\n")
	x.expect("-http://e/a b\n+http://e/a%20b\n")
	x.expect("2 mended, 0 not fixable, 0 untouched")
	if got := x.status(); got != 0 {
		t.Errorf("status %d, want 0", got)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(text) != "http://e/a b\n" {
		t.Errorf("the file has changed: %q, %v", text, err)
	}
}

// TestServerAtTerminal holds that the language server says at a terminal what it is for.
func TestServerAtTerminal(t *testing.T) {
	x := atTerminal(t, "lsp")
	x.expect("iri: this is the language server for editors, which start it and write to it; iri check checks files")
	x.typeText(endOfText)
	x.status()
}

// TestNoBase holds that resolve without a base fails at once, at a terminal and with a pipe
// that says nothing.
func TestNoBase(t *testing.T) {
	for _, command := range []string{"resolve", "relativize"} {
		x := atTerminal(t, command)
		x.expect("there is no base: give one as the first word")
		if got := x.status(); got != 2 {
			t.Errorf("%s: status %d, want 2", command, got)
		}
		_, out, wait := start(t, command) // nothing is written to it, and it stays open
		if b, err := io.ReadAll(out); err != nil || len(b) > 0 {
			t.Errorf("%s: got %q, %v", command, b, err)
		}
		if got := wait(); got != 2 {
			t.Errorf("%s with a pipe: status %d, want 2", command, got)
		}
	}
}

// TestInterrupt sends SIGINT to runs that read a pipe: the status is 130, and what has been
// found so far is printed, the findings before the summary where both go to one pipe.
func TestInterrupt(t *testing.T) {
	for _, command := range [][]string{
		{"check", "--unbuffered"}, {"fix", "--unbuffered"}, {"filter", "--unbuffered", "--rejects", "-"}, {"to-uri",
			"--unbuffered"}, {"normalize", "--unbuffered", "--list"},
	} {
		t.Run(command[0], func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(program(t), command...)
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			cmd.Stdout, cmd.Stderr = w, w
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer cmd.Process.Kill()
			w.Close()
			if _, err := io.WriteString(in, "http://h:8a/\nhttp://e/\n"); err != nil {
				t.Fatal(err)
			}
			b := make([]byte, 1)
			if _, err := r.Read(b); err != nil { // an answer
				t.Fatal(err)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != int(statusInterrupted) {
				t.Errorf("status %d, want 130: %s", got, rest)
			}
			text := string(b) + string(rest)
			if found := strings.Contains(text, "interrupted after "); !found {
				t.Errorf("it does not say that it was interrupted: %s", text)
			}
		})
	}
}

// TestOnePipe holds that findings come before the summary where standard output and
// standard error go to one pipe.
func TestOnePipe(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(name, []byte(strings.Repeat("http://h:8a/\nhttp://e/a b\nhttp://e/\n", 500)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args    []string
		summary string
	}{
		{[]string{"check", "-f", name}, "1,000 errors in 1,000 of 1,500 IRIs; 500 can be fixed: "},
		{[]string{"check", "--format", "json", "-f", name}, "1,000 errors in 1,000 of 1,500 IRIs; 500 can be fixed: "},
		{[]string{"check", "http://h:8a/", "http://e/a b"}, "2 errors in 2 of 2 IRIs; 1 can be fixed: "},
		{[]string{"fix", "-f", name}, "500 mended, 500 not fixable, 500 untouched\n"},
		{[]string{"fix", "--diff", "-f", name}, "500 mended, 500 not fixable, 500 untouched\n"},
		{[]string{"fix", "http://h:8a/", "http://e/a b"}, "1 mended, 1 not fixable, 0 untouched\n"},
		{[]string{"filter", "-f", name}, "500 records kept, 1,000 rejected\n"},
		{[]string{"filter", "--rejects", "-", "-f", name}, "500 records kept, 1,000 rejected\n"},
	} {
		var both strings.Builder
		cmd := exec.Command(program(t), tt.args...)
		cmd.Stdout, cmd.Stderr = &both, &both // one pipe
		cmd.Run()
		before, after, ok := strings.Cut(both.String(), tt.summary)
		if !ok || before == "" {
			t.Errorf("%v: no summary %q after the results: %.200q", tt.args, tt.summary, both.String())
		}
		for _, finding := range []string{" --> ", `"input"`, "@@", "a%20b"} {
			if strings.Contains(after, finding) && !strings.HasPrefix(strings.TrimSpace(after), "findings by code") {
				t.Errorf("%v: a result comes after the summary: %.300q", tt.args, after)
			}
		}
	}
}
