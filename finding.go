package iri

import (
	"fmt"
	"io"
	"iter"
	"log/slog"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A Code names the rule that a string breaks: a grammar rule, by its name in the spec, or
// a prose rule. Codes are part of the API and do not change; messages may change. A Code
// is an error, so that errors.Is finds out whether an error has a finding with the code:
// errors.Is(err, iri.CodePort). There is a constant for each code of the built-in specs; in a
// grammar from package grammars, the name of each rule is a code. [ParseCode] takes names from outside.
type Code string

// Error returns the code.
func (c Code) Error() string { return string(c) }

// A Severity says whether a finding is an error or a warning.
type Severity uint8

// The severities. A broken MUST or MUST NOT is an error, a broken SHOULD is a warning. SeverityOff
// means that the rule is not checked. Any other number stands for SeverityError.
const (
	SeverityOff Severity = iota
	SeverityWarning
	SeverityError
)

// String returns "off", "warning" or "error".
func (s Severity) String() string { return finding.Severity(s).String() }

// A Finding is one fault of a string: what is wrong, where, by which rule, and how to fix
// it. Start and End are byte offsets in the input; End is exclusive.
type Finding struct {
	Code       Code
	Severity   Severity
	Message    string // in English; made of Reason and Params by the template that Reasons yields
	Start, End int
	Rules      []string // productions from the start rule down: IRI, ihier-part, iauthority, port
	Expected   []string // what is allowed at Start, in the terms of the grammar: DIGIT, "/", end
	Section    string   // where the rule is defined: RFC 3986 §3.2.3
	ABNF       string   // the rule: port = *DIGIT
	Hint       string   // what was probably meant, for people; often empty
	// an edit that removes this finding; nil if no edit is safe, or if it would replace more than 1 MiB. Whether it adds
	// one is tried by [Report.Fixed] and [Report.FixedPart]
	Fix *Fix

	// Reason names what Message says, and HintReasons what Hint says, which are the hints with "; "
	// between them: port.not-digit, hint.space. Reasons do not change. Params has the values of the
	// templates of all of them; where Message hides a password, its value is hidden too. In a finding
	// that a program makes they are what it says, and may be empty. See [Reasons] and [Finding.Translate].
	Reason      string
	HintReasons []string
	Params      map[string]string
}

// Error returns the message, the place and the rule. A Finding is an error, so that
// errors.As finds the first one in an error of this package, as a Finding or as a *Finding.
func (f Finding) Error() string { return f.finding().Error() }

// A Fix is an edit: the bytes from Start to End become Text.
type Fix struct {
	Start, End int
	Text       string
	Guessed    bool // the edit writes what was probably meant, see [WithGuess]; it may change what the string says
}

// MarshalJSON writes the finding as one JSON object, the same as in a report. Empty
// members are left out, except code, severity, start, end and message.
func (f Finding) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }

// AppendJSON appends what [Finding.MarshalJSON] returns to b, and null for nil.
func (f *Finding) AppendJSON(b []byte) []byte {
	if f == nil {
		return append(b, "null"...)
	}
	in := f.finding()
	return in.AppendJSON(b)
}

// finding returns the internal form of the finding.
func (f *Finding) finding() finding.Finding {
	return finding.Finding{
		Code: finding.Code(f.Code), Severity: finding.Severity(f.Severity), Start: f.Start, End: f.End,
		Message: finding.External(f.Message, f.Params, f.Reason), Hint: finding.External(f.Hint, nil, f.HintReasons...),
		Rules: f.Rules, Expected: f.Expected, Section: f.Section, ABNF: f.ABNF, Fix: (*finding.Fix)(f.Fix),
	}
}

// findingsOf returns the public form of findings.
func findingsOf(findings []finding.Finding) []Finding {
	if findings == nil {
		return nil
	}
	out := make([]Finding, len(findings))
	var rules, expected sharedNames
	for i := range findings {
		f := &findings[i]
		out[i] = Finding{
			Code: Code(f.Code), Severity: Severity(f.Severity),
			Start: f.Start, End: f.End, Rules: rules.of(f.Rules), Expected: expected.of(f.Expected),
			Section: f.Section, ABNF: f.ABNF, Fix: (*Fix)(f.Fix),
		}
		words := &out[i]
		if i > 0 && f.SaysTheSame(&findings[i-1]) { // as the many findings of a long string often do
			last := &out[i-1]
			words.Message, words.Hint, words.Reason, words.HintReasons, words.Params = last.Message, last.Hint,
				last.Reason, last.HintReasons, last.Params
			continue
		}
		words.Message, words.Hint = f.MessageText(), f.HintText()
		words.Reason, words.HintReasons, words.Params = f.Reason(), f.HintReasons(), f.Params()
	}
	return out
}

// sharedNames makes lists of names for one report. The internal lists are shared by all reports. Those
// that are handed out are the caller's own, one for findings that follow each other and have the same.
type sharedNames struct{ last, own []string }

