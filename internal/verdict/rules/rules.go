// Package rules checks the demands that RFC 3987 and its relatives state in prose, which a grammar cannot express:
// each is an entry of a registry. Its input is a reference that conforms to a rule for whole references, divided into
// its components, and the settings; its output is findings with fixes. It must not know how strings that do not
// conform are diagnosed, nor how findings are printed.
package rules

import (
	"cmp"
	"math/bits"
	"slices"
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
	clause clauseChecker

	prefix *finding.Prefix // see [finding.Report]

	clean bool // no rule that is on by default has a finding
	plain bool // the string is ASCII without percent-encodings

	hosts     hostTable  // hosts of earlier strings
	hostFacts *hostFacts // of the host of s; nil until pass.host is called

	replaced int // bytes that fixes of long spans replace: see mayReplace

	bidiFixed finding.Fix // the last result of [pass.bidiFix], which several findings share
}

// passes keeps unused passes for later strings. One on the stack would escape to the heap at each call,
// because checks are called through function values.
var passes = sync.Pool{New: func() any { return new(pass) }}

// newPass returns a pass over ref, which conforms to the rule. The caller releases it.
func newPass(ref *component.Ref, rule spec.Rule, o *finding.Run, prefix *finding.Prefix) *pass {
	c := passes.Get().(*pass)
	c.run = *o
	c.s, c.p, c.rule, c.prefix = ref.Text, ref.Parts, rule, prefix
	c.Quoter = rule.Quoter(ref.Text)
	return c
}

// release keeps c for a later string. The caller must not use c afterwards.
func (c *pass) release() {
	c.reset()
	*c = pass{list: c.list, hosts: c.hosts}
	passes.Put(c)
}

// Check checks the prose rules on ref, which conforms to rule. It returns the findings sorted by where they start, at
// most as many as the settings allow, how many more there were, and how many of all of them are errors. It takes
// linear time, and does not allocate if it finds nothing. clean says that no rule which is on by default has a
// finding; prefix is the one of the report.
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

// mayReplace reports whether one more fix may replace n bytes. All fixes of a string replace at most 4 MiB, which
// limits the memory of its findings.
func (c *pass) mayReplace(n int) bool {
	const most = 4 << 20
	if n > most-c.replaced {
		return false
	}
	c.replaced += n
	return true
}

// A list has the findings of the prose rules in one string. It does not allocate as long as there are none.
type list struct {
	run      finding.Run
	verdict  bool // findings are counted and not kept: see Judge
	findings []finding.Finding
	total    int // number of findings, including those that are not kept
	errors   int // number of errors among them

	counts []int32 // number of findings since begin, by the number of the rule; it may be shorter than the registry
}

// reset empties the list and keeps its memory.
func (l *list) reset() {
	clear(l.counts)
	*l = list{counts: l.counts[:0]}
}

// on reports whether the findings of a rule are wanted.
func (l *list) on(r *finding.ProseRule) bool { return l.run.Severity(r, finding.Error) != finding.Off }

// begin starts a walk. A walk goes through the string once and reports the findings of a
// rule in the order of their offsets, so that the limit keeps the first ones.
func (l *list) begin() {
	l.tick()
	clear(l.counts)
}

func (l *list) tick() {
	if l.run.Interrupt != nil {
		l.run.Interrupt()
	}
}

// addUpTo adds a finding for the bytes from start to end and returns it; its default severity is at most ceiling. The
// caller sets its message, hint and fix. It returns nil if the rule is off, or if the finding is only counted.
func (l *list) addUpTo(ceiling finding.Severity, r *finding.ProseRule, start, end int) *finding.Finding {
	l.tick()
	severity := l.run.Severity(r, ceiling)
	if severity == finding.Off {
		return nil
	}
	l.total++
	if severity == finding.Error {
		l.errors++
	}
	if more := r.Number() + 1 - len(l.counts); more > 0 {
		l.counts = append(l.counts, make([]int32, more)...)
	}
	n := &l.counts[r.Number()]
	*n++
	if l.verdict || l.run.Max > 0 && int(*n) > l.run.Max {
		return nil
	}
	l.findings = append(l.findings, finding.Finding{Code: r.Code, Severity: severity, Start: start, End: end, Section: r.Section})
	return &l.findings[len(l.findings)-1]
}

// sort sorts the findings by their offsets and drops those above the limit of the settings.
func (l *list) sort() {
	slices.SortStableFunc(l.findings, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	if l.run.Max <= 0 || len(l.findings) <= l.run.Max {
		return
	}
	if l.run.FixFirst {
		l.findings = slices.DeleteFunc(l.findings, func(f finding.Finding) bool { return f.Fix == nil && f.Severity != finding.Error })
	}
	l.findings = l.findings[:min(len(l.findings), l.run.Max)]
}
