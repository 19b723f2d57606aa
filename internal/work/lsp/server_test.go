package lsp

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/testkit/lsptest"
)

func startEditor(t testing.TB, encodings ...string) *lsptest.Editor {
	return lsptest.Start(t, func(in io.Reader, out io.Writer) { Serve(in, out, "1") }, encodings...)
}

// TestSession has a session: units of positions, hovers, requests that are not right, and the end.
func TestSession(t *testing.T) {
	for encoding, want := range map[string]int{"utf-8": 14, "utf-16": 10, "utf-32": 9, "": 10, "utf-7": 10} {
		e := startEditor(t, encoding)
		// U+65E5 has 3 bytes and 1 unit, U+20000 4 bytes and 2 units; the fault is the space after them.
		p := e.Open("untitled:a", "ntriples", "<a:/\u65e5\U00020000bcd e> <a:b> <a:b> .\n")
		if len(p.Diagnostics) != 1 || p.Diagnostics[0].Range.Start.Character != want ||
			p.Diagnostics[0].Range.End.Character != want+1 {
			t.Errorf("%s: got %+v, want one at %d", encoding, p, want)
		}
	}
	e := startEditor(t)
	if p := e.Open("untitled:x", "cobol", "http://h:a/"); len(p.Diagnostics) != 0 {
		t.Errorf("a language that iri does not read: %+v", p)
	}
	const uri = "untitled:b"
	p := e.Open(uri, "turtle", "<http://h:8a/> a <b:c> .")
	if len(p.Diagnostics) != 1 {
		t.Fatalf("got %+v", p)
	}
	at := func(character int) any {
		return lsptest.Document(uri, "position", lsptest.Position{Character: character})
	}
	hover := decoded[hover](t, e.Ask("textDocument/hover", at(11))).Contents.Value
	for _, part := range []string{"**port**: a port is digits only\n\nThe port is a decimal number", "How to fix it: ",
		"```abnf\nport = *DIGIT\n```", "in IRI > ihier-part > iauthority > port"} {
		if !strings.Contains(hover, part) {
			t.Errorf("hover: %q, want %q in it", hover, part)
		}
	}
	if said, _, _ := strings.Cut(p.Diagnostics[0].Message, ":"); said == "" || strings.Contains(hover, said) {
		t.Errorf("hover: %q has %q, which the diagnostic says", hover, said)
	}
	if got := string(e.Ask("textDocument/hover", at(2))); got != "null" {
		t.Errorf("hover beside it: %s", got)
	}
	for _, bad := range []struct {
		method string
		params any
		want   string
	}{
		{"textDocument/nonsense", nil, "no method"},
		{"textDocument/hover", []int{1}, "parameters"},
		{"textDocument/hover", lsptest.Document("untitled:z"), "not open"},
	} {
		if err := e.Refused(bad.method, bad.params); !strings.Contains(err, bad.want) {
			t.Errorf("%s %v: %s", bad.method, bad.params, err)
		}
	}
	e.Tell("textDocument/didClose", lsptest.Document(uri))
	if p := e.Next(); len(p.Diagnostics) != 0 {
		t.Errorf("after the end: %+v", p)
	}
	e.Tell("textDocument/didChange", lsptest.Document(uri))
	if said := <-e.Messages; !strings.Contains(said, "is not open") {
		t.Errorf("a change of what is closed: %s", said)
	}
}

// TestChanges has the changes of a document: "If only a text is provided it is considered to be the
// full content of the document"; others "describe single state changes" one after the other (LSP 3.17,
// TextDocumentContentChangeEvent).
func TestChanges(t *testing.T) {
	const uri = "untitled:a"
	for _, tt := range []struct {
		name, text string
		changes    []any
		want       string // the faulty text
		line, char int
	}{
		{"a whole text", "x", []any{"<http://h:8a/> a <b:c> ."}, "a", 0, 11},
		{"one character", "<http://h:8/> a <b:c> .", []any{lsptest.At(0, 11, 11, "a")}, "a", 0, 11},
		{"several, in order", "<http://h/> a <b:c> .", []any{lsptest.At(0, 9, 9, ":8"), lsptest.At(0, 11, 11, "a")},
			"a", 0, 11},
		{"a line that is put in", "<http://h:8a/> a <b:c> .", []any{lsptest.At(0, 0, 0, "# x\n")}, "a", 1, 11},
		{"units of UTF-16", "# \U00020000\n<a:\U00020000> a <http://h:8/> .", []any{lsptest.At(1, 20, 20, "a")}, "a", 1,
			20},
		{"lines that end with CR LF", "# x\r\n<http://h:8/> a <b:c> .\r\n", []any{lsptest.At(1, 11, 11, "a")}, "a", 1,
			11},
		{"a line that ends with CR alone", "# x\r# y\n<http://h:8/> a <b:c> .\n", []any{lsptest.At(2, 11, 11, "a")},
			"a", 2, 11},
		{"a character after the end of a line", "<http://h:8/>\n a <b:c> .", []any{lsptest.At(0, 12, 99, "a/>")}, "", 0,
			0},
		{"a line after the end", "<http://h:8/> a <b:c> .\n", []any{lsptest.At(9, 0, 0, "<http://h:8a/> a <b:c> .")},
			"a", 1, 11},
		{"a byte order mark", "\uFEFF<http://h:8/> a <b:c> .", []any{lsptest.At(0, 12, 12, "a")}, "a", 0, 12},
	} {
		e := startEditor(t)
		e.Open(uri, "turtle", tt.text)
		e.Change(uri, 2, tt.changes...)
		p := e.Of(2)
		if tt.want == "" {
			if len(p.Diagnostics) > 0 {
				t.Errorf("%s: got %+v", tt.name, p)
			}
			continue
		}
		at := lsptest.Range{Start: lsptest.Position{Line: tt.line, Character: tt.char},
			End: lsptest.Position{Line: tt.line, Character: tt.char + len(tt.want)}}
		if len(p.Diagnostics) != 1 || p.Diagnostics[0].Range != at {
			t.Errorf("%s: got %+v, want one at %v", tt.name, p, at)
		}
	}
}

