// Program count prints the figures that the size of the project is judged by: "make count". Everybody counts with
// it, so that two figures of the same name mean the same.
//
//	go run ./internal/make/count         all of it, with a build that counts which files run: two minutes
//	go run ./internal/make/count -short  without that build
//
// It counts the files that git knows. A file whose first line says so is generated.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	short := flag.Bool("short", false, "without the build that counts which files run")
	flag.Parse()
	if err := count(*short); err != nil {
		fmt.Fprintln(os.Stderr, "count:", err)
		os.Exit(1)
	}
}

func count(short bool) error {
	t, err := readTree()
	if err != nil {
		return err
	}
	t.printLines()
	t.printPackages()
	if err := t.printNames(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "count")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := printFlags(dir); err != nil {
		return err
	}
	if err := t.printFunctions(); err != nil || short {
		return err
	}
	return printRun(dir)
}

// A kind says who wrote a file of code, and what for.
type kind int

const (
	byHand kind = iota
	tests
	generated
	assembly
	kinds
)

// A tree is the code that git knows: of each file its kind and its lines.
type tree struct {
	files map[string]kind
	lines map[string]int
}

func readTree() (*tree, error) {
	out, err := output("git", "ls-files", "-z", "--", "*.go", "*.s")
	if err != nil {
		return nil, err
	}
	t := &tree{files: make(map[string]kind), lines: make(map[string]int)}
	for name := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // deleted, and not committed
		}
		if err != nil {
			return nil, err
		}
		first, _, _ := bytes.Cut(text, []byte("\n"))
		t.lines[name] = bytes.Count(text, []byte("\n"))
		switch {
		case strings.HasSuffix(name, ".s"):
			t.files[name] = assembly
		case strings.HasPrefix(string(first), "// Code generated "), strings.HasSuffix(name, "_gen.go"):
			t.files[name] = generated
		case strings.HasSuffix(name, "_test.go"):
			t.files[name] = tests
		default:
			t.files[name] = byHand
		}
	}
	return t, nil
}

// of returns the names of the files of a kind, sorted.
func (t *tree) of(k kind) []string {
	var names []string
	for name, have := range t.files {
		if have == k {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// part returns the layer or the module in which a file lies: a folder of internal, the root, or the first folder.
func part(name string) string {
	words := strings.Split(name, "/")
	switch {
	case len(words) == 1, words[0] == "charset", words[0] == "legacy", words[0] == "grammars":
		return "root, charset"
	case words[0] == "internal":
		return words[1]
	}
	return words[0]
}

func (t *tree) printLines() {
	var all [kinds]int
	parts := make(map[string]*[kinds]int)
	for name, k := range t.files {
		p := part(name)
		if parts[p] == nil {
			parts[p] = new([kinds]int)
		}
		parts[p][k] += t.lines[name]
		all[k] += t.lines[name]
	}
	row := func(name string, n *[kinds]int) {
		fmt.Printf("  %-16s %8d %8d %10d %9d\n", name, n[byHand], n[tests], n[generated], n[assembly])
	}
	fmt.Printf("lines              by hand    tests  generated  assembly\n")
	row("all", &all)
	for _, p := range slices.SortedFunc(maps.Keys(parts), func(a, b string) int {
		return cmp.Or(cmp.Compare(parts[b][byHand], parts[a][byHand]), cmp.Compare(a, b))
	}) {
		row(p, parts[p])
	}
	both := *parts["files"]
	for k, n := range parts["work"] {
		both[k] += n
	}
	row("files and work", &both)
}

// printPackages counts the folders with code that is not a test.
func (t *tree) printPackages() {
	folders := make(map[string]bool)
	core := make(map[string]bool)
	for name, k := range t.files {
		if k == tests || k == assembly {
			continue
		}
		folders[path.Dir(name)] = true
		if inCore(name) {
			core[path.Dir(name)] = true
		}
	}
	fmt.Printf("\npackages           %d, from text to the root %d\n", len(folders), len(core))
}

// inCore reports whether a file lies between the layer text and the root: what checks and converts strings.
func inCore(name string) bool {
	switch part(name) {
	case "root, charset", "text", "grammar", "ref", "fast", "finding", "verdict", "rules", "check", "diagnose",
		"change", "normalize", "convert":
		return true
	}
	return false
}

// printNames counts what a program can name: the exported names of the root and of the packages beside it, methods
// and fields of structs apart.
func (t *tree) printNames() error {
	fmt.Printf("\npublic names       names  methods  codes\n")
	for _, dir := range []string{".", "charset", "legacy", "grammars"} {
		var names, methods, codes int
		for name, k := range t.files {
			if k != byHand && k != generated || path.Dir(name) != dir || strings.HasSuffix(name, "parser_gen.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					switch {
					case !d.Name.IsExported():
					case d.Recv == nil:
						names++
					case ast.IsExported(receiver(d)):
						methods++
					}
				case *ast.GenDecl:
					n := exported(d)
					if strings.Contains(name, "codes_gen.go") {
						codes += n
					} else {
						names += n
					}
				}
			}
		}
		if names+methods > 0 {
			fmt.Printf("  %-16s %5d %8d %6d\n", dir, names, methods, codes)
		}
	}
	return nil
}

// exported returns how many exported names a declaration has.
func exported(d *ast.GenDecl) (n int) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				n++
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() {
					n++
				}
			}
		}
	}
	return n
}

