package conformance_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
)

// rfc3629 is the ABNF of RFC 3629 §4.
const rfc3629 = `; terminals: octets
; section: RFC 3629 §4
UTF8-octets = *( UTF8-char )
UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
UTF8-1      = %x00-7F
UTF8-2      = %xC2-DF UTF8-tail
UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
              %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
              %xF4 %x80-8F 2( UTF8-tail )
UTF8-tail   = %x80-BF
; the same with a rule that refers to itself in its middle, for the general matcher
nested      = "" / "<" nested ">" / UTF8-char
`

func ruleOf(t *testing.T, name string, files ...string) iri.Rule {
	t.Helper()
	var list []grammars.File
	for _, text := range files {
		list = append(list, grammars.File{Name: "x.abnf", Text: []byte(text)})
	}
	s, err := grammars.Read(list...)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := s.Rule(name)
	if !ok {
		t.Fatalf("no rule %s: %v", name, grammars.Refused(s))
	}
	return r
}

// TestRFC3629 holds that the rules of RFC 3629 match UTF-8 and nothing else: all strings of up to
// three octets, and those of four with every beginning and each kind of end.
func TestRFC3629(t *testing.T) {
	octets, char := ruleOf(t, "UTF8-octets", rfc3629), ruleOf(t, "UTF8-char", rfc3629)
	check := func(b []byte) {
		s := string(b)
		valid := utf8.ValidString(s)
		if octets.Valid(s) != valid || char.Valid(s) != (valid && utf8.RuneCountInString(s) == 1) {
			t.Fatalf("%q: octets %t, char %t", s, octets.Valid(s), char.Valid(s))
		}
	}
	step := 1
	if testing.Short() {
		step = 13
	}
	check(nil)
	edges := []byte{0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF}
	for a := range 256 {
		check([]byte{byte(a)})
		for b := range 256 {
			check([]byte{byte(a), byte(b)})
			for c := 0; c < 256; c += step {
				check([]byte{byte(a), byte(b), byte(c)})
			}
			for _, c := range edges {
				for _, d := range edges {
					check([]byte{byte(a), byte(b), c, d})
				}
			}
		}
	}
}

// TestOctets has what is said of strings by grammars of octets.
func TestOctets(t *testing.T) {
	const http = "; terminals: octets\nfield-vchar = VCHAR / obs-text\nobs-text = %x80-FF\nvalue = field-vchar [ 1*( " +
		"SP / HTAB / field-vchar ) field-vchar ]\n"
	for _, tt := range []struct {
		name, grammar, rule, text string
		at                        int // of the fault; -1 if the text conforms
		code, message, expected   string
	}{
		{"RFC 3629 §4: %xC2-DF UTF8-tail", rfc3629, "UTF8-octets", "aé中😀", -1, "", "", ""},
		{"no overlong forms", rfc3629, "UTF8-octets", "a\xc0\x80", 1, "UTF8-char",
			"the octet 0xC0 cannot stand here in UTF8-char", "UTF8-1 UTF8-2 UTF8-3 UTF8-4 end"},
		{"no surrogates", rfc3629, "UTF8-octets", "\xed\xa0\x80", 1, "UTF8-3",
			"the octet 0xA0 cannot stand here in UTF8-3", "%x80-9F"},
		{"within a character", rfc3629, "UTF8-octets", "\xe4\xb8", 2, "UTF8-3", "the string ends too soon for UTF8-3",
			"UTF8-tail"},
		{"the general matcher", rfc3629, "nested", "<<é>>", -1, "", "", ""},
		{"the general matcher, a fault", rfc3629, "nested", "<<\xe4\xb8>>", 4, "UTF8-3",
			`">" cannot stand here in UTF8-3`, "UTF8-tail"},
		{"RFC 9110 §5.5: obs-text = %x80-FF", http, "value", "caf\xe9 \xff", -1, "", "", ""},
		{"obs-text in UTF-8", http, "value", "café", -1, "", "", ""},
		{"an octet that is none", http, "value", "a\x00b", 1, "value", "U+0000 NULL cannot follow \"a\" in value",
			"SP HTAB field-vchar end"},
		{"characters that are imported", "; spec: x\n; terminals: octets\n; import: rfc3987 (ucschar)\na = ucschar / " +
			"%xFF", "a", "é", -1, "", "", ""},
		{"an import of characters does not make characters of octets",
			"; spec: x\n; terminals: octets\n; import: rfc3987 (ucschar)\na = ucschar / %xFF", "a", "ÿ", -1, "", "",
			""},
		{"an octet alone", "; spec: x\n; terminals: octets\n; import: rfc3987 (ucschar)\na = ucschar / %xFF", "a",
			"\xff", -1, "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ruleOf(t, tt.rule, tt.grammar)
			report := r.Check(tt.text)
			if ok := tt.at < 0; r.Valid(tt.text) != ok || report.Conforms() != ok {
				t.Fatalf("got %t and %v", r.Valid(tt.text), report)
			}
			tree, err := r.Tree(tt.text)
			if (err == nil) != (tt.at < 0) {
				t.Errorf("Tree: %v", err)
			}
			if tt.at < 0 {
				if tree.Text() != tt.text {
					t.Errorf("the tree is of %q", tree.Text())
				}
				return
			}
			f := report.Findings()[0]
			if f.Start != tt.at || string(f.Code) != tt.code || f.Message != tt.message ||
				strings.Join(f.Expected, " ") != tt.expected {
				t.Errorf("got %d %s: %s; expected %s", f.Start, f.Code, f.Message, strings.Join(f.Expected, " "))
			}
			// JSON cannot carry the string, so it is there in base64 too.
			b, err := json.Marshal(report)
			if err != nil || !utf8.ValidString(tt.text) && !strings.Contains(string(b),
				base64.StdEncoding.EncodeToString([]byte(tt.text))) {
				t.Errorf("%v: %s", err, b)
			}
		})
	}
}

// TestMixedTerminals holds that a grammar of characters that takes rules of one of octets
// becomes one of octets if some are beyond ASCII, and means the same characters.
func TestMixedTerminals(t *testing.T) {
	const octets = "; spec: o\n; terminals: octets\nascii = 1*ALPHA\nhigh = %x80-FF\n"
	for _, tt := range []struct {
		name, text, rule string
		yes, no          []string
	}{
		{"an octet beyond ASCII", "; spec: c\n; import: o (high)\na = high / \"<\" %x20AC-20AD \">\"\nb = *OCTET", "a",
			[]string{"\x80", "\xff", "<€>"}, []string{"€", "<\x80>", "<\u20ae>"}},
		{"only ASCII", "; spec: c\n; import: o (ascii)\n; terminals: characters\na = ascii / %xE9", "a",
			[]string{"é", "xy"}, []string{"\xe9"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ruleOf(t, tt.rule, tt.text, octets)
			for _, s := range tt.yes {
				if !r.Valid(s) {
					t.Errorf("%q does not conform", s)
				}
			}
			for _, s := range tt.no {
				if r.Valid(s) {
					t.Errorf("%q conforms", s)
				}
			}
		})
	}
}
