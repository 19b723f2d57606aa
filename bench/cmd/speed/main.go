// Speed measures all that has an aim, beside peers, and prints docs/speed.md. "make bench" builds what it needs, and
// then runs:
//
//	go run ./cmd/speed -iri ../bin/iri -oxiri PROGRAM [-rounds 3] [-only TEXT] [-o ../docs/speed.md]
//
// All rows are run in three passes. In every round of a row its programs take turns. A peer that is not installed has
// no figure.
package main

import (
	"bufio"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/rfc3987/iri/bench"
)

// passes is how often all rows are run, so that other work of the machine counts only if it is there each time.
const passes = 3

func main() {
	rounds := flag.Int("rounds", 3, "how many times each does its work in a pass")
	only := flag.String("only", "", "only rows whose names contain this")
	command := flag.String("iri", "iri", "the command")
	out := flag.String("o", "", "write the page to this file")
	oxiri := flag.String("oxiri", "", "the program of bench/oxiri, if it could be built")
	loop := flag.String("loop", "", "only run the loop of this name over a file: the program starts itself with this flag")
	flag.Parse()
	var err error
	if *loop != "" {
		err = run(*loop, flag.Arg(0))
	} else {
		err = measure(*rounds, *only, *out, &bench.Setting{Command: *command, Oxiri: *oxiri})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(2)
	}
}

// measure prints the page.
func measure(rounds int, only, out string, set *bench.Setting) (err error) {
	set.Dir, err = os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(set.Dir)
	if set.Self, err = os.Executable(); err != nil {
		return err
	}
	rows := slices.DeleteFunc(bench.Rows(), func(r bench.Row) bool { return !strings.Contains(r.Name, only) })
	lines := make([]bench.Line, len(rows))
	for range passes {
		for k, r := range rows {
			if err := measureRow(&lines[k], r, rounds, set); err != nil {
				return fmt.Errorf("%s: %w", r.Name, err)
			}
		}
	}
	page := bench.Page(bench.Machine(), lines)
	fmt.Print(page)
	if out == "" {
		return nil
	}
	return os.WriteFile(out, []byte(page), 0o666)
}

// measureRow runs a row, and keeps what is better than in the passes before. Only the data of this row is in memory:
// beside those of all, the same strings took utf8.ValidString 37 ns in place of 25, because of where they lay.
func measureRow(line *bench.Line, r bench.Row, rounds int, set *bench.Setting) error {
	runtime.GC()
	runners := r.Runners(set)
	for range rounds {
		for _, r := range runners {
			if err := r.Round(); err != nil {
				return err
			}
		}
	}
	line.Keep(r, runners)
	return nil
}

// run reads a file as a program without this module would.
func run(loop, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	in, next := bufio.NewReaderSize(f, 1<<16), func() error { return io.EOF }
	switch loop {
	case "csv":
		r := csv.NewReader(in)
		r.ReuseRecord = true
		next = func() error { _, err := r.Read(); return err }
	case "xml":
		d := xml.NewDecoder(in)
		next = func() error { _, err := d.RawToken(); return err }
	case "html":
		z := html.NewTokenizer(in)
		next = func() error { z.Next(); return z.Err() }
	}
	for err == nil {
		err = next()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
