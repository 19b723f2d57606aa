// Package full answers what the npm package's iri/full asks: the name of a command, a text, and the flags of the
// command as JSON come in, the object that the command prints for the text with --format json goes out. It reads
// no files.
package full

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	uri "github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// options are what the flags of the commands fill in.
type options struct {
	option.Options
	Fix []finding.Code
	conversions.Conversion
	Components bool          // of parse
	NonStrict  bool          // of resolve
	Other      string        // of compare: the second reference
	timeout    time.Duration // of a check or fix; 0 for none
}

// ErrTimeout is the error of a check or fix that takes longer than the option timeout allows.
var ErrTimeout = errors.New("the check takes longer than timeout allows")

// flagsOf returns the flags that a command has.
func flagsOf(command string) []option.Option {
	spec := option.Grammar()[:1]
	switch command {
	case "check":
		return slices.Concat(spec, []option.Option{option.Rule(""), option.Guess()}, option.Checking())
	case "fix":
		fix := slices.Concat(spec, []option.Option{option.Rule(""), option.Guess(), option.Fix()}, option.Checking())
		return slices.DeleteFunc(fix, func(o option.Option) bool { return o.Name == "max-findings" })
	case "parse":
		return slices.Concat(spec, []option.Option{option.Rule(""), {Name: "components", Kind: option.Switch, Field: "Components"}})
	case "resolve":
		return slices.Concat(spec, []option.Option{conversions.Base(), {Name: "non-strict", Kind: option.Switch, Field: "NonStrict"}})
	case "relativize":
		return append(spec, conversions.Base())
	case "compare":
		return slices.Concat(spec, []option.Option{{Name: "other", Field: "Other"}, conversions.Base()}, conversions.Equality(""))
	}
	return append(spec, conversions.Kind(command).Options()...)
}

