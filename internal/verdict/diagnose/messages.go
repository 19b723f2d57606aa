package diagnose

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// notAllowed are the reasons for characters that a component does not allow: one
// character, also several times, and several characters. Those of paths are the zero IDs.
var notAllowed = [component.NumKinds]struct{ char, chars finding.Reason }{
	component.Scheme:   {finding.SchemeChar, finding.SchemeChars},
	component.Userinfo: {finding.UserinfoChar, finding.UserinfoChars},
	component.RegName:  {finding.HostChar, finding.HostChars},
	component.Port:     {finding.PortNotDigit, finding.PortNotNumber},
	component.Query:    {finding.QueryChar, finding.QueryChars},
	component.Fragment: {finding.FragmentChar, finding.FragmentChars},
}

// runMessage is the message for a run of characters that a component does not
// allow.
func (b *diagnoser) runMessage(comp component.Kind, start, end int) finding.Text {
	ids, run := notAllowed[comp], b.s[start:end]
	if ids.char == 0 {
		ids.char, ids.chars = finding.PathChar, finding.PathChars
	}
	char, octet := finding.CharValues(run)
	same := strings.Count(run, run[:quote.CharLen(run)])
	switch many := len(run) > quote.CharLen(run); {
	case comp == component.Port && many:
		return ids.chars.Text(b.Quote(start, end))
	case many && same*quote.CharLen(run) < len(run):
		return ids.chars.Text(b.Quote(start, end), char, octet)
	case b.Hides(start, end) && (comp == component.Port || !b.Hides(start-1, start) && !b.Hides(end, end+1)):
		char, octet = b.Quote(start, end), "" // it is the password, or a part of it that people know as a port
	case many:
		return ids.char.Text(char, octet, strconv.Itoa(same))
	}
	return ids.char.Text(char, octet)
}

// schemeMessage is the message for a run of characters that a scheme does not allow.
func (b *diagnoser) schemeMessage(start, end int) finding.Text {
	run := b.s[start:end]
	if start == 0 && run[0] < utf8.RuneSelf && quote.CharLen(run) == len(run) {
		return finding.SchemeFirst.TextOfChar(run)
	}
	return b.runMessage(component.Scheme, start, end)
}

// ipLiteralMessage says what is wrong at byte at of the IP-literal from start to end, and guesses what was
// meant.
func (b *diagnoser) ipLiteralMessage(comp component.Kind, start, end, at int) (msg, hint finding.Text) {
	early, char, lit := finding.Ipv6End, finding.Ipv6Char, b.s[start:end]
	if comp == component.IPvFuture {
		early, char = finding.IpvfutureEnd, finding.IpvfutureChar
	}
	ch := lit[at]
	inner := lit[1 : len(lit)-1]
	switch {
	case inner == "":
		return finding.IpLiteralEmpty.Text(), finding.HintLiteralEmpty.Text()
	case ch == ']':
		msg = early.Text()
	case ch == '%' && spec.RFC3986.Profile().Of[component.IPv6].Valid(lit[1:at]):
		return finding.Ipv6Zone.Text(), finding.HintZone.Text(b.Quote(start+at, end-1))
	default:
		msg = char.TextOfChar(lit[at:])
	}
	if comp == component.IPvFuture {
		return msg, finding.HintIpvfuture.Text()
	}
	why := finding.HintIpv6
	tail := inner[strings.LastIndexByte(inner, ':')+1:]
	switch {
	case strings.Count(inner, "::") > 1:
		why = finding.HintIpv6Once
	case ch == ']' && !strings.Contains(inner, "::"):
		why = finding.HintIpv6Eight
	case strings.Contains(inner, "::") && groupsOf(inner) == 8:
		why = finding.HintIpv6None
	case strings.Count(inner, ":") > 7:
		why = finding.HintIpv6Most
	case ch == '[':
		why = finding.HintOnePair
	case inner[0] == ':' && at == 2:
		why = finding.HintIpv6First
	case chars.IsHex(ch) && strings.Contains(inner, ":") && strings.Contains(tail, ".") && at > len(inner)-len(tail):
		why = finding.HintIpv6Ipv4
	case chars.IsHex(ch):
		why = finding.HintIpv6Group
	case !strings.Contains(inner, ":") && !component.IsIPv4(inner):
		why = finding.HintNameBrackets
	case component.IsIPv4(inner):
		why = finding.HintIpv4Brackets
	case strings.Contains(tail, "."):
		why = finding.HintIpv6Ipv4
	}
	return msg, why.Text()
}

