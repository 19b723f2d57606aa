package blame

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/percent"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
	"github.com/rfc3987/iri/internal/wording"
)

// A blamer finds the faults of one string by structure: it splits the string as
// RFC 3986 Appendix B and §5 of the 2011 processing guidelines do, then runs each
// part through the production of its component.
type blamer struct {
	s       string
	rule    spec.Rule
	p       *spec.Profile
	max     int // findings kept
	out     []report.Finding
	more    int
	schemed bool // the string is treated as one that has a scheme
	noColon bool // a ":" in the first segment has been reported
}

// chain returns the chain of a component for the string that b blames.
func (b *blamer) chain(comp component.Kind) *spec.Chain { return b.rule.Chain(b.p, comp, b.schemed) }

// add puts f in the report, or counts it if the report is full.
func (b *blamer) add(f report.Finding) {
	if b.max > 0 && len(b.out) >= b.max {
		b.more++
		return
	}
	f.Severity = report.Error
	b.out = append(b.out, f)
}

// full reports whether further findings are only counted, so that nothing need
// be spent on their messages.
func (b *blamer) full() bool { return b.max > 0 && len(b.out) >= b.max }

// run blames the whole string.
func (b *blamer) run() {
	s, n := b.s, len(b.s)
	i := b.scheme()
	authority := false
	if strings.HasPrefix(s[i:], "//") {
		authority = true
		end := i + 2
		for end < n && s[end] != '/' && s[end] != '?' && s[end] != '#' {
			end++
		}
		b.authority(i+2, end)
		i = end
	}
	end := n
	if k := strings.IndexByte(s[i:], '#'); k >= 0 {
		end = i + k
	}
	if k := strings.IndexByte(s[i:end], '?'); k >= 0 {
		end = i + k
	}
	b.path(i, end, authority)
	i = end
	if i < n && s[i] == '?' {
		end = n
		if k := strings.IndexByte(s[i:], '#'); k >= 0 {
			end = i + k
		}
		b.component(component.Query, i+1, end)
		i = end
	}
	if i < n {
		if b.rule == b.p.Absolute {
			b.add(report.Finding{
				Code: report.Code(b.rule.Name()), Start: i, End: n,
				Message: "a fragment is not allowed in " + b.rule.Name(),
				Rules:   []string{b.rule.Name()}, Expected: []string{"end"},
				Section: b.rule.Section(), ABNF: b.rule.ABNF(),
				Hint: "an " + b.rule.Name() + " is what a base has to be: take the \"#\" and what follows away",
			})
			return
		}
		b.component(component.Fragment, i+1, n)
	}
}

// scheme blames the scheme and returns where what follows it begins (design §4
// rule 1, RFC 3986 §3.1 and §4.2).
func (b *blamer) scheme() int {
	s := b.s
	k := 0
	for k < len(s) && s[k] != ':' && s[k] != '/' && s[k] != '?' && s[k] != '#' {
		k++
	}
	colon := k < len(s) && s[k] == ':'
	good := colon && b.p.Of[component.Scheme].Valid(s[:k])
	switch {
	case b.rule == b.p.Relative && good:
		c := b.chain(component.Scheme)
		b.add(report.Finding{
			Code: report.Code(b.rule.Name()), Start: 0, End: k + 1,
			Message: "a relative reference has no scheme, and " + wording.Quote(s[:k+1]) + " is one",
			Rules:   []string{b.rule.Name()}, Expected: c.StartExpected,
			Section: b.rule.Section(), ABNF: b.rule.ABNF(),
			Hint: hintRelativeScheme(s[k+1:]),
		})
		b.noColon = true
		return k + 1
	case b.rule == b.p.Relative || b.rule == b.p.Reference:
		b.schemed = good
		if good {
			return k + 1
		}
		if colon {
			b.noscheme(k)
		}
		return 0
	}
	b.schemed = true
	c := b.chain(component.Scheme)
	if !colon || k == 0 {
		msg, hint := "there is no scheme", hintNoScheme(s, b.p.Reference)
		if colon {
			msg, hint = "the scheme before the \":\" is empty", "write the scheme in front: https, urn, mailto, …"
		}
		f := newFinding(c, 0, 0, msg, c.Expect(1))
		f.Hint = hint
		b.add(f)
		if colon {
			return 1
		}
		return 0
	}
	if !good {
		b.component(component.Scheme, 0, k)
	}
	return k + 1
}

// noscheme reports the ":" at k in the first segment of a relative reference
// whose text before it is no scheme (RFC 3986 §4.2).
func (b *blamer) noscheme(k int) {
	b.noColon = true
	c := b.chain(component.PathNoscheme)
	f := newFinding(c, k, k+1, "\":\" in the first segment of a relative path, and "+wording.Quote(b.s[:k])+" before it is not a scheme", c.ExpectAfter(b.s[:k]))
	if k == 0 {
		f.Message = "\":\" at the start of a relative path, with no scheme before it"
	}
	f.Hint = hintScheme(b.s[:k])
	if k == 0 || strings.IndexByte(" \t\r\n", b.s[0]) < 0 { // else it was no part of the path
		f.Fix = &report.Fix{Start: 0, End: 0, Text: "./"}
	}
	b.add(f)
}

