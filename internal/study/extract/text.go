package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// This file finds rules in text: lines of the form "name = elements" and the lines that
// continue them, between headings, prose and page breaks.

// A line is a line of the document with its number.
type line struct {
	n    int
	text string
	page bool   // a blank line in the place of a page break
	file string // the file that the document includes, if the line is one of that
	lost bool   // it names a file that cannot be read, which has been said
}

var (
	pageFooter = pattern(`\[Page [0-9ivx]+\] *$`)
	pageHeader = pattern(`^\S.* {3,}\S.*\b[12][0-9]{3} *$`)
)

// textLines returns the lines of a text without page breaks: the footer, the form feed
// and the header go, with the blank lines around them, and one blank line stays.
func textLines(text string) []line {
	var out []line
	broken := false // after a footer or a form feed, before the text goes on
	cut := func() {
		for len(out) > 0 && strings.TrimSpace(out[len(out)-1].text) == "" {
			out = out[:len(out)-1]
		}
		broken = true
	}
	for i, t := range strings.Split(text, "\n") {
		if strings.Contains(t, "\f") {
			cut()
			t = strings.ReplaceAll(t, "\f", "")
		}
		if pageFooter().MatchString(t) {
			cut()
			continue
		}
		if broken {
			if strings.TrimSpace(t) == "" || pageHeader().MatchString(t) {
				continue
			}
			broken = false
			out = append(out, line{n: i, page: true})
		}
		out = append(out, line{n: i + 1, text: strings.TrimRight(t, " \t\r")})
	}
	return out
}

var (
	// A heading starts at the left margin, as "3.2.3.  Port", "25.1 Basic Rules" or "Appendix A.  Collected ABNF".
	numbered = pattern(`^([0-9]+(?:\.[0-9]+)*)((?:\. +| {2,})\S.*| [A-Z].*[^.,:;])$`)
	lettered = pattern(`^(?:Appendix ([A-Z](?:\.[0-9]+)*)[.:]?|([A-Z](?:\.[0-9]+)+)\.?|([A-Z])\. ) +(\S.*)$`)
	contents = pattern(`(?:\. ?){3,} *[0-9]+ *$`) // a line of the table of contents

	ruleStart = pattern(`^([ \t]*)([A-Za-z][A-Za-z0-9-]*)[ \t]*=(/?)(?:[ \t]|$|["%(\[*<#0-9A-Za-z])`)
	nameAlone = pattern(`^([ \t]*)([A-Za-z][A-Za-z0-9-]*)$`)
	nearRule  = pattern(`^([ \t]*)(\S+(?: \S+){0,2}?)[ \t]*:*=+/?[ \t]*["%(\[*<#'{0-9A-Za-z]`)
	attribute = pattern(`^[ \t]*[A-Za-z][A-Za-z0-9-]*=["A-Za-z0-9]`)    // of HTML and of HTTP: title="Login"
	nextRule  = pattern(`^[ \t]+([A-Za-z][A-Za-z0-9-]*[ \t]*=/?[ \t])`) // at a space
)

// heading returns the section that a line begins.
func heading(t string) (part, bool) {
	if len(t) > 120 || contents().MatchString(t) {
		return part{}, false
	}
	if m := numbered().FindStringSubmatch(t); m != nil {
		return part{m[1], strings.TrimLeft(m[2], ". ")}, true
	}
	if m := lettered().FindStringSubmatch(t); m != nil {
		return part{m[1] + m[2] + m[3], m[4]}, true
	}
	return part{}, false
}

// A scan collects definitions.
type scan struct {
	title    string
	date     string // of a document in XML
	part     part
	block    int // how many blocks and sections have begun
	found    []found
	problems []Problem
	again    int // how many bytes, about, have been read more than once
	read     func(name string) ([]byte, error)
}

const badName = `the name of a rule is one word of letters, digits and "-", and one "=" comes after it`

