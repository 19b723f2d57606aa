package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// This file looks at strings in alternatives.

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
