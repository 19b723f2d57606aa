// Package lint looks at grammars as a careful reader of a draft does. In come files in
// ABNF; out come faults that do not keep the grammar from being used: alternatives that
// match the same string, or hide one in tools that take the first, core rules under other names, lines that do not fit into an RFC or end in LF alone.
// It must not know how faults are printed.
package lint

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A Check is one thing that is looked for. All checks are off unless they are asked for.
type Check struct {
	Code    string
	Section string // the clause, or "" if no document has it
	Title   string // what holds for a grammar without the fault
	Text    string // what the check looks for
	Mend    string // what to do
	Good    []string
	Bad     []string

	lines func(*linter) // looks at the lines of the files
	rules func(*linter) // looks at the rules; not called for a grammar of which no rule can be used
}

// Checks returns all checks, in the order in which "iri explain" lists them.
func Checks() []Check {
	return []Check{ambiguous, prefix, letterCase, coreAlias, lineLength, lineEnd, characters}
}

// Run carries out those checks that are wanted, and returns what they find, in the order of
// the files. The spec is what [spec.ReadSpec] makes of them, nil if no rule can be used. Rules of grammars that the files
// change or import are not looked at.
func Run(want func(code string) bool, s *spec.Spec, files ...spec.GrammarFile) abnf.ErrorList {
	l := &linter{files: slices.DeleteFunc(slices.Clone(files), func(f spec.GrammarFile) bool { return f.Library }),
		firsts: make(map[*abnf.Rule]first)}
	if s != nil {
		l.all, l.usable = s.AllRules(), s.Grammar()
	}
	for _, c := range Checks() {
		if !want(c.Code) {
			continue
		}
		l.code = c.Code
		if c.lines != nil {
			c.lines(l)
		}
		if c.rules != nil && s != nil {
			c.rules(l)
		}
	}
	l.faults.Sort()
	return l.faults
}

// A linter carries out checks.
type linter struct {
	files  []spec.GrammarFile
	all    *abnf.Grammar // every rule
	usable *abnf.Grammar // the rules that can be used
	firsts map[*abnf.Rule]first
	code   string // of the check
	faults abnf.ErrorList
}

// defined returns the rules of a grammar that the files define.
func (l *linter) defined(g *abnf.Grammar) []*abnf.Rule {
	return slices.DeleteFunc(slices.Clone(g.Rules), func(r *abnf.Rule) bool {
		return r.Core || !slices.ContainsFunc(l.files, func(f spec.GrammarFile) bool { return f.Name == r.Pos.File })
	})
}

// add adds a fault; its line is looked up where it is not known.
func (l *linter) add(at abnf.Pos, rule, line, msg string) {
	for _, f := range l.files {
		if lines := strings.Split(string(f.Text), "\n"); line == "" && f.Name == at.File && at.Line <= len(lines) {
			line = strings.TrimRight(strings.TrimPrefix(lines[at.Line-1], "\uFEFF"), "\r")
		}
	}
	l.faults = append(l.faults, &abnf.Error{Pos: at, Code: l.code, Warning: true, Rule: rule, Line: line, Msg: msg})
}