// text finds the rules in lines. If they are certain to be ABNF, every line that is not part of a rule is a
// problem; in other text it is one only if it looks very much like a rule.
func (s *scan) text(lines []line, certain bool) {
	s.block++
	after, indented := -1, 0 // where the rule before ended, and how far it is indented
	before := ""             // the rule before, in text that is certain
	for i := 0; i < len(lines); i++ {
		t := lines[i].text
		if p, ok := heading(t); ok && !certain && (i == 0 || lines[i-1].text == "") {
			s.part = p
			s.block++
			continue
		}
		width, ok := startsRule(lines, i)
		near := nearRule().FindStringSubmatch(t)
		switch {
		case ok:
			end := extent(lines, i, width, s.again < most)
			known := len(s.found) + len(s.problems)
			i = s.definition(lines[i:end], certain) + i - 1
			if n := len(s.found); n > 0 {
				before = s.found[n-1].Name
			}
			if len(s.found)+len(s.problems) > known {
				after, indented = i+1, width
			}
		case certain && (readable(lines[i]) || lines[i].lost):
		case certain && near != nil:
			i += s.lose(lines[i:], near[2], badName) - 1
		case certain:
			message := "the line is not part of a rule: " + quote.Quote(strings.TrimSpace(t))
			if before != "" {
				message += "; the rule before it is " + before + ", which goes on only in lines that are indented deeper"
			}
			i += s.lose(lines[i:], "", message) - 1
		case near != nil && i == after && grammarfmt.Indentation(near[1]) == indented:
			s.problems = append(s.problems, Problem{Line: lines[i].n, File: lines[i].file, Rule: near[2], Lost: true,
				prose: true, Message: badName})
			after++
		}
	}
}

// readable reports whether a line between rules has nothing to read.
func readable(l line) bool {
	t := strings.TrimSpace(l.text)
	return t == "" || t[0] == ';' || component().MatchString(t)
}

// lose reports that the first of the lines and those after it, up to one that may start a rule, cannot be read.
// It returns how many they are.
func (s *scan) lose(lines []line, rule, message string) int {
	end := 1
	for i := 1; i < len(lines) && lines[i].file == lines[0].file && !component().MatchString(lines[i].text); i++ {
		if _, ok := startsRule(lines, i); ok || nearRule().MatchString(lines[i].text) {
			break
		}
		if !readable(lines[i]) {
			end = i + 1
		}
	}
	p := Problem{Line: lines[0].n, File: lines[0].file, Rule: rule, Message: message, Lost: true}
	if end > 1 {
		p.End = lines[end-1].n
	}
	if rule != "" && chars.IsLetter(rule[0]) {
		p.at = lines[:end]
	}
	s.problems = append(s.problems, p)
	return end
}

// component finds where a code component of a document begins and ends.
var (
	component = pattern(`^[ \t]*<CODE (BEGINS|ENDS)>`)
	codeFile  = pattern(`^[ \t]*<CODE BEGINS>.*?file "?[^" ]*\.([A-Za-z0-9]+)`)
)

// components finds the rules in text: a code component is ABNF if its file says so or if it begins with a rule, and
// nothing if its file says something else.
func (s *scan) components(lines []line) {
	for start := 0; start < len(lines); {
		i := start
		for i < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[i].text), "<CODE BEGINS>") {
			i++
		}
		s.text(lines[start:i], false)
		if i == len(lines) {
			return
		}
		end := i + 1
		for end < len(lines) && !component().MatchString(lines[end].text) {
			end++
		}
		inside := lines[i+1 : end]
		kind := ""
		if m := codeFile().FindStringSubmatch(lines[i].text); m != nil {
			kind = strings.ToLower(m[1])
		}
		first := slices.IndexFunc(inside, func(l line) bool { return !readable(l) })
		isRule := false
		if first >= 0 {
			_, isRule = startsRule(inside, first)
		}
		switch {
		case kind == "abnf" || kind == "" && isRule:
			s.text(inside, true)
		case kind == "" || kind == "txt":
			s.text(inside, false)
		}
		s.block++
		start = end
		if end < len(lines) && strings.Contains(lines[end].text, "ENDS") {
			start++
		}
	}
}

