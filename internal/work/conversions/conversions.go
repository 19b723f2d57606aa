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
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/templates"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/option"
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

// Options returns the options of the conversions of a kind. They set the fields of a [Conversion].
func (k Kind) Options() []option.Option {
	on := func(name, field, usage string) option.Option {
		return option.Option{Name: name, Kind: option.Switch, Field: field, Usage: usage}
	}
	switch k {
	case ToURI:
		return []option.Option{HostOption("how hosts are converted"),
			on("lenient", "Lenient", "encode the printable ASCII that URIs do not allow; by default it is refused")}
	case ToIRI:
		return []option.Option{on("display", "Display", "decode the A-labels of hosts, for people to read"),
			HostOption("how hosts are converted back; all but percent do what --display does"),
			on("strict", "Strict", "convert URIs alone, and refuse IRIs")}
	case FromLEIRI:
		return []option.Option{on("lenient", "Lenient", "convert strings that are not LEIRIs, too")}
	case Normalize:
		return append(Equality("normalize up to"), on("nfc", "NFC", "also apply Unicode Normalization Form C"))
	}
	return nil
}

// QueryCharset returns an option of [ToURI]. It needs the tables of charsets, which iri/full does not link.
func QueryCharset() option.Option {
	return option.Option{Name: "query-charset", Field: "QueryCharset",
		Usage: "the `CHARSET` for queries of http and https; it is that of their document"}
}

// Equality returns the options that define which references are equal. what is the first clause of the help of --to.
func Equality(what string) []option.Option {
	return []option.Option{
		{Name: "to", Default: normalize.RungScheme.String(), Field: "Rung", Usage: what + " `RUNG`; one of " +
			strings.Join(RungNames(), ", "),
			Parse: func(values []string) (any, error) {
				r, err := normalize.ParseRung(values[0])
				if err != nil {
					err = option.Wrong("to", "", strings.TrimPrefix(err.Error(), "iri: "))
				}
				return r, err
			}},
		HostOption("read hosts as domain names"),
		{Name: "ignore-fragment", Kind: option.Switch, Field: "IgnoreFragment",
			Usage: "leave fragments out; they do not affect what is retrieved (RFC 3986 §6.1)"},
		{Name: "urn-equivalence", Kind: option.Switch, Field: "URNEquivalence",
			Usage: "leave the r-, q- and f-components of URNs out; this applies from rung scheme on (RFC 8141 §3.1)"},
	}
}

// Base returns the option for the base of references that are compared.
func Base() option.Option {
	return option.Option{Name: "base", Field: "Base",
		Usage: "resolve relative references against the `IRI`; a base in the file comes first"}
}

// RungNames returns the values of --to.
func RungNames() (names []string) {
	for _, r := range normalize.Rungs() {
		names = append(names, r.String())
	}
	return names
}

// HostOption returns the option --host; what is the first clause of its help.
func HostOption(what string) option.Option {
	return option.Option{Name: "host", Default: hostname.Percent.String(), Field: "Host", Usage: what + "; one of " +
		strings.Join(hostname.Mappings(), ", "),
		Parse: func(values []string) (any, error) {
			m, err := hostname.ParseMapping(values[0])
			if err != nil {
				err = option.Wrong("host", values[0], "choose one of "+strings.Join(hostname.Mappings(), ", "))
			}
			return m, err
		}}
}

// CodeConversion is the code of a conversion that fails with an error without findings.
const CodeConversion = "conversion"

// A FindingsError is an error with at least one finding.
type FindingsError []finding.Finding

func (e FindingsError) Error() string { return e[0].MessageText() }

// FindingsOf returns the findings of an error. For an error without findings it returns one finding about the whole
// input.
func FindingsOf(err error, text string) []finding.Finding {
	switch e := err.(type) {
	case FindingsError:
		return e
	case *finding.ParseError:
		return e.Report.Findings
	case *finding.ConvertError:
		if len(e.Findings) > 0 {
			return e.Findings
		}
	}
	return []finding.Finding{{
		Code:     CodeConversion,
		Severity: finding.Error,
		Message:  finding.External(strings.TrimPrefix(err.Error(), "iri: "), nil),
		End:      len(text),
	}}
}

// AppendResult appends the members "input" and "output" or, if the conversion failed, "input" and "findings". one
// appends a finding with its position; if it is nil, findings are written without one.
func AppendResult(b []byte, text, output string, failed bool, findings []finding.Finding,
	one func([]byte, *finding.Finding) []byte) []byte {
	b = append(jsonw.AppendText(b, "input", text), ',')
	if failed {
		return AppendFindings(b, findings, one)
	}
	return jsonw.AppendText(b, "output", output)
}

// AppendFindings appends the member "findings"; one appends each.
func AppendFindings(b []byte, findings []finding.Finding, one func([]byte, *finding.Finding) []byte) []byte {
	b = append(b, `"findings":[`...)
	for i := range findings {
		if i > 0 {
			b = append(b, ',')
		}
		if f := &findings[i]; one != nil {
			b = one(b, f)
		} else {
			b = f.AppendJSON(b)
		}
	}
	return append(b, ']')
}
