package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sizes are programs that each use one part of the API, and how many KiB such a program may have
// more than one with net/url alone, stripped, on linux/amd64.
var sizes = []struct {
	name, imports, call string
	most                int
}{
	{"net/url alone", "", "u", 0},
	{"Valid", "", "iri.Valid(s)", 260},
	{"Parse", "", "iri.Parse(s)", 1850},
	{"IsScheme and Host.Equal", "", "i.IsScheme(s), h.Equal(h)", 530},
	{"URI", "", "i.URI()", 2200},
	{"Normalize", "", "i.Normalize(iri.RungScheme)", 1400},
	{"Check", "", "iri.Check(s)", 2800},
	{"Policy", "", "(&iri.Policy{}).Check(s)", 2800},
	{"Rule.Tree", "", "iri.RFC3987.Top().Tree(s)", 2800},
	{"grammars.Read", `"github.com/rfc3987/iri/grammars"`, "grammars.Read(grammars.File{Name: s})", 1600},
	{"charset", `"github.com/rfc3987/iri/charset"`, "charset.Parse(s)", 600},
}

// source returns the program for a call.
func source(imports, call string) string {
	if call == "u" {
		return "package main\n\nimport (\n\t\"fmt\"\n\t\"net/url\"\n\t\"os\"\n)\n\nfunc main() {\n\tu, err := " +
			"url.Parse(os.Args[1])\n\tfmt.Println(u, err)\n}\n"
	}
	return `package main

import (
	"fmt"
	"net/url"
	"os"

	"github.com/rfc3987/iri"
	` + imports + `
)

var (
	i iri.IRI
	h iri.Host
	_ iri.Code
)

func main() {
	s := os.Args[1]
	u, err := url.Parse(s)
	fmt.Println(u, err, i.IsZero(), h.String())
	fmt.Println(` + call + `)
}
`
}

// TestSize prints what each part of the API costs in a program, and holds that it does not cost more than it did.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for each part of the API")
	}
	dir, err := os.MkdirTemp(".", "size") // inside of the module, for its go.mod
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	base := 0
	fmt.Printf("%-25s %8s %s\n", "program", "KiB", "over net/url")
	for _, p := range sizes {
		if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source(p.imports, p.call)), 0o666); err != nil {
			t.Fatal(err)
		}
		bin := filepath.Join(dir, "program")
		build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, "./"+dir)
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", p.name, err, strings.TrimSpace(string(out)))
		}
		info, err := os.Stat(bin)
		if err != nil {
			t.Fatal(err)
		}
		size := int(info.Size() >> 10)
		if base == 0 {
			base = size
		}
		fmt.Printf("%-25s %8d %d\n", p.name, size, size-base)
		if size-base > p.most {
			t.Errorf("%s: a program has %d KiB more than one with net/url, at most %d are allowed", p.name, size-base, p.most)
		}
	}
}

// TestLinked holds that a program which checks strings, and names productions, is linked without what reads grammars.
func TestLinked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir, err := os.MkdirTemp(".", "linked") // inside of the module, for its go.mod
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source("", "iri.Check(s)")), 0o666); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-ldflags=", "-o", bin, "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	symbols, err := exec.Command("go", "tool", "nm", bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	const abnf = "iri/internal/grammar/abnf."
	if !strings.Contains(string(symbols), abnf+"Unpack") {
		t.Error("there is no abnf.Unpack: has it another name?")
	}
	for _, name := range []string{"Parse", "Load", "Merge", "link", "check", "(*reader)", "(*linker)"} {
		for line := range strings.Lines(string(symbols)) {
			if _, symbol, ok := strings.Cut(line, abnf+name); ok && (symbol == "\n" || symbol[0] == '.') {
				t.Errorf("it is linked: %s", line)
			}
		}
	}
}
