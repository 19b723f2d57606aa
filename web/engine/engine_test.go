package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/study/grammardiff"
	"github.com/rfc3987/iri/internal/study/sample"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// ask calls a method and decodes its result.
func ask[T any](t *testing.T, e *Engine, method string, params any) T {
	t.Helper()
	p, err := json.Marshal(params)
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Result T
		Error  string
	}
	if err := json.Unmarshal([]byte(e.Call(method, string(p))), &out); err != nil {
		t.Fatal(err)
	}
	if out.Error != "" {
		t.Fatalf("%s: %s", method, out.Error)
	}
	return out.Result
}

type params map[string]any

// TestCheck checks the places of findings, in bytes and in UTF-16 code units.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		codes      []iri.Code
		at         stringSpan
	}{
		{"clean", "http://example.org/", nil, stringSpan{}},
		{"empty", "", nil, stringSpan{}},
		{"only a space, as in the command", " ", []iri.Code{"scheme", "ipath-rootless"}, stringSpan{}},
		{"port", "http://h:8a/", []iri.Code{"port"}, stringSpan{10, 11, 10, 11}},
		{"after an accent", "http://e/é b", []iri.Code{"ipath-abempty"}, stringSpan{11, 12, 10, 11}},
		{"after a surrogate pair", "http://e/😀 b", []iri.Code{"ipath-abempty"}, stringSpan{13, 14, 11, 12}},
		{"a warning", "http://u:p@h/", []iri.Code{"userinfo-password"}, stringSpan{7, 10, 7, 10}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask[[]*lineReport](t, New(), "check", params{"spec": "rfc3987", "lines": []string{tt.text}})
			if len(got) != 1 || (got[0] == nil) != (tt.codes == nil) {
				t.Fatalf("got %+v, want the codes %v", got, tt.codes)
			}
			if got[0] == nil {
				return
			}
			var codes []iri.Code
			for _, f := range got[0].Findings {
				codes = append(codes, f.Code)
			}
			if !slices.Equal(codes, tt.codes) || got[0].Findings[0].stringSpan != tt.at {
				t.Errorf("got %v at %+v, want %v at %+v", codes, got[0].Findings[0].stringSpan, tt.codes, tt.at)
			}
		})
	}
}

// TestReports checks that a report is what the library writes.
func TestReports(t *testing.T) {
	got := ask[string](t, New(), "reports", params{"spec": "rfc3986", "lines": []string{"http://é/", "", "a:b"}})
	var want strings.Builder
	for _, s := range []string{"http://é/", "a:b"} {
		want.WriteString(string(iri.RFC3986.Top().Check(s).AppendJSON(nil)) + "\n")
	}
	if got != want.String() {
		t.Errorf("got %s, want %s", got, want.String())
	}
}

