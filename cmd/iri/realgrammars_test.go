package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// refusals reads the table of docs/grammars.md that says what commands refuse: by command, what they say then.
func refusals(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/grammars.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "| command | what it refuses | it says |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	said := make(map[string][]string)
	for _, row := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(row, "|")
		if len(cells) != 5 {
			t.Fatalf("docs/grammars.md: the row %q", row)
		}
		command := strings.Trim(cells[1], " `")
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[3], -1) {
			said[command] = append(said[command], m[1])
		}
	}
	if !ok || len(said) < 2 {
		t.Fatal("docs/grammars.md has no table of refusals")
	}
	return said
}

// TestRealGrammars runs each command over the grammars of the library, and in the long form over those of other
// projects too, in the folder ../shared/abnf/real beside the module. What is refused has to be in the table of
// docs/grammars.md.
func TestRealGrammars(t *testing.T) {
	said := refusals(t)
	files, err := filepath.Glob("../../grammar/library/*.abnf")
	if err != nil || len(files) == 0 {
		t.Fatal("the library is not there: ", err)
	}
	files = files[:len(files)/testkit.Size(4, 1, 1)]
	if testkit.Long() {
		real, _ := filepath.Glob("../../../shared/abnf/real/*.abnf")
		files = append(files, real...)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, words := range [][]string{{"check", file}, {"fmt", file}, {"diff", file, file},
				{"sample", "--format", "json", "--grammar", file}, {"railroad", "--grammar", file},
				{"vectors", "--grammar", file},
				{"export", "--to", "python", "--grammar", file}, {"export", "--to", "c", "--grammar", file},
				{"export", "--to", "regex:ecma", "--grammar", file}} {
				var out, errs bytes.Buffer
				status := execute(testApp(&out, &errs), append([]string{"grammar"}, words...))
				text := out.String()
				switch {
				case status > 0:
					refused := false
					for _, s := range slices.Concat(said["all"], said[words[0]]) {
						refused = refused || strings.Contains(errs.String()+text, s)
					}
					if !refused {
						t.Errorf("%s: status %d, which docs/grammars.md does not explain:\n%s", words, status, errs.String())
					}
				case text == "" && words[0] != "check" || text != "" && !strings.HasSuffix(text, "\n"):
					t.Errorf("%s: the output ends with %q", words, text[max(0, len(text)-40):])
				case words[0] == "vectors":
					good, bad := vectorRows(t, text)
					if good == 0 || bad == 0 {
						t.Errorf("%s: %d rows are valid, %d are not", words, good, bad)
					}
				}
			}
		})
	}
}

// vectorRows counts the rows of a suite.
func vectorRows(t *testing.T, text string) (good, bad int) {
	for line := range strings.Lines(text) {
		var row struct{ Valid bool }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if row.Valid {
			good++
		} else {
			bad++
		}
	}
	return good, bad
}
