//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestSignals checks that a signal ends a run with the status that shells
// use, also when nobody reads its output or it works on one long line, and that the second
// signal ends it at once.
func TestSignals(t *testing.T) {
	// A line on which fix works for minutes.
	long := "http://e/" + strings.Repeat("../a%c3%a9 ", 2<<20) + "\n"
	many := strings.Repeat("http://h:8a/\n", 1<<18)
	// feed gives the command its input through a pipe and returns a channel that is closed
	// when the command has taken it, except for what fits into the pipe.
	feed := func(t *testing.T, cmd *exec.Cmd, in string) chan bool {
		w, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		fed := make(chan bool)
		go func() {
			io.WriteString(w, in)
			close(fed)
		}()
		return fed
	}
	// fed starts a run that waits for the rest of its input, or is at work on a line.
	fed := func(in string) func(t *testing.T, cmd *exec.Cmd) func() bool {
		return func(t *testing.T, cmd *exec.Cmd) func() bool {
			taken := feed(t, cmd, in)
			return func() bool {
				select {
				case <-taken:
					return true
				default:
					return false
				}
			}
		}
	}
	// stuck starts a run whose output nobody reads. It is ready when the pipe is full.
	stuck := func(in string) func(t *testing.T, cmd *exec.Cmd) func() bool {
		return func(t *testing.T, cmd *exec.Cmd) func() bool {
			feed(t, cmd, in)
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { r.Close(); w.Close() })
			cmd.Stdout = w
			return func() bool {
				fds := []unix.PollFd{{Fd: int32(w.Fd()), Events: unix.POLLOUT}}
				n, err := unix.Poll(fds, 0)
				return n == 0 && err == nil
			}
		}
	}
	waiting := fed(strings.Repeat("x", 1<<20)) // without the end of the line
	tests := []struct {
		name    string
		args    []string
		prepare func(t *testing.T, cmd *exec.Cmd) (ready func() bool)
		signals []syscall.Signal
		want    int
		message string
	}{
		{"waiting for input", []string{"check"}, waiting, []syscall.Signal{syscall.SIGINT}, 130,
			"interrupted after 0 inputs"},
		{"waiting for input, SIGTERM", []string{"check"}, waiting, []syscall.Signal{syscall.SIGTERM}, 143,
			"interrupted after 0 inputs"},
		{"filter", []string{"filter"}, waiting, []syscall.Signal{syscall.SIGTERM}, 143, "interrupted"},
		{"to-uri", []string{"to-uri"}, waiting, []syscall.Signal{syscall.SIGINT}, 130, "interrupted"},
		{"full pipe", []string{"check", "--format", "short", "--limit", "0"}, stuck(many), []syscall.Signal{syscall.SIGINT}, 130,
			"ended before its output had been taken"},
		{"full pipe, SIGTERM", []string{"check", "--format", "json"}, stuck(many), []syscall.Signal{syscall.SIGTERM},
			143, "ended before"},
		{"full pipe, to-uri", []string{"to-uri"}, stuck(strings.Repeat("http://é/\n", 1<<18)),
			[]syscall.Signal{syscall.SIGTERM}, 143, "ended before"},
		{"long line", []string{"fix", "--fix", "dot-segment", "--fix", "pct-case"}, fed(long),
			[]syscall.Signal{syscall.SIGINT}, 130, ""},
		{"long line, check", []string{"check", "--lint", "--max-findings", "0"}, fed(long),
			[]syscall.Signal{syscall.SIGTERM}, 143, ""},
		{"second signal", []string{"check", "--format", "short", "--limit", "0"}, stuck(many),
			[]syscall.Signal{syscall.SIGINT, syscall.SIGINT}, 130, "ended at once"},
		{"second signal, SIGTERM", []string{"check", "--format", "short", "--limit", "0"}, stuck(many),
			[]syscall.Signal{syscall.SIGINT, syscall.SIGTERM}, 143, "ended at once"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var cmd *exec.Cmd
			var notes string
			for range 10 {
				cmd = iriCommand(t, tt.args...)
				cmd.Dir = t.TempDir()
				var took time.Duration
				took, notes = signalRun(t, cmd, tt.prepare(t, cmd), tt.signals)
				t.Logf("it ended after %v", took)
				if len(tt.signals) == 1 || strings.Contains(notes, tt.message) {
					break
				} // otherwise two signals became one, or the second came after the grace
			}
			if code := cmd.ProcessState.ExitCode(); code != tt.want {
				t.Errorf("got status %d, want %d; %s", code, tt.want, notes)
			}
			if !strings.Contains(notes, tt.message) {
				t.Errorf("got %q, want %q", notes, tt.message)
			}
			if left, _ := filepath.Glob(filepath.Join(cmd.Dir, ".iri*")); len(left) > 0 {
				t.Errorf("%q are left over", left)
			}
		})
	}
}

// signalRun starts a command, sends it the signals when it is ready, and returns how long it
// took to end and what it wrote to standard error.
func signalRun(t *testing.T, cmd *exec.Cmd, ready func() bool, signals []syscall.Signal) (took time.Duration,
	notes string) {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() }).Stop()
	waitFor(t, "the run to be ready", ready)
	start := time.Now()
	for i, s := range signals {
		if i > 0 {
			time.Sleep(100 * time.Millisecond) // signals of one kind at a time may become one
		}
		cmd.Process.Signal(s)
	}
	cmd.Wait()
	return time.Since(start), stderr.String()
}

// waitFor waits until something has happened, for a minute at most.
func waitFor(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !happened(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

// TestChangedWhileRead checks that a run says so if a file shrinks or is replaced under it.
func TestChangedWhileRead(t *testing.T) {
	for name, change := range map[string]func(name string) error{
		"has shrunk":                      func(name string) error { return os.Truncate(name, 1<<20) },
		"another file has taken its name": func(name string) error { return os.Rename(name+".new", name) },
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "a.txt")
			for _, n := range []string{file, file + ".new"} {
				if err := os.WriteFile(n, bytes.Repeat([]byte("http://h:8a/"+strings.Repeat("a", 1000)+"\n"), 10<<10), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			cmd := iriCommand(t, "check", "--format", "short", "--limit", "0", "-f", file)
			var notes bytes.Buffer
			cmd.Stderr = &notes
			out, err := cmd.StdoutPipe() // nobody reads it yet, so the run waits
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(out, make([]byte, 10)); err != nil { // it has begun
				t.Fatal(err)
			}
			if err := change(file); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, out); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(notes.String(), name) {
				t.Errorf("got status %d, %q, want 2, %q", code, notes.String(), name)
			}
		})
	}
}