// TestFix checks what lines become, by the page, by the command and by the library: all three the same.
func TestFix(t *testing.T) {
	lines := []string{"http://e/a b", "http://h:8a/", " http://e/a b ", `"https://example.org/",`, "http://e/%zz", "\t"}
	want := []string{"http://e/a%20b", "", "http://e/a%20b", "", "http://e/%25zz", ""}
	r := rand.New(rand.NewPCG(60, 60))
	stray := []string{" ", "\"", "<", ">", "{", "|", `\`, "^", "%", "[", "]", "\t", "#", "@", ":", "\u202e", "é", ","}
	for len(lines) < 20_000 {
		text := reftest.Random(r, r.IntN(4) > 0)
		for range r.IntN(4) {
			i := r.IntN(len(text) + 1)
			text = text[:i] + stray[r.IntN(len(stray))] + text[i:]
		}
		if text != "" && utf8.ValidString(text) {
			lines = append(lines, text)
		}
	}
	got := ask[[]*lineReport](t, New(), "check", params{"spec": "rfc3987", "lines": lines})
	command, mended := fixByCommand(t, lines), 0
	for i, line := range lines {
		page := ""
		if got[i] != nil {
			page = got[i].Fixed
		}
		rep := iri.Check(line)
		library, ok := rep.Fixed()
		if rep.Conforms() || !ok {
			library = ""
		}
		if page != library || cmp.Or(page, line) != command[i] || i < len(want) && page != want[i] {
			t.Errorf("%q: the page has %q, the library %q, the command %q", line, page, library, command[i])
		}
		if page != "" {
			mended++
			if !iri.Valid(page) {
				t.Errorf("%q: %q does not conform", line, page)
			}
		}
	}
	if mended < len(lines)/10 {
		t.Errorf("only %d of %d texts are mended", mended, len(lines))
	}
}

// fixByCommand returns what iri fix makes of a file of lines.
func fixByCommand(t *testing.T, lines []string) []string {
	dir := t.TempDir()
	file, command := filepath.Join(dir, "a.txt"), filepath.Join(dir, "iri")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", command, "./cmd/iri")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(command, "fix", "--quiet", file).Output()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("got %v, want the exit status 1: some lines are left", err)
	}
	fixed := strings.Split(string(out), "\n")
	if len(fixed) != len(lines) {
		t.Fatalf("got %d lines, want %d", len(fixed), len(lines))
	}
	return fixed
}

// TestGuess checks that a guessed fix is marked, and that the fix of all errors and the
// reports do without it.
func TestGuess(t *testing.T) {
	e := New()
	text := "http://e/%u00e9"
	got := ask[[]*lineReport](t, e, "check", params{"spec": "rfc3987", "lines": []string{text, "http://e/a b"}})
	if f := got[0].Findings[0].Fix; f == nil || !f.Guessed || f.Text != "é" {
		t.Errorf("got %+v, want a guess of é", f)
	}
	if f := got[1].Findings[0].Fix; f == nil || f.Guessed {
		t.Errorf("got %+v, want a fix that is not guessed", f)
	}
	if got[0].Fixed != "" || got[0].Guess != "http://e/é" || got[1].Guess != "" {
		t.Errorf("got %+v and %+v, want a guess for the first line alone", got[0], got[1])
	}
	if report := ask[string](t, e, "reports", params{"spec": "rfc3987", "lines": []string{text}}); strings.Contains(report, `"fix"`) {
		t.Errorf("got %s, want no fix without a guess", report)
	}
}

// TestFilledIn has texts that are filled in later: the page mends none, and converts none.
func TestFilledIn(t *testing.T) {
	e := New()
	var lines []string
	for _, mark := range reftest.FilledIn {
		lines = append(lines, "https://h.example/"+mark+"/é b", "https://h.example/"+mark)
	}
	for i, r := range ask[[]*lineReport](t, e, "check", params{"spec": "rfc3987", "lines": lines}) {
		if r == nil || r.Fixed != "" || r.Guess != "" {
			t.Errorf("%q: got %+v, want findings and neither a fix nor a guess", lines[i], r)
		}
		rows := ask[mapping](t, e, "map", params{"spec": "rfc3987", "text": lines[i], "base": "https://h.example/"}).Rows
		for _, row := range rows {
			if row.Output != "" && !(row.ID == "from-leiri" && iri.LEIRI.Reference().Valid(lines[i])) {
				t.Errorf("%s of %q is %q", row.ID, lines[i], row.Output)
			}
		}
	}
}

// TestLine checks the names of characters.
func TestLine(t *testing.T) {
	got := ask[lineInfo](t, New(), "line", params{"spec": "rfc3987", "text": "http://e/שלום/a"})
	if len(got.CodePoints) != 4 || got.CodePoints[0].Name != "U+05E9 HEBREW LETTER SHIN" ||
		got.CodePoints[1].Start != 11 {
		t.Errorf("got %+v", got.CodePoints)
	}
}

// TestLookComponents checks the split of strings, also of those that do not conform.
func TestLookComponents(t *testing.T) {
	for _, tt := range []struct{ name, text, rule, want string }{
		{"all", "http://u@h:80/p?q#f", "IRI", "scheme=http userinfo=u host=h port=80 path=/p query=q fragment=f"},
		{"empty ones", "a://@:?#", "IRI", "scheme=a userinfo= host= port= path= query= fragment="},
		{"no authority", "mailto:a@b", "IRI", "scheme=mailto path=a@b"},
		{"a broken port", "http://h:8a/", "IRI", "scheme=http host=h port=8a! path=/"},
		{"an open bracket", "http://[::1", "IRI", "scheme=http host=[::1! path="},
		{"a literal", "http://[::1]:8/", "IRI", "scheme=http host=[::1] port=8 path=/"},
		{"two faults", "http://a b/c d", "IRI", "scheme=http host=a b! path=/c d!"},
		{"a relative reference", "../a", "IRI-reference", "path=../a"},
		{"a colon in the first segment", "1a:b", "IRI-reference", "path=1a:b!"},
		{"a bad scheme", "1a:b", "IRI", "scheme=1a! path=b"},
		{"nothing", "", "IRI-reference", "path="},
		{"not a whole reference", "80", "port", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := ask[view](t, New(), "look", params{"spec": "rfc3987", "rule": tt.rule, "text": tt.text})
			var parts []string
			for _, c := range v.Components {
				p := c.Name + "=" + tt.text[c.Start:c.End]
				if c.Broken {
					p += "!"
				}
				parts = append(parts, p)
			}
			if got := strings.Join(parts, " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestComponentsByHeader holds that the rule of a component is that which the header names.
func TestComponentsByHeader(t *testing.T) {
	const text = "; spec: mine\n; changes: rfc3987\n; top: IRI\n; component: port harbour\n" +
		"iauthority = [ iuserinfo \"@\" ] ihost [ \":\" harbour ]\nharbour = *DIGIT\n"
	s, err := grammars.Read(grammars.File{Name: "mine.abnf", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range components(s.Top(), "http://h:8a/") {
		if want := map[string]string{"port": "harbour", "host": "ihost"}[c.Name]; want != "" && c.Rule != want {
			t.Errorf("%s: got the rule %q, want %q", c.Name, c.Rule, want)
		}
	}
}

// TestComponentsAgree checks the split against the library, for what conforms.
func TestComponentsAgree(t *testing.T) {
	good, _ := iri.RFC3987.Reference().Examples(300)
	for _, text := range append(good, "http://[::1]:80/a:b?c#d", "//h", "a:", "?", "#", "a/b:c", "x://@") {
		ref, err := iri.ParseRef(text)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]string)
		for _, c := range components(iri.RFC3987.Reference(), text) {
			got[c.Name] = text[c.Start:c.End]
		}
		want := map[string]string{"path": ref.Path()}
		set := func(name, value string, ok bool) {
			if ok {
				want[name] = value
			}
		}
		scheme, ok := ref.Scheme()
		set("scheme", scheme, ok)
		userinfo, ok := ref.Userinfo()
		set("userinfo", userinfo, ok)
		host, ok := ref.Host()
		set("host", host.String(), ok)
		port, ok := ref.Port()
		set("port", port, ok)
		query, ok := ref.Query()
		set("query", query, ok)
		fragment, ok := ref.Fragment()
		set("fragment", fragment, ok)
		if len(got) != len(want) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%q: got %s %q, want %q", text, name, got[name], value)
			}
		}
	}
}

// TestDiagramLit checks the boxes at which a rule breaks, by their texts.
func TestDiagramLit(t *testing.T) {
	for _, tt := range []struct {
		name, spec, rule, text string
		finding                int
		drawn                  string
		lit                    []string
	}{
		{"port", "rfc3987", "", "http://h:8a/", 1, "port", []string{"DIGIT"}},
		{"host", "rfc3987", "", "http://exa mple/", 1, "ireg-name",
			[]string{"iunreserved", "pct-encoded", "sub-delims"}},
		{"path", "rfc3987", "", "http://e/a<b", 1, "ipchar", []string{"iunreserved", "pct-encoded", "sub-delims", ":", "@"}},
		{"the second fault of a path", "rfc3987", "", "http://e/a b c", 2, "ipchar",
			[]string{"iunreserved", "pct-encoded", "sub-delims", ":", "@"}},
		{"query, a choice of rules", "rfc3987", "", "http://e/?a b", 1, "iquery", []string{"ipchar", "iprivate", "/", "?"}},
		{"fragment, a choice of a rule and others", "rfc3987", "", "http://e/#a#b", 1, "ifragment", []string{"ipchar", "/", "?"}},
		{"percent, nothing right", "rfc3987", "", "http://e/%zz", 1, "pct-encoded", []string{"HEXDIG"}},
		{"scheme, at its start", "rfc3987", "", "1a:b", 1, "scheme", []string{"ALPHA"}},
		{"IPv6", "rfc3987", "", "http://[::1::2]/", 1, "IPv6address", []string{"h16", "ls32"}},
		{"the end of an open literal", "rfc3987", "", "http://[::1", 1, "IP-literal", nil},
		{"after a literal", "rfc3987", "", "http://[::1]a/", 1, "iauthority", []string{":"}},
		{"a rule alone", "rfc3987", "port", "8a", 1, "port", []string{"DIGIT"}},
		{"a warning stands in a box", "rfc3987", "", "http://u:p@h/", 1, "iuserinfo", []string{"iunreserved", ":"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := ask[diagram](t, New(), "diagram", params{"spec": tt.spec, "rule": tt.rule, "text": tt.text,
				"finding": tt.finding})
			if d.Rule != tt.drawn || d.Note != "" {
				t.Fatalf("got the diagram of %s (%s), want that of %s", d.Rule, d.Note, tt.drawn)
			}
			boxes := boxTexts(d.SVG)
			var lit []string
			for _, n := range d.Lit {
				if !slices.Contains(lit, boxes[n]) {
					lit = append(lit, boxes[n])
				}
			}
			if tt.lit == nil && len(lit) > 0 {
				return // some boxes are lit, which ones follows from the grammar
			}
			if !slices.Equal(lit, tt.lit) {
				t.Errorf("got %q, want %q", lit, tt.lit)
			}
		})
	}
}

// TestWhole checks where the components of a text stand in the diagram of the start rule.
func TestWhole(t *testing.T) {
	for _, tt := range []struct {
		name, rule, text string
		finding          int
		want, lit        string
	}{
		{"a broken port", "", "http://u@h:8a/p?q#f", 1,
			"scheme=http ihier-part=u ihier-part=h ihier-part=8a ihier-part=/p iquery=q ifragment=f", "ihier-part"},
		{"a broken query", "", "a:?b c", 1, "scheme=a ihier-part= iquery=b c", "iquery"},
		{"two faults", "", "http://a b/c d", 2, "scheme=http ihier-part=a b ihier-part=/c d", "ihier-part"},
		{"a reference with a scheme", "IRI-reference", "a:?b c", 1, "IRI=a IRI= IRI=b c", "IRI"},
		{"a relative reference", "IRI-reference", "?b c", 1, "irelative-ref= irelative-ref=b c", "irelative-ref"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := ask[diagram](t, New(), "diagram", params{"spec": "rfc3987", "rule": tt.rule, "text": tt.text,
				"finding": tt.finding})
			if d.Whole == nil {
				t.Fatal("there is no diagram of the start rule")
			}
			boxes := boxTexts(d.Whole.SVG)
			var got, lit []string
			for _, v := range d.Whole.Visits {
				got = append(got, boxes[v.Box]+"="+tt.text[v.Start:v.End])
			}
			for _, n := range d.Whole.Lit {
				lit = append(lit, boxes[n])
			}
			if strings.Join(got, " ") != tt.want || strings.Join(lit, " ") != tt.lit {
				t.Errorf("got %q, lit %q; want %q, lit %q", got, lit, tt.want, tt.lit)
			}
		})
	}
	// A text that matches runs through the diagram itself.
	d := ask[diagram](t, New(), "diagram", params{"spec": "rfc3987", "text": "a:b", "name": "scheme", "end": 1,
		"occurs": true})
	if d.Whole == nil || d.Whole.Rule != "IRI" || len(d.Whole.Visits) != 3 || len(d.Whole.Lit) > 0 {
		t.Errorf("got the diagram %+v", d.Whole)
	}
	if d := ask[diagram](t, New(), "diagram", params{"spec": "rfc3987", "text": "a:b", "name": "IRI", "end": 3,
		"occurs": true}); d.Whole != nil {
		t.Error("the start rule stands in itself")
	}
}

// boxTexts returns the texts of the boxes of a drawing, in their order.
func boxTexts(svg string) []string {
	var out []string
	for rest := svg; ; {
		i := strings.Index(rest, `<g class="`)
		if i < 0 {
			return out
		}
		rest = rest[i:]
		_, after, _ := strings.Cut(rest, "<text")
		_, after, _ = strings.Cut(after, ">")
		text, _, _ := strings.Cut(after, "</text>")
		out = append(out, text)
		rest = after
	}
}

