package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// TestTemplates writes texts that are filled in later into files of each format: no command changes a byte of them, and
// what people write by hand has a count and no finding.
func TestTemplates(t *testing.T) {
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace
	same := func(s string) string { return s }
	formats := []struct {
		name, before, after string
		escape              func(string) string
		counted             bool
	}{
		{"a.html", `<a href="`, `">x</a>`, escape, true},
		{"b.html", `<a href="`, `">x</a>`, func(s string) string { return strings.ReplaceAll(s, `"`, "&quot;") }, true},
		{"a.xml", `<r href="`, `"/>`, escape, true},
		{"a.md", "[x](<", ">)", escape, true},
		{"a.yaml", `url: "`, `"`, same, true},
		{"a.json", `{"url":"`, `"}`, same, true},
		{"a.jsonld", `{"@id":"`, `","http://e.example/p":1}`, same, true},
		{"a.csv", "url\n", "", same, false},
		{"a.nt", "<http://e.example/> <http://e.example/> <", "> .", func(s string) string {
			return strings.NewReplacer(" ", `\u0020`, "<", `\u003C`, ">", `\u003E`, "{", `\u007B`, "}", `\u007D`).Replace(s)
		}, false},
		{"a.iri", "", "", same, false},
	}
	commands := []string{"fix", "fix --guess", "to-uri", "to-iri", "normalize", "prepare", "resolve http://h.example/",
		"relativize http://h.example/", "from-leiri"}
	dir := t.TempDir()
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			for i, mark := range reftest.FilledIn {
				for _, text := range []string{"https://h.example/" + mark + "/é b", "https://h.example/" + mark} {
					file := filepath.Join(dir, fmt.Sprint(i, f.name))
					want := f.before + f.escape(text) + f.after + "\n"
					if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
						t.Fatal(err)
					}
					for _, c := range commands {
						switch data := f.name == "a.nt" || f.name == "a.iri"; {
						case f.name == "a.nt" && strings.HasPrefix(c, "relativize"): // N-Triples has no references
							continue
						case data && c == "from-leiri" && iri.LEIRI.Reference().Valid(text): // it conforms
							continue
						}
						args := append(strings.Fields(c), "-f", file)
						if f.name == "a.iri" {
							args = append(args, "--from", "lines")
						}
						var out, errs bytes.Buffer
						status := execute(testApp(&out, &errs), args)
						if got := out.String(); got != want || f.counted && status != 0 {
							t.Errorf("%s of %q: got %q with status %d: %s", c, want, got, status, errs.String())
						}
					}
				}
			}
		})
	}
}