// groupsOf returns how many groups a part of an IPv6 address has; an IPv4 address in it counts as two.
func groupsOf(address string) (n int) {
	for group := range strings.SplitSeq(address, ":") {
		if group != "" {
			n++
		}
		if strings.Contains(group, ".") {
			n++
		}
	}
	return n
}

// pctMessage is the message for a run of one or more "%" that do not begin a
// percent-encoding.
func (b *diagnoser) pctMessage(start, end int) finding.Text {
	run, rest := b.s[start:end], b.s[end:]
	switch {
	case strings.Count(run, "%") > 1:
		return finding.PctEncodedSeveral.Text(b.Quote(start, end))
	case rest == "":
		return finding.PctEncodedEnd.Text()
	case len(run) == 2:
		char, octet := finding.CharValues(rest)
		return finding.PctEncodedOneDigit.Text(b.Quote(start, end), char, octet)
	}
	return finding.PctEncodedNoDigit.TextOfChar(rest)
}

// surrogate returns the surrogate that a run of bytes begins with, written as programs write it that decode \ud800 by
// itself. Such bytes are not UTF-8.
func surrogate(run string) (r rune, ok bool) {
	if len(run) < 3 || run[0] != 0xED || run[1] < 0xA0 || run[2] < 0x80 {
		return 0, false
	}
	return 0xD000 | rune(run[1]&0x3F)<<6 | rune(run[2]&0x3F), true
}

// cesu returns the characters of a run of CESU-8, which writes a character beyond U+FFFF as the UTF-8 of its two
// surrogates.
func cesu(run string) (text string, ok bool) {
	var sb strings.Builder
	for ; len(run) >= 6; run = run[6:] {
		high, _ := surrogate(run)
		low, _ := surrogate(run[3:])
		r := utf16.DecodeRune(high, low)
		if r == utf8.RuneError {
			return "", false
		}
		sb.WriteRune(r)
	}
	return sb.String(), run == "" && sb.Len() > 0
}

// utf8Message is the message for bytes that are not UTF-8.
func (b *diagnoser) utf8Message(start, end int) finding.Text {
	run := b.s[start:end]
	if _, ok := cesu(run); ok {
		return finding.Utf8Cesu.Text(b.Quote(start, end))
	}
	if r, ok := surrogate(run); ok {
		return finding.Utf8Surrogate.Text("U+" + quote.Hex(r, 4))
	}
	if len(run) == 1 {
		return finding.Utf8Byte.Text("0x" + quote.Hex(rune(run[0]), 2))
	}
	return finding.Utf8Bytes.Text(b.Quote(start, end))
}

// keepTrue removes the hint of a finding if the hint claims what is not true in a state of the rule, and replaces such a
// message by a neutral one.
func (b *diagnoser) keepTrue(f *finding.Finding, r spec.Rule, state int) {
	run := b.s[f.Start:f.End]
	if !r.ClaimApplies(f.Hint.Reason().Claims(), state, run) {
		f.Hint = finding.Text{}
	}
	if r.ClaimApplies(f.Message.Reason().Claims(), state, run) {
		return
	}
	name := f.Rules[len(f.Rules)-1]
	if r := b.profile.PctEncoded; name != r.Name() {
		f.Message = finding.RuleChar.TextOfChar(run, name)
	} else if at, _ := r.Furthest(b.s[f.Start:]); f.Start+at == len(b.s) {
		f.Message = finding.RuleShort.Text(name)
	} else {
		at += f.Start
		f.Message = finding.RulePart.Text(name, b.Quote(f.Start, at+quote.CharLen(b.s[at:])))
	}
}

