// Package lint looks at grammars as a careful reader of a draft does. In come files in
// ABNF; out come faults that do not keep the grammar from being used: alternatives that
// match the same string, or hide one in tools that take the first, core rules under other names, lines that do not fit into an RFC or end in LF alone.
// It must not know how faults are printed.
package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Check is one thing that is looked for. All checks are off unless they are asked for.
type Check struct {
	Code    string
	Section string // the clause, or "" if no document has it
	Title   string // what holds for a grammar without the fault
	Text    string // what the check looks for
	Mend    string // what to do
	Good    []string
	Bad     []string

	lines func(*linter) // looks at the lines of the files
	rules func(*linter) // looks at the rules; not called for a grammar of which no rule can be used
}

// Checks returns all checks, in the order in which "iri explain" lists them.
func Checks() []Check {
	return []Check{ambiguous, prefix, letterCase, coreAlias, lineLength, lineEnd, characters}
}

// Run carries out those checks that are wanted, and returns what they find, in the order of
// the files. The spec is what [spec.ReadSpec] makes of them, nil if no rule can be used. Rules of grammars that the files
// change or import are not looked at.
func Run(want func(code string) bool, s *spec.Spec, files ...spec.GrammarFile) abnf.ErrorList {
	l := &linter{files: slices.DeleteFunc(slices.Clone(files), func(f spec.GrammarFile) bool { return f.Library }),
		firsts: make(map[*abnf.Rule]first)}
	if s != nil {
		l.all, l.usable = s.AllRules(), s.Grammar()
	}
	for _, c := range Checks() {
		if !want(c.Code) {
			continue
		}
		l.code = c.Code
		if c.lines != nil {
			c.lines(l)
		}
		if c.rules != nil && s != nil {
			c.rules(l)
		}
	}
	l.faults.Sort()
	return l.faults
}

// A linter carries out checks.
type linter struct {
	files  []spec.GrammarFile
	all    *abnf.Grammar // every rule
	usable *abnf.Grammar // the rules that can be used
	firsts map[*abnf.Rule]first
	code   string // of the check
	faults abnf.ErrorList
}

// defined returns the rules of a grammar that the files define.
func (l *linter) defined(g *abnf.Grammar) []*abnf.Rule {
	return slices.DeleteFunc(slices.Clone(g.Rules), func(r *abnf.Rule) bool {
		return r.Core || !slices.ContainsFunc(l.files, func(f spec.GrammarFile) bool { return f.Name == r.Pos.File })
	})
}

// add adds a fault; its line is looked up where it is not known.
func (l *linter) add(at abnf.Pos, rule, line, msg string) {
	for _, f := range l.files {
		if lines := strings.Split(string(f.Text), "\n"); line == "" && f.Name == at.File && at.Line <= len(lines) {
			line = strings.TrimRight(strings.TrimPrefix(lines[at.Line-1], "\uFEFF"), "\r")
		}
	}
	l.faults = append(l.faults, &abnf.Error{Pos: at, Code: l.code, Warning: true, Rule: rule, Line: line, Msg: msg})
}

var lineLength = Check{
	Code: "line-length", Section: "RFC 7994",
	Title: "a line fits into an RFC",
	Text: "The text of an RFC has 72 columns, and code in it is indented by 3. A line of more than 69 characters " +
		"does not fit.",
	Mend: "break the line before an alternative; iri grammar fmt does so",
	Good: []string{"a = \"x\""},
	Bad:  []string{"a = \"a very long string that is as long as a line of an RFC can be, and more\""},
	lines: func(l *linter) {
		l.eachLine(func(at abnf.Pos, line string) {
			// The field sha256 is what extract writes for the file, and no line break is allowed in it.
			if n := utf8.RuneCountInString(line); n > grammarfmt.Width && !strings.HasPrefix(line, "; sha256:") {
				at.Col = grammarfmt.Width + 1
				l.add(at, "", line, fmt.Sprintf("the line has %d characters, more than the %d that fit into an RFC", n, grammarfmt.Width))
			}
		})
	},
}

var characters = Check{
	Code: "characters", Section: "RFC 7994",
	Title: "the text has the characters of RFCs",
	Text: "ABNF in an RFC has printable ASCII characters, spaces and line ends; a tab has another width in each " +
		"program that shows it. The first such character of each line is reported, also in header fields.",
	Mend: "write spaces for tabs, and ASCII in comments",
	Good: []string{"a = \"x\" ; note"},
	Bad:  []string{"a =\t\"x\"", "; title: café\na = \"x\""},
	lines: func(l *linter) {
		l.eachLine(func(at abnf.Pos, line string) {
			col := 0
			for _, c := range strings.TrimSuffix(line, "\f") {
				if col++; c < ' ' || c > '~' {
					at.Col = col
					l.add(at, "", line, fmt.Sprintf("the line has %s, which the text of an RFC cannot have", quote.RuneName(c)))
					return
				}
			}
		})
	},
}

var lineEnd = Check{
	Code: "line-end", Section: "RFC 5234 §4",
	Title: "a line ends in CRLF",
	Text: "A line of ABNF ends in CRLF (c-nl). Most programs read LF alone as well, as this one does, but not all, " +
		"and not where both are in one file. The first such line of each file is reported.",
	Mend: "write CRLF, as unix2dos does; in the source of a document its tools do that",
	Good: []string{"a = \"x\"\r\n"},
	Bad:  []string{"a = \"x\"\n"},
	lines: func(l *linter) {
		for _, file := range l.files {
			text := string(file.Text)
			all, crlf := strings.Count(text, "\n"), strings.Count(text, "\r\n")
			if all == crlf {
				continue
			}
			for i, line := range strings.Split(text, "\n") {
				if strings.HasSuffix(line, "\r") {
					continue
				}
				line = strings.TrimPrefix(line, "\uFEFF")
				l.add(abnf.Pos{File: file.Name, Line: i + 1, Col: utf8.RuneCountInString(line) + 1}, "", line,
					fmt.Sprintf("the line ends in LF alone, as %d of %d do; ABNF has CRLF", all-crlf, all))
				break
			}
		}
	},
}

