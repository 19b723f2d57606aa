// Exports measures what "iri grammar export" writes for the rule IRI in C, Rust and JavaScript, and
// the peers of npm, against iri.Valid, on the rows of the conformance kit: one run, one table. With
// the build tag purego, iri.Valid runs without vectors, as the others do.
//
//	go run -tags purego ./cmd/exports
//
// A compiler or a package that is not there is a row that says so.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/export"
)

const (
	loops  = 200 // over all strings in one round
	rounds = 7   // the fastest counts
)

// The programs read the number of strings, and each with its length, as 32 bits. They print the
// nanoseconds for a string and how many conform.
const (
	inC = `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "iri.c"
int main(void) {
	uint32_t n, length;
	if (fread(&n, 4, 1, stdin) != 1) return 1;
	char **s = malloc(n * sizeof *s);
	size_t *l = malloc(n * sizeof *l);
	for (uint32_t i = 0; i < n; i++) {
		if (fread(&length, 4, 1, stdin) != 1) return 1;
		s[i] = malloc((l[i] = length) + 1);
		if (fread(s[i], 1, length, stdin) != length) return 1;
	}
	double best = 1e300;
	long good = 0;
	for (int r = 0; r < ROUNDS; r++) {
		struct timespec a, b;
		clock_gettime(CLOCK_MONOTONIC, &a);
		good = 0;
		for (int k = 0; k < LOOPS; k++)
			for (uint32_t i = 0; i < n; i++) good += iri_is_valid(s[i], l[i]);
		clock_gettime(CLOCK_MONOTONIC, &b);
		double t = ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / LOOPS / n;
		if (t < best) best = t;
	}
	printf("%f %ld\n", best, good / LOOPS);
}
`
	inRust = `#[path = "iri.rs"]
#[allow(dead_code)]
mod iri;
use std::io::Read;
fn main() {
	let mut all = Vec::new();
	std::io::stdin().read_to_end(&mut all).unwrap();
	let number = |at: usize| u32::from_le_bytes(all[at..at + 4].try_into().unwrap()) as usize;
	let (n, mut at, mut s) = (number(0), 4, Vec::new());
	for _ in 0..n {
		let length = number(at);
		s.push(all[at + 4..at + 4 + length].to_vec());
		at += 4 + length;
	}
	let (mut best, mut good) = (f64::MAX, 0);
	for _ in 0..ROUNDS {
		let start = std::time::Instant::now();
		good = 0;
		for _ in 0..LOOPS {
			for x in &s {
				good += iri::is_valid(std::hint::black_box(x)) as usize;
			}
		}
		best = best.min(start.elapsed().as_nanos() as f64 / LOOPS as f64 / n as f64);
	}
	println!("{} {}", best, good / LOOPS);
}
`
	inNode = `import { isIri } from INDEX
import { readFileSync } from 'node:fs'
const s = readFileSync('strings.jsonl', 'utf8').trimEnd().split('\n').map((l) => JSON.parse(l))
let best = Infinity, good = 0
for (let r = 0; r < ROUNDS; r++) {
	const start = process.hrtime.bigint()
	good = 0
	for (let k = 0; k < LOOPS; k++) for (const x of s) if (isIri(x)) good++
	best = Math.min(best, Number(process.hrtime.bigint() - start) / LOOPS / s.length)
}
console.log(best, good / LOOPS)
`
)

func main() {
	log.SetFlags(0)
	dir, err := os.MkdirTemp("", "exports")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := run(dir); err != nil {
		log.Print(err)
	}
}

