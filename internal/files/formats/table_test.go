package formats_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestFindTable holds what is found out about a table from its first lines, and what is not: a delimiter
// is found only if it cannot be a part of the IRIs, and a row that is data is not taken for a header.
func TestFindTable(t *testing.T) {
	tests := []struct {
		name, file, text string
		o                input.Options
		want             string // the texts of the items
		said             string
	}{
		{"one column", "a.csv", "a:b\nc:d\n", input.Options{}, "a:b c:d", ""},
		{"semicolons", "a.csv", "name;url\nx;a:b\ny;c:d\n", input.Options{}, "a:b c:d",
			"a semicolon separates fields (--delimiter); the first line names the columns (--header); IRIs are in " +
				"column 2 (url) (--column)"},
		{"semicolons, and commas in numbers", "a.csv", "name;url;n\nx;a:b;1,5\ny;c:d;2,5\n",
			columns("url"), "a:b c:d",
			"a semicolon separates fields (--delimiter)"},
		{"tabs", "a.csv", "a:b\t1\nc:d\t2\n", input.Options{}, "a:b c:d",
			"a tab separates fields (--delimiter); IRIs are in column 1 (--column)"},
		{"pipes", "a.csv", "url|n\na:b|1\nc:d|2\n", input.Options{}, "a:b c:d",
			"a pipe separates fields (--delimiter); the first line names the columns (--header); IRIs are in column " +
				"1 (url) (--column)"},
		{"commas in a file of tabs", "a.tsv", "n,url\n1,a:b\n", input.Options{}, "a:b",
			"a comma separates fields (--delimiter); the first line names the columns (--header); IRIs are in column " +
				"2 (url) (--column)"},
		{"a quoted field before the delimiter", "a.csv", "\"a:b;c\";1\n\"c:d\";2\n", input.Options{}, "a:b;c c:d",
			"a semicolon separates fields (--delimiter); IRIs are in column 1 (--column)"},
		{"a semicolon inside of IRIs", "a.csv", "http://e/a;b\nhttp://e/c;d\n", input.Options{},
			"http://e/a;b http://e/c;d", ""},
		{"a semicolon inside of references", "a.csv", "a;b\nc;d\n", columns("1"), "a;b c;d", ""},
		{"a pipe inside of what is not an IRI", "a.csv", "http://e/a|b\nhttp://e/c|d\n", input.Options{},
			"http://e/a|b http://e/c|d", ""},
		{"lists in a field", "a.csv", "1,a:b;c:d\n2,e:f;g:h\n", input.Options{}, "a:b;c:d e:f;g:h",
			"IRIs are in column 2 (--column)"},
		{"a delimiter that is given", "a.csv", "a:b;1\nc:d;2\n", tables(table.Options{Delimiter: ';'}), "a:b c:d",
			"IRIs are in column 1 (--column)"},
		{"another delimiter that is given", "a.csv", "a:b^1\nc:d^2\n", tables(table.Options{Delimiter: '^'}), "a:b c:d",
			"IRIs are in column 1 (--column)"},
		{"several columns with IRIs", "a.csv", "id,home,n,api\n1,a:b,2,c:d\n3,,4,e:f\n", input.Options{}, "a:b c:d e:f",
			"the first line names the columns (--header); IRIs are in columns 2 (home) and 4 (api) (--column)"},
		{"no column with IRIs", "a.csv", "x,y\nz,w\n", input.Options{}, "",
			"no column holds IRIs (--column)"},
		{"one column without IRIs", "a.csv", "x\nz\n", input.Options{}, "", "no column holds IRIs (--column)"},
		{"a word and a number", "a.csv", "name,age\nMüller,3\n", input.Options{}, "",
			"the first line names the columns (--header); no column holds IRIs (--column)"},
		{"properties as names", "a.csv", "uri,dct:source\na:b,http://e/c d\n", input.Options{}, "a:b http://e/c d",
			"the first line names the columns (--header); IRIs are in columns 1 (uri) and 2 (dct:source) (--column)"},
		{"properties alone", "a.tsv", "skos:prefLabel\tskos:broader\nCat\thttp://e/a\n", input.Options{},
			"http://e/a", "the first line names the columns (--header); IRIs are in column 2 (skos:broader) (--column)"},
		{"properties above text", "a.csv", "skos:prefLabel;ex:note\nCat;x\n", input.Options{}, "",
			"a semicolon separates fields (--delimiter); the first line names the columns (--header); no column holds IRIs (--column)"},
		{"names with a prefix above IRIs", "a.csv", "ex:a,ex:b\nhttp://e/a,http://e/b\nhttp://e/c,\n", input.Options{},
			"http://e/a http://e/b http://e/c", "the first line names the columns (--header); IRIs are in columns 1 (ex:a) " +
				"and 2 (ex:b) (--column)"},
		{"times, ratios and cardinalities", "a.csv", "id,time,ratio,n,url\n1,2024-01-01T10:00:00Z,16:9,1:n,1https://e/\n" +
			"2,10:30,4:3,n:1,http://e/\n", input.Options{}, "1https://e/ http://e/",
			"the first line names the columns (--header); IRIs are in column 5 (url) (--column)"},
		{"IRIs as names", "a.csv", "URI,http://www.w3.org/2004/02/skos/core#broader\nhttp://e/a,http://e/b\n",
			input.Options{}, "http://e/a http://e/b", "the first line names the columns (--header); IRIs are in columns 1 " +
				"(URI) and 2 (http://www.w3.org/2004/02/skos/c…) (--column)"},
		{"IRIs as names that look like those below", "a.csv", "URI;http://e/p/x;http://e/p/y\n" +
			"http://e/p/a;http://e/p/b;http://e/p/c\n", columns("2"), "http://e/p/b",
			"a semicolon separates fields (--delimiter); the first line names the columns (--header)"},
		{"names above numbers", "a.csv", "id;item.value;2024\n1;http://e/a;5\n", columns("2"), "http://e/a",
			"a semicolon separates fields (--delimiter); the first line names the columns (--header)"},
		{"names with languages", "a.csv", "@id,skos:prefLabel@de,Label@en\nhttp://e/a,x,y\n", columns("1"), "http://e/a",
			"the first line names the columns (--header)"},
		{"a first row of data", "a.csv", "http://e/a,skos:broader,http://e/b\nhttp://e/c,skos:narrower,http://e/d\n",
			columns("3"), "http://e/b http://e/d", ""},
		{"a first row with a fault", "a.csv", "http://e/a,not an IRI\nhttp://e/c,http://e/d\n", columns("2"),
			"not an IRI http://e/d", ""},
		{"a first row with nothing", "a.csv", "http://e/a,none\nhttp://e/c,http://e/d\n", columns("2"),
			"none http://e/d", ""},
		{"terms in a list", "a.csv", "rdf:type\nrdfs:label\nowl:sameAs\n", input.Options{},
			"rdf:type rdfs:label owl:sameAs", ""},
		{"a header of a file that others follow", "a.csv", "name\nhttp://e/a\nname\nhttp://e/b\n", columns("1"),
			"http://e/a name http://e/b", "the first line names the columns (--header)"},
		{"a header alone", "a.csv", "uri,dct:source\n", columns("2"), "", "the first line names the columns (--header)"},
		{"the header of SSSOM", "a.tsv", "#curie_map:\n#  HP: \"http://h/HP_\"\n\n# - a,b\tc\nid\turl\n" +
			"1\ta:b\n", input.Options{}, "a:b",
			"the first line names the columns (--header); IRIs are in column 2 (url) (--column)"},
		{"the header of SSSOM in CSV", "a.csv", "\ufeff#license: \"http://l/\"\n\"#comment: a, \"\"b\"\"\"\n" +
			"#x:,\nid,url\n1,a:b\n", input.Options{}, "a:b",
			"the first line names the columns (--header); IRIs are in column 2 (url) (--column)"},
		{"a header that begins with a number sign", "a.csv", "#id,url\n1,a:b\n", columns("url"), "a:b", ""},
		{"lists, and nothing that splits them", "a.csv", "id,urls\n1,http://e/a;http://e/b\n", input.Options{},
			"http://e/a;http://e/b", "the first line names the columns (--header); IRIs are in column 2 (urls) " +
				"(--column); a field holds several IRIs (--split \";\")"},
		{"most fields are not IRIs", "a.csv", "x,a:b\na:b,c:d\ny,e:f\n", input.Options{}, "a:b c:d e:f",
			"IRIs are in column 2 (--column)"},
		{"a number and a header", "a.csv", "id,url\n1,a:b\n", columns("2"), "a:b",
			"the first line names the columns (--header)"},
		{"a number in the first line", "a.csv", "1,nonsense\n2,a:b\n", columns("2"),
			"nonsense a:b", ""},
		{"an address in the first line", "a.csv", "www.example.org\na:b\n", input.Options{}, "www.example.org a:b", ""},
		{"a path in the first line", "a.csv", "x,a/b\ny,a:b\n", input.Options{}, "a/b a:b",
			"IRIs are in column 2 (--column)"},
		{"a header of one column", "a.csv", "url\na:b\n", input.Options{}, "a:b",
			"the first line names the columns (--header); IRIs are in column 1 (url) (--column)"},
		{"no header", "a.csv", "url\na:b\n", tables(table.Options{Header: table.HeaderNo}), "url a:b", ""},
		{"a header that is given", "a.csv", "1\na:b\n", tables(table.Options{Header: table.HeaderYes}), "a:b",
			"IRIs are in column 1 (1) (--column)"},
		{"quotes of spreadsheets in tabs", "a.tsv", "n\turl\n\"x\ty\"\t\"a:b\"\n\"p\nq \"\"r\"\"\"\tc:d\n",
			input.Options{}, "a:b c:d",
			"the first line names the columns (--header); IRIs are in column 2 (url) (--column)"},
		{"quotes that are text", "a.tsv", "\"x\ta:b\n\"y\" z\tc:d\n", input.Options{}, "a:b c:d",
			"IRIs are in column 2 (--column)"},
		{"a byte order mark", "a.csv", "\ufeffurl;n\na:b;1\n", input.Options{}, "a:b",
			"a semicolon separates fields (--delimiter); the first line names the columns (--header); IRIs are in " +
				"column 1 (url) (--column)"},
		{"empty lines before", "a.csv", "\n\nurl,n\na:b,1\n", input.Options{}, "a:b",
			"the first line names the columns (--header); IRIs are in column 1 (url) (--column)"},
		{"members", "a.csv", "n,urls\n1, a:b ;c:d;\n2,;\n3,e:f\n", input.Options{Split: ";"}, "a:b c:d e:f",
			"the first line names the columns (--header); IRIs are in column 2 (urls) (--column)"},
		{"members with what could separate fields", "a.csv", "a:b|c:d\ne:f|g:h\n", input.Options{Split: "|"},
			"a:b c:d e:f g:h", ""},
		{"members with quotes", "a.csv", "\"a:\"\"b, c:d\",x\n", input.Options{Split: ","}, "a:\"b c:d",
			"IRIs are in column 1 (--column)"},
		{"members on lines", "a.csv", "\"a:b\r\nc:d\n\"\n", input.Options{Split: " "}, "a:b c:d", ""},
		{"members with a longer separator", "a.csv", "a:b::c:d\n", input.Options{Split: "::"}, "a:b c:d", ""},
		{"line by line, with a header", "a.csv", "name,url\nx,a:b\n", input.Options{Unbuffered: true}, "a:b",
			"the first line names the columns (--header); IRIs are in column 2 (url) (--column)"},
		{"line by line, with one column", "a.csv", "x\na:b\n", input.Options{Unbuffered: true}, "x a:b",
			""},
		{"line by line", "a.csv", "a:b,c:d\ne:f,g:h\n", input.Options{Unbuffered: true}, "a:b c:d e:f g:h",
			"IRIs are in columns 1 and 2 (--column)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.FileNotes = new(notes.FileNotes)
			f, err := input.NewFile(tt.file, strings.NewReader(tt.text), &tt.o)
			if err != nil {
				t.Fatal(err)
			}
			b, err := input.NewScanner(f, &tt.o).Next(nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for r := range b.Items(&tt.o) {
				if r.Err != nil {
					t.Errorf("got %v", r.Err)
				}
				got = append(got, strings.Clone(r.Text))
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			said := ""
			if all := tt.o.FileNotes.Account().Notes; len(all) > 0 {
				said = all[0].Text
			}
			if said != tt.said {
				t.Errorf("said %q, want %q", said, tt.said)
			}
		})
	}
}

// tables returns the options of a table.
func tables(o table.Options) input.Options { return input.Options{Formats: []any{o}} }

// columns returns the options for columns of a table.
func columns(names ...string) input.Options { return tables(table.Options{Columns: names}) }

// TestParseDelimiter holds what separates fields.
func TestParseDelimiter(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want byte
		ok   bool
	}{{"", 0, true}, {"auto", 0, true}, {";", ';', true}, {"tab", '\t', true}, {`\t`, '\t', true}, {"pipe", '|',
		true}, {" ", ' ', true},
		{"\"", 0, false}, {"\n", 0, false}, {"é", 0, false}, {";;", 0, false}, {"\x00", 0, false}} {
		if got, err := table.ParseDelimiter(tt.in); got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%q: got %q, %v, want %q", tt.in, got, err, tt.want)
		}
	}
	if names := table.DelimiterNames(); !slices.Equal(names, []string{"comma", "semicolon", "tab", "pipe"}) {
		t.Errorf("got %q", names)
	}
}

