package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit/lsptest"
)

// menu returns the actions that a menu shows for a document.
func menu(t *testing.T, e *lsptest.Editor, uri string, at lsptest.Range, only ...string) []lsptest.Action {
	t.Helper()
	return decoded[[]lsptest.Action](t, e.Ask("textDocument/codeAction", lsptest.Document(uri, "range", at,
		"context", map[string]any{"only": only})))
}

// TestIgnore writes the comments that a menu offers, one after the other, until nothing more is found. Without one the
// text stays.
func TestIgnore(t *testing.T) {
	const bad = "http://h:8a/"
	for _, tt := range []struct{ name, language, text, want string }{
		{"Turtle, above", "turtle", "<a:b> a <a:c> ;\n  a <" + bad + "> .\n",
			"<a:b> a <a:c> ;\n  # iri-ignore port: why\n  a <" + bad + "> .\n"},
		{"N-Triples, CR LF", "ntriples", "<a:b> <a:b> <a:c> .\r\n<" + bad + "> <a:b> <a:c> .\r\n",
			"<a:b> <a:b> <a:c> .\r\n# iri-ignore port: why\r\n<" + bad + "> <a:b> <a:c> .\r\n"},
		{"after a long literal", "turtle", "<a:b> a <a:c> ; <a:d> \"\"\"x\ny\"\"\", <" + bad + "> .\n",
			"<a:b> a <a:c> ; <a:d> \"\"\"x\ny\"\"\", <" + bad + "> . # iri-ignore port: why\n"},
		{"two codes on a line", "turtle", "<" + bad + "> a <a:b c> .",
			"# iri-ignore port: why\n# iri-ignore ipath-rootless: why\n<" + bad + "> a <a:b c> ."},
		{"two faults of a code on a line", "turtle", "<" + bad + "> a <" + bad + "> .",
			"# iri-ignore port: why\n<" + bad + "> a <" + bad + "> ."},
		{"YAML", "yaml", "a:\n  - url: " + bad + "\n", "a:\n  # iri-ignore port: why\n  - url: " + bad + "\n"},
		{"YAML, in a block", "yaml", "a: |\n  " + bad + "\n", "a: |\n  " + bad + "\n"},
		{"HTML", "html", "<p>\n<a href='" + bad + "'>x</a>\n",
			"<p>\n<!-- iri-ignore port: why -->\n<a href='" + bad + "'>x</a>\n"},
		{"HTML, in a tag of several lines", "html", "<a title='x'\n href='" + bad + "'>x</a>\n",
			"<a title='x'\n href='" + bad + "'>x</a> <!-- iri-ignore port: why -->\n"},
		{"HTML, nowhere", "html", "<a title='x'\n href='" + bad + "'\n>x</a>\n", "<a title='x'\n href='" + bad + "'\n>x</a>\n"},
		{"XML", "xml", "<a>\n\t<loc>" + bad + "</loc>\n</a>\n",
			"<a>\n\t<!-- iri-ignore port: why -->\n\t<loc>" + bad + "</loc>\n</a>\n"},
		{"Markdown", "markdown", "x\n[x](" + bad + ")\ny\n", "x\n[x](" + bad + ") <!-- iri-ignore port: why -->\ny\n"},
		{"Markdown, a definition", "markdown", "[x]\n\n[x]: " + bad + "\n",
			"[x]\n\n<!-- iri-ignore port: why -->\n[x]: " + bad + "\n"},
		{"a comment that ignores nothing", "turtle", "# iri-ignore port: why\n<a:b> a <a:c> .\n",
			"# iri-ignore port: why\n<a:b> a <a:c> .\n"},
		{"JSON has no comments", "json", "{\"url\": \"" + bad + "\"}\n", "{\"url\": \"" + bad + "\"}\n"},
		{"text has those of many languages", "plaintext", "<" + bad + ">\n", "<" + bad + ">\n"},
	} {
		e, uri, text := startEditor(t, "utf-8"), "untitled:a", tt.text
		found := e.Open(uri, tt.language, text).Diagnostics
		if len(found) == 0 {
			t.Errorf("%s: nothing is found", tt.name)
		}
		all := lsptest.Range{End: lsptest.Position{Line: 9}}
		for version := 2; version < 9; version++ {
			i := slices.IndexFunc(menu(t, e, uri, all), func(a lsptest.Action) bool { return strings.HasPrefix(a.Title, "Ignore ") })
			if i < 0 {
				break
			}
			a := menu(t, e, uri, all)[i]
			if want := fmt.Sprintf("Ignore %s here, in a comment that says why", a.Diagnostics[0].Code); a.Title != want ||
				a.Kind != quickFix || a.IsPreferred {
				t.Errorf("%s: got %+v", tt.name, a)
			}
			text = lsptest.Apply(text, a.Edit.Changes[uri])
			e.Change(uri, version, text)
			found = e.Of(version).Diagnostics
		}
		if text != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, text, tt.want)
		}
		if text != tt.text && len(found) > 0 {
			t.Errorf("%s: then there is %+v", tt.name, found)
		}
	}
}

// TestFixAllInMenu holds that what fixes the whole document is in the menu only of something that has a fix.
func TestFixAllInMenu(t *testing.T) {
	const uri = "untitled:a"
	e := startEditor(t)
	e.Open(uri, "turtle", "<http://h/a b> a <a:c> .\n<http://h:8a/> a <a:c> .\n")
	for line, want := range []bool{true, false} {
		actions := menu(t, e, uri, lsptest.Range{Start: lsptest.Position{Line: line}, End: lsptest.Position{Line: line, Character: 20}})
		got := slices.ContainsFunc(actions, func(a lsptest.Action) bool { return strings.HasPrefix(a.Title, "Fix all ") })
		if got != want || len(actions) == 0 {
			t.Errorf("line %d: got %+v", line, actions)
		}
	}
	// When the editor saves, it asks for the kind.
	if all := menu(t, e, uri, lsptest.Range{}, fixAll); len(all) != 1 || all[0].Kind != fixAll {
		t.Errorf("when it is saved: %+v", all)
	}
}
