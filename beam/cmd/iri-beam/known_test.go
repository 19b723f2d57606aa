package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUniq holds that the results, put together, are what iri uniq prints, of files of all formats that are read
// whole or in parts.
func TestUniq(t *testing.T) {
	dir := files(t)
	if err := os.WriteFile(filepath.Join(dir, "again.txt"), []byte("HTTP://a/0\nhttps://r\u00e9sum\u00e9.example/7\n"+
		"http://a/%30\nhttp://xn--bcher-kva/\nhttp://b\u00fccher/\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range []string{"", "--count", "--format json", "--count --format json", "--to case",
		"--to percent --host idna --count", "--spec rfc3986"} {
		args, out := strings.Fields(flags), t.TempDir()
		want, _, wantStatus := runCommand(t, "iri", append([]string{"uniq", "-q", "-f", dir}, args...)...)
		_, messages, status := runCommand(t, "iri-beam",
			append([]string{"uniq", "--input", dir, "--output", out, "--split-size", "5000"}, args...)...)
		if got := read(t, filepath.Join(out, "results-*")); got != want || want == "" || status != wantStatus {
			t.Errorf("%s: got %.300q, want %.300q; status %d, want %d: %s", flags, got, want, status, wantStatus, messages)
		}
	}
	if _, messages, status := runCommand(t, "iri-beam", "uniq", "--input", dir, "--output", t.TempDir(), "--format",
		"tsv"); status != 2 || !strings.Contains(messages, "--format tsv: choose one of text, json") {
		t.Errorf("status %d: %s", status, messages)
	}
}

// TestUniqTooLarge refuses more than 128 MiB in this process, in a folder and by a pattern, and packed less.
func TestUniqTooLarge(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for name, size := range map[string]int64{"a.txt": 65 << 20, "b.txt": 65 << 20, "c.nt.gz": 14 << 20} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil { // it has holes and takes no space
			t.Fatal(err)
		}
	}
	for _, input := range []string{dir, filepath.Join(dir, "*.txt"), filepath.Join(dir, "c.nt.gz")} {
		_, messages, status := runCommand(t, "iri-beam", "uniq", "--input", input, "--output", out)
		if status != 2 || !strings.Contains(messages, "larger than 128 MiB (packed ones than 13): use iri uniq -f FILES") {
			t.Errorf("%s: status %d, %s", input, status, messages)
		}
	}
}

// TestBaseline holds that a baseline is written, and used as iri check does it. A finding that is listed less
// often than it is there is left out so often from the start of the file.
func TestBaseline(t *testing.T) {
	dir := files(t)
	ours, theirs := filepath.Join(dir, "ours.json"), filepath.Join(dir, "theirs.json")
	same := func(flag, of string) {
		t.Helper()
		known := func(name string, args ...string) []string {
			args = append(args, "--baseline", name)
			if flag != "" {
				args = append(args, flag)
			}
			return args
		}
		out := t.TempDir()
		args := []string{"check", "--summary-only", "--format", "json", "-f", of}
		if of == dir {
			args = append(args, "--exclude", "ours.json")
		}
		want, said, wantStatus := runCommand(t, "iri", known(theirs, args...)...)
		got, messages, status := runCommand(t, "iri-beam", known(ours, "check", "--input", of, "--exclude",
			"theirs.json", "--output", out, "--split-size", "4000")...)
		if got != want || status != wantStatus || strings.ReplaceAll(messages, "iri-beam: ",
			"iri: ") != strings.ReplaceAll(said, "theirs", "ours") {
			t.Errorf("%s: got  %s\nwant %s\nstatus %d, want %d\n%s%s", flag, got, want, status, wantStatus, said, messages)
		}
		if a, b := read(t, ours), read(t, theirs); a != b {
			t.Errorf("%s: the file is\n%.500s\nwant\n%.500s", flag, a, b)
		}
	}
	same("--write-baseline", dir)
	same("", dir)
	// Some are listed less often than they are there, files have new findings, and one is gone.
	known := strings.ReplaceAll(read(t, ours), `"count":18}`, `"count":7}`)
	if known == read(t, ours) {
		t.Fatal("no finding is there 18 times")
	}
	for name, text := range map[string]string{ours: known, theirs: known,
		filepath.Join(dir, "dump.nt"): "<http://a/s> <http://a/p> <http://h:new/> .\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "a.csv")); err != nil {
		t.Fatal(err)
	}
	same("", dir)
	same("", filepath.Join(dir, "lines.txt"))
	same("--write-baseline", filepath.Join(dir, "lines.txt"))
	for _, tt := range []struct{ flags, want string }{
		{"--write-baseline", "writes the file of --baseline: give it too"},
		{"--baseline " + filepath.Join(dir, "none.json"), "none.json does not exist; --write-baseline writes it"},
		{"--baseline " + filepath.Join(dir, "a.jsonl"), "it is not a baseline"},
	} {
		args := append([]string{"check", "--input", dir, "--output", t.TempDir()}, strings.Fields(tt.flags)...)
		if _, messages, status := runCommand(t, "iri-beam", args...); status != 2 ||
			!strings.Contains(messages, tt.want) {
			t.Errorf("%s: status %d: %s", tt.flags, status, messages)
		}
	}
}
