package blame

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/verdict/reason"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// notAllowed are the reasons for characters that a component does not allow, but for a port: one
// character, also several times, and several characters. Those of paths are the zero IDs.
var notAllowed = [component.NumKinds]struct{ char, chars reason.ID }{
	component.Scheme:   {reason.SchemeChar, reason.SchemeChars},
	component.Userinfo: {reason.UserinfoChar, reason.UserinfoChars},
	component.RegName:  {reason.HostChar, reason.HostChars},
	component.Query:    {reason.QueryChar, reason.QueryChars},
	component.Fragment: {reason.FragmentChar, reason.FragmentChars},
}

// runMessage is the message for a run of characters that a component does not
// allow.
func runMessage(comp component.Kind, run string) reason.Text {
	many := len(run) > wording.CharLen(run)
	switch {
	case comp == component.Port && many:
		return reason.Of(reason.PortNotNumber, wording.Quote(run))
	case comp == component.Port:
		return reason.OfChar(reason.PortNotDigit, run)
	}
	ids := notAllowed[comp]
	if ids.char == 0 {
		ids.char, ids.chars = reason.PathChar, reason.PathChars
	}
	switch same := strings.Count(run, run[:wording.CharLen(run)]); {
	case !many:
		return reason.OfChar(ids.char, run)
	case same*wording.CharLen(run) == len(run):
		return reason.OfChar(ids.char, run, strconv.Itoa(same))
	}
	char, octet := reason.Char(run)
	return reason.Of(ids.chars, wording.Quote(run), char, octet)
}

// schemeMessage is the message for a run of characters that a scheme does not allow.
func schemeMessage(run string, start int) reason.Text {
	if start == 0 && run[0] < utf8.RuneSelf && wording.CharLen(run) == len(run) {
		return reason.OfChar(reason.SchemeFirst, run)
	}
	return runMessage(component.Scheme, run)
}

// ipLiteralMessage says what is wrong at byte at of an IP-literal, and guesses what was
// meant.
func ipLiteralMessage(comp component.Kind, lit string, at int) (msg, hint reason.Text) {
	end, char := reason.Ipv6End, reason.Ipv6Char
	if comp == component.IPvFuture {
		end, char = reason.IpvfutureEnd, reason.IpvfutureChar
	}
	ch := lit[at]
	inner := lit[1 : len(lit)-1]
	switch {
	case inner == "":
		return reason.Of(reason.IpLiteralEmpty), reason.Of(reason.HintLiteralEmpty)
	case ch == ']':
		msg = reason.Of(end)
	case ch == '%' && comp == component.IPv6:
		return reason.Of(reason.Ipv6Zone), reason.Of(reason.HintZone, wording.Quote(lit[at:len(lit)-1]))
	default:
		msg = reason.OfChar(char, lit[at:])
	}
	if comp == component.IPvFuture {
		return msg, reason.Of(reason.HintIpvfuture)
	}
	tail := inner[strings.LastIndexByte(inner, ':')+1:]
	switch {
	case strings.Count(inner, "::") > 1:
		hint = reason.Of(reason.HintIpv6Once)
	case ch == ']' && !strings.Contains(inner, "::"):
		hint = reason.Of(reason.HintIpv6Eight)
	case strings.Count(inner, ":") > 7:
		hint = reason.Of(reason.HintIpv6Most)
	case ch == '[':
		hint = reason.Of(reason.HintOnePair)
	case inner[0] == ':' && at == 2:
		hint = reason.Of(reason.HintIpv6First)
	case chars.IsHex(ch) && strings.Contains(inner, ":") && strings.Contains(tail, ".") && at > len(inner)-len(tail):
		hint = reason.Of(reason.HintIpv6Ipv4)
	case chars.IsHex(ch):
		hint = reason.Of(reason.HintIpv6Group)
	case !strings.Contains(inner, ":") && !component.IsIPv4(inner):
		hint = reason.Of(reason.HintNameBrackets)
	case component.IsIPv4(inner):
		hint = reason.Of(reason.HintIpv4Brackets)
	case strings.Contains(tail, "."):
		hint = reason.Of(reason.HintIpv6Ipv4)
	default:
		hint = reason.Of(reason.HintIpv6)
	}
	return msg, hint
}

// pctMessage is the message for a run of one or more "%" that do not begin a
// percent-encoding; rest is what follows the run.
func pctMessage(run, rest string) reason.Text {
	switch {
	case strings.Count(run, "%") > 1:
		return reason.Of(reason.PctEncodedSeveral, wording.Quote(run))
	case rest == "":
		return reason.Of(reason.PctEncodedEnd)
	case len(run) == 2:
		char, octet := reason.Char(rest)
		return reason.Of(reason.PctEncodedOneDigit, wording.Quote(run), char, octet)
	}
	return reason.OfChar(reason.PctEncodedNoDigit, rest)
}

// surrogate returns the surrogate that a run of bytes which are not UTF-8 begins with, as those who decode \ud800 by
// itself write it.
func surrogate(run string) (r rune, ok bool) {
	if len(run) < 3 || run[0] != 0xED || run[1] < 0xA0 || run[2] < 0x80 {
		return 0, false
	}
	return 0xD000 | rune(run[1]&0x3F)<<6 | rune(run[2]&0x3F), true
}

// utf8Message is the message for bytes that are not UTF-8.
func utf8Message(run string) reason.Text {
	if r, ok := surrogate(run); ok {
		return reason.Of(reason.Utf8Surrogate, "U+"+wording.Hex(r, 4))
	}
	if len(run) == 1 {
		return reason.Of(reason.Utf8Byte, "0x"+wording.Hex(rune(run[0]), 2))
	}
	return reason.Of(reason.Utf8Bytes, wording.Quote(run))
}

// keepTrue takes the hint of a finding away if it is not true in a state of the rule, and puts neutral words in the
// place of such a message.
func (b *blamer) keepTrue(f *report.Finding, r spec.Rule, state int) {
	run := b.s[f.Start:f.End]
	if !r.Holds(f.Hint.ID().Claims(), state, run) {
		f.Hint = reason.Text{}
	}
	if r.Holds(f.Message.ID().Claims(), state, run) {
		return
	}
	name := f.Rules[len(f.Rules)-1]
	if r := b.profile.PctEncoded; name != r.Name() {
		f.Message = reason.OfChar(reason.RuleChar, run, name)
	} else if at, _ := r.Furthest(b.s[f.Start:]); f.Start+at == len(b.s) {
		f.Message = reason.Of(reason.RuleShort, name)
	} else {
		at += f.Start
		f.Message = reason.Of(reason.RulePart, name, wording.Quote(b.s[f.Start:at+wording.CharLen(b.s[at:])]))
	}
}