// TestBoxes checks, for every rule of every spec, that the numbers of boxes are those of
// the drawing.
func TestBoxes(t *testing.T) {
	e := New()
	for _, s := range iri.Specs() {
		g, err := e.tree(s.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range g.Rules {
			svg, err := drawing(g, r, 0)
			if err != nil {
				t.Fatal(err)
			}
			n, err := newTracer(g, r, r)
			if err != nil {
				t.Fatalf("%s %s: %v", s.Name(), r.Name, err)
			}
			if got := len(boxTexts(svg)); got != int(n.boxes.count) {
				t.Errorf("%s %s: the drawing has %d boxes, the automaton %d", s.Name(), r.Name, got, n.boxes.count)
			}
			if strings.Contains(svg, "<style") {
				t.Errorf("%s %s: the drawing has a style sheet", s.Name(), r.Name)
			}
		}
	}
}

// TestVisits checks that the automaton of the diagrams reads what the library accepts,
// whole and without gaps, and refuses what that refuses.
func TestVisits(t *testing.T) {
	e := New()
	for _, s := range iri.Specs() {
		g, err := e.tree(s.Name())
		if err != nil {
			t.Fatal(err)
		}
		for r := range s.Rules() {
			n, err := newTracer(g, g.Rule(r.Name()), g.Rule(r.Name()))
			if err != nil {
				t.Fatal(err)
			}
			good, bad := r.Examples(8)
			for _, text := range good {
				w, err := n.read(text, nil)
				if err != nil || !w.whole {
					t.Errorf("%s %s: %q is not read: %v", s.Name(), r.Name(), text, err)
				}
				at := 0
				for _, v := range w.visits {
					if v.start != at || v.box < 0 {
						t.Errorf("%s %s: %q: the visits %v have a gap at %d", s.Name(), r.Name(), text, w.visits, at)
					}
					at = v.end
				}
				if at != len(text) {
					t.Errorf("%s %s: %q: the visits end at %d", s.Name(), r.Name(), text, at)
				}
			}
			for _, text := range bad {
				if w, err := n.read(text, nil); err != nil || w.whole && w.end == len(text) {
					t.Errorf("%s %s: %q is read", s.Name(), r.Name(), text)
				}
			}
		}
	}
}

// TestMap checks results and commands.
func TestMap(t *testing.T) {
	answer := ask[mapping](t, New(), "map", params{
		"spec": "rfc3987", "text": "http://é.example:80/%7ea/../b", "base": "http://x/y", "other": "http://é.example/b",
		"host": "idna",
	})
	got := make(map[string]mapped)
	for _, r := range answer.Rows {
		got[r.ID] = r
	}
	for id, want := range map[string]string{
		"to-uri": "http://xn--9ca.example:80/%7ea/../b", "rung-path": "http://é.example:80/b",
		"rung-scheme": "http://é.example/b",
		"resolve":     "http://é.example:80/b", "to-iri": "http://é.example:80/~a/../b",
	} {
		if got[id].Output != want || got[id].Error != "" {
			t.Errorf("%s: got %q (%s), want %q", id, got[id].Output, got[id].Error, want)
		}
	}
	if r := got["to-uri"]; !slices.Equal(r.Flags, []string{"to-uri", "--host", "idna"}) ||
		!slices.Equal(r.Words, []string{"http://é.example:80/%7ea/../b"}) {
		t.Errorf("got %q %q", r.Flags, r.Words)
	}
	reasons := func(p params) map[string]string {
		got := make(map[string]string)
		for _, r := range ask[mapping](t, New(), "map", p).Rows {
			got[r.ID] = r.Error
			if r.Skipped != "" {
				got[r.ID] = "skipped: " + r.Skipped
			}
		}
		return got
	}
	// What is wrong with the line is said once; what is wrong with something else, in its row.
	for id, want := range map[string]string{
		"to-uri":    "skipped: the line does not conform as a reference",
		"rung-case": "skipped: the line does not conform as a reference",
		"prepare":   "(character 11, port)", "resolve": "(character 1, base)",
	} {
		if got := reasons(params{"spec": "rfc3987", "text": "http://é:8a/", "base": "x"})[id]; !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
}

// TestCompare checks why two references are equal or not, where they differ, and each rung.
func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name, a, b, base, want string
		rungs, differ          int    // how many rungs are shown, and on how many of them the forms differ
		inA, inB               string // what differs; "-" where there is nothing of it
	}{
		{"one string", "http://a/", "http://a/", "", "equal, character by character (§5.3.1)", 1, 0, "", ""},
		{"case", "HTTP://a/", "http://a/", "",
			"equivalent, because case rules write the scheme in lower case (§5.3.2.1)", 2, 1, "", ""},
		{"hex digits", "a:%aa", "a:%AA", "",
			"equivalent, because case rules write the hex digits of percent-encodings in upper case (§5.3.2.1)", 2, 1,
			"", ""},
		{"encodings", "http://a/%7E?%7E", "http://a/~?%7E", "",
			"equivalent, because percent rules decode what need not be percent-encoded in the path (§5.3.2.3)", 3, 2,
			"", ""},
		{"dots", "http://a/b/../c", "http://a/c", "", "equivalent, because path rules remove dot segments (§5.3.2.4)",
			4, 3, "", ""},
		{"default port", "HTTP://a:80/", "HTTP://a/", "",
			"equivalent, because scheme rules drop the default port (§5.3.3)", 5, 4, "", ""},
		{"empty port and path", "ws://a:", "ws://a/", "",
			`equivalent, because scheme rules drop the empty port and put "/" in for the empty path (§5.3.3)`, 5, 4, "",
			""},
		{"zeros", "http://a:081/", "http://a:81/", "",
			"equivalent, because scheme rules drop zeros at the start of the port (§5.3.3)", 5, 4, "", ""},
		{"all of them", "HTTP://A:80/%7E/../x", "http://a/x", "", "equivalent, because case rules write the scheme " +
			"in lower case and write the host in lower case (§5.3.2.1)," +
			" and percent rules decode what need not be percent-encoded in the path (§5.3.2.3), and path rules " +
			"remove dot segments (§5.3.2.4), and scheme rules drop the default port (§5.3.3)", 5, 4, "", ""},
		{"spelling", "urn:UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
			"", "equivalent, because scheme rules give the path one spelling (§5.3.3)", 5, 4, "", ""},
		{"not equal", "http://é/b", "HTTP://é/c", "", "not equal: the paths differ: `b` against `c`", 5, 5, "b", "c"},
		{"a part that one of them has", "http://a/", "http://a/?q", "", "not equal: only the second has a query: `?q`",
			5, 5, "-", "?q"},
		{"a scheme that one of them has", "a:b", "b", "", "not equal: only the first has a scheme: `a`; resolve the " +
			"other, which is a relative reference, before comparing", 5, 5, "a", "-"},
		{"relative, without a base", "b", "./b", "", "not equal: the paths differ: nothing against `.`; resolve " +
			"relative references before comparing: only then are dot segments removed", 5, 5, "", "."},
		{"relative, with a base", "b", "http://a/b", "http://a/x", "equal, character by character (§5.3.1)", 1, 0, "",
			""},
		{"a base that is not needed", "HTTP://a/", "http://a/", "http://x/",
			"equivalent, because case rules write the scheme in lower case (§5.3.2.1)", 2, 1, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ask[comparison](t, New(), "compare", params{"spec": "rfc3987", "text": tt.a, "other": tt.b,
				"base": tt.base})
			differ := 0
			for _, s := range got.Steps {
				if s.Forms[0] != s.Forms[1] {
					differ++
				}
			}
			if got.Says != tt.want || got.Equal != strings.HasPrefix(tt.want, "equ") || len(got.Steps) != tt.rungs ||
				differ != tt.differ {
				t.Errorf("got %+v, want %q, %d rungs, %d of which differ", got, tt.want, tt.rungs, tt.differ)
			}
			if got.Equal {
				return
			}
			for i, want := range []string{tt.inA, tt.inB} {
				found := "-"
				if at := got.At[i]; at != nil {
					found = got.Texts[i][at.Start:at.End]
				}
				if found != want {
					t.Errorf("text %d differs in %q, want %q", i, found, want)
				}
			}
		})
	}
	for _, tt := range []struct{ name, a, b, rung, want, would string }{
		{"a host", "http://[0::1]/", "http://[::1]/", "", "not equal: ", "host"},
		{"a host, asked for", "http://[0::1]/", "http://[::1]/", "host", "equivalent, because host rules give the host one spelling (§5.3.3)", ""},
		{"the slash at the end", "http://h/a/", "http://h/a", "", "not equal: ", "protocol"},
		{"the slash at the end, asked for", "http://h/a/", "http://h/a", "protocol",
			`equivalent, because protocol rules remove the "/" at the end of the path, which is a guess (§5.3.4)`, ""},
		{"a lower rung", "HTTP://h/", "http://h/", "string", "not equal: ", "case"},
		{"on no rung", "http://h/a", "http://h/b", "", "not equal: ", ""},
	} {
		got := ask[comparison](t, New(), "compare", params{"spec": "rfc3987", "text": tt.a, "other": tt.b, "rung": tt.rung})
		if !strings.HasPrefix(got.Says, tt.want) || got.Would != tt.would {
			t.Errorf("%s: got %q, equal on the rung %q; want %q and %q", tt.name, got.Says, got.Would, tt.want, tt.would)
		}
	}
	for want, p := range map[string]params{
		"the line: ":  {"text": "http://a:b/", "other": "http://a/"},
		"the other: ": {"text": "http://a/", "other": "http://é:b/"},
		"the base: ":  {"text": "a", "other": "b", "base": "c"},
	} {
		p["spec"] = "rfc3987"
		if got := ask[comparison](t, New(), "compare", p).Error; !strings.HasPrefix(got, want) ||
			!strings.Contains(got, "(character ") {
			t.Errorf("got %q, want %q and a place", got, want)
		}
	}
}

