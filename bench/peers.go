// Package bench compares this module with other Go code for URLs and IRIs. What comes in:
// the lines of package corpus. What goes out: "make bench" and "make bench WHAT=libraries" print tables, and "go test
// -bench ." in this folder runs the same as Go benchmarks. It must not know how this
// module works inside, except that the regular expression is made from the grammar.
package bench

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/fredbi/uri"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Peer is a function that accepts or rejects a string.
type Peer struct {
	Name  string
	Check func(string) bool
	// Exact is set if it accepts exactly the IRIs of RFC 3987.
	Exact bool
}

// The names of the module's own peers, and of the two that the others are compared with.
const (
	Valid = "iri.Valid"
	Parse = "iri.Parse"
	// A report by the grammar alone, and one by all rules.
	Grammar  = "iri.Rule.Validate, GrammarOnly"
	AllRules = "iri.Rule.Validate"
	NetURL   = "net/url.Parse"
	UTF8     = "utf8.ValidString"
)

// Peers returns all peers. utf8.ValidString is a lower limit for the time: an IRI is
// UTF-8, so a validator has to do at least that.
func Peers() ([]Peer, error) {
	re, err := Regexp()
	if err != nil {
		return nil, err
	}
	format, err := jsonFormat()
	if err != nil {
		return nil, err
	}
	rule, _ := iri.RFC3987.Rule("IRI")
	grammarOnly := rule.Validator(iri.GrammarOnly())
	return []Peer{
		{Valid, iri.Valid, true},
		{Parse, func(s string) bool { _, err := iri.Parse(s); return err == nil }, true},
		{Grammar, func(s string) bool { return grammarOnly.Validate(s).Conforms() }, true},
		{AllRules, func(s string) bool { return rule.Validate(s).Conforms() }, false},
		{UTF8, utf8.ValidString, false},
		{NetURL, func(s string) bool { _, err := url.Parse(s); return err == nil }, false},
		{"fredbi/uri.Parse", func(s string) bool { _, err := uri.Parse(s); return err == nil }, false},
		{"jsonschema iri", func(s string) bool { return format.Validate(s) == nil }, false},
		{"regexp", re.MatchString, true},
	}, nil
}

// jsonFormat returns a JSON schema with the format iri.
func jsonFormat() (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("iri.json", map[string]any{"format": "iri"}); err != nil {
		return nil, err
	}
	return c.Compile("iri.json")
}

// Regexp returns the rule IRI as a regular expression, translated from the ABNF.
func Regexp() (*regexp.Regexp, error) {
	g, err := abnf.Load(grammar.Files, ".", "rfc3987")
	if err != nil {
		return nil, err
	}
	return regexp.Compile(`\A(?:` + pattern(g, g.Rule(g.Top).Expr) + `)\z`)
}

// pattern translates an expression of ABNF.
func pattern(g *abnf.Grammar, e abnf.Expr) string {
	list := func(list []abnf.Expr, sep string) string {
		var out []string
		for _, x := range list {
			out = append(out, pattern(g, x))
		}
		return "(?:" + strings.Join(out, sep) + ")"
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		return list(e.Alts, "|")
	case *abnf.Concatenation:
		return list(e.Parts, "")
	case *abnf.Repetition:
		switch {
		case e.Max == 0:
			return ""
		case e.Max < 0:
			return fmt.Sprintf("(?:%s){%d,}", pattern(g, e.X), e.Min)
		}
		return fmt.Sprintf("(?:%s){%d,%d}", pattern(g, e.X), e.Min, e.Max)
	case *abnf.Reference:
		return pattern(g, g.Rule(e.Name).Expr)
	case *abnf.Literal:
		if e.Sensitive {
			return regexp.QuoteMeta(e.Text)
		}
		return "(?i:" + regexp.QuoteMeta(e.Text) + ")"
	case *abnf.Range:
		return fmt.Sprintf(`[\x{%X}-\x{%X}]`, e.Lo, e.Hi)
	case *abnf.Sequence:
		return regexp.QuoteMeta(string(e.Runes))
	}
	panic(fmt.Sprintf("bench: no pattern for %T", e))
}
