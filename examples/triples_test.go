package examples

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rfc3987/iri"
)

// A triple is a statement of RDF about resources. IRIs of RDF are equal if their text is, so the
// triples are comparable and can be the keys of a map.
type triple struct{ subject, predicate, object iri.IRI }

// A graph is a set of triples, with the base and the prefixes of its document.
type graph struct {
	base     iri.IRI
	prefixes map[string]iri.IRI
	triples  map[triple]bool
}

// term returns the IRI of a term: <reference>, or a name with a prefix.
func (g *graph) term(s string) (iri.IRI, error) {
	if inner, ok := strings.CutPrefix(s, "<"); ok {
		ref, err := iri.ParseRef(strings.TrimSuffix(inner, ">"))
		return g.base.Resolve(ref), err
	}
	prefix, local, _ := strings.Cut(s, ":")
	namespace, ok := g.prefixes[prefix]
	if !ok {
		return iri.IRI{}, fmt.Errorf("no prefix %q", prefix)
	}
	return iri.Parse(namespace.String() + local) // a namespace is put in front, not resolved against
}

// add adds a statement of three terms.
func (g *graph) add(line string) error {
	var ids [3]iri.IRI
	for i, s := range strings.Fields(line) {
		id, err := g.term(s)
		if err != nil {
			return fmt.Errorf("term %d: %w", i, err)
		}
		ids[i] = id
	}
	g.triples[triple{ids[0], ids[1], ids[2]}] = true
	return nil
}

// Triples of a document with a base and prefixes.
func Example_triples() {
	g := graph{
		base: iri.MustParse("http://example.org/people/"),
		prefixes: map[string]iri.IRI{"foaf": iri.MustParse("http://xmlns.com/foaf/0.1/"),
			"ex": iri.MustParse("http://example.org/people/")},
		triples: make(map[triple]bool),
	}
	for _, line := range []string{"<ada> foaf:knows <#charles>", "ex:ada foaf:knows ex:#charles",
		"ex:ada foaf:knows <a|b>"} {
		if err := g.add(line); err != nil {
			fmt.Println(errors.Is(err, iri.CodeIpathNoscheme), err)
		}
	}
	for t := range g.triples {
		fmt.Println(t.subject, t.predicate, t.object)
	}
	// Output:
	// true term 2: iri: "a|b" is not an IRI-reference: "|" is not allowed in a path at byte 1 (RFC 3987 §2.2, ipath-noscheme)
	// http://example.org/people/ada http://xmlns.com/foaf/0.1/knows http://example.org/people/#charles
}
