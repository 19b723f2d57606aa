// Package jobflags is the flags that fill in a job, as data: their names, what the help says, and
// where their values go. The command and the pipeline have different libraries of flags: each hands
// the list to its own. In come the values as they are written, out come [job.Options].
package jobflags

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/codes"
	"github.com/rfc3987/iri/internal/work/grammars"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Flag is a flag of a command line.
type Flag struct {
	Name  string
	Usage string // what the help says; a word in backquotes is what the value is called
	Value any    // *string, *bool, *int, *ByteCount, or *[]string for a flag that may be repeated; it holds the default
}

// AddTo registers flags in a set of package flag.
func AddTo(fs *flag.FlagSet, list ...Flag) {
	for _, x := range list {
		switch v := x.Value.(type) {
		case *string:
			fs.StringVar(v, x.Name, *v, x.Usage)
		case *bool:
			fs.BoolVar(v, x.Name, *v, x.Usage)
		case *int:
			fs.IntVar(v, x.Name, *v, x.Usage)
		case *ByteCount:
			fs.Var(v, x.Name, x.Usage)
		case *[]string:
			fs.Func(x.Name, x.Usage, func(s string) error {
				*v = append(*v, s)
				return nil
			})
		}
	}
}

// Set gives a flag of a list values, each as it is written. A name that the list has not is left out.
func Set(list []Flag, name string, values []string) (err error) {
	i := slices.IndexFunc(list, func(f Flag) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	value := values[0]
	switch v := list[i].Value.(type) {
	case *string:
		*v = value
	case *bool:
		*v, err = strconv.ParseBool(value)
	case *int:
		*v, err = strconv.Atoi(value)
	case *ByteCount:
		err = v.Set(value)
	case *[]string:
		*v = values
	}
	if err != nil {
		return job.Wrong(name, value, err.Error())
	}
	return nil
}

// Rules are the values of the flags that say what strings are checked against.
type Rules struct {
	Spec        string
	Grammar     []string // names of files
	Rule        string
	Severity    []string
	GrammarOnly bool
	Lint        bool
	MaxFindings int
	Guess       bool
	Suspicious  bool
	NoIgnore    bool
	FailOn      string // set by [Rules.FailFlag]

	files []spec.GrammarFile // of Grammar; a pipe can be read only once
}

// GrammarFlags are --spec and --grammar.
func (r *Rules) GrammarFlags() []Flag {
	r.Spec = spec.RFC3987.Name()
	return []Flag{
		{"spec", "the grammar: " + builtIn() + ", or one of the library, as \"iri grammar list\" names them", &r.Spec},
		{"grammar", "read the grammar from `FILE.abnf` instead; may be repeated", &r.Grammar},
	}
}

// builtIn lists the built-in specs, the default one first.
func builtIn() string {
	names := []string{spec.RFC3987.Name()}
	for _, s := range spec.Specs() {
		if s != spec.RFC3987 {
			names = append(names, s.Name())
		}
	}
	return strings.Join(names, ", ")
}

// RuleFlag is --rule; defaultRule says which one the default is.
func (r *Rules) RuleFlag(defaultRule string) Flag {
	return Flag{"rule", "the production to start from (default " + defaultRule + ")", &r.Rule}
}

// CheckFlags are those for the prose rules and the limit of findings.
func (r *Rules) CheckFlags() []Flag {
	r.MaxFindings = report.DefaultMaxFindings
	return []Flag{
		{"severity", "the severity of a prose rule: `CODE=LEVEL`, where LEVEL is error, warning or off; a list such as bidi-edge,control=off sets several, and bidi, pct, suspicious and all stand for many; may be repeated", &r.Severity},
		{"grammar-only", "leave out the prose rules", &r.GrammarOnly},
		{"lint", "turn on every prose rule that is off by default, as a warning", &r.Lint},
		{"suspicious", "warn of what conforms and is hardly meant: the codes suspicious-…", &r.Suspicious},
		{"max-findings", "report at most `N` findings of one input; 0 for all", &r.MaxFindings},
	}
}

// GuessFlag is --guess.
func (r *Rules) GuessFlag() Flag {
	return Flag{"guess", "where a string was probably meant otherwise, take the likeliest meaning as the fix", &r.Guess}
}

// FailFlag is --fail-on.
func (r *Rules) FailFlag() Flag {
	r.FailOn = summary.FailOnError
	return Flag{"fail-on", "the exit status is 1 from this `LEVEL` on: " + strings.Join(summary.FailOns(), ", "), &r.FailOn}
}

// IgnoreFlag is --no-ignore.
func (r *Rules) IgnoreFlag() Flag {
	return Flag{"no-ignore", "report also what comments iri-ignore in the files ignore", &r.NoIgnore}
}

// SampleFlag is --sample.
func SampleFlag(n *int) Flag {
	return Flag{"sample", "print only a random sample of `N` inputs of each code, at the end", n}
}

// CheckSample returns the error for a value of --sample that cannot be.
func CheckSample(n int) error {
	if n < 0 {
		return job.Wrong("sample", strconv.Itoa(n), "must not be negative")
	}
	return nil
}

// CoverageFlag is --coverage.
func CoverageFlag(is *bool) Flag {
	return Flag{"coverage", "after the run, print how many inputs went through each production and each alternative", is}
}

// Wanted are the values of the flags that say which IRIs a filter keeps: lists with commas.
type Wanted struct{ Schemes, Hosts []string }

// Flags are the flags.
func (w *Wanted) Flags() []Flag {
	return []Flag{
		{"scheme", "keep only IRIs with one of the `SCHEMES`, such as http,https; may be repeated", &w.Schemes},
		{"host", "keep only IRIs whose host is one of the `HOSTS`, or a name below it; may be repeated", &w.Hosts},
	}
}

// Fill fills in which IRIs a filter keeps.
func (w *Wanted) Fill(o *job.Options) {
	split := func(lists []string) (all []string) {
		for _, list := range lists {
			all = append(all, strings.Split(list, ",")...)
		}
		return all
	}
	o.OnlySchemes, o.OnlyHosts = split(w.Schemes), split(w.Hosts)
}

// fillGrammar fills in the grammar: the files of --grammar, or that of the library which --spec names, and
// with both the library; else the name of a spec that is built in.
func (r *Rules) fillGrammar(o *job.Options) error {
	o.Spec, o.Grammar = r.Spec, r.files
	if r.files != nil {
		o.Spec = ""
		return nil
	}
	var files []spec.GrammarFile
	if len(r.Grammar) > 0 {
		var err error
		if files, err = grammars.ReadFiles(r.Grammar); err != nil {
			return err
		}
	} else if file, ok := grammars.InLibrary(r.Spec); ok {
		files = []spec.GrammarFile{file}
	} else {
		return nil
	}
	r.files = append(files, grammars.Library()...)
	o.Spec, o.Grammar = "", r.files
	return nil
}

// Fill fills in what strings are checked against.
func (r *Rules) Fill(o *job.Options) (err error) {
	if r.FailOn != "" {
		if err := job.OneOf("fail-on", r.FailOn, summary.FailOns()); err != nil {
			return err
		}
	}
	o.Rule, o.NoIgnore = r.Rule, r.NoIgnore
	o.GrammarOnly, o.Lint, o.Guess, o.Suspicious = r.GrammarOnly, r.Lint, r.Guess, r.Suspicious
	switch {
	case r.MaxFindings < 0:
		return job.Wrong("max-findings", strconv.Itoa(r.MaxFindings), "must not be negative")
	case r.MaxFindings == 0:
		o.MaxFindings = -1
	default:
		o.MaxFindings = r.MaxFindings
	}
	if len(r.Grammar) > 0 && r.Spec != "" && r.Spec != spec.RFC3987.Name() {
		return job.Wrong("spec", r.Spec, "cannot stand together with --grammar: leave one out")
	}
	if err := r.fillGrammar(o); err != nil {
		return err
	}
	named, err := ReadSeverities(r.Severity)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if err := codes.NotSettable(name); err != nil {
			return job.Wrong("severity", name+"="+named[name].String(), err.Error())
		}
	}
	o.Severity = job.ExpandSeverity(named)
	return nil
}