func run(dir string) error {
	texts, err := read(filepath.Join("..", "conformance", "syntax", "rfc3987.jsonl"))
	if err != nil {
		return err
	}
	packed := binary.LittleEndian.AppendUint32(nil, uint32(len(texts)))
	var lines []byte
	for _, s := range texts {
		packed = append(binary.LittleEndian.AppendUint32(packed, uint32(len(s))), s...)
		line, err := json.Marshal(s)
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	index, err := filepath.Abs(filepath.Join("..", "npm", "index.js"))
	if err != nil {
		return err
	}
	files := map[string]string{"strings.jsonl": string(lines), "main.c": inC, "main.rs": inRust, "main.mjs": inNode}
	top := spec.RFC3987.Top()
	for name, target := range map[string]string{"iri.c": "c", "iri.rs": "rust"} {
		src := export.Source{Name: "rfc3987", Grammar: spec.RFC3987.Grammar(), Rule: top.Definition(), Version: "bench"}
		if files[name], err = export.Write(target, src); err != nil {
			return err
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(replace(text, index)), 0o666); err != nil {
			return err
		}
	}
	own, good := inProcess(texts)
	fmt.Printf("%s; %d strings, %d of them IRIs\n\n", bench.Machine(), len(texts), good)
	fmt.Println("| what | ns a string | times iri.Valid |")
	fmt.Println("| --- | ---: | ---: |")
	row := func(name string, ns float64, count int, err error) {
		switch {
		case err != nil:
			fmt.Printf("| %s | %v | |\n", name, err)
		case count >= 0 && count != good:
			fmt.Printf("| %s | %d conform | |\n", name, count)
		default:
			fmt.Printf("| %s | %.0f | %.2f |\n", name, ns, ns/own)
		}
	}
	row("iri.Valid, Go", own, good, nil)
	program := func(name string, build []string, words ...string) {
		ns, count, err := measure(dir, packed, build, words)
		row(name, ns, count, err)
	}
	program("C, gcc -O2", []string{"gcc", "-O2", "-o", "c", "main.c"}, "./c")
	program("Rust, -O", []string{"rustc", "--edition", "2021", "-O", "-o", "rust", "main.rs"}, "./rust")
	program("JavaScript, npm/index.js", nil, "node", "main.mjs")
	for _, name := range []string{"@hyperjump/uri", "validate-iri", "ajv-formats", "uri-js", "fast-uri", "whatwg-url", "n3"} {
		ns, err := npmPeer(name, lines)
		row(name+", npm", ns, -1, err)
	}
	return nil
}

func replace(text, index string) string {
	return strings.NewReplacer("ROUNDS", strconv.Itoa(rounds), "LOOPS", strconv.Itoa(loops), "INDEX", strconv.Quote(index)).Replace(text)
}

// read returns the strings of the rows for the rule IRI.
func read(name string) (all []string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r struct {
			Input string
			Rules []string
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		if r.Rules[0] == "IRI" {
			all = append(all, r.Input)
		}
	}
	return all, nil
}

func inProcess(all []string) (ns float64, good int) {
	for round := range rounds {
		start := time.Now()
		good = 0
		for range loops {
			for _, s := range all {
				if iri.Valid(s) {
					good++
				}
			}
		}
		if t := float64(time.Since(start).Nanoseconds()) / loops / float64(len(all)); round == 0 || t < ns {
			ns = t
		}
	}
	return ns, good / loops
}

// measure builds a program and runs it over the strings.
func measure(dir string, packed []byte, build, words []string) (ns float64, good int, err error) {
	if build != nil {
		cmd := exec.Command(build[0], build[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return 0, 0, fmt.Errorf("not built: %v %.60q", err, out)
		}
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(packed)
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("not run: %v", err)
	}
	_, err = fmt.Sscan(string(out), &ns, &good)
	return ns, good, err
}

// npmPeer runs a peer of the table of peers.
func npmPeer(name string, lines []byte) (ns float64, err error) {
	cmd := exec.Command("node", "peers/peers.mjs", name)
	cmd.Stdin = bytes.NewReader(lines)
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("not run: %v", err)
	}
	var last string
	for s := bufio.NewScanner(bytes.NewReader(out)); s.Scan(); {
		last = s.Text()
	}
	return strconv.ParseFloat(last, 64)
}
