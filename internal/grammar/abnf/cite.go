package abnf

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file reads how a grammar names rules of other documents: in prose values, as RFCs
// do it ("<host, see [URI], Section 3.2.2>"), and in the header fields "import" and
// "cites".

// A Citation is a prose value that names a rule of another document.
type Citation struct {
	Rule  string // the name of the rule; empty if the prose names only the document
	Label string // what stands in the brackets, or "RFC 3986"
}

// labels returns where a text has labels of documents, with what they are: [URI], RFC 3986.
func labels(s string) (all []labelAt) {
	for i := 0; i < len(s); i++ {
		end := 0
		switch {
		case s[i] == '[':
			n := strings.IndexFunc(s[i+1:], func(c rune) bool {
				return c < '!' || c > '~' ||
					strings.ContainsRune(",[\\]", c)
			})
			if end = i + 1 + n; n < 1 || s[end] != ']' {
				continue
			}
			end++
			all = append(all, labelAt{i, end, s[i+1 : end-1]})
		case strings.HasPrefix(s[i:], "RFC") && (i == 0 || !isWord(s[i-1])):
			number := strings.TrimPrefix(s[i+len("RFC"):], " ")
			rest := strings.TrimLeft(number, "0123456789")
			if len(rest) == len(number) || rest != "" && isWord(rest[0]) {
				continue
			}
			end = len(s) - len(rest)
			all = append(all, labelAt{i, end, s[i:end]})
		default:
			continue
		}
		i = end - 1
	}
	return all
}

// A labelAt is a label of a document in a text.
type labelAt struct {
	start, end int
	label      string
}

// leadingName returns the name of a rule with which a text begins, empty if there is none, and what
// comes after it.
func leadingName(s string) (name, rest string) {
	end := 0
	for end < len(s) && chars.IsLDH(s[end]) {
		end++
	}
	if end == 0 || chars.IsDigit(s[0]) || s[0] == '-' {
		return "", s
	}
	return s[:end], s[end:]
}

// isSectionNumber reports whether a word is the number of a section: 3, §3.2, A.1.
func isSectionNumber(w string) bool {
	first, rest, _ := strings.Cut(w, ".")
	if len(first) != 1 || first[0] < 'A' || first[0] > 'Z' {
		if first = strings.TrimPrefix(first, "§"); !isNumber(first) {
			return false
		}
	}
	if !strings.Contains(w, ".") {
		return true
	}
	for part := range strings.SplitSeq(rest, ".") {
		if !isNumber(part) {
			return false
		}
	}
	return true
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// citedWords are the words that stand around the name of a rule and a label.
var citedWords = []string{
	"as", "see", "defined", "specified", "described", "given", "in", "by", "from", "of", "per",
	"the", "rule", "production", "section", "sec.", "appendix", "§",
}

// onlyCites reports whether a text has nothing but citedWords and numbers of sections.
func onlyCites(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t,;:()", c) }) {
		if !slices.Contains(citedWords, chars.Lower(w)) && !isSectionNumber(strings.TrimSuffix(w, ".")) {
			return false
		}
	}
	return true
}

// Cited returns the citation that a prose value is: "host, see [URI], Section 3.2.2",
// "mailbox as defined in RFC 5322", "see [URI], Section 4.1". ok is false for other prose.
func Cited(prose string) (c Citation, ok bool) {
	at := labels(prose)
	if len(at) != 1 {
		return Citation{}, false
	}
	c.Label = at[0].label
	rest := prose[:at[0].start] + " " + prose[at[0].end:]
	if onlyCites(rest) { // only the document
		return c, true
	}
	c.Rule, rest = leadingName(strings.TrimPrefix(strings.TrimPrefix(rest, "'"), `"`))
	rest = strings.TrimLeft(rest, `'"`)
	if c.Rule == "" || rest != "" && !strings.ContainsRune(",;:( \t\n\r", rune(rest[0])) {
		return Citation{}, false
	}
	return c, onlyCites(rest)
}

// citedSpec returns the identifier of the spec that a label means: what the header field
// "cites" says, rfc3986 for RFC3986 and "RFC 3986", or what the label usually means.
func (g *Grammar) citedSpec(label string) string {
	key := chars.Lower(label)
	for _, c := range g.cites {
		if chars.Lower(c.label) == key {
			return chars.Lower(c.spec)
		}
	}
	switch key { // the labels by which RFCs cite documents that everybody cites
	case "abnf":
		return "rfc5234"
	case "http":
		return "rfc9110"
	case "iri":
		return "rfc3987"
	case "uri":
		return "rfc3986"
	}
	return strings.ReplaceAll(key, " ", "")
}

// A cite is an entry of the header field "cites".
type cite struct{ label, spec string }

// An imported is an entry of the header field "import": rules of another spec, under the
// names that they have here. Without names it stands for all rules that this grammar uses
// and does not define.
type imported struct {
	spec  string
	rules []importedRule
	pos   Pos
	line  string
}

type importedRule struct {
	name, as string
	pos      Pos // of name
}

// isIdentifier reports whether a text can be the identifier of a spec.
func isIdentifier(s string) bool {
	return s != "" && strings.Trim(s[:1], "._-") != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c >= 0x80 || !isWord(byte(c)) && c != '.' && c != '-'
	})
}

// parseImport reads the value of the header field "import": rfc3986 (host as uri-host, port). It stands at a place.
func parseImport(value string, at Pos) (im imported, ok bool) {
	spec, list, hasList := strings.Cut(value, "(")
	im.pos = at
	at.Col += len(spec) + len("(")
	im.spec = strings.TrimRight(spec, " \t")
	if !isIdentifier(im.spec) {
		return im, false
	}
	if !hasList {
		return im, true
	}
	if list, ok = strings.CutSuffix(list, ")"); !ok {
		return im, false
	}
	for item := range strings.SplitSeq(list, ",") {
		words := strings.Fields(item)
		if len(words) != 1 && (len(words) != 3 || words[1] != "as") {
			return im, false
		}
		name, as := words[0], words[len(words)-1]
		for _, n := range []string{name, as} {
			if whole, rest := leadingName(n); whole == "" || rest != "" {
				return im, false
			}
		}
		pos := at
		pos.Col += strings.Index(item, name)
		im.rules = append(im.rules, importedRule{name, as, pos})
		at.Col += len(item) + len(",")
	}
	return im, true
}

// parseCites reads the value of the header field "cites": URI rfc3986, HTTP rfc9110.
func parseCites(value string) (all []cite, ok bool) {
	for item := range strings.SplitSeq(value, ",") {
		words := strings.Fields(item)
		if len(words) != 2 {
			return nil, false
		}
		all = append(all, cite{strings.Trim(words[0], "[]"), words[1]})
	}
	return all, true
}

// id returns the identifier of a grammar: that of its header, or the name of its file.
func (g *Grammar) id() string {
	if g.Spec != "" {
		return chars.Lower(g.Spec)
	}
	return chars.Lower(strings.TrimSuffix(path.Base(strings.ReplaceAll(g.file, `\`, "/")), ".abnf"))
}

// namedSpecs returns the identifiers of the specs of which the grammar takes rules.
func (g *Grammar) namedSpecs() []string {
	var ids []string
	for _, im := range g.imports {
		ids = append(ids, chars.Lower(im.spec))
	}
	for _, r := range g.Rules {
		Walk(r.Expr, func(e Expr) bool {
			if p, ok := e.(*Prose); ok {
				if c, ok := Cited(p.Text); ok {
					ids = append(ids, g.citedSpec(c.Label))
				}
			}
			return true
		})
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

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
