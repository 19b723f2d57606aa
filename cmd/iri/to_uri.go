package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/jobflags"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

func newToURICmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "to-uri [IRI... | FILE...]",
		Short: "Map IRIs to URIs (RFC 3987 §3.1)",
		Long: `to-uri percent-encodes the UTF-8 of every character that URIs do not allow. A URI
does not change. Nothing is normalized, because the input is Unicode (step 1c).

--host says how the host is converted:
  percent             percent-encoded like the rest (the default, RFC 3987 §3.1 step 2)
  idna                as a domain name by IDNA2008 (RFC 5891 §5.3 to §5.5); labels are
                      not mapped, and an invalid label is an error
  uts46               as browsers do: Unicode Technical Standard #46, not transitional
  uts46-transitional  ToASCII of RFC 3490 with UseSTD3ASCIIRules, as RFC 3987 asks for,
                      but with the tables of Unicode 3.2 replaced by those of UTS 46,
                      where ß becomes ss, ς σ, and joiners go away. Labels have 1 to 63
                      octets, and no ASCII but letters, digits and hyphens, which are
                      neither first nor last. What is unassigned there is refused
Percent-encoded UTF-8 in the host is decoded first. A host whose octets are not UTF-8
is not a domain name: it is only percent-encoded, so ASCII does not change. An IP
address does not change.

--charset names the charset of the document that the IRIs come from. Queries of http and
https are then percent-encoded in that charset (3987bis §3.5), and those of relative
links in a page, or with a base of these schemes. Tables, and HTML and XML that do not
declare a charset, are read in it; other input is UTF-8 in any case.

--lenient encodes < > " space { } | \ ^ and ` + "`" + `, which IRIs do not allow, instead
of refusing them (RFC 3987 §3.1, last part).`,
		Example: `  iri to-uri https://résumé.example.org/ärger
  iri to-uri --host idna https://bücher.example/
  iri to-uri --charset shift_jis 'http://example.jp/?q=日本'
  iri to-uri --lenient 'http://example.org/a b?{x}'`,
	}
	c := newConverter(a, cmd, job.ReferenceRule)
	addConversion(cmd, &c.how, conversions.ToURI.Options()...)
	c.in.add(cmd, jobflags.Charset("; queries of http and https are percent-encoded in it"))
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		return c.convert(words, conversions.Conversion{Kind: conversions.ToURI})
	}
	c.in.takeFiles(a, cmd, sometimes)
	return cmd
}

// addConversion adds options of conversions to a set and registers them.
func addConversion(cmd *cobra.Command, to *option.Values, options ...option.Option) {
	addFlags(cmd, to, options...)
	for _, o := range options {
		switch o.Name {
		case "host":
			complete(cmd, "host", hostname.Mappings)
		case "to":
			complete(cmd, "to", conversions.RungNames)
		}
	}
}

// parseCharset parses the value of --charset. The charset is UTF-8 if the value is empty.
func parseCharset(name string) (convert.Charset, error) {
	c, err := job.ParseCharset(name)
	return c, run.OptionError(err)
}

// parseTextCharset is parseCharset for the charset of the input itself. Words of the
// command line cannot be in UTF-16.
func (f *inputFlags) parseTextCharset(name string, words []string) (convert.Charset, error) {
	c, err := parseCharset(name)
	if err == nil && len(words) > 0 && c.IsUnicode() && c != (convert.Charset{}) {
		err = usagef("--charset %s: words on the command line are not in %s", name, c)
	}
	f.charset = name
	return c, err
}

// charsetOf returns the charset that the text of a record still has to be decoded from.
// Documents have been decoded, and all text in UTF-16.
func charsetOf(rec *input.Record, c convert.Charset) convert.Charset {
	if c.IsUnicode() || rec.Format.Document || rec.Decoded() {
		return convert.Charset{}
	}
	return c
}
