package spec

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A GrammarFile is a file in the notation of RFC 5234 and RFC 7405. The name is
// for messages, and is the name of the spec if the file gives none. A Library is read
// only if another file names it.
type GrammarFile struct {
	Name        string
	Text        []byte
	Library     bool
	FirstCounts bool // see [abnf.Grammar]
}

// ReadSpec reads a grammar from files, as the function of the same name in package iri says. A
// rule that cannot be used does not matter to the others; see [Spec.Refused].
//
// The error is an [abnf.ErrorList] with file, line and column of every fault, if there
// are faults of the header, or if no rule of the files is left.
func ReadSpec(files ...GrammarFile) (*Spec, error) {
	r, err := readGrammar(files)
	if err != nil {
		return nil, err
	}
	if len(r.blocking) > 0 {
		return nil, r.list.Err()
	}
	if s, _, _ := r.spec(); s != nil {
		return s, nil
	}
	return nil, r.list.Err()
}

// named returns the grammar with a name, by default that of its first file, and with a title, by default its name.
func (r *reading) named(g abnf.Grammar) *abnf.Grammar {
	if g.Spec == "" {
		g.Spec = strings.TrimSuffix(path.Base(strings.ReplaceAll(r.name, `\`, "/")), ".abnf")
	}
	if g.Title == "" {
		g.Title = g.Spec
	}
	return &g
}

// A reading is what readGrammar makes of files.
type reading struct {
	name       string         // of the first file
	grammar    *abnf.Grammar  // nil if a file changes a spec that cannot be found
	guessedTop *abnf.Rule     // see [Spec.GuessedTop]
	list       abnf.ErrorList // after compileUsable also what that has found
	blocking   abnf.ErrorList // the faults for which no rule can be used
	lines      map[string][]string
}

// readGrammar reads the files and makes one grammar of them. Its rules can be used if
// there are no blocking faults, but for those that [reading.spec] refuses.
func readGrammar(files []GrammarFile) (*reading, error) {
	known := known{FS: grammar.Files, library: files}
	files = slices.DeleteFunc(slices.Clone(files), func(f GrammarFile) bool { return f.Library })
	if len(files) == 0 {
		return nil, errors.New("iri: no grammar file")
	}
	r := &reading{name: files[0].Name, lines: make(map[string][]string)}
	var parsed []*abnf.Grammar
	for _, f := range files {
		g, err := abnf.Parse(f.Name, f.Text)
		g.FirstCounts = f.FirstCounts
		r.list = append(r.list, abnf.ListOf(err, abnf.Syntax)...)
		parsed = append(parsed, g)
	}
	readable := len(r.list) == 0
	g, more, err := abnf.Resolve(known, ".", parsed...)
	r.grammar = g
	if g != nil {
		for _, s := range specs() {
			if slices.ContainsFunc(g.Rules, func(r *abnf.Rule) bool { return r.Spec == s.name }) {
				g.MarkChanged(s.Grammar())
			}
		}
	}
	if readable {
		r.guessedTop = guessedTop(parsed, g)
	}
	r.list = append(r.list, more...)
	r.list = append(r.list, abnf.ListOf(err, abnf.Syntax)...)
	if g != nil && r.list.Err() == nil {
		faults, _ := automaton.PlaceComponents(g)
		for _, e := range faults {
			// Only faults in these files count: the spec that they change may lack the rule of a component.
			if slices.ContainsFunc(files, func(f GrammarFile) bool { return f.Name == e.Pos.File }) {
				r.list = append(r.list, e)
			}
		}
	}
	r.list.Sort()
	r.blocking = r.list.Blocking()
	for _, f := range files {
		r.lines[f.Name] = strings.Split(strings.TrimPrefix(string(f.Text), "\uFEFF"), "\n")
	}
	for _, e := range r.list {
		r.line(e)
	}
	return r, nil
}

// known are the grammars that files can name: the built-in ones and those of a library.
type known struct {
	fs.FS
	library []GrammarFile
}

// ReadFile returns the text of a grammar; see [fs.ReadFileFS].
func (k known) ReadFile(name string) ([]byte, error) {
	text, err := fs.ReadFile(k.FS, name)
	if errors.Is(err, fs.ErrNotExist) {
		for _, f := range k.library {
			if f.Library && strings.EqualFold(f.Name, name) {
				return f.Text, nil
			}
		}
	}
	return text, err
}

// Glob returns the names of the grammars, in the order of [Specs]; see [fs.GlobFS].
func (k known) Glob(string) (names []string, err error) {
	for _, s := range specs() {
		names = append(names, s.name+".abnf")
	}
	for _, f := range k.library {
		if f.Library {
			names = append(names, f.Name)
		}
	}
	return names, nil
}

// line sets the line of a fault that has none.
func (r *reading) line(e *abnf.Error) {
	if l := r.lines[e.Pos.File]; e.Line == "" && e.Pos.Line > 0 && e.Pos.Line <= len(l) {
		e.Line = strings.TrimSuffix(l[e.Pos.Line-1], "\r")
	}
}
