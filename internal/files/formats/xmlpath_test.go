package formats_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

const pathText = `<r xml:base="b:"><a i="1"><b t="x:1" u="y">x:2</b><c><b t="x:3">x:4</b></c></a><n:a xmlns:n="n:" ` +
	`i="2"><b n:t="x:5"/></n:a><b t="x:6"> x:7 x:8&amp;;x:9 </b></r>`

// TestXMLPaths holds what paths of --field select: of XPath 1.0, abbreviated syntax (§2.5).
func TestXMLPaths(t *testing.T) {
	for _, tt := range []struct {
		path, want string
		split      string
	}{
		{"b", "x:2 x:4 x:7 x:8&;x:9", ""},
		{"//b", "x:2 x:4 x:7 x:8&;x:9", ""},
		{"a/b", "x:2", ""},
		{"a//b", "x:2 x:4", ""},
		{"/r/b", "x:7 x:8&;x:9", ""},
		{"/b", "!selects nothing: IRIs are in r/@base, b/@t, b", ""},
		{"/r/*/b", "x:2", ""},
		{"@t", "x:1 x:3 x:5 x:6", ""},
		{"//@t", "x:1 x:3 x:5 x:6", ""},
		{"a/@t", "!selects nothing", ""},
		{"a//@t", "x:1 x:3 x:5", ""},
		{"/r/b/@t", "x:6", ""},
		{"c/b/@*", "x:3", ""},
		{`b[@u="y"]/@t`, "x:1", ""},
		{`b[@u='y'][@t]`, "x:2", ""},
		{`a[@i = "2"]/b/@t`, "x:5", ""},
		{`*[@i]//b/@t`, "x:1 x:3 x:5", ""},
		{"@n:t", "x:5", ""},
		{"@m:t", "!selects nothing", ""},
		{"n:a/b/@t", "x:5", ""},
		{"//@xml:base", "b:", ""},
		{"/r/b", "x:7|x:8&;x:9", " "},
		{"/r/b", "x:7 x:8&|x:9", ";"},
		{"", `!"" is not the name of an element: a path is such as a/b, a[@b="c"], a/@b or //@b`, ""},
		{"a/", `!"" is not the name of an element`, ""},
		{"a/@", `!"@" is not the name of an attribute`, ""},
		{"@a/b", `!"@a/b" is not the name of an attribute`, ""},
		{"a[1]", `!"[1]" is not a predicate: write [@name] or [@name="value"]`, ""},
		{`a[@b="c]`, `!is not a predicate`, ""},
		{`a[@b="c"]d`, `!"d" cannot stand after a step`, ""},
		{"a | b", `!"a | b" is not the name of an element`, ""},
		{strings.Repeat("a/", 63) + "a", "!it has more than 62 steps", ""},
	} {
		var got []string
		fault := ""
		o := input.Options{From: xml.XML, Fields: []string{tt.path}, Split: tt.split,
			Stdin: strings.NewReader(pathText)}
		for r := range runtest.Items(&o, nil, func(err error) { fault = err.Error() }) {
			if r.Err != nil {
				fault = r.Err.Message
				continue
			}
			if strings.TrimSpace(pathText[r.Offset:][:len(r.Raw)]) != string(r.Raw) || int(r.Offset)+1 != r.Col {
				t.Errorf("%s: %q is not at %d, column %d", tt.path, r.Raw, r.Offset, r.Col)
			}
			got = append(got, strings.Clone(r.Text))
		}
		sep := " "
		if tt.split != "" {
			sep = "|"
		}
		switch want, bad := strings.CutPrefix(tt.want, "!"); {
		case bad && (!strings.Contains(fault, want) || !strings.HasPrefix(fault, "<stdin>: --field "+tt.path)):
			t.Errorf("%s: got %q and %q, want the error %q", tt.path, got, fault, want)
		case !bad && (strings.Join(got, sep) != want || fault != ""):
			t.Errorf("%s: got %q %s, want %q", tt.path, got, fault, want)
		}
	}
}

// TestXMLPathPairs holds that two paths select together what each selects alone, and that none selects nothing which is
// the first to select something.
func TestXMLPathPairs(t *testing.T) {
	selected := func(paths ...string) (at []int64, fault string) {
		o := input.Options{From: xml.XML, Fields: paths, Stdin: strings.NewReader(pathText)}
		for r := range runtest.Items(&o, nil, func(err error) { fault = err.Error() }) {
			at = append(at, r.Offset)
		}
		return at, fault
	}
	paths := []string{"b", "a/b", "a//b", "/r/b", "*", "c/b", `b[@u="y"]`, "@t", "a//@t", "/r/b/@t", "@*",
		`b[@u="y"]/@t`, "n:a/b/@t", "@n:t", "b/@t"}
	for _, p := range paths {
		for _, q := range paths {
			if p == q {
				continue
			}
			first, fault := selected(p)
			second, also := selected(q)
			if fault != "" || also != "" {
				t.Fatal(fault, also)
			}
			want := slices.Compact(slices.Sorted(slices.Values(slices.Concat(first, second))))
			got, fault := selected(p, q)
			if !slices.Equal(got, want) {
				t.Errorf("%s and %s: got the offsets %v, want %v", p, q, got, want)
			}
			if fault != "" && len(want) > len(first) {
				t.Errorf("%s and %s: got %q, and %d offsets of %d are of the first", p, q, fault, len(first), len(want))
			}
		}
	}
	if _, fault := selected("b", "a/b"); !strings.Contains(fault, "--field a/b selects nothing") {
		t.Errorf("b and a/b: got %q", fault)
	}
}

// FuzzXMLPath holds that any path is parsed or refused, and that what it selects is where it says.
func FuzzXMLPath(f *testing.F) {
	for _, path := range []string{"b", "//a//b", `/r/b[@t="x:6"]`, "a//@t", "*/@*", "@xml:base", "a[@b='", "//"} {
		f.Add(path, pathText, " ")
	}
	f.Fuzz(func(t *testing.T, path, text, split string) {
		o := input.Options{From: xml.XML, Fields: []string{path}, Split: split, Stdin: strings.NewReader(text)}
		file, err := input.NewFile("f.xml", strings.NewReader(text), &o)
		if err != nil {
			return
		}
		at := int64(-1)
		for s := input.NewScanner(file, &o); ; {
			b, err := s.Next(nil)
			if err != nil {
				if err != io.EOF && len(err.Error()) == 0 {
					t.Error("an error without a message")
				}
				return
			}
			for r := range b.Items(&o) {
				if r.Err != nil || r.Decoded() {
					continue
				}
				if r.Offset <= at && len(r.Raw) > 0 || !strings.HasPrefix(text[r.Offset:], string(r.Raw)) {
					t.Fatalf("%q is not at %d, after %d", r.Raw, r.Offset, at)
				}
				at = r.Offset
			}
		}
	})
}
