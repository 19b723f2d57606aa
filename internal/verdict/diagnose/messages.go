package diagnose

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// notAllowed are the reasons for characters that a component does not allow: one
// character, also several times, and several characters. Those of paths are the zero IDs.
var notAllowed = [component.NumKinds]struct{ char, chars message.ID }{
	component.Scheme:   {message.SchemeChar, message.SchemeChars},
	component.Userinfo: {message.UserinfoChar, message.UserinfoChars},
	component.RegName:  {message.HostChar, message.HostChars},
	component.Port:     {message.PortNotDigit, message.PortNotNumber},
	component.Query:    {message.QueryChar, message.QueryChars},
	component.Fragment: {message.FragmentChar, message.FragmentChars},
}

// runMessage is the message for a run of characters that a component does not
// allow.
func (b *blamer) runMessage(comp component.Kind, start, end int) message.Text {
	ids, run := notAllowed[comp], b.s[start:end]
	if ids.char == 0 {
		ids.char, ids.chars = message.PathChar, message.PathChars
	}
	char, octet := message.Char(run)
	same := strings.Count(run, run[:quote.CharLen(run)])
	switch many := len(run) > quote.CharLen(run); {
	case comp == component.Port && many:
		return message.Of(ids.chars, b.Quote(start, end))
	case many && same*quote.CharLen(run) < len(run):
		return message.Of(ids.chars, b.Quote(start, end), char, octet)
	case b.Hides(start, end) && (comp == component.Port || !b.Hides(start-1, start) && !b.Hides(end, end+1)):
		char, octet = b.Quote(start, end), "" // it is the password, or a part of it that people know as a port
	case many:
		return message.Of(ids.char, char, octet, strconv.Itoa(same))
	}
	return message.Of(ids.char, char, octet)
}

// schemeMessage is the message for a run of characters that a scheme does not allow.
func (b *blamer) schemeMessage(start, end int) message.Text {
	run := b.s[start:end]
	if start == 0 && run[0] < utf8.RuneSelf && quote.CharLen(run) == len(run) {
		return message.OfChar(message.SchemeFirst, run)
	}
	return b.runMessage(component.Scheme, start, end)
}

// ipLiteralMessage says what is wrong at byte at of the IP-literal from start to end, and guesses what was
// meant.
func (b *blamer) ipLiteralMessage(comp component.Kind, start, end, at int) (msg, hint message.Text) {
	early, char, lit := message.Ipv6End, message.Ipv6Char, b.s[start:end]
	if comp == component.IPvFuture {
		early, char = message.IpvfutureEnd, message.IpvfutureChar
	}
	ch := lit[at]
	inner := lit[1 : len(lit)-1]
	switch {
	case inner == "":
		return message.Of(message.IpLiteralEmpty), message.Of(message.HintLiteralEmpty)
	case ch == ']':
		msg = message.Of(early)
	case ch == '%' && spec.RFC3986.Profile().Of[component.IPv6].Valid(lit[1:at]):
		return message.Of(message.Ipv6Zone), message.Of(message.HintZone, b.Quote(start+at, end-1))
	default:
		msg = message.OfChar(char, lit[at:])
	}
	if comp == component.IPvFuture {
		return msg, message.Of(message.HintIpvfuture)
	}
	why := message.HintIpv6
	tail := inner[strings.LastIndexByte(inner, ':')+1:]
	switch {
	case strings.Count(inner, "::") > 1:
		why = message.HintIpv6Once
	case ch == ']' && !strings.Contains(inner, "::"):
		why = message.HintIpv6Eight
	case strings.Count(inner, ":") > 7:
		why = message.HintIpv6Most
	case ch == '[':
		why = message.HintOnePair
	case inner[0] == ':' && at == 2:
		why = message.HintIpv6First
	case chars.IsHex(ch) && strings.Contains(inner, ":") && strings.Contains(tail, ".") && at > len(inner)-len(tail):
		why = message.HintIpv6Ipv4
	case chars.IsHex(ch):
		why = message.HintIpv6Group
	case !strings.Contains(inner, ":") && !component.IsIPv4(inner):
		why = message.HintNameBrackets
	case component.IsIPv4(inner):
		why = message.HintIpv4Brackets
	case strings.Contains(tail, "."):
		why = message.HintIpv6Ipv4
	}
	return msg, message.Of(why)
}

// pctMessage is the message for a run of one or more "%" that do not begin a
// percent-encoding.
func (b *blamer) pctMessage(start, end int) message.Text {
	run, rest := b.s[start:end], b.s[end:]
	switch {
	case strings.Count(run, "%") > 1:
		return message.Of(message.PctEncodedSeveral, b.Quote(start, end))
	case rest == "":
		return message.Of(message.PctEncodedEnd)
	case len(run) == 2:
		char, octet := message.Char(rest)
		return message.Of(message.PctEncodedOneDigit, b.Quote(start, end), char, octet)
	}
	return message.OfChar(message.PctEncodedNoDigit, rest)
}

// surrogate returns the surrogate that a run of bytes which are not UTF-8 begins with, as those who decode \ud800 by
// itself write it.
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
func (b *blamer) utf8Message(start, end int) message.Text {
	run := b.s[start:end]
	if _, ok := cesu(run); ok {
		return message.Of(message.Utf8Cesu, b.Quote(start, end))
	}
	if r, ok := surrogate(run); ok {
		return message.Of(message.Utf8Surrogate, "U+"+quote.Hex(r, 4))
	}
	if len(run) == 1 {
		return message.Of(message.Utf8Byte, "0x"+quote.Hex(rune(run[0]), 2))
	}
	return message.Of(message.Utf8Bytes, b.Quote(start, end))
}

// keepTrue takes the hint of a finding away if it is not true in a state of the rule, and puts neutral words in the
// place of such a message.
func (b *blamer) keepTrue(f *report.Finding, r spec.Rule, state int) {
	run := b.s[f.Start:f.End]
	if !r.Holds(f.Hint.ID().Claims(), state, run) {
		f.Hint = message.Text{}
	}
	if r.Holds(f.Message.ID().Claims(), state, run) {
		return
	}
	name := f.Rules[len(f.Rules)-1]
	if r := b.profile.PctEncoded; name != r.Name() {
		f.Message = message.OfChar(message.RuleChar, run, name)
	} else if at, _ := r.Furthest(b.s[f.Start:]); f.Start+at == len(b.s) {
		f.Message = message.Of(message.RuleShort, name)
	} else {
		at += f.Start
		f.Message = message.Of(message.RulePart, name, b.Quote(f.Start, at+quote.CharLen(b.s[at:])))
	}
}
