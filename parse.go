package iri

import (
	"math"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// Parse parses s by the grammar alone, the rule IRI of RFC 3987 §2.2, and returns it
// unchanged: parsing never normalizes. The error is a *[ParseError] that holds every finding
// of the grammar.
//
// What the documents demand in prose is not checked: http:// parses, and [Check] reports
// that its host is missing. Use Check for input of people, and Parse for its components.
func Parse(s string) (i IRI, err error) {
	if i.split(s, tableIRI) {
		return i, nil
	}
	return IRI{}, refused(s, spec.RFC3987.Top())
}

// ParseAbsolute parses s by the grammar alone, as [Parse] does, but by the rule
// absolute-IRI: an IRI that has no fragment, as a base must be (RFC 3986 §5.1).
func ParseAbsolute(s string) (i IRI, err error) {
	if i.split(s, tableAbsolute) {
		return i, nil
	}
	return IRI{}, refused(s, spec.RFC3987.Profile().Absolute)
}

// ParseRef parses s by the grammar alone, as [Parse] does, but by the rule IRI-reference: an
// IRI or a relative reference.
func ParseRef(s string) (r Ref, err error) {
	if r.split(s, tableReference) {
		return r, nil
	}
	return Ref{}, refused(s, spec.RFC3987.Reference())
}

// split sets the reference to s, and reports whether s is one by a table that records the offsets of the components. It
// is called for a named result, in place. If it returned the reference, Parse would take a sixth longer (245 ns in place
// of 211 for five IRIs): copying what was just stored field by field waits for the stores.
func (t *text) split(s string, by *engine.Table) bool {
	var off engine.Offsets
	if uint64(len(s)) > math.MaxUint32 || !by.Split(s, &off) {
		return false
	}
	t.ref.Text = s
	t.ref.Parts.Set(&off)
	return true
}

// MustParse parses s by the grammar alone, as [Parse] does, but panics if s is not an IRI. It
// is for constants.
func MustParse(s string) IRI {
	i, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return i
}

// MustParseRef parses s by the grammar alone, as [ParseRef] does, but panics if s is not an
// IRI-reference. It is for constants.
func MustParseRef(s string) Ref {
	r, err := ParseRef(s)
	if err != nil {
		panic(err)
	}
	return r
}

// Valid reports whether s conforms to the grammar alone, by the rule IRI of RFC 3987 §2.2: it
// is true for http://, whose host is missing. [Check] also checks what the documents demand
// in prose. Valid does not allocate.
func Valid(s string) bool { return tableIRI.Match(s) }

// ValidRef reports whether s conforms to the grammar alone, as [Valid] does, but by the rule
// IRI-reference: an IRI or a relative reference. It does not allocate.
func ValidRef(s string) bool { return tableReference.Match(s) }

// ValidBytes is [Valid] for bytes, which are not copied. It does not allocate.
func ValidBytes(b []byte) bool { return tableIRI.Match(chars.UnsafeString(b)) }

// ParseBytes is [Parse] for a copy of the bytes, so the caller may change them.
func ParseBytes(b []byte) (IRI, error) { return Parse(string(b)) }

// The tables that most calls need. A program has those that it uses.
var (
	tableIRI          = tables.RFC3987Whole()
	tableAbsolute     = tables.RFC3987Absolute()
	tableReference    = tables.RFC3987Reference()
	tableURI          = tables.RFC3986Whole()
	tableScheme       = tables.RFC3987Scheme()
	tableURIReference = tables.RFC3986Reference()
)

// Parse parses s by the grammar alone, as [ParseRef] does, but by any rule that names a whole reference, such as
// URI-reference or LEIRI (see [Rule.WholeReference]). It returns an error for other rules and for the zero Rule,
// because they have no components. If the spec comes from package grammars, it must divide s into the same components as RFC
// 3986 Appendix B; otherwise there is an error.
func (r Rule) Parse(s string) (Ref, error) {
	ref, err := r.rule.Parse(s)
	if err == spec.ErrNoMatch {
		err = refused(s, r.rule)
	}
	return refOf(ref), err
}

// refused returns the error for a string that does not conform to the rule. Its findings are found
// when they are asked for.
func refused(s string, rule spec.Rule) error {
	r := new(struct {
		err    ParseError
		result result
	})
	r.result.settings, r.result.find = &grammarOnly, blamed
	r.err.Report = Report{input: s, rule: rule, result: &r.result}
	return &r.err
}

// blamed is what [check.Blamed] is where no prose rule is asked: a program that only parses has none of them.
func blamed(s string, r spec.Rule, set *options) finding.Report { return diagnose.Blame(s, r, set) }

// A ParseError is the error of [Parse] and its relatives: the string does not
// conform to the rule. Find it with errors.As. Its message describes the
// first fault, its place, the rule and how to fix it, and says how many more there are.
type ParseError struct{ Report Report }

// report returns the report of the error, the zero Report for nil.
func (e *ParseError) report() Report {
	if e == nil {
		return Report{}
	}
	return e.Report
}

func (e *ParseError) Error() string {
	var array [512]byte // most messages are no longer
	return string(e.report().internal().AppendSummary(append(array[:0], "iri: "...)))
}

// Findings returns the findings of the report. The caller must not change them.
func (e *ParseError) Findings() []Finding { return e.report().Findings() }

// Is reports whether the target is a [Code] that one of the findings has.
func (e *ParseError) Is(target error) bool { return hasCode(e.Findings(), target) }

// As sets the target to the first error of the report if it is a *[Finding] or
// a **Finding.
func (e *ParseError) As(target any) bool { return assignFirst(e.Findings(), target) }
