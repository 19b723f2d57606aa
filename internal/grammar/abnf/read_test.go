package abnf

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestParse gives the tree of every piece of the notation, printed back.
func TestParse(t *testing.T) {
	for _, tt := range []struct{ name, src, want, source string }{
		{"literal", `a = "x"`, `a = "x"`, `a = "x"`},
		{"empty literal", `a = ""`, `a = ""`, ``},
		{"case-sensitive", `a = %s"xY"`, `a = %s"xY"`, ``},
		{"explicitly case-insensitive", `a = %i"xY"`, `a = "xY"`, `a = %i"xY"`},
		{"the letters of % are of any case", `a = %S"x" %X41 %D65 %B1000001`, `a = %s"x" %x41 %d65 %b1000001`, ``},
		{"value", `a = %x0d`, `a = %xD`, `a = %x0d`},
		{"value range", `a = %x41-5a`, `a = %x41-5A`, ``},
		{"value sequence", `a = %d13.10`, `a = %d13.10`, ``},
		{"binary range", `a = %b1-10`, `a = %b1-10`, ``},
		{"last character", `a = %x10FFFF`, `a = %x10FFFF`, ``},
		{"range over the surrogates", `a = %x0-10FFFF`, `a = %x0-10FFFF`, ``},
		{"alternation", `a = b / c/d`, `a = b / c / d`, `a = b / c/d`},
		{"concatenation", `a = b c  d`, `a = b c d`, `a = b c d`},
		{"precedence", `a = b c / d`, `a = b c / d`, ``},
		{"group", `a = b (c / d) e`, `a = b (c / d) e`, ``},
		{"group that is not needed", `a = ( b )`, `a = b`, `a = ( b )`},
		{"nested groups", `a = ((b / c) / d) (e (f g))`, `a = ((b / c) / d) (e (f g))`, ``},
		{"option", `a = [ b c ] d`, `a = [b c] d`, ``},
		{"option in a repeat", `a = *[b]`, `a = *[b]`, ``},
		{"any number", `a = *b`, `a = *b`, ``},
		{"at least", `a = 2*b`, `a = 2*b`, ``},
		{"at most", `a = *3b`, `a = *3b`, ``},
		{"between", `a = 2*3b`, `a = 2*3b`, ``},
		{"exactly", `a = 3b`, `a = 3b`, ``},
		{"exactly, as a range", `a = 3*3b`, `a = 3b`, `a = 3*3b`},
		{"zero", `a = 0b`, `a = 0b`, ``},
		{"zero or more, with the zero", `a = 0*b`, `a = *b`, ``},
		{"repeat of a repeat", `a = 2(3b)`, `a = 2(3b)`, ``},
		{"repeat of a group", `a = *( b / c )`, `a = *(b / c)`, ``},
		{"prose", `a = <b>`, `a = <b>`, ``},
		{"prose with anything", `a = 0<any "x" ; b>`, `a = 0<any "x" ; b>`, ``},
		{"zero prose", `a = 0<ipchar>`, `a = 0<ipchar>`, ``},
		{"incremental", "a = b\na =/ c / d\na =/ e", `a = b / c / d / e`, `a = b / c / d / e`},
		{"incremental to a group", "a = (b / c)\na =/ d", `a = (b / c) / d`, `a = (b / c) / d`},
		{"incremental in another case", "ab = b\nAB =/ d", `ab = b / d`, `ab = b / d`},
		{"comment", "a = b ; c\n", `a = b`, `a = b`},
		{"semicolon in a string", `a = "x;y" b ; c`, `a = "x;y" b`, `a = "x;y" b`},
		{"spaces in a string", `a =   "x  y"`, `a = "x  y"`, `a = "x  y"`},
		{"folded", "a = b\n  c ; d\n  / e\n", `a = b c / e`, `a = b c / e`},
		{"folded before =", "a\n =\n b", `a = b`, `a = b`},
		{"folded in a group", "a = ( b ; x\n / c\n )", `a = b / c`, ``},
		{"CRLF", "a = b\r\n  c\r\nd = e\r\n", `a = b c`, `a = b c`},
		{"tab", "a =\tb\n\tc", `a = b c`, `a = b c`},
		{"blank line inside", "a = b\n\n  c", `a = b c`, ``},
		{"blank line with blanks", "a = b\n   \n  c", `a = b c`, ``},
		{"comment line inside", "a = b\n; x\n  c", `a = b c`, ``},
		{"all indented", "   a = b\n     c\n   d = e", `a = b c`, ``},
		{"blank lines before", "\n\n; x\n\na = b", `a = b`, ``},
		{"non-ASCII comment", "; § é\na = b ; §\n", `a = b`, ``},
		{"byte order mark", "\uFEFFa = b", `a = b`, ``},
		{"no line end", `a = b`, `a = b`, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Parse("x.abnf", []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Rules[0].String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := g.Rules[0].Source; tt.source != "" && got != tt.source {
				t.Errorf("source: got %q, want %q", got, tt.source)
			}
		})
	}
}

