package formats_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/text/chars"
)

// allClean is a Cleaner that accepts everything: what is left is the time of reading.
type allClean struct{}

func (allClean) Clean(*input.Item) bool { return true }

func (allClean) IsLine(*input.Item) bool { return true }

func (allClean) Lines(block []byte, _ func(start, end int) bool) int {
	return strings.Count(chars.UnsafeString(block), "\n")
}

// BenchmarkRead reads the same IRIs in several formats.
func BenchmarkRead(b *testing.B) {
	for _, bb := range []struct{ name, file, row string }{
		{"csv", "a.csv", "%s\n"},
		{"csv second column", "a.csv", "%[2]d,%[1]s\n"},
		{"csv quoted", "a.csv", "\"%s\"\n"},
		{"json string", "a.jsonl", "\"%s\"\n"},
		{"json object", "a.jsonl", "{\"iri\":\"%s\"}\n"},
		{"json object, more members", "a.jsonl", "{\"id\":%[2]d,\"iri\":\"%[1]s\",\"tags\":[\"a\",\"b\"]}\n"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			const n = 10000
			var content strings.Builder
			for i := range n {
				row := fmt.Sprintf(bb.row, fmt.Sprintf("http://www.example.org/some/path/of/usual/length?id=%d#é", i), i)
				row, _, _ = strings.Cut(row, "%!(EXTRA")
				content.WriteString(strings.TrimSuffix(row, "\n") + "\n")
			}
			o := input.Options{}
			if strings.Contains(bb.name, "second") {
				o.Formats = []any{table.Options{Columns: []string{"2"}}}
			}
			b.SetBytes(int64(content.Len()))
			for b.Loop() {
				f, err := input.NewFile(bb.file, strings.NewReader(content.String()), &o)
				if err != nil {
					b.Fatal(err)
				}
				count := 0
				for s := input.NewScanner(f, &o); ; {
					block, err := s.Next(nil)
					if err == io.EOF {
						break
					}
					if err != nil {
						b.Fatal(err)
					}
					count += block.Each(&o, allClean{}, func(r *input.Item) bool { b.Fatal(r.Err); return false })
				}
				if count != n {
					b.Fatalf("read %d, want %d", count, n)
				}
			}
		})
	}
}
