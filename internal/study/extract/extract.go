// Package extract takes the ABNF out of an RFC or an Internet-Draft. In comes the
// document, as text with or without page breaks or as XML; out come its rules, each with
// the section and the lines where it stood, and what could not be read. It must not know
// what the rules mean.
package extract

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Document is what has been taken out of a file.
type Document struct {
	Name      string   // for "; spec:": rfc3986
	Title     string   // as it is cited: RFC 3986
	Date      string   // when it was published, as far as it says: 2005-01, 2012-03-02
	Hash      string   // SHA-256 of its text, in hexadecimal digits
	Top       string   // the rule that comes first if it is not used by others, or the widest one
	Cites     []Cite   // what the labels in prose values mean
	Fields    []string // further header fields of the grammar, which the document does not have: "record: URI"
	Reference string   // the rule for references beside Top, URI-reference beside URI; may be empty
	Rules     []Definition
	Undefined []string // names that the rules use and neither the document nor RFC 5234 defines
	Problems  []Problem

	core  *abnf.Grammar
	lines int // how many the document has
}

// A Cite is a label of the document's references, in a prose value of a rule, and the spec
// that it means: URI, rfc3986.
type Cite struct{ Label, Spec string }

// A Definition is a rule as the document has it, and its form as JSON.
type Definition struct {
	Name    string `json:"name"`
	Text    string `json:"-"`                 // the lines of the definition, without common indentation and page breaks
	ABNF    string `json:"abnf"`              // the same on one line, without comments
	Section string `json:"section,omitempty"` // "RFC 3986 §3.2.3"; empty if the document has no headings
	Line    int    `json:"line"`              // where it stands
	File    string `json:"file,omitempty"`    // the file that the document includes, if it stands there
	Also    []int  `json:"also,omitempty"`    // where the same definition stands again

	From string `json:"-"` // the spec that it is taken from, if the document does not have it

	at []line // the lines of the document that the lines of the text are
}

// A Problem is something in the document that looks like a rule and was not taken, or of
// which one of several definitions was taken.
type Problem struct {
	Line    int
	End     int    // the last line that is not read; 0 if it is the same
	File    string // the file that the document includes, if the line stands there
	Rule    string
	Message string
	Lost    bool // the rule is not among the rules

	weak  bool // only a rule if another one uses it
	prose bool // it stands in text that is not marked as ABNF
}

// String returns what is wrong, with the name of the rule and the lines that are not read.
func (p Problem) String() string {
	lines := ""
	if p.End > p.Line {
		lines = fmt.Sprintf(" (lines %d to %d)", p.Line, p.End)
	}
	switch {
	case p.Rule == "":
		return p.Message + lines
	case p.Lost:
		return "the rule " + p.Rule + " cannot be read" + lines + ": " + p.Message
	}
	return p.Rule + ": " + p.Message + lines
}

// A found is a definition before those of one name are compared.
type found struct {
	Definition
	rule    *abnf.Rule
	part    part
	block   int  // the block or section
	adds    bool // "=/"
	certain bool // the document says that it is ABNF
	lists   bool // it has "#", as RFC 9110 has it
	note    string
}

// A part is a section of the document.
type part struct{ number, title string }

// appendix reports whether the part is an appendix.
func (p part) appendix() bool { return p.number != "" && p.number[0] >= 'A' }

// Extract takes the rules out of a document. The name is that of the file. A file that the document includes is
// read with a function, which gets the name as it stands there; without one it is named as not read.
func Extract(name string, src []byte, read func(name string) ([]byte, error)) *Document {
	text := strings.ReplaceAll(strings.TrimPrefix(string(src), "\uFEFF"), "\r\n", "\n")
	s := scan{read: read}
	if isHTML(text) {
		s.problems = append(s.problems, Problem{Line: 1,
			Message: "the document is HTML, of which only plain lines are read; take its text or its XML", Lost: true})
	}
	d := &Document{core: CoreRules(), Hash: fmt.Sprintf("%x", sha256.Sum256(src)), lines: strings.Count(text, "\n") + 1}
	if isXML(text) {
		d.Name = s.xml(text, baseName(name))
		d.Date = s.date
	} else {
		lines := textLines(text)
		d.Name, d.Date = cmp.Or(nameOf(lines), baseName(name)), dateOf(lines)
		if m := docName().FindStringSubmatch(text); m != nil {
			d.Name = m[1]
			if v := draftName().FindStringSubmatch(d.Name); v != nil { // without the version
				d.Name = v[1]
			}
		}
		s.title = titleOf(d.Name)
		lines = s.include(lines, 0)
		switch blocks := fenced(lines); {
		case blocks != nil: // Markdown: the other blocks are not ABNF
			for _, b := range blocks {
				s.text(b, true)
			}
		case strings.EqualFold(path.Ext(name), ".abnf"):
			s.text(lines, true)
		default:
			s.components(lines)
		}
	}
	d.Title = titleOf(d.Name)
	d.assemble(&s, mentioned(text))
	d.cite(text)
	return d
}

