package spec

import (
	"errors"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/abnf"
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
// A rule that cannot be used does not matter to the others: one that leads back to
// itself, because only regular languages can be decided, one that names a rule which
// is not defined, one with a description in prose, one whose automaton is too large,
// and all that use such a rule. The spec does not have these; see [Spec.Refused].
//
// The error is a *[GrammarError] with file, line and column of every fault, if there
// are faults of the notation or of the header, or if no rule of the files is left.
func ReadSpec(files ...GrammarFile) (*Spec, error) {
	r, err := readGrammar(files)
	if err != nil {
		return nil, err
	}
	if len(r.blocking) > 0 {
		return nil, r.error()
	}
	g := r.grammar
	if g.Spec == "" {
		g.Spec = strings.TrimSuffix(path.Base(strings.ReplaceAll(files[0].Name, `\`, "/")), ".abnf")
	}
	if g.Title == "" {
		g.Title = g.Spec
	}
	s := &Spec{name: g.Spec}
	d := r.usable(s)
	if d == nil {
		return nil, r.error()
	}
	s.load = func() *specData { return d }
	s.profile = sync.OnceValue(func() *Profile { return newProfile(s) })
	s.wasRead = true
	return s, nil
}

// CheckGrammar returns every fault of the files, and warnings. It leaves out warnings
// about a built-in file that the files change. The error says that there is no file.
func CheckGrammar(files ...GrammarFile) ([]GrammarFault, error) {
	in, err := InspectGrammar(files...)
	return in.Faults, err
}

// A reading is what readGrammar makes of files.
type reading struct {
	grammar  *abnf.Grammar // nil if a file changes a spec that cannot be found
	list     abnf.ErrorList
	blocking abnf.ErrorList // the faults for which no rule can be used
	faults   []GrammarFault // list, and what compile has found
	lines    map[string][]string
}

// readGrammar reads the files and makes one grammar of them. Its rules can be used if
// there are no blocking faults, but for those that [reading.usable] refuses.
func readGrammar(files []GrammarFile) (*reading, error) {
	if len(files) == 0 {
		return nil, errors.New("iri: no grammar file")
	}
	r := &reading{lines: make(map[string][]string)}
	var parsed []*abnf.Grammar
	for _, f := range files {
		g, err := abnf.Parse(f.Name, f.Text)
		r.list = append(r.list, listOf(err)...)
		parsed = append(parsed, g)
	}
	g, more, err := abnf.Resolve(grammar.Files, ".", parsed...)
	r.grammar = g
	r.list = append(r.list, more...)
	r.list = append(r.list, listOf(err)...)
	r.list.Sort()
	r.blocking = r.list.Blocking()
	for _, f := range files {
		r.lines[f.Name] = strings.Split(strings.TrimPrefix(string(f.Text), "\uFEFF"), "\n")
	}
	for _, e := range r.list {
		r.add(GrammarFault{
			File: e.Pos.File, Line: e.Pos.Line, Col: e.Pos.Col, Code: e.Code, Warning: e.Warning,
			Rule: e.Rule, Message: e.Msg, Expected: e.Expected, Text: e.Line,
		})
	}
	return r, nil
}

// add adds a fault. If it has no text, the text is the line in which it lies.
func (r *reading) add(f GrammarFault) {
	if l := r.lines[f.File]; f.Text == "" && f.Line > 0 && f.Line <= len(l) {
		f.Text = strings.TrimSuffix(l[f.Line-1], "\r")
	}
	r.faults = append(r.faults, f)
}

// error returns the faults that are more than warnings as an error.
func (r *reading) error() error {
	return &GrammarError{slices.DeleteFunc(slices.Clone(r.faults), func(f GrammarFault) bool { return f.Warning })}
}

// listOf returns the list that an error of package abnf is.
func listOf(err error) abnf.ErrorList {
	var list abnf.ErrorList
	if err != nil && !errors.As(err, &list) {
		list = abnf.ErrorList{{Code: abnf.Syntax, Msg: err.Error()}}
	}
	return list
}
