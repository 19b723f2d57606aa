package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// readWords reads the table of words in docs/architecture.md: for each word its types, as PACKAGE.NAME.
func readWords(t *testing.T) map[string][]string {
	t.Helper()
	_, table, _ := strings.Cut(readText(t, "architecture.md"), "\n## The words\n")
	table, _, _ = strings.Cut(table, "\n## ")
	words, name := make(map[string][]string), regexp.MustCompile("`([a-z]+\\.[A-Z][a-z]+)`")
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-z]+) \| .* \|(.*)\|$`).FindAllStringSubmatch(table, -1)[1:] {
		words[row[1]] = []string{}
		for _, m := range name.FindAllStringSubmatch(row[2], -1) {
			words[row[1]] = append(words[row[1]], m[1])
		}
	}
	return words
}

// TestWords holds that a word of the house is the name of no other types than those that docs/architecture.md lists,
// and that these exist.
func TestWords(t *testing.T) {
	words := readWords(t)
	if len(words) < 20 {
		t.Fatalf("docs/architecture.md has %d words, want 20 or more", len(words))
	}
	var found []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name == "node_modules" || name != ".." && strings.HasPrefix(name, ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_gen.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			types, ok := decl.(*ast.GenDecl)
			if !ok || types.Tok != token.TYPE {
				continue
			}
			for _, s := range types.Specs {
				name := s.(*ast.TypeSpec).Name.Name
				listed, isWord := words[strings.ToLower(name)]
				if !isWord || !ast.IsExported(name) {
					continue
				}
				full := file.Name.Name + "." + name
				found = append(found, full)
				if !slices.Contains(listed, full) {
					t.Errorf("%s: the type %s has the name of a word that docs/architecture.md keeps for %s", path, full,
						strings.Join(listed, ", "))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for word, listed := range words {
		for _, name := range listed {
			if !slices.Contains(found, name) {
				t.Errorf("docs/architecture.md: %s: there is no type %s", word, name)
			}
		}
	}
}
