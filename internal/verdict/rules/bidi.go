package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// bidi reports a part that breaks the restrictions of RFC 3987 §4.2. text is the part as it
// is shown, and start and end are where it is written.
func (c *pass) bidi(f *textparts.PartIssue, text string, start, end int) {
	part, last := text[f.Start:f.End], text[f.Last:f.End]
	written, stands := c.written(part, start, end)
	inHost := c.inHost(start)
	if f.Mixed {
		if f := c.add(ruleBidiMixed, start, end); f != nil {
			f.Message = finding.BidiMixedPart.Text(written, stands)
			if f.Hint = finding.HintBidiMixed.Text(); inHost {
				f.Hint = finding.HintBidiMixedHost.Text()
			}
			f.Fix = c.bidiFix(start, end)
		}
	}
	if f.Begins && f.Ends {
		return
	}
	found := c.add(ruleBidiEdge, start, end)
	if found == nil {
		return
	}
	switch {
	case f.Ends:
		found.Message = finding.BidiEdgeBegins.Text(written, stands, quote.Describe(part))
	case f.Begins:
		found.Message = finding.BidiEdgeEnds.Text(written, stands, quote.Describe(last))
	default:
		found.Message = finding.BidiEdgeBoth.Text(written, stands, quote.Describe(part), quote.Describe(last))
	}
	if found.Hint = finding.HintBidiEdge.Text(); inHost {
		found.Hint = finding.HintBidiEdgeHost.Text()
	}
	found.Fix = c.bidiFix(start, end)
}

// written returns the part of the string from start to end in quotes, and the text that it stands for if that differs.
func (c *pass) written(text string, start, end int) (written, stands string) {
	if c.s[start:end] != text {
		stands = c.QuoteDerived(text, start, end)
	}
	return c.Quote(start, end), stands
}

// maxBidiFix is how long a component may be that [pass.bidiFix] maps, 1 KiB: each of its parts may
// have a finding, and each of these has the whole component as its fix.
const maxBidiFix = 1 << 10

// bidiFix returns the edit that maps the component of a part to URI notation, as RFC 3987 §4.2
// advises where its restrictions cannot be satisfied otherwise. It gives none for
// a host, whose percent-encoding names another host to much software, and none for a long component.
func (c *pass) bidiFix(start, end int) *finding.Fix {
	if c.inHost(start) {
		return nil
	}
	if last := c.bidiFixed; start < last.Start || last.End < end || last.Text == "" {
		start, end = c.componentAround(start, end)
		if end-start > maxBidiFix {
			return nil
		}
		c.bidiFixed = *finding.NewFix(c.s, start, end, encodeNonASCII)
	}
	fix := c.bidiFixed
	return &fix
}

// componentAround returns the span of the whole iuserinfo, isegment, iquery or ifragment
// that a part stands in: "the whole component has to be mapped" (RFC 3987 §4.2). Of a segment that is
// too long for [pass.bidiFix] it may return a part that is.
func (c *pass) componentAround(start, end int) (from, to int) {
	for _, kind := range [...]component.Kind{component.Userinfo, component.Query, component.Fragment} {
		if from, to := c.span(kind); from <= start && end <= to && from < to {
			return from, to
		}
	}
	from, to = start, end
	for from > int(c.p.Path) && c.s[from-1] != '/' && end-from <= maxBidiFix {
		from--
	}
	for to < int(c.p.PathEnd) && c.s[to] != '/' && to-from <= maxBidiFix {
		to++
	}
	return from, to
}

