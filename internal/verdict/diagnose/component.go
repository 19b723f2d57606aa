package diagnose

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// component checks s[i:end] against the production of the component.
func (b *diagnoser) component(comp component.Kind, i, end int) {
	c := b.path(comp)
	d := b.profile.Of[comp].DFA()
	switch {
	case b.profile.Of[comp].IsZero():
		b.gone(comp, i, end)
	case d == nil: // the rule is not regular
		if r := b.profile.Of[comp]; !r.Valid(b.s[i:end]) {
			b.add(blameRule(&b.Quoter, i, end, c), r, engine.Start)
		}
	case comp == component.PathNoscheme && b.colonReported:
		// The ":" has its finding. From there on the path is checked as it will be after that is mended: with "./" in
		// front.
		if b.from == 0 {
			k := component.SchemeEnd(b.s)
			b.runs(comp, c, engine.Start, i, k)
			i = k
		}
		b.runs(comp, c, d.Step(engine.Start, "./"), i, end)
	case b.word(comp, i, end), comp == component.Fragment && b.cfi(c, i, end):
	default:
		// No component of the documents can end too soon. One of a spec that changes them can:
		// a port of at least one digit. After a fault that has no fix nobody knows how it goes on.
		before, more := len(b.findings), b.more
		if state := b.runs(comp, c, engine.Start, i, end); !d.Accept[state] && b.more == more &&
			!slices.ContainsFunc(b.findings[before:], func(f finding.Finding) bool {
				return f.Fix == nil ||
					f.Fix.Guessed
			}) {
			at := reading{path: c, text: b.s[i:end], exact: len(b.findings) == before}
			open := at.open(end-i, state)
			b.add(newFinding(open.Path, end, end, finding.RuleShort.Text(open.Path.Rule.Name()), open.Expected), c.Rule, state)
		}
	}
}

// gone adds the finding for a component from i to an offset that no reference of the spec has, with what delimits it. It
// is one of the production around it.
func (b *diagnoser) gone(comp component.Kind, i, end int) {
	c, p := b.path(comp), &b.parts
	expected := c.Begin().Expected
	switch {
	case comp == component.Userinfo:
		end++
	case comp == component.Port:
		i--
		expected = b.path(component.Host).Follow()
	case comp == component.Query, comp == component.Fragment:
		i--
		from, to := int(p.Path), int(p.PathEnd)
		if comp == component.Fragment && p.PathEnd < p.Query && !b.profile.Of[component.Query].IsZero() {
			from, to = to+1, int(p.Query)
		}
		expected = c.ExpectedAfter(b.s[from:to])
	case i == end && comp == component.PathAbempty:
		return
	}
	msg := finding.RulePart.Text(c.Rule.Name(), b.Quote(i, end))
	if i == end {
		msg = finding.RuleShort.Text(c.Rule.Name())
	}
	b.add(newFinding(c, i, end, msg, expected), c.Rule, engine.Start)
}

// runs checks s[i:end], which the component, to which a path leads, may have from a state on. It reports each run
// of characters that the production does not allow, and goes on after the run as if that
// were percent-encoded (docs/blame.md, rule 6). It returns the state at the end.
func (b *diagnoser) runs(comp component.Kind, c *spec.Path, state, i, end int) int {
	r := c.Rule
	s, begin, before, first := b.s, i, len(b.findings), state
	d := r.DFA()
	at := reading{path: c, text: s[i:end], exact: state == engine.Start}
	var run run
	flush := func() {
		if run.path != nil {
			if b.full() {
				b.more++
			} else {
				if run.start == begin && run.kind != isPercent && run.kind != isTriplet {
					run.expected = c.ExpectedFirst(comp)
				}
				if len(b.findings) == before {
					first = run.before
				}
				b.add(b.runFinding(c, comp, &run), r, run.before)
			}
			run.path = nil
		}
	}
	for i < end {
		if ch := s[i]; ch < utf8.RuneSelf && ch != '%' && int(d.Next[state*d.N+int(d.Class[ch])]) == state {
			i++
			continue
		}
		if n := b.unitLen(s[i:end]); n > 0 {
			if next := d.Step(state, s[i:i+n]); next != engine.Dead {
				state, i = next, i+n
				continue
			}
		}
		fault := b.faultAt(&at, comp, i-begin, state)
		next, encode := afterFault(d, state, s[i:i+fault.end])
		if run.path != fault.path || run.kind != fault.kind || run.end != i {
			flush()
			run = fault
			run.start, run.end, run.before, run.encode = i, i, state, encode
		}
		run.encode = run.encode && encode
		run.end += fault.end
		state = next
		i += fault.end
		at.exact = false
	}
	flush()
	if comp == component.Port {
		b.onePort(c, before, first)
	}
	return state
}

