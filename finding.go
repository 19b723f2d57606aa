package iri

import (
	"fmt"
	"io"
	"log/slog"
	"slices"

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