// TestSideBySide has the components of two texts, and which of them are equal in the end.
func TestSideBySide(t *testing.T) {
	got := ask[comparison](t, New(), "compare", params{"spec": "rfc3987", "text": "HTTP://é:80/😀?",
		"other": "http://é/b"})
	var rows []string
	for _, p := range got.Parts {
		var at [2]string
		for i := range at {
			if at[i] = "-"; p.At[i] != nil {
				at[i] = fmt.Sprintf("%d:%d", p.At[i].From, p.At[i].To)
			}
		}
		rows = append(rows, fmt.Sprint(p.Name, " ", p.Equal, " ", at[0], " ", at[1]))
	}
	want := []string{"scheme true 0:4 0:4", "host true 7:8 7:8", "port true 9:11 -", "path false 11:14 8:10",
		"query false 15:15 -"}
	if !slices.Equal(rows, want) {
		t.Errorf("got %q, want %q", rows, want)
	}
}

// TestProse holds that what a rule in prose finds is not said to break the grammar.
func TestProse(t *testing.T) {
	for _, tt := range []struct{ text, findings, components string }{
		{"http://e/a\u202Eb", "bidi-formatting true", "path prose"},
		{"http://e/a\u202E b", "ipath-abempty false", "path broken"}, // no rule in prose is asked yet
		{"http://h:8a/", "port false", "port broken"},
	} {
		got := ask[view](t, New(), "look", params{"spec": "rfc3987", "text": tt.text})
		var findings, found []string
		for i, f := range got.Report.Findings {
			findings = append(findings, fmt.Sprint(f.Code, " ", f.Prose))
			if d := ask[diagram](t, New(), "diagram", params{"spec": "rfc3987", "text": tt.text, "finding": i +
				1}); d.At == nil || len(d.Lit) == 0 {
				t.Errorf("%q: %s is not lit: %+v", tt.text, f.Code, d.At)
			}
		}
		for _, c := range got.Components {
			name := c.Name
			if c.Broken {
				name += " broken"
			}
			if c.Prose {
				name += " prose"
			}
			if name != c.Name {
				found = append(found, name)
			}
		}
		if a, b := strings.Join(findings, ","), strings.Join(found, ","); a != tt.findings || b != tt.components {
			t.Errorf("%q: got %q and %q, want %q and %q", tt.text, a, b, tt.findings, tt.components)
		}
	}
}

