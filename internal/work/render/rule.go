package render

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// appendRule appends the line of the broken rule: its ABNF or, for a rule in prose, its title; then the section, and
// the productions that lead to the fault. A long line is broken, but not inside the section or the last production.
func appendRule(b []byte, f *finding.Finding, st Style) (line []byte) {
	rule := shortRule(f.ABNF)
	if rule == "" {
		if info, ok := explain.LookupCode(f.Code); ok {
			rule = info.Title
		}
	}
	if rule == "" && f.Section == "" && len(f.Rules) == 0 {
		return b
	}
	if st.OneRule {
		b = append(append(append(b, ruleMark), f.Code...), ruleMark)
		defer func() { line = append(line, ruleMark) }()
	}
	b = st.note(b, "rule")
	section := ""
	if f.Section != "" {
		section = "(" + quote.Visible(f.Section) + ")"
	}
	present := func(texts ...string) []string {
		return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
	}
	whole := strings.Join(present(rule, section, strings.Join(f.Rules, " > ")), "   ")
	indent := strings.Repeat(" ", len("  = rule: "))
	if width := st.Width - len(indent); st.Width > 0 && uniseg.StringWidth(whole) > width {
		lines := Wrap(present(append(Alternatives(rule, width), section)...), "", "", width)
		whole = strings.TrimSuffix(string(lines)+pathThatFits(f.Rules, width), "\n")
		whole = strings.ReplaceAll(whole, "\n", "\n"+indent)
	}
	return append(append(b, whole...), '\n')
}

// pathThatFits returns the productions that fit a width. It leaves out those in the middle, and the first if there is
// no room; the last one always stays.
func pathThatFits(names []string, width int) string {
	path := strings.Join(names, " > ")
	for n := len(names) - 2; n >= 0 && len(path) > width; n-- {
		path = strings.Join(slices.Concat(names[:1], []string{"…"}, names[len(names)-n:]), " > ")
		if n == 0 {
			path = names[len(names)-1]
		}
	}
	return path
}

// shortRule shortens a long definition by leaving out its middle, from one alternative to another if there are any.
func shortRule(abnf string) string {
	if len(abnf) <= maxRule {
		return abnf
	}
	head, tail := strings.ToValidUTF8(abnf[:maxRule/2], ""), strings.ToValidUTF8(abnf[len(abnf)-maxRule/2:], "")
	for _, between := range []string{" / ", " "} {
		if i, j := strings.LastIndex(head, between), strings.Index(tail, between); i > 0 && j >= 0 {
			return head[:i] + between + "…" + tail[j:]
		}
	}
	return head + "…" + tail
}

// Alternatives divides a definition into lines, after each "/" that is not in a group. Only an alternative that is
// longer than a line is divided at spaces.
func Alternatives(definition string, line int) []string {
	var alts []string
	depth, from, quoted := 0, 0, false
	add := func(alternative string) {
		if len(alternative) <= line {
			alts = append(alts, alternative)
			return
		}
		inside := false
		alts = append(alts, strings.FieldsFunc(alternative, func(r rune) bool {
			inside = inside != (r == '"')
			return r == ' ' && !inside
		})...)
	}
	for i := range len(definition) {
		switch c := definition[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		}
		if depth == 0 && !quoted && strings.HasPrefix(definition[i:], " / ") {
			add(definition[from : i+2])
			from = i + 3
		}
	}
	add(definition[from:])
	return alts
}
