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
	_, want, _ := runCommand(t, "iri", "check", "-f", dir)
	if i := strings.Index(want, "no errors in "); i >= 0 { // the summary
		want = want[:strings.LastIndexByte(want[:i], '\n')+1]
	}
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

// TestConfig holds that check, filter and fix take what iri.toml says, as the commands of iri do, and that the
// conversions do not.
func TestConfig(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"iri.toml": "severity = {userinfo-password = \"error\"}\nexclude = [\"left*\"]\nfail-on = \"warning\"\n" +
			"guess = true\nmax-item = \"64\"\n[[files]]\nglob = \"*.csv\"\ndelimiter = \";\"\ncolumns = [\"u\"]\n" +
			"[[files]]\nglob = \"w.txt\"\nseverity = {host-ipv4-like = \"error\"}\n",
		"d/a.txt":       "http://u:p@h/\nhttp://e/" + strings.Repeat("x", 80) + "\n",
		"d/b.csv":       "n;u\n1;http://h:8a/\n",
		"d/w.txt":       "http://256.1.1.1/\n",
		"d/left.txt":    "http://h:8a/\n",
		"d/guess.jsonl": "\"http://example.org\\\\a\"\n",
		"d/sub/iri.toml": "extend = \"../house.toml\"\nexclude = [\"gen/\"]\nfix = [\"pct-case\"]\n" +
			"[[files]]\nglob = \"*.dat\"\nfrom = \"csv\"\n",
		"d/sub/n.dat":    "u\nhttp://u:p@h/%c3\nhttp://h:8a/\n",
		"d/sub/gen/n.nt": "<http://h:8a/> <a:b> <a:b> .\n",
		"d/house.toml":   "severity = {pct-case = \"error\"}\n",
		".git/HEAD":      "",
		"other.toml":     "spec = \"rfc3986\"\n",
		"wrong.toml":     "spec = 1\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, flags := range []string{"", "--no-config", "--config other.toml", "--max-item 1k", "--fail-on never",
		"--spec rfc3986 --severity userinfo-password=off"} {
		for _, path := range []string{".", "d/w.txt", "d/sub", "d/*/n.dat"} {
			given, files := strings.Fields(flags), path
			if matches, _ := filepath.Glob(path); len(matches) > 0 { // a shell does this for iri
				files = matches[0]
			}
			want, _, wantStatus := runCommand(t, "iri",
				append([]string{"check", "-f", files, "--summary-only", "--format", "json"}, given...)...)
			got, messages, status := runCommand(t, "iri-beam",
				append([]string{"check", "--input", path, "--output", t.TempDir()}, given...)...)
			if got != want || status != wantStatus || want == "" {
				t.Errorf("%s of %s: got %s\nwant %s\nstatus %d, want %d: %s", flags, path, got, want, status, wantStatus, messages)
			}
		}
	}
	for _, command := range []string{"fix", "filter", "to-uri"} {
		for _, path := range []string{"d/a.txt", "d/w.txt", "d/guess.jsonl", "d/sub/n.dat"} {
			out := t.TempDir()
			want, _, wantStatus := runCommand(t, "iri", command, "-f", path)
			_, messages, status := runCommand(t, "iri-beam", command, "--input", path, "--output", out)
			if got := read(t, filepath.Join(out, "[gr][oe][os]*")); got != want || status != wantStatus {
				t.Errorf("%s %s: got %q, want %q; status %d, want %d: %s", command, path, got, want, status, wantStatus, messages)
			}
		}
	}
	for _, wrong := range []string{"--config wrong.toml", "--config nosuch.toml", "--config other.toml --no-config"} {
		_, messages, status := runCommand(t, "iri-beam",
			append([]string{"check", "--input", "d", "--output", t.TempDir()}, strings.Fields(wrong)...)...)
		if status != 2 {
			t.Errorf("%s: status %d, %s", wrong, status, messages)
		}
	}
}
