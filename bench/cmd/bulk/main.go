// Bulk measures the command on files of lines, of N-Quads and of Turtle: iri check with the
// grammar only and with all checks, and for lines and N-Quads also on one core. For files of lines
// it measures a loop of bufio.Scanner and net/url.Parse over the same file, too.
//
//	go build -o /tmp/iri ../cmd/iri && go run ./cmd/bulk -iri /tmp/iri
//
// Rates and ratios are those of the elapsed time. Those "by cpu" are those of the
// processor time, divided by the number of jobs of the command: the elapsed time on a
// machine that does nothing else.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

func main() {
	n := flag.Int("n", 2_000_000, "lines of each file")
	reps := flag.Int("reps", 5, "the number of runs; the fastest counts")
	jobs := flag.Int("jobs", 2, "jobs of the command")
	command := flag.String("iri", "iri", "the command")
	loop := flag.String("loop", "", "only run the loop over this file: the program starts itself with this flag")
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
	fmt.Println("| file | MB | what | s | MB/s | MB/s by cpu | MiB | ratio | ratio by cpu |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, kind := range []string{corpus.ASCII, corpus.Intl, corpus.Mixed, corpus.Hard} {
		for _, ending := range []string{".txt", ".nq", ".ttl"} {
			name := filepath.Join(dir, kind+ending)
			size, err := write(name, kind, *n)
			if err != nil {
				fail(err)
			}
			var base result // zero for what net/url cannot read
			if ending == ".txt" {
				base = best(*reps, self, "-loop", name)
				row(name, size, "bufio.Scanner + net/url", base, base, 1)
			}
			each := []int{*jobs}
			if *jobs > 1 && ending != ".ttl" {
				each = append(each, 1)
			}
			for _, jobs := range each {
				for _, flags := range []string{"--grammar-only", ""} {
					args := []string{"check", "-q", "--jobs", strconv.Itoa(jobs), "-f", name}
					what := fmt.Sprintf("iri check, %d jobs", jobs)
					if jobs == 1 {
						what = "iri check, one core"
					}
					if flags != "" {
						args = append(args, flags)
						what += ", " + flags
					}
					row(name, size, what, best(*reps, *command, args...), base, jobs)
				}
			}
			os.Remove(name)
		}
	}
}

// fail prints an error and exits with status 2.
func fail(err error) {
	fmt.Fprintln(os.Stderr, "bulk:", err)
	os.Exit(2)
}

// write writes n lines of a kind. In a file .nq they are N-Quads with such IRIs, up to 80 bytes
// for each of the n lines, and in a file .ttl Turtle, up to 250. All IRIs are clean: the rules in
// prose have no findings in them either.
func write(name, kind string, n int) (int64, error) {
	const distinct = 20_000
	all, _ := corpus.New(1).Lines(kind, distinct)
	v := iri.RFC3987.Top().Validator()
	list := slices.DeleteFunc(all, func(s string) bool { return !v.Clean(s) })
	r := rand.New(rand.NewPCG(1, 2))
	pick := func() string { return list[r.IntN(len(list))] }
	format, maxSize := corpus.Formats()["lines"], math.MaxInt
	switch filepath.Ext(name) {
	case ".nq":
		format, maxSize = corpus.Formats()["nquads"], 80*n
	case ".ttl":
		format, maxSize = corpus.Formats()["turtle"], 250*n
	}
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	size, err := format.Write(f, n, maxSize, pick)
	return int64(size), err
}

// scan is the loop that the command is compared with.
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
	memory    int64 // the largest use, in bytes
}

// best runs a command several times and returns the shortest times. With --jobs 1 the command has
// one core, for a goroutine that reads the file otherwise uses another one.
func best(reps int, name string, args ...string) (r result) {
	for i := range reps {
		cmd := exec.Command(name, args...)
		if i := slices.Index(args, "--jobs"); i >= 0 && args[i+1] == "1" {
			cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		}
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

// row prints a result. A child process starts with the memory of its parent, so a small
// value for the memory may be that of this process.
func row(name string, size int64, what string, r, base result, jobs int) {
	wall, cpu := "", ""
	if base.wall > 0 {
		wall = fmt.Sprintf("%.1f", float64(base.wall)/float64(r.wall))
		cpu = fmt.Sprintf("%.1f", float64(base.cpu)/float64(r.cpu)*float64(jobs))
	}
	mb := float64(size) / 1e6
	fmt.Printf("| %s | %.0f | %s | %.2f | %.0f | %.0f | %d | %s | %s |\n", filepath.Base(name), mb, what,
		r.wall.Seconds(), mb/r.wall.Seconds(), mb/r.cpu.Seconds()*float64(jobs), r.memory>>20, wall, cpu)
}
