package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/change/charsets"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/folders"
	_ "github.com/rfc3987/iri/internal/files/formats" // registers the formats
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/option"
)

// maxMaxLine is the largest value of MaxLine and MaxItem.
const maxMaxLine = 1 << 30

// Input returns the options of package input.
func Input(o *option.Options) (*input.Options, error) {
	from, err := input.ParseFormat(o.From)
	switch {
	case err != nil:
		return nil, option.Wrong("from", "", err.Error())
	case o.MaxLine < 0:
		return nil, option.Wrong("max-line", fmt.Sprint(o.MaxLine), "must be at least 1")
	case o.MaxLine > maxMaxLine:
		return nil, option.Wrong("max-line", fmt.Sprint(o.MaxLine),
			fmt.Sprintf("must be at most %d, which is 1 GiB: a line is held in memory, several times", maxMaxLine))
	case o.MaxItem < 0 || o.MaxItem > maxMaxLine:
		return nil, option.Wrong("max-item", fmt.Sprint(o.MaxItem), fmt.Sprintf("must be from 1 to %d", maxMaxLine))
	}
	tables := table.Options{Columns: o.Columns}
	if tables.Delimiter, err = table.ParseDelimiter(o.Delimiter); err != nil {
		return nil, option.Wrong("delimiter", "", err.Error())
	}
	if tables.Header, err = table.ParseHeader(o.Header); err != nil {
		return nil, option.Wrong("header", "", err.Error())
	}
	if _, err := ParseCharset("charset", o.DocumentCharset); err != nil {
		return nil, err
	}
	if err := input.CheckSplit(o.Split); err != nil {
		return nil, option.Wrong("split", "", err.Error())
	}
	var files []jsonld.ContextFile
	for _, f := range o.Contexts {
		files = append(files, jsonld.ContextFile(f))
	}
	contexts, err := jsonld.NewContexts(files)
	if err != nil {
		return nil, option.Wrong("context", "", err.Error())
	}
	in := &input.Options{
		Choice: folders.Choice{
			Hidden: o.Hidden, Follow: o.Follow, ForceExclude: o.ForceExclude, Exclude: o.Exclude, Include: o.Include,
			Reserved: slices.Clone(o.NotInput),
		},
		From: from, Fields: o.Fields, AnyScript: o.AnyScript, Split: o.Split,
		Formats: []any{tables, rdf.Options{RDF11: strings.HasSuffix(o.From, "-1.1")}, contexts,
			input.NewGivenPrefixes(o.Prefixes)},
		MaxLine: o.MaxLine, MaxItem: o.MaxItem, Charset: o.Charset, DocumentCharset: o.DocumentCharset,
		Templates: o.Templates == option.Skip,
	}
	in.AnyLines, in.References = lines(o)
	return in, perFile(o, in)
}

// lines reports whether lines of files are checked by a rule other than that of IRIs, and whether it is a rule for
// references, which may be relative.
func lines(o *option.Options) (any, references bool) {
	s, ok := spec.ByName(cmp.Or(o.Spec, spec.RFC3987.Name()))
	if len(o.Grammar) > 0 || !ok {
		return true, false
	}
	r, ok := s.Rule(o.Rule)
	if !ok {
		return false, false
	}
	return !r.IsWhole(), TakesRelative(r)
}

// TakesRelative reports whether a rule for whole references accepts relative ones.
func TakesRelative(r spec.Rule) bool { return r.IsWhole() && r.Valid("x") }

// ParseCharset returns the charset that an option names. An empty name means UTF-8.
func ParseCharset(of, name string) (convert.Charset, error) {
	if name == "" {
		return convert.Charset{}, nil
	}
	c, err := charsets.Parse(name)
	if err != nil {
		err = option.Wrong(of, "", fmt.Sprintf("unknown charset %q: use a name of the WHATWG Encoding Standard, such as shift_jis", name))
	}
	return c, err
}
