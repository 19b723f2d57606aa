package iri

import (
	"strings"
	"unicode/utf8"
)

// A component is a part of a reference that has a production of its own.
type component uint8

const (
	compScheme component = iota
	compAuthority
	compUserinfo
	compHost
	compIPLiteral
	compIPv6
	compIPvFuture
	compRegName
	compPort
	compPathAbempty
	compPathAbsolute
	compPathRootless
	compPathNoscheme
	compPathEmpty // has no characters to blame; prose findings stand in it
	compQuery
	compFragment
	numComponents
)

// componentNames are the names of RFC 3986; RFC 3987 puts an "i" before those
// that it changes (§2.2).
var componentNames = [numComponents]string{
	compScheme:       "scheme",
	compAuthority:    "authority",
	compUserinfo:     "userinfo",
	compHost:         "host",
	compIPLiteral:    "IP-literal",
	compIPv6:         "IPv6address",
	compIPvFuture:    "IPvFuture",
	compRegName:      "reg-name",
	compPort:         "port",
	compPathAbempty:  "path-abempty",
	compPathAbsolute: "path-absolute",
	compPathRootless: "path-rootless",
	compPathNoscheme: "path-noscheme",
	compPathEmpty:    "path-empty",
	compQuery:        "query",
	compFragment:     "fragment",
}

// A profile says which rules of a spec stand for the parts of a reference, so
// that a string can be blamed by structure. A spec read at run time is not blamed
// so; for it a profile says what the components are.
type profile struct {
	comp     [numComponents]Rule
	pct      Rule // pct-encoded
	private  Rule // iprivate; zero in RFC 3986
	relative Rule // irelative-ref
	absolute Rule // absolute-IRI
	top      Rule // IRI
	ref      Rule // IRI-reference
}

// newProfile finds the rules by name: that of RFC 3986 or the same with an "i".
// It returns nil if the spec lacks one, as a grammar that is no grammar of
// references does; its rules are then blamed as a whole.
func newProfile(s *Spec) *profile {
	p := &profile{top: s.Top(), ref: s.Reference()}
	find := func(name string) (Rule, bool) {
		if r, ok := s.Rule("i" + name); ok {
			return r, true
		}
		return s.Rule(name)
	}
	ok := p.top != Rule{} && p.ref != Rule{}
	for c, name := range componentNames {
		var found bool
		p.comp[c], found = find(name)
		ok = ok && found
	}
	var found bool
	p.pct, found = find("pct-encoded")
	ok = ok && found
	p.relative, found = find("relative-ref")
	ok = ok && found
	p.absolute, found = s.Rule("absolute-" + p.top.Name())
	ok = ok && found
	p.private, _ = find("private")
	if !ok {
		return nil
	}
	return p
}

// A blamer finds the faults of one string by structure: it splits the string as
// RFC 3986 Appendix B and §5 of the 2011 processing guidelines do, then runs each
// part through the production of its component.
type blamer struct {
	s       string
	rule    Rule
	p       *profile
	max     int // findings kept
	out     []Finding
	more    int
	schemed bool // the string is treated as one that has a scheme
	noColon bool // a ":" in the first segment has been reported
	chains  *chainSet
}

// whole reports whether the rule names a whole reference.
func (p *profile) whole(r Rule) bool {
	return p != nil && (r == p.top || r == p.ref || r == p.relative || r == p.absolute)
}

