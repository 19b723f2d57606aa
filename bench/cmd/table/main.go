// Table runs every peer on every corpus and prints a table in Markdown. Its columns are:
// nanoseconds for one IRI, MB/s, allocations, the time as a multiple of that of
// utf8.ValidString, the speed as a multiple of that of net/url, and the number of lines
// that the peer accepts.
//
//	go run ./cmd/table [-lines 10000] [-rounds 15] [-clean]
//
// In every round all peers run one after the other over all lines. The clock is read every
// 200 lines, and for these the fastest round of each peer counts. So other work of the
// machine affects all of them in the same way, and only if it is there in every round.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench"
	"github.com/rfc3987/iri/bench/corpus"
)

func main() {
	lines := flag.Int("lines", 10000, "lines of each corpus")
	rounds := flag.Int("rounds", 15, "how many times each peer reads each corpus")
	only := flag.String("peers", "", "only peers whose names contain this")
	clean := flag.Bool("clean", false, "only lines in which no rule finds anything")
	flag.Parse()
	fmt.Printf("%s\n\n", bench.Machine())
	if err := run(*lines, *rounds, *only, *clean); err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(2)
	}
}

// run prints the table.
func run(lines, rounds int, only string, clean bool) error {
	peers, err := bench.Peers()
	if err != nil {
		return err
	}
	if only != "" {
		peers = slices.DeleteFunc(peers, func(p bench.Peer) bool {
			return p.Name != bench.UTF8 && p.Name != bench.NetURL && !strings.Contains(p.Name, only)
		})
	}
	debug.SetGCPercent(400)
	fmt.Println("| corpus | | ns per IRI | MB/s | allocations | times utf8 | faster than net/url | accepted |")
	fmt.Println("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, kind := range corpus.Kinds() {
		list, bad := corpus.New(1).Lines(kind, lines)
		if clean {
			v := iri.RFC3987.Top().Validator()
			list, bad = slices.DeleteFunc(list, func(s string) bool { return !v.Clean(s) }), 0
		}
		size := 0
		for _, s := range list {
			size += len(s)
		}
		type result struct {
			allocs, good float64
			times        bench.Times
		}
		best := make([]result, len(peers))
		for range rounds {
			for i, p := range peers {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				best[i].good = float64(bench.Round(&best[i].times, list, p.Check))
				runtime.ReadMemStats(&after)
				best[i].allocs = float64(after.Mallocs-before.Mallocs) / 2 // a round runs twice over the list
			}
		}
		at := func(name string) float64 {
			return best[slices.IndexFunc(peers, func(p bench.Peer) bool { return p.Name == name })].times.Sum()
		}
		n := float64(len(list))
		for i, p := range peers {
			r, ns, name := best[i], best[i].times.Sum(), ""
			if i == 0 {
				name = fmt.Sprintf("%s: %d good, %d bad, %.0f bytes each", kind, len(list)-bad, bad, float64(size)/n)
			}
			fmt.Printf("| %s | %s | %.0f | %.0f | %.2f | %.2f | %.2f | %.0f |\n", name, p.Name, ns/n, float64(size)/ns*1e3,
				r.allocs/n, ns/at(bench.UTF8), at(bench.NetURL)/ns, r.good)
		}
	}
	return nil
}
