package iri

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"slices"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// A Code names the rule that a string breaks: a grammar rule, by its name in the spec, or
// a prose rule. Codes are part of the API and do not change; messages may change. A Code
// is an error, so that errors.Is finds out whether an error has a finding with the code:
// errors.Is(err, iri.CodePort). There is a constant for each code of the built-in specs; in a
// grammar from [ReadSpec], the name of each rule is a code. [ParseCode] takes names from outside.
type Code string

// Error returns the code.
func (c Code) Error() string { return string(c) }

// A Severity says whether a finding is an error or a warning.
type Severity uint8

// The severities. A broken MUST or MUST NOT is an error, a broken SHOULD is a warning. Off
// means that the rule is not checked.
const (
	Off Severity = iota
	Warning
	Error
)

// String returns "off", "warning" or "error".
func (s Severity) String() string { return report.Severity(s).String() }

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
	Fix        *Fix     // an edit that removes this finding and adds none; nil if no edit is safe, or if it would replace more than 1 MiB

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
	Guessed    bool // the edit writes what was probably meant, see [Guess]; it may change what the string says
}

// MarshalJSON writes the finding as one JSON object, the same as in a report. Empty
// members are left out, except code, severity, start, end and message.
func (f Finding) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }

// AppendJSON appends what [Finding.MarshalJSON] returns to b.
func (f *Finding) AppendJSON(b []byte) []byte {
	in := f.finding()
	return in.AppendJSON(b)
}

// finding returns the internal form of the finding.
func (f *Finding) finding() report.Finding {
	in := report.Finding{
		Code: report.Code(f.Code), Severity: report.Severity(f.Severity),
		Start: f.Start, End: f.End, Rules: f.Rules, Expected: f.Expected,
		Section: f.Section, ABNF: f.ABNF, Fix: (*report.Fix)(f.Fix),
	}
	if f.Message != "" || f.Hint != "" || f.Reason != "" || f.HintReasons != nil || f.Params != nil {
		in.Own = &report.Own{Message: f.Message, Hint: f.Hint, Reason: f.Reason, HintReasons: f.HintReasons, Params: f.Params}
	}
	return in
}