// add puts f in the report, or counts it if the report is full.
func (b *blamer) add(f Finding) {
	if b.max > 0 && len(b.out) >= b.max {
		b.more++
		return
	}
	f.Severity = Error
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
		b.component(compQuery, i+1, end)
		i = end
	}
	if i < n {
		if b.rule == b.p.absolute {
			b.add(Finding{
				Code: Code(b.rule.Name()), Start: i, End: n,
				Message: "a fragment is not allowed in " + b.rule.Name(),
				Rules:   []string{b.rule.Name()}, Expected: []string{"end"},
				Section: b.rule.Section(), ABNF: b.rule.ABNF(),
				Hint: "an " + b.rule.Name() + " is what a base has to be: take the \"#\" and what follows away",
			})
			return
		}
		b.component(compFragment, i+1, n)
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
	good := colon && b.p.comp[compScheme].Valid(s[:k])
	switch {
	case b.rule == b.p.relative && good:
		c := b.chains.get(b, compScheme)
		b.add(Finding{
			Code: Code(b.rule.Name()), Start: 0, End: k + 1,
			Message: "a relative reference has no scheme, and " + quote(s[:k+1]) + " is one",
			Rules:   []string{b.rule.Name()}, Expected: c.startExpected,
			Section: b.rule.Section(), ABNF: b.rule.ABNF(),
			Hint: hintRelativeScheme(s[k+1:]),
		})
		b.noColon = true
		return k + 1
	case b.rule == b.p.relative || b.rule == b.p.ref:
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
	c := b.chains.get(b, compScheme)
	if !colon || k == 0 {
		msg, hint := "there is no scheme", hintNoScheme(s, b.p.ref)
		if colon {
			msg, hint = "the scheme before the \":\" is empty", "write the scheme in front: https, urn, mailto, …"
		}
		f := c.finding(0, 0, msg, c.expect(1))
		f.Hint = hint
		b.add(f)
		if colon {
			return 1
		}
		return 0
	}
	if !good {
		b.component(compScheme, 0, k)
	}
	return k + 1
}

// noscheme reports the ":" at k in the first segment of a relative reference
// whose text before it is no scheme (RFC 3986 §4.2).
func (b *blamer) noscheme(k int) {
	b.noColon = true
	c := b.chains.get(b, compPathNoscheme)
	f := c.finding(k, k+1, "\":\" in the first segment of a relative path, and "+quote(b.s[:k])+" before it is not a scheme", c.expectAfter(b.s[:k]))
	if k == 0 {
		f.Message = "\":\" at the start of a relative path, with no scheme before it"
	}
	f.Hint = hintScheme(b.s[:k])
	if k == 0 || strings.IndexByte(" \t\r\n", b.s[0]) < 0 { // else it was no part of the path
		f.Fix = &Fix{0, 0, "./"}
	}
	b.add(f)
}

// authority blames userinfo, host and port (RFC 3986 §3.2, design §4 rules 2 to 4).
func (b *blamer) authority(i, end int) {
	s := b.s
	if k := strings.IndexByte(s[i:end], '@'); k >= 0 {
		b.component(compUserinfo, i, i+k)
		i += k + 1
	}
	colon := end // where the port's ":" is
	if i < end && s[i] == '[' {
		k := strings.IndexByte(s[i:end], ']')
		if k < 0 {
			c := b.chains.get(b, compIPLiteral)
			f := c.finding(end, end, "the \"]\" that closes the IP-literal is missing", []string{`"]"`})
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
			c := b.chains.get(b, compAuthority)
			f := c.finding(i, colon, quote(s[i:colon])+" stands between the \"]\" of the IP-literal and the port or the end", nil)
			f.Expected = b.chains.get(b, compIPLiteral).follow
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
			if b.p.comp[compIPv6].Valid(s[i:end]) {
				c := b.chains.get(b, compRegName)
				f := c.finding(i, end, "an IPv6 address needs brackets around it", b.p.comp[compIPLiteral].expectedAt(1))
				f.Hint = "write [" + s[i:end] + "]"
				f.Fix = &Fix{i, end, "[" + s[i:end] + "]"}
				b.add(f)
				return
			}
		}
		b.component(compRegName, i, colon)
	}
	if colon < end {
		b.component(compPort, colon+1, end)
	}
}

// ipLiteral blames what stands from "[" through "]": one finding, the first
// character at which no sentence of IP-literal can go on (RFC 3986 §3.2.2).
func (b *blamer) ipLiteral(i, end int) {
	r := b.p.comp[compIPLiteral]
	at, state := r.furthest(b.s[i:end])
	if at < 0 {
		return
	}
	comp := compIPv6
	if b.s[i+1]|0x20 == 'v' {
		comp = compIPvFuture
	}
	c := b.chains.get(b, comp)
	start := i + at
	f := c.finding(start, start+charLen(b.s[start:end]), "", b.chains.get(b, compIPLiteral).expect(state))
	f.Message, f.Hint = messageIPLiteral(comp, b.s[i:end], at)
	b.add(f)
}

// path blames the path (RFC 3986 §3.3, design §4 rule 5).
func (b *blamer) path(i, end int, authority bool) {
	if i == end {
		return
	}
	comp := compPathRootless
	switch {
	case authority:
		comp = compPathAbempty
	case b.s[i] == '/':
		comp = compPathAbsolute
	case !b.schemed:
		comp = compPathNoscheme
	}
	b.component(comp, i, end)
}

// component runs s[i:end] through the production of the component and reports
// each run of characters that it does not allow, then goes on behind it as if
// the run had been percent-encoded (design §4 rule 6).
func (b *blamer) component(comp component, i, end int) {
	r := b.p.comp[comp]
	if comp == compPathNoscheme && b.noColon {
		// The ":" has its finding; to the rest the path is any path.
		r = b.p.comp[compPathRootless]
	}
	s, begin, before := b.s, i, len(b.out)
	d := r.d.dfa()
	c := b.chains.get(b, comp)
	state := 1
	var run struct {
		code   Code
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
				expected := c.expect(run.state)
				if run.start == begin {
					expected = c.first()
				}
				b.add(b.runFinding(c, comp, run.code, run.start, run.end, run.encode, expected))
			}
			run.code = ""
		}
	}
	loops := r.d.loops()
	for i < end {
		if ch := s[i]; ch < utf8.RuneSelf && ch != '%' && loops.has(state, ch) {
			i++
			continue
		}
		if n := unitLen(s[i:end]); n > 0 {
			if next := d.Step(state, s[i:i+n]); next != 0 {
				state, i = next, i+n
				continue
			}
		}
		var code Code
		w := 1
		if s[i] == '%' && d.Step(state, "%") != 0 {
			code = Code(b.p.pct.Name())
			if i+1 < end && isHex(s[i+1]) {
				w = 2
			}
		} else {
			var ch rune
			ch, w = utf8.DecodeRuneInString(s[i:end])
			if ch == utf8.RuneError && w == 1 {
				code = codeUTF8
				if comp == compScheme || comp == compPort {
					code = Code(b.p.comp[comp].Name())
				}
			} else {
				code = Code(b.p.comp[comp].Name())
				if ch >= utf8.RuneSelf && comp != compScheme && comp != compPort && b.p.private != (Rule{}) && b.p.private.Valid(s[i:i+w]) {
					code = Code(b.p.private.Name())
				}
			}
		}
		next, encode := recover1(r, state)
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
		b.add(c.finding(i, i, b.p.comp[comp].Name()+" ends too soon", c.expect(state)))
	}
}

// recover1 returns the state after a character that is not allowed: that which
// its percent-encoding would lead to, so that what follows is judged as it will
// be once the fault is mended, and true; or where percent-encoding is not allowed
// that of the first character which is, and false.
func recover1(r Rule, state int) (int, bool) {
	d := r.d.dfa()
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
		if n = 3; len(s) < 3 || !isHex(s[1]) || !isHex(s[2]) {
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

// charLen returns the length of the first character of s, one byte if that is
// no UTF-8, and zero at the end.
func charLen(s string) int {
	_, w := utf8.DecodeRuneInString(s)
	return w
}

// fixPct returns the edit that writes %25 for each "%" of a run.
func fixPct(s string, start, end int) *Fix {
	end = start + strings.LastIndexByte(s[start:end], '%') + 1
	return newFix(s, start, end, func(run string) string { return strings.ReplaceAll(run, "%", "%25") })
}