// authority blames userinfo, host and port (RFC 3986 §3.2, design §4 rules 2 to 4).
func (b *blamer) authority(i, end int) {
	s := b.s
	if k := strings.IndexByte(s[i:end], '@'); k >= 0 {
		b.component(component.Userinfo, i, i+k)
		i += k + 1
	}
	colon := end // where the port's ":" is
	if i < end && s[i] == '[' {
		k := strings.IndexByte(s[i:end], ']')
		if k < 0 {
			c := b.chain(component.IPLiteral)
			f := newFinding(c, end, end, "the \"]\" that closes the IP-literal is missing", []string{`"]"`})
			f.Hint = "an IPv6 address stands between brackets: [2001:db8::1]"
			if strings.HasPrefix(s[i+1:], "v") || strings.HasPrefix(s[i+1:], "V") {
				f.Hint = "an address of a future version stands between brackets: [v1.a]"
			}
			b.add(f)
			return
		}
		b.ipLiteral(i, i+k+1)
		i += k + 1
		if k := strings.IndexByte(s[i:end], ':'); k >= 0 {
			colon = i + k
		}
		if colon > i {
			c := b.chain(component.Authority)
			f := newFinding(c, i, colon, wording.Quote(s[i:colon])+" stands between the \"]\" of the IP-literal and the port or the end", nil)
			f.Expected = b.chain(component.IPLiteral).Follow
			f.Hint = "a host is an IP-literal or a name, not both"
			if strings.Trim(s[i:colon], "0123456789") == "" {
				f.Hint = "if it is a port, write \":\" before it"
			} else if strings.Trim(s[i:colon], "]") == "" {
				f.Hint = "one pair of brackets stands around an address"
			}
			b.add(f)
		}
	} else {
		if k := strings.LastIndexByte(s[i:end], ':'); k >= 0 {
			colon = i + k
			if b.p.Of[component.IPv6].Valid(s[i:end]) {
				c := b.chain(component.RegName)
				f := newFinding(c, i, end, "an IPv6 address needs brackets around it", b.p.Of[component.IPLiteral].ExpectedAt(1))
				f.Hint = "write [" + s[i:end] + "]"
				f.Fix = &report.Fix{Start: i, End: end, Text: "[" + s[i:end] + "]"}
				b.add(f)
				return
			}
		}
		b.component(component.RegName, i, colon)
	}
	if colon < end {
		b.component(component.Port, colon+1, end)
	}
}

// ipLiteral blames what stands from "[" through "]": one finding, the first
// character at which no sentence of IP-literal can go on (RFC 3986 §3.2.2).
func (b *blamer) ipLiteral(i, end int) {
	r := b.p.Of[component.IPLiteral]
	at, state := r.Furthest(b.s[i:end])
	if at < 0 {
		return
	}
	comp := component.IPv6
	if b.s[i+1]|0x20 == 'v' {
		comp = component.IPvFuture
	}
	c := b.chain(comp)
	start := i + at
	f := newFinding(c, start, start+wording.CharLen(b.s[start:end]), "", b.chain(component.IPLiteral).Expect(state))
	f.Message, f.Hint = messageIPLiteral(comp, b.s[i:end], at)
	b.add(f)
}

// path blames the path (RFC 3986 §3.3, design §4 rule 5).
func (b *blamer) path(i, end int, authority bool) {
	if i == end {
		return
	}
	comp := component.PathRootless
	switch {
	case authority:
		comp = component.PathAbempty
	case b.s[i] == '/':
		comp = component.PathAbsolute
	case !b.schemed:
		comp = component.PathNoscheme
	}
	b.component(comp, i, end)
}

