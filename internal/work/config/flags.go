package config

import (
	"errors"
	"flag"
	"maps"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/files/yaml"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/option"
)

// Why iri.toml cannot have an option.
const (
	doneNow   = "what is done this time"
	soughtNow = "what is looked for this time"
)

// Reading returns the options that say how files are read.
func Reading() []option.Option {
	return []option.Option{
		{Name: "exclude", Kind: option.List, Scope: option.Run, Field: "Exclude",
			Usage: "in folders, leave out what matches the `GLOB`, a pattern as in .gitignore; may be repeated"},
		{Name: "include", Kind: option.List, Scope: option.Run, Field: "Include",
			Usage: "in folders, read only files that match the `GLOB`; may be repeated"},
		{Name: "force-exclude", Kind: option.Switch, Scope: option.Run, Field: "ForceExclude",
			Usage: "read a file that is named only if a folder would give it: for hooks that name files"},
		{Name: "hidden", Kind: option.Switch, Scope: option.Run, Field: "Hidden",
			Usage: "in folders, read also what is hidden, and node_modules"},
		{Name: "follow", Kind: option.Switch, Why: "what is read outside of the folder", Field: "Follow",
			Usage: "in folders, read also what symbolic links lead to"},
		{Name: "max-line", Kind: option.Bytes, Default: option.Size(input.DefaultMaxLine), Min: 1, Scope: option.Run,
			Field: "MaxLine",
			Usage: "the longest line in `BYTES`, such as 65536, 64k or 1M"},
		{Name: "max-item", Kind: option.Bytes, Default: option.Size(input.DefaultMaxItem), Min: 1, Scope: option.Run,
			Field: "MaxItem",
			Usage: "the longest IRI in `BYTES`, without the escapes of the format"},
		{Name: "any-script", Kind: option.Switch, Scope: option.Run, Field: "AnyScript",
			Formats: names(text.Format, markdown.Format),
			Usage: "text, markdown: a bare IRI goes on with letters of any script, as RFC 3987 §7.3 says; by default " +
				"one after ASCII ends it, " +
				"as in http://example.jp/pageを参照"},
		{Name: "context", Kind: option.Table, Scope: option.Run, Path: true, Field: "Contexts", Parse: readContexts,
			Formats: names(jsonld.Format, html.Format, markdown.Format),
			Usage: "jsonld, html: the context that documents name as URL, in a file, as `URL=FILE`, because none is " +
				"fetched; may be repeated"},
		{Name: "from", Scope: option.Section, Field: "From",
			Usage: "the format of the input: " + strings.Join(input.FormatNames(), ", ") +
				" (default by the name of the file, or else lines); " +
				"ntriples and nquads are those of RDF 1.2, ntriples-1.1 and nquads-1.1 those of RDF 1.1"},
		{Name: "column", Kind: option.List, Scope: option.Section, Key: "columns", Field: "Columns", Formats: tables(),
			Usage: "csv, tsv: the `COLUMN`, as a name in the first line or as a number (default those that hold " +
				"IRIs); may be repeated"},
		{Name: "field", Kind: option.List, Scope: option.Section, Key: "fields", Field: "Fields",
			Formats: names(json.Format, yaml.Format, xml.XML),
			Usage: "json, yaml: the `PATH` to the value, such as a.b, with * for one name and ** for any number of " +
				"them " +
				"(default the string itself, or the member iri); xml: a path of XPath, such as " +
				"datafield/subfield[@code=\"u\"], ptr/@target or //@href " +
				"(default by the vocabulary); may be repeated"},
		{Name: "delimiter", Scope: option.Section, Field: "Delimiter", Formats: tables(),
			Usage: "csv, tsv: the `CHARACTER` between two fields, or comma, semicolon, tab or pipe (default the one " +
				"that the first lines show)"},
		{Name: "header", Default: "auto", Scope: option.Section, Field: "Header", Formats: tables(),
			Usage: "csv, tsv: `WHEN` the first line holds the names of the columns: auto, yes or no"},
		{Name: "split", Scope: option.Section, Field: "Split", Formats: append(tables(), xml.XML.String()),
			Usage: "csv, tsv, xml: a field can hold several IRIs, with `SEP` between them; a space stands for any " +
				"white space"},
	}
}

// names returns the names of formats.
func names(formats ...input.Format) (names []string) {
	for _, f := range formats {
		names = append(names, f.String())
	}
	return names
}

func tables() []string { return names(table.CSV, table.TSV) }

// Charset returns --charset; also what it means beside what files are read in.
func Charset(also string) option.Option {
	o := option.Option{Name: "charset", Scope: option.Section, Field: "DocumentCharset",
		Usage: "csv, tsv, html, xml: the `CHARSET` of files that do not say theirs (default utf-8)" + also}
	if also == "" {
		o.Formats = append(tables(), names(html.Format, xml.XML, xml.RDF, markdown.Format, yaml.Format)...)
	}
	return o
}

