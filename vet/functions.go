package vet

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri"
)

// A target is an argument that holds an IRI.
type target struct {
	argument int // counted from 0
	rule     iri.Rule
}

// defaultFunctions returns what is checked without flags.
//
// net/url and net/http take characters beyond ASCII and percent-encode them, so the rules
// are those of RFC 3987. A relative reference is a good argument of most of them.
func defaultFunctions() map[string]target {
	out := make(map[string]target)
	for _, f := range []struct {
		rule      string
		argument  int
		functions []string
	}{
		{"IRI", 0, []string{
			"github.com/rfc3987/iri.Parse", "github.com/rfc3987/iri.MustParse",
			"net/http.Get", "net/http.Head", "net/http.Post", "net/http.PostForm",
			"(*net/http.Client).Get", "(*net/http.Client).Head", "(*net/http.Client).Post",
			"(*net/http.Client).PostForm",
			"github.com/piprate/json-gold/ld.NewIRI",
			"github.com/knakk/rdf.NewIRI",
			"github.com/cayleygraph/quad.IRI",
			"gonum.org/v1/gonum/graph/formats/rdf.NewIRITerm",
		}},
		{"absolute-IRI", 0, []string{"github.com/rfc3987/iri.ParseAbsolute"}},
		{"IRI-reference", 0, []string{
			"github.com/rfc3987/iri.ParseRef", "github.com/rfc3987/iri.MustParseRef",
			"net/url.Parse", "net/url.ParseRequestURI", "net/url.JoinPath",
			"net/http.RedirectHandler",
			"github.com/deiu/rdf2go.NewResource",
		}},
		{"IRI-reference", 1, []string{"net/http.NewRequest"}},
		{"IRI-reference", 2, []string{"net/http.NewRequestWithContext", "net/http.Redirect"}},
		{"IRI-reference", 0, []string{"(*net/url.URL).Parse"}},
		{"URI", 0, []string{"github.com/rfc3987/iri.ParseURI"}},
		{"URI-reference", 0, []string{"github.com/rfc3987/iri.ParseURIRef"}},
	} {
		rule, err := ruleNamed(f.rule)
		if err != nil {
			panic(err) // the names above are those of the documents
		}
		for _, name := range f.functions {
			out[name] = target{f.argument, rule}
		}
	}
	return out
}

// ruleNamed returns the rule of RFC 3987 or RFC 3986 with that name.
func ruleNamed(name string) (iri.Rule, error) {
	for _, spec := range []*iri.Spec{iri.RFC3987, iri.RFC3986} {
		if r, ok := spec.Rule(name); ok {
			return r, nil
		}
	}
	return iri.Rule{}, fmt.Errorf("neither RFC 3987 nor RFC 3986 has a rule %q; IRI, IRI-reference, URI and "+
		"URI-reference are the usual ones", name)
}

// addFunction adds a function: NAME=RULE@ARGUMENT.
func (c *settings) addFunction(s string) error {
	name, rest, ok := strings.Cut(s, "=")
	ruleName, arg, ok2 := strings.Cut(rest, "@")
	if !ok || !ok2 || !strings.Contains(name, ".") {
		return errors.New("want FUNCTION=RULE@ARGUMENT, such as example.org/store.Open=IRI@1")
	}
	rule, err := ruleNamed(ruleName)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 {
		return fmt.Errorf("the argument %q is not a number; arguments are counted from 0", arg)
	}
	c.functions[name] = target{n, rule}
	return nil
}

// skipFunction removes a function, or all.
func (c *settings) skipFunction(s string) error {
	if s == "all" {
		clear(c.functions)
		return nil
	}
	if _, ok := c.functions[s]; !ok {
		return fmt.Errorf("%q is not checked; these are: %s", s, strings.Join(slices.Sorted(maps.Keys(c.functions)), " "))
	}
	delete(c.functions, s)
	return nil
}
