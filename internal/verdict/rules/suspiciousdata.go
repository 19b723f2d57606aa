package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the rules about strings that conform, but that a person or a program wrote into data by mistake.

// suspiciousCurie reports a prefixed name, such as foaf:Person, in the place of an IRI: its prefix is read as a scheme.
// It knows the prefixes that the file declares and well-known ones.
func suspiciousCurie(c *pass, r *entry, start, end int) {
	name, namespace := c.s[start:end], ""
	if c.prefix != nil && name == c.prefix.Name {
		namespace = c.prefix.Namespace
	}
	if namespace == "" {
		if namespace = scheme.Namespace(name); namespace == "" || c.p.Host > 0 || c.run.Schemes.Is(name, scheme.Recognized) {
			return
		}
	}
	if f := c.add(r, start, end+1); f != nil {
		f.Message = finding.SuspiciousCurieInBracketsPrefix.Text(quote.Quote(c.s[start:end+1]), quote.Quote(namespace))
		f.Hint = finding.HintCurie.Text()
		c.guess(f, start, end+1, namespace)
	}
}

// pathAndAfter are the components after the authority.
const pathAndAfter = 1<<component.PathAbempty | 1<<component.Query | 1<<component.Fragment

// suspiciousPunctuation reports http://e/a. and http://e/a, whose last character belongs to the
// sentence or the list that the IRI was taken from.
func suspiciousPunctuation(c *pass, r *entry, start, end int) {
	if end < len(c.s) || c.p.Host == 0 || strings.IndexByte(".,", c.s[end-1]) < 0 {
		return
	}
	word := start + len(strings.TrimRight(c.s[start:end], ".,"))
	if word == start || c.s[word-1] == '/' || isAbbreviation(c.s[start:end]) {
		return
	}
	if f := c.add(r, word, end); f != nil {
		f.Message = finding.SuspiciousPunctuationLast.Text(c.Quote(word, end))
		f.Hint = finding.HintIfMeant.Text(c.Quote(0, word))
		c.guess(f, word, end, "")
	}
}

// isAbbreviation reports whether a text ends with an abbreviation: a dot after a short last word or after one letter, as
// in Martin_Luther_King_Jr. and U.S.
func isAbbreviation(s string) bool {
	s, ok := strings.CutSuffix(s, ".")
	if !ok || strings.HasSuffix(s, ".") || strings.HasSuffix(s, ",") {
		return false
	}
	s = s[strings.LastIndexByte(s, '/')+1:]
	at := strings.LastIndexAny(s, "_+.")
	if k := strings.LastIndex(s, "%20"); k > at {
		at = k + 2
	}
	if at < 0 {
		return false
	}
	n := len([]rune(percent.Decode(s[at+1:])))
	return n <= 1 || n <= 5 && s[at] != '.'
}

// suspiciousWWW reports www.example.org/a: a host that is the first segment of a relative
// reference, because there is no scheme before it.
func suspiciousWWW(c *pass, r *entry, start, end int) {
	if start > 0 {
		return
	}
	name := c.s[:end]
	if i := strings.IndexByte(name, '/'); i >= 0 {
		name = name[:i]
	}
	if len(name) < 5 || !strings.EqualFold(name[:4], "www.") || !strings.Contains(strings.Trim(name[4:], "."), ".") {
		return
	}
	if f := c.add(r, 0, len(name)); f != nil {
		f.Message = finding.SuspiciousWwwHost.Text(c.Quote(0, len(name)))
		f.Hint = finding.HintIfMeant.Text(quote.Quote("https://" + c.Shown(0, len(name))))
		c.guess(f, 0, 0, "https://")
	}
}

// suspiciousUndefined reports http://e/users/undefined and ?id=null, which programs write if a value is missing.
func suspiciousUndefined(c *pass, r *entry, start, end int) {
	before, after := "/", "/"
	if start > int(c.p.PathEnd) { // in the query
		before, after = "=", "&;"
	} else if strings.EqualFold(c.s[:c.p.Scheme], "file") {
		return // /dev/null
	}
	s := c.s[:end]
	for i := next(s, start, before); i < end; i = next(s, i, before) {
		i++
		n := strings.IndexAny(s[i:], after)
		if n < 0 {
			n = end - i
		}
		if value := s[i : i+n]; isUndefined(value) {
			if f := c.add(r, i, i+n); f != nil {
				f.Message = finding.SuspiciousUndefinedValue.Text(c.QuoteDerived(percent.Decode(value), i, i+n))
				f.Hint = finding.HintUndefined.Text()
			}
		}
		i += n
	}
}

// The texts that [suspiciousUndefined] reports. Only a LEIRI may have the brackets of [object Object] as they are.
const undefined, null, object, objectInForm = "undefined", "null", "object%20Object", "object+Object"

