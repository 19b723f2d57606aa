package formats_test

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	filesjson "github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/memberpath"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestMemberPaths selects strings of a text that is JSON and YAML, in both.
func TestMemberPaths(t *testing.T) {
	const text = `{"paths": {"/a": {"url": "u:1", "n": 5}, "/b": {"url": ["u:2", null, 7, "u:3"]}, "x": "u:4"}, ` +
		`"deep": {"a": {"a": {"$ref": "u:5"}}, "s": "u:6"}}` + "\n"
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
	for _, from := range []*input.Format{filesjson.Format, yaml.Format} {
		for _, tt := range tests {
			t.Run(from.String()+", "+tt.name, func(t *testing.T) {
				o := &input.Options{From: from, Fields: strings.Fields(tt.fields)}
				f, err := input.NewFile("f", strings.NewReader(text), o)
				if err != nil {
					t.Fatal(err)
				}
				b, err := input.NewScanner(f, o).Next(nil)
				if err == io.EOF && tt.want == "" { // a document without strings has no chunk
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for r := range b.Items(o) {
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

// TestUnselected holds what is said of a path that selects nothing in a file.
func TestUnselected(t *testing.T) {
	const text = `{"paths": {"/a": {"url": "u:1", "n": 5}, "b.c": {"url": ["x"]}}, "s": "no IRI", "z": null}` + "\n"
	tests := []struct{ name, text, fields, want string }{
		{"one of any name", text, "paths.*.no", "--field paths.*.no selects nothing: IRIs are in paths./a.url"},
		{"any number of names", text, "**.no", "--field **.no selects nothing: IRIs are in paths./a.url"},
		{"names", text, "paths.no", "--field paths.no selects nothing: IRIs are in paths./a.url"},
		{"one of two paths", text, "paths.*.url no", "--field no selects nothing: IRIs are in paths./a.url"},
		{"no IRIs", `{"a": "b", "c": ["d"]}` + "\n", "b", "--field b selects nothing: there are a, c"},
		{"an object is not a string", text, "paths.*", "--field paths.* selects nothing: IRIs are in paths./a.url"},
		{"a name with a dot", `{"a.b": {"c": "u:1"}}` + "\n", "a.b.c",
			"--field a.b.c selects nothing: IRIs are in *.c"},
		{"no strings", `{"a": [1, {}, []]}` + "\n", "b", "--field b selects nothing: it has no members with strings"},
		{"null is there", text, "z", ""},
		{"what is not an IRI is there", text, "s", ""},
		{"a string in an array", text, "paths.*.url", ""},
		{"too many names", text, strings.Repeat("a.", memberpath.MaxNames) + "a",
			"--field " + strings.Repeat("a.", memberpath.MaxNames) + "a: a path has at most 63 names"},
		{"no text", "\n", "a", ""},
	}
	for _, from := range []*input.Format{filesjson.Format, yaml.Format} {
		for _, tt := range tests {
			t.Run(from.String()+", "+tt.name, func(t *testing.T) {
				o := &input.Options{From: from, Fields: strings.Fields(tt.fields), Stdin: strings.NewReader(tt.text),
					FileNotes: new(notes.FileNotes)}
				got := ""
				for range runtest.Items(o, nil, func(err error) { got = err.Error() }) {
				}
				if tt.want != "" {
					tt.want = input.Stdin + ": " + tt.want
				}
				if got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				if without := o.FileNotes.Account().WithoutLines(); got != "" && without != nil {
					t.Errorf("it is said twice: %q", without)
				}
			})
		}
	}
}

// A jsonTree is a value as encoding/json reads it: an array, an object, or a scalar and where it ends.
type jsonTree struct {
	elements []jsonTree
	names    []string // of the elements, if it is an object
	kind     json.Token
	end      int64
}

func readTree(d *json.Decoder) (v jsonTree) {
	v.kind, _ = d.Token()
	v.end = d.InputOffset()
	if v.kind != json.Delim('{') && v.kind != json.Delim('[') {
		return v
	}
	for d.More() {
		if v.kind == json.Delim('{') {
			name, _ := d.Token()
			v.names = append(v.names, name.(string))
		}
		v.elements = append(v.elements, readTree(d))
	}
	d.Token()
	return v
}

// at calls f for the scalars at a path.
func (v *jsonTree) at(path []string, f func(end int64)) {
	for i := range v.elements {
		e := &v.elements[i]
		switch {
		case v.names == nil: // of an array
			e.at(path, f)
		case len(path) == 0:
		case path[0] == "**":
			e.at(path, f)
		case path[0] == "*", path[0] == v.names[i]:
			e.at(path[1:], f)
		}
	}
	if len(path) > 0 && path[0] == "**" && v.kind != json.Delim('[') {
		v.at(path[1:], f) // it may stand for no name
	}
	if _, ok := v.kind.(string); ok && len(path) == 0 {
		f(v.end)
	}
}

// FuzzMemberPaths holds that the strings that paths select are those of the tree that encoding/json reads.
func FuzzMemberPaths(f *testing.F) {
	for _, fields := range []string{"a", "a.b", "*", "**", "**.a", "a.**", "*.a b", "**.a.**.b **", "a.*.b a.b **.**.a",
		"a a.a"} {
		f.Add(`{"a": {"b": "u:1", "a": [null, {"b": "u:2"}, "u:3", []]}, "b": {"a": {"\u0061": {"b": "u:4"}}}, "a": `+
			`"u:5", "c": {}}`, fields)
		f.Add(`[{"a": [[{"a": "u:1"}], "u:2"]}, "u:3", [{"a": {"a": {"a": 5}}}], true, null, []]`, fields)
	}
	f.Fuzz(func(t *testing.T, text, fields string) {
		o := &input.Options{From: filesjson.Format, Fields: strings.Fields(fields)}
		text = strings.Map(func(r rune) rune { return max(r, ' ') }, text) + "\n" // one line
		switch {
		// the tree is walked once for each way
		case !json.Valid([]byte(text)), !utf8.ValidString(text), len(o.Fields) == 0, len(text) > 1000,
			len(fields) > 100, strings.Count(fields, "**") > 3,

			// lone surrogates are not U+FFFD here
			strings.Contains(fields, "\ufffd"), strings.Count(fields, ".") >= memberpath.MaxNames:
			return
		case strings.Contains(text, "base"), strings.Contains(text, "rule"), strings.Contains(text, "other"),
			strings.Contains(text, `\u00`) && !strings.Contains(text, `\u0061`):
			return // the members that say something about an object
		}
		tree := readTree(json.NewDecoder(strings.NewReader(text)))
		var want []int64
		for _, field := range o.Fields {
			tree.at(strings.Split(field, "."), func(end int64) { want = append(want, end) })
		}
		slices.Sort(want)
		want = slices.Compact(want)
		file, err := input.NewFile("f", strings.NewReader(text), o)
		if err != nil {
			t.Fatal(err)
		}
		b, err := input.NewScanner(file, o).Next(nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for r := range b.Items(o) {
			if r.Err == nil {
				got = append(got, r.Offset+int64(len(r.Raw)+1))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: --field %s: strings end at %v, want %v", bytes.TrimSpace([]byte(text)), fields, got, want)
		}
	})
}
