package lsp

import (
	"archive/zip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	filesjson "github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/testkit"
)

const editors = "../../../integrations/editors"

func readEditors(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(editors, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// quoted returns the strings of the list in braces or brackets that begins with a text.
func quoted(t *testing.T, text, begin string) (all []string) {
	t.Helper()
	_, list, ok := strings.Cut(text, begin)
	if !ok {
		t.Fatalf("there is no %q", begin)
	}
	for _, m := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(list[:strings.IndexAny(list, "]}")], -1) {
		all = append(all, m[1])
	}
	return all
}

// ofOthers are languages that VS Code or an extension of Microsoft defines.
var ofOthers = []string{"css", "html", "javascript", "json", "jsonc", "jsonl", "jupyter", "latex", "markdown", "plaintext",
	"python", "restructuredtext", "sql", "svg", "xml", "yaml"}

// TestEditors holds that the languages in the settings of editors are those that the server reads: each is
// the name of a format or of grammars, and no format that is a language of editors is left out.
func TestEditors(t *testing.T) {
	var helix struct {
		Server   map[string]struct{ Command string } `toml:"language-server"`
		Language []struct {
			Name      string
			Servers   []string `toml:"language-servers"`
			FileTypes []string `toml:"file-types"`
		}
	}
	if err := toml.Unmarshal([]byte(readEditors(t, "helix/languages.toml")), &helix); err != nil {
		t.Fatal(err)
	}
	lists := map[string][]string{
		"neovim": quoted(t, readEditors(t, "neovim/lsp/iri.lua"), "filetypes = {"),
	}
	endings := make(map[string][]string) // of languages that editors do not know
	for _, l := range helix.Language {
		if !slices.Equal(l.Servers, []string{"iri"}) || helix.Server["iri"].Command != "iri" {
			t.Errorf("helix: %s has the servers %q", l.Name, l.Servers)
		}
		lists["helix"], endings[l.Name] = append(lists["helix"], l.Name), append(endings[l.Name], l.FileTypes...)
	}
	var extension struct {
		ActivationEvents []string
		Contributes      struct {
			Languages []struct {
				ID         string
				Extensions []string
			}
		}
	}
	if err := json.Unmarshal([]byte(readEditors(t, "vscode/package.json")), &extension); err != nil {
		t.Fatal(err)
	}
	for _, l := range extension.Contributes.Languages {
		lists["vscode"] = append(lists["vscode"], l.ID)
		if slices.Contains(ofOthers, l.ID) {
			t.Errorf("vscode: %s is a language of VS Code, or of an extension of Microsoft", l.ID)
		}
		for _, e := range l.Extensions {
			endings[l.ID] = append(endings[l.ID], strings.TrimPrefix(e, "."))
		}
	}
	for _, e := range extension.ActivationEvents {
		lists["vscode"] = append(lists["vscode"], strings.TrimPrefix(e, "onLanguage:"))
	}
	for _, m := range regexp.MustCompile(`(\w+) = "(\w+)"`).FindAllStringSubmatch(readEditors(t, "neovim/filetypes.lua"), -1) {
		endings[m[2]] = append(endings[m[2]], m[1])
	}
	format := func(language string) *input.Format {
		f, err := input.ParseFormat(language)
		if err != nil && language != "abnf" {
			t.Errorf("%s is not a language that the server reads", language)
		}
		return f
	}
	for editor, list := range lists {
		var formats []*input.Format
		for _, language := range list {
			formats = append(formats, format(language))
		}
		if !slices.Contains(list, "abnf") {
			t.Errorf("%s: grammars are left out", editor)
		}
		for _, f := range []*input.Format{
			rdf.Turtle, rdf.TriG, rdf.N3, rdf.NTriples, rdf.NQuads, xml.RDF, jsonld.Format, filesjson.Format,
			html.Format, xml.XML, markdown.Format, yaml.Format, table.CSV,
		} {
			if !slices.Contains(formats, f) {
				t.Errorf("%s: %s is left out", editor, f)
			}
		}
	}
	for language, list := range endings {
		for _, ending := range list {
			if language != "abnf" && input.GuessFormat("x."+ending) != format(language) {
				t.Errorf("a file .%s is of the format %s, not of the language %s", ending, input.GuessFormat("x."+ending), language)
			}
		}
	}
}

// TestExtension packs the extension for VS Code, if npm has a network. The package has the code and what it needs.
func TestExtension(t *testing.T) {
	if !testkit.Long() {
		t.Skip("it fetches what packs the extension: make test WHAT=long runs it")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("there is no npm")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(editors, "vscode"))); err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(filepath.Join(dir, "node_modules"))
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil && regexp.MustCompile(`ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH`).Match(out) {
			t.Skipf("npm has no network: %s", out)
		}
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	run("node", "--check", "extension.js")
	run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	run("npm", "run", "package")
	z, err := zip.OpenReader(filepath.Join(dir, "iri.vsix"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	for _, want := range []string{
		"extension.vsixmanifest", "extension/package.json", "extension/dist/extension.js", "extension/abnf.json",
		"extension/turtle.json",
		"extension/syntaxes/abnf.json", "extension/syntaxes/turtle.json", "extension/icon.png", "extension/LICENSE.txt",
		"extension/changelog.md", "extension/readme.md",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("the package has no %s", want)
		}
	}
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, "node_modules") }) {
		t.Error("what the extension needs is not in one file")
	}
	ours, err := os.ReadFile(filepath.Join(editors, "vscode/LICENSE"))
	if of, errOf := os.ReadFile(filepath.Join(editors, "../../LICENSE")); err != nil || errOf != nil ||
		string(ours) != string(of) {
		t.Error("the licence of the extension is another one")
	}
}