func (n *sharedNames) of(list []string) []string {
	if len(list) == 0 || len(list) != len(n.last) || &list[0] != &n.last[0] {
		n.last, n.own = list, slices.Clip(slices.Clone(list))
	}
	return n.own
}

// hasCode reports whether the target is a [Code] and one of the findings has it.
func hasCode(findings []Finding, target error) bool {
	code, ok := target.(Code)
	return ok && slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == code })
}

// assignFirst sets the target, if it is a *Finding or a **Finding, to the first finding that is
// an error, or to the first finding if none is an error.
func assignFirst(findings []Finding, target any) bool {
	if len(findings) == 0 {
		return false
	}
	first := &findings[max(0, slices.IndexFunc(findings, func(f Finding) bool { return f.Severity == SeverityError }))]
	switch f := target.(type) {
	case *Finding:
		*f = *first
	case **Finding:
		*f = new(*first) // the caller's own
	default:
		return false
	}
	return true
}

// PublicError returns the error of this package that stands for one of its internal packages, which other packages of
// this module call. Any other error is itself.
func PublicError(err error) error { return publicError(err) }

// publicError returns the public form of an error of an internal package.
func publicError(err error) error {
	switch e := err.(type) {
	case nil:
		return nil
	case *finding.ParseError:
		return &ParseError{reportOf(e.Report, &grammarOnly)}
	case *finding.ConvertError:
		out := &ConvertError{Input: e.Input, Target: e.Target, findings: findingsOf(e.Findings)}
		if e.Cause != nil {
			out.cause = publicError(e.Cause)
		}
		return out
	}
	return err
}

// This file has how errors and reports are printed and logged: without passwords. Values of IRI,
// Ref, URI and URIRef are printed as their text, see Ref.Redacted.

// format writes a text for a verb as package fmt writes strings, and plain for a verb that is not for
// strings: the memory of a value tells nothing, and may hold a password.
func format(f fmt.State, verb rune, text string) {
	switch verb {
	case 'v', 's', 'q', 'x', 'X':
		fmt.Fprintf(f, fmt.FormatString(f, verb), text)
	default:
		io.WriteString(f, text)
	}
}

