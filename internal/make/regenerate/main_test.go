package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/make/tree"
)

// with returns the published grammars with changes: the name of a file, a text, and what takes its place. Without a
// text the file is new.
func with(t *testing.T, changes ...string) fstest.MapFS {
	t.Helper()
	files := make(fstest.MapFS)
	for _, name := range []string{"core.abnf", "rfc3986.abnf", "rfc3987.abnf", "leiri.abnf", "rfc3987bis.abnf"} {
		text, err := published.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	for ; len(changes) > 0; changes = changes[3:] {
		name, old, by := changes[0], changes[1], changes[2]
		if old != "" {
			by = strings.ReplaceAll(string(files[name].Data), old, by)
		}
		files[name] = &fstest.MapFile{Data: []byte(by)}
	}
	return files
}

// TestSayGrammars holds what is said of edits.
func TestSayGrammars(t *testing.T) {
	for _, tt := range []struct {
		name    string
		changes []string
		want    []string
		not     string
	}{
		{"nothing", nil, []string{"the rules are those of the last commit\n"}, ""},
		{
			"a character more", []string{"rfc3987.abnf", `iprivate / "/" / "?" )`, `iprivate / "/" / "?" / "|" )`},
			[]string{"rfc3987: changed rule: iquery = *( ipchar / iprivate / \"/\" / \"?\" / \"|\" )\n",
				"rfc3987:         was:  iquery = ", "only now: ?|\n",
				"leiri: LEIRI-reference of before and LEIRI-reference of now: the languages are equal"},
			"leiri: changed rule",
		},
		{
			"a character less", []string{"rfc3986.abnf", "= *DIGIT", "= 1*DIGIT"},
			[]string{"rfc3986: changed rule: port = 1*DIGIT", "only before: //:\n"}, "only now",
		},
		{
			"another name", []string{"rfc3987bis.abnf", "path-sep", "separator"},
			[]string{"rfc3987bis: new rule:     separator = \"/\"", "rfc3987bis: no longer:    path-sep = \"/\"",
				"the languages are equal"}, "only",
		},
		{
			"a new spec", []string{"x.abnf", "", "; spec: x\n; title: X\n; changes: rfc3986\n; top: URI\n; " +
				"reference: URI-reference\nport = 1*DIGIT\n"},
			[]string{"x is new; it changes rfc3986:\n", "x: changed rule: port = 1*DIGIT", "only rfc3986: //:\n"},
			"the last commit",
		},
		{"a spec by itself", []string{"x.abnf", "", "; spec: x\na = \"x\"\n"}, []string{"x is new: 1 rules\n"}, ""},
	} {
		var said strings.Builder
		if err := sayGrammars(&said, with(t), with(t, tt.changes...)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		for _, want := range tt.want {
			if !strings.Contains(said.String(), want) {
				t.Errorf("%s: %q is not in\n%s", tt.name, want, said.String())
			}
		}
		if tt.not != "" && strings.Contains(said.String(), tt.not) {
			t.Errorf("%s: %q is in\n%s", tt.name, tt.not, said.String())
		}
	}
}

// TestCopy holds that a tree is copied as git knows it, that what differs is said and copied back, and that nothing is
// written over a file that has been edited since.
func TestCopy(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	root, dir := t.TempDir(), t.TempDir()
	put := func(dir, name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	has := func(name, want string) {
		t.Helper()
		if got, err := os.ReadFile(filepath.Join(root, name)); string(got) != want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
		}
	}
	for name, text := range map[string]string{".gitignore": "/bin/\n", "grammar/a.abnf": "a", "x/changed": "1",
		"x/testdata/golden/a.txt": "a\nb\n", "grammar/iri.peg": "a\n", "x/gone": "1", "same": "1", "bin/old": "1"} {
		put(root, name, text)
	}
	if _, err := tree.Git(root, "init", "-q"); err != nil {
		t.Fatal(err)
	}
	if err := tree.Copy(root, dir); err != nil {
		t.Fatal(err)
	}
	put(dir, "x/changed", "2")
	put(dir, "x/testdata/golden/a.txt", "a\nc\nd\n")
	put(dir, "y/new", "2")
	put(dir, "bin/gen", "2")
	for _, name := range []string{"x/gone", "grammar/iri.peg"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	if err := sayFiles(&said, dir); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"generated from the grammar:\n grammar/iri.peg |",
		"documentation:\n x/testdata/golden",
		"\n    -b\n    +c\n    +d\n", "tests:\n x/changed", "y/new"} {
		if !strings.Contains(said.String(), want) || strings.Contains(said.String(), "bin/") {
			t.Errorf("%q is not in\n%s", want, said.String())
		}
	}
	for _, name := range []string{"grammar/a.abnf", "x/changed"} {
		before, err := os.ReadFile(filepath.Join(root, name))
		put(root, name, "edited")
		if err := copyBack(root, dir); err == nil || !strings.Contains(err.Error(), "has been edited since") {
			t.Errorf("got %v", err)
		}
		has("x/gone", "1")
		put(root, name, string(before))
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := copyBack(root, dir); err != nil {
		t.Error(err)
	}
	has("x/changed", "2")
	has("y/new", "2")
	has("same", "1")
	if _, err := os.Stat(filepath.Join(root, "x", "gone")); err == nil {
		t.Error("x/gone is still there")
	}
}
