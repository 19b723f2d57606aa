package config

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/work/option"
)

// TopRule returns the top rule, the default of checks. With [ReferenceRule], the default of conversions, it is one of
// the choices for [NewTarget].
func TopRule(s *spec.Spec) spec.Rule { return s.Top() }

// ReferenceRule returns the rule for references, or the top rule if there is none.
func ReferenceRule(s *spec.Spec) spec.Rule {
	if r := s.Reference(); !r.IsZero() {
		return r
	}
	return s.Top()
}

// NoRule returns the error for a name that is not a usable rule of the spec.
func NoRule(s *spec.Spec, name string) error {
	if err := RefusedRule(s, name); err != nil {
		return err
	}
	if of := specWith(name); of != nil && s == spec.RFC3987 { // the default
		return fmt.Errorf("%s is a rule of %s: add --spec %[2]s", name, of.Name())
	}
	return UnknownRule(name, RuleNames(s), s.Name())
}

// specWith returns the first built-in spec that has a rule with exactly this name, or nil.
func specWith(name string) *spec.Spec {
	for _, s := range spec.Specs() {
		if r, ok := s.Rule(name); ok && r.Name() == name {
			return s
		}
	}
	return nil
}

// UnknownRule returns the error for a name that is not in the known rules of a spec.
func UnknownRule(name string, known []string, of string) error {
	advice := ""
	if _, ok := spec.ByName(of); ok {
		advice = "; \"iri grammar list " + of + "\" lists its rules"
	}
	return option.UnknownName(name, known, of+" has no rule %q", advice)
}

// RuleNames returns the names of the rules of a spec.
func RuleNames(s *spec.Spec) (names []string) {
	for r := range s.Rules() {
		names = append(names, r.Name())
	}
	return names
}

// RefusedRule returns the error for a rule of the spec that cannot be used as a start rule, or nil if it can.
func RefusedRule(s *spec.Spec, name string) error {
	return refused(s, name, "the rule %s cannot be used: %s; other rules can be used: %s")
}

// refused returns an error with the rule, the reason, and rules that can be used, or nil if the spec accepts the
// rule.
func refused(s *spec.Spec, name, format string) error {
	for _, r := range s.Refused() {
		if strings.EqualFold(r.Rule.Name, name) {
			return fmt.Errorf("%s: "+format, s.Name(), r.Rule.Name, r.Reason(), someRules(s))
		}
	}
	return nil
}

// noDefault returns the error for a spec without a usable default rule.
func noDefault(s *spec.Spec) error {
	if err := RefusedDefault(s); err != nil {
		return err
	}
	return fmt.Errorf("%s names no default rule: choose one with --rule", s.Name())
}

// RefusedDefault returns the error for a spec whose default rule cannot be used, or nil if it can.
func RefusedDefault(s *spec.Spec) error {
	return refused(s, s.TopName(), "the default rule %s cannot be used: %s; choose another one with --rule or \"; "+
		"top:\": %s")
}

// someRules lists the names of rules of a spec, at most eight.
func someRules(s *spec.Spec) string {
	const most = 8
	names := RuleNames(s)
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
