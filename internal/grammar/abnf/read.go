package abnf

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Limits for hostile files, which could take all memory or overflow the stack.
const (
	maxRepeat   = 1 << 16
	maxDepth    = 200
	maxErrors   = 100
	maxRules    = 1 << 12 // far more than any protocol has
	maxElements = 1 << 17 // of all rules
	maxName     = 1000    // characters of a rule name
)

// Parse reads one file in the notation of RFC 5234 §4 and RFC 7405 §2. It is as
// strict as they are, except for what printed RFCs and drafts have: all rules may
// be indented by the same amount, blank lines (page breaks) are allowed inside
// a rule, lines may end in LF, the last line needs no end, and comments may hold
// any character.
//
// The error is an ErrorList. The grammar is never nil and holds what could be
// read. Parse looks at the notation only: see [Resolve] for faults of the rules
// as a whole, and [Build] for a grammar that is ready for use.
func Parse(file string, src []byte) (*Grammar, error) {
	p := newReader(file, src)
	p.rulelist()
	for _, r := range p.g.Rules {
		r.finish()
	}
	p.guessOctets()
	p.errs.Sort()
	return p.g, p.errs.Err()
}

// A Layout says where the definitions of a file are.
type Layout struct {
	Text   string
	Rules  [][2]int // where each definition starts and ends in the text
	Indent int      // the columns that the definitions are indented by
}

// ReadLayout returns the layout of a file. The error is an [ErrorList] if the grammar has a fault of the notation.
func ReadLayout(file string, src []byte) (Layout, error) {
	p := newReader(file, src)
	p.rulelist()
	p.errs.Sort()
	return Layout{p.src, p.read, max(p.indent, 0)}, p.errs.Err()
}

// IsField reports whether a comment is a section or, at the head of a file, a header field, which end with their line.
func IsField(comment string, head bool) bool {
	return sectionOf(comment) != "" || head && newReader("", []byte(comment)).header(0, comment)
}

