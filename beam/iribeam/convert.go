package iribeam

import (
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/work"
)

// Converted is the result of [Fix] and [Convert].
type Converted struct {
	// Results holds what was converted: of files, Text, in which only the IRIs differ
	// from the input; of strings, a string for each string.
	Results beam.PCollection
	// Failed holds Rejected: the records with a string that has no result. They are in
	// Results too, and that string is unchanged there.
	Failed beam.PCollection
	Counted
}

// Fix applies the fixes of all errors, and of warnings with one of the codes, and checks
// the result again. A string that cannot be fixed stays as it is.
func Fix(s beam.Scope, col beam.PCollection, codes []iri.Code, o Options) Converted {
	return convert(s.Scope("iribeam.Fix"), col, rewriter{lazyChecker: lazyChecker{Options: o}, Kind: kindFix, Codes: codes})
}

// A Conversion says what IRIs are converted to.
type Conversion struct {
	Kind    Kind
	Host    string // ToURI, Normalize: how hosts are mapped, as iri to-uri --host
	Lenient bool   // ToURI: encode the ASCII that URIs do not allow
	Display bool   // ToIRI: decode the A-labels of hosts
	Rung    string // Normalize: the rung of the ladder; empty for scheme
}

// A Kind is a conversion of references.
type Kind string

// The conversions, named as the commands of iri.
const (
	ToURI     Kind = "to-uri"
	ToIRI     Kind = "to-iri"
	FromLEIRI Kind = "from-leiri"
	Normalize Kind = "normalize"

	kindFix Kind = "fix"
)

// Convert converts references. The default rule is the one for references; ToIRI reads RFC
// 3986 and FromLEIRI reads LEIRIs unless the options name a spec. A string that does not
// conform stays as it is.
func Convert(s beam.Scope, col beam.PCollection, c Conversion, o Options) Converted {
	return convert(s.Scope("iribeam.Convert"), col, rewriter{lazyChecker: lazyChecker{Options: o}, Kind: c.Kind, Conversion: c})
}

func convert(s beam.Scope, col beam.PCollection, r rewriter) Converted {
	strings := prepare(col, r.Options, work.TopRule)
	if err := r.Setup(); err != nil {
		panic("iribeam: " + err.Error())
	}
	if strings {
		results, failed, parts := beam.ParDo3(s, &rewriteStringsFn{r, stringPart{}}, col)
		return Converted{results, failed, Counted{parts}}
	}
	results, failed, parts := beam.ParDo3(s, &rewriteFn{r}, split(s, col, r.Options))
	return Converted{results, failed, Counted{parts}}
}

// Validate returns an error if the conversion does not exist, or not with these options.
func (c Conversion) Validate(o Options) error {
	r := rewriter{lazyChecker: lazyChecker{Options: o}, Kind: c.Kind, Conversion: c}
	return r.Setup()
}

// conversion returns the function that converts a text that rule may match.
func (c *Conversion) conversion(ch *checker) (func(text string, rule iri.Rule) (string, error), error) {
	host := iri.HostPercent
	if c.Host != "" {
		var err error
		if host, err = iri.ParseHostMapping(c.Host); err != nil {
			return nil, err
		}
	}
	if !ch.Rule.WholeReference() {
		return nil, fmt.Errorf("%s does not name a whole reference: choose another rule", ch.Rule)
	}
	// The mappings check their input by one rule; other rules are checked before.
	checked := func(own iri.Rule, f func(string) ([]byte, error)) func(string, iri.Rule) (string, error) {
		return func(text string, rule iri.Rule) (string, error) {
			if rule != own && !rule.Valid(text) {
				return "", rule.Validate(text, iri.GrammarOnly()).Err()
			}
			out, err := f(text)
			return string(out), err
		}
	}
	switch c.Kind {
	case ToURI:
		return func(text string, rule iri.Rule) (string, error) {
			opts := []iri.URIOption{iri.WithHostMapping(host), iri.FromRule(rule)}
			if c.Lenient {
				opts = append(opts, iri.Lenient())
			}
			out, err := iri.AppendURI(nil, text, opts...)
			return string(out), err
		}, nil
	case ToIRI:
		var opts []iri.IRIOption
		if c.Display {
			opts = append(opts, iri.Display())
		}
		return checked(iri.RFC3986.Reference(), func(text string) ([]byte, error) { return iri.AppendIRI(nil, text, opts...) }), nil
	case FromLEIRI:
		return checked(iri.LEIRI.Reference(), func(text string) ([]byte, error) { return iri.AppendFromLEIRI(nil, text) }), nil
	case Normalize:
		rung := iri.RungScheme
		if c.Rung != "" {
			var err error
			if rung, err = iri.ParseRung(c.Rung); err != nil {
				return nil, err
			}
		}
		return func(text string, rule iri.Rule) (string, error) {
			ref, err := rule.Parse(text)
			if err != nil {
				return "", err
			}
			opts := []iri.NormalizeOption{iri.NormalizeFor(rule.Spec())}
			if host != iri.HostPercent {
				opts = append(opts, iri.NormalizeHost(host))
			}
			out := string(ref.AppendNormal(nil, rung, opts...))
			// Tests of the library show that this cannot happen with a built-in grammar.
			if len(ch.options.Grammar) > 0 && !rule.Spec().Reference().Valid(out) {
				return "", fmt.Errorf("the result does not conform to %s", rule.Spec().Reference())
			}
			return out, nil
		}, nil
	}
	return nil, fmt.Errorf("there is no conversion %q: choose one of to-uri, to-iri, from-leiri, normalize", string(c.Kind))
}
