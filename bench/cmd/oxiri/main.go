// Oxiri compares this module with the Rust crate oxiri, which also accepts exactly what RFC 3987
// allows, and prints a table in Markdown. "make bench-oxiri" builds the program in bench/oxiri,
// which measures oxiri, and then runs:
//
//	go run ./cmd/oxiri -program PROGRAM [-crate oxiri-0.2.2] [-lines 10000] [-rounds 15]
//
// Both read the same lines. In every round this module and then oxiri run over all lines. The
// clock is read every 200 lines, and for these the fastest round of each counts. "oxiri" is the
// time for text that is known to be UTF-8; "from bytes" is with the check that it is, which
// this module always makes.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench"
	"github.com/rfc3987/iri/bench/corpus"
)

func main() {
	program := flag.String("program", "", "the program of bench/oxiri")
	crate := flag.String("crate", "oxiri", "name and version of the crate, for the table")
	lines := flag.Int("lines", 10000, "lines of each corpus")
	rounds := flag.Int("rounds", 15, "how many times each reads each corpus")
	flag.Parse()
	if err := run(*program, *crate, *lines, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "oxiri:", err)
		os.Exit(2)
	}
}

// run prints the table, and below it the lines on which the two do not agree.
func run(program, crate string, n, rounds int) error {
	dir, err := os.MkdirTemp("", "oxiri")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Printf("%s, %s. Nanoseconds for an IRI:\n\n", bench.Machine(), crate)
	fmt.Println("| corpus | iri.Valid | iri.Parse | oxiri | from bytes | oxiri / Valid | oxiri / Parse | from bytes / Valid | from bytes / Parse | accepted | by oxiri |")
	fmt.Println("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	var apart []string
	for _, kind := range corpus.Kinds() {
		list, _ := corpus.New(1).Lines(kind, n)
		name := filepath.Join(dir, kind)
		if err := os.WriteFile(name, []byte(strings.Join(list, "\n")+"\n"), 0o600); err != nil {
			return err
		}
		peer, err := start(program, name, list)
		if err != nil {
			return err
		}
		var valid, parse, text, bytes bench.Times
		for range rounds {
			valid.Round(list, iri.Valid)
			parse.Round(list, func(s string) bool { _, err := iri.Parse(s); return err == nil })
			if err := peer.round(&text, &bytes); err != nil {
				return err
			}
		}
		if err := peer.stop(); err != nil {
			return err
		}
		good, theirs := 0, strings.Count(peer.accepted, "1")
		for i, s := range list {
			ok := iri.Valid(s)
			if ok {
				good++
			}
			if ok != (peer.accepted[i] == '1') {
				apart = append(apart, fmt.Sprintf("%s: iri.Valid says %v, oxiri %v: %+q", kind, ok, !ok, s))
			}
		}
		v, p, o, b := valid.Sum(), parse.Sum(), text.Sum(), bytes.Sum()
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f | %.2f | %.2f | %d | %d |\n", kind,
			v/float64(n), p/float64(n), o/float64(n), b/float64(n), o/v, o/p, b/v, b/p, good, theirs)
	}
	if len(apart) == 0 {
		fmt.Println("\nBoth accept the same lines.")
		return nil
	}
	const shown = 20
	fmt.Printf("\nThey do not agree on %d lines:\n\n", len(apart))
	for _, s := range apart[:min(len(apart), shown)] {
		fmt.Println("-", s)
	}
	return nil
}

// A peer is the program of bench/oxiri at work on a file.
type peer struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	accepted string // a 1 for each line that it accepts, a 0 for each other one
}

// start starts the program on a file with the lines of a list.
func start(program, file string, list []string) (*peer, error) {
	cmd := exec.Command(program, file, strconv.Itoa(bench.PartLines))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &peer{cmd: cmd, in: in, out: bufio.NewReader(out)}
	line, err := p.out.ReadString('\n')
	if p.accepted = strings.TrimSpace(line); err == nil && len(p.accepted) != len(list) {
		err = fmt.Errorf("%s has read %d lines of %d", program, len(p.accepted), len(list))
	}
	return p, err
}

// round runs one round, and keeps the times for text and for bytes.
func (p *peer) round(text, bytes *bench.Times) error {
	if _, err := io.WriteString(p.in, "\n"); err != nil {
		return err
	}
	for _, times := range []*bench.Times{text, bytes} {
		line, err := p.out.ReadString('\n')
		if err != nil {
			return err
		}
		for k, field := range strings.Fields(line) {
			ns, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return err
			}
			times.Keep(k, time.Duration(ns))
		}
	}
	return nil
}

// stop ends the program.
func (p *peer) stop() error {
	if err := p.in.Close(); err != nil {
		return err
	}
	return p.cmd.Wait()
}