// The rest of this file is about rules that are a choice of words, and about characters that could stand where they are in
// the other case.

// namedWords is how many words a message names.
const namedWords = 8

// wordMessage says that a text is none of the words of a rule, or that only its case differs from one.
func wordMessage(q *component.Quoter, start, end int, r spec.Rule, words []string) finding.Text {
	names, text := spec.QuoteWords(words), q.Text[start:end]
	for _, name := range spec.QuoteWords(slices.DeleteFunc(slices.Clone(words),
		func(w string) bool { return !strings.EqualFold(w, text) })) {
		return finding.RuleCase.Text(q.Quote(start, end), name, r.Name())
	}
	if len(names) > namedWords {
		names = append(names[:namedWords:namedWords], "…")
	}
	return finding.RuleWord.Text(q.Quote(start, end), r.Name(), strings.Join(names, " / "))
}

// word adds the finding for a component that has to be one of some words and is none of them. It reports whether there
// is such a finding.
func (b *diagnoser) word(comp component.Kind, i, end int) bool {
	c := b.path(comp)
	words := c.Rule.Words()
	if words == nil || i == end || c.Rule.Valid(b.s[i:end]) {
		return false
	}
	expected := spec.QuoteWords(words)
	if slices.Contains(words, "") {
		expected = append(expected, c.Follow()...)
	}
	f := newFinding(c, i, end, wordMessage(&b.Quoter, i, end, c.Rule, words), expected)
	if comp == component.Scheme {
		if m := b.meantWhole(); !m.hint.IsZero() {
			b.setMeaning(&f, m)
		}
	}
	b.add(f, c.Rule, engine.Start)
	return true
}

// cfi adds one finding for a fragment from i to an offset that is a canonical fragment identifier of EPUB, as
// epubcfi(/6/4[ref]!/4), but for brackets and circumflexes that are not percent-encoded. It reports whether it is that.
func (b *diagnoser) cfi(c *spec.Path, i, end int) bool {
	const notEncoded = "[]^"
	s := b.s[i:end]
	if !strings.HasPrefix(s, "epubcfi(") {
		return false
	}
	first, last := strings.IndexAny(s, notEncoded), strings.LastIndexAny(s, notEncoded)
	encode := strings.NewReplacer("[", "%5B", "]", "%5D", "^", "%5E").Replace
	if first < 0 || !c.Rule.Valid(encode(s)) {
		return false
	}
	f := newFinding(c, i+first, i+last+1, b.runMessage(component.Fragment, i+first, i+first+1), c.ExpectedAfter(s[:first]))
	f.Hint, f.Fix = finding.HintCfi.Text(), finding.NewFix(b.s, f.Start, f.End, encode)
	b.add(f, c.Rule, engine.Start)
	return true
}

// caseHint says that a letter is allowed in the other case. ok reports whether it is.
func caseHint(letter byte, ok func(other string) bool) finding.Text {
	if chars.IsLetter(letter) {
		if other := string(rune(letter ^ 0x20)); ok(other) {
			return finding.HintCase.Text(quote.Quote(other))
		}
	}
	return finding.Text{}
}

// wordFault makes the finding for a string about the whole string, as in a reference, if the rule is a choice of words.
func wordFault(f *finding.Finding, q *component.Quoter, start, end int, r spec.Rule) bool {
	s := q.Text[start:end]
	p, words := r.Spec().Profile(), r.Words()
	if p == nil || words == nil || s == "" || !slices.Contains(p.Of[:], r) {
		return false
	}
	f.Code, f.Start, f.End, f.Rules = finding.Code(r.Name()), start, end, []string{r.Name()}
	f.Section, f.ABNF = r.Section(), r.ABNF()
	f.Message, f.Expected = wordMessage(q, start, end, r, words), spec.QuoteWords(words)
	if slices.Contains(words, "") {
		f.Expected = append(f.Expected, "end")
	}
	return true
}
