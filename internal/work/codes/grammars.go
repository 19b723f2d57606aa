package codes

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/builtin"
	"github.com/rfc3987/iri/internal/study/lint"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/option"
)

// CheckCommand is the command that reports the codes of [OfGrammars].
const CheckCommand = "grammar check"

// BuiltinCommand is the command that reports those of grammars that are to be built in.
const BuiltinCommand = CheckCommand + " --builtin"

// isCheck reports whether a code is one of grammars.
func isCheck(c report.Entry) bool { return c.Command == CheckCommand || c.Command == BuiltinCommand }

// Builtin returns the folder of the grammars that are built in.
func Builtin() *builtin.Folder {
	return &builtin.Folder{FS: grammar.Files, Dir: ".", Library: library.Files, BuiltIn: tables.Outlines[:]}
}

// OfGrammars returns the entries of the codes of faults in grammars. Examples are
// grammars.
func OfGrammars() []report.Entry {
	const ownRule = "iri grammar check --help" // the section of rules that no document has
	codes := explain.Entries("grammars")
	for _, c := range lint.Checks() {
		codes = append(codes, report.Entry{
			Code: report.Code(c.Code), Severity: report.Off, Section: cmp.Or(c.Section, ownRule),
			Title: c.Title, Text: c.Text, Mend: c.Mend, Good: c.Good, Bad: c.Bad,
		})
	}
	for _, c := range builtin.Checks() {
		severity := report.Warning
		if c.Fatal {
			severity = report.Error
		}
		codes = append(codes, report.Entry{
			Code: report.Code(c.Code), Severity: severity, Section: ownRule,
			Title: c.Title, Text: c.Text, Mend: c.Mend, Good: c.Good, Bad: c.Bad, Command: BuiltinCommand,
		})
	}
	for i := range codes {
		codes[i].Command = cmp.Or(codes[i].Command, CheckCommand)
	}
	return codes
}

// Levels are the severities of checks of grammars, where they are not the default ones.
type Levels map[report.Code]report.Severity

// Set sets the severity of a check. It returns an error if there is no such check, or if a grammar
// in which it finds something cannot be used.
func (l Levels) Set(name string, severity report.Severity) error {
	checks := OfGrammars()
	i := slices.IndexFunc(checks, func(c report.Entry) bool { return string(c.Code) == name })
	switch {
	case i < 0:
		return option.UnknownName(name, option.CodeNames(checks), "there is no check %q of grammars",
			"; \"iri explain\" lists them")
	case name == abnf.Duplicate: // then the first definition counts
	case checks[i].Severity == report.Error && checks[i].Command == BuiltinCommand:
		return option.Wrong("severity", name+"="+severity.String(), "a grammar with "+name+
			" cannot be built in, so it is always an error")
	case checks[i].Severity == report.Error:
		return option.Wrong("severity", name+"="+severity.String(), "a grammar with "+name+
			" cannot be used, so it is always an error")
	}
	l[checks[i].Code] = severity
	return nil
}

// Lint turns on the checks that are off by default, as warnings, but those that are set.
func (l Levels) Lint() {
	for _, c := range lint.Checks() {
		if _, ok := l[report.Code(c.Code)]; !ok {
			l[report.Code(c.Code)] = report.Warning
		}
	}
}

// Wants reports whether a check that is off by default is carried out.
func (l Levels) Wants(code string) bool { return l[report.Code(code)] != report.Off }

// Apply returns faults with the severities, without those that are off. An error stays one: a rule cannot be used.
func (l Levels) Apply(faults abnf.ErrorList) (all abnf.ErrorList) {
	for _, f := range faults {
		severity, ok := l[report.Code(f.Code)]
		if !ok && slices.ContainsFunc(lint.Checks(), func(c lint.Check) bool { return c.Code == f.Code }) {
			ok = true // off by default
		}
		switch {
		case ok && f.Warning && severity == report.Off:
			continue
		case ok && f.Warning && severity == report.Error:
			worse := *f
			worse.Warning = false
			f = &worse
		}
		all = append(all, f)
	}
	return all
}

// Inspect is [spec.InspectGrammar] with the checks that are off by default and the severities of each file.
func Inspect(levels func(file string) Levels, files ...spec.GrammarFile) (spec.Inspection, error) {
	of := make(map[string]Levels)
	files = slices.Clone(files)
	for i := range files {
		if f := &files[i]; !f.Library {
			of[f.Name] = levels(f.Name)
			f.FirstCounts = job.FirstCounts(of[f.Name])
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
