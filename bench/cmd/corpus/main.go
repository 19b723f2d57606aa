// Corpus writes a file of generated lines, and prints how many of them are IRIs (good) and
// how many are not (bad):
//
//	go run ./cmd/corpus -n 1000000 -o iris.txt
//	{"lines":1000000,"good":900107,"bad":99893,"bytes":…}
//
// The numbers are known from the way the lines are made; the lines are not checked.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/rfc3987/iri/bench/corpus"
)

func main() {
	n := flag.Int("n", 1_000_000, "how many lines to write")
	kind := flag.String("kind", corpus.Faulty, "what kind of lines: "+strings.Join(corpus.Kinds(), ", "))
	seed := flag.Uint64("seed", 1, "the seed of the random choices")
	out := flag.String("o", "-", "the file to write; - is standard output, and the counts then go to standard error")
	flag.Parse()
	if err := run(*n, *kind, *seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(2)
	}
}

func run(n int, kind string, seed uint64, out string) error {
	if !slices.Contains(corpus.Kinds(), kind) {
		return fmt.Errorf("there is no kind %q: there are %s", kind, strings.Join(corpus.Kinds(), ", "))
	}
	file, report := os.Stdout, os.Stderr
	if out != "-" {
		f, err := os.Create(out)
		if err != nil {
			return err
		}
		defer f.Close()
		file, report = f, os.Stdout
	}
	g := corpus.New(seed)
	w := bufio.NewWriterSize(file, 1<<20)
	var counts struct {
		Lines int `json:"lines"`
		Good  int `json:"good"`
		Bad   int `json:"bad"`
		Bytes int `json:"bytes"`
	}
	for range n {
		s, ok := g.Line(kind)
		if counts.Lines++; ok {
			counts.Good++
		} else {
			counts.Bad++
		}
		counts.Bytes += len(s) + 1
		if _, err := w.WriteString(s + "\n"); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return json.NewEncoder(report).Encode(counts)
}