func newReader(file string, src []byte) *reader {
	p := &reader{
		file: file,
		g:    newGrammar(file),
	}
	var mark bool
	p.src, mark = strings.CutPrefix(string(src), "\uFEFF")
	p.lines = append(p.lines, 0)
	for i := range len(p.src) {
		if p.src[i] == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	if mark {
		p.lenient(0, "the file begins with a byte order mark, U+FEFF, which RFC 5234 does not have, so other tools "+
			"may not read it; save it as UTF-8 without one")
	}
	return p
}

func newGrammar(file string) *Grammar {
	return &Grammar{file: file, index: make(map[string]*Rule), broken: make(map[string]bool),
		places: make(map[string]Pos)}
}

type reader struct {
	file    string
	src     string
	lines   []int     // offsets at which lines start
	last    offsetPos // what pos has returned, for the next one on the line
	i       int       // where the reader is
	indent  int       // the indentation of rules; -1 before the first
	depth   int       // of groups and options
	rule    string
	section string
	g       *Grammar
	errs    ErrorList
	fault   *Error // the first one of the definition that is read
	before  *Rule  // the last rule of which a definition was read

	bad   []badReference
	read  [][2]int // where the definitions start and end, for ReadLayout
	unfit []*Error // header fields whose values do not fit

	bare      bool // a line within the rule has been reported that has no space at its start
	nonASCII  bool // a comment that is not ASCII has been reported
	terminals bool // the header says what the terminals are
	elements  int  // of the definitions that have been read
	tooMany   bool // there are more rules than maxRules
}

// An offsetPos is the position of an offset.
type offsetPos struct {
	off int
	Pos
}

// A bailout is the panic that ends the reading of a faulty rule; see try.
type bailout struct{}

func (p *reader) pos(off int) Pos {
	lo, hi := 0, len(p.lines)
	for hi-lo > 1 {
		if m := (lo + hi) / 2; p.lines[m] <= off {
			lo = m
		} else {
			hi = m
		}
	}
	if from := p.last; from.Line != lo+1 || from.off > off {
		p.last = offsetPos{p.lines[lo], Pos{p.file, lo + 1, 1}}
	}
	p.last.Col += utf8.RuneCountInString(p.src[p.last.off:off])
	p.last.off = off
	return p.last.Pos
}

// exceed reports a limit that a definition goes beyond, and ends the reading of it. What has been read of
// it does not count.
func (p *reader) exceed(off int, format string, args ...any) {
	p.errorf(off, TooLarge, "", format, args...)
	panic(bailout{})
}

func (p *reader) line(off int) string {
	at := p.pos(off).Line
	end := len(p.src)
	if at < len(p.lines) {
		end = p.lines[at] - len("\n")
	}
	return strings.TrimSuffix(p.src[p.lines[at-1]:end], "\r")
}

func (p *reader) errorf(off int, code, expected, format string, args ...any) {
	e := &Error{
		Pos: p.pos(off), Code: code, Rule: p.rule, Expected: expected,
		Msg: fmt.Sprintf(format, args...), Line: p.line(off),
	}
	if p.fault == nil {
		p.fault = e
	}
	if len(p.errs) < maxErrors {
		p.errs = append(p.errs, e)
	}
}

// expected reports what should be at off instead of what is there, and ends the
// reading of the rule.
func (p *reader) expected(off int, what string, hint ...string) {
	msg := fmt.Sprintf("expected %s, found %s", what, p.found(off))
	if len(hint) > 0 {
		msg += ": " + hint[0]
	}
	p.errorf(off, Syntax, what, "%s", msg)
	panic(bailout{})
}

// found describes what is at an offset, for a message.
func (p *reader) found(off int) string {
	if off >= len(p.src) {
		return "the end of the file"
	}
	r, n := utf8.DecodeRuneInString(p.src[off:])
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("the byte %#02x, which is not UTF-8", p.src[off])
	case r == '\n', r == '\r' && strings.HasPrefix(p.src[off:], "\r\n"):
		return "the end of the line"
	case r == '\t':
		return "a tab"
	case r == ' ':
		return "a space"
	case chars.IsLetter(byte(r)) && r < 0x80:
		return strconv.Quote(clip(p.src[off:p.nameEnd(off)]))
	}
	return strconv.QuoteToGraphic(string(r))
}

// rulelist reads a whole file, rulelist = 1*( rule / (*c-wsp c-nl) ).
func (p *reader) rulelist() {
	p.indent = -1
	for p.i < len(p.src) {
		width := p.blanks()
		switch {
		case p.i >= len(p.src):
		case p.newline():
		case p.peek() == ';':
			p.comment()
		case p.indent >= 0 && width > p.indent:
			// A continuation line outside of a rule: its rule is broken, which has
			// been reported, or it follows text that is not a rule.
			p.rule, p.fault = "", nil
			p.try(func() {
				p.expected(p.i, "a rule name at the start of the line", "only lines that continue a rule are indented")
			})
			p.cut()
			p.nextRule()
		default:
			if p.indent < 0 {
				if p.indent = width; width > 0 {
					p.lenient(p.i, "the rules are indented, as in the text of an RFC; in RFC 5234 a rule begins in "+
						"the first column, so other tools may not read the file; \"iri grammar fmt --write\" moves "+
						"them there")
				}
			}
			p.definition()
		}
	}
	p.badReferences()
	p.unfitted()
}

// try calls f and reports whether it came to its end.
func (p *reader) try(f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(bailout); !is {
				panic(r)
			}
		}
	}()
	f()
	return true
}

// cut is called where something stands that is not the definition of a rule: the rule before it may
// have been meant to go on there.
func (p *reader) cut() {
	if r := p.before; r != nil && r.fault == nil {
		p.fault.Rule, p.fault.Short = r.Name, fmt.Sprintf("may go on at %s, which cannot be read", p.fault.Pos)
		r.fault = p.fault
		p.g.broken[chars.Lower(r.Name)] = true
	}
}

