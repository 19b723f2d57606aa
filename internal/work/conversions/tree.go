package conversions

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// Match is the [spec.Matcher] of all checks: the generated parser of the public package for rules of built-in specs,
// and the interpreter for others.
func Match(r spec.Rule, s string) (*parsetree.Tree, error) {
	rule, _ := (*iri.Spec)(r.Spec()).Rule(r.Name())
	root, err := rule.Tree(s)
	if err != nil {
		return nil, err
	}
	return (*parsetree.Node)(root).Tree(), nil
}

// Tree returns the parse tree of a text. If the text does not conform, it returns findings, and a tree of the
// components that could be parsed, where known: see [spec.IsHole].
func Tree(text string, rule spec.Rule) (root parsetree.Node, findings []finding.Finding) {
	tree, err := Match(rule, text)
	switch {
	case !rule.Valid(text):
		set := finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}, ParseTree: Match}
		findings, tree = diagnose.Blame(text, rule, &set).Findings, diagnose.Tree(text, rule, Match)
	case err != nil:
		findings = FindingsOf(err, text)
	}
	if tree != nil {
		root = *tree.Root()
	}
	return root, findings
}

// AppendTree appends {"input":…,"spec":…,"rule":…,"tree":{…}, without the last brace. For a text that does not
// conform, each component that could not be parsed has "conforms":false, and "tree" is left out if the rule is not
// for references.
func AppendTree(b []byte, text, ofSpec, ofRule string, root parsetree.Node) []byte {
	b = jsonw.AppendText(append(b, '{'), "input", text)
	b = jsonw.AppendMember(jsonw.AppendMember(b, "spec", ofSpec), "rule", ofRule)
	if root.Tree() != nil {
		b = root.AppendJSON(append(b, `,"tree":`...), markHole)
	}
	return b
}

func markHole(b []byte, n parsetree.Node) []byte {
	if spec.IsHole(n) {
		b = append(b, `,"conforms":false`...)
	}
	return b
}

// AppendParts appends {"input":…,"components":{…}}. The text need not conform.
func AppendParts(b []byte, text string, by *spec.Spec) []byte {
	b = jsonw.AppendText(append(b, '{'), "input", text)
	b = finding.AppendComponents(b, component.OfAny(text), by.Family() == spec.URIs)
	return append(AppendDirections(b, text), '}')
}