// Format writes what Error returns, as a string for the verbs of strings, plain for every other verb.
func (e *ParseError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what Error returns, as a string for the verbs of strings, plain for every other verb.
func (e *ConvertError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what Error returns, as a string for the verbs of strings, plain for every other verb.
func (e *BuildError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what String returns, as a string for the verbs of strings, plain for every other verb.
func (r Report) Format(f fmt.State, verb rune) { format(f, verb, r.String()) }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e ParseError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e ConvertError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e BuildError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// shown returns what the builder makes, without a password, or why it makes nothing.
func (b Builder) shown() string {
	r, err := b.Ref()
	if err != nil {
		return err.Error()
	}
	return r.Redacted()
}

// Format writes what the builder makes, with "xxxxx" for what may be a password, or why it makes nothing: as a string
// for the verbs of strings, plain for every other verb.
func (b Builder) Format(f fmt.State, verb rune) { format(f, verb, b.shown()) }

// LogValue returns what the verb %v writes, which has no password.
func (b Builder) LogValue() slog.Value { return slog.StringValue(b.shown()) }

// LogValue returns a group of the name of the production and its span in bytes, without its text, which may be or hold
// a password.
func (n *Node) LogValue() slog.Value {
	return slog.GroupValue(slog.String("rule", n.Name()), slog.Int("start", n.Start()), slog.Int("end", n.End()))
}

// LogValue returns a group of the span in bytes, and the reference without a password, or the error.
func (p Prepared) LogValue() slog.Value {
	span := []slog.Attr{slog.Int("start", p.Start), slog.Int("end", p.End)}
	if p.Err != nil {
		return slog.GroupValue(append(span, slog.Any("err", p.Err))...)
	}
	return slog.GroupValue(append(span, slog.Any("ref", p.Ref))...)
}

// LogValue returns what Error returns, which has no password.
func (e *ParseError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// LogValue returns what Error returns, which has no password.
func (e *ConvertError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// LogValue returns what Error returns, which has no password.
func (e *BuildError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// LogValue returns a group of the code, the severity, the place in bytes and the texts for people.
// It leaves out the fix, which has text of the input.
func (f Finding) LogValue() slog.Value {
	attrs := []slog.Attr{
		slog.String("code", string(f.Code)), slog.String("severity", f.Severity.String()),
		slog.Int("start", f.Start), slog.Int("end", f.End), slog.String("message", f.Message),
	}
	if f.Hint != "" {
		attrs = append(attrs, slog.String("hint", f.Hint))
	}
	if f.Section != "" {
		attrs = append(attrs, slog.String("section", f.Section))
	}
	return slog.GroupValue(attrs...)
}

// LogValue returns a group of the input, in which "xxxxx" stands for what may be a password, the
// rule, whether the input conforms, and the findings as sentences.
//
// A handler asks an attribute for its LogValue, and not the elements of a slice: a slice of
// reports, or of IRIs, is logged as their text or JSON. Log each by itself.
func (r Report) LogValue() slog.Value {
	findings := r.Findings()
	sentences := make([]string, len(findings))
	for i := range findings {
		sentences[i] = findings[i].Error()
	}
	return slog.GroupValue(
		slog.String("input", r.rule.Redact(r.input)), slog.String("rule", r.Rule().Name()),
		slog.Bool("conforms", r.Conforms()), slog.Any("findings", sentences),
	)
}

// CodeInfo describes a code for people. The output of iri explain, the rules in SARIF
// and the documentation come from it.
type CodeInfo struct {
	Code     Code
	Grammar  bool     // a rule of the grammar, always an error; otherwise a prose rule
	Severity Severity // the default
	Title    string   // one line, lower case, no full stop
	Section  string   // RFC 3987 §4.1
	Clause   string   // the sentence of the spec, quoted
	Text     string   // what the rule means and why, a few sentences
	Mend     string   // how to fix an error
	Good     []string // inputs that do not have the finding
	Bad      []string // inputs that have it
	Spec     *Spec    // what the examples are checked against; nil for RFC3987
	Rule     string   // the rule for the examples; empty for the top rule of the spec
	// the command that reports it, if no check of a string does: to-uri --lenient; "Policy" for a code of policies
	Command string
}

// Codes returns the entries of all codes that findings of the built-in specs, of
// conversions and of a [Policy] can have: first the codes of grammar rules, then the others, each sorted
// by name.
func Codes() []CodeInfo {
	entries := explain.Codes()
	all := make([]CodeInfo, len(entries))
	for i, e := range entries {
		all[i] = infoOf(e)
	}
	return all
}

// LookupCode returns the entry of a code, and whether there is one. In a grammar from
// package grammars, the code of a finding is the name of a rule, which may have no entry.
func LookupCode(c Code) (CodeInfo, bool) {
	e, ok := explain.LookupCode(finding.Code(c))
	return infoOf(e), ok
}

// Reasons yields each reason that a finding of this package can have, and the template of its text in
// English: first those of messages, as in Finding.Reason, then those of hints, which begin with
// "hint.". All messages and hints are made of these templates.
//
// In a template, {name} stands for the value with that name in Finding.Params, and for nothing if there
// is none. {name:text} stands for text, in which there may be further places, if there is a value with that
// name. A brace stands for nothing else. Values are quoted from the input, are names of the grammar or
// of Unicode, or numbers: they are not to be translated. A later version may have more reasons, and
// other templates, but not other names of values.
func Reasons() iter.Seq2[string, string] { return finding.Reasons() }

// Translate returns the message and the hint of the finding in another language: template returns the
// template of a reason in that language, in the notation of [Reasons], or "" if there is none. Then,
// and where the finding has no reason or template is nil, the result is Message or Hint.
func (f Finding) Translate(template func(reason string) string) (text, hint string) {
	text = f.Message
	if template == nil {
		return text, f.Hint
	}
	if f.Reason != "" {
		if t := template(f.Reason); t != "" {
			text = finding.Fill(t, f.Params)
		}
	}
	hints := make([]string, len(f.HintReasons))
	for i, name := range f.HintReasons {
		t := template(name)
		if t == "" {
			return text, f.Hint
		}
		hints[i] = finding.Fill(t, f.Params)
	}
	if len(hints) == 0 {
		return text, f.Hint
	}
	return text, strings.Join(hints, "; ")
}

// ParseCode returns the code of [Codes] with that name, without regard to case. The error names a
// code that is similar, if there is one. A program that takes codes from its configuration finds
// typing errors by it: [WithSeverity] takes any Code. Names of rules of a spec from package grammars are not codes to it.
func ParseCode(name string) (Code, error) {
	code, known := explain.ParseCode(name)
	if code != "" {
		return Code(code), nil
	}
	if similar := abnf.Nearest(name, known); similar != "" {
		return "", fmt.Errorf("iri: %s is not a code; did you mean %s?", quote.Quote(name), similar)
	}
	return "", fmt.Errorf("iri: %s is not a code", quote.Quote(name))
}

// infoOf returns the public form of an entry.
func infoOf(e finding.Entry) CodeInfo {
	info := CodeInfo{
		Code: Code(e.Code), Grammar: e.Grammar, Severity: Severity(e.Severity), Title: e.Title, Section: e.Section,
		Clause: e.Clause, Text: e.Text, Mend: e.Mend, Good: e.Good, Bad: e.Bad, Rule: e.Rule, Command: e.Command,
	}
	if e.Spec != nil {
		info.Spec = (*Spec)(e.Spec)
	}
	return info
}
