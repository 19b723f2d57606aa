package grammars

import (
	"slices"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/builtin"
	"github.com/rfc3987/iri/internal/study/lint"
	"github.com/rfc3987/iri/internal/work/config"
)

// builtinFolder returns the folder of the grammars that are built in.
func builtinFolder() *builtin.Folder {
	return &builtin.Folder{FS: grammar.Files, Dir: ".", Library: library.Files, BuiltIn: tables.Outlines[:]}
}

// Inspect is [spec.InspectGrammar] with the checks that are off by default and the severities of each file.
func Inspect(levels func(file string) config.Levels, files ...spec.GrammarFile) (spec.Inspection, error) {
	of := make(map[string]config.Levels)
	files = slices.Clone(files)
	for i := range files {
		if f := &files[i]; !f.Library {
			of[f.Name] = levels(f.Name)
			f.FirstCounts = config.FirstCounts(of[f.Name])
		}
	}
	in, err := spec.InspectGrammar(files...)
	all := append(in.Faults, lint.Run(func(code string) bool {
		for _, l := range of {
			if l.Wants(code) {
				return true
			}
		}
		return false
	}, in.Spec, files...)...)
	in.Faults = nil
	for _, f := range all {
		in.Faults = append(in.Faults, of[f.Pos.File].Apply(abnf.ErrorList{f})...)
	}
	in.Faults.Sort()
	return in, err
}
