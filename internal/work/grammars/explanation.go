package grammars

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// An Explanation describes a code or a rule.
type Explanation struct {
	name string
	info finding.Entry // its Code is empty for a rule that is not a code
	rule spec.Rule     // the zero Rule for a rule in prose
	good []string
	bad  []string
}

// Explain looks up a name among the codes and the rules of a spec. If it is not found there, Explain searches the
// other specs, unless the user has chosen the spec.
func Explain(name string, in *spec.Spec, chosen bool) (Explanation, error) {
	x := Explanation{name: name}
	info, isCode := config.LookupCode(finding.Code(name))
	if _, rule := in.Rule(name); isCode && !info.Grammar && !(rule && config.IsGrammarCheck(info)) {
		x.info, x.good, x.bad = info, info.Good, info.Bad
		return x, nil
	}
	specs := []*spec.Spec{in}
	if !chosen {
		if isCode && info.Spec != nil {
			specs = []*spec.Spec{info.Spec}
		}
		specs = append(append(specs, spec.Specs()...), config.TemplateRule().Spec())
	}
	for _, s := range specs {
		if r, ok := s.Rule(name); ok {
			x.rule, x.name = r, r.Name()
			break
		}
	}
	info, isCode = config.LookupCode(finding.Code(x.name))
	missing := x.rule == spec.Rule{}
	switch {
	case isCode && (missing && !isRule(info) || !missing && slices.Contains(spec.Specs(), x.rule.Spec())):
		x.info, x.good, x.bad = info, info.Good, info.Bad
	case !missing:
		x.good, x.bad = x.rule.Examples(4)
	default:
		names := config.RuleNames(in)
		if !chosen {
			names = append(names, option.CodeNames(config.Codes())...)
		}
		return x, option.UnknownName(name, names, "there is no code and no rule %q", "; \"iri explain\" lists the codes")
	}
	return x, nil
}

// isRule reports whether a code of the grammar is the name of a rule. The code utf-8 is not.
func isRule(info finding.Entry) bool {
	if info.Spec == nil {
		return false
	}
	_, ok := info.Spec.Rule(string(info.Code))
	return ok
}

// start returns the rule that the examples are checked against.
func (x Explanation) start() spec.Rule {
	if x.info.Code == "" {
		return x.rule
	}
	if x.info.Command != "" {
		return spec.Rule{}
	}
	of := x.info.Spec
	if of == nil {
		of = spec.RFC3987
	}
	if x.info.Rule != "" {
		r, _ := of.Rule(x.info.Rule)
		return r
	}
	return of.Top()
}

// Fault returns the message of the finding in a bad example, or "". run runs a command, for codes that only a command
// reports.
func (x Explanation) Fault(s string, run func(args []string, stdin string) []byte) string {
	switch {
	case config.IsGrammarCheck(x.info):
		return x.grammarFault(s)
	case x.info.Command != "":
		args := strings.Fields(x.info.Command)
		if args[0] != "filter" { // filter prints the records that conform
			args = append(args, "--format", "json")
		}
		return x.commandFault(run(args, s))
	}
	set := finding.Run{ParseTree: conversions.Match}
	code := finding.Code(x.name)
	if rule := rules.Lookup(code); rule != nil && x.info.Severity == finding.Off {
		set.Set(rule, finding.Warning)
	}
	var r finding.Report
	check.Validate(&r, s, x.start(), &set)
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Code == code {
			return f.MessageText()
		}
	}
	return ""
}

// grammarFault returns the message of the fault in a grammar, or "".
func (x Explanation) grammarFault(grammar string) string {
	const name = "example.abnf"
	wanted := func(string) config.Levels { return config.Levels{x.info.Code: finding.Warning} }
	in, err := Inspect(wanted, spec.GrammarFile{Name: name, Text: []byte(grammar)})
	if err != nil {
		return err.Error()
	}
	faults := in.Faults
	if x.info.Command == config.BuiltinCommand {
		_, faults = builtinFolder().Read(name, []byte(grammar))
	}
	for _, f := range faults {
		if f.Code == string(x.info.Code) {
			return f.Msg
		}
	}
	return ""
}