// nextRule goes to the start of the next line that can start a rule, after the line that was meant to continue this
// one.
func (p *reader) nextRule() {
	if p.i < len(p.src) {
		if at, ok := p.flush(); ok {
			p.i = at
		}
	}
	for p.i < len(p.src) {
		n := strings.IndexByte(p.src[p.i:], '\n')
		if n < 0 {
			p.i = len(p.src)
			return
		}
		p.i += n + 1
		start := p.i
		width := p.blanks()
		at := p.i
		p.i = start
		if width <= max(p.indent, 0) && at < len(p.src) && chars.IsLetter(p.src[at]) {
			return
		}
	}
}

// definition reads rule = rulename defined-as elements c-nl.
func (p *reader) definition() {
	start := p.i
	p.rule, p.depth, p.fault, p.bare = "", 0, nil, false
	var (
		name   string
		adds   bool
		unread bool // the rule is one too many
		alts   []Expr
	)
	elements := p.elements
	ok := p.try(func() {
		p.startsRule()
		name = p.name()
		p.rule = name
		if unread = p.g.index[chars.Lower(name)] == nil && len(p.g.Rules) == maxRules; unread {
			p.oneTooMany(start, name)
		}
		if end := p.badName(); end > p.i {
			name = p.src[start:end]
			p.rule = name
			if rest := strings.TrimLeft(p.src[end:], " \t"); strings.HasPrefix(rest, "=") || p.badEnd(p.i) > p.i {
				p.notName(start, name)
				p.i = end
			}
		}
		p.space()
		if p.peek() != '=' {
			if p.fault != nil { // the name, which has been reported
				panic(bailout{})
			}
			hint := []string{}
			if p.peek() == ':' {
				hint = []string{singleEqual}
			}
			p.expected(p.i, `"=" or "=/" after the rule name`, hint...)
		}
		p.i++
		if p.peek() == '/' {
			adds = true
			p.i++
		}
		p.space()
		alts = p.alternatives()
		p.endsRule(name)
	})
	if p.fault != nil || unread {
		p.g.broken[chars.Lower(name)] = true // also "": the file has something else than rules
	}
	if !ok && (name == "" || unread) {
		if p.fault != nil && p.fault.Code != TooLarge {
			p.cut()
		}
		if unread {
			p.before = nil
		}
		p.nextRule()
		return
	}
	r := &Rule{
		Name: name, Section: p.section, Spec: p.g.Spec, Pos: p.pos(start), line: p.line(start), adds: adds,
		octets: p.g.Terminals == Octets, fault: p.fault,
	}
	if !ok {
		// What stands for the definition matters to nobody, because the rule cannot be used.
		p.elements = elements
		r.Expr = &Range{Base: 'x'}
		r.alts = []Expr{r.Expr}
		p.add(r)
		p.nextRule()
		r.unread = p.src[start:p.i]
		r.Source = oneLine(r.unread) // as it is written, not as what stands for it
		p.rule = ""
		return
	}
	r.Source, r.alts, r.Expr = oneLine(p.src[start:p.i]), alts, alternation(alts)
	p.add(r)
	p.read = append(p.read, [2]int{start, p.i})
	p.i = p.lineEnd(p.i) // a comment after a rule on its line is not a header field
	p.rule = ""
}

// oneTooMany ends the reading of a rule for which there is no room.
func (p *reader) oneTooMany(start int, name string) {
	if p.tooMany {
		panic(bailout{})
	}
	p.tooMany, p.g.unread = true, p.src[start:]
	p.exceed(start, "the grammar has more than %d rules, %s is one too many, and no rule after it is read; "+
		"split the grammar", maxRules, name)
}

