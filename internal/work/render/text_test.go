package render

import (
	"bytes"
	"github.com/rfc3987/iri/internal/work/run"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// quoted returns what quotes a text.
func quoted(text string) *component.Quoter { return &component.Quoter{Text: text} }

// TestCarets checks that the carets stand under the characters of the fault, whatever the
// widths of the characters are.
func TestCarets(t *testing.T) {
	long := strings.Repeat("a", 300)
	tests := []struct {
		name         string
		text         string
		start, end   int
		line, carets string
	}{
		{"ascii", "http://h:8a/", 10, 11,
			"http://h:8a/",
			"          ^"},
		{"a run", "a b  c", 3, 5,
			"a b  c",
			"   ^^"},
		{"empty span at the end", "http://[::1", 11, 11,
			"http://[::1",
			"           ^"},
		{"empty span at the start", "foo", 0, 0,
			"foo",
			"^"},
		{"empty text", "", 0, 0,
			"",
			"^"},
		{"after wide characters", "http://例え/ x", 14, 15,
			"http://例え/ x",
			"            ^"},
		{"under a wide character", "例え", 3, 6,
			"例え",
			"  ^^"},
		{"after a combining mark", "cafe\u0301 x", 6, 7,
			"cafe\u0301 x",
			"    ^"},
		{"at a combining mark: under the character that carries it", "cafe\u0301x", 4, 6,
			"cafe\u0301x",
			"   ^"},
		{"a mark with nothing to stand on", "\u0301x", 0, 2,
			"◌\u0301x",
			"^"},
		{"after Devanagari, whose spacing vowel signs take a column", "हिन्दी x", 18, 19,
			"हिन्दी x",
			"     ^"},
		{"after Burmese, some of whose vowel signs begin a cluster", "မော် x", 12, 13,
			"မော် x",
			"   ^"},
		{"after an emoji of several characters", "👩‍🚀 x", 11, 12,
			"👩‍🚀 x",
			"  ^"},
		{"after a flag", "🇩🇪 x", 8, 9,
			"🇩🇪 x",
			"  ^"},
		{"after two leading consonants of Hangul", "ᄀᄀ x", 6, 7,
			"ᄀᄀ x",
			"  ^"},
		{"a bidi character as an escape", "a\u202Eb", 1, 4,
			`a\u202Eb`,
			" ^^^^^^"},
		{"a tag character as an escape", "a\U000E0001b", 5, 6,
			`a\U000E0001b`,
			"           ^"},
		{"a byte that is not UTF-8", "a\xffb", 1, 2,
			`a\xFFb`,
			" ^^^^"},
		{"a newline and a tab", "a\n\tb", 1, 3,
			`a\u000A\u0009b`,
			" ^^^^^^^^^^^^"},
		{"a no-break space", "a\u00A0b", 1, 3,
			`a\u00A0b`,
			" ^^^^^^"},
		{"a joiner alone", "a\u200Db", 1, 4,
			`a\u200Db`,
			" ^^^^^^"},
		{"a soft hyphen", "a\u00ADb", 3, 4,
			`a\u00ADb`,
			"       ^"},
		{"a Hangul filler", "a\u3164b", 4, 5,
			`a\u3164b`,
			"       ^"},
		{"right to left", "http://שלום/ x", 16, 17,
			"http://שלום/ x",
			"            ^"},
		{"cut on both sides", long + " " + long, 300, 301,
			"…" + strings.Repeat("a", 50) + " " + strings.Repeat("a", 49) + "…",
			strings.Repeat(" ", 51) + "^"},
		{"cut at the end", "a b" + long, 1, 2,
			"a b" + strings.Repeat("a", 97) + "…",
			" ^"},
		{"cut before", long + " ", 300, 301,
			"…" + strings.Repeat("a", 99) + " ",
			strings.Repeat(" ", 100) + "^"},
		{"a fault longer than the line", "a" + strings.Repeat(" ", 300) + "b", 1, 301,
			"…" + strings.Repeat(" ", 100) + "…",
			" " + strings.Repeat("^", 100)},
		{"cut between wide characters", strings.Repeat("例", 200) + " ", 600, 601,
			"…" + strings.Repeat("例", 49) + " ",
			strings.Repeat(" ", 99) + "^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := finding.Finding{Code: "x", Severity: finding.Error, Message: finding.External("m", nil), Start: tt.start,
				End: tt.end}
			lines := strings.Split(string(appendFinding(nil, quoted(tt.text), &f, run.Place{Source: "f", Line: 1, Col: 1}, Style{})), "\n")
			if got, want := lines[2], "  | "+tt.line; got != want {
				t.Errorf("source:\ngot  %q\nwant %q", got, want)
			}
			if got, want := lines[3], "  | "+tt.carets; got != want {
				t.Errorf("carets:\ngot  %q\nwant %q", got, want)
			}
		})
	}
}