// commandFault returns the message of the finding in the output of a command, or "".
func (x Explanation) commandFault(output []byte) string {
	for results := json.NewDecoder(bytes.NewReader(output)); ; {
		var result struct {
			Findings []struct{ Code, Message string }
		}
		if results.Decode(&result) != nil {
			return ""
		}
		for _, f := range result.Findings {
			if f.Code == x.name {
				return f.Message
			}
		}
	}
}

// severity describes the severity of findings with the code.
func (x Explanation) severity() string {
	switch {
	case x.info.Code == "":
		return ""
	case config.IsGrammarCheck(x.info) && x.info.Severity == finding.Off:
		return "off by default; iri grammar check --severity " + x.name + "=warning or --lint turns it on"
	case config.IsGrammarCheck(x.info) && x.info.Severity != finding.Error:
		return x.info.Severity.String() + " by default; iri grammar check --severity " + x.name + "=off turns it off"
	case rules.Lookup(x.info.Code) == nil:
		return "always an error"
	case rules.LeftByLint(x.info.Code):
		return "off by default; --severity " + x.name + "=warning turns it on"
	case x.info.Severity == finding.Off:
		return "off by default; --severity " + x.name + "=warning or --lint turns it on"
	}
	return x.info.Severity.String() + " by default; --severity " + x.name + "=off turns it off"
}

// abnf returns the rule and all rules that it uses.
func (x Explanation) abnf() []spec.Rule {
	if x.rule == (spec.Rule{}) {
		return nil
	}
	return append([]spec.Rule{x.rule}, x.rule.Uses()...)
}

// appendJSON appends the explanation as one object.
func (x Explanation) appendJSON(b []byte) []byte {
	member := func(name, value string) {
		if value != "" {
			b = jsonw.AppendMember(b, name, value)
		}
	}
	b = jsonw.AppendMember(append(b, '{'), "name", x.name)
	member("code", string(x.info.Code))
	section := x.info.Section
	if x.rule != (spec.Rule{}) {
		member("spec", x.rule.Spec().Name())
		member("rule", x.rule.Name())
		section = x.rule.Section()
	}
	if x.info.Code != "" {
		member("severity", x.info.Severity.String())
	}
	member("title", x.info.Title)
	member("section", section)
	member("clause", x.info.Clause)
	member("text", x.info.Text)
	member("mend", x.info.Mend)
	member("command", x.info.Command)
	if rules := x.abnf(); len(rules) > 0 {
		b = append(jsonw.AppendName(b, "abnf"), '[')
		for i, r := range rules {
			if i > 0 {
				b = append(b, ',')
			}
			b = jsonw.AppendMember(append(b, '{'), "rule", r.Name())
			member("abnf", r.ABNF())
			member("section", r.Section())
			b = append(b, '}')
		}
		b = append(b, ']')
	}
	if start := x.start(); start != (spec.Rule{}) {
		member("examplesSpec", start.Spec().Name())
		member("examplesRule", start.Name())
	}
	b = jsonw.AppendStrings(b, "good", x.good)
	return append(jsonw.AppendStrings(b, "bad", x.bad), '}')
}

// family returns the codes that begin with a text or, if none does, those with the text as a word of the code or the
// title, such as bidi, host or password.
func family(text string) []finding.Entry {
	text = strings.ToLower(text)
	if len(text) < 2 {
		return nil
	}
	var prefix, words []finding.Entry
	for _, info := range config.Codes() {
		if strings.HasPrefix(string(info.Code), text) {
			prefix = append(prefix, info)
		}
		title := strings.FieldsFunc(strings.ToLower(info.Title+" "+string(info.Code)), func(r rune) bool {
			return strings.ContainsRune(" -,;:()\"/", r)
		})
		for _, w := range title {
			if w == text || w == text+"s" {
				words = append(words, info)
				break
			}
		}
	}
	if len(prefix) > 0 {
		return prefix
	}
	return words
}
