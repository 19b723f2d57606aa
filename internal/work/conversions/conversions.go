// Package conversions is the conversions of references as data, and fixes, for the command, the pipeline,
// the page and the npm package: what is chosen comes in, what converts a text and the JSON of its result go
// out. It must not know files, which these two do not read.
package conversions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/text/wording"
)

// A Kind is a kind of conversions, named as the command that carries it out.
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

// A Conversion says what references are converted to.
type Conversion struct {
	Kind    Kind
	Host    iri.HostMapping // ToURI, Normalize: how hosts are mapped
	Lenient bool            // ToURI: encode the ASCII that URIs do not allow; FromLEIRI: convert strings that are not LEIRIs, too
	Display bool            // ToIRI: decode the A-labels of hosts
	Rung    iri.Rung        // Normalize: the rung of the ladder, RungScheme for the usual one
	NFC     bool            // Normalize: also apply Normalization Form C
}

// Source returns the spec that the input conforms to, whatever the spec of the result; nil if that
// is the spec of the result.
func (c Conversion) Source() *iri.Spec {
	switch c.Kind {
	case ToIRI:
		return iri.RFC3986
	case FromLEIRI:
		return iri.LEIRI
	}
	return nil
}

// A Func converts a text that the rule need not match: it appends the result. If there is none it
// returns an error, which may hold findings, and dst unchanged.
type Func func(dst []byte, text string, rule iri.Rule) ([]byte, error)

// Func returns the conversion for texts most of which are checked against the rule. result is the
// spec of the result, for kinds with a source of their own. more are further options of ToURI.
func (c Conversion) Func(usual iri.Rule, result *iri.Spec, more ...iri.URIOption) (Func, error) {
	switch c.Kind {
	case ToURI:
		opts := append(more[:len(more):len(more)], iri.WithHostMapping(c.Host))
		if c.Lenient {
			opts = append(opts, iri.Lenient())
		}
		mapper := func(rule iri.Rule) iri.URIMapper {
			return iri.NewURIMapper(append(opts[:len(opts):len(opts)], iri.FromRule(rule))...)
		}
		first := mapper(usual)
		return func(dst []byte, text string, rule iri.Rule) ([]byte, error) {
			if rule == usual {
				return first.Append(dst, text)
			}
			m := mapper(rule)
			return m.Append(dst, text)
		}, nil
	case ToIRI:
		opts := forSpec(result)
		if c.Display {
			opts = append(opts, iri.Display())
		}
		return c.checked(func(dst []byte, text string) ([]byte, error) { return iri.AppendIRI(dst, text, opts...) }), nil
	case FromLEIRI:
		if c.Lenient {
			return func(dst []byte, text string, _ iri.Rule) ([]byte, error) {
				return append(dst, iri.EscapeLEIRI(text)...), nil
			}, nil
		}
		opts := forSpec(result)
		return c.checked(func(dst []byte, text string) ([]byte, error) { return iri.AppendFromLEIRI(dst, text, opts...) }), nil
	case Normalize:
		return c.normalize(), nil
	}
	return nil, fmt.Errorf("there is no conversion %q: choose one of %s", string(c.Kind), names())
}

func names() string {
	var b strings.Builder
	for i, k := range Kinds() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(k))
	}
	return b.String()
}

func forSpec(result *iri.Spec) []iri.IRIOption {
	if result == iri.RFC3987 {
		return nil
	}
	return []iri.IRIOption{iri.IRIFor(result)}
}

// checked returns a conversion that checks its input by the source itself. A text with another
// rule is checked before.
func (c Conversion) checked(convert func(dst []byte, text string) ([]byte, error)) Func {
	own := c.Source().Reference()
	return func(dst []byte, text string, rule iri.Rule) ([]byte, error) {
		if rule != own && !rule.Valid(text) {
			return dst, rule.Validate(text, iri.GrammarOnly()).Err()
		}
		return convert(dst, text)
	}
}

func (c Conversion) normalize() Func {
	var opts []iri.NormalizeOption
	if c.Host != iri.HostPercent {
		opts = append(opts, iri.NormalizeHost(c.Host))
	}
	if c.NFC {
		opts = append(opts, iri.NFC())
	}
	return func(dst []byte, text string, rule iri.Rule) ([]byte, error) {
		ref, err := rule.Parse(text)
		switch {
		case err != nil:
			return dst, err
		case len(opts) == 0 && rule.Spec() == iri.RFC3987:
			return ref.AppendNormal(dst, c.Rung), nil
		}
		out := ref.AppendNormal(dst, c.Rung, append(opts[:len(opts):len(opts)], iri.NormalizeFor(rule.Spec()))...)
		if err := CheckResult(out[len(dst):], rule.Spec()); err != nil {
			return dst, err
		}
		return out, nil
	}
}

// CheckResult returns an error for a result that does not conform to the spec of the input. Tests
// show that this does not happen with the built-in specs, for which it is not checked.
func CheckResult(result []byte, s *iri.Spec) error {
	if slices.Contains(iri.Specs(), s) {
		return nil
	}
	if ref := s.Reference(); !ref.Valid(string(result)) {
		return fmt.Errorf("the result %s does not conform to %s of %s", wording.Quote(string(result)), ref, s.Name())
	}
	return nil
}
