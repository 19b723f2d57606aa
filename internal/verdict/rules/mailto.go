package rules

import (
	"iter"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

var ruleMailto = &entry{
	trigger: textparts.Trigger{Schemes: []string{"mailto"}},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 6068 §2", `mailtoURI = "mailto:" [ to ] [ hfields ]`, noAuthority, false},
		{"RFC 6068 §2", `to = addr-spec *("," addr-spec )`, mailtoAddresses, true},
		{"RFC 6068 §2", `hfields = "?" hfield *( "&" hfield )`, mailtoFields, false},
		{"RFC 6068 §2", "Non-ASCII characters MUST first be encoded according to UTF-8 [STD63], and then each octet " +
			"of the corresponding UTF-8 sequence MUST be percent-encoded to be represented as URI characters.", pctUTF8,
			false},
		{"RFC 6068 §5", `line breaks in the body of a message MUST be encoded with "%0D%0A"`, mailtoLineBreaks, false},
	},
	ProseRule: finding.ProseRule{On: 1<<component.Authority | 1<<component.PathRootless | 1<<component.PathAbsolute |
		1<<component.PathEmpty | 1<<component.Query, Entry: finding.Entry{
		Code: "scheme-mailto", Severity: finding.Error, Title: "mailto: mail addresses and header fields",
		Text: "A mailto IRI is addresses with commas between them, then header fields, each name=value, with & " +
			"between them. \"/\", \";\", \"&\" and \"=\" in an address and \"/\", \"?\" and \"=\" in a field are " +
			"percent-encoded, percent-encodings stand for UTF-8, and lines of a body end with %0D%0A.",
		Mend: "write name@domain; percent-encode what has a meaning in the syntax",
		Good: []string{"mailto:chris@example.com",
			"mailto:a@example.com,b@example.com?subject=hello%20there&body=1%0D%0A2", "mailto:?to=joe@example.com",
			"mailto:%22not%40me%22@example.org"},
		Bad: []string{"mailto:chris", "mailto://a@example.com", "mailto:a@example.com,",
			"mailto:a@example.com?subject", "mailto:a@b..c", "mailto:a@example.com?subject=r%E9sum%E9",
			"mailto:a@example.com?body=1%0A2"},
	}},
}

// mailtoAddresses checks the addresses in the path (RFC 6068 §2). No address at
// all is allowed, for the addresses may stand in the fields.
func mailtoAddresses(c *clauseChecker) {
	p := c.p
	if p.Path == p.PathEnd {
		return
	}
	for at, piece := range c.pieces(int(p.Path), int(p.PathEnd), ',') {
		show := func(text string) string { return c.Derived(text, at, at+len(piece)) }
		if why, hint := badAddress(piece, show); !why.IsZero() {
			f := c.add(at, at+len(piece), why, hint)
			if list, ok := scheme.MailAddresses(piece); ok {
				c.guess(f, at, at+len(piece), list)
			}
			if hint.Reason() == finding.HintMailtoField && p.PathEnd == p.Query {
				k := at + strings.IndexByte(piece, '&')
				c.guess(f, k, k+1, "?")
			}
		}
	}
}

// pieces yields the pieces of a component between separators, each with its offset.
func (c *clauseChecker) pieces(start, end int, separator byte) iter.Seq2[int, string] {
	return func(yield func(at int, piece string) bool) {
		for at := start; ; {
			piece := c.s[at:end]
			k := strings.IndexByte(piece, separator)
			if k >= 0 {
				piece = piece[:k]
			}
			if !yield(at, piece) || k < 0 {
				return
			}
			at += k + 1
		}
	}
}

