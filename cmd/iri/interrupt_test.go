//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rfc3987/iri/internal/testkit"
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
		{"full pipe", []string{"check", "--limit", "0"}, stuck(many), []syscall.Signal{syscall.SIGINT}, 130,
			"ended before its output had been taken"},
		{"full pipe, SIGTERM", []string{"check", "--format", "json"}, stuck(many), []syscall.Signal{syscall.SIGTERM},
			143, "ended before"},
		{"full pipe, to-uri", []string{"to-uri"}, stuck(strings.Repeat("http://é/\n", 1<<18)),
			[]syscall.Signal{syscall.SIGTERM}, 143, "ended before"},
		{"full pipe, checkpoint", []string{"check", "--limit", "0", "--checkpoint", "state"}, stuck(many),
			[]syscall.Signal{syscall.SIGINT}, 130, "ended before"},
		{"long line", []string{"fix", "--fix", "dot-segment", "--fix", "pct-case"}, fed(long),
			[]syscall.Signal{syscall.SIGINT}, 130, ""},
		{"long line, checkpoint", []string{"check", "--lint", "--max-findings", "0", "--checkpoint", "state"},
			fed(long), []syscall.Signal{syscall.SIGTERM}, 143, ""},
		{"second signal", []string{"check", "--limit", "0"}, stuck(many),
			[]syscall.Signal{syscall.SIGINT, syscall.SIGINT}, 130, "ended at once"},
		{"second signal, SIGTERM", []string{"check", "--limit", "0"}, stuck(many),
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
			if _, err := os.Stat(filepath.Join(cmd.Dir, "state.lock")); err == nil {
				t.Error("the lock is left over")
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

// TestKillAndResume kills runs at random times, resumes them until one ends by itself, and
// compares the output of all together with that of a run that was not stopped. make attack
// does it 200 times for each kind of input.
func TestKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the command many times")
	}
	rounds := testkit.AskedNumber("attack")
	long := 20000 // how often a part of a slow string is repeated
	if rounds == 0 {
		rounds, long = 1, 1000
	}
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var text bytes.Buffer
	for i := range 6000 {
		fmt.Fprintf(&text, "http://example.org/%d\nhttp://h:8a/é/%d\n%s\n", i, i, strings.Repeat("é", i%300))
	}
	plain := write("plain.txt", text.Bytes())
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(text.Bytes())
	z.Close()
	gz := write("packed.txt.gz", packed.Bytes())
	folder := filepath.Join(dir, "folder")
	os.Mkdir(folder, 0o777)
	for i := range 40 {
		write(fmt.Sprintf("folder/%02d.txt", i), text.Bytes()[i*9973:][:50000])
	}
	var table bytes.Buffer
	for i := range 15000 {
		fmt.Fprintf(&table, "%d,\"http://h:8a/%d\"\r\n%d,\"a\nb\"\r\n", i, i, i)
	}
	csv := write("table.csv", append([]byte("n,url\r\n"), table.Bytes()...))

	// Blocks that take longer than a run waits for after a signal, and hand out their results
	// in parts.
	var slow bytes.Buffer
	for i := range 6 {
		fmt.Fprintf(&slow, "http://example.org/%d\nhttp://h/%s\n", i, strings.Repeat("a b<é>", long))
	}
	slowFile := write("slow.txt", slow.Bytes())

	tests := []struct {
		name   string
		args   []string
		stdin  string
		second bool
	}{
		{"slow blocks", []string{"check", "--max-findings", "0", "--format", "json", "-f", slowFile}, "", false},
		{"plain", []string{"check", "--limit", "0", "-f", plain}, "", false},
		{"gzip", []string{"check", "--format", "json", "-f", gz}, "", false},
		{"standard input", []string{"check", "--format", "sarif", "--limit", "0"}, plain, false},
		{"standard input through a pipe", []string{"to-uri"}, "|" + plain, false},
		{"gzip on standard input", []string{"to-uri", "--list"}, gz, false},
		{"folder", []string{"filter", "--rejects", "REJECTS", "-f", folder}, "", true},
		{"table", []string{"fix", "--column", "url", "-f", csv}, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kills, resumes := 0, 0
			whole := attackRun{dir: t.TempDir(), stdin: tt.stdin}
			took := whole.untilEnd(t, tt.args)
			want, wantRejects := whole.read(t)
			if len(want) == 0 {
				t.Fatal("no output")
			}
			for range rounds {
				a := attackRun{dir: t.TempDir(), stdin: tt.stdin}
				for ; ; resumes++ {
					args := append([]string{"--checkpoint", "state", "--resume"}, tt.args[1:]...)
					killed := a.once(t, append(tt.args[:1:1], args...), rand.N(took))
					if !killed {
						break
					}
					kills++
					a.check(t)
				}
				got, rejects := a.read(t)
				if !bytes.Equal(got, want) || !bytes.Equal(rejects, wantRejects) {
					t.Fatalf("the output differs: %d and %d bytes, want %d and %d", len(got), len(rejects), len(want),
						len(wantRejects))
				}
				os.RemoveAll(a.dir) // many rounds of a long output would fill the disk
			}
			t.Logf("%d rounds, %d kills, %d resumes", rounds, kills, resumes)
		})
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
				if err := os.WriteFile(n, bytes.Repeat([]byte("http://h:8a/"+strings.Repeat("a", 1000)+"\n"), 10<<10),
					0o666); err != nil {
					t.Fatal(err)
				}
			}
			cmd := iriCommand(t, "check", "--limit", "0", "-f", file)
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

