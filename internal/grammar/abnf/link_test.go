package abnf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

func TestCited(t *testing.T) {
	for _, tt := range []struct {
		prose, rule, label string
		ok                 bool
	}{
		{"host, see [URI], Section 3.2.2", "host", "URI", true}, // RFC 9110 Appendix A
		{"Language-Tag, see [RFC5646], Section 2.1", "Language-Tag", "RFC5646", true},
		{"URI-reference, see [RFC3986], Section 4.1", "URI-reference", "RFC3986", true},
		{"mailbox as defined in RFC 5322", "mailbox", "RFC 5322", true},
		{"absolute-URI, defined in Section 4.3 of [RFC3986]", "absolute-URI", "RFC3986", true},
		{"chunk, as in [HTTP/1.1], Appendix A.2", "chunk", "HTTP/1.1", true},
		{"as defined in [RFC5322], Section 3.4", "", "RFC5322", true},
		{"any CHAR except atom-specials", "", "", false}, // RFC 3501 §9
		{`any TEXT-CHAR except "]"`, "", "", false},
		{"experimental command arguments", "", "", false},
		{"any text but that of [URI]", "", "", false},
		{"host, see [URI] or [IRI]", "", "", false},
		{"ipchar", "", "", false},
		{"", "", "", false},
	} {
		c, ok := abnf.Cited(tt.prose)
		if ok != tt.ok || ok && (c.Rule != tt.rule || c.Label != tt.label) {
			t.Errorf("Cited(%q): got %q, %q, %v; want %q, %q, %v", tt.prose, c.Rule, c.Label, ok, tt.rule, tt.label, tt.ok)
		}
	}
}

