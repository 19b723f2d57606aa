// Scripts measures the checks of files for every script, and prints a table in Markdown: the
// rate of the grammar alone and of all checks on clean lines in one script, their ratio, and the
// share of the lines that need a check of their own, because the automaton of clean lines does
// not decide them. The last row is for all scripts in one file.
//
//	go run ./cmd/scripts [-lines 150000] [-rounds 7] [-script Thai]
//
// One goroutine checks the lines in blocks, as the command does. Each round starts with a new
// Validator, so the time in which it learns the steps of its table counts. In turns both
// validators run over all blocks, and the fastest round of each block counts.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench"
	"github.com/rfc3987/iri/bench/corpus"
	fastclean "github.com/rfc3987/iri/internal/fast/clean"
	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/prose"
)

// blockSize is how long the blocks of the command are.
const blockSize = 512 << 10

func main() {
	n := flag.Int("lines", 150_000, "lines of each script")
	rounds := flag.Int("rounds", 7, "how many times each validator reads each block")
	only := flag.String("script", "", "only this script")
	flag.Parse()
	g := corpus.New(1)
	scripts := g.Scripts()
	if *only != "" {
		if !slices.Contains(scripts, *only) {
			fmt.Fprintf(os.Stderr, "scripts: there is no script %q: there are %q\n", *only, scripts)
			os.Exit(2)
		}
		scripts = []string{*only}
	}
	fmt.Printf("%s\n\n", bench.Machine())
	fmt.Println("| script | MB/s, grammar only | MB/s, all rules | ratio | lines with a check of their own, % |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: |")
	var every [][]byte
	low, lowest := 0, math.Inf(1)
	for i, script := range scripts {
		lines := clean(g, script, *n)
		// The file of all scripts has as many lines as the others, one script in turns.
		for k := i; k < len(lines); k += len(scripts) {
			every = append(every, lines[k])
		}
		ratio := row(script, blocks(lines), *rounds)
		if lowest = min(lowest, ratio); ratio < 0.8 {
			low++
		}
	}
	if len(scripts) > 1 {
		// In the order of a round-robin of the scripts.
		mixed := make([][]byte, 0, len(every))
		per := len(every) / len(scripts)
		for k := range per {
			for i := range scripts {
				mixed = append(mixed, every[i*per+k])
			}
		}
		row("all of them", blocks(mixed), *rounds)
	}
	fmt.Printf("\n%d of %d scripts are at 0.8 or more; the lowest is at %.2f.\n", len(scripts)-low, len(scripts), lowest)
}

// clean returns different lines in a script in which no check finds anything.
func clean(g *corpus.Generator, script string, n int) (lines [][]byte) {
	v := iri.RFC3987.Top().Validator()
	seen := make(map[string]bool)
	for tries := 0; len(lines) < n && tries < 3*n; tries++ {
		// A language with few words does not have so many different lines.
		if s := g.InScript(script); v.Clean(s) && (!seen[s] || tries > 2*n) {
			seen[s] = true
			lines = append(lines, []byte(s+"\n"))
		}
	}
	return lines
}

// blocks joins lines to blocks.
func blocks(lines [][]byte) (list [][]byte) {
	block := []byte(nil)
	for _, line := range lines {
		if len(block)+len(line) > blockSize {
			list = append(list, block)
			block = nil
		}
		block = append(block, line...)
	}
	if len(list) == 0 || len(block) > blockSize/2 {
		list = append(list, block)
	}
	return list
}

// row measures the blocks, prints a row of the table and returns the ratio.
func row(name string, blocks [][]byte, rounds int) float64 {
	rule := iri.RFC3987.Top()
	var grammar, all bench.Times
	for range rounds {
		fastest(&grammar, rule.Validator(iri.GrammarOnly()), blocks)
		fastest(&all, rule.Validator(), blocks)
	}
	l := lines.New(spec.RFC3987.Top().Steps(), fastclean.New(prose.Triggers()).Automaton(), '\n')
	size, lines, odd := 0, 0, 0
	for _, block := range blocks {
		n, found := l.Check(block, nil)
		size += len(block)
		lines += n
		odd += len(found)
	}
	a, b := float64(size)/grammar.Sum()*1e3, float64(size)/all.Sum()*1e3
	fmt.Printf("| %s | %.0f | %.0f | %.2f | %.2f |\n", name, a, b, b/a, 100*float64(odd)/float64(lines))
	return b / a
}

// fastest runs a validator over the blocks, and keeps the shorter time of each.
func fastest(times *bench.Times, v *iri.Validator, blocks [][]byte) {
	for k, block := range blocks {
		start := time.Now()
		if v.Lines(block, func(int, int) bool { return false }) != bytes.Count(block, []byte{'\n'}) {
			panic("a line is not clean")
		}
		times.Keep(k, time.Since(start))
	}
}
