package grammars

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// BuiltinFaults returns the faults for which a file cannot be a built-in grammar, and the faults that it would cause
// in built-in specs that change it.
func BuiltinFaults(f spec.GrammarFile) abnf.ErrorList {
	folder := builtinFolder()
	g, faults := folder.Read(f.Name, f.Text)
	if g == nil {
		return faults
	}
	folder.FS = edited{grammar.Files, g.Spec + ".abnf", f.Text}
	for _, s := range spec.Specs() {
		if !changes(s.Grammar(), g.Spec) {
			continue
		}
		name := s.Name() + ".abnf"
		text, err := fs.ReadFile(folder.FS, name)
		if err != nil {
			panic(err) // it is embedded
		}
		_, more := folder.Read(name, text)
		for _, e := range more {
			known := func(o *abnf.Error) bool { return o.Code == e.Code && o.Rule == e.Rule && o.Msg == e.Msg }
			if !e.Warning && !slices.ContainsFunc(faults, known) {
				faults = append(faults, e)
			}
		}
	}
	return faults
}

// changes reports whether a grammar changes a spec, directly or through other grammars.
func changes(g *abnf.Grammar, name string) bool {
	for g.Changes != "" {
		if strings.EqualFold(g.Changes, name) {
			return true
		}
		s, ok := spec.ByName(g.Changes)
		if !ok {
			break
		}
		g = s.Grammar()
	}
	return false
}

// An edited is a folder of grammars with the text of one replaced.
type edited struct {
	fs.FS
	name string
	text []byte
}

// ReadFile returns the text of a grammar; see [fs.ReadFileFS].
func (e edited) ReadFile(name string) ([]byte, error) {
	if strings.EqualFold(name, e.name) {
		return e.text, nil
	}
	return fs.ReadFile(e.FS, name)
}
