package blame

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/reason"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// component checks s[i:end] against the production of the component. It reports each run
// of characters that the production does not allow, and goes on after the run as if that
// were percent-encoded (design §4 rule 6).
func (b *blamer) component(comp component.Kind, i, end int) {
	r := b.profile.Of[comp]
	if comp == component.PathNoscheme && b.colonReported {
		// The ":" has its finding: check the rest as a path that may have one.
		r = b.profile.Of[component.PathRootless]
	}
	s, begin, before := b.s, i, len(b.findings)
	d := r.DFA()
	c := b.chain(comp)
	state := engine.Start
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
				expected := c.ExpectedAt(run.state)
				if run.start == begin {
					expected = c.ExpectedFirst()
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
			if next := d.Step(state, s[i:i+n]); next != engine.Dead {
				state, i = next, i+n
				continue
			}
		}
		code, w := b.codeAt(comp, s[i:end], d.Step(state, "%") != engine.Dead)
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
	if comp == component.Port {
		b.onePort(c, before)
	}
	// No component of the documents can end too soon. One of a spec that changes them can:
	// a port of at least one digit.
	if len(b.findings) == before && b.more == 0 && !d.Accept[state] {
		b.add(newFinding(c, i, i, reason.Of(reason.RuleShort, b.profile.Of[comp].Name()), c.ExpectedAt(state)))
	}
}

// codeAt returns the code for the character that s, the rest of a component, begins with, and its
// length. percent says whether a percent-encoding can stand there.
func (b *blamer) codeAt(comp component.Kind, s string, percent bool) (code report.Code, w int) {
	if s[0] == '%' && percent {
		if len(s) > 1 && chars.IsHex(s[1]) {
			return report.Code(b.profile.PctEncoded.Name()), 2
		}
		return report.Code(b.profile.PctEncoded.Name()), 1
	}
	r, w := utf8.DecodeRuneInString(s)
	switch {
	case comp == component.Scheme || comp == component.Port:
	case r == utf8.RuneError && w == 1:
		return report.CodeUTF8, 1
	case r >= utf8.RuneSelf && b.profile.Private.Valid(s[:w]):
		return report.Code(b.profile.Private.Name()), w
	}
	return report.Code(b.profile.Of[comp].Name()), w
}

// afterFault returns the state after a character that is not allowed. It is the state
// after a percent-encoding, so that what follows is checked as it will be after the
// fault is mended, and encode is true; where no percent-encoding is allowed it is the
// state after the first character that is, and encode is false.
func afterFault(r spec.Rule, state int) (next int, encode bool) {
	d := r.DFA()
	if next := d.Step(state, "%41"); next != engine.Dead {
		return next, true
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

// pctFix returns the edit that writes %25 for each "%" of a run.
func pctFix(s string, start, end int) *report.Fix {
	end = start + strings.LastIndexByte(s[start:end], '%') + 1
	return report.NewFix(s, start, end, func(run string) string { return strings.ReplaceAll(run, "%", "%25") })
}

// runFinding returns the finding for a run of characters that a component does not
// allow, all with one code. expected is what can stand there, and encode says whether
// the characters can stand there percent-encoded.
func (b *blamer) runFinding(c *spec.Chain, comp component.Kind, code report.Code, start, end int, encode bool, expected []string) (f report.Finding) {
	run := b.s[start:end]
	f = newFinding(c, start, end, reason.Text{}, expected)
	f.Code = code
	meant, known := b.meant(comp, code, start, end)
	if known {
		encode = false
		defer b.setMeaning(&f, meant)
	}
	switch pct := b.profile.PctEncoded; code {
	case report.Code(pct.Name()):
		f.Rules, f.Section, f.ABNF = c.PctProductions, pct.Section(), pct.ABNF()
		f.Expected = pct.ExpectedAt(pct.DFA().Step(engine.Start, "%"))
		f.Message, f.Hint, f.Fix = pctMessage(run, b.s[end:]), pctHint(b.s[start+1:]), pctFix(b.s, start, end)
		return f
	case report.CodeUTF8:
		f.Section, f.ABNF = "RFC 3629 §4", "UTF8-octets = *( UTF8-char )"
		f.Message = utf8Message(run)
	case report.Code(b.profile.Private.Name()):
		f.Section, f.ABNF = b.profile.Private.Section(), b.profile.Private.ABNF()
		f.Hint = privateHint(run)
	default:
		if comp == component.Scheme {
			f.Message = schemeMessage(run, start)
		}
		f.Hint = b.runHint(comp, start, end)
	}
	if f.Message.IsZero() {
		f.Message = b.runMessage(comp, run)
	}
	if encode && comp != component.Scheme && !b.stray(comp, start, end) {
		f.Fix = report.NewFix(b.s, start, end, b.encode)
	}
	return f
}

// A saying is what is said of a run of characters that a component does not allow, wherever it stands. The
// many runs of a long string are often the same.
type saying struct {
	comp    component.Kind
	run     string
	message reason.Text
	encoded string // the run, percent-encoded; empty if it was not asked for
}

// runMessage is the function of the same name for a run, which is often the same as the last one.
func (b *blamer) runMessage(comp component.Kind, run string) reason.Text {
	if b.last.run != run || b.last.comp != comp {
		b.last = saying{comp: comp, run: run, message: runMessage(comp, run)}
	}
	return b.last.message
}

// encode returns a run percent-encoded.
func (b *blamer) encode(run string) string {
	if b.last.run != run {
		return percent.Encode(run)
	}
	if b.last.encoded == "" {
		b.last.encoded = percent.Encode(run)
	}
	return b.last.encoded
}

// setMeaning gives a finding the hint of what was meant, in place of a fix that would keep
// the characters. The guess becomes the fix if guesses are asked for.
func (b *blamer) setMeaning(f *report.Finding, m meaning) {
	f.Hint, f.Fix = m.hint, nil
	if b.guess {
		f.Fix = m.guess
	}
}

// slashHints are the hints about "/" in the place of a port, which stay when findings are made one.
var slashHints = []reason.ID{reason.HintPort, reason.HintAtLate, reason.HintBackslashWrite, reason.HintGitPath}

// onePort makes one finding of those that a port has, which begin at an index of the
// findings: from the first to the last character that is not a digit (design §4 rule 4).
func (b *blamer) onePort(c *spec.Chain, from int) {
	if len(b.findings) < from+2 {
		return
	}
	f, last := &b.findings[from], &b.findings[len(b.findings)-1]
	code := report.Code(c.Rule.Name())
	if f.Code != code || last.Code != code {
		return
	}
	f.End = last.End
	f.Message = runMessage(component.Port, b.s[f.Start:f.End])
	if f.Fix == nil && !slices.Contains(slashHints, f.Hint.ID()) {
		f.Hint = portHint(b.s, f.Start, f.End)
	}
	b.findings = b.findings[:from+1]
}
