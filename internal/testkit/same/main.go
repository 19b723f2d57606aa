// Command same compares the outputs of two builds, of a commit and of now: "make same" builds the program and a driver of
// the library at both. The input is the strings and documents of the tests and suites, 60,000 made strings, and made
// documents of each format; runs.txt lists the commands. The file same.txt says which differences are intended, and why.
// Any other difference fails, and so does an entry that matches none. bin/same/before and bin/same/now have the programs
// and their files, to repeat a run by hand.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("same: ")
	rev := flag.String("rev", "", "the commit before, if it is not the one that same.txt names")
	seed := flag.Uint64("seed", 1, "the seed of what is made")
	flag.Parse()
	l := readList(string(must(os.ReadFile("internal/testkit/same/same.txt"))))
	before, now := must(filepath.Abs("bin/same/before")), must(filepath.Abs("bin/same/now"))
	docs := corpus(".", *seed)
	for _, d := range docs {
		d.write(before)
		d.write(now)
	}
	compareAll(runs(docs), before, now, l.add)
	if !l.print(os.Stdout, *rev == "" || *rev == l.commit) {
		os.Exit(1)
	}
}

// check ends the program if there is an error.
func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// must returns a value that was made without an error.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// compareAll makes runs with the programs in two folders, on all cores, and calls found with each difference. Runs that
// write files come last, one after the other.
func compareAll(all []run, before, now string, found func(difference)) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	places := make(chan struct{}, runtime.NumCPU())
	for _, r := range all {
		if r.write {
			wg.Wait()
		}
		places <- struct{}{}
		wg.Go(func() {
			list := r.compare(before, now)
			mu.Lock()
			defer mu.Unlock()
			for _, d := range list {
				found(d)
			}
			<-places
		})
	}
	wg.Wait()
}
