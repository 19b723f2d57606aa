package formats_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestSentences holds which IRIs are found in sentences of many languages.
func TestSentences(t *testing.T) {
	content, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	language, languages, sentences := "", map[string]bool{}, 0
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && !strings.Contains(line, "⟦") {
			language = line
			languages[language] = true
			continue
		}
		sentences++
		var want []string
		for _, part := range strings.Split(line, "⟦")[1:] {
			iri, _, _ := strings.Cut(part, "⟧")
			want = append(want, iri)
		}
		sentence := strings.NewReplacer("⟦", "", "⟧", "").Replace(line)
		if strings.Contains(line, "HTTP://EXAMPLE.ORG ") { // the name without a slash is one, too
			want = append([]string{"HTTP://EXAMPLE.ORG"}, want...)
		}
		var got []string
		o := input.Options{From: text.Format, Stdin: strings.NewReader(sentence)}
		for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
			got = append(got, strings.Clone(r.Text))
			if sentence[r.Offset:][:len(r.Raw)] != string(r.Raw) {
				t.Errorf("%s %s: %q is not at %d", language, sentence, r.Raw, r.Offset)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s %s: got %q, want %q", language, sentence, got, want)
		}
	}
	if sentences < 150 || len(languages) < 10 {
		t.Errorf("only %d sentences in %d languages", sentences, len(languages))
	}
}

// TestRobots holds what of a line of robots.txt is an IRI, and which patterns the grammar refuses (RFC 9309 §2.2). The
// characters between "⟦" and "⟧" are the IRI or the fault.
func TestRobots(t *testing.T) {
	tests := []struct{ name, line, want string }{
		// path-pattern = "/" *UTF8-char-noctl; UTF8-1-noctl = %x21 / %x22 / %x24-7F
		{"what no IRI has", "Allow: /[a]{b}\"<c>|^`\\\x7f", ""},
		{"not ASCII", "Allow: /é/日本", ""},
		{"a percent-encoding", "Allow: /%C3%A9", ""},
		{"a %, which the grammar lets pass", "Allow: /100%", ""},
		{"special characters (§2.2.3)", "Disallow: /*.php$", ""},
		{"an asterisk first, as in the example of §5.1", "Disallow: *.gif$", ""},
		{"empty-pattern", "Disallow:  ", ""},
		{"a comment", "Disallow: /a # b c", ""},
		{"a comment and nothing else", "Disallow: # b c", ""},
		{"no colon", "Disallow", ""},
		{"blanks around", " \tdisallow \t: \t/a \t", ""},
		{"an IRI in a path", "Disallow: /https://e.example/", ""},
		{"a blank", "Disallow: /a⟦ ⟧b", "a blank cannot stand in the pattern of a path: write it percent-encoded, %20"},
		{"a tab", "Disallow: /a⟦\t⟧b # c", "a blank cannot stand in the pattern of a path: write it percent-encoded, %09"},
		{"a control character", "allow:/a⟦\x1b⟧b", "a control character cannot stand in the pattern of a path: write it percent-encoded, %1B"},
		{"a byte", "ALLOW: /a⟦\xe9⟧", "a byte that is not UTF-8 cannot stand in the pattern of a path: write it percent-encoded, %E9"},
		{"no slash", "Disallow: ⟦private⟧", `the pattern of a path begins with "/", and has no scheme and no host`},
		{"an IRI", "Disallow: ⟦https://e.example/a⟧ # b", `the pattern of a path begins with "/", and has no scheme and no host`},
		// sitemaps
		{"a sitemap", "Sitemap: ⟦https://e.example/a b⟧", "IRI"},
		{"and a comment", "sitemap :⟦/s.xml⟧ # all of it", "IRI"},
		{"without one", "Sitemap:", ""},
		{"without a colon", "Sitemap", ""},
		// other lines are prose
		{"another line", "Host: ⟦https://e.example/⟧", "IRI"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, rest, marked := strings.Cut(tt.line, "⟦")
			what, after, _ := strings.Cut(rest, "⟧")
			name := filepath.Join(t.TempDir(), "robots.txt")
			if err := os.WriteFile(name, []byte(before+what+after+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			got, n := "", 0
			for r := range runtest.Items(new(input.Options), []string{name}, func(err error) { t.Error(err) }) {
				n++
				start, end := int(r.Offset), int(r.Offset)+len(r.Raw)
				if got = "IRI"; r.Err != nil {
					got, start, end = r.Err.Message, r.Err.Start, r.Err.End
				}
				if start != len(before) || end != len(before+what) {
					t.Errorf("at %d to %d, want %d to %d", start, end, len(before), len(before+what))
				}
			}
			if got != tt.want || n > 1 || marked != (n == 1) {
				t.Errorf("got %q, %d items, want %q", got, n, tt.want)
			}
		})
	}
}

// TestDocs reads the documents of the modules that this one uses: what is found in them
// conforms but for a few that are examples.
func TestDocs(t *testing.T) {
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Skip(err)
	}
	files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "github.com", "*", "*", "*.md"))
	found, odd := 0, 0
	for _, name := range files {
		o := input.Options{From: text.Format}
		for r := range runtest.Items(&o, []string{name}, func(err error) { t.Error(err) }) {
			if r.Role == bare.RoleMarkdown {
				continue
			}
			found++
			if strings.ContainsAny(r.Text, " {}<>\"'`*…") || strings.HasSuffix(r.Text, ".") ||
				strings.HasSuffix(r.Text, ",") {
				odd++
				t.Logf("%s:%d:%d: %s", filepath.Base(filepath.Dir(name)), r.Line, r.Col, r.Text)
			}
		}
	}
	if found == 0 {
		t.Skip("there are no documents")
	}
	if odd*50 > found {
		t.Errorf("of %d IRIs, %d look wrong", found, odd)
	}
	t.Logf("%d IRIs in %d files, %d look odd", found, len(files), odd)
}

// FuzzText checks that any text is read, and that the places of what is found are right.
func FuzzText(f *testing.F) {
	f.Add("see <http://e/ x> [a](b(c) \"d\") (http://e/(x)). http://é/日本")
	f.Add("](<a>](](x:")
	f.Add("'http://e/'_http://e/_ URL: \"data:,\"")
	f.Fuzz(func(t *testing.T, content string) {
		o := input.Options{From: text.Format, Stdin: strings.NewReader(content)}
		last := int64(-1)
		for r := range runtest.Items(&o, nil, func(error) {}) {
			if r.Offset < last || content[r.Offset:][:len(r.Raw)] != string(r.Raw) || r.Text == "" {
				t.Fatalf("%q at %d after %d", r.Raw, r.Offset, last)
			}
			last = r.Offset
		}
	})
}
