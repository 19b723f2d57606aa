package config

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/builtin"
	"github.com/rfc3987/iri/internal/study/lint"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/option"
)

// Codes returns the entries of all codes: those of the library, then those of the command.
func Codes() []finding.Entry { return append(CodesOfFindings(), CodesOfGrammars()...) }

// CodesOfFindings returns the entries of the codes of findings in inputs.
func CodesOfFindings() []finding.Entry { return append(explain.Codes(), explain.Entries("records")...) }

// LookupCode returns the entry of a code of the library or the command.
func LookupCode(c finding.Code) (finding.Entry, bool) {
	if info, ok := explain.LookupCode(c); ok {
		return info, true
	}
	for _, info := range append(explain.Entries("records"), CodesOfGrammars()...) {
		if info.Code == c {
			return info, true
		}
	}
	return finding.Entry{}, false
}

// IsOfGrammars reports whether a name is the code of a check of grammars.
func IsOfGrammars(name string) bool {
	c, ok := LookupCode(finding.Code(name))
	return ok && IsGrammarCheck(c)
}

// NotSettable returns an error if a code is only of the command, so that its severity cannot be set for findings in
// inputs. It returns nil for [abnf.Duplicate], and for a name that is not a code, which [NewTarget] reports.
func NotSettable(name string) error {
	c, ok := LookupCode(finding.Code(name))
	if _, own := explain.LookupCode(finding.Code(name)); !ok || own || name == abnf.Duplicate {
		return nil
	}
	if IsGrammarCheck(c) {
		return fmt.Errorf("%s is a check of grammars: iri grammar check --severity sets it", name)
	}
	return fmt.Errorf("%s is a fault of the input, which is always %s; iri check --baseline FILE leaves out what is "+
		"known", name, quote.WithArticle(c.Severity.String()))
}

// CheckCommand is the command that reports the codes of [CodesOfGrammars].
const CheckCommand = "grammar check"

// BuiltinCommand is the command that reports the codes of grammars that are to be built in.
const BuiltinCommand = CheckCommand + " --builtin"

// IsGrammarCheck reports whether a code is that of a check of grammars.
func IsGrammarCheck(c finding.Entry) bool {
	return c.Command == CheckCommand || c.Command == BuiltinCommand
}

// CodesOfGrammars returns the entries of the codes of faults in grammars. Their examples are grammars.
func CodesOfGrammars() []finding.Entry {
	const ownRule = "iri grammar check --help" // the section of rules that are our own and in no document
	codes := explain.Entries("grammars")
	for _, c := range lint.Checks() {
		codes = append(codes, finding.Entry{
			Code: finding.Code(c.Code), Severity: finding.Off, Section: cmp.Or(c.Section, ownRule),
			Title: c.Title, Text: c.Text, Mend: c.Mend, Good: c.Good, Bad: c.Bad,
		})
	}
	for _, c := range builtin.Checks() {
		severity := finding.Warning
		if c.Fatal {
			severity = finding.Error
		}
		codes = append(codes, finding.Entry{
			Code: finding.Code(c.Code), Severity: severity, Section: ownRule,
			Title: c.Title, Text: c.Text, Mend: c.Mend, Good: c.Good, Bad: c.Bad, Command: BuiltinCommand,
		})
	}
	for i := range codes {
		codes[i].Command = cmp.Or(codes[i].Command, CheckCommand)
	}
	return codes
}

// Levels are the severities that are set for checks of grammars; the other checks have their default.
type Levels map[finding.Code]finding.Severity

// Set sets the severity of a check. It returns an error if there is no such check, or if a grammar with such a fault
// can never be used.
func (l Levels) Set(name string, severity finding.Severity) error {
	checks := CodesOfGrammars()
	i := slices.IndexFunc(checks, func(c finding.Entry) bool { return string(c.Code) == name })
	switch {
	case i < 0:
		return option.UnknownName(name, option.CodeNames(checks), "there is no check %q of grammars", "; \"iri explain\" lists them")
	case name == abnf.Duplicate: // then the first definition counts
	case checks[i].Severity == finding.Error && checks[i].Command == BuiltinCommand:
		return option.Wrong("severity", name+"="+severity.String(), "a grammar with "+name+
			" cannot be built in, so it is always an error")
	case checks[i].Severity == finding.Error:
		return option.Wrong("severity", name+"="+severity.String(), "a grammar with "+name+
			" cannot be used, so it is always an error")
	}
	l[checks[i].Code] = severity
	return nil
}

// Lint turns on, as warnings, the checks that are off by default and whose severity is not set.
func (l Levels) Lint() {
	for _, c := range lint.Checks() {
		if _, ok := l[finding.Code(c.Code)]; !ok {
			l[finding.Code(c.Code)] = finding.Warning
		}
	}
}

// Wants reports whether a check that is off by default is to be made.
func (l Levels) Wants(code string) bool { return l[finding.Code(code)] != finding.Off }

// Apply returns the faults with the severities, without those that are off. An error cannot be lowered, because the
// rule cannot be used.
func (l Levels) Apply(faults abnf.ErrorList) (all abnf.ErrorList) {
	for _, f := range faults {
		severity, ok := l[finding.Code(f.Code)]
		if !ok && slices.ContainsFunc(lint.Checks(), func(c lint.Check) bool { return c.Code == f.Code }) {
			ok = true // off by default
		}
		switch {
		case ok && f.Warning && severity == finding.Off:
			continue
		case ok && f.Warning && severity == finding.Error:
			worse := *f
			worse.Warning = false
			f = &worse
		}
		all = append(all, f)
	}
	return all
}
