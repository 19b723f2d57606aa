package formats_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/source"
)

// TestRDF has records as [show] writes them: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestRDF(t *testing.T) {
	tests := []struct {
		name    string
		file    string
		content string
		want    []string
	}{
		{"roles", "a.nt", "<s:s> <p:p> <o:o> .\n<s:s><p:p>\"x\"^^<d:d>.\n", []string{
			`1:2@1 "s:s" role="subject"`, `1:8@7 "p:p" role="predicate"`, `1:14@13 "o:o" role="object"`,
			`2:2@21 "s:s" role="subject"`, `2:7@26 "p:p" role="predicate"`, `2:17@36 "d:d" role="datatype"`}},
		{"graph", "a.nq", "_:a <p:p> _:b.c <g:g>. # <x:x>\r\n_:a <p:p> \"<x:x>\" _:g .", []string{
			`1:6@5 "p:p" role="predicate"`, `1:18@17 "g:g" role="graph"`, `2:6@37 "p:p" role="predicate"`}},
		{"comments and blank lines", "a.nt", "# <a:b>\n\n \t\n\t<s:s> <p:p> _:é . # é\n", []string{
			`4:3@14 "s:s" role="subject"`, `4:9@20 "p:p" role="predicate"`}},
		{"literals", "a.nt", "_:a <p:p> \"é \\\" <x:x> \\\\\"@en-GB .\n_:a <p:p> \"\"@ar--rtl .\n_:a <p:p> " +
			"\"\\u00e9\\U0001F600\\n\".\n", []string{
			`1:6@5 "p:p" role="predicate"`, `2:6@40 "p:p" role="predicate"`, `3:6@63 "p:p" role="predicate"`}},
		{"column after wide characters", "a.nt", "_:a <p:é> \"😀\"^^<d:d> .\n",
			[]string{`1:6@5 "p:é" role="predicate"`, `1:17@20 "d:d" role="datatype"`}},
		{"escapes", "a.nt", "<s:\\u00e9> <p:p> <o:\\U0001F600\\u0020> .\n", []string{
			`1:2@1 "s:é" raw="s:\\u00e9" role="subject"`, `1:13@12 "p:p" role="predicate"`,
			`1:19@18 "o:😀 " raw="o:\\U0001F600\\u0020" role="object"`}},
		{"what is not an escape stays", "a.nt", "_:a <p:\\n\\> _:b .\n", []string{`1:6@5 "p:\\n\\" role="predicate"`}},
		{"escapes of no character", "a.nt", "_:a <p:\\u0061\\uD800b> _:b .\n_:a <p:\\U00110000> _:b .\n_:a <p:\\u12> " +
			"_:b .\n_:a <p:p> <p:\\U> .\n", []string{
			`1:1@0 ntriples-syntax 1:14 [13,19) \uD800 is not a character: an escape is \uXXXX or \UXXXXXXXX, up to ` +
				`\U0010FFFF, and no surrogate`,
			`2:1@28 ntriples-syntax 2:8 [7,17) \U00110000 is not a character: an escape is \uXXXX or \UXXXXXXXX, up ` +
				`to \U0010FFFF, and no surrogate`,
			`3:1@53 ntriples-syntax 3:8 [7,11) \u12 is not a character: an escape is \uXXXX or \UXXXXXXXX, up to ` +
				`\U0010FFFF, and no surrogate`,
			`4:6@77 "p:p" role="predicate"`,
			`4:1@72 ntriples-syntax 4:14 [13,15) \U without hexadecimal digits is not an escape: if the backslash is ` +
				`that of a path, write /`}},
		{"two backslashes are not an escape", "a.nt", "_:a <p:C:\\\\Users> <p:\\\\u00e9> .\n", []string{
			`1:6@5 "p:C:\\\\Users" role="predicate"`, `1:20@19 "p:\\\\u00e9" role="object"`}},
		{"escapes of no character in a literal", "a.nt", "_:a <p:p> \"\\uD801\" .\n_:a <p:p> \"\\uD83D\\uDE00\" .\n" +
			"_:a <p:p> \"C:\\Users\" .\n_:a <p:p> \"\\u00e\" .\n", []string{
			`1:6@5 "p:p" role="predicate"`,
			`1:1@0 ntriples-syntax 1:12 [11,17) \uD801 is not a character: an escape is \uXXXX or \UXXXXXXXX, up to ` +
				`\U0010FFFF, and no surrogate`,
			`2:6@26 "p:p" role="predicate"`,
			`2:1@21 ntriples-syntax 2:12 [11,23) \uD83D\uDE00 is how JSON writes a character: write \U0001F600`,
			`3:6@53 "p:p" role="predicate"`,
			`3:1@48 ntriples-syntax 3:14 [13,15) \U without hexadecimal digits is not an escape: if the backslash is ` +
				`that of a path, write \\`,
			`4:6@76 "p:p" role="predicate"`,
			`4:1@71 ntriples-syntax 4:12 [11,16) \u00e is not a character: an escape is \uXXXX or \UXXXXXXXX, up to ` +
				`\U0010FFFF, and no surrogate`}},
		{"what IRIREF excludes is left to the check", "a.nt", "_:a <p: \"{}|^`\t> _:b .\n",
			[]string{"1:6@5 \"p: \\\"{}|^`\\t\" role=\"predicate\""}},
		{"triple terms", "a.nt", "_:a <p:p> <<( <s:s> <q:q> <<(_:b<r:r>\"x\"@en)>> )>> .\n", []string{
			`1:6@5 "p:p" role="predicate"`, `1:16@15 "s:s" role="subject"`, `1:22@21 "q:q" role="predicate"`,
			`1:34@33 "r:r" role="predicate"`}},
		{"white space after a literal", "a.nt", "_:a <p:p> \"x\" ^^\t<d:d> .\n_:a <p:p> \"x\"\t@en--ltr .\n", []string{
			`1:6@5 "p:p" role="predicate"`, `1:19@18 "d:d" role="datatype"`, `2:6@30 "p:p" role="predicate"`}},
		{"version with an escape", "a.nt", "VERSION\"1.\\u0032\"\n_:a <p:p> _:b .\n",
			[]string{`2:6@23 "p:p" role="predicate"`}},
		{"version", "a.nt", "VERSION \"1.2\" # x\n_:a <p:p> _:b .\n", []string{`2:6@23 "p:p" role="predicate"`}},
		{"a carriage return ends a statement", "a.nt", "_:a <p:p> _:b .\r_:c <q:q> _:d .\r\n_:e <r:r> _:f .", []string{
			`1:6@5 "p:p" role="predicate"`, `1:22@21 "q:q" role="predicate"`, `2:6@38 "r:r" role="predicate"`}},
		{"lines that end with CR alone", "a.nt", "# x\r_:a <p:p> _:b .\rx\r_:c <q:q> _:d .", []string{
			`2:6@9 "p:p" role="predicate"`,
			`3:1@20 ntriples-syntax 3:1 [0,1) "x" where the subject should be: it is an IRI or a blank node`,
			`4:6@27 "q:q" role="predicate"`}},
		{"not UTF-8 in a literal", "a.nt", "_:a <p:p> \"\xff\x00\" .\n", []string{`1:6@5 "p:p" role="predicate"`,
			`1:1@0 ntriples-syntax 1:12 [11,12) the bytes here are not UTF-8, which files of RDF are always in: ` +
				`convert the file`}},
		{"not UTF-8 in a comment", "a.nq", "# é\n# caf\xe9 au\n", []string{
			`2:1@5 nquads-syntax 2:6 [5,6) the bytes here are not UTF-8, which files of RDF are always in: convert ` +
				`the file`}},
		{"not UTF-8 in an IRI", "a.nt", "_:a <p:\xff> _:b .\n", []string{`1:6@5 "p:\xff" role="predicate"`}},
		{"a malformed line does not stop the run", "a.nt", "nonsense\n_:a <p:p> _:b .\n", []string{
			`1:1@0 ntriples-syntax 1:1 [0,1) "n" where the subject should be: it is an IRI or a blank node`,
			`2:6@14 "p:p" role="predicate"`}},
		{"IRIs before the fault are taken", "a.nq", "<s:s> <p:p> <o:o> <g:g> <x:x> .\n", []string{
			`1:2@1 "s:s" role="subject"`, `1:8@7 "p:p" role="predicate"`, `1:14@13 "o:o" role="object"`,
			`1:20@19 "g:g" role="graph"`,
			`1:1@0 nquads-syntax 1:25 [24,25) a statement ends with "."`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, want := show(t, tt.file, tt.content, input.Options{}), strings.Join(tt.want, "\n")+
				"\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func TestMalformedRDF(t *testing.T) {
	tests := []struct {
		line string
		want string // [start,end) and the beginning of the message
	}{
		{`"x" <p:p> _:b .`, `[0,1) '"' where the subject should be`},
		{`http://e/a <p:p> _:b .`, `[0,10) an IRI stands in < and >: write <http://e/a>`},
		{`_:a http://e/p> _:b .`, `[4,14) an IRI stands in < and >: write <http://e/p>`},
		{`_:a <p:p> http://e/b.`, `[10,20) an IRI stands in < and >: write <http://e/b>`},
		{`_:a <p:p> a:b .`, `[10,11) "a" where the object should be`},
		{`_:a _:b _:c .`, `[4,5) "_" where the predicate should be: it is an IRI`},
		{`_:a "p" _:c .`, `[4,5) '"' where the predicate`},
		{`_:a <p:p> .`, `[10,11) "." where the object should be`},
		{`_:a <p:p>`, `[9,9) the line ends where the object`},
		{`_:a`, `[3,3) the line ends where the predicate`},
		{`_:a <p:p _:b .`, `[4,14) no ">" ends the IRI`},
		{`_:a <p:p <o:o> .`, `[4,9) no ">" ends the IRI that starts here before the next "<"`},
		{`_:a <p:p> _:b`, `[13,13) a statement ends with "."`},
		{`_:a <p:p> _:b <g:g> .`, `[14,15) a statement ends with "." after its object; --from nquads`},
		{`_:a <p:p> _:b . x`, `[16,17) only a comment`},
		{`_:a <p:p> "x .`, `[10,14) no quote ends`},
		{`_:a <p:p> "x\"`, `[10,14) no quote ends`},
		{`_:a <p:p> "\x" .`, `[11,13) "\x" is not an escape`},
		{`_:a <p:p> "\u12" .`, `[11,15) \u12 is not a character`},
		{`_:a <p:p> "\uD800" .`, `[11,17) \uD800 is not a character`},
		{`_:a <p:p> "x"^^ .`, `[13,15) an IRI, the datatype`},
		{`_:a <p:p> "x"^^d .`, `[13,15) an IRI, the datatype`},
		{`_:a <p:p> "x"@ .`, `[13,14) a language tag`},
		{`_:a <p:p> "x"@en- .`, `[13,14) a language tag`},
		{`_:a <p:p> "x"@en-- .`, `[13,14) a language tag`},
		{`_:a <p:p> "x"@1 .`, `[13,14) a language tag`},
		{`_:- <p:p> _:b .`, `[0,2) a blank node`},
		{`_ <p:p> _:b .`, `[0,2) a blank node`},
		{`<<(_:a <p:p> _:b)>> <p:p> _:c .`, `[0,3) a triple term as subject`},
		{`<<_:a <p:p> _:b>> <p:p> _:c .`, `[0,2) "<<" without "("`},
		{`_:a <p:p> <<(_:a <p:p> _:b) .`, `[26,27) a triple term ends with )>>`},
		{`_:a <p:p> <<(_:a <p:p> `, `[23,23) the line ends where the object`},
		{`VERSION 1.2`, `[8,9) VERSION is followed`},
		{`VERSION "1.2`, `[8,12) no quote ends the literal`},
		{`VERSION '1.2'`, `[8,9) VERSION is followed`},
		{`VERSION <v:1.2>`, `[8,9) VERSION is followed`},
		{`version "1.2"`, `[0,7) VERSION is written in capitals`},
		{`@version "1.2" .`, `[0,1) "@" where the subject`},
		{`_:a <p:p> "x"@en--LTR .`, `[13,14) a language tag`},
		{`_:a <p:p> "x"@en--unk .`, `[13,14) a language tag`},
		{`_:a <p:p> "x"@en--ltr-x .`, `[21,22) a statement ends with "."`},
		{`_:a <p:p> "x"@--ltr .`, `[13,14) a language tag`},
		{`VERSION "1.2" .`, `[14,15) only a comment`},
		{`VERS "1.2" .`, `[0,1) "V" where the subject`},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			lines := strings.Split(strings.TrimSpace(show(t, "a.nt", tt.line, input.Options{})), "\n")
			last := lines[len(lines)-1]
			if _, got, _ := strings.Cut(last, " ntriples-syntax "); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", last, tt.want)
			}
		})
	}
}

