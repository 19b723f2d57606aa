package conformance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar/library"
)

// json8259 is the ABNF of RFC 8259 without its comments.
const json8259 = `JSON-text = ws value ws
begin-array = ws %x5B ws
begin-object = ws %x7B ws
end-array = ws %x5D ws
end-object = ws %x7D ws
name-separator = ws %x3A ws
value-separator = ws %x2C ws
ws = *( %x20 / %x09 / %x0A / %x0D )
value = false / null / true / object / array / number / string
false = %x66.61.6c.73.65
null = %x6e.75.6c.6c
true = %x74.72.75.65
object = begin-object [ member *( value-separator member ) ] end-object
member = string name-separator value
array = begin-array [ value *( value-separator value ) ] end-array
number = [ minus ] int [ frac ] [ exp ]
decimal-point = %x2E
digit1-9 = %x31-39
e = %x65 / %x45
exp = e [ minus / plus ] 1*DIGIT
frac = decimal-point 1*DIGIT
int = zero / ( digit1-9 *DIGIT )
minus = %x2D
plus = %x2B
zero = %x30
string = quotation-mark *char quotation-mark
char = unescaped / escape ( %x22 / %x5C / %x2F / %x62 / %x66 / %x6E / %x72 / %x74 / %x75 4HEXDIG )
escape = %x5C
quotation-mark = %x22
unescaped = %x20-21 / %x23-5B / %x5D-10FFFF
`

// TestBroken has faulty strings of JSON, IMAP and mail: where the fault is, which production it
// breaks and what could have come.
func TestBroken(t *testing.T) {
	rules := make(map[string]iri.Rule)
	rules["json"] = ruleOf(t, "JSON-text", json8259)
	for name, rule := range map[string]string{"rfc3501": "response", "rfc5322": "address-list"} {
		text, err := library.Files.ReadFile(name + ".abnf")
		if err != nil {
			t.Fatal(err)
		}
		rules[name] = ruleOf(t, rule, string(text))
	}
	for _, tt := range []struct{ in, text, want string }{
		{"json", "{\"a\" 1}", "5 name-separator: SP HTAB LF CR \":\""},
		{"json", "{\"a\":1,}", "7 object: SP HTAB LF CR quotation-mark"},
		{"json", "[1,2", "4 array: DIGIT decimal-point e SP HTAB …"},
		{"json", "[1 2]", "3 array: SP HTAB LF CR \",\" …"},
		{"json", "{a:1}", "1 object: SP HTAB LF CR \"}\" …"},
		{"json", "\"a\\x\"", "3 char: DQUOTE \"\\\\\" \"/\" \"b\" \"f\" …"},
		{"json", "01", "1 JSON-text: decimal-point e SP HTAB LF …"},
		{"json", "1.", "2 frac: DIGIT"},
		{"json", "-", "1 int: zero digit1-9"},
		{"json", "[tru]", "4 true: \"true\""},
		{"json", "1e+", "3 exp: DIGIT"},
		{"json", "{\"a\":1 \"b\":2}", "7 object: SP HTAB LF CR \",\" …"},
		{"rfc3501", "* OK\r\n", "4 resp-cond-state: SP"},
		{"rfc3501", "* 1 FETCH (FLAGS (\\Seen)\r\n", "24 msg-att: SP \")\""},
		{"rfc3501", "* LIST (\\Noselect) \"/\" \r\n", "23 mailbox: ASTRING-CHAR DQUOTE \"{\""},
		{"rfc3501", "* 5 EXIST\r\n", "9 mailbox-data: \"EXISTS\""},
		{"rfc3501", "* SEARCH 1 x\r\n", "11 nz-number: digit-nz"},
		{"rfc3501", "* FLAGS \\Seen\r\n", "8 flag-list: \"(\""},
		{"rfc3501", "* CAPABILITY\r\n", "12 capability-data: SP"},
		{"rfc3501", "* STATUS a (MESSAGES x)\r\n", "21 number: DIGIT"},
		{"rfc3501", "* 1 FETCH (UID 0)\r\n", "15 nz-number: digit-nz"},
		{"rfc5322", "a", "1 address-list: atext \".\" \"@\" \":\" WSP …"},
		{"rfc5322", "a@", "2 address-list: atext \"[\" WSP CRLF \"(\""},
		{"rfc5322", "Joe <a@b", "8 address-list: atext \".\" \">\" WSP CRLF …"},
		{"rfc5322", "a@b;", "3 address-list: atext \".\" WSP CRLF \",\" …"},
		{"rfc5322", "a..b@c", "4 address-list: atext \".\" WSP CRLF \"(\" …"},
		{"rfc5322", "(x a@b", "6 address-list: WSP CRLF \")\" ctext quoted-pair …"},
		{"rfc5322", "\"a@b", "4 address-list: WSP CRLF qcontent DQUOTE"},
		{"rfc5322", "x: a@b", "6 address-list: atext \".\" \",\" \";\" WSP …"},
		{"rfc5322", "a@b c", "4 address-list: WSP CRLF \".\" \"(\" \",\" …"},
		{"rfc5322", "<a@[1>", "6 address-list: WSP CRLF dtext \"]\""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			f := rules[tt.in].Check(tt.text).Findings()
			got := ""
			if len(f) == 1 {
				expected := f[0].Expected
				if len(expected) > 5 {
					expected = append(expected[:5:5], "…")
				}
				got = fmt.Sprintf("%d %s: %s", f[0].Start, f[0].Code, strings.Join(expected, " "))
			}
			if got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
