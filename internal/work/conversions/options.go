package conversions

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/work/option"
)

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
