package rules

import (
	"slices"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the rules about the normal form of RFC 3987 §5.3.2 and §5.3.3, and the one
// about percent-encodings that are not UTF-8 (§6.4). All of them are off by default.

// maxPath is the length of the longest string whose dot segments get a fix, which is the
// whole path: 16 MiB.
const maxPath = 16<<20 + 1<<10

// A deviation is what is said of a deviation from the normal form: the message where the text is too
// long to be quoted, and message and hint by its text and the text that mends it. The message is
// an argument of the function, which several rules share.
type deviation struct {
	rule *entry
	long finding.Reason
	say  func(message finding.Reason, text, mended string) (says, hint finding.Text)
}

// deviations are those that [normalize.Deviations] finds, by their kind.
var deviations = [...]deviation{
	normalize.PctCase:       {rulePctCase, finding.PctCaseLower, instead},
	normalize.PctUnreserved: {rulePctUnreserved, finding.PctUnreservedLong, pctUnreserved},
	normalize.SchemeCase:    {ruleSchemeCase, finding.SchemeCaseUpper, instead},
	normalize.HostCase:      {ruleHostCase, finding.HostCaseUpper, instead},
	normalize.DotSegment:    {ruleDotSegment, finding.DotSegmentSegment, dotSegment},
	normalize.PortEmpty:     {rulePortEmpty, finding.PortEmptyColon, leftOut},
	normalize.PortDefault:   {rulePortDefault, finding.PortDefaultPort, leftOut},
	normalize.PathEmpty:     {rulePathEmpty, finding.PathEmptyPath, pathEmpty},
}

// deviations reports the deviations from the normal form.
func (c *pass) deviations() {
	if !slices.ContainsFunc(deviations[:], func(d deviation) bool { return c.on(&d.rule.ProseRule) }) {
		return
	}
	c.begin()
	o := normalize.Options{Spec: c.rule.Spec(), Schemes: c.run.Schemes}
	normalize.Deviations(component.Ref{Text: c.s, Parts: c.p}, &o, func(d normalize.Deviation) {
		of := &deviations[d.Kind]
		f := c.add(of.rule, d.Start, d.End)
		if f == nil {
			return
		}
		// The fixes of dot segments are all the same.
		if d.Kind == normalize.DotSegment && len(c.s) > maxPath || d.Kind != normalize.DotSegment && !c.mayReplace(d.FixEnd-d.FixStart) {
			f.Message, f.Hint = of.long.Text(), finding.HintLong.Text()
			return
		}
		f.Fix = &finding.Fix{Start: d.FixStart, End: d.FixEnd, Text: d.Text()}
		f.Message, f.Hint = of.say(of.long, c.Quote(d.Start, d.End), c.QuoteDerived(f.Fix.Text, d.FixStart, d.FixEnd))
		if d.Kind == normalize.PortEmpty && c.schemeDoubled() {
			// Without the ":" the second scheme would be a host for good.
			f.Hint, f.Fix = finding.HintDoubled.Text(quote.Quote(c.s[:c.p.Host])), nil
		}
	})
}

// instead is for deviations that are mended where they stand.
func instead(id finding.Reason, _, mended string) (says, hint finding.Text) {
	return id.Text(), finding.HintWrite.Text(mended)
}

// leftOut is for deviations that are taken away.
func leftOut(id finding.Reason, text, _ string) (says, hint finding.Text) {
	return id.Text(), finding.HintAway.Text(text)
}

func pctUnreserved(_ finding.Reason, text, mended string) (says, hint finding.Text) {
	return finding.PctUnreservedChar.Text(text, mended),
		finding.HintWrite.Text(mended)
}

func dotSegment(id finding.Reason, _, mended string) (says, hint finding.Text) {
	return id.Text(), finding.HintDotSegment.Text(mended)
}

func pathEmpty(id finding.Reason, _, _ string) (says, hint finding.Text) {
	return id.Text(), finding.HintPathEmpty.Text()
}

// pctNotUTF8 reports percent-encodings whose octets are not UTF-8.
func pctNotUTF8(c *pass, r *entry, from, to int) {
	percent.BadUTF8(c.s[from:to], func(start, end int) {
		start, end = from+start, from+end
		if f := c.add(r, start, end); f != nil {
			f.Message = finding.PctEncodedNotUtf8.Text(c.Quote(start, end))
			f.Hint = finding.HintNotUtf8.Text()
		}
	})
}

var rulePctCase = &entry{
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "pct-case", Title: "percent-encodings have upper-case digits",
		Section: "RFC 3987 §5.3.2.1",
		Clause: "For all IRIs, the hexadecimal digits within a percent-encoding triplet (e.g., \"%3a\" versus " +
			"\"%3A\") are case-insensitive and therefore should be normalized to use uppercase letters for the " +
			"digits A - F.",
		Text: "%3a and %3A say the same, but those who compare IRIs as strings take them for different ones.",
		Mend: "write the digits in upper case",
		Good: []string{"http://example.org/a%3Ab"},
		Bad:  []string{"http://example.org/a%3ab"},
	}},
}

var rulePctUnreserved = &entry{
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "pct-unreserved", Title: "what may stand as it is is not percent-encoded",
		Section: "RFC 3987 §5.3.2.3",
		Clause: "These IRIs should be normalized by decoding any percent-encoded octet sequence that corresponds to " +
			"an unreserved character, as described in section 2.3 of [RFC3986].",
		Text: "Letters, digits, \"-\", \".\", \"_\" and \"~\" mean the same whether they are percent-encoded or " +
			"not, and so do the characters beyond US-ASCII that an IRI may have. Reserved characters are left alone, " +
			"and so are those that an IRI must not hold: octets that are not UTF-8, bidirectional formatting, " +
			"private use outside the query.",
		Mend: "write the character itself",
		Good: []string{"http://example.org/~user", "http://example.org/a%2Fb", "http://example.org/%E9"},
		Bad:  []string{"http://example.org/%7Euser", "http://example.org/r%C3%A9sum%C3%A9"},
	}},
}