func TestAppendFinding(t *testing.T) {
	full := finding.Finding{
		Code: "ipath-abempty", Severity: finding.Warning, Message: finding.External("what is wrong", nil),
		Hint:  finding.External("a space ends an IRI in text", nil),
		Start: 1, End: 2, Rules: []string{"IRI", "ipath-abempty"}, Expected: []string{"ipchar", `"/"`, "end"},
		Section: "RFC 3987 §2.2", ABNF: `ipath-abempty = *( "/" isegment )`,
		Fix: &finding.Fix{Start: 1, End: 2, Text: "%20"},
	}
	want := `warning[ipath-abempty]: what is wrong
 --> f.txt:7:9
  | a b
  |  ^ expected ipchar, "/" or end
  = rule: ipath-abempty = *( "/" isegment )   (RFC 3987 §2.2)   IRI > ipath-abempty
  = hint: a space ends an IRI in text
  = fix: write "%20" for " "
`
	if got := string(appendFinding(nil, quoted("a b"), &full, run.Place{Source: "f.txt", Line: 7, Col: 9}, Style{})); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	colored := string(appendFinding(nil, quoted("a b"), &full, run.Place{Source: "f.txt", Line: 7, Col: 9}, Style{Color: true}))
	if !strings.HasPrefix(colored, "\x1b[1;33mwarning[ipath-abempty]\x1b[0m") {
		t.Errorf("colour: got %q", colored)
	}
	plain := colored
	for _, c := range []string{bold, red, yellow, blue, reset} {
		plain = strings.ReplaceAll(plain, c, "")
	}
	if plain != want {
		t.Errorf("colour changes the text: got\n%s\nwant\n%s", plain, want)
	}
}

// TestHostileFinding checks that no control character of the input reaches a terminal.
func TestHostileFinding(t *testing.T) {
	evil := "\x1b]0;owned\x07\u202E\r\n"
	f := finding.Finding{Code: "x", Severity: finding.Error, Message: finding.External("got "+evil, nil),
		Hint: finding.External(evil, nil), End: 3,
		Fix: &finding.Fix{Start: 0, End: len(evil), Text: "x" + evil}}
	got := string(appendFinding(nil, quoted(evil), &f, run.Place{Source: "a" + evil, Line: 1, Col: 1}, Style{}))
	if i := strings.IndexAny(got, "\x1b\x07\u202E\r"); i >= 0 {
		t.Errorf("%q holds a control character at %d", got, i)
	}
	if n := strings.Count(got, "\n"); n != 6 {
		t.Errorf("got %d lines, want 6: %q", n, got)
	}
}

func TestFixInWords(t *testing.T) {
	tests := []struct {
		text string
		fix  finding.Fix
		want string
	}{
		{"1a:b", finding.Fix{Text: "./"}, `put "./" in front`},
		{"http://[::1", finding.Fix{Start: 11, End: 11, Text: "]"}, `add "]" at the end`},
		{"a%b", finding.Fix{Start: 2, End: 2, Text: "25"}, `insert "25"`},
		{"a\u202Eb", finding.Fix{Start: 1, End: 4}, `leave out "\u202E"`},
		{"a b", finding.Fix{Start: 1, End: 2, Text: "%20"}, `write "%20" for " "`},
	}
	for _, tt := range tests {
		if got := describeFix(quoted(tt.text), &tt.fix); got != tt.want {
			t.Errorf("%q %v: got %q, want %q", tt.text, tt.fix, got, tt.want)
		}
	}
}

