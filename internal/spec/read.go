package spec

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
)

// A GrammarFile is a file in the notation of RFC 5234 and RFC 7405. The name is
// for messages, and for the name of the spec where the file gives none.
type GrammarFile struct {
	Name string
	Text []byte
}

// A GrammarFault is one fault of a grammar file: in its notation, or in what its rules
// say together. Lines and columns count from 1, columns in characters.
type GrammarFault struct {
	File      string
	Line, Col int    // 0 if the fault is not at one place
	Code      string // "syntax", "undefined", "recursion" …
	Warning   bool   // the grammar can be used in spite of it
	Rule      string // the rule in which the fault lies; empty outside of rules
	Message   string
	Expected  string // what could have stood there; empty if nothing was expected
	Text      string // the line
}

// String returns "file:line:col: message".
func (f GrammarFault) String() string {
	return abnf.Pos{File: f.File, Line: f.Line, Col: f.Col}.String() + ": " + f.Message
}

// A GrammarError is the error of [ReadSpec]: all faults of the files, in order.
type GrammarError struct{ Faults []GrammarFault }

// Error returns the faults, one a line.
func (e *GrammarError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// ReadSpec reads a grammar from files, in the notation of RFC 5234 and RFC
// 7405. Several files are read as if they stood one after the other.
//
// A file may say in the comments at its head which spec it changes, and which
// rules are the defaults: "; changes: rfc3986", "; top: URI", "; reference:
// URI-reference". The spec that it changes is built in or another one of the
// files. Without "top" the default rule is the first one. Core rules need not be
// defined.
//
// The error is a *[GrammarError] with file, line and column of every fault. Among the
// faults are a rule that is not defined, a rule that leads back to itself, because only
// regular languages can be decided, and a rule whose automaton is too large.
func ReadSpec(files ...GrammarFile) (*Spec, error) {
	g, faults, err := readGrammar(files)
	if err != nil {
		return nil, err
	}
	var bad []GrammarFault
	for _, f := range faults {
		if !f.Warning {
			bad = append(bad, f)
		}
	}
	if bad != nil {
		return nil, &GrammarError{bad}
	}
	if g.Spec == "" {
		g.Spec = strings.TrimSuffix(path.Base(strings.ReplaceAll(files[0].Name, `\`, "/")), ".abnf")
	}
	if g.Title == "" {
		g.Title = g.Spec
	}
	s := &Spec{name: g.Spec}
	d := newSpecData(s, g)
	if bad := d.compile(); bad != nil {
		return nil, &GrammarError{bad}
	}
	s.load = func() *specData { return d }
	s.profile = sync.OnceValue(func() *Profile { return newProfile(s) })
	s.wasRead = true
	return s, nil
}

// CheckGrammar returns every fault that [ReadSpec] finds in the files, and the warnings
// that ReadSpec ignores. It leaves out warnings about a built-in file that the files
// change. The error says that there is no file.
func CheckGrammar(files ...GrammarFile) ([]GrammarFault, error) {
	g, faults, err := readGrammar(files)
	if err != nil {
		return nil, err
	}
	faults = slices.DeleteFunc(faults, func(f GrammarFault) bool {
		return f.Warning && !slices.ContainsFunc(files, func(g GrammarFile) bool { return g.Name == f.File })
	})
	for _, f := range faults {
		if !f.Warning {
			return faults, nil
		}
	}
	return append(faults, newSpecData(&Spec{name: g.Spec}, g).compile()...), nil
}

// readGrammar reads the files and makes one grammar of them, which can be used if all
// faults are warnings.
func readGrammar(files []GrammarFile) (*abnf.Grammar, []GrammarFault, error) {
	if len(files) == 0 {
		return nil, nil, errors.New("iri: no grammar file")
	}
	var list abnf.ErrorList
	var parsed []*abnf.Grammar
	for _, f := range files {
		g, err := abnf.Parse(f.Name, f.Text)
		list = append(list, listOf(err)...)
		parsed = append(parsed, g)
	}
	g, more, err := abnf.Resolve(grammar.Files, ".", parsed...)
	list = append(list, more...)
	list = append(list, listOf(err)...)
	list.Sort()
	lines := make(map[string][]string)
	for _, f := range files {
		lines[f.Name] = strings.Split(string(f.Text), "\n")
	}
	faults := make([]GrammarFault, len(list))
	for i, e := range list {
		faults[i] = GrammarFault{
			File: e.Pos.File, Line: e.Pos.Line, Col: e.Pos.Col, Code: e.Code,
			Rule: e.Rule, Message: e.Msg, Expected: e.Expected, Text: e.Line,
		}
		faults[i].Warning = e.Warning
		if l := lines[e.Pos.File]; e.Line == "" && e.Pos.Line > 0 && e.Pos.Line <= len(l) {
			faults[i].Text = strings.TrimSuffix(l[e.Pos.Line-1], "\r")
		}
	}
	return g, faults, nil
}

// listOf returns the list that an error of package abnf is.
func listOf(err error) abnf.ErrorList {
	var list abnf.ErrorList
	if err != nil && !errors.As(err, &list) {
		list = abnf.ErrorList{{Code: abnf.Syntax, Msg: err.Error()}}
	}
	return list
}

// compile makes the automata of all rules, so that none can fail later. It returns a
// fault for each automaton that is too large.
func (d *specData) compile() []GrammarFault {
	var wg sync.WaitGroup
	faults := make([]*GrammarFault, len(d.rules))
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, r := range d.rules {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			a, err := automaton.Compile(d.grammar, r.rule.Name)
			if err != nil {
				p := r.rule.Pos
				faults[i] = &GrammarFault{
					File: p.File, Line: p.Line, Col: p.Col, Code: "too-large",
					Rule: r.rule.Name, Message: fmt.Sprint(err), Text: r.rule.Source,
				}
				return
			}
			r.dfa = func() *automaton.DFA { return a }
		})
	}
	wg.Wait()
	var out []GrammarFault
	for _, f := range faults {
		if f != nil {
			out = append(out, *f)
		}
	}
	return out
}
