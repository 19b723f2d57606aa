package main

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/testkit"
)

// packed returns a text as a compression packs it.
func packed(t *testing.T, kind, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := source.Pack(&b, kind)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(text))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestUnreadable holds that whatever is wrong with one file of a folder is a finding of that file, and exit status 1:
// the other files are read, and what cannot be read stays as it is. A file that is named is an error.
func TestUnreadable(t *testing.T) {
	testkit.StatesRFC(t, "http://e/a b")
	const (
		good = "<http://e.example/a b> <http://e.example/p> \"x\" .\n"
		pdf  = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"
		elf  = "\x7fELF\x02\x01\x01\x00\x00\x00"
		loc  = "<urlset><url><loc>http://e.example/a b</loc></url></urlset>"
	)
	half := func(s string) string { return s[:len(s)*2/3] }
	wide := inCharset(t, "le:\ufeff"+good)
	bzip2, err := hex.DecodeString("425a6839314159265359f10b3ae0000030d98000104001fbf032464440200048654fd281ea66a7ea8004551a68d1a0323d46" +
		"0cd5556dc02c1c01b801ea839512d256d2d9a8c7251e03f07b1d07d1b0d8731b8c0c0e030371fc5dc914e14243c42ceb80")
	if err != nil {
		t.Fatal(err)
	}
	many := strings.Repeat(good, 400)
	for name, text := range map[string]string{
		"declared.xml":    `<?xml version="1.0" encoding="nosuch"?>` + loc,
		"ascii.xml":       `<?xml version="1.0" encoding="us-ascii"?>` + strings.Replace(loc, "a b", "é", 1),
		"utf-16.xml":      `<?xml version="1.0" encoding="utf-16"?>` + loc,
		"nul.md":          "x\x00\x00y [a](http://e.example/a b)\n",
		"nul.yaml":        "url: \"http://e.example/\x00\x00a b\"\n",
		"nul.txt":         "http://e.example/\x00\x00",
		"wide.ttl":        wide,
		"wide.nq":         wide,
		"wide.jsonl":      wide,
		"wide.txt":        wide,
		"pdf.csv":         pdf,
		"pdf.md":          pdf,
		"pdf.xml":         pdf,
		"pdf.html":        pdf,
		"elf.json":        elf,
		"elf.tsv":         elf,
		"elf.nt":          elf,
		"cr.csv":          "a,url\r1,http://e.example/\r2,http://e.example/\r",
		"rdf.nt":          `<?xml version="1.0"?><rdf:RDF xmlns:rdf="x"/>` + "\n",
		"cut.nt.gz":       half(packed(t, "gzip", many)),
		"cut.nt.zst":      half(packed(t, "zstd", many)),
		"cut.urls.bz2":    half(string(bzip2)),
		"none.nt.gz":      "\x1f\x8b\x08",
		"pdf.csv.gz":      packed(t, "gzip", pdf),
		"elf.nt.zst":      packed(t, "zstd", elf),
		"wide.ttl.gz":     packed(t, "gzip", wide),
		"nul.txt.gz":      packed(t, "gzip", "http://e.example/\x00\x00"),
		"declared.xml.gz": packed(t, "gzip", `<?xml version="1.0" encoding="nosuch"?>`+loc),
	} {
		dir := filepath.Join(t.TempDir(), "d")
		file := filepath.Join(dir, name)
		write := func() {
			t.Helper()
			for name, text := range map[string]string{"good.nt": good, name: text} {
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, args := range [][]string{{"check"}, {"check", "--format", "json"}, {"check", "--format", "sarif"},
			{"check", "--format", "junit"}, {"check", "--jobs", "1", "--limit", "0"}, {"filter"}, {"filter", "--rejects", "-"},
			{"fix", "--list"}, {"fix", "-w"}, {"fix", "--diff"}, {"fix", "--format", "json"}, {"to-uri", "--list"},
			{"to-iri", "--diff"}, {"normalize", "--list"}, {"from-leiri", "--list"}, {"resolve", "--list", "http://e.example/"}, {"uniq"}, {"parse"}} {
			write()
			run := strings.Join(args, " ") + " of " + name
			out, errs, exit := runOn("", append(args, "-f", dir)...)
			if exit != 1 {
				t.Errorf("%s: status %d, %.400s", run, exit, errs)
			}
			if !strings.Contains(out+errs, name) {
				t.Errorf("%s: nothing is said of it: %.400s", run, errs)
			}
			if n := strings.Count(out, `"code":"unreadable","severity":"error","start"`); args[0] == "check" && len(args) == 3 && args[2] == "json" && n != 1 {
				t.Errorf("%s: %d findings, want 1: %.400s", run, n, out)
			}
			if got, err := os.ReadFile(file); err != nil || string(got) != text {
				t.Errorf("%s: the file has %d bytes now, not %d", run, len(got), len(text))
			}
			if got, _ := os.ReadFile(filepath.Join(dir, "good.nt")); (string(got) != good) != (run[:6] == "fix -w") {
				t.Errorf("%s: the file beside it has %q", run, got)
			}
			if out, _, exit := runOn("", append(args, "-f", file)...); exit != 2 {
				t.Errorf("%s: status %d if it is named, want 2: %.400s", run, exit, out)
			}
		}
	}
}