var ruleSchemeCase = &entry{
	ProseRule: finding.ProseRule{On: 1 << component.Scheme, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "scheme-case", Title: "the scheme is lower case", Section: "RFC 3987 §5.3.2.1",
		Clause: "the scheme and US-ASCII only host are case insensitive and therefore should be normalized to " +
			"lowercase.",
		Text: "HTTP: and http: are the same scheme; RFC 3986 §3.1 has producers write the lower-case form.",
		Mend: "write the scheme in lower case",
		Good: []string{"http://example.org/"},
		Bad:  []string{"HTTP://example.org/"},
	}},
}

var ruleHostCase = &entry{
	ProseRule: finding.ProseRule{On: 1<<component.RegName | 1<<component.IPv6 | 1<<component.IPvFuture,
		Entry: finding.Entry{
			Severity: finding.Off,
			Code:     "host-case", Title: "the host is lower case", Section: "RFC 3987 §5.3.2.1",
			Clause: "the scheme and US-ASCII only host are case insensitive and therefore should be normalized to " +
				"lowercase.",
			Text: "The letters A to Z in a host mean the same as a to z, in names and in IPv6 addresses. Letters " +
				"beyond US-ASCII are another matter: see host-idna.",
			Mend: "write the letters in lower case",
			Good: []string{"http://www.example.com/A"},
			Bad:  []string{"http://www.EXAMPLE.com/", "http://[2001:DB8::1]/"},
		}},
}

var ruleDotSegment = &entry{
	ProseRule: finding.ProseRule{On: component.Paths, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "dot-segment", Title: "a path has no dot segments", Section: "RFC 3987 §5.3.2.4",
		Clause: "IRI normalizers should remove dot-segments by applying the remove_dot_segments algorithm to the " +
			"path, as described in section 5.2.4 of [RFC3986].",
		Text: "The segments \".\" and \"..\" are for relative references, where resolving takes them away. In an " +
			"IRI with a scheme some software leaves them in.",
		Mend: "write the path that remains when the dot segments are gone",
		Good: []string{"http://example.org/a/c", "http://example.org/a/..b"},
		Bad:  []string{"http://example.org/a/b/../c", "http://example.org/./a"},
	}},
}

var rulePortEmpty = &entry{
	ProseRule: finding.ProseRule{On: 1 << component.Port, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "port-empty", Title: "a port that is empty is left out", Section: "RFC 3987 §5.3.3",
		Clause: "Likewise, an explicit \":port\", for which the port is empty or the default for the scheme, is " +
			"equivalent to one where the port and its \":\" delimiter are elided and thus should be removed by " +
			"scheme-based normalization.",
		Text: "A colon with nothing after it says nothing, whatever the scheme is.",
		Mend: "take the colon away",
		Good: []string{"http://example.com/"},
		Bad:  []string{"http://example.com:/"},
	}},
}

var rulePortDefault = &entry{
	ProseRule: finding.ProseRule{On: 1 << component.Port, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "port-default", Title: "the default port of the scheme is left out",
		Section: "RFC 3987 §5.3.3",
		Clause: "Likewise, an explicit \":port\", for which the port is empty or the default for the scheme, is " +
			"equivalent to one where the port and its \":\" delimiter are elided and thus should be removed by " +
			"scheme-based normalization.",
		Text: "Port 80 is what http has without being told, 443 is that of https, and so on for the schemes whose " +
			"definitions give a default.",
		Mend: "take the port and its colon away",
		Good: []string{"http://example.com/", "http://example.com:8080/", "https://example.com:80/"},
		Bad:  []string{"http://example.com:80/", "https://example.com:443/"},
	}},
}

var rulePathEmpty = &entry{
	ProseRule: finding.ProseRule{On: component.Paths, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     leftByLint, Title: "an empty path is written as /", Section: "RFC 3987 §5.3.3",
		Clause: "In general, an IRI that uses the generic syntax for authority with an empty path should be " +
			"normalized to a path of \"/\".",
		Text: "For http and the schemes that say so, a path that is empty and \"/\" are the same.",
		Mend: "write a \"/\" after the authority",
		Good: []string{"http://example.com/", "http://example.com/?q"},
		Bad:  []string{"http://example.com", "http://example.com?q"},
	}},
}

var rulePctNotUTF8 = &entry{
	check: pctNotUTF8, trigger: textparts.Trigger{Encoded: true},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Off,
		Code:     "pct-not-utf8", Title: "percent-encodings stand for UTF-8", Section: "RFC 3987 §6.4",
		Clause: "To be able to use IRIs, the URI corresponding to the IRI in question has to encode original " +
			"characters into octets by using UTF-8.",
		Text: "Percent-encodings in another character encoding, or of raw data, cannot be shown as characters, and " +
			"no one can tell which characters were meant.",
		Mend: "encode the text as UTF-8, then percent-encode the bytes",
		Good: []string{"http://www.example.org/r%C3%A9sum%C3%A9.html"},
		Bad:  []string{"http://www.example.org/r%E9sum%E9.html", "http://www.example.org/%C0%AF.."},
	}},
}
