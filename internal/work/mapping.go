package work

import (
	"fmt"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/internal/change/mapping"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/scheme"
	"github.com/rfc3987/iri/internal/work/conversions"
)

// Convert returns what the options and a conversion ask for: what texts are checked against, and
// what is done with them. Of conversions whose source is a spec of their own, Options.Spec names
// that of the result. With Options.DocumentCharset, to-uri encodes queries in that charset.
func (o Options) Convert(c conversions.Conversion) (Target, Conversion, error) {
	result := iri.RFC3987
	if source := c.Source(); source != nil {
		var err error
		if result, err = (&Options{Spec: o.Spec}).ReadSpec(); err != nil {
			return Target{}, Conversion{}, err
		}
		if source == result && source == iri.LEIRI {
			return Target{}, Conversion{}, &OptionError{"spec", o.Spec, "the input is a LEIRI in any case, and --spec names the spec of the result: leave it out, or choose rfc3987, rfc3987bis or rfc3986"}
		}
		if o.Spec = ""; len(o.Grammar) == 0 {
			o.Spec = source.Name()
		}
	}
	cs, err := ParseCharset(o.DocumentCharset)
	if err != nil {
		return Target{}, Conversion{}, err
	}
	t, err := o.Target(ReferenceRule)
	if err != nil {
		return t, Conversion{}, err
	}
	conversion := Conversion{AnyString: true}
	var query []iri.URIOption
	whole := t.Rule.WholeReference()
	switch {
	case c.Kind == conversions.ToURI:
		if c.Host != iri.HostPercent && !whole && !isHost(t.Rule) || !cs.IsUnicode() && !whole {
			return t, conversion, &OptionError{"rule", t.Rule.String(), "choose a rule for whole references with --host or --charset"}
		}
		query = append(query, charset.Query(cs))
		if c.Host == iri.HostPercent && cs.IsUnicode() && (t.Spec == iri.RFC3987 || t.Spec == iri.RFC3986 || t.Spec == iri.RFC3987bis) {
			conversion.Lines = percent.AppendNonASCII // it does not change ASCII, so line ends stay
		}
	case c.Source() != nil && !whole:
		// A string that matches such a rule has no components.
		return t, conversion, &OptionError{"rule", t.Rule.String(), "choose a rule for whole references"}
	}
	convert, err := c.Func(t.Rule, result, query...)
	if err != nil {
		return t, conversion, err
	}
	conversion.Append = func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		return convert(dst, rec.Text, rule)
	}
	if cs.IsUnicode() {
		return t, conversion, nil
	}
	inWeb, err := c.Func(t.Rule, result, append(query, webBase)...)
	conversion.Append = func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		if isInWeb(rec) {
			return inWeb(dst, rec.Text, rule)
		}
		return convert(dst, rec.Text, rule)
	}
	return t, conversion, err
}

// webBase is the option for references that are resolved to http or https.
func webBase(o mapping.URIOptions) mapping.URIOptions {
	o.WebBase = true
	return o
}

// isInWeb reports whether a relative reference of the record is resolved to http or https: its base has
// such a scheme, or it is a link of a page, which says no other base. "The query component of an IRI is
// mapped into a URI by using the document charset" (3987bis §3.5) is for IRIs of these two schemes.
func isInWeb(rec *input.Record) bool {
	if rec.HasBase && rec.Base != "" {
		base, err := iri.ParseRef(rec.Base)
		if err != nil {
			return false
		}
		if name, ok := base.Scheme(); ok {
			return scheme.Is(name, scheme.Web)
		}
	}
	return rec.Format.IsWeb()
}

// QueryCharset returns the options for mapping what stands in a record to a URI, in a document
// in the charset.
func QueryCharset(rec *input.Record, cs charset.Charset) []iri.URIOption {
	opts := []iri.URIOption{charset.Query(cs)}
	if isInWeb(rec) {
		opts = append(opts, webBase)
	}
	return opts
}

// isHost reports whether a string that the rule matches is a host.
func isHost(r iri.Rule) bool {
	return slices.Contains([]string{"ihost", "host", "ireg-name", "reg-name"}, r.Name())
}

// ParseCharset returns the charset of a name; that of the empty name is UTF-8.
func ParseCharset(name string) (charset.Charset, error) {
	if name == "" {
		return charset.Charset{}, nil
	}
	c, err := charset.Parse(name)
	if err != nil {
		err = &OptionError{"charset", "", fmt.Sprintf("unknown charset %q: use a name of the WHATWG Encoding Standard, such as shift_jis", name)}
	}
	return c, err
}
