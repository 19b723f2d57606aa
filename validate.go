package iri

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// Check checks s against the rule and reports every fault, in the order of offsets.
//
// For a rule that names a whole reference (IRI, absolute-IRI, IRI-reference,
// irelative-ref and the corresponding rules of the other built-in specs) the string is
// split as RFC 3986 Appendix B does, and each component is checked by its own
// production, so that one fault does not hide another. If the string matches the
// grammar, the prose rules are checked. For any other rule there is at most one
// finding: at the first character that cannot continue a match.
//
// Check takes time in proportion to len(s) for every s.
func (r Rule) Check(s string, opts ...CheckOption) Report {
	set := newOptions(opts)
	return judged(s, r.rule, set, check.Judge(s, r.rule, set))
}

// newOptions returns the settings for the options. The caller must not change them.
func newOptions(opts []CheckOption) *options {
	if len(opts) == 0 {
		return &defaultOptions
	}
	set := convert.OptionsOf(defaultOptions, opts, CheckOption.check)
	return &set
}

// defaultOptions are the settings if no options are given. They are never changed.
var defaultOptions = options{Settings: finding.Settings{Max: DefaultMaxFindings}, ParseTree: match}

// grammarOnly are the settings of Parse and its relatives. They are never changed.
var grammarOnly = options{Settings: finding.Settings{GrammarOnly: true, Max: DefaultMaxFindings}, ParseTree: match}

// A CheckOption changes what [Rule.Check] checks.
type CheckOption interface{ check(options) options }

type checkFunc func(options) options

func (f checkFunc) check(o options) options { return f(o) }

type options = finding.Run

// DefaultMaxFindings is how many findings a report holds unless [WithMaxFindings]
// says otherwise.
const DefaultMaxFindings = 100

// WithGrammarOnly turns the prose rules off: those of RFC 3987 §4, §5.3, §6 and §7, and
// those of schemes.
func WithGrammarOnly() CheckOption {
	return checkFunc(func(o options) options { o.GrammarOnly = true; return o })
}

// WithLint turns on, as warnings, the prose rules that are off by default, but for [CodePathEmpty].
func WithLint() CheckOption {
	return checkFunc(func(o options) options { rules.Lint(&o.Settings); return o })
}

// WithGuess makes fixes of what was probably meant, where percent-encoding would keep the
// characters and lose their sense: é for %u00e9, "/" for "\\" under http and file, two
// lines for two IRIs; and for what people type: https://example.com/ for example.com/, https://e/
// for https:/e/, and no space at the ends. Such a fix has Guessed set. Without this option there is a hint and
// no fix.
func WithGuess() CheckOption {
	return checkFunc(func(o options) options { o.Guess = true; return o })
}

// WithSuspicious turns on, as warnings, the codes suspicious-…, for strings that conform but were
// probably not meant, such as http://https://example.org/. Three of them are warnings by default:
// [CodeSuspiciousEntity], [CodeSuspiciousSchemeTypo] and [CodeSuspiciousUndefined].
func WithSuspicious() CheckOption {
	return checkFunc(func(o options) options { rules.Suspicious(&o.Settings); return o })
}

// WithMaxFindings sets how many findings a report holds at most; further findings are only
// counted, see [Report.More]. n < 1 means no limit.
func WithMaxFindings(n int) CheckOption {
	return checkFunc(func(o options) options { o.Max = n; return o })
}

// WithSeverity sets the severity of one prose rule. It has no effect for the codes of the grammar, whose findings are
// always errors, and for codes that there are not: [ParseCode] finds typing errors, and so does the analyzer in the
// folder vet of this module. A Severity that is none of the constants is SeverityError.
func WithSeverity(c Code, s Severity) CheckOption {
	rule := rules.Lookup(finding.Code(c))
	return checkFunc(func(o options) options {
		if rule != nil {
			o.Set(rule, finding.Severity(s))
		}
		return o
	})
}

// A Report is the result of [Check] and [Rule.Check]. The zero Report is about no string and
// no rule: it has no findings and does not conform, so that a check that was forgotten is not
// taken for one that has passed.
type Report struct {
	_     [0]func() // reports cannot be compared with ==
	input string
	rule  spec.Rule

	// Go keeps four words in registers. A larger struct is copied in memory on its way to the caller, and each copy
	// waits for what was just written. So what else is known is not here. Mostly there is nothing else: the string
	// conforms.
	result *result // nil in the zero Report
}

// A result is what is known of a string that was checked. The findings are made when they are first asked for: many
// callers only want to know whether a string conforms.
type result struct {
	grammatical, conforms bool
	made                  sync.Once
	findings              *findings // see [Report.findings]
	settings              *options  // how the string was checked; nil if that is not known

	// find makes the report with its findings; nil if there is one. It is another function for [Parse] and its
	// relatives, so that a program that calls these alone is not linked with the rules in prose.
	find func(s string, r spec.Rule, set *options) finding.Report
}

