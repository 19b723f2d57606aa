package render

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// appendRule appends the rule that is broken: its ABNF or, for a rule in prose, its title; then the section, and the
// productions that lead to the place. What does not fit a line has several: the section stays whole, and so does the
// last production.
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

// pathThatFits returns productions with the ones in the middle left out that are too many for a line: the last one stays,
// and the first one if there is room.
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

// shortRule returns a definition without the middle if it is long, cut between two alternatives if there are any.
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

// Alternatives splits a definition after each "/" that is not in a group, so that a line break divides an alternative
// only where it is longer than a line: then at its spaces.
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
