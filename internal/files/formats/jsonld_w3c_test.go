package formats_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// ldMore holds the rows of the suite in which this program finds more than the suite has in the result, and why.
var ldMore = map[string]string{
	"te001": "a node without properties is dropped; the program checks its IRI all the same",
	"te003": "a property whose value is null is dropped with its node",
	"te008": "a value of @value that is null is dropped with its property",
	"te015": "an empty @set is dropped with its property",
	"te016": "an empty @set is dropped with its property",
	"te060": "a relative reference without a base is in no statement; the program checks it as a reference",
	"tli12": "a relative reference without a base is in no statement; the program checks it as a reference",
	"te111": "an IRI with two # is not in the result, because it is not one: the program reports it",
	"te112": "an IRI with two # is not in the result, because it is not one: the program reports it",
	"twf01": "an IRI with a space is not in the result, because it is not one: the program reports it",
	"twf02": "an IRI with a space is not in the result, because it is not one: the program reports it",
	"twf03": "an IRI with a space is not in the result, because it is not one: the program reports it",
}

// ldRemote holds contexts for the rows with remote ones, which the suite does not have: each has what the purpose
// of the row says. They are named as the documents resolve them.
var ldRemote = map[string][]jsonld.ContextFile{
	"tc034": {{URL: ldBase + "c034-context.jsonld", Text: []byte(`{"@context": {"@vocab": "http://example.org/"}}`)}},
	"te126": {{URL: ldBase + "e126-context.jsonld",
		Text: []byte(`{"@context": {"@version": 1.1, "@vocab": "ex:", "prop": {"@context": "e126-context.jsonld"}}}`)}},
	"te127": {
		{URL: ldBase + "e127-context-1.jsonld",
			Text: []byte(`{"@context": {"@version": 1.1, "@vocab": "ex:", "prop": {"@context": ` +
				`"e127-context-2.jsonld"}}}`)},
		{URL: ldBase + "e127-context-2.jsonld",
			Text: []byte(`{"@context": {"@version": 1.1, "@vocab": "ex:", "prop": {"@context": ` +
				`"e127-context-1.jsonld"}}}`)},
	},
	"tso08": {{URL: ldBase + "so08-context.jsonld",
		Text: []byte(`{"@context": {"term": "http://example.org/original"}}`)}},
	"tso09": {{URL: ldBase + "so09-context.jsonld",
		Text: []byte(`{"@context": {"@vocab": "http://example.org/original/"}}`)}},
}

const ldBase = "https://w3c.github.io/json-ld-api/tests/toRdf/"

// ldImplied are the IRIs that stand in the result because of the syntax, and not in the document.
func ldImplied(iri string) bool {
	for _, ns := range []string{rdfSyntaxNS, "http://www.w3.org/2001/XMLSchema#", "https://www.w3.org/ns/i18n#"} {
		if strings.HasPrefix(iri, ns) {
			return true
		}
	}
	return false
}

// TestJSONLDSuite reads the documents of the W3C's tests for toRdf: the IRIs of the result come out,
// expanded as there and where they are written, and no others.
func TestJSONLDSuite(t *testing.T) {
	type ldRow struct {
		Name, Purpose, Base, Text string
		RemoteContext             bool
		Options                   struct{ Base string }
		IRIs                      []string
	}
	for row := range testkit.Suite[ldRow](t, "w3c-jsonld") {
		if row.Options.Base != "" {
			row.Base = row.Options.Base
		}
		t.Run(row.Name, func(t *testing.T) {
			contexts, err := jsonld.NewContexts(ldRemote[row.Name])
			if err != nil || row.RemoteContext != (ldRemote[row.Name] != nil) {
				t.Fatalf("remote contexts: the row has %t, the test %d; %v", row.RemoteContext, len(ldRemote[row.Name]), err)
			}
			o := input.Options{From: jsonld.Format, Base: row.Base, Formats: []any{contexts},
				Stdin: strings.NewReader(row.Text)}
			var got, all []string
			lines := strings.Split(row.Text, "\n")
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
				if r.Err != nil {
					t.Errorf("%s: %v", row.Purpose, r.Err)
					continue
				}
				if row.Text[r.Offset-1] != '"' || !strings.HasPrefix(row.Text[r.Offset:], string(r.Raw)+`"`) ||
					string([]rune(lines[r.Line-1])[r.Col-1:][:len([]rune(string(r.Raw)))]) != string(r.Raw) {
					t.Errorf("%q is not at %d:%d, offset %d", r.Raw, r.Line, r.Col, r.Offset)
				}
				all = append(all, base.Resolve(r.Base.IRI, strings.Clone(r.Text)))
				if r.Role == input.RolePrefix || r.Role == input.RoleTerm || r.Role == input.RoleBase ||
					r.Role == input.RoleContext {
					continue
				}
				got = append(got, base.Resolve(r.Base.IRI, strings.Clone(r.Text)))
			}
			for _, want := range row.IRIs {
				if !slices.Contains(all, want) && !ldImplied(want) {
					t.Errorf("%s: %s is missing: got %q of\n%s", row.Purpose, want, all, row.Text)
				}
			}
			for _, iri := range got {
				if !slices.Contains(row.IRIs, iri) && ldMore[row.Name] == "" {
					t.Errorf("%s: %s is not in the result %q of\n%s", row.Purpose, iri, row.IRIs, row.Text)
				}
			}
		})
	}
}
