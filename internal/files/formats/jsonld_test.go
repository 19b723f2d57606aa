package formats_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/jsonscan"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestJSONLDMemory holds that a document needs ten bytes at most for each of its own, beside these.
func TestJSONLDMemory(t *testing.T) {
	text := `{"@context": {"e": "http://e/", "knows": {"@id": "e:knows", "@type": "@id"}}, "@graph": [` +
		strings.Repeat(`{"@id": "e:a", "@type": "e:T", "knows": ["e:b", "e:c"], "e:n": 1}, `, 1<<14) + `{}]}`
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	x, n := jsonld.NewExpander(new(input.Options), ""), 0
	before, most := heap(), 0
	x.Expand(&jsonld.Doc{Text: []byte(text), First: 1}, 0, func(*jsonld.Expanded) bool {
		if n++; n%(1<<14) == 0 {
			most = max(most, heap()-before)
		}
		return true
	})
	if n < 6<<14 || most > 10*len(text) {
		t.Errorf("%d IRIs in %d bytes took %d bytes", n, len(text), most)
	}
}

// TestContextsAgain names a large context again and again: where that changes nothing it is not applied again, and else
// up to a limit. Each of the texts took the product of their lengths.
func TestContextsAgain(t *testing.T) {
	var terms strings.Builder
	for i := range 1 << 9 { // few and long: the limit is one of bytes
		fmt.Fprintf(&terms, `"t%d": "http://e/%01000d", `, i, i)
	}
	contexts, err := jsonld.NewContexts([]jsonld.ContextFile{{URL: "http://c/", Name: "c.json",
		Text: []byte(`{"@context": {` + terms.String() + `"a": "http://e/a"}}`)}})
	if err != nil {
		t.Fatal(err)
	}
	const many = 300
	nodes := func(context string) string {
		return `{"@graph": [` + strings.Repeat(`{"@context": `+context+`, "a": 1}, `, many) + `{}]}`
	}
	for _, tt := range []struct {
		name, text string
		limited    bool
	}{
		{"nodes in each other", strings.Repeat(`{"@context": "http://c/", "a": `, many) + "1" +
			strings.Repeat("}", many), false},
		{"one array", nodes(`["http://c/"` + strings.Repeat(`, "http://c/"`, many) + `]`), false},
		{"with terms after it", nodes(`["http://c/", {"b": "http://e/b"}]`), false},
		{"with terms before it", nodes(`[{"b": "http://e/b"}, "http://c/"]`), true},
		{"in an @import", nodes(`{"@import": "http://c/"}`), true},
	} {
		properties, faults := 0, 0
		o := input.Options{Formats: []any{contexts}}
		jsonld.NewExpander(&o, "").Expand(&jsonld.Doc{Text: []byte(tt.text), First: 1}, 0, func(i *jsonld.Expanded) bool {
			switch {
			case i.Fault != "":
				faults++
			case tt.text[i.At.Start:i.At.End] == `"a"`:
				properties++
			}
			return true
		})
		if limited := faults == 1 && properties < many; limited != tt.limited ||
			!limited && (faults > 0 || properties != many) {
			t.Errorf("%s: %d properties and %d faults", tt.name, properties, faults)
		}
	}
}

// TestContextsRefused holds what files of --context must be.
func TestContextsRefused(t *testing.T) {
	for _, tt := range []struct {
		text, want string
	}{
		{`{"@context": {}`, "c.json is not JSON, which the context http://c/ is"},
		{`{"a": "b:c"}`, "c.json has no member @context, which has the terms of the context http://c/"},
		{`["a"]`, "c.json has no member @context, which has the terms of the context http://c/"},
	} {
		if _, err := jsonld.NewContexts([]jsonld.ContextFile{{URL: "http://c/", Name: "c.json",
			Text: []byte(tt.text)}}); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.text, err, tt.want)
		}
	}
	c := jsonld.ContextFile{URL: "http://c/", Name: "c.json", Text: []byte(`{"@context": {}}`)}
	if _, err := jsonld.NewContexts([]jsonld.ContextFile{c, c}); err == nil {
		t.Error("a context that is given twice is taken")
	}
}

// FuzzJSONLD holds that any JSON is read, that each IRI is where it says, and that it is written back as
// it is.
func FuzzJSONLD(f *testing.F) {
	for _, text := range []string{
		`{"@context": [{"@base": "http://e/a/", "@vocab": "v#", "e": "http://e/", "t": {"@id": "e:\u0074", "@type": ` +
			`"@id", "@container": ["@index", "@set"], "@context": {"x": "e:x"}}}, "https://schema.org", null], ` +
			`"@id": "", "t": {"a": "b"}}`,
		`{"@context": {"a": "b:c", "b": "a:d", "@propagate": false, "T": {"@context": {"p": {"@reverse": "e:p"}}}}, ` +
			`"@type": ["T"], "@graph": [{"@list": [{"@value": 1}]}], "@nest": {"@included": {}}}`,
		"[\n{\"@id\": \"\\u0040a:\"},\n{\"\": {\":\": [\"x:\"]}}\n]",
		`{"@context": {"@import": "http://c/", "": "", ":": {"@id": null}, "@x": 1}, "@context": 7}`,
	} {
		f.Add(text)
	}
	contexts, err := jsonld.NewContexts([]jsonld.ContextFile{{URL: "http://c/", Name: "c",
		Text: []byte(`{"@context": {"a": {"@id": "http://a/", "@context": "http://c/"}}}`)}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o := input.Options{From: jsonld.Format, Formats: []any{contexts}, Base: "http://base/",
			Stdin: strings.NewReader(text)}
		at := int64(-1)
		for r := range runtest.Items(&o, nil, func(err error) { t.Skip(err) }) {
			if r.Err != nil {
				continue
			}
			if r.Offset <= at || text[r.Offset:][:len(r.Raw)] != string(r.Raw) {
				t.Fatalf("%q is not at %d, after %d", r.Raw, r.Offset, at)
			}
			at = r.Offset
			lead, raw := 0, 0
			if r.Prefix != nil {
				lead, raw = len(r.Prefix.IRI), len(r.Prefix.Name)
			}
			if raw > len(r.Raw) || lead > len(r.Text) {
				t.Fatalf("%q stands for %q up to %d and %d", r.Raw, r.Text, raw, lead)
			}
			if rest := string(jsonscan.Unquote(nil, r.Raw[raw:])); rest != r.Text[lead:] {
				t.Fatalf("the rest of %q is %q, and that of %q is %q", r.Raw, rest, r.Text, r.Text[lead:])
			}
			if r.Prefix == nil || r.Prefix.IsTerm {
				continue
			}
			if b, ok := r.AppendName([]byte{'"'}, r.Text, true); !ok || !json.Valid(append(b, '"')) {
				t.Fatalf("%q is written %s", r.Text, b)
			}
		}
	})
}
