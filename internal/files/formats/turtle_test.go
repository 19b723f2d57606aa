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
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// turtleText is a file with everything in it that can stand across the end of a chunk.
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

// TestTurtleBlocks checks that the items do not depend on how the file is read.
func TestTurtleBlocks(t *testing.T) {
	statements := testkit.Size(2500, 3000, 6000)
	content := turtleText(statements)
	list := func(o input.Options, r io.Reader) string {
		o.From, o.Stdin = rdf.Turtle, r
		var b strings.Builder
		for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
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

// TestTurtleClean checks that with a Cleaner the items are those that are not clean.
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
			clean += b.Each(&o, c, func(r *input.Item) bool {
				if r.Reference && !ref.Check(r.Text).Clean() || !r.Reference && !v.Check(r.Text).Clean() || c == nil {
					texts = append(texts, fmt.Sprintf("%d:%d %s", r.Line, r.Col, r.Text))
				} else {
					t.Errorf("%s is clean", r.Text)
				}
				return true
			})
		}
	}
	all, _ := read(nil)
	bad, clean := read(testCleaner{cleaner{v}, cleaner{ref}})
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

func (c testCleaner) Clean(r *input.Item) bool {
	if r.Reference {
		return c.refs.Clean(r.Text)
	}
	return c.iris.Clean(r.Text)
}

func (c testCleaner) Lines(block []byte, found func(start, end int) bool) int {
	return c.iris.Lines(block, found)
}

func (c testCleaner) IsLine(r *input.Item) bool { return !r.Reference }

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
			for r := range runtest.Items(&tt.o, nil, func(err error) { t.Error(err) }) {
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

// FuzzTurtle checks that a file is read to its end whatever it holds, that the items
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
			for r := range runtest.Items(&o, nil, func(error) {}) {
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
