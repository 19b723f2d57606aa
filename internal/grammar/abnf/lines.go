package abnf

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// This file reads what is between the elements: white space, line ends,
// comments, and the header fields and sections that comments hold.

// peek returns the byte at which the reader is; 0 at the end of the file.
func (p *reader) peek() byte {
	if p.i < len(p.src) {
		return p.src[p.i]
	}
	return 0
}

// name reads rulename = ALPHA *(ALPHA / DIGIT / "-").
func (p *reader) name() string {
	start := p.i
	p.i = p.nameEnd(p.i)
	if p.i-start > maxName {
		p.exceed(start, "the rule name %s has %d characters, more than %d", clip(p.src[start:p.i]), p.i-start, maxName)
	}
	return p.src[start:p.i]
}

func (p *reader) nameEnd(i int) int {
	for i < len(p.src) && chars.IsLDH(p.src[i]) {
		i++
	}
	return i
}

// badEnd returns where a word ends that goes on after the letters of a name: a_b, a.b; i if it does not.
func (p *reader) badEnd(i int) int {
	if i == len(p.src) || p.src[i] < utf8.RuneSelf && strings.IndexByte("_.@$&!?~", p.src[i]) < 0 ||
		strings.IndexByte(".?!", p.src[i]) >= 0 && (i+1 == len(p.src) || !chars.IsLDH(p.src[i+1])) {
		return i
	}
	if r, _ := utf8.DecodeRuneInString(p.src[i:]); r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		return i
	}
	if n := strings.IndexAny(p.src[i:], " \t\r\n\f;:=/()[]<>\"%*#"); n >= 0 {
		return i + n
	}
	return len(p.src)
}

// badName returns where a text ends that stands in the place of the name of a rule and is more than one word of
// letters, digits and hyphens: a_b, "a b" before "=". It returns p.i if there is none.
func (p *reader) badName() int {
	line := p.src[p.i:p.lineEnd(p.i)]
	end := strings.IndexAny(line, "=:;")
	if end < 0 {
		end = len(line)
	}
	more := line[:end]
	if p.badEnd(p.i) == p.i {
		words := strings.TrimLeft(more, " \t")
		if words == "" || words == more || !chars.IsLetter(words[0]) {
			return p.i
		}
	}
	return p.i + len(strings.TrimRight(more, " \t"))
}

// isName reports whether a word can be the name of a rule.
func isName(word string) bool {
	return strings.TrimFunc(word, func(r rune) bool { return r < utf8.RuneSelf && chars.IsLDH(byte(r)) }) == ""
}

// notName reports a name that is not one, the first time.
func (p *reader) notName(off int, name string) {
	e := &Error{
		Pos: p.pos(off), Code: Syntax, Rule: p.rule, Expected: "a rule name", Line: p.line(off), Length: len(name),
		Msg: fmt.Sprintf("expected a rule name, found %s: rule names have letters, digits and hyphens", quote.Quote(name)),
	}
	p.fault = e
	if !p.g.broken[chars.Lower(name)] && len(p.errs) < maxErrors {
		p.errs = append(p.errs, e)
	}
}

// A badReference is a word in the place of the name of a rule, and the rule in which it stands.
type badReference struct {
	off        int
	name, rule string
}

// badReferences reports the words in the place of names which no rule has either, each the first time. That of a rule
// has been reported.
func (p *reader) badReferences() {
	for _, b := range p.bad {
		key := chars.Lower(b.name)
		if p.g.index[key] != nil {
			continue
		}
		p.rule = b.rule
		p.notName(b.off, b.name)
		p.g.broken[key] = true
		if r := p.g.index[chars.Lower(b.rule)]; r != nil {
			r.fault = cmp.Or(r.fault, p.fault)
			p.g.broken[chars.Lower(b.rule)] = true
		}
	}
	p.rule, p.bad = "", nil
}

// blanks skips *WSP and returns how wide it is: a tab goes to the next multiple of 8.
func (p *reader) blanks() int {
	width := 0
	for ; p.i < len(p.src); p.i++ {
		switch p.src[p.i] {
		case ' ', '\f': // RFCs have a form feed at each page break
			width++
		case '\t':
			width += 8 - width%8
		default:
			return width
		}
	}
	return width
}

