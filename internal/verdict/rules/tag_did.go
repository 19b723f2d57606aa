package rules

import (
	"strings"
	"time"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

var ruleTag = &entry{
	trigger: textparts.Trigger{Schemes: []string{"tag"}},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 4151 §2.1", `tagURI = "tag:" taggingEntity ":" specific [ "#" fragment ]`, noAuthority, false},
		{"RFC 4151 §2.1", `taggingEntity = authorityName "," date`, tagEntity, true},
		{"RFC 4151 §2.1", `date = year ["-" month ["-" day]]`, tagDate, true},
	},
	ProseRule: finding.ProseRule{On: 1<<component.Authority | 1<<component.PathRootless | 1<<component.PathAbsolute |
		1<<component.PathEmpty, Entry: finding.Entry{
		Code: "scheme-tag", Severity: finding.Error, Title: "tag: a name, a date, and what is specific",
		Text: "A tag has a domain name or mail address, a comma, a date on which it belonged to the tagging entity " +
			"(year, year-month or year-month-day), a colon, and anything the entity likes.",
		Mend: "write tag:example.org,2024-05-01:name",
		Good: []string{"tag:timothy@hpl.hp.com,2001:web/externalHome", "tag:example.org,2024-02-29:"},
		Bad: []string{"tag:example.org:a", "tag:example.org,24:a", "tag:example.org,2023-02-29:a",
			"tag:example.org,2024", "tag:-example,2024:a"},
	}},
}

// tagParts returns where the authority name, the date and the specific part of a
// tag stand: path = authorityName "," date ":" specific. ok is false if the "," or
// the ":" is missing; comma or colon is then -1.
func (c *clauseChecker) tagParts() (start, comma, colon int, ok bool) {
	start = int(c.p.Path)
	entity := c.s[start:c.p.PathEnd]
	comma, colon = strings.IndexByte(entity, ','), strings.IndexByte(entity, ':')
	if colon >= 0 && comma > colon {
		comma = -1
	}
	if comma >= 0 {
		comma += start
	}
	if colon >= 0 {
		colon += start
	}
	return start, comma, colon, comma >= 0 && colon >= 0
}

// tagEntity checks the authority name: a DNS name or a mail address (RFC 4151 §2.1).
func tagEntity(c *clauseChecker) {
	shape := finding.HintTag.Text()
	start, comma, colon, ok := c.tagParts()
	if !ok {
		end := int(c.p.PathEnd)
		if comma < 0 {
			if colon >= 0 {
				end = colon
			}
			c.add(end, end, finding.SchemeTagNoDate.Text(), shape)
		} else {
			c.add(end, end, finding.SchemeTagNoColon.Text(), shape)
		}
		return
	}
	name := c.s[start:comma]
	local, domain, mail := strings.Cut(name, "@")
	if !mail {
		domain = name
	}
	good := idna.IsLDH(domain) // DNSname
	if mail {
		good = good && local != "" && chars.IndexOther(local, "-._") < 0
	}
	if !good {
		c.add(start, comma, finding.SchemeTagName.Text(c.Quote(start, comma)), shape)
	}
}

// tagDate checks the date of a tag (RFC 4151 §2.1), which must be one of the
// calendar. Whether it has come yet is not asked.
func tagDate(c *clauseChecker) {
	_, comma, colon, ok := c.tagParts()
	if !ok {
		return
	}
	if date := c.s[comma+1 : colon]; !isTagDate(date) {
		c.add(comma+1, colon, finding.SchemeTagDate.Text(c.Quote(comma+1, colon)), finding.HintTagDate.Text())
	}
}

func isTagDate(s string) bool {
	const layout = "2006-01-02"
	if len(s) != len("2006") && len(s) != len("2006-01") && len(s) != len(layout) {
		return false
	}
	if len(s) == len("2006") { // any four digits
		return chars.IsDigit(s[0]) && chars.IsDigit(s[1]) && chars.IsDigit(s[2]) && chars.IsDigit(s[3])
	}
	_, err := time.Parse(layout[:len(s)], s)
	return err == nil
}

var ruleDID = &entry{
	trigger: textparts.Trigger{Schemes: []string{"did"}},
	check:   checkClauses,
	clauses: []clause{
		{"DID Core §3.1", `did = "did:" method-name ":" method-specific-id`, noAuthority, false},
		{"DID Core §3.1", "method-name = 1*method-char", didMethod, true},
		{"DID Core §3.1", `method-specific-id = *( *idchar ":" ) 1*idchar`, didID, true},
	},
	ProseRule: finding.ProseRule{On: 1<<component.Authority | 1<<component.PathRootless | 1<<component.PathAbsolute |
		1<<component.PathEmpty, Entry: finding.Entry{
		Code: "scheme-did", Severity: finding.Error, Title: "did: a method and an identifier",
		Text: "A decentralized identifier has a method, which is lower-case letters and digits, a colon, and an " +
			"identifier of letters, digits, \".\", \"-\", \"_\", \":\" and percent-encodings that does not end with " +
			"\":\". A path, a query and a fragment may follow (DID Core §3.2).",
		Mend: "write did:method:identifier",
		Good: []string{"did:example:123456789abcdefghi", "did:web:example.com:user:alice/a?b#c"},
		Bad: []string{"did:example", "did:Example:1", "did:example:", "did:example:a:", "did:example:a@b",
			"did://example/a"},
	}},
}

// didMethod checks the method of a decentralized identifier (DID Core §3.1).
func didMethod(c *clauseChecker) {
	start, end, _, _ := c.urnNames()
	if start == end {
		c.add(start, end, finding.SchemeDidNoMethod.Text(), finding.HintDid.Text())
		return
	}
	for i := start; i < end; i++ {
		if b := c.s[i]; !chars.IsDigit(b) && b-'a' >= 26 {
			c.add(start, end, finding.SchemeDidMethod.Text(quote.Describe(c.s[i:])), finding.HintDidMethod.Text())
			return
		}
	}
}

// didID checks the identifier after the method (DID Core §3.1). What begins with
// the first "/" is the path of a DID URL (§3.2).
func didID(c *clauseChecker) {
	_, _, id, end := c.urnNames()
	if id < 0 {
		c.add(end, end, finding.SchemeDidNoIdentifier.Text(), finding.HintDid.Text())
		return
	}
	if k := strings.IndexByte(c.s[id:end], '/'); k >= 0 {
		end = id + k
	}
	if id == end || c.s[end-1] == ':' {
		c.add(end, end, finding.SchemeDidEmpty.Text(), finding.HintDid.Text())
		return
	}
	for i := id; i < end; i++ {
		b := c.s[i]
		if !chars.IsLetter(b) && !chars.IsDigit(b) && b < 0x80 && strings.IndexByte(".-_:%", b) < 0 {
			if f := c.add(i, i+1, finding.SchemeDidChar.Text(quote.Describe(c.s[i:])), finding.HintEncode.Text()); f != nil {
				f.Fix = &finding.Fix{Start: i, End: i + 1, Text: percent.Encode(c.s[i : i+1])}
			}
		}
	}
}
