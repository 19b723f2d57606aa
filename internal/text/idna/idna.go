// Package idna checks and converts domain names by IDNA2008, RFC 5890 to RFC 5893. Its functions take a name, which is a
// sequence of labels with U+002E between them; an empty root label at the end is allowed. They return the faults of the
// name, or its ASCII or Unicode form.
//
// golang.org/x/net/idna implements Unicode Technical Standard #46. This package differs in
// three ways: characters are checked by the derived property of RFC 5892, nothing is
// mapped, and every fault names the label, the character and the rule.
//
// The package must not know about IRIs: names have no percent-encodings here.
package idna

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// The lengths that DNS allows (RFC 1035 §2.3.4), in bytes of the ASCII form. MaxName is
// without the root label and its dot.
const (
	MaxLabel = 63
	MaxName  = 253
)

// Prefix is the ACE prefix (RFC 5890 §2.3.2.5).
const Prefix = "xn--"

// A Fault is one reason why a name is not an IDNA2008 domain name. Offsets are in bytes
// of the name.
type Fault struct {
	LabelStart, LabelEnd int    // the label
	Start, End           int    // the character, or the label if no single character is at fault
	Rune                 rune   // the character; 0 if no single one is at fault
	Section              string // the rule, such as RFC 5892 §2.6
	Why                  Why
	Label                string // the label in quotes, for a message; empty for a name as a whole
	Decoded              string // for an A-label, the U-label, in quotes
	Encoded              string // for NoRoundTrip, the A-label of the U-label, in quotes
	Char                 string // the name of the character, for a message
	Bytes                int    // length of a name or label that is too long; 0 if it was not counted
	Hint                 Hint
	Write                string // the text that the hint proposes, in quotes
}

// Check returns the faults of a name, in the order of their offsets, or nil if it has none.
func Check(name string) []Fault {
	c := faultList{name: name}
	c.run()
	return c.faults
}

// Valid reports whether a name has no faults.
func Valid(name string) bool {
	c := faultList{name: name, trial: true}
	c.run()
	return !c.faulty()
}

// ToASCII returns the name with A-labels in place of U-labels (RFC 5891 §5.5), or the faults of the name. ASCII
// labels do not change.
func ToASCII(name string) (string, []Fault) {
	c := faultList{name: name}
	c.run()
	if len(c.faults) > 0 {
		return "", c.faults
	}
	if chars.IsASCII(name) {
		return name, nil
	}
	b := make([]byte, 0, MaxName+1)
	for i, l := range c.labels {
		if i > 0 {
			b = append(b, '.')
		}
		if text := name[l.start:l.end]; chars.IsASCII(text) {
			b = append(b, text...)
		} else {
			b = AppendEncoded(append(b, Prefix...), text)
		}
	}
	return string(b), nil
}

// ToUnicode returns the U-label of an A-label, or false if the label is not an A-label.
// The decoded label must conform to every rule for a single label, and must encode to
// the same A-label again (RFC 5891 §5.3, RFC 5890 §2.3.2.1).
func ToUnicode(label string) (string, bool) {
	if !hasPrefix(label) {
		return "", false
	}
	c := faultList{name: label, trial: true}
	c.run()
	if c.faulty() || len(c.labels) != 1 {
		return "", false
	}
	return c.labels[0].unicode, true
}

// A label is one label of a name.
type label struct {
	start, end int
	unicode    string // its U-label; empty if it has none
	octets     int    // length of its ASCII form
	hint       string // see mapHint
}

// A faultList collects the faults of a name.
type faultList struct {
	name   string
	labels []label
	cur    label // the label that is being checked
	faults []Fault
	trial  bool // stop at the first fault, without hints
	failed bool // in a trial, a fault was found
}

// faulty reports whether there are faults.
func (c *faultList) faulty() bool { return c.failed || len(c.faults) > 0 }

func (c *faultList) run() {
	if c.name != "" && !IsPlain(c.name) {
		c.runLabels()
	}
}