// findingsOf returns the public form of findings.
func findingsOf(findings []report.Finding) []Finding {
	if findings == nil {
		return nil
	}
	// The internal lists of names are shared by all reports. Those that are handed out are
	// the caller's own, in one allocation.
	n := 0
	for i := range findings {
		n += len(findings[i].Rules) + len(findings[i].Expected)
	}
	names := make([]string, 0, n)
	own := func(list []string) []string {
		if list == nil {
			return nil
		}
		names = append(names, list...)
		return slices.Clip(names[len(names)-len(list):])
	}
	out := make([]Finding, len(findings))
	for i := range findings {
		f := &findings[i]
		out[i] = Finding{
			Code: Code(f.Code), Severity: Severity(f.Severity),
			Start: f.Start, End: f.End, Rules: own(f.Rules), Expected: own(f.Expected),
			Section: f.Section, ABNF: f.ABNF, Fix: (*Fix)(f.Fix),
		}
		words := &out[i]
		if i > 0 && f.SaysTheSame(&findings[i-1]) { // as the many findings of a long string often do
			last := &out[i-1]
			words.Message, words.Hint, words.Reason, words.HintReasons, words.Params = last.Message, last.Hint, last.Reason, last.HintReasons, last.Params
			continue
		}
		words.Message, words.Hint = f.MessageText(), f.HintText()
		words.Reason, words.HintReasons, words.Params = f.Reason(), f.HintReasons(), f.Params()
	}
	return out
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
	first := &findings[max(0, slices.IndexFunc(findings, func(f Finding) bool { return f.Severity == Error }))]
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

// publicError returns the public form of an error of an internal package.
func publicError(err error) error {
	switch e := err.(type) {
	case nil:
		return nil
	case *report.ParseError:
		return &ParseError{reportOf(e.Report)}
	case *report.ConvertError:
		report.HidePasswords(e.Findings, e.Input)
		out := &ConvertError{Input: e.Input, Target: e.Target, findings: findingsOf(e.Findings)}
		if e.Cause != nil {
			out.cause = publicError(e.Cause)
		}
		return out
	}
	return err
}

// maxNamedInput is the length in bytes of the longest string for which a parse tree is made
// to name the productions of prose findings. A tree takes several times the memory of its
// string. The findings of a longer string name only the start rule.
const maxNamedInput = 1 << 20

// nameProductions sets the Rules of the findings of prose rules: the productions from the
// start rule down to the component that has the finding. It takes them from the parse
// tree, at the offset of the finding.
func nameProductions(r *report.Report) {
	var list []componentSpan
	if rule := (Rule{r.Rule}).peg(); len(r.Input) <= maxNamedInput && rule != pegRuleUnknown {
		p := parsers.Get().(*pegParser)
		if p.parse(rule, r.Input) && int(p.tokenIndex) <= len(p.tokens) {
			tokens := p.tokens[:p.tokenIndex]
			p.toBytes(tokens, len(r.Input))
			c := spanCollector{tokens: tokens, profile: r.Rule.Spec().Profile(), list: p.spans[:0]}
			c.add(len(tokens)-1, -1, 0)
			list, p.spans = c.list, c.list
		}
		defer p.release()
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		rule := prose.Lookup(f.Code)
		if rule == nil { // a finding of a Policy, which may name its productions
			if len(f.Rules) > 0 {
				continue
			}
			rule = new(report.ProseRule)
		}
		f.Rules = rulesTo(list, spanOf(list, f, rule), r.Rule)
	}
}

// A componentSpan is the place of a production that is a component or contains components.
type componentSpan struct {
	name       string
	parent     int // index of the span of the production above it, -1 for the start rule
	kind       component.Kind
	leaf       bool // a component that contains no other component
	from       int  // start of the delimiter before it, such as the "?" of a query
	start, end int
}

// A spanCollector lists the componentSpans of a parse tree in the order of the text, a
// production before those that it contains.
type spanCollector struct {
	tokens  []token
	profile *spec.Profile
	list    []componentSpan
}

// add adds the span of a token, and those of its children unless it is a leaf.
func (c *spanCollector) add(i, parent, from int) {
	t := &c.tokens[i]
	at := componentSpan{name: productions[t.rule], parent: parent, from: from, start: int(t.begin), end: int(t.end)}
	at.kind, at.leaf = c.profile.Component(at.name)
	parent = len(c.list)
	c.list = append(c.list, at)
	if at.leaf {
		return
	}
	var array [8]int      // enough for every production that contains components
	children := array[:0] // the last one first
	for k := uint32(i); k > t.first; k = c.tokens[k-1].first {
		children = append(children, int(k-1))
	}
	from = at.start
	for _, k := range slices.Backward(children) {
		c.add(k, parent, from)
		from = int(c.tokens[k].end)
	}
}

// spanOf returns the index of the span that contains a finding of a prose rule, -1 if none
// does. Text belongs to the innermost production that contains all of it. An empty finding
// can be at the edge of several components: it belongs to the one that the rule is about,
// otherwise to the first empty component, otherwise to the first.
func spanOf(list []componentSpan, f *report.Finding, rule *report.ProseRule) int {
	best := -1
	for i := range list {
		s := &list[i]
		switch {
		case f.Start < f.End:
			// A finding on an IP-literal with its brackets is about the address inside.
			inside := best >= 0 && s.parent == best && f.Start <= s.start && s.end <= f.End && rule.On.Has(s.kind)
			if s.from <= f.Start && f.End <= s.end || inside {
				best = i
			}
		case !s.leaf || f.Start < s.start || s.end < f.Start:
		case rule.On.Has(s.kind):
			return i
		case best < 0 || list[best].start < list[best].end && s.start == s.end:
			best = i
		}
	}
	return best
}

// rulesTo returns the names of the productions from the start rule down to a span, and
// only the start rule for -1.
func rulesTo(list []componentSpan, at int, start spec.Rule) []string {
	if at < 0 {
		return []string{start.Name()}
	}
	n := 0
	for i := at; i >= 0; i = list[i].parent {
		n++
	}
	rules := make([]string, n)
	for i := at; i >= 0; i = list[i].parent {
		n--
		rules[n] = list[i].name
	}
	return rules
}

// This file has how errors and reports are printed and logged: without passwords. Values of IRI,
// Ref, URI and URIRef are printed as their text, see Ref.Redacted.

// format writes a text for a verb as package fmt writes strings, and plain for a verb that is not
// for strings: the memory of a value tells nothing, and may hold a password.
func format(f fmt.State, verb rune, text string) {
	switch verb {
	case 'v', 's', 'q', 'x', 'X':
		fmt.Fprintf(f, fmt.FormatString(f, verb), text)
	default:
		io.WriteString(f, text)
	}
}

// Format writes what Error returns, for every verb.
func (e *ParseError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what Error returns, for every verb.
func (e *ConvertError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what Error returns, for every verb.
func (e *BuildError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what String returns, for every verb.
func (r Report) Format(f fmt.State, verb rune) { format(f, verb, r.String()) }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e *ParseError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e *ConvertError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e *BuildError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

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
		slog.String("input", component.Redact(r.Input())), slog.String("rule", r.Rule().Name()),
		slog.Bool("conforms", r.Conforms()), slog.Any("findings", sentences),
	)
}

// redactURL takes the password out of an error of package url.
func redactURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		e.URL = component.Redact(e.URL)
	}
	return err
}
