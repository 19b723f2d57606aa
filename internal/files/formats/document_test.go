package formats_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

// TestLongPieces checks the limit on pieces of a document, and the limit on records that
// are held back until the base of a page is known.
// Records are written as by [show]: LINE:COLUMN@BYTE, the text, and what else the record has.
func TestLongPieces(t *testing.T) {
	long := strings.Repeat("x", 8<<20+64<<10)
	tests := []struct {
		name    string
		file    string
		content string
		want    string
	}{
		{"xml attribute", "a.xml", "<u><loc>a:b</loc>\n<loc href='a:" + long + "'/></u>", `2:1@18 max-line`},
		{"xml comment", "a.xml", "<u><loc>a:b</loc>\n<!--" + long + "--></u>", `2:1@18 max-line`},
		{"html attribute", "a.html", "<a href=a:b>\n<a href='" + long + "'>", `2:1@13 max-line`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Split(show(t, tt.file, tt.content, input.Options{}), "\n")
			if len(got) < 2 || !strings.Contains(got[0], `"a:b"`) || !strings.HasPrefix(got[1], tt.want) {
				t.Errorf("got %.200q, want a:b and %q", got, tt.want)
			}
			if got := show(t, tt.file, tt.content,
				input.Options{MaxLine: input.DefaultMaxLine + 1}); strings.Contains(got, "max-line") {
				t.Errorf("with a larger limit: got %.200q", got)
			}
		})
	}
}

// TestLongTextInPages checks that texts and comments, which have no URLs, may be of any
// length: the URLs after them are read.
func TestLongTextInPages(t *testing.T) {
	for _, tt := range []struct{ name, open, end string }{
		{"script", "<script>", "</SCRIPT >"},
		{"comment", "<!--", "-->"},
		{"text", "<p>", "</p>"},
		{"textarea", "<textarea>", "</textarea>"},
	} {
		const limit = 1 << 20
		// Some of the sizes put the limit inside the end tag.
		for _, size := range []int{2*limit + 5, limit - 20, limit - 3, limit - 2, limit - 1, limit} {
			inside := "\n<b href=é:x>"
			if tt.name == "text" {
				inside = "\né"
			}
			content := "<a href=a:b>" + tt.open + strings.Repeat("é", size/2) + inside + tt.end + "<a href=c:d>"
			last := strings.Index(content, "c:d")
			line := content[strings.LastIndex(content[:last], "\n")+1:]
			want := fmt.Sprintf("1:9@8 \"a:b\" role=\"a href\"\n2:%d@%d \"c:d\" role=\"a href\"\n",
				1+utf8.RuneCountInString(line[:strings.Index(line, "c:d")]), last)
			if got := show(t, "a.html", content, input.Options{MaxLine: limit}); got != want {
				t.Errorf("%s, %d bytes: got %.300q, want %q", tt.name, size, got, want)
			}
		}
	}
}

// TestLimitAnywhereInPages checks that no URL is lost without a word wherever the limit
// cuts a page: the URL is read, or a record says that nothing more is read.
func TestLimitAnywhereInPages(t *testing.T) {
	const most = 100
	x, url := strings.Repeat("x", 5*most), "<a href=c:d>"
	long := "<a href=a:" + x + ">"
	tests := []struct{ name, before, after, want string }{
		{"text", "", url, `"c:d"`},
		{"text and a long tag", "", long, "max-line"},
		{"text and a comment", "", "<!-- " + url + " -->" + url, `"c:d"`},
		{"comment", "<!--", "-->" + url, `"c:d"`},
		{"comment that ends in another way", "<!--", "--!>" + url, `"c:d"`},
		{"comment and a long tag", "<!--", "-->" + long, "max-line"},
		{"comment and a long text", "<!--", "-->" + x + url, `"c:d"`},
		{"processing instruction", "<?", ">" + url + "<!-- -->", `"c:d"`},
		{"script", "<script>", "</script>" + url, `"c:d"`},
		{"script and a long tag", "<script>", "</script >" + long, "max-line"},
		{"script and a long text", "<script>", "</script>" + x + url, `"c:d"`},
		{"script with what begins like its end", "<script>", "</scripts>" + long + "</SCRIPT\n>" + url, `"c:d"`},
	}
	for _, tt := range tests {
		for n := range 3 * most {
			content := tt.before + strings.Repeat("x", n) + tt.after
			got := show(t, "a.html", content, input.Options{MaxLine: most})
			if strings.Count(got, "\n") != 1 || !strings.Contains(got, tt.want) {
				t.Errorf("%s, after %d bytes: got %q, want one record with %s", tt.name, n, got, tt.want)
				break
			}
			if at := strings.LastIndex(content, "c:d"); at >= 0 && !strings.Contains(got, fmt.Sprintf("@%d ", at)) {
				t.Errorf("%s, after %d bytes: got %q, want it at byte %d", tt.name, n, got, at)
				break
			}
		}
	}
	for n := 1; n < 4; n++ {
		show(t, "a.html", "xx<a><b><!-- --><script></script>", input.Options{MaxLine: n}) // comes to an end
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

// TestDocumentBlocks checks that blocks of a document are small, however long its URLs
// are.
func TestDocumentBlocks(t *testing.T) {
	url := strings.Repeat("x", 100_000)
	for _, tt := range []struct {
		file, content string
		most          int
	}{
		{"a.xml", "<u>" + strings.Repeat("<loc>a:"+url+"</loc>", 200) + "</u>", 2 * input.BlockBytes},
		{"a.html", "<body>" + strings.Repeat("<a href=a:"+url+">", 200), 2 * input.BlockBytes},
		{"a.html", strings.Repeat("<a href=a:"+url+">", 200), 40 * input.BlockBytes},
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
			for r := range b.Records(&o) {
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
			for r := range o.Records(nil, func(err error) { t.Error(err) }) {
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