// ReadSeverities parses the values of --severity: CODE=LEVEL, or a list with commas, in which a name
// without a level has that of the next one, as in bidi,pct=warning,control=error. Of two levels for one
// name the last one counts. It does not look at the names.
func ReadSeverities(values []string) (map[string]report.Severity, error) {
	named := make(map[string]report.Severity)
	for _, value := range values {
		wrong := func(reason string) error {
			return job.Wrong("severity", value, reason)
		}
		var waiting []string
		for item := range strings.SplitSeq(value, ",") {
			name, level, ok := strings.Cut(strings.TrimSpace(item), "=")
			if waiting = append(waiting, name); name == "" {
				return nil, wrong("a name is missing: write CODE=LEVEL, or CODE,CODE=LEVEL")
			} else if !ok {
				continue
			}
			severity, err := report.ParseSeverity(level)
			if err != nil {
				return nil, wrong(strconv.Quote(level) + " is not error, warning or off")
			}
			for _, name := range waiting {
				named[name] = severity
			}
			waiting = waiting[:0]
		}
		if len(waiting) > 0 {
			return nil, wrong("write CODE=error, CODE=warning or CODE=off")
		}
	}
	return named, nil
}

// Input are the values of the flags that say how files are read.
type Input struct {
	Hidden    bool
	Exclude   []string
	Include   []string
	From      string
	Fields    []string
	Contexts  []string
	Columns   []string
	Delimiter string
	Header    string
	Split     string
	Charset   string
	MaxLine   ByteCount
	MaxIRI    ByteCount
}