// bidiComponent holds each whole component to both restrictions of RFC 3987 §4.2: each
// segment of a path, and the userinfo, the ireg-name, the query and the fragment. An ireg-name
// that is a domain name, or that of a reference without a scheme, is divided into its labels, as the
// section allows: bidi-mixed and bidi-edge are about labels then. A host is decoded first.
func bidiComponent(c *pass, r *entry, start, end int) {
	if from, to := c.span(component.RegName); from <= start && end <= to && from < to {
		if c.p.Scheme > 0 && !c.run.Schemes.Is(c.s[:c.p.Scheme], scheme.DNS) {
			if f := c.bidiWhole(r, percent.Decode(c.s[start:end]), start, end); f != nil {
				f.Hint = finding.HintBidiName.Text()
			}
		}
		return
	}
	path := start >= int(c.p.Path) && end <= int(c.p.PathEnd)
	for at := start; at <= end; {
		stop := end
		if path {
			if k := strings.IndexByte(c.s[at:end], '/'); k >= 0 {
				stop = at + k
			}
		}
		if f := c.bidiWhole(r, c.s[at:stop], at, stop); f != nil {
			f.Hint = finding.HintBidiComponent.Text()
			f.Fix = finding.NewFix(c.s, at, stop, encodeNonASCII)
		}
		at = stop + 1
	}
}

// bidiWhole checks one component, which stands for text. For a reader the hex digits of a percent-encoding are
// text. It returns nil if it finds nothing.
func (c *pass) bidiWhole(r *entry, text string, start, end int) *finding.Finding {
	var flags uint16
	if chars.NonASCII(text) == len(text) {
		return nil
	}
	for i := 0; i < len(text); {
		u, w := textparts.Decode(text, i)
		flags |= u.Flags()
		i += w
	}
	if flags&chars.R == 0 {
		return nil
	}
	first, _ := textparts.Decode(text, 0)
	last, stop := textparts.LastBase(text, 0, len(text))
	why, edge := finding.BidiComponentMixed, 0
	switch {
	case flags&chars.L != 0:
	case first.Flags()&chars.R == 0:
		why = finding.BidiComponentBegins
	case last.Flags()&chars.R == 0:
		why, edge = finding.BidiComponentEnds, stop
	default:
		return nil
	}
	f := c.add(r, start, end)
	if f != nil {
		f.Message = why.Text(c.Quote(start, end))
		if why != finding.BidiComponentMixed {
			f.Message = why.Text(c.Quote(start, end), quote.Describe(text[edge:]))
		}
	}
	return f
}

var ruleBidiComponent = &entry{
	check: bidiComponent, trigger: textparts.Trigger{Encoded: true},
	ProseRule: finding.ProseRule{
		On: component.Texts | component.Paths,
		Entry: finding.Entry{
			Severity: finding.Off,
			Code:     "bidi-component", Title: "a whole component has one direction", Section: "RFC 3987 §4.2",
			Clause: "A component SHOULD NOT use both right-to-left and left-to-right characters.",
			Text: "This is §4.2 to the letter: each whole userinfo, ireg-name, path segment, query and fragment " +
				"has characters of one direction, and if that is right-to-left, starts and ends so. bidi-mixed and " +
				"bidi-edge hold the parts between punctuation to the same, as everyday titles such as גדה-2024 need. " +
				"A domain name is divided into its labels, as the section allows, and these are theirs.",
			Mend: "keep to one direction, or percent-encode the whole component",
			Good: []string{"http://example.org/גדה/abc", "http://example.org/%D7%90-2024"},
			Bad: []string{"http://example.org/גדה-abc", "http://example.org/גדה-2024", "http://example.org/?q=גדה",
				"foo://גדה.abc/"},
		}},
}

// encodeNonASCII percent-encodes what is not ASCII (RFC 3987 §3.1 step 2).
func encodeNonASCII(s string) string { return string(percent.AppendNonASCII(nil, s)) }

