package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

func TestCanStartAtLine(t *testing.T) {
	const gzipped = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00"
	tests := []struct {
		name, file, content string
		want                bool
	}{
		{"lines", "a.txt", "a:b\n", true},
		{"json lines", "a.jsonl", "\"a:b\"\n", true},
		{"json on several lines", "a.json", "{\n\"iri\": \"a:b\"\n}\n", false},
		{"json, an array with an element on each line", "a.json", "\ufeff[\n\"a:b\",\n{\"iri\": \"a:b\"}\n]\n", true},
		{"n-triples", "a.nt", "", true},
		{"n-quads", "a.nq", "", true},
		{"lines that end with CR alone", "a.nt", "# a\r# b\r", false},
		{"a row of a table may have line ends", "a.csv", "", false},
		{"the first line of a table names its columns", "a.tsv", "", false},
		{"page", "a.html", "", false},
		{"sitemap", "a.xml", "", false},
		{"compressed", "a.txt", gzipped, false},
		{"compressed, whatever the name says", "a.nt", gzipped, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := input.NewFile(tt.file, strings.NewReader(tt.content), &input.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if got := f.CanStartAtLine(); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
