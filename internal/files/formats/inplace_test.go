package formats_test

import (
	"bytes"
	stdjson "encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/notebook"
	prose "github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/yaml"
)

// readsInPlace reads a file, and checks that what is found stands at its place, in order, and is read from there. It
// returns the codes of faults, and what is said of a file that is not read.
func readsInPlace(t *testing.T, o input.Options, content string) (codes []string) {
	t.Helper()
	o.Stdin = strings.NewReader(content)
	lineEnds := strings.NewReplacer("\r", "\n") // a file can have CR alone
	last := int64(-1)
	for r := range o.Records(nil, func(err error) { codes = append(codes, err.Error()) }) {
		if r.Err != nil {
			codes = append(codes, r.Err.Code)
		}
		if r.Err != nil || r.Decoded() {
			continue
		}
		if r.Offset < last ||
			!strings.HasPrefix(lineEnds.Replace(content[r.Offset:]), lineEnds.Replace(string(r.Raw))) {
			t.Fatalf("%q at %d after %d", r.Raw, r.Offset, last)
		}
		if got, ok := r.Unescape(r.Raw); ok && r.Prefix == nil && strings.TrimSpace(got) != strings.TrimSpace(r.Text) {
			t.Fatalf("%q is read as %q and as %q", r.Raw, r.Text, got)
		}
		last = r.Offset
	}
	return codes
}

// FuzzYAML checks that any file is read, and that what is found stands at its place, in order.
func FuzzYAML(f *testing.F) {
	for _, s := range []string{
		"url: http://e/\nuri: ['a''b', \"c\\u00e9\\\n d\"]\n",
		"a: &x !!str http://e/\n  b\n---\n- |2\n   http://f/\n- >-\n  http://g/\n", "{url: a, b: [*x, http://c/,d]}",
		"url: 'a\n\n  b'\n... \n%YAML 1.1\n---\nb: [",
		"\ufeffurl: \"\\x41\u2028b\"\r\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) { readsInPlace(t, input.Options{From: yaml.Format}, content) })
}

// FuzzNotebook checks the same of notebooks, and that a fault of JSON is found where encoding/json finds one.
func FuzzNotebook(f *testing.F) {
	for _, s := range []string{
		`{"cells":[{"cell_type":"markdown","source":["[a](http:\/\/e\u00e9 b)\n","<i\n","src=x>"]}]}`,
		`{"cells":[{"outputs":[{"text":"\u001b[1mhttp://e/"},{"data":{"text/html":["<p about='foaf:a'>"]}}]},7,null]}`,
		`{"worksheets":[{"cells":[{"cell_type":"heading","source":"\ud83dhttp://e/\ud83d\ude00"}]}]}`,
		`{"cells":[{"cell_type":"markdown","source":{"a":["b"]}},{"a" 1},` +
			`{"cell_type":"markdown","source":"http://e/"}]}`,
		"\ufeff[{\"cells\":[]}]", `{"cells":[[[[{}]]]],"cells":{"source":1}}x`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		codes := readsInPlace(t, input.Options{From: notebook.Format}, content)
		if _, wide := durable.WideCharset([]byte(content)); wide != nil {
			return
		}
		text := bytes.TrimPrefix([]byte(content), linecol.BOM)
		var cells map[string]stdjson.RawMessage
		switch {
		case !stdjson.Valid(text):
			if len(codes) == 0 && len(bytes.TrimSpace(text)) > 0 {
				t.Errorf("%q is not JSON, and nothing is said of it", content)
			}
		case stdjson.Unmarshal(text, &cells) == nil && bytes.HasPrefix(cells["cells"], []byte{'['}) &&
			slices.Contains(codes, input.CodeJSON):
			t.Errorf("%q is JSON, and is said not to be", content)
		}
	})
}

// FuzzSource checks that source code of each language is read, and that what is found stands at its place, in order.
func FuzzSource(f *testing.F) {
	for _, s := range []string{
		"a = \"http://e/\\u00e9\\\n\" 'it\\'s http://e/a.' # http://e/\n",
		"`http://${`${'`'}`}/` + /['/]/ // http://e/",
		"r##\"http://e/\"# \"## /* /* */ http://e/ */ '\"' 'a", "\"\"\"\nhttp://e/\\143\n\"\"\" rb'http://e/\\x'",
		"\"http://e/\\U0010FFFF\\u{41}\\u{}\\xZ\\", "/*\r\n\"http://e/\"\r\n`\\\r\nhttp://e/`",
	} {
		for i := range sourceNames {
			f.Add(byte(i), s)
		}
	}
	f.Fuzz(func(t *testing.T, language byte, content string) {
		name := sourceNames[int(language)%len(sourceNames)]
		readsInPlace(t, input.Options{From: prose.Format, StdinName: name}, content)
	})
}

var sourceNames = []string{"a.go", "a.py", "a.js", "a.java", "a.rs", "a.c"}
