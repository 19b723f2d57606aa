// Package bench compares this module with other Go code for URLs and IRIs. What comes in: the lines of package corpus.
// What goes out: the figures of "make bench" and its parts.
package bench

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fredbi/uri"
	goabnf "github.com/pandatix/go-abnf"
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
	grammarOnly := rule.Validator(iri.WithGrammarOnly())
	return []Peer{
		{"iri.Valid", iri.Valid, true},
		{"iri.Parse", func(s string) bool { _, err := iri.Parse(s); return err == nil }, true},
		{"iri.Rule.Validate, GrammarOnly", func(s string) bool { return grammarOnly.Check(s).Conforms() }, true},
		{"iri.Rule.Validate", func(s string) bool { return rule.Check(s).Conforms() }, false},
		{UTF8, utf8.ValidString, false},
		{NetURL, func(s string) bool { _, err := url.Parse(s); return err == nil }, false},
		{"fredbi/uri.Parse", func(s string) bool { _, err := uri.Parse(s); return err == nil }, false},
		{"jsonschema iri", format, false},
		{"regexp", re.MatchString, true},
	}, nil
}

// JSONSchema returns what checks a string by a JSON schema with the format iri.
func JSONSchema() (func(string) bool, error) {
	schema, err := compileSchema("iri.json", map[string]any{"format": "iri"})
	return func(s string) bool { return schema.Validate(s) == nil }, err
}

// compileSchema returns a JSON schema that holds strings to their formats, too.
func compileSchema(id string, doc any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(id, doc); err != nil {
		return nil, err
	}
	return c.Compile(id)
}

// Regexp returns the rule IRI as a regular expression, translated from the ABNF.
func Regexp() (*regexp.Regexp, error) {
	of := export.Selection{Name: "rfc3987", Grammar: spec.RFC3987.Grammar(), Rule: spec.RFC3987.Top().Definition()}
	text, err := export.Write("regex:re2", of)
	if err != nil {
		return nil, err
	}
	return regexp.Compile(strings.TrimSpace(text))
}

// A KitRow is a string of the conformance kit, with the rules from the one that it is held to down to the one it tests.
type KitRow struct {
	Input string
	Valid bool
	Rules []string
}

// KitRows returns the rows of the kit for a spec, or for a rule of it.
func KitRows(spec *iri.Spec, rule string) (rows []KitRow, err error) {
	text, err := os.ReadFile(filepath.Join("..", "conformance", "syntax", spec.Name()+".jsonl"))
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var r KitRow
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		if rule == "" || r.Rules[0] == rule {
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// GoABNF returns the engine go-abnf with the grammar of a spec, which follows all ways of reading a string.
// It shares no code with this module.
func GoABNF(spec *iri.Spec) (match func(rule, s string) (bool, error), err error) {
	var text strings.Builder
	for r := range spec.Rules() {
		if !strings.HasPrefix(r.Section(), "RFC 5234") { // core rules, which it has
			text.WriteString(r.ABNF() + "\r\n")
		}
	}
	g, err := goabnf.ParseABNF([]byte(text.String()))
	if err != nil {
		return nil, err
	}
	return func(rule, s string) (bool, error) { return g.IsValid(rule, []byte(s)) }, nil
}

// Times are the shortest times of the parts of a corpus. Each part is measured by itself, so that
// other work of the machine counts only if it is there in every round.
type Times []time.Duration

// Keep keeps the time of part k, if none of that part was shorter.
func (t *Times) Keep(k int, took time.Duration) {
	if k == len(*t) {
		*t = append(*t, took)
	}
	(*t)[k] = min((*t)[k], took)
}

// Sum returns the time of all parts in nanoseconds.
func (t Times) Sum() (ns float64) {
	for _, took := range t {
		ns += float64(took.Nanoseconds())
	}
	return ns
}

// Round runs a check on all items twice, the second time with the clock: what ran before has
// filled the caches with its own data. It returns how many items the check accepts.
func Round[T any](t *Times, list []T, check func(T) bool) (good int) {
	for _, s := range list {
		check(s)
	}
	k := 0
	for part := range slices.Chunk(list, 200) {
		start := time.Now()
		for _, s := range part {
			if check(s) {
				good++
			}
		}
		t.Keep(k, time.Since(start))
		k++
	}
	return good
}