// Flags are the flags.
func (i *Input) Flags() []Flag {
	i.MaxLine, i.MaxIRI, i.Header = input.DefaultMaxLine, input.DefaultMaxIRI, "auto"
	return []Flag{
		{"hidden", "in folders, read also what is hidden, and node_modules", &i.Hidden},
		{"exclude", "in folders, leave out what matches the `GLOB`, a pattern as in .gitignore; may be repeated", &i.Exclude},
		{"include", "in folders, read only files that match the `GLOB`; may be repeated", &i.Include},
		{"from", "the format of the input: " + strings.Join(input.FormatNames(), ", ") + " (default by the name of the file, or else lines); ntriples and nquads are those of RDF 1.2, ntriples-1.1 and nquads-1.1 those of RDF 1.1", &i.From},
		{"field", "json, yaml: the `PATH` to the value, such as a.b, with * for one name and ** for any number of them (default the string itself, or the member iri); xml: a path of XPath, such as datafield/subfield[@code=\"u\"], ptr/@target or //@href (default by the vocabulary); may be repeated", &i.Fields},
		{"context", "jsonld, html: the context that documents name as URL, in a file, as `URL=FILE`, because none is fetched; may be repeated", &i.Contexts},
		{"column", "csv, tsv: the `COLUMN`, as a name in the first line or as a number (default those that hold IRIs); may be repeated", &i.Columns},
		{"delimiter", "csv, tsv: the `CHARACTER` between two fields, or comma, semicolon, tab or pipe (default the one that the first lines show)", &i.Delimiter},
		{"header", "csv, tsv: `WHEN` the first line holds the names of the columns: auto, yes or no", &i.Header},
		{"split", "csv, tsv, xml: a field can hold several IRIs, with `SEP` between them; a space stands for any white space", &i.Split},
		{"max-line", "the longest line in `BYTES`, such as 65536, 64k or 1M", &i.MaxLine},
		{"max-iri", "the longest IRI in `BYTES`, without the escapes of the format", &i.MaxIRI},
	}
}

// CharsetFlag is --charset for jobs whose texts are read in it and nothing else; also what it means beside that.
func (i *Input) CharsetFlag(also string) Flag {
	return Flag{"charset", "csv, tsv, html, xml: the `CHARSET` of files that do not say theirs (default utf-8)" + also, &i.Charset}
}

// Fill fills in how files are read.
func (i *Input) Fill(o *job.Options) error {
	o.DocumentCharset = i.Charset
	o.Hidden, o.Exclude, o.Include = i.Hidden, i.Exclude, i.Include
	o.Delimiter, o.Header, o.Split = i.Delimiter, i.Header, i.Split
	o.From, o.Fields, o.Columns, o.MaxLine, o.MaxIRI = i.From, i.Fields, i.Columns, int(i.MaxLine), int(i.MaxIRI)
	for _, n := range []struct {
		name  string
		value ByteCount
	}{{"max-line", i.MaxLine}, {"max-iri", i.MaxIRI}} {
		if n.value < 1 {
			return job.Wrong(n.name, strconv.Itoa(int(n.value)), "must be at least 1")
		}
	}
	o.Contexts = nil
	for _, c := range i.Contexts {
		at := strings.LastIndexByte(c, '=')
		if at < 1 {
			return job.Wrong("context", c, "write URL=FILE")
		}
		text, err := os.ReadFile(c[at+1:])
		if err != nil {
			return job.Wrong("context", c, err.Error())
		}
		o.Contexts = append(o.Contexts, input.ContextFile{URL: c[:at], Name: c[at+1:], Text: text})
	}
	return nil
}
