//go:build unix

package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSilentServer names a job server that takes the connection and never answers.
func TestSilentServer(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	out := t.TempDir()
	_, messages, status := runCommand(t, "iri-beam", "check", "--input", "a", "--output", out,
		"--runner", "universal", "--environment_type", "LOOPBACK", "--endpoint", l.Addr().String(), "--connect-timeout",
		"50ms")
	if want := l.Addr().String() + " did not answer within 50ms"; status != 2 || !strings.Contains(messages, want) {
		t.Errorf("status %d, %s; want 2, %q", status, messages, want)
	}
	if left := namesIn(t, out); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

// TestSignals ends runs that wait for their input. They leave nothing, and the next run can write to
// the same folder.
func TestSignals(t *testing.T) {
	for _, tt := range []struct {
		signal syscall.Signal
		status int
	}{{syscall.SIGTERM, 143}, {syscall.SIGINT, 130}} {
		t.Run(tt.signal.String(), func(t *testing.T) {
			dir, out, temp := t.TempDir(), t.TempDir(), t.TempDir()
			pipe := filepath.Join(dir, "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(filepath.Join(bin, "iri-beam"), "check", "--input", pipe, "--output", out)
			cmd.Env = append(os.Environ(), "TMPDIR="+temp)
			var messages bytes.Buffer
			cmd.Stderr = &messages
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for len(namesIn(t, out)) == 0 { // the lock: the run has begun
				time.Sleep(time.Millisecond)
			}
			if err := cmd.Process.Signal(tt.signal); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != tt.status ||
				!strings.Contains(messages.String(), "the pipeline failed: "+tt.signal.String()) {
				t.Errorf("status %d, %s; want %d", got, messages.String(), tt.status)
			}
			if left := append(namesIn(t, out), namesIn(t, temp)...); len(left) > 0 {
				t.Errorf("%q are left", left)
			}
		})
	}
}

// TestLeftOver runs in a folder with what a run that was killed has left, and in one that another
// run holds.
func TestLeftOver(t *testing.T) {
	dir, out, temp := t.TempDir(), t.TempDir(), t.TempDir()
	in := filepath.Join(dir, "a.txt")
	for _, name := range []string{in, filepath.Join(out, ".iri-beam-OLD", "x")} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("a:b\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TMPDIR", temp)
	lock := filepath.Join(out, ".iri-beam.lock")
	if err := os.WriteFile(lock, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"check", "--input", in, "--output", out}
	if _, messages, status := runCommand(t, "iri-beam", args...); status != 2 ||
		!strings.Contains(messages, "a run that has not ended writes there; remove .iri-beam.lock if it was killed") {
		t.Errorf("locked: status %d, %s", status, messages)
	}
	os.Remove(lock)
	if _, messages, status := runCommand(t, "iri-beam", args...); status != 0 {
		t.Errorf("status %d, %s", status, messages)
	}
	if got := namesIn(t, out); !slices.Equal(got, []string{manifestName, summaryName}) {
		t.Errorf("the output holds %q", got)
	}
	if left := namesIn(t, temp); len(left) > 0 {
		t.Errorf("%q are left among temporary files", left)
	}
}

// namesIn returns the names in a folder.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
