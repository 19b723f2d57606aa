package convert

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestPrepareList has what each step of §4 of the Internet-Draft of July 2011 on IRI processing makes
// of a string, and where its references stand in it: TEXT[START,END), with ! before those that do not
// conform.
func TestPrepareList(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		o        PrepareOptions
		want     string
	}{
		{"step 1: white space at the ends", " \thttp://h/ \n", PrepareOptions{}, "http://h/[2,11)"},
		{"nothing at all", " ", PrepareOptions{}, "[1,1)"},
		{"step 2: blocks of spaces separate", " a  b ", PrepareOptions{Spaces: SplitSpaces}, "a[1,2) b[4,5)"},
		{"step 1 for each substring", "a \t b\n", PrepareOptions{Spaces: SplitSpaces}, "a[0,1) b[4,5)"},
		{"what has only white space is none of several", "a \t", PrepareOptions{Spaces: SplitSpaces}, "a[0,1)"},
		{"one of nothing", "", PrepareOptions{Spaces: SplitSpaces}, "[0,0)"},
		{"spaces that stay", "a b", PrepareOptions{}, "!a b[0,3)"},
		{"spaces taken away", "a \tb", PrepareOptions{Spaces: RemoveSpaces}, "ab[0,4)"},
		{"spaces encoded", "a  b", PrepareOptions{Spaces: EncodeSpaces}, "a%20%20b[0,4)"},
		{"full-width forms, whose places are those of the string", "ａ ｂ",
			PrepareOptions{FullWidth: true, Spaces: SplitSpaces}, "a[0,3) b[4,7)"},
		{"a full-width dot in a host", "http://ａ。b/", PrepareOptions{FullWidth: true}, "http://a.b/[0,15)"},
		{"a backslash encoded", `a\b?\`, PrepareOptions{Backslash: EncodeBackslash}, "a%5Cb?%5C[0,5)"},
		{"a backslash before the query is a slash", `a\b?\`, PrepareOptions{Backslash: SlashBackslash}, "a/b?%5C[0,5)"},
		{"a backslash that stays", `a\b`, PrepareOptions{}, `!a\b[0,3)`},
		{"a host mapped", "http://BÜCHER.example/É", PrepareOptions{Host: hostname.UTS46},
			"http://xn--bcher-kva.example/É[0,25)"},
		{"a host that stays", "http://BÜCHER.example/", PrepareOptions{}, "http://BÜCHER.example/[0,23)"},
		{"an address is not mapped", "http://[::FFFF]/", PrepareOptions{Host: hostname.UTS46},
			"http://[::FFFF]/[0,16)"},
		{"no host to map", "É/É", PrepareOptions{Host: hostname.UTS46}, "É/É[0,5)"},
		{"an empty host", "file:///É", PrepareOptions{Host: hostname.UTS46}, "file:///É[0,10)"},
		{"§5.3: characters that a component does not have", "http://u|@h/a|b?c|#d|", PrepareOptions{Encode: true},
			"http://u%7C@h/a%7Cb?c%7C#d%7C[0,21)"},
		{"§5.4: % that begins no percent-encoding", "%zz%41%", PrepareOptions{Encode: true}, "%25zz%41%25[0,7)"},
		{"a second number sign, and brackets in a path", "a:[b]#c#d", PrepareOptions{Encode: true},
			"a:%5Bb%5D#c%23d[0,9)"},
		{"U+FFFD, which ucschar does not have", "a:\uFFFD", PrepareOptions{Encode: true}, "a:%EF%BF%BD[0,5)"},
		{"a byte that is not UTF-8 stays", "a:\xff|", PrepareOptions{Encode: true}, "!a:\xff%7C[0,4)"},
		{"a colon in the first segment", "1:b/c:d", PrepareOptions{Encode: true}, "1%3Ab/c:d[0,7)"},
		{"the start of one", "a&#", PrepareOptions{Entities: true}, "a&#[0,3)"},
		{"the start of one with a base", "a&#x", PrepareOptions{Entities: true}, "a&#x[0,4)"},
		{"numeric character references", "a&#x62;", PrepareOptions{Entities: true}, "ab[0,7)"},
	} {
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		var got []string
		for _, p := range PrepareList(tt.in, tt.o) {
			wrong := ""
			if p.Err != nil {
				wrong = "!"
			} else if p.Ref.Text != p.Text {
				t.Errorf("%s: the reference is %q, the text %q", tt.name, p.Ref.Text, p.Text)
			}
			got = append(got, fmt.Sprintf("%s%s[%d,%d)", wrong, p.Text, p.Start, p.End))
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestToIRITilde has "%7E", which DID Core §3.1 has no character for and RFC 3987 §3.2 decodes elsewhere.
func TestToIRITilde(t *testing.T) {
	for in, want := range map[string]string{
		"http://h/%7E%41":      "http://h/~A",
		"http://h%7E/":         "http://h~/", // AppendIRI left it, as URI.IRI did for long URIs
		"did://%7E/":           "did://~/",
		"did:ex:a%7Eb%7ec":     "did:ex:a%7Eb%7ec",
		"did:ex:%41%7E%C3%A9":  "did:ex:A%7Eé",
		"did:ex:a%7Eb?%7E#%7E": "did:ex:a%7Eb?~#~",
	} {
		if testkit.Edited(in, want) {
			continue
		}
		if got, err := FromURI(in, IRIOptions{}); err != nil || got.Text != want {
			t.Errorf("%s: got %s, %v, want %s", in, got, err, want)
		}
		if got, err := AppendIRI(nil, in, IRIOptions{}); err != nil || string(got) != want {
			t.Errorf("AppendIRI(%s): got %s, %v, want %s", in, got, err, want)
		}
	}
}