// receiver returns the name of the type of a method.
func receiver(d *ast.FuncDecl) string {
	typ := d.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// printFlags counts the flags of each command, as the shell completes them.
func printFlags(dir string) error {
	program := filepath.Join(dir, "iri")
	if _, err := output("go", "build", "-o", program, "./cmd/iri"); err != nil {
		return err
	}
	flags := func(words ...string) (n int, err error) {
		out, err := output(program, append(append([]string{"__complete"}, words...), "--")...)
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, "--") {
				n++
			}
		}
		return n, err
	}
	names := func(words ...string) (list []string, err error) {
		out, err := output(program, append(append([]string{"__complete"}, words...), "")...)
		for line := range strings.Lines(out) {
			name, _, ok := strings.Cut(line, "\t")
			if ok && !strings.HasPrefix(name, "-") && name != "help" && name != "completion" {
				list = append(list, name)
			}
		}
		return list, err
	}
	fmt.Printf("\nflags\n")
	commands, err := names()
	if err != nil {
		return err
	}
	for _, c := range commands {
		n, err := flags(c)
		if err != nil {
			return err
		}
		fmt.Printf("  %-16s %5d\n", c, n)
		if c != "grammar" {
			continue
		}
		below, err := names(c)
		if err != nil {
			return err
		}
		for _, b := range below {
			if n, err = flags(c, b); err != nil {
				return err
			}
			fmt.Printf("  %-16s %5d\n", c+" "+b, n)
		}
	}
	return nil
}

// printFunctions counts the functions of more than 80 lines, and names the longest.
func (t *tree) printFunctions() error {
	type function struct {
		name  string
		lines int
	}
	var long []function
	for _, name := range t.of(byHand) {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				if n := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; n > 80 {
					long = append(long, function{name + " " + f.Name.Name, n})
				}
			}
		}
	}
	slices.SortFunc(long, func(a, b function) int { return cmp.Compare(b.lines, a.lines) })
	fmt.Printf("\nfunctions of more than 80 lines: %d\n", len(long))
	for _, f := range long[:min(len(long), 12)] {
		fmt.Printf("  %5d %s\n", f.lines, f.name)
	}
	return nil
}

// Runs of the program, and what each is called.
var runs = []struct {
	name  string
	words []string
	file  string // what is written to the file that the last word names
	text  string
}{
	{"a clean IDN IRI", []string{"check", "-q", "http://例え.テスト/a?b"}, "", ""},
	{"a bad port", []string{"check", "-q", "http://h:8a/"}, "", ""},
	{"to-uri of an IRI", []string{"to-uri", "http://例え.テスト/é"}, "", ""},
	{"check of a Turtle file with a bad port", []string{"check", "-q", "-f"}, "a.ttl",
		"@prefix a: <http://a.example/> .\na:b a:c <http://h:8a/> , \"text\"@en .\n"},
	{"fix of a page", []string{"fix", "-q", "-f"}, "a.html",
		"<!DOCTYPE html><title>A</title><p><a href=\"http://e.example/?a b\">a</a> <img src=\"c.png\">\n"},
}

// printRun counts the files of which a run executes more than the start of the program does. The core is what lies
// between the layer text and the root.
func printRun(dir string) error {
	program := filepath.Join(dir, "iri-cover")
	if _, err := output("go", "build", "-cover", "-coverpkg=./...", "-o", program, "./cmd/iri"); err != nil {
		return err
	}
	start, err := executed(dir, program, []string{"version"})
	if err != nil {
		return err
	}
	fmt.Printf("\nfiles that run     core   all\n")
	for _, r := range runs {
		words := r.words
		if r.file != "" {
			file := filepath.Join(dir, r.file)
			if err := os.WriteFile(file, []byte(r.text), 0o600); err != nil {
				return err
			}
			words = append(slices.Clone(words), file)
		}
		blocks, err := executed(dir, program, words)
		if err != nil {
			return err
		}
		all := make(map[string]bool)
		core := make(map[string]bool)
		for b := range blocks {
			file, _, _ := strings.Cut(b, ":")
			if start[b] {
				continue
			}
			all[file] = true
			if inCore(file) {
				core[file] = true
			}
		}
		fmt.Printf("  %5d %5d  %s\n", len(core), len(all), r.name)
	}
	return nil
}

// executed runs the program, and returns the blocks of statements that it has executed, as FILE:FROM,TO.
func executed(dir, program string, words []string) (map[string]bool, error) {
	data, err := os.MkdirTemp(dir, "cover")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, words...)
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+data)
	// A run with findings ends with status 1.
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() > 1 {
		return nil, fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	profile := filepath.Join(data, "profile")
	if _, err := output("go", "tool", "covdata", "textfmt", "-i", data, "-o", profile); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(profile)
	if err != nil {
		return nil, err
	}
	blocks := make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line) // PATH:FROM,TO STATEMENTS COUNT
		if len(words) != 3 {
			continue
		}
		if n, err := strconv.Atoi(words[2]); err == nil && n > 0 {
			blocks[strings.TrimPrefix(words[0], "github.com/rfc3987/iri/")] = true
		}
	}
	return blocks, nil
}

// output runs a command, and returns what it prints.
func output(name string, words ...string) (string, error) {
	cmd := exec.Command(name, words...)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(words, " "), err, errors.Bytes())
	}
	return string(out), nil
}
