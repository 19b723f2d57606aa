package clone

// This file makes the table of single edits: every kind of edit of every production of the built-in specs.

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// editedSpecs are the specs whose productions are edited, each before those that change it.
var editedSpecs = []string{"rfc3986", "rfc3987", "rfc3987bis", "leiri"}

// An each is one edit of one production: the files of grammar that it changes, with their new texts.
type each struct {
	Name       string // "widen rfc3986 port"
	Kind, Rule string
	Files      map[string]string
}

// kinds are the kinds of edits. Each returns the new text of a production, and whether there is such an edit of it.
var kinds = []struct {
	Name string
	Edit func(p production) (text string, ok bool)
}{
	{"widen", production.widened}, {"narrow", production.narrowed}, {"rename", production.renamed},
	{"split", production.split}, {"omit", func(production) (string, bool) { return "", true }},
}

// eachEdit returns all edits. They are made of the grammars as published, as those of the tree are.
func eachEdit(t *testing.T) (all []each) {
	t.Helper()
	for _, spec := range editedSpecs {
		text := publishedText(t, spec)
		for _, p := range productions(text) {
			for _, k := range kinds {
				by, ok := k.Edit(p)
				if !ok {
					continue
				}
				e := each{Name: strings.Join([]string{k.Name, spec, p.name}, " "), Kind: k.Name, Rule: p.name}
				e.Files = map[string]string{spec: text[:p.start] + by + text[p.end:]}
				switch k.Name {
				case "rename": // the name also where rules and the header use it, and in the specs that change this one
					for _, other := range append([]string{spec}, changing(spec)...) {
						if now := renamedIn(publishedText(t, other), p.name); now != publishedText(t, other) {
							e.Files[other] = now
						}
					}
				case "omit":
					e.Files[spec] = regexp.MustCompile(`(?m)^; component: \S+ `+p.name+`\n`).
						ReplaceAllString(e.Files[spec], "")
				}
				all = append(all, e)
			}
		}
	}
	return all
}

// changing returns the specs that change a spec.
func changing(spec string) []string {
	if spec == "rfc3987" {
		return []string{"rfc3987bis", "leiri"}
	}
	return nil
}

