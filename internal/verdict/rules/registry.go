package rules

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// An entry is one rule of the registry: what is said of a prose rule anywhere, what a string needs for the rule to say
// anything of it, and its check. To add a rule, write its entry beside its check and list it in [newRuleSet]; rules about
// schemes are those of [schemeRules].
//
// The check is called with the offsets between which it looks: with clauses once, for the whole string; if the trigger
// names Flags once, from the first character that is not ASCII to the end; and else for each component in On that the
// string has and that is not empty.
type entry struct {
	finding.ProseRule // its code, severity, clause and components

	// trigger says what else than the components in On a string must have for the rule to say anything of it. With it
	// fewer strings are checked by the rules, and all sooner.
	trigger textparts.Trigger

	// check reports what breaks the rule between two offsets. It goes through the text once, and does not allocate where
	// it finds nothing. It is nil for a rule that is found beside others in one walk through the string: those of
	// [pass.readParts], [pass.deviations] and [pass.leiri].
	check func(c *pass, r *entry, start, end int)

	// clauses are what [checkClauses] checks, in this order: the parts of a rule whose specification asks several things.
	clauses []clause
}

// A ruleSet is the registry: every prose rule, and the same rules by what calls them. Of the rules about components, those
// that are off by default stand apart: unless there are settings, nothing asks for them.
type ruleSet struct {
	all                                   []*entry
	characters, components, offComponents []*entry
	schemes                               *scheme.Names // the index in schemeRules of the rule of each
	leiri                                 []leiriGroup
	browser                               *entry // that is asked of strings that do not conform, too
	proseRules                            []*finding.ProseRule
}

// registry returns the registry. It is made when it is first needed, and not when the program starts:
// a program that checks nothing is not linked with the rules.
func registry() *ruleSet { return registered.Get(newRuleSet) }

var registered lazy.Value[*ruleSet]

// newRuleSet makes the registry. Where findings have the same place, those of a rule that stands
// further up come first.
func newRuleSet() *ruleSet {
	set := &ruleSet{leiri: leiriGroups(), schemes: new(scheme.Names), browser: suspiciousBrowserRule()}
	var leiri []*entry
	for _, g := range set.leiri {
		leiri = append(leiri, g.rule)
	}
	set.all = slices.Concat(
		[]*entry{
			ruleBidiMixed, ruleBidiEdge, ruleMixedScript,
			ruleBidiFormatting, ruleInvisible, ruleSpaceLike, ruleDelimiterLike, rulePrivateUse, ruleNotNFC,
			ruleNotNFKC, ruleFullwidth,
		},
		leiri,
		[]*entry{
			ruleBidiComponent, ruleUserinfoPassword, ruleUserinfoMisleading, ruleHostIPv4Like, ruleHostIDNA,
			ruleConfusable,
			rulePctCase, rulePctUnreserved, ruleSchemeCase, ruleHostCase, ruleDotSegment, rulePortEmpty,
			rulePortDefault, rulePathEmpty,
			rulePctNotUTF8, ruleControl,
		},
		suspiciousRules(),
		suspiciousHostRules(),
		[]*entry{suspiciousNamespaceRule(), set.browser},
		schemeRules,
	)
	for i, r := range schemeRules {
		if r.Clause == "" { // it is about the first
			r.Section, r.Clause = r.clauses[0].section, r.clauses[0].text
		}
		for _, name := range r.trigger.Schemes {
			set.schemes.Add(name, i)
		}
	}
	for _, r := range set.all {
		set.proseRules = append(set.proseRules, &r.ProseRule)
		switch {
		case r.check == nil || r.clauses != nil:
		case r.trigger.Flags != 0:
			set.characters = append(set.characters, r)
		case r.Severity == finding.Off:
			set.offComponents = append(set.offComponents, r)
		default:
			set.components = append(set.components, r)
		}
	}
	finding.Number(set.proseRules)
	return set
}

// Rules returns every prose rule, those of schemes too. The caller must not change the list.
func Rules() []*finding.ProseRule { return registry().proseRules }

// SchemeRules returns the prose rules of schemes. The caller must not change the list.
func SchemeRules() []*finding.ProseRule {
	all := Rules()
	return all[len(all)-len(schemeRules):]
}

// Lint makes warnings of the rules that are off by default, but for path-empty: most addresses are written without that /.
func Lint(o *finding.Settings) {
	o.Lint = true
	o.SetDefault(Lookup(leftByLint), finding.Off)
}

const leftByLint = "path-empty"

// LeftByLint reports whether [Lint] leaves a rule off.
func LeftByLint(c finding.Code) bool { return c == leftByLint }

// Suspicious makes warnings of the rules for strings that conform and were probably not meant.
func Suspicious(o *finding.Settings) {
	for _, code := range SuspiciousCodes() {
		o.Set(Lookup(code), finding.Warning)
	}
}

const suspicious = "suspicious-"

// IsSuspicious reports whether a code is that of a rule for strings that conform and were probably not meant.
func IsSuspicious(c finding.Code) bool { return strings.HasPrefix(string(c), suspicious) }

// SuspiciousCodes returns the codes of which [IsSuspicious] is true.
func SuspiciousCodes() (codes []finding.Code) {
	for _, r := range Rules() {
		if IsSuspicious(r.Code) {
			codes = append(codes, r.Code)
		}
	}
	return codes
}

// Lookup returns the prose rule of a code, nil if it has none.
func Lookup(c finding.Code) *finding.ProseRule {
	rules := Rules()
	i := slices.IndexFunc(rules, func(r *finding.ProseRule) bool { return r.Code == c })
	if i < 0 {
		return nil
	}
	return rules[i]
}

// Triggers returns what strings of another spec than LEIRI need for the rules that are on by default to say
// anything of them: a trigger for each rule.
func Triggers() (all []textparts.Trigger) {
	for _, r := range registry().all {
		if r.Severity != finding.Off && r.Spec != spec.LEIRI {
			all = append(all, r.needs())
		}
	}
	return all
}

// needs returns what a string needs for the rule to say anything of it.
func (r *entry) needs() textparts.Trigger {
	t := r.trigger
	if t.Flags == 0 && !t.Disorder && r.clauses == nil {
		t.In = r.On
	}
	return t
}
