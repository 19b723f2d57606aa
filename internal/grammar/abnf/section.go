package abnf

import (
	"io/fs"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// signSection replaces "Section 3" by "§3", the form that messages have.
func signSection(s string) string {
	const word = "ection "
	var b strings.Builder
	for {
		i := strings.Index(s, word)
		if i < 0 {
			return b.String() + s
		}
		from, to := i-1, i+len(word)
		if i > 0 && s[from]|0x20 == 's' && (from == 0 || !isWord(s[from-1])) && to < len(s) && chars.IsDigit(s[to]) {
			b.WriteString(s[:from] + "§")
		} else {
			b.WriteString(s[:to])
		}
		s = s[to:]
	}
}

// ChangedFrom precedes the section in [Rule.Cites] if the rule differs from the definition in that section.
const ChangedFrom = "changed from "

// Cites returns the section of a rule as messages cite it: "RFC 3986 §3.2.3", or "changed from RFC 3986 §3.2.3".
func (r *Rule) Cites() string {
	if r.Changed {
		return ChangedFrom + r.Section
	}
	return r.Section
}

// MarkChanged sets Changed for each rule of g that cites a section of was, but whose definition is not one of those
// that was has for this section. The names of rules do not matter.
func (g *Grammar) MarkChanged(was *Grammar) {
	cited := make(map[string]map[string]bool) // by section: each definition, and whether its rule is marked
	for _, r := range was.Rules {
		if cited[r.Section] == nil {
			cited[r.Section] = make(map[string]bool)
		}
		cited[r.Section][r.Expr.String()] = r.Changed
	}
	for _, r := range g.Rules {
		if rules := cited[r.Section]; r.Spec == was.Spec && r.Section != "" && rules != nil {
			marked, has := rules[r.Expr.String()]
			r.Changed = r.Changed || !has || marked
		}
	}
}

// MarkChangedFrom calls [Grammar.MarkChanged] with each grammar file in a folder.
func (g *Grammar) MarkChangedFrom(documents fs.FS) error {
	names, err := fs.Glob(documents, "*.abnf")
	for _, name := range names {
		was, err := readFile(documents, ".", strings.TrimSuffix(name, ".abnf"))
		if err != nil {
			return err
		}
		g.MarkChanged(was)
	}
	return err
}

// isWord reports whether a byte is a letter of ASCII, a digit or "_".
func isWord(c byte) bool { return chars.IsDigit(c) || chars.IsLetter(c) || c == '_' }