// startsRule ends the reading of a rule that does not begin with a name.
func (p *reader) startsRule() {
	if chars.IsLetter(p.peek()) {
		return
	}
	hint := []string{}
	switch c := p.peek(); {
	case c == '#', strings.HasPrefix(p.src[p.i:], "//"), strings.HasPrefix(p.src[p.i:], "/*"),
		strings.HasPrefix(p.src[p.i:], "(*"):
		hint = []string{asComment}
	case c == '<':
		hint = []string{"a rule's name has no angle brackets where it is defined"}
	case strings.IndexByte(`/)]([%"`, c) >= 0:
		hint = []string{"a line continues a rule only if it is indented; indent this line"}
	case chars.IsDigit(c):
		hint = []string{"a rule's name begins with a letter"}
	}
	p.expected(p.i, "a rule name", hint...)
}

// endsRule ends the reading of a rule after which something else stands on its line.
func (p *reader) endsRule(name string) {
	if p.atEnd() {
		return
	}
	switch p.peek() {
	case ')', ']':
		p.expected(p.i, afterElement, "there is no open bracket that it could close")
	case '=':
		p.indentedRule(name)
		p.expected(p.i, afterElement, "a rule begins on a line of its own")
	case '\r':
		p.expected(p.i, "the end of the line", "a line ends in LF or in CRLF, not in CR alone")
	}
	p.expected(p.i, afterElement, p.habit()...)
}

// indentedRule ends the reading of a rule at a "=" if the name before it starts a line: the
// line was meant as the next rule, but it is indented deeper and so continues this one.
func (p *reader) indentedRule(rule string) {
	end := len(strings.TrimRight(p.src[:p.i], " \t"))
	at := end
	for at > 0 && p.nameEnd(at-1) == end {
		at--
	}
	if strings.TrimSpace(p.line(at)[:at-p.lines[p.pos(at).Line-1]]) == "" && at < end {
		p.expected(at, "the end of the rule "+rule, "the line is indented deeper than the rules, so it continues "+rule+
			"; all rules have the same indentation")
	}
}

// add enters a rule, or the alternatives that "=/" adds to one (RFC 5234 §3.3).
func (p *reader) add(r *Rule) {
	key := chars.Lower(r.Name)
	old := p.g.index[key]
	p.before = r
	if old != nil {
		p.before = old
	}
	switch {
	case old != nil && r.adds:
		old.extend(r)
	case old != nil: // also where "=/" comes first and "=" follows
		p.g.dups = append(p.g.dups, r)
	default:
		p.g.Rules = append(p.g.Rules, r)
		p.g.index[key] = r
	}
}

// extend adds the alternatives of another definition. A file may do that very often
// for one rule, so nothing is copied that need not be.
func (r *Rule) extend(more *Rule) {
	if !r.unshared { // the alternatives belong to a rule of another grammar
		r.alts = slices.Clone(r.alts)
		r.more = slices.Clone(r.more)
		r.unshared = true
	}
	r.fault = cmp.Or(r.fault, more.fault)
	r.alts = append(r.alts, more.alts...)
	r.Expr = alternation(r.alts)
	_, elements, _ := strings.Cut(more.definition(), "=/")
	r.more = append(r.more, strings.TrimSpace(elements))
}

// definition returns what Source will be.
func (r *Rule) definition() string {
	if len(r.more) == 0 {
		return r.Source
	}
	return r.Source + " / " + strings.Join(r.more, " / ")
}

// finish completes the definition of a rule that has been extended.
func (r *Rule) finish() {
	r.Source = r.definition()
	r.more, r.unshared = nil, false
}

func alternation(alts []Expr) Expr {
	if len(alts) == 1 {
		return alts[0]
	}
	return &Alternation{alts}
}

// alternatives reads alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
// and the white space after it.
func (p *reader) alternatives() []Expr {
	alts := []Expr{p.concatenation()}
	for p.peek() == '/' && !p.atEnd() {
		p.i++
		p.space()
		alts = append(alts, p.concatenation())
	}
	return alts
}

