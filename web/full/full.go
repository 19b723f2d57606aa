// Package full answers what the npm package's iri/full asks: the name of a command, a text, and the flags of the
// command as JSON come in, the object that the command prints for the text with --format json goes out. It reads
// no files.
package full

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/ladder"
	"github.com/rfc3987/iri/internal/change/mapping"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/conversions"
)

// options are the flags of the commands; each has those that its command has.
type options struct {
	Spec        string                       `json:"spec"`
	Rule        string                       `json:"rule"` // check, fix
	Severity    map[report.Code]iri.Severity `json:"severity"`
	GrammarOnly bool                         `json:"grammarOnly"`
	Lint        bool                         `json:"lint"`
	Guess       bool                         `json:"guess"`
	Suspicious  bool                         `json:"suspicious"`
	MaxFindings int                          `json:"maxFindings"`
	Fix         []report.Code                `json:"fix"`

	Host    iri.HostMapping `json:"host"`
	Lenient bool            `json:"lenient"`
	Display bool            `json:"display"`
	To      iri.Rung        `json:"to"`
	NFC     bool            `json:"nfc"`
}

// has says which options the commands have.
var has = map[string][]string{
	"check":      {"spec", "rule", "severity", "grammarOnly", "lint", "guess", "suspicious", "maxFindings"},
	"fix":        {"spec", "rule", "severity", "grammarOnly", "lint", "guess", "suspicious", "fix"},
	"to-uri":     {"spec", "host", "lenient"},
	"to-iri":     {"spec", "display"},
	"from-leiri": {"spec", "lenient"},
	"normalize":  {"spec", "to", "host", "nfc"},
}

// Answer returns the object for a text. The options are an object of JSON. An error is about them, or the
// name of the command: a text that does not conform is an answer.
func Answer(command, text, flags string) (string, error) {
	o := options{To: iri.RungScheme, MaxFindings: report.DefaultMaxFindings}
	if err := o.read(command, flags); err != nil {
		return "", err
	}
	of := spec.RFC3987
	if o.Spec != "" {
		var ok bool
		if of, ok = spec.ByName(o.Spec); !ok {
			return "", fmt.Errorf("there is no spec %q", o.Spec)
		}
	}
	switch command {
	case "check", "fix":
		return o.check(command, text, of)
	}
	to := conversions.Conversion{Kind: conversions.Kind(command), Host: hostname.Mapping(o.Host), Lenient: o.Lenient, Display: o.Display, Rung: ladder.Rung(o.To), NFC: o.NFC}
	rule := of.Reference()
	if source := to.Source(); source != nil {
		if rule = source.Reference(); source == of && source == spec.LEIRI {
			return "", fmt.Errorf("spec names that of the result, which is not %s", of.Name())
		}
	}
	convert, err := to.Func(rule, of, mapping.URIOptions{})
	if err != nil {
		return "", err
	}
	out, err := convert(nil, text, rule)
	var findings []report.Finding
	if err != nil {
		findings = conversions.FindingsOf(err, text)
	}
	return object(text, string(out), findings), nil
}

// read reads the options of a command. A name that the command does not have is an error.
func (o *options) read(command, flags string) error {
	names, ok := has[command]
	if !ok {
		return fmt.Errorf("there is no command %q", command)
	}
	var given map[string]json.RawMessage
	err := json.Unmarshal([]byte(flags), &given)
	for name := range given {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%s has no option %q: choose from %s", command, name, strings.Join(names, ", "))
		}
	}
	if err == nil {
		err = json.Unmarshal([]byte(flags), o)
	}
	if err != nil {
		return fmt.Errorf("the options of %s cannot be read: %w", command, err)
	}
	for code := range o.Severity {
		if info, ok := explain.LookupCode(code); !ok || info.Grammar || info.Command != "" {
			return fmt.Errorf("the code %q has no severity that can be set: only those of prose rules have", code)
		}
	}
	for _, code := range o.Fix {
		if _, ok := explain.LookupCode(code); !ok {
			return fmt.Errorf("there is no code %q", code)
		}
	}
	return nil
}

// check checks or fixes a text.
func (o *options) check(command, text string, of *spec.Spec) (string, error) {
	rule := of.Top()
	if o.Rule != "" {
		var ok bool
		if rule, ok = of.Rule(o.Rule); !ok {
			return "", fmt.Errorf("%s has no rule %q", of.Name(), o.Rule)
		}
	}
	set := report.Settings{GrammarOnly: o.GrammarOnly, Lint: o.Lint, Guess: o.Guess, Max: o.MaxFindings, Match: conversions.Match}
	if o.Suspicious {
		prose.Suspicious(&set)
	}
	for code, severity := range o.Severity {
		set.Set(prose.Lookup(code), report.Severity(severity))
	}
	if command == "check" {
		return string(check.Report(text, rule, &set).AppendJSON(nil)), nil
	}
	f := conversions.NewFixer(o.Fix, set)
	fixed, findings := f.Text(text, rule, o.Guess, true)
	return object(text, fixed, findings), nil
}

func object(text, output string, findings []report.Finding) string {
	return string(append(conversions.AppendResult([]byte{'{'}, text, output, len(findings) > 0, findings, nil), '}'))
}
