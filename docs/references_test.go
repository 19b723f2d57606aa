package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestReferences holds that what comments and pages name is there: files and folders of the repository, links and their
// anchors, sections of RFC 3986 and RFC 3987, targets of make, tests, and types, functions and methods of its packages.
func TestReferences(t *testing.T) {
	r := readRepository(t)
	for _, name := range r.files {
		if path.Ext(name) == ".go" && !strings.Contains(name, "testdata/") && !strings.HasSuffix(name, "_gen.go") {
			for _, group := range r.comments[name] {
				for _, fault := range r.faults(name, group.text, group.text) {
					t.Errorf("%s:%d: %s", name, group.line, fault)
				}
			}
		}
		page := path.Ext(name) == ".md"
		script := slices.Contains([]string{".mk", ".mjs", ".js", ".cjs", ".py", ".pl", ".s", ".yml", ".yaml", ".abnf"}, path.Ext(name)) ||
			name == "Makefile" || name == ".ci/run"
		if !page && !script || name == "CHANGELOG.md" || strings.Contains(name, "testdata/") {
			continue // the changelog speaks of what was there, too
		}
		for i, line := range strings.Split(r.read(t, name), "\n") {
			code := strings.Join(inCode.FindAllString(line, -1), " ")
			if strings.HasPrefix(line, "// Code generated") {
				continue
			}
			if script {
				line = inComment.FindString(line)
				code = line
			}
			for _, fault := range r.faults(name, line, code) {
				t.Errorf("%s:%d: %s", name, i+1, fault)
			}
		}
	}
}

