package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// describe prints what was found: each rule with its place, then the problems.
func describe(d *Document) string {
	var b strings.Builder
	for _, r := range d.Rules {
		fmt.Fprintf(&b, "%s (%s, %s)\n", r.ABNF, r.Section, r.Place())
	}
	for _, p := range d.Problems {
		lost := ""
		if p.Lost {
			lost = "lost "
		}
		fmt.Fprintf(&b, "%d: %s%s: %s\n", p.Line, lost, p.Rule, p.Message)
	}
	return strings.TrimSpace(b.String())
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ name, doc, want string }{
		{"a rule in a section", "RFC 1\n\n2.1.  Ports\n\n   The port is\n\n      port = *DIGIT\n\n   and more.\n",
			`port = *DIGIT (RFC 1 §2.1, line 7)`},
		{"a page break in a rule", "RFC 1\n\n1.  A\n\n   a = \"x\"\n\n\n\nMe          Standards Track        [Page " +
			"3]\n\f\nRFC 1             A             May 2020\n\n\n       / \"y\"\n   b = a\n",
			`a = "x" / "y" (RFC 1 §1, line 5)
b = a (RFC 1 §1, line 15)`},
		{"a form feed without a footer", "RFC 1\n\n1.  A\n\n   a = \"x\"\n\fRFC 1        A       May 2020\n\n       " +
			"/ \"y\"\n", `a = "x" / "y" (RFC 1 §1, line 5)`},
		{"repeated in an appendix", "RFC 1\n\n1.  A\n\n   b = \"x\"\n\n2.  B\n\n   a = b\n\nAppendix A.  Collected " +
			"ABNF\n\n   a = b\n   b = \"x\"\n",
			`a = b (RFC 1 §2, line 9, again line 13)
b = "x" (RFC 1 §1, line 5, again line 14)`},
		{"defined differently", "RFC 1\n\n1.  A\n\n   a = \"x\" b\n   b = \"y\"\n\nA.1. Old\n\n   a = \"z\" b\n",
			`a = "x" b (RFC 1 §1, line 5)
b = "y" (RFC 1 §1, line 6)
10: a: it is defined differently at line 5, and that definition is taken`},
		{"the collected ABNF wins", "RFC 1\n\n1.  A\n\n   a = 1*b\n   b = \"y\"\n\nAppendix B.  Collected\n\n   a = " +
			"*b\n   b = \"y\"\n",
			`a = *b (RFC 1 §1, line 10)
b = "y" (RFC 1 §1, line 6, again line 11)
5: a: it is defined differently at line 10, and that definition is taken`},
		{"an appendix with sections wins", "RFC 1\n\n1.  A\n\n   a = 1*b\n   b = \"y\"\n\nA.1. All\n\n   a = *b\n\nA.2. " +
			"More\n\n   b = \"y\"\n",
			`a = *b (RFC 1 §1, line 10)
b = "y" (RFC 1 §1, line 6, again line 14)
5: a: it is defined differently at line 10, and that definition is taken`},
		{"alternatives that are added", "   a = \"x\" / b\n   b = \"y\"\n\n   a =/ \"z\"\n", `a = "x" / b (d, line 1)
a =/ "z" (d, line 4)
b = "y" (d, line 2)`},
		{"names that rules cannot have, among rules", "   a = \"x\" / b\n   bad rule = \"x\"\n   b = *%x41\n   c_d = " +
			"b\n   e == \"w\"\n\n   Here the f_g = \"y\" of old\n",
			`a = "x" / b (d, line 1)
b = *%x41 (d, line 3)
2: lost bad rule: the name of a rule is one word of letters, digits and "-", and one "=" comes after it
4: lost c_d: the name of a rule is one word of letters, digits and "-", and one "=" comes after it
5: lost e: the name of a rule is one word of letters, digits and "-", and one "=" comes after it`},
		{"prose and code are left out", "   a = \"x\" b\n   b = *%x41\n\n   Here x = y means\n\n      result = \"\"\n" +
			"      v = z\n      i = $2\n      if (a == b)\n",
			`a = "x" b (d, line 1)
b = *%x41 (d, line 2)
6: result: no rule uses it and it uses no rule, so it is probably not ABNF
7: v: no rule uses it and it uses no rule, so it is probably not ABNF`},
		{"prose after a rule, indented deeper", "   a = \"x\" b\n\n      where b is the rest\n\n   b = \"y\"\n", `a = "x" b (d, line 1)
b = "y" (d, line 5)`},
		{"an attribute of HTML is not a rule", "   a = \"x\" b\n   b = \"y\"\n\n   The link has\n      title=\"Login …\"\n   in it.\n", `a = "x" b (d, line 1)
b = "y" (d, line 2)`},
		{"a faulty rule without spaces that another one uses", "   a = \"x\" b\n\n   b=\"…\"\n", `a = "x" b (d, line 1)
3: lost b: expected "\"" to close the string, found "…": only the ASCII characters U+0020 to U+007E are allowed there; write others as %x values`},
		{"a faulty rule that is all that another one uses", "   c = \"x\" d\n   d = %x41\n\n   a = b\n\n<CODE BEGINS>\nb = ?\n" +
			"<CODE ENDS>\n", `c = "x" d (d, line 1)
d = %x41 (d, line 2)
a = b (d, line 4)
7: lost b: expected an element, found "?": what may be missing stands in brackets: [ "x" ]`},
		{"a faulty rule", "   a = \"x\" b\n   b = \"y\n", `a = "x" b (d, line 1)
2: lost b: expected "\"" to close the string, found the end of the file`},
		{"the name alone on its line", "   a-very-long-name\n      = \"x\" b\n   b = \"y\"\n", `a-very-long-name = "x" b (d, line 1)
b = "y" (d, line 3)`},
		{"single quotes", "a = b / '\"'\nb = \"x\"\n", `a = b / %x22 (d, line 1)
b = "x" (d, line 2)
1: a: '"' is not ABNF, so it is taken as %x22`},
		{"rules on one line", `a = b "x = y" / c b = %x41 c = <d> / '"'`, `a = b "x = y" / c (d, line 1)
b = %x41 (d, line 1)
c = <d> / %x22 (d, line 1)
1: c: '"' is not ABNF, so it is taken as %x22`},
		{"rules on one line, with comments", `a = b "x = y" ; begins with "/" or b / c ; this is the rule for everything else, be it a name or a number, that one can think of b = %x41 ; the first letter c = 1*DIGIT ; a number`, `a = b "x = y" / c (d, line 1)
b = %x41 (d, line 1)
c = 1*DIGIT (d, line 1)`},
		{"CRLF and a byte order mark", "\uFEFF1. A\r\n\r\n  a = b\r\n    / \"x\"\r\n  b = \"y\"\r\n", `a = b / "x" (d §1, line 3)
b = "y" (d §1, line 5)`},
		{"the table of contents is not a heading", "RFC 1\n\n9.  Late . . . . . . . 12\n\n1.  A\n\n   a = *DIGIT\n",
			`a = *DIGIT (RFC 1 §1, line 7)`},
		{"a draft names itself", "Me\nInternet-Draft   draft-me-thing-03   2020\n\n4.2.  G\n\n   a = *DIGIT\n",
			`a = *DIGIT (draft-me-thing §4.2, line 6)`},
		{"a section has the collected grammar", "RFC 1\n\n1.  Overview\n\n   a = \"y\" b\n   b = \"z\n\n2.  Syntax\n\n" +
			"   a = \"x\" b\n   b = *c\n   c = %x41\n\n3. Old\n\n   c = %x42\n", `a = "x" b (RFC 1 §1, line 10)
b = *c (RFC 1 §2, line 11)
c = %x41 (RFC 1 §2, line 12)
5: a: it is defined differently at line 10, and that definition is taken
6: b: expected "\"" to close the string, found the end of the file
16: c: it is defined differently at line 12, and that definition is taken`},
		{"attributes beside a collected grammar, headings without a period", "RFC 1\n\n1 Overview\n\n   As in\n\n" +
			"      nonce=\"8\",\n      opaque=\"5\"\n      qop=\"auth,int\",\n      handling=required\n\n   with \"qop\" and " +
			"\"handling\".\n\n12.3 The Grammar\n\n   a = nonce opaque\n   nonce = \"nonce\" c\n   opaque = %x41 c\n" +
			"   c = %x42\n\n13 Old\n\n   c = %x43\n\n2 times x,\n   d = c a c\n",
			`a = nonce opaque (RFC 1 §12.3, line 16)
nonce = "nonce" c (RFC 1 §12.3, line 17)
opaque = %x41 c (RFC 1 §12.3, line 18)
c = %x42 (RFC 1 §12.3, line 19)
d = c a c (RFC 1 §13, line 26)
7: nonce: expected the end of the rule, "/" or another element, found ",": elements stand one after the other, with a ` +
				`space between them
8: opaque: it is defined differently at line 18, and that definition is taken
10: handling: no rule uses it and it uses no rule, so it is probably not ABNF
23: c: it is defined differently at line 19, and that definition is taken`},
		{"an example that no rule of the appendix uses", "RFC 1\n\n1.  A\n\n   x = 1#y\n   y = *DIGIT\n\nAppendix A.  All\n\n" +
			"   a = *b\n   b = c\n   c = *%x41\n", `a = *b (RFC 1 Appendix A, line 10)
b = c (RFC 1 Appendix A, line 11)
c = *%x41 (RFC 1 Appendix A, line 12)
5: : lists with "#" are read as RFC 9110 §5.6.1 says: 1#x as x *( OWS "," OWS x )
5: x: the collected grammar does not have it, and no rule there uses it, so it is left out
6: y: the collected grammar does not have it, and no rule there uses it, so it is left out`},
		{"a rule that is one of another document", "   a = \"x\" / URI-reference\n   location = URI-reference\n   v = z\n",
			`a = "x" / URI-reference (d, line 1)
location = URI-reference (d, line 2)
3: v: no rule uses it and it uses no rule, so it is probably not ABNF`},
		{"a rule that only prose names", "   a = \"x\" b\n   b = *%x41\n\n   A <mark> ends it.\n\n   mark = \"!\"\n" +
			"   other = \"?\"\n", `a = "x" b (d, line 1)
b = *%x41 (d, line 2)
mark = "!" (d, line 6)
7: other: no rule uses it and it uses no rule, so it is probably not ABNF`},
		{"the same characters, and their numbers", "   a = %s\"Mo\" b\n   b = *%x41\n\n   a = %x4D.6F b\n",
			`a = %s"Mo" b (d, line 1, again line 4)
b = *%x41 (d, line 2)`},
		{"a rule of many lines", "   a = \"x\"\n" + strings.Repeat("     / \"x\"\n", 300) + "   b = a\n",
			"a = \"x\"" + strings.Repeat(" / \"x\"", 300) + " (d, line 1)\nb = a (d, line 302)"},
		{"a code component of another kind", "<CODE BEGINS> file \"a.yang\"\na = \"x\" b\n<CODE ENDS>\n\nb = *%x41\n",
			`b = *%x41 (d, line 5)`},
		{"HTML", "<!DOCTYPE html>\n<pre>\na = *DIGIT\n</pre>", `a = *DIGIT (d, line 3)
1: lost : the document is HTML, of which only plain lines are read; take its text or its XML`},
		{"no rule", "Nothing here.\n", ``},
		{"nothing", "", ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Extract("x/d.txt", []byte(tt.doc), nil)
			if got := describe(d); got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}

func TestXML(t *testing.T) {
	for _, tt := range []struct{ name, doc, want string }{
		{"typed blocks", `<?xml version="1.0"?>
<rfc number="9999"><middle><section title="One"><section><name>Sub</name>
<sourcecode type="abnf"><![CDATA[
a = "x" / b
  / "<"
]]></sourcecode>
<artwork>c = "not taken"</artwork>
</section></section></middle>
<back><references/><section><artwork type="ABNF">b = %x41 &lt;a></artwork></section></back></rfc>`,
			`a = "x" / b / "<" (RFC 9999 §1.1, line 4)
b = %x41 <a> (RFC 9999 Appendix A, line 9)`},
		{"numbers of a published document", `<rfc docName="draft-me-x-01"><back><section ` +
			`pn="section-appendix.b"><sourcecode type="abnf">a = "x"</sourcecode></section></back></rfc>`,
			`a = "x" (draft-me-x Appendix B, line 1)`},
		{"no typed block", "<rfc docName='d'><middle><section/><section><artwork>\n   Figure:\n   a = *DIGIT\n" +
			"</artwork></section></middle></rfc>",
			`a = *DIGIT (d §2, line 3)`},
		{"a faulty rule in a typed block", "<rfc><sourcecode type='abnf'>\na = b\nb = c |\n</sourcecode></rfc>", `a = b (d, line 2)
3: lost b: expected the end of the rule, "/" or another element, found "|": ABNF writes alternatives with "/"`},
		{"references in a block", `<rfc><artwork type="abnf">a = &lt;b, see <xref target="RFC1"/>&gt; ` +
			`&lt;c, see <xref target="RFC2" x:fmt="," x:sec="2.1"/>&gt; <x:ref>d</x:ref></artwork></rfc>`,
			`a = <b, see [RFC1]> <c, see [RFC2], Section 2.1> d (d, line 1)`},
		{"an entity that is not known", "<!DOCTYPE rfc [<!ENTITY me SYSTEM 'x'>]><rfc>&me;<artwork type='abnf'>a = " +
			"\"x\"</artwork></rfc>", `a = "x" (d, line 1)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := describe(Extract("d.xml", []byte(tt.doc), nil)); got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
		})
	}
}

// TestDocuments takes the rules out of the documents of the built-in specs. They are those
// of the grammars, with their sections.
func TestDocuments(t *testing.T) {
	const folder = "../../../../shared/specs"
	if _, err := os.Stat(folder); err != nil {
		t.Skip("the documents are not here")
	}
	for _, tt := range []struct {
		file, spec string
		sections   bool // the copy has headings
		rename     string
	}{
		{"rfc3986.txt", "rfc3986", true, ""},
		{"rfc3987.txt", "rfc3987", true, ""},
		{"draft-ietf-iri-3987bis.txt", "rfc3987bis", false, ""},
		{"draft-ietf-iri-3987bis.txt", "leiri", false, "leiri-ucschar"}, // the one rule of LEIRI that it has
		{"w3c-note-leiri.txt", "", false, ""},                           // has lost its punctuation
		{"iri-processing-guidelines-2011.txt", "", false, ""},           // has no ABNF
		{"uri-list-2001-iri-encoding.txt", "", false, ""},               // has no ABNF
	} {
		t.Run(tt.file+" "+tt.spec, func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join(folder, tt.file))
			if err != nil {
				t.Fatal(err)
			}
			d := Extract(tt.file, src, nil)
			if tt.spec == "" {
				if len(d.Rules) > 0 {
					t.Errorf("found %s", describe(d))
				}
				return
			}
			got, err := abnf.Parse("x", []byte(d.Grammar(tt.file, "")))
			if err != nil {
				t.Fatal(err)
			}
			want := grammartest.Load(t, tt.spec)
			if tt.rename != "" {
				r, w := got.Rule(tt.rename), want.Rule(strings.TrimPrefix(tt.rename, tt.spec+"-"))
				if r == nil || r.Expr.String() != w.Expr.String() {
					t.Errorf("%s: got %v, want %s", tt.rename, r, w.Source)
				}
				return
			}
			if got.Top != want.Top || got.Reference != want.Reference {
				t.Errorf("top %s, reference %s; want %s, %s", got.Top, got.Reference, want.Top, want.Reference)
			}
			for _, w := range want.Rules {
				r := got.Rule(w.Name)
				switch {
				case w.Core:
				case r == nil:
					t.Errorf("%s is missing", w.Name)
				case r.Expr.String() != w.Expr.String():
					t.Errorf("got %s, want %s", r.Source, w.Source)
				case tt.sections && strings.HasPrefix(w.Section, d.Title) && r.Section != w.Section:
					t.Errorf("%s: section %s, want %s", w.Name, r.Section, w.Section)
				}
			}
			for _, r := range got.Rules {
				if want.Rule(r.Name) == nil && r.Name != "leiri-ucschar" {
					t.Errorf("%s is not a rule of %s", r.Name, tt.spec)
				}
			}
		})
	}
}

// TestCites finds what the labels of prose values mean in the references of a document.
func TestCites(t *testing.T) {
	const rule = "   a = <b, see [URI], Section 2> \"x\"\n\n"
	for _, tt := range []struct{ name, doc, want string }{
		{"an RFC", rule + "   [URI]    Me, \"A\n            title\", STD 66, RFC\n            3986, January 2005.\n",
			"URI rfc3986"},
		{"a draft", rule + "   [URI]    Me, \"A title\", draft-me-uris-03, May 2020.\n", "URI draft-me-uris"},
		{"something else", rule + "   [URI]    Me, \"A title\".\n\n   [IRI]  Me, RFC 3987.\n", ""},
		{"no reference", rule, ""},
		{"a label that is a name", "   a = <b, see [RFC3986]> \"x\"\n", ""},
		{"XML, the series", `<rfc number="1"><sourcecode type="abnf">a = &lt;b, see [URI]&gt; ` +
			`"x"</sourcecode><reference anchor='URI'><seriesInfo name='RFC' value='3986'/></reference>`, "URI rfc3986"},
		{"XML, the address", `<rfc number="1"><sourcecode type="abnf">a = &lt;b, see [URI]&gt; ` +
			`"x"</sourcecode><reference anchor="URI" ` +
			`target="https://www.rfc-editor.org/info/rfc3986"><front/></reference>`, "URI rfc3986"},
		{"XML, another label", `<rfc number="1"><displayreference target="RFC3986" to="URI"/><sourcecode ` +
			`type="abnf">a = &lt;b, see [URI]&gt; "x"</sourcecode></rfc>`, "URI rfc3986"},
	} {
		var got strings.Builder
		for _, c := range Extract("d", []byte(tt.doc), nil).Cites {
			got.WriteString(c.Label + " " + c.Spec)
		}
		if got.String() != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got.String(), tt.want)
		}
	}
}

// TestHostile takes rules out of documents that make a careless reader slow: the test would not
// end.
func TestHostile(t *testing.T) {
	for _, tt := range []struct {
		name, doc       string
		rules, problems int
	}{
		{"open brackets", strings.Repeat("a=(\n ", 20_000), 0, 0},
		{"ever deeper", func() string {
			var b strings.Builder
			for i := range 1000 {
				b.WriteString(strings.Repeat(" ", i) + "a = (\n")
			}
			return b.String()
		}(), 0, 0},
		{"spaces on one line", "a = " + strings.Repeat(" ", 200_000) + "b =", 0, 0},
		{"rules on one line", strings.Repeat("a = b ", 50_000), 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Extract("d", []byte(tt.doc), nil)
			if rules, problems := len(d.Rules), len(d.Problems); rules != tt.rules || problems != tt.problems {
				t.Errorf("got %d rules and %d problems, want %d and %d", rules, problems, tt.rules, tt.problems)
			}
		})
	}
}

// inPlace returns where the lines of [Document.InPlace] stand.
func inPlace(d *Document) map[int]Moved {
	_, moved := d.InPlace("")
	return moved
}

// FuzzExtract takes rules out of anything. What it prints reads back to the same rules,
// and each stands at a line of the document.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"1.  A\n\n   a = b\n     / \"x\"\n\nMe   [Page 1]\n\f\nRFC 1     May 2020\n\n   b = 1*DIGIT\n",
		"a = b c = \"x\" ; y / d e = <f>", "a\n =\n b", "<rfc><artwork type='abnf'>a = \"x\"\n</artwork>",
		"a = '\"'\r\na =/ b",
		"\xef\xbb\xbf<!-- x --><rfc number='1'><back><section pn='section-'><artwork>a=b",
		"A.1. X\n\n a = \xff ; \xff\n", "x\n  a=1b  b = a", "~~~ abnf\na = b\n | c\nend\nfoo bar = \"x\n  y\n~~~\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		if len(doc) > 4000 {
			t.Skip()
		}
		d := Extract("d.txt", []byte(doc), nil)
		text := d.Grammar("d.txt", "")
		g, err := abnf.Parse("x", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		lines := strings.Count(doc, "\n") + 1
		for _, m := range inPlace(d) {
			if m.Line < 1 || m.Line > lines {
				t.Errorf("a line of a rule is line %d of %d", m.Line, lines)
			}
		}
		for _, r := range d.Rules {
			if r.Line < 1 || r.Line > lines {
				t.Errorf("%s at line %d of %d", r.Name, r.Line, lines)
			}
			if !slices.ContainsFunc(g.Rules, func(o *abnf.Rule) bool { return strings.EqualFold(o.Name, r.Name) }) {
				t.Errorf("%s is lost", r.Name)
			}
		}
	})
}

// TestDate finds when a document was published, and not when a draft expires.
func TestDate(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Network Working Group                                    T. Berners-Lee\nCategory: Standards Track         " +
			"                          January 2005\n", "2005-01"},
		{"Internet-Draft                                             March 2, 2012\n", "2012-03-02"},
		{"Expires: 3 September 2012                                   2 March 2012\n", "2012-03-02"},
		{"Expires: September 3, 2012\nThis draft will expire on September 3, 2012.\n", ""},
		{"A. Author (ed.)\nVersion 1999\n", ""},
		{"On February 30, 2012\n", ""},
		{"<rfc><front><date year=\"2022\" month=\"June\"/></front><back><date year=\"2005\"/></back></rfc>", "2022-06"},
		{"<rfc><front><date day='7' month='11' year='2022'/></front></rfc>", "2022-11-07"},
		{"<rfc><front><date/></front></rfc>", ""},
	} {
		if got := Extract("d.txt", []byte(tt.text), nil).Date; got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestFenced holds that of Markdown only the blocks of ABNF are read, and that the draft says its name.
func TestFenced(t *testing.T) {
	const draft = "---\ntitle: My Draft\ndocname: draft-foo-bar-latest\n---\n# Intro\nAs in RFC 3986.\n\n~~~ abnf\na " +
		"= b\nb = \"x\"\n~~~\n\n" +
		"~~~ json\nz = \"z\"\n~~~\n\n```abnf\nc = \"y\"\n```\n" +
		"``` {.abnf}\nd = \"y\"\n```\n~~~\ne = \"y\"\n~~~\n{: #fig type=\"abnf\"}\n~~~\ny = \"y\"\n~~~\n" +
		"{type=\"abnf\"}\n~~~\nf = \"y\"\n~~~\n> ~~~ ABNF title\n> g = \"y\" /\n>     \"x\"\n> ~~~\n" +
		"1. item\n\n      ~~~~abnf\n      h = \"y\"\n      ~~~~\n" +
		"~~~ abnfx\nx = \"y\"\n~~~\n~~~ abnf-not\nw = \"y\"\n~~~\n" +
		"```abnf\ni = \"end\"\n"
	d := Extract("k.md", []byte(draft), nil)
	if d := Extract("k.md", []byte(strings.Replace(draft, "latest", "02", 1)), nil); d.Name != "draft-foo-bar" {
		t.Errorf("with a version the name is %s", d.Name)
	}
	var names []string
	for _, r := range d.Rules {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); got != "a b c d e f g h i" || d.Name != "draft-foo-bar-latest" {
		t.Errorf("got the rules %s of %s", got, d.Name)
	}
}

// TestMarked holds that in what is marked as ABNF every line that is not read is named, in each kind of document.
func TestMarked(t *testing.T) {
	xmlText := strings.NewReplacer("&", "&amp;", "<", "&lt;")
	kinds := []struct {
		name, file string
		lines      int // before the rules
		wrap       func(rules string) string
	}{
		{"Markdown", "d.md", 3, func(r string) string { return "# A\n\n~~~ abnf\n" + r + "\n~~~\n" }},
		{"a list in Markdown", "d.md", 1, func(r string) string {
			return "1. ``` {.abnf}\n   " + strings.ReplaceAll(r, "\n", "\n   ") + "\n   ```\n"
		}},
		{"XML", "d.xml", 1, func(r string) string {
			return "<rfc><sourcecode type='abnf9110'>\n" + xmlText.Replace(r) + "\n</sourcecode></rfc>"
		}},
		{"a code component", "d.txt", 3, func(r string) string {
			return "RFC 1\n\n<CODE BEGINS>\n" + r + "\n<CODE ENDS>\n"
		}},
		{"a code component with a file", "d.txt", 3, func(r string) string {
			return "RFC 1\n\n   <CODE BEGINS> file \"x.abnf\"\n   " + strings.ReplaceAll(r, "\n", "\n   ") +
				"\n   <CODE ENDS>\n"
		}},
		{"a file of ABNF", "d.abnf", 0, func(r string) string { return r }},
	}
	for _, tt := range []struct{ name, rules, want string }{ // the lines that are named, from that of the first rule
		{"in the first column", "a = \"{\" *b\nend\nb = \"x\"", "1 "},
		{"a bar", "a = b\n  | c\nb = \"x\"", "0-1 a"},
		{"a question mark", "a = b\n  ? c\nb = \"x\"", "0-1 a"},
		{"a comma", "a = b\n  , c\nb = \"x\"", "0-1 a"},
		{"a plus sign", "a = b\n  + c\n  d", "0-2 a"},
		{"a brace", "a = b\n  { c }", "0-1 a"},
		{"a single quote", "a = b\n  'cd'", "0-1 a"},
		{"a bracket that closes", "a = b\n  ) c\nb = \"x\"", "0-1 a"},
		{"a hash", "a = b\n  # c\nb = \"x\"", "0-1 a"},
		{"each in the first column", "a = b\n| c\nb = \"x\"\n' d\n) e\nc = b", "1 , 3-4 "},
		{"a name that is none", "a = b\nb_c = \"x\" /\n  \"y\"\nd e = a", "1-2 b_c, 3 d e"},
		{"a rule that cannot be read, and one after it", "a = \"x\n    b\n  c = \"y\"", "0-1 a"},
		{"prose after a blank line", "a = b\n\n   where b is the rest\n\nb = \"x\"", "2 "},
		{"a name without elements", "a\n  = \nb = a", "0-1 a"},
		{"comments and blank lines", "; x\n\na = b ; c\n ; d\n; e\nb = \"x\"", ""},
		{"a rule that goes on after a blank line", "a = b\n\n  / c\nb = \"x\"", ""},
		{"rules that are indented deeper", "a = b\n  b = \"x\"\n  c = b", ""},
		{"lists", "a = 1#b / #( c \"#\" )\nb = 2#3\"x\" ; #\nc = b", ""},
	} {
		for _, k := range kinds {
			t.Run(tt.name+", "+k.name, func(t *testing.T) {
				d := Extract(k.file, []byte(k.wrap(tt.rules)), nil)
				var got []string
				for _, p := range d.Problems {
					if !p.Lost {
						continue
					}
					at := fmt.Sprint(p.Line - k.lines - 1)
					if p.End > p.Line {
						at += fmt.Sprint("-", p.End-k.lines-1)
					}
					got = append(got, at+" "+p.Rule)
				}
				if got := strings.Join(got, ", "); got != tt.want {
					t.Errorf("got %q, want %q; %s", got, tt.want, describe(d))
				}
			})
		}
	}
}

// TestNothingCut puts a line into RFC 3986 that is marked as ABNF, at many places: each line is part of a rule or named.
func TestNothingCut(t *testing.T) {
	src, err := os.ReadFile("../../../grammar/published/rfc3986.abnf")
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Split(string(src), "\n")
	for _, put := range []string{
		"end", "x", "  x", "    more words here", "| x", "  | x", "  ? x", "  , x", "  + x", "  { x }", "}", "  'x'", "  ) x",
		"  ]", "  # x", "/ x", "  /", "<x>", "  <x", "\"x\"", "  \"", "%x41", "1x = y", "=", "  = x", "x = ", "x = (",
		"x = y = z", "x ::= y", "x: y", "foo bar = x", "  foo_bar = x", "// x", "-- x", "2.1.  Title", "RFC 1   A   May 2020",
	} {
		for at := 0; at < len(all); at += 7 {
			var lines []line
			for i, text := range slices.Insert(slices.Clone(all), at, put) {
				lines = append(lines, line{n: i + 1, text: text})
			}
			s := scan{}
			s.text(lines, true)
			named := make(map[int]bool)
			for _, f := range s.found {
				for _, l := range f.at {
					named[l.n] = true
				}
			}
			for _, p := range s.problems {
				for n := p.Line; n <= max(p.Line, p.End); n++ {
					named[n] = true
				}
			}
			for _, l := range lines {
				if !named[l.n] && !readable(l) {
					t.Fatalf("with %q at line %d, line %d is cut: %q", put, at+1, l.n, l.text)
				}
			}
		}
	}
}

// TestIsDocument tells documents from files of ABNF, which may be faulty.
func TestIsDocument(t *testing.T) {
	const rules = "a = b\n  c d e f g h\n  i j k l m n\n"
	for _, tt := range []struct {
		name, file, text string
		want             bool
	}{
		{"an RFC", "d", "Request for Comments: 1\n\n   a = b\n", true},
		{"the page of a draft", "d.txt", rules + "\n\nMe       Expires May 2026       [Page 3]\n\f\n", true},
		{"a section with sentences", "d.txt", "4.1. Hosts\n\n   A host has labels, each with a dot\n   after it but for the " +
			"last one.\n\n   ; a label\n   a = b\n", true},
		{"a block in Markdown that begins with a comment", "d.md", "# A\n\n~~~ abnf\n; spec: x\n" + rules + "~~~\n", true},
		{"rules", "d.txt", rules, false},
		{"what extract writes", "d.txt", "; The ABNF of d.\n;\n; title: RFC 3986\n; Each label of a host, but the last one,\n" +
			"; has a dot after it. [Page 3]\n" + rules, false},
		{"another notation", "d.txt", "# the labels of a host, each with a dot\na ::= b | c\nb : 'x', 'y'\n", false},
		{"comments of other notations", "d.txt", "# the labels of a host, each with a dot\n# after it, but for the last one, are\n" +
			"-- the labels of a host, each with a dot\n-- after it, but for the last one, are\na = b\n", false},
		{"a short note", "d.txt", "Labels, then the host.\n\na = b\n", false},
		{"a file of ABNF with sentences", "d.abnf", "A host has labels, each with a dot\nafter it but for the last one.\n",
			false},
		{"nothing", "d", "", false},
	} {
		if got := IsDocument(tt.file, []byte(tt.text)); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
}

// TestLists reads the lists of RFC 9110 §5.6.1.
func TestLists(t *testing.T) {
	for _, tt := range []struct{ list, want string }{
		{`1#a`, `a *( OWS "," OWS a )`},
		{`#a`, `[ a *( OWS "," OWS a ) ]`},
		{`2#4a`, `a 1*3( OWS "," OWS a )`},
		{`#1a`, `[ a ]`},
		{`1#1a`, `a`},
		{`#0a`, `#0a`},
		{`3#2a`, `3#2a`},
		{`1#( a / 1#b )`, `( a / b *( OWS "," OWS b ) ) *( OWS "," OWS ( a / b *( OWS "," OWS b ) ) )`},
		{"1#( a ; x )\n / b )", `( a / b ) *( OWS "," OWS ( a / b ) )`},
		{`1#%x41-42`, `%x41-42 *( OWS "," OWS %x41-42 )`},
		{`1#%s"#a" #`, `%s"#a" *( OWS "," OWS %s"#a" ) #`},
		{`"1#a" / <1#a> ; 1#a`, `"1#a" / <1#a> ; 1#a`},
		{`a1#`, `a1#`},
	} {
		if got := expandLists(tt.list); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.list, got, tt.want)
		}
	}
}

// TestIncluded reads the files that a document includes, or names them.
func TestIncluded(t *testing.T) {
	files := map[string]string{"x.abnf": "a = b\nb = (\n", "dir/y.md": "~~~ abnf\n{::include x.abnf}\n~~~\n",
		"loop.md": "{::include loop.md}\n"}
	read := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	const lost = "x.abnf:2: lost b"
	for _, tt := range []struct{ name, file, doc, want string }{
		{"kramdown", "d.md", "~~~ abnf\n{::include x.abnf}\nc = a\n~~~\n", "a c " + lost},
		{"kramdown, nested", "d.md", "{::include-all dir/y.md}\n", "a " + lost},
		{"mmark", "d.md", "~~~ abnf\n<{{x.abnf}}\n~~~\n", "a " + lost},
		{"XML", "d.xml", "<rfc><sourcecode type='abnf' src='x.abnf'/></rfc>", "a " + lost},
		{"XML, text that is set apart", "d.xml", "<rfc><artwork type='abnf' src='x.abnf'>\n</artwork></rfc>", "a " + lost},
		{"XInclude", "d.xml", "<rfc><sourcecode type='abnf'><xi:include href='x.abnf' parse='text'/></sourcecode></rfc>",
			"a " + lost},
		{"missing", "d.md", "~~~ abnf\n{::include no.txt}\nc = \"x\"\n~~~\n", "c d.md:2: lost "},
		{"missing, not ABNF", "d.md", "{::include no.txt}\n\n~~~ abnf\nc = \"x\"\n~~~\n", "c d.md:1: "},
		{"missing in XML", "d.xml", "<rfc>\n<sourcecode type='abnf' src='no'/></rfc>", "d.xml:2: lost "},
		{"elsewhere", "d.md", "~~~ abnf\n{::include ../x.abnf}\n{::include /x.abnf}\n~~~\n",
			"d.md:2: lost  d.md:3: lost "},
		{"an address", "d.xml", "<rfc><sourcecode type='abnf' src='https://a.example/x.abnf'/></rfc>", "d.xml:1: lost "},
		{"itself", "d.md", "{::include loop.md}\n", "loop.md:1: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Extract(tt.file, []byte(tt.doc), read)
			var got []string
			for _, r := range d.Rules {
				got = append(got, r.Name)
			}
			for _, p := range d.Problems {
				at := fmt.Sprintf("%s:%d: ", map[bool]string{true: tt.file, false: p.File}[p.File == ""], p.Line)
				if p.Lost {
					at += "lost " + p.Rule
				}
				got = append(got, at)
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