func publishedText(t *testing.T, spec string) string {
	t.Helper()
	text, err := fs.ReadFile(published.Files, spec+".abnf")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Make makes the edit in a clone.
func (e each) Make(t *testing.T, c Tree) {
	t.Helper()
	for spec, text := range e.Files {
		c.WriteFile(t, filepath.Join("grammar", spec+".abnf"), text)
	}
}

// A production is one of a text, with the tokens of what stands after "=".
type production struct {
	name       string
	start, end int // where it is in the text, with the line break
	tokens     []string
}

var (
	definition = regexp.MustCompile(`(?m)^([A-Za-z][A-Za-z0-9-]*) *= .*\n(?: .*\n)*`)
	token      = regexp.MustCompile(`;.*|"[^"]*"|<[^>]*>|%x[0-9A-F-]+|[0-9]*\*?[0-9]*[A-Za-z][A-Za-z0-9-]*|` +
		`[0-9]*\*?[0-9]*[(]|[0-9]+"[^"]*"|[0-9]+<[^>]*>|\[|[])/]`)
	counted = regexp.MustCompile(`^([0-9]*)\*([0-9]*)(.+)$`)
)

func productions(text string) (all []production) {
	for _, at := range definition.FindAllStringSubmatchIndex(text, -1) {
		p := production{name: text[at[2]:at[3]], start: at[0], end: at[1]}
		_, body, _ := strings.Cut(text[at[0]:at[1]], "=")
		for _, tok := range token.FindAllString(body, -1) {
			if tok[0] != ';' {
				p.tokens = append(p.tokens, tok)
			}
		}
		all = append(all, p)
	}
	return all
}

// with returns the production with other tokens, and the text of others after it.
func (p production) with(tokens ...string) string {
	return p.name + " = " + strings.Join(tokens, " ") + "\n"
}

// added returns the production with a rule of its own for some of the tokens.
func (p production) added(part []string, tokens ...string) string {
	return p.with(tokens...) + p.name + "-part = " + strings.Join(part, " ") + "\n"
}

// group reports whether the tokens are one group, or one that is repeated.
func (p production) group() bool {
	last := len(p.tokens) - 1
	return strings.HasSuffix(p.tokens[0], "(") && p.tokens[last] == ")" && p.closes(0) == last
}

// closes returns which token closes the bracket that one opens.
func (p production) closes(open int) int {
	depth := 0
	for i := open; i < len(p.tokens); i++ {
		switch tok := p.tokens[i]; {
		case strings.HasSuffix(tok, "(") || tok == "[":
			depth++
		case tok == ")" || tok == "]":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(p.tokens) - 1
}

// alternatives returns where the alternatives of some tokens begin and end.
func (p production) alternatives(from, to int) (spans [][2]int) {
	begin := from
	for i := from; i < to; i++ {
		if tok := p.tokens[i]; strings.HasSuffix(tok, "(") || tok == "[" {
			i = p.closes(i)
		} else if tok == "/" {
			spans, begin = append(spans, [2]int{begin, i}), i+1
		}
	}
	return append(spans, [2]int{begin, to})
}

// inner returns where the alternatives are that an author adds one to: those of the only group, or all.
func (p production) inner() (from, to int) {
	if p.group() {
		return 1, len(p.tokens) - 1
	}
	return 0, len(p.tokens)
}

// widened allows one character more, which no rule of RFC 3986 and RFC 3987 has; LEIRIs have a bar.
func (p production) widened() (string, bool) {
	more := `"|"`
	if strings.Contains(p.name, "LEIRI") || slices.Contains(p.tokens, "%xE000-FFFD") {
		more = "%xFFFE"
	}
	if m := counted.FindStringSubmatch(p.tokens[0]); len(p.tokens) == 1 && m != nil {
		return p.with(m[1]+"*"+m[2]+"(", m[3], "/", more, ")"), true
	}
	_, to := p.inner()
	return p.with(slices.Insert(slices.Clone(p.tokens), to, "/", more)...), true
}

// narrowed takes one character away: that of the last alternative that is one character, or one of a range. Otherwise
// it takes the last alternative away, the last option, or one of what is repeated or stands last.
func (p production) narrowed() (string, bool) {
	from, to := p.inner()
	spans := p.alternatives(from, to)
	last := len(p.tokens) - 1
	isChar := func(span [2]int) bool {
		tok := p.tokens[span[0]]
		return span[1] == span[0]+1 && len(tok) == 3 && tok[0] == '"'
	}
	switch at := len(spans) - 1; {
	case len(spans) > 1:
		lo, hi, isRange := strings.Cut(p.tokens[spans[at][0]], "-")
		if isRange && strings.HasPrefix(lo, "%x") && spans[at][1] == spans[at][0]+1 {
			var code int
			if _, err := fmt.Sscanf(hi, "%X", &code); err != nil {
				return "", false
			}
			tokens := slices.Clone(p.tokens)
			tokens[spans[at][0]] = fmt.Sprintf("%s-%X", lo, code-1)
			return p.with(tokens...), true
		}
		for i, span := range slices.Backward(spans) {
			if isChar(span) {
				at = i
				break
			}
		}
		begin, end := spans[at][0], spans[at][1]
		if at > 0 {
			begin-- // the "/" before it
		} else {
			end++
		}
		return p.with(slices.Delete(slices.Clone(p.tokens), begin, end)...), true
	case slices.Contains(p.tokens, "["):
		for i, tok := range slices.Backward(p.tokens) {
			if tok == "[" {
				return p.with(slices.Delete(slices.Clone(p.tokens), i, p.closes(i)+1)...), true
			}
		}
	}
	less := map[string]string{
		"*DIGIT": "1*DIGIT", "1*4HEXDIG": "1*3HEXDIG", "HEXDIG": "DIGIT", "dec-octet": `"1"`, "*pchar": "1*pchar",
		"1*pchar": "2*pchar", "*ipchar": "1*ipchar", "1*ipchar": "2*ipchar", "pct-encoded": `"%" DIGIT DIGIT`,
	}
	tokens := slices.Clone(p.tokens)
	if by := less[tokens[last]]; by != "" {
		tokens[last] = by
		return p.with(tokens...), true
	}
	for i, tok := range slices.Backward(tokens) { // a group that is repeated
		if rest, ok := strings.CutPrefix(tok, "*"); ok && rest == "(" {
			tokens[i] = "1*("
			return p.with(tokens...), true
		} else if tok == "1*(" {
			tokens[i] = "2*("
			return p.with(tokens...), true
		}
	}
	return "", false // one string is left, which cannot be narrowed
}

func (p production) renamed() (string, bool) { return p.name + "-new", true }

// split makes two productions of one: what a group has, the last alternative, or what stands last gets a name.
func (p production) split() (string, bool) {
	part := p.name + "-part"
	if p.group() {
		return p.added(p.tokens[1:len(p.tokens)-1], strings.TrimSuffix(p.tokens[0], "(")+part), true
	}
	spans := p.alternatives(0, len(p.tokens))
	from := spans[len(spans)-1][0]
	if len(spans) == 1 {
		from = 0
		for i := 0; i < len(p.tokens); i++ { // where the last element begins
			if from = i; strings.HasSuffix(p.tokens[i], "(") || p.tokens[i] == "[" {
				i = p.closes(i)
			}
		}
	}
	return p.added(p.tokens[from:], append(slices.Clone(p.tokens[:from]), part)...), true
}

var (
	headerNames = regexp.MustCompile(`^; (top|reference|absolute|relative|component|characters|record|without): `)
	wholeName   = regexp.MustCompile(`"[^"]*"|;.*|[A-Za-z][A-Za-z0-9-]*`)
)

// renamedIn returns a grammar with another name of a rule, wherever a rule or the header uses it.
func renamedIn(text, name string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		head := headerNames.FindString(line)
		if strings.HasPrefix(head, "; component") {
			role, _, _ := strings.Cut(line[len(head):], " ")
			head += role
		} else if strings.HasPrefix(line, ";") && head == "" {
			head = line
		}
		b.WriteString(head + wholeName.ReplaceAllStringFunc(line[len(head):], func(word string) string {
			if word == name {
				return name + "-new"
			}
			return word
		}))
	}
	return b.String()
}

// TestEachEdit holds the table of edits: names differ, each edit can be read, and changes one production. What else
// changes in a file that it renames a rule in is that name.
func TestEachEdit(t *testing.T) {
	names, count := make(map[string]bool), make(map[string]int)
	for _, e := range eachEdit(t) {
		if names[e.Name] {
			t.Errorf("two edits have the name %q", e.Name)
		}
		names[e.Name] = true
		count[e.Kind]++
		for spec, text := range e.Files {
			was, err := abnf.Parse(spec, []byte(publishedText(t, spec)))
			if err != nil {
				t.Fatal(err)
			}
			now, err := abnf.Parse(spec, []byte(text))
			if err != nil {
				t.Errorf("%s: %v\n%s", e.Name, err, text)
				continue
			}
			if got, want := changedBy(was, now, e), wantChanged(was, e); got != want {
				t.Errorf("%s in %s: changed %s, want %s", e.Name, spec, got, want)
			}
		}
	}
	all := 0
	for _, spec := range editedSpecs {
		g, err := abnf.Parse(spec, []byte(publishedText(t, spec)))
		if err != nil {
			t.Fatal(err)
		}
		all += len(g.Rules)
	}
	// Productions of one string or of one other production cannot be narrowed.
	for _, k := range kinds {
		if want := all; count[k.Name] != want && (k.Name != "narrow" || count[k.Name] < want-6) {
			t.Errorf("%d edits %s, want one for each of %d productions", count[k.Name], k.Name, want)
		}
	}
	t.Logf("%d edits of %d productions: %v", len(names), all, count)
}

// changedBy returns what differs between two grammars: "port" for a rule that is another, "-port" for one that is gone,
// "+port" for one that is new. Rules that are the same but for the name of a rule that is renamed are the same.
func changedBy(was, now *abnf.Grammar, e each) string {
	var diff []string
	for _, r := range was.Rules {
		n := now.Rule(r.Name)
		if n == nil {
			diff = append(diff, "-"+r.Name)
			continue
		}
		source := n.String()
		if e.Kind == "rename" {
			source = regexp.MustCompile(`\b`+e.Rule+`-new\b`).ReplaceAllString(source, e.Rule)
		}
		if source != r.String() {
			diff = append(diff, r.Name)
		}
	}
	for _, r := range now.Rules {
		if was.Rule(r.Name) == nil {
			diff = append(diff, "+"+r.Name)
		}
	}
	return strings.Join(diff, " ")
}

// wantChanged is what [changedBy] returns for an edit in a grammar.
func wantChanged(was *abnf.Grammar, e each) string {
	switch {
	case was.Rule(e.Rule) == nil:
		return "" // it uses the rule of the spec that it changes
	case e.Kind == "rename":
		return "-" + e.Rule + " +" + e.Rule + "-new"
	case e.Kind == "split":
		return e.Rule + " +" + e.Rule + "-part"
	case e.Kind == "omit":
		return "-" + e.Rule
	}
	return e.Rule
}
