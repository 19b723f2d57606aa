// Command same asks the program and a driver of the library as they are at a commit and now the same, and prints in
// what the answers differ: make same, which builds both. They get the strings and documents of the tests and of the
// suites, 60,000 made strings, and made documents of each format, through every command and output: runs.txt. The file
// same.txt, which a commit carries, says which differences are meant, and why; any other fails, and so does an entry
// that is about none. bin/same/before and bin/same/now have the programs with their files, to make a run again by hand.
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

// compareAll makes runs with the programs in two folders, on all cores, and calls found with each difference. Those
// that write files come last, one after the other.
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
