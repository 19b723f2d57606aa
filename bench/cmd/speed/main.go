// Speed measures all that has an aim, beside peers, and prints docs/speed.md. "make bench" builds what it needs, and
// then runs:
//
//	go run ./cmd/speed -iri ../bin/iri [-only TEXT] [-o ../docs/speed.md]
//
// All rows are run three times, and the programs of a row take turns. A peer that is not installed has no figure.
package main

import (
	"bufio"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/rfc3987/iri/bench"
)

func main() {
	only := flag.String("only", "", "only rows whose names contain this")
	command := flag.String("iri", "iri", "the command")
	out := flag.String("o", "", "write the page to this file")
	loop := flag.String("loop", "", "only run the loop of this name over a file: the program starts itself with this "+
		"flag")
	flag.Parse()
	var err error
	if *loop != "" {
		err = run(*loop, flag.Arg(0))
	} else {
		err = measure(*only, *out, *command)
	}
	if err != nil {
		log.Fatal("speed: ", err)
	}
}

// measure prints the page. Only the data of one row is in memory: beside those of all, the same strings took
// utf8.ValidString 37 ns in place of 25, because of where they lay.
func measure(only, out, command string) error {
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	set := &bench.Setting{Dir: dir, Command: command, Self: self}
	rows := slices.DeleteFunc(bench.Rows(), func(r bench.Row) bool { return !strings.Contains(r.Name, only) })
	lines := make([]bench.Line, len(rows))
	for range 3 { // so that other work of the machine counts only if it is there each time
		for k, r := range rows {
			runtime.GC()
			runners := r.Runners(set)
			for n := range 3 * len(runners) {
				if err := runners[n%len(runners)].Round(); err != nil {
					return fmt.Errorf("%s: %w", r.Name, err)
				}
			}
			lines[k].Keep(r, runners)
		}
	}
	page := bench.Page(bench.Machine(), lines)
	fmt.Print(page)
	if out == "" {
		return nil
	}
	return os.WriteFile(out, []byte(page), 0o666)
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
	case "lines":
		lines := bufio.NewScanner(in)
		next = func() error {
			if !lines.Scan() {
				return io.EOF
			}
			_, err := url.Parse(lines.Text())
			return err
		}
	}
	for err == nil {
		err = next()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
