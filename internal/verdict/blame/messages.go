package blame

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/wording"
)

// places names components with their articles, but for paths.
var places = [component.NumKinds]string{
	component.Scheme:    "a scheme",
	component.Userinfo:  "the userinfo",
	component.RegName:   "a host name",
	component.Host:      "a host name",
	component.Port:      "a port",
	component.Query:     "a query",
	component.Fragment:  "a fragment",
	component.Authority: "an authority",
}

func place(c component.Kind) string { return cmp.Or(places[c], "a path") }

// runMessage is the message for a run of characters that a component does not
// allow.
func runMessage(comp component.Kind, run string) string {
	first := wording.Describe(run)
	many := len(run) > wording.CharLen(run)
	if comp == component.Port {
		if many {
			return wording.Quote(run) + " is not a number; a port has only digits"
		}
		return first + " is not a digit"
	}
	if !many {
		return first + " is not allowed in " + place(comp)
	}
	if strings.Count(run, run[:wording.CharLen(run)])*wording.CharLen(run) == len(run) {
		return first + " is not allowed in " + place(comp) + " (" + strconv.Itoa(utf8.RuneCountInString(run)) + " of them)"
	}
	return wording.Quote(run) + " has only characters that are not allowed in " + place(comp) + ", the first is " + wording.DescribeLast(run)
}

// schemeMessage is the message for a run of characters that a scheme does not allow.
func schemeMessage(run string, start int) string {
	if start == 0 && run[0] < utf8.RuneSelf && wording.CharLen(run) == len(run) {
		return "a scheme begins with a letter, not with " + wording.Describe(run)
	}
	return runMessage(component.Scheme, run)
}

// embeddedIPv4Hint is the hint for a fault in the last part of an IPv6 address.
const embeddedIPv4Hint = "the part with dots at the end of an IPv6 address is an IPv4 address: four numbers from 0 to 255, without leading zeros"

// ipLiteralMessage says what is wrong at byte at of an IP-literal, and guesses what was
// meant.
func ipLiteralMessage(comp component.Kind, lit string, at int) (msg, hint string) {
	what := "an IPv6 address"
	if comp == component.IPvFuture {
		what = "an IPvFuture address"
	}
	ch := lit[at]
	inner := lit[1 : len(lit)-1]
	switch {
	case inner == "":
		return "there is no address between the brackets", "write the address between the brackets, or leave the brackets out before a name"
	case ch == ']':
		msg = "the address ends too soon for " + what
	case ch == '%' && comp == component.IPv6:
		return "a zone identifier is not part of " + what,
			"RFC 6874 added zone identifiers to URIs only, not to IRIs; take " + wording.Quote(lit[at:len(lit)-1]) + " away"
	default:
		msg = wording.Describe(lit[at:]) + " cannot stand here in " + what
	}
	if comp == component.IPvFuture {
		return msg, "an IPvFuture address is v, a hexadecimal version, a dot, and at least one more character"
	}
	tail := inner[strings.LastIndexByte(inner, ':')+1:]
	switch {
	case strings.Count(inner, "::") > 1:
		hint = "\"::\" may stand only once"
	case ch == ']' && !strings.Contains(inner, "::"):
		hint = "an IPv6 address has eight groups, or \"::\" in place of those that are zero"
	case strings.Count(inner, ":") > 7:
		hint = "an IPv6 address has eight groups at most"
	case ch == '[':
		hint = "one pair of brackets stands around an address"
	case inner[0] == ':' && at == 2:
		hint = "an IPv6 address begins with a group or with \"::\""
	case chars.IsHex(ch) && strings.Contains(inner, ":") && strings.Contains(tail, ".") && at > len(inner)-len(tail):
		hint = embeddedIPv4Hint
	case chars.IsHex(ch):
		hint = "a group has one to four hexadecimal digits"
	case !strings.Contains(inner, ":") && !component.IsIPv4(inner):
		hint = "brackets are for IPv6 addresses; a name stands without them"
	case component.IsIPv4(inner):
		hint = "an IPv4 address stands without brackets"
	case strings.Contains(tail, "."):
		hint = embeddedIPv4Hint
	default:
		hint = "an IPv6 address has groups of one to four hexadecimal digits with colons between them"
	}
	return msg, hint
}

// pctMessage is the message for a run of one or more "%" that do not begin a
// percent-encoding; rest is what follows the run.
func pctMessage(run, rest string) string {
	if strings.Count(run, "%") > 1 {
		return wording.Quote(run) + " has a \"%\" without two hexadecimal digits after it"
	}
	if rest == "" {
		return "the string ends before the two hexadecimal digits after \"%\""
	}
	if len(run) == 2 {
		return wording.Quote(run) + " has only one hexadecimal digit after the \"%\", then " + wording.DescribeLast(rest)
	}
	return "\"%\" needs two hexadecimal digits after it, not " + wording.DescribeLast(rest)
}

// utf8Message is the message for bytes that are not UTF-8.
func utf8Message(run string) string {
	if len(run) == 1 {
		return "the byte 0x" + wording.Hex(rune(run[0]), 2) + " is not UTF-8"
	}
	return wording.Quote(run) + " is not UTF-8"
}
