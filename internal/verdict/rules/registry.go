package rules

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// An entry is one rule of the registry: what is said of a prose rule anywhere, its check,
// and when the check is made. To add a rule, write its entry beside its check and list it
// in [newRuleSet]; rules about schemes are those of [schemeRules].
//
// Of chars, deviation, group and inParts at most one is set. If none is, check is called
// for each component of the kinds in On that the string has and that is not empty, with
// its span.
type entry struct {
	finding.ProseRule
	notLEIRI bool // LEIRIs are not held to it

	// needs says what else than chars, inParts and the components in On a string must have for the rule to say
	// anything of it: Chars, a character in one of these components, or Host. With it fewer strings are checked by
	// the rules, and all sooner.
	needs textparts.Trigger

	// onlyEncoded says that the rule says nothing of a string of ASCII in which nothing is percent-encoded.
	onlyEncoded bool

	// check reports what breaks the rule between two offsets. It goes through the text once,
	// and does not allocate where it finds nothing. A rule that other code finds has none.
	check func(c *pass, r *entry, start, end int)

	// chars are properties of characters, such as chars.Format. If the string has characters
	// with one of them, check is called once, from the first character that is not ASCII to
	// the end.
	chars uint16

	// deviation is set for a rule about the normal form. [normalize.Deviations] gives the places.
	deviation deviation

	// odd is set for a rule about an oddity of characters, which checkOdd checks.
	odd lookalike

	// group is set for the rule about a group of characters of LEIRIs: see [pass.leiri].
	group *leiriGroup

	// inParts is set for a rule that [pass.readParts] finds part by part or word by word.
	inParts bool
}

// A deviation is what is said of a deviation from the normal form: the message where the text is too
// long to be quoted, and message and hint by its text and the text that mends it. The message is
// an argument of the function, which several rules share.
type deviation struct {
	kind normalize.DeviationKind
	long finding.Reason
	say  func(message finding.Reason, text, mended string) (says, hint finding.Text)
}

// A ruleSet is the registry: every prose rule but those of schemes, and the same rules by what calls
// them. Of the rules about components, those that are off by default stand apart: unless there are
// settings, nothing asks for them.
type ruleSet struct {
	all                                                             []*entry
	characters, parts, components, offComponents, deviations, leiri []*entry
	entries                                                         []*finding.ProseRule // those of schemes too
}

// registry returns the registry. It is made when it is first needed, and not when the program starts:
// a program that checks nothing is not linked with the rules.
func registry() *ruleSet { return registered.Get(newRuleSet) }

var registered lazy.Value[*ruleSet]

// newRuleSet makes the registry. Where findings have the same place, those of a rule that stands
// further up come first.
func newRuleSet() *ruleSet {
	leiri := leiriRules()
	set := &ruleSet{leiri: leiri, all: slices.Concat(
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
		[]*entry{suspiciousNamespaceRule()},
	)}
	entries := make([]*finding.ProseRule, len(set.all))
	for i, r := range set.all {
		entries[i] = &r.ProseRule
		switch {
		case r.chars != 0:
			set.characters = append(set.characters, r)
		case r.deviation.say != nil:
			set.deviations = append(set.deviations, r)
		case r.inParts:
			set.parts = append(set.parts, r)
		case !r.forComponents():
		case r.Severity == finding.Off:
			set.offComponents = append(set.offComponents, r)
		default:
			set.components = append(set.components, r)
		}
	}
	set.entries = finding.Number(entries, schemeEntries())
	return set
}

// Rules returns every prose rule, those of schemes too. The caller must not change the list.
func Rules() []*finding.ProseRule { return registry().entries }

// SchemeRules returns the prose rules of schemes. The caller must not change the list.
func SchemeRules() []*finding.ProseRule {
	registry() // gives them their numbers
	return schemeEntries()
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
		if r.Severity != finding.Off && r.group == nil {
			all = append(all, r.trigger())
		}
	}
	return append(all, schemeTriggers()...)
}

// trigger returns what a string needs for the rule to say anything of it.
func (r *entry) trigger() textparts.Trigger {
	t := r.needs
	switch {
	case r.chars != 0:
		t.Flags = r.chars
	case r.inParts:
		t.Disorder = true
	default:
		t.In = r.On
	}
	return t
}

// forComponents reports whether the check is called for components.
func (r *entry) forComponents() bool { return r.check != nil && r.chars == 0 }
