package builtin

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestRead has grammars that cannot be built in, or not without being looked at, and what is said of them.
func TestRead(t *testing.T) {
	library := fstest.MapFS{"tags.abnf": {Data: []byte("; spec: tags\ntag = \"x\" year\nyear = 4DIGIT\n")}}
	folder := Folder{FS: grammar.Files, Dir: ".", Library: library, BuiltIn: tables.Outlines[:]}
	for _, tt := range []struct{ name, src, want string }{
		{"nothing", "; spec: x\na = 1*DIGIT", ""},
		{"a rule that refers to itself", "a = \"(\" [ a ] \")\"", "x.abnf:1:1 recursion error: a refers to itself, " +
			"which a built-in spec cannot have: write a repetition"},
		{"at its end", "a = \"x\" [ a ]", "x.abnf:1:1 recursion error: a refers to itself, which a built-in spec " +
			"cannot have: write a repetition"},
		{"through others", "a = \"(\" [ b ] \")\"\nb = c \"x\"\nc = a", `x.abnf:1:1 recursion error: a refers to itself through b, c, which a built-in spec cannot have: write a repetition
x.abnf:2:1 recursion error: b refers to itself through c, a, which a built-in spec cannot have: write a repetition
x.abnf:3:1 recursion error: c refers to itself through a, b, which a built-in spec cannot have: write a repetition`},
		{"a conflict", "; spec: x\na = b\nb = *( %s\"1\" / %s\"2\" ) %s\"1\"",
			`x.abnf:3:1 conflict error: rule b: the repetition ('1' / '2')* and what follows it compete, and no ` +
				`rewrite applies: a parser without backtracking rejects "1"; write the rule so that the next ` +
				`character decides`},
		{"no name", "; top: a\n; no-spec: x\na = DIGIT", "x.abnf:1:1 identifier error: the header does not name the " +
			"spec: write ; spec: NAME before the first rule"},
		{"a name with a digit first", "; spec: 3987bis\na = DIGIT", `x.abnf:1:9 identifier error: the spec is named ` +
			`"3987bis", which cannot be a part of a name in Go: write letters, digits and hyphens, a letter first, ` +
			`as in ; spec: draft-x-01`},
		{"a name with a dot", "; title: T\n; spec: a.b\na = DIGIT", `x.abnf:2:9 identifier error: the spec is named ` +
			`"a.b", which cannot be a part of a name in Go: write letters, digits and hyphens, a letter first, as in ` +
			`; spec: draft-x-01`},
		{"what update writes", "; spec: draft-x-iri-3987ter\na = DIGIT", ""},
		{"a name that another has without hyphens", "; spec: rfc-3987\na = DIGIT",
			`x.abnf:1:9 identifier error: without its hyphens, "rfc-3987" is the name of the built-in spec rfc3987: ` +
				`write another one`},
		{"a production that is never found", "a = 1*DIGIT / b / c\nb = \"1\"\nc = \"x\"",
			`x.abnf:1:1 untaken warning: in a, b is never taken: all that it matches matches 1*DIGIT, which is ` +
				`before it; write b first`},
		{"by several together", "a = %x30-35 / %x36-39 / b\nb = DIGIT",
			`x.abnf:1:1 untaken warning: in a, b is never taken: all that it matches matches %x30-35 / %x36-39, ` +
				`which is before it; write b first`},
		{"within an alternative", "a = *DIGIT / \"1\" b\nb = \"1\"", `x.abnf:1:1 untaken warning: in a, "1" b is ` +
			`never taken: all that it matches matches *DIGIT, which is before it; write "1" b first`},
		{"the production is elsewhere, too", "a = 1*DIGIT / b / \"(\" b \")\"\nb = \"1\"",
			`x.abnf:1:1 untaken warning: in a, b is never taken: all that it matches matches 1*DIGIT, which is ` +
				`before it; write b first`},
		{"a rule that only lists others", "; top: b\na = 1*DIGIT / b\nb = \"1\"", ""},
		{"no production", "a = 1*DIGIT / \"1\"", ""},
		{"the longer one last", "a = b / 1*DIGIT\nb = \"1\"", ""},
		{"a rule that is new among others", "; spec: rfc3986\n\n; section: RFC 3986 §3.2.2\nh16 = ZoneID\nZoneID = " +
			"ALPHA", "x.abnf:5:1 section warning: ZoneID takes its section, RFC 3986 §3.2.2, from h16 before it: " +
			"write ; section: before ZoneID, and before the rule after it"},
		{"with a section", "; spec: rfc3986\n\n; section: RFC 3986 §3.2.2\nh16 = ZoneID\n; section: RFC 6874 §2\n" +
			"ZoneID = ALPHA", ""},
		{"a spec that is new", "; spec: new\n\n; section: RFC 3986 §3.2.2\na = b\nb = ALPHA", ""},
		{"a spec of the library", "; changes: tags\nyear = 2DIGIT", `x.abnf:1:12 header error: there is no spec ` +
			`"tags" that this file could change; the library has it, but a built-in spec can use only what is in the ` +
			`folder grammar: copy the file there, or define the rule`},
		{"a rule of the library", "; import: tags (year)\na = year", `x.abnf:1:17 import error: year is imported ` +
			`from tags, but there is no such grammar; give its file too; the library has it, but a built-in spec can ` +
			`use only what is in the folder grammar: copy the file there, or define the rule`},
		{"references without components", "; spec: x\n; family: uri\n; reference: a\na = DIGIT",
			missing("component: scheme RULE", "component: authority RULE", "component: userinfo RULE",
				"component: host RULE",
				"component: reg-name RULE", "component: port RULE", "component: path-abempty RULE",
				"component: path-absolute RULE", "component: path-rootless RULE", "component: path-noscheme RULE",
				"component: path-empty RULE", "component: query RULE", "component: fragment RULE",
				"record: URI URI-reference")},
		{"a component that the change leaves out",
			"; spec: x\n; changes: rfc3986\n; without: userinfo\nauthority = host [ \":\" port ]", ""},
		{"the same, as the header says", "; spec: x\n; changes: rfc3986\n; without: userinfo\n; component: userinfo -\n" +
			"authority = host [ \":\" port ]", ""},
		{"a component that is there", "; spec: x\n; changes: rfc3986\n; component: userinfo -", `x.abnf:3:14 header ` +
			`error: the header says that no reference has the component userinfo, but "//@" has one: write ; ` +
			`component: userinfo RULE`},
		{"a component with the rule of another one", "; spec: x\n; changes: rfc3986\n; component: userinfo port",
			`x.abnf:3:14 header error: the header names port as the rule for the component userinfo, but no reference ` +
				`has it there, and "//@" has one: write ; component: userinfo RULE with the rule that stands there`},
		{"a rule that nothing uses", "; spec: x\n; changes: rfc3986\nuser-info = ALPHA", `x.abnf:3:1 unused error: no ` +
			`rule uses user-info; it can only be a start rule; rfc3986, which the spec changes, has no such rule: write ` +
			`the name of the rule that this one replaces, or leave it out`},
		{"a long text", "; spec: x\na = \"" + strings.Repeat("b", maxText) + "\"", "x.abnf:1:1 too-large error: a " +
			"grammar that is built in has at most 131072 bytes, and this one has 131088: split it, or do not build " +
			"it in: iri check --grammar FILE"},
		{"the notation", "; spec: x\na = (", "x.abnf:2:6 syntax error: expected an element, found the end of the " +
			"file: the empty string is written \"\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.src, tt.want)
			src, shift := withHeader(tt.src)
			g, faults := folder.Read("x.abnf", []byte(src))
			var got []string
			for _, e := range faults {
				e.Pos.Line -= shift
				severity := map[bool]string{true: "warning", false: "error"}[e.Warning]
				got = append(got, fmt.Sprintf("%s %s %s: %s", e.Pos, e.Code, severity, e.Msg))
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got\n%s\nwant\n%s", s, tt.want)
			}
			if (g == nil) != (faults.Err() != nil) {
				t.Errorf("the grammar is %v, the errors are %v", g, faults.Err())
			}
		})
	}
}