// isUndefined reports whether a text is undefined, null or [object Object].
func isUndefined(s string) bool {
	if s == undefined || s == null {
		return true
	}
	if len(s) > len("%5B%5D")+len(object) || !strings.Contains(s, object) && !strings.Contains(s, objectInForm) {
		return false
	}
	return percent.Decode(strings.ReplaceAll(s, "+", " ")) == "[object Object]"
}

// undefinedWords returns texts. Each string that [suspiciousUndefined] reports contains one of them.
func undefinedWords() (words []string) {
	for _, word := range []string{undefined, null} {
		words = append(words, "/"+word, "="+word)
	}
	return append(words, object, objectInForm)
}

// suspiciousEncodedDots reports %2E%2E as a segment.
func suspiciousEncodedDots(c *pass, r *entry, start, end int) {
	for at := start; at < end; {
		n := next(c.s[:end], at, "/") - at
		if segment := c.s[at : at+n]; n <= len("%2E%2E") && n >= len("%2E") {
			if dots := percent.Decode(segment); dots == "." || dots == ".." {
				if f := c.add(r, at, at+n); f != nil {
					f.Message = finding.SuspiciousEncodedDotsSegment.Text(c.Quote(at, at+n))
					f.Hint = finding.HintEncodedDots.Text()
				}
			}
		}
		at += n + 1
	}
}

// suspiciousPlus reports mailto:a@b?subject=a+b, whose plus was meant as a space.
func suspiciousPlus(c *pass, r *entry, start, end int) {
	if !scheme.Begins(c.s, "mailto") {
		return
	}
	for at := start; at < end; {
		to := next(c.s[:end], at, "&")
		name, value, _ := strings.Cut(c.s[at:to], "=")
		if (strings.EqualFold(name, "subject") || strings.EqualFold(name, "body")) && !strings.Contains(value, "%20") &&
			joinsLetters(value) {
			from := to - len(value)
			if f := c.add(r, from, to); f != nil {
				f.Message = finding.SuspiciousPlusField.Text(c.Quote(from, to))
				f.Hint = finding.HintPlus.Text()
				c.guess(f, from, to, strings.ReplaceAll(value, "+", "%20"))
			}
		}
		at = to + 1
	}
}

// joinsLetters reports whether there is a + between two letters.
func joinsLetters(s string) bool {
	for i := next(s, 0, "+"); i+1 < len(s); i = next(s, i+1, "+") {
		if i > 0 && chars.IsLetter(s[i-1]) && chars.IsLetter(s[i+1]) {
			return true
		}
	}
	return false
}

// suspiciousNamespaceRule returns the rule about namespaces; it applies only to the IRI that a prefix stands for.
func suspiciousNamespaceRule() *entry {
	r := newSuspicious("namespace", "a namespace ends with a delimiter",
		"A name with a prefix is what the prefix stands for, and the rest of the name right after it: if schema: is "+
			"http://schema.org, then schema:Person is http://schema.orgPerson. It is decided by the last character of "+
			"what a prefix or a namespace stands for, which is a letter or a digit; in a context of JSON-LD, where "+
			"only an IRI with a delimiter at its end makes a prefix of a term, by a host without a path, or a "+
			"vocabulary that is known. There is a fix for these two alone: of other namespaces it is not known "+
			"whether / or # is missing, or nothing.",
		"write / or # at the end, as the vocabulary has it",
		component.Texts|1<<component.Port, suspiciousNamespace,
		[]string{"@prefix schema: <http://schema.org/> .", "@prefix obo: <http://purl.obolibrary.org/obo/GO_> ."},
		[]string{"@prefix schema: <http://schema.org> .", "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema> .",
			"@prefix ex: <http://example.org/terms> ."})
	r.Command = "check --from turtle --suspicious"
	return r
}

// suspiciousNamespace reports a namespace that ends with a letter or a digit. It is called for each component, and
// checks only the last component of the string.
func suspiciousNamespace(c *pass, r *entry, start, end int) {
	if !c.run.Namespace || end < len(c.s) || scheme.IsXMLNamespace(c.s) {
		return
	}
	last, w := utf8.DecodeLastRuneInString(c.s)
	if !unicode.In(last, unicode.L, unicode.M, unicode.N) || end-start > 2 && c.s[end-3] == '%' {
		return
	}
	f := c.add(r, end-w, end)
	if f == nil {
		return
	}
	f.Message = finding.SuspiciousNamespaceEnd.Text(c.Quote(end-w, end))
	if whole := scheme.WholeNamespace(c.s); whole != "" {
		f.Hint = finding.HintNamespaceKnown.Text(quote.Quote(whole[end:]))
		c.guess(f, end, end, whole[end:])
	} else {
		f.Hint = finding.HintNamespaceEnd.Text()
	}
}
