package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit/lsptest"
)

// startEditor starts iri lsp for a client. The channel has its status at the end.
func startEditor(t *testing.T, encodings ...string) (*lsptest.Editor, <-chan int) {
	status := make(chan int, 1)
	return lsptest.Start(t, func(in io.Reader, out io.Writer) {
		a := testApp(new(bytes.Buffer), new(bytes.Buffer))
		a.stdin, a.stdout = in, out
		status <- execute(a, []string{"lsp"})
	}, encodings...), status
}

// TestLSPFindings holds that an editor shows what iri check finds, in each format, with iri.toml, a
// baseline and comments.
func TestLSPFindings(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	files := map[string]string{
		"a.txt":   "http://e/\nhttp://h:8a/\nhttp://e/\u65e5\U00020000 x\n",
		"a.ttl":   "@prefix e: <http://h:8a/> .\n<http://e/\u65e5 b> e:p \"\U00020000\", <http://h:b/> . # iri-ignore port: why\n<x> <y>\n",
		"a.trig":  "{ <http://h:8a/> <http://e/p> <http://e/%zz> }\n",
		"a.nt":    "<http://h:8a/> <http://e/p> \"x\" .\n# iri-ignore port: nothing\n",
		"a.nq":    "<http://e/a> <http://e/p> \"\U00020000\" <http://h:8a/> .\nx\n",
		"a.rdf":   "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:Description rdf:about=\"http://h:8a/&#x20;\"/></rdf:RDF>",
		"a.md":    "[x](http://h:8a/) <http://e/%zz>\n",
		"a.html":  "<a title='\U00020000' href=\"http://h:8a/\">\n<a href=\"http://e/&#x20;x\">",
		"a.xml":   "<urlset><loc>http://h:8a/</loc></urlset>",
		"a.json":  "{\"iri\": \"http://h:8a/\\u0020\"}\n",
		"a.csv":   "url,n\nhttp://h:8a/,1\n",
		"a.yaml":  "a: http://h:8a/\n",
		"a.dat":   "x|y\na:b|http://h:8a/\n",
		"old.txt": "http://h:old/\n",
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	config := "baseline = \"known.json\"\nseverity = { control = \"error\" }\nfiles = [{ glob = \"*.dat\", from = \"csv\" }]\n"
	if err := os.WriteFile("iri.toml", []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	if status := execute(testApp(new(bytes.Buffer), new(bytes.Buffer)), []string{"check", "-f", "old.txt", "--write-baseline"}); status != 0 {
		t.Fatal(status)
	}
	e, _ := startEditor(t, "utf-32")
	for name, text := range files {
		var out bytes.Buffer
		execute(testApp(&out, new(bytes.Buffer)), []string{"check", "--format", "json", "--no-summary", "-f", name})
		var want, got []string
		for line := range strings.Lines(out.String()) {
			var object struct {
				Findings []struct {
					Code         string
					Severity     string
					Line, Column int
				}
			}
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatal(err)
			}
			for _, f := range object.Findings {
				want = append(want, fmt.Sprintf("%s %s %d:%d", f.Severity, f.Code, f.Line, f.Column))
			}
		}
		for _, d := range e.Open(lsptest.URI(filepath.Join(dir, name)), "", text).Diagnostics {
			got = append(got, fmt.Sprintf("%s %s %d:%d", []string{"", "error", "warning"}[d.Severity], d.Code, d.Range.Start.Line+1, d.Range.Start.Character+1))
		}
		if !slices.Equal(got, want) || len(got) == 0 && name != "old.txt" {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestLSPStatus holds the exit status that the protocol wants: 1 for exit without shutdown.
func TestLSPStatus(t *testing.T) {
	e, status := startEditor(t)
	e.Ask("shutdown", nil)
	e.Tell("exit", nil)
	if got := <-status; got != 0 {
		t.Errorf("status %d", got)
	}
	e, status = startEditor(t)
	e.Tell("exit", nil)
	if got := <-status; got != 1 {
		t.Errorf("without shutdown: status %d", got)
	}
}