// FuzzTable reads tables of all kinds. Each string stands at its place, as it is written there; those of one
// row stand beside each other; and in UTF-16 the table has the same strings. A Cleaner takes those that are clean,
// and no others.
func FuzzTable(f *testing.F) {
	for _, s := range []string{
		"name;url\nx;a:b\n", "a:b\t1\r\nc:d\t2\r\n", "url|n\na:b|1\n", "\"a:b;c\";1\n\"c:\"\"d\"\"\"\n",
		"1,a:b; c:d;;\n\n2,\"e:f;\"\n", "\ufeffurl,n\r\na:é,\"\n\"\n",
		"n\turl\n\"x\ty\"\t\"a:b\"\n\"p\nq\"\tc:d", "\"x\ta:b\n\"y\" z\tc:d\n", "\"a:b c:d\",\"\n", ",,;;||\t\t\n",
	} {
		f.Add(s, ";", false)
		f.Add(s, " ", true)
		f.Add(s, "", true)
	}
	f.Add("n,url\n"+strings.Repeat("1,http://e/a\n\"\"\"2\",\"http://e/\"\"b\"\nx,\"a:b\n\"\ny,\"c:d\ne:f\"\ny,c d\n"+
		"\nz\n\"e\"f,a:b\n", 3), ";", false)
	f.Add("n,url\n"+strings.Repeat("1,http://example.org/"+strings.Repeat("x", 200)+"\n", input.BatchBytes/200)+
		"2,a b\n", "", false)
	v := check.NewValidator(spec.RFC3987.Top(), finding.Run{})
	f.Fuzz(func(t *testing.T, text, split string, tabs bool) {
		o := input.Options{From: table.CSV, Split: split}
		if tabs {
			o.From = table.TSV
		}
		if input.CheckSplit(split) != nil || !utf8.ValidString(text) || strings.Contains(text, "\x00") ||
			len(text) > input.ChunkSize {
			return
		}
		read := func(text string) (got []string) {
			file, err := input.NewFile("fuzz", strings.NewReader(text), &o)
			if _, packed, _ := source.Unpack(strings.NewReader(text)); err != nil || packed != "" {
				return nil
			}
			b, err := input.NewScanner(file, &o).Next(nil)
			if err != nil {
				return nil
			}
			end := int64(0)
			show := func(r *input.Item) string {
				return fmt.Sprint(r.Line, r.Col, r.Offset, r.From, r.To, fmt.Sprintf("%p %q %q %q ", r.Escape, r.Text,
					r.Raw, r.LineText), said(r.Err))
			}
			var odd, want []string
			clean, wantClean := b.Each(&o, testCleaner{&v, &v}, func(r *input.Item) bool {
				odd = append(odd, show(r))
				return true
			}), 0
			for r := range b.Items(&o) {
				if r.Err == nil && v.Clean(r.Text) {
					wantClean++
				} else {
					want = append(want, show(r))
				}
			}
			if clean != wantClean || !slices.Equal(odd, want) {
				t.Errorf("%q: with a Cleaner %d are clean, and %s not; want %d and %s", text, clean, odd, wantClean, want)
			}
			for r := range b.Items(&o) {
				got = append(got, fmt.Sprint(r.Line, r.Col, r.Text, said(r.Err)))
				switch {
				case r.Err != nil:
					end = r.To
					continue
				case string(r.Raw) != string(b.Data[r.Offset:r.Offset+int64(len(r.Raw))]) || r.Offset < r.From ||
					r.Offset+int64(len(r.Raw)) > r.To:
					t.Fatalf("%q stands at %d of %q, in the record from %d to %d", r.Raw, r.Offset, text, r.From, r.To)
				case r.Offset < end:
					t.Fatalf("%q, at %d of %q, starts before the end of the string before it", r.Raw, r.Offset, text)
				}
				// A field without quotes is not written with a carriage return or a quote, which some read otherwise.
				if same, ok := r.Unescape(r.Raw); same != r.Text && ok || !ok && !r.NeedsReading() && !bytes.ContainsAny(r.Raw, "\r\"") {
					t.Fatalf("%q is read as %q, and read back as %q, %v", r.Raw, r.Text, same, ok)
				}
				end = r.Offset + int64(len(r.Raw))
			}
			return got
		}
		got := read(text)
		wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.TrimPrefix(text, "\ufeff"))
		if err != nil || len(wide) > input.ChunkSize || len(got) == 0 {
			return
		}
		if linecol.LineEnd([]byte(text)) == '\r' {
			return // what is decoded and has no size is not looked at before it is read: see File.look
		}
		if also := read(wide); !slices.Equal(got, also) {
			t.Errorf("%q: got %q in UTF-8, %q in UTF-16", text, got, also)
		}
	})
}
