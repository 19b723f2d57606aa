package option

import (
	"strconv"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// Grammar returns the options --spec and --grammar. A program that can read files fills in the second one.
func Grammar() []Option {
	return []Option{
		{Name: "spec", Default: spec.RFC3987.Name(), Scope: Run | Section, Field: "Spec",
			Usage: "the grammar: " + builtIn() + ", or one of the library, as \"iri grammar list\" names them"},
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

// Rule returns the option --rule; defaultRule says which one the default is.
func Rule(defaultRule string) Option {
	return Option{Name: "rule", Scope: Run | Section, Field: "Rule", Usage: "the production to start from (default " +
		defaultRule + ")"}
}

// Checking returns the options for the prose rules and the limit of findings: those of [Checks].
func Checking() []Option {
	return []Option{
		{Name: "severity", Kind: Table, Scope: Run | Section, Field: "Severity", Parse: parseSeverities,
			Usage: "the severity of a prose rule: `CODE=LEVEL`, where LEVEL is error, warning or off; " +
				"a list such as bidi-edge,control=off sets several, and bidi, pct, suspicious and all stand for " +
				"many; may be repeated"},
		{Name: "grammar-only", Kind: Switch, Scope: Run, Field: "GrammarOnly", Usage: "leave out the prose rules"},
		{Name: "lint", Kind: Switch, Scope: Run, Field: "Lint",
			Usage: "turn on every prose rule that is off by default, as a warning"},
		{Name: "suspicious", Kind: Switch, Scope: Run, Field: "Suspicious",
			Usage: "warn of what conforms and is hardly meant: the codes suspicious-…"},
		{Name: "max-findings", Kind: Number, Default: strconv.Itoa(report.DefaultMaxFindings), Scope: Run,
			Field: "MaxFindings", Parse: parseMax,
			Usage: "report at most `N` findings of one input; 0 for all"},
	}
}

// Guess returns the option --guess.
func Guess() Option {
	return Option{Name: "guess", Kind: Switch, Scope: Run, Field: "Guess",
		Usage: "where a string was probably meant otherwise, take the likeliest meaning as the fix"}
}

// Fix returns the option --fix.
func Fix() Option {
	return Option{Name: "fix", Kind: List, Scope: Run, Only: "fix",
		Usage: "also fix the warnings with this `CODE`, or of bidi, pct, suspicious or all; lists have commas"}
}

// The values of [Templates] that are not the default.
const (
	Skip  = "skip"  // whatever the format is
	Check = "check" // as any other text
)

// Templates returns the option of iri.toml that says what becomes of texts that are filled in later.
func Templates() Option {
	return Option{Name: "templates", Default: "auto", Scope: Section, Field: "Templates",
		Parse: func(values []string) (any, error) {
			return values[0], OneOf("templates", values[0], []string{"auto", Check, Skip})
		}}
}

// What makes a run fail: the values of --fail-on.
const (
	FailOnError   = "error"   // an input that does not conform
	FailOnWarning = "warning" // a warning, too
	FailOnNever   = "never"   // nothing that is found
)

// FailOns returns the values of --fail-on, the default first.
func FailOns() []string { return []string{FailOnError, FailOnWarning, FailOnNever} }

// Duplicates returns the option --severity of what reads a grammar and checks nothing.
func Duplicates() Option {
	return Option{Name: "severity", Kind: Table, Field: "Severity", Parse: parseDuplicates,
		Usage: "`duplicate=warning`: of two definitions of a rule that differ, the first one counts"}
}

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

// parseMax is for --max-findings, where 0 stands for all.
func parseMax(values []string) (any, error) {
	n, err := parse(Number, values[0])
	if n == 0 {
		n = -1
	}
	return n, err
}

// Checks are what the options of checks fill in.
type Checks struct {
	Severity    map[iri.Code]iri.Severity // of prose rules
	GrammarOnly bool
	Lint        bool
	Suspicious  bool
	Guess       bool
	MaxFindings int // 0 for report.DefaultMaxFindings, less than 0 for all
}

// Settings returns the settings of checks, without a function Match.
func (c *Checks) Settings() (report.Settings, error) {
	set := report.Settings{GrammarOnly: c.GrammarOnly, Lint: c.Lint, Guess: c.Guess, Max: max(c.MaxFindings, 0)}
	if c.MaxFindings == 0 {
		set.Max = report.DefaultMaxFindings
	}
	if c.Suspicious {
		rules.Suspicious(&set)
	}
	rules, err := SeveritiesOf(c.Severity)
	rules.Apply(&set)
	return set, err
}
