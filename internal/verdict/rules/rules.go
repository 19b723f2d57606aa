// Package rules checks the demands that RFC 3987 and its relatives state in prose, which a grammar cannot express:
// each is an entry of a registry. Its input is a reference that conforms to a rule for whole references, divided into
// its components, and the settings; its output is findings with fixes. It must not know how strings that do not
// conform are diagnosed, nor how findings are printed.
package rules

import (
	"math/bits"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A pass checks the prose rules on one string that conforms to a rule for whole references.
type pass struct {
	list
	component.Quoter
	s      string
	p      component.Parts // offsets of the components of s
	rule   spec.Rule
	clause clausePass

	prefix *finding.Prefix // see [finding.Report]

	clean bool // no rule that is on by default has a finding
	plain bool // the string is ASCII without percent-encodings

	hosts hostTable  // hosts of earlier strings
	known *knownHost // see pass.host

	replaced int // bytes that fixes of long spans replace: see mayReplace

	bidiFixed finding.Fix // the last result of [pass.bidiFix], which several findings share
}

// passes caches passes that are not in use. The checks are called through function values, so a pass on the stack
// would escape to the heap at each call.
var passes = sync.Pool{New: func() any { return new(pass) }}

// newPass returns a pass over ref, which conforms to the rule. The caller releases it.
func newPass(ref *component.Ref, rule spec.Rule, o *finding.Run, prefix *finding.Prefix) *pass {
	c := passes.Get().(*pass)
	c.run = *o
	c.s, c.p, c.rule, c.prefix = ref.Text, ref.Parts, rule, prefix
	c.Quoter = rule.Quoter(ref.Text)
	return c
}

// release puts c back into the cache. It must not be used afterwards.
func (c *pass) release() {
	c.reset()
	*c = pass{list: c.list, hosts: c.hosts}
	passes.Put(c)
}

// Check checks the prose rules on ref, which conforms to rule. It returns the findings sorted by where they start, at
// most as many as the settings allow, how many more there were, and how many of all of them are errors. It takes
// linear time, and does not allocate if it finds nothing. clean says that no rule which is on by default has a
// finding; prefix is that of the report.
func Check(
	ref *component.Ref, rule spec.Rule, o *finding.Run, clean bool, prefix *finding.Prefix,
) (findings []finding.Finding, more, errors int) {
	c := newPass(ref, rule, o, prefix)
	defer c.release()
	c.clean = clean
	c.checkAll()
	if c.total == 0 {
		return nil, 0, 0
	}
	c.sort()
	return c.findings, c.total - len(c.findings), c.errors
}

// Judge is like [Check], but only returns whether there are findings, and whether one is an error.
func Judge(ref *component.Ref, rule spec.Rule, o *finding.Run, clean bool) (found, bad bool) {
	c := newPass(ref, rule, o, nil)
	defer c.release()
	c.verdict, c.clean = true, clean
	c.checkAll()
	return c.total > 0, c.errors > 0
}

// checkAll checks all rules.
func (c *pass) checkAll() {
	first := chars.NonASCII(c.s)
	if first < len(c.s) {
		c.characters(c.readParts(first), first)
	}
	c.plain = first == len(c.s) && !strings.Contains(c.s, "%")
	c.encodedLabels()
	if c.isLEIRI() {
		c.leiri()
	}
	none := c.absent()
	if !c.clean {
		c.components(registry().components, none)
	}
	if c.p.Scheme > 0 {
		c.schemeRule()
	}
	if !c.run.Default() {
		c.deviations()
		c.components(registry().offComponents, none)
	}
}

// isLEIRI reports whether the string is checked as a LEIRI.
func (c *pass) isLEIRI() bool { return c.rule.Family() == spec.LEIRIs }

// add is [list.addUpTo] without an upper limit of the severity.
func (c *pass) add(r *entry, start, end int) *finding.Finding {
	return c.addUpTo(finding.Error, &r.ProseRule, start, end)
}

// guess gives a finding a fix that writes what was probably meant, if guesses are asked for, or those of suspicious
// data. It replaces a fix that keeps the meaning of the string.
func (c *pass) guess(f *finding.Finding, start, end int, text string) {
	if c.run.Guess || c.run.GuessSuspicious && IsSuspicious(f.Code) {
		f.Fix = &finding.Fix{Start: start, End: end, Text: text, Guessed: true}
	}
}

// characters checks the rules about properties of characters. has are the properties that occur in the string; first
// is the offset of the first character that is not ASCII.
func (c *pass) characters(has uint16, first int) {
	for _, r := range registry().characters {
		if has&r.trigger.Flags != 0 && c.on(&r.ProseRule) {
			c.begin()
			r.check(c, r, first, len(c.s))
		}
	}
}

// absent returns the kinds of component that the string does not have.
func (c *pass) absent() component.Kinds {
	switch c.p.Host {
	case 0:
		return component.InAuthority
	case c.p.AuthorityStart():
		return 1 << component.Userinfo
	}
	return 0
}

// components checks the rules about components. none are the kinds that the string does not have.
func (c *pass) components(rules []*entry, none component.Kinds) {
	for _, r := range rules {
		on := r.On &^ none
		if on == 0 || r.trigger.Encoded && c.plain || !c.on(&r.ProseRule) {
			continue
		}
		c.begin()
		for ; on != 0; on &= on - 1 {
			kind := component.Kind(bits.TrailingZeros32(uint32(on)))
			if start, end, ok := c.p.Span(c.s, kind); ok && start < end {
				r.check(c, r, start, end)
			}
		}
	}
}

// span returns the span of a component, without its delimiters. It is empty if the string does not have the
// component.
func (c *pass) span(kind component.Kind) (start, end int) {
	start, end, ok := c.p.Span(c.s, kind)
	if !ok {
		return 0, 0
	}
	return start, end
}

// inHost reports whether the byte at i belongs to the host.
func (c *pass) inHost(i int) bool {
	t := textparts.Text{Parts: c.p}
	return t.InHost(i)
}

// mayReplace reports whether one more fix may replace that many bytes: those of a string
// replace at most 4 MiB, so that the findings of a long string take less memory than it.
func (c *pass) mayReplace(n int) bool {
	const most = 4 << 20
	if n > most-c.replaced {
		return false
	}
	c.replaced += n
	return true
}
