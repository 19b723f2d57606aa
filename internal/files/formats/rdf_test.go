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
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestDeepTripleTerms checks that deep nesting cannot exhaust the stack.
func TestDeepTripleTerms(t *testing.T) {
	const depth = 100000
	line := "_:a <p:p> " + strings.Repeat("<<(_:a <p:p> ", depth) + "_:b" + strings.Repeat(")>>", depth) + " .\n"
	o := input.Options{From: rdf.NTriples, Stdin: strings.NewReader(line)}
	n := 0
	for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
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
	for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
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
			return // UTF-16: the chunks hold UTF-8
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
			describe := func(r *input.Item) string {
				return fmt.Sprint(r.Line, r.Col, r.Offset, r.From, r.To, r.Text, r.Role, string(r.Raw),
					string(r.LineText), r.Escape, said(r.Err))
			}
			for r := range b.Items(&o) {
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
			passed := b.Each(&o, evenLength{}, func(r *input.Item) bool {
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

func (evenLength) Clean(r *input.Item) bool { return len(r.Text)%2 == 0 }

func (evenLength) IsLine(*input.Item) bool { return true }

func (e evenLength) Lines(block []byte, found func(start, end int) bool) (clean int) {
	at := 0
	for line := range bytes.Lines(block) {
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
		switch {
		case len(text) == 0:
		case e.Clean(&input.Item{Text: string(text)}):
			clean++
		case !found(at, at+len(text)):
			return clean
		}
		at += len(line)
	}
	return clean
}
