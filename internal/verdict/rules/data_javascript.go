package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

var ruleData = &entry{
	trigger: textparts.Trigger{Schemes: []string{"data"}},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 2397 §3", `dataurl := "data:" [ mediatype ] [ ";base64" ] "," data`, dataComma, false},
		{"RFC 2397 §3", `mediatype := [ type "/" subtype ] *( ";" parameter )`, dataMediaType, false},
		{"RFC 2397 §2", `The presence of ";base64" means that the data is encoded as base64.`, dataBase64, false},
	},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Code: "scheme-data", Severity: finding.Error, Title: "data: a media type, a comma, and data",
		Text: "Before the comma stand a media type with parameters, or nothing, and ;base64 if the data is in " +
			"base64. Such data has the alphabet of RFC 4648 §4 and its padding.",
		Mend: "write data:type/subtype,…, parameters as name=value, and base64 with its padding",
		Good: []string{"data:,A%20brief%20note", "data:text/plain;charset=iso-8859-7,%be%d3%be",
			"data:image/gif;base64,R0lGODdhMAAw"},
		Bad: []string{"data:text/html", "data:text,a", "data:text/plain;utf8,a", "data:;base64,a_b-",
			"data:;base64,QQ"},
	}},
}

// dataText returns where the text after "data:" begins, where its comma stands,
// and where it ends. A "?" belongs to the text (RFC 2397 §3: urlchar includes
// reserved characters). The comma is -1 if there is none.
func (c *clauseChecker) dataText() (start, comma, end int) {
	start, end = int(c.p.Scheme)+1, int(c.p.Query)
	comma = strings.IndexByte(c.s[start:end], ',')
	if comma >= 0 {
		comma += start
	}
	return start, comma, end
}

func dataComma(c *clauseChecker) {
	if _, comma, end := c.dataText(); comma < 0 {
		c.add(end, end, finding.SchemeDataComma.Text(), finding.HintDataComma.Text())
	}
}

// isBase64 reports whether the text before the comma ends with ;base64, and
// returns what stands before that.
func isBase64(head string) (string, bool) {
	if k := len(head) - len(";base64"); k >= 0 && strings.EqualFold(head[k:], ";base64") {
		return head[:k], true
	}
	return head, false
}

// dataMediaType checks the media type: empty, or type "/" subtype, then parameters
// with a name and a value.
func dataMediaType(c *clauseChecker) {
	start, comma, _ := c.dataText()
	if comma < 0 {
		return
	}
	head, _ := isBase64(c.s[start:comma])
	at, first := start, true
	for rest, more := head, true; more; {
		var piece string
		piece, rest, more = strings.Cut(rest, ";")
		end := at + len(piece)
		if first {
			kind, subtype, ok := strings.Cut(piece, "/")
			if piece != "" && (!ok || !isToken(kind) || !isToken(subtype)) {
				c.add(at, end, finding.SchemeDataMediaType.Text(c.Quote(at, end)), finding.HintMediaType.Text())
			}
		} else {
			name, value, ok := strings.Cut(piece, "=")
			switch {
			case !ok && strings.EqualFold(piece, "utf8"), !ok && strings.EqualFold(piece, "utf-8"):
				f := c.add(at, end, finding.SchemeDataNoName.Text(c.Quote(at, end)), finding.HintDataUtf8.Text())
				c.guess(f, at, end, "charset=utf-8")
			case !ok:
				c.add(at, end, finding.SchemeDataNoEquals.Text(c.Quote(at, end)), finding.HintParameterLast.Text())
			case !isToken(name), !isToken(value):
				c.add(at, end, finding.SchemeDataParameter.Text(c.Quote(at, end)), finding.HintParameter.Text())
			}
		}
		at, first = end+1, false
	}
}

// isToken reports whether s, its percent-encodings taken as they are, is a token of
// RFC 2045 §5.1, as RFC 2397 asks for types, names and values.
func isToken(s string) bool {
	return s != "" && !strings.ContainsAny(s, "()<>@,;:\\\"/[]?= ")
}

// dataBase64 checks data that is said to be base64: the alphabet of RFC 4648 §4 and
// its padding. Percent-encoded white space, as RFC 2045 §6.8 ignores it, is passed
// over.
func dataBase64(c *clauseChecker) {
	start, comma, end := c.dataText()
	if comma < 0 {
		return
	}
	if _, ok := isBase64(c.s[start:comma]); !ok {
		return
	}
	s := c.s
	n, pad, bad, sound := 0, 0, -1, true
	flush := func(at int) {
		if bad >= 0 {
			sound = false
			c.add(bad, at, finding.SchemeDataBase64.Text(c.Quote(bad, at)), finding.HintBase64.Text())
			bad = -1
		}
	}
	for i := comma + 1; i < end; {
		b, w := s[i], 1
		if b == '%' && i+3 <= end {
			b, w = percent.OctetAt(s, i), 3
		}
		ok := true
		switch {
		case chars.IsLetter(b), chars.IsDigit(b), b == '+', b == '/':
			ok = pad == 0
			n++
		case b == '=':
			pad++
			n++
			ok = pad <= 2
		case w == 3 && (b == ' ' || b == '\t' || b == '\r' || b == '\n'):
		default:
			ok = false
		}
		if ok {
			flush(i)
		} else if bad < 0 {
			bad = i
		}
		i += w
	}
	flush(end)
	if !sound || n%4 == 0 {
		return
	}
	f := c.add(end, end, finding.SchemeDataPadding.Text(), finding.Text{})
	switch {
	case f == nil:
	case pad == 0 && n%4 != 1:
		f.Hint = finding.HintPadding.Text("=="[:4-n%4])
		c.guess(f, end, end, "=="[:4-n%4])
	default:
		f.Hint = finding.HintPartMissing.Text()
	}
}

var ruleJavascript = &entry{
	trigger: textparts.Trigger{Schemes: []string{"javascript"}},
	check:   checkClauses,
	clauses: []clause{
		{"HTML, evaluate a javascript: URL",
			"Let scriptSource be the UTF-8 decoding of the percent-decoding of encodedScriptSource.", pctUTF8, false},
		{"RFC 3986 §3.5", `A fragment identifier component is indicated by the presence of a number sign ("#") ` +
			`character and terminated by the end of the URI.`, javascriptFragment, false},
	},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Code: "scheme-javascript", Severity: finding.Error, Title: "javascript: a script in UTF-8",
		Text: "What comes after the colon is percent-decoded and read as UTF-8. A \"#\" is a warning: by RFC 3986 it " +
			"ends the script and begins a fragment, to browsers it is part of the script.",
		Mend: "percent-encode the script as UTF-8, a # as %23",
		Good: []string{"javascript:alert(%22%C3%A9%22)", "javascript:void(0)"},
		Bad:  []string{"javascript:alert(%22%E9%22)", "javascript:scrollTo('#a')"},
	}},
}

// javascriptFragment warns of a "#": by RFC 3986 a fragment follows, and browsers take what follows as part of the script.
func javascriptFragment(c *clauseChecker) {
	if at := int(c.p.Query); at < len(c.s) {
		f := c.addUpTo(finding.Warning, at, at+1, finding.SchemeJavascriptFragment.Text(), finding.HintScriptFragment.Text())
		c.guess(f, at, at+1, "%23")
	}
}