// nameOf returns the name of a flag as JavaScript writes it: maxFindings.
func nameOf(flag string) string {
	words := strings.Split(flag, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// Answer returns the object for a text. The options are an object of JSON. An error is about them, or the
// name of the command: a text that does not conform is an answer.
func Answer(command, text, flags string) (answer string, err error) {
	defer func() {
		if r := recover(); r == ErrTimeout {
			err = ErrTimeout
		} else if r != nil {
			panic(r)
		}
	}()
	o := options{Conversion: conversions.Conversion{Kind: conversions.Kind(command)}}
	if err := o.read(command, flags); err != nil {
		return "", err
	}
	of, ok := spec.ByName(o.Spec)
	if !ok {
		return "", fmt.Errorf("there is no spec %q", o.Spec)
	}
	switch command {
	case "check", "fix":
		return o.check(command, text, of)
	case "parse":
		return o.parse(text, of)
	case "compare":
		return o.compare(text, of), nil
	}
	rule := of.Reference()
	if source := o.Source(); source != nil {
		if rule = source.Reference(); source == of && source == spec.LEIRI {
			return "", fmt.Errorf("spec names that of the result, which is not %s", of.Name())
		}
	}
	convert, conforms := conversions.Func(nil), true
	if command == "resolve" || command == "relativize" {
		base, err := uri.ParseBase(o.Base, of)
		if err != nil {
			return object(o.Base, "", conversions.FindingsOf(err, o.Base)), nil
		}
		if convert = o.resolve(base); command == "relativize" {
			convert, rule = relativize(base), of.Top()
		}
	} else if convert, err = o.Func(of, uri.URIOptions{}); err != nil {
		return "", err
	} else {
		conforms = o.Conforms(of)
	}
	out, err := convert(nil, text, rule)
	var findings []finding.Finding
	isConverted := err == nil && conforms && rule.Family() != spec.LEIRIs
	if !isConverted && conversions.FilledIn(rule, text, false) { // as the command does
		set := finding.Run{Settings: finding.Settings{GrammarOnly: true, Max: finding.DefaultMaxFindings}}
		out, findings = nil, check.Report(text, spec.RFC3987.Reference(), &set).Findings
	} else if err != nil {
		findings = conversions.FindingsOf(err, text)
	}
	return object(text, string(out), findings), nil
}

// resolve returns what resolves references against a base.
func (o *options) resolve(base component.Ref) conversions.Func {
	return func(dst []byte, text string, rule spec.Rule) ([]byte, error) {
		ref, err := diagnose.Parse(text, rule)
		if err != nil {
			return dst, err
		}
		target, err := conversions.Resolve(base, ref, o.NonStrict, rule.Spec())
		return append(dst, target.Text...), err
	}
}

// relativize returns what makes references relative to a base.
func relativize(base component.Ref) conversions.Func {
	return func(dst []byte, text string, rule spec.Rule) ([]byte, error) {
		ref, err := diagnose.Parse(text, rule)
		if err != nil {
			return dst, err
		}
		return append(dst, conversions.Relativize(base, ref, rule.Spec()).Text...), nil
	}
}

// compare compares a text with another.
func (o *options) compare(text string, of *spec.Spec) string {
	var base *string
	if o.Base != "" {
		base = &o.Base
	}
	return string(o.Compare(text, o.Other, of.Reference(), base, new(uri.Bases)).AppendJSON(nil))
}

// parse returns the parse tree of a text, or its components.
func (o *options) parse(text string, of *spec.Spec) (string, error) {
	if o.Components {
		return string(conversions.AppendParts(nil, text, of)), nil
	}
	rule, err := o.ruleOf(of)
	if err != nil {
		return "", err
	}
	root, findings := conversions.Tree(text, rule)
	b := conversions.AppendTree(nil, text, of.Name(), rule.Name(), root)
	if len(findings) > 0 {
		b = conversions.AppendFindings(append(b, ','), findings, nil)
	} else {
		b = conversions.AppendDirections(b, text)
	}
	return string(append(b, '}')), nil
}

// ruleOf returns the rule that the options name.
func (o *options) ruleOf(of *spec.Spec) (spec.Rule, error) {
	if o.Rule == "" {
		return of.Top(), nil
	}
	rule, ok := of.Rule(o.Rule)
	if !ok {
		return rule, fmt.Errorf("%s has no rule %q", of.Name(), o.Rule)
	}
	return rule, nil
}

// read reads the options of a command. A name that the command does not have is an error.
func (o *options) read(command, flags string) error {
	if !slices.Contains(conversions.Kinds(), conversions.Kind(command)) &&
		!slices.Contains([]string{"check", "fix", "parse", "resolve", "relativize", "compare"}, command) {
		return fmt.Errorf("there is no command %q", command)
	}
	var set option.Values
	var names []string
	for _, v := range set.Add(flagsOf(command)...) {
		names = append(names, nameOf(v.Name))
	}
	var given map[string]any
	err := json.Unmarshal([]byte(flags), &given)
	if ms, ok := given["timeout"]; ok && (command == "check" || command == "fix") {
		n, _ := ms.(float64)
		if n <= 0 {
			return fmt.Errorf("timeout %v: write a number of milliseconds above 0", ms)
		}
		o.timeout = time.Duration(n * float64(time.Millisecond))
		delete(given, "timeout")
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%s has no option %q: choose from %s", command, name, strings.Join(names, ", "))
		}
	}
	for _, v := range set {
		value, ok := given[nameOf(v.Name)]
		if !ok || err != nil {
			continue
		}
		var values []string
		if values, err = v.Decode(value); err != nil {
			err = fmt.Errorf("%s %w", nameOf(v.Name), err)
		}
		v.Replace(values)
	}
	if err != nil {
		return fmt.Errorf("the options of %s cannot be read: %w", command, err)
	}
	if o.Fix, err = option.FixCodes(set.Get("fix").List()); err != nil {
		return err
	}
	return set.Fill(o)
}

// check checks or fixes a text.
func (o *options) check(command, text string, of *spec.Spec) (string, error) {
	rule, err := o.ruleOf(of)
	if err != nil {
		return "", err
	}
	settings, err := o.Settings()
	if err != nil {
		return "", err
	}
	set := finding.Run{Settings: settings, ParseTree: conversions.Match}
	if o.timeout > 0 {
		end := time.Now().Add(o.timeout)
		set.Interrupt = func() {
			if time.Now().After(end) {
				panic(ErrTimeout)
			}
		}
	}
	if command == "check" {
		return string(check.Report(text, rule, &set).AppendJSON(nil)), nil
	}
	codes := o.Fix
	if o.Suspicious { // as the flag of iri fix
		codes = slices.Concat(codes, rules.SuspiciousCodes())
	}
	f := conversions.NewFixer(codes, set)
	fixed, findings := f.Text(text, rule, o.Guess)
	return object(text, fixed, findings), nil
}

func object(text, output string, findings []finding.Finding) string {
	return string(append(conversions.AppendResult([]byte{'{'}, text, output, len(findings) > 0, findings, nil), '}'))
}
