package extract

import (
	"regexp"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// This file finds what the labels of prose values mean: the references of the document
// name an RFC or an Internet-Draft for each.

var (
	xmlSeries  = pattern(`<seriesInfo\s[^>]*name=['"]RFC['"][^>]*value=['"]([0-9]+)['"]`)
	xmlTarget  = pattern(`\btarget=['"][^'"]*/(rfc[0-9]+)(?:\.[a-z]+)?/?['"]`)
	selfNaming = pattern(`^(?i:RFC ?[0-9]+)$`) // a label that is a name
	seriesText = pattern(`\bRFC\s+([0-9]+)\b`)
	nextEntry  = pattern(`(?m)^[ \t]*\[[^\]\n]+\][ \t]|^[0-9A-Z][0-9.]*[. ]|\n[ \t]*\n`)
)

// cite fills in the labels that the rules use and the text explains.
func (d *Document) cite(text string) {
	seen := make(map[string]bool)
	for _, r := range d.Rules {
		g, _ := abnf.Parse("", []byte(r.ABNF))
		for _, def := range g.Rules {
			abnf.Walk(def.Expr, func(e abnf.Expr) bool {
				p, ok := e.(*abnf.Prose)
				if !ok {
					return true
				}
				c, ok := abnf.Cited(p.Text)
				if !ok || seen[c.Label] || selfNaming().MatchString(c.Label) {
					return true
				}
				seen[c.Label] = true
				if id := referenced(text, c.Label); id != "" {
					d.Cites = append(d.Cites, Cite{c.Label, id})
				}
				return true
			})
		}
	}
}

// referenced returns the identifier of the document that the references of a text give
// for a label; "" if they do not name one.
func referenced(text, label string) string {
	quoted := regexp.QuoteMeta(label)
	if isXML(text) {
		anchor := label // <displayreference target="RFC9110" to="HTTP"/>
		if m := regexp.MustCompile(`<displayreference\s[^>]*target=['"]([^'"]+)['"][^>]*\bto=['"]` + quoted +
			`['"]`).FindStringSubmatch(text); m != nil {
			anchor = m[1]
		}
		if m := selfNaming().FindString(anchor); m != "" {
			return strings.ToLower(m)
		}
		at := regexp.MustCompile(`<reference\s[^>]*anchor=['"]` + regexp.QuoteMeta(anchor) +
			`['"]`).FindStringIndex(text)
		if at == nil {
			return ""
		}
		entry, _, _ := strings.Cut(text[at[0]:], "</reference>")
		if m := xmlSeries().FindStringSubmatch(entry); m != nil {
			return "rfc" + m[1]
		}
		head, _, _ := strings.Cut(entry, ">")
		if m := xmlTarget().FindStringSubmatch(head); m != nil {
			return m[1]
		}
		return ""
	}
	for _, at := range regexp.MustCompile(`(?m)^[ \t]*\[`+quoted+`\][ \t]`).FindAllStringIndex(text, -1) {
		entry := text[at[1]:]
		if end := nextEntry().FindStringIndex(entry); end != nil {
			entry = entry[:end[0]]
		}
		if m := seriesText().FindStringSubmatch(entry); m != nil {
			return "rfc" + m[1]
		}
		if m := draftName().FindStringSubmatch(entry); m != nil {
			return m[1]
		}
	}
	return ""
}
