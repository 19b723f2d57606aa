package iri

import (
	"strings"
	"unicode/utf8"
)

// mixedScript reports s[start:end], whose characters have no script in common
// (RFC 3987 §7.5), unless a language mixes them. The measure is the restriction
// level Highly Restrictive of UTS #39 §5.2: one script, or Latin together with Han
// and what Japanese (Hiragana and Katakana), Chinese (Bopomofo) or Korean (Hangul)
// write beside it. [checker.text] has found that none of these holds.
//
// A host is judged label by label. Elsewhere a segment such as
// Категория:Windows holds words of several languages, so words are judged, not
// segments: runs of characters between punctuation, symbols, spaces and
// percent-encodings.
//
// A word that mixes directions mixes scripts as well; bidi-mixed says so already,
// unless it is off.
//
// The scripts are the Script_Extensions of Unicode 15.0; characters that are
// Common or Inherited, or unassigned, go with every script. UTS #39's tests of
// characters that look alike, and of digits of several systems, are not made.
func (c *checker) mixedScript(start, end int) {
	if c.on(pBidiMixed) && mixesDirections(c.s[start:end]) {
		return
	}
	f := c.add(pMixedScript, start, end)
	if f == nil {
		return
	}
	word := c.s[start:end]
	names, odd := scriptsOf(word)
	f.Message = quote(word) + " mixes " + names
	if odd >= 0 {
		r, w := utf8.DecodeRuneInString(word[odd:])
		f.Message += "; " + describe(word[odd:odd+w]) + " is " + scriptName(uniOf(r))
	}
	f.Hint = "no language writes a word so, and letters of several scripts can look the same; write the word in one script"
}

// mixesDirections reports whether s has right-to-left and left-to-right characters.
func mixesDirections(s string) bool {
	var flags uint16
	for _, r := range s {
		flags |= uniOf(r).flags()
	}
	return flags&uniL != 0 && flags&uniR != 0
}

// scriptsOf returns the names of the scripts of a word for a message, in the order
// in which they turn up, and the offset of a character that stands for the fault:
// the first of the script that has the fewest characters. Characters that several
// scripts share are passed over; the offset is -1 if there are no others.
func scriptsOf(word string) (string, int) {
	type script struct{ first, count int }
	var order []string
	seen := make(map[string]*script)
	for i, r := range word {
		name := scriptName(uniOf(r))
		if name == "" {
			continue
		}
		if seen[name] == nil {
			seen[name] = &script{first: i}
			order = append(order, name)
		}
		seen[name].count++
	}
	if len(order) < 2 {
		return "scripts", -1
	}
	odd := order[0]
	for _, name := range order[1:] {
		if seen[name].count <= seen[odd].count {
			odd = name
		}
	}
	n := len(order) - 1
	return strings.Join(order[:n], ", ") + " and " + order[n], seen[odd].first
}

// scriptName returns the script of a character that has exactly one, or "".
func scriptName(u uniChar) string {
	if u>>8 == 0 {
		return ""
	}
	name := ""
	set := u.scripts().set
	for i, n := range scriptNames {
		if set[i/64]>>(i%64)&1 == 1 {
			if name != "" {
				return ""
			}
			name = n
		}
	}
	return name
}
