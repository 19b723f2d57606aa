// Package conversions has conversions, comparisons, fixes and parse trees of single references, for the command, the
// pipeline, the page and the npm package. Options come in as data; it returns functions that convert a text, and
// appends results as JSON. It must not know files: the page and the npm package do not read any.
package conversions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/templates"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// A Kind is a kind of conversion, with the name of its command.
type Kind string

// The kinds.
const (
	ToURI     Kind = "to-uri"     // RFC 3987 §3.1
	ToIRI     Kind = "to-iri"     // RFC 3987 §3.2
	FromLEIRI Kind = "from-leiri" // 3987bis §6
	Normalize Kind = "normalize"  // RFC 3987 §5.3
)

// Kinds returns the kinds.
func Kinds() []Kind { return []Kind{ToURI, ToIRI, FromLEIRI, Normalize} }

// A Conversion has the options of a conversion, with types of the API.
type Conversion struct {
	Kind Kind
	Host iri.HostMapping // ToURI, Normalize: how hosts are mapped; ToIRI: from what they are mapped back
	// ToURI: encode the ASCII that URIs do not allow; FromLEIRI: convert strings that are not LEIRIs, too
	Lenient bool
	// ToURI: the charset in which queries of http and https are percent-encoded; empty for UTF-8
	QueryCharset string

	Display bool     // ToIRI: decode the A-labels of hosts
	Strict  bool     // ToIRI: convert URIs alone, and refuse IRIs
	Rung    iri.Rung // Normalize: the rung of the ladder, RungScheme for the usual one
	NFC     bool     // Normalize: also apply Normalization Form C
	Key     bool     // Normalize: the result is for comparing, which every reference has; NFC says nothing
	Base    string   // with Key: what relative references are resolved against where the file has no base

	IgnoreFragment bool // Normalize: leave fragments out
	URNEquivalence bool // Normalize: leave r-, q- and f-components of URNs out
}

// Conforms reports whether all results conform to the rule for references of the spec of the result.
func (c Conversion) Conforms(result *spec.Spec) bool {
	return !c.Lenient && c.Kind != FromLEIRI && result.Reference().Family() != spec.LEIRIs
}

// FilledIn reports whether a text is not converted because a program fills in its placeholders: it has the syntax of
// a template, and is not a reference. LEIRIs may have the characters of placeholders, so texts by the rule of LEIRIs
// are converted, except in files that people write by hand.
func FilledIn(rule spec.Rule, text string, byHand bool) bool {
	if rule.Family() != spec.LEIRIs || byHand {
		rule = spec.RFC3987.Reference()
	}
	return templates.Has(text) && !rule.Valid(text)
}

// Source returns the spec of the input if the kind requires one, such as RFC 3987 for to-uri. It returns nil if the
// input has the spec of the result.
func (c Conversion) Source() *spec.Spec {
	switch c.Kind {
	case ToIRI:
		return spec.RFC3986
	case FromLEIRI:
		return spec.LEIRI
	}
	return nil
}

// A Func converts a text, which need not match the rule, and appends the result to dst. If it returns an error, which
// may have findings, it returns dst unchanged.
type Func func(dst []byte, text string, rule spec.Rule) ([]byte, error)

// Func returns the function of the conversion. result is the spec of the result, for kinds whose input has another
// spec; uri has further options of ToURI.
func (c Conversion) Func(result *spec.Spec, uri convert.URIOptions) (Func, error) {
	switch c.Kind {
	case ToURI:
		uri.Host, uri.Lenient = hostname.Mapping(c.Host), c.Lenient
		return func(dst []byte, text string, rule spec.Rule) ([]byte, error) {
			of := uri
			of.Rule = rule
			return of.Append(dst, text)
		}, nil
	case ToIRI:
		o := convert.IRIOptions{Target: result}
		if c.Display || c.Host != iri.HostPercent {
			o.Display = rules.Deceptive
		}
		fromURI := c.checked(func(dst []byte, text string) ([]byte, error) { return convert.AppendIRI(dst, text, o) })
		if c.Strict {
			return fromURI, nil
		}
		return func(dst []byte, text string, rule spec.Rule) ([]byte, error) {
			if chars.IsASCII(text) {
				return fromURI(dst, text, rule)
			}
			return fromIRI(fromURI, dst, text, rule, result)
		}, nil
	case FromLEIRI:
		if c.Lenient {
			return func(dst []byte, text string, _ spec.Rule) ([]byte, error) {
				return append(dst, convert.EscapeLEIRI(text)...), nil
			}, nil
		}
		o := convert.IRIOptions{Target: result}
		return c.checked(func(dst []byte, text string) ([]byte, error) {
			return convert.AppendFromLEIRI(dst, text, o)
		}), nil
	case Normalize:
		return c.normalize(), nil
	}
	return nil, fmt.Errorf("there is no conversion %q: choose one of %s", string(c.Kind),
		strings.ReplaceAll(strings.Trim(fmt.Sprint(Kinds()), "[]"), " ", ", "))
}

