package input

import (
	"io"
	"strings"
	"testing"
)

// TestMemberPaths selects strings of a text that is JSON and YAML, in both.
func TestMemberPaths(t *testing.T) {
	const text = `{"paths": {"/a": {"url": "u:1", "n": 5}, "/b": {"url": ["u:2", null, 7, "u:3"]}, "x": "u:4"}, "deep": {"a": {"a": {"$ref": "u:5"}}, "s": "u:6"}}` + "\n"
	tests := []struct{ name, fields, want string }{
		{"one of any name", "paths.*.url", "u:1 u:2 u:3"},
		{"one of any name at the end: what is not a string is passed over", "paths.*", "u:4"},
		{"one of any name in front", "*.s", "u:6"},
		{"any number of names", "**.url", "u:1 u:2 u:3"},
		{"any number may be none", "**.deep.**.s", "u:6"},
		{"any number in two ways is one value", "**.a.**.$ref", "u:5"},
		{"any number at the end", "deep.**", "u:5 u:6"},
		{"all", "**", "u:1 u:2 u:3 u:4 u:5 u:6"},
		{"two paths, in the order of the file", "deep.** paths.*.url", "u:1 u:2 u:3 u:5 u:6"},
		{"two paths to one value", "paths.*.url **.url", "u:1 u:2 u:3"},
		{"nothing", "paths.*.no", ""},
	}
	for _, from := range []Format{JSON, YAML} {
		for _, tt := range tests {
			t.Run(from.String()+", "+tt.name, func(t *testing.T) {
				o := &Options{From: from, Fields: strings.Fields(tt.fields)}
				f, err := NewFile("f", strings.NewReader(text), o)
				if err != nil {
					t.Fatal(err)
				}
				b, err := NewScanner(f, o).Next(nil)
				if err == io.EOF && tt.want == "" { // a document without strings has no block
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for r := range b.Records(o) {
					if r.Err != nil {
						t.Fatal(r.Err)
					}
					if at := text[r.Offset:]; !strings.HasPrefix(at, r.Text) {
						t.Errorf("%s is said to be at %.9q", r.Text, at)
					}
					got = append(got, strings.Clone(r.Text))
				}
				if got := strings.Join(got, " "); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			})
		}
	}
}