// missing returns what is said of a grammar of references whose header lacks fields.
func missing(fields ...string) string {
	for i, f := range fields {
		fields[i] = "x.abnf:1:9 header error: the grammar is one of references, and its header does not have all " +
			"that is said of them: write ; " + f
	}
	return strings.Join(fields, "\n")
}

// TestHeader has the published grammar of RFC 3986 without a line of its header. What a spec inherits is said of the
// other one.
func TestHeader(t *testing.T) {
	text, err := published.Files.ReadFile("rfc3986.abnf")
	if err != nil {
		t.Fatal(err)
	}
	changing := testkit.Size(1, 4, 4) // how many of these are read once more through a spec that changes them
	for i, tt := range []struct{ line, want string }{
		{"component: query query", "; component: query RULE"},
		{"family: uri", "; family: uri, iri or leiri"},
		{"reference: URI-reference", "; reference: URI-reference"},
		{"record: URI URI-reference absolute-URI relative-ref", "; record: URI URI-reference"},
	} {
		without := strings.Replace(string(text), "; "+tt.line+"\n", "", 1)
		folder := Folder{FS: fstest.MapFS{
			"rfc3986.abnf": {Data: []byte(without)}, "core.abnf": {Data: core(t)},
		}, Dir: "."}
		if _, faults := folder.Read("rfc3986.abnf", []byte(without)); len(faults) != 1 ||
			!strings.HasSuffix(faults[0].Msg, tt.want) {
			t.Errorf("without %q: got %v, want %s", tt.line, faults, tt.want)
		}
		if i >= changing {
			continue
		}
		if g, faults := folder.Read("x.abnf", []byte("; spec: x\n; changes: rfc3986\nport = 1*DIGIT")); g == nil {
			t.Errorf("without %q: got %v of the spec that changes it", tt.line, faults)
		}
	}
}

