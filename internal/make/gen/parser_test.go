package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/peg"
)

// module makes a module with the given grammar files besides the core rules, in
// which peg can be run.
func module(t *testing.T, files map[string]string) *job {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "grammar"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum", "grammar/core.abnf"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, "grammar", name+".abnf"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &job{root: dir, warn: io.Discard}
}

// text returns what has been generated for a file.
func (j *job) text(t *testing.T, name string) string {
	t.Helper()
	i := slices.IndexFunc(j.out, func(o output) bool { return o.file == name })
	if i < 0 {
		t.Fatalf("%s is not generated", name)
	}
	return string(j.out[i].text)
}

const small = `; spec: small
; title: Small
; top: list

; section: Small §1
list  = word *( "," word )
word  = 1*ALPHA
other = "unknown" / "x" / "xy" / %xE9-10FFFF
`

// TestParser checks the output of peg after the clean-up.
func TestParser(t *testing.T) {
	j := module(t, map[string]string{"small": small})
	for _, step := range []func() error{j.read, j.transcribe, j.generate} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	text := j.text(t, "parser_gen.go")
	first, _, _ := strings.Cut(text, "\n")
	if !regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.$`).MatchString(first) {
		t.Errorf("got the first line %q, want one that tools recognise", first)
	}
	for _, path := range []string{j.root, os.TempDir(), "go-build"} {
		if strings.Contains(text, path) {
			t.Errorf("got %q in parser_gen.go, want no path of this machine", path)
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), "parser_gen.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() {
				t.Errorf("got the exported %s", d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						t.Errorf("got the exported %s", s.Name)
					}
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if n.IsExported() {
							t.Errorf("got the exported %s", n)
						}
					}
				}
			}
		}
	}
	// Every production can be started from, and has its name.
	for _, want := range []string{
		"case \"list\":\n\t\t\treturn pegRuleSmall_List\n", "case \"word\":", "case \"other\":", "case \"ALPHA\":",
		"\t\"list\",\n", "\tpegRuleSmall_Word_items,\n\tpegRuleUnknown,\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %q in parser_gen.go", want)
		}
	}
}

// TestGenerateIsDeterministic generates twice, in different folders.
func TestGenerateIsDeterministic(t *testing.T) {
	var texts [2]string
	for i := range texts {
		j := module(t, map[string]string{"small": small})
		for _, step := range []func() error{j.read, j.transcribe, j.generate} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		texts[i] = j.text(t, "grammar/iri.peg") + j.text(t, "parser_gen.go")
	}
	if texts[0] != texts[1] {
		t.Error("two runs over the same grammar differ")
	}
}

// TestBadGrammars has grammars that cannot be built in: the run ends with the place and with what to do, and nothing is
// written.
func TestBadGrammars(t *testing.T) {
	for _, tt := range []struct{ name, file, text, want string }{
		{"a conflict", "small", small + "bad = *( %s\"1\" / %s\"2\" ) %s\"1\"\n",
			"grammar/small.abnf:9:1: rule bad: the repetition ('1' / '2')* and what follows it compete"},
		{"recursion", "small", small + "bad = \"(\" [ bad ] \")\"\n", "grammar/small.abnf:9:1: bad refers to itself"},
		{"a name", "small", strings.Replace(small, "; spec: small", "; spec: 1small", 1),
			`grammar/small.abnf:1:9: the spec is named "1small"`},
		{"a file with another name", "other", "; spec: small\nx = \"x\"\n",
			"grammar/other.abnf:1:9: the file of the spec small is named other.abnf: rename one of the two, the file " +
				"to small.abnf or the spec"},
		{"two names that are one without hyphens", "mo-re", "; spec: mo-re\nx = \"x\"\n",
			`without its hyphens, "more" is the name of the built-in spec mo-re`},
		{"what the header of another spec names", "small", strings.Replace(small, "; spec: small\n",
			"; spec: small\n; characters: nothing\n; reference: nobody\n", 1),
			`the header field "characters" names nothing`},
		{"the same", "small", strings.Replace(small, "; spec: small\n", "; spec: small\n; reference: nobody\n", 1),
			"names nobody as the reference rule"},
		{"no name", "small", strings.Replace(small, "; spec: small", "; of: small", 1),
			"grammar/small.abnf:1:1: the header does not name the spec"},
		{"the library", "tag", "; spec: tag\n; title: T\n; changes: rfc6570\n; top: varname\n\n; section: T §1\n" +
			"varname = 1*ALPHA\n", `there is no spec "rfc6570" that this file could change; the library has it`},
		{"the notation", "small", small + "bad = (\n", "grammar/small.abnf:9:8: expected an element"},
		{"several files", "bad", "; spec: bad\n; title: B\n\n; section: B §1\nbad = a\n",
			"grammar/bad.abnf:5:7: bad refers to a, which is not defined"},
		{"a rule that the library takes of a spec", "other", "; spec: other\n; title: O\n\n; section: O §1\nx = \"x\"\n",
			"grammar/library/own.abnf:2:18: nothing is imported from small, which has no such rule"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := module(t, map[string]string{"small": small,
				"more":  "; spec: more\n; title: M\n; changes: small\n\n; section: M §1\nother = \"x\"\n",
				tt.file: tt.text})
			if err := os.MkdirAll(j.path("grammar", "library"), 0o755); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile("../../../grammar/library/rfc6570.abnf")
			if err == nil {
				err = os.WriteFile(j.path("grammar", "library", "rfc6570.abnf"), text, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(j.path("grammar", "library", "own.abnf"), []byte("; spec: own\n; import: small (nothing)\n"+
				"own = nothing\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := j.run(); err == nil || strings.Count(err.Error(), tt.want) != 1 {
				t.Errorf("got %v, want %s once", err, tt.want)
			}
			for _, file := range []string{"grammar/iri.peg", "parser_gen.go", tablesFile} {
				if _, err := os.Stat(j.path(file)); err == nil {
					t.Errorf("%s is written", file)
				}
			}
		})
	}
}

// TestWarnings holds that what is to be looked at is said, and does not stop the run.
func TestWarnings(t *testing.T) {
	var said strings.Builder
	j := module(t, map[string]string{"small": small + "untaken = 1*ALPHA / word\nuser = untaken\n"})
	j.warn = &said
	if err := j.read(); err != nil {
		t.Fatal(err)
	}
	if want := "grammar/small.abnf:9:1: in untaken, word is never taken: all that it matches matches 1*ALPHA, which " +
		"is before it; write word first (a warning)\n"; said.String() != want {
		t.Errorf("got %s, want %s", said.String(), want)
	}
}

// TestReadOrdersSpecs checks that a spec comes after the one that it changes.
func TestReadOrdersSpecs(t *testing.T) {
	j := module(t, map[string]string{
		"small": small,
		"a":     "; spec: a\n; title: A\n; changes: b\n\n; section: A §1\nword = 2ALPHA\n",
		"b":     "; spec: b\n; title: B\n; changes: small\n\n; section: B §1\nword = 3ALPHA\n",
	})
	if err := j.read(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range j.grammars {
		got = append(got, g.Spec)
	}
	if s := strings.Join(got, " "); s != "small b a" {
		t.Errorf("got %s, want small b a", s)
	}
}

// TestCleanRefuses gives the clean-up texts that peg does not write.
func TestCleanRefuses(t *testing.T) {
	j := &job{parser: &peg.Parser{}}
	for _, src := range []string{"package iri\n", "not Go at all",
		"package iri\nconst endSymbol rune = 1\ntype pegRule uint8\n"} {
		out, err := j.clean([]byte(src))
		if err == nil {
			t.Errorf("%q: got no error", src)
		}
		if string(out) != src {
			t.Errorf("got %q, want what peg wrote, to be read", out)
		}
	}
}
