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
)

// TestJSONLD holds what documents of JSON-LD stand for, and where it is written.
// Records are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestJSONLD(t *testing.T) {
	const other = `{"@context": {"@vocab": "http://o/", "home": {"@id": "o:home", "@type": "@id"}, "o": ` +
		`"http://o/#", "in": {"@id": "o:in", "@context": {"home": null}}}}`
	contexts, err := jsonld.NewContexts([]jsonld.ContextFile{{URL: "http://c/", Name: "other.json",
		Text: []byte("\n" + other)}, {URL: "http://d/", Name: "d.json",
		Text: []byte(`{"@context": ["http://c/", {"d": "o:d"}, "http://d/"]}`)}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		clause, text string
		want         []string
	}{
		{`§9.1: "the order of members does not matter": a context that stands last`,
			`{"a:p": {"@id": "e:x"}, "@context": {"e": "http://e/"}}`,
			[]string{`1:3@2 "a:p" role="predicate"`, `1:18@17 "http://e/x" raw="e:x" role="subject"`,
				`1:44@43 "http://e/" role="prefix"`}},
		{`§3.2, §4.1.5: a compact IRI with escapes in its prefix`,
			`{"@context": {"é": "http://e/"}, "@id": "\u00e9:x\ty"}`,
			[]string{`1:21@21 "http://e/" role="prefix"`,
				`1:42@42 "http://e/x\ty" raw="\\u00e9:x\\ty" role="subject"`}},
		{`§4.1.5: "must not begin with //"`, `{"@context": {"e": "http://e/"}, "@id": "e://x"}`,
			[]string{`1:21@20 "http://e/" role="prefix"`, `1:42@41 "e://x" role="subject"`}},
		{`§4.1.3: @base in a context, relative to the base before`,
			`{"@context": [{"@base": "http://e/a/"}, {"@base": "b/"}], "@id": "c"}`,
			[]string{`1:26@25 "http://e/a/" role="base" base="http://base/x"`,
				`1:52@51 "b/" role="base" base="http://e/a/"`, `1:67@66 "c" role="subject" base="http://e/a/b/"`}},
		{`§4.1.3: @base is null`, `{"@context": {"@base": null}, "@id": "c"}`, []string{`1:39@38 "c" role="subject"`}},
		{`§4.2.3: values that a term makes IRIs`, `{"@context": {"@vocab": "v:", "a": {"@type": "@id"}, "b": ` +
			`{"@type": "@vocab"}, "c": {"@type": "d:t"}}, "a": ["x", {"@value": "y"}], "b": "x", "c": "x", "e": "x"}`,
			[]string{`1:26@25 "v:" role="prefix"`, `1:32@31 "v:a" raw="a" role="term"`,
				`1:55@54 "v:b" raw="b" role="term"`, `1:81@80 "v:c" raw="c" role="term"`, `1:96@95 "d:t" role="term"`,
				`1:105@104 "v:a" raw="a" role="predicate"`, `1:111@110 "x" role="object" base="http://base/x"`,
				`1:134@133 "v:b" raw="b" role="predicate"`, `1:139@138 "v:x" raw="x" role="object"`,
				`1:144@143 "v:c" raw="c" role="predicate"`, `1:154@153 "v:e" raw="e" role="predicate"`}},
		{`§4.2.1: the type of a value`, `{"a:p": {"@value": "x", "@type": "d:t"}}`,
			[]string{`1:3@2 "a:p" role="predicate"`, `1:35@34 "d:t" role="datatype"`}},
		{`§4.1.6: aliases of keywords`, `{"@context": {"id": "@id", "t": "@type"}, "id": "a:b", "t": ["c:d"]}`,
			[]string{`1:50@49 "a:b" role="subject"`, `1:63@62 "c:d" role="object"`}},
		{`§4.6.1, §4.6.3: id maps and language maps`, `{"@context": {"a": {"@id": "x:a", "@container": "@id"}, "b": ` +
			`{"@id": "x:b", "@container": "@language"}}, "a": {"y:1": {}, "@none": {}}, "b": {"en": "z:1"}}`,
			[]string{`1:29@28 "x:a" role="term"`, `1:71@70 "x:b" role="term"`,
				`1:107@106 "x:a" raw="a" role="predicate"`, `1:113@112 "y:1" role="subject"`,
				`1:138@137 "x:b" raw="b" role="predicate"`}},
		{`§4.1.1: a term that is null, and one that nothing stands for`,
			`{"@context": {"@vocab": "v:", "a": null}, "a": {"@id": "x:y"}}`, []string{`1:26@25 "v:" role="prefix"`}},
		{`§3.1: a context in a file, whose own base is not that of the document`,
			`{"@context": "http://c/", "home": "x", "in": {"home": "y", "o:p": 1}, "q": 1}`,
			[]string{`1:15@14 "http://c/" role="@context" base="http://base/x"`,
				`1:28@27 "http://o/#home" raw="home" role="predicate"`,
				`1:36@35 "x" role="object" base="http://base/x"`,
				`1:41@40 "http://o/#in" raw="in" role="predicate"`, `1:61@60 "http://o/#p" raw="o:p" role="predicate"`,
				`1:72@71 "http://o/q" raw="q" role="predicate"`}},
		{`§4.1.2 of the algorithms, step 5.2.2: a context that needs itself`, `{"@context": "http://d/", "d": 1}`,
			[]string{`1:15@14 "http://d/" role="@context" base="http://base/x"`,
				`1:28@27 "http://o/#d" raw="d" role="predicate"`}},
		{`§4.1.10: @import`, `{"@context": {"@import": "http://c/", "@vocab": "w:"}, "q": 1}`,
			[]string{`1:27@26 "http://c/" role="@context" base="http://base/x"`, `1:50@49 "w:" role="prefix"`,
				`1:57@56 "w:q" raw="q" role="predicate"`}},
		{`a context that is not there: what has a place is found, and nothing is guessed`,
			`{"@context": "http://n/", "a": {"@id": "x:y"}, "@type": "T"}`,
			[]string{`1:15@14 "http://n/" role="@context" base="http://base/x"`, `1:41@40 "x:y" role="subject"`}},
		{`blank nodes are not IRIs`, `{"@context": {"@vocab": "_:v", "b": "_:b"}, "@id": "_:a", "b": 1, "c": ` +
			`{"@type": "_:d"}}`, nil},
		{`documents one after the other have their own contexts`,
			"{\"@context\": {\"a\": \"x:a\"}, \"a\": 1}\n{\"a\": 1}\n",
			[]string{`1:21@20 "x:a" role="term"`, `1:29@28 "x:a" raw="a" role="predicate"`}},
		{`algorithms §4.2.2 step 2: a definition that needs itself`,
			"{\"@context\": {\n\"a\": \"b:c\", \"b\": \"a:d\"}, \"@id\": \"e:f\"}", []string{
				`2:1@15 jsonld-syntax 2:1 [0,3) the definition of the term "a" needs itself`,
				`2:7@21 "b:c" role="term"`,
				`2:19@33 "a:d" role="term"`, `2:34@48 "e:f" role="subject"`}},
		{`algorithms §4.2.2 step 14.2.4: what a term stands for`, `{"@context": {"a": "b"}}`,
			[]string{`1:1@0 jsonld-syntax 1:20 [19,22) "b" is not an IRI, nor a term, nor are there a @vocab or a ` +
				`prefix for it`}},
		{`algorithms §4.1.2 step 5.3: what a context is`, `{"@context": [7, {"@base": 8, "@vocab": 9, "a": 10}]}`,
			[]string{
				`1:1@0 jsonld-syntax 1:15 [14,15) a context is an object, the IRI of one, null, or an array of these`,
				`1:1@0 jsonld-syntax 1:19 [18,25) @base is an IRI or null`,
				`1:1@0 jsonld-syntax 1:31 [30,38) @vocab is an IRI or null`,
				`1:1@0 jsonld-syntax 1:44 [43,46) a term is defined by an IRI, an object or null`}},
		{`algorithms §5.1.2 step 13.4.3: @id`, `{"@id": 7}`,
			[]string{`1:1@0 jsonld-syntax 1:9 [8,9) the value of @id is not a string`}},
		{`not JSON`, `{"@id": "a:b"`, []string{`1:1@0 jsonld-syntax 1:14 [13,13) the line is not JSON: unexpected ` +
			`end of JSON input`}},
	}
	for _, tt := range tests {
		got := show(t, "a.jsonld", tt.text, input.Options{Formats: []any{contexts}, Base: "http://base/x"})
		if want := strings.Join(tt.want, "\n"); strings.TrimSpace(got) != want {
			t.Errorf("%s: %s: got\n%swant\n%s", tt.clause, tt.text, got, want)
		}
	}
}

