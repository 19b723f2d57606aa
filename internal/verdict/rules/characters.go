package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// privateUse reports private-use characters, run by run. The grammar allows them
// in a query only; a LEIRI has a rule of its own for them.
func privateUse(c *pass, r *entry, first, _ int) {
	if c.isLEIRI() {
		return
	}
	c.flagRuns(first, r.trigger.Flags, func(start, end int) {
		if f := c.add(r, start, end); f != nil {
			f.Message = finding.PrivateUseChar.TextOfRun(c.s[start:end])
			f.Hint = finding.HintEncodeIfMeant.Text()
			f.Fix = c.encoded(start, end)
		}
	})
}

// encoded returns the edit that percent-encodes text, or nil in a host that has no percent-encodings (3987bis §2.2).
func (c *pass) encoded(start, end int) *finding.Fix {
	if c.inHost(start) && !c.rule.Spec().EncodesHosts() {
		return nil
	}
	return finding.NewFix(c.s, start, end, encodeNonASCII)
}

// fullwidth reports half- and full-width forms, run by run.
func fullwidth(c *pass, r *entry, first, _ int) {
	c.flagRuns(first, r.trigger.Flags, func(start, end int) {
		if f := c.add(r, start, end); f != nil {
			run := c.s[start:end]
			f.Message = finding.FullwidthChar.TextOfRun(run)
			if folded := width.Fold.String(run); folded != run {
				f.Hint = finding.HintWrite.Text(c.QuoteDerived(folded, start, end))
				f.Fix = c.charFix(start, end, folded)
			}
		}
	})
}

// notNFC reports each stretch of text that is not in Normalization Form C. A host is read in
// lower case, as it is compared: H and U+0331 have no composite, h and U+0331 have.
func notNFC(c *pass, r *entry, first, _ int) {
	s := c.s
	if from, to := c.span(component.Host); chars.HasUpperHost(s[from:to]) {
		s = s[:from] + chars.LoweredHost(s[from:to]) + s[to:]
	}
	c.denormal(s, first, norm.NFC, func(start, end int, normal string) {
		c.notNFC(r, start, end, s[start:end], normal)
	})
}

// notNFC reports the text that c.s[start:end] stands for, and its normal form.
func (c *pass) notNFC(r *entry, start, end int, text, normal string) {
	if f := c.add(r, start, end); f != nil {
		f.Message = finding.NotNfcText.Text(c.Quote(start, end), c.Derived(listRunes(text), start, end))
		f.Hint = finding.HintNfc.Text(c.QuoteDerived(normal, start, end), c.Derived(listRunes(normal), start, end))
		f.Fix = c.charFix(start, end, normal)
	}
}

// notNFKC reports each stretch of text that Normalization Form KC changes beyond
// what Form C does.
func notNFKC(c *pass, r *entry, first, _ int) {
	c.denormal(c.s, first, norm.NFKC, func(start, end int, normal string) {
		if normal == norm.NFC.String(c.s[start:end]) {
			return
		}
		if f := c.add(r, start, end); f != nil {
			f.Message = finding.NotNfkcChar.TextOfRun(c.s[start:end])
			f.Hint = finding.HintWrite.Text(c.QuoteDerived(percent.EncodeFunc(normal, 0, chars.PrintableExcluded), start, end))
			f.Fix = c.charFix(start, end, normal)
		}
	})
}

// denormal calls found for each stretch that a normalization form changes, with
// what it becomes. Stretches end where the text can be cut without changing what
// its pieces normalize to; neighbours make one, up to 1 MiB.
//
// The package norm keeps to the Stream-Safe Text Format: after thirty marks it
// inserts U+034F. Text that it would change by that alone is passed over.
func (c *pass) denormal(s string, first int, form norm.Form, found func(start, end int, normal string)) {
	// The text before the first character that is not ASCII is normal, but its last
	// character may combine with what follows.
	i := max(0, first-1)
	start := -1
	flush := func(end int) {
		if start >= 0 {
			if normal := form.String(s[start:end]); strings.Count(normal, "\u034F") <= strings.Count(s[start:end], "\u034F") {
				found(start, end, normal)
			}
			start = -1
		}
	}
	for i < len(s) {
		n := form.QuickSpanString(s[i:])
		if n > 0 {
			flush(i)
			// The span ends before a character that decides; what it may combine
			// with stands before it.
			if i += n; i == len(s) {
				return
			}
		}
		end := i + max(form.NextBoundaryInString(s[i:], true), 1)
		if isNormal(form, s[i:end]) {
			flush(i)
		} else if start < 0 {
			start = i
		} else if i-start > 1<<20-1<<10 {
			flush(i)
			start = i
		}
		i = end
	}
	flush(len(s))
}

