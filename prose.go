package iri

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// A proseID numbers the prose rules: what the grammar cannot say.
type proseID uint8

const (
	pBidiFormatting proseID = iota
	pBidiMixed
	pBidiEdge
	pNotNFC
	pNotNFKC
	pPctCase
	pPctUnreserved
	pSchemeCase
	pHostCase
	pDotSegment
	pPortEmpty
	pPortDefault
	pPathEmpty
	pPctNotUTF8
	pUserinfoPassword
	pHostIDNA
	pHostIPv4Like
	pMixedScript
	pFullwidth
	pPrivateUse
	pSchemeHTTP
	pSchemeWS
	pSchemeFTP
	pSchemeFile
	pSchemeMailto
	pSchemeData
	pSchemeJavascript
	pSchemeURN
	pSchemeTag
	pSchemeDID
	pLEIRISpace
	pLEIRIDelimiter
	pLEIRIUnwise
	pLEIRIControl
	pLEIRIBidi
	pLEIRISpecial
	pLEIRIPrivate
	pLEIRITag
	pLEIRINoncharacter
	numProse
)

// CodeInfo describes a code for people: iri explain, SARIF and the documentation
// are made from it.
type CodeInfo struct {
	Code     Code
	Grammar  bool     // a rule of the grammar, always an error; else a rule in prose
	Severity Severity // the default
	Title    string   // one line, lower case, no full stop
	Section  string   // RFC 3987 §4.1
	Clause   string   // the sentence of the spec, quoted
	Text     string   // what the rule means and why, a few sentences
	Mend     string   // how to mend it
	Good     []string // inputs that do not have the finding
	Bad      []string // inputs that have it
	Spec     *Spec    // what the examples are checked against; nil for RFC3987
	Rule     string   // and the rule; empty for the spec's top rule
	Command  string   // the command that gives it for the examples, if that is a conversion: to-uri --lenient

	convert func(s string) error // what Command does to an example
}

// proseInfo returns the entry of every prose rule, by number.
var proseInfo = sync.OnceValue(func() *[numProse]CodeInfo {
	t := new([numProse]CodeInfo)
	bidiInfo(t)
	textInfo(t)
	normalInfo(t)
	hostInfo(t)
	schemeInfo(t)
	leiriInfo(t)
	for id := range t {
		t[id].Severity = proseSeverity[id]
	}
	return t
})

// proseSeverity is the default severity of each prose rule: errors for MUST and
// MUST NOT, warnings for SHOULD, and off for what is merely not in normal form or
// cannot be told from good practice.
var proseSeverity = [numProse]Severity{
	pBidiFormatting:    Error,
	pBidiMixed:         Warning,
	pBidiEdge:          Warning,
	pNotNFC:            Warning,
	pUserinfoPassword:  Warning,
	pHostIDNA:          Warning,
	pHostIPv4Like:      Warning,
	pMixedScript:       Warning,
	pPrivateUse:        Warning,
	pSchemeHTTP:        Error,
	pSchemeWS:          Error,
	pSchemeFTP:         Error,
	pSchemeFile:        Error,
	pSchemeMailto:      Error,
	pSchemeData:        Error,
	pSchemeJavascript:  Error,
	pSchemeURN:         Error,
	pSchemeTag:         Error,
	pSchemeDID:         Error,
	pLEIRISpace:        Warning,
	pLEIRIDelimiter:    Warning,
	pLEIRIUnwise:       Warning,
	pLEIRIControl:      Warning,
	pLEIRIBidi:         Warning,
	pLEIRISpecial:      Warning,
	pLEIRIPrivate:      Warning,
	pLEIRITag:          Warning,
	pLEIRINoncharacter: Warning,
}

// lookupProse returns the number of a prose code.
func lookupProse(c Code) (proseID, bool) {
	for i := range proseInfo() {
		if proseInfo()[i].Code == c {
			return proseID(i), true
		}
	}
	return 0, false
}

// proseSettings holds the severities that a user has set. The zero value has none.
type proseSettings struct {
	set uint64 // bit i: sev[i] is set
	sev [numProse]Severity
}

// severity returns the severity of a prose rule under the options; Off means
// that the check need not be made.
func (o *options) severityOf(id proseID) Severity {
	if o.prose.set>>id&1 == 1 {
		return o.prose.sev[id]
	}
	s := proseSeverity[id]
	if s == Off && o.lint {
		return Warning
	}
	return s
}

// A checker runs the prose rules on one string that conforms to a rule for whole
// references. Where the grammar is broken, its findings come first and alone.
type checker struct {
	s     string
	p     parts // where the components of s are
	rule  Rule
	opts  *options
	trial bool // run to count findings only, see [checker.verify]

	findings []Finding
	counts   *counts // nil as long as there are no findings
	total    int
	errors   int
}

// counts counts findings by rule, those beyond the limit too.
type counts struct {
	all  [numProse]int32
	pass [numProse]int32 // those of the present pass
}

// runChecks runs the prose rules on s, which conforms to rule, and returns the
// findings sorted by where they start, at most as many as the options allow, how
// many more there were, and how many of all of them are errors. It takes time in
// proportion to len(s), and does not allocate where it finds nothing.
func runChecks(s string, ref Ref, rule Rule, o *options) (findings []Finding, more, errors int) {
	c := checker{s: s, p: ref.p, rule: rule, opts: o}
	c.run()
	if c.total == 0 {
		return nil, 0, 0
	}
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	if o.max > 0 && len(c.findings) > o.max {
		c.findings = c.findings[:o.max]
	}
	c.complete()
	return c.findings, c.total - len(c.findings), c.errors
}

