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

// TestSayFiles has files of each group.
func TestSayFiles(t *testing.T) {
	var said strings.Builder
	sayFiles(&said, []change{
		{"cmd/iri/testdata/golden/a.txt", []byte("a\nb\n"), []byte("a\nc\nd\ne\nf\ng\n")},
		{"conformance/suites.json", nil, []byte("x\n")},
		{"grammar/iri.peg", []byte("a\n"), nil},
	})
	want := "\ngenerated from the grammar:\n  grammar/iri.peg: gone\n" +
		"\nmessages and documentation:\n  cmd/iri/testdata/golden/a.txt: +5 -1 lines\n    - b\n    + c\n    + d\n    " +
		"+ e\n    + … 2 more\n" +
		"\ntests:\n  conformance/suites.json: new, 1 lines\n"
	if said.String() != want {
		t.Errorf("got %s\nwant %s", said.String(), want)
	}
}

// TestCopy holds that a tree is copied as git knows it, that what differs is found and copied back, and that nothing is
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
		"x/gone": "1", "same": "1", "bin/old": "1"} {
		put(root, name, text)
	}
	if out, err := exec.Command("git", "-C", root, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before, err := tree.Copy(root, dir)
	if err != nil || len(before) != 5 {
		t.Fatalf("got %d files, error %v", len(before), err)
	}
	put(dir, "x/changed", "2")
	put(dir, "y/new", "2")
	put(dir, "bin/gen", "2")
	if err := os.Remove(filepath.Join(dir, "x", "gone")); err != nil {
		t.Fatal(err)
	}
	changes, err := compare(dir, before)
	if err != nil || len(changes) != 3 {
		t.Fatalf("got %d changes, error %v", len(changes), err)
	}
	put(root, "grammar/a.abnf", "edited")
	if err := copyBack(root, before, changes); err == nil ||
		!strings.Contains(err.Error(), "grammar/a.abnf has been edited since") {
		t.Errorf("got %v", err)
	}
	has("x/changed", "1")
	put(root, "grammar/a.abnf", "a")
	if err := copyBack(root, before, append(changes, change{name: built, after: []byte("3")})); err != nil {
		t.Fatal(err)
	}
	has("x/changed", "2")
	has("y/new", "2")
	has("same", "1")
	has(built, "3")
	if _, err := os.Stat(filepath.Join(root, "x", "gone")); err == nil {
		t.Error("x/gone is still there")
	}
}
