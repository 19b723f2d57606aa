package docs_test

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// beside are the layers that no program needs: generators, and helpers of tests. Nobody but
// they themselves may import them.
var beside = []string{"make", "testkit"}

// readLayers reads the table of layers in docs/architecture.md, whose rows go from the bottom to
// the top. The layers of one row stand at the same height.
func readLayers(t *testing.T) (layers map[string]int, names []string) {
	t.Helper()
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	layers = make(map[string]int)
	name := regexp.MustCompile(`\*\*([a-z]+)\*\*`)
	for i, row := range regexp.MustCompile(`(?m)^\| (\*\*.*?) \| .* \|$`).FindAllStringSubmatch(string(text), -1) {
		for _, m := range name.FindAllStringSubmatch(row[1], -1) {
			if _, twice := layers[m[1]]; twice {
				t.Errorf("docs/architecture.md has the layer %s twice", m[1])
			}
			layers[m[1]] = i
			names = append(names, m[1])
		}
	}
	if len(names) < 10 {
		t.Fatalf("docs/architecture.md has %d layers, want more: has the form of the table changed?", len(names))
	}
	return layers, names
}

// layerOf returns the layer of the package in a folder, which its path says; empty if the path
// says none.
func layerOf(dir string) string {
	switch dir {
	case ".", "charset", "legacy", "grammars":
		return "api"
	case "grammar", "grammar/published": // the ABNF itself
		return "grammar"
	case "grammar/library": // so that the library does not link it
		return "work"
	}
	if strings.HasPrefix(dir, "cmd/") {
		return "command"
	}
	rest, ok := strings.CutPrefix(dir, "internal/")
	if !ok {
		return ""
	}
	layer, _, _ := strings.Cut(rest, "/")
	return layer
}

// mayImport reports whether a package in one folder may import that in another: one of a lower layer, or of its own.
// The packages of fast are for check alone, of those that work on files the ones of options and conversions alone know the
// root package, and nobody imports what stands beside the layers, but testkit what copies the tree.
func mayImport(layers map[string]int, from, to string) bool {
	fromLayer, toLayer := layerOf(from), layerOf(to)
	switch {
	case fromLayer != toLayer && slices.Contains(beside, toLayer):
		return fromLayer == "testkit" && to == "internal/make/tree"
	case toLayer == "fast" && fromLayer != "fast":
		return from == "internal/verdict/check"
	case fromLayer == "change" && toLayer == "verdict": // what says faults of a text, not what judges one that conforms
		return slices.Contains([]string{"finding", "diagnose"}, strings.TrimPrefix(to, "internal/verdict/"))
	case toLayer == "api" && fromLayer != "api" && (fromLayer == "files" || fromLayer == "work" &&
		!slices.Contains([]string{"config", "conversions", "rewrite", "option"}, strings.TrimPrefix(from, "internal/work/"))):
		return false // options have types of the API, conversions ask for parse trees, and nothing else of files does
	}
	return layers[toLayer] <= layers[fromLayer]
}

