package extract

import (
	"cmp"
	"path"
	"strings"
	"time"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file tells what a text is: a document or ABNF, by what name and from when, and its marked blocks.

// isHTML reports whether a document is in HTML.
func isHTML(text string) bool {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 500)]))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
}

// IsDocument reports whether a text is a document, and not a file of ABNF: it is marked up, has blocks that are
// marked as ABNF, names itself as an RFC or a draft on its first page, or has pages or sentences.
func IsDocument(name string, src []byte) bool {
	if strings.EqualFold(path.Ext(name), ".abnf") {
		return false
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(src), "\uFEFF"), "\r\n", "\n")
	if isHTML(text) || isXML(text) {
		return true
	}
	lines := textLines(text)
	if pageEnd().MatchString(text) || hasSentences(lines) || fenced(lines) != nil {
		return true
	}
	for _, l := range lines[:min(len(lines), 60)] {
		if strings.HasPrefix(strings.TrimSpace(l.text), ";") { // a comment of ABNF, such as a header
			return false
		}
	}
	return nameOf(lines) != ""
}

// hasSentences reports whether two lines that follow each other begin with a word and have many, with a mark of
// punctuation among them and without the marks of ABNF.
func hasSentences(lines []line) bool {
	before, mark := false, false // the line before is one of words, and has a mark
	for _, l := range lines {
		words := strings.Fields(l.text)
		is := len(words) >= 6 && chars.IsLetter(words[0][0]) && !strings.ContainsAny(l.text, `=/<>%*;"`)
		has := is && punctuation().MatchString(l.text)
		if is && before && (has || mark) {
			return true
		}
		before, mark = is, has
	}
	return false
}

// mentioned returns the names, in lower case, that the text quotes as names of rules: <a>, "a", `a`.
func mentioned(text string) map[string]bool {
	names := make(map[string]bool)
	for _, m := range quotedName().FindAllStringSubmatch(text, -1) {
		names[strings.ToLower(m[1]+m[2]+m[3])] = true
	}
	return names
}

// baseName returns the name of a file without its folder and its ending.
func baseName(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

// titleOf returns how a document is cited: RFC 3986.
func titleOf(name string) string {
	if n, ok := strings.CutPrefix(name, "rfc"); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		return "RFC " + n
	}
	return name
}

var (
	rfcNumber   = pattern(`(?:Request for Comments|RFC):? *([0-9]+)`)
	sensitive   = pattern(`%s"[^"]+"`)
	quotedName  = pattern("<([A-Za-z][A-Za-z0-9-]+)>|\"([A-Za-z][A-Za-z0-9-]+)\"|`([A-Za-z][A-Za-z0-9-]+)`")
	pageEnd     = pattern(`(?m)^[^;\n]*\[Page [0-9ivx]+\]\r? *$`)
	punctuation = pattern(`[A-Za-z][.,:](?: |$)`)
	draftName   = pattern(`\b(draft-[a-z0-9]+(?:-[a-z0-9]+)*?)-[0-9][0-9]\b`)
)

var (
	docName = pattern(`(?m)^docname: *"?([A-Za-z0-9-]+)`) // in the head of a draft in kramdown
	fence   = pattern("^((?:[ >]|[-*+] |[0-9]{1,9}[.)] )*)(~{3,}|`{3,}) *(?i:({?[. ]*abnf[0-9]*(?:[^-\\w]|$))?)")
	after   = pattern(`(?i)^[ >]*\{:[^}]*\babnf[0-9]*\b`)     // {: type="abnf"} of kramdown, after a block
	ahead   = pattern(`(?i)^[ >]*\{[^:}][^}]*\babnf[0-9]*\b`) // {type="abnf"} of mmark, before one
)

// fenced returns the lines of each block of Markdown that is marked as ABNF; nil if there is none. A block may lie in a
// quotation or in a list.
func fenced(lines []line) (blocks [][]line) {
	var open []string // the match of the fence that has begun a block
	var block []line
	isABNF := false
	for i, l := range lines {
		m := fence().FindStringSubmatch(l.text)
		switch {
		case open != nil && m != nil && strings.HasPrefix(m[2], open[2]):
			if isABNF || i+1 < len(lines) && after().MatchString(lines[i+1].text) {
				blocks = append(blocks, block)
			}
			open = nil
		case open != nil:
			if within, ok := strings.CutPrefix(l.text, open[1]); ok && strings.Contains(open[1], ">") {
				l.text = within
			}
			block = append(block, l)
		case m != nil:
			open, block, isABNF = m, nil, m[3] != "" || i > 0 && ahead().MatchString(lines[i-1].text)
		}
	}
	if open != nil && isABNF { // to the end of the file
		blocks = append(blocks, block)
	}
	return blocks
}

// nameOf returns the name that a text gives itself on its first page.
func nameOf(lines []line) string {
	for _, l := range lines[:min(len(lines), 60)] {
		if m := rfcNumber().FindStringSubmatch(l.text); m != nil && strings.HasPrefix(strings.TrimSpace(l.text), m[0]) {
			return "rfc" + m[1]
		}
		if m := draftName().FindStringSubmatch(l.text); m != nil {
			return m[1]
		}
	}
	return ""
}

var (
	expires = pattern(`(?i)expire.*?[0-9]{4}`)
	dayOf   = pattern(`\b(?:([0-9]{1,2}) )?([A-Z][a-z]{2,8}) (?:([0-9]{1,2}), )?([12][0-9]{3})\b`)
)

// dateOf returns the date that a text has on its first page: "January 2005", "March 2, 2012" or
// "2 March 2012". That on which a draft expires is not meant.
func dateOf(lines []line) string {
	for _, l := range lines[:min(len(lines), 60)] {
		for _, m := range dayOf().FindAllStringSubmatch(expires().ReplaceAllString(l.text, ""), -1) {
			if date := isoDate(m[4], m[2], m[1]+m[3]); date != "" {
				return date
			}
		}
	}
	return ""
}

// isoDate returns a date as 2012-03-02, without the day if that is "". The month is a name or a
// number. It returns "" if there is no such date.
func isoDate(year, month, day string) string {
	for _, layout := range []string{"2006 January 2", "2006 Jan 2", "2006 1 2"} {
		if t, err := time.Parse(layout, year+" "+month+" "+cmp.Or(day, "1")); err == nil {
			if day == "" {
				return t.Format("2006-01")
			}
			return t.Format(time.DateOnly)
		}
	}
	return ""
}