// TestReferencesFail holds that TestReferences sees what is not there.
func TestReferencesFail(t *testing.T) {
	r := readRepository(t)
	for _, tt := range []struct{ name, text, want string }{
		{"a file", "see internal/testkit/testkit.go", ""},
		{"one that is gone", "see internal/testkit/nosuch.go", "internal/testkit/nosuch.go"},
		{"of another layer", "see text/nosuch/x", "text/nosuch/x"},
		{"a folder", "in internal/nosuch", "internal/nosuch"},
		{"a pattern", "grammar/*.abnf", ""},
		{"a name alone", "nosuch.go has it", "nosuch.go"},
		{"a page that nobody has", "by design.md", "design.md"},
		{"a section of it", "the rules (design §4)", "design §4"},
		{"a section of an RFC", "RFC 3986 §6.2.2.3, RFC 3987 §3.2.1", ""},
		{"that it does not have", "RFC 3986 §5.2.5", "RFC 3986 §5.2.5"},
		{"nor on top", "RFC 3987 §11", "RFC 3987 §11"},
		{"a link", "[x](formats.md)", ""},
		{"to nothing", "[x](nosuch.md)", "nosuch.md"},
		{"an anchor", "[x](formats.md#json)", ""},
		{"that is not there", "[x](formats.md#nosuch)", "formats.md#nosuch"},
		{"of the page itself", "[x](#nosuch)", "#nosuch"},
		{"a target", "make test-short", ""},
		{"a part of one", "run make page WHAT=serve", ""},
		{"that is not there", "run make page-nosuch", "make page-nosuch"},
		{"a part that is not there", "run make page WHAT=nosuch", "make page WHAT=nosuch"},
		{"the word", "to make room for it", ""},
		{"a test", "TestReferences does", ""},
		{"that is not there", "TestNoSuch does", "TestNoSuch"},
		{"a type", "a spec.Rule", ""},
		{"a method", "by spec.Rule.Valid", ""},
		{"that is not there", "a spec.NoSuch", "spec.NoSuch"},
		{"a method that is not there", "by spec.Rule.NoSuch", "spec.Rule.NoSuch"},
		{"of another module", "url.Parse and [regexp.Regexp]", ""},
		{"in brackets", "see [repository]", ""},
		{"in brackets, and not there", "see [NoSuch]", "[NoSuch]"},
	} {
		if got := strings.Join(r.faults("docs/x_test.go", tt.text, tt.text), ", "); !strings.Contains(got, tt.want) ||
			tt.want == "" && got != "" {
			t.Errorf("%s: %q: got %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}

// A repository is what can be named: tracked files, their folders, and what its packages declare.
type repository struct {
	files    []string
	there    map[string]bool // files and folders
	names    map[string]bool // of files, without their folders
	comments map[string][]comment
	declared map[string]map[string]bool // by the name of a package: names, and "Type.Method"
	packages map[string]string          // by the name of a file: that of its package
	foreign  map[string]map[string]bool // by the name of a file: the packages of others that it imports
	tests    map[string]bool
	targets  map[string]bool
}

type comment struct {
	line int
	text string
}

var (
	inCode    = regexp.MustCompile("`[^`]+`|\\]\\([^)]*\\)|make [a-z]\\S*( WHAT=[a-z0-9]+)?")
	inComment = regexp.MustCompile(`^\s*(#|//|;).*`)
	anyURL    = regexp.MustCompile(`\w+://\S+|github\.com/\S+|golang\.org/\S+|example\.org/\S+`)
	design    = regexp.MustCompile(`design\.md|design §\d+`) // beside the repository
	section   = regexp.MustCompile(`(RFC 398[67]),? §(\d+(?:\.\d+)*)`)
	link      = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pathNamed = regexp.MustCompile(`(^|[\s("'\x60,;])((?:\.\./)*[.\w]+(?:/[\w.*-]+)+|[a-zA-Z][\w-]+\.(?:go|md|s|mjs|` +
		`mk|peg|py|yml))\b`)
	target    = regexp.MustCompile(`\bmake ([a-z]+(?:-[a-z0-9]+)*)(?: WHAT=([a-z0-9]+))?`)
	testNamed = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark|Example)[A-Z]\w*`)
	goNamed   = regexp.MustCompile(`(^|[^\w./$"-])([a-z]\w*)\.([A-Z]\w*)(?:\.([A-Za-z]\w*))?`)
	docLink   = regexp.MustCompile(`(?:^|[\s(])\[([A-Z]\w*[a-z]\w*(?:\.\w+)?)\]`)
)

// sections are how many sections the documents have, and each section that is divided.
var sections = map[string]map[string]int{
	"RFC 3986": {"": 10, "1": 3, "1.1": 3, "1.2": 3, "2": 5, "3": 5, "3.2": 3, "4": 5, "5": 4, "5.1": 4, "5.2": 4,
		"5.4": 2,
		"6":   2, "6.2": 4, "6.2.2": 3, "7": 6, "10": 2},
	"RFC 3987": {"": 10, "1": 4, "2": 2, "3": 2, "3.2": 1, "4": 4, "5": 3, "5.3": 4, "5.3.2": 4, "6": 5, "7": 8,
		"10": 2},
}

// faults returns what a comment or a line of a file names that is not there. code is the part of the text that is
// code: all of a comment, and of a page what stands between backticks.
func (r *repository) faults(file, text, code string) (faults []string) {
	fault := func(s string) {
		if !slices.Contains(faults, s) {
			faults = append(faults, s)
		}
	}
	for _, m := range design.FindAllString(text, -1) {
		fault(m + " is not in the repository")
	}
	for _, m := range section.FindAllStringSubmatch(text, -1) {
		above, last := "", m[2]
		if i := strings.LastIndexByte(m[2], '.'); i >= 0 {
			above, last = m[2][:i], m[2][i+1:]
		}
		if have, _ := strconv.Atoi(last); have > sections[m[1]][above] {
			fault(m[0] + " is not there")
		}
	}
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if to, anchor, _ := strings.Cut(m[1], "#"); !strings.ContainsAny(m[1], `:\`) && !r.hasLink(file, to, anchor) {
			fault(m[1] + " is not there")
		}
	}
	text, code = anyURL.ReplaceAllString(text, ""), anyURL.ReplaceAllString(code, "")
	for _, m := range pathNamed.FindAllStringSubmatch(code, -1) {
		if name := strings.TrimRight(m[2], "./"); !r.hasPath(file, name) {
			fault(name + " is not there")
		}
	}
	for _, m := range target.FindAllStringSubmatch(code, -1) {
		isTarget := r.targets[m[1]] || !strings.Contains(m[1], "-") && m[2] == "" // "make room"
		if !isTarget || m[2] != "" && !r.targets[m[1]+"-"+m[2]] {
			fault(m[0] + " is not a target of the Makefile")
		}
	}
	for _, m := range testNamed.FindAllString(code, -1) {
		if !r.tests[m] && !r.declared["testkit"][m] {
			fault("there is no " + m)
		}
	}
	for _, m := range goNamed.FindAllStringSubmatch(code, -1) {
		if of := r.declared[m[2]]; of == nil || r.foreign[file][m[2]] ||
			slices.Contains([]string{"html", "json", "xml"}, m[2]) || r.declared[r.packages[file]][m[3]] {
			continue // of the standard library or another module, or a method of a variable of this name
		} else if !of[m[3]] || m[4] != "" && !of[m[3]+"."+m[4]] && !of[m[4]] {
			fault("there is no " + strings.Trim(m[2]+"."+m[3]+"."+m[4], "."))
		}
	}
	if path.Ext(file) == ".go" {
		for _, m := range docLink.FindAllStringSubmatch(text, -1) {
			of := r.declared[r.packages[file]]
			owner, member, _ := strings.Cut(m[1], ".")
			has := of[m[1]] || of[owner+".*"] && of[member]
			if !has && m[1] != "Bidi" && m[1] != "Vv" { // a reference of an RFC, a pattern
				fault("there is no [" + m[1] + "]")
			}
		}
	}
	return faults
}

// hasPath reports whether a file or folder is there, from the folder of the file that names it or one above it, or
// from internal. What begins with no folder of these is not of the repository: a type of media, a package of others.
func (r *repository) hasPath(file, name string) bool {
	if !strings.Contains(name, "/") {
		return r.names[name]
	}
	name = strings.TrimPrefix(name, "./")
	first, _, _ := strings.Cut(name, "/")
	ours := first == ".." && path.Ext(file) == ".md"
	from := []string{"internal"}
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		from = append(from, dir)
	}
	for _, from := range append(from, ".") {
		ours = ours || r.there[path.Join(from, first)]
		want := path.Join(from, name)
		isMatch := func(f string) bool { ok, _ := path.Match(want, f); return ok }
		if r.there[want] || strings.Contains(name, "*") && slices.ContainsFunc(r.files, isMatch) {
			return true
		}
	}
	return !ours || made.MatchString(name)
}

// made are files that programs write and git does not have, examples, and what stands beside the repository.
var made = regexp.MustCompile(`^(\.\./)*bin/|(^|/)node_modules|NAME|FILE|SPEC|^(\.\./)+shared/|\.wasm$|` +
	`wasm_exec\.js$|^text/(html|csv|plain|tab-separated-values)$`)

// hasLink reports whether a link of a page leads to a file or folder, and to a heading of it.
func (r *repository) hasLink(file, to, anchor string) bool {
	if to != "" {
		file = path.Join(path.Dir(file), to)
	}
	if anchor == "" || path.Ext(file) != ".md" {
		return r.there[file]
	}
	text, err := os.ReadFile(filepath.Join("..", file))
	if err != nil {
		return false
	}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		if strings.ReplaceAll(regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}

func (r *repository) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// readRepository reads what git tracks or would track, and parses the Go files.
func readRepository(t *testing.T) *repository {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-co", "--exclude-standard")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Skip("needs git: ", err)
	}
	r := &repository{
		there: make(map[string]bool), names: make(map[string]bool), comments: make(map[string][]comment),
		declared: make(map[string]map[string]bool),
		packages: make(map[string]string), foreign: make(map[string]map[string]bool), tests: make(map[string]bool),
		targets: make(map[string]bool),
	}
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if _, err := os.Stat(filepath.Join("..", name)); err != nil {
			continue // deleted, and not committed
		}
		r.files = append(r.files, name)
		r.names[path.Base(name)] = true
		for ; name != "."; name = path.Dir(name) {
			r.there[name] = true
		}
	}
	for _, name := range r.files {
		if path.Ext(name) == ".go" && !strings.Contains(name, "testdata/") {
			r.readGo(t, name)
		}
		if path.Base(name) == "Makefile" || path.Ext(name) == ".mk" {
			for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z0-9 -]*):`).FindAllStringSubmatch(r.read(t, name), -1) {
				for name := range strings.FieldsSeq(m[1]) {
					r.targets[name] = true
				}
			}
		}
	}
	return r
}

// readGo parses a file: its comments, and what it declares.
func (r *repository) readGo(t *testing.T, name string) {
	t.Helper()
	fset := token.NewFileSet()
	if path.Base(name) == "tables_gen.go" {
		return // megabytes, and one variable
	}
	mode := parser.SkipObjectResolution
	if !strings.HasSuffix(name, "_gen.go") {
		mode |= parser.ParseComments
	}
	file, err := parser.ParseFile(fset, filepath.Join("..", name), nil, mode)
	if err != nil {
		t.Fatal(err)
	}
	r.foreign[name] = make(map[string]bool)
	for _, spec := range file.Imports {
		if of := strings.Trim(spec.Path.Value, `"`); !strings.HasPrefix(of, "github.com/rfc3987/iri") {
			r.foreign[name][path.Base(of)] = true
		}
	}
	for _, g := range file.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "// Output:") || strings.HasPrefix(c.Text, "// Unordered output:") {
				break // what follows is printed by an example
			}
			if !strings.HasPrefix(c.Text, "//go:") {
				r.comments[name] = append(r.comments[name], comment{fset.Position(c.Pos()).Line, strings.TrimPrefix(c.Text, "//")})
			}
		}
	}
	pkg := strings.TrimSuffix(file.Name.Name, "_test")
	r.packages[name] = pkg
	if pkg == "main" {
		pkg = path.Base(path.Dir(name)) // a program is called by its folder
		r.packages[name] = pkg
	}
	r.packages[pkg] = pkg
	if r.declared[pkg] == nil {
		r.declared[pkg] = make(map[string]bool)
	}
	add := func(names ...string) { r.declared[pkg][strings.Join(names, ".")] = true }
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil {
				add(receiver(n.Recv.List[0].Type), n.Name.Name)
			} else if testNamed.MatchString(n.Name.Name) {
				r.tests[n.Name.Name] = true
			}
			add(n.Name.Name)
		case *ast.TypeSpec:
			add(n.Name.Name)
			for _, f := range members(n.Type) {
				for _, id := range f.Names {
					add(n.Name.Name, id.Name)
				}
				if len(f.Names) == 0 {
					add(n.Name.Name, "*") // it also has the members of what it embeds
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id.Name)
			}
		case *ast.Field:
			for _, id := range n.Names {
				add(id.Name)
			}
		}
		return true
	})
}

// members are the fields of a struct, or the methods of an interface.
func members(e ast.Expr) []*ast.Field {
	switch e := e.(type) {
	case *ast.StructType:
		return e.Fields.List
	case *ast.InterfaceType:
		return e.Methods.List
	}
	return nil
}

// receiver is the name of the type of a method.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
