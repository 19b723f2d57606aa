// Package idna checks and converts domain names by IDNA2008: RFC 5890 to RFC
// 5893. It differs from golang.org/x/net/idna, which does Unicode Technical
// Standard #46, in three ways: characters are judged by the derived property of
// RFC 5892, nothing is mapped, and every failure names the label, the character
// and the rule.
//
// A name is a sequence of labels separated by U+002E. One that ends in a "." has
// an empty root label, which is no fault.
package idna

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/idna/casefold"
)

// The lengths that DNS allows (RFC 1035 §2.3.4), in bytes of the ASCII form. The
// name's excludes the root label and its dot.
const (
	MaxLabel = 63
	MaxName  = 253
)

// prefix is the ACE prefix (RFC 5890 §2.3.2.5).
const prefix = "xn--"

// A Fault is one reason why a name is no IDNA2008 domain name. Offsets are bytes
// of the name.
type Fault struct {
	LabelStart, LabelEnd int    // the label
	Start, End           int    // the character, or what is at fault where no single one is
	Rune                 rune   // the character; 0 where no single one is at fault
	Section              string // the rule: RFC 5892 §2.6
	Message              string // names the label and the character
	Hint                 string // how to mend it; often empty
}

// Check returns the faults of a name in their order, nil if it has none.
func Check(name string) []Fault {
	c := checker{name: name}
	c.run()
	return c.faults
}

// ToASCII returns the name with its U-labels as A-labels (RFC 5891 §5.5), or the
// faults for which there is none. ASCII labels stay as they are written.
func ToASCII(name string) (string, []Fault) {
	c := checker{name: name}
	c.run()
	if len(c.faults) > 0 {
		return "", c.faults
	}
	if isASCII(name) {
		return name, nil
	}
	var b strings.Builder
	for i, l := range c.labels {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(l.ascii)
	}
	return b.String(), nil
}

// ToUnicode returns the U-label of an A-label, or false if the label is none:
// what it decodes to must satisfy every rule for a single label and encode to
// the same A-label again (RFC 5891 §5.3, RFC 5890 §2.3.2.1).
func ToUnicode(label string) (string, bool) {
	if !hasPrefix(label) {
		return "", false
	}
	c := checker{name: label}
	c.run()
	if len(c.faults) > 0 || len(c.labels) != 1 {
		return "", false
	}
	return c.labels[0].unicode, true
}

// A label is one label of a name in both its forms.
type label struct {
	start, end int
	unicode    string // what the rules for characters see
	ascii      string
}

// A checker collects what is wrong with a name.
type checker struct {
	name   string
	labels []label
	cur    label // the label that is checked
	faults []Fault
}

func (c *checker) run() {
	if c.name == "" {
		return
	}
	if len(c.name) > maxChecked {
		c.cur = label{start: 0, end: len(c.name)}
		c.whole("RFC 1035 §2.3.4", fmt.Sprintf("the name has %d bytes, more than the %d that DNS allows", len(c.name), MaxName), "")
		return
	}
	broken := false // an A-label that cannot be decoded has no directions
	for start := 0; ; {
		end := len(c.name)
		if i := strings.IndexByte(c.name[start:], '.'); i >= 0 {
			end = start + i
		}
		c.cur = label{start: start, end: end}
		n := len(c.faults)
		root := end == len(c.name) && start > 0 && start == end
		if !root {
			c.label(c.name[start:end])
		}
		if len(c.faults) > n && c.cur.unicode == "" {
			broken = true
		}
		c.labels = append(c.labels, c.cur)
		if end == len(c.name) {
			break
		}
		start = end + 1
	}
	if !broken {
		c.bidi()
	}
	c.length()
}

// label checks one label by RFC 5891 §5.3 to §5.5 and sets both its forms.
func (c *checker) label(s string) {
	switch {
	case s == "":
		c.whole("RFC 1035 §3.1", "empty label", "remove one of the dots")
	case hasPrefix(s):
		c.aLabel(s)
	case isASCII(s):
		c.cur.unicode, c.cur.ascii = lower(s), s
		c.ldh(s)
		c.hyphens(s)
	default:
		c.cur.unicode = s
		c.uLabel(s)
		if c.cur.unicode == "" {
			return
		}
		if utf8.RuneCountInString(s) > MaxLabel {
			// Punycode takes a letter or more for each character; leave alone
			// what would only cost time.
			c.cur.ascii = prefix + s
			return
		}
		ascii, err := idna.Punycode.ToASCII(s)
		if err != nil {
			c.whole("RFC 5891 §5.5", fmt.Sprintf("label %s cannot be written in Punycode", quote(s)), "")
			return
		}
		c.cur.ascii = ascii
	}
}

