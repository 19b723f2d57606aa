package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// An editor is a client of iri lsp.
type editor struct {
	*jrpc2.Client
	t      *testing.T
	shown  chan json.RawMessage // parameters of publishDiagnostics
	said   chan string          // of showMessage
	status chan int
}

type published struct {
	Version     int
	Diagnostics []struct {
		Code, Message string
		Severity      int
		Range         struct{ Start, End struct{ Line, Character int } }
	}
}

func startEditor(t *testing.T, encodings ...string) *editor {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e := &editor{t: t, shown: make(chan json.RawMessage, 100), said: make(chan string, 100), status: make(chan int, 1)}
	a := testApp(new(bytes.Buffer), new(bytes.Buffer))
	a.stdin, a.stdout = in, out
	go func() {
		status := execute(a, []string{"lsp"})
		out.Close() // as a process does
		e.status <- status
	}()
	e.Client = jrpc2.NewClient(channel.LSP(fromServer, toServer), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var raw json.RawMessage
		_ = r.UnmarshalParams(&raw)
		if r.Method() == "window/showMessage" {
			e.said <- string(raw)
			return
		}
		e.shown <- raw
	}})
	e.call("initialize", map[string]any{"capabilities": map[string]any{"general": map[string]any{"positionEncodings": encodings}}})
	e.notify("initialized", map[string]any{})
	t.Cleanup(func() { e.Close() })
	return e
}

func (e *editor) call(method string, params any) json.RawMessage {
	e.t.Helper()
	var result json.RawMessage
	if err := e.CallResult(context.Background(), method, params, &result); err != nil {
		e.t.Fatalf("%s: %v", method, err)
	}
	return result
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	if err := e.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// next returns the diagnostics that come next.
func (e *editor) next() (p published) {
	e.t.Helper()
	select {
	case raw := <-e.shown:
		if err := json.Unmarshal(raw, &p); err != nil {
			e.t.Fatal(err)
		}
	case <-time.After(time.Minute):
		e.t.Fatal("no diagnostics")
	}
	return p
}

func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}).String()
}

func (e *editor) open(uri, language, text string) published {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": language, "version": 1, "text": text}})
	return e.next()
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
	e := startEditor(t, "utf-32")
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
		for _, d := range e.open(uriOf(filepath.Join(dir, name)), "", text).Diagnostics {
			got = append(got, fmt.Sprintf("%s %s %d:%d", []string{"", "error", "warning"}[d.Severity], d.Code, d.Range.Start.Line+1, d.Range.Start.Character+1))
		}
		if !slices.Equal(got, want) || len(got) == 0 && name != "old.txt" {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestLSP has a session: changes, units of positions, hovers, requests that are not right, and the end.
func TestLSP(t *testing.T) {
	for encoding, want := range map[string]int{"utf-8": 14, "utf-16": 10, "utf-32": 9, "": 10, "utf-7": 10} {
		e := startEditor(t, encoding)
		// U+65E5 has 3 bytes and 1 unit, U+20000 4 bytes and 2 units; the fault is the space after them.
		p := e.open("untitled:a", "ntriples", "<a:/\u65e5\U00020000bcd e> <a:b> <a:b> .\n")
		if len(p.Diagnostics) != 1 || p.Diagnostics[0].Range.Start.Character != want || p.Diagnostics[0].Range.End.Character != want+1 {
			t.Errorf("%s: got %+v, want one at %d", encoding, p, want)
		}
	}
	e := startEditor(t)
	if p := e.open("untitled:x", "cobol", "http://h:a/"); len(p.Diagnostics) != 0 {
		t.Errorf("a language that iri does not read: %+v", p)
	}
	if p := e.open("untitled:b", "turtle", "<http://h:8a/> a <b:c> ."); len(p.Diagnostics) != 1 {
		t.Errorf("got %+v", p)
	}
	at := func(character int) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": "untitled:b"}, "position": map[string]any{"line": 0, "character": character}}
	}
	if got := string(e.call("textDocument/hover", at(11))); !strings.Contains(got, "**port**") || !strings.Contains(got, "RFC 3986 §3.2.3") {
		t.Errorf("hover: %s", got)
	}
	if got := string(e.call("textDocument/hover", at(2))); got != "null" {
		t.Errorf("hover beside it: %s", got)
	}
	for _, bad := range []struct {
		method string
		params any
	}{{"textDocument/nonsense", nil}, {"textDocument/hover", []int{1}}, {"textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "untitled:z"}}}} {
		if _, err := e.Call(context.Background(), bad.method, bad.params); err == nil {
			t.Errorf("%s %v: no error", bad.method, bad.params)
		}
	}
	change := func(version int, text string) published {
		e.notify("textDocument/didChange", map[string]any{
			"textDocument": map[string]any{"uri": "untitled:b", "version": version}, "contentChanges": []any{map[string]any{"text": text}},
		})
		return e.next()
	}
	if p := change(2, "<http://h:8/> a <b:c> ."); len(p.Diagnostics) != 0 || p.Version != 2 {
		t.Errorf("after a change: %+v", p)
	}
	if p := change(3, "<http://h:8a/> a <b:c> .\n<http://h:8b/> a <b:c> ."); len(p.Diagnostics) != 2 || p.Version != 3 {
		t.Errorf("after another change: %+v", p)
	}
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "untitled:b"}})
	if p := e.next(); len(p.Diagnostics) != 0 {
		t.Errorf("after the end: %+v", p)
	}
	e.call("shutdown", nil)
	e.notify("exit", nil)
	if status := <-e.status; status != 0 {
		t.Errorf("status %d", status)
	}
	e = startEditor(t)
	e.notify("exit", nil)
	if status := <-e.status; status != 1 {
		t.Errorf("without shutdown: status %d", status)
	}
}

// TestLSPConfig holds that a configuration that is not right is said, and the server lives on.
func TestLSPConfig(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "iri.toml"), []byte("specc = 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e := startEditor(t)
	uri := uriOf(filepath.Join(dir, "a.nt"))
	if p := e.open(uri, "", "<http://h:8a/> <a:b> <a:b> .\n"); len(p.Diagnostics) != 0 {
		t.Errorf("got %+v", p)
	}
	if said := <-e.said; !strings.Contains(said, `iri.toml:1: there is no key \"specc\"`) {
		t.Errorf("said %s", said)
	}
	if err := os.Remove(filepath.Join(dir, "iri.toml")); err != nil {
		t.Fatal(err)
	}
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
	if p := e.next(); len(p.Diagnostics) != 1 {
		t.Errorf("after it is mended: %+v", p)
	}
}
