package extract

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file reads the lists of HTTP: "#" is not ABNF, but an extension of RFC 9110 §5.6.1.

// expandLists writes each list as what it stands for, as §5.6.1.1 says and as the collected ABNF of that document has it.
func expandLists(src string) string {
	var b strings.Builder
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == ';' || c == '"' || c == '<' || c == '%' || chars.IsLetter(c):
			end := elementEnd(src, i)
			if c == ';' {
				end = i + len(line1(src[i:]))
			}
			b.WriteString(src[i:end])
			i = end
		case c == '#' || chars.IsDigit(c):
			digits := i
			for digits < len(src) && chars.IsDigit(src[digits]) {
				digits++
			}
			if digits == len(src) || src[digits] != '#' {
				b.WriteString(src[i:max(digits, i+1)])
				i = max(digits, i+1)
				continue
			}
			start := digits + 1
			for start < len(src) && chars.IsDigit(src[start]) {
				start++
			}
			end := elementEnd(src, start)
			if end == start { // not a list
				b.WriteString(src[i:start])
				i = start
				continue
			}
			b.WriteString(list(src[i:digits], src[digits+1:start], expandLists(withoutLines(src[start:end]))))
			i = end
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// list writes a list of n to m elements.
func list(n, m, element string) string {
	least, _ := strconv.Atoi(n)
	most, err := strconv.Atoi(m)
	if err != nil {
		most = -1
	}
	if most == 0 || most > 0 && least > most {
		return n + "#" + m + element // an error
	}
	from, to := "", ""
	if least > 1 {
		from = strconv.Itoa(least - 1)
	}
	if most > 0 {
		to = strconv.Itoa(most - 1)
	}
	all := element
	if most != 1 {
		all = fmt.Sprintf(`%s %s*%s( OWS "," OWS %s )`, element, from, to, element)
	}
	if least == 0 {
		all = "[ " + all + " ]"
	}
	return all
}

// line1 returns the first line of a text.
func line1(s string) string {
	l, _, _ := strings.Cut(s, "\n")
	return l
}

// withoutLines writes an element on one line, without comments.
func withoutLines(s string) string {
	lines := strings.Split(s, "\n")
	if len(lines) == 1 {
		return s
	}
	for i, l := range lines {
		quoted := false
		for j := range len(l) {
			if quoted = quoted != (l[j] == '"'); l[j] == ';' && !quoted {
				l = l[:j]
				break
			}
		}
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, " ")
}

// elementEnd returns where the element that starts at i ends; i if there is none.
func elementEnd(src string, i int) int {
	if i == len(src) {
		return i
	}
	until := func(close byte) int {
		if n := strings.IndexByte(src[i+1:], close); n >= 0 {
			return i + n + 2
		}
		return len(src)
	}
	switch c := src[i]; {
	case c == '"':
		return until('"')
	case c == '<':
		return until('>')
	case c == '%' || chars.IsLetter(c):
		end := i + 1
		for end < len(src) && (chars.IsLDH(src[end]) || c == '%' && src[end] == '.') {
			end++
		}
		if c == '%' && end < len(src) && src[end] == '"' {
			i = end
			return until('"')
		}
		return end
	case c == '(' || c == '[':
		for end := i + 1; end < len(src); {
			switch src[end] {
			case ')', ']':
				return end + 1
			case ';':
				end += len(line1(src[end:]))
			case '"', '<', '(', '[', '%':
				end = elementEnd(src, end)
			default:
				end++
			}
		}
		return len(src)
	}
	return i
}
