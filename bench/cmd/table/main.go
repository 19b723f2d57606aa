// Table runs every peer on every corpus and prints a table in Markdown: nanoseconds for one IRI, MB/s, allocations, the
// time as a multiple of that of utf8.ValidString, the speed as a multiple of that of net/url, and the number of lines
// that the peer accepts.
//
//	go run ./cmd/table [-rounds 15] [-peers TEXT]
//
// In every round all peers run one after the other over all lines, and the fastest round of each counts, by 200 lines:
// other work of the machine affects all of them in the same way, and only if it is there in every round.
package main

import (
	"flag"
	"fmt"
	"log"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rfc3987/iri/bench"
	"github.com/rfc3987/iri/bench/corpus"
)

func main() {
	rounds := flag.Int("rounds", 15, "how many times each peer reads each corpus")
	only := flag.String("peers", "", "only peers whose names contain this")
	flag.Parse()
	peers, err := bench.Peers()
	if err != nil {
		log.Fatal("table: ", err)
	}
	peers = slices.DeleteFunc(peers, func(p bench.Peer) bool {
		return p.Name != bench.UTF8 && p.Name != bench.NetURL && !strings.Contains(p.Name, *only)
	})
	debug.SetGCPercent(400)
	fmt.Printf("%s\n\n", bench.Machine())
	fmt.Println("| corpus | | ns per IRI | MB/s | allocations | times utf8 | faster than net/url | accepted |")
	fmt.Println("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, kind := range corpus.Kinds() {
		table(kind, peers, *rounds)
	}
}

// table prints the lines of a corpus.
func table(kind string, peers []bench.Peer, rounds int) {
	list, bad := corpus.New(1).Lines(kind, 10000)
	n, size := float64(len(list)), float64(len(strings.Join(list, "")))
	results := make([]struct {
		allocs, good float64
		times        bench.Times
	}, len(peers))
	for range rounds {
		for i, p := range peers {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			results[i].good = float64(bench.Round(&results[i].times, list, p.Check))
			runtime.ReadMemStats(&after)
			results[i].allocs = float64(after.Mallocs-before.Mallocs) / 2 // a round runs twice over the list
		}
	}
	at := func(name string) float64 {
		return results[slices.IndexFunc(peers, func(p bench.Peer) bool { return p.Name == name })].times.Sum()
	}
	name := fmt.Sprintf("%s: %d good, %d bad, %.0f bytes each", kind, len(list)-bad, bad, size/n)
	for i, p := range peers {
		r, ns := results[i], results[i].times.Sum()
		fmt.Printf("| %s | %s | %.0f | %.0f | %.2f | %.2f | %.2f | %.0f |\n", name, p.Name, ns/n, size/ns*1e3,
			r.allocs/n, ns/at(bench.UTF8), at(bench.NetURL)/ns, r.good)
		name = ""
	}
}
