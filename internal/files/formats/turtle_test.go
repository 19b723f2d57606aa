package formats_test

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestTurtle has records as [show] writes them: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestTurtle(t *testing.T) {
	tests := []struct {
		name, content string
		want          []string
	}{
		{"roles", "<s:s> <p:p> <o:o> , \"x\"^^<d:d> .", []string{
			`1:2@1 "s:s" role="subject"`, `1:8@7 "p:p" role="predicate"`, `1:14@13 "o:o" role="object"`,
			`1:27@26 "d:d" role="datatype"`}},
		{"prefixed names", "@prefix é: <s:> .\nPREFIX : <t:>\né:a%41\\~.b :é:c.d é: .", []string{
			`1:13@13 "s:" role="prefix"`, `2:11@29 "t:" role="prefix"`,
			`3:1@33 "s:a%41~.b" raw="é:a%41\\~.b" role="subject"`, `3:12@45 "t:é:c.d" raw=":é:c.d" role="predicate"`,
			`3:19@53 "s:" raw="é:" role="object"`}},
		{"bases", "@base <http://e/a/b> . <c> <d:d> <> . BASE <../x/> <#y> a <//h> .", []string{
			`1:8@7 "http://e/a/b" role="base"`, `1:25@24 "c" role="subject" base="http://e/a/b"`,
			`1:29@28 "d:d" role="predicate"`, `1:35@34 "" role="object" base="http://e/a/b"`,
			`1:45@44 "../x/" role="base" base="http://e/a/b"`, `1:53@52 "#y" role="subject" base="http://e/x/"`,
			`1:60@59 "//h" role="object" base="http://e/x/"`}},
		{"a relative namespace is resolved", "@base <http://e/a> . @prefix p: <#> . p:x a p:y .", []string{
			`1:8@7 "http://e/a" role="base"`, `1:34@33 "#" role="prefix" base="http://e/a"`,
			`1:39@38 "http://e/a#x" raw="p:x" role="subject"`, `1:45@44 "http://e/a#y" raw="p:y" role="object"`}},
		{"escapes", "<s:\\u00e9> <p:p> <o:\\U0001F600> .", []string{
			`1:2@1 "s:é" raw="s:\\u00e9" role="subject"`, `1:13@12 "p:p" role="predicate"`,
			`1:19@18 "o:😀" raw="o:\\U0001F600" role="object"`}},
		{"strings and comments hide nothing and show nothing",
			"<s:s> <p:p> \"\"\"<a:a>\n\"x\" \\\"\"\"\", '<b:b> # .'@en-GB, \"\" . # <c:c>\n<d:d> <p:p> 'x' .", []string{
				`1:2@1 "s:s" role="subject"`, `1:8@7 "p:p" role="predicate"`, `3:2@65 "d:d" role="subject"`,
				`3:8@71 "p:p" role="predicate"`}},
		{"nesting", "[ <p:p> ( <o:o> [ <q:q> 1.5e3 ] ) ] <r:r> <<( <s:s> <t:t> true )>> ; ; <u:u> << _:a <v:v> 1 .  " +
			">> .", []string{
			`1:4@3 "p:p" role="predicate"`, `1:12@11 "o:o" role="object"`, `1:20@19 "q:q" role="predicate"`,
			`1:38@37 "r:r" role="predicate"`,
			`1:48@47 "s:s" role="subject"`, `1:54@53 "t:t" role="predicate"`, `1:73@72 "u:u" role="predicate"`,
			`1:86@85 "v:v" role="predicate"`,
			`1:93@92 turtle-syntax 1:93 [92,93) "." cannot stand here: the triple ends here`,
			`1:96@95 turtle-syntax 1:96 [95,96) ">" cannot stand here: a statement starts with an IRI, a prefixed ` +
				`name, a blank node, a collection or a directive`}},
		{"annotations", "<s:s> <p:p> <o:o> ~ <r:r> {| <q:q> 1 |} , 2 .", []string{
			`1:2@1 "s:s" role="subject"`, `1:8@7 "p:p" role="predicate"`, `1:14@13 "o:o" role="object"`,
			`1:22@21 "r:r" role="subject"`, `1:31@30 "q:q" role="predicate"`}},
		{"an undeclared prefix", "foaf:a <p:p> xx:b .", []string{
			`1:1@0 prefix-undeclared 1:1 [0,5) the prefix foaf: is not declared: write @prefix foaf: ` +
				`<http://xmlns.com/foaf/0.1/> . before it`,
			`1:9@8 "p:p" role="predicate"`,
			`1:14@13 prefix-undeclared 1:14 [13,16) the prefix xx: is not declared: write @prefix xx: <…> . before it`}},
		{"a byte order mark and CR LF", "\ufeff<s:s>\r\n<p:p> 1 .\r\n",
			[]string{`1:2@4 "s:s" role="subject"`, `2:2@11 "p:p" role="predicate"`}},
		{"what IRIREF excludes is left to the check", "<s: a> <p:{}> 1 .",
			[]string{`1:2@1 "s: a" role="subject"`, `1:9@8 "p:{}" role="predicate"`}},
		{"a full stop in a decimal, and after an integer", "_:a <p:p> 1.5, .5, -2. _:b.c <q:q> 3.",
			[]string{`1:6@5 "p:p" role="predicate"`, `1:31@30 "q:q" role="predicate"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := show(t, "a.ttl", tt.content, input.Options{}), strings.Join(tt.want, "\n")+
				"\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func TestTriG(t *testing.T) {
	const content = "<g:g> { <s:s> <p:p> 1 }\nGRAPH _:b { <s:s> a <o:o> . [] <q:q> 2 . }\n<s:s> <p:p> <o:o> .\n{ " +
		"<s:s> <p:p> 3 ."
	want := `1:2@1 "g:g" role="graph"
1:10@9 "s:s" role="subject"
1:16@15 "p:p" role="predicate"
2:14@37 "s:s" role="subject"
2:22@45 "o:o" role="object"
2:33@56 "q:q" role="predicate"
3:2@68 "s:s" role="subject"
3:8@74 "p:p" role="predicate"
3:14@80 "o:o" role="object"
4:4@90 "s:s" role="subject"
4:10@96 "p:p" role="predicate"
4:18@104 trig-syntax 4:18 [17,17) the file ends inside a graph: } ends it
`
	if got := show(t, "a.trig", content, input.Options{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestTurtleRecovery checks that after a fault the next statement is read.
func TestTurtleRecovery(t *testing.T) {
	tests := []struct {
		name, statement, fault string
	}{
		{"a missing object", "<s:s> <p:p> .", `1:13 [12,13) "." cannot stand here: an object follows`},
		{"a missing full stop", "<s:s> <p:p> <o:o>", `2:1 [0,11) "<next:next>" cannot stand here: a comma`},
		{"a string that is not closed", "<s:s> <p:p> \"x .", `1:13 [12,16) no quote ends the string`},
		{"a long string that is not closed", "<s:s> <p:p> \"\"\"x .", `1:13 [12,15) no """ ends the string`},
		{"an IRI that is not closed", "<s:s> <p:p> <o:o .", `1:13 [12,18) no ">" ends the IRI`},
		{"a bracket that is not closed", "<s:s> <p:p> [ <q:q> 1 .", `1:23 [22,23) "." cannot stand here`},
		{"a bracket too much", "<s:s> <p:p> 1 ] .", `1:15 [14,15) "]" cannot stand here`},
		{"a literal as subject", "\"x.\" <p:p> 1 .", `1:1 [0,4) '"x."' cannot stand here: a statement starts`},
		{"a full stop in an IRI", "<s:s> nonsense <http://e/.> 1 .", `1:7 [6,14) "nonsense" cannot stand here`},
		{"a bad escape", "<s:\\u00ZZ> <p:p> 1 .", `1:4 [3,7) \u00 is not a character`},
		{"a bad escape in a string", "<s:s> <p:p> \"\\x\" .", `1:14 [13,15) "\x" is not an escape`},
		{"a bad name", "@prefix : <s:> . :a%4 <p:p> 1 .",
			`1:20 [19,20) in the local part of a name two hex digits follow %`},
		{"an unknown directive", "@keywords a .", `1:1 [0,9) "@keywords" is not a directive`},
		{"@BASE", "@BASE <b:b> .", `1:1 [0,5) "@BASE" is not a directive`},
		{"a prefix without a name", "@prefix <p:p> .", `1:9 [8,13) "<p:p>" cannot stand here: the name of the prefix`},
		{"a formula of N3", "{ <s:s> <p:p> 1 } => <o:o> .", `1:1 [0,1) "{" cannot stand here`},
		{"a language tag", "<s:s> <p:p> \"x\"@1 .", `1:16 [15,17) a language tag`},
		{"a bad character", "<s:s> <p:p> € .", `1:13 [12,15) "€" cannot stand here`},
		{"not UTF-8 in a string", "<s:s> <p:p> \"caf\xe9 x\" .", `1:17 [16,17) the bytes here are not UTF-8`},
		{"not UTF-8 in a comment", "<s:s> <p:p> 1 . # caf\xe9", `1:22 [21,22) the bytes here are not UTF-8`},
		{"a keyword is ASCII", "ba\u017fe <s:s> .", `1:1 [0,5) "baſe" cannot stand here`},
		{"not UTF-8", "<s:s> <p:p> \xff .", `1:13 [12,13) "\xFF" cannot stand here`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := strings.Split(strings.TrimSpace(show(t, "a.ttl", tt.statement+"\n<next:next> <p:p> 1 .\n",
				input.Options{})), "\n")
			fault, next := "", false
			for _, l := range lines {
				if _, f, ok := strings.Cut(l, " turtle-syntax "); ok {
					if fault != "" {
						t.Errorf("another fault: %s", l)
					}
					fault = f
				}
				next = next || strings.Contains(l, `"next:next"`)
			}
			if !strings.HasPrefix(fault, tt.fault) || !next {
				t.Errorf("got\n%s\nwant %s and the next statement", strings.Join(lines, "\n"), tt.fault)
			}
		})
	}
}

func TestN3(t *testing.T) {
	want := "1:1@0 n3 1:1 [0,0) N3 is read as Turtle, which is what the two have in common: formulas, variables, " +
		"paths and rules are reported as faults\n" +
		`1:2@1 "s:s" role="subject"` + "\n" + `1:8@7 "p:p" role="predicate"` + "\n"
	if got := show(t, "a.N3.gz", "<s:s> <p:p> 1 .", input.Options{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// turtleText is a file with everything in it that can stand across the end of a block.
func turtleText(n int) string {
	var b strings.Builder
	b.WriteString("@prefix ex: <http://example.org/> .\n@prefix é: <http://example.org/é/> .\n")
	for i := range n {
		fmt.Fprintf(&b, "ex:s%d a ex:C%d ; ex:p%d \"a ä. \\\" .\"@en , '''long\n'%s' . ''' , %d.5 , 1. # comment é . "+
			"<x>\n", i, i%7, i%5, strings.Repeat("x", i%90), i)
		fmt.Fprintf(&b, "é:\\~%d.x <http://example.org/%d> [ ex:q ( ex:a <<( ex:b ex:c \"d\"^^ex:e )>> ) ] .\n", i, i)
	}
	return b.String()
}

// TestTurtleBlocks checks that the records do not depend on how the file is read.
func TestTurtleBlocks(t *testing.T) {
	statements := testkit.Size(2500, 3000, 6000)
	content := turtleText(statements)
	list := func(o input.Options, r io.Reader) string {
		o.From, o.Stdin = rdf.Turtle, r
		var b strings.Builder
		for r := range o.Records(nil, func(err error) { t.Error(err) }) {
			fmt.Fprintf(&b, "%d:%d@%d %s %s %v\n", r.Line, r.Col, r.Offset, r.Text, r.Role, said(r.Err))
			if r.Err == nil && content[r.Offset:][:len(r.Raw)] != string(r.Raw) {
				t.Fatalf("%q is not at %d", r.Raw, r.Offset)
			}
		}
		return b.String()
	}
	want := list(input.Options{}, strings.NewReader(content))
	if n := strings.Count(want, "\n"); n != 2+statements*10 || strings.Contains(want, "syntax") {
		t.Fatalf("got %d records", n)
	}
	for _, o := range []input.Options{{}, {LinesOnly: true}, {Unbuffered: true}} {
		for _, size := range []int{977, 64 << 10} {
			if got := list(o, shortReader{strings.NewReader(content), size}); got != want {
				t.Errorf("%+v, reads of %d bytes: the records differ", o, size)
			}
		}
	}
}

// TestTurtleClean checks that with a Cleaner the records are those that are not clean.
func TestTurtleClean(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	content := turtleText(300) + "@prefix bad: <http://h:8a/> . @base <http://e/x> .\nbad:a bad:b ex:s1 . <a b> <c> " +
		"<#d> ; ex:p <> . bad:a a <\\u000A> .\n"
	o := input.Options{From: rdf.Turtle}
	v := iri.RFC3987.Top().Validator()
	ref := iri.RFC3987.Reference().Validator()
	read := func(c input.Cleaner) (texts []string, clean int) {
		f, _ := input.NewFile("a", strings.NewReader(content), &o)
		s := input.NewScanner(f, &o)
		for {
			b, err := s.Next(nil)
			if err != nil {
				return texts, clean
			}
			clean += b.Each(&o, c, func(r *input.Record) bool {
				if r.Reference && !ref.Clean(r.Text) || !r.Reference && !v.Clean(r.Text) || c == nil {
					texts = append(texts, fmt.Sprintf("%d:%d %s", r.Line, r.Col, r.Text))
				} else {
					t.Errorf("%s is clean", r.Text)
				}
				return true
			})
		}
	}
	all, _ := read(nil)
	bad, clean := read(testCleaner{v, ref})
	want := []string{"903:15 http://h:8a/", "904:1 http://h:8a/a", "904:7 http://h:8a/b", "904:22 a b",
		"904:48 http://h:8a/a", "904:57 \n"}
	if fmt.Sprint(bad) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", bad, want)
	}
	if len(all) != len(bad)+clean {
		t.Errorf("%d records, but %d are clean and %d are not", len(all), clean, len(bad))
	}
}

// A testCleaner has a validator for IRIs and one for relative references.
type testCleaner struct{ iris, refs validator }

// A validator is an [iri.Validator] or one of package check.
type validator interface {
	Clean(s string) bool
	Lines(block []byte, found func(start, end int) bool) int
}

func (c testCleaner) Clean(r *input.Record) bool {
	if r.Reference {
		return c.refs.Clean(r.Text)
	}
	return c.iris.Clean(r.Text)
}

func (c testCleaner) Lines(block []byte, found func(start, end int) bool) int {
	return c.iris.Lines(block, found)
}

func (c testCleaner) IsLine(r *input.Record) bool { return !r.Reference }

// TestTurtleLimits checks that what is very long or very deep does not take much memory,
// and does not hide what follows.
func TestTurtleLimits(t *testing.T) {
	deep := strings.Repeat("[ <p:p> ", 1_000_000)
	tests := []struct {
		name, content, want string
		o                   input.Options
	}{
		{"1,000,000 brackets", "<s:s> <p:p> " + deep + "1" + strings.Repeat("]", 1_000_000) + " .\n<n:n> a 1 .", "",
			input.Options{}},
		{"1,000,000 brackets that are not closed", "<s:s> <p:p> " + deep, "the file ends inside a statement",
			input.Options{}},
		{"2,000,000 brackets", "<s:s> <p:p> " + deep + deep + " .\n<n:n> a 1 .",
			"brackets are nested more than 1048576 deep", input.Options{}},
		{"a long string", "<s:s> <p:p> \"\"\"" + strings.Repeat("x\n", 3<<20) + "\"\"\" .\n<n:n> a 1 .", "",
			input.Options{}},
		{"a string that is too long", "<s:s> <p:p> \"\"\"" + strings.Repeat("x\n", 3<<20) + "\"\"\" .\n<n:n> a 1 .",
			"longer than the limit", input.Options{MaxLine: 1 << 20}},
		{"a statement that is too long for a filter", "<s:s> <p:p> " + strings.Repeat("<o:o>,", 1<<20) +
			"1 .\n<n:n> a 1 .", "longer than the limit", input.Options{MaxLine: 1 << 20, LinesOnly: true}},
		{"a long comment", "#" + strings.Repeat("x", 3<<20) + "\n<n:n> a 1 .", "", input.Options{MaxLine: 1 << 20}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.From, tt.o.Stdin = rdf.Turtle, strings.NewReader(tt.content)
			var faults []string
			next := !strings.Contains(tt.content, "<n:n>")
			for r := range tt.o.Records(nil, func(err error) { t.Error(err) }) {
				if r.Err != nil {
					faults = append(faults, r.Err.Message)
				}
				next = next || r.Text == "n:n"
			}
			if !next {
				t.Error("the statement after it is not read")
			}
			if tt.want == "" && len(faults) > 0 || tt.want != "" &&
				(len(faults) != 1 || !strings.Contains(faults[0], tt.want)) {
				t.Errorf("got %.3q, want %q", faults, tt.want)
			}
		})
	}
}

// FuzzTurtle checks that a file is read to its end whatever it holds, that the records
// do not depend on the sizes of the reads, and that their places are right.
func FuzzTurtle(f *testing.F) {
	f.Add(turtleText(1), false)
	f.Add("<g:g> { <s:s> <p:p> [ a 1 } . @prefix x: <", true)
	f.Add("<s:s> <p:p> \"\"\"x", false)
	f.Add(" prefiX\r", true)
	f.Add("#\r<a:s> <a:p> <b:c> .\r", false)
	f.Add("<s:ss>\r\n%\n", false)
	f.Add("<s:é>\r\n%\n", true)
	f.Add("# \xff and, after many bytes, \xff again\n<a:s> <a:p> \"\xff\" . # \xff\n", false)
	if file, err := os.ReadFile("testdata/all.trig"); err == nil {
		f.Add(string(file), true)
	}
	f.Fuzz(func(t *testing.T, content string, trig bool) {
		format := rdf.Turtle
		if trig {
			format = rdf.TriG
		}
		list := func(o input.Options, r io.Reader) string {
			o.From, o.Stdin = format, r
			var b strings.Builder
			last := int64(-1)
			for r := range o.Records(nil, func(error) {}) {
				fmt.Fprintf(&b, "%d:%d@%d %q %s %v\n", r.Line, r.Col, r.Offset, r.Text, r.Role, said(r.Err))
				if r.Err != nil { // faults may come in another order
					continue
				}
				if r.Offset < last {
					t.Fatalf("%q at %d comes after %d", r.Text, r.Offset, last)
				}
				last = r.Offset
				if content[r.Offset:][:len(r.Raw)] != string(r.Raw) {
					t.Fatalf("%q is not at %d", r.Raw, r.Offset)
				}
			}
			return b.String()
		}
		want := list(input.Options{}, strings.NewReader(content))
		// Unbuffered, the start that says how lines end is what comes first.
		first := content[:min(7, len(content))]
		if strings.HasSuffix(first, "\r") {
			first = content[:min(8, len(content))]
		}
		if linecol.LineEnd([]byte(first)) != linecol.LineEnd([]byte(content)) {
			return
		}
		if got := list(input.Options{Unbuffered: true}, shortReader{strings.NewReader(content), 7}); got != want {
			t.Errorf("in short reads:\n%s\nat once:\n%s", got, want)
		}
	})
}
