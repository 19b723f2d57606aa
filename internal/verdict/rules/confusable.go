package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// confusable reports each label of the host that is a whole-script confusable of a Latin one (UTS #39 §5): all its
// letters are of one other script and look like ASCII. It does not report a label if another label, or the text after
// the host, has a letter of that script that does not look like ASCII, as in хаос.рф: then readers can see the
// script.
func confusable(c *pass, r *entry, start, end int) {
	host := c.s[start:end]
	if chars.NonASCII(host) == len(host) && !hostname.MayBeEncoded(host) {
		return
	}
	labels := c.host().labels
	if !c.host().hasTwin() {
		return
	}
	var seen scriptSet
	for _, l := range labels {
		for _, ch := range l.Text {
			seen.see(ch)
		}
	}
	after := int(c.p.Path)
	if component.HasDotSegment(percent.Decode(c.s[after:c.p.PathEnd])) {
		after = int(c.p.PathEnd) // ignore the path: the finding must not appear only after the dot segments are removed
	}
	for after < len(c.s) {
		ch, w := decodedRune(c.s, after)
		seen.see(ch)
		after += w
	}
	for _, l := range labels {
		script := latinTwin(l.Text)
		if script == 0 || seen.has(script) {
			continue
		}
		from, to := start+l.Start, start+l.End
		f := c.add(r, from, to)
		if f == nil {
			continue
		}
		written, stands := c.written(l.Text, from, to)
		latin := c.QuoteDerived(chars.LatinTwin(strings.Map(lowered, l.Text)), from, to)
		first, _ := utf8.DecodeRuneInString(l.Text[chars.NonASCII(l.Text):])
		f.Message = finding.ConfusableLabel.Text(written, stands, chars.ScriptName(chars.Of(lowered(first))), latin)
		f.Hint = finding.HintConfusable.Text()
	}
}

// latinTwin returns the number of the script of a label that is a whole-script confusable of a Latin one, and 0 for
// other labels. Digits and hyphens belong to every script.
func latinTwin(label string) uint16 {
	script := uint16(0)
	var scripts chars.Scripts
	for _, ch := range label {
		ch = lowered(ch)
		switch {
		case ch == '-' || '0' <= ch && ch <= '9':
		case !chars.HasLatinTwin(ch):
			return 0
		default:
			script = chars.Of(ch).Script()
			scripts.Add(script)
		}
	}
	if scripts.Mixed() {
		return 0 // the rule mixed-script reports it
	}
	return script
}

// lowered returns a character in lower case, as hosts are compared, except for letters that look like Latin ones, such
// as capitals of Cherokee (RFC 5892 §2.2).
func lowered(ch rune) rune {
	if chars.HasLatinTwin(ch) {
		return ch
	}
	return unicode.ToLower(ch)
}

// A scriptSet is a set of numbers of scripts: see [chars.Char.Script].
type scriptSet [1 << 16 / 64 >> 7]uint64

// see adds the script of a letter, unless the letter looks like ASCII.
func (s *scriptSet) see(ch rune) {
	ch = lowered(ch)
	if u := chars.Of(ch); u.Flags()&chars.Mark == 0 && !chars.HasLatinTwin(ch) {
		s[u.Script()/64] |= 1 << (u.Script() % 64)
	}
}

func (s *scriptSet) has(script uint16) bool { return s[script/64]>>(script%64)&1 != 0 }

// Deceptive returns the parts of the host text[start:end] for which a check reports confusable, mixed-script or
// invisible, and the whole host if the text is not a reference of RFC 3987. Offsets are those in the host.
func Deceptive(text string, start, end int) (spans []hostname.Span) {
	rule, r := spec.RFC3987.Reference(), component.Ref{}
	if !rule.Valid(text) || !rule.ConformOrEscape(text, &r) {
		return []hostname.Span{{End: end - start}}
	}
	findings, _, _ := Check(&r, rule, &finding.Run{}, false, nil)
	for _, f := range findings {
		switch f.Code {
		case "confusable", "mixed-script", "invisible":
			spans = append(spans, hostname.Span{Start: f.Start - start, End: f.End - start})
		}
	}
	return spans
}

var ruleConfusable = &entry{
	check: confusable, trigger: textparts.Trigger{Host: true},
	ProseRule: finding.ProseRule{On: 1 << component.RegName, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "confusable", Title: "a label of the host does not look like one in Latin letters",
		Section: "RFC 3987 §7.5",
		Clause:  "In certain cases, there is a chance that characters from different scripts look the same.",
		Text: "аррӏе.com in Cyrillic letters looks like apple.com and is another host. A label is reported if all " +
			"its letters are of one script and each of them looks like Latin letters of ASCII: a whole-script " +
			"confusable (UTS #39 §5), by the prototypes of Unicode 17.0.0. Where another label, or the text after " +
			"the host, has a letter of the script that does not look so, as in хаос.рф, the script is seen, and " +
			"nothing is reported. Percent-encoded labels and A-labels are read as what they stand for. Look-alikes " +
			"within one script, and of two scripts other than Latin, are not looked for.",
		Mend: "make sure that the host is meant, and not the one that it looks like",
		Good: []string{"http://apple.com/",
			"http://\u043F\u0440\u0435\u0437\u0438\u0434\u0435\u043D\u0442.\u0440\u0444/",
			"http://\u0445\u0430\u043E\u0441.\u0440\u0444/"},
		Bad: []string{"http://\u0430\u0440\u0440\u04CF\u0435.com/", "http://xn--80ak6aa92e.com/"},
	}},
}
