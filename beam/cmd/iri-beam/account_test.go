package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAccount compares what is said of files at the end with what the command iri says: names that could
// not be expanded, how tables are written, what was passed over, and files without a string.
func TestAccount(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.jsonld":          `{"@context": "https://e.example/c", "name": "x", "other": {"@id": "http://e/a"}}`,
		"b.jsonld":          `{"@context": "https://e.example/c", "name": "x", "other": {"@id": "http://e/a"}}`,
		"comment.nt":        "# nothing\n",
		"links.csv":         "n;url\n1;http://e/\n2;http://e/2\n",
		"README.txt":        "There is no link in this text.\nNor in this line.\n",
		"x.pdf":             "%PDF",
		"node_modules/a.nt": "",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, want, _ := runCommand(t, "iri", "check", "-f", dir, "--no-summary")
	_, got, status := runCommand(t, "iri-beam", "check", "--input", dir, "--output", t.TempDir())
	lines := func(s, program string) []string {
		return slices.Sorted(strings.Lines(strings.ReplaceAll("\n"+s, "\n"+program+": ", "\n")))
	}
	if a, b := lines(got, "iri-beam"), lines(want, "iri"); !slices.Equal(a, b) || strings.Count(want, "\n") != 6 {
		t.Errorf("got %q\nwant %q", a, b)
	}
	if status != 0 {
		t.Errorf("status %d, want 0", status)
	}
	in := filepath.Join(dir, "a.yaml")
	if err := os.WriteFile(in, []byte("url: http://e/\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, want, wantStatus := runCommand(t, "iri", "check", "-f", in, "--field", "nosuch", "--no-summary")
	_, got, status = runCommand(t, "iri-beam", "check", "--input", in, "--field", "nosuch", "--output", t.TempDir())
	if a, b := lines(got, "iri-beam"), lines(want, "iri"); !slices.Equal(a, b) || status != wantStatus || status != 2 {
		t.Errorf("a field that is not there: got %q, status %d\nwant %q, status %d", a, status, b, wantStatus)
	}
}
