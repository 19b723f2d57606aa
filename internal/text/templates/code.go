package templates

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file finds the code of a program that builds a text from strings.

// joinLen returns the length of code that joins two strings at the start of s, which begins with a quotation mark, as
// in "/a/' . $id . '/b", "/a/' ~ id ~ '/b" and "/a/'+id+'/b". It returns 0 if there is none. In a query the second
// string must follow, because text there may have quotation marks.
func joinLen(s string, inQuery bool) int {
	start := skipBlanks(s, 1)
	if start == len(s) || s[start] != '.' && s[start] != '+' && !(s[start] == '~' && start > 1) {
		return 0
	}
	code := skipBlanks(s, start+1)
	if code == len(s) || s[code] != '$' && s[code] != '_' && s[code] != '(' && !chars.IsLetter(s[code]) {
		return 0
	}
	end := joinEnd(s[:min(len(s), code+longest)], code, s[start])
	switch isLoose := start > 1 && code > start+1 || s[code] == '$'; {
	case end > 0 && (isLoose || !inQuery || end == len(s) || strings.IndexByte("/&#?.-_", s[end]) >= 0):
		return end
	case end == 0 && isLoose && !inQuery:
		return len(s)
	}
	return 0
}

// joinEnd returns the end of the code s[code:], which is after an operator and the quotation mark that s begins with,
// or 0 if it has no such end.
func joinEnd(s string, code int, operator byte) int {
	for i := code + 1; i < len(s); i++ {
		if s[i] != operator {
			continue
		}
		if end := skipBlanks(s, i+1); end < len(s) && s[end] == s[0] {
			return end + 1
		}
	}
	return 0
}

// skipBlanks returns the offset after the white space at s[at:].
func skipBlanks(s string, at int) int { return len(s) - len(strings.TrimLeft(s[at:], chars.Space)) }

// isCutCall reports whether the text after a brace without an end is an expression of Smarty that a quotation mark
// has cut off: {$x|escape:"url"} or {url file="x"}.
func isCutCall(text string) bool {
	if strings.HasPrefix(text, "$") {
		return nameLen(text[1:]) > 0
	}
	n := nameLen(text)
	if at := skipBlanks(text, n); n > 0 && at > n {
		name := nameLen(text[at:])
		return name > 0 && strings.HasPrefix(strings.TrimLeft(text[at+name:], chars.Space), "=")
	}
	return false
}

// bracketsLen returns the length of [[name]], or of the [_1] of a message, at the start of s, or 0.
func bracketsLen(s string) int {
	if rest, ok := strings.CutPrefix(s, "[_"); ok {
		if n := digits(rest); n > 0 && strings.HasPrefix(rest[n:], "]") {
			return len("[_]") + n
		}
		return 0
	}
	rest, ok := strings.CutPrefix(s, "[[")
	if !ok {
		return 0
	}
	name := strings.TrimLeft(rest, " $")
	n := nameLen(name)
	if end := len(rest) - len(name) + n; n > 0 && strings.HasPrefix(strings.TrimLeft(rest[end:], " "), "]]") {
		return len(s) - len(strings.TrimLeft(rest[end:], " ")) + len("]]")
	}
	return 0
}

// dollarsLen returns the length of $name$, as pandoc and StringTemplate write it, at the start of s, or 0.
func dollarsLen(s string) int {
	n := 1 + nameLen(s[1:])
	isCall := false
	if n > 1 && strings.HasPrefix(s[n:], "(") { // $if(name)$
		if end := strings.IndexAny(s[n+1:], "()"); end > 0 && s[n+1+end] == ')' {
			isCall = true
			n += end + 2
		}
	}
	if n == 1 || !strings.HasPrefix(s[n:], "$") || !isCall && isWordAt(s, n+1) {
		return 0
	}
	return n + 1
}

// isWordAt reports whether s has a letter or a digit at an offset.
func isWordAt(s string, at int) bool { return at >= 0 && at < len(s) && isAlnum(s[at]) }
