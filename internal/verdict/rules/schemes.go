package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has what the rules of schemes share: what their definitions ask of a reference beyond the generic syntax.
// What else is known of schemes is in package scheme.

// schemeRules are the rules about schemes: what the specification of a scheme asks beyond the generic
// syntax. "IRIs MUST ... conform to the IRI syntax rules (which includes the rules relevant
// to their scheme)" (RFC 3987 §4.1). Characters that are not ASCII stand for their
// percent-encoding (§3.1), and are checked as that would be.
var schemeRules = []*entry{ruleHTTP, ruleWS, ruleFTP, ruleFile, ruleMailto, ruleData, ruleJavascript, ruleURN, ruleTag, ruleDID}

// A clause is one thing that a specification asks.
type clause struct {
	section string
	text    string // the sentence or the ABNF of the specification
	check   func(*clauseChecker)
	opaque  bool // the clause is not checked if noAuthority finds an authority
}

// A clauseChecker checks the clauses of one rule. Each pass has one, because one on the stack would escape to
// the heap.
type clauseChecker struct {
	*pass
	rule   *entry
	clause *clause // the clause that is being checked
}

// schemeRule checks the rule of the scheme, if it has one.
func (c *pass) schemeRule() {
	s, p := c.s, c.p
	if p.Host < p.HostEnd && p.Path-p.HostEnd < 6 && (p.Scheme == 5 && s[:5] == "https" || p.Scheme == 4 &&
		s[:4] == "http") {
		return // the common case: ruleHTTP has nothing to find
	}
	i := registry().schemes.Find(s[:p.Scheme])
	if i < 0 {
		return
	}
	if r := schemeRules[i]; c.on(&r.ProseRule) {
		r.check(c, r, 0, len(s))
	}
}

// checkClauses checks the clauses of a rule, one after the other.
func checkClauses(in *pass, r *entry, _, _ int) {
	c := &in.clause
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
func (c *clauseChecker) add(start, end int, message, hint finding.Text) *finding.Finding {
	return c.addUpTo(finding.Error, start, end, message, hint)
}

// addUpTo is like add for a finding whose default severity is at most ceiling.
func (c *clauseChecker) addUpTo(ceiling finding.Severity, start, end int, message, hint finding.Text) *finding.Finding {
	f := c.pass.addUpTo(ceiling, &c.rule.ProseRule, start, end)
	if f != nil {
		f.Section, f.Message, f.Hint = c.clause.section, message, hint
	}
	return f
}

// guess gives a finding the edit that writes what was probably meant, if guesses are asked
// for. The edit says more, or something else, than the string does.
func (c *clauseChecker) guess(f *finding.Finding, start, end int, text string) {
	if f != nil && c.run.Guess {
		f.Fix = &finding.Fix{Start: start, End: end, Text: text, Guessed: true}
	}
}

// schemeName returns the scheme in lower case, for messages.
func (c *clauseChecker) schemeName() string { return strings.ToLower(c.s[:c.p.Scheme]) }

func noAuthority(c *clauseChecker) {
	if c.p.Host > 0 {
		start := int(c.p.Scheme) + 1
		c.add(start, int(c.p.Path), finding.SchemeRuleAuthority.Text(c.schemeName()), finding.HintNoAuthority.Text())
	}
}

// pctUTF8 asks that what is percent-encoded be UTF-8.
func pctUTF8(c *clauseChecker) {
	percent.BadUTF8(c.s, func(start, end int) {
		c.add(start, end, finding.PctEncodedNotUtf8.Text(c.Quote(start, end)), finding.HintUtf8.Text())
	})
}