// newline skips a line end.
func (p *reader) newline() bool {
	switch {
	case strings.HasPrefix(p.src[p.i:], "\r\n"):
		p.i += 2
	case p.peek() == '\n' && p.i < len(p.src):
		p.i++
	default:
		return false
	}
	return true
}

// space skips *c-wsp inside a rule: white space, comments, and line ends before a
// line that continues the rule because it is indented deeper. It stops at a line
// end that ends the rule.
func (p *reader) space() {
	for {
		p.blanks()
		at := p.i
		if p.peek() == ';' {
			p.i = p.lineEnd(p.i)
			p.ascii(at, p.src[at:p.i])
		}
		if p.i < len(p.src) && p.peek() != '\n' && !strings.HasPrefix(p.src[p.i:], "\r\n") {
			return
		}
		if !p.continued() {
			p.i = at
			return
		}
	}
}

// continued goes to the start of the next line if the rule continues there or on
// a later line, with only blank lines and comments between. RFC 5234 has a space at the start of these, too.
func (p *reader) continued() bool {
	i := p.i
	defer func() { p.i = i }()
	first, bare := -1, -1
	for p.newline() {
		if first < 0 {
			first = p.i
		}
		start := p.i
		width := p.blanks()
		if p.i == start && bare < 0 {
			bare = start
		}
		switch {
		case p.i >= len(p.src):
			return false
		case p.peek() == ';':
			if width <= p.indent && sectionOf(p.src[p.i:p.lineEnd(p.i)]) != "" {
				return false
			}
			p.i = p.lineEnd(p.i)
		case p.peek() == '\n' || strings.HasPrefix(p.src[p.i:], "\r\n"):
		case width > p.indent:
			i = first
			if bare >= 0 && bare != start && !p.bare {
				p.bare = true
				what := "an empty line"
				if p.src[bare] == ';' {
					what = "a comment that is not indented"
				}
				p.lenient(bare, "%s ends the rule in RFC 5234, and other tools may read %s only to there; remove the "+
					"line, or begin it with a space", what, p.rule)
			}
			return true
		default:
			return false
		}
	}
	return false
}

// lenient warns of what this reader takes and RFC 5234 does not.
func (p *reader) lenient(off int, format string, args ...any) {
	p.g.problems = append(p.g.problems, &Error{
		Pos: p.pos(off), Code: Notation, Warning: true, Rule: p.rule, Line: p.line(off),
		Msg: fmt.Sprintf(format, args...),
	})
}

// flush reports whether the rule ends at the end of a line, and the next line that is not a comment is not indented
// and does not begin a rule: it was meant to continue this one. It returns the offset of that line.
func (p *reader) flush() (at int, ok bool) {
	defer func(i int) { p.i = i }(p.i)
	for p.i < len(p.src) && p.atEnd() {
		p.i = p.lineEnd(p.i)
		p.newline()
		width := p.blanks()
		if p.i >= len(p.src) || p.atEnd() {
			continue
		}
		at = p.i
		p.i = p.nameEnd(p.i)
		named := p.i > at && chars.IsLetter(p.src[at])
		p.blanks()
		return at, width <= p.indent && !(named && p.peek() == '=')
	}
	return 0, false
}

// indentNext is the hint for a rule that was meant to continue on a line that is not indented.
const indentNext = "a line continues a rule only if it is indented; indent the next line"

// atEnd reports whether the rule ends here.
func (p *reader) atEnd() bool {
	return p.i >= len(p.src) || p.src[p.i] == '\n' || p.src[p.i] == ';' ||
		strings.HasPrefix(p.src[p.i:], "\r\n")
}

// lineEnd returns the offset of the end of the line.
func (p *reader) lineEnd(i int) int {
	if n := strings.IndexByte(p.src[i:], '\n'); n >= 0 {
		i += n
		if p.src[i-1] == '\r' {
			i--
		}
		return i
	}
	return len(p.src)
}