// A reading is how far the automaton of a component has come.
type reading struct {
	path   *spec.Path
	text   string     // of the component
	exact  bool       // there was no fault before: the automaton has read the text as it is
	latest *spec.Open // the result of the latest call of open, which was in state
	state  int
}

// open returns what is open at an offset of the text in a state of the automaton. The characters of a run mostly lead to
// one state.
func (p *reading) open(at, state int) *spec.Open {
	if p.latest == nil || p.state != state {
		p.latest, p.state = p.path.OpenIn(state), state
		if p.latest.InWord && p.exact && at <= maxWhole {
			p.latest = p.path.Open(p.text[:at])
		}
	}
	return p.latest
}

// A run is a run of characters that a component does not allow, all for one reason.
type run struct {
	path       *spec.Path // down to the production that it is a fault of
	kind       faultKind
	start, end int
	before     int      // the state before it
	encode     bool     // the characters can stand there percent-encoded
	expected   []string // what could come next, before it or inside of a percent-encoding
}

// A faultKind is why characters are not allowed.
type faultKind uint8

const (
	isChar    faultKind = iota // the grammar has no place for it
	isPercent                  // "%" begins no percent-encoding
	isTriplet                  // the grammar has no place for the percent-encoding
	isPrivate                  // a private-use character outside of a query
	isNotUTF8
)

// faultAt returns what is wrong with the character at an offset of a component, as a run whose end is its length.
func (b *diagnoser) faultAt(at *reading, comp component.Kind, i, state int) run {
	s := at.text[i:]
	if next := at.path.Rule.DFA().Step(state, "%"); s[0] == '%' && next != engine.Dead {
		return b.percentFault(at.path, s, next)
	}
	r, w := utf8.DecodeRuneInString(s)
	open := at.open(i, state)
	f := run{path: open.Path, end: w, expected: open.Expected}
	switch {
	case comp == component.Scheme || comp == component.Port:
		f.path = at.path
	case r == utf8.RuneError && w == 1:
		f.path, f.kind = at.path, isNotUTF8
	case r >= utf8.RuneSelf && comp != component.Query && b.profile.Private.Valid(s[:w]):
		f.path, f.kind = at.path, isPrivate
	}
	return f
}

// percentFault does what faultAt does, for a "%" that can stand there, in the state after it.
func (b *diagnoser) percentFault(c *spec.Path, s string, state int) run {
	open := c.OpenIn(state)
	f := run{path: open.Path, kind: isPercent, end: 1, expected: open.Expected}
	if f.path.Rule != b.profile.PctEncoded {
		f.kind = isChar
		return f
	}
	if len(s) > 1 && chars.IsHex(s[1]) {
		if f.end = 2; len(s) > 2 && chars.IsHex(s[2]) {
			f.kind, f.end = isTriplet, len("%41")
		}
	}
	switch n, _ := b.profile.PctEncoded.Furthest(s); {
	case f.kind == isTriplet && b.profile.PctEncoded.Valid(s[:f.end]):
		f.path = c // it is one, and cannot stand here
	case n > 1:
		if state = c.Rule.DFA().Step(state, s[1:n]); state != engine.Dead {
			f.expected = c.OpenIn(state).Expected
		}
	}
	return f
}

// afterFault returns the state after a character that is not allowed. It is the state
// after its percent-encoding, so that what follows is checked as it will be after the
// fault is mended, and encode is true; where that is not allowed it is the
// state after the first character that is, and encode is false.
func afterFault(d *automaton.DFA, state int, s string) (next int, encode bool) {
	var array [4 * len("%41")]byte
	if next := d.Step(state, string(percent.Append(array[:0], s))); next != engine.Dead {
		return next, true
	}
	if next := d.Step(state, "%41"); next != engine.Dead {
		return next, false
	}
	for ch := byte('!'); ch <= '~'; ch++ {
		if next := d.Step(state, string(rune(ch))); next != engine.Dead && ch != '%' {
			return next, false
		}
	}
	return state, false
}