// findings are the findings of a report, and their public form, which is made when it is first asked for.
type findings struct {
	report finding.Report
	policy *Policy // what made the report, if that was a policy
	once   sync.Once
	list   []Finding
}

// cleanResult is the result of all strings that conform and have no findings.
var cleanResult = result{grammatical: true, conforms: true}

// judged returns the report of a string of which only the verdict is known.
func judged(s string, r spec.Rule, set *options, v check.Verdict) Report {
	rep := Report{input: s, rule: r, result: &cleanResult}
	if v.Found {
		rep.result = &result{grammatical: v.Grammatical, conforms: v.Conforms, settings: set, find: check.Report}
		if !v.Grammatical {
			rep.result.find = check.Blamed
		}
	}
	return rep
}

// reportOf returns the public form of a report, which was made with the settings.
func reportOf(in finding.Report, set *options) Report {
	rep := Report{input: in.Input, rule: in.Rule, result: &cleanResult}
	if len(in.Findings)+in.More > 0 || !in.Conforms() {
		rep.result = &result{grammatical: in.Grammatical, conforms: in.Conforms(), settings: set,
			findings: &findings{report: in}}
	}
	return rep
}

// findings returns the findings, which the first call makes; nil if there are none.
func (r Report) findings() *findings {
	p := r.result
	if p == nil || p == &cleanResult {
		return nil
	}
	p.made.Do(func() {
		if p.find != nil {
			p.findings = &findings{report: p.find(r.input, r.rule, p.settings)}
		}
	})
	return p.findings
}

// internal returns the internal report with its findings.
func (r Report) internal() finding.Report {
	if f := r.findings(); f != nil {
		return f.report
	}
	return finding.Report{Input: r.input, Rule: r.rule, Grammatical: r.Grammatical()}
}

// String returns the report on one line, for people: whether the string conforms, its first
// error or warning, and how many more there are. Its wording is not API.
func (r Report) String() string { return r.internal().Summary() }

// Input returns the string that was checked.
func (r Report) Input() string { return r.input }

// Rule returns the rule that the string was checked against.
func (r Report) Rule() Rule { return Rule{r.rule} }

// Findings returns the findings in the order of their offsets. The caller must
// not change them.
func (r Report) Findings() []Finding {
	f := r.findings()
	if f == nil {
		return nil
	}
	f.once.Do(func() { f.list = findingsOf(f.report.Findings) })
	return f.list
}

// More returns how many findings were left out because of the limit of [WithMaxFindings].
func (r Report) More() int { return r.internal().More }

// Grammatical reports whether the string matches the rule.
func (r Report) Grammatical() bool { return r.result != nil && r.result.grammatical }

// Clean reports whether the string conforms and there are no findings, so that there are no warnings either.
func (r Report) Clean() bool { return r.result == &cleanResult }

// Conforms reports whether the string matches the rule and no finding is an error.
func (r Report) Conforms() bool { return r.result != nil && r.result.conforms }

// Ref returns the string as a reference, to read its components. ok is false, and ref is the empty reference, if the
// string does not conform, or if the rule does not name a whole reference, see [Rule.WholeReference].
func (r Report) Ref() (ref Ref, ok bool) {
	if !r.Conforms() {
		return Ref{}, false
	}
	ref, err := r.Rule().Parse(r.input)
	return ref, err == nil
}

// Err returns nil if the string conforms, and a *[ParseError] if not.
func (r Report) Err() error {
	if r.Conforms() {
		return nil
	}
	return &ParseError{r}
}

// Fixed returns the input with the fixes of all its errors applied, and whether the result
// conforms: it is checked again, as the report was made. If it does not conform, or if an error
// has no fix, Fixed returns the input and false. An input that conforms is its own result. It
// is what iri fix does; for a text that is left half done see [Report.FixedPart].
//
// A report that was read from JSON, which does not say how it was made, is checked again
// without options.
//
// The fixes of warnings with one of the codes are applied too. For programs that compare IRIs as strings, the result of
// fixing a warning is a different IRI.
func (r Report) Fixed(codes ...Code) (string, bool) {
	in := r.internal()
	if in.More > 0 {
		in = r.again(in.Input, check.FixesPerRound)
	}
	in = r.tried(in, codes)
	return check.Fixed(&in, r.again, internalCodes(codes)...)
}

// FixedPart applies once the fixes of the errors that have one, and of warnings with one of the
// codes, and returns the result and whether there was such a fix. The result may not conform:
// an error without a fix is left, and so are findings beyond the limit of [WithMaxFindings]. A fix that adds a finding
// is not applied. It is for editors, which show what is left.
func (r Report) FixedPart(codes ...Code) (string, bool) {
	return r.tried(r.internal(), codes).FixedPart(internalCodes(codes)...)
}

// tried returns an internal report on the input with the fixes that keep their promise.
func (r Report) tried(in finding.Report, codes []Code) finding.Report {
	in.Findings = slices.Clone(in.Findings)
	check.Try(&in, r.again, internalCodes(codes)...)
	return in
}