// run makes every check. Each pass goes through the string once and reports what a
// rule finds in order, so that the limit on findings keeps the first ones.
func (c *checker) run() {
	if i := nonASCII(c.s); i < len(c.s) {
		c.text(i)
	}
	if c.rule.d.spec == LEIRI {
		c.leiri()
	}
	if c.p.host > 0 {
		c.authority()
	}
	if c.p.scheme > 0 {
		c.schemeRules()
	}
	if c.opts.lint || c.opts.prose.set != 0 {
		c.normalForm()
	}
}

// on reports whether the findings of a rule are wanted.
func (c *checker) on(id proseID) bool { return c.opts.severityOf(id) != Off }

// begin starts a pass.
func (c *checker) begin() {
	if c.counts != nil {
		c.counts.pass = [numProse]int32{}
	}
}

// add adds a finding over s[start:end] and returns it to be filled in: its
// message, and hint and fix if there are any. It returns nil where nothing more
// is wanted: the rule is off, or the finding is only counted.
func (c *checker) add(id proseID, start, end int) *Finding {
	return c.addUpTo(Error, id, start, end)
}

// addUpTo is like add for a finding whose default severity is at most ceiling.
// What the user has set still counts.
func (c *checker) addUpTo(ceiling Severity, id proseID, start, end int) *Finding {
	sev := c.opts.severityOf(id)
	if sev == Off {
		return nil
	}
	if c.opts.prose.set>>id&1 == 0 {
		sev = min(sev, ceiling)
	}
	if c.counts == nil {
		c.counts = new(counts)
	}
	c.counts.all[id]++
	c.counts.pass[id]++
	c.total++
	if sev == Error {
		c.errors++
	}
	if c.trial || c.opts.max > 0 && int(c.counts.pass[id]) > c.opts.max {
		return nil
	}
	info := &proseInfo()[id]
	c.findings = append(c.findings, Finding{
		Code: info.Code, Severity: sev, Start: start, End: end, Section: info.Section,
	})
	return &c.findings[len(c.findings)-1]
}

// complete gives each finding the productions that lead to its place, and takes
// away the fixes that do not keep what design §4 promises: a fix, applied,
// removes its finding and adds none.
func (c *checker) complete() {
	const budget = 1 << 20 // bytes checked again, for the fixes of one string
	spent := 0
	for i := range c.findings {
		f := &c.findings[i]
		f.Rules = c.chain(f.Start, f.End)
		if f.Fix == nil {
			continue
		}
		if spent += len(c.s); spent > max(budget, len(c.s)) || !c.verify(f) {
			f.Fix = nil
		}
	}
}

// verify reports whether the fix of a finding leads to a string that conforms to
// the rule and that has fewer findings of this code and no more of any other.
func (c *checker) verify(f *Finding) bool {
	s := c.s[:f.Fix.Start] + f.Fix.Text + c.s[f.Fix.End:]
	if !c.rule.Valid(s) {
		return false
	}
	t := checker{s: s, p: split(s), rule: c.rule, opts: c.opts, trial: true}
	t.run()
	if t.counts == nil {
		return true
	}
	for id, is := range t.counts.all {
		was := c.counts.all[id]
		if is > was || is == was && proseInfo()[id].Code == f.Code {
			return false
		}
	}
	return true
}

// chain returns the productions from the start rule down to that of the component
// in which s[start:end] lies, or to the start rule if it lies in none.
func (c *checker) chain(start, end int) []string {
	p := c.rule.d.spec.profile()
	if p == nil {
		return []string{c.rule.Name()}
	}
	b := blamer{s: c.s, rule: c.rule, p: p, schemed: c.p.scheme > 0, chains: &c.rule.d.chains}
	return b.chains.get(&b, c.component(start, end)).names
}

// component returns the component that s[start:end] lies in.
func (c *checker) component(start, end int) component {
	p := c.p
	at := uint32(start)
	switch {
	case p.scheme > 0 && at <= p.scheme && uint32(end) <= p.scheme+1:
		return compScheme
	case at > p.query || at == p.query && start < end:
		return compFragment
	case at > p.pathEnd || at == p.pathEnd && start < end:
		return compQuery
	case at == p.host && p.host == p.hostEnd && start == end && p.host > 0:
		return compRegName
	case at >= p.path || p.host == 0:
		switch {
		case p.host > 0:
			return compPathAbempty
		case p.path == p.pathEnd:
			return compPathEmpty
		case c.s[p.path] == '/':
			return compPathAbsolute
		case p.scheme > 0:
			return compPathRootless
		}
		return compPathNoscheme
	case at < p.host && uint32(end) < p.host:
		return compUserinfo
	case at < p.host || uint32(end) > p.hostEnd && at < p.hostEnd:
		return compAuthority
	case at >= p.hostEnd && uint32(end) > p.hostEnd:
		return compPort
	}
	switch hostOf(c.s[p.host:p.hostEnd]).Kind() {
	case RegName:
		return compRegName
	case IPv6:
		return compIPv6
	case IPvFuture:
		return compIPvFuture
	}
	return compHost
}

// nonASCII returns the offset of the first byte of s that is not ASCII, or len(s).
func nonASCII(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if w &= 0x8080808080808080; w != 0 {
			return i + bits.TrailingZeros64(w)/8
		}
	}
	for ; i < len(s); i++ {
		if s[i] >= 0x80 {
			break
		}
	}
	return i
}
