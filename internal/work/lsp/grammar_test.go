package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/lsptest"
	"github.com/rfc3987/iri/internal/work/config"
)

const draftURI = "untitled:x.abnf"

const draftText = `; spec: x
; top: start
; section: My draft §2
start = word *( SP Word ) ; word
word  = 1*letter / "word"
letter = ALPHA / %x5F
`

// places writes the ranges of an answer: line:from-to.
func places(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var all []string
	for _, l := range decoded[[]struct{ Range lsptest.Range }](t, raw) {
		all = append(all, fmt.Sprintf("%d:%d-%d", l.Range.Start.Line, l.Range.Start.Character, l.Range.End.Character))
	}
	return strings.Join(all, " ")
}

func at(line, character int, more ...any) any {
	return lsptest.Document(draftURI, append([]any{"position", lsptest.Position{Line: line, Character: character}}, more...)...)
}

// TestGrammar has what an editor asks of a grammar.
func TestGrammar(t *testing.T) {
	e := startEditor(t)
	if p := e.Open(draftURI, "abnf", draftText); len(p.Diagnostics) != 1 || p.Diagnostics[0].Code != abnf.CaseSpell ||
		p.Diagnostics[0].Range != lsptest.At(3, 19, 23, "").Range {
		t.Errorf("got %+v", p)
	}
	with := map[string]any{"includeDeclaration": true}
	for _, tt := range []struct {
		name, method string
		params       any
		want         string
	}{
		{"the definition of a name", "textDocument/definition", at(3, 9), "4:0-4"},
		{"one in another case (RFC 5234 §2.1)", "textDocument/definition", at(3, 20), "4:0-4"},
		{"one at its end", "textDocument/definition", at(3, 12), "4:0-4"},
		{"a field of the header", "textDocument/definition", at(1, 8), "3:0-5"},
		{"a comment", "textDocument/definition", at(3, 28), ""},
		{"a string", "textDocument/definition", at(4, 21), ""},
		{"a core rule, which no line of the file defines", "textDocument/definition", at(5, 10), ""},
		{"references", "textDocument/references", at(4, 1, "context", with), "3:8-12 3:19-23 4:0-4"},
		{"references without the definition", "textDocument/references", at(4, 1), "3:8-12 3:19-23"},
		{"references in the header", "textDocument/references", at(3, 1, "context", with), "1:7-12 3:0-5"},
	} {
		raw := e.Ask(tt.method, tt.params)
		if got := places(t, raw); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	symbols := e.Ask("textDocument/documentSymbol", lsptest.Document(draftURI))
	var outline []string
	for _, s := range decoded[[]struct {
		Name, Detail string
		Range        lsptest.Range
	}](t, symbols) {
		outline = append(outline, fmt.Sprintf("%s (%s) %d:%d", s.Name, s.Detail, s.Range.End.Line, s.Range.End.Character))
	}
	if got, want := strings.Join(outline, ", "),
		"start (My draft §2) 3:32, word (My draft §2) 4:25, letter (My draft §2) 5:21"; got != want {
		t.Errorf("outline: got %s, want %s", got, want)
	}
	hover := decoded[struct{ Contents struct{ Value string } }](t, e.Ask("textDocument/hover", at(3, 9))).Contents.Value
	for _, part := range []string{"**word** (My draft §2)", `word = 1*letter / "word"`, "that it matches: `\"a\"`",
		"that it does not match: `"} {
		if !strings.Contains(hover, part) {
			t.Errorf("hover: %q, want %q in it", hover, part)
		}
	}
}

// TestRename has renamings: a name, all references and the fields of the header; and those that cannot be.
func TestRename(t *testing.T) {
	e := startEditor(t, "utf-8")
	e.Open(draftURI, "abnf", draftText)
	renamed := func(line, character int, by string) string {
		raw := e.Ask("textDocument/rename", at(line, character, "newName", by))
		return lsptest.Apply(draftText, decoded[struct {
			Changes map[string][]lsptest.TextEdit
		}](t, raw).Changes[draftURI])
	}
	if got, want := renamed(3, 9, "term"), strings.NewReplacer("start = word", "start = term", "SP Word", "SP term",
		"\nword ", "\nterm ").Replace(draftText); got != want {
		t.Errorf("got %s", got)
	}
	if got, want := renamed(3, 1, "first"), strings.ReplaceAll(draftText, "start", "first"); got != want {
		t.Errorf("got %s", got)
	}
	if got, want := renamed(3, 9, "WORD"), strings.NewReplacer("start = word", "start = WORD", "SP Word", "SP WORD",
		"\nword ", "\nWORD ").Replace(draftText); got != want {
		t.Errorf("another case: got %s", got)
	}
	for _, tt := range []struct{ name, by, want string }{
		{"another rule has it", "letter", "there is a rule letter already"},
		{"a core rule has it", "alpha", "there is a rule alpha already"},
		{"it is not a name", "a b", "is not a name of a rule"},
		{"it is empty", "", "is not a name of a rule"},
	} {
		if err := e.Refused("textDocument/rename", at(3, 9, "newName", tt.by)); !strings.Contains(err, tt.want) {
			t.Errorf("%s: %s", tt.name, err)
		}
	}
	if err := e.Refused("textDocument/rename", at(5, 10, "newName", "x")); !strings.Contains(err, "ALPHA is not defined in this file") {
		t.Error(err)
	}
	if got := string(e.Ask("textDocument/prepareRename", at(5, 10))); got != "null" {
		t.Errorf("a core rule can be renamed: %s", got)
	}
	if got := string(e.Ask("textDocument/prepareRename", at(5, 1))); !strings.Contains(got, `"character":6`) {
		t.Errorf("prepareRename: %s", got)
	}
}

// TestCompletion has the names that are offered, also while the text cannot be read.
func TestCompletion(t *testing.T) {
	e := startEditor(t)
	e.Open(draftURI, "abnf", draftText)
	e.Change(draftURI, 2, draftText+"new = ( wo\n")
	if p := e.Of(2); len(p.Diagnostics) == 0 {
		t.Error("the text can be read")
	}
	offered := func(line, character int) map[string]lsptest.Range {
		all := make(map[string]lsptest.Range)
		for _, i := range decoded[[]struct {
			Label    string
			TextEdit lsptest.TextEdit
		}](t, e.Ask("textDocument/completion", at(line, character))) {
			all[i.Label] = i.TextEdit.Range
		}
		return all
	}
	all := offered(6, 10)
	for _, name := range []string{"start", "word", "letter", "new", "ALPHA", "DIGIT", "SP"} {
		if _, ok := all[name]; !ok {
			t.Errorf("%s is not offered", name)
		}
	}
	if got := all["word"]; got.Start.Character != 8 || got.End.Character != 10 {
		t.Errorf("what is written is replaced at %v", got)
	}
	for _, in := range [][2]int{{3, 28}, {4, 21}} {
		if all := offered(in[0], in[1]); len(all) > 0 {
			t.Errorf("%v: names are offered in a comment or a string", in)
		}
	}
	const changed = "; spec: y\n; changes: rfc3987\nport = \n"
	e.Open("untitled:y.abnf", "abnf", strings.TrimSuffix(changed, "\n")+"1*DIGIT\n")
	raw := string(e.Ask("textDocument/completion", lsptest.Document("untitled:y.abnf", "position",
		lsptest.Position{Line: 2, Character: 7})))
	if !strings.Contains(raw, `"label":"ipchar"`) || !strings.Contains(raw, "RFC 3987 §2.2") {
		t.Errorf("rules of the spec that the file changes are not offered: %.300s", raw)
	}
}

// TestFormatting holds that formatting is iri grammar fmt.
func TestFormatting(t *testing.T) {
	e := startEditor(t, "utf-8")
	e.Open(draftURI, "abnf", draftText)
	want, err := grammarfmt.Format("x.abnf", []byte(draftText), grammarfmt.Width)
	if err != nil || bytes.Equal(want, []byte(draftText)) {
		t.Fatal(err, "the text has the form already")
	}
	got := lsptest.Apply(draftText, decoded[[]lsptest.TextEdit](t, e.Ask("textDocument/formatting", lsptest.Document(draftURI))))
	if got != string(want) {
		t.Errorf("got %s", got)
	}
	e.Change(draftURI, 2, string(want))
	e.Of(2)
	if got := string(e.Ask("textDocument/formatting", lsptest.Document(draftURI))); got != "[]" {
		t.Errorf("what has the form is changed: %s", got)
	}
	e.Change(draftURI, 3, "a = (")
	e.Of(3)
	if err := e.Refused("textDocument/formatting", lsptest.Document(draftURI)); !strings.Contains(err, "x.abnf:1:") {
		t.Errorf("a fault of the notation: %s", err)
	}
}

// TestDifferences has what changes while a built-in spec is edited: the shortest strings that a changed rule
// accepts and refuses now, and nothing of the text before it.
func TestDifferences(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	text, err := fs.ReadFile(grammar.Files, "rfc3987.abnf")
	if err != nil {
		t.Fatal(err)
	}
	const uri = "untitled:rfc3987.abnf"
	edited := string(text)
	port := strings.Index(edited, "\nport")
	line := strings.Count(edited[:port+1], "\n")
	end := strings.IndexByte(edited[port+1:], '\n')
	e := startEditor(t)
	same := e.Open(uri, "abnf", edited)
	for i, tt := range []struct{ rule, want string }{
		{"port = 1*5DIGIT", `port refuses "", which RFC 3987 accepts`},
		{"port = *ALPHA", `port accepts "a", which RFC 3987 refuses, and refuses "0", which RFC 3987 accepts`},
		{"port = *( DIGIT / \"x\" )", `port accepts "x", which RFC 3987 refuses`},
	} {
		if testkit.Edited(tt.rule, tt.want) {
			continue
		}
		e.Change(uri, i+2, lsptest.TextEdit{Range: lsptest.Range{Start: lsptest.Position{Line: line},
			End: lsptest.Position{Line: line, Character: end}}, NewText: tt.rule})
		end = len(tt.rule)
		if p := e.Of(i + 2); !slices.Equal(p.Diagnostics, same.Diagnostics) {
			t.Errorf("%s: got %+v", tt.rule, p)
		}
		p := e.Of(i + 2)
		n := len(p.Diagnostics) - 1
		if n != len(same.Diagnostics) || p.Diagnostics[n].Message != tt.want ||
			p.Diagnostics[n].Severity != information || p.Diagnostics[n].Range.Start.Line != line {
			t.Errorf("%s: got %+v, want %q on line %d", tt.rule, p, tt.want, line)
		}
	}
	const changes = "; spec: y\n; changes: rfc3987\nport = 1*DIGIT\n"
	e.Open("untitled:y.abnf", "", changes)
	if p := e.Next(); len(p.Diagnostics) != 1 || p.Diagnostics[0].Message != `port refuses "", which RFC 3987 accepts` {
		t.Errorf("a file that changes a spec: %+v", p)
	}
}

// TestMeant has the edits that write a name that was probably meant.
func TestMeant(t *testing.T) {
	e := startEditor(t)
	const text = "port-nr = 1*DIGITS\nb = prot-nr\n"
	e.Open(draftURI, "abnf", text)
	for _, tt := range []struct {
		name       string
		line, from int
		only       []string
		want       string
	}{
		{"a core rule", 0, 12, nil, "port-nr = 1*DIGIT\nb = prot-nr\n"},
		{"a rule", 1, 4, []string{"quickfix"}, "port-nr = 1*DIGITS\nb = port-nr\n"},
		{"nothing here", 1, 0, nil, ""},
		{"on saving", 1, 4, []string{"source.fixAll"}, ""},
	} {
		raw := e.Ask("textDocument/codeAction",
			lsptest.Document(draftURI, "range", lsptest.At(tt.line, tt.from, tt.from, "").Range, "context",
				map[string]any{"only": tt.only}))
		got := ""
		for _, a := range decoded[[]struct {
			Edit struct{ Changes map[string][]lsptest.TextEdit }
		}](t, raw) {
			got = lsptest.Apply(text, a.Edit.Changes[draftURI])
		}
		if got != tt.want {
			t.Errorf("%s: got %q of %s, want %q", tt.name, got, raw, tt.want)
		}
	}
}

// TestCodeDescription holds that the code of a finding leads to the section that explains it.
func TestCodeDescription(t *testing.T) {
	for _, tt := range []struct{ name, language, text, want string }{
		{"a production", "plaintext", "http://h:8a/\n", "https://www.rfc-editor.org/rfc/rfc3986.html#section-3.2.3"},
		{"a rule in prose", "plaintext", "http://u:p@h/\n",
			"https://www.rfc-editor.org/rfc/rfc3986.html#section-3.2.1"},
		{"a format", "turtle", "<http://e/s> <http://e/p> .\n", "https://www.w3.org/TR/rdf12-turtle/"},
		{"a grammar", "abnf", "a = b\n", "https://www.rfc-editor.org/rfc/rfc5234.html#section-2.1"},
		{"a rule of ours", "abnf", "a = *( *\"x\" )\n", "https://github.com/rfc3987/iri/blob/main/docs/grammars.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.text)
			p := startEditor(t).Open("untitled:x", tt.language, tt.text)
			if len(p.Diagnostics) != 1 || p.Diagnostics[0].CodeDescription.Href != tt.want {
				t.Errorf("got %+v, want %s", p.Diagnostics, tt.want)
			}
		})
	}
}

// TestSections holds that the section of each code has an address, but for the guidelines of 2011.
func TestSections(t *testing.T) {
	for _, c := range config.Codes() {
		if describe(string(c.Code), "") == nil && c.Section != "" &&
			!strings.HasPrefix(c.Section, "iri-processing-guidelines-2011") {
			t.Errorf("%s: the section %s has no address", c.Code, c.Section)
		}
	}
}
