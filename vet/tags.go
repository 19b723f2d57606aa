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
	reference, err := ruleNamed("IRI-reference")
	if err != nil {
		panic(err)
	}
	absolute, err := ruleNamed("IRI")
	if err != nil {
		panic(err)
	}
	return map[string]tag{
		"xml":    {reference, xmlNamespace},
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
func (c *checker) structTags(pass *analysis.Pass, s *ast.StructType) {
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
			c.reportTag(pass, field.Tag, text, key, value, start, end, t.rule)
		}
	}
}

// reportTag reports the findings of value[start:end], which the tag has under a key. They
// have a place and fixes if the value has no escapes.
func (c *checker) reportTag(pass *analysis.Pass, lit *ast.BasicLit, text, key, value string, start, end int, rule iri.Rule) {
	src := newSource(lit.Pos(), lit.Value)
	at := strings.Index(text, key+`:"`+value+`"`) // -1 if the value has escapes
	taker := "the struct tag " + key
	for _, f := range c.findings(rule, value[start:end]) {
		d := c.diagnostic(f, rule, taker)
		if at < 0 {
			d.Pos, d.End = lit.Pos(), lit.End()
			pass.Report(d)
			continue
		}
		offset := at + len(key) + 2 + start
		d.Pos, d.End = src.span(offset+f.Start, offset+f.End)
		// A quote or a backslash would need an escape of its own in the tag.
		if f.Fix != nil && !strings.ContainsAny(f.Fix.Text, `"\`) {
			moved := iri.Fix{Start: offset + f.Fix.Start, End: offset + f.Fix.End, Text: f.Fix.Text}
			if edit, ok := src.edit(&moved); ok {
				d.SuggestedFixes = []analysis.SuggestedFix{{Message: fixMessage(f.Fix), TextEdits: []analysis.TextEdit{edit}}}
			}
		}
		pass.Report(d)
	}
}

// A tagFlag adds keys of struct tags: KEY=RULE.
type tagFlag struct{ tags map[string]tag }

// String returns nothing: the defaults are named in the documentation.
func (f tagFlag) String() string { return "" }

func (f tagFlag) Set(s string) error {
	key, name, ok := strings.Cut(s, "=")
	if !ok || key == "" {
		return errors.New("want KEY=RULE, such as predicate=IRI")
	}
	rule, err := ruleNamed(name)
	if err != nil {
		return err
	}
	f.tags[key] = tag{rule, upToComma}
	return nil
}
