package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestVariables holds that no package variable is written after the program has started: by an assignment, by ++, or
// by delete or clear, in a function that is not init. What is made when it is first needed is in a lazy.Value, a
// sync.Map or an atomic, which are written by their methods.
func TestVariables(t *testing.T) {
	files, variables := parsePackages(t)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		for _, name := range writesOf(files[path], filepath.ToSlash(filepath.Dir(path)), variables) {
			t.Errorf("%s: a function writes the package variable %s", path, name)
		}
	}
}

// TestVariablesFail holds that TestVariables sees what is written.
func TestVariablesFail(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"an assignment", "func f() { v = 1 }", "p v"},
		{"of a part", "func f() { v.x[1] = 1 }", "p v"},
		{"one more", "func f() { v++ }", "p v"},
		{"in a function within", "func f() { func() { v = 1 }() }", "p v"},
		{"of a map", "func f() { delete(v, 1) }", "p v"},
		{"of another package", "func f() { q.W = 1 }", "q W"},
		{"in init", "func init() { v = 1 }", ""},
		{"a variable of the function", "func f(v int) { v = 1 }", ""},
		{"by :=", "func f() { v := 1; v = 2 }", ""},
		{"what a variable points to", "func f() { *v = 1 }", "p v"},
		{"a method", "func f() { v.Store(1) }", ""},
	} {
		src := "package p\nimport \"github.com/rfc3987/iri/q\"\nvar v int\n" + tt.body
		file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		got := writesOf(file, "p", map[string]bool{"p v": true, "q W": true})
		if strings.Join(got, ",") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// parsePackages parses all files but those of tests, by their path from the root, and returns the names of all package
// variables: "internal/text/percent hexValues".
func parsePackages(t *testing.T) (files map[string]*ast.File, variables map[string]bool) {
	t.Helper()
	files, variables = make(map[string]*ast.File), make(map[string]bool)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && (name == "testdata" || name == "node_modules" || name == "bin" ||
			name[0] == '.'):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			name == "tables_gen.go":
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("..", path)
		if err != nil {
			return err
		}
		files[rel] = file
		for _, decl := range file.Decls {
			if g, ok := decl.(*ast.GenDecl); ok && g.Tok == token.VAR {
				for name := range namesOf(g) {
					variables[filepath.ToSlash(filepath.Dir(rel))+" "+name] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files, variables
}

// writesOf returns the package variables that the functions of a file write, but for init. A name that a function
// declares anywhere in it is taken for its own.
func writesOf(file *ast.File, dir string, variables map[string]bool) (names []string) {
	packages := make(map[string]string) // by name: the folder
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if rel, ok := strings.CutPrefix(path, "github.com/rfc3987/iri/"); ok {
			name := rel[strings.LastIndexByte(rel, '/')+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			packages[name] = rel
		}
	}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Recv == nil && f.Name.Name == "init" {
			continue
		}
		own := namesOf(f)
		write := func(e ast.Expr) {
			name := variableOf(e)
			if from, member, ok := strings.Cut(name, "."); ok && packages[from] != "" && !own[from] {
				name, _, _ = strings.Cut(member, ".")
				name = packages[from] + " " + name
			} else if from, _, _ := strings.Cut(name, "."); !own[from] {
				name = dir + " " + from
			}
			if variables[name] && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						write(e)
					}
				}
			case *ast.IncDecStmt:
				write(n.X)
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && (id.Name == "delete" || id.Name == "clear") {
					write(n.Args[0])
				}
			}
			return true
		})
	}
	return names
}

// variableOf returns the name of the variable that an expression is a part of, with the names of fields:
// "v.x" of v.x[1].
func variableOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return variableOf(e.X) + "." + e.Sel.Name
	case *ast.IndexExpr:
		return variableOf(e.X)
	case *ast.ParenExpr:
		return variableOf(e.X)
	case *ast.StarExpr:
		return variableOf(e.X)
	}
	return ""
}

// namesOf returns the names that a declaration declares, with those within it.
func namesOf(decl ast.Node) map[string]bool {
	names := make(map[string]bool)
	add := func(list ...ast.Expr) {
		for _, e := range list {
			if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
				names[id.Name] = true
			}
		}
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				add(id)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				add(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				add(n.Key, n.Value)
			}
		}
		return true
	})
	return names
}
