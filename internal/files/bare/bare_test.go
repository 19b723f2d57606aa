package bare

import (
	"os"
	"strings"
	"testing"
)

// TestStopMarks holds the table of docs/formats.md against what ends a bare IRI.
func TestStopMarks(t *testing.T) {
	content, err := os.ReadFile("../../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(content), "| characters | scripts |\n| --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	var marks strings.Builder
	for row := range strings.Lines(table) {
		_, row, _ = strings.Cut(row, "`")
		row, _, _ = strings.Cut(row, "`")
		marks.WriteString(row)
	}
	if marks.String() != stopMarks {
		t.Errorf("the table has %q, want %q", marks.String(), stopMarks)
	}
}

// TestIsList has texts that are lists of IRIs with commas, and such as are one IRI or something else.
func TestIsList(t *testing.T) {
	for text, want := range map[string]bool{
		"http://a:1,http://b:2":               true,
		"http://a:1, nats://b:2 ,http://c":    true,
		"http://a/é,http://b/?q=1,2":          false, // the comma may be one of the query
		"http://a/,http://b/?q":               true,
		"http://a/?q,http://b/":               false,
		"http://a,b":                          false,
		"http://a/http://b/,http://c/":        false,
		"http://a/1.jpg 1x,http://a/2.jpg 2x": false,
		"http://{{ a }},http://b":             false,
		"http://a":                            false,
		"mailto:a@b,mailto:c@d":               false,
		",":                                   false,
	} {
		if got := IsList(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