// TestLink reads files that take rules of each other and of built-in specs.
func TestLink(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files string   // each starts with a line of its name
		rules []string // definitions that the result has
		fault string   // a part of the faults; "" if there must be no error
	}{
		{"a placeholder is the rule that it names", "> a\nuri-host = <host, see [URI], Section 3.2.2>",
			[]string{"uri-host = IP-literal / IPv4address / reg-name",
				"reg-name = *( unreserved / pct-encoded / sub-delims )"}, ""},
		{"rules in between call it by its name here", "> a\na = authority\nuri-host = <host, see [URI], Section " +
			"3.2.2>\nauthority = <authority, see [URI], Section 3.2>",
			[]string{`authority = [userinfo "@"] uri-host [":" port]`}, ""},
		{"a name that is taken", "> a\nHost = <host, see [URI], Section 3.2.2> [ port ]\nport = \"x\"\na = " +
			"<authority, see [URI], Section 3.2>",
			[]string{"Host = rfc3986-host [port]", `port = "x"`, `a = [userinfo "@"] rfc3986-host [":" rfc3986-port]`,
				"rfc3986-port = *DIGIT"}, ""},
		{"only the document is named", "> a\nport = <see [URI], Section 3.2.3>", []string{"port = *DIGIT"}, ""},
		{"an import", "> a\n; import: rfc3986 (host as uri-host, port)\nHost = uri-host [ \":\" port ]",
			[]string{`Host = uri-host [ ":" port ]`, "port = *DIGIT", "uri-host = IP-literal / IPv4address / reg-name"},
			""},
		{"an import of what is used", "> a\n; import: rfc3986\na = port", []string{"a = port", "port = *DIGIT"}, ""},
		{"an import for a prose value", "> a\n; import: rfc3986 (port)\na = port\nport = <the port of a URI>",
			[]string{"port = *DIGIT"}, ""},
		{"a label that the header explains",
			"> a\n; cites: NET mine\na = <b, see [NET], Section 1>\n> b\n; spec: mine\nb = \"x\"", []string{`a = "x"`},
			""},
		{"a file by its name", "> a\na = <b, see [MINE], Section 1>\n> mine\nb = c\nc = \"x\"",
			[]string{"a = c", `c = "x"`}, ""},
		{"by way of another file", "> a\na = <b, see [ONE]>\n> one\nb = <c, see [TWO]>\n> two\nc = \"x\" d\nd = \"y\"",
			[]string{`a = "x" d`, `d = "y"`}, ""},
		{"a rule that both files have is one", "> a\nm = t\nt = <t, see [B]>\n> b\nm = t\nt = 1*ALPHA",
			[]string{"m = t", "t = 1*ALPHA"}, ""},
		{"a rule of another document that differs keeps a name",
			"> a\nm = \"x\"\nt = <t, see [B]>\n> b\nt = m\nm = \"y\"",
			[]string{`m = "x"`, "t = b-m", `b-m = "y"`}, ""},
		{"core rules are not taken for those of a file", "> a\nDIGIT = %x31\na = <port, see [URI]> DIGIT",
			[]string{"a = port DIGIT", "port = *core-DIGIT", "core-DIGIT = %x30-39"}, ""},
		{"a prose value does not shadow the rule of another file", "> a\na = t\nt = <a word>\n> b\nt = 1*ALPHA",
			[]string{"t = 1*ALPHA"}, ""},
		{"nor does one that comes after it", "> a\nt = 1*ALPHA\n> b\na = t\nt = <a word>", []string{"t = 1*ALPHA"}, ""},
		{"a document that changes another one", "> a\na = <ihost, see [IRI], Section 2.2>\n; changes nothing",
			[]string{"a = IP-literal / IPv4address / ireg-name"}, ""},

		{"a change in another case", "> a\n; changes: rfc3986\nHost = \"x\"", []string{`Host = "x"`}, ""},

		{"no such document", "> a\na = b c\nb = \"x\"\nc = <d, see [RFC1], Section 2>", []string{`b = "x"`},
			`a:3:5: <d, see [RFC1], Section 2> names a rule of [RFC1], and there is no grammar "rfc1"`},
		{"no such rule", "> a\na = <hots, see [URI]>", nil,
			"a:1:5: <hots, see [URI]> names a rule of rfc3986, which has no rule hots"},
		{"no such rule to import", "> a\n; import: rfc3986 (hots)\na = \"x\"", []string{`a = "x"`},
			"a:1:20: hots is imported from rfc3986, which has no such rule; did you mean host?"},
		{"nothing to import from", "> a\n; import: rfc1 (host)\na = \"x\"", []string{`a = "x"`},
			"a:1:17: host is imported from rfc1, but there is no such grammar"},
		{"a circle", "> a\nx = y\ny = <y, see [B]>\nz = \"z\"\n> b\ny = <y, see [A]>\n", []string{`z = "z"`},
			"the rule comes back to itself: a y > b y > a y; one of the files has to define it"},
		{"a circle of imports", "> a\n; import: b (y)\nx = \"x\"\n> b\n; import: a (y)\nz = \"z\"\n",
			[]string{`x = "x"`, `z = "z"`}, "b:1:14: the import of y from a comes back to itself, by way of y " +
				"(a:1:14); one of the files has to define the rule"},
		{"the second rule of an import", "> a\n;  import:  rfc3986  ( host as uri-host ,  prot as port )\na = \"x\"",
			[]string{`a = "x"`}, "a:1:44: prot is imported from rfc3986, which has no such rule; did you mean port?"},
		{"a rule of a file that imports itself", "> a\n; spec: a\n; import: a (y)\nz = y\nx = \"x\"",
			[]string{`x = "x"`}, "a:2:14: the import of y from a comes back to itself; one of the files has to " +
				"define the rule"},
		{"nothing to import all of", "> a\n; import: rfc1\n; spec: s\na = \"x\"", []string{`a = "x"`},
			`a:1:11: there is no grammar "rfc1"`},
		{"an import that is not a list", "> a\n; import: rfc3986 host\n; spec: s\na = \"x\"", nil,
			`a:1:1: the header field "import" says "rfc3986 host"`},
		{"a label without a spec", "> a\n; cites: URI\n; spec: s\na = \"x\"", nil,
			`a:1:1: the header field "cites" says "URI"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, faults := resolve(t, tt.files)
			for _, want := range tt.rules {
				name, _, _ := strings.Cut(want, " =")
				if r := g.Rule(name); r == nil || r.Source != want && r.String() != want {
					t.Errorf("%s: got %v, want %q", name, r, want)
				}
			}
			errs := ""
			if err := faults.Err(); err != nil {
				errs = err.Error()
			}
			if errs != "" && tt.fault == "" || !strings.Contains(errs, tt.fault) {
				t.Errorf("got the faults %q, want %q", errs, tt.fault)
			}
		})
	}
}

// TestElsewhere holds that the error for a rule that is not there has the line that takes it from another
// grammar, and that the line does.
func TestElsewhere(t *testing.T) {
	for _, tt := range []struct{ name, files, line string }{
		{"a rule of a built-in spec", "> a\na = URI-reference", "; import: rfc3986 (URI-reference)"},
		{"of a spec that changes another one", "> a\na = ucschar", "; import: leiri (ucschar)"},
		{"in another case", "> a\na = uri-Reference", "; import: rfc3986 (URI-reference as uri-Reference)"},
		{"prose that is a name", "> a\na = *<port>", "; import: rfc3986 (port)"},
		{"an import from another spec", "> a\n; import: rfc3987 (host)\nx = host", "; import: rfc3986 (host)"},
		{"a citation of another spec", "> a\nport = <port, see [ABNF]>", "; import: rfc3986 (port)"},
		{"a grammar that the file names before others", "> a\n; import: rfc3987 (ucschar)\na = ucschar port",
			"; import: rfc3987 (port)"},
		{"in the same case before that", "> a\n; import: rfc3987 (ucschar)\na = ucschar URI",
			"; import: rfc3986 (URI)"},
		{"all that it has of what the file lacks",
			"> a\na = port scheme port DIGIT", "; import: rfc3986 (port, scheme)"},
		{"the grammar that has most of it", "> a\na = port\nb = ucschar", "; import: rfc3987 (port, ucschar)"},
		{"a similar name is not a rule", "> a\na = hots", ""},
		{"a core rule needs no line", "> a\na = DIGITS", ""},
		{"a rule of the spec that the file stands for", "> a\n; spec: rfc3986\na = port", "; import: rfc3987 (port)"},
		{"a rule that a built-in file misses", "> a\n; changes: rfc3986\n; without: port path reserved absolute-URI\n",
			""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := resolve(t, tt.files)
			var errs strings.Builder
			for _, e := range faults {
				errs.WriteString(e.Error() + "\n")
			}
			if !strings.Contains(errs.String(), `the line "`+tt.line+`" at the head`) &&
				(tt.line != "" || strings.Contains(errs.String(), "the line")) {
				t.Fatalf("got %q, want the line %q", errs.String(), tt.line)
			}
			if tt.line == "" {
				return
			}
			head, rest, _ := strings.Cut(tt.files, "\n")
			if _, faults = resolve(t, head+"\n"+tt.line+"\n"+strings.Replace(rest, "; import: rfc3987 (host)\n", "",
				1)); faults.Err() != nil {
				t.Errorf("with the line: %v", faults.Err())
			}
		})
	}
}

// TestOneFault holds that a fault in one rule is not told again of the rules that it names, nor a fault
// of an import of the rules that use it.
func TestOneFault(t *testing.T) {
	for _, tt := range []struct{ name, files, want string }{
		{"a rule that cannot be read uses others", "> a\na = [ bc\nbc = \"x\"\nd = \"y\"",
			"a:1:9 syntax, a:3:1 unused"},
		{"its comments are searched too", "> a\na = ( bc ; with d\nbc = \"x\"\nd = \"y\"", "a:1:10 syntax"},
		{"an import that fails", "> a\n; import: rfc3986 (hots as h)\na = h", "a:1:20 import"},
		{"an import that fails, of a name that is there", "> a\n; import: rfc3986 (hots as a)\na = \"x\"",
			"a:1:20 import"},
	} {
		_, faults := resolve(t, tt.files)
		var got []string
		for _, e := range faults {
			got = append(got, fmt.Sprintf("%s %s", e.Pos, e.Code))
		}
		if s := strings.Join(got, ", "); s != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, s, tt.want)
		}
	}
}

// TestDefaultTop has grammars without a field "top".
func TestDefaultTop(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"from the smallest rule up", "b = \"x\"\na = b", "a"},
		{"beside a rule that stands alone",
			"list = item *( \",\" item )\nitem = \"x\" / \"(\" list \")\"\nalone = 1*DIGIT", "list"},
		{"used by itself", "b = \"x\"\na = b / \"(\" a \")\"", "a"},
		{"a cycle that others use", "list = item\nitem = \"x\" / \"(\" list \")\"\ntop = list", "top"},
	} {
		g, _ := resolve(t, "> x\n"+tt.src)
		if g.Top != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, g.Top, tt.want)
		}
	}
}

// TestShadowed reads files in which a rule takes the name of another one (RFC 5234 §2.1:
// names ignore case).
func TestShadowed(t *testing.T) {
	for _, tt := range []struct{ name, files, want string }{
		{"a change in another case", "> a\n; changes: rfc3986\nHost = \"x\"",
			"a:2:1: Host replaces the rule host of rfc3986 (rfc3986.abnf:73:1)"},
		{"a change in the same case", "> a\n; changes: rfc3986\nhost = \"x\"", ""},
		{"an import of what is defined", "> a\n; import: rfc3986 (host)\nHost = \"x\"",
			"a:1:20: the import of host from rfc3986 is ignored, because Host is defined at a:2:1"},
		{"files of which one names the other", "> a\nHost = <q, see [B]>\n> b\nq = host\nhost = \"x\"",
			"b:2:1: host is the rule b-host here, because Host is another rule (b:1:1)"},
	} {
		_, faults := resolve(t, tt.files)
		var got strings.Builder
		for _, e := range faults {
			if e.Code == abnf.Shadowed {
				got.WriteString(e.Error())
			}
		}
		if !strings.HasPrefix(got.String(), tt.want) || tt.want == "" && got.String() != "" {
			t.Errorf("%s: got %q, want %q", tt.name, got.String(), tt.want)
		}
	}
}

// TestNeverMatches finds rules that no string matches.
func TestNeverMatches(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"a = \"(\" a \")\"", "a"},
		{"a = \"(\" [ a ] \")\"", ""},
		{"a = b / c\nb = a \"x\"\nc = 1*b", "a, b, c"},
		{"a = \"(\" a \")\"\nb = b\nc = a / b\nd = d", "a, b, c d"}, // c has both causes
		{"a = b / \"x\"\nb = a \"x\"", ""},
		{"a = <something> [ b ]\nb = \"x\" b", "b"},
	} {
		_, faults := resolve(t, "> x\n"+tt.src)
		var got []string
		for _, e := range faults {
			if e.Code == abnf.NeverMatches {
				got = append(got, strings.Join(append([]string{e.Rule}, e.Also...), ", "))
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q: got %q, want %q", tt.src, s, tt.want)
		}
	}
}

// resolve reads files of which each begins with a line "> NAME".
func resolve(t *testing.T, files string) (*abnf.Grammar, abnf.ErrorList) {
	t.Helper()
	var parsed []*abnf.Grammar
	var list abnf.ErrorList
	for _, f := range strings.Split("\n"+files, "\n> ")[1:] {
		name, text, _ := strings.Cut(f, "\n")
		g, err := abnf.Parse(name, []byte(text))
		if l, ok := err.(abnf.ErrorList); ok {
			list = append(list, l...)
		}
		parsed = append(parsed, g)
	}
	g, more, err := abnf.Resolve(published.Files, ".", parsed...)
	if err != nil {
		t.Fatal(err)
	}
	return g, append(list, more...)
}
