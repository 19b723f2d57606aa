package rewrite

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// Of returns what the options and a conversion ask for: what texts are checked against, and
// what is done with them. Of conversions whose source is a spec of their own, Options.Spec names
// that of the result. With Conversion.QueryCharset, to-uri encodes queries in that charset.
func Of(o option.Options, c conversions.Conversion) (config.Target, Change, error) {
	result := spec.RFC3987
	if source := c.Source(); source != nil {
		var err error
		if result, err = config.ReadSpec(&o); err != nil {
			return config.Target{}, Change{}, err
		}
		if source == result && source == spec.LEIRI {
			return config.Target{}, Change{},
				option.Wrong("spec", o.Spec, "the input is a LEIRI in any case, and --spec names the spec of the "+
					"result: leave it out, or choose rfc3987, rfc3987bis or rfc3986")
		}
		if !result.Reference().IsWhole() {
			return config.Target{}, Change{}, errNoReferences(result)
		}
		o.Spec, o.Grammar = source.Name(), nil
	}
	cs, err := config.ParseCharset("query-charset", c.QueryCharset)
	if err != nil {
		return config.Target{}, Change{}, err
	}
	t, err := config.NewTarget(&o, config.ReferenceRule)
	if err != nil {
		return t, Change{}, err
	}
	var conversion Change
	var uri convert.URIOptions
	whole := t.Rule.IsWhole()
	switch {
	case c.Kind == conversions.ToURI:
		if c.Host != iri.HostPercent && !whole && !isHost(t.Rule) || !cs.IsUnicode() && !whole {
			return t, conversion, option.Wrong("rule", t.Rule.String(),
				"choose a rule for whole references with --host or --query-charset")
		}
		uri.Query = cs
		if c.Host == iri.HostPercent && cs.IsUnicode() && t.Rule.EncodedIsURI() {
			conversion.Lines = percent.AppendNonASCII // it does not change ASCII, so line ends stay
		}
	case c.Source() != nil || c.Kind == conversions.Normalize:
		if err := WholeReferences(t); err != nil {
			return t, conversion, err
		}
	}
	convert, err := c.Func(result, uri)
	if err != nil {
		return t, conversion, err
	}
	conversion.Conforming = c.Conforms(result)
	before := convert
	if c.Kind == conversions.Normalize && !c.Key &&
		(c.Rung == iri.RungProtocol || c.IgnoreFragment || c.URNEquivalence) {
		// The last "/" of a base is not needless, nor is that or the "#" of a namespace.
		c.Rung, c.IgnoreFragment, c.URNEquivalence = min(c.Rung, iri.RungHost), false, false
		if before, err = c.Func(result, uri); err != nil {
			return t, conversion, err
		}
	}
	uri.WebBase = true
	inWeb, err := c.Func(result, uri)
	conversion.Append = func(dst []byte, rec *input.Record, rule spec.Rule) ([]byte, error) {
		switch {
		case !cs.IsUnicode() && isInWeb(rec):
			return inWeb(dst, rec.Text, rule)
		case rec.IsBefore():
			out, err := before(dst, rec.Text, rule)
			if result := out[len(dst):]; err == nil && c.Kind == conversions.Normalize && !c.Key && endsInDots(rec.Text) &&
				string(result) != rec.Text {
				return dst, conversions.FindingsError(cannotWrite(rec, string(result), afterDots))
			}
			return out, err
		}
		return convert(dst, rec.Text, rule)
	}
	return t, conversion, err
}

// afterDots is said of a base or a namespace that endsInDots.
const afterDots = `the base or namespace ends in "..", and what is resolved against it, or begins with it, would be another IRI`

// endsInDots reports whether the last segment of a path is "..": in a base it is not read (RFC 3986 §5.2.3).
func endsInDots(text string) bool {
	text, _, _ = strings.Cut(text, "#")
	path, _, _ := strings.Cut(text, "?")
	return strings.HasSuffix(path, "/..")
}

// isInWeb reports whether a relative reference of the record is resolved to http or https: its base has
// such a scheme, or it is a link of a page, which says no other base. "The query component of an IRI is
// mapped into a URI by using the document charset" (3987bis §3.5) is for IRIs of these two schemes.
func isInWeb(rec *input.Record) bool {
	if name, _, ok := strings.Cut(rec.Base, ":"); rec.HasBase && ok { // also of a base that does not conform
		return scheme.Is(name, scheme.Web)
	}
	return rec.Format == html.Format
}

// QueryCharset returns the options for mapping what stands in a record to a URI, in a document
// in the charset.
func QueryCharset(rec *input.Record, cs convert.Charset) convert.URIOptions {
	return convert.URIOptions{Query: cs, WebBase: isInWeb(rec)}
}

// isHost reports whether a string that the rule matches is a host.
func isHost(r spec.Rule) bool {
	kind, _ := r.Component()
	return kind == component.Host || kind == component.RegName
}

// WholeReferences returns an error for a rule that does not stand for whole references: what matches it has no
// components.
func WholeReferences(t config.Target) error {
	switch {
	case t.Rule.IsWhole():
		return nil
	case t.Spec.Reference().IsWhole():
		return option.Wrong("rule", t.Rule.String(), "choose a rule for whole references")
	}
	return errNoReferences(t.Spec)
}

func errNoReferences(s *spec.Spec) error {
	if lacking := s.Lacking(); lacking != nil {
		return fmt.Errorf("the grammar %s does not say in its header which rules stand for references and their "+
			"components: write ; %s RULE", s.Name(), strings.Join(lacking, " RULE, ; "))
	}
	return fmt.Errorf("the grammar %s has no rule for references and their components: choose one that changes a "+
		"built-in one, with a line \"; changes: rfc3987\", or says in its header which rules they are", s.Name())
}