// TestTerminalWidth checks that source, carets and rule fit the width of a terminal, and that what is expected, the
// section and the broken production are whole at any width.
func TestTerminalWidth(t *testing.T) {
	f := check.Report("http://"+strings.Repeat("例", 90)+"/a b"+strings.Repeat("é", 90), spec.RFC3987.Top(), new(finding.Run)).Findings[0]
	text := "http://" + strings.Repeat("例", 90) + "/a b" + strings.Repeat("é", 90)
	for _, width := range []int{0, 40, 60, 200} {
		got := string(appendFinding(nil, quoted(text), &f, run.Place{Source: "f", Line: 1, Col: 1}, Style{Width: width}))
		for line := range strings.SplitSeq(got, "\n") {
			if n := uniseg.StringWidth(line); width > 0 && n > width {
				t.Errorf("width %d: %d columns: %s", width, n, line)
			}
		}
		words := strings.Join(strings.Fields(strings.NewReplacer("\n  |", "", "\n", "").Replace(got)), " ")
		for _, want := range []string{`expected "/", ipchar, "?", "#" or end`, "(RFC 3987 §2.2)", "> ipath-abempty"} {
			if !strings.Contains(words, want) {
				t.Errorf("width %d: %q is missing\n%s", width, want, got)
			}
		}
	}
}

// TestWrap checks that messages, hints and fixes are put into lines that fit the terminal, that nothing of
// them is lost, and that without a width they stand in one line.
func TestWrap(t *testing.T) {
	testkit.StatesRFC(t, "/p")
	for _, text := range []string{"http://a/ b", "http://e/a\u202eb", "http://1:2:3:4:5:6:7:8:9:80/", "http://e/<b>",
		"http://e/%zz", "a b", "http://h:a#b@/"} {
		if testkit.Edited(text) {
			continue
		}
		for _, f := range check.Report(text, spec.RFC3987.Top(), new(finding.Run)).Findings {
			whole := string(appendFinding(nil, quoted(text), &f, run.Place{Source: "f", Line: 1, Col: 1}, Style{}))
			for _, style := range []Style{{Width: 40}, {Width: 60, Color: true}, {Width: 60, Isolate: true},
				{Width: 200}} {
				got := string(appendFinding(nil, quoted(text), &f, run.Place{Source: "f", Line: 1, Col: 1}, style))
				for line := range strings.SplitSeq(escapes.ReplaceAllString(got, ""), "\n") {
					if n := uniseg.StringWidth(line); n > style.Width {
						t.Errorf("width %d: %d columns: %s", style.Width, n, line)
					}
				}
				for _, want := range []string{f.MessageText(), f.HintText()} {
					if joined := strings.Join(strings.Fields(strings.NewReplacer(quote.LRI, "", quote.PDI,
						"").Replace(got)), " "); !strings.Contains(joined, quote.Visible(want)) {
						t.Errorf("width %d: %q is not in %s", style.Width, want, got)
					}
				}
				if strings.Contains(got, "\" \n") || style.Width == 200 && !style.Isolate && got != whole {
					t.Errorf("width %d: got %s", style.Width, got)
				}
			}
		}
	}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{`write "%20" for " "`, []string{"write", `"%20"`, "for", `" "`}},
		{"a " + quote.LRI + "b c" + quote.PDI + " d", []string{"a", quote.LRI + "b c" + quote.PDI, "d"}},
	} {
		if got := sentenceWords(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q", tt.text, got)
		}
	}
}

// escapes are what sets colours.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestPrintable(t *testing.T) {
	for at := range 12 {
		for c := range 256 {
			s := []byte("~ ~ ~ ~ ~ ~ ")
			s[at] = byte(c)
			if got, want := quote.IsPlain(string(s)), c >= ' ' && c < 0x7F; got != want {
				t.Errorf("%q: got %v, want %v", s, got, want)
			}
		}
	}
}

