package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNotUTF8 is for files with bytes that are not UTF-8, in a charset that nobody has named: "If a
// document as a whole has a native character encoding and that character encoding is not UTF-8,
// then IRIs MUST NOT be placed into the document in the UTF-8 character encoding" (RFC 3987 §6.3).
func TestNotUTF8(t *testing.T) {
	for _, tt := range []struct{ format, in string }{
		{"lines", "http://e/%C3%A9?\n\xe9\n"},
		{"csv", "name,iri\ncaf\xe9,http://e/%C3%A9?\n"},
		{"tsv", "name\tiri\ncaf\xe9\thttp://e/%C3%A9?\n"},
		{"text", "caf\xe9 <http://e/%C3%A9?>\n"},
		{"json", "\"http://e/%C3%A9?\"\n{\"iri\":\"http://e/%C3%A9?\",\"n\":\"\xe9\"}\n"},
		{"html", "<p>caf\xe9<a href='http://e/%C3%A9?'>"},
	} {
		for _, args := range []string{"to-iri", "normalize",
			"fix --severity pct-unreserved=warning --fix pct-unreserved"} {
			args := append(strings.Fields(args), "--from", tt.format)
			if tt.format == "csv" || tt.format == "tsv" {
				args = append(args, "--column", "iri")
			}
			for name, in := range map[string]string{"other bytes": tt.in, "UTF-8": strings.ReplaceAll(tt.in, "\xe9", "é")} {
				want := in
				if name == "UTF-8" {
					want = strings.ReplaceAll(in, "%C3%A9", "é")
				}
				if out, errs, _ := runOn(in, args...); out != want {
					t.Errorf("%s %q: got %q, want %q\n%s", name, args, out, want, errs)
				}
				file := filepath.Join(t.TempDir(), "f")
				if err := os.WriteFile(file, []byte(in), 0o666); err != nil {
					t.Fatal(err)
				}
				if out, errs, _ := runOn("", append(args, "-f", file)...); out != want {
					t.Errorf("%s %q, a file: got %q, want %q\n%s", name, args, out, want, errs)
				}
			}
		}
	}
}

// TestListIsInPlace is for text in a charset that is named, whose IRIs are the same in a list and where they
// stand: "a non-ASCII character should not be taken as the indication of the end of an IRI" (RFC 3987 §7.3).
func TestListIsInPlace(t *testing.T) {
	for _, tt := range []struct{ name, charset, format, in, list, inPlace string }{
		{"Latin 1 in text", "iso-8859-1", "text", "x http://e/caf\xe9/b y\n", "http://e/caf%C3%A9/b\n",
			"x http://e/caf%C3%A9/b y\n"},
		{"a trail byte that is a bracket", "shift_jis", "text", "x http://e/\x81\x7b/b y\n", "http://e/%EF%BC%8B/b\n",
			"x http://e/%EF%BC%8B/b y\n"},
		{"a comma inside of a character", "iso-2022-jp", "csv", "http://e/\x1b$B0,\x1b(B/b,y\n",
			"http://e/%E7%A9%90/b\n", "http://e/%E7%A9%90/b,y\n"},
	} {
		args := []string{"prepare", "--to", "uri", "--charset", tt.charset, "--query-charset", tt.charset, "--from", tt.format}
		if out, errs, exit := runOn(tt.in, append(args, "--list")...); out != tt.list || exit != 0 {
			t.Errorf("%s, a list: got %q, want %q, exit status %d\n%s", tt.name, out, tt.list, exit, errs)
		}
		if out, errs, exit := runOn(tt.in, args...); out != tt.inPlace || exit != 0 {
			t.Errorf("%s, in place: got %q, want %q, exit status %d\n%s", tt.name, out, tt.inPlace, exit, errs)
		}
	}
}
