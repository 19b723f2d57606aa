package export

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/rfc3987/iri/internal/testkit"
)

// demanded reports whether the compilers and engines have to be there: make test WHAT=export
// asks for them, and then every rule is tested with all rows.
func demanded() bool { return testkit.Asked("export") != "" }

// need skips the test where a program is missing, or fails with the Debian package that has it. The
// short tests start no programs.
func need(t *testing.T, program, debian string) {
	t.Helper()
	if testing.Short() && !demanded() {
		t.Skip("starts other programs")
	}
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if demanded() {
		t.Fatalf("%s is missing: install the Debian package %s", program, debian)
	}
	t.Skipf("%s is missing", program)
}

// postgres starts a server of PostgreSQL, with a database of its own, and returns the environment in which psql finds
// it.
// Its programs find those of the folders, and its user may read them: that is not root.
func postgres(t *testing.T, folders ...string) []string {
	t.Helper()
	need(t, "psql", "postgresql")
	programs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(programs) == 0 {
		t.Skip("there is psql and no server")
	}
	dir, err := os.MkdirTemp("/tmp", "postgres") // the path of a socket has at most 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for _, folder := range folders {
		os.Chmod(filepath.Dir(folder), 0o755) // of the test
	}
	path := "PATH=" + strings.Join(folders, ":") + ":" + programs[len(programs)-1] + ":/usr/bin:/bin"
	as := func(command string) {
		cmd := exec.Command("sh", "-c", command)
		if os.Getuid() == 0 {
			os.Chmod(dir, 0o777)
			cmd = exec.Command("su", "postgres", "-s", "/bin/sh", "-c", path+"; "+command)
		}
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), path)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
	as("initdb -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync > log")
	as("pg_ctl -D data -w -l log -o \"-k " + dir + " -c listen_addresses= -c fsync=off\" start > start")
	t.Cleanup(func() { as("pg_ctl -D data -m immediate stop > stop") })
	return []string{"PGHOST=" + dir, "PGUSER=postgres", "PGDATABASE=postgres"}
}

// run runs a program in a folder and returns what it prints.
func run(t *testing.T, dir string, stdin []byte, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, stderr.String())
	}
	return stdout.String()
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// An engine is a language in which a test runs what is exported to it. Its driver reads strings,
// each after its length in 4 bytes, little-endian, and prints "+" or "-" for each on a line of
// its own. Where the rule is divided it prints the offsets of the components, "-" for one that
// is absent.
type engine struct {
	target, program, debian string
	file, driver, main      string
	build                   []string
	start                   []string
	encode                  func(string) []byte
	offset                  func(s string, at int) int
}

// tableEngines returns the languages that tables are exported to.
func tableEngines() []engine {
	utf8 := func(s string) []byte { return []byte(s) }
	bytes := func(_ string, at int) int { return at }
	return []engine{
		{"c", "gcc", "gcc", "rule.h", cDriver, "main.c",
			[]string{"gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "driver", "main.c"},
			[]string{"./driver"}, utf8, bytes},
		{"go", "go", "golang", "rule/rule.go", goDriver, "main.go",
			[]string{"go", "build", "-ldflags=-w", "-o", "driver", "main.go"}, []string{"./driver"}, utf8, bytes},
		{"rust", "rustc", "rustc", "rule.rs", rustDriver, "main.rs",
			[]string{"rustc", "--edition", "2021", "-O", "-D", "warnings", "-o", "driver", "main.rs"},
			[]string{"./driver"}, utf8, bytes},
		{"js", "node", "nodejs", "rule.mjs", jsDriver, "main.mjs", nil, []string{"node", "main.mjs"}, utf16LE,
			func(s string, at int) int { return len(utf16.Encode([]rune(s[:at]))) }},
		{"python", "python3", "python3", "rule.py", pythonDriver, "main.py", nil, []string{"python3", "main.py"},
			utf16LE,
			func(s string, at int) int { return len([]rune(s[:at])) }},
	}
}

func utf16LE(s string) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return out
}

