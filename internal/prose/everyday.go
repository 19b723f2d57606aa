package prose

import (
	"strings"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/hostname"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// everyday reports whether the prose rules, as they are by default, find nothing in
// s, an http or https IRI that conforms to rule: no userinfo, a host that is a
// domain name at first sight, a small port, and text that one pass finds nothing
// in. It is for the run over a file, where nearly all lines are so; false only
// means that all the checks have to be made.
func Everyday(s string, rule spec.Rule, o *report.Settings) bool {
	if !o.Default() || rule.Spec() == spec.LEIRI {
		return false
	}
	var i int
	switch {
	case len(s) > 8 && s[:8] == "https://":
		i = 8
	case len(s) > 7 && s[:7] == "http://":
		i = 7
	default:
		return false
	}
	if i = everydayAuthority(s, i); i < 0 {
		return false
	}
	i += chars.NonASCII(s[i:])
	if i == len(s) {
		return true
	}
	// The host is behind us, so the text can do without the components.
	c := checker{List: report.List{Settings: o, Trial: true}, s: s, rule: rule}
	c.text(i)
	return c.Total == 0
}

// everydayAuthority returns the end of the authority that begins at s[i:] if it is
// a domain name at first sight, as [scanHost] and [plainIDN] judge it, whose labels
// are of one script and direction, with a port of at most 65535 or none; else -1.
func everydayAuthority(s string, i int) int {
	label := i // where the present label starts
	room := 253
	if chars.IsDigit(s[i]) {
		return -1 // it may look like an address
	}
host:
	for i < len(s) {
		switch hostname.AuthorityClass[s[i]] {
		case hostname.AuthorityLDH:
			i++
		case hostname.AuthorityHyphen:
			if i == label || i+1 == len(s) || hostname.AuthorityClass[s[i+1]] >= hostname.AuthorityDot || i == label+3 && s[i-1] == '-' {
				return -1
			}
			i++
		case hostname.AuthorityDot:
			if i == label || i-label > 63 {
				return -1
			}
			i++
			room -= i - label
			label = i
		case hostname.AuthorityEnd:
			break host
		case hostname.AuthorityBeyond:
			n := hostname.ULabelLength(s[label:])
			if n < 0 {
				return -1
			}
			i = label + n
			room -= 63 + 1 // what it may take in the DNS, with the dot behind it
			if i < len(s) && s[i] == '.' {
				i++
			}
			label = i
		default:
			return -1
		}
	}
	if room -= i - label; i-label > 63 || room < 0 || i > 0 && s[i-1] == '/' {
		return -1 // too long, or empty
	}
	if i == len(s) || s[i] != ':' {
		return i
	}
	port := i + 1
	for i = port; i < len(s) && chars.IsDigit(s[i]); i++ {
	}
	if i-port > 5 || i-port == 5 && s[port:i] > "65535" || i < len(s) && strings.IndexByte("/?#", s[i]) < 0 {
		return -1 // or a password, in what is a userinfo
	}
	return i
}
