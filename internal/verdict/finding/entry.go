package finding

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A ProseRule is a rule that the documents state in prose because the grammar cannot
// express it. Its Entry is the only description of the rule.
type ProseRule struct {
	Entry
	On     component.Kinds // the components that it is about
	number int             // its number in the registry, from 1 on: see [Number]
}

// Number returns the number of the rule in the registry, from 1 on.
func (r *ProseRule) Number() int { return r.number }

// An Entry describes a code for people. Explanations, SARIF and the documentation are made
// from it.
type Entry struct {
	Code     Code
	Grammar  bool       // a rule of the grammar, always an error; else a rule in prose
	Severity Severity   // the default
	Title    string     // one line, lower case, no full stop
	Section  string     // RFC 3987 §4.1
	Clause   string     // the sentence of the spec, quoted
	Text     string     // what the rule means and why, a few sentences
	Mend     string     // how to mend it
	Good     []string   // inputs that do not have the finding
	Bad      []string   // inputs that have it
	Spec     *spec.Spec // what the examples are checked against; nil for RFC3987
	Rule     string     // the rule that they are checked against; empty for the top rule of the spec
	Command  string     // the command that reports it for the examples, if no check of a string does: to-uri --lenient
}