// TestFaultyRule holds that a rule with an error stands as it is written, and is not drawn as something else.
func TestFaultyRule(t *testing.T) {
	e := New()
	ask[[]specInfo](t, e, "use", params{"text": "bad = %x41-\nb = \"x\"\n"})
	got := ask[[]drawnRule](t, e, "railroads", params{"spec": custom, "width": 500})
	if len(got) < 2 || got[0].ABNF != "bad = %x41-" || got[0].SVG != "" || got[0].Refused == "" || got[1].SVG == "" {
		t.Errorf("got %+v", got)
	}
}

// TestParts has the components that the editor shows in colours.
func TestParts(t *testing.T) {
	got := ask[[][]part](t, New(), "parts",
		params{"spec": "rfc3987", "lines": []string{"http://u@é😀:80/a?q#f", "", "//h", strings.Repeat("a", maxLook+1),
			"1a: b"}})
	want := [][]part{
		{{"scheme", 0, 4}, {"userinfo", 7, 8}, {"host", 9, 12}, {"port", 13, 15}, {"path", 15, 17}, {"query", 18, 19},
			{"fragment", 20, 21}},
		{}, {{"host", 2, 3}}, {}, {{"scheme", 0, 2}, {"path", 3, 5}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := ask[[][]part](t, New(), "parts", params{"spec": "rfc3987", "rule": "port",
		"lines": []string{"80"}}); len(got) != 1 || len(got[0]) != 0 {
		t.Errorf("a port has the components %v", got)
	}
}

// TestBuiltInGrammar holds that what is said of the file of a built-in spec without compiling it is
// what compiling it says.
func TestBuiltInGrammar(t *testing.T) {
	for _, s := range iri.Specs() {
		text := ask[string](t, New(), "grammar-text", params{"spec": s.Name()})
		got := ask[grammarReport](t, New(), "grammar-check", params{"text": text})
		want := ask[grammarReport](t, New(), "grammar-check", params{"text": text + "; a comment\n"})
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, compiled %+v", s.Name(), got, want)
		}
	}
}

// TestMapOwnGrammar checks the mappings of a grammar of one's own.
func TestMapOwnGrammar(t *testing.T) {
	e := New()
	ask[[]specInfo](t, e, "use", params{"text": "; changes: rfc3986\n; top: URI\n; reference: URI-reference\nport = " +
		"2*DIGIT\n"})
	got := ask[mapping](t, e, "map", params{"spec": custom, "text": "http://a:80/%7e"})
	i := slices.IndexFunc(got.Rows, func(r mapped) bool { return r.ID == "rung-percent" })
	if r := got.Rows[i]; got.Note != "" || r.Output != "http://a:80/~" ||
		!slices.Equal(r.Flags, []string{"normalize", "--to", "percent", "--grammar", grammarFile}) {
		t.Errorf("got %+v, note %q", r, got.Note)
	}
	if got := ask[mapping](t, e, "map", params{"spec": custom, "text": "http://a:8/"}); got.Rows[0].Skipped == "" {
		t.Errorf("got %+v, want no result: the port has one digit", got.Rows[0])
	}
	ask[[]specInfo](t, e, "use", params{"text": "a = 1*\"x\"\n"})
	if got := ask[mapping](t, e, "map", params{"spec": custom, "text": "http://é/"}); !strings.Contains(got.Note,
		"RFC 3987") || got.Rows[0].Output != "http://%C3%A9/" {
		t.Errorf("got %+v", got)
	}
}

// TestGrammar checks faults, use, differences, samples and vectors.
func TestGrammar(t *testing.T) {
	e := New()
	report := ask[grammarReport](t, e, "grammar-check", params{"text": "; 😀\na = b\n"})
	faults := report.Faults
	if report.Usable != 0 || len(faults) != 2 || faults[0].Code != "comment" || faults[0].From != 2 ||
		faults[0].To != 4 ||
		faults[1].Code != "undefined-rule" || faults[1].From != 9 || faults[1].To != 10 {
		t.Errorf("got %+v, want a comment that is not ASCII at 2 to 4 and an undefined rule at 9 to 10", faults)
	}
	specs := ask[[]specInfo](t, e, "use", params{"text": "a = 1*\"x\"\n"})
	if last := specs[len(specs)-1]; last.Name != custom || !slices.Equal(last.Whole, []string{"a"}) ||
		len(last.Parts) > 0 {
		t.Errorf("got %+v", last)
	}
	if got := ask[[]*lineReport](t, e, "check", params{"spec": custom, "lines": []string{"xx", "xy"}}); got[0] != nil ||
		got[1] == nil {
		t.Errorf("got %+v, want the second line refused", got)
	}
	if d := ask[diagram](t, e, "diagram", params{"spec": custom, "text": "xy", "finding": 1}); d.Rule != "a" ||
		!slices.Equal(d.Lit, []int32{0}) {
		t.Errorf("got %+v", d)
	}
	rows := ask[[]grammardiff.JSONRow](t, e, "diff", params{"a": "rfc3986", "b": "rfc3987", "ruleA": "fragment",
		"ruleB": "ifragment"})
	if len(rows) == 0 || rows[0].In != "rfc3987" {
		t.Errorf("got %+v, want a string that only RFC 3987 has", rows)
	}
	for _, invalid := range []bool{false, true} {
		p := params{"spec": "rfc3987", "rule": "IPv4address", "seed": 7, "count": 20, "invalid": invalid}
		for _, r := range ask[[]sample.Row](t, e, "samples", p) {
			rule, _ := iri.RFC3987.Rule("IPv4address")
			if rule.Valid(r.Input) == invalid {
				t.Errorf("%q: got valid %v", r.Input, !invalid)
			}
		}
	}
	s := ask[suite](t, e, "vectors", params{"spec": "rfc3987", "rule": "port", "size": "small"})
	if s.Rows == 0 || strings.Count(s.Lines, "\n") != s.Rows {
		t.Errorf("got %d rows, %d lines", s.Rows, strings.Count(s.Lines, "\n"))
	}
}

// TestRules checks the order of the menu of rules, and what is said of rules that cannot
// be used.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ name, text, top, whole, parts, refused string }{
		{"one rule", "a = 1*\"x\"\n", "a", "a", "", ""},
		{"the default rule is first", "; top: b\na = b c\nb = \"x\"\nc = DIGIT\nd = b\n", "b", "b a d", "c DIGIT", ""},
		{"the default rule is refused", "; top: a\na = <x y>\nb = c\nc = ALPHA\n", "", "b", "c ALPHA", "a"},
		{"a rule that is not defined", "; top: a\na = 1*\"x\"\nb = nope\nc = b\n", "a", "a", "", "b c"},
		{"a change of a built-in spec", "; changes: rfc3986\n; top: URI\n; reference: URI-reference\nport = 1*DIGIT\n",
			"URI", "URI URI-reference absolute-URI relative-ref", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := New()
			specs := ask[[]specInfo](t, e, "use", params{"text": tt.text})
			got := specs[len(specs)-1]
			var refused []string
			for _, r := range got.Refused {
				refused = append(refused, r.Name)
			}
			if got.Top != tt.top || strings.Join(got.Whole, " ") != tt.whole ||
				strings.Join(refused, " ") != tt.refused ||
				tt.parts != "" && strings.Join(got.Parts, " ") != tt.parts {
				t.Errorf("got %+v", got)
			}
			for _, name := range refused {
				for _, method := range []string{"look", "explain", "samples", "vectors"} {
					out := e.Call(method, `{"spec":"custom","rule":"`+name+`","name":"`+name+
						`","count":1,"size":"small"}`)
					if !strings.Contains(out, "cannot be used: ") {
						t.Errorf("%s of %s: got %s", method, name, out)
					}
				}
			}
			if len(refused) == 0 {
				return
			}
			// Its diagram is drawn all the same, and not followed.
			rules := ask[[]drawnRule](t, e, "railroads", params{"spec": custom})
			i := slices.IndexFunc(rules, func(r drawnRule) bool { return r.Name == refused[0] })
			if rules[i].SVG == "" || rules[i].Refused != got.Refused[0].Reason {
				t.Errorf("got %+v", rules[i])
			}
			usable := slices.Concat(got.Whole, got.Parts)[0]
			d := ask[diagram](t, e, "diagram", params{"spec": custom, "rule": usable, "text": "x", "name": refused[0],
				"end": 1, "occurs": true})
			if d.SVG == "" || !strings.Contains(d.Note, "cannot be used") {
				t.Errorf("got %+v", d)
			}
		})
	}
}

