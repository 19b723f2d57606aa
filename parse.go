package iri

import (
	"fmt"
	"math"

	"github.com/rfc3987/iri/internal/engine"
)

// Parse parses s by the rule IRI of RFC 3987 §2.2 and returns it unchanged:
// parsing never normalizes. The error is a *[ParseError] that holds every
// finding of the grammar.
func Parse(s string) (i IRI, err error) {
	// The result is written where it lies: copied as a whole right after it is
	// written in parts, it would cost the processor more than the parsing of a host.
	var off engine.Offsets
	if uint64(len(s)) <= math.MaxUint32 && tableIRI.Split(s, &off) {
		i.r.s = s
		i.r.p.set(&off)
		return i, nil
	}
	return IRI{}, refused(s, RFC3987, "IRI")
}

// ParseAbsolute is like [Parse] for the rule absolute-IRI: an IRI that has no
// fragment, as a base has to be (RFC 3986 §5.1).
func ParseAbsolute(s string) (IRI, error) {
	r, err := parseBy(s, tableAbsolute, RFC3987, "absolute-IRI")
	return IRI{r}, err
}

// ParseRef is like [Parse] for the rule IRI-reference: an IRI or a relative
// reference.
func ParseRef(s string) (r Ref, err error) {
	var off engine.Offsets
	if uint64(len(s)) <= math.MaxUint32 && tableReference.Split(s, &off) {
		r.s = s
		r.p.set(&off)
		return r, nil
	}
	return Ref{}, refused(s, RFC3987, "IRI-reference")
}

// MustParse is like [Parse] but panics if s is no IRI. It is for constants.
func MustParse(s string) IRI {
	i, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return i
}

// MustParseRef is like [ParseRef] but panics if s is no IRI-reference.
func MustParseRef(s string) Ref {
	r, err := ParseRef(s)
	if err != nil {
		panic(err)
	}
	return r
}

// Valid reports whether s conforms to the rule IRI. It does not allocate.
func Valid(s string) bool { return tableIRI.Match(s) }

// ValidRef reports whether s conforms to the rule IRI-reference. It does not
// allocate.
func ValidRef(s string) bool { return tableReference.Match(s) }

// The tables that most calls need, looked up once.
var (
	tableIRI       = builtinTable("rfc3987", "IRI")
	tableAbsolute  = builtinTable("rfc3987", "absolute-IRI")
	tableReference = builtinTable("rfc3987", "IRI-reference")
	tableIPv4      = builtinTable("rfc3986", "IPv4address")
)

// Parse is [ParseRef] for any rule that names a whole reference (see
// [Rule.WholeReference]): a URI-reference, a LEIRI. If its spec was read, that spec
// must divide s as RFC 3986 Appendix B does. The zero Rule and other rules have no
// components; for them there is an error.
func (r Rule) Parse(s string) (Ref, error) {
	switch {
	case r.whole():
		return parse(s, r)
	case r.WholeReference():
		return r.parseRead(s)
	}
	return Ref{}, fmt.Errorf("iri: rule %s does not name a whole reference, so what it matches has no components", quote(r.Name()))
}

// parseRead is Parse for a spec that was read at run time, whose tables do not
// record where the components lie. Its rules may have been changed in any way, so
// each component is put to its own.
func (r Rule) parseRead(s string) (Ref, error) {
	if uint64(len(s)) > math.MaxUint32 || !r.Valid(s) {
		return Ref{}, refusedBy(s, r)
	}
	if !mustRule(LEIRI, "LEIRI-reference").Valid(s) {
		return Ref{}, fmt.Errorf("iri: %s cannot be taken apart: it conforms to %s of %s, but not to LEIRI-reference, which is as far as a reference can go", quote(s), r.Name(), r.d.spec.Name())
	}
	ref := Ref{s, split(s)}
	if text, rule := r.d.spec.components().misfit(ref); rule != (Rule{}) {
		return Ref{}, fmt.Errorf("iri: %s cannot be taken apart: %s stands where RFC 3986 Appendix B has %s, but is none in %s",
			quote(s), quote(text), rule.Name(), r.d.spec.Name())
	}
	return ref, nil
}

// misfit returns the first component of r that does not conform to its rule, and
// that rule; the zero Rule if all do.
func (p *profile) misfit(r Ref) (text string, rule Rule) {
	scheme, hasScheme := r.Scheme()
	authority, hasAuthority := r.Authority()
	userinfo, hasUserinfo := r.Userinfo()
	host, hasHost := r.Host()
	port, hasPort := r.Port()
	query, hasQuery := r.Query()
	fragment, hasFragment := r.Fragment()
	path := compPathNoscheme
	switch {
	case hasAuthority:
		path = compPathAbempty
	case r.Path() == "":
		path = compPathEmpty
	case r.Path()[0] == '/':
		path = compPathAbsolute
	case hasScheme:
		path = compPathRootless
	}
	for _, c := range []struct {
		comp  component
		text  string
		there bool
	}{
		{compScheme, scheme, hasScheme},
		{compAuthority, authority, hasAuthority},
		{compUserinfo, userinfo, hasUserinfo},
		{compHost, host.String(), hasHost},
		{compPort, port, hasPort},
		{path, r.Path(), true},
		{compQuery, query, hasQuery},
		{compFragment, fragment, hasFragment},
	} {
		if c.there && !p.comp[c.comp].Valid(c.text) {
			return c.text, p.comp[c.comp]
		}
	}
	return "", Rule{}
}

func ruleIRI() Rule       { return mustRule(RFC3987, "IRI") }
func ruleReference() Rule { return mustRule(RFC3987, "IRI-reference") }

func parse(s string, rule Rule) (Ref, error) {
	return parseBy(s, rule.d.table(), rule.d.spec, rule.d.rule.Name)
}

// parseBy parses with a table that records where the components lie. The rule is
// looked up only if s does not conform.
func parseBy(s string, t *engine.Table, spec *Spec, rule string) (r Ref, err error) {
	var off engine.Offsets
	if uint64(len(s)) <= math.MaxUint32 && t.Split(s, &off) {
		r.s = s
		r.p.set(&off)
		return r, nil
	}
	return Ref{}, refused(s, spec, rule)
}

// refused says why s is not parsed.
func refused(s string, spec *Spec, rule string) error { return refusedBy(s, mustRule(spec, rule)) }

func refusedBy(s string, rule Rule) error {
	if uint64(len(s)) > math.MaxUint32 {
		return fmt.Errorf("iri: %d bytes are more than the limit of 4 GiB", len(s))
	}
	return &ParseError{Report: rule.Validate(s, GrammarOnly())}
}

// A ParseError is the error of [Parse] and its relatives: the string does not
// conform to the rule. Find it with errors.As. Its message says what, where,
// which rule, and how to mend it, for the first fault, and how many more there are.
type ParseError struct{ Report Report }

func (e *ParseError) Error() string { return "iri: " + e.Report.summary() }

// Findings returns the findings of the report. The caller must not change them.
func (e *ParseError) Findings() []Finding { return e.Report.Findings() }

// Is reports whether the target is a [Code] that one of the findings has.
func (e *ParseError) Is(target error) bool { return holds(e.Report.findings, target) }

// As sets the target to the first error of the report if it is a *[Finding].
func (e *ParseError) As(target any) bool { return assign(e.Report.findings, target) }
