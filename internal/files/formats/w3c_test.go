package formats_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// A w3cRow is a file of the test suites of the W3C's RDF working groups.
type w3cRow struct {
	Format, Version, Name, Kind, Base, Text, Result string
}

// w3cLeftOut holds the rows that this program does not judge as the suite does, and why.
var w3cLeftOut = map[string]string{
	"rdfxml/1.1/rdfms-rdf-names-use/test-001.rdf": "its one resource has no property, so its IRI is in no " +
		"statement; the program checks it all the same",
	"rdfxml/1.2/eval/rdf12-xml-tt-01.rdf": "without rdf:version, parseType=Triple has no statement; the " +
		"program reads it as in 1.2",
	"ntriples/1.2/syntax/ntriples-langdir-bad-3.nt": "a literal with the datatype rdf:langString and no language tag " +
		"is a matter of literals, not of IRIs",
	"ntriples/1.2/syntax/ntriples-langdir-bad-5.nt": "a literal with the datatype rdf:dirLangString and no language " +
		"tag is a matter of literals, not of IRIs",
	"ntriples/1.2/syntax/ntriples-langdir-bad-4.nt": "a language tag of more than eight letters is a matter of BCP " +
		"47, not of IRIs",
}

// TestW3C checks that files which the suite calls well-formed have no findings, that the
// others have one, and that the IRIs of a file are those of its result.
func TestW3C(t *testing.T) {
	count := map[string]int{}
	for row := range testkit.Suite[w3cRow](t, "w3c-rdf") {
		format, err := input.ParseFormat(row.Format)
		if err != nil {
			t.Errorf("%s: %v", row.Name, err)
			continue
		}
		name := row.Format + "/" + row.Version + "/" + row.Name
		if why, ok := w3cLeftOut[name]; ok {
			count["left out"]++
			t.Logf("%s is left out: %s", name, why)
			continue
		}
		got, faults := w3cRead(t, format, row.Base, row.Text)
		switch bad := len(faults) > 0; {
		case bad && !strings.HasPrefix(row.Kind, "negative"):
			t.Errorf("%s: a %s row has findings: %q\n%s", name, row.Kind, faults, row.Text)
		case !bad && row.Kind == "negative":
			t.Errorf("%s: a negative row has no finding\n%s", name, row.Text)
		case row.Kind == "eval":
			want, faults := w3cRead(t, rdf.NQuads, "", row.Result)
			if len(faults) > 0 {
				t.Errorf("%s: the result has findings: %q", name, faults)
			}
			want = slices.DeleteFunc(want, isImplied)
			got = slices.DeleteFunc(got, isImplied)
			if !slices.Equal(got, want) {
				t.Errorf("%s: got\n%s\nwant\n%s\nof\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"), row.Text)
			}
		}
		count[row.Kind]++
	}
	t.Log(count)
}

// isImplied reports whether an IRI can be in a result without being written in the file.
func isImplied(s string) bool {
	if rest, ok := strings.CutPrefix(s, "http://www.w3.org/1999/02/22-rdf-syntax-ns#"); ok {
		switch rest {
		case "first", "rest", "nil", "type", "reifies", "langString", "dirLangString", "XMLLiteral", "subject",
			"predicate", "object", "Statement", "JSON":
			return true
		}
		return strings.HasPrefix(rest, "_")
	}
	if rest, ok := strings.CutPrefix(s, "http://www.w3.org/2001/XMLSchema#"); ok {
		return slices.Contains([]string{"integer", "decimal", "double", "boolean", "string"}, rest)
	}
	return false
}

// w3cRead returns the IRIs of a text, resolved, sorted and each once, and the messages of
// all errors.
func w3cRead(t *testing.T, format *input.Format, of, text string) (iris, faults []string) {
	t.Helper()
	o := input.Options{From: format, Base: of, Stdin: strings.NewReader(text)}
	for r := range runtest.Items(&o, nil, func(err error) { faults = append(faults, err.Error()) }) {
		if r.Err != nil {
			if !r.Err.Warning {
				faults = append(faults, r.Err.Error())
			}
			continue
		}
		rule := iri.RFC3987.Top()
		if r.Reference {
			rule = iri.RFC3987.Reference()
		}
		for _, f := range rule.Check(r.Text, iri.WithGrammarOnly()).Findings() {
			if f.Severity == iri.SeverityError {
				faults = append(faults, r.Text+": "+f.Message)
			}
		}
		s := strings.Clone(r.Text)
		if r.Base.Known {
			s = base.Resolve(r.Base.IRI, s)
		}
		if r.Role != input.RolePrefix && r.Role != input.RoleNamespace && r.Role != input.RoleBase {
			iris = append(iris, s)
		}
	}
	slices.Sort(iris)
	return slices.Compact(iris), faults
}

// rdfSyntaxNS is the namespace of RDF/XML itself.
const rdfSyntaxNS = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
