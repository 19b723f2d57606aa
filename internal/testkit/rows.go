package testkit

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// Rows returns the rows of a table in a file. It fails the test if a row does not have this number of fields. A row is a line,
// and tabs separate its fields. A field that begins with a quotation mark is a string of Go. Lines that are empty or begin
// with "#" are not rows.
func Rows(t testing.TB, file string, fields int) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSuffix(line, "\n"); line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, "\t")
		for i, field := range row {
			if !strings.HasPrefix(field, `"`) {
				continue
			}
			if row[i], err = strconv.Unquote(field); err != nil {
				t.Fatalf("%s:%d: field %d is not a string of Go: %s", file, number, i+1, field)
			}
		}
		if len(row) != fields {
			t.Fatalf("%s:%d: got %d fields, want %d", file, number, len(row), fields)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no row", file)
	}
	return rows
}