// TestNTriplesVersions holds the grammars of RDF 1.1 and 1.2 apart.
func TestNTriplesVersions(t *testing.T) {
	for _, tt := range []struct{ line, in11, in12 string }{
		{`_::a <p:p> <o:o> .`, "", "[0,3) a label of a blank node has no colon: RDF 1.1 allows it, and --from " +
			"ntriples-1.1 reads that"},
		{`_:abc:def <p:p> <o:o> .`, "", "[0,6) a label of a blank node has no colon"},
		{`<s:s> <p:p> _:a: .`, "", "[12,16) a label of a blank node has no colon"},
		{`_:a.b <p:p> <o:o> .`, "", ""},
		{`_:: <p:p> <o:o> .`, "", "[0,3) a label of a blank node has no colon"},
		{`_: <p:p> <o:o> .`, "[0,2) a blank node is written _: and a label",
			"[0,2) a blank node is written _: and a label"},
		{`<s:s> <p:p> <<( <s:s> <p:p> <o:o> )>> .`, "[12,15) a triple term, which RDF 1.1 has not", ""},
		{`<s:s> <p:p> "x"@en--ltr .`, "[15,23) a language tag with a base direction", ""},
		{`VERSION "1.2"`, "[0,1) \"V\" where the subject should be", ""},
	} {
		for rdf11, want := range map[bool]string{true: tt.in11, false: tt.in12} {
			got := ""
			o := input.Options{Formats: []any{rdf.Options{RDF11: rdf11}}}
			for line := range strings.Lines(show(t, "a.nt", tt.line, o)) {
				if _, fault, ok := strings.Cut(line, " ntriples-syntax 1:"); ok {
					_, got, _ = strings.Cut(fault, " ")
				}
			}
			if got == "" && want != "" || !strings.HasPrefix(got, want) || got != "" && want == "" {
				t.Errorf("%s, RDF 1.1 %v: got %q, want %q", tt.line, rdf11, got, want)
			}
		}
	}
}

