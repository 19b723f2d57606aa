package formats_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/clone"
)

// TestAdd walks through the row of CONTRIBUTING.md about a format in a clone: a package with its entry, its name in the
// list, a document with its items, a row of files for tests, one of docs/formats.md and its language for editors. Every command
// reads it then.
func TestAdd(t *testing.T) {
	if !testkit.Long() || clone.IsIn() {
		t.Skip("it builds the command in a clone: make test WHAT=rule runs it")
	}
	c := clone.New(t, "../../..")
	src, err := os.ReadFile(filepath.Join("testdata", "gemini.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	c.WriteFile(t, "internal/files/gemini/gemini.go", string(src))
	const list = "internal/files/formats/formats.go"
	c.Replace(t, list, "\t\"github.com/rfc3987/iri/internal/files/html\"\n",
		"\t\"github.com/rfc3987/iri/internal/files/gemini\"\n\t\"github.com/rfc3987/iri/internal/files/html\"\n")
	c.Replace(t, list, "markdown.Format, ", "gemini.Format, markdown.Format, ")
	c.Replace(t, "internal/testkit/runtest/runtest.go", "\t\t{\"text\", ",
		"\t\t{\"gemini\", \"=> \", \" x\\n\", true, false, How{}},\n\t\t{\"text\", ")
	c.WriteFile(t, "internal/files/formats/testdata/items/gemini.txt", "-- a link --\n=> http://h/ x\n")
	c.Replace(t, "integrations/editors/vscode/package.json", `"onLanguage:html", `, `"onLanguage:html", "onLanguage:gemini", `)
	c.Replace(t, "docs/formats.md", "| `text` |", "| `gemini` | `.gmi` | links |\n| `text` |")
	const want = ` M docs/formats.md
 M integrations/editors/vscode/package.json
 M internal/files/formats/formats.go
 M internal/testkit/runtest/runtest.go
?? internal/files/formats/testdata/items/gemini.txt
?? internal/files/gemini/
`
	if got := c.Must(t, "git", "status", "--porcelain"); got != want {
		t.Errorf("other files have changed: got\n%swant\n%s", got, want)
	}
	c.Must(t, "go", "build", "-o", "bin/iri", "./cmd/iri")
	c.WriteFile(t, "page.gmi", "# a\n=> http://h/%61{b\n=> http://h/é text\n")
	for _, says := range []struct{ words, want string }{
		{"fix --no-summary", "# a\n=> http://h/%61%7Bb\n=> http://h/é text\n"},
		{"filter --no-summary --rejects rejected.gmi", "# a\n=> http://h/é text\n"},
		{"to-uri", "=> http://h/%C3%A9 text\n"},
	} {
		out, _ := c.Run(filepath.Join(c.Dir, "bin", "iri"), append(strings.Fields(says.words), "-f", "page.gmi")...)
		if !strings.Contains(out, says.want) {
			t.Errorf("iri %s: got %q, want %q in it", says.words, out, says.want)
		}
	}
	c.Must(t, "rm", "page.gmi", "rejected.gmi")
	c.Must(t, "make", "update")
	c.Must(t, "go", "test", "-short", "./internal/files/...", "./internal/work/...", "./internal/testkit/...", "./cmd/iri")
	c.Must(t, "go", "test", "-short", "-skip", "^TestPages$", "./docs")
	c.Must(t, "go", "-C", "beam", "test", "-short", "./iribeam", "-run", "TestEverywhere")
}

// TestPage holds that docs/formats.md has each format, with the ending that names it.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range input.Formats {
		ok := false
		for line := range strings.Lines(string(page)) {
			cells := strings.Split(line, " | ")
			ok = ok || strings.Contains(cells[0], "`"+f.Name+"`") && (f == input.Lines || len(f.Endings) == 0 ||
				strings.Contains(cells[1], "`"+f.Endings[0]+"`"))
		}
		if !ok {
			t.Errorf("docs/formats.md has no row for %s", f)
		}
	}
}
