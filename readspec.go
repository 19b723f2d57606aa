package iri

import (
	"path"
	"strings"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
)

// ReadSpec reads a grammar of one's own, in the notation of RFC 5234 and RFC
// 7405. The name of the file is for messages, and for the spec's name where the
// file does not give one.
//
// A file may say in the comments at its head which built-in spec it changes, and
// which rule is the default: "; changes: rfc3986", "; top: URI". Without the
// latter it is the first rule. Core rules need not be defined.
//
// The error names file, line and column of every fault: among them a rule that
// is not defined, one that leads back to itself, for only regular languages can
// be decided, and one whose automaton grows beyond all bounds.
func ReadSpec(file string, src []byte) (*Spec, error) {
	read, err := abnf.Parse(file, src)
	if err != nil {
		return nil, err
	}
	g, err := abnf.Build(grammarFiles, "grammar", read)
	if err != nil {
		return nil, err
	}
	if g.Spec == "" {
		g.Spec = strings.TrimSuffix(path.Base(strings.ReplaceAll(file, `\`, "/")), ".abnf")
	}
	if g.Title == "" {
		g.Title = g.Spec
	}
	if g.Top == "" {
		g.Top = g.Rules[0].Name
	}
	s := &Spec{name: g.Spec}
	d := newSpecData(s, g)
	for _, r := range d.rules {
		a, err := automaton.Compile(g, r.rule.Name)
		if err != nil {
			return nil, err
		}
		r.dfa = func() *automaton.DFA { return a }
	}
	s.load = func() *specData { return d }
	return s, nil
}