// isNormal reports whether a text is in a normalization form. The common case of one that is not in Form KC needs no
// buffers: a character that is not its own form stands in no text of that form (UAX #15 §9, NFKC_QC=No).
func isNormal(form norm.Form, text string) bool {
	if form == norm.NFC {
		return chars.IsNFC(text)
	}
	first, _ := utf8.DecodeRuneInString(text)
	return chars.Of(first).Flags()&chars.NFKC == 0 && form.IsNormalString(text)
}

// charFix returns the edit to a normal form, or nil where that would write ASCII
// which has a meaning in the syntax: U+2025 becomes "..", U+FF0F "/", and "="
// before U+0338 becomes one character with it. Nor does it change the digits of a percent-encoding.
func (c *pass) charFix(start, end int, normal string) *finding.Fix {
	if strings.IndexByte(c.s[max(0, start-2):start], '%') >= 0 {
		return nil
	}
	for _, s := range []string{c.s[start:end], normal} {
		for i := 0; i < len(s); i++ {
			if b := s[i]; b < utf8.RuneSelf && chars.SegmentClass[b] != chars.ClassLetter &&
				chars.SegmentClass[b] != chars.ClassDigit && b != '-' && b != '_' {
				return nil
			}
		}
	}
	if !c.mayReplace(end - start) {
		return nil
	}
	return finding.NewFix(c.s, start, end, func(string) string { return normal })
}

// listRunes gives the code points of a short text for a message.
func listRunes(s string) string {
	var sb strings.Builder
	for i, r := range s {
		if i > 0 {
			sb.WriteString(", ")
		}
		if sb.Len() > 120 {
			sb.WriteString("…")
			break
		}
		sb.WriteString(quote.RuneName(r))
	}
	return sb.String()
}

// runs calls found for each longest run of characters that are not ASCII and are hits, from the byte
// first on.
func (c *pass) runs(first int, hit func(at int, r rune) bool, found func(start, end int)) {
	start := -1
	for i := first; i < len(c.s); {
		w, hits := 1, false
		if c.s[i] >= utf8.RuneSelf {
			var r rune
			r, w = utf8.DecodeRuneInString(c.s[i:])
			hits = hit(i, r)
		}
		if hits && start < 0 {
			start = i
		}
		if !hits && start >= 0 {
			found(start, i)
			start = -1
		}
		i += w
	}
	if start >= 0 {
		found(start, len(c.s))
	}
}

// flagRuns calls found for each longest run of characters, from the byte first on, that all
// have one of the flags, or a mix of several.
func (c *pass) flagRuns(first int, flags uint16, found func(start, end int)) {
	c.runs(first, func(_ int, r rune) bool {
		return chars.Of(r).Flags()&flags != 0 || flags&chars.Private != 0 && chars.IsTag(r)
	}, found)
}

var ruleNotNFC = &entry{
	trigger: textparts.Trigger{Flags: chars.NotNFC}, check: notNFC,
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "not-nfc", Title: "text is in Normalization Form C", Section: "RFC 3987 §5.3.2.2",
		Clause: "To avoid false negatives and problems with transcoding, IRIs SHOULD be created by using NFC.",
		Text: "The same text can be written with composed characters or with combining marks. IRIs are compared " +
			"character by character, so é and e followed by U+0301 make two IRIs that look alike. An IRI that exists " +
			"must not be normalized by others; the finding is for those who create it.",
		Mend: "write the composed form when the IRI is made",
		Good: []string{"http://www.example.org/r\u00E9sum\u00E9.html"},
		Bad:  []string{"http://www.example.org/re\u0301sume\u0301.html", "http://www.example.org/\u212B"},
	}},
}

var ruleNotNFKC = &entry{
	trigger: textparts.Trigger{Flags: chars.NFKC}, check: notNFKC,
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "not-nfkc", Title: "text is in Normalization Form KC", Section: "RFC 3987 §7.5",
		Clause: "Although there may be exceptions, newly created resource names should generally be in NFKC [UTR15] " +
			"(which means that they are also in NFC).",
		Text: "Unicode has variants of characters for compatibility: ligatures, full-width letters, superscripts, " +
			"Roman numerals. They look like the usual characters, but are different ones.",
		Mend: "write the usual characters",
		Good: []string{"http://example.org/final"},
		Bad:  []string{"http://example.org/\uFB01nal", "http://example.org/m\u00B2"},
	}},
}