// startsRule reports whether a rule may start at a line, and how far it is indented.
func startsRule(lines []line, i int) (width int, ok bool) {
	if m := ruleStart().FindStringSubmatch(lines[i].text); m != nil {
		return grammarfmt.Indentation(m[1]), true
	}
	m := nameAlone().FindStringSubmatch(lines[i].text)
	if m == nil || i+1 == len(lines) || !strings.HasPrefix(strings.TrimSpace(lines[i+1].text), "=") {
		return 0, false
	}
	return grammarfmt.Indentation(m[1]), grammarfmt.Indentation(lines[i+1].text) > grammarfmt.Indentation(m[1])
}

// most is how many bytes are read again and again, in a hostile document.
const most = 16 << 20

// extent returns the end of the lines that can belong to the rule that starts at a line:
// those that are indented deeper, and blank ones and comments between them. A rule may be long, but not many of
// them that cannot be read.
func extent(lines []line, start, width int, long bool) int {
	limit := 200
	if long {
		limit = 5000
	}
	end := start + 1
	for i := start + 1; i < len(lines) && i < start+limit; i++ {
		t := lines[i].text
		switch {
		case lines[i].file != lines[start].file || component().MatchString(t):
			return end
		case t == "" || strings.HasPrefix(strings.TrimSpace(t), ";"):
		case grammarfmt.Indentation(t) > width:
			end = i + 1
		default:
			return end
		}
	}
	return end
}

// definition reads a rule at the start of the lines: as many of them as make one. It
// returns how many lines it took, at least one.
func (s *scan) definition(lines []line, certain bool) int {
	const long = 160 // a line on which several rules may stand
	if len(lines[0].text) > long && s.joined(lines[0], certain) {
		return 1
	}
	// A blank line ends most rules. If what is before it is not a rule, try the lines
	// after it too, and then fewer.
	blank := firstBlank(lines)
	f, fault := readRule(dedent(lines[:blank]))
	if fault == nil {
		s.add(f, lines[:blank], certain)
		return blank
	}
	s.again += 80 * blank
	for end := len(lines); end > 0 && s.again < most; end-- {
		if lines[end-1].text == "" || end == blank || certain && end < blank && !rulesFollow(lines, end) {
			continue
		}
		s.again += 80 * end
		if f, err := readRule(dedent(lines[:end])); err == nil {
			s.add(f, lines[:end], certain)
			return end
		}
	}
	if s.joined(lines[0], certain) {
		return 1
	}
	name := ruleStart().FindStringSubmatch(lines[0].text)
	if certain {
		if name == nil {
			name = nameAlone().FindStringSubmatch(lines[0].text)
		}
		return s.lose(lines, name[2], faultText(fault))
	}
	if name == nil {
		return 1
	}
	elements := strings.TrimSpace(lines[0].text[strings.IndexByte(lines[0].text, '=')+1:])
	if strings.HasPrefix(elements, `"`) || strings.HasPrefix(elements, "%x") {
		s.problems = append(s.problems, Problem{Line: lines[0].n, File: lines[0].file, Rule: name[2],
			Message: faultText(fault), Lost: true, weak: attribute().MatchString(lines[0].text), prose: true})
	}
	return 1
}

// rulesFollow reports whether the next line that has something is the start of a rule.
func rulesFollow(lines []line, i int) bool {
	for i < len(lines) && readable(lines[i]) {
		i++
	}
	if i == len(lines) {
		return true
	}
	_, ok := startsRule(lines, i)
	return ok
}

// firstBlank returns the index of the first blank line after which the rule does not
// visibly go on, with a "/", a bracket or a "=", or the number of lines. The blank line of
// a page break is none.
func firstBlank(lines []line) int {
	for i, l := range lines {
		if l.text != "" || l.page {
			continue
		}
		j := i
		for j < len(lines) && lines[j].text == "" {
			j++
		}
		if j == len(lines) || strings.IndexByte("/)]=", strings.TrimSpace(lines[j].text)[0]) < 0 {
			return i
		}
	}
	return len(lines)
}

// add enters a definition that stands on lines.
func (s *scan) add(f found, lines []line, certain bool) {
	_, after, _ := strings.Cut(f.ABNF, "=")
	f.adds = strings.HasPrefix(after, "/")
	f.Line, f.File, f.block = lines[0].n, lines[0].file, s.block
	f.Section, f.part, f.certain = sectionName(s.title, s.part), s.part, certain
	f.at = withText(lines)
	s.found = append(s.found, f)
}

