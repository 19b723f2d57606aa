package iri

import (
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/check"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
)

// Validate checks s against the rule and reports every fault, in order.
//
// For a rule that names a whole reference (IRI, absolute-IRI, IRI-reference,
// irelative-ref and their namesakes in the other built-in specs) the string is
// split as RFC 3986 Appendix B does, and each component is checked by its own
// production, so that one fault does not hide another. If none is found there,
// the prose rules are checked. For any other rule there is at most one finding,
// at the first character at which no sentence of the rule can go on.
//
// Validate takes time in proportion to len(s), whatever s holds.
func (r Rule) Validate(s string, opts ...Option) (rep Report) {
	check.Validate(&rep.report, s, r.rule, newOptions(opts))
	rep.show()
	return rep
}

// newOptions returns the settings that the options make. They must not be changed.
func newOptions(opts []Option) *options {
	if len(opts) == 0 {
		return &defaultOptions
	}
	set := &options{Max: DefaultMaxFindings}
	for _, opt := range opts {
		opt(set)
	}
	return set
}

// defaultOptions are the settings without options. They are never changed.
var defaultOptions = options{Max: DefaultMaxFindings}

// An Option changes what [Rule.Validate] checks.
type Option func(*options)

type options = report.Settings

// DefaultMaxFindings is how many findings a report holds unless [MaxFindings]
// says otherwise.
const DefaultMaxFindings = 100

// GrammarOnly leaves out the prose rules: RFC 3987 §4, §5.3, §6, §7 and the
// rules of schemes.
func GrammarOnly() Option { return func(o *options) { o.GrammarOnly = true } }

// Lint turns every prose rule on that is off by default, as a warning.
func Lint() Option { return func(o *options) { o.Lint = true } }

// MaxFindings sets how many findings a report holds at most; those beyond are
// counted. n < 1 means no limit.
func MaxFindings(n int) Option { return func(o *options) { o.Max = n } }

// WithSeverity sets the severity of the findings of one prose rule; other codes
// are passed over. Findings of the grammar are always errors.
func WithSeverity(c Code, s Severity) Option {
	rule := prose.Lookup(report.Code(c))
	return func(o *options) {
		if rule != nil {
			o.Set(rule, report.Severity(s))
		}
	}
}

// A Report is what [Rule.Validate] says of a string. The zero Report has no
// findings.
type Report struct {
	report   report.Report
	findings []Finding // those of report, as the face shows them
}

// show makes the findings that the face shows of those of the report.
func (r *Report) show() {
	if len(r.report.Findings) == 0 {
		return
	}
	if r.report.Grammatical {
		nameProductions(&r.report)
	}
	r.findings = findingsOf(r.report.Findings)
}

// reportOf returns the face of a report.
func reportOf(in report.Report) Report {
	r := Report{report: in}
	r.show()
	return r
}

// Input returns the string that was checked.
func (r Report) Input() string { return r.report.Input }

// Rule returns the rule that the string was checked against.
func (r Report) Rule() Rule { return Rule{r.report.Rule} }

// Findings returns the findings in the order of their offsets. The caller must
// not change them.
func (r Report) Findings() []Finding { return r.findings }

// More returns how many findings there were beyond the limit of [MaxFindings].
func (r Report) More() int { return r.report.More }

// Grammatical reports whether the string matches the rule.
func (r Report) Grammatical() bool { return r.report.Grammatical }

// Conforms reports whether no finding is an error.
func (r Report) Conforms() bool { return r.report.Conforms() }

// Err returns nil if the string conforms, and a *[ParseError] if not.
func (r Report) Err() error {
	if r.Conforms() {
		return nil
	}
	return &ParseError{r}
}

// Fixed returns the input with the fixes of all its errors applied, and whether
// there was any. Findings beyond the limit of [MaxFindings] are not mended.
func (r Report) Fixed() (string, bool) { return r.report.Fixed() }

