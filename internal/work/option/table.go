package option

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the entry of each option.

// Grammar returns the options --spec and --grammar. A program that can read files sets the field of the second one.
func Grammar() []Option {
	return []Option{
		{Name: "spec", Default: spec.RFC3987.Name(), Scope: Run | Section, Field: "Spec",
			Usage: "the grammar; " + builtIn() + ", or one of the library, as \"iri grammar list\" names them"},
		{Name: "grammar", Kind: List, Scope: Run, Path: true,
			Usage: "read the grammar from `FILE.abnf` instead; may be repeated"},
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

// Rule returns the option --rule; defaultRule names the default for the help.
func Rule(defaultRule string) Option {
	return Option{Name: "rule", Scope: Run | Section, Field: "Rule", Usage: "the production to start from (default " +
		defaultRule + ")"}
}

// Checking returns the options for the prose rules and the limit of findings: those of [Options.Settings].
func Checking() []Option {
	return []Option{
		{Name: "severity", Kind: Table, Scope: Run | Section, Field: "Severity", Parse: parseSeverities,
			Usage: "the severity of a prose rule; `CODE=LEVEL`, where LEVEL is error, warning or off; " +
				"a list such as bidi-edge,control=off sets several, and bidi, pct, suspicious and all stand for " +
				"many; may be repeated"},
		{Name: "grammar-only", Kind: Switch, Scope: Run, Field: "GrammarOnly", Usage: "leave out the prose rules"},
		{Name: "lint", Kind: Switch, Scope: Run, Field: "Lint",
			Usage: "turn on prose rules that are off by default, as warnings; all but path-empty"},
		{Name: "suspicious", Kind: Switch, Scope: Run, Field: "Suspicious",
			Usage: "warn of more strings that conform and are hardly meant; these are all codes suspicious-…"},
		{Name: "max-findings", Kind: Number, Default: strconv.Itoa(finding.DefaultMaxFindings), Scope: Run,
			Field: "MaxFindings", Parse: parseMax,
			Usage: "report at most `N` findings of one input; 0 for all"},
	}
}

// Guess returns the option --guess.
func Guess() Option {
	return Option{Name: "guess", Kind: Switch, Scope: Run, Field: "Guess",
		Usage: "take the likeliest meaning as the fix; a string changes only if it was probably meant otherwise"}
}

// Fix returns the option --fix.
func Fix() Option {
	return Option{Name: "fix", Kind: List, Scope: Run, OfRun: true, Only: "fix",
		Usage: "also fix the warnings with this `CODE`; bidi, pct, suspicious and all stand for many, and lists have commas"}
}

// The values of [Templates] that are not the default.
const (
	Skip  = "skip"  // whatever the format is
	Check = "check" // as any other text
)

// Templates returns the option of iri.toml that says how texts with placeholders are treated.
func Templates() Option {
	return Option{Name: "templates", Default: "auto", Of: []string{"auto", Check, Skip}, Scope: Section,
		Field: "Templates"}
}

// The values of --fail-on: the findings that make a run fail.
const (
	FailOnError   = "error"   // an input that does not conform
	FailOnWarning = "warning" // a warning, too
	FailOnNever   = "never"   // no finding
)

// FailOns returns the values of --fail-on, the default first.
func FailOns() []string { return []string{FailOnError, FailOnWarning, FailOnNever} }

// Duplicates returns the option --severity of commands that read a grammar and check nothing.
func Duplicates() Option {
	return Option{Name: "severity", Kind: Table, Field: "Severity", Parse: parseDuplicates,
		Usage: "`CODE=LEVEL`, which is duplicate=warning; of two definitions of a rule that differ, the first one counts"}
}

// Reading returns the options for reading files of the formats.
func Reading(formats []string) []Option {
	return []Option{
		{Name: "exclude", Kind: List, Scope: Run, Field: "Exclude",
			Usage: "in folders, leave out what matches the `GLOB`; it is a pattern as in .gitignore; may be repeated"},
		{Name: "include", Kind: List, Scope: Run, Field: "Include",
			Usage: "in folders, read only files that match the `GLOB`; may be repeated"},
		{Name: "force-exclude", Kind: Switch, Scope: Run, OfRun: true, Field: "ForceExclude",
			Usage: "read a file that is named only if a folder would give it; for hooks that name files"},
		{Name: "hidden", Kind: Switch, Scope: Run, OfRun: true, Field: "Hidden",
			Usage: "in folders, also read hidden files and folders, and node_modules"},
		{Name: "follow", Kind: Switch, Why: "what is read outside of the folder", Field: "Follow",
			Usage: "in folders, also follow symbolic links"},
		{Name: "max-line", Kind: Bytes, Default: "64M", Min: 1, Scope: Run, OfRun: true,
			Field: "MaxLine",
			Usage: "the longest line in `BYTES`; write 65536, 64k or 1M"},
		{Name: "max-item", Kind: Bytes, Default: "16M", Min: 1, Scope: Run, OfRun: true,
			Field: "MaxItem",
			Usage: "the longest IRI in `BYTES`; the escapes of the format do not count"},
		{Name: "any-script", Kind: Switch, Scope: Run, Field: "AnyScript",
			Formats: []string{"text", "markdown"},
			Usage: "text, markdown: a bare IRI goes on with letters of any script; RFC 3987 §7.3 says so, and by default " +
				"one after ASCII ends it, " +
				"as in http://example.jp/pageを参照"},
		{Name: "context", Kind: Table, Scope: Run, Path: true, Field: "Contexts", Parse: readContexts,
			Formats: []string{"jsonld", "html", "markdown"},
			Usage:   "jsonld, html: a context that documents name, as `URL=FILE`; none is fetched; may be repeated"},
		{Name: "prefix", Kind: Table, Scope: Run, Key: "prefixes", Named: scheme.PrefixSets(), Field: "Prefixes",
			Parse: readPrefixes, Formats: []string{"turtle", "trig", "sparql", "owl", "html"},
			Usage: "turtle, trig, sparql, html: a prefix that no file declares; write `NAME=IRI`, or " +
				strings.Join(scheme.PrefixSets(), " or ") + " for all of its own; may be repeated"},
		{Name: "from", Scope: Section, Field: "From",
			Usage: "the format of the input; one of " + strings.Join(formats, ", ") +
				" (default by the name of the file, or else lines); " +
				"ntriples and nquads are those of RDF 1.2, ntriples-1.1 and nquads-1.1 those of RDF 1.1"},
		{Name: "column", Kind: List, Scope: Section, Key: "columns", Field: "Columns", Formats: tables(),
			Usage: "csv, tsv: the `COLUMN` (default those that hold IRIs); a name in the first line, or a number; " +
				"may be repeated"},
		{Name: "field", Kind: List, Scope: Section, Key: "fields", Field: "Fields",
			Formats: []string{"json", "yaml", "xml"},
			Usage: "json, yaml, xml: the `PATH` to the value; of JSON and YAML such as a.b, with * for one name and ** for any number of " +
				"them " +
				"(default the string itself, or the member iri); of XML one of XPath, such as " +
				"datafield/subfield[@code=\"u\"], ptr/@target or //@href " +
				"(default by the vocabulary); may be repeated"},
		{Name: "delimiter", Scope: Section, Field: "Delimiter", Formats: tables(),
			Usage: "csv, tsv: the `CHARACTER` between fields (default by the first lines); comma, " +
				"semicolon, tab and pipe stand for theirs"},
		{Name: "header", Default: "auto", Scope: Section, Field: "Header", Formats: tables(),
			Usage: "csv, tsv: `WHEN` the first line names the columns; auto, yes or no"},
		{Name: "split", Scope: Section, Field: "Split", Formats: append(tables(), "xml"),
			Usage: "csv, tsv, xml: a field can hold several IRIs, with `SEP` between them; a space stands for any " +
				"white space"},
	}
}

// Charset returns --charset. instead is the option that the error suggests for other formats; it may be empty.
func Charset(instead string) Option {
	return Option{Name: "charset", Scope: Section, Field: "DocumentCharset", Instead: instead,
		Formats: append(tables(), []string{"html", "xml", "rdfxml", "markdown", "yaml", "text", "lines"}...),
		Usage:   "the `CHARSET` of files that do not say theirs (default utf-8); in text, lines, csv, tsv, html and xml"}
}

// Findings returns the options for the treatment of findings.
func Findings() []Option {
	return []Option{
		{Name: "fail-on", Default: FailOnError, Of: FailOns(), Scope: Run, OfRun: true,
			Usage: "the exit status is 1 from this `LEVEL` on; one of " + strings.Join(FailOns(), ", ")},
		{Name: "no-ignore", Kind: Switch, Why: "all for once", Field: "NoIgnore",
			Usage: "also report the findings that comments iri-ignore in the files ignore"},
		{Name: "baseline", Scope: Run, OfRun: true, Path: true, Only: "check",
			Usage: "leave out the findings that `FILE` lists; new ones are reported"},
		{Name: "write-baseline", Kind: Switch, OfRun: true, Why: "what is done this time", Only: "check",
			Usage: "write all findings to the file of --baseline; none is reported then"},
	}
}

// maxContexts is the largest total size in bytes of the files of contexts.
const maxContexts = 32 << 20

// readContexts reads the files of --context.
func readContexts(values []string) (any, error) {
	var contexts []ContextFile
	left := maxContexts
	for _, c := range values {
		at := strings.LastIndexByte(c, '=')
		if at < 1 {
			return nil, Wrong("context", c, "write URL=FILE")
		}
		text, err := durable.ReadFile(c[at+1:], left)
		if err != nil {
			return nil, Wrong("context", c, err.Error())
		}
		left -= len(text)
		contexts = append(contexts, ContextFile{URL: c[:at], Name: c[at+1:], Text: text})
	}
	return contexts, nil
}

// readPrefixes returns the namespaces of the prefixes in values of --prefix. If a prefix is given twice, the last one
// is used.
func readPrefixes(values []string) (any, error) {
	if len(values) == 0 {
		return map[string]string(nil), nil
	}
	prefixes := make(map[string]string)
	for _, v := range values {
		name, text, ok := strings.Cut(v, "=")
		if !ok {
			set, ok := scheme.PrefixSet(v)
			if !ok {
				return nil, Wrong("prefix", v, "write NAME=IRI, or one of "+strings.Join(scheme.PrefixSets(), ", "))
			}
			maps.Copy(prefixes, set)
			continue
		}
		name = strings.TrimSuffix(name, ":")
		if strings.ContainsAny(name, ": \t") {
			return nil, Wrong("prefix", v, strconv.Quote(name)+" is not a prefix")
		}
		if _, err := iri.Parse(text); err != nil {
			return nil, Wrong("prefix", v, strings.TrimPrefix(err.Error(), "iri: "))
		}
		prefixes[name] = text
	}
	return prefixes, nil
}

// Choice returns the options that select the configuration file.
func Choice() []Option {
	return []Option{
		{Name: "config", Why: "which file it is",
			Usage: "read options from `FILE` (default the nearest iri.toml); that is the one above each file in its repository"},
		{Name: "no-config", Why: "whether there is one", Kind: Switch, Usage: "read no iri.toml"},
		{Name: "trust-config", Why: "whose file it is", Kind: Switch,
			Usage: "iri.toml may name files outside of its repository"},
	}
}

// InFile returns the options that iri.toml may set, in the order in which help lists them.
func InFile() []Option {
	all := slices.Concat(Grammar(), []Option{Rule("")}, Checking(), Findings(),
		[]Option{Fix(), Guess()}, Reading(nil), []Option{Charset(""), Templates()})
	return slices.DeleteFunc(all, func(o Option) bool { return o.Scope == Never })
}

func tables() []string { return []string{"csv", "tsv"} }

func parseDuplicates(values []string) (any, error) {
	named, err := ReadSeverities(values)
	for name := range named {
		if err := OneOf("severity", name, []string{abnf.Duplicate}); err != nil {
			return nil, err
		}
	}
	return ExpandSeverity(named), err
}

func parseSeverities(values []string) (any, error) {
	named, err := ReadSeverities(values)
	return ExpandSeverity(named), err
}

// parseMax parses --max-findings, where 0 means all.
func parseMax(values []string) (any, error) {
	n, err := parse(Number, values[0])
	if n == 0 {
		n = -1
	}
	return n, err
}

// The list below says which options have no effect with which other options and inputs. A program refuses them there.

// An apart is an option that cannot be used together with others.
type apart struct {
	command string // the only command that it applies to; empty if all
	name    string
	others  []string
}

var aparts = []apart{
	{"from-leiri", "lenient", []string{"spec", "rule"}},
	{"", "whole", []string{"from"}},
	{"parse", "components", []string{"all", "browser"}},
	{"parse", "browser", []string{"all"}},
	{"", "diff", []string{"write", "list", "rejects", "unbuffered"}},
	{"", "write", []string{"list", "rejects", "unbuffered"}},
	{"", "list", []string{"rejects"}}, // which lists results in any case
	{"", "quiet", []string{"rejects", "limit"}},
	{"check", "quiet", []string{"format", "explain", "only-findings", "summary-only", "summary-by", "no-summary"}},
	{"", "no-summary", []string{"summary-only", "summary-by"}},
	{"", "summary-only", []string{"limit", "explain", "only-findings"}},
	{"", "write-baseline", []string{"explain", "limit"}},
	{"", "grammar-only", []string{"lint", "suspicious"}},
	{"fmt", "write", []string{"check"}},
	{"update", "check", []string{"output"}},
}

// A need is an option that has an effect only with another one.
type need struct {
	command string // the only command that it applies to; empty if all
	name    string
	other   string
	values  []string // the values that the other one needs; nil if any that is given
}

var needs = []need{
	{"", "explain", "format", []string{"text"}},
	{"", "only-findings", "format", []string{"json"}},
	{"", "summary-by", "format", []string{"text", "short", "json"}},
	{"", "summary-only", "format", []string{"text", "short", "json"}},
	{"", "list", "format", []string{"text"}},
	{"", "diff", "format", []string{"text"}},
	{"", "write", "format", []string{"text"}},
	{"", "rejects", "format", []string{"text", "tsv"}},
	{"", "force", "write", nil},
	{"", "reasons", "rejects", nil},
	{"prepare", "query-charset", "to", []string{"uri"}},
}

// An Input is a kind of input of a run.
type Input uint8

// The kinds of input. A run may have several.
const (
	Words Input = 1 << iota // of the command line
	Stdin
	Files
	Folders
)

var inputNames = []string{"words", "standard input", "files", "folders"}

// An inputNeed is an option that has an effect only with some kinds of input, or with another option.
type inputNeed struct {
	name string
	of   Input
	or   string // the other option; empty if there is none
}

var inputNeeds = []inputNeed{
	{"exclude", Folders, "force-exclude"},
	{"include", Folders, "force-exclude"},
	{"hidden", Folders, "force-exclude"},
	{"follow", Folders, "force-exclude"},
	{"force-exclude", Files | Folders, "stdin-filename"},
	{"stdin-filename", Stdin, ""},
	{"whole", Stdin | Files | Folders, ""},
	{"rejects", Stdin | Files | Folders, ""},
	{"max-line", Stdin | Files | Folders, ""},
	{"no-ignore", Stdin | Files | Folders, ""},
}

// A Given returns the value of an option, and whether the user has set it to another than the default. Values of
// iri.toml do not count: there an option without effect is allowed. ok is false if the program has no option of that
// name.
type Given func(name string) (value string, isGiven, ok bool)

func (g Given) is(name string) bool {
	_, isGiven, _ := g(name)
	return isGiven
}

// Useless returns an error for an option of a command that has no effect because of another one.
func Useless(command string, g Given) error {
	for _, a := range aparts {
		if a.command != "" && a.command != command || !g.is(a.name) {
			continue
		}
		if i := slices.IndexFunc(a.others, g.is); i >= 0 {
			return fmt.Errorf("--%s and --%s cannot stand together: leave one out", a.name, a.others[i])
		}
	}
	for _, n := range needs {
		value, isGiven, ok := g(n.other)
		switch {
		case n.command != "" && n.command != command || !g.is(n.name) || !ok:
		case n.values == nil && !isGiven:
			return fmt.Errorf("--%s does nothing without --%s", n.name, n.other)
		case n.values != nil && !slices.Contains(n.values, value):
			return fmt.Errorf("--%s does nothing with --%s %s: it is for %s", n.name, n.other, value, strings.Join(n.values, ", "))
		}
	}
	return nil
}

// UselessFor returns an error for an option that has no effect on the inputs.
func UselessFor(read Input, g Given) error {
	for _, n := range inputNeeds {
		if !g.is(n.name) || g.is(n.or) || read&n.of != 0 {
			continue
		}
		advice := ""
		if n.or == "force-exclude" && read&Files != 0 {
			advice = "; with --" + n.or + " it holds for files that are named, too"
		}
		return fmt.Errorf("--%s does nothing here: it is for %s, and what is read is %s%s", n.name,
			strings.Join(n.of.names(), ", "), strings.Join(read.names(), ", "), advice)
	}
	return nil
}

// names returns the names of kinds of input.
func (in Input) names() (names []string) {
	for i, name := range inputNames {
		if in&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
