package rewrite

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// Of returns the target and the change for options and a conversion. If the conversion requires the spec of its
// input, Options.Spec is that of the result. With Conversion.QueryCharset, to-uri encodes queries in that charset.
func Of(o option.Options, c conversions.Conversion) (t config.Target, change Change, err error) {
	m := mapping{Conversion: c}
	if m.result, err = resultOf(&o, c); err != nil {
		return t, change, err
	}
	if m.charset, err = config.ParseCharset("query-charset", c.QueryCharset); err != nil {
		return t, change, err
	}
	if t, err = config.NewTarget(&o, config.ReferenceRule); err == nil {
		err = m.fits(t)
	}
	if err != nil {
		return t, change, err
	}
	if c.Kind == conversions.ToURI && c.Host == iri.HostPercent && m.charset.IsUnicode() && t.Rule.EncodedIsURI() {
		change.Lines = percent.AppendNonASCII // it does not change ASCII, so line ends stay
	}
	change.Conforming = c.Conforms(m.result)
	if c.Key {
		if m.standsFor, err = standsFor(t.Spec, c.Base); err != nil {
			return t, change, err
		}
		change.StandsFor = m.standsFor
	}
	change.Append, err = m.append()
	return t, change, err
}

// resultOf returns the spec of the results. If the conversion requires the spec of its input, it sets the spec of the
// options to that.
func resultOf(o *option.Options, c conversions.Conversion) (*spec.Spec, error) {
	source := c.Source()
	if source == nil {
		return spec.RFC3987, nil
	}
	result, err := config.ReadSpec(o)
	switch {
	case err != nil:
		return nil, err
	case source == result && source == spec.LEIRI:
		return nil, option.Wrong("spec", o.Spec, "the input is a LEIRI in any case, and --spec names the spec of the "+
			"result: leave it out, or choose rfc3987, rfc3987bis or rfc3986")
	case !result.Reference().IsWhole():
		return nil, errNoReferences(result)
	}
	o.Spec, o.Grammar = source.Name(), nil
	return result, nil
}

// A mapping is a conversion with its options resolved.
type mapping struct {
	conversions.Conversion
	result    *spec.Spec
	charset   convert.Charset              // of queries
	standsFor func(rec *input.Item) string // with Key: see [Change.StandsFor]
}

// standsFor returns the function [Change.StandsFor]. In files without a base, relative references are resolved
// against ofOthers, if that is not empty.
func standsFor(s *spec.Spec, ofOthers string) (func(rec *input.Item) string, error) {
	var ofAll component.Ref
	if ofOthers != "" {
		var err error
		if ofAll, err = convert.ParseBase(ofOthers, s); err != nil {
			return nil, option.Wrong("base", component.Redact(ofOthers), "write an IRI with a scheme that conforms")
		}
	}
	var ofRecords convert.Bases
	return func(rec *input.Item) string {
		if rec.IsLiteral() || base.HasScheme(rec.Text) {
			return rec.Text
		}
		b, err := ofAll, error(nil)
		if rec.Base.Known {
			b, err = ofRecords.Parse(rec.Base.IRI, s)
		}
		if err != nil || b.Text == "" {
			return rec.Text
		}
		ref, err := diagnose.Parse(rec.Text, s.Reference())
		if err != nil {
			return rec.Text
		}
		var target component.Ref
		normalize.Resolve(&target, &b, &ref)
		return target.Text
	}, nil
}

// fits returns an error if the conversion does not accept the rule of a target.
func (m *mapping) fits(t config.Target) error {
	if m.Kind != conversions.ToURI {
		if m.Source() != nil || m.Kind == conversions.Normalize {
			return WholeReferences(t)
		}
		return nil
	}
	if !t.Rule.IsWhole() && (!m.charset.IsUnicode() || m.Host != iri.HostPercent && !isHost(t.Rule)) {
		return option.Wrong("rule", t.Rule.String(), "choose a rule for whole references with --host or --query-charset")
	}
	return nil
}

// append returns the function [Change.Append].
func (m *mapping) append() (func(dst []byte, rec *input.Item, rule spec.Rule) ([]byte, error), error) {
	var failed error
	of := func(c conversions.Conversion, webBase bool) conversions.Func {
		uri := convert.URIOptions{WebBase: webBase}
		if c.Kind == conversions.ToURI {
			uri.Query = m.charset
		}
		f, err := c.Func(m.result, uri)
		failed = cmp.Or(failed, err)
		return f
	}
	// The last "/" of a base cannot be removed, nor can "/" or "#" at the end of a namespace.
	ofBases := m.Conversion
	keepsEnd := m.Kind == conversions.Normalize && !m.Key
	if keepsEnd {
		ofBases.Rung, ofBases.IgnoreFragment, ofBases.URNEquivalence = min(m.Rung, iri.RungHost), false, false
	}
	convert, before, inWeb := of(m.Conversion, false), of(ofBases, false), of(m.Conversion, true)
	return func(dst []byte, rec *input.Item, rule spec.Rule) ([]byte, error) {
		switch {
		case m.standsFor != nil:
			return convert(dst, m.standsFor(rec), rule)
		case !m.charset.IsUnicode() && isInWeb(rec):
			return inWeb(dst, rec.Text, rule)
		case rec.IsBaseOrNamespace():
			out, err := before(dst, rec.Text, rule)
			if result := out[len(dst):]; err == nil && keepsEnd && endsInDots(rec.Text) && string(result) != rec.Text {
				return dst, conversions.FindingsError(cannotWrite(rec, string(result), afterDots))
			}
			return out, err
		}
		return convert(dst, rec.Text, rule)
	}, failed
}

// afterDots is the message about a base or a namespace for which endsInDots is true.
const afterDots = `the base or namespace ends in "..", and what is resolved against it, or begins with it, would be another IRI`

// endsInDots reports whether the last segment of a path is "..". Resolving ignores it in a base (RFC 3986 §5.2.3).
func endsInDots(text string) bool {
	text, _, _ = strings.Cut(text, "#")
	path, _, _ := strings.Cut(text, "?")
	return strings.HasSuffix(path, "/..")
}

// isInWeb reports whether a relative reference of the item resolves to http or https: its base has such a scheme, or
// it is a link of a page without another base. "The query component of an IRI is mapped into a URI by using the
// document charset" (3987bis §3.5) is about these two schemes.
func isInWeb(rec *input.Item) bool {
	if name, _, ok := strings.Cut(rec.Base.IRI, ":"); rec.Base.Known && ok { // also if the base does not conform
		return scheme.Is(name, scheme.Web)
	}
	return rec.Format == html.Format
}

// QueryCharset returns the options for mapping the text of an item to a URI, in a document with the charset.
func QueryCharset(rec *input.Item, cs convert.Charset) convert.URIOptions {
	return convert.URIOptions{Query: cs, WebBase: isInWeb(rec)}
}

// isHost reports whether every string that the rule matches is a host.
func isHost(r spec.Rule) bool {
	kind, _ := r.Component()
	return kind == component.Host || kind == component.RegName
}

// WholeReferences returns an error if the rule does not match whole references, because then strings have no
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