// TestBadChange has a change that is not right: it is not taken, the client hears of it, and the server lives on.
func TestBadChange(t *testing.T) {
	e := startEditor(t)
	e.Open("untitled:a", "turtle", "<http://h:8/> a <b:c> .")
	e.Change("untitled:a", 2, lsptest.At(0, 11, 11, "a"), lsptest.At(0, 3, 2, "x"))
	if said := <-e.Messages; !strings.Contains(said, "before its start") {
		t.Errorf("said %s", said)
	}
	e.Change("untitled:a", 3, lsptest.At(0, 11, 11, "b"))
	if p := e.Of(3); len(p.Diagnostics) != 1 {
		t.Errorf("got %+v", p)
	}
}

// TestConfig holds that a configuration that is not right is said once, and the server lives on.
func TestConfig(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "iri.toml"), []byte("specc = 1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e := startEditor(t)
	uri := lsptest.URI(filepath.Join(dir, "a.nt"))
	if p := e.Open(uri, "", "<http://h:8a/> <a:b> <a:b> .\n"); len(p.Diagnostics) != 0 {
		t.Errorf("got %+v", p)
	}
	if said := <-e.Messages; !strings.Contains(said, `iri.toml:1: there is no key \"specc\"`) {
		t.Errorf("said %s", said)
	}
	e.Change(uri, 2, lsptest.At(0, 0, 0, " "))
	e.Of(2)
	if len(e.Messages) > 0 {
		t.Errorf("said again: %s", <-e.Messages)
	}
	if err := os.Remove(filepath.Join(dir, "iri.toml")); err != nil {
		t.Fatal(err)
	}
	e.Tell("textDocument/didSave", lsptest.Document(uri))
	if p := e.Next(); len(p.Diagnostics) != 1 {
		t.Errorf("after it is mended: %+v", p)
	}
	if err := os.WriteFile(filepath.Join(dir, "iri.toml"), []byte("exclude = ['*.nt']\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e.Tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	if p := e.Next(); len(p.Diagnostics) != 0 {
		t.Errorf("after it is excluded: %+v", p)
	}
	for text, want := range map[string]int{"exclude = ['*.nt']\n": 0, "": 1} { // of a file that iri.toml extends
		for name, text := range map[string]string{"house.toml": text, "iri.toml": "extend = 'house.toml'\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		e.Tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
		if p := e.Next(); len(p.Diagnostics) != want {
			t.Errorf("extended by %q: %+v", text, p)
		}
	}
}

// TestSettings has the settings of an editor: a file that counts in place of iri.toml, and lint.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	house := filepath.Join(dir, "house.toml")
	for name, text := range map[string]string{"iri.toml": "exclude = ['*.nt']\n", "house.toml": "spec = 'rfc3986'\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name     string
		settings any
		file     string
		want     []string // codes
	}{
		{"none", nil, "a.nt", nil},
		{"empty", map[string]any{"config": "", "lint": false}, "a.nt", nil},
		{"a file, in place of iri.toml", map[string]any{"config": house}, "a.nt", []string{"path-abempty"}},
		{"a file, of what is not saved", map[string]any{"config": house}, "untitled", []string{"path-abempty"}},
		{"lint", map[string]any{"lint": true}, "untitled", []string{"pct-case", "pct-unreserved"}},
	} {
		e := lsptest.StartWith(t, func(in io.Reader, out io.Writer) { Serve(in, out, "1") }, tt.settings)
		uri := "untitled:a"
		if tt.file != "untitled" {
			uri = lsptest.URI(filepath.Join(dir, tt.file))
		}
		var got []string
		for _, d := range e.Open(uri, "ntriples", "<http://e/\u00e9> <http://e/%c3%A9> <a:b> .\n").Diagnostics {
			got = append(got, d.Code)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	e := lsptest.StartWith(t, func(in io.Reader, out io.Writer) { Serve(in, out, "1") },
		map[string]any{"config": filepath.Join(dir, "none.toml")})
	e.Open("untitled:a", "turtle", "")
	if said := <-e.Messages; !strings.Contains(said, "none.toml") {
		t.Errorf("a file that there is not: said %s", said)
	}
	grammar := lsptest.StartWith(t, func(in io.Reader, out io.Writer) { Serve(in, out, "1") }, map[string]any{"lint": true})
	p := grammar.Open("untitled:a", "abnf", "year = 4digit / \"0000\"\ndigit = %x30-39\n")
	for !slices.ContainsFunc(p.Diagnostics, func(d lsptest.Diagnostic) bool { return d.Code == "ambiguous" }) {
		p = grammar.Next() // it fails if there is nothing more
	}
}

// TestIrregular holds that the server reads only files that iri.toml names: it waited for what a pipe brings.
func TestIrregular(t *testing.T) {
	for _, key := range []string{"grammar = ['DEVICE']", "baseline = 'DEVICE'",
		"context = { 'http://c/' = 'DEVICE' }"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "iri.toml"), []byte(strings.ReplaceAll(key, "DEVICE", os.DevNull)), 0o666); err != nil {
			t.Fatal(err)
		}
		e := startEditor(t)
		if p := e.Open(lsptest.URI(filepath.Join(dir, "a.nt")), "", "<http://h:8a/> <a:b> <a:b> .\n"); len(p.Diagnostics) != 0 {
			t.Errorf("%s: got %+v", key, p)
		}
		if said := <-e.Messages; !strings.Contains(said, "is a folder, a pipe or a device: name a file") {
			t.Errorf("%s: said %s", key, said)
		}
	}
}

// TestDecoded holds that the text of an editor is UTF-8: it declares how it is written to the disk.
func TestDecoded(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "iri.toml"),
		[]byte("files = [{ glob = '*.csv', charset = 'windows-1252' }]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e := startEditor(t)
	for _, tt := range []struct{ name, text string }{
		{"a.xml", "<?xml version='1.0' encoding='ISO-8859-1'?>\n<urlset><!-- \u65e5\u00e9 " +
			"--><loc>http://e/\u00e9|</loc></urlset>"},
		{"b.xml", "\uFEFF<?xml version='1.0' encoding='UTF-16'?>\n<urlset><!-- \u65e5\u00e9 " +
			"--><loc>http://e/\u00e9|</loc></urlset>"},
		{"a.rdf", "<?xml version='1.0' encoding='ISO-8859-1'?>\n<rdf:RDF " +
			"xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description " +
			"rdf:about='http://e/\u00e9|'/></rdf:RDF>"},
		{"a.html", "<meta charset=shift_jis>\n<p title='\u65e5\u00e9'><a href='http://e/\u00e9|'>"},
		{"a.csv", "url,n\nhttp://e/\u00e9|,\u65e5\n"},
	} {
		_, line, _ := strings.Cut(tt.text, "\n")
		want := utf8.RuneCountInString(line[:strings.IndexByte(line, '|')])
		p := e.Open(lsptest.URI(filepath.Join(dir, tt.name)), "", tt.text)
		if len(p.Diagnostics) != 1 || p.Diagnostics[0].Range != lsptest.At(1, want, want+1, "").Range {
			t.Errorf("%s: got %+v, want one at %d", tt.name, p, want)
		}
	}
	if len(e.Messages) > 0 {
		t.Errorf("said %s", <-e.Messages)
	}
}

// TestText holds that positions lead to offsets and back, in long lines and short ones.
func TestText(t *testing.T) {
	const s = "a\U00020000b\r\nc\r\u65e5\n\n" + "\ufffdd"
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		x := newText(s, encoding)
		for at := range s {
			if at > 0 && s[at-1] == '\r' && s[at] == '\n' {
				continue // no position is between them
			}
			p := x.position(at)
			if got := newText(s, encoding).offset(p); got != at && s[at] != '\n' {
				t.Errorf("%s: %d is %v, which is %d", encoding, at, p, got)
			}
		}
		for at := len(s); at >= 0; at-- { // backwards, which cannot go on from the last one
			if got, want := x.position(at), newText(s, encoding).position(at); got != want {
				t.Errorf("%s: %d is %v and %v", encoding, at, got, want)
			}
		}
	}
}

func decoded[T any](t testing.TB, raw json.RawMessage) (v T) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