// FixedWith is like [Report.Fixed] but also applies the fixes of warnings with
// one of the codes. To those who compare IRIs as strings, the result of mending
// a warning is another IRI.
func (r Report) FixedWith(codes ...Code) (string, bool) {
	in := make([]report.Code, len(codes))
	for i, c := range codes {
		in[i] = report.Code(c)
	}
	return r.report.FixedWith(in...)
}

// MarshalJSON writes the report as one JSON object, the one that iri check
// --format json prints for an input:
//
//	{"input":…,"spec":…,"rule":…,"grammatical":…,"conforms":…,"findings":[…],"components":{…}}
//
// Components stand only where the string is grammatical and the rule is one for
// whole references; those that are absent are left out, empty ones are "". Text
// that is not UTF-8 is written with U+FFFD for each byte that is not, and again
// in "inputBase64". Findings beyond the limit of [MaxFindings] are counted in
// "more".
func (r Report) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// AppendJSON appends what [Report.MarshalJSON] returns to b. It needs no memory
// but b's.
func (r Report) AppendJSON(b []byte) []byte { return r.report.AppendJSON(b) }

// WriteJSON writes what [Report.MarshalJSON] returns to w, in pieces, so that a very
// long input takes no more memory than a short one. It returns the first error of w.
func (r Report) WriteJSON(w io.Writer) error { return r.report.WriteJSON(w) }

// A Validator checks many strings against one rule with one set of options, for
// those who have a file of them. It may be used by several goroutines at once. For
// each of those that are in [Validator.Lines] at the same time it takes about half a
// mebibyte, and for text in very many scripts up to 16 more for all of them. The zero
// Validator accepts nothing.
type Validator struct{ validator check.Validator }

// Validator returns a validator for the rule.
func (r Rule) Validator(opts ...Option) *Validator {
	return &Validator{check.NewValidator(r.rule, *newOptions(opts))}
}

// Validate is [Rule.Validate] with the validator's options.
func (v *Validator) Validate(s string) (rep Report) {
	v.validator.Validate(&rep.report, s)
	rep.show()
	return rep
}

// Clean reports whether [Validator.Validate] would have no finding at all. It does
// not allocate for strings of which it says so.
func (v *Validator) Clean(s string) bool { return v.validator.Clean(s) }

// Lines checks a block of lines, of which the last one need not have an end. LF or
// CRLF ends a line; blank ones are passed over. It calls found for each line that
// is not [Validator.Clean], in order, with its bytes in the block, half open and
// without its end, and returns how many there are that are. When found returns
// false, Lines returns at once, and clean means nothing.
func (v *Validator) Lines(block []byte, found func(start, end int) bool) (clean int) {
	return v.validator.Lines(block, found)
}

// Position returns where an offset of the input, in bytes, is for people and for
// editors: the line, counted from 1, the character in that line, counted from 1, and the
// UTF-16 code unit in that line, counted from 0, as the Language Server Protocol and the
// text fields of browsers count. LF, CR and CRLF end a line. An offset inside a character
// is that of the character; one outside the input is that of the nearest end. Each byte
// that is not UTF-8 counts as one character.
func (r Report) Position(offset int) (line, char, utf16 int) {
	s := r.report.Input
	offset = min(max(offset, 0), len(s))
	line, char = 1, 1
	for i := 0; i < offset; {
		c, w := utf8.DecodeRuneInString(s[i:])
		if i+w > offset {
			break
		}
		i += w
		switch {
		case c == '\n', c == '\r' && !strings.HasPrefix(s[i:], "\n"):
			line, char, utf16 = line+1, 1, 0
			continue
		case c >= 0x10000:
			utf16++
		}
		utf16++
		char++
	}
	return line, char, utf16
}

// Check is [Rule.Validate] of the rule IRI of RFC 3987: what iri check says of a string.
// The grammar is checked and, if s conforms to it, the rules that the documents state in
// prose. [Valid] and [Parse] know the grammar alone: http:// is valid to them, and Check
// reports that the host is missing.
func Check(s string, opts ...Option) Report { return topRule().Validate(s, opts...) }

// topRule returns the rule IRI of RFC 3987. Grammars are read when they are first needed,
// not when the program starts.
var topRule = sync.OnceValue(func() Rule { return RFC3987.Top() })