// runLabels checks a name that is not empty.
func (c *faultList) runLabels() {
	if len(c.name) > MaxChecked {
		c.cur = label{start: 0, end: len(c.name)}
		c.ofLabel("RFC 1035 §2.3.4", LongName).Bytes = len(c.name)
		return
	}
	var room [4]label // enough for most names
	c.labels = room[:0]
	broken := false // a label cannot be decoded, so the Bidi rule cannot be applied
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
		if c.trial && c.faulty() {
			return
		}
		if len(c.faults) > n {
			broken = broken || c.cur.unicode == ""
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

// IsLDH reports whether a name consists of LDH labels (RFC 5890 §2.3.1), of any length, without a dot at the end.
func IsLDH(name string) bool {
	before := byte('.')
	for i := range len(name) {
		b := name[i]
		if !chars.IsLDH(b) && b != '.' || b == '-' && before == '.' || b == '.' && (before == '.' || before == '-') {
			return false
		}
		before = b
	}
	return before != '.' && before != '-'
}

// IsPlain reports whether a name has only NR-LDH labels (RFC 5890 §2.3.1) and is short enough. Most names are plain,
// and have no faults.
func IsPlain(name string) bool {
	name = strings.TrimSuffix(name, ".")
	if len(name) > MaxName || !IsLDH(name) {
		return false
	}
	if len(name) <= MaxLabel && !strings.Contains(name, "--") {
		return true
	}
	for label := range strings.SplitSeq(name, ".") {
		if len(label) > MaxLabel || len(label) > 3 && label[2:4] == "--" {
			return false
		}
	}
	return true
}

// label checks one label by RFC 5891 §5.3 to §5.5, and sets both forms of it.
func (c *faultList) label(s string) {
	switch {
	case s == "":
		c.ofLabel("RFC 1035 §3.1", EmptyLabel).Hint = RemoveDot
	case hasPrefix(s):
		c.aLabel(s)
	case chars.IsASCII(s):
		c.cur.unicode, c.cur.octets = chars.Lower(s), len(s)
		c.ldh(s)
		c.hyphens(s)
	default:
		c.cur.unicode = s
		if c.trial && len(s) > MaxLabel && EncodedLen(s) > MaxLabel {
			c.ofLabel("RFC 5890 §2.3.1", LongLabel)
			return
		}
		c.uLabel(s)
		if c.cur.unicode == "" || c.trial && c.faulty() {
			return
		}
		c.cur.octets = EncodedLen(s)
	}
}

// aLabel checks a label that starts like an A-label (RFC 5891 §5.3): in lower case it must
// decode to a valid U-label that encodes to the same label again.
func (c *faultList) aLabel(s string) {
	c.cur.octets = len(s)
	if len(s) > MaxLabel {
		return // length reports it
	}
	u, ok := c.decode(chars.Lower(s))
	if !ok {
		return
	}
	n := len(c.faults)
	c.cur.unicode = u
	c.uLabel(u)
	for i := range c.faults[n:] {
		f := &c.faults[n+i]
		f.Start, f.End = c.cur.start, c.cur.end
		f.Label, f.Decoded = quote(s), quote(u)
	}
}

// decode returns the U-label of an A-label in lower case, or reports why it has none.
func (c *faultList) decode(low string) (u string, ok bool) {
	var text Text
	if n, ok := Decode(&text, low[len(Prefix):]); ok {
		return string(text[:n]), true
	}
	u, err := idna.Punycode.ToUnicode(low)
	if err != nil || chars.IsASCII(u) || !chars.IsASCII(low) || strings.HasSuffix(low, "-") {
		c.ofLabel("RFC 5890 §2.3.2.1", NotALabel)
		return "", false
	}
	if again, err := idna.Punycode.ToASCII(u); err != nil || again != low {
		f := c.ofLabel("RFC 5891 §5.3", NoRoundTrip)
		f.Decoded, f.Encoded = quote(u), quote(again)
		return "", false
	}
	return u, true
}

// uLabel applies the tests of RFC 5891 §5.4 to a putative U-label. The offsets of faults are right only if the name
// has s itself, not its A-label.
func (c *faultList) uLabel(s string) {
	if !c.trial && !utf8.ValidString(s) { // in a trial, the test of U+FFFD, which is DISALLOWED, is enough
		c.cur.unicode = ""
		c.ofLabel("RFC 5891 §5.2", NotUTF8)
		return
	}
	if !c.trial {
		c.normalForm(s)
	}
	c.hyphens(s)
	prev := rune(-1)
	var has contents
	for i, r := range s {
		if i == 0 && unicode.Is(unicode.M, r) {
			c.char(i, r, "RFC 5891 §4.2.3.2", MarkFirst)
		}
		c.property(s, i, r, prev, &has)
		if prev = r; c.trial && c.faulty() {
			return
		}
	}
	if c.trial { // last, because it takes longer than the tests of the characters
		c.normalForm(s)
	}
}

// normalForm reports a label that is not in Normalization Form C.
func (c *faultList) normalForm(s string) {
	if norm.NFC.IsNormalString(s) {
		return
	}
	// After thirty marks, package norm inserts U+034F (the Stream-Safe Text Format, UAX #15
	// §13). NFC does not require that.
	if nfc := norm.NFC.String(s); nfc != s && strings.Count(nfc, "\u034F") <= strings.Count(s, "\u034F") {
		f := c.ofLabel("RFC 5891 §5.4", NotNFC)
		f.Hint, f.Write = Write, quoteASCII(nfc)
	}
}

// property applies RFC 5892 to the character at offset i of a label.
func (c *faultList) property(s string, i int, r, prev rune, has *contents) {
	if len(c.faults) >= maxFaults {
		return
	}
	is := PropertyOf(r)
	if c.trial && is >= Unassigned {
		c.failed = true
		return
	}
	if isDot(r) {
		c.mapHint(c.char(i, r, "RFC 5892 §3", Dot), s, r)
		return
	}
	switch is {
	case PValid:
	case ContextJ, ContextO:
		if section, why := context(s, i, r, prev, has); why != 0 {
			c.char(i, r, section, why)
		}
	case Unassigned:
		c.char(i, r, "RFC 5892 §2.10", NotAssigned)
	case DisallowedUnstable:
		c.mapHint(c.char(i, r, "RFC 5892 §2.2", Unstable), s, r)
	case DisallowedIgnorable:
		c.char(i, r, "RFC 5892 §2.3", Ignorable)
	case DisallowedBlock:
		c.char(i, r, "RFC 5892 §2.4", SymbolBlock)
	case DisallowedException:
		c.char(i, r, "RFC 5892 §2.6", Exception)
	case DisallowedJamo:
		c.char(i, r, "RFC 5892 §2.9", Jamo).Hint = WriteSyllables
	default:
		c.char(i, r, "RFC 5892 §3", NotALetter)
	}
}

// mapHint adds a hint to a fault about r, a character that a mapping such as that of UTS 46 changes: the hint is the
// mapped label, if that is valid.
func (c *faultList) mapHint(f *Fault, s string, r rune) {
	if c.trial {
		return
	}
	if c.cur.hint == "" {
		var b strings.Builder
		for _, r := range s {
			b.WriteString(mapped(r))
		}
		c.cur.hint = "-"
		if to := norm.NFC.String(b.String()); to != "" && Valid(to) {
			c.cur.hint = quoteASCII(to)
		}
	}
	switch to := mapped(r); {
	case c.cur.hint != "-":
		f.Hint, f.Write = Write, c.cur.hint
	case to != string(r) && to != "" && !strings.ContainsAny(to, " /:@?#%[]"):
		f.Hint, f.Write = WriteFor, quoteASCII(to)
	default:
		f.Hint = LeaveOut
	}
}

// mapped returns the text that a character of a label is mapped to if it is not allowed: a dot, its lower case, or
// the result of case folding and normalization.
func mapped(r rune) string {
	switch {
	case isDot(r):
		return "."
	case PropertyOf(unicode.ToLower(r)) == PValid: // RFC 5895 §2
		return string(unicode.ToLower(r))
	case PropertyOf(r) == DisallowedUnstable:
		return folded(r)
	}
	return string(r)
}

// folded returns a character after case folding and Normalization Form KC. UTS 46 maps characters in the same way,
// except those that become a dot, and fillers, which it does not map.
func folded(r rune) string {
	if to, err := mapping().ToUnicode(string(r)); err == nil && to != "" && to != string(r) {
		return to
	}
	return strings.ToLower(norm.NFKC.String(string(r)))
}

// mapping is UTS 46 without its rules for labels.
func mapping() *idna.Profile { return mappingProfile.Get(makeMapping) }

var mappingProfile lazy.Value[*idna.Profile]

func makeMapping() *idna.Profile {
	return idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.ValidateLabels(false), idna.CheckHyphens(false))
}

// Mapped returns the text that UTS 46 maps a character to, which may be empty.
func Mapped(r rune) string {
	to, _ := mapping().ToUnicode(string(r))
	return to
}

// isDot reports whether IDNA2003 maps r to a dot. IDNA2008 maps nothing.
func isDot(r rune) bool { return r == 0x3002 || r == 0xFF0E || r == 0xFF61 }

// ldh checks the characters of an ASCII label (RFC 5890 §2.3.1).
func (c *faultList) ldh(s string) {
	for i := 0; i < len(s) && len(c.faults) < maxFaults; i++ {
		if !chars.IsLDH(s[i]) {
			c.char(i, rune(s[i]), "RFC 5890 §2.3.1", NotLDH)
		}
	}
}

// hyphens checks the positions of hyphens (RFC 5891 §4.2.3.1, RFC 5890 §2.3.1).
func (c *faultList) hyphens(s string) {
	at := func(i int, why Why) { c.char(i, '-', "RFC 5891 §4.2.3.1", why) }
	if s[0] == '-' {
		at(0, HyphenFirst)
	}
	// The third and fourth characters, not bytes.
	if i := nth(s, 2); strings.HasPrefix(s[i:], "--") {
		at(i, HyphensInside)
	}
	if n := len(s) - 1; n > 0 && s[n] == '-' {
		at(n, HyphenLast)
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

// length checks the lengths that DNS allows, and sorts the faults. All labels must have
// their ASCII form.
func (c *faultList) length() {
	total, counted := -1, true
	for _, l := range c.labels {
		total += l.octets + 1
		if l.octets > MaxLabel {
			c.cur = l
			f := c.ofLabel("RFC 5890 §2.3.1", LongLabel)
			if text := c.name[l.start:l.end]; chars.IsASCII(text) || utf8.RuneCountInString(text) <= MaxLabel {
				f.Bytes = l.octets
			} else {
				counted = false // see EncodedLen
			}
		}
	}
	if last := c.labels[len(c.labels)-1]; last.start == last.end {
		total-- // the dot before the root label
	}
	if total > MaxName {
		c.faults = c.faults[:min(len(c.faults), maxFaults-1)] // there must be room for this one
		c.cur = label{start: 0, end: len(c.name)}
		if f := c.ofLabel("RFC 1035 §2.3.4", LongASCII); counted {
			f.Bytes = total
		}
	}
	sortFaults(c.faults)
}

// maxFaults is how many faults are reported at most: more than a name can have unless it
// is too long.
const maxFaults = 512

// MaxChecked is the length in bytes, 64 KiB, from which on Check reports only the length of a name.
const MaxChecked = 64 << 10

// char adds a fault at the character r at offset i of the current label. The caller may complete the fault, which is
// dropped if there are too many.
func (c *faultList) char(i int, r rune, section string, why Why) *Fault {
	f := Fault{
		LabelStart: c.cur.start, LabelEnd: c.cur.end,
		Start: c.cur.start + i, End: c.cur.start + i + utf8.RuneLen(r),
		Rune: r, Section: section, Why: why,
	}
	if len(c.faults) < maxFaults && !c.trial {
		f.Label, f.Char = quote(c.name[c.cur.start:c.cur.end]), name(r)
	}
	return c.keep(f)
}

// ofLabel adds a fault of the current label as a whole. The caller may complete the fault.
func (c *faultList) ofLabel(section string, why Why) *Fault {
	f := Fault{
		LabelStart: c.cur.start, LabelEnd: c.cur.end, Start: c.cur.start, End: c.cur.end,
		Section: section, Why: why,
	}
	if len(c.faults) < maxFaults && !c.trial {
		f.Label = quote(c.name[c.cur.start:c.cur.end])
	}
	return c.keep(f)
}

// keep adds a fault, unless there are too many.
func (c *faultList) keep(f Fault) *Fault {
	if len(c.faults) >= maxFaults {
		return &f
	}
	c.faults = append(c.faults, f)
	return &c.faults[len(c.faults)-1]
}
