package abnf

import (
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

var (
	citedLabel = pattern{text: `\[([!-+\--Z^-~]+)\]|\b(RFC ?[0-9]+)\b`}
	citedRule  = pattern{text: `^['"]?(` + ruleName + `)['"]?(?:[,;:(\s]|$)`}
	citedPart  = pattern{text: `^(?:§?[0-9]+(?:\.[0-9]+)*|[A-Z](?:\.[0-9]+)*)$`} // the number of a section
)

// citedWords are the words that stand around the name of a rule and a label.
var citedWords = []string{
	"as", "see", "defined", "specified", "described", "given", "in", "by", "from", "of", "per",
	"the", "rule", "production", "section", "sec.", "appendix", "§",
}

// onlyCites reports whether a text has nothing but citedWords and numbers of sections.
func onlyCites(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t,;:()", c) }) {
		if !slices.Contains(citedWords, chars.Lower(w)) && !citedPart.get().MatchString(strings.TrimSuffix(w, ".")) {
			return false
		}
	}
	return true
}

// Cited returns the citation that a prose value is: "host, see [URI], Section 3.2.2",
// "mailbox as defined in RFC 5322", "see [URI], Section 4.1". ok is false for other prose.
func Cited(prose string) (c Citation, ok bool) {
	at := citedLabel.get().FindAllStringSubmatchIndex(prose, -1)
	if len(at) != 1 {
		return Citation{}, false
	}
	m := citedLabel.get().FindStringSubmatch(prose)
	c.Label = m[1] + m[2]
	rest := prose[:at[0][0]] + " " + prose[at[0][1]:]
	if onlyCites(rest) { // only the document
		return c, true
	}
	name := citedRule.get().FindStringSubmatchIndex(rest)
	if name == nil {
		return Citation{}, false
	}
	c.Rule = rest[name[2]:name[3]]
	return c, onlyCites(strings.TrimLeft(rest[name[3]:], `'"`))
}

// commonLabels are the labels by which RFCs cite documents that everybody cites.
var commonLabels = map[string]string{
	"abnf": "rfc5234",
	"http": "rfc9110",
	"iri":  "rfc3987",
	"uri":  "rfc3986",
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
	if id, ok := commonLabels[key]; ok {
		return id
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

type importedRule struct{ name, as string }

// importField is the value of the header field "import": rfc3986 (host as uri-host, port).
var importField = pattern{text: `^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\((.*)\))?$`}

const ruleName = `[A-Za-z][A-Za-z0-9-]*`

var importItem = pattern{text: `^\s*(` + ruleName + `)(?:\s+as\s+(` + ruleName + `))?\s*$`}

// parseImport reads the value of the header field "import".
func parseImport(value string) (im imported, ok bool) {
	m := importField.get().FindStringSubmatch(value)
	if m == nil {
		return im, false
	}
	im.spec = m[1]
	if !strings.Contains(value, "(") {
		return im, true
	}
	for _, item := range strings.Split(m[2], ",") {
		n := importItem.get().FindStringSubmatch(item)
		if n == nil {
			return im, false
		}
		as := n[2]
		if as == "" {
			as = n[1]
		}
		im.rules = append(im.rules, importedRule{n[1], as})
	}
	return im, true
}

// parseCites reads the value of the header field "cites": URI rfc3986, HTTP rfc9110.
func parseCites(value string) (all []cite, ok bool) {
	for _, item := range strings.Split(value, ",") {
		words := strings.Fields(item)
		if len(words) != 2 {
			return nil, false
		}
		all = append(all, cite{strings.Trim(words[0], "[]"), words[1]})
	}
	return all, true
}

// placeholder returns the citation that is all of a rule's definition.
func (r *Rule) placeholder() (Citation, bool) {
	if p, ok := r.Expr.(*Prose); ok {
		return Cited(p.Text)
	}
	return Citation{}, false
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