// isHTML reports whether a document is in HTML.
func isHTML(text string) bool {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 500)]))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html")
}

// IsDocument reports whether a text is a document, and not a file of ABNF: it is marked up, has blocks that are
// marked as ABNF, names itself as an RFC or a draft on its first page, or has pages or sentences.
func IsDocument(name string, src []byte) bool {
	if strings.EqualFold(path.Ext(name), ".abnf") {
		return false
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(src), "\uFEFF"), "\r\n", "\n")
	if isHTML(text) || isXML(text) {
		return true
	}
	lines := textLines(text)
	if pageEnd().MatchString(text) || hasSentences(lines) {
		return true
	}
	for _, l := range lines[:min(len(lines), 60)] {
		if strings.HasPrefix(strings.TrimSpace(l.text), ";") { // a comment of ABNF, such as a header
			return false
		}
	}
	return nameOf(lines) != "" || fenced(lines) != nil
}

// hasSentences reports whether two lines that follow each other have many words, with a mark of punctuation among them
// and without the marks of ABNF.
func hasSentences(lines []line) bool {
	before, mark := false, false // the line before is one of words, and has a mark
	for _, l := range lines {
		is := len(strings.Fields(l.text)) >= 6 && !strings.ContainsAny(l.text, `=/<>%*;"`)
		has := is && punctuation().MatchString(l.text)
		if is && before && (has || mark) {
			return true
		}
		before, mark = is, has
	}
	return false
}

// mentioned returns the names, in lower case, that the text quotes as names of rules: <a>, "a", `a`.
func mentioned(text string) map[string]bool {
	names := make(map[string]bool)
	for _, m := range quotedName().FindAllStringSubmatch(text, -1) {
		names[strings.ToLower(m[1]+m[2]+m[3])] = true
	}
	return names
}

// baseName returns the name of a file without its folder and its ending.
func baseName(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

// titleOf returns how a document is cited: RFC 3986.
func titleOf(name string) string {
	if n, ok := strings.CutPrefix(name, "rfc"); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		return "RFC " + n
	}
	return name
}

// pattern returns what compiles an expression when it is first needed: most runs of a program that is
// linked with this package extract nothing.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

var (
	rfcNumber   = pattern(`(?:Request for Comments|RFC):? *([0-9]+)`)
	sensitive   = pattern(`%s"[^"]+"`)
	quotedName  = pattern("<([A-Za-z][A-Za-z0-9-]+)>|\"([A-Za-z][A-Za-z0-9-]+)\"|`([A-Za-z][A-Za-z0-9-]+)`")
	pageEnd     = pattern(`(?m)^[^;\n]*\[Page [0-9ivx]+\]\r? *$`)
	punctuation = pattern(`[A-Za-z][.,:](?: |$)`)
	draftName   = pattern(`\b(draft-[a-z0-9]+(?:-[a-z0-9]+)*?)-[0-9][0-9]\b`)
)

var (
	docName = pattern(`(?m)^docname: *"?([A-Za-z0-9-]+)`) // in the head of a draft in kramdown
	fence   = pattern("^((?:[ >]|[-*+] |[0-9]{1,9}[.)] )*)(~{3,}|`{3,}) *(?i:({?[. ]*abnf[0-9]*(?:[^-\\w]|$))?)")
	after   = pattern(`(?i)^[ >]*\{:[^}]*\babnf[0-9]*\b`)     // {: type="abnf"} of kramdown, after a block
	ahead   = pattern(`(?i)^[ >]*\{[^:}][^}]*\babnf[0-9]*\b`) // {type="abnf"} of mmark, before one
)

