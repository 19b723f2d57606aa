package formats_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// TestLongPieces checks the limits on pieces of a document, and on one that is read as a whole.
// Items are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the item has.
func TestLongPieces(t *testing.T) {
	long := strings.Repeat("x", 8<<20+64<<10)
	tests := []struct {
		name    string
		file    string
		content string
		max     int
		want    []string
	}{
		{"xml attribute", "a.xml", "<u><loc>a:b</loc>\n<loc href='a:" + long + "'/></u>", 0, []string{
			`1:9@8 "a:b"`, `2:1@18 max-line`}},
		{"xml comment", "a.xml", "<u><loc>a:b</loc>\n<!--" + long + "--></u>", 0, []string{
			`1:9@8 "a:b"`, `2:1@18 max-line`}},
		{"markdown", "a.md", "<a:b>" + long, 0, []string{`1:1@0 max-line`}},
		{"html", "a.html", "<a href=a:b>" + long + "<a href=c:d>", 0, []string{`1:9@8 "a:b"`, `1:8454165@8454164 "c:d"`}},
		{"html, a limit", "a.html", "<a href=a:b>" + long, 12 + len(long), []string{`1:9@8 "a:b"`}},
		{"html above a limit", "a.html", "<a href=a:b>" + long, 11 + len(long), []string{`1:1@0 max-line`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Split(strings.TrimSuffix(show(t, tt.file, tt.content, input.Options{MaxLine: tt.max}), "\n"), "\n")
			if !slices.EqualFunc(got, tt.want, strings.HasPrefix) {
				t.Errorf("got %.200q, want %q", got, tt.want)
			}
			if got := show(t, tt.file, tt.content, input.Options{MaxLine: input.DefaultMaxLine + 1}); strings.Contains(got, "max-line") {
				t.Errorf("with a larger limit: got %.200q", got)
			}
		})
	}
}

// TestUnclosedQuote checks that a quote that is never closed costs only its line, however
// much text follows it.
func TestUnclosedQuote(t *testing.T) {
	const rows = 200_000
	content := "a:b,1\n\"c:d,2\n" + strings.Repeat("e:f,3\n", rows) + "g:h"
	got := strings.Split(show(t, "a.csv", content, input.Options{MaxLine: 100}), "\n")
	if len(got) != 2+rows+2 {
		t.Fatalf("got %d records, want %d", len(got)-1, 2+rows+1)
	}
	for i, want := range map[int]string{
		0: `1:1@0 "a:b"`, 1: "2:1@6 csv-syntax", 2: `3:1@13 "e:f"`,
		2 + rows: fmt.Sprintf("%d:1@%d \"g:h\"", 3+rows, len(content)-3),
	} {
		if !strings.HasPrefix(got[i], want) {
			t.Errorf("record %d: got %s, want %s", i+1, got[i], want)
		}
	}
}

// TestDocumentBlocks checks that chunks of a document are small, however long its URLs
// are.
func TestDocumentBlocks(t *testing.T) {
	url := strings.Repeat("x", 100_000)
	for _, tt := range []struct {
		file, content string
		most          int
	}{
		{"a.xml", "<u>" + strings.Repeat("<loc>a:"+url+"</loc>", 200) + "</u>", 2 * input.ChunkBytes},
		{"a.html", strings.Repeat("<a href=a:"+url+">", 200), 2 * input.ChunkBytes},
	} {
		var o input.Options
		f, err := input.NewFile(tt.file, strings.NewReader(tt.content), &o)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for s := input.NewScanner(f, &o); ; {
			b, err := s.Next(nil)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			size := 0
			for r := range b.Items(&o) {
				size += len(r.Text)
				n++
			}
			if size > tt.most {
				t.Errorf("%s: a block of %d bytes, want at most %d", tt.file, size, tt.most)
			}
		}
		if n != 200 {
			t.Errorf("%s: got %d records, want 200", tt.file, n)
		}
	}
}

// TestManyAttributes checks the limit on the attributes of an element of XML.
func TestManyAttributes(t *testing.T) {
	const mostAttributes = 1 << 16
	var attrs strings.Builder
	for i := range mostAttributes - 2 {
		fmt.Fprintf(&attrs, ` a%d='">="'`, i)
	}
	many := attrs.String()
	for _, tt := range []struct{ name, content, want string }{
		{"the limit", `<u href="a:b"><v` + many + ` href="c:d" src="e:f"/><w href="g:h"/></u>`, "a:b c:d e:f g:h"},
		{"one more", `<u href="a:b"><v` + many + ` href="c:d" src="e:f" x=""/><w href="g:h"/></u>`, "a:b xml-syntax"},
		{"one often", `<u href="a:b"><v` + strings.Repeat(" a=''", 4*mostAttributes) +
			` href="c:d"/><w href="g:h"/></u>`, "a:b xml-syntax c:d g:h"},
		{"text", `<u href="a:b">` + many + many + `<w href="g:h"/></u>`, "a:b g:h"},
		{"CDATA", `<u href="a:b"><![CDATA[<v ` + many + many + `/>]]><w href="g:h"/></u>`, "a:b g:h"},
		{"comment", `<u href="a:b"><!--<v ` + many + many + `/>--><w href="g:h"/></u>`, "a:b g:h"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			o := input.Options{From: xml.XML, Stdin: strings.NewReader(tt.content)}
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
				if r.Err != nil {
					got = append(got, r.Err.Code)
				} else {
					got = append(got, strings.Clone(r.Text))
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