// concatenation reads concatenation = repetition *(1*c-wsp repetition).
func (p *reader) concatenation() Expr {
	parts := []Expr{p.repetition()}
	end := p.i
	p.space()
	for !p.atEnd() && startsElement(p.peek()) {
		if p.i == end {
			if c := p.peek(); c == '*' && (p.i+1 == len(p.src) || !startsElement(p.src[p.i+1])) {
				p.expected(p.i, afterElement, p.habit()...)
			}
			p.errorf(p.i, Syntax, "white space", "expected white space between two elements, found %s", p.found(p.i))
		}
		parts = append(parts, p.repetition())
		end = p.i
		p.space()
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &Concatenation{parts}
}

func startsElement(c byte) bool {
	return chars.IsLetter(c) || chars.IsDigit(c) || strings.IndexByte(`*([<"%`, c) >= 0
}

// repetition reads repetition = [repeat] element, repeat = 1*DIGIT / (*DIGIT "*" *DIGIT).
func (p *reader) repetition() Expr {
	start := p.i
	c := p.peek()
	if p.atEnd() || !chars.IsDigit(c) && c != '*' {
		return p.element()
	}
	lo, hasLo := p.number()
	loEnd, hiStart := p.i, start
	r := &Repetition{Min: lo, Max: lo, Pos: p.pos(start), line: p.line(start)}
	if p.peek() == '*' {
		p.i++
		hiStart = p.i
		hi, hasHi := p.number()
		r.Max = hi
		if !hasHi {
			r.Max = -1
		}
		if !hasLo {
			r.Min = 0
		}
	}
	switch {
	case r.Max >= 0 && r.Min > r.Max && r.Max <= maxRepeat:
		p.errorf(start, Value, "", "the repeat %s asks for at least %s and at most %s", clip(p.src[start:p.i]),
			clip(p.src[start:loEnd]), clip(p.src[hiStart:p.i]))
	case r.Min > maxRepeat:
		r.Min = p.tooOften(start, loEnd)
		r.Max = min(r.Max, maxRepeat)
	case r.Max > maxRepeat:
		r.Max = p.tooOften(hiStart, p.i)
	}
	if c := p.peek(); c == ' ' || c == '\t' {
		var hint []string
		if start > 0 && p.src[start-1] == '/' {
			hint = []string{asComment}
		}
		p.expected(p.i, "an element right after the repeat "+clip(p.src[start:p.i]), hint...)
	}
	r.X = p.element()
	return r
}

// number reads *DIGIT. Of a number that is more than maxRepeat it returns one that is,
// too.
func (p *reader) number() (n int, ok bool) {
	start := p.i
	for chars.IsDigit(p.peek()) {
		if n <= maxRepeat {
			n = n*10 + int(p.peek()-'0')
		}
		p.i++
	}
	return n, p.i > start
}

// tooOften reports a repeat that is more than maxRepeat, and returns that limit.
func (p *reader) tooOften(start, end int) int {
	p.errorf(start, Value, "", "the repeat %s is more than %d, the most that this reader accepts", clip(p.src[start:end]), maxRepeat)
	return maxRepeat
}

// element reads element = rulename / group / option / char-val / num-val / prose-val.
func (p *reader) element() Expr {
	const what = "an element"
	if p.atEnd() {
		hint := `the empty string is written ""`
		if _, ok := p.flush(); ok {
			hint = indentNext
		}
		p.expected(p.i, what, hint)
	}
	start := p.i
	if p.elements++; p.elements > maxElements {
		p.exceed(start, "with the rule %s the grammar has more than %d elements; split it", p.rule, maxElements)
	}
	switch c := p.peek(); {
	case chars.IsLetter(c):
		p.name()
		if end := p.badEnd(p.i); end > p.i {
			p.i = end
			p.bad = append(p.bad, badReference{start, p.src[start:end], p.rule})
		}
		return &Reference{Name: p.src[start:p.i], Pos: p.pos(start), line: p.line(start)}
	case c == '(':
		return p.bracketed(")", "the group")
	case c == '[':
		return &Repetition{Max: 1, X: p.bracketed("]", "the option"), Option: true, Pos: p.pos(start),
			line: p.line(start)}
	case c == '"':
		return &Literal{Text: p.quoted()}
	case c == '%':
		return p.percent()
	case c == '<':
		end := p.inLine(">", "to close the prose value")
		return &Prose{Text: p.src[start+1 : end], Pos: p.pos(start), line: p.line(start)}
	case c == '/':
		hint := `an empty alternative is written ""`
		if p.src[p.i-1] == '/' {
			hint = asComment
		}
		p.expected(p.i, what, hint)
	case c == ')' || c == ']':
		p.expected(p.i, what, `the empty string is written ""`)
	}
	p.expected(p.i, what, p.habit()...)
	return nil
}

// afterElement is what can stand after an element.
const afterElement = `the end of the rule, "/" or another element`

const singleEqual = `ABNF defines a rule with a single "="`

// habits has what other notations write, and how ABNF says that.
var habits = []struct{ start, mend string }{
	{"|", `ABNF writes alternatives with "/"`},
	{"\u201C", "strings are written in straight double quotes, U+0022"},
	{"\u201D", "strings are written in straight double quotes, U+0022"},
	{"'", "strings are written in double quotes, and %x22 is the quote itself"},
	{"=", singleEqual},
	{",", "elements stand one after the other, with a space between them"},
	{"{", "what is repeated has the repeat before it: *( ... )"},
	{"*", `the repeat stands before what it repeats: *"x"`},
	{"+", `the repeat stands before what it repeats: 1*"x"`},
	{"?", `what may be missing stands in brackets: [ "x" ]`},
	{"-", "ABNF cannot leave out strings; write the characters that are left as ranges: %x20-21 / %x23-7E"},
	{"\\", asNumber},
	{"..", "a range of characters is written %x61-7A"},
	{"# ", asComment},
	{"#", hasExtension},
}

const (
	asNumber     = "a character is written as its number, such as %x41"
	asComment    = `a comment begins with ";"`
	hasExtension = `lists with "#" are an extension of HTTP (RFC 9110 §5.6.1), not ABNF; ` +
		`write 1#x as x *( OWS "," OWS x )`
)

// habit returns what ABNF has in place of what stands here, if that is from another notation.
func (p *reader) habit() []string {
	if p.i > 0 && p.src[p.i-1]|0x20 == 'u' && p.peek() == '+' {
		return []string{asNumber}
	}
	if line := p.src[min(p.i, len(p.src)):p.lineEnd(p.i)]; strings.HasPrefix(line, "'") {
		text, _, closed := strings.Cut(line[1:], "'")
		fits := func(r rune) bool { return ' ' <= r && r <= '~' && r != '"' }
		if closed && len(text) > 1 && strings.TrimFunc(text, fits) == "" {
			return []string{`strings are written in double quotes: %s"` + clip(text) + `", or "` + clip(text) +
				`" if upper and lower case are the same`}
		}
	}
	for _, h := range habits {
		if strings.HasPrefix(p.src[p.i:], h.start) {
			return []string{h.mend}
		}
	}
	return nil
}

// bracketed reads what is between ( and ), [ and ].
func (p *reader) bracketed(closer, name string) Expr {
	open := p.i
	if p.depth++; p.depth > maxDepth {
		p.errorf(open, Syntax, "", "groups are nested more than %d deep", maxDepth)
		panic(bailout{})
	}
	p.i++
	p.space()
	x := alternation(p.alternatives())
	if p.atEnd() || p.peek() != closer[0] {
		at, hint := p.pos(open), p.habit()
		if _, ok := p.flush(); ok && p.atEnd() {
			hint = []string{indentNext}
		}
		p.expected(p.i, fmt.Sprintf("%q, to close %s that %d:%d opens, or another element", closer, name, at.Line, at.Col), hint...)
	}
	p.i++
	p.depth--
	return x
}

// clip limits the length of what a message quotes.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}