// TestDeepTripleTerms checks that deep nesting cannot exhaust the stack.
func TestDeepTripleTerms(t *testing.T) {
	const depth = 100000
	line := "_:a <p:p> " + strings.Repeat("<<(_:a <p:p> ", depth) + "_:b" + strings.Repeat(")>>", depth) + " .\n"
	o := input.Options{From: rdf.NTriples, Stdin: strings.NewReader(line)}
	n := 0
	for r := range o.Records(nil, func(err error) { t.Error(err) }) {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		n++
	}
	if n != depth+1 {
		t.Errorf("got %d IRIs, want %d", n, depth+1)
	}
}

func TestPositionInRDF(t *testing.T) {
	o := input.Options{From: rdf.NTriples, Stdin: strings.NewReader("_:é <p:\\u00e9\\U0001F600 x\\n> _:b .\n")}
	for r := range o.Records(nil, func(err error) { t.Error(err) }) {
		for _, tt := range []struct {
			after string
			col   int
		}{{"", 6}, {"p:", 8}, {"p:é", 14}, {"p:é😀", 24}, {"p:é😀 ", 25}, {"p:é😀 x", 26}, {"p:é😀 x\\", 27}, {"p:é😀 x\\n",
			28}} {
			if line, col := r.Position(len(tt.after)); line != 1 || col != tt.col {
				t.Errorf("after %q: got %d:%d, want 1:%d", tt.after, line, col, tt.col)
			}
		}
	}
}

