// Package bench compares this module with other Go code for URLs and IRIs. What comes in: the lines of package corpus.
// What goes out: the tables of "make bench" and "make bench WHAT=libraries".
package bench

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/fredbi/uri"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/export"
)

// A Peer is a function that accepts or rejects a string.
type Peer struct {
	Name  string
	Check func(string) bool
	// Exact is set if it accepts exactly the IRIs of RFC 3987.
	Exact bool
}

// The names of the two that the others are compared with.
const (
	NetURL = "net/url.Parse"
	UTF8   = "utf8.ValidString"
)

// Peers returns all peers. utf8.ValidString is a lower limit for the time: an IRI is
// UTF-8, so a validator has to do at least that.
func Peers() ([]Peer, error) {
	re, err := Regexp()
	if err != nil {
		return nil, err
	}
	format, err := JSONSchema()
	if err != nil {
		return nil, err
	}
	rule, _ := iri.RFC3987.Rule("IRI")
	grammarOnly := rule.Validator(iri.GrammarOnly())
	return []Peer{
		{"iri.Valid", iri.Valid, true},
		{"iri.Parse", func(s string) bool { _, err := iri.Parse(s); return err == nil }, true},
		{"iri.Rule.Validate, GrammarOnly", func(s string) bool { return grammarOnly.Validate(s).Conforms() }, true},
		{"iri.Rule.Validate", func(s string) bool { return rule.Validate(s).Conforms() }, false},
		{UTF8, utf8.ValidString, false},
		{NetURL, func(s string) bool { _, err := url.Parse(s); return err == nil }, false},
		{"fredbi/uri.Parse", func(s string) bool { _, err := uri.Parse(s); return err == nil }, false},
		{"jsonschema iri", format, false},
		{"regexp", re.MatchString, true},
	}, nil
}

// JSONSchema returns what checks a string by a JSON schema with the format iri.
func JSONSchema() (func(string) bool, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("iri.json", map[string]any{"format": "iri"}); err != nil {
		return nil, err
	}
	schema, err := c.Compile("iri.json")
	return func(s string) bool { return schema.Validate(s) == nil }, err
}

// Regexp returns the rule IRI as a regular expression, translated from the ABNF.
func Regexp() (*regexp.Regexp, error) {
	of := export.Source{Name: "rfc3987", Grammar: spec.RFC3987.Grammar(), Rule: spec.RFC3987.Top().Definition()}
	text, err := export.Write("regex:re2", of)
	if err != nil {
		return nil, err
	}
	return regexp.Compile(strings.TrimSpace(text))
}