// verdicts exports a rule and runs its driver over strings that are encoded. It returns one line
// for each.
func (e engine) verdicts(t *testing.T, s Selection, strs [][]byte) []string {
	t.Helper()
	need(t, e.program, e.debian)
	text, err := Write(e.target, s)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(strings.TrimLeft(first, "/# "), "Code generated ") ||
		!strings.HasSuffix(first, "DO NOT EDIT.") {
		t.Errorf("the first line is %q", first)
	}
	dir := t.TempDir()
	if e.target == "go" {
		write(t, dir, "go.mod", "module driver\n\ngo 1.21\n")
		if err := os.Mkdir(filepath.Join(dir, "rule"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	m := newMachine(s)
	driver := e.driver
	if s.bounds() == nil {
		// What stands between the two marks is for rules that are divided.
		before, rest, _ := strings.Cut(driver, "/*split*/")
		if e.target == "python" {
			before, rest, _ = strings.Cut(driver, "#split\n")
			_, rest, _ = strings.Cut(rest, "#split\n")
		} else {
			_, rest, _ = strings.Cut(rest, "/*split*/")
		}
		driver = before + rest
	}
	driver = strings.NewReplacer("RULE", m.Prefix, "PACKAGE", m.Package).Replace(driver)
	write(t, dir, e.file, text)
	write(t, dir, e.main, driver)
	if e.build != nil {
		run(t, dir, nil, e.build[0], e.build[1:]...)
	}
	var in []byte
	for _, s := range strs {
		in = append(binary.LittleEndian.AppendUint32(in, uint32(len(s))), s...)
	}
	out := strings.Split(strings.TrimSuffix(run(t, dir, in, e.start[0], e.start[1:]...), "\n"), "\n")
	if len(out) != len(strs) {
		t.Fatalf("%d lines for %d strings", len(out), len(strs))
	}
	return out
}

const cDriver = `#include <stdio.h>
#include <stdlib.h>
#include "rule.h"

int main(void) {
    static char buffer[1 << 22];
    unsigned char head[4];
    while (fread(head, 1, 4, stdin) == 4) {
        size_t n = head[0] | head[1] << 8 | head[2] << 16 | (size_t)head[3] << 24;
        if (fread(buffer, 1, n, stdin) != n) return 1;
        char *text = malloc(n ? n : 1); /* of exactly that length, for tools that watch memory */
        for (size_t i = 0; i < n; i++) text[i] = buffer[i];
        putchar(RULE_is_valid(text, n) ? '+' : '-');
        /*split*/
        RULE_parts p;
        if (RULE_split(text, n, &p)) {
            RULE_span all[] = {p.scheme, p.authority, p.userinfo, p.host, p.port, p.path, p.query, p.fragment};
            for (int i = 0; i < 8; i++)
                if (all[i].present) printf(" %zu,%zu", all[i].start, all[i].end);
                else printf(" -");
        }
        /*split*/
        putchar('\n');
        free(text);
    }
    return 0;
}
`

const goDriver = `package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	rule "driver/rule"
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return
		}
		buffer := make([]byte, binary.LittleEndian.Uint32(head[:]))
		io.ReadFull(in, buffer)
		text := string(buffer)
		if rule.IsValid(text) {
			fmt.Fprint(out, "+")
		} else {
			fmt.Fprint(out, "-")
		}
		/*split*/
		if p, ok := rule.Split(text); ok {
			for _, s := range []rule.Span{p.Scheme, p.Authority, p.Userinfo, p.Host, p.Port, p.Path, p.Query, p.Fragment} {
				if s.Start < 0 {
					fmt.Fprint(out, " -")
				} else {
					fmt.Fprintf(out, " %d,%d", s.Start, s.End)
				}
			}
		}
		/*split*/
		fmt.Fprintln(out)
	}
}
`

const rustDriver = `mod rule;

use std::io::{Read, Write};

fn main() {
    let mut all = Vec::new();
    std::io::stdin().read_to_end(&mut all).unwrap();
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut rest = &all[..];
    while rest.len() >= 4 {
        let n = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
        let text = &rest[4..4 + n];
        rest = &rest[4 + n..];
        write!(out, "{}", if rule::is_valid(text) { '+' } else { '-' }).unwrap();
        /*split*/
        if let Some(p) = rule::split(text) {
            for s in [p.scheme, p.authority, p.userinfo, p.host, p.port, Some(p.path), p.query, p.fragment] {
                match s {
                    Some(s) => write!(out, " {},{}", s.start, s.end).unwrap(),
                    None => write!(out, " -").unwrap(),
                }
            }
        }
        /*split*/
        writeln!(out).unwrap();
    }
}
`

const jsDriver = `import { readFileSync, writeSync } from "node:fs";
import * as rule from "./rule.mjs";

const all = readFileSync(0);
const out = [];
for (let at = 0; at < all.length; ) {
  const n = all.readUInt32LE(at);
  const text = all.toString("utf16le", at + 4, at + 4 + n);
  at += 4 + n;
  let line = rule.isValid(text) ? "+" : "-";
  /*split*/
  const p = rule.split(text);
  if (p) for (const s of [p.scheme, p.authority, p.userinfo, p.host, p.port, p.path, p.query, p.fragment]) line += s ? " " + s[0] + "," + s[1] : " -";
  /*split*/
  out.push(line + "\n");
}
const bytes = Buffer.from(out.join(""));
for (let at = 0; at < bytes.length; ) {
  try {
    at += writeSync(1, bytes, at);
  } catch (e) {
    if (e.code !== "EAGAIN") throw e;
  }
}
`

const pythonDriver = `import sys
import rule

data = sys.stdin.buffer.read()
at = 0
out = []
while at < len(data):
    n = int.from_bytes(data[at:at + 4], "little")
    text = data[at + 4:at + 4 + n].decode("utf-16-le", "surrogatepass")
    at += 4 + n
    line = "+" if rule.is_valid(text) else "-"
#split
    p = rule.split(text)
    if p is not None:
        for s in (p.scheme, p.authority, p.userinfo, p.host, p.port, p.path, p.query, p.fragment):
            line += " -" if s is None else " %d,%d" % s
#split
    out.append(line + "\n")
sys.stdout.write("".join(out))
`