// component runs s[i:end] through the production of the component and reports
// each run of characters that it does not allow, then goes on behind it as if
// the run had been percent-encoded (design §4 rule 6).
func (b *blamer) component(comp component.Kind, i, end int) {
	r := b.p.Of[comp]
	if comp == component.PathNoscheme && b.noColon {
		// The ":" has its finding; to the rest the path is any path.
		r = b.p.Of[component.PathRootless]
	}
	s, begin, before := b.s, i, len(b.out)
	d := r.DFA()
	c := b.chain(comp)
	state := 1
	var run struct {
		code   report.Code
		start  int
		end    int
		state  int
		encode bool
	}
	flush := func() {
		if run.code != "" {
			if b.full() {
				b.more++
			} else {
				expected := c.Expect(run.state)
				if run.start == begin {
					expected = c.First()
				}
				b.add(b.runFinding(c, comp, run.code, run.start, run.end, run.encode, expected))
			}
			run.code = ""
		}
	}
	loops := r.Loops()
	for i < end {
		if ch := s[i]; ch < utf8.RuneSelf && ch != '%' && loops.Has(state, ch) {
			i++
			continue
		}
		if n := unitLen(s[i:end]); n > 0 {
			if next := d.Step(state, s[i:i+n]); next != 0 {
				state, i = next, i+n
				continue
			}
		}
		var code report.Code
		w := 1
		if s[i] == '%' && d.Step(state, "%") != 0 {
			code = report.Code(b.p.PctEncoded.Name())
			if i+1 < end && chars.IsHex(s[i+1]) {
				w = 2
			}
		} else {
			var ch rune
			ch, w = utf8.DecodeRuneInString(s[i:end])
			if ch == utf8.RuneError && w == 1 {
				code = report.CodeUTF8
				if comp == component.Scheme || comp == component.Port {
					code = report.Code(b.p.Of[comp].Name())
				}
			} else {
				code = report.Code(b.p.Of[comp].Name())
				if ch >= utf8.RuneSelf && comp != component.Scheme && comp != component.Port && b.p.Private != (spec.Rule{}) && b.p.Private.Valid(s[i:i+w]) {
					code = report.Code(b.p.Private.Name())
				}
			}
		}
		next, encode := afterFault(r, state)
		if run.code != code || run.end != i {
			flush()
			run.code, run.start, run.state, run.encode = code, i, state, encode
		}
		run.encode = run.encode && encode
		state = next
		i += w
		run.end = i
	}
	flush()
	// No component of the documents can end too soon, but those of a spec that
	// changes them can: a port of one digit at least.
	if len(b.out) == before && b.more == 0 && !d.Accept[state] {
		b.add(newFinding(c, i, i, b.p.Of[comp].Name()+" ends too soon", c.Expect(state)))
	}
}

// afterFault returns the state after a character that is not allowed: that which
// its percent-encoding would lead to, so that what follows is judged as it will
// be once the fault is mended, and true; or where percent-encoding is not allowed
// that of the first character which is, and false.
func afterFault(r spec.Rule, state int) (int, bool) {
	d := r.DFA()
	if next := d.Step(state, "%41"); next != 0 {
		return next, true
	}
	for ch := byte('!'); ch <= '~'; ch++ {
		if next := d.Step(state, string(rune(ch))); next != 0 && ch != '%' {
			return next, false
		}
	}
	return state, false
}

// unitLen returns the length of the character or the percent-encoding that s, which
// is not empty, begins with, if it is one: 0 if it is sure to be none.
func unitLen(s string) int {
	n := 1
	switch c := s[0]; {
	case c == '%':
		if n = 3; len(s) < 3 || !chars.IsHex(s[1]) || !chars.IsHex(s[2]) {
			return 0
		}
	case c >= 0xF0:
		n = 4
	case c >= 0xE0:
		n = 3
	case c >= 0xC0:
		n = 2
	}
	if n > len(s) {
		return 0
	}
	return n
}

// fixPct returns the edit that writes %25 for each "%" of a run.
func fixPct(s string, start, end int) *report.Fix {
	end = start + strings.LastIndexByte(s[start:end], '%') + 1
	return report.NewFix(s, start, end, func(run string) string { return strings.ReplaceAll(run, "%", "%25") })
}

// newFinding returns a finding of the component's rule.
func newFinding(c *spec.Chain, start, end int, msg string, expected []string) report.Finding {
	return report.Finding{
		Code: report.Code(c.Rule.Name()), Severity: report.Error, Start: start, End: end, Message: msg,
		Rules: c.Names, Expected: expected, Section: c.Rule.Section(), ABNF: c.Rule.ABNF(),
	}
}

// runFinding returns the finding for a run of offending characters of a
// component with one code; expected is what could stand there, and encode says
// whether the characters may stand there percent-encoded.
func (b *blamer) runFinding(c *spec.Chain, comp component.Kind, code report.Code, start, end int, encode bool, expected []string) report.Finding {
	run := b.s[start:end]
	f := newFinding(c, start, end, "", nil)
	f.Code = code
	switch code {
	case report.Code(b.p.PctEncoded.Name()):
		f.Rules = c.PctNames
		f.Section, f.ABNF = b.p.PctEncoded.Section(), b.p.PctEncoded.ABNF()
		f.Expected = b.p.PctEncoded.ExpectedAt(b.p.PctEncoded.DFA().Step(1, "%"))
		f.Message = messagePct(run, b.s[end:])
		f.Hint = hintPct(b.s[start+1:])
		f.Fix = fixPct(b.s, start, end)
		return f
	case report.CodeUTF8:
		f.Section, f.ABNF = "RFC 3629 §4", "UTF8-octets = *( UTF8-char )"
		f.Expected = expected
		f.Message = messageUTF8(run)
		f.Hint = "the text may be in another character encoding; convert it to UTF-8 first"
	case report.Code(b.p.Private.Name()):
		f.Section, f.ABNF = b.p.Private.Section(), b.p.Private.ABNF()
		f.Expected = expected
		f.Message = messageRun(comp, run)
		f.Hint = hintPrivate(run)
	default:
		f.Expected = expected
		f.Message = messageRun(comp, run)
		if comp == component.Scheme {
			f.Message = messageScheme(run, start)
		}
		f.Hint = b.hintRun(comp, start, end)
	}
	if encode && comp != component.Scheme && !b.stray(comp, start, end) {
		f.Fix = report.NewFix(b.s, start, end, percent.Encode)
	}
	return f
}