// imports returns what the packages of this module import of each other, tests aside:
// from the folder of a package to those that it imports. The root package is the folder ".".
func imports(t *testing.T) map[string][]string {
	t.Helper()
	const module = "github.com/rfc3987/iri"
	out := make(map[string][]string)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "..":
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || d.Name() == "testdata" ||
				d.Name()[0] == '.' {
				return filepath.SkipDir // another module, or no package
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel("..", filepath.Dir(path))
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(rel)
		if out[dir] == nil {
			out[dir] = []string{}
		}
		if file.Name.Name == "main" && !strings.HasPrefix(dir, "cmd/") && !strings.HasPrefix(dir, "internal/make/") {
			return nil // a generator beside the package that it writes
		}
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if name == module {
				name = module + "/."
			}
			if name, ok := strings.CutPrefix(name, module+"/"); ok && !slices.Contains(out[dir], name) {
				out[dir] = append(out[dir], name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLayers holds the layers, which the paths of the packages say, against the imports.
func TestLayers(t *testing.T) {
	layers, _ := readLayers(t)
	for dir, list := range imports(t) {
		if _, ok := layers[layerOf(dir)]; !ok {
			t.Errorf("the folder %s is in no layer of docs/architecture.md", dir)
			continue
		}
		for _, other := range list {
			if !mayImport(layers, dir, other) {
				t.Errorf("%s (%s) imports %s (%s): docs/architecture.md has no such arrow", dir, layerOf(dir), other, layerOf(other))
			}
		}
	}
}

// TestLayersFail holds that the rule of the layers can be broken.
func TestLayersFail(t *testing.T) {
	layers, _ := readLayers(t)
	for _, tt := range []struct {
		name     string
		from, to string
		want     bool
	}{
		{"downwards", "internal/verdict/rules", "internal/text/chars", true},
		{"in one layer", "internal/text/percent", "internal/text/chars", true},
		{"the rules of normal form ask the ladder", "internal/verdict/rules", "internal/ref/normalize", true},
		{"and no conversion", "internal/verdict/rules", "internal/change/convert", false},
		{"conversions say which production is broken", "internal/change/convert", "internal/verdict/diagnose", true},
		{"they do not ask for a verdict", "internal/change/convert", "internal/verdict/check", false},
		{"nor for a prose rule", "internal/change/convert", "internal/verdict/rules", false},
		{"the ladder asks for none", "internal/ref/normalize", "internal/verdict/rules", false},
		{"upwards", "internal/ref/spec", "internal/verdict/diagnose", false},
		{"the command is above the root package", "cmd/iri", ".", true},
		{"the root package is below the command", ".", "cmd/iri", false},
		{"conversions of work ask the root package for parse trees", "internal/work/conversions", ".", true},
		{"options of work have types of the API", "internal/work/config", ".", true},
		{"a package of work does not know the root package", "internal/work/render", ".", false},
		{"nor do files", "internal/files/input", ".", false},
		{"the root package does not know work", ".", "internal/work/render", false},
		{"a host knows both", "internal/host", ".", true},
		{"a host is above work", "internal/work", "internal/host", false},
		{"check asks fast", "internal/verdict/check", "internal/fast/clean", true},
		{"rules does not", "internal/verdict/rules", "internal/fast/clean", false},
		{"nor does the command", "cmd/iri", "internal/fast/lines", false},
		{"helpers of tests are for tests", "cmd/iri", "internal/testkit/wmethod", false},
		{"generators are for themselves", "internal/verdict/rules", "internal/make/gen/tables", false},
		{"generators read grammars", "internal/make/gen", "internal/grammar/abnf", true},
	} {
		if got := mayImport(layers, tt.from, tt.to); got != tt.want {
			t.Errorf("%s: %s may import %s: got %v, want %v", tt.name, tt.from, tt.to, got, tt.want)
		}
	}
}

// TestFormats holds that the packages of formats do not know each other, but for JSON-LD, which is JSON, pages, which
// have JSON-LD in them, Markdown, which has pages in it, and XML and SPARQL, whose templates are text, and that what they
// share does not know them.
func TestFormats(t *testing.T) {
	const files = "internal/files/"
	found := imports(t)
	var formats []string
	for _, dir := range found[files+"formats"] {
		if dir != files+"input" {
			formats = append(formats, dir)
		}
	}
	if len(formats) < 9 {
		t.Errorf("there are %d packages of formats, want 9 or more", len(formats))
	}
	may := map[string]string{"jsonld": "json", "html": "jsonld", "markdown": "html", "xml": "text html", "rdf": "text"}
	for dir, list := range found {
		if !strings.HasPrefix(dir, files) || dir == files+"formats" {
			continue
		}
		for _, other := range list {
			if slices.Contains(formats, other) && !slices.Contains(strings.Fields(may[strings.TrimPrefix(dir, files)]),
				strings.TrimPrefix(other, files)) {
				t.Errorf("%s imports %s, which is another format", dir, other)
			}
		}
	}
}

// TestFolders holds that the folders of internal are the layers, with the suites beside them,
// and that every package has a comment, which docs/architecture.md sends its readers to.
func TestFolders(t *testing.T) {
	layers, _ := readLayers(t)
	entries, err := os.ReadDir("../internal")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, ok := layers[e.Name()]; !ok && e.Name() != "conformance" {
			t.Errorf("internal/%s is not a layer of docs/architecture.md", e.Name())
		}
	}
	for dir := range imports(t) {
		pkg, err := build.ImportDir("../"+dir, build.ImportComment)
		if err != nil {
			t.Fatal(err)
		}
		if pkg.Doc == "" {
			t.Errorf("no file of %s says in a package comment what comes in and what goes out", dir)
		}
	}
}

// TestLayersPicture holds that the picture has every layer of the table, in its order.
func TestLayersPicture(t *testing.T) {
	_, layers := readLayers(t)
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	picture, _, ok := strings.Cut(string(text[strings.Index(string(text), "```mermaid"):]), "\n```\n")
	if !ok {
		t.Fatal("docs/architecture.md has no picture")
	}
	at := len(picture)
	for _, l := range layers { // the picture goes from the top to the bottom
		if slices.Contains(beside, l) {
			continue
		}
		i := strings.Index(picture, fmt.Sprintf("[%q]", l))
		if i < 0 || i >= at {
			t.Errorf("the picture has the layer %q not where the table has it", l)
			continue
		}
		at = i
	}
}