func FuzzRecords(f *testing.F) {
	for _, s := range []string{
		"_:a <p:\\u00e9> \"x\\\"\"^^<d:d> <g:g> . # c\r\n", "_:a <p:p> <<(_:b <q:q> \"\"@en--ltr)>> .",
		`{"iri":"a:\ud83d\ude00","base":"b:"}`, "a,\"b\"\"c\nd\",e\n", "<base href='x'><a href=\"a&amp;b&copy=1\">",
		"<urlset><url><loc> a:b&amp;c </loc></url></urlset>", "a\x00b\nc\x00", "VERSION \"1.2\"",
		"<img srcset='a 1x, b 2x'><meta http-equiv=refresh content='1;url=x'>",
	} {
		for format := range input.FormatNames() {
			f.Add(byte(format), s)
		}
	}
	f.Fuzz(func(t *testing.T, format byte, s string) {
		if strings.HasPrefix(s, "\xFE\xFF") || strings.HasPrefix(s, "\xFF\xFE") {
			return // UTF-16: the blocks hold UTF-8
		}
		names := input.FormatNames()
		from, _ := input.ParseFormat(names[int(format)%len(names)])
		_, packed, _ := source.Unpack(strings.NewReader(s))
		o := input.Options{From: from, MaxLine: 200}
		file, err := input.NewFile("fuzz", strings.NewReader(s), &o)
		if err != nil {
			return
		}
		sc := input.NewScanner(file, &o)
		var whole []byte
		for {
			b, err := sc.Next(nil)
			whole = append(whole, b.Data...)
			if err != nil {
				if err == io.EOF && packed == "" && !o.From.Document && string(whole) != s {
					t.Errorf("%v: the blocks hold %q", o.From, whole)
				}
				if err != io.EOF && packed == "" && !o.From.Document {
					t.Errorf("%v: %v", o.From, err)
				}
				return
			}
			all, seen := 0, 0
			var want, got []string // what is not clean
			describe := func(r *input.Record) string {
				return fmt.Sprint(r.Line, r.Col, r.Offset, r.From, r.To, r.Text, r.Role, string(r.Raw),
					string(r.LineText), r.Escape, said(r.Err))
			}
			for r := range b.Records(&o) {
				if r.Line < 1 || r.Col < 1 || r.Offset < 0 || r.Err != nil && (r.Err.Line < 1 || r.Err.Col < 1 ||
					r.Err.Start > r.Err.End || r.Err.End > len(r.LineText)) {
					t.Fatalf("%v: a record out of bounds: %+v %+v", o.From, r, r.Err)
				}
				for off := range len(r.Text) + 1 {
					line, col := r.Position(off)
					if line < r.Line || line == r.Line && col < r.Col {
						t.Fatalf("%v: %q at %d:%d, offset %d at %d:%d", o.From, r.Text, r.Line, r.Col, off, line, col)
					}
				}
				if r.Err == nil {
					all++
				}
				if r.Err != nil || len(r.Text)%2 != 0 {
					want = append(want, describe(r))
				}
			}
			passed := b.Each(&o, evenLength{}, func(r *input.Record) bool {
				if r.Err == nil {
					seen++
				}
				if r.Err != nil || len(r.Text)%2 != 0 {
					got = append(got, describe(r))
				}
				return true
			})
			if !slices.Equal(got, want) {
				t.Fatalf("%v: got %q, want %q", o.From, got, want)
			}
			if passed+seen != all {
				t.Fatalf("%v: %d left out and %d seen of %d", o.From, passed, seen, all)
			}
		}
	})
}

// evenLength is a Cleaner for which texts of even length are clean.
type evenLength struct{}

func (evenLength) Clean(r *input.Record) bool { return len(r.Text)%2 == 0 }

func (evenLength) IsLine(*input.Record) bool { return true }

func (e evenLength) Lines(block []byte, found func(start, end int) bool) (clean int) {
	at := 0
	for line := range bytes.Lines(block) {
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
		switch {
		case len(text) == 0:
		case e.Clean(&input.Record{Text: string(text)}):
			clean++
		case !found(at, at+len(text)):
			return clean
		}
		at += len(line)
	}
	return clean
}