func FuzzAppendLine(f *testing.F) {
	f.Add("http://h:8a/", 10, 11)
	f.Add("例え\u0301\u202E\xff👩‍🚀", 3, 9)
	f.Add(strings.Repeat("\u0301", 500), 30, 31)
	f.Add(strings.Repeat("例x", 60)+" "+strings.Repeat("é", 70), 240, 241)
	f.Add(strings.Repeat("a", 60)+"    "+strings.Repeat("え", 20), 60, 64)
	f.Add(strings.Repeat(" ", 200), 3, 190)
	f.Add(strings.Repeat("例", 80), 30, 120)
	f.Add(strings.Repeat("हिन्दी\xff\uE000", 20), 30, 120)
	f.Add(strings.Repeat("a", 80)+"မော်"+strings.Repeat("a", 20), 84, 87)
	f.Add("𑄇𑄪𑄃🇦\u0903🇧ᄀ\u0301\u0903", 4, 8)
	f.Add("🚀", 1, 1)
	f.Add(strings.Repeat("é", 200), 200, 202)
	f.Add(strings.Repeat("e\u0301\u0301\u0301\u0301", 60), 270, 271)
	f.Add(strings.Repeat("a", 200), 20, 21)
	f.Add(strings.Repeat("a", 200), 190, 200)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		if start < 0 || end < start || end > len(text) {
			return
		}
		line, v := appendLine(nil, text, start, end, 40)
		if cells, cv := appendCells(nil, text, start, end, 40, reach); string(cells) != string(line) || cv != v {
			t.Errorf("%q [%d,%d): got %q %v, want %q %v", text, start, end, line, v, cells, cv)
		}
		if bytes.ContainsAny(line, "\n\r\t\x1b\u202E\u2028") {
			t.Errorf("%q [%d,%d): %q is not safe to print", text, start, end, line)
		}
		if v.carets < 1 || v.col+v.carets > 44 {
			t.Errorf("%q [%d,%d): carets from %d, %d wide", text, start, end, v.col, v.carets)
		}
	})
}

// TestIsolated is for RFC 3987 §4.1: "Bidirectional IRIs MUST be rendered in the same way as they
// would be if they were in a left-to-right embedding". It is done where a terminal shows them.
func TestIsolated(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		style      Style
		want       []string
	}{
		{"on a terminal", "http://e/אa", Style{Isolate: true},
			[]string{"\u2066\"אa\"\u2069 ", "\n  | \u2066http://e/אa\u2069\n  |          ^^\n"}},
		{"elsewhere", "http://e/אa", Style{}, []string{": \"אa\" ", "\n  | http://e/אa\n"}},
		{"without right-to-left text", "http://e/é b", Style{Isolate: true}, []string{"\n  | http://e/é b\n"}},
		{"an isolate in the text stays an escape", "http://e/א\u2069a", Style{Isolate: true},
			[]string{"\n  | \u2066http://e/א\\u2069a\u2069\n"}},
		{"a fix", "http://e/%ZZ/א", Style{Isolate: true}, []string{"\n  = fix: write \"%25\" for \"%\"\n"}},
		{"a fix of right-to-left text", "http://e/אa", Style{Isolate: true}, []string{" for \u2066\"א"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []byte
			for _, f := range check.Report(tt.text, spec.RFC3987.Top(), new(finding.Run)).Findings {
				got = appendFinding(got, quoted(tt.text), &f, run.Place{Source: "f", Line: 1, Col: 1}, tt.style)
			}
			for _, want := range tt.want {
				if !strings.Contains(string(got), want) {
					t.Errorf("got %q, which lacks %q", got, want)
				}
			}
			if opened, closed := strings.Count(string(got), quote.LRI),
				strings.Count(string(got), quote.PDI); opened != closed || !tt.style.Isolate && opened > 0 {
				t.Errorf("%q has %d isolates and %d ends of them", got, opened, closed)
			}
		})
	}
}
