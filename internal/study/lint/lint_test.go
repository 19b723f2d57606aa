package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// run carries out one check.
func run(code, src string) abnf.ErrorList {
	file := spec.GrammarFile{Name: "x.abnf", Text: []byte(src)}
	s, _ := spec.ReadSpec(file) // nil for a grammar that cannot be read
	return Run(func(c string) bool { return c == code }, s, file)
}

func TestRun(t *testing.T) {
	for _, tt := range []struct{ name, code, src, want string }{
		{"one alternative is a part of another", "ambiguous", "a = 1*DIGIT / \"5\"",
			`1:1 in a, "5" adds nothing: all that it matches matches 1*DIGIT`},
		{"the other way round", "ambiguous", "a = \"5\" / 1*DIGIT",
			`1:1 in a, "5" adds nothing: all that it matches matches 1*DIGIT`},
		{"both match a string", "ambiguous", "a = *\"x\" / *\"y\"", `1:1 in a, "" matches both *"x" and *"y"`},
		{"in a group", "ambiguous", "a = \"(\" ( b / c ) \")\"\nb = \"x\" / \"y\"\nc = \"y\" / \"z\"",
			`1:1 in a, "y" matches both b and c`},
		{"case matters", "ambiguous", "a = %s\"x\" / %s\"X\"", ""},
		{"case does not", "ambiguous", "a = %s\"x\" / \"X\"",
			`1:1 in a, %s"x" adds nothing: all that it matches matches "X"`},
		{"twice is another check", "ambiguous", "a = \"x\" / \"x\"", ""},
		{"recursive rules are left out", "ambiguous", "a = b / b c\nb = \"(\" [ b ] \")\"\nc = \"x\" / 1*\"x\"",
			`3:1 in c, "x" adds nothing: all that it matches matches 1*"x"`},
		{"rules of the spec that is changed are left out", "ambiguous", "; changes: rfc3986\nport = DIGIT / \"1\"",
			`2:1 in port, "1" adds nothing: all that it matches matches DIGIT`},

		{"a range", "core-alias", "n = %x30-39", "1:1 n is the core rule DIGIT by another name"},
		{"letters in the other order", "core-alias", "l = %x61-7A / %x41-5A",
			"1:1 l is the core rule ALPHA by another name"},
		{"single characters", "core-alias", "h = %x30-39 / \"a\" / \"b\" / \"c\" / \"d\" / \"e\" / \"f\"",
			"1:1 h is the core rule HEXDIG by another name"},
		{"by its name", "core-alias", "n = DIGIT", ""},
		{"the core rule itself", "core-alias", "a = DIGIT\nDIGIT = %x30-39", ""},
		{"more than a character", "core-alias", "n = 1*%x30-39", ""},

		{"a string before a longer one", "prefix", "a = \"ab\" / \"c\" / \"abc\"",
			`1:1 in a, "abc" begins with "ab", which stands before it, so tools that take the first alternative that ` +
				`matches never come to it`},
		{"a string before what begins with it", "prefix", "a = ( \"x\" / b )\nb = %x58 *DIGIT",
			`1:1 in a, b begins with "x", which stands before it, so tools that take the first alternative that matches ` +
				`never come to it`},
		{"the longer one first", "prefix", "a = \"abc\" / \"ab\"", ""},
		{"another case", "prefix", "a = %s\"ab\" / \"abc\" / %s\"AB\" / %s\"abC\"", `1:1 in a, %s"abC" begins with ` +
			`%s"ab", which stands before it, so tools that take the first alternative that matches never come to it`},
		{"twice is another check, too", "prefix", "a = \"ab\" / \"ab\"", ""},
		{"rules that refer to themselves", "prefix", "a = \"x\" / a \"y\" / b\nb = a", ""},

		{"letters of both cases", "letter-case", "a = \"f\" / \"e\" / \"d\" / \"c\" / \"b\" / \"a\" / DIGIT",
			`1:1 in a, "a" to "f" match "A" to "F", too; if only lower case is meant, write %x61-66`},
		{"not all letters", "letter-case", "a = \"a\" / \"b\"", ""},
		{"upper case, too", "letter-case", "a = \"a\" / \"b\" / \"c\" / \"d\" / \"e\" / \"f\" / \"A\"", ""},

		{"69 columns", "line-length", "a = \"" + strings.Repeat("x", 63) + "\"", ""},
		{"70 columns", "line-length", "a = \"" + strings.Repeat("x", 64) + "\"",
			"1:70 the line has 70 characters, more than the 69 that fit into an RFC"},
		{"columns are characters", "line-length", "a = \"x\" ; " + strings.Repeat("é", 59), ""},
		{"a grammar that cannot be read has lines", "line-length", "a = (\n; " + strings.Repeat("x", 70),
			"2:70 the line has 72 characters, more than the 69 that fit into an RFC"},
		{"the hash that extract writes", "line-length", "; sha256: " + strings.Repeat("0", 64) + "\na = \"x\"", ""},

		{"LF alone", "line-end", "a = b\nb = \"x\"\n", "1:6 the line ends in LF alone, as 2 of 2 do; ABNF has CRLF"},
		{"LF and CRLF", "line-end", "a = é\r\nb = \"é\"\n\r\n",
			"2:8 the line ends in LF alone, as 1 of 3 do; ABNF has CRLF"},
		{"CRLF", "line-end", "\uFEFFa = b\r\nb = \"x\"\r\n", ""},
		{"after a byte order mark", "line-end", "\uFEFFa = b\nb = \"x\"\r\n",
			"1:6 the line ends in LF alone, as 1 of 2 do; ABNF has CRLF"},
		{"no line end", "line-end", "a = \"x\"", ""},

		{"a tab", "characters", "a =\t\"x\"\r\n",
			"1:4 the line has U+0009 CHARACTER TABULATION, which the text of an RFC cannot have"},
		{"a header field", "characters", "; section: RFC 1 §2\na = \"x\"",
			"1:18 the line has U+00A7 SECTION SIGN, which the text of an RFC cannot have"},
		{"a page break", "characters", "a = \"x\"\n\f\nb = a\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, e := range run(tt.code, tt.src) {
				got = append(got, fmt.Sprintf("%d:%d %s", e.Pos.Line, e.Pos.Col, e.Msg))
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

// TestExamples runs each check on its own examples.
func TestExamples(t *testing.T) {
	for _, c := range Checks() {
		found := func(src string) bool { return len(run(c.Code, src)) > 0 }
		for _, s := range c.Good {
			if found(s) {
				t.Errorf("%s: found in %q", c.Code, s)
			}
		}
		for _, s := range c.Bad {
			if !found(s) {
				t.Errorf("%s: not found in %q", c.Code, s)
			}
		}
	}
}