// An attackRun is a run that is killed and resumed in a folder of its own.
type attackRun struct {
	dir   string
	stdin string // the file of standard input; after "|" it comes through a pipe
}

// untilEnd runs without a checkpoint and returns how long it took.
func (a *attackRun) untilEnd(t *testing.T, args []string) time.Duration {
	start := time.Now()
	if a.once(t, args, time.Hour) {
		t.Fatal("it was killed")
	}
	return time.Since(start)
}

// once runs until the run ends or the time is over. Then the run gets a signal.
func (a *attackRun) once(t *testing.T, args []string, limit time.Duration) (killed bool) {
	t.Helper()
	cmd := namedCommand(t, "iri-often", args...)
	cmd.Dir = a.dir
	for i, arg := range cmd.Args {
		if arg == "REJECTS" {
			cmd.Args[i] = "rejects"
		}
	}
	out, err := os.OpenFile(filepath.Join(a.dir, "out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var notes bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &notes
	if name, pipe := strings.CutPrefix(a.stdin, "|"); name != "" {
		in, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		if cmd.Stdin = in; pipe {
			cmd.Stdin = io.MultiReader(in)
		}
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(limit, func() {
		s := []syscall.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT}
		cmd.Process.Signal(s[rand.IntN(len(s))])
	})
	defer timer.Stop()
	cmd.Wait()
	switch code := cmd.ProcessState.ExitCode(); code {
	case 0, 1:
		return false
	case -1, 130, 143: // -1: killed, or before the run took the signals
		return true
	default:
		t.Fatalf("status %d: %s", code, notes.String())
	}
	return false
}

// check checks that the checkpoint is whole, if there is one.
func (a *attackRun) check(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(a.dir, "state"))
	if err == nil && !json.Valid(data) {
		t.Fatalf("the checkpoint is %q", data)
	}
}

func (a *attackRun) read(t *testing.T) (out, rejects []byte) {
	out, err := os.ReadFile(filepath.Join(a.dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	rejects, _ = os.ReadFile(filepath.Join(a.dir, "rejects"))
	return out, rejects
}

// TestSharedCheckpoint checks that two runs cannot use one checkpoint at the same time, by
// whatever name, and that the lock of a process that was killed does not stay.
func TestSharedCheckpoint(t *testing.T) {
	dir := t.TempDir()
	os.Symlink("state", filepath.Join(dir, "link"))
	first := iriCommand(t, "check", "--limit", "0", "--checkpoint", "state")
	first.Dir = dir
	if _, err := first.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	defer first.Process.Kill()
	waitFor(t, "the checkpoint", func() bool {
		_, err := os.Stat(filepath.Join(dir, "state"))
		return err == nil
	})
	second := func(name string) (string, int) {
		cmd := iriCommand(t, "check", "--limit", "0", "--checkpoint", name, "--resume")
		cmd.Dir = dir
		cmd.Stdin = strings.NewReader("a:b\n")
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	before, err := os.ReadFile(filepath.Join(dir, "state"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"state", "link", "./state", filepath.Join(dir, "state")} {
		out, code := second(name)
		if want := fmt.Sprintf("is that of a run that has not ended: another process holds it: process %d",
			first.Process.Pid); code != 2 || !strings.Contains(out, want) {
			t.Errorf("%s: got status %d, %q, want %q", name, code, out, want)
		}
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "state")); !bytes.Equal(after, before) {
		t.Error("the checkpoint of the first run has changed")
	}
	first.Process.Kill()
	first.Wait()
	if _, err := os.Stat(filepath.Join(dir, "state.lock")); err != nil {
		t.Errorf("the lock of the killed process: %v", err)
	}
	// What the killed run left over is removed.
	if err := os.WriteFile(filepath.Join(dir, ".iri-checkpoint-1"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, code := second("state"); code != 0 {
		t.Errorf("after the kill: got status %d, %q", code, out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".iri*")); len(left) > 0 {
		t.Errorf("%q are left over", left)
	}
	if _, err := os.Stat(filepath.Join(dir, "state.lock")); err == nil {
		t.Error("the lock is left over")
	}
	os.WriteFile(filepath.Join(dir, "state.lock"), []byte("precious"), 0o666)
	if out, code := second("state"); code != 2 || !strings.Contains(out, "is not a lock file") {
		t.Errorf("foreign lock: got status %d, %q", code, out)
	}
}
