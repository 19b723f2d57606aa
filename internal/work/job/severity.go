package job

import (
	"maps"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// All is the name that stands for every prose rule where severities are set, and for every code
// where findings are left out.
const All = "all"

// Families returns the names that stand for several codes where severities are set, beside [All]:
// bidi stands for the codes bidi-….
func Families() []string { return []string{"bidi", "pct", "suspicious"} }

// InFamily reports whether a name, which is a code, a family or All, stands for a code.
func InFamily[C ~string](name string, code C) bool {
	return name == string(code) || name == All || slices.Contains(Families(), name) && strings.HasPrefix(string(code), name+"-")
}

// Settable returns the codes of the prose rules, whose severity can be set.
func Settable() (codes []report.Code) {
	for _, c := range explain.Codes() {
		if !c.Grammar && c.Command == "" {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

// ExpandSeverity returns the severities of codes that those of names stand for. What is more special
// counts: a code before its family, a family before all. A name that is not known stays as it is;
// [Options.Target] says what is wrong with it.
func ExpandSeverity(named map[string]report.Severity) map[report.Code]report.Severity {
	if len(named) == 0 {
		return nil
	}
	out, settable := make(map[report.Code]report.Severity), Settable()
	for _, name := range append([]string{All}, Families()...) {
		severity, ok := named[name]
		for _, code := range settable {
			if ok && InFamily(name, code) {
				out[code] = severity
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if name != All && !slices.Contains(Families(), name) {
			out[report.Code(name)] = named[name]
		}
	}
	return out
}