// TestJSONLDDeclarations holds what is said of contexts whose declarations are not right: want is what is found first,
// with its column, and empty for those that are right.
func TestJSONLDDeclarations(t *testing.T) {
	const e = `"@id":"e:x"`
	for _, tt := range []struct{ context, want string }{
		{`{"": "e:x"}`, `15: the empty string cannot be a term`},
		{`{"t": {` + e + `, "@container": "@foo"}}`,
			`48: a container is one of @graph, @id, @index, @language, @list, @set, @type`},
		{`{"t": {` + e + `, "@container": 5}}`, `34: @container is a keyword or an array of keywords`},
		{`{"t": {` + e + `, "@container": ["@list", "@set"]}}`, `34: the containers @list and @set do not go together`},
		{`{"t": {` + e + `, "@container": ["@index", "@id"]}}`, `34: the containers @index and @id do not go together`},
		{`{"t": {` + e + `, "@container": ["@graph", "@id", "@set"]}, "u": {` + e + `, "@container": null}}`, ``},
		{`{"t": {` + e + `, "@container": "@type", "@type": "e:t"}}`,
			`66: beside the container @type the type is @id or @vocab`},
		{`{"http://a/b": "e:x"}`, `15: the term "http://a/b" has the form of an IRI, and cannot stand for another, ` +
			`"e:x"`},
		{`{"e": "http://e/", "e:x": "http://f/x"}`,
			`33: the term "e:x" has the form of an IRI, and cannot stand for another, "http://f/x"`},
		{`{"e": "http://e/", "e:x": "http://e/x"}`, ``},
		{`{"@version": 1.0}`, `15: @version is 1.1`},
		{`{"@version": "1.1"}`, `15: @version is 1.1`},
		{`{"@version": 1.10}`, ``},
		{`{"@id": "e:x"}`, `15: the keyword @id cannot be defined: of @type alone a context can say that its ` +
			`container is @set, and @protected`},
		{`{"@type": {}}`, `15: the keyword @type cannot be defined: of @type alone a context can say that its ` +
			`container is @set, and @protected`},
		{`{"@type": {"@container": "@set", "@protected": true}, "@foo": 1}`, ``},
		{`{"t": "@context"}`, `20: the term "t" cannot stand for the keyword @context`},
		{`{"t": {"@id": "@type", "@prefix": true}}`, `28: the term "t" cannot stand for the keyword @type`},
		{`{"t": {` + e + `, "foo": 1}}`, `34: the definition of a term has no member "foo"`},
		{`{"t": {` + e + `, "@reverse": "e:y"}}`, `21: @id cannot stand beside @reverse`},
		{`{"t": {"@reverse": "e:y", "@nest": "n"}}`, `40: @nest cannot stand beside @reverse`},
		{`{"t": {"@reverse": 5}}`, `21: @reverse is an IRI or a term`},
		{`{"t": {"@reverse": "e:y", "@container": "@list"}}`, `40: beside @reverse the container is @set or @index`},
		{`{"@language": 5}`, `15: @language is a string or null`},
		{`{"t": {` + e + `, "@language": 5}}`, `34: @language is a string or null`},
		{`{"@direction": "up"}`, `15: @direction is "ltr", "rtl" or null`},
		{`{"t": {` + e + `, "@type": 5}}`, `34: @type is an IRI, a term or a keyword`},
		{`{"t": {` + e + `, "@type": "@list"}}`,
			`43: "@list" is not a type of values: this is an IRI, @id, @json, @none or @vocab`},
		{`{"t": {"@id": 5}}`, `21: @id is an IRI, a term, a keyword or null`},
		{`{"t": {` + e + `, "@prefix": 5}}`, `34: @prefix is true or false`},
		{`{"e:x": {"@prefix": true}}`, `23: a term with a colon or a slash cannot be a prefix`},
		{`{"t": {` + e + `, "@nest": "@id"}}`, `43: @nest is @nest or a term`},
		{`{"t": {` + e + `, "@index": "e:i"}}`, `44: @index stands beside the container @index only`},
		{`{"@import": 5}`, `15: @import is the IRI of a context`},
		{`{"@propagate": 5}`, `15: @propagate is true or false`},
		{`{"t": {` + e + `, "@context": {"@version": 1}}}`, `47: @version is 1.1`},
		{`[{"@protected": true, "t": "e:x"}, {"t": "e:y"}]`,
			`50: the term "t" is protected, and is defined here in another way`},
		{`[{"@protected": true, "t": "e:x"}, {"t": "e:x"}]`, ``},
		{`[{"t": {` + e + `, "@protected": true}}, null]`, `57: null cannot take away terms that are protected`},
		{`{"t": {` + e + `, "@protected": true}, "u": {"@id": "e:u", "@context": {"t": "e:y"}}}`, ``},
		{`{}, "@id": ["e:x", 5]`, `33: the value of @id is not a string`},
		{`{}, "@type": 5`, `27: the value of @type is not a string`},
		{`{}, "@type": {"@id": "e:x"}`, `27: the value of @type is not a string`},
		{`{}, "e:p": {"@value": "a", "@language": 5}`, `54: the value of @language is not a string`},
		{`{}, "e:p": {"@value": "a", "@direction": null}`, `55: the value of @direction is not a string`},
		{`{}, "@index": false`, `28: the value of @index is not a string`},
		{`{}, "@reverse": ["e:x"]`, `30: the value of @reverse is not an object`},
		{`{"n": "@nest"}, "n": "e:x"`, `35: the value of n is not an object`},
		{`{}, "@language": {}, "@index": []`, ``}, // of a frame
		{`{}, "@type": {"@default": "e:x"}, "@id": {}`, ``},
	} {
		o := input.Options{From: jsonld.Format, Stdin: strings.NewReader(`{"@context": ` + tt.context + `}`)}
		got := ""
		for r := range o.Records(nil, func(err error) { t.Error(err) }) {
			if r.Err != nil && got == "" {
				got = fmt.Sprintf("%d: %s", r.Err.Col, r.Err.Message)
			}
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.context, got, tt.want)
		}
	}
}

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
	x.Expand(&jsonld.Doc{Text: []byte(text), First: 1}, 0, func(*jsonld.Item) bool {
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
	for i := range 1 << 15 {
		fmt.Fprintf(&terms, `"t%d": "http://e/%d", `, i, i)
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
		jsonld.NewExpander(&o, "").Expand(&jsonld.Doc{Text: []byte(tt.text), First: 1},
			0, func(i *jsonld.Item) bool {
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
		for r := range o.Records(nil, func(err error) { t.Skip(err) }) {
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
