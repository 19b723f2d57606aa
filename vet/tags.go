package vet

import (
	"errors"
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/rfc3987/iri"
)

// A tag is a key of struct tags whose values hold an IRI.
type tag struct {
	rule iri.Rule
	// find returns where the IRI is in the value: value[start:end]. It returns false if
	// the value holds none.
	find func(value string) (start, end int, ok bool)
}

// defaultTags returns the keys that are checked without flags. encoding/xml takes the
// name of a namespace, which is a URI reference (Namespaces in XML 1.0 §2.2).
func defaultTags() map[string]tag {
	absolute := iri.RFC3987.Top()
	return map[string]tag{
		"xml":    {iri.RFC3987.Reference(), xmlNamespace},
		"iri":    {absolute, upToComma},
		"jsonld": {absolute, upToComma},
		"rdf":    {absolute, upToComma},
	}
}

// xmlNamespace finds the namespace of an encoding/xml tag: "http://www.w3.org/2005/Atom
// feed,attr". It ends at the first space.
func xmlNamespace(value string) (start, end int, ok bool) {
	name, _, _ := strings.Cut(value, ",")
	end = strings.IndexByte(name, ' ')
	return 0, end, end > 0
}

// upToComma finds the text before the options. A name without a colon is not an IRI but
// one of the program's own names.
func upToComma(value string) (start, end int, ok bool) {
	text, _, _ := strings.Cut(value, ",")
	return 0, len(text), strings.Contains(text, ":")
}

// structTags checks the tags of a struct.
func (c *settings) structTags(pass *analysis.Pass, s *ast.StructType) {
	for _, field := range s.Fields.List {
		if field.Tag == nil {
			continue
		}
		text, err := strconv.Unquote(field.Tag.Value)
		if err != nil {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(c.tags)) {
			t := c.tags[key]
			value, ok := reflect.StructTag(text).Lookup(key)
			if !ok {
				continue
			}
			start, end, ok := t.find(value)
			if !ok {
				continue
			}
			// The value has places in the literal if it has no escapes.
			place := place{expr: field.Tag, tag: true}
			if at := strings.Index(text, key+`:"`+value+`"`); at >= 0 {
				place.src, place.offset = newSource(field.Tag.Pos(), field.Tag.Value), at+len(key)+len(`:"`)+start
			}
			c.report(pass, place, value[start:end], t.rule, "the struct tag "+key)
		}
	}
}

// addTag adds a key of struct tags: KEY=RULE.
func (c *settings) addTag(s string) error {
	key, name, ok := strings.Cut(s, "=")
	if !ok || key == "" {
		return errors.New("want KEY=RULE, such as predicate=IRI")
	}
	rule, err := ruleNamed(name)
	if err != nil {
		return err
	}
	c.tags[key] = tag{rule, upToComma}
	return nil
}
