// Since measures the command as it was at the commit that since.txt names and as it is now, over made files of every
// format, and prints the ratio of their processor times. "make bench WHAT=since" builds both, and then runs:
//
//	go run ./cmd/since -before ../bin/since/iri -iri ../bin/iri [-only TEXT] [-size MIB] [-rounds N]
//
// The two take turns, and the best of their rounds counts.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"strings"

	"github.com/rfc3987/iri/bench"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("since: ")
	before := flag.String("before", "", "the command as it was")
	command := flag.String("iri", "iri", "the command")
	only := flag.String("only", "", "only rows whose names contain this")
	size := flag.Int("size", 16, "the size of each file in MiB")
	rounds := flag.Int("rounds", 5, "how often each runs")
	flag.Parse()
	if err := measure(*before, *command, *only, *size, *rounds); err != nil {
		log.Fatal(err)
	}
}

func measure(before, command, only string, size, rounds int) error {
	since, err := bench.ReadSince("since.txt")
	if err != nil {
		return err
	}
	if _, err := os.Stat(before); err != nil { // a row would say that it is new
		return err
	}
	dir, err := os.MkdirTemp("", "since")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	os.Unsetenv("GOGC")
	set := &bench.Setting{Dir: dir, Command: command, Size: size}
	fmt.Printf("%s\n\n| iri | %.8s, ms | now, ms | ratio | |\n| --- | ---: | ---: | ---: | --- |\n", bench.Machine(), since.Commit)
	rows, over := 0, 0
	for _, r := range bench.SinceRows() {
		if !strings.Contains(r.Name, only) {
			continue
		}
		limit := since.Limit(r)
		then, now, err := set.Compare(r, before, rounds, limit)
		if err != nil {
			return err
		}
		if math.IsNaN(then) {
			fmt.Printf("| %s | | %.0f | | it is new |\n", r.Name, now)
			continue
		}
		said := ""
		if rows++; now/then > limit {
			over++
			said = fmt.Sprintf("over %.2f", limit)
		}
		fmt.Printf("| %s | %.0f | %.0f | %.2f | %s |\n", r.Name, then, now, now/then, said)
	}
	fmt.Printf("\n%d of %d rows are over their limit.\n", over, rows)
	return nil
}
