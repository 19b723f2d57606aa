package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has what the rules of schemes share: what their definitions ask of a reference beyond the generic syntax.
// What else is known of schemes is in package scheme.

// A schemeRule is a rule of the schemeRules that is about schemes: what the specification of a scheme asks beyond the generic
// syntax. "IRIs MUST ... conform to the IRI syntax rules (which includes the rules relevant
// to their scheme)" (RFC 3987 §4.1). Characters that are not ASCII stand for their
// percent-encoding (§3.1), and are checked as that would be.
//
// To add the rule of a scheme, write its entry beside its checks and list it in [schemeRules].
type schemeRule struct {
	finding.ProseRule
	schemes []string // whose references are checked, in lower case; those of one family share a rule
	clauses []clause // what is checked, in this order

	// host is set for a rule that has nothing to say of a plain authority: see [textparts.Trigger].
	host bool
}

// A clause is one thing that a specification asks.
type clause struct {
	section string
	text    string // the sentence or the ABNF of the specification
	check   func(*schemePass)
	opaque  bool // it is not checked if noAuthority finds an authority
}

// schemeRules is every rule.
var schemeRules = []*schemeRule{ruleHTTP, ruleWS, ruleFTP, ruleFile, ruleMailto, ruleData, ruleJavascript, ruleURN, ruleTag,
	ruleDID}

// schemeEntries returns the prose rule of every entry. One that names no clause is about the first.
func schemeEntries() []*finding.ProseRule {
	return schemeEntryList.Get(func() (all []*finding.ProseRule) {
		for _, r := range schemeRules {
			if r.Clause == "" {
				r.Section, r.Clause = r.clauses[0].section, r.clauses[0].text
			}
			all = append(all, &r.ProseRule)
		}
		return all
	})
}

var schemeEntryList lazy.Value[[]*finding.ProseRule]

// schemeTriggers returns what references need for the rules that are on by default to say anything of them: a trigger for
// each rule.
func schemeTriggers() (all []textparts.Trigger) {
	for _, r := range schemeRules {
		if r.Severity != finding.Off {
			all = append(all, textparts.Trigger{Schemes: r.schemes, Host: r.host})
		}
	}
	return all
}

// schemeRuleOf returns the rule of a scheme; nil for one that has none. Case does not matter.
func schemeRuleOf(name string) *schemeRule {
	if i := schemeNames.Get(makeSchemeNames).Find(name); i >= 0 {
		return schemeRules[i]
	}
	return nil
}

var schemeNames lazy.Value[*scheme.Names]

func makeSchemeNames() *scheme.Names {
	t := new(scheme.Names)
	for i, r := range schemeRules {
		for _, name := range r.schemes {
			t.Add(name, i)
		}
	}
	return t
}

// A schemePass is a pass that makes the checks of the rule of the scheme.
type schemePass struct {
	*pass
	rule   *schemeRule
	clause *clause // the one that is being checked
}

// check adds to the list of the pass what the rule of the scheme of the reference, which has one, finds in it.
func (c *schemePass) check(in *pass) {
	s, p := in.s, in.p
	if p.Host < p.HostEnd && p.Path-p.HostEnd < 6 && (p.Scheme == 5 && s[:5] == "https" || p.Scheme == 4 &&
		s[:4] == "http") {
		return // the common case: ruleHTTP has nothing to find
	}
	r := schemeRuleOf(s[:p.Scheme])
	if r == nil || !in.on(&r.ProseRule) {
		return
	}
	c.pass, c.rule = in, r
	for i := range r.clauses {
		if c.clause = &r.clauses[i]; c.clause.opaque && c.p.Host > 0 {
			continue
		}
		c.begin()
		c.clause.check(c)
	}
}

// add adds a finding of the clause.
func (c *schemePass) add(start, end int, message, hint finding.Text) *finding.Finding {
	return c.addUpTo(finding.Error, start, end, message, hint)
}

// addUpTo is like add for a finding whose default severity is at most ceiling.
func (c *schemePass) addUpTo(ceiling finding.Severity, start, end int, message, hint finding.Text) *finding.Finding {
	f := c.pass.addUpTo(ceiling, &c.rule.ProseRule, start, end)
	if f != nil {
		f.Section, f.Message, f.Hint = c.clause.section, message, hint
	}
	return f
}

// guess gives a finding the edit that writes what was probably meant, if guesses are asked
// for. The edit says more, or something else, than the string does.
func (c *schemePass) guess(f *finding.Finding, start, end int, text string) {
	if f != nil && c.run.Guess {
		f.Fix = &finding.Fix{Start: start, End: end, Text: text, Guessed: true}
	}
}

// schemeName returns the scheme in lower case, for messages.
func (c *schemePass) schemeName() string { return strings.ToLower(c.s[:c.p.Scheme]) }

func noAuthority(c *schemePass) {
	if c.p.Host > 0 {
		start := int(c.p.Scheme) + 1
		c.add(start, int(c.p.Path), finding.SchemeRuleAuthority.Text(c.schemeName()),
			finding.HintNoAuthority.Text())
	}
}

// pctUTF8 asks that what is percent-encoded be UTF-8.
func pctUTF8(c *schemePass) {
	percent.BadUTF8(c.s, func(start, end int) {
		c.add(start, end, finding.PctEncodedNotUtf8.Text(c.Quote(start, end)),
			finding.HintUtf8.Text())
	})
}