// fenced returns the lines of each block of Markdown that is marked as ABNF; nil if there is none. A block may lie in a
// quotation or in a list.
func fenced(lines []line) (blocks [][]line) {
	var open []string // the match of the fence that has begun a block
	var block []line
	isABNF := false
	for i, l := range lines {
		m := fence().FindStringSubmatch(l.text)
		switch {
		case open != nil && m != nil && strings.HasPrefix(m[2], open[2]):
			if isABNF || i+1 < len(lines) && after().MatchString(lines[i+1].text) {
				blocks = append(blocks, block)
			}
			open = nil
		case open != nil:
			if within, ok := strings.CutPrefix(l.text, open[1]); ok && strings.Contains(open[1], ">") {
				l.text = within
			}
			block = append(block, l)
		case m != nil:
			open, block, isABNF = m, nil, m[3] != "" || i > 0 && ahead().MatchString(lines[i-1].text)
		}
	}
	if open != nil && isABNF { // to the end of the file
		blocks = append(blocks, block)
	}
	return blocks
}

// nameOf returns the name that a text gives itself on its first page.
func nameOf(lines []line) string {
	for _, l := range lines[:min(len(lines), 60)] {
		if m := rfcNumber().FindStringSubmatch(l.text); m != nil && strings.HasPrefix(strings.TrimSpace(l.text), m[0]) {
			return "rfc" + m[1]
		}
		if m := draftName().FindStringSubmatch(l.text); m != nil {
			return m[1]
		}
	}
	return ""
}

var (
	expires = pattern(`(?i)expire.*?[0-9]{4}`)
	dayOf   = pattern(`\b(?:([0-9]{1,2}) )?([A-Z][a-z]{2,8}) (?:([0-9]{1,2}), )?([12][0-9]{3})\b`)
)

// dateOf returns the date that a text has on its first page: "January 2005", "March 2, 2012" or
// "2 March 2012". That on which a draft expires is not meant.
func dateOf(lines []line) string {
	for _, l := range lines[:min(len(lines), 60)] {
		for _, m := range dayOf().FindAllStringSubmatch(expires().ReplaceAllString(l.text, ""), -1) {
			if date := isoDate(m[4], m[2], m[1]+m[3]); date != "" {
				return date
			}
		}
	}
	return ""
}