var ruleFullwidth = &entry{
	trigger: textparts.Trigger{Flags: chars.Width}, check: fullwidth,
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "fullwidth", Title: "no half- or full-width forms", Section: "RFC 3987 §7.2",
		Clause: "For IRI input, the input method editor should be set so that it produces half-width Latin letters " +
			"and punctuation and full-width Katakana.",
		Text: "Full-width Latin letters and half-width Katakana come from keyboards for Chinese, Japanese and " +
			"Korean. They look almost like the usual characters, but are different ones. Characters of the block " +
			"Halfwidth and Fullwidth Forms, U+FF00 to U+FFEF, are reported.",
		Mend: "write half-width Latin letters, digits and punctuation, and full-width Katakana",
		Good: []string{"http://example.org/ABC", "http://example.org/カタカナ"},
		Bad:  []string{"http://example.org/\uFF21\uFF22\uFF23", "http://example.org/\uFF76\uFF85"},
	}},
}

var rulePrivateUse = &entry{
	trigger: textparts.Trigger{Flags: chars.Private}, check: privateUse,
	ProseRule: finding.ProseRule{On: 1 << component.Query, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "private-use", Title: "no private-use characters", Section: "RFC 3987 §6.1",
		Clause: "Nevertheless, it discusses many of the categories of characters not appropriate for IRIs.",
		Text: "The grammar allows private-use characters in a query, for text that is searched for. What they mean " +
			"is agreed between those who use them, so an IRI with them means different things, or nothing, to " +
			"others. \"It\" in the clause is Unicode in XML and other Markup Languages.",
		Mend: "write a character that Unicode has assigned; percent-encode the character if it is meant",
		Good: []string{"http://example.org/?q=%EE%80%80"},
		Bad:  []string{"http://example.org/?q=\uE000"},
	}},
}

// control reports percent-encoded control characters, run by run (RFC 3986 §7.3). Those that stand
// in a LEIRI as they are have a rule of their own.
func control(c *pass, r *entry, start, end int) {
	name := c.s[:c.p.Scheme]
	if strings.EqualFold(name, "data") {
		return // raw data is expected there (RFC 2397)
	}
	_, _, query := c.p.Span(c.s, component.Query)
	lines := query && strings.EqualFold(name, "mailto") && start > int(c.p.Path) // RFC 6068 §5 asks for %0D%0A
	s := c.s[:end]
	for i := next(s, start, "%"); i < end; i = next(s, i, "%") {
		from, last := i, 0 // and how long the character is that is not one of the run
		for i < end && s[i] == '%' && last == 0 {
			ch, w := decodedRune(s, i)
			if !unicode.IsControl(ch) || lines && (ch == '\r' || ch == '\n') {
				last = w
			} else {
				i += w
			}
		}
		if i == from {
			i += last
			continue
		}
		if f := c.add(r, from, i); f != nil {
			run := s[from:i]
			f.Message = finding.ControlChars.TextOfRun(percent.Decode(run), c.Quote(from, i))
			f.Hint = finding.HintControl.Text()
		}
	}
}

var ruleControl = &entry{
	check: control, trigger: textparts.Trigger{Encoded: true},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "control", Title: "no percent-encoded control characters", Section: "RFC 3986 §7.3",
		Clause: "Note, however, that the \"%00\" percent-encoding (NUL) may require special handling and should be " +
			"rejected if the application is not expecting to receive raw data within a component.",
		Text: "Once they are decoded, NUL ends a string for some programs and not for others, CR and LF end a line " +
			"of a protocol or of a log, and ESC begins a command to a terminal. Whether raw data is expected only " +
			"the program knows that gets the IRI, and forms send the ends of lines in queries; so the rule is off " +
			"unless it is asked for. data, and line ends in the query of mailto (RFC 6068 §5), are not reported.",
		Mend: "take the character out; leave it where the program that gets it expects raw data",
		Good: []string{"http://example.org/a%20b", "mailto:joe@example.org?body=a%0D%0Ab", "data:,%00"},
		Bad: []string{"http://example.org/a%00.jpg", "http://example.org/a%0D%0ASet-Cookie:%20b",
			"http://example.org/?q=%1B%5B2J"},
	}},
}