// Findings returns the options that say what becomes of findings.
func Findings() []option.Option {
	levels := func(values []string) (any, error) {
		return nil, option.OneOf("fail-on", values[0], option.FailOns())
	}
	return []option.Option{
		{Name: "fail-on", Default: option.FailOnError, Scope: option.Run, Parse: levels,
			Usage: "the exit status is 1 from this `LEVEL` on: " + strings.Join(option.FailOns(), ", ")},
		{Name: "no-ignore", Kind: option.Switch, Why: "all for once", Field: "NoIgnore",
			Usage: "report also what comments iri-ignore in the files ignore"},
		{Name: "baseline", Scope: option.Run, Path: true, Only: "check",
			Usage: "leave out the findings that `FILE` lists, and report what is new"},
		{Name: "write-baseline", Kind: option.Switch, Why: doneNow, Only: "check",
			Usage: "write what is found to the file of --baseline, instead of reporting it"},
	}
}

// maxContexts is how many bytes the files of contexts have together at most.
const maxContexts = 32 << 20

// readContexts reads the files of --context.
func readContexts(values []string) (any, error) {
	var contexts []jsonld.ContextFile
	left := maxContexts
	for _, c := range values {
		at := strings.LastIndexByte(c, '=')
		if at < 1 {
			return nil, option.Wrong("context", c, "write URL=FILE")
		}
		text, err := durable.ReadFile(c[at+1:], left)
		if err != nil {
			return nil, option.Wrong("context", c, err.Error())
		}
		left -= len(text)
		contexts = append(contexts, jsonld.ContextFile{URL: c[:at], Name: c[at+1:], Text: text})
	}
	return contexts, nil
}

// InFile returns the options that iri.toml may have, in the order in which it lists them.
func InFile() []option.Option {
	all := slices.Concat(option.Grammar(), []option.Option{option.Rule("")}, option.Checking(), Findings(),
		[]option.Option{option.Fix(), option.Guess()}, Reading(), []option.Option{Charset(""), option.Templates()})
	return slices.DeleteFunc(all, func(o option.Option) bool { return o.Scope == option.Never })
}

// Flags are the options of a command line, and the job that they make.
type Flags struct {
	option.Values
	job *Options // made once: a grammar may come from a pipe
}

// Job returns the job.
func (f *Flags) Job() (Options, error) {
	if f.job != nil {
		return *f.job, nil
	}
	o := new(Options)
	if err := f.Fill(o); err != nil {
		return Options{}, err
	}
	named, _ := option.ReadSeverities(f.Get("severity").List()) // Fill has looked at them
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if err := NotSettable(name); err != nil {
			return Options{}, option.Wrong("severity", name+"="+named[name].String(), err.Error())
		}
	}
	if from, err := input.ParseFormat(o.From); o.From != "" && err == nil {
		if err := f.Refuse(from.String()); err != nil {
			return Options{}, err
		}
	}
	if f.On("write-baseline") && f.Get("baseline").Text() == "" {
		return Options{}, errors.New("--write-baseline writes the file of --baseline: give it too")
	}
	if err := f.fillGrammar(o); err != nil {
		return Options{}, err
	}
	f.job = o
	return *o, nil
}

// Refuse returns the error for an option that no file in one of the formats takes.
func (f *Flags) Refuse(formats ...string) error {
	for _, v := range f.Values {
		if err := v.Refused(formats...); err != nil {
			return err
		}
	}
	return nil
}

// fillGrammar fills in the grammar: the files of --grammar, or that of the library which --spec names, and
// with both the library; else the name of a spec that is built in.
func (f *Flags) fillGrammar(o *Options) (err error) {
	names := f.Get("grammar").List()
	var files []spec.GrammarFile
	switch file, ok := InLibrary(o.Spec); {
	case len(names) > 0 && o.Spec != "" && o.Spec != spec.RFC3987.Name():
		return option.Wrong("spec", o.Spec, "cannot stand together with --grammar: leave one out")
	case len(names) > 0:
		if files, err = ReadFiles(names); err != nil {
			return err
		}
		if err = RefuseDocuments(files); err != nil {
			return err
		}
	case ok:
		files = []spec.GrammarFile{file}
	default:
		return nil
	}
	o.Spec, o.Grammar = "", nil
	for _, file := range append(files, Library()...) {
		o.Grammar = append(o.Grammar, iri.GrammarFile{Name: file.Name, Text: file.Text, Library: file.Library})
	}
	return nil
}

// AddTo adds options, as flags of a set of package flag.
func (f *Flags) AddTo(fs *flag.FlagSet, options ...option.Option) {
	for _, v := range f.Add(options...) {
		fs.Var(v, v.Name, v.Usage)
	}
}
