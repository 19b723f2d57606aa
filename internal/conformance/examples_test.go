package conformance_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// parseGlob parses the Go files that the pattern names: tests, or all others.
func parseGlob(t *testing.T, pattern string, tests bool) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: got %q, %v", pattern, names, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") != tests {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// TestExamples checks that an example calls every exported function and method, except the
// methods of the interfaces that package fmt, encodings and the like call, and deprecated ones.
func TestExamples(t *testing.T) {
	called := make(map[string]bool)
	for _, pattern := range []string{"../../*_test.go", "../../examples/*_test.go", "../../charset/*_test.go",
		"../../legacy/*_test.go", "../../grammars/*_test.go"} {
		for _, file := range parseGlob(t, pattern, true) {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || !strings.HasPrefix(f.Name.Name, "Example") && strings.HasPrefix(pattern, "../../*") {
					continue
				}
				ast.Inspect(f, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						called[s.Sel.Name] = true
					}
					return true
				})
			}
		}
	}
	implicit := regexp.MustCompile(`^((Un)?[Mm]arshal|Append)(Text|Binary|JSON)$|^(String|Error|Format|Is|As|Unwrap|` +
		`Scan|Value|LogValue|GoString)$`)
	for _, file := range slices.Concat(parseGlob(t, "../../*.go", false), parseGlob(t, "../../charset/*.go", false),
		parseGlob(t, "../../legacy/*.go", false), parseGlob(t, "../../grammars/*.go", false)) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || called[f.Name.Name] || f.Name.Name == "PublicError" || strings.Contains(f.Doc.Text(), "\nDeprecated: ") {
				continue
			}
			if f.Recv != nil {
				typ := f.Recv.List[0].Type
				if star, ok := typ.(*ast.StarExpr); ok {
					typ = star.X
				}
				if name, ok := typ.(*ast.Ident); !ok || !name.IsExported() || implicit.MatchString(f.Name.Name) {
					continue
				}
			}
			t.Errorf("no example calls %s", f.Name.Name)
		}
	}
}
