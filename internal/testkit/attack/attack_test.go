// Package attack runs the command on hostile input and holds it to what SECURITY.md
// promises: memory, an end, and no output that a terminal or a workflow obeys. They print the
// time that a run takes. The tests are programs that make the input. They take minutes: "make attack" runs them, and
// "make attack WHAT=day" a part of each.
package attack

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/testkit"
)

// command is the path of the command, which TestMain builds.
var command string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		if !testkit.Long() && !asked() {
			return 0 // every test runs the command, often: make test WHAT=long, make attack
		}
		dir, err := os.MkdirTemp("", "attack")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		command = filepath.Join(dir, "iri")
		if runtime.GOOS == "windows" {
			command += ".exe"
		}
		if out, err := exec.Command("go", "build", "-o", command, "../../../cmd/iri").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// asked reports whether all attacks are asked for, or those of a day.
func asked() bool { return testkit.Asked("attack") != "" || testkit.Asked("day") != "" }

// rows yields the rows of a table: all of them, or, with the seed of a day, at least one and as many as fit in some
// seconds, in an order that the seed gives.
func rows[T any](table []T) iter.Seq[T] {
	seed := testkit.AskedNumber("day")
	if seed == 0 {
		return slices.Values(table)
	}
	return func(yield func(T) bool) {
		start := time.Now()
		for _, i := range rand.New(rand.NewPCG(uint64(seed), 75)).Perm(len(table)) {
			if !yield(table[i]) || time.Since(start) > 8*time.Second {
				return
			}
		}
	}
}

// A result is what a run of the command has left.
type result struct {
	out, err string
	status   int
	cpu      time.Duration // of the process
	memory   int64         // the most that it held, in bytes; 0 if the system does not say
}

// run runs the command. Its output is kept up to a megabyte.
func run(t *testing.T, dir, stdin string, args ...string) result {
	t.Helper()
	return runFrom(t, dir, strings.NewReader(stdin), 2*time.Minute, args...)
}

// runFrom is run with a reader as standard input, and with the time after which it fails.
func runFrom(t *testing.T, dir string, stdin io.Reader, most time.Duration, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Dir = dir
	cmd.Stdin = stdin
	cmd.Env = append(os.Environ(), "GITHUB_ACTIONS=", "NO_COLOR=1")
	var stdout, stderr short
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("iri %q does not end", args)
	}
	if cmd.ProcessState == nil {
		t.Fatalf("iri %q: %v", args, err)
	}
	r := result{
		out: stdout.String(), err: stderr.String(), status: cmd.ProcessState.ExitCode(),
		cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), memory: testkit.Peak(cmd.ProcessState),
	}
	if r.status < 0 || r.status > 2 || strings.Contains(r.err, "goroutine ") {
		t.Errorf("iri %q: status %d: %.300s", args, r.status, r.err)
	}
	return r
}

// hold prints the time and the memory of a run, and checks the memory: the time depends on the
// machine.
func (r result) hold(t *testing.T, what string, memory int64) {
	t.Helper()
	t.Logf("%-40s %8v %4d MiB", what, r.cpu.Round(time.Millisecond), r.memory>>20)
	// What this process holds counts, too: a run that needs nothing shows how much that is.
	if r.memory > memory && r.memory > run(t, "", "", "version").memory+memory/4 {
		t.Errorf("it held %d MiB, more than %d MiB", r.memory>>20, memory>>20)
	}
}

// A short is a buffer that keeps the start of what is written. It does not embed the buffer,
// whose ReadFrom would keep all.
type short struct{ kept bytes.Buffer }

func (s *short) Write(b []byte) (int, error) {
	if s.kept.Len() < 1<<20 {
		s.kept.Write(b)
	}
	return len(b), nil
}

func (s *short) String() string { return s.kept.String() }

// file writes a file of the test.
func file(t *testing.T, dir, name, text string) string {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