// withText returns the lines that are not blank.
func withText(lines []line) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.text == "" })
}

// dedent returns the lines without their common indentation and without blank ones.
func dedent(lines []line) string {
	var b strings.Builder
	width := grammarfmt.Indentation(lines[0].text)
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		t := strings.TrimLeft(l.text, " \t")
		b.WriteString(strings.Repeat(" ", max(grammarfmt.Indentation(l.text)-width, 0)) + t)
	}
	return b.String()
}

var quotedSingle = pattern(`'([!-~])'`)

// readRule reads a text that holds one rule. A character in single quotes, which drafts
// have for the double quote, is replaced by its value; the problem says so.
func readRule(src string) (f found, err error) {
	g, err := abnf.Parse("", []byte(src))
	if err != nil && strings.Contains(src, "#") {
		if m, mendedErr := abnf.Parse("", []byte(expandLists(src))); mendedErr == nil {
			f.lists = true
			g, src, err = m, expandLists(src), nil
		}
	}
	if err != nil && quotedSingle().MatchString(src) {
		mended := expandLists(quotedSingle().ReplaceAllStringFunc(src, hexValue))
		if m, mendedErr := abnf.Parse("", []byte(mended)); mendedErr == nil {
			quoted := quotedSingle().FindString(src)
			f.note = fmt.Sprintf("%s is not ABNF, so it is taken as %s", quoted, hexValue(quoted))
			g, src, err = m, mended, nil
		}
	}
	if err != nil {
		return found{}, err
	}
	if len(g.Rules) != 1 {
		return found{}, errNotOne
	}
	f.rule = g.Rules[0]
	f.Name, f.Text, f.ABNF = f.rule.Name, src, f.rule.Source
	return f, nil
}

var errNotOne = errors.New("the lines are not one rule")

// hexValue returns the value of a character in single quotes: %x22.
func hexValue(s string) string { return fmt.Sprintf("%%x%02X", s[1]) }

// faultText returns what is wrong with a rule, without the place.
func faultText(err error) string {
	var e *abnf.Error
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}

// joined reads a line on which several rules stand one after the other, as copies of web
// pages have them. A comment ends before the next alternative or rule, because its line
// end is lost. It reports whether the line is one of these.
func (s *scan) joined(l line, certain bool) bool {
	pieces := splitRules(l.text)
	if len(pieces) < 2 {
		return false
	}
	var problems []Problem
	for _, p := range pieces {
		if f, err := readRule(strings.TrimSpace(p)); err == nil {
			s.add(f, []line{l}, certain)
		} else {
			name, _, _ := strings.Cut(p, "=")
			problems = append(problems, Problem{Line: l.n, File: l.file, Rule: strings.TrimSpace(name),
				Message: faultText(err), Lost: true, prose: !certain})
		}
	}
	if len(problems) == len(pieces) {
		return false
	}
	s.problems = append(s.problems, problems...)
	return true
}

// splitRules splits a line before each "name =" that is not in a string or a prose value,
// and gives each comment its line end back.
func splitRules(t string) []string {
	t = strings.TrimSpace(t)
	var out []string
	var b strings.Builder
	inComment, closer := false, byte(0)
	for i := 0; i < len(t); i++ {
		c := t[i]
		switch {
		case closer != 0:
			if c == closer {
				closer = 0
			}
		case (c == ' ' || c == '\t') && i > 0 && t[i-1] != ' ' && t[i-1] != '\t':
			if m := nextRule().FindStringIndex(t[i:]); m != nil {
				out = append(out, b.String())
				b.Reset()
				inComment = false
				continue
			}
			if inComment && strings.HasPrefix(t[i+1:], "/ ") {
				b.WriteString("\n ")
				inComment = false
			}
		case inComment:
		case c == ';':
			inComment = true
		case c == '"':
			closer = '"'
		case c == '<':
			closer = '>'
		case c == '\'' && quotedSingle().MatchString(t[i:min(i+3, len(t))]):
			b.WriteString(t[i : i+2])
			i += 2
			c = '\''
		}
		b.WriteByte(c)
	}
	return append(out, b.String())
}
