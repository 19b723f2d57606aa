package rewrite

import (
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestGuessedFixes holds what fix writes with --guess, and without it, for warnings whose code is
// named and for errors.
func TestGuessedFixes(t *testing.T) {
	tests := []struct {
		name, code, in string
		guessed, sure  string
	}{
		{"docs/checks.md, suspicious-mojibake: write the character that was meant", "suspicious-mojibake",
			"http://e/Caf\u00c3\u00a9", "http://e/Caf\u00e9", "http://e/Caf\u00e9"},
		{"the same, percent-encoded", "suspicious-mojibake", "http://e/%C3%83%C2%A9", "http://e/%C3%A9",
			"http://e/%C3%A9"},
		{"one scheme, not two", "suspicious-scheme-doubled", "http://https://e/", "https://e/", "https://e/"},
		{"without the second colon", "suspicious-scheme-doubled", "http://https//e/", "https://e/", "https://e/"},
		{"without the first slashes", "suspicious-scheme-doubled", "http:https://e/", "https://e/", ""},
		{"a scheme is not misspelled", "suspicious-scheme-typo", "htps://e/", "https://e/", "https://e/"},
		{"a drive letter is not a scheme", "suspicious-drive", "C:/a", "file:///C:/a", "file:///C:/a"},
		{"percent-encoded once", "suspicious-double-encoded", "http://e/%25C3%25A9", "http://e/%C3%A9",
			"http://e/%C3%A9"},
		{"no character references", "suspicious-entity", "http://e/?a&amp;b&lt;", "http://e/?a&b%3C",
			"http://e/?a&b%3C"},
		{"a name with a prefix is not written as an IRI", "suspicious-curie-in-brackets", "foaf:Person",
			"http://xmlns.com/foaf/0.1/Person", "http://xmlns.com/foaf/0.1/Person"},
		{"no punctuation of the text around it", "suspicious-punctuation", "http://e/a?b=c.,", "http://e/a?b=c",
			"http://e/a?b=c"},
		{"a value is there", "suspicious-undefined", "http://e/undefined", "http://e/undefined", "http://e/undefined"},
		{"a variable has no value", "suspicious-template", "http://e/%7Bid%7D", "http://e/%7Bid%7D",
			"http://e/%7Bid%7D"},
		{"RFC 3987 §6.1 b: take the character out", "invisible", "http://e/a\u200bb", "http://e/ab",
			"http://e/a%E2%80%8Bb"},
		{"RFC 3987 §4.1: IRIs MUST NOT contain bidirectional formatting characters", "", "http://e/a\u200eb",
			"http://e/ab", "http://e/a%E2%80%8Eb"},
		{"RFC 3987 §3.1: a separator of a list is not a part of the IRI", "", "http://e/a|", "http://e/a", "-"},
		{"a list of which one item is an IRI", "", "http://e/a|b|http://e/c", "", "-"},
		{"a list that ends with a separator", "", "http://e/a|b|", "-", "-"},
		{"what is not a list", "", "http://e/a|b", "http://e/a%7Cb", "http://e/a%7Cb"},
		{"doubled backslashes, as strings of programs have them", "", `http://e\\x\y`, "http://e/x/y", ""},
		{"after a host without a scheme", "", `example.org\\docs\\a`, "https://example.org/docs/a", ""},
		{"after a drive", "", `C:\\a\\b`, "file:///C:/a/b", ""},
	}
	for _, tt := range tests {
		if testkit.Edited(tt.in, tt.guessed, tt.sure) {
			continue
		}
		for _, guess := range []bool{true, false} {
			want := tt.sure
			target := runtest.Target()
			if guess {
				want = tt.guessed
				target.Run.Guess = true
			}
			var codes []finding.Code
			if tt.code != "" {
				codes = append(codes, finding.Code(tt.code))
			}
			c, err := Fix(target, codes, guess)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Append(nil, &input.Item{Text: tt.in, Format: input.Words}, target.Rule)
			if want == "-" { // there is a hint and no fix
				if err == nil {
					t.Errorf("%s: %q with guess %v: got %q, want no fix", tt.name, tt.in, guess, got)
				}
				continue
			}
			if want != "" && (string(got) != want || err != nil) {
				t.Errorf("%s: %q with guess %v: got %q and %v, want %q", tt.name, tt.in, guess, got, err, want)
			}
		}
	}
}
