package prose

import (
	"slices"

	"github.com/rfc3987/iri/internal/verdict/reason"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/verdict/scheme"
)

// A rule is one entry of the registry: what is said of a prose rule anywhere, its check,
// and when the check is made. To add a rule, write its entry beside its check and list it
// in [registry]; rules about a scheme have a registry of their own in package scheme.
//
// Of chars, deviation, group and inParts at most one is set. If none is, check is called
// for each component of the kinds in On that the string has and that is not empty, with
// its span.
type rule struct {
	report.ProseRule
	notLEIRI bool // LEIRIs are not held to it

	// check reports what breaks the rule between two offsets. It goes through the text once,
	// and does not allocate where it finds nothing. A rule that other code finds has none.
	check func(c *checker, r *rule, start, end int)

	// chars are properties of characters, such as chars.Format. If the string has characters
	// with one of them, check is called once, from the first character that is not ASCII to
	// the end of the string.
	chars uint16

	// deviation is set for a rule about the normal form, whose code is one of those that
	// [ladder.Deviations] gives.
	deviation deviation

	// group is set for the rule about a group of characters of LEIRIs: see [checker.leiri].
	group *leiriGroup

	// inParts is set for a rule that [checker.readParts] finds part by part or word by word.
	inParts bool
}

// A deviation is what is said of a deviation from the normal form: its message where the text is too
// long to be quoted, and message and hint by its text and the text that mends it.
type deviation struct {
	long reason.ID
	say  func(text, mended string) (message, hint reason.Text)
}

// registry is every prose rule but those of schemes. Where findings have the same place,
// those of a rule that stands further up come first.
var registry = slices.Concat(
	[]*rule{
		ruleBidiMixed, ruleBidiEdge, ruleMixedScript,
		ruleBidiFormatting, ruleInvisible, ruleSpaceLike, ruleDelimiterLike, rulePrivateUse, ruleNotNFC, ruleNotNFKC, ruleFullwidth,
	},
	leiriRules,
	[]*rule{
		ruleBidiComponent, ruleUserinfoPassword, ruleUserinfoMisleading, ruleHostIPv4Like, ruleHostIDNA, ruleConfusable,
		rulePctCase, rulePctUnreserved, ruleSchemeCase, ruleHostCase, ruleDotSegment, rulePortEmpty, rulePortDefault, rulePathEmpty,
		rulePctNotUTF8, ruleControl,
	},
	suspiciousRules,
)

// Rules is every prose rule, those of schemes too.
var Rules = report.Number(entriesOf(registry), scheme.Rules)

// Lookup returns the prose rule of a code, nil if it has none.
func Lookup(c report.Code) *report.ProseRule {
	i := slices.IndexFunc(Rules, func(r *report.ProseRule) bool { return r.Code == c })
	if i < 0 {
		return nil
	}
	return Rules[i]
}

// The rules of the registry by what calls them. Of the rules about components, those that
// are off by default stand apart: unless there are settings, nothing asks for them.
var (
	characterRules    = rulesWith(func(r *rule) bool { return r.chars != 0 })
	componentRules    = rulesWith(func(r *rule) bool { return r.forComponents() && r.Severity != report.Off })
	offComponentRules = rulesWith(func(r *rule) bool { return r.forComponents() && r.Severity == report.Off })
	deviationRules    = rulesWith(func(r *rule) bool { return r.deviation.say != nil })
)

// DefaultChars are the properties of characters that rules ask for by default.
var DefaultChars = func() (flags uint16) {
	for _, r := range characterRules {
		if r.Severity != report.Off {
			flags |= r.chars
		}
	}
	return flags
}()

// forComponents reports whether the check is called for components.
func (r *rule) forComponents() bool { return r.check != nil && r.chars == 0 }

func rulesWith(has func(r *rule) bool) []*rule {
	return slices.DeleteFunc(slices.Clone(registry), func(r *rule) bool { return !has(r) })
}

func entriesOf(rules []*rule) []*report.ProseRule {
	entries := make([]*report.ProseRule, len(rules))
	for i, r := range rules {
		entries[i] = &r.ProseRule
	}
	return entries
}
