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
	codes := []report.Entry{
		{
			Code: "syntax", Severity: report.Error, Section: "RFC 5234 §4",
			Title: "the text is ABNF",
			Text: "The notation does not allow what is there. The message names what is allowed. The rule is left " +
				"out, and the next one is read.",
			Mend: "correct the line by RFC 5234; a line that continues a definition begins with a space",
			Good: []string{"a = \"x\"", "a = ( \"x\" / b ) ; note\nb = 1*DIGIT"},
			Bad:  []string{"a = ( \"x\"", "a \"x\"", "a = \"x"},
		},
		{
			Code: "value", Severity: report.Error, Section: "RFC 5234 §2.3",
			Title: "a number is a character, and the first number of a range is the smaller one",
			Text: "A terminal is a Unicode character: its number is at most 10FFFF and is not a surrogate. The " +
				"first number of a range or of a repetition is not greater than the second.",
			Mend: "correct the number, or write the smaller one first",
			Good: []string{"a = %x41-5A", "a = 1*3DIGIT"},
			Bad:  []string{"a = %x110000", "a = %x5A-41", "a = 3*1DIGIT"},
		},
		{
			Code: "header", Severity: report.Error, Section: "iri grammar list --help",
			Title: "a header field names something that exists",
			Text: "The comments before the first rule may name the spec that the file changes, the default rule and " +
				"others. One of them names a spec or a rule that does not exist, or has another form. If the header " +
				"does not say which spec the file is (; spec: NAME), this is a warning, and the line is a comment, " +
				"because files of others have comments such as \"Reference: RFC 3339\".",
			Mend: "name a rule that the grammar has, or a spec that is built in",
			Good: []string{"; top: a\na = \"x\"", "; changes: rfc3987\nport = 1*DIGIT"},
			Bad:  []string{"; spec: mine\n; top: b\na = \"x\"", "; spec: mine\n; changes: rfc1\na = \"x\""},
		},
		{
			Code: "undefined", Severity: report.Error, Section: "RFC 5234 §2.1",
			Title: "a rule that is named is defined",
			Text: "A definition refers to a rule that the grammar does not have. The core rules of RFC 5234 " +
				"Appendix B.1 are always there, those of a built-in spec are there if the header says that the file " +
				"changes it (; changes: rfc3987). Rules that do not use this one can be used.",
			Mend: "define the rule, or correct its name",
			Good: []string{"a = b\nb = DIGIT"},
			Bad:  []string{"a = b"},
		},
		{
			Code: "duplicate", Severity: report.Error, Section: "RFC 5234 §3.3",
			Title: "a rule is defined once",
			Text: "Names of rules ignore case: Port and port are one rule. Further alternatives are added with =/. " +
				"A definition that says the same again is a warning. With --severity duplicate=warning one that says " +
				"something else is a warning, too, and the first one counts.",
			Mend: "rename one of the two, or write =/ for the second",
			Good: []string{"a = \"x\"\na =/ \"y\""},
			Bad:  []string{"a = \"x\"\nA = \"y\""},
		},
		{
			Code: "unextended", Severity: report.Error, Section: "RFC 5234 §3.3",
			Title: "alternatives are added to a rule that exists",
			Text: "The operator =/ adds alternatives to a rule that is defined before it, or in the spec that the " +
				"file changes.",
			Mend: "write = for the first definition",
			Good: []string{"; changes: rfc3986\nscheme =/ \"~\""},
			Bad:  []string{"a =/ \"x\""},
		},
		{
			Code: "prose", Severity: report.Error, Section: "RFC 5234 §4",
			Title: "a prose value names a rule",
			Text: "Text between < and > is a description for people. If it is the name of a rule, it means that " +
				"rule, also one of another document, as <host, see [URI], Section 3.2.2>; and 0<anything> is the " +
				"empty string, as in RFC 3986. A program cannot read other descriptions. Rules that do not use this " +
				"one can be used.",
			Mend: "write a rule for what the prose describes",
			Good: []string{"a = <b>\nb = \"x\"", "a = \"x\" / 0<b>"},
			Bad:  []string{"a = <any character>"},
		},
		{
			Code: "import", Severity: report.Error, Section: "iri grammar list --help",
			Title: "a rule of another document is there",
			Text: "A prose value that names a rule of another document, as <host, see [URI], Section 3.2.2>, stands " +
				"for that rule, and the header field import takes rules of another grammar. The grammar must be one " +
				"of the files, or built in, and must have the rule; and the rule must not come back to this one. " +
				"Rules that do not use it can be used.",
			Mend: "give the file of the other grammar too; if a label does not say which grammar is meant, write it " +
				"in the header: ; cites: URI rfc3986",
			Good: []string{"a = <host, see [URI], Section 3.2.2>",
				"; import: rfc3986 (host as uri-host)\na = uri-host"},
			Bad: []string{"a = <b, see [RFC1], Section 2>", "; import: rfc3986 (hots)\na = hots"},
		},
		{
			Code: "name-clash", Severity: report.Error, Section: ownRule,
			Title: "names of rules differ in more than hyphens",
			Text:  "The names of rules become identifiers of the generated parser, which cannot contain hyphens.",
			Mend:  "rename one of the two",
			Good:  []string{"a-b = ac\nac = \"x\""},
			Bad:   []string{"a-b = a--b\na--b = \"x\""},
		},
		{
			Code: "no-rules", Severity: report.Error, Section: "RFC 5234 §4",
			Title: "a grammar has a rule",
			Text:  "The files hold only comments and empty lines.",
			Mend:  "add a rule, or name another file",
			Good:  []string{"a = \"x\""},
			Bad:   []string{"; nothing"},
		},
		{
			Code: "too-large", Severity: report.Error, Section: ownRule,
			Title: "the automaton of a rule is not too large",
			Text: "An automaton holds every copy of what is repeated, and a counted repetition inside another " +
				"multiplies the copies. The message names the part that makes it too large. Rules that do not use " +
				"this one can be used. A rule is refused for its own size alone.",
			Mend: "write smaller numbers, or * without numbers",
			Good: []string{"a = 60( 60\"x\" )"},
			Bad:  []string{"a = 60000( 60000\"x\" )"},
		},
		{
			Code: "unused", Severity: report.Warning, Section: ownRule,
			Title: "a rule is used",
			Text: "No rule refers to it, and it is not the default rule or the rule for references. It can still be " +
				"used as a start rule.",
			Mend: "remove the rule, or name it in the header as top",
			Good: []string{"a = b\nb = \"x\""},
			Bad:  []string{"a = \"x\"\nb = \"y\""},
		},
		{
			Code: "empty-loop", Severity: report.Warning, Section: ownRule,
			Title: "what is repeated is not empty",
			Text: "A repetition of something that can match the empty string matches in infinitely many ways. The " +
				"meaning is clear, but a simple parser does not end.",
			Mend: "write the repetition so that each step matches a character: *( 1*\"x\" ) for *( *\"x\" )",
			Good: []string{"a = *\"x\""},
			Bad:  []string{"a = *( *\"x\" )"},
		},
		{
			Code: "comment", Severity: report.Warning, Section: "RFC 5234 §4",
			Title: "comments are in printable ASCII",
			Text: "A comment of ABNF holds printable ASCII characters, spaces and tabs. This program reads any " +
				"UTF-8 there, but other tools may refuse the file. The warning is given once for each file; header " +
				"fields such as \"section\" may hold any characters.",
			Mend: "write the comment in ASCII",
			Good: []string{"a = \"x\" ; cafe"},
			Bad:  []string{"a = \"x\" ; café"},
		},
		{
			Code: "notation", Severity: report.Warning, Section: "RFC 5234 §4",
			Title: "other tools read the file, too",
			Text: "This program reads grammars as documents print them: all rules may be indented, an empty line or " +
				"a comment in the first column may stand inside a rule, and a byte order mark before the first one. " +
				"RFC 5234 has none of them: a rule begins in the first column, and each further line of it with a " +
				"space or a tab. Lines may end in LF, and the last one may have no end, without a warning.",
			Mend: "let \"iri grammar fmt --write\" move the rules to the first column; remove empty lines inside of " +
				"rules and the byte order mark",
			Good: []string{"a = \"x\"\n  / \"y\"", "a = \"x\"\n\nb = a"},
			Bad:  []string{"a = \"x\"\n\n  / \"y\"", "  a = \"x\"", "a = \"x\"\n; of a\n  / \"y\"", "\uFEFFa = \"x\""},
		},
		{
			Code: "shadowed", Severity: report.Warning, Section: ownRule,
			Title: "a rule does not take the name of another one",
			Text: "Names of rules ignore case, so Host and host are one name. Where a rule of a file has the name " +
				"of a rule of another grammar, one of the two is not what its readers think it is. The message names " +
				"both places.",
			Mend: "rename the rule, or import the other one under another name: ; import: rfc3986 (host as uri-host)",
			Good: []string{"; import: rfc3986 (host as uri-host)\nHost = uri-host"},
			Bad:  []string{"; changes: rfc3986\nHost = \"x\"", "; import: rfc3986 (host)\nhost = \"x\""},
		},
		{
			Code: "never", Severity: report.Warning, Section: ownRule,
			Title: "some string matches a rule",
			Text: "Every way through the rule comes back to it, so that a string that matches would have to hold " +
				"another one, without end.",
			Mend: "make the recursion optional, or add an alternative without it",
			Good: []string{"a = \"(\" *\"x\" \")\""},
			Bad:  []string{"a = \"(\" a \")\""},
		},
		{
			Code: "core-rule", Severity: report.Warning, Section: "RFC 5234 Appendix B.1",
			Title: "core rules keep their meaning",
			Text: "The grammar defines a rule with the name of a core rule of RFC 5234 in another way. The " +
				"definition of the grammar is used.",
			Mend: "rename the rule",
			Good: []string{"a = DIGIT\nDIGIT = %x30-39"},
			Bad:  []string{"a = DIGIT\nDIGIT = %x31-39"},
		},
		{
			Code: "name-case", Severity: report.Warning, Section: "RFC 5234 §2.1",
			Title: "a name is spelled as it is defined",
			Text: "Names of rules ignore case, so this is the same rule, but readers may think that it is another " +
				"one.",
			Mend: "spell the name as its definition does",
			Good: []string{"a = b\nb = \"x\""},
			Bad:  []string{"a = B\nb = \"x\""},
		},
		{
			Code: "alternative", Severity: report.Warning, Section: "RFC 5234 §3.2",
			Title: "an alternative is listed once",
			Text:  "A rule lists the same alternative twice, which adds nothing.",
			Mend:  "remove one of the two, or correct it",
			Good:  []string{"a = \"x\" / \"y\""},
			Bad:   []string{"a = \"x\" / \"y\" / \"x\""},
		},
		{
			Code: "octets", Severity: report.Warning, Section: "RFC 5234 §2.3",
			Title: "a grammar says if its numbers are octets",
			Text: "The numbers of a grammar are characters of Unicode unless its header says that they are octets: " +
				"%xE9 is the character é, which has two octets in UTF-8. The file has numbers from 80 to FF and none " +
				"above, in a range as documents have them for octets, %x80-FF or %x80-BF, or a rule of RFC 3629.",
			Mend: "write ; terminals: octets at the head of the file, or ; terminals: characters if that is what " +
				"they are",
			Good: []string{"; terminals: octets\nobs-text = %x80-FF", "; terminals: characters\nlatin = %x80-FF",
				"ucschar = %xA0-D7FF"},
			Bad: []string{"obs-text = %x80-FF", "UTF8-tail = %x80-BF", "literal = *OCTET"},
		},
	}
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
	}, files...)...)
	in.Faults = nil
	for _, f := range all {
		in.Faults = append(in.Faults, of[f.Pos.File].Apply(abnf.ErrorList{f})...)
	}
	in.Faults.Sort()
	return in, err
}
