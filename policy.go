package iri

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	schemes "github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// A Policy decides which strings a program accepts: it is [Check] and more. The zero Policy, and the nil *Policy, is
// Check without options. Several goroutines may use it at once, as long as it is not changed.
type Policy struct {
	// Schemes are the allowed schemes, without ":", in upper or lower case; empty means all. Another scheme is a
	// finding with [CodeSchemeNotAllowed], also in a string with other faults. It does not apply to relative
	// references; Rule can exclude them.
	Schemes []string

	// Severity sets the severity of codes, as [WithSeverity] does, also for Checks, CodeSchemeNotAllowed and
	// [CodeMaxLength]. Findings of the grammar are always errors. An unknown code has no effect, see [ParseCode]; a
	// Severity that is none of the constants is SeverityError.
	Severity map[Code]Severity

	// Checks are rules of the program. Each gets the parsed reference and returns findings with a code, a span in
	// bytes of the text of the Ref, and a message; other fields are optional. The default severity is SeverityError,
	// and the default code "check". A span outside of the text is cut to it.
	Checks []func(Ref) []Finding

	// MaxLength is the greatest length of a string, in bytes; 0 means no limit. A longer string has a finding with
	// CodeMaxLength, and if that is an error, nothing else is checked.
	MaxLength int

	// Rule is the rule that a string has to match; the zero Rule stands for the rule IRI of RFC 3987. Schemes and
	// Checks need a rule that names a whole reference, see [Rule.WholeReference]. With them and another rule, each
	// string that matches has an error with the code "rule", whatever Severity says.
	Rule Rule

	// Options are those of [Rule.Check]: [WithLint], [WithGuess] and others.
	Options []CheckOption
}

// Check checks s and reports everything that is wrong with it. [Report.Fixed] of the report returns true only if the
// policy accepts the fixed text.
func (p *Policy) Check(s string) Report {
	if p == nil {
		return Check(s)
	}
	set := p.settings()
	var in finding.Report
	p.check(&in, s, set)
	if in.Grammatical {
		check.Name(&in, match)
	}
	rep := reportOf(in, set)
	if f := rep.result.findings; f != nil {
		f.policy = p
	}
	return rep
}

// Parse checks s as [Policy.Check] does, and returns the reference if the policy accepts it. The error is a
// *[ParseError] that holds the report. A Rule that does not name a whole reference is an error too, because its
// strings have no components.
func (p *Policy) Parse(s string) (Ref, error) {
	rep := p.Check(s)
	if err := rep.Err(); err != nil {
		return Ref{}, err
	}
	return rep.Rule().Parse(s)
}

// Check is the function [Check] for the text of the IRI. It also checks the demands that documents state in prose,
// which parsing does not. Use it for values from outside, such as JSON or [IRI.Scan]. The zero IRI does not conform.
func (i IRI) Check(opts ...CheckOption) Report { return Check(i.String(), opts...) }

// Check is [Rule.Check] of the rule IRI-reference of RFC 3987 with the text of the reference; see [IRI.Check].
func (r Ref) Check(opts ...CheckOption) Report { return RFC3987.Reference().Check(r.String(), opts...) }

// settings returns the settings for the options and severities.
func (p *Policy) settings() *options {
	if len(p.Severity) == 0 {
		return newOptions(p.Options)
	}
	set := convert.OptionsOf(defaultOptions, p.Options, CheckOption.check)
	for code, severity := range p.Severity {
		if rule := rules.Lookup(finding.Code(code)); rule != nil {
			set.Set(rule, finding.Severity(severity))
		}
	}
	return &set
}

