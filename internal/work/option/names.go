package option

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// UnknownName returns the error for a name that is not in a list. It suggests a similar name or, if there is none,
// adds the advice, which may be empty. format has a %q for the name.
func UnknownName(name string, known []string, format, advice string) error {
	best := abnf.Nearest(name, known)
	if best == "" {
		return fmt.Errorf(format+"%s", name, advice)
	}
	return fmt.Errorf(format+": did you mean %q?", name, best)
}

// UnknownCode returns the error for a name that is not one of the known codes.
func UnknownCode(name string, known []string) error {
	return UnknownName(name, known, "there is no code %q", "; \"iri explain\" lists the codes")
}

// CodeNames returns the names of codes.
func CodeNames(codes []finding.Entry) []string {
	names := make([]string, len(codes))
	for i, c := range codes {
		names[i] = string(c.Code)
	}
	return names
}

// All is the name for every prose rule in --severity and --fix, and for every code in comments that ignore findings.
const All = "all"

// Families returns the names, beside [All], for several codes in --severity and --fix: bidi means all codes bidi-….
func Families() []string { return []string{"bidi", "pct", "suspicious"} }

// InFamily reports whether a name, which is a code, a family or All, includes a code.
func InFamily[C ~string](name string, code C) bool {
	return name == string(code) || name == All || slices.Contains(Families(), name) && strings.HasPrefix(string(code), name+"-")
}

// Settable returns the codes of the prose rules, whose severity can be set.
func Settable() (codes []finding.Code) {
	for _, c := range explain.Codes() {
		if rules.Lookup(c.Code) != nil {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

// FixCodes returns the codes in values of --fix: names, or lists of them with commas. A family means its prose rules.
func FixCodes[C ~string](values []C) (codes []finding.Code, err error) {
	for _, value := range values {
		for name := range strings.SplitSeq(string(value), ",") {
			name, before := strings.TrimSpace(name), len(codes)
			for _, code := range Settable() {
				if InFamily(name, code) {
					codes = append(codes, code)
				}
			}
			if len(codes) > before {
				continue
			}
			if _, ok := explain.LookupCode(finding.Code(name)); !ok {
				return nil, UnknownCode(name, namesOfCodes())
			}
			codes = append(codes, finding.Code(name))
		}
	}
	return codes, nil
}

// namesOfCodes returns the names of all codes, the families and All.
func namesOfCodes() []string {
	return slices.Concat(CodeNames(explain.Codes()), Families(), []string{All})
}

// ExpandSeverity replaces families and All by their codes. The more specific name wins: a code before its family, a
// family before All. Unknown names stay, and [SeveritiesOf] reports them.
func ExpandSeverity(named map[string]finding.Severity) map[iri.Code]iri.Severity {
	if len(named) == 0 {
		return nil
	}
	out, settable := make(map[iri.Code]iri.Severity), Settable()
	for _, name := range append([]string{All}, Families()...) {
		severity, ok := named[name]
		for _, code := range settable {
			if ok && InFamily(name, code) {
				out[iri.Code(code)] = iri.Severity(severity)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if name != All && !slices.Contains(Families(), name) {
			out[iri.Code(name)] = iri.Severity(named[name])
		}
	}
	return out
}

// ReadSeverities parses the values of --severity: CODE=LEVEL, or a list with commas, in which a name without a level
// has that of the next one, as in bidi,pct=warning,control=error. Of two levels for one name the last one is used. It
// does not check the names.
func ReadSeverities(values []string) (map[string]finding.Severity, error) {
	named := make(map[string]finding.Severity)
	for _, value := range values {
		wrong := func(reason string) error { return Wrong("severity", value, reason) }
		var waiting []string
		for item := range strings.SplitSeq(value, ",") {
			name, level, ok := strings.Cut(strings.TrimSpace(item), "=")
			if waiting = append(waiting, name); name == "" {
				return nil, wrong("a name is missing: write CODE=LEVEL, or CODE,CODE=LEVEL")
			} else if !ok {
				continue
			}
			severity, err := finding.ParseSeverity(level)
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

// Severities are the severities that are set for prose rules.
type Severities map[*finding.ProseRule]finding.Severity

// Apply sets the severities.
func (s Severities) Apply(set *finding.Settings) {
	for rule, severity := range s {
		set.Set(rule, severity)
	}
}

// SeveritiesOf returns the severities of the rules with these codes. It returns an error for the first code whose
// severity cannot be set.
func SeveritiesOf(severities map[iri.Code]iri.Severity) (Severities, error) {
	list := make(Severities, len(severities))
	for _, name := range slices.Sorted(maps.Keys(severities)) {
		code, severity := finding.Code(name), finding.Severity(severities[name])
		info, known := explain.LookupCode(code)
		wrong := func(reason string) (Severities, error) {
			return nil, Wrong("severity", string(code)+"="+severity.String(), string(code)+reason)
		}
		switch {
		case code == abnf.Duplicate: // of the grammar, which has been read already
			continue
		case !known:
			return nil, UnknownCode(string(code), namesOfCodes())
		case info.Grammar:
			return wrong(" is a rule of the grammar, which is always an error; iri check --baseline FILE leaves out " +
				"what is known, " +
				"and a comment iri-ignore " + string(code) + ": WHY what stands beside it")
		case info.Command == explain.PolicyCommand:
			return wrong(" is a finding of policies of programs, which the command has not")
		case rules.Lookup(code) == nil:
			return wrong(" is an error of conversions, which then have no result")
		}
		list[rules.Lookup(code)] = severity
	}
	return list, nil
}
