// Command same builds the program and a driver of the library at a commit and now, asks both the same, and prints
// in what the answers differ: make same. They get the strings and documents of the tests and of the suites, 60,000
// made strings, and made documents of each format, through every command and output. The file same.txt, which a
// commit carries, says which differences are meant, and why; any other fails, and so does an entry that is about
// none.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// listFile has the differences that are meant, in the tree.
const listFile = "internal/testkit/same/same.txt"

// How many strings the library gets, and how many of them go through every command and output.
const (
	made   = 60_000
	chosen = 3_000
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("same: ")
	rev := flag.String("rev", "", "the commit to compare with (default the one that same.txt names)")
	seed := flag.Uint64("seed", 1, "the seed of what is made")
	flag.Parse()
	ok, err := same(".", *rev, *seed)
	if err != nil {
		log.Fatal(err)
	}
	if !ok {
		os.Exit(1)
	}
}

// same compares a commit with the tree in the folder root and prints the differences. It reports whether all of
// them are meant.
func same(root, rev string, seed uint64) (ok bool, err error) {
	begin := time.Now()
	text, err := os.ReadFile(filepath.Join(root, listFile))
	if err != nil {
		return false, err
	}
	l, err := readList(string(text))
	if err != nil {
		return false, err
	}
	listed, err := commitOf(root, l.commit)
	if rev == "" && err != nil {
		return false, err
	}
	commit := listed
	if rev != "" {
		if commit, err = commitOf(root, rev); err != nil {
			return false, err
		}
	}
	dir, err := os.MkdirTemp("", "iri-same-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)

	tree := filepath.Join(dir, "tree")
	if err := errors.Join(unpack(root, commit, tree), copyDriver(root, tree)); err != nil {
		return false, err
	}
	before, err := buildTree(tree, filepath.Join(dir, "bin-before"), "at "+commit)
	if err != nil {
		return false, err
	}
	now, err := buildTree(root, filepath.Join(dir, "bin-now"), "now")
	if err != nil {
		return false, err
	}
	fmt.Printf("built %.12s and now: %.0f s\n", commit, time.Since(begin).Seconds())

	given, err := givenStrings(root)
	if err != nil {
		return false, err
	}
	m := newMaker(seed, given)
	all := given
	for range made {
		all = append(all, m.text())
	}
	n, err := askLibrary(before.driver, now.driver, dir, all, l.add)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d strings, %d of them made with the seed %d, in %d calls of the library: %.0f s\n",
		len(all), made, seed, n, time.Since(begin).Seconds())

	docs, err := documents(root, m)
	if err != nil {
		return false, err
	}
	whole, some := stringFolder("strings", all), stringFolder("some", m.some(all, chosen))
	docs = append(docs, some)
	runs, last, files := append(alone(), overStrings(whole, some)...), []run(nil), 0
	for _, f := range docs {
		runs, last = append(runs, overDocuments(f)...), append(last, writing(f))
		files += len(f.files)
	}
	for _, when := range []string{"before", "now"} {
		for _, f := range append(docs, whole) {
			if err := f.write(filepath.Join(dir, when)); err != nil {
				return false, err
			}
		}
	}
	ask := [2]asker{
		program(before.program, filepath.Join(dir, "before")),
		program(now.program, filepath.Join(dir, "now")),
	}
	named := make(map[string]run)
	for _, r := range runs {
		named[r.String()] = r
	}
	if err := errors.Join(compareRuns(runs, ask, l.add), compareRuns(last, ask, l.add)); err != nil {
		return false, err
	}
	fmt.Printf("%d runs of the program over %d files: %.0f s\n",
		len(runs)+len(last), files, time.Since(begin).Seconds())
	return l.print(os.Stdout, commit == listed, func(d difference) string {
		if r, ok := named[d.run]; ok && d.input == "" {
			d.input, _ = find(r, d, ask[0], ask[1]) // a name is a help, no more
		}
		return d.input
	}), nil
}

// compareRuns makes runs with both programs, on all cores, and calls found with each difference.
func compareRuns(runs []run, ask [2]asker, found func(difference)) error {
	next := make(chan run)
	failed := make(chan error, 1)
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
		wg.Go(func() {
			for r := range next {
				list, err := compareRun(r, ask[0], ask[1])
				for _, d := range list {
					found(d)
				}
				if err != nil {
					select {
					case failed <- fmt.Errorf("%s: %w", r, err):
					default:
					}
				}
			}
		})
	}
	for _, r := range runs {
		next <- r
	}
	close(next)
	wg.Wait()
	close(failed)
	return <-failed
}

// askLibrary asks two drivers about strings, calls found with each difference, and returns how many calls were
// compared.
func askLibrary(before, now, dir string, all []string, found func(difference)) (n int, err error) {
	var quoted strings.Builder
	for _, s := range all {
		quoted.WriteString(strconv.Quote(s) + "\n")
	}
	file := filepath.Join(dir, "strings.txt")
	if err := os.WriteFile(file, []byte(quoted.String()), 0o666); err != nil {
		return 0, err
	}
	var answers [2]io.ReadCloser
	var drivers [2]*exec.Cmd
	for i, path := range []string{before, now} {
		in, err := os.Open(file)
		if err != nil {
			return 0, err
		}
		defer in.Close()
		cmd := exec.Command(path)
		cmd.Stdin, cmd.Stderr = in, os.Stderr
		if answers[i], err = cmd.StdoutPipe(); err != nil {
			return 0, err
		}
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		drivers[i] = cmd
	}
	n, err = compareAnswers(answers[0], answers[1], found)
	for i, cmd := range drivers {
		answers[i].Close() // one that still writes ends
		if e := cmd.Wait(); err == nil {
			err = e
		}
	}
	return n, err
}