// isoDate returns a date as 2012-03-02, without the day if that is "". The month is a name or a
// number. It returns "" if there is no such date.
func isoDate(year, month, day string) string {
	for _, layout := range []string{"2006 January 2", "2006 Jan 2", "2006 1 2"} {
		if t, err := time.Parse(layout, year+" "+month+" "+cmp.Or(day, "1")); err == nil {
			if day == "" {
				return t.Format("2006-01")
			}
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

// assemble makes the rules of the definitions that have been found.
func (d *Document) assemble(s *scan, mentioned map[string]bool) {
	d.Problems = s.problems
	all := d.plausible(s.found, mentioned)
	collected, appendix := collectedIn(all)
	if appendix {
		all = d.withoutExamples(all, collected)
	}
	byName := make(map[string][]found)
	var order []string
	for _, f := range all {
		key := strings.ToLower(f.Name)
		if byName[key] == nil {
			order = append(order, key)
		}
		byName[key] = append(byName[key], f)
	}
	if collected != nil { // its order is that of the authors
		slices.SortStableFunc(order, func(a, b string) int {
			return cmp.Compare(lineIn(byName[a], collected), lineIn(byName[b], collected))
		})
	}
	for _, key := range order {
		d.Rules = append(d.Rules, d.merge(byName[key], collected)...)
	}
	for i, p := range d.Problems {
		if p.prose && p.Lost && slices.ContainsFunc(d.Rules,
			func(r Definition) bool { return strings.EqualFold(r.Name, p.Rule) }) {
			d.Problems[i].Lost = false // the rule can be read elsewhere
		}
	}
	d.names()
	slices.SortStableFunc(d.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
}

// lineIn returns the line of the first definition that is collected; a large number if none is.
func lineIn(defs []found, collected func(found) bool) int {
	for _, f := range defs {
		if collected(f) {
			return f.Line
		}
	}
	return 1 << 30
}

// plausible leaves out what only looks like a rule: "result = x" in a piece of code. No rule uses it and the text does
// not quote its name, as it does that of an attribute, and it has nothing but names that are not defined, or one string.
func (d *Document) plausible(all []found, mentioned map[string]bool) []found {
	defined, used := make(map[string]bool), make(map[string]bool)
	for _, f := range all {
		defined[strings.ToLower(f.Name)] = true
	}
	for _, f := range all {
		for _, n := range references(f.rule.Expr) {
			if !strings.EqualFold(n, f.Name) {
				used[strings.ToLower(n)] = true
			}
		}
	}
	d.Problems = slices.DeleteFunc(d.Problems, func(p Problem) bool { return p.weak && !used[strings.ToLower(p.Rule)] })
	keep := slices.DeleteFunc(slices.Clone(all), func(f found) bool {
		if key := strings.ToLower(f.Name); f.certain || f.adds || used[key] ||
			mentioned[key] && !attribute().MatchString(f.at[0].text) {
			return false
		}
		if _, literal := f.rule.Expr.(*abnf.Literal); literal {
			return true
		}
		onlyNames := true
		abnf.Walk(f.rule.Expr, func(e abnf.Expr) bool {
			switch e := e.(type) {
			case *abnf.Reference:
				onlyNames = onlyNames && !defined[strings.ToLower(e.Name)] && d.core.Rule(e.Name) == nil
			case *abnf.Concatenation:
			default:
				onlyNames = false
			}
			return onlyNames
		})
		return onlyNames
	})
	if len(keep) == 0 {
		return all
	}
	type place struct {
		line int
		name string
	}
	kept := make(map[place]bool, len(keep))
	for _, k := range keep {
		kept[place{k.Line, k.Name}] = true
	}
	for _, f := range all {
		if !kept[place{f.Line, f.Name}] {
			d.Problems = append(d.Problems,
				Problem{Line: f.Line, Rule: f.Name,
					Message: "no rule uses it and it uses no rule, so it is probably not ABNF"})
		}
	}
	lists := false
	for _, f := range all {
		if f.lists && !lists {
			lists = true
			d.Problems = append(d.Problems, Problem{Line: f.Line, File: f.File,
				Message: `lists with "#" are read as RFC 9110 §5.6.1 says: 1#x as x *( OWS "," OWS x )`})
		}
		if f.note != "" {
			d.Problems = append(d.Problems, Problem{Line: f.Line, Rule: f.Name, Message: f.note})
		}
	}
	return keep
}

// collectedIn says which definitions are those of the collected grammar: the appendix that repeats most of the rules,
// or else the block or section that has most of them. It returns nil if there is none.
func collectedIn(all []found) (in func(found) bool, appendix bool) {
	names, parts, blocks := make(map[string]bool), make(map[part]int), make(map[int]int)
	for _, f := range all {
		names[strings.ToLower(f.Name)] = true
		if f.part.appendix() {
			parts[f.part]++
		}
		blocks[f.block]++
	}
	for _, f := range all { // the first of two
		if 5*parts[f.part] >= 3*len(names) {
			return func(o found) bool { return o.part == f.part }, true
		}
	}
	for _, f := range all {
		if 5*blocks[f.block] >= 3*len(names) {
			return func(o found) bool { return o.block == f.block }, false
		}
	}
	return nil, false
}

// withoutExamples leaves out rules that an appendix does not repeat and none of its rules needs: examples in
// prose, and lists with "#", which an appendix writes out.
func (d *Document) withoutExamples(all []found, collected func(found) bool) []found {
	byName, needed := make(map[string][]found), make(map[string]bool)
	for _, f := range all {
		byName[strings.ToLower(f.Name)] = append(byName[strings.ToLower(f.Name)], f)
	}
	var need func(name string)
	need = func(name string) {
		if name = strings.ToLower(name); needed[name] {
			return
		}
		needed[name] = true
		for _, f := range byName[name] {
			for _, n := range references(f.rule.Expr) {
				need(n)
			}
		}
	}
	for _, f := range all {
		if collected(f) {
			need(f.Name)
		}
	}
	return slices.DeleteFunc(all, func(f found) bool {
		out := !needed[strings.ToLower(f.Name)] && (!f.certain || f.lists)
		if out {
			d.Problems = append(d.Problems, Problem{Line: f.Line, File: f.File, Rule: f.Name,
				Message: "the collected grammar does not have it, and no rule there uses it, so it is left out"})
		}
		return out
	})
}

// merge makes one rule of the definitions of a name, and one more of each "=/". Of
// definitions that differ it takes that of the collected ABNF, else the first.
func (d *Document) merge(defs []found, collected func(found) bool) []Definition {
	var out []Definition
	type meaning struct {
		adds bool
		expr string
	}
	index := make(map[meaning]int) // of a definition in out
	k := -1                        // the index of the one without "=/"
	inCollected := false           // that one is collected
	for _, f := range defs {
		means := meaning{f.adds, inNumbers(f.rule.Expr.String())}
		if same, ok := index[means]; ok {
			inCollected = inCollected || !f.adds && collected != nil && collected(f)
			out[same].Also = append(out[same].Also, f.Line)
			continue
		}
		if k >= 0 && !f.adds {
			taken, other := out[k].Line, f.Line
			if collected != nil && collected(f) && !inCollected {
				inCollected = true
				taken, other = other, taken
				if !attribute().MatchString(out[k].at[0].text) {
					f.Section = out[k].Section
				}
				out[k] = f.Definition
				maps.DeleteFunc(index, func(m meaning, _ int) bool { return !m.adds })
				index[means] = k
			}
			d.Problems = append(d.Problems, Problem{Line: other, Rule: f.Name, Message: fmt.Sprintf(
				"it is defined differently at line %d, and that definition is taken", taken)})
			continue
		}
		index[means] = len(out)
		if !f.adds {
			k = len(out)
			inCollected = collected != nil && collected(f)
		}
		out = append(out, f.Definition)
	}
	return out
}

// inNumbers writes what has two spellings in one: %s"Mon" as %x4D.6F.6E.
func inNumbers(expr string) string {
	return sensitive().ReplaceAllStringFunc(expr, func(s string) string {
		var b strings.Builder
		for i, c := range []byte(s[len(`%s"`) : len(s)-1]) {
			fmt.Fprintf(&b, "%s%02X", []string{"%x", "."}[min(i, 1)], c)
		}
		return b.String()
	})
}

// grammar returns the rules as a grammar.
func (d *Document) grammar() *abnf.Grammar {
	var src strings.Builder
	for _, r := range d.Rules {
		src.WriteString(r.ABNF + "\n")
	}
	g, _ := abnf.Parse(d.Name, []byte(src.String()))
	return g
}

// names fills in what the rules say together.
func (d *Document) names() {
	g := d.grammar()
	if len(g.Rules) == 0 {
		return
	}
	seen := make(map[string]bool)
	for _, r := range g.Rules {
		for _, n := range references(r.Expr) {
			if key := strings.ToLower(n); g.Rule(n) == nil && d.core.Rule(n) == nil && !seen[key] {
				seen[key] = true
				d.Undefined = append(d.Undefined, n)
			}
		}
	}
	top := g.Rules[0]
	if 2*len(g.Closure(top)) < len(g.Rules) {
		for _, r := range g.Rules {
			if len(g.Closure(r)) > len(g.Closure(top)) {
				top = r
			}
		}
	}
	d.Top = top.Name
	if r := g.Rule(top.Name + "-reference"); r != nil {
		d.Reference = r.Name
	}
}

// references returns the names that an expression uses; a prose value is one only if it
// has the form of a name.
func references(e abnf.Expr) []string {
	var out []string
	abnf.Walk(e, func(e abnf.Expr) bool {
		if r, ok := e.(*abnf.Reference); ok {
			out = append(out, r.Name)
		}
		return true
	})
	return out
}

// CoreRules returns the core rules of RFC 5234, which every grammar can use (§B.1).
var CoreRules = sync.OnceValue(func() *abnf.Grammar {
	src, err := grammar.Files.ReadFile("core.abnf")
	if err != nil {
		panic(err) // it is part of the program
	}
	g, _ := abnf.Parse("core.abnf", src)
	return g
})

// sectionName returns how a part is cited: "RFC 3986 §3.2.3".
func sectionName(title string, p part) string {
	switch {
	case p.number == "":
		return title
	case p.appendix():
		return title + " Appendix " + p.number
	}
	return title + " §" + p.number
}

// header returns the lines of the header.
func (d *Document) header(changes string) (lines []string) {
	for _, f := range [][2]string{{"spec", d.Name}, {"title", d.Title}, {"date", d.Date}, {"sha256", d.Hash},
		{"changes", changes}, {"top", d.Top}, {"reference", d.Reference}} {
		if f[1] != "" {
			lines = append(lines, "; "+f[0]+": "+f[1])
		}
	}
	for _, f := range d.Fields {
		lines = append(lines, "; "+f)
	}
	for _, c := range d.Cites {
		lines = append(lines, "; cites: "+c.Label+" "+c.Spec)
	}
	if d.grammar().OctetRule() != nil { // the numbers look like octets
		lines = append(lines, "; terminals: octets")
	}
	return lines
}

// Grammar returns the rules as a grammar file. The header names the spec, the default
// rule and the spec that the document changes, if it is not "". Comments say at which
// lines of the document each rule stood. It is in ASCII.
func (d *Document) Grammar(file, changes string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "; The ABNF of %s.\n;\n", quote.Visible(file))
	for _, f := range d.header(changes) {
		b.WriteString(f + "\n")
	}
	section := ""
	for _, r := range d.Rules {
		if r.Section != section {
			section = r.Section
			fmt.Fprintf(&b, "\n; section: %s\n", section)
		}
		fmt.Fprintf(&b, "\n; %s\n%s\n", r.Place(), r.Text)
	}
	return grammarfmt.ASCII(b.String())
}

// A Moved says where a line of [Document.InPlace] stands in the document, or in a file that the document includes.
type Moved struct {
	File          string // empty for the document
	Line, Columns int
}

// InPlace returns the rules as a grammar file in which each stands at the lines where it stands in the document, so that
// faults have its lines. The header is on the lines before them, as far as there are some. The map has each line of a
// rule: those of an included file come last.
func (d *Document) InPlace(changes string) ([]byte, map[int]Moved) {
	lines := make([]string, d.lines)
	moved := make(map[int]Moved)
	for _, r := range d.Rules {
		width := 0
		if len(r.at) > 0 {
			width = len(r.at[0].text) - len(strings.TrimLeft(r.at[0].text, " \t"))
		}
		last := 0
		for i, t := range strings.Split(r.Text, "\n") {
			n := r.Line
			if i < len(r.at) {
				n = r.at[i].n
			}
			// several rules on one line, or a file
			if r.File != "" || last > 0 && (n <= last || n > last+200) || lines[n-1] != "" {
				lines = append(lines, t)
				moved[len(lines)] = Moved{r.File, n, width}
				continue
			}
			for k := last + 1; last > 0 && k < n; k++ {
				lines[k-1] = " " // a page break is not a fault
			}
			lines[n-1], moved[n], last = t, Moved{"", n, width}, n
		}
	}
	for i, f := range d.header(changes) {
		if i >= len(lines) || lines[i] != "" {
			break
		}
		lines[i] = f
	}
	return []byte(grammarfmt.ASCII(strings.Join(lines, "\n") + "\n")), moved
}

// Unread says what of the document is not among the rules, a line for each, and whether rules are lost.
func (d *Document) Unread(file string) (lines string, lost bool) {
	var b strings.Builder
	for _, p := range d.Problems {
		lost = lost || p.Lost
		fmt.Fprintf(&b, "%s:%d: %s\n", quote.Visible(cmp.Or(p.File, file)), p.Line, quote.Visible(p.String()))
	}
	return b.String(), lost
}

// Place returns where a rule stands: "line 12, and line 80 again".
func (r Definition) Place() string {
	if r.From != "" {
		return "of " + r.From
	}
	b := fmt.Appendf(nil, "line %d", r.Line)
	if r.File != "" {
		b = fmt.Appendf(b, " of %s", r.File)
	}
	for i, n := range r.Also {
		if i == 0 {
			b = append(b, ", again"...)
		} else {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, " line %d", n)
	}
	return string(b)
}
