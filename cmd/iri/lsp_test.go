package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
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
	shapes, err := filepath.Glob("testdata/real-shapes/*")
	if err != nil || len(shapes) == 0 {
		t.Fatal(shapes, err)
	}
	realShapes := make(map[string]string)
	for _, name := range shapes {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if ending := filepath.Ext(name); ending != ".places" && ending != ".flags" {
			realShapes[filepath.Base(name)] = string(text)
		}
	}
	t.Chdir(dir)
	files := map[string]string{
		"a.txt": "http://e/\nhttp://h:8a/\nhttp://e/\u65e5\U00020000 x\n",
		"a.ttl": "@prefix e: <http://h:8a/> .\n<http://e/\u65e5 b> e:p \"\U00020000\", <http://h:b/> . # " +
			"iri-ignore port: why\n<x> <y>\n",
		"a.trig": "{ <http://h:8a/> <http://e/p> <http://e/%zz> }\n",
		"a.nt":   "<http://h:8a/> <http://e/p> \"x\" .\n# iri-ignore port: nothing\n",
		"a.nq":   "<http://e/a> <http://e/p> \"\U00020000\" <http://h:8a/> .\nx\n",
		"a.rdf": "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:Description " +
			"rdf:about=\"http://h:8a/&#x20;\"/></rdf:RDF>",
		"a.md":    "[x](http://h:8a/) <http://e/%zz>\n",
		"a.html":  "<a title='\U00020000' href=\"http://h:8a/\">\n<a href=\"http://e/&#x20;x\">",
		"a.xml":   "<urlset><loc>http://h:8a/</loc></urlset>",
		"a.json":  "{\"iri\": \"http://h:8a/\\u0020\"}\n",
		"a.csv":   "url,n\nhttp://h:8a/,1\n",
		"a.yaml":  "a: http://h:8a/\n",
		"a.dat":   "x|y\na:b|http://h:8a/\n",
		"old.txt": "http://h:old/\n",
	}
	maps.Copy(files, realShapes)
	for name, text := range maps.Clone(files) {
		// which are refused with CR alone
		if ending := filepath.Ext(name); ending != ".txt" && ending != ".csv" && ending != ".dat" {
			files["cr-"+name] = strings.ReplaceAll(text, "\n", "\r")
		}
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	config := "baseline = \"known.json\"\nseverity = { control = \"error\" }\nfiles = [{ glob = \"*.dat\", from = " +
		"\"csv\" }]\n"
	if err := os.WriteFile("iri.toml", []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	if status := execute(testApp(new(bytes.Buffer), new(bytes.Buffer)),
		[]string{"check", "-f", "old.txt", "--write-baseline"}); status != 0 {
		t.Fatal(status)
	}
	e, _ := startEditor(t, "utf-32")
	for name, text := range files {
		var out bytes.Buffer
		execute(testApp(&out, new(bytes.Buffer)), []string{"check", "--format", "json", "--no-summary", "-f", name})
		var want, got, messages []string
		for line := range strings.Lines(out.String()) {
			var object struct {
				Findings []struct {
					Code, Severity, Message string
					Line, Column            int
				}
			}
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatal(err)
			}
			for _, f := range object.Findings {
				want = append(want, fmt.Sprintf("%s %s %d:%d: %s", f.Severity, f.Code, f.Line, f.Column, f.Message))
				messages = append(messages, f.Message)
			}
		}
		for i, d := range e.Open(lsptest.URI(filepath.Join(dir, name)), "", text).Diagnostics {
			if i < len(messages) && strings.HasPrefix(d.Message, messages[i]) {
				d.Message = messages[i] // what was expected, the section and the hint come after it
			}
			got = append(got, fmt.Sprintf("%s %s %d:%d: %s", []string{"", "error", "warning"}[d.Severity], d.Code,
				d.Range.Start.Line+1, d.Range.Start.Character+1, d.Message))
		}
		_, anyLength := realShapes[strings.TrimPrefix(name, "cr-")]
		if !slices.Equal(got, want) || len(got) == 0 && name != "old.txt" && !anyLength {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestLSPFixes holds that the fixes of an editor give what iri fix gives, in each format: the one for the
// whole file, with and without guesses, and the quick fixes one after the other.
func TestLSPFixes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("iri.toml", []byte("files = [{ glob = \"*.dat\", from = \"csv\" }]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a.txt": "http://e/\nhttp://e/a b\nhttp://e/\U00020000%zz\n",
		"a.ttl": "@prefix e: <http://e/a b/> . # \U00020000\n<http://e/\u65e5 b> e:p \"\U00020000\", " +
			"<http://e/%zz> .\ne:a e:p e:b .\n",
		"a.trig": "<http://e/g h> { <http://e/a|b> <http://e/p> <http://e/%zz> }\n",
		"a.nt":   "<http://e/a\\u0020b> <http://e/p> \"x\" .\r\n<http://e/%> <http://e/p> \"x\" .\r\n",
		"a.rdf": "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:Description " +
			"rdf:about=\"http://e/&#x7b;&amp;\"/></rdf:RDF>",
		"a.md":     "[x](<http://e/a b>) <http://e/%zz>\n",
		"a.html":   "<a title='\U00020000' href=\"http://e/a b\">\n<a href=\"http://e/&amp;&#x22;x\">",
		"a.json":   "{\"iri\": \"http://e/\\u0020x\", \"n\": [\"\U00020000\"]}\n{\"iri\": \"http://e/a b\"}\n",
		"a.jsonld": "{\"@id\": \"http://e/\\u0020x\", \"http://e/p q\": 1}\n",
		"a.csv":    "url,n\nhttp://e/a b,1\n\"http://e/a\"\"b,c\",2\n",
		"a.dat":    "x|y\na:b|http://e/a b\n",
		"guess.nt": "<http://e/a:80a> <http://e/p> <http://exa mple.org/> .\n<http:/e/x> <http//e> <http://e/a b> .\n",
		"none.ttl": "<http://e/a> <http://e/p> 1 .\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		e, _ := startEditor(t, "utf-8")
		path, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		uri := lsptest.URI(path)
		e.Open(uri, "", text)
		end := lsptest.Position{Line: strings.Count(text, "\n") + 1}
		actions := func(only ...string) (all []lsptest.Action) {
			p := lsptest.Document(uri, "range", lsptest.Range{End: end}, "context", map[string]any{"only": only})
			if err := json.Unmarshal(e.Ask("textDocument/codeAction", p), &all); err != nil {
				t.Fatal(err)
			}
			return all
		}
		fixed := func(flags ...string) string {
			var out bytes.Buffer
			execute(testApp(&out, new(bytes.Buffer)), append([]string{"fix", "--no-summary", "-f", name}, flags...))
			return out.String()
		}
		safe := fixed()
		if (safe == text) != (name == "none.ttl") {
			t.Errorf("%s: iri fix gives %q", name, safe)
		}
		got := text
		for _, a := range actions("source.fixAll") {
			got = lsptest.Apply(got, a.Edit.Changes[uri])
		}
		if got != safe {
			t.Errorf("%s: all fixes give %q, iri fix gives %q", name, got, safe)
		}
		if all := actions("source.iri"); len(all) > 0 {
			if got, want := lsptest.Apply(text, all[0].Edit.Changes[uri]), fixed("--guess"); got != want {
				t.Errorf("%s: with guesses all fixes give %q, iri fix gives %q", name, got, want)
			}
		} else if want := fixed("--guess"); want != text {
			t.Errorf("%s: no guess, iri fix gives %q", name, want)
		}
		got = text
		for version := 2; ; version++ {
			all := slices.DeleteFunc(actions("quickfix"), func(a lsptest.Action) bool {
				if strings.HasPrefix(a.Title, "Ignore ") {
					return true // not a fix
				}
				if a.IsPreferred == strings.Contains(a.Title, "a guess") {
					t.Errorf("%s: %q is preferred: %t", name, a.Title, a.IsPreferred)
				}
				return !a.IsPreferred || a.Diagnostics[0].Severity != 1
			})
			if len(all) == 0 || version > 20 {
				break
			}
			got = lsptest.Apply(got, all[0].Edit.Changes[uri])
			e.Change(uri, version, got)
			e.Of(version)
		}
		if got != safe && name != "guess.nt" {
			t.Errorf("%s: quick fixes give %q, iri fix gives %q", name, got, safe)
		}
	}
}

// TestLSPGrammar holds that an editor shows what iri grammar check finds in a grammar.
func TestLSPGrammar(t *testing.T) {
	t.Chdir(t.TempDir())
	const config = "severity = { ambiguous = \"warning\" }\n[[files]]\nglob = \"loud.abnf\"\nseverity = { unused = " +
		"\"error\", ambiguous = \"off\", core-alias = \"error\" }\n[[files]]\nglob = \"quiet.abnf\"\nseverity.unused " +
		"= \"off\"\n"
	if err := os.WriteFile("iri.toml", []byte(config), 0o666); err != nil {
		t.Fatal(err)
	}
	const unused = "; top: a\na = DIGIT / \"1\"\nb = %x30-39\n"
	for name, text := range map[string]string{
		"loud.abnf":     unused,
		"quiet.abnf":    unused,
		"usual.abnf":    unused,
		"notation.abnf": "a = ( \"x\"\nb = %xZZ\n",
		"names.abnf":    "a = b / c\nb = 1*<any>\nB = \"x\"\n; \u65e5 comment\n",
		"header.abnf":   "; top: none\n; changes: rfc9999\na = \"x\"\n",
		"large.abnf":    "a = 9999b\nb = 9999( \"x\" / \"y\" )\nc = c \"x\"\n",
		"changes.abnf":  "; changes: rfc3987\nport = 1*DIGIT nothing\n",
		"right.abnf":    "a = \"x\"\n",
		"empty.abnf":    "",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		execute(testApp(&out, new(bytes.Buffer)), []string{"grammar", "check", "--format", "json", name})
		var want []string
		for line := range strings.Lines(out.String()) {
			var f struct {
				Code, Severity, Message string
				Line, Col               int
			}
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatal(err)
			}
			if f.Code != "" {
				want = append(want, fmt.Sprintf("%s %s %d:%d: %s", f.Severity, f.Code, max(f.Line, 1), max(f.Col, 1), f.Message))
			}
		}
		path, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		e, _ := startEditor(t, "utf-32")
		found := func(p lsptest.Published) (got []string) {
			for _, d := range p.Diagnostics {
				if d.Severity <= 2 {
					got = append(got, fmt.Sprintf("%s %s %d:%d: %s", []string{"", "error", "warning"}[d.Severity],
						d.Code, d.Range.Start.Line+1, d.Range.Start.Character+1, d.Message))
				}
			}
			return got
		}
		got := found(e.Open(lsptest.URI(path), "abnf", text))
		if !slices.Equal(got, want) { // what takes long comes later
			if got = found(e.Next()); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		if (len(want) == 0) != (name == "right.abnf") {
			t.Errorf("%s: iri grammar check finds %q", name, want)
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
