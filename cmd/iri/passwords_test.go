package main

import (
	"bytes"
	"encoding/json"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// passwordCommands are commands with their outputs for people, and of programs for people, of a file.
var passwordCommands = []string{
	"check --format text", "check --format short", "check --format sarif", "check --format junit", "check --format github",
	"check --format gitlab", "check --format json", "check --summary-only --summary-by host",
	"check --summary-only --format json --summary-by host", "check --summary-only --summary-by reason",
	"fix --list", "to-uri --host idna --list", "to-iri --list", "normalize --list", "filter --rejects FILE",
	"check --write-baseline --baseline FILE",
}

// data matches what is data, and not for people: the input, edits and results.
var data = map[string]bool{
	"input": true, "inputBase64": true, "components": true, "fix": true, "resolved": true, "prefix": true,
}

// encodedInput matches what SARIF has of an input that is not UTF-8.
var encodedInput = regexp.MustCompile(`"inputBase64":"[^"]*"`)

// besideFaults say how a string is written beside another one, which has a fault: its line is shown.
var besideFaults = []notationFormat{
	{"b.html", "", "", func(s string) string {
		return `<a href="http://h:8a/">x</a><a href="` + html.EscapeString(s) + `">x</a>`
	}, true},
	{"b.ttl", "", "", func(s string) string {
		return "<http://h:8a/> <x> <" + inTurtle.Replace(s) + "> , <http://h:8b/> ."
	}, false},
	{"b.jsonl", "", "", func(s string) string { return `{"iri":"http://h:8a/","b":` + inJSON(s) + "}" }, true},
	{"b.tsv", "iri\tn\n", "", func(s string) string { return "http://h:8a/\t" + s }, true},
}

// holds reports whether a string is one in a file of that name: in a table a delimiter ends it, in text much does, and
// in a line that is shown for another string what mostly stands between two.
func holds(name, s string) bool {
	switch {
	case name == "a.csv":
		return !strings.ContainsAny(s, `,"`)
	case strings.HasPrefix(name, "b."):
		return !strings.ContainsAny(s, `"<>\`)
	}
	found := name != "a.txt"
	bare.Find([]byte("<"+s+">"), false, false, func(start, end int, _ string) bool {
		found = found || start == 1 && end == len(s)+1
		return false
	})
	return found
}

// TestPasswordsInOutputs holds that no output for people has four characters in a row of one of many passwords, of
// 100,000 in a long run, in any format of files: see TestPasswordsInMessages.
func TestPasswordsInOutputs(t *testing.T) {
	testkit.StatesRFC(t, "http://u:p@h/")
	r := rand.New(rand.NewPCG(3986, 5))
	n := testkit.Size(200, 400, 100_000)
	of := min(n, 2_000)
	dir := t.TempDir()
	for from := 0; from < n; from += of {
		var passwords, texts []string
		for len(texts) < of {
			password := reftest.Password(r)
			text := reftest.WithPassword(r, len(texts), password)
			if !strings.ContainsAny(text, "\n\r\t") && utf8.ValidString(text) {
				passwords, texts = append(passwords, password), append(texts, text)
			}
		}
		pieces := make(map[string]int)
		for i, password := range passwords {
			for piece := range reftest.Pieces(password) {
				if !strings.Contains(piece, "%zz") { // stands beside passwords
					pieces[piece] = i
				}
			}
		}
		formats := slices.Concat(notationFormats, besideFaults)
		for i, f := range formats {
			if n > of && from/of%len(formats) != i {
				continue // each of many files is in one format
			}
			var file strings.Builder
			file.WriteString(f.before)
			for _, text := range texts {
				if holds(f.name, text) {
					file.WriteString(f.write(text) + "\n")
				}
			}
			name := filepath.Join(dir, f.name)
			if err := os.WriteFile(name, []byte(file.String()+f.after), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, command := range passwordCommands {
				extra := filepath.Join(dir, "extra")
				args := append(strings.Fields(strings.ReplaceAll(command, "FILE", extra)), "-f", name)
				if !strings.Contains(command, "summary") && !strings.Contains(command, "write-baseline") &&
					!strings.HasPrefix(command, "filter") {
					args = append(args, "--limit", "0")
				}
				if strings.HasPrefix(command, "check") {
					args = append(args, "--lint", "--suspicious", "--guess")
				}
				if f.name == "a.lines" {
					args = append(args, "--from", "lines")
				}
				os.Remove(extra)
				said := outputFor(t, args, extra)
				if found := shownPiece(said, pieces); found != "" {
					i := strings.Index(said, found)
					t.Errorf("%s: %+q of %+q is shown: …%q…", strings.Join(args, " "), found, texts[pieces[found]],
						said[max(0, i-200):min(len(said), i+60)])
				}
			}
		}
	}
}

// outputFor returns what a command writes for people, and the file that it writes beside that.
func outputFor(t *testing.T, args []string, file string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := execute(testApp(&out, &errs), args)
	if status > 1 && out.Len() == 0 && !strings.Contains(errs.String(), "has no lines") {
		t.Fatalf("%s: %s", strings.Join(args, " "), errs.String())
	}
	said := out.String()
	command := strings.Join(args, " ")
	switch {
	case !strings.HasPrefix(command, "check"): // its results are data
		said = ""
	case strings.Contains(command, "--format json"):
		said = withoutData(t, said)
	}
	written, err := os.ReadFile(file)
	for line := range strings.Lines(string(written)) {
		if err == nil && (strings.HasPrefix(line, "# ") || strings.Contains(command, "baseline")) {
			said += line
		}
	}
	return encodedInput.ReplaceAllString(said+errs.String(), "")
}

// withoutData returns lines of JSON without what is data in them.
func withoutData(t *testing.T, lines string) string {
	var out strings.Builder
	for line := range strings.Lines(lines) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var texts func(v any)
		texts = func(v any) {
			switch v := v.(type) {
			case string:
				out.WriteString(v + "\n")
			case []any:
				for _, v := range v {
					texts(v)
				}
			case map[string]any:
				for name, v := range v {
					if !data[name] || object["summary"] != nil {
						texts(v)
					}
				}
			}
		}
		texts(object)
	}
	return out.String()
}

// shownPiece returns a piece that a text has, empty if it has none.
func shownPiece(text string, pieces map[string]int) string {
	var starts [4]int // of the last characters
	for i := range text {
		if piece := text[starts[0]:i]; utf8.RuneCountInString(piece) == 4 {
			if _, ok := pieces[piece]; ok {
				return piece
			}
		}
		copy(starts[:], starts[1:])
		starts[3] = i
	}
	return ""
}