// unitLen returns the length of the character or percent-encoding that s, which is not
// empty, begins with. It returns 0 if there cannot be one; it does not check that the
// bytes are UTF-8, which the automaton does.
func (b *diagnoser) unitLen(s string) int {
	n := 1
	switch c := s[0]; {
	case c == '%':
		if n = 3; len(s) < 3 || !chars.IsHex(s[1]) || !chars.IsHex(s[2]) {
			return b.profile.PctEncoded.Prefix(s)
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

// pctFix returns the edit that writes %25 for each "%" of a run.
func pctFix(s string, start, end int) *finding.Fix {
	end = start + strings.LastIndexByte(s[start:end], '%') + 1
	return finding.NewFix(s, start, end, func(run string) string { return strings.ReplaceAll(run, "%", "%25") })
}

// runFinding returns the finding for a run of a component.
func (b *diagnoser) runFinding(c *spec.Path, comp component.Kind, at *run) (f finding.Finding) {
	start, end := at.start, at.end
	run := b.s[start:end]
	f = newFinding(at.path, start, end, finding.Text{}, at.expected)
	if meant := b.meant(comp, at, start, end); !meant.hint.IsZero() && c.Rule.ClaimApplies(meant.hint.Reason().Claims(), at.before, run) {
		at.encode = false
		defer b.setMeaning(&f, meant)
	}
	switch at.kind {
	case isTriplet:
		f.Message = finding.RulePart.Text(at.path.Rule.Name(), b.Quote(start, end))
		return f
	case isPercent:
		f.Message, f.Hint, f.Fix = b.pctMessage(start, end), pctHint(b.s[start+1:]).Text(), nil
		if at.encode {
			f.Fix = pctFix(b.s, start, end)
		}
		return f
	case isNotUTF8:
		f.Code, f.Section, f.ABNF = finding.CodeUTF8, "RFC 3629 §4", "UTF8-octets = *( UTF8-char )"
		f.Message = b.utf8Message(start, end)
	case isPrivate:
		private := b.profile.Private
		f.Code, f.Section, f.ABNF = finding.Code(private.Name()), private.Section(), private.ABNF()
		f.Hint = privateHint(run).Text()
	case isChar:
		if at.path != c { // a production below that of the component
			f.Message = finding.RuleChar.TextOfChar(run, at.path.Rule.Name())
			break
		}
		if comp == component.Scheme {
			f.Message = b.schemeMessage(start, end)
		}
		f.Hint = b.runHint(comp, start, end)
	}
	if f.Message.IsZero() {
		f.Message = b.runMessage(comp, start, end)
	}
	if f.Hint.IsZero() && at.kind == isChar {
		f.Hint = caseHint(run[0], func(other string) bool { return c.Rule.DFA().Step(at.before, other) != engine.Dead })
	}
	if at.encode && comp != component.Scheme && !b.stray(comp, start, end) {
		f.Fix = finding.NewFix(b.s, start, end, percent.Encode)
	}
	if f.Fix != nil && b.isNotation(comp, at) {
		b.setMeaning(&f, b.notation(at, f.Fix))
	}
	return f
}

// setMeaning gives a finding the hint of what was meant, in place of a fix that would keep
// the characters. The guess becomes the fix if guesses are asked for.
func (b *diagnoser) setMeaning(f *finding.Finding, m intent) {
	f.Hint, f.Fix = m.hint, nil
	if b.Guess || m.safe {
		f.Fix = m.guess
	}
}

// otherHints are the hints that say what stands in the place of a port, which stay when findings are made one.
var otherHints = []finding.Reason{
	finding.HintPort, finding.HintAt, finding.HintAtLate, finding.HintBackslashWrite, finding.HintGitPath,
}

// onePort makes one finding of those that a port has, which begin at an index of the
// findings: from the first to the last character that is not a digit (docs/blame.md, rule 4).
func (b *diagnoser) onePort(c *spec.Path, from, state int) {
	if len(b.findings) < from+2 {
		return
	}
	f, last := &b.findings[from], &b.findings[len(b.findings)-1]
	code := finding.Code(c.Rule.Name())
	if f.Code != code || last.Code != code {
		return
	}
	f.End = last.End
	f.Message = b.runMessage(component.Port, f.Start, f.End)
	if f.Fix == nil && !slices.Contains(otherHints, f.Hint.Reason()) {
		f.Hint = portHint(b.s, f.Start, f.End).Text()
	}
	b.keepTrue(f, c.Rule, state)
	b.findings = b.findings[:from+1]
}