// badAddress says why a piece of the path is not an addr-spec; "" if it is one. Messages quote the piece as show returns
// it.
func badAddress(piece string, show func(string) string) (why, hint finding.Text) {
	fault, part := scheme.CheckMailAddress(piece)
	switch fault {
	case scheme.MailEmpty:
		return finding.SchemeMailtoEmpty.Text(), finding.HintMailtoComma.Text()
	case scheme.MailSeparator:
		return finding.SchemeMailtoChar.Text(`";"`), finding.HintMailtoSemicolon.Text()
	case scheme.MailField:
		return finding.SchemeMailtoChar.Text(`"&"`), finding.HintMailtoField.Text()
	case scheme.MailChar:
		return finding.SchemeMailtoChar.Text(quote.Quote(part)),
			finding.HintEncodeAs.Text(percent.Encode(part))
	case scheme.MailQuoted:
		return finding.SchemeMailtoQuoted.Text(quote.Quote(show(part))), finding.HintMailAddress.Text()
	case scheme.MailNoAt:
		return finding.SchemeMailtoNoAt.Text(quote.Quote(show(part))), finding.HintMailAddress.Text()
	case scheme.MailNoName:
		return finding.SchemeMailtoNoName.Text(), finding.HintMailbox.Text("name@" + show(part))
	case scheme.MailAt:
		return finding.SchemeMailtoName.Text(quote.Quote(show(part))), finding.HintMailAt.Text()
	case scheme.MailName:
		return finding.SchemeMailtoName.Text(quote.Quote(show(part))), finding.HintDotAtom.Text()
	case scheme.MailNoDomain:
		return finding.SchemeMailtoNoDomain.Text(), finding.HintMailDomain.Text()
	case scheme.MailDomain:
		return finding.SchemeMailtoDomain.Text(quote.Quote(show(part))), finding.HintDotAtom.Text()
	}
	return why, hint
}

// headerFields yields the header fields in the query of a mailto (RFC 6068 §2), each with
// its offset.
func (c *clauseChecker) headerFields(yield func(at int, field string) bool) {
	if c.p.PathEnd == c.p.Query {
		return
	}
	c.pieces(int(c.p.PathEnd)+1, int(c.p.Query), '&')(yield)
}

// mailtoFields checks the header fields: each is a name, one "=", and a value, of qchar.
func mailtoFields(c *clauseChecker) {
	for at, field := range c.headerFields {
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			c.add(at, at+len(field), finding.SchemeMailtoField.Text(c.Quote(at, at+len(field))), finding.HintMailtoValue.Text())
			continue
		}
		if strings.IndexByte(field, '/') < 0 && strings.IndexByte(field, '?') < 0 && strings.IndexByte(value, '=') < 0 {
			continue
		}
		for i := range len(field) {
			if b := field[i]; b == '/' || b == '?' || b == '=' && i > len(name) {
				if f := c.add(at+i, at+i+1, finding.SchemeMailtoFieldChar.Text(quote.Quote(field[i:i+1])),
					finding.HintWrite.Text(percent.Encode(field[i:i+1]))); f != nil {
					f.Fix = &finding.Fix{Start: at + i, End: at + i + 1, Text: percent.Encode(field[i : i+1])}
				}
			}
		}
	}
}

// mailtoLineBreaks checks the line breaks in the body (RFC 6068 §5), whose name may be percent-encoded (§2).
func mailtoLineBreaks(c *clauseChecker) {
	if !strings.Contains(c.s[c.p.PathEnd:c.p.Query], "%0") { // what begins the percent-encodings of CR and LF
		return
	}
	for at, field := range c.headerFields {
		name, value, ok := strings.Cut(field, "=")
		if !ok || len(name) > len("%62%6F%64%79") || !strings.EqualFold(percent.Decode(name), "body") {
			continue
		}
		from := at + len(name) + 1
		for i := 0; i+3 <= len(value); {
			switch {
			case value[i] != '%':
				i++
			case i+6 <= len(value) && value[i+3] == '%' && percent.OctetAt(value, i) == '\r' &&
				percent.OctetAt(value, i+3) == '\n':
				i += 6
			default:
				if b := percent.OctetAt(value, i); b == '\r' || b == '\n' {
					f := c.add(from+i, from+i+3, finding.SchemeMailtoLineBreak.Text(c.Quote(from+i, from+i+3)),
						finding.HintLineBreak.Text())
					c.guess(f, from+i, from+i+3, "%0D%0A")
				}
				i += 3
			}
		}
	}
}
