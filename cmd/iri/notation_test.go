package main

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// A notationFormat says how an IRI is written in a line of a file, by the name of the file.
type notationFormat struct {
	name, before, after string
	write               func(iri string) string
	byHand              bool
}

var notationFormats = []notationFormat{
	{"a.html", "", "", func(s string) string { return `<a href="` + html.EscapeString(s) + `">x</a>` }, true},
	{"a.xhtml", "<html>\n", "</html>\n", func(s string) string { return `<a href="` + html.EscapeString(s) + `"/>` }, true},
	{"a.md", "", "", func(s string) string { return "- [x](<" + inBrackets.Replace(s) + ">)" }, true},
	{"a.yaml", "", "", func(s string) string { return "- url: '" + s + "'" }, true},
	{"a.json", "[\n", "\"a:b\"]\n", func(s string) string { return inJSON(s) + "," }, true},
	{"a.jsonl", "", "", func(s string) string { return `{"iri":` + inJSON(s) + "}" }, true},
	{"a.jsonld", "[\n", "{}]\n", func(s string) string { return `{"@type":` + inJSON(s) + "}," }, true},
	{"a.csv", "iri,n\n", "", func(s string) string { return s + ",1" }, true},
	{"a.tsv", "iri\tn\n", "", func(s string) string { return s + "\t1" }, true},
	{"a.xml", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n", "</urlset>\n",
		func(s string) string { return "<url><loc>" + html.EscapeString(s) + "</loc></url>" }, false},
	{"a.ttl", "", "", func(s string) string { return "<x> <x> <" + inTurtle.Replace(s) + "> ." }, false},
	{"a.nt", "", "", func(s string) string { return "<a:x> <a:x> <" + inTurtle.Replace(s) + "> ." }, false},
	{"a.txt", "Read this.\nOr that.\nAnd more.\n", "", func(s string) string { return "See <" + s + ">." }, true},
	{"a.lines", "", "", func(s string) string { return s }, false},
}

var (
	inBrackets = strings.NewReplacer(`\`, `\\`, "<", `\<`, ">", `\>`)
	inTurtle   = strings.NewReplacer(`\`, `\u005C`, "<", `\u003C`, ">", `\u003E`, "{", `\u007B`, "}", `\u007D`, "^",
		`\u005E`, "|", `\u007C`)
)

func inJSON(s string) string {
	b := new(strings.Builder)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// TestNotations has each character that is the sign of another notation in each format: where people write by hand,
// fix leaves it outside of a query, says so, and a guess writes it; check agrees, and to-uri leaves it, too.
func TestNotations(t *testing.T) {
	testkit.StatesRFC(t)
	encoded := map[string]string{"[": "%5B", "]": "%5D", "{": "%7B", "}": "%7D", "^": "%5E", "<": "%3C", ">": "%3E",
		"|": "%7C", `\`: "%5C"}
	for _, f := range notationFormats {
		for char, triplet := range encoded {
			for _, place := range []struct {
				before   string
				inQuery  bool
				notGuess string // what a backslash is guessed to be; empty for its percent-encoding
			}{
				{"x:a/b", false, ""}, {"http://e/#a", false, ""}, {"http://e/?a", true, ""}, {"http://e/a", false, "/"},
			} {
				if f.name == "a.txt" && (place.before == "x:a/b" || char == "<" || char == ">") {
					continue // it is not known as an IRI, or ends there
				}
				left, guessed := f.byHand && !place.inQuery, triplet
				if char == `\` && place.notGuess != "" {
					left, guessed = true, place.notGuess
				}
				text := func(middle string) string { return f.before + f.write(place.before+middle+"c") + "\n" + f.after }
				name := filepath.Join(t.TempDir(), f.name)
				if err := os.WriteFile(name, []byte(text(char)), 0o600); err != nil {
					t.Fatal(err)
				}
				fixed, said := runAdvice("fix", "-f", name)
				want := text(triplet)
				if left {
					want = text(char)
				}
				if fixed != want || left != strings.Contains(said, "hint:") {
					t.Errorf("fix: got %q, want %q; %s", fixed, want, said)
				}
				if got, _ := runAdvice("fix", "--guess", "-f", name); got != text(guessed) {
					t.Errorf("fix --guess: got %q, want %q", got, text(guessed))
				}
				if got, _ := runAdvice("check", "--format", "json", "-f", name); left == strings.Contains(got, `"fix":`) ||
					!strings.Contains(got, `"hint":`) && left {
					t.Errorf("check: %s says of a fix in %s", name, got)
				}
				if got, _ := runAdvice("to-uri", "-f", name); got != text(char) {
					t.Errorf("to-uri: got %q, want %q", got, text(char))
				}
			}
		}
	}
}

// TestBrokenSchemes has IRIs whose scheme is broken in each format: fix leaves them, and check reports them, for "./" in
// front would make paths of them. A full-width colon after the scheme makes a path of a reference, which conforms.
func TestBrokenSchemes(t *testing.T) {
	for _, f := range notationFormats {
		for _, broken := range []string{":https://e/", "1https://e/", "\uff1ahttps://e/", "https\uff1a//e/"} {
			text := f.before + f.write(broken) + strings.Repeat("\n"+f.write("http://e/"), 2) + "\n" + f.after
			name := filepath.Join(t.TempDir(), f.name)
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			fixed, said := runAdvice("fix", "-f", name)
			found, _ := runAdvice("check", "-f", name)
			visible := strings.Contains(said, "error[scheme]") || strings.Contains(said, "error[ipath-noscheme]")
			if f.name == "a.txt" && fixed == text {
				continue // nothing says that it is meant as an IRI
			}
			if conforms := found == ""; fixed != text || visible == conforms || conforms && broken != "https\uff1a//e/" {
				t.Errorf("%s: fix wrote %q, and said %s; check found %s", name, fixed, said, found)
			}
		}
	}
}
