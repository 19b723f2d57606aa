package formats_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// readsInPlace reads a file, and checks that what is found stands at its place, in order, and is read from there. It
// returns the codes of faults, and what is said of a file that is not read.
func readsInPlace(t *testing.T, o input.Options, content string) (codes []string) {
	t.Helper()
	o.Stdin = strings.NewReader(content)
	lineEnds := strings.NewReplacer("\r", "\n") // a file can have CR alone
	last := int64(-1)
	for r := range runtest.Items(&o, nil, func(err error) { codes = append(codes, err.Error()) }) {
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
