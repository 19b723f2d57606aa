package docs_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A place is where docs/architecture.md has a room: the layer, counted from the bottom,
// and the place in it, counted from the left.
type place struct{ layer, at int }

// below reports whether a room at q may import one at p.
func (p place) below(q place) bool {
	return p.layer < q.layer || p.layer == q.layer && p.at < q.at
}

// readLayers reads the table of layers in docs/architecture.md, whose rows go from the
// bottom to the top.
func readLayers(t *testing.T) (rooms map[string]place, layers []string) {
	t.Helper()
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rooms = make(map[string]place)
	row := regexp.MustCompile(`(?m)^\| \*\*([a-z ]+)\*\* \| (.*) \|$`)
	name := regexp.MustCompile("`([a-z0-9/]+)`")
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		for at, n := range name.FindAllStringSubmatch(m[2], -1) {
			if _, twice := rooms[n[1]]; twice {
				t.Errorf("docs/architecture.md has %s in two layers", n[1])
			}
			rooms[n[1]] = place{len(layers), at}
		}
		layers = append(layers, m[1])
	}
	if len(layers) < 5 {
		t.Fatalf("docs/architecture.md has %d layers, want more: has the form of the table changed?", len(layers))
	}
	return rooms, layers
}

// imports returns what the packages of this module import of each other, tests aside:
// from the folder of a package to those that it imports. The face is the folder ".".
func imports(t *testing.T) map[string][]string {
	t.Helper()
	const module = "github.com/rfc3987/iri"
	out := make(map[string][]string)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "..":
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || d.Name() == "testdata" || d.Name()[0] == '.' {
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
		for _, spec := range file.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if name == module {
				name = module + "/."
			}
			// A generator, which is not part of the package, may import the room that it lies in.
			if name, ok := strings.CutPrefix(name, module+"/"); ok && name != dir && !slices.Contains(out[dir], name) {
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

// roomName is how docs/architecture.md calls the package in a folder.
func roomName(dir string) string {
	if dir == "." {
		return "iri"
	}
	return strings.TrimPrefix(dir, "internal/")
}

// TestLayers holds the layers of docs/architecture.md against the imports: a room imports
// rooms of lower layers, and in its own layer those that stand before it. The layer fast is for
// check alone.
func TestLayers(t *testing.T) {
	rooms, layers := readLayers(t)
	found := imports(t)
	for dir, list := range found {
		room := roomName(dir)
		at, ok := rooms[room]
		if !ok {
			t.Errorf("docs/architecture.md has no room %s (folder %s)", room, dir)
			continue
		}
		for _, other := range list {
			to, ok := rooms[roomName(other)]
			if !ok || to.below(at) {
				continue // a room that is missing has been reported
			}
			t.Errorf("%s (%s) imports %s (%s): docs/architecture.md has no such arrow",
				room, layers[at.layer], roomName(other), layers[to.layer])
		}
		for _, other := range list {
			if strings.HasPrefix(roomName(other), "fast/") && !strings.HasPrefix(room, "fast/") && room != "check" {
				t.Errorf("%s imports %s: check alone asks the layer fast", room, roomName(other))
			}
		}
	}
	for room := range rooms {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(dir string) bool { return roomName(dir) == room }) {
			t.Errorf("docs/architecture.md has the room %s, which is not there", room)
		}
	}
}

// TestLayersFail holds that the rule of the layers can be broken: an import upwards and
// one sideways are not below.
func TestLayersFail(t *testing.T) {
	rooms, _ := readLayers(t)
	for _, tt := range []struct {
		name     string
		from, to string
		want     bool
	}{
		{"downwards", "prose", "chars", true},
		{"to the left", "percent", "chars", true},
		{"to the right", "chars", "percent", false},
		{"upwards", "spec", "blame", false},
		{"to itself", "spec", "spec", false},
		{"the command is above the face", "cmd/iri", "iri", true},
		{"the face is below the command", "iri", "cmd/iri", false},
	} {
		if got := rooms[tt.to].below(rooms[tt.from]); got != tt.want {
			t.Errorf("%s: %s may import %s: got %v, want %v", tt.name, tt.from, tt.to, got, tt.want)
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
		i := strings.Index(picture, fmt.Sprintf("[%q]", l))
		if i < 0 || i >= at {
			t.Errorf("the picture has the layer %q not where the table has it", l)
			continue
		}
		at = i
	}
}