// aLabel checks what starts like an A-label (RFC 5891 §5.3): in lower case it
// must decode to a valid U-label that encodes to the same again.
func (c *checker) aLabel(s string) {
	c.cur.ascii = s
	if len(s) > MaxLabel {
		return // length reports it
	}
	low := lower(s)
	u, err := idna.Punycode.ToUnicode(low)
	if err != nil || isASCII(u) || !isASCII(s) || strings.HasSuffix(low, "-") {
		c.whole("RFC 5890 §2.3.2.1", fmt.Sprintf("label %s starts like an A-label but is not the Punycode of any U-label", quote(s)), "")
		return
	}
	if again, err := idna.Punycode.ToASCII(u); err != nil || again != low {
		c.whole("RFC 5891 §5.3", fmt.Sprintf("label %s decodes to %s, which encodes to %s", quote(s), quote(u), quote(again)), "")
		return
	}
	n := len(c.faults)
	c.cur.unicode = u
	c.uLabel(u)
	for i := range c.faults[n:] {
		f := &c.faults[n+i]
		f.Start, f.End = c.cur.start, c.cur.end
		f.Message = fmt.Sprintf("label %s decodes to %s: %s", quote(s), quote(u), f.Message)
	}
}

// uLabel applies the tests of RFC 5891 §5.4 to a putative U-label. Offsets of
// faults are right only if the label stands in the name as it is given.
func (c *checker) uLabel(s string) {
	if !utf8.ValidString(s) {
		c.cur.unicode = ""
		c.whole("RFC 5891 §5.2", fmt.Sprintf("label %s is not UTF-8", quote(s)), "")
		return
	}
	// Behind thirty marks the package norm inserts U+034F, which NFC does not ask for
	// (the Stream-Safe Text Format, UAX #15 §13).
	if nfc := norm.NFC.String(s); nfc != s && strings.Count(nfc, "\u034F") <= strings.Count(s, "\u034F") {
		c.whole("RFC 5891 §5.4", fmt.Sprintf("label %s is not in Unicode Normalization Form C", quote(s)),
			fmt.Sprintf("write %s", quoteASCII(nfc)))
	}
	c.hyphens(s)
	prev := rune(-1)
	var has scripts
	for i, r := range s {
		if i == 0 && unicode.Is(unicode.M, r) {
			c.char(i, r, "RFC 5891 §4.2.3.2", "a label must not begin with the combining mark "+name(r), "")
		}
		c.property(s, i, r, prev, &has)
		prev = r
	}
}

// property applies RFC 5892 to the character at offset i of a label.
func (c *checker) property(s string, i int, r, prev rune, has *scripts) {
	if len(c.faults) >= maxFaults {
		return
	}
	if r == 0x3002 || r == 0xFF0E || r == 0xFF61 {
		// IDNA2003 took them for dots; here nothing is mapped.
		c.char(i, r, "RFC 5892 §3", name(r)+" is DISALLOWED: only U+002E separates labels", `write "." between labels`)
		return
	}
	switch PropertyOf(r) {
	case PValid:
	case ContextJ, ContextO:
		if section, why := context(s, i, r, prev, has); why != "" {
			c.char(i, r, section, why, "")
		}
	case Unassigned:
		c.char(i, r, "RFC 5892 §2.10", name(r)+" is not assigned in Unicode "+UnicodeVersion, "")
	case DisallowedUnstable:
		hint := "write it as normalization and case folding have it, or map the host with uts46"
		if to := norm.NFKC.String(casefold.String(norm.NFKC.String(string(r)))); to != "" && !strings.ContainsAny(to, " ./:@?#%[]") {
			hint = fmt.Sprintf("write %s", quoteASCII(to))
		}
		c.char(i, r, "RFC 5892 §2.2", name(r)+" is DISALLOWED: case folding or normalization changes it", hint)
	case DisallowedIgnorable:
		c.char(i, r, "RFC 5892 §2.3", name(r)+" is DISALLOWED: it is white space, ignorable or no character", "")
	case DisallowedBlock:
		c.char(i, r, "RFC 5892 §2.4", name(r)+" is DISALLOWED: it is of a block for symbols", "")
	case DisallowedException:
		c.char(i, r, "RFC 5892 §2.6", name(r)+" is DISALLOWED: it is one of the exceptions", "")
	case DisallowedJamo:
		c.char(i, r, "RFC 5892 §2.9", name(r)+" is DISALLOWED: it is a conjoining Hangul jamo", "write whole syllables")
	default:
		c.char(i, r, "RFC 5892 §3", name(r)+" is DISALLOWED: it is no letter, mark or digit", "")
	}
}