// internalCodes returns the internal form of codes.
func internalCodes(codes []Code) []finding.Code {
	in := make([]finding.Code, len(codes))
	for i, c := range codes {
		in[i] = finding.Code(c)
	}
	return in
}

// again checks a string as the report was made, to try fixes: it keeps up to max findings.
func (r Report) again(s string, max int) (rep finding.Report) {
	set := defaultOptions
	if r.result != nil && r.result.settings != nil {
		set = *r.result.settings
	}
	set.Max, set.FixFirst = max, true
	if f := r.findings(); f != nil && f.policy != nil {
		f.policy.check(&rep, s, &set)
		return rep
	}
	check.Validate(&rep, s, r.rule, &set)
	return rep
}

// MarshalJSON writes the report as one JSON object, the same that iri check --format
// json prints for an input:
//
//	{"input":…,"spec":…,"rule":…,"grammatical":…,"conforms":…,"findings":[…],"components":{…}}
//
// The member "components" is present only if the string is grammatical and the rule
// names a whole reference. In it, absent components are left out and empty ones are "".
// If the input is not UTF-8, "input" has U+FFFD for each bad byte, and "inputBase64" has
// the bytes. "more" counts the findings beyond the limit of [WithMaxFindings].
func (r Report) MarshalJSON() ([]byte, error) {
	return r.AppendJSON(make([]byte, 0, 1024)), nil // room for most reports of one finding
}

// AppendJSON appends what [Report.MarshalJSON] returns to b.
func (r Report) AppendJSON(b []byte) []byte { return r.internal().AppendJSON(b) }

// AppendJSONFunc is [Report.AppendJSON] where one appends each object of the member
// "findings": that of [Finding.AppendJSON], one with more members, or nothing to leave it out. If one is nil, it is that
// of Finding.AppendJSON.
func (r Report) AppendJSONFunc(b []byte, one func(b []byte, f *Finding) []byte) []byte {
	if one == nil {
		return r.AppendJSON(b)
	}
	list := r.Findings()
	return r.internal().AppendJSONFunc(b, func(b []byte, i int) []byte { return one(b, &list[i]) })
}

// A Validator checks many strings, such as the lines of a file, against one rule with
// one set of options. It may be used by several goroutines at once. It takes two to
// three MiB for each goroutine that is in [Validator.Lines]. The zero Validator and the nil Validator accept no string.
type Validator struct{ validator check.Validator }

// Validator returns a validator for the rule.
func (r Rule) Validator(opts ...CheckOption) *Validator {
	return &Validator{check.NewValidator(r.rule, *newOptions(opts))}
}

// in returns the internal form of the validator, that of the zero Validator for nil.
func (v *Validator) in() *check.Validator {
	if v == nil {
		return new(check.Validator)
	}
	return &v.validator
}

// String returns the name of the rule that the validator checks against; that of the zero Validator says that there is
// none.
func (v *Validator) String() string {
	return cmp.Or(v.in().Rule().String(), "no rule: the zero Validator accepts no string")
}

// Check is [Rule.Check] with the options of the validator. Where there are no findings, it has allocated nothing,
// unless there are A-labels or percent-encodings in a host.
func (v *Validator) Check(s string) Report {
	in := v.in()
	return judged(s, in.Rule(), in.Run(), in.Judge(s))
}

// Lines checks a block of lines. A line ends with LF or CRLF, or at the end of the block;
// blank lines are skipped. Lines calls found, in order, for each line that has
// findings: the line is block[start:end], without its LF or CRLF. It returns the
// number of clean lines. If found returns false, Lines returns at once, and the number
// has no meaning. The nil found has the clean lines counted.
func (v *Validator) Lines(block []byte, found func(start, end int) bool) (clean int) {
	if found == nil {
		found = func(int, int) bool { return true }
	}
	return v.in().Lines(block, found)
}

// Position returns the place of an offset of the input, such as the Start of a finding: the
// line and the character in that line, both counted from 1, for people; and the UTF-16 code
// unit in that line, counted from 0, as the Language Server Protocol and the text fields of
// browsers count. LF, CR and CRLF end a line. An offset inside a character stands for the
// start of the character, an offset outside the input for the nearest end. Each byte that is
// not UTF-8 counts as one character.
func (r Report) Position(offset int) (line, char, utf16 int) {
	s := r.input
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

// Check checks s as an IRI and reports everything that is wrong with it: what breaks the
// grammar of RFC 3987 or, if nothing does, what breaks the rules that the documents state in
// prose. A broken MUST is an error, a broken SHOULD a warning; the options change this. It is
// [Rule.Check] of the rule IRI.
//
// [Valid] and [Parse] check the grammar alone: http:// is valid to them, and Check reports
// that the host is missing. For references, such as the links of a page, use the rule that
// RFC3987.Reference() returns; for many strings, a [Validator].
func Check(s string, opts ...CheckOption) Report { return topRule().Check(s, opts...) }

// topRule returns the rule IRI of RFC 3987. Grammars are read when they are first needed,
// not when the program starts.
func topRule() Rule { return top.Get(RFC3987.Top) }

var top lazy.Value[Rule]
