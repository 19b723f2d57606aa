package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/text/quote"
)

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