// TestExplain checks that every code and every rule has an explanation.
func TestExplain(t *testing.T) {
	e := New()
	for _, c := range iri.Codes() {
		x := ask[explanation](t, e, "explain", params{"spec": "rfc3987", "name": c.Code})
		if x.Title != c.Title || x.Text != c.Text {
			t.Errorf("%s: got %+v", c.Code, x)
		}
	}
	for r := range iri.RFC3987.Rules() {
		if x := ask[explanation](t, e, "explain", params{"spec": "rfc3987", "name": r.Name()}); len(x.ABNF) == 0 {
			t.Errorf("%s: no ABNF", r.Name())
		}
	}
}

// TestErrors checks that what cannot be answered gives an error, and no panic.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ name, method, params, want string }{
		{"no method", "nothing", "{}", "no method"},
		{"no JSON", "check", "{", "cannot be read"},
		{"no spec", "check", `{"spec":"x","lines":[""]}`, "no spec"},
		{"no rule", "look", `{"spec":"rfc3987","rule":"x"}`, "no rule"},
		{"no grammar", "look", `{"spec":"custom"}`, "no grammar of your own"},
		{"too long", "look", `{"spec":"rfc3987","text":"` + strings.Repeat("a", maxLook+1) + `"}`, "at most"},
		{"a span outside", "diagram", `{"spec":"rfc3987","text":"a","name":"port","start":3,"end":9,"occurs":true}`,
			"does not lie"},
		{"a negative span", "diagram", `{"spec":"rfc3987","text":"a","name":"port","start":-3,"end":1,"occurs":true}`,
			"does not lie"},
		{"no rung", "compare", `{"spec":"rfc3987","text":"a:b","other":"a:c","rung":"ladder"}`, "ladder"},
		{"no finding", "diagram", `{"spec":"rfc3987","text":"a:b","finding":3}`, "0 findings"},
		{"too many samples", "samples", `{"spec":"rfc3987","count":1000000}`, "1 to"},
		{"no size", "vectors", `{"spec":"rfc3987","size":"x"}`, "no size"},
		{"a bad grammar", "use", `{"text":"a = b"}`, "b"},
		{"prose", "use", `{"text":"a = <x y>"}`, "a"},
		{"no code", "explain", `{"spec":"rfc3987","name":"x"}`, "no code"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out struct{ Error string }
			if err := json.Unmarshal([]byte(New().Call(tt.method, tt.params)), &out); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.Error, tt.want) || strings.Contains(out.Error, "internal fault") {
				t.Errorf("got %q, want %q in it", out.Error, tt.want)
			}
		})
	}
}

