package main

import (
	"fmt"

	"github.com/rfc3987/iri"
)

// checkCommand is the command that gives the codes of checkCodes.
const checkCommand = "grammar check"

// checkCodes returns the entries of the codes that faults of grammars have.
// Examples are grammars.
func checkCodes() []iri.CodeInfo {
	const house = "iri grammar check --help"
	codes := []iri.CodeInfo{
		{
			Code: "syntax", Severity: iri.Error, Section: "RFC 5234 §4",
			Title: "the text is ABNF",
			Text:  "Something stands where the notation does not have it. The message names what could have stood there; the rule is left out, and the next one is read.",
			Mend:  "write the line as RFC 5234 has it; a line that goes on with a definition begins with a blank",
			Good:  []string{"a = \"x\"", "a = ( \"x\" / b ) ; note\nb = 1*DIGIT"},
			Bad:   []string{"a = ( \"x\"", "a \"x\"", "a = \"x"},
		},
		{
			Code: "value", Severity: iri.Error, Section: "RFC 5234 §2.3",
			Title: "a number is a character, and a range goes upwards",
			Text:  "A terminal is a Unicode character: its number is at most 10FFFF and no surrogate. The first number of a range or of a repetition is not greater than the second.",
			Mend:  "correct the number, or write the smaller one first",
			Good:  []string{"a = %x41-5A", "a = 1*3DIGIT"},
			Bad:   []string{"a = %x110000", "a = %x5A-41", "a = 3*1DIGIT"},
		},
		{
			Code: "header", Severity: iri.Error, Section: "iri grammar list --help",
			Title: "a header field says something that can be",
			Text:  "The comments before the first rule may name the spec that the file changes, the default rule and other things. One of them names what is not there.",
			Mend:  "name a rule that the grammar has, or a spec that is built in",
			Good:  []string{"; top: a\na = \"x\"", "; changes: rfc3987\nport = 1*DIGIT"},
			Bad:   []string{"; top: b\na = \"x\"", "; changes: rfc1\na = \"x\""},
		},
		{
			Code: "undefined", Severity: iri.Error, Section: "RFC 5234 §2.1",
			Title: "a rule that is named is defined",
			Text:  "A definition refers to a rule that the grammar does not have. The core rules of RFC 5234 Appendix B.1 are always there, those of a built-in spec if the head of the file says which one it changes (; changes: rfc3987).",
			Mend:  "define the rule, or correct its name",
			Good:  []string{"a = b\nb = DIGIT"},
			Bad:   []string{"a = b"},
		},
		{
			Code: "duplicate", Severity: iri.Error, Section: "RFC 5234 §3.3",
			Title: "a rule is defined once",
			Text:  "Names of rules have no case: Port and port are one rule. Further alternatives are added with =/.",
			Mend:  "rename one of the two, or write =/ for the second",
			Good:  []string{"a = \"x\"\na =/ \"y\""},
			Bad:   []string{"a = \"x\"\nA = \"y\""},
		},
		{
			Code: "unextended", Severity: iri.Error, Section: "RFC 5234 §3.3",
			Title: "alternatives are added to a rule that is there",
			Text:  "The operator =/ adds to a rule that stands before it, or in the spec that the file changes.",
			Mend:  "write = for the first definition",
			Good:  []string{"; changes: rfc3986\nscheme =/ \"~\""},
			Bad:   []string{"a =/ \"x\""},
		},
		{
			Code: "recursion", Severity: iri.Error, Section: house,
			Title: "no rule leads back to itself",
			Text:  "Every rule becomes a finite automaton, and a rule that contains itself has none in general. The message prints the way from the rule to itself.",
			Mend:  "write a repetition for recursion at an end: a = *\"x\" for a = \"x\" [ a ]",
			Good:  []string{"a = 1*\"x\""},
			Bad:   []string{"a = \"(\" [ a ] \")\"", "a = b\nb = \"x\" [ a ]"},
		},
		{
			Code: "prose", Severity: iri.Error, Section: "RFC 5234 §4",
			Title: "a prose value names a rule",
			Text:  "What stands between < and > is a description for people. If it is the name of a rule it stands for that; 0<anything> stands for nothing, as in RFC 3986. Anything else cannot be read by a program.",
			Mend:  "write a rule for what the prose describes",
			Good:  []string{"a = <b>\nb = \"x\"", "a = \"x\" / 0<b>"},
			Bad:   []string{"a = <any character>"},
		},
		{
			Code: "name-clash", Severity: iri.Error, Section: house,
			Title: "names of rules differ in more than hyphens",
			Text:  "The names of rules become identifiers of the generated parser, in which hyphens cannot stand.",
			Mend:  "rename one of the two",
			Good:  []string{"a-b = ac\nac = \"x\""},
			Bad:   []string{"a-b = a--b\na--b = \"x\""},
		},
		{
			Code: "no-rules", Severity: iri.Error, Section: "RFC 5234 §4",
			Title: "a grammar has a rule",
			Text:  "The files hold nothing but comments and empty lines.",
			Mend:  "was another file meant?",
			Good:  []string{"a = \"x\""},
			Bad:   []string{"; nothing"},
		},
		{
			Code: "too-large", Severity: iri.Error, Section: house,
			Title: "the automaton of a rule stays within bounds",
			Text:  "Counted repetitions within counted repetitions multiply: a finite automaton has to hold every copy.",
			Mend:  "make the numbers smaller, or write * for them",
			Good:  []string{"a = 60( 60\"x\" )"},
			Bad:   []string{"a = 60000( 60000\"x\" )"},
		},
		{
			Code: "unused", Severity: iri.Warning, Section: house,
			Title: "a rule is used",
			Text:  "No rule refers to it, and neither is it the default rule nor the one for references. It can still be chosen as a start rule.",
			Mend:  "remove the rule, or name it in the header as top",
			Good:  []string{"a = b\nb = \"x\""},
			Bad:   []string{"a = \"x\"\nb = \"y\""},
		},
		{
			Code: "empty-loop", Severity: iri.Warning, Section: house,
			Title: "what is repeated is not empty",
			Text:  "A repetition of something that can match nothing matches in endlessly many ways. The language is clear, but a naive parser hangs.",
			Mend:  "let each turn of the repetition match a character: *( 1*\"x\" ) for *( *\"x\" )",
			Good:  []string{"a = *\"x\""},
			Bad:   []string{"a = *( *\"x\" )"},
		},
		{
			Code: "core-rule", Severity: iri.Warning, Section: "RFC 5234 Appendix B.1",
			Title: "core rules keep their meaning",
			Text:  "The grammar defines a rule with the name of a core rule of RFC 5234 in another way. Its own definition counts.",
			Mend:  "rename the rule",
			Good:  []string{"a = DIGIT\nDIGIT = %x30-39"},
			Bad:   []string{"a = DIGIT\nDIGIT = %x31-39"},
		},
		{
			Code: "name-case", Severity: iri.Warning, Section: "RFC 5234 §2.1",
			Title: "a name is spelled as it is defined",
			Text:  "Names of rules have no case, so this is the same rule; readers may take it for another.",
			Mend:  "spell the name as its definition does",
			Good:  []string{"a = b\nb = \"x\""},
			Bad:   []string{"a = B\nb = \"x\""},
		},
		{
			Code: "alternative", Severity: iri.Warning, Section: "RFC 5234 §3.2",
			Title: "no alternative stands twice",
			Text:  "A rule lists the same alternative again, which adds nothing. Was another one meant?",
			Mend:  "remove one of the two",
			Good:  []string{"a = \"x\" / \"y\""},
			Bad:   []string{"a = \"x\" / \"y\" / \"x\""},
		},
	}
	for i := range codes {
		codes[i].Command = checkCommand
	}
	return codes
}

// checkFault returns what is wrong with a grammar by one of the checks.
func checkFault(code iri.Code, grammar string) string {
	faults, err := iri.CheckGrammar(iri.GrammarFile{Name: "example.abnf", Text: []byte(grammar)})
	if err != nil {
		return fmt.Sprint(err)
	}
	for _, f := range faults {
		if f.Code == string(code) {
			return f.Message
		}
	}
	return ""
}
