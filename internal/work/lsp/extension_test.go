package lsp

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/files/input"
	filestext "github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestMain is the server itself, if the environment says so: TestExtensionRuns has the extension start it.
func TestMain(m *testing.M) {
	if testkit.Asked("server") == "" {
		os.Exit(m.Run())
	}
	if !slices.Equal(os.Args[1:], []string{"lsp"}) {
		os.Exit(2)
	}
	if clean, err := Serve(os.Stdin, os.Stdout, "1"); err != nil || !clean {
		os.Exit(1)
	}
}

// TestExtensionRuns runs the extension for VS Code: it starts the server and stops it, one at a time, for the documents
// that the server reads, and says what to do if there is no server.
func TestExtensionRuns(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node")
	}
	extension, err := filepath.Abs(filepath.Join(editors, "vscode/extension.js"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "testdata/extension.cjs", extension, os.Args[0])
	cmd.Env = append(os.Environ(), testkit.Environment+"=server")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got []string
	var selector string
	for line := range strings.Lines(string(out)) {
		if s, ok := strings.CutPrefix(line, "selector "); ok {
			selector = s
			continue
		}
		got = append(got, strings.TrimSuffix(line, "\n"))
	}
	const client = `client iri iri [ 'lsp' ] watcher **/*.toml channel iri {"config":"","lint":false}`
	const missing = `message iri: the program iri is missing: install it, or say where it is. "no-such-program lsp" ` +
		`could not be started: Launching server using command no-such-program failed. Install, Set path`
	want := []string{
		"# a program that there is not", client, missing,
		"# which is installed", client, missing, "open https://github.com/rfc3987/iri#install",
		"# or is elsewhere", client, missing, "command workbench.action.openSettings iri.command",
		"# another setting",
		"# the setting says the program", client, "started iri",
		"# turned off", "stopped, status 0",
		"# turned on, with other settings",
		`client iri iri [ 'lsp' ] watcher **/*.toml channel iri {"config":"/folder/house.toml","lint":true}`,
		"started iri", "stopped, status 0", client, "started iri",
		"# two restarts at once", "stopped, status 0", client, "started iri", "stopped, status 0", client,
		"started iri",
		"# the end, while it starts", "stopped, status 0", client, "started iri", "stopped, status 0",
		"disposed watcher **/*.toml", "disposed channel iri", "disposed iri.restart", "disposed configuration",
		"# the end again",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	var documents []struct{ Scheme, Language string }
	if err := json.Unmarshal([]byte(selector), &documents); err != nil {
		t.Fatal(err)
	}
	found := make(map[string][]string) // the formats of documents by the scheme of their URIs
	for _, d := range documents {
		name := d.Language
		if name != "abnf" {
			f, err := input.ParseFormat(name)
			if err != nil {
				t.Errorf("the server does not read %s", name)
				continue
			}
			name = f.String()
		}
		found[d.Scheme] = append(found[d.Scheme], name)
	}
	// Lists and text without syntax are the language plaintext, which is that of notes too; NUL bytes are not text.
	for _, scheme := range []string{"file", "untitled"} {
		formats := []string{"abnf"}
		for _, name := range input.FormatNames() {
			if f, _ := input.ParseFormat(name); !slices.Contains([]*input.Format{input.Auto, input.Lines, input.Null,
				filestext.Format}, f) {
				formats = append(formats, f.String())
			}
		}
		slices.Sort(formats)
		slices.Sort(found[scheme])
		if got, want := slices.Compact(found[scheme]), slices.Compact(formats); !slices.Equal(got, want) {
			t.Errorf("%s: the extension checks %q, the server reads %q", scheme, got, want)
		}
	}
}