// check fills in the report about a string.
func (p *Policy) check(rep *finding.Report, s string, set *options) {
	rule := p.Rule.rule
	if rule.IsZero() {
		rule = topRule().rule
	}
	var own []finding.Finding
	if p.MaxLength > 0 && len(s) > p.MaxLength {
		f := policyFinding(finding.CodeMaxLength, p.MaxLength, len(s))
		f.Message = finding.MaxLengthBytes.Text(strconv.Itoa(len(s)), strconv.Itoa(p.MaxLength))
		if f = p.judged(f); f.Severity == finding.Error {
			*rep = finding.Report{Input: s, Rule: rule, Findings: []finding.Finding{f}, Errors: 1}
			rep.Grammatical = uint64(len(s)) <= math.MaxUint32 && rule.Valid(s)
			return
		}
		own = append(own, f)
	}
	check.Validate(rep, s, rule, set)
	if rule.IsWhole() {
		own = p.schemeFinding(own, s)
	}
	if rep.Grammatical && (len(p.Checks) > 0 || len(p.Schemes) > 0 && !rule.IsWhole()) {
		if ref, err := rule.Parse(s); err == nil {
			own = p.ownFindings(own, refOf(ref))
		} else { // strings of other rules have no components
			f := policyFinding("rule", 0, len(s))
			f.Message, f.Hint = finding.RuleNoParts.Text(rule.Name()), finding.HintWholeRule.Text()
			own = append(own, f)
		}
	}
	own = slices.DeleteFunc(own, func(f finding.Finding) bool { return f.Severity == finding.Off })
	if len(own) == 0 {
		return
	}
	rep.Errors += errorsAmong(own)
	rep.Findings = append(slices.Clip(rep.Findings), own...)
	slices.SortStableFunc(rep.Findings, func(a, b finding.Finding) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	if more := len(rep.Findings) - set.Max; set.Max > 0 && more > 0 {
		rep.Findings, rep.More = rep.Findings[:set.Max], rep.More+more
	}
}

// schemeFinding appends the finding for a scheme that is not allowed, if there is one.
func (p *Policy) schemeFinding(own []finding.Finding, s string) []finding.Finding {
	end := component.SchemeEnd(s)
	if len(p.Schemes) == 0 || end <= 0 || !tableScheme.Match(s[:end]) ||
		slices.ContainsFunc(p.Schemes, func(allowed string) bool { return strings.EqualFold(allowed, s[:end]) }) {
		return own
	}
	f := policyFinding(finding.CodeSchemeNotAllowed, 0, end)
	f.Message = finding.SchemeNotAllowedScheme.Text(strings.ToLower(s[:end]))
	f.Hint = finding.HintSchemes.Text(strings.Join(p.Schemes, ", "))
	return append(own, p.judged(f))
}

// ownFindings appends the findings of the checks of the policy.
func (p *Policy) ownFindings(own []finding.Finding, ref Ref) []finding.Finding {
	n := len(ref.ref.Text)
	for _, check := range p.Checks {
		if check == nil {
			continue
		}
		for _, found := range check(ref) {
			f := found.finding()
			f.Start = min(max(f.Start, 0), n)
			f.End = min(max(f.End, f.Start), n)
			if f.Fix != nil && (f.Fix.Start < 0 || f.Fix.End < f.Fix.Start || f.Fix.End > n) {
				f.Fix = nil
			}
			if f.Severity != finding.Warning {
				f.Severity = finding.Error
			}
			f.Code = cmp.Or(f.Code, "check")
			own = append(own, p.judged(f))
		}
	}
	return own
}

// judged returns a finding with the severity that the policy gives its code.
func (p *Policy) judged(f finding.Finding) finding.Finding {
	if severity, ok := p.Severity[Code(f.Code)]; ok {
		f.Severity = min(finding.Severity(severity), finding.Error)
	}
	return f
}

// policyFinding returns a finding of a policy, an error.
func policyFinding(code finding.Code, start, end int) finding.Finding {
	return finding.Finding{Code: code, Severity: finding.Error, Start: start, End: end, Section: "docs/checks.md"}
}

// errorsAmong returns how many findings are errors.
func errorsAmong(findings []finding.Finding) (n int) {
	for i := range findings {
		if findings[i].Severity == finding.Error {
			n++
		}
	}
	return n
}

// A Scheme describes a scheme to [WithSchemes]: one of the program's own, or one that this package knows differently
// or not at all.
type Scheme struct {
	Name      string // without ":", in upper or lower case
	Port      uint16 // the default port of an authority (RFC 3986 §3.2.3); 0 if there is none
	Opaque    bool   // its paths are not hierarchical: "." and ".." are not dot segments, as under urn
	Domains   bool   // its hosts are domain names: [CodeHostIDNA] applies, and case beyond US-ASCII is ignored
	EmptyPath bool   // an empty path after an authority differs from "/", against RFC 3987 §5.3.3
}

// Schemes is an option made by [WithSchemes]. It applies to rules of [Check] that depend on the scheme, such as
// [CodePortDefault], [CodeDotSegment] and [CodeSuspiciousSchemeTypo], to the normal form, and to the port that a
// client dials. The zero Schemes changes nothing.
type Schemes struct{ own *schemes.Own }

// WithSchemes returns the option for schemes of the program's own. A Scheme replaces what this package knows about
// the scheme of that name; the first of two with one name counts. The rules from the specification of a scheme, such
// as mailto, and [IRI.Resolve] (RFC 3986 §5.2.2) do not change. The error, for a name that is not a scheme (§3.1), is
// a *[ParseError].
func WithSchemes(list ...Scheme) (Schemes, error) {
	own := new(schemes.Own)
	for _, s := range list {
		if !tableScheme.Match(s.Name) {
			return Schemes{}, refused(s.Name, builtRule(component.Scheme))
		}
		var port string
		if s.Port > 0 {
			port = strconv.Itoa(int(s.Port))
		}
		var traits schemes.Trait
		if s.Opaque {
			traits |= schemes.Opaque
		}
		if s.Domains {
			traits |= schemes.DNS
		}
		if s.EmptyPath {
			traits |= schemes.EmptyPath
		}
		own.Add(s.Name, port, traits)
	}
	return Schemes{own}, nil
}

func (s Schemes) check(o options) options {
	o.Schemes = s.own
	return o
}

// Normalize makes Schemes a [NormalizeOption].
func (s Schemes) Normalize(o normalize.Options) normalize.Options {
	o.Schemes = s.own
	return o
}

// lastOf returns the last of the options, or the zero Schemes.
func lastOf(opts []Schemes) (last Schemes) {
	for _, last = range opts {
	}
	return last
}