// FuzzText checks on any text that no method fails, that places lie in the text in both
// countings, and that every finding has a diagram.
func FuzzText(f *testing.F) {
	for _, s := range []string{"http://h:8a/", "http://[::1", "http://e/%zz 😀\u202E", "1a:b", "", "\x00",
		"http://a@b@c:d:e/[?#[#", "//[v1.", "http://2001:db8::1/"} {
		f.Add(s, false)
	}
	f.Add("a:b", true)
	e := New()
	f.Fuzz(func(t *testing.T, text string, reference bool) {
		rule := "IRI"
		if reference {
			rule = "IRI-reference"
		}
		if len(text) > maxLook {
			return
		}
		text = strings.ToValidUTF8(text, "\uFFFD") // as strings from JavaScript are
		long := len(utf16.Encode([]rune(text)))
		v := ask[view](t, e, "look", params{"spec": "rfc3987", "rule": rule, "text": text})
		inside := func(p stringSpan) {
			if p.Start < 0 || p.Start > p.End || p.End > len(text) || p.From > p.To || p.To > long {
				t.Errorf("the place %+v is not in a text of %d bytes and %d units", p, len(text), long)
			}
		}
		for _, n := range v.Nodes {
			inside(n.stringSpan)
		}
		for _, c := range v.Components {
			inside(c.stringSpan)
		}
		for i, x := range v.Report.Findings {
			inside(x.stringSpan)
			d := ask[diagram](t, e, "diagram", params{"spec": "rfc3987", "rule": rule, "text": text, "finding": i + 1})
			if d.SVG == "" {
				t.Errorf("finding %d has no diagram", i+1)
			}
			for _, s := range d.Visits {
				inside(s.stringSpan)
			}
		}
		ask[mapping](t, e, "map", params{"spec": "rfc3987", "text": text, "base": text, "other": text})
	})
}