// ldh checks the characters of an ASCII label (RFC 5890 §2.3.1). Upper case is
// all right there: DNS compares without regard to it.
func (c *checker) ldh(s string) {
	for i := 0; i < len(s) && len(c.faults) < maxFaults; i++ {
		b := s[i]
		if b|0x20 >= 'a' && b|0x20 <= 'z' || '0' <= b && b <= '9' || b == '-' {
			continue
		}
		c.char(i, rune(b), "RFC 5890 §2.3.1", name(rune(b))+" is no letter, digit or hyphen", "")
	}
}

// hyphens checks where hyphens stand (RFC 5891 §4.2.3.1, RFC 5890 §2.3.1).
func (c *checker) hyphens(s string) {
	at := func(i int, message string) {
		c.char(i, '-', "RFC 5891 §4.2.3.1", message, "")
	}
	if s[0] == '-' {
		at(0, "a label must not begin with a hyphen")
	}
	// The third and fourth characters, not bytes.
	if i := nth(s, 2); strings.HasPrefix(s[i:], "--") {
		at(i, `"--" in the third and fourth place of a label is reserved`)
	}
	if n := len(s) - 1; n > 0 && s[n] == '-' {
		at(n, "a label must not end with a hyphen")
	}
}

// nth returns the offset of the nth character of s, counted from 0, or len(s).
func nth(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// length checks the lengths that DNS allows, once all labels have their ASCII form.
func (c *checker) length() {
	total := -1
	for _, l := range c.labels {
		total += len(l.ascii) + 1
		if n := len(l.ascii); n > MaxLabel {
			c.cur = l
			c.whole("RFC 5890 §2.3.1", fmt.Sprintf("label %s has %d bytes in ASCII, more than the %d that DNS allows", quote(c.name[l.start:l.end]), n, MaxLabel), "")
		}
	}
	if last := c.labels[len(c.labels)-1]; last.start == last.end {
		total-- // the root's dot
	}
	if total > MaxName {
		c.faults = c.faults[:min(len(c.faults), maxFaults-1)] // this one says it all
		c.cur = label{start: 0, end: len(c.name)}
		c.whole("RFC 1035 §2.3.4", fmt.Sprintf("the name has %d bytes in ASCII, more than the %d that DNS allows", total, MaxName), "")
	}
	sortFaults(c.faults)
}

// maxFaults is how many faults are reported before those of the length, which
// come last: more than a name can have that is not too long.
const maxFaults = 512

// maxChecked is the length of a name beyond which nothing but the length is
// reported.
const maxChecked = 64 << 10

// char reports the character at offset i of the current label.
func (c *checker) char(i int, r rune, section, message, hint string) {
	if len(c.faults) >= maxFaults {
		return
	}
	f := Fault{
		LabelStart: c.cur.start, LabelEnd: c.cur.end,
		Start: c.cur.start + i, End: c.cur.start + i + utf8.RuneLen(r),
		Rune: r, Section: section, Message: message, Hint: hint,
	}
	// The label of an A-label is named with what it decodes to, by aLabel.
	if written := c.name[c.cur.start:c.cur.end]; !hasPrefix(written) {
		f.Message = fmt.Sprintf("label %s: %s", quote(written), message)
	}
	c.faults = append(c.faults, f)
}

// whole reports the current label as a whole. The message names it.
func (c *checker) whole(section, message, hint string) {
	if len(c.faults) >= maxFaults {
		return
	}
	c.faults = append(c.faults, Fault{
		LabelStart: c.cur.start, LabelEnd: c.cur.end, Start: c.cur.start, End: c.cur.end,
		Section: section, Message: message, Hint: hint,
	})
}
