package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/codes"
)

func newExplainCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain [CODE|RULE...]",
		Short: "Explain a code or a rule: its meaning, ABNF, examples, how to fix",
		Long: `explain says what the code of a finding means, or what a rule of a grammar matches:
its ABNF with the rules that it uses, the section, good and bad examples, and how
to fix what breaks it. Without a name it lists all codes.`,
		Example: `  iri explain port
  iri explain bidi-formatting
  iri explain --spec rfc3987bis ireg-name
  iri explain`,
	}
	var rules ruleFlags
	var out outputFlags
	rules.addGrammar(cmd)
	cmd.Flags().Lookup("spec").DefValue = "" // it looks into all of them
	out.add(cmd, work.FormatText, work.FormatJSON)
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		names := append(codeNames(), rules.ruleNames()...)
		slices.Sort(names)
		return withPrefix(slices.Compact(names), prefix), cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RunE = func(_ *cobra.Command, names []string) error {
		if err := out.check(); err != nil {
			return err
		}
		spec, err := rules.readSpec()
		if err != nil {
			return err
		}
		w := bufio.NewWriter(a.stdout)
		e := explainer{w: w, json: out.format == work.FormatJSON, style: a.outStyle()}
		if len(names) == 0 {
			e.printAll()
			return w.Flush()
		}
		chosen := cmd.Flags().Changed("spec") || cmd.Flags().Changed("grammar")
		for i, name := range names {
			x, err := explain(name, spec, chosen)
			if err != nil {
				if _, known := codes.Lookup(iri.Code(name)); !known && len(codes.About(name)) > 0 {
					e.printFamily(codes.About(name))
					continue
				}
				return err
			}
			switch {
			case e.json:
				_, _ = w.Write(append(x.appendJSON(nil), '\n'))
			default:
				if i > 0 {
					fmt.Fprint(w, "\n\n")
				}
				e.print(x)
			}
		}
		return w.Flush()
	}
	return cmd
}

// An explanation is what explain prints about a code or a rule.
type explanation struct {
	name string
	info iri.CodeInfo // its Code is empty for a rule that is not a code
	rule iri.Rule     // the zero Rule for a rule in prose
	good []string
	bad  []string
}

// explain finds a name among the codes and the rules. If the spec does not have the
// name, explain looks in the other specs, unless the user has chosen the spec.
func explain(name string, spec *iri.Spec, chosen bool) (explanation, error) {
	x := explanation{name: name}
	info, isCode := codes.Lookup(iri.Code(name))
	if _, rule := spec.Rule(name); isCode && !info.Grammar && !(rule && kindOf(info) == kindCheck) {
		x.info = info
		x.good, x.bad = info.Good, info.Bad
		return x, nil
	}
	specs := []*iri.Spec{spec}
	if !chosen {
		if isCode && info.Spec != nil {
			specs = []*iri.Spec{info.Spec}
		}
		specs = append(specs, iri.Specs()...)
	}
	for _, s := range specs {
		if r, ok := s.Rule(name); ok {
			x.rule, x.name = r, r.Name()
			break
		}
	}
	info, isCode = codes.Lookup(iri.Code(x.name))
	missing := x.rule == iri.Rule{}
	switch {
	case isCode && (missing && !isRule(info) || !missing && slices.Contains(iri.Specs(), x.rule.Spec())):
		x.info = info
		x.good, x.bad = info.Good, info.Bad
	case !missing:
		x.good, x.bad = x.rule.Examples(4)
	default:
		names := slices.Collect(ruleNames(spec))
		if !chosen {
			names = append(names, codeNames()...)
		}
		return x, usageError{Cause: work.UnknownName(name, names, "there is no code and no rule %q", "; \"iri explain\" lists the codes")}
	}
	return x, nil
}

// isRule reports whether a code of the grammar is the name of a rule. The code utf-8
// is not.
func isRule(info iri.CodeInfo) bool {
	if info.Spec == nil {
		return false
	}
	_, ok := info.Spec.Rule(string(info.Code))
	return ok
}

// start returns the rule that the examples are checked against.
func (x explanation) start() iri.Rule {
	if x.info.Code == "" {
		return x.rule
	}
	if x.info.Command != "" {
		return iri.Rule{}
	}
	spec := x.info.Spec
	if spec == nil {
		spec = iri.RFC3987
	}
	if x.info.Rule != "" {
		r, _ := spec.Rule(x.info.Rule)
		return r
	}
	return spec.Top()
}

// fault returns the message of the finding that a bad example has, or "".
func (x explanation) fault(s string) string {
	if x.info.Command == codes.CheckCommand {
		return checkFault(x.info.Code, s)
	}
	if x.info.Command != "" {
		return x.commandFault(s)
	}
	var opts []iri.Option
	code := iri.Code(x.name)
	if x.info.Code != "" && x.info.Severity == iri.Off {
		opts = append(opts, iri.WithSeverity(code, iri.Warning))
	}
	for _, f := range x.start().Validate(s, opts...).Findings() {
		if f.Code == code {
			return f.Message
		}
	}
	return ""
}

// commandFault returns the message that the command with the code prints for an
// example, which it reads from standard input.
func (x explanation) commandFault(s string) string {
	var out bytes.Buffer
	a := &app{stdin: strings.NewReader(s), stdout: &out, stderr: io.Discard, getenv: func(string) string { return "" }}
	execute(a, append(strings.Fields(x.info.Command), "--format", "json"))
	for results := json.NewDecoder(&out); ; {
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
func (x explanation) severity() string {
	switch {
	case x.info.Code == "":
		return ""
	case x.info.Command == codes.CheckCommand && x.info.Severity != iri.Error:
		return x.info.Severity.String() + " by default; iri grammar check --severity " + x.name + "=off turns it off"
	case x.info.Grammar, x.info.Command != "":
		return "always an error"
	case x.info.Severity == iri.Off:
		return "off by default; --severity " + x.name + "=warning or --lint turns it on"
	}
	return x.info.Severity.String() + " by default; --severity " + x.name + "=off turns it off"
}

// abnf returns the rule and the rules that it uses.
func (x explanation) abnf() []iri.Rule {
	if x.rule == (iri.Rule{}) {
		return nil
	}
	return append([]iri.Rule{x.rule}, x.rule.Uses()...)
}

// checkFault returns the message of the fault with a code in a grammar, or "".
func checkFault(code iri.Code, grammar string) string {
	faults, err := iri.CheckGrammar(iri.GrammarFile{Name: "example.abnf", Text: []byte(grammar)})
	if err != nil {
		return fmt.Sprint(err)
	}
	for _, f := range faults {
		if f.Code == string(code) {
			return f.Message
		}
	}
	return ""
}