func TestDraft(t *testing.T) {
	e := New()
	port := func(def string) string { return "; changes: rfc3987\n" + def + "\n" }
	for _, row := range []struct{ name, text, base, want string }{
		{"a rule is wider", port("port = *( DIGIT / \"x\" )"), "rfc3987",
			`{"title":"RFC ` +
				`3987","shared":1,"changed":[{"rule":"port","line":2,"accepts":"x","in":"http://h:x/"}],"added":[],` +
				`"missing":[]}`},
		{"a rule is narrower", port("port = DIGIT"), "rfc3987",
			`{"title":"RFC ` +
				`3987","shared":1,"changed":[{"rule":"port","line":2,"refuses":"","notIn":"http://h:/"}],"added":[],` +
				`"missing":[]}`},
		{"a rule is written otherwise", port("port = [ 1*DIGIT ]"), "rfc3986",
			`{"title":"RFC 3987","shared":1,"changed":[{"rule":"port","line":2}],"added":[],"missing":[]}`},
		{"a rule is new", port("mine = DIGIT"), "rfc3987",
			`{"title":"RFC 3987","shared":0,"changed":[],"added":["mine"],"missing":[]}`},
		{"a header with a fault", "; spec: a\n; changes: none\na = \"x\"\n", "rfc3987",
			`{"title":"","shared":0,"lines":[2],"changed":[],"added":[],"missing":[]}`},
		{"rules with errors, and what uses them", "; changes: rfc3986\nport = *DIGIT\nuserinfo = none\nhost = <prose>\n" +
			"authority = userinfo host\nscheme = ALPHA\nmine = none\n", "rfc3986",
			`{"title":"RFC 3986","shared":5,"left":3,"lines":[4,7],"changed":[{"rule":"scheme","line":6,"refuses":"aa"}],` +
				`"added":["mine"],"missing":[]}`},
	} {
		params, _ := json.Marshal(map[string]string{"text": row.text, "base": row.base})
		if got, want := e.Call("draft-changes", string(params)), `{"result":`+row.want+`}`; got != want {
			t.Errorf("%s:\n got %s\nwant %s", row.name, got, want)
		}
	}
	for _, row := range []struct{ text, indented string }{
		{"a = b\n/ \"x\"\nb = \"y\"\n", "a = b\n    / \"x\"\nb = \"y\"\n"},
		{"a = b\n  / \"x\"\nb = \"y\"\n", ""},
		{"a = (\nprose\n", ""}, // indented it has as many faults
	} {
		for _, quick := range []bool{true, false} {
			if got := ask[grammarReport](t, New(), "grammar-check",
				params{"text": row.text, "quick": quick}); got.Indented != row.indented {
				t.Errorf("%q: indented %q, want %q", row.text, got.Indented, row.indented)
			}
		}
	}
	text := "; head\na = b\n    \"x\"\nb = \"y\"\n"
	for _, row := range []struct {
		line int
		want string
	}{{1, "a"}, {2, "a"}, {3, "a"}, {4, "b"}, {9, "b"}} {
		params, _ := json.Marshal(map[string]any{"text": text, "line": row.line})
		if got := e.Call("draft-rule", string(params)); !strings.HasPrefix(got, `{"result":{"name":"`+row.want+`"`) {
			t.Errorf("line %d: %.100s, want the rule %s", row.line, got, row.want)
		}
	}
}

// TestWordsOfThePage holds that texts about a grammar name lines of the editor, and nothing of the command.
func TestWordsOfThePage(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"a rule twice", "a = \"x\"\n\na = \"y\"\n", `a is already defined at line 1; "=/" adds alternatives to a rule`},
		{"the same twice", "a = \"x\"\n\na = \"x\"\n", `a is defined in the same way at line 1; remove one of the definitions`},
		{"rules that are indented", "  a = \"x\"\n", "other tools may not read the file; remove the blanks before them"},
		{"a line that cannot be read", "a = \"x\"\n/ = \"y\"\nb = a\n", "it may go on at line 2, which cannot be read"},
	} {
		e := New()
		report := ask[grammarReport](t, e, "grammar-check", params{"text": row.text})
		said := make([]string, 0, len(report.Faults))
		for _, f := range report.Faults {
			said = append(said, f.Message)
		}
		for _, r := range report.Refused {
			said = append(said, r.Reason)
		}
		said = append(said, e.Call("use", `{"text":"`+strings.ReplaceAll(row.text, "\n", `\n`)+`"}`))
		all := strings.Join(said, "\n")
		if !strings.Contains(all, row.want) {
			t.Errorf("%s: %q does not stand in\n%s", row.name, row.want, all)
		}
		for _, bad := range []string{grammarFile, "--", "iri grammar"} {
			if strings.Contains(all, bad) {
				t.Errorf("%s: %q stands in\n%s", row.name, bad, all)
			}
		}
	}
}
