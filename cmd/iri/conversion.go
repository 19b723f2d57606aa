package main

import (
	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

// conversionCmd returns the constructor of the command of a conversion; words names its arguments in the usage line.
func conversionCmd(kind conversions.Kind, words string) func(*app) *cobra.Command {
	return func(a *app) *cobra.Command {
		cmd := &cobra.Command{Use: string(kind) + " [" + words + "... | -f FILE...]"}
		c := newConverter(a, cmd, config.ReferenceRule)
		addConversion(cmd, &c.how, kind.Options()...)
		instead := ""
		switch kind {
		case conversions.ToURI:
			addConversion(cmd, &c.how, conversions.QueryCharset())
			instead = "; --query-charset is that of queries"
		case conversions.Normalize:
			cmd.Long = normalizeHelp()
		}
		c.in.add(cmd, option.Charset(instead))
		cmd.RunE = func(_ *cobra.Command, words []string) error {
			return c.convert(words, conversions.Conversion{Kind: kind})
		}
		c.takeWords(0, stringWords)
		return cmd
	}
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

// parseCharset parses the value of an option. The charset is UTF-8 if the value is empty.
func parseCharset(of, name string) (convert.Charset, error) {
	c, err := config.ParseCharset(of, name)
	return c, run.OptionError(err)
}

// parseTextCharset is parseCharset for the charset of the input itself. Words of the command line cannot be in
// UTF-16.
func (f *inputFlags) parseTextCharset(name string, words []string) (convert.Charset, error) {
	c, err := parseCharset("charset", name)
	if err == nil && len(words) > 0 && c.IsUnicode() && c != (convert.Charset{}) {
		err = usagef("--charset %s: words on the command line are not in %s", name, c)
	}
	f.charset = name
	return c, err
}

// charsetOf returns the charset from which the text of an item must still be decoded. Documents, and text in UTF-16,
// have been decoded already.
func charsetOf(rec *input.Item, c convert.Charset) convert.Charset {
	if c.IsUnicode() || rec.Format.Document || rec.Decoded() {
		return convert.Charset{}
	}
	return c
}