// checked returns a Func for a conversion that checks its input against the source spec. It checks a text with
// another rule first.
func (c Conversion) checked(convert func(dst []byte, text string) ([]byte, error)) Func {
	own := c.Source().Reference()
	return func(dst []byte, text string, rule spec.Rule) ([]byte, error) {
		if rule != own && !rule.Valid(text) {
			return dst, &finding.ParseError{Report: diagnose.Blame(text, rule,
				&finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}, ParseTree: Match})}
		}
		return convert(dst, text)
	}
}

// fromIRI converts an IRI to a URI, applies fromURI to it, and appends the result. Offsets of findings are those in
// the text.
func fromIRI(fromURI Func, dst []byte, text string, rule spec.Rule, result *spec.Spec) ([]byte, error) {
	uri := convert.URIOptions{Rule: spec.RFC3987.Reference()}
	if own := result.Reference(); !uri.Rule.Valid(text) && own.Valid(text) {
		uri.Rule = own
	}
	mapped, err := uri.Append(nil, text)
	if err != nil {
		return dst, err
	}
	out, err := fromURI(dst, string(mapped), rule)
	if err == nil {
		return out, nil
	}
	inText := func(offset int) int {
		for i := range len(text) {
			if offset <= 0 {
				return i
			}
			offset -= percent.EncodedLen(text[i : i+1])
		}
		return len(text)
	}
	findings := slices.Clone(FindingsOf(err, string(mapped)))
	for i := range findings {
		f := &findings[i]
		if f.Start, f.End = inText(f.Start), inText(f.End); f.Fix != nil {
			fix := *f.Fix
			fix.Start, fix.End = inText(fix.Start), inText(fix.End)
			f.Fix = &fix
		}
	}
	return dst, FindingsError(findings)
}

// NormalizeOptions returns the options of the normal form, for references of the spec.
func (c Conversion) NormalizeOptions(s *spec.Spec) normalize.Options {
	return normalize.Options{NFC: c.NFC, Spec: s, Host: hostname.Mapping(c.Host), IgnoreFragment: c.IgnoreFragment,
		URNEquivalence: c.URNEquivalence}
}

func (c Conversion) normalize() Func {
	usual := c.NormalizeOptions(nil) == normalize.Options{}
	return func(dst []byte, text string, rule spec.Rule) ([]byte, error) {
		ref, err := diagnose.Parse(text, rule)
		switch {
		case err != nil:
			return dst, err
		case usual && rule.Spec() == spec.RFC3987:
			return normalize.AppendNormal(dst, ref, normalize.Rung(c.Rung), nil), nil
		}
		o := c.NormalizeOptions(rule.Spec())
		if c.Key {
			return normalize.AppendKey(dst, ref, normalize.Rung(c.Rung), o), nil
		}
		out, refused := normalize.AppendNormalOr(dst, ref, normalize.Rung(c.Rung), &o)
		if refused != "" {
			_, err = convert.ConformOrEscape(refused, text, rule.Spec().Reference().Name(), rule.Spec().Reference())
		}
		return out, err
	}
}

// Resolve returns the target of a reference (RFC 3986 §5.2). The base has a scheme. The target is percent-encoded
// where the grammar of the spec requires it.
func Resolve(base, ref component.Ref, nonStrict bool, s *spec.Spec) (target component.Ref, err error) {
	if nonStrict {
		normalize.ResolveNonStrict(&target, &base, &ref)
	} else {
		normalize.Resolve(&target, &base, &ref)
	}
	if rule := s.Reference(); (target.Text != ref.Text || s.IsCustom()) && !rule.Valid(target.Text) {
		return convert.ConformOrEscape(target.Text, ref.Text, rule.Name(), rule)
	}
	return target, nil
}

// Relativize returns the shortest reference of the spec that resolves to exactly the target with the base.
func Relativize(base, target component.Ref, s *spec.Spec) component.Ref {
	by := s.Reference()
	if !s.IsCustom() { // every target of a built-in spec has a reference that conforms to it
		by = spec.Rule{}
	}
	ref, _ := normalize.Relativize(base, target, by)
	return ref
}