func TestHeader(t *testing.T) {
	const src = `; An example: this is a comment.
; spec: x
; title: RFC X
; Date: 2012-03-02
; sha256: 000102030405060708090A0B0C0D0E0F000102030405060708090a0b0c0d0e0f
; date: 2012-13
; date: Monday
; date: 2012-3-02
; sha256: none
; changes: rfc3987
; without: IRI, absolute-IRI
; top: A
; reference: b
; section: RFC X §1
A = b ; section: not here
b = "x"

; section: RFC X §2
; top: too late
c = b
    ; section: RFC X §3
d = c
`
	g, err := Parse("x.abnf", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if g.Spec != "x" || g.Title != "RFC X" || g.Changes != "rfc3987" || g.Top != "A" || g.Reference != "b" ||
		!reflect.DeepEqual(g.Without, []string{"IRI", "absolute-IRI"}) {
		t.Errorf("got %+v", g)
	}
	if g.Date != "2012-03-02" || g.SHA256 != strings.Repeat("000102030405060708090a0b0c0d0e0f", 2) {
		t.Errorf("got date %q and hash %q", g.Date, g.SHA256)
	}
	for name, want := range map[string]string{"a": "RFC X §1", "b": "RFC X §1", "c": "RFC X §2", "d": "RFC X §3"} {
		if got := g.Rule(name).Section; got != want {
			t.Errorf("section of %s: got %q, want %q", name, got, want)
		}
	}
	if got := g.Rule("c").Pos; got != (Pos{"x.abnf", 20, 1}) {
		t.Errorf("got position %v", got)
	}
}

// notFields are comments whose words are names of header fields.
var notFields = []string{
	"; Reference: RFC 3339", "; Changes: 2024-01-02 typo", "; Top: the first rule", "; Import: see RFC 3986",
	"; Relative: years",
	"; Family: none", "; Component: parser", "; Terminals: see below", "; Title:", "; Cites: nothing", "; Record: none",
	"; Spec: RFC 1",
	"; Without: warranty",
}

// TestErrors has the exact messages of the reader and the checks. The files
// that a row needs beside core.abnf are those of grammar/.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"no equals sign", "a b\n", `x:1:3 syntax: expected "=" or "=/" after the rule name, found "b"`},
		{"underscore", "a_b = \"x\"\n", `x:1:1 syntax: expected a rule name, found "a_b": rule names have letters, ` +
			`digits and hyphens`},
		{"EBNF", "a ::= \"x\"", `x:1:3 syntax: expected "=" or "=/" after the rule name, found ":": ABNF defines a ` +
			`rule with a single "="`},
		{"digit first", "1a = \"x\"", `x:1:1 syntax: expected a rule name, found "1": a rule's name begins with a ` +
			`letter`},
		{"angle brackets", "<a> = \"x\"", `x:1:1 syntax: expected a rule name, found "<": a rule's name has no angle ` +
			`brackets where it is defined`},
		{"nothing", "a = \n", `x:1:5 syntax: expected an element, found the end of the line: the empty string is ` +
			`written ""`},
		{"nothing at the end", "a =", `x:1:4 syntax: expected an element, found the end of the file: the empty ` +
			`string is written ""`},
		{"empty alternative", "a = / \"x\"",
			`x:1:5 syntax: expected an element, found "/": an empty alternative is written ""`},
		{"trailing alternative", "a = \"x\" /\nb = a",
			`x:1:10 syntax: expected an element, found the end of the line: the empty string is written ""`},
		{"empty group", "a = ()", `x:1:6 syntax: expected an element, found ")": the empty string is written ""`},
		{"group not closed", "a = ( \"x\"\nb = a", `x:1:10 syntax: expected ")", to close the group that 1:5 opens, ` +
			`or another element, found the end of the line`},
		{"option closed as a group", "a = [ \"x\" )",
			`x:1:11 syntax: expected "]", to close the option that 1:5 opens, or another element, found ")"`},
		{"nothing open", "a = \"x\" )", `x:1:9 syntax: expected the end of the rule, "/" or another element, found ` +
			`")": there is no open bracket that it could close`},
		{"bar", "a = \"x\" | \"y\"", `x:1:9 syntax: expected the end of the rule, "/" or another element, found "|": ` +
			`ABNF writes alternatives with "/"`},
		{"string not closed", "a = \"x\nb = a",
			`x:1:7 syntax: expected "\"" to close the string, found the end of the line`},
		{"single quotes", "a = 'x'", `x:1:5 syntax: expected an element, found "'": strings are written in double ` +
			`quotes, and %x22 is the quote itself`},
		{"non-ASCII string", "a = \"é\"", `x:1:6 syntax: expected "\"" to close the string, found "é": only the ` +
			`ASCII characters U+0020 to U+007E are allowed there; write others as %x values`},
		{"prose not closed", "a = <x", `x:1:7 syntax: expected ">" to close the prose value, found the end of the ` +
			`file`},
		{"not UTF-8", "a = \xff", `x:1:5 syntax: expected an element, found the byte 0xff, which is not UTF-8`},
		{"not UTF-8 in a comment", "; \xff\na = \"x\"", `x:1:3 syntax: the comment is not UTF-8`},
		{"unknown base", "a = %o17", `x:1:6 syntax: expected "x", "d", "b", "s" or "i" after "%", found "o17"`},
		{"bar in a group", "a = ( \"x\" | \"y\" )", `x:1:11 syntax: expected ")", to close the group that 1:5 opens, ` +
			`or another element, found "|": ABNF writes alternatives with "/"`},
		{"a comment at the start of a line", "# a\nd = \"x\"", `x:1:1 syntax: expected a rule name, found "#": a ` +
			`comment begins with ";"`},
		{"one of C there", "// b\nd = \"x\"",
			`x:1:1 syntax: expected a rule name, found "/": a comment begins with ";"`},
		{"one of Pascal", "(* c *)\nd = \"x\"",
			`x:1:1 syntax: expected a rule name, found "(": a comment begins with ";"`},
		{"two dots", "a = %x30..39", `x:1:10 syntax: expected a hexadecimal digit, found ".": %x30-39 is a range, ` +
			`and %x30.39 two characters`},
		{"no digit", "a = %xG", `x:1:7 syntax: expected a hexadecimal digit, found "G"`},
		{"a percent sign in a range", "a = %x21-%x2B", `x:1:10 syntax: expected a hexadecimal digit, found "%": %x30-39 is ` +
			`a range, and %x30.39 two characters`},
		{"digit of another base", "a = %b12", `x:1:8 syntax: expected a binary digit, found "2"`},
		{"range and sequence", "a = %x41-5A.42", `x:1:12 syntax: expected the end of the range %x41-5A, found ".": a ` +
			`range has two ends and cannot be combined with "."`},
		{"sequence and range", "a = %x41.42-43", `x:1:12 syntax: expected the end of the values %x41.42, found "-": ` +
			`a range has two ends and cannot be combined with "."`},
		{"no quote after %s", "a = %sx", `x:1:7 syntax: expected a string in double quotes right after "%s", found ` +
			`"x"`},
		{"blank after a repeat", "a = 2 \"x\"",
			`x:1:6 syntax: expected an element right after the repeat 2, found a space`},
		{"no blank between elements", `a = "x""y"`,
			`x:1:8 syntax: expected white space between two elements, found "\""`},
		{"not indented", "a = \"x\"\n/ \"y\"", `x:2:1 syntax: expected a rule name, found "/": a line continues a ` +
			`rule only if it is indented; indent this line`},
		{"carriage return alone", "a = \"x\"\rb = a", "x:1:8 syntax: expected the end of the line, found \"\\r\": a " +
			"line ends in LF or in CRLF, not in CR alone"},
		{"two faults", "a = ?\nb = \"x\" c\n  d ]\ne = %xZ", `x:1:5 syntax: expected an element, found "?": what may be missing stands in brackets: [ "x" ]
x:3:5 syntax: expected the end of the rule, "/" or another element, found "]": there is no open bracket that it could close
x:4:7 syntax: expected a hexadecimal digit, found "Z"`},
		{"deep", "a = " + strings.Repeat("(", 300), `x:1:205 syntax: groups are nested more than 200 deep`},

		{"inverted range", "a = %x5A-41", `x:1:5 value: the range %x5A-41 ends before it starts`},
		{"inverted repeat with a huge number", "a = 282491*4\"x\"",
			`x:1:5 value: the repeat 282491*4 asks for at least 282491 and at most 4`},
		{"huge numbers in a repeat", "a = 100000*9999999\"x\"",
			`x:1:5 value: the repeat 100000 is more than 65536, the most that this reader accepts`},
		{"a letter after a digit", "a = %x4G",
			`x:1:8 syntax: expected a hexadecimal digit, found "G": G is not a hexadecimal digit`},
		{"inverted repeat", "a = 3*2\"x\"", `x:1:5 value: the repeat 3*2 asks for at least 3 and at most 2`},
		{"surrogate", "a = %xD800", `x:1:7 value: %xD800 is a surrogate, which is not a character; write the number ` +
			`of the character for which UTF-16 has two of them, ` +
			`such as %x1F600 for %xD83D.DE00, and %x10000-10FFFF for %xD800-DBFF %xDC00-DFFF`},
		{"range to a surrogate", "a = %xA0-DFFF", `x:1:10 value: %xDFFF is a surrogate, which is not a character; ` +
			`write the number of the character for which UTF-16 has two of them, ` +
			`such as %x1F600 for %xD83D.DE00, and %x10000-10FFFF for %xD800-DBFF %xDC00-DFFF`},
		{"range of surrogates", "a = %xD800-DFFF", `x:1:7 value: %xD800 is a surrogate, which is not a character; ` +
			`write the number of the character for which UTF-16 has two of them, ` +
			`such as %x1F600 for %xD83D.DE00, and %x10000-10FFFF for %xD800-DBFF %xDC00-DFFF`},
		{"values past the end", "a = %d1114112.65.1114113 %d1114114-1114115",
			`x:1:7 value: %d1114112 is past the last character, U+10FFFF
x:1:28 value: %d1114114 is past the last character, U+10FFFF`},
		{"past the end", "a = %x110000", `x:1:7 value: %x110000 is past the last character, U+10FFFF`},
		{"far past the end", "a = %x" + strings.Repeat("F", 60),
			`x:1:7 value: %xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF... is past the last character, U+10FFFF`},
		{"huge repeat", "a = 99999999999999999999\"x\"",
			`x:1:5 value: the repeat 99999999999999999999 is more than 65536, the most that this reader accepts`},

		{"undefined", "a = port-nr\nport = \"x\"", `x:1:5 undefined-rule: a refers to port-nr, which is not defined; did you mean port?
x:2:1 unused (warning): no rule uses port; it can only be a start rule`},
		{"undefined, nothing like it", "a = xyz", `x:1:5 undefined-rule: a refers to xyz, which is not defined`},
		{"the same name twice", "a = \"x\"\na = \"y\"",
			`x:2:1 duplicate: a is already defined at x:1:1; "=/" adds alternatives to a rule, or --severity ` +
				`duplicate=warning takes the first definition`},
		{"the same definition twice", "a = \"x\" / b\nb = \"y\"\na = \"x\"\n / b ; again",
			`x:3:1 duplicate (warning): a is defined in the same way at x:1:1; remove one of the definitions`},
		{"the same characters twice", "a = %x30-39 / SP\na = \" \" / %d48-57",
			`x:2:1 duplicate (warning): a is defined in the same way at x:1:1; remove one of the definitions`},
		{"a name in other rules, too", "a = x b c d e\nb = x\nc = x x\nd = X\ne = x\n",
			`x:1:5 undefined-rule: a refers to x, which is not defined; the same holds in b, c, d and 1 more rule`},
		{"another case in other rules, too", "a = B c\nb = \"x\"\nc = B",
			`x:1:5 name-case (warning): B is spelled b where it is defined; the same holds in c`},
		{"prose in other rules, too", "a = <any octet> c\nc = <any octet>",
			`x:1:5 prose: the prose value <any octet> names no rule, so what it matches is unknown; write the rule, ` +
				`with its characters as %x values; the same holds in c`},
		{"core rules with other parts", "a = HEXDIG ALPHA CRLF\nHEXDIG = DIGIT / af\naf = \"A\" / \"B\" / \"C\" / " +
			"\"D\" / \"E\" / \"F\"\nALPHA = lo / up\nlo = %x61-7A\nup = %x41-5A\nCRLF = %d13.10", ``},
		{"core rules with another end", "a = ALPHA CRLF\nALPHA = %x41-5A / %x61-79\nCRLF = LF / CR LF", `x:2:1 core-rule (warning): ALPHA is a core rule of RFC 5234, which defines it differently: ALPHA = %x41-5A / %x61-7A
x:3:1 core-rule (warning): CRLF is a core rule of RFC 5234, which defines it differently: CRLF = CR LF`},
		{"in another order", "a = b \"x\" / [c] b\na = ( [ c ] b ) / b \"X\"\nb = 1*c\nc = \"c\"",
			"x:2:1 duplicate (warning): a is defined in the same way at x:1:1; remove one of the definitions"},
		{"the same in other forms", "a = 1*b / c\na = c / b *b\nA = c / ( b *b )\n" +
			"b = c c\nc = \"c\" / \"d\" d\nd = \"d\"",
			"x:2:1 duplicate (warning): a is defined in the same way at x:1:1; remove one of the definitions\n" +
				"x:3:1 duplicate (warning): A is defined in the same way at x:1:1; remove one of the definitions"},
		{"one more", "a = 1*b\na = b b *b\nb = \"b\" / \"c\" \"d\"",
			`x:2:1 duplicate: a is already defined at x:1:1; "=/" adds alternatives to a rule, or --severity ` +
				`duplicate=warning takes the first definition`},
		{"a core rule in another form", "a = LWSP\nLWSP = *( ( %x0D.0A WSP ) / SP / HTAB )", ``},
		{"a core rule that is prose", "a = DQUOTE\nDQUOTE = <\">", `x:2:10 prose: the prose value <"> names no ` +
			`rule, so what it matches is unknown; write the rule, with its characters as %x values`},
		{"duplicate", "a = \"x\"\nA = \"y\"", `x:2:1 duplicate: A is already defined at x:1:1 as a, because ABNF ` +
			`ignores the case of names; give one of the rules another name, or --severity duplicate=warning ` +
			`takes the first definition`},
		{"incremental to nothing", "a =/ \"x\"", `x:1:1 unextended: "=/" adds to the rule a, which is not defined ` +
			`before; the first definition has "="`},
		{"incremental to nothing, and not unused", "a = \"y\"\nb =/ \"x\"",
			`x:2:1 unextended: "=/" adds to the rule b, which is not defined before; the first definition has "="`},
		{"incremental first", "a =/ \"x\"\na = \"y\"",
			`x:2:1 duplicate: a is defined with "=" after "=/" has added to it at x:1:1`},
		{"unused", "a = \"x\"\nb = a\nc = a", `x:3:1 unused (warning): no rule uses c; it can only be a start rule`},
		{"recursion", "a = \"x\" [b]\nb = c\nc = \"(\" a \")\"", ``},
		{"empty loop", "a = *b\nb = *\"x\" [\"y\"]",
			`x:1:5 empty-loop (warning): a repeats b, which can match the empty string`},
		{"values that cannot be read are not the same", "a = %x110000 / %xD800", `x:1:7 value: %x110000 is past the last character, U+10FFFF
x:1:18 value: %xD800 is a surrogate, which is not a character; write the number of the character for which UTF-16 has two of them, such as %x1F600 for %xD83D.DE00, and %x10000-10FFFF for %xD800-DBFF %xDC00-DFFF`},
		{"no rule but something else", "<a> = \"x\"", `x:1:1 syntax: expected a rule name, found "<": a rule's name ` +
			`has no angle brackets where it is defined`},
		{"a list of HTTP", "a = 1#b\nb = \"x\"", `x:1:6 syntax: expected an element, found "#": lists with "#" are ` +
			`an extension of HTTP (RFC 9110 §5.6.1), not ABNF; write 1#x as x *( OWS "," OWS x )`},
		{"curly quotes", "a = “x”", `x:1:5 syntax: expected an element, found "“": strings are written in straight ` +
			`double quotes, U+0022`},
		{"tabs, CRLF and no last line end", "a\t=\t\"x\"\r\n\t/\tb\r\nb\t=\t\"y\"", ``},
		{"continuation lines after blank lines and comments",
			"a = \"x\" ; c\n ; c2\n \n   / \"y\" ; c3\n   b\nb = \"z\"", ``},
		{"an empty line in a rule", "a = \"x\"\n\n  / \"y\"\n\n  / b\n\nb = \"z\"",
			`x:2:1 notation (warning): an empty line ends the rule in RFC 5234, and other tools may read a only to ` +
				`there; remove the line, or begin it with a space`},
		{"a comment in the first column in a rule", "a = \"x\"\r\n; c\r\n  / \"y\"",
			`x:2:1 notation (warning): a comment that is not indented ends the rule in RFC 5234, and other tools may ` +
				`read a only to there; remove the line, or begin it with a space`},
		{"a rule that goes on in the first column", "a = \"x\" /\n\"y\"\nb = \"z\" /\nc d\nc = \"e\"", `x:1:10 syntax: expected an element, found the end of the line: a line continues a rule only if it is indented; indent the next line
x:3:10 syntax: expected an element, found the end of the line: a line continues a rule only if it is indented; indent the next line`},
		{"a bracket in the first column", "a = ( \"x\" ; c\n)\nb = \"z\"",
			`x:1:11 syntax: expected ")", to close the group that 1:5 opens, or another element, found ";": a line ` +
				`continues a rule only if it is indented; indent the next line`},
		{"nothing after the slash", "a = \"x\" /\nb = \"y\"",
			`x:1:10 syntax: expected an element, found the end of the line: the empty string is written ""`},
		{"a control character in a comment", "a = \"x\" ; \x01", `x:1:11 comment (warning): the comment has the ` +
			`control character U+0001 <control>; RFC 5234 allows only printable characters in comments, so other ` +
			`tools may not read the file`},
		{"all kinds of terminals", "a = %s\"Abc\" %i\"dEf\" %x41.42 %d13.10 %b1100001 1*2( \"x\" / b ) 0*0\"q\" " +
			"0<none>\na =/ [ *3\"z\" ]\nA =/ 2\"w\"\nb = <c>\nc = \"v\"", ``},
		{"empty loop of an indented rule, on a later line", "  a = b\n  b = \"y\"\n    / *([\"x\"])", `x:1:3 notation (warning): the rules are indented, as in the text of an RFC; in RFC 5234 a rule begins in the first column, so other tools may not read the file; "iri grammar fmt --write" moves them there
x:3:7 empty-loop (warning): b repeats ["x"], which can match the empty string`},
		{"empty loop beside recursion", "a = \"(\" [ a ] \")\" b\nb = *c\nc = [\"x\"]",
			`x:2:5 empty-loop (warning): b repeats c, which can match the empty string`},
		{"comments that are not ASCII, once", "a = \"x\" ; é\n ; è\n; ö",
			`x:1:11 comment (warning): the comment has "é"; RFC 5234 allows only ASCII characters in comments, so ` +
				`other tools may not read the file`},
		{"a header field that is not ASCII", "; title: Café\n; section: RFC 1 §2\na = \"x\"", ``},
		{"comment before the rules", "  ; naïve\na = \"x\"", `x:1:7 comment (warning): the comment has "ï"; RFC 5234 ` +
			`allows only ASCII characters in comments, so other tools may not read the file`},
		{"an indented rule continues the one before it", "a = \"x\"\n  bc = \"y\"",
			`x:2:3 syntax: expected the end of the rule a, found "bc": the line is indented deeper than the rules, ` +
				`so it continues a; all rules have the same indentation`},
		{"two rules on one line", "a = \"x\" b = \"y\"", `x:1:11 syntax: expected the end of the rule, "/" or ` +
			`another element, found "=": a rule begins on a line of its own`},
		{"byte order mark", "\uFEFF  a = b", `x:1:1 notation (warning): the file begins with a byte order mark, U+FEFF, which RFC 5234 does not have, so other tools may not read it; save it as UTF-8 without one
x:1:3 notation (warning): the rules are indented, as in the text of an RFC; in RFC 5234 a rule begins in the first column, so other tools may not read the file; "iri grammar fmt --write" moves them there
x:1:7 undefined-rule: a refers to b, which is not defined`},
		{"a dot in a name", "a.b = \"x\"", `x:1:1 syntax: expected a rule name, found "a.b": rule names have ` +
			`letters, digits and hyphens`},
		{"a letter that is not ASCII in a name", "naïve = \"x\"", `x:1:1 syntax: expected a rule name, found ` +
			`"naïve": rule names have letters, digits and hyphens`},
		{"a string in single quotes", "a = '/$count'", `x:1:5 syntax: expected an element, found "'": strings are written ` +
			`in double quotes: %s"/$count", or "/$count" if upper and lower case are the same`},
		{"two names", "a rule = \"x\"", `x:1:1 syntax: expected a rule name, found "a rule": rule names have letters, ` +
			`digits and hyphens`},
		{"bad names damage no rule and are reported once", "a = a_2 b_2 b_2 ALPHA\na_2 = \"x\"\n  / \"y\"\na b = a_2\n" +
			"ALPHA_LC = %x61-7A\na-c = a\na-c b\n", `x:1:9 syntax: expected a rule name, found "b_2": rule names have ` +
			`letters, digits and hyphens
x:2:1 syntax: expected a rule name, found "a_2": rule names have letters, digits and hyphens
x:4:1 syntax: expected a rule name, found "a b": rule names have letters, digits and hyphens
x:5:1 syntax: expected a rule name, found "ALPHA_LC": rule names have letters, digits and hyphens
x:7:5 syntax: expected "=" or "=/" after the rule name, found "b"`},
		{"a repeat after its element", "a = \"x\"*", `x:1:8 syntax: expected the end of the rule, "/" or another ` +
			`element, found "*": the repeat stands before what it repeats: *"x"`},
		{"a repeat after a group", "a = ( \"x\" )* \"y\"", `x:1:12 syntax: expected the end of the rule, "/" or ` +
			`another element, found "*": the repeat stands before what it repeats: *"x"`},
		{"a plus after an element", "a = ALPHA+", `x:1:10 syntax: expected the end of the rule, "/" or another ` +
			`element, found "+": the repeat stands before what it repeats: 1*"x"`},
		{"a question mark in a group", "a = ( DIGIT? )", `x:1:12 syntax: expected ")", to close the group that 1:5 ` +
			`opens, or another element, found "?": what may be missing stands in brackets: [ "x" ]`},
		{"a comma", "a = \"x\", \"y\"", `x:1:8 syntax: expected the end of the rule, "/" or another element, found ` +
			`",": elements stand one after the other, with a space between them`},
		{"braces", "a = {DIGIT}", `x:1:5 syntax: expected an element, found "{": what is repeated has the repeat ` +
			`before it: *( ... )`},
		{"an exception", "a = ALPHA - \"x\"", `x:1:11 syntax: expected the end of the rule, "/" or another element, ` +
			`found "-": ABNF cannot leave out strings; write the characters that are left as ranges: %x20-21 / ` +
			`%x23-7E`},
		{"two equals signs", "a == \"x\"",
			`x:1:4 syntax: expected an element, found "=": ABNF defines a rule with a single "="`},
		{"a backslash", "a = \\x41", `x:1:5 syntax: expected an element, found "\\": a character is written as its ` +
			`number, such as %x41`},
		{"a code point", "a = U+0041", `x:1:6 syntax: expected the end of the rule, "/" or another element, found ` +
			`"+": a character is written as its number, such as %x41`},
		{"a percent sign and u", "a = %u0041", `x:1:6 syntax: expected "x", "d", "b", "s" or "i" after "%", found ` +
			`"u0041": a character is written as its number, such as %x41`},
		{"a comment of C", "a = \"x\" // b",
			`x:1:10 syntax: expected an element, found "/": a comment begins with ";"`},
		{"a long one", "a = \"x\" /* b */", `x:1:11 syntax: expected an element right after the repeat *, found a ` +
			`space: a comment begins with ";"`},
		{"a comment of a shell", "a = \"x\" # b",
			`x:1:9 syntax: expected the end of the rule, "/" or another element, found "#": a comment begins with ";"`},
		{"two dots", "a = \"a\"..\"z\"", `x:1:8 syntax: expected the end of the rule, "/" or another element, found ` +
			`".": a range of characters is written %x61-7A`},
		{"a class of characters", "a = [b-z]\nb = a",
			`x:1:6 undefined-rule: a refers to b-z, which is not defined; a range of characters is written %x62-7A`},
		{"a number of C", "a = 0x41 b\nb = \"y\"",
			`x:1:6 undefined-rule: a refers to x41, which is not defined; a character is written as its ` +
				`number, such as %x41`},
		{"name clash", "a = a-b / ab / aB2\na-b = \"x\"\nab = \"y\"\naB2 = \"z\"", ``},
		{"name clash of hyphens", "a = h1-6 h-16\nh1-6 = \"x\"\nh-16 = \"y\"\n",
			`x:3:1 name-clash: h-16 and h1-6 (x:2:1) both become the identifier H16`},
		{"name clash of two hyphens", "a = b-c b--c\nb-c = \"x\"\nb--c = \"y\"\n",
			`x:3:1 name-clash: b--c and b-c (x:2:1) both become the identifier BC`},
		{"prose", "a = \"x\" / <any octet>", `x:1:11 prose: the prose value <any octet> names no rule, so what it ` +
			`matches is unknown; write the rule, with its characters as %x values`},
		{"prose without brackets", "a = any string of characters / any\nb = *( any DIGIT except\n  a )\nc = any b string of\n" +
			"d = any c port / port any of d (but not including \";\" or \",\")\n", `x:1:5 prose: these words are not names ` +
			`of rules; define the rules, or write prose in angle brackets: <any string of characters> (RFC 5234 §4, prose-val)
x:1:32 undefined-rule: a refers to any, which is not defined; the same holds in b, d
x:2:18 undefined-rule: b refers to except, which is not defined
x:4:5 prose: these words are not names of rules; define the rules, or write prose in angle brackets: <any b string of> ` +
			`(RFC 5234 §4, prose-val)
x:5:11 undefined-rule: d refers to port, which is not defined; rfc3986 has it: the line "; import: rfc3986 (port)" at the ` +
			`head of the file takes it from there (other rules of this name: rfc3987)
x:5:23 prose: these words are not names of rules; define the rules, or write prose in angle brackets: <any of> ` +
			`(RFC 5234 §4, prose-val)
x:5:33 prose: these words are not names of rules; define the rules, or write prose in angle brackets: ` +
			`<but not including ";" or> (RFC 5234 §4, prose-val)`},
		{"prose with blanks around a name", "a = < b > / < c > / < DIGIT >\nb = \"x\"", `x:1:5 prose: < b > is a prose ` +
			`value (RFC 5234 §4), which names no rule, because of its blanks; <b> names the rule b
x:1:13 prose: the prose value < c > names no rule, so what it matches is unknown; write the rule, with its characters ` +
			`as %x values
x:1:21 prose: < DIGIT > is a prose value (RFC 5234 §4), which names no rule, because of its blanks; <DIGIT> names the ` +
			`rule DIGIT`},
		{"prose for nothing", "a = 0<any octet>", ``},
		{"prose that names a rule", "a = <b>\nb = \"x\"", ``},
		{"other case", "a = BC\nbc = \"x\"", `x:1:5 name-case (warning): BC is spelled bc where it is defined`},
		{"core rule", "a = DIGIT CRLF", ``},
		{"core rule in another case", "a = digit", ``},
		{"core rule redefined", "a = DIGIT\nDIGIT = \"0\"", `x:2:1 core-rule (warning): DIGIT is a core rule of RFC ` +
			`5234, which defines it differently: DIGIT = %x30-39`},
		{"core rule redefined the same", "a = DIGIT\nDIGIT = %x30-39", ``},
		{"a name close to a core rule", "a = DIGITS",
			`x:1:5 undefined-rule: a refers to DIGITS, which is not defined; did you mean DIGIT?`},
		{"twice", "a = \"x\" / \"y\" / \"x\"", `x:1:1 alternative (warning): a has the alternative "x" twice`},
		{"no rule", "; nothing\n", `x:1:1 no-rules: the grammar has no rule`},
		{"top that is not there", "; top: b\n; spec: s\na = \"x\"", `x:1:8 header: the header names b as the top rule, but there is no such rule
x:3:1 unused (warning): no rule uses a; it can only be a start rule`},
		{"a component that there is not", "; spec: s\n; component: qery a\na = \"x\"",
			`x:2:1 header: the header field "component" names "qery", which is not a component; expected scheme, ` +
				`authority, userinfo, host, reg-name, port, path-abempty, path-absolute, path-rootless, ` +
				`path-noscheme, path-empty, query, fragment, IP-literal, IPv6address, IPvFuture, IPv4address, ` +
				`segment, pct-encoded, private`},
		{"two rules for a component", "; component: query a\n; component: path-empty b\n; component: query b\n; " +
			"spec: s\na = \"x\"\nb = \"x\"", `x:3:1 header: the header names a and b as the rules for the component ` +
			`query; expected one rule for each component`},
		{"field without value", "; title:\n; spec: s\na = \"x\"",
			`x:1:1 header: the header field "title" has no value; expected the title of the document`},
		{"unknown spec", "; changes: rfc0000\n; spec: s\na = \"x\"",
			`x:1:12 header: there is no spec "rfc0000" that this file could change`},
		{"spec outside of the folder", "; changes: ../abnf/ast\n; spec: s\na = \"x\"",
			`x:1:1 header: the header field "changes" says "../abnf/ast"; expected the identifier of a spec`},
		{"comments that look like header fields", strings.Join(notFields, "\n") + "\na = \"x\"", `x:1:1 header (warning): the header field "reference" says "RFC 3339"; expected the name of a rule; the line is read as a comment
x:2:1 header (warning): the header field "changes" says "2024-01-02 typo"; expected the identifier of a spec; the line is read as a comment
x:3:1 header (warning): the header field "top" says "the first rule"; expected the name of a rule; the line is read as a comment
x:4:1 header (warning): the header field "import" says "see RFC 3986"; expected the identifier of a spec and names of its rules, "rfc3986 (host as uri-host, port)"; the line is read as a comment
x:5:13 header (warning): the header names years as the relative rule, but there is no such rule; the line is read as a comment
x:6:1 header (warning): the header field "family" says "none"; expected "uri", "iri" or "leiri"; the line is read as a comment
x:7:1 header (warning): the header field "component" says "parser"; expected the name of a component in RFC 3986 and that of a rule, "host ihost"; the line is read as a comment
x:8:1 header (warning): the header field "terminals" says "see below"; expected "octets" or "characters"; the line is read as a comment
x:9:1 header (warning): the header field "title" has no value; expected the title of the document; the line is read as a comment
x:10:1 header (warning): the header field "cites" says "nothing"; expected a label and the identifier of a spec, "URI rfc3986"; the line is read as a comment
x:11:11 header (warning): the header field "record" names none, but there is no such rule; the line is read as a comment
x:12:1 header (warning): the header field "spec" says "RFC 1"; expected the identifier of a spec; the line is read as a comment
x:13:12 header (warning): the spec is without warranty, but the spec that it changes has no such rule; the line is read as a comment`},
		{"a top rule that is a comment", "; top: b\na = c\nc = \"x\"",
			`x:1:8 header (warning): the header names b as the top rule, but there is no such rule; the line is read ` +
				`as a comment`},
		{"a spec to change that is a comment", "; changes: nothing\na = \"x\"",
			`x:1:12 header (warning): there is no spec "nothing" that this file could change; the line is read as a ` +
				`comment`},
		{"a spec to import from that is a comment", "; import: everything\na = \"x\"",
			`x:1:11 import (warning): there is no grammar "everything" to import rules from; give its file too; the ` +
				`line is read as a comment`},
		{"without what is not there", "; spec: s\n; changes: rfc3986\n; without: IRI\n; top: URI\nport = 1*DIGIT", `published/rfc3986.abnf:104:1 unused (warning): no rule uses path; it can only be a start rule
published/rfc3986.abnf:138:1 unused (warning): no rule uses reserved; it can only be a start rule
x:3:12 header: the spec is without IRI, but rfc3986 has no such rule`},
		{"without what is used", "; changes: rfc3986\n; without: port path reserved absolute-URI\n", `published/rfc3986.abnf:65:45 undefined-rule: authority refers to port, which is not defined
published/rfc3986.abnf:139:1 unused (warning): no rule uses gen-delims; it can only be a start rule`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Parse("x", []byte(tt.src))
			var list ErrorList
			if err == nil {
				_, list, err = Resolve(os.DirFS("../../../grammar"), "published", g)
			}
			if err != nil && !errors.As(err, &list) {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, e := range list {
				warning := ""
				if e.Warning {
					warning = " (warning)"
				}
				b.WriteString(e.Pos.String() + " " + e.Code + warning + ": " + e.Msg + "\n")
			}
			if got := strings.TrimSpace(b.String()); got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}

// TestSpans has the bytes of the line that a fault is about.
func TestSpans(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"ALPHA_LC = %x61-7A", "ALPHA_LC"},
		{"é_2 = a", "é"},
		{"foo  bar = a", "foo  bar"},
		{"a = \"é\" / foo_2", "é"},
		{"a = b.c_d \"x\"", "b.c_d"},
		{"a = bc \"x\"", "bc"},
		{"a = any string  of \"x\"", "any string  of"},
		{"a = \"x\" any string\n of", "any string"},
		{"a = %xE9 <any octet> b", "<any octet>"},
		{"a = < b >", "< b >"},
	} {
		g, err := Parse("x", []byte(tt.src))
		list := ListOf(err, "")
		if err == nil {
			list = check(g, nil, func(string, string) string { return "" })
		}
		got := ""
		for _, e := range list {
			if start, end := e.Span(); !e.Warning && got == "" {
				got = e.Line[start:end]
			}
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.src, got, tt.want)
		}
	}
}

