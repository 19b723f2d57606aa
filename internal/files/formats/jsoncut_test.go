package formats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestJSONBlocks holds that what is found does not depend on how a file is cut into chunks, and that
// nothing is lost.
func TestJSONBlocks(t *testing.T) {
	const n = 30000 // several chunks
	var b strings.Builder
	b.WriteString("[\n")
	for i := range n {
		fmt.Fprintf(&b, "  {\n    \"x\": \"]}\\\"[{\\\\\",\n    \"iri\": [\n      \"a:%d\"\n    ]\n  },\n", i)
	}
	text := b.String() + "  \"a:end\"\n]\n"
	lines := strings.Split(strings.TrimSpace(show(t, "a.json", text, input.Options{})), "\n")
	if len(lines) != n+1 {
		t.Fatalf("got %d records, want %d", len(lines), n+1)
	}
	for i, line := range lines[:n] {
		if want := fmt.Sprintf("%d:8@", 5+6*i); !strings.HasPrefix(line, want) ||
			!strings.HasSuffix(line, fmt.Sprintf(" \"a:%d\"", i)) {
			t.Fatalf("record %d: got %s, want %s", i, line, want)
		}
	}
}

// TestCommentFaults holds how many faults a file has whose records are not JSON because of comments, of commas before an
// end, or of their length: one for each record of JSON Lines, one for a document or an array, however many chunks it has.
func TestCommentFaults(t *testing.T) {
	long := strings.Repeat("x", 1000)
	const records = 3 * input.ChunkSize / 1000
	for _, tt := range []struct {
		name, before, record, after string
		o                           input.Options
		want                        int
	}{
		{"comments in JSON Lines", "", `{"iri":"a:b","x":"` + long + `"} // c` + "\n", "", input.Options{}, records},
		{"commas in JSON Lines", "", `{"iri":"a:b","x":"` + long + `",}` + "\n", "", input.Options{}, records},
		{"comments in values of several lines", "", "{\"iri\":\"a:b\", // c\n\"x\":\"" + long + "\"}\n", "", input.Options{},
			records},
		{"comments in an array", "// c\n[\n", `{"iri":"a:b","x":"` + long + `"}, // c` + "\n", "]\n", input.Options{}, 1},
		{"comments in a document", "{\n// c\n", `"` + long + `": "a:b", // c` + "\n", `"x": 1}`, input.Options{}, 1},
		{"lines that are too long", "", `{"iri":"a:b","x":"` + long + `"}` + "\n", "", input.Options{MaxLine: 1000}, records},
		{"lines that are longer than a block", "", `{"iri":"a:b","x":"` + strings.Repeat(long, 600) + `"}` + "\n", "",
			input.Options{MaxLine: 1000}, records},
	} {
		var text strings.Builder
		text.WriteString(tt.before)
		n := records
		if tt.o.MaxLine > 0 && len(tt.record) > input.ChunkSize {
			n, tt.want = 4, 4
		}
		for range n {
			text.WriteString(tt.record)
		}
		text.WriteString(tt.after)
		for _, name := range []string{"a.json", "a.jsonld"} {
			if name == "a.jsonld" && tt.want == 1 {
				continue // such a file is read as a whole
			}
			faults, o := 0, tt.o
			f, err := input.NewFile(name, strings.NewReader(text.String()), &o)
			if err != nil {
				t.Fatal(err)
			}
			for b, err := range f.Chunks(&o, new([]byte)) {
				if err != nil {
					t.Fatal(err)
				}
				for r := range b.Items(&o) {
					if r.Err != nil {
						faults++
					}
				}
			}
			if faults != tt.want {
				t.Errorf("%s, %s: %d faults, want %d", tt.name, name, faults, tt.want)
			}
		}
	}
}
