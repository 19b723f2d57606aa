package diagnose

import (
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A diagnoser finds the faults of one string: it splits the string as RFC 3986 Appendix B and §5 of the 2011 processing
// guidelines do, then checks each component against its production.
type diagnoser struct {
	component.Quoter
	finding.Run
	s             string
	rule          spec.Rule
	profile       *spec.Profile
	findings      []finding.Finding
	more          int
	frame         *spec.Frame     // the parse tree down to the components
	parts         component.Parts // offsets of the components
	from          int             // offset after the ":" of the scheme; 0 without a scheme
	hasScheme     bool            // the string is treated as if it had a scheme
	colonReported bool            // a ":" in the first segment has been reported
	slashed       bool            // a fix replaces the backslashes of the authority by slashes
	newLine       int             // offset at which a guess starts a new line, because the string is two IRIs
	wholeAsked    bool            // wholeIntent has been set
	wholeIntent   intent          // a guess about the whole string: see meantWhole
}

// path returns the productions down to a component in the parse tree of the string.
func (b *diagnoser) path(comp component.Kind) *spec.Path {
	if p := b.frame.Of[comp]; p != nil {
		return p
	}
	return b.rule.Root()
}

// add puts f in the report, or only counts it if the report is full. It removes hints that are not true in a state of
// the rule; see keepTrue.
func (b *diagnoser) add(f finding.Finding, r spec.Rule, state int) {
	if b.full() {
		b.more++
		return
	}
	b.keepTrue(&f, r, state)
	f.Severity = finding.Error
	b.findings = append(b.findings, f)
}

// full reports whether the report is full: further findings are only counted and need no message.
func (b *diagnoser) full() bool {
	if b.Interrupt != nil {
		b.Interrupt()
	}
	return b.Max > 0 && len(b.findings) >= b.Max
}

// newFinding returns a finding for the production at the end of a path.
func newFinding(c *spec.Path, start, end int, msg finding.Text, expected []string) finding.Finding {
	return finding.Finding{
		Code: finding.Code(c.Rule.Name()), Severity: finding.Error, Start: start, End: end, Message: msg,
		Rules: c.Names, Expected: expected, Section: c.Rule.Section(), ABNF: c.Rule.ABNF(),
	}
}

// ruleFault adds a finding for the rule of the whole string.
func (b *diagnoser) ruleFault(start, end int, msg, hint finding.Text, expected []string) {
	b.add(finding.Finding{
		Code: finding.Code(b.rule.Name()), Start: start, End: end, Message: msg, Hint: hint,
		Rules: []string{b.rule.Name()}, Expected: expected, Section: b.rule.Section(), ABNF: b.rule.ABNF(),
	}, b.profile.Of[component.Scheme], engine.Start)
}

// fault adds a finding for the rule of a component. fix may be nil.
func (b *diagnoser) fault(comp component.Kind, start, end int, msg, hint finding.Text, fix *finding.Fix, expected []string) {
	f := newFinding(b.path(comp), start, end, msg, expected)
	f.Hint, f.Fix = hint, fix
	b.add(f, b.profile.Of[comp], engine.Start)
}

// run finds the faults of the whole string.
func (b *diagnoser) run() {
	b.divide()
	p := b.parts
	if b.frame = b.rule.Frame(b.s, p, b.from, b.hasScheme, b.ParseTree); b.frame == nil {
		return
	}
	b.scheme()
	switch {
	case p.Host == 0:
	case b.profile.Of[component.Host].IsZero():
		b.component(component.Host, b.from, int(p.Path))
	default:
		b.authority(b.from+len("//"), int(p.Host), int(p.Path))
	}
	b.component(b.pathKind(), int(p.Path), int(p.PathEnd))
	if p.PathEnd < p.Query {
		b.component(component.Query, int(p.PathEnd)+1, int(p.Query))
	}
	i, n := int(p.Query), len(b.s)
	switch {
	case i == n:
	case b.rule == b.profile.Absolute:
		b.ruleFault(i, n, finding.RuleFragment.Text(b.rule.Name()), finding.HintBaseFragment.Text(b.rule.Name()), []string{"end"})
	default:
		b.component(component.Fragment, i+1, n)
	}
}

// Tree returns the parse tree of a string that does not conform to the rule, with a hole for each component that does
// not conform. It is nil if the rule does not name a whole reference.
func Tree(s string, r spec.Rule, match spec.Matcher) *parsetree.Tree {
	if !r.IsWhole() {
		return nil
	}
	b := diagnoser{Run: finding.Run{ParseTree: match}, s: s, rule: r, profile: r.Spec().Profile()}
	b.divide()
	if b.frame = r.Frame(s, b.parts, b.from, b.hasScheme, match); b.frame == nil {
		return nil
	}
	return b.frame.Tree(s, b.parts, b.from, match)
}

// divide sets parts, hasScheme and from (RFC 3986 Appendix B).
func (b *diagnoser) divide() {
	b.from = component.AfterScheme(b.s, b.profile.Of[component.Scheme].Valid)
	if b.hasScheme = b.rule != b.profile.Relative && (b.from > 0 || b.rule != b.profile.Reference); b.hasScheme {
		b.from = component.SchemeEnd(b.s) + 1
	}
	b.parts = component.Divide(b.s, b.from)
	if p := &b.parts; p.Host > 0 {
		p.HostEnd = uint32(b.hostEnd(int(p.Host), int(p.Path)))
	}
}

// hostEnd returns the offset at which the host that begins at i ends, in an authority that ends at end and need not
// conform. An IP-literal ends at the first ":" after its "]". A name ends at its last ":", but an IPv6 address may
// lack both brackets or the first one.
func (b *diagnoser) hostEnd(i, end int) int {
	s, ipv6 := b.s, b.profile.Of[component.IPv6]
	if l := b.looseIPv6(i, end); l.end > 0 {
		return l.end
	}
	if i < end && s[i] == '[' {
		if k := strings.IndexByte(s[i:end], ']'); k >= 0 {
			if j := strings.IndexByte(s[i+k:end], ':'); j >= 0 {
				return i + k + j
			}
		}
		return end
	}
	colon := strings.LastIndexByte(s[i:end], ':')
	if colon < 0 || ipv6.Valid(s[i:end]) {
		return end
	}
	if k := strings.IndexByte(s[i:end], ']'); k >= 0 && (i+k+1 == end || s[i+k+1] == ':') && ipv6.Valid(s[i:i+k]) {
		return i + k + 1
	}
	return i + colon
}

// scheme checks the scheme (docs/blame.md, rule 1; RFC 3986 §3.1 and §4.2).
func (b *diagnoser) scheme() {
	s, k := b.s, component.SchemeEnd(b.s)
	colon := k >= 0
	switch good := colon && b.profile.Of[component.Scheme].Valid(s[:k]); {
	case b.rule == b.profile.Relative && good:
		b.ruleFault(0, k+1, finding.RelativeScheme.Text(b.Quote(0, k+1)), relativeSchemeHint(s[k+1:]).Text(),
			b.rule.Root().Begin().Expected)
		b.colonReported = true
	case good:
	case !b.hasScheme:
		if colon {
			b.noScheme(k)
		}
	case k > 0:
		b.component(component.Scheme, 0, k)
	default:
		c := b.path(component.Scheme)
		msg, hint := finding.SchemeMissing.Text(), noSchemeHint(s, b.profile.Reference)
		if colon {
			msg, hint = finding.SchemeEmpty.Text(), finding.HintWriteScheme.Text()
		}
		f := newFinding(c, 0, 0, msg, c.Begin().Expected)
		b.setMeaning(&f, guessed(hint, b.meantHost(colon)))
		if m := b.meantWhole(); !m.hint.IsZero() {
			b.setMeaning(&f, m)
		}
		b.add(f, c.Rule, engine.Start)
	}
}

// noScheme reports the ":" at k in the first segment of a relative reference, where the
// text before it is not a scheme (RFC 3986 §4.2).
func (b *diagnoser) noScheme(k int) {
	b.colonReported = true
	c := b.path(component.PathNoscheme)
	f := newFinding(c, k, k+1, finding.RelativeColon.Text(b.Quote(0, k)), c.ExpectedAfter(b.s[:k]))
	if k == 0 {
		f.Message = finding.RelativeColonFirst.Text()
	}
	f.Hint = schemeHint(b.s).Text()
	if m := b.meantScheme(); !m.hint.IsZero() {
		b.setMeaning(&f, m)
	} else if b.s[:k] != "_" && !isHostPort(b.s) && c.Rule.ClaimApplies(spec.Relative, engine.Start, "") {
		if f.Fix = (&finding.Fix{Text: "./"}); b.hidesIRI(k) {
			b.setMeaning(&f, guessed(f.Hint, replace(0, 0, "./")))
		}
	}
	b.add(f, c.Rule, engine.Start)
}

// hidesIRI reports whether the string looks like a whole IRI although the text before its ":" is not a scheme.
func (b *diagnoser) hidesIRI(colon int) bool {
	start := colon
	for start > 0 && colon-start < nearby && (chars.IsLDH(b.s[start-1]) || b.s[start-1] == '+' || b.s[start-1] == '.') {
		start--
	}
	rest := b.s[colon+1:]
	return strings.HasPrefix(rest, "//") || beginsIRI(strings.TrimLeft(rest, ": ")) ||
		beginsIRI(strings.TrimLeft(b.s[start:], "0123456789-+."))
}

// authority checks the authority from start to end; its host begins at i: userinfo, host and port (RFC 3986 §3.2;
// docs/blame.md, rules 2 to 4).
func (b *diagnoser) authority(start, i, end int) {
	s, hostEnd := b.s, int(b.parts.HostEnd)
	if start < i {
		b.component(component.Userinfo, start, i-1)
	}
	literal, loose := b.profile.Of[b.profile.Literal()], b.looseIPv6(i, end)
	switch host := s[i:hostEnd]; {
	case loose.end == hostEnd:
		kind, fix := component.RegName, replace(i, hostEnd, loose.written)
		if host[0] == '[' {
			kind = component.IPv6
		}
		if fix.Guessed = loose.zone || kind == component.IPv6; fix.Guessed && !b.Guess {
			fix = nil
		}
		b.fault(kind, i, hostEnd, loose.message.Text(), loose.hint.Text(b.Derived(loose.written, i, hostEnd)), fix,
			literal.Root().Begin().Expected)
	case strings.HasPrefix(host, "["):
		k := strings.IndexByte(host, ']')
		if k < 0 {
			hint := finding.HintIpv6Between.Text()
			if strings.HasPrefix(s[i+1:], "v") || strings.HasPrefix(s[i+1:], "V") {
				hint = finding.HintIpvfutureBetween.Text()
			}
			b.fault(b.profile.Literal(), end, end, finding.IpLiteralClose.Text(), hint, nil, []string{`"]"`})
			return
		}
		b.ipLiteral(i, i+k+1)
		if after := host[k+1:]; after != "" {
			hint := finding.HintLiteralOrName.Text()
			if strings.Trim(after, "0123456789") == "" {
				hint = finding.HintPortColon.Text()
			} else if strings.Trim(after, "]") == "" {
				hint = finding.HintOnePair.Text()
			}
			b.fault(component.Authority, i+k+1, hostEnd, finding.IpLiteralAfter.Text(b.Quote(i+k+1, hostEnd)),
				hint, nil, b.path(b.profile.Literal()).Follow())
		}
	case b.isBare(host):
		port, withPort := "", ""
		fix := &finding.Fix{Start: i, End: hostEnd, Text: "[" + host + "]"}
		if k := strings.LastIndexByte(host, ':'); b.mayEndInPort(i, i+k) {
			port, withPort = b.Quote(i+k+1, hostEnd), b.Derived("["+host[:k]+"]:"+host[k+1:], i, hostEnd)
			fix = nil
		}
		msg, hint := finding.HostIpv6Bare.Text(port), finding.HintIpv6Brackets.Text(b.Derived("["+host+"]", i, hostEnd), withPort)
		b.fault(component.RegName, i, hostEnd, msg, hint, fix, literal.Root().Begin().Expected)
	case strings.HasSuffix(host, "]") && b.isBare(host[:len(host)-1]):
		b.fault(component.RegName, i, hostEnd, finding.IpLiteralOpen.Text(),
			finding.HintWrite.Text(b.Derived("["+host, i, hostEnd)),
			&finding.Fix{Start: i, End: i, Text: "["}, literal.Root().Begin().Expected)
	default:
		b.component(component.RegName, i, hostEnd)
	}
	if hostEnd < end {
		b.component(component.Port, hostEnd+1, end)
	}
}

// decodedColon decodes percent-encoded colons.
var decodedColon = strings.NewReplacer("%3A", ":", "%3a", ":")

// cutAny is [strings.Cut] at the first of several separators.
func cutAny(s string, separators ...string) (before, after string, found bool) {
	before = s
	for _, sep := range separators {
		if k := strings.Index(before, sep); k >= 0 {
			before, after, found = s[:k], s[k+len(sep):], true
		}
	}
	return before, after, found
}

// A looseIPv6 is an IPv6 address that has a zone, no brackets, or percent-encoded brackets or colons.
type looseIPv6 struct {
	end           int    // end offset of the host; 0 if it is not a looseIPv6
	written       string // the address as an IP-literal
	zone          bool
	message, hint finding.Reason
}

// looseIPv6 returns the address if the host at i is such an IPv6 address, in an authority that ends at end. An
// address that only lacks its brackets is not one: see [diagnoser.isBare].
func (b *diagnoser) looseIPv6(i, end int) looseIPv6 {
	const longest = 128
	text := b.s[i:min(end, i+longest)]
	host, address, encoded := text, text, false
	if before, rest, ok := cutAny(text, "[", "%5B", "%5b"); ok && before == "" {
		inner, after, _ := cutAny(rest, "]", "%5D", "%5d")
		host, address = text[:len(text)-len(after)], decodedColon.Replace(inner)
		if encoded = len(address)+len("[]") < len(host); !encoded {
			return looseIPv6{}
		}
	}
	address, zone, hasZone := strings.Cut(address, "%")
	if !encoded {
		if !hasZone {
			return looseIPv6{}
		}
		if k := strings.IndexByte(zone, ':'); k >= 0 {
			host = text[:len(address)+1+k]
		}
	}
	if len(host) == longest || i+len(host) < end && b.s[i+len(host)] != ':' ||
		!b.profile.Of[component.IPv6].Valid(address) || !b.isBare(address) {
		return looseIPv6{}
	}
	l := looseIPv6{i + len(host), "[" + address + "]", hasZone, finding.HostIpv6Encoded, finding.HintWrite}
	if hasZone {
		l.message, l.hint = finding.HostIpv6Zone, finding.HintIpv6Zone
	}
	return l
}

// isBare reports whether a host is an IPv6 address without the brackets that it needs.
func (b *diagnoser) isBare(host string) bool {
	of := &b.profile.Of
	return of[component.IPv6].Valid(host) && !of[component.Host].Valid(host) &&
		of[b.profile.Literal()].Valid("["+host+"]")
}

// mayEndInPort reports whether an IPv6 address without brackets, whose last ":" is at colon, may be a shorter address
// with a port.
func (b *diagnoser) mayEndInPort(start, colon int) bool {
	return b.profile.Of[component.IPv6].Valid(b.s[start:colon]) && isPortThenEnd(b.s[colon+1:])
}

// ipLiteral checks the text from "[" through "]". It adds at most one finding, at the first character at which no
// sentence of IP-literal can continue (RFC 3986 §3.2.2).
func (b *diagnoser) ipLiteral(i, end int) {
	kind := b.profile.Literal()
	r := b.profile.Of[kind]
	if r.HasNoAutomaton() {
		b.component(kind, i, end)
		return
	}
	at, state := r.Furthest(b.s[i:end])
	if at < 0 {
		return
	}
	literal := b.path(kind)
	open := literal.OpenIn(state)
	inner := open.Path
	comp := component.IPv6
	if b.s[i+1]|0x20 == 'v' {
		comp = component.IPvFuture
	}
	start := i + at
	next := start + quote.CharLen(b.s[start:end])
	if b.s[start] == ']' {
		next = start
	}
	// It is a fault of the address if the address by itself stops there.
	ofAddress := false
	if address := b.profile.Of[comp]; at > 0 && !address.IsZero() && !address.HasNoAutomaton() {
		n, _ := address.Furthest(b.s[i+1 : next])
		ofAddress = n == start-i-1
	}
	if inner == literal && ofAddress {
		inner = b.path(comp)
	}
	msg, hint := finding.RuleChar.TextOfChar(b.s[start:end], inner.Rule.Name()), finding.Text{}
	if inner.Rule == b.profile.Of[comp] && ofAddress {
		msg, hint = b.ipLiteralMessage(comp, i, end, at)
	}
	f := newFinding(inner, start, start+quote.CharLen(b.s[start:end]), msg, open.Expected)
	f.Hint = hint
	b.add(f, literal.Rule, state)
}

// pathKind returns the production of paths by which the path is checked (RFC 3986 §3.3; docs/blame.md, rule 5).
func (b *diagnoser) pathKind() component.Kind {
	kind := b.parts.PathKind(b.s)
	if kind == component.PathNoscheme && b.hasScheme { // what should be the scheme is empty or missing
		return component.PathRootless
	}
	if kind == component.PathRootless && !b.hasScheme { // the scheme should not be there
		return component.PathNoscheme
	}
	return kind
}