// bidiFormatting reports the bidi formatting characters, run by run: those that
// RFC 3987 §4.1 forbids by name as errors, those that Unicode 6.3 added later as
// warnings, because they have the effect that is the reason for the clause.
// A LEIRI may have them: "The restriction on bidirectional formatting characters
// in [Bidi] is lifted" (draft-ietf-iri-3987bis §6.2).
func bidiFormatting(c *pass, r *entry, first, _ int) {
	if c.isLEIRI() {
		return
	}
	find := func(flag uint16, severity finding.Severity, what, hint finding.Reason) {
		c.begin()
		c.flagRuns(first, flag, func(start, end int) {
			if f := c.addUpTo(severity, &r.ProseRule, start, end); f != nil {
				f.Message, f.Hint = what.TextOfRun(c.s[start:end]), hint.Text()
				f.Fix = c.encoded(start, end)
				c.guess(f, start, end, "")
			}
		})
	}
	find(chars.Format, finding.Error, finding.BidiFormattingChar, finding.HintFormatting)
	find(chars.LaterFormat, finding.Warning, finding.BidiFormattingLater, finding.HintOutOrEncode)
}

var ruleBidiFormatting = &entry{
	trigger: textparts.Trigger{Flags: chars.Format | chars.LaterFormat}, check: bidiFormatting,
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Error,
		Code:     "bidi-formatting", Title: "no bidirectional formatting characters", Section: "RFC 3987 §4.1",
		Clause: "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and PDF).",
		Text: "U+200E, U+200F and U+202A to U+202E change the order in which the characters around them are shown, " +
			"and do not show themselves, so that an IRI with them cannot be read back and can pass for another. " +
			"U+061C and the isolates U+2066 to U+2069, which Unicode added later, do the same; they are reported as " +
			"warnings, because the RFC does not name them. A LEIRI may have them all.",
		Mend: "take the character out; where it is really part of a name, percent-encode it",
		Good: []string{"http://example.org/גדה/", "http://example.org/a%E2%80%AEb"},
		Bad:  []string{"http://example.org/a\u202Eb", "http://example.org/\u200Eגדה", "http://example.org/a\u2066b"},
	}},
}

var ruleBidiMixed = &entry{
	trigger: textparts.Trigger{Disorder: true},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "bidi-mixed", Title: "a part has characters of one direction only", Section: "RFC 3987 §4.2",
		Clause: "A component SHOULD NOT use both right-to-left and left-to-right characters.",
		Text: "A component that has both is shown in an order from which the written one cannot be told. The " +
			"components are those of the RFC, divided as it allows: each label of the host, and in the other " +
			"components each part between ASCII punctuation. The letters of percent-encodings count as " +
			"left-to-right; but a label of the host is read as the text that it stands for, decoded if it is " +
			"percent-encoded or an A-label.",
		Mend: "put punctuation such as - or . between the pieces, keep to one direction, or percent-encode the " +
			"whole part",
		Good: []string{"http://ab.גדה.ij/kl/mn/op.html", "http://example.org/גדה-abc"},
		Bad:  []string{"http://example.org/גדהabc", "http://example.org/?q=xגדה", "http://example.org/גד%D7%94ו"},
	}},
}

var ruleBidiEdge = &entry{
	trigger: textparts.Trigger{Disorder: true},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "bidi-edge", Title: "a right-to-left part begins and ends right-to-left", Section: "RFC 3987 §4.2",
		Clause: "A component using right-to-left characters SHOULD start and end with right-to-left characters.",
		Text: "Digits, symbols and left-to-right letters at the edge of a right-to-left component are shown among " +
			"the characters of its neighbours: two components that touch with digits look like a fraction. Digits " +
			"inside are fine, and so are marks at the end, which belong to the letter before them. A symbol beyond " +
			"ASCII between two right-to-left words, such as the Arabic comma or a quotation mark, is shown where it " +
			"is written, and is not at the edge of the component.",
		Mend: "put punctuation such as - or _ between the word and the number, or percent-encode the whole part",
		Good: []string{"http://ab.גדה123והז.ij/", "http://ab.גדהוזח.123/", "http://example.org/גדה-2024",
			"http://example.org/تهران\u060C_ایران"},
		Bad: []string{"http://example.org/تهران\u060C", "http://example.org/גד1/2הו/", "http://example.org/גד%31/"},
	}},
}