// comment reads a comment outside of a rule: a header field, a section, or plain
// text.
func (p *reader) comment() {
	start := p.i
	p.i = p.lineEnd(start)
	text := p.src[start:p.i]
	if !utf8.ValidString(text) {
		for i, r := range text {
			if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
				p.errorf(start+i, Syntax, "", "the comment is not UTF-8")
				break
			}
		}
	}
	if s := sectionOf(text); s != "" {
		p.section = s
		return
	}
	if p.indent < 0 && p.header(start, text) {
		return
	}
	p.ascii(start, text)
}

// ascii warns of a comment with a character, one beyond ASCII or a control character, that RFC 5234 does not allow in
// one, once for a file.
func (p *reader) ascii(start int, text string) {
	if p.nonASCII || !utf8.ValidString(text) {
		return
	}
	for i, r := range text {
		if r >= utf8.RuneSelf || r < ' ' && r != '\t' || r == 0x7F {
			p.nonASCII = true
			what, kind := strconv.QuoteToGraphic(string(r)), "ASCII"
			if r < utf8.RuneSelf {
				what, kind = "the control character "+quote.RuneName(r), "printable"
			}
			p.g.problems = append(p.g.problems, &Error{
				Pos: p.pos(start + i), Code: Comment, Warning: true, Line: p.line(start),
				Msg: fmt.Sprintf("the comment has %s; RFC 5234 allows only %s characters in comments, so other tools "+
					"may not read the file", what, kind),
			})
			return
		}
	}
}

// sectionOf returns the section that a comment line gives to the rules after it.
func sectionOf(comment string) string {
	name, value := field(comment)
	if name != "section" {
		return ""
	}
	return signSection(value)
}

// field splits a comment of the form "; name: value".
func field(comment string) (name, value string) {
	name, value, ok := strings.Cut(strings.TrimLeft(comment, "; \t"), ":")
	if !ok {
		return "", ""
	}
	// What titles and sections say goes into every message and drawing.
	return chars.Lower(strings.TrimSpace(name)), quote.Visible(strings.TrimSpace(value))
}

// header reads a header field and reports whether it is one. A comment that looks like
// one but has another name is a comment, and so is one with a date or a hash in another form, without a word. A value
// in another form that the field must have is noted in unfit.
func (p *reader) header(start int, text string) bool {
	name, value := field(text)
	at := p.pos(start + max(strings.Index(text, value), 0))
	g := p.g
	says := fmt.Sprintf("the header field %q says %q", name, value)
	var expected string // what the value should be, if it is not
	switch name {
	case "title":
		g.Title, expected = value, need(value != "", "the title of the document")
	case "spec", "changes":
		if expected = need(isIdentifier(value), "the identifier of a spec"); expected == "" {
			*g.text(name) = value
		}
	case "top", "reference", "absolute", "relative":
		if rule, rest := leadingName(value); rule == "" || rest != "" {
			expected = "the name of a rule"
			break
		}
		*g.text(name) = value
	case "date":
		if !isDate(value) {
			return false
		}
		g.Date = value
	case "sha256":
		if len(value) != 64 || strings.Trim(value, "0123456789abcdefABCDEF") != "" {
			return false
		}
		g.SHA256 = chars.Lower(value)
	case "without", "characters", "record":
		list := names(value)
		expected = need(len(list) > 0, "names of rules")
		g.setNames(name, list)
	case "family":
		family := chars.Lower(value)
		if expected = need(family == "uri" || family == "iri" || family == "leiri", `"uri", "iri" or "leiri"`); expected == "" {
			g.Family = family
		}
	case "component":
		var why string
		if expected, why = g.component(value, at); why != "" {
			says = why
		}
	case "cites":
		all, ok := parseCites(value)
		expected = need(ok, `a label and the identifier of a spec, "URI rfc3986"`)
		g.cites = append(g.cites, all...)
	case "import":
		im, ok := parseImport(value, at)
		if !ok {
			expected = `the identifier of a spec and names of its rules, "rfc3986 (host as uri-host, port)"`
			break
		}
		im.line = p.line(start)
		g.imports = append(g.imports, im)
	case "typical":
		g.Typical = strings.Fields(value)
		expected = need(value != "", "sentences")
	case "terminals":
		what := chars.Lower(value)
		if expected = need(what == "octets" || what == "characters", `"octets" or "characters"`); expected == "" {
			p.terminals, g.Terminals = true, what == "octets"
		}
	default:
		return false
	}
	if expected != "" {
		if value == "" {
			says = fmt.Sprintf("the header field %q has no value", name)
		}
		p.unfit = append(p.unfit, &Error{Pos: p.pos(start), Code: Header, Expected: expected, Line: p.line(start),
			Msg: says + "; expected " + expected})
		return false
	}
	g.recordPlace(name, value, at)
	return true
}

