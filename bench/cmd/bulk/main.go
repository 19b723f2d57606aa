// Bulk measures the command on files: iri check with the grammar only and with
// all checks, beside a loop of bufio.Scanner and net/url.Parse over the same file
// in the same run, and on N-Quads.
//
//	go build -o /tmp/iri ../cmd/iri && go run ./cmd/bulk -iri /tmp/iri
//
// Two ratios are printed. "wall" is that of the times on the clock. "cpu" divides
// the loop's processor time by the command's, times the number of jobs: what the
// ratio on the clock is on a machine that does nothing else.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rfc3987/iri/bench/corpus"
)

func main() {
	n := flag.Int("n", 2_000_000, "lines of each file")
	reps := flag.Int("reps", 5, "how often to measure; the fastest counts")
	jobs := flag.Int("jobs", 2, "jobs of the command")
	command := flag.String("iri", "iri", "the command")
	loop := flag.String("loop", "", "only run the loop over this file, for the process that measures")
	flag.Parse()
	if *loop != "" {
		if err := scan(*loop); err != nil {
			fail(err)
		}
		return
	}
	dir, err := os.MkdirTemp("", "bulk")
	if err != nil {
		fail(err)
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		fail(err)
	}
	fmt.Println("| file | MB | what | s | MB/s | MiB | wall | cpu |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, kind := range []string{corpus.ASCII, corpus.Intl, corpus.Mixed, corpus.Hard} {
		for _, quads := range []bool{false, true} {
			name := filepath.Join(dir, kind+".txt")
			if quads {
				name = filepath.Join(dir, kind+".nq")
			}
			size, err := write(name, kind, *n, quads)
			if err != nil {
				fail(err)
			}
			base := best(*reps, self, "-loop", name)
			row(name, size, "bufio.Scanner + net/url", base, base, 1)
			for _, flags := range []string{"--grammar-only", ""} {
				args := []string{"check", "-q", "--jobs", strconv.Itoa(*jobs), "-f", name}
				what := "iri check"
				if flags != "" {
					args = append(args, flags)
					what += " " + flags
				}
				row(name, size, what, best(*reps, *command, args...), base, *jobs)
			}
			os.Remove(name)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bulk:", err)
	os.Exit(2)
}

// write writes n good lines of a kind, or statements of such IRIs.
func write(name, kind string, n int, quads bool) (int64, error) {
	const distinct = 100_000
	list, _ := corpus.New(1).Lines(kind, distinct)
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	pick := func() string { return list[r.IntN(len(list))] }
	for i := range n {
		switch {
		case !quads:
			b.WriteString(pick())
		case i%4 == 0:
			fmt.Fprintf(&b, "<%s> <%s> <%s> <%s> .", pick(), pick(), pick(), pick())
		case i%4 == 1:
			fmt.Fprintf(&b, "<%s> <%s> \"the label of number %d\"@en <%s> .", pick(), pick(), i, pick())
		case i%4 == 2:
			fmt.Fprintf(&b, "<%s> <%s> \"%d\"^^<http://www.w3.org/2001/XMLSchema#integer> <%s> .", pick(), pick(), i, pick())
		default:
			fmt.Fprintf(&b, "_:b%d <%s> _:b%d <%s> .", i, pick(), i+1, pick())
		}
		b.WriteByte('\n')
		if quads && b.Len() > n*80 { // about as large as the file of lines
			break
		}
	}
	return int64(b.Len()), os.WriteFile(name, b.Bytes(), 0o666)
}

// scan is the loop to compare with.
func scan(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	bad := 0
	for s.Scan() {
		if _, err := url.Parse(s.Text()); err != nil {
			bad++
		}
	}
	fmt.Println(bad)
	return s.Err()
}

// A result is what a process took.
type result struct {
	wall, cpu time.Duration
	memory    int64 // bytes, at most
}

// best runs a command several times and returns the least of each.
func best(reps int, name string, args ...string) (r result) {
	for i := range reps {
		cmd := exec.Command(name, args...)
		start := time.Now()
		err := cmd.Run()
		wall := time.Since(start)
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() > 1) {
			fail(fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err))
		}
		cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if i == 0 || wall < r.wall {
			r.wall = wall
		}
		if i == 0 || cpu < r.cpu {
			r.cpu = cpu
		}
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			r.memory = max(r.memory, u.Maxrss<<10)
		}
	}
	return r
}

func row(name string, size int64, what string, r, base result, jobs int) {
	fmt.Printf("| %s | %d | %s | %.2f | %.0f | %d | %.1f | %.1f |\n", filepath.Base(name), size/1e6, what, r.wall.Seconds(),
		float64(size)/1e6/r.wall.Seconds(), r.memory>>20, float64(base.wall)/float64(r.wall), float64(base.cpu)/float64(r.cpu)*float64(jobs))
}