func core(t *testing.T) []byte {
	text, err := grammar.Files.ReadFile("core.abnf")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestExamples runs the checks on their examples, and on the specs that are built in.
func TestExamples(t *testing.T) {
	testkit.StatesRFC(t)
	folder := Folder{FS: grammar.Files, Dir: ".", BuiltIn: tables.Outlines[:]}
	found := func(name, src, code string) bool {
		_, faults := folder.Read(name, []byte(src))
		for _, e := range faults {
			if e.Code == code {
				return true
			}
		}
		return false
	}
	for _, c := range Checks() {
		if i := slices.IndexFunc(c.Good, func(s string) bool { return found("x.abnf", s, c.Code) }); i >= 0 {
			t.Errorf("%s: found in %q", c.Code, c.Good[i])
		}
		if i := slices.IndexFunc(c.Bad, func(s string) bool { return !found("x.abnf", s, c.Code) }); i >= 0 {
			t.Errorf("%s: not found in %q", c.Code, c.Bad[i])
		}
	}
	for _, o := range tables.Outlines {
		src, err := grammar.Files.ReadFile(o.Spec + ".abnf")
		if err != nil {
			t.Fatal(err)
		}
		if g, faults := folder.Read(o.Spec+".abnf", src); g == nil || len(faults) > 0 {
			t.Errorf("%s: %v", o.Spec, faults)
		}
	}
}

// withHeader returns a grammar with the name of a spec, and how many lines come before it.
func withHeader(src string) (string, int) {
	if strings.Contains(src, "spec:") {
		return src, 0
	}
	return "; spec: x\n" + src, 1
}
