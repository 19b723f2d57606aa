package lsp

import (
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/lsptest"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// writtenIn say how languages of editors write an IRI; counted are those in which what is filled in later is not
// reported, byHand those in which the signs of other notations are guesses.
var writtenIn = []struct {
	language        string
	write           func(iri string) string
	counted, byHand bool
}{
	{"html", func(s string) string { return `<a href="` + html.EscapeString(s) + `">x</a>` }, true, true},
	{"xml", func(s string) string { return `<a href="` + html.EscapeString(s) + `"/>` }, true, false},
	{"markdown", func(s string) string { return "[x](<" + inAngles.Replace(s) + ">)" }, true, true},
	{"yaml", func(s string) string { return "url: '" + strings.ReplaceAll(s, "'", "''") + "'" }, true, true},
	{"json", func(s string) string { return `{"url":` + inJSON(s) + "}" }, true, true},
	{"jsonld", func(s string) string { return `{"@id":` + inJSON(s) + `,"http://e.example/p":1}` }, true, true},
	{"plaintext", func(s string) string { return "see <" + s + ">" }, true, true},
	{"turtle", func(s string) string { return "<a:b> <a:c> <" + inTurtle.Replace(s) + "> ." }, false, false},
	{"ntriples", func(s string) string { return "<a:b> <a:c> <" + inTurtle.Replace(s) + "> ." }, false, false},
	{"lines", func(s string) string { return s }, false, false},
}

var (
	inAngles = strings.NewReplacer(`\`, `\\`, "<", `\<`, ">", `\>`)
	inTurtle = strings.NewReplacer(`\`, `\u005C`, " ", `\u0020`, "<", `\u003C`, ">", `\u003E`, "{", `\u007B`, "}", `\u007D`,
		`"`, `\u0022`, "^", `\u005E`, "|", `\u007C`)
)

func inJSON(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// actionsOf opens a text and returns what is found in it and the actions for all of it, but for comments that ignore it.
func actionsOf(t *testing.T, e *lsptest.Editor, name, language, text string) (p lsptest.Published, actions []action) {
	t.Helper()
	uri := "untitled:" + name
	p = e.Open(uri, language, text+"\n")
	all := span{End: position{Line: 2}}
	answer := e.Ask("textDocument/codeAction", lsptest.Document(uri, "range", all, "context", map[string]any{}))
	if err := json.Unmarshal(answer, &actions); err != nil {
		t.Fatal(err)
	}
	return p, slices.DeleteFunc(actions, func(a action) bool { return strings.HasPrefix(a.Title, "Ignore ") })
}

// TestFilledIn has texts that are filled in later in each language: the server offers no fix of one, nor a guess, and
// shows nothing where iri check counts them.
func TestFilledIn(t *testing.T) {
	e := startEditor(t)
	for i, mark := range reftest.FilledIn {
		for _, l := range writtenIn {
			if l.language == "plaintext" && strings.ContainsAny(mark, "<>") {
				continue
			}
			text := "https://h.example/" + mark + "/é b"
			p, actions := actionsOf(t, e, fmt.Sprint(l.language, i), l.language, l.write(text))
			if len(actions) > 0 || l.counted && len(p.Diagnostics) > 0 {
				t.Errorf("%s: %q has %+v and %+v", l.language, text, p.Diagnostics, actions)
			}
		}
	}
}

// TestNotations has what people write by hand beside IRIs, and two strings in one: all that is offered is a guess, and
// none writes a line end into an IRI.
func TestNotations(t *testing.T) {
	e := startEditor(t)
	for i, text := range []string{"http://e/a[b", "http://e/a]b", `http://e/x/(.*\.ttl)`, "http://e/x/^7.0/c", "http://e/a<b",
		"http://e/a>b", "http://e/a|b", "http://e/#a|b", "http://a.example/ https://b.example/",
		"http://a.example/, https://b.example/"} {
		two := strings.Count(text, "://") > 1
		for _, l := range writtenIn {
			if !l.byHand && !two || l.language == "plaintext" && strings.ContainsAny(text, "<>") {
				continue
			}
			p, actions := actionsOf(t, e, fmt.Sprint(l.language, i), l.language, l.write(text))
			isRead := two && (l.language == "plaintext" || strings.Contains(text, ",")) // one by one
			if len(p.Diagnostics) == 0 && !isRead {
				t.Errorf("%s: nothing is found in %q", l.language, text)
			}
			for _, a := range actions {
				edits, err := json.Marshal(a.Edit)
				if err != nil || a.IsPreferred || !strings.HasSuffix(a.Title, aGuess) || l.language != "lines" &&
					strings.Contains(string(edits), `\n`) || strings.Contains(string(edits), "%0A") {
					t.Errorf("%s: %q has %+v", l.language, text, a)
				}
			}
		}
	}
}

// TestPasswordsInTitles has fixes of strings with a password: their titles do not show it, and their edits have it. An
// edited grammar may leave no fix.
func TestPasswordsInTitles(t *testing.T) {
	e := startEditor(t)
	for i, text := range []string{`http:\\u:secret@h\a`, "http://v@u:secret@h/", "http://u:sec%ret@h/"} {
		_, actions := actionsOf(t, e, fmt.Sprint("lines", i), "lines", text)
		titles, edited := "", ""
		for _, a := range actions {
			edits, err := json.Marshal(a.Edit)
			if err != nil {
				t.Fatal(err)
			}
			titles, edited = titles+a.Title+"\n", edited+string(edits)
		}
		shows := strings.Contains(titles, "secr") || strings.Contains(titles, "ret")
		if len(actions) == 0 && !testkit.Edited(text) || shows || strings.Contains(edited, "xxxxx") {
			t.Errorf("%q has the titles %q and the edits %s", text, titles, edited)
		}
	}
}
