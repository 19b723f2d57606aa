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