// eachLine calls f for every line of the files.
func (l *linter) eachLine(f func(at abnf.Pos, line string)) {
	for _, file := range l.files {
		text := strings.TrimPrefix(string(file.Text), "\uFEFF")
		for i, line := range strings.Split(text, "\n") {
			f(abnf.Pos{File: file.Name, Line: i + 1, Col: 1}, strings.TrimSuffix(line, "\r"))
		}
	}
}

// The checks below look at strings in alternatives.

var prefix = Check{
	Code: "prefix", Section: "RFC 5234 §3.2",
	Title: "no alternative begins with one before it",
	Text: "A string is an alternative, and a later alternative of the same rule begins with it. Alternatives of ABNF " +
		"have no order, so the grammar is correct. Tools that take the first alternative that matches, as those for " +
		"PEG do, never come to the later one.",
	Mend: "write the longer alternative first",
	Good: []string{`a = "abc" / "ab"`, `a = %s"ab" / %s"Abc"`},
	Bad:  []string{`a = "ab" / "abc"`, "a = b / c\nb = \"x\"\nc = \"xy\" *DIGIT"},
	rules: func(l *linter) {
		for _, r := range l.defined(l.all) {
			abnf.Walk(r.Expr, func(e abnf.Expr) bool {
				if a, ok := e.(*abnf.Alternation); ok {
					l.prefixes(r, a.Alts)
				}
				return true
			})
		}
	},
}

// prefixes finds the first string among alternatives with which each later one begins.
func (l *linter) prefixes(r *abnf.Rule, alts []abnf.Expr) {
	const most = 500 // alternatives, each of which is compared with all before it
	begins := make([]start, 0, min(len(alts), most))
	for _, a := range alts[:min(len(alts), most)] {
		b := l.start(a, 0)
		at := slices.IndexFunc(begins, func(o start) bool {
			return o.whole && len(o.chars) > 0 && (len(o.chars) < len(b.chars) || len(o.chars) == len(b.chars) && !b.whole) &&
				slices.EqualFunc(o.chars, b.chars[:len(o.chars)], contains)
		})
		if at >= 0 {
			l.add(r.Pos, r.Name, "", fmt.Sprintf("in %s, %s begins with %s, which stands before it, so tools that take the "+
				"first alternative that matches never come to it", r.Name, abnf.Short(a), abnf.Short(alts[at])))
		}
		begins = append(begins, b)
	}
}

// A start is what all strings of an expression begin with: the characters of each place. whole says that they are
// all of it.
type start struct {
	chars [][]abnf.Interval
	whole bool
}

// start returns what an expression begins with, as far as it is made of terminals.
func (l *linter) start(e abnf.Expr, depth int) start {
	const deep = 20 // rules that refer to others
	if chars, ok := abnf.Characters(e); ok {
		return start{chars, true}
	}
	if t := l.all.Target(e); t != nil && depth < deep {
		return l.start(t.Expr, depth+1)
	}
	c, ok := e.(*abnf.Concatenation)
	if !ok {
		return start{}
	}
	all := start{whole: true}
	for _, p := range c.Parts {
		s := l.start(p, depth+1)
		all.chars = append(all.chars, s.chars...)
		if !s.whole || depth >= deep {
			all.whole = false
			break
		}
	}
	return all
}

// contains reports whether one of two sets of characters has all of the other.
func contains(set, part []abnf.Interval) bool {
	set = abnf.Joined(slices.Clone(set))
	return !slices.ContainsFunc(part, func(p abnf.Interval) bool {
		return !slices.ContainsFunc(set, func(s abnf.Interval) bool { return s.Lo <= p.Lo && p.Hi <= s.Hi })
	})
}

var letterCase = Check{
	Code: "letter-case", Section: "RFC 5234 §2.3",
	Title: "letters in lower case that match upper case say so",
	Text: "A rule has the letters \"a\" to \"f\", each as a string, and no upper case. Strings of ABNF match both cases, " +
		"so \"A\" to \"F\" match, too. Often hexadecimal digits in lower case alone are meant.",
	Mend: "write %x61-66 for lower case alone, or HEXDIG for both",
	Good: []string{"a = DIGIT / %x61-66", `a = DIGIT / %s"a" / %s"b" / %s"c" / %s"d" / %s"e" / %s"f"`,
		`a = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"`},
	Bad: []string{`a = DIGIT / "a" / "b" / "c" / "d" / "e" / "f"`},
	rules: func(l *linter) {
		for _, r := range l.defined(l.all) {
			abnf.Walk(r.Expr, func(e abnf.Expr) bool {
				a, ok := e.(*abnf.Alternation)
				if !ok {
					return true
				}
				var letters strings.Builder
				for _, x := range a.Alts {
					if s, ok := x.(*abnf.Literal); ok && len(s.Text) == 1 && !s.Sensitive {
						letters.WriteString(s.Text)
					}
				}
				if !strings.ContainsAny(letters.String(), "ABCDEF") && strings.Trim("abcdef", letters.String()) == "" {
					l.add(r.Pos, r.Name, "", fmt.Sprintf(`in %s, "a" to "f" match "A" to "F", too; `+
						`if only lower case is meant, write %%x61-66`, r.Name))
				}
				return true
			})
		}
	},
}
