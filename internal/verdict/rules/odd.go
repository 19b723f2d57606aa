package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the rules about the characters that RFC 3987 §6.1 b advises against because
// of what readers see. Which characters these are, package chars says, for the conversions
// keep the same ones percent-encoded.

// A lookalike is what a rule of [pass.lookalikes] is about, what its message says, and its hints. In a host,
// whose percent-encoding names another host to much software, the hint is inHost alone.
type lookalike struct {
	oddity                  chars.VisualIssue
	what, inHost, elsewhere finding.Reason
}

func invisible(c *pass, r *entry, first, _ int) {
	c.lookalikes(r, first, lookalike{chars.Invisible, finding.InvisibleChar, finding.HintOut, finding.HintOutOrEncode})
}

func spaceLike(c *pass, r *entry, first, _ int) {
	c.lookalikes(r, first, lookalike{chars.SpaceLike, finding.SpaceLikeChar, finding.HintHostSpaceLike, finding.HintSpaceLike})
}

func delimiterLike(c *pass, r *entry, first, _ int) {
	c.lookalikes(r, first, lookalike{chars.DelimiterLike, finding.DelimiterLikeChar, finding.HintDelimiterHost, finding.HintDelimiter})
}

// lookalikes reports each run of characters with an oddity.
func (c *pass) lookalikes(r *entry, first int, of lookalike) {
	odd := func(at int, ch rune) bool { return chars.VisualIssueOf(c.s[:at], ch, at < int(c.p.Path)) == of.oddity }
	c.runs(first, odd, func(start, end int) {
		if f := c.add(r, start, end); f != nil {
			f.Message = of.what.TextOfRun(c.s[start:end])
			if f.Hint = of.inHost.Text(); !c.inHost(start) {
				f.Hint = of.elsewhere.Text()
				f.Fix = finding.NewFix(c.s, start, end, encodeNonASCII)
			}
			if strings.Trim(c.s[start:end], "\uFEFF") == "" {
				f.Hint = finding.HintByteOrderMark.Text()
				if f.Fix != nil {
					f.Hint = finding.HintByteOrderMarkInside.Text()
				}
			}
			if of.oddity == chars.Invisible {
				c.guess(f, start, end, "")
			}
		}
	})
}

var ruleInvisible = &entry{
	trigger: textparts.Trigger{Flags: chars.Odd}, check: invisible,
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "invisible", Title: "no invisible characters", Section: "RFC 3987 §6.1",
		Clause: "The UCS contains many areas of characters for which there are strong visual look-alikes.",
		Text: "Zero-width spaces, soft hyphens, word joiners, line separators, fillers, blanks and the other " +
			"characters that Unicode calls default ignorable show nothing, and make two IRIs of what looks like one. " +
			"U+200C, U+200D and variation selectors are reported where they have no effect: they may stand after " +
			"letters of scripts that use them, such as Arabic, Mongolian, the Indic scripts and those of South-East " +
			"Asia, and in emoji.",
		Mend: "take the character out, or percent-encode it if it is meant",
		Good: []string{"http://example.org/می\u200Cخواهم", "http://example.org/\u2764\uFE0F",
			"http://example.org/a%E2%80%8Bb"},
		Bad: []string{"http://example.org/a\u200Bb", "http://example.org/a\u00ADb", "http://example.org/a\u200Db",
			"http://example.org/\uFEFF"},
	}},
}

var ruleSpaceLike = &entry{
	trigger: textparts.Trigger{Flags: chars.Odd}, check: spaceLike,
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "space-like", Title: "no characters that look like a space", Section: "RFC 3987 §6.1",
		Clause: "It also includes many look-alikes of \"space\", \"delims\", and \"unwise\", characters excluded in " +
			"[RFC3491].",
		Text: "A no-break space, an ideographic space or one of another width looks like the end of the IRI, and " +
			"what comes after it is lost where the IRI is copied from text.",
		Mend: "write %20 for a space, or percent-encode the character if it is meant",
		Good: []string{"http://example.org/a%20b", "http://example.org/a%C2%A0b"},
		Bad:  []string{"http://example.org/a\u00A0b", "http://example.org/a\u3000b", "http://example.org/a\u2003b"},
	}},
}

var ruleDelimiterLike = &entry{
	trigger: textparts.Trigger{Flags: chars.Odd}, check: delimiterLike,
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "delimiter-like", Title: "no characters that look like delimiters", Section: "RFC 3987 §6.1",
		Clause: "It also includes many look-alikes of \"space\", \"delims\", and \"unwise\", characters excluded in " +
			"[RFC3491].",
		Text: "Characters that look like one of < > # % \" { } | \\ ^ [ ] ` are taken for it, and the IRI for " +
			"another. In the authority this holds for the look-alikes of every delimiter: " +
			"http://bank.example\uFF0Fx.example.org/ is a host below example.org. Full-width punctuation in a path " +
			"is ordinary Japanese and Chinese, and is not reported.",
		Mend: "write the delimiter if it is meant, or percent-encode the character",
		Good: []string{"http://example.org/どうする\uFF1F", "http://example.org/a%EF%BC%83b"},
		Bad:  []string{"http://example.org/a\uFF03b", "foo://bank.example\uFF0Fx.example.org/", "foo://a\uFF20b/"},
	}},
}