// setNames sets the field of that name, which has names of rules.
func (g *Grammar) setNames(field string, list []string) {
	switch field {
	case "without":
		g.Without = append(g.Without, list...)
	case "characters":
		g.Characters = list
	default:
		g.Record = list
	}
}

// recordPlace records the position of a field of the header, also for each name in a list of names.
func (g *Grammar) recordPlace(name, value string, at Pos) {
	g.places[name] = at
	if name == "without" || name == "characters" {
		for _, n := range names(value) {
			g.places[name+" "+n] = at
		}
	}
}

// component reads the value of the header field of that name. If it is not right, it returns what is expected, and what
// the header says if that is not its value alone.
func (g *Grammar) component(value string, at Pos) (expected, says string) {
	words := names(value)
	if len(words) != 2 {
		return `the name of a component in RFC 3986 and that of a rule, "host ihost"`, ""
	}
	name, rule := words[0], words[1]
	if !slices.Contains(ComponentNames, name) {
		return strings.Join(ComponentNames, ", "), fmt.Sprintf("the header field %q names %q, which is not a component", "component", name)
	}
	if i := slices.IndexFunc(g.Components, func(c Component) bool { return c.Name == name }); i >= 0 {
		return "one rule for each component", fmt.Sprintf("the header names %s and %s as the rules for the component %s",
			g.Components[i].Rule, rule, name)
	}
	if rule == noComponent {
		if rule = ""; name == "scheme" {
			return "the rule of the scheme: references without one are those of \"; relative:\"", ""
		}
	}
	g.Components = append(g.Components, Component{name, rule, at})
	return "", ""
}

// need returns what is expected, if it is not there.
func need(ok bool, expected string) string {
	if ok {
		return ""
	}
	return expected
}

// unfitted reports the header fields whose values do not fit: as warnings where the file does not say which spec it is,
// because they may be comments of somebody who knows nothing of header fields.
func (p *reader) unfitted() {
	for _, e := range p.unfit {
		if e = p.g.asComment(e); e.Warning {
			p.g.problems = append(p.g.problems, e)
		} else if len(p.errs) < maxErrors {
			p.errs = append(p.errs, e)
		}
	}
}

// asComment returns a fault of a header field: a warning that it is read as a comment, unless the header says which
// spec the file is.
func (g *Grammar) asComment(e *Error) *Error {
	if g.Spec == "" {
		e.Warning = true
		e.Msg += "; the line is read as a comment"
	}
	return e
}

// isDate reports whether s is a year, with a month and a day if they are known: 2012-03-02.
func isDate(s string) bool {
	const form = "0000-00-00"
	n := len(s)
	if n != 4 && n != 7 && n != 10 {
		return false
	}
	for i := range n {
		if digit := s[i] >= '0' && s[i] <= '9'; digit != (form[i] == '0') || !digit && s[i] != '-' {
			return false
		}
	}
	return (n < 7 || s[5:7] >= "01" && s[5:7] <= "12") && (n < 10 || s[8:] >= "01" && s[8:] <= "31")
}

// names splits a list at blanks and commas.
func names(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}

// oneLine returns a definition without comments and line ends.
func oneLine(s string) string {
	var b strings.Builder
	gap := false
	for i := 0; i < len(s); {
		end := i + 1
		switch s[i] {
		case ' ', '\t', '\r', '\n', '\f':
			gap = true
			i++
			continue
		case ';':
			for i < len(s) && s[i] != '\n' {
				i++
			}
			gap = true
			continue
		case '"':
			end += strings.IndexByte(s[end:], '"') + 1
		case '<':
			end += strings.IndexByte(s[end:], '>') + 1
		}
		if gap {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteString(s[i:end])
		i = end
	}
	return b.String()
}