// FuzzParse checks that no file makes the reader or the checks panic, and that
// what String prints reads back to the same tree.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"core", "rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		src, err := os.ReadFile("../../../grammar/" + name + ".abnf")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add("a = ((b / c) / d) 2(3e) *[f] %x41-5A.42\nb =/ %s\"x\"\nb = <c>\r\n c = ( \n ; x\n 1*2\"y\")")
	f.Add("a=\"aa=/\"")
	f.Add("; changes: x\n; section: y\na = %b1-10\x00\xff")
	f.Fuzz(func(t *testing.T, src string) {
		g, err := Parse("x", []byte(src))
		check(g, nil, func(string, string) string { return "" })
		if err != nil {
			return
		}
		for _, r := range g.Rules {
			for what, text := range map[string]string{"String": r.String(), "Source": r.Source} {
				if name, rest, _ := strings.Cut(text, "="); strings.HasPrefix(rest, "/") { // alone it adds to nothing
					text = name + "=" + rest[1:]
				}
				back, err := Parse("y", []byte(text))
				if err != nil || len(back.Rules) != 1 {
					t.Fatalf("%s: %q does not read back: %v", what, text, err)
				}
				if !same(r.Expr, back.Rules[0].Expr) {
					t.Fatalf("%s: %q reads back as %q", what, text, back.Rules[0])
				}
			}
		}
	})
}

// same compares trees without the places of their nodes.
func same(a, b Expr) bool {
	switch a := a.(type) {
	case *Alternation:
		b, ok := b.(*Alternation)
		return ok && sameList(a.Alts, b.Alts)
	case *Concatenation:
		b, ok := b.(*Concatenation)
		return ok && sameList(a.Parts, b.Parts)
	case *Repetition:
		b, ok := b.(*Repetition)
		return ok && a.Min == b.Min && a.Max == b.Max && a.Option == b.Option && same(a.X, b.X)
	case *Reference:
		b, ok := b.(*Reference)
		return ok && a.Name == b.Name
	case *Prose:
		b, ok := b.(*Prose)
		return ok && a.Text == b.Text
	}
	return reflect.DeepEqual(a, b)
}

func sameList(a, b []Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}
