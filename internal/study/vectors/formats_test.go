package vectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestFormats holds that each format has every row.
func TestFormats(t *testing.T) {
	g := grammartest.Load(t, "leiri")
	rule := g.Rule("isegment") // inputs with U+0000, line ends, quotes, "#" and backslashes
	var rows []Row
	for row, err := range Suite(g, rule, Medium, nil) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	about := Suited{"leiri", "isegment", func() (string, error) { return "{\n  \"type\": \"string\"\n}", nil }}
	for _, f := range Formats() {
		t.Run(f.Name, func(t *testing.T) {
			var b bytes.Buffer
			if err := f.Write(&b, about, Suite(g, rule, Medium, nil)); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
			switch f.Name {
			case "json", "jsonl":
				if len(lines) != len(rows) {
					t.Fatalf("%d lines for %d rows", len(lines), len(rows))
				}
				for i, line := range lines {
					var row Row
					if err := json.Unmarshal([]byte(line), &row); err != nil || row.Input != rows[i].Input ||
						row.Valid != rows[i].Valid {
						t.Errorf("got %s, want %+v (%v)", line, rows[i], err)
					}
				}
			case "json-schema-suite":
				var suites []struct {
					Description string
					Schema      map[string]string
					Tests       []struct {
						Description, Data string
						Valid             bool
					}
				}
				if err := json.Unmarshal(b.Bytes(), &suites); err != nil {
					t.Fatal(err)
				}
				if len(suites) != 1 || len(suites[0].Tests) != len(rows) || suites[0].Schema["type"] != "string" {
					t.Fatalf("got %+.300v", suites)
				}
				for i, test := range suites[0].Tests {
					if test.Data != rows[i].Input || test.Valid != rows[i].Valid ||
						!strings.HasSuffix(test.Description, rows[i].Why) {
						t.Errorf("got %+v, want %+v", test, rows[i])
					}
				}
			case "tap":
				if len(lines) != len(rows)+2 {
					t.Fatalf("%d lines for %d rows", len(lines), len(rows))
				}
				for _, line := range lines[1:] {
					if strings.Contains(strings.ReplaceAll(line, `\#`, ""), "#") {
						t.Errorf("%s has a directive", line)
					}
				}
			default:
				t.Fatalf("no test for the format %s", f.Name)
			}
		})
	}
}

// TestFormatFails holds that an error of the suite, or of the schema, is one of each format.
func TestFormatFails(t *testing.T) {
	failed := errors.New("it failed")
	broken := func(yield func(Row, error) bool) {
		_ = yield(Row{Input: "a"}, nil) && yield(Row{}, failed)
	}
	for _, f := range Formats() {
		about := Suited{Schema: func() (string, error) { return "{}", nil }}
		if err := f.Write(&bytes.Buffer{}, about, broken); !errors.Is(err, failed) {
			t.Errorf("%s: got %v", f.Name, err)
		}
	}
	about := Suited{Schema: func() (string, error) { return "", failed }}
	var b bytes.Buffer
	if err := Formats()[2].Write(&b, about, broken); !errors.Is(err, failed) || b.Len() > 0 {
		t.Errorf("got %v, %q", err, b.String())
	}
}
