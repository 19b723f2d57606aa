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
	"github.com/rfc3987/iri/internal/work/conversions"
)

// options are the flags of the commands; each has those that its command has.
type options struct {
	Spec        string                    `json:"spec"`
	Rule        string                    `json:"rule"` // check, fix
	Severity    map[iri.Code]iri.Severity `json:"severity"`
	GrammarOnly bool                      `json:"grammarOnly"`
	Lint        bool                      `json:"lint"`
	Guess       bool                      `json:"guess"`
	Suspicious  bool                      `json:"suspicious"`
	MaxFindings int                       `json:"maxFindings"`
	Fix         []iri.Code                `json:"fix"`

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
	o := options{To: iri.RungScheme, MaxFindings: iri.DefaultMaxFindings}
	if err := o.read(command, flags); err != nil {
		return "", err
	}
	spec := iri.RFC3987
	if o.Spec != "" {
		var ok bool
		if spec, ok = iri.SpecByName(o.Spec); !ok {
			return "", fmt.Errorf("there is no spec %q", o.Spec)
		}
	}
	switch command {
	case "check", "fix":
		return o.check(command, text, spec)
	}
	to := conversions.Conversion{Kind: conversions.Kind(command), Host: o.Host, Lenient: o.Lenient, Display: o.Display, Rung: o.To, NFC: o.NFC}
	rule := spec.Reference()
	if source := to.Source(); source != nil {
		if rule = source.Reference(); source == spec && source == iri.LEIRI {
			return "", fmt.Errorf("spec names that of the result, which is not %s", spec.Name())
		}
	}
	convert, err := to.Func(rule, spec)
	if err != nil {
		return "", err
	}
	out, err := convert(nil, text, rule)
	var findings []iri.Finding
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
		if info, ok := iri.LookupCode(code); !ok || info.Grammar || info.Command != "" {
			return fmt.Errorf("the code %q has no severity that can be set: only those of prose rules have", code)
		}
	}
	for _, code := range o.Fix {
		if _, ok := iri.LookupCode(code); !ok {
			return fmt.Errorf("there is no code %q", code)
		}
	}
	return nil
}

// check checks or fixes a text.
func (o *options) check(command, text string, spec *iri.Spec) (string, error) {
	rule := spec.Top()
	if o.Rule != "" {
		var ok bool
		if rule, ok = spec.Rule(o.Rule); !ok {
			return "", fmt.Errorf("%s has no rule %q", spec.Name(), o.Rule)
		}
	}
	opts := []iri.Option{iri.MaxFindings(o.MaxFindings)}
	for _, x := range []struct {
		on     bool
		option func() iri.Option
	}{{o.GrammarOnly, iri.GrammarOnly}, {o.Lint, iri.Lint}, {o.Guess, iri.Guess}, {o.Suspicious, iri.Suspicious}} {
		if x.on {
			opts = append(opts, x.option())
		}
	}
	for code, severity := range o.Severity {
		opts = append(opts, iri.WithSeverity(code, severity))
	}
	if command == "check" {
		return string(rule.Validate(text, opts...).AppendJSON(nil)), nil
	}
	f := conversions.NewFixer(o.Fix, opts)
	fixed, findings := f.Text(text, rule, o.Guess, true)
	return object(text, fixed, findings), nil
}

func object(text, output string, findings []iri.Finding) string {
	return string(append(conversions.AppendResult([]byte{'{'}, text, output, len(findings) > 0, findings, nil), '}'))
}
