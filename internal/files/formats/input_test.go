package formats_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/rfc3987/iri/internal/files/folders"
	_ "github.com/rfc3987/iri/internal/files/formats"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// show reads a file with the given content and shows its items, one a line, as tables of tests have them:
//
//	2:7@26 "p:p" role="predicate"       line 2, column 7, byte 26 of the file: the text, and what else the item has
//	2:7@26 "p:p" raw="p&#58;p"          the text as it is written, where that differs
//	2:7@26 port 2:9 [28,30) a message   an item that cannot be read: the code, the place and the bytes of the fault
func show(t *testing.T, name, content string, o input.Options) string {
	t.Helper()
	f, err := input.NewFile(name, strings.NewReader(content), &o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	s := input.NewScanner(f, &o)
	for {
		block, err := s.Next(nil)
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			fmt.Fprintln(&b, err)
			return b.String()
		}
		for r := range block.Items(&o) {
			fmt.Fprintf(&b, "%d:%d@%d ", r.Line, r.Col, r.Offset)
			if r.Err != nil {
				fmt.Fprintf(&b, "%s %d:%d [%d,%d) %s\n", r.Err.Code, r.Err.Line, r.Err.Col, r.Err.Start, r.Err.End, r.Err.Message)
				continue
			}
			fmt.Fprintf(&b, "%q", r.Text)
			if string(r.Raw) != r.Text {
				fmt.Fprintf(&b, " raw=%q", r.Raw)
			}
			base := r.Base.IRI
			if !r.Reference && r.Role != input.RoleContext && r.Role != input.RoleBase { // it needs none
				base = ""
			}
			other, _ := r.FormatData.(json.Other)
			for _, v := range []struct{ k, v string }{{"role", r.Role}, {"base", base}, {"rule", r.Rule},
				{"other", string(other)}} {
				if v.v != "" {
					fmt.Fprintf(&b, " %s=%q", v.k, v.v)
				}
			}
			b.WriteByte('\n')
		}
	}
}

// TestBlocks checks that the items do not depend on where the chunks are cut.
func TestBlocks(t *testing.T) {
	var b strings.Builder
	var want []string
	for i := range 60000 {
		line := fmt.Sprintf("http://example.org/%d/%s", i, strings.Repeat("x", i%70))
		want = append(want, line)
		b.WriteString(line)
		if i%3 == 0 {
			b.WriteByte('\r')
		}
		b.WriteByte('\n')
	}
	o := input.Options{}
	f, err := input.NewFile("a", strings.NewReader(b.String()), &o)
	if err != nil {
		t.Fatal(err)
	}
	s := input.NewScanner(f, &o)
	n, blocks := 0, 0
	for {
		block, err := s.Next(nil)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		blocks++
		for r := range block.Items(&o) {
			if r.Text != want[n] || r.Line != n+1 || b.String()[r.Offset:][:len(r.Text)] != r.Text {
				t.Fatalf("line %d: got %q at %d:%d, want %q", n+1, r.Text, r.Line, r.Offset, want[n])
			}
			n++
		}
	}
	if n != len(want) || blocks < 3 {
		t.Errorf("got %d records in %d blocks, want %d", n, blocks, len(want))
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("y", 3<<20)
	tests := []struct {
		name    string
		maxLine int
		want    string
	}{
		{"within the limit", 3 << 20, "1:3 2:3145728 3:3"},
		{"one byte too long", 3<<20 - 1, "1:3 2:max-line 3:3"},
		{"much too long", 1 << 10, "1:3 2:max-line 3:3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := input.Options{MaxLine: tt.maxLine, Stdin: strings.NewReader("a:b\n" + long + "\nc:d\n")}
			var got []string
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
				if r.Err != nil {
					got = append(got, fmt.Sprintf("%d:%s", r.Line, r.Err.Code))
				} else {
					got = append(got, fmt.Sprintf("%d:%d", r.Line, len(r.Text)))
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestQuotesAcrossBlocks checks that the ends of rows do not depend on the sizes of the
// reads, and that a quote inside a field, or one that is never closed, does not hide
// the rows that follow.
func TestQuotesAcrossBlocks(t *testing.T) {
	row := "http://example.org/x,\"a\n\"\"b\"\"\"\n"
	rows := strings.Repeat(row, 40000)
	tests := []struct {
		name    string
		content string
		bad     int
	}{
		{"all in order", rows, 0},
		{"a quote inside a field", "http://e/b,5\" disk\n" + rows, 0},
		{"text after a quote", "http://e/b,\"5\" \"disk\n" + rows, 1},
		{"a quote that is not closed", rows + "a:b,\"c\n" + strings.Repeat("a:b,c\n", 40000), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.Count(tt.content, "http://") + strings.Count(tt.content, "a:b") - tt.bad
			for _, size := range []int{1, 7, 4096, 1 << 20} {
				if size == 1 && len(tt.content) > 1<<21 {
					continue
				}
				o := input.Options{From: table.CSV, Stdin: shortReader{strings.NewReader(tt.content), size},
					MaxLine: 1 << 20}
				good, bad := 0, 0
				for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
					if r.Err != nil {
						bad++
					} else {
						good++
					}
				}
				if good != want || bad != tt.bad {
					t.Errorf("by %d bytes: got %d rows and %d faults, want %d and %d", size, good, bad, want, tt.bad)
				}
			}
		})
	}
}

// A shortReader returns at most size bytes at a time.
type shortReader struct {
	r    io.Reader
	size int
}

func (s shortReader) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), s.size)]) }

func gz(s string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.Bytes()
}

func zst(s string) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll([]byte(s), nil)
}

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// bz2 is "c:d\n", compressed with bzip2 -9: the standard library cannot write bzip2.
const bz2 = "\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\x43\xd6\x8e\xfd\x00\x00\x01\x49\x00\x00\x10\x00\x10\x0c\x00\x20\x00\x21\x9a\x68\x33\x4d\x17\x3c\x5d\xc9\x14\xe1\x42\x41\x0f\x5a\x3b\xf4"

// TestFiles reads files and folders, some of them compressed. A broken file is named in an
// error, and the others are still read.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	long := gz(strings.Repeat("a:b\n", 1000))
	write(t, dir+"/1.txt", []byte("a:1\n"))
	write(t, dir+"/2.txt.gz", append(gz("a:2\n"), gz("a:3\n")...)) // two members
	write(t, dir+"/3.txt.zst", zst("a:4\n"))
	write(t, dir+"/4/5.txt", []byte("a:5\n"))
	write(t, dir+"/6.txt.gz", long[:len(long)/2])
	write(t, dir+"/6b.txt.gz", append(append(gz("a:6\n"), "no member at all"...), strings.Repeat("x", 1<<16)...))
	write(t, dir+"/7.txt.zst", zst("a:7\n")[:9])
	write(t, dir+"/8.txt", nil)
	write(t, dir+"/8.txt.bz2", []byte(bz2))
	write(t, dir+"/9.jsonl.gz", gz("\"a:9\"\n"))
	for _, name := range []string{"/part-00000", "/x.pdf", "/README.rst", "/.hidden", "/y.gz", "/4/z.parquet"} {
		write(t, dir+name, []byte("a:0\n"))
	}
	var got, failed, passed []string
	o := input.Options{Choice: folders.Choice{PassOver: func(name string, _ folders.Passed) {
		passed = append(passed, strings.TrimPrefix(name, dir))
	}}}
	for r := range runtest.Items(&o, []string{dir, dir + "/none", dir + "/1.txt"}, func(err error) {
		var e *source.Error
		if !errors.As(err, &e) {
			t.Errorf("got a %T, want a *source.Error", err)
		}
		failed = append(failed, strings.ReplaceAll(err.Error(), dir, ""))
	}) {
		if r.Text != "a:b" {
			got = append(got, strings.Clone(r.Text))
		}
	}
	if want := []string{"a:1", "a:2", "a:3", "a:4", "a:5", "a:6", "c:d", "a:9"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := []string{"/.hidden", "/4/z.parquet", "/README.rst", "/part-00000", "/x.pdf",
		"/y.gz"}; !slices.Equal(passed, want) {
		t.Errorf("passed over %q, want %q", passed, want)
	}
	want := []string{
		fmt.Sprintf("/6.txt.gz: the gzip data ends too soon at or before byte %d: unexpected EOF", len(long)/2),
		fmt.Sprintf("/6b.txt.gz: the gzip data is corrupt at or before byte %d: gzip: invalid header", len(gz("a:6\n"))+
			10),
		"/7.txt.zst: the zstd data ends too soon at or before byte 9: unexpected EOF",
		"/none: no such file or directory",
	}
	if !slices.Equal(failed, want) {
		t.Errorf("got %q, want %q", failed, want)
	}
}

func TestCompressionLooksNoFurtherThanItMust(t *testing.T) {
	r, w := io.Pipe()
	go w.Write([]byte("BZ\n")) // and no more, for now
	o := input.Options{Unbuffered: true}
	f, err := input.NewFile("a.urls", r, &o)
	if err != nil {
		t.Fatal(err)
	}
	b, err := input.NewScanner(f, &o).Next(nil)
	if string(b.Data) != "BZ\n" || err != nil {
		t.Errorf("got %q, %v", b.Data, err)
	}
}

func TestPosition(t *testing.T) {
	tests := []struct {
		name       string
		file, text string
		off        int
		line, col  int
	}{
		{"plain", "a.urls", "é:b", 2, 1, 2},
		{"end", "a.urls", "é:b", 4, 1, 4},
		{"null with a line end", "a.null", "a:\nb", 4, 2, 2},
		{"after an escape", "a.json", `"\u00e9:b"`, 2, 1, 8},
		{"inside an escape", "a.json", `"\u00e9:b"`, 1, 1, 2},
		{"after a pair", "a.json", `"\ud83d\ude00:b"`, 4, 1, 14},
		{"end of an escape", "a.json", `"a:\n"`, 3, 1, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := input.Options{}
			if strings.HasSuffix(tt.file, ".null") {
				o.From = input.Null
			}
			f, err := input.NewFile(tt.file, strings.NewReader(tt.text), &o)
			if err != nil {
				t.Fatal(err)
			}
			b, err := input.NewScanner(f, &o).Next(nil)
			if err != nil {
				t.Fatal(err)
			}
			for r := range b.Items(&o) {
				if line, col := r.Position(tt.off); line != tt.line || col != tt.col {
					t.Errorf("got %d:%d, want %d:%d", line, col, tt.line, tt.col)
				}
			}
		})
	}
}

// TestLocator checks that a used locator returns the same places as one reading from the start, also
// for smaller offsets than before, in texts that are shorter and longer than its stride.
func TestLocator(t *testing.T) {
	files := []struct{ name, before, unit, after string }{
		{"a", "http://é.例/", "\xff x", ""},
		{"b", "http://é.例/", "\x80", ""},
		{"a.null", "a:\nb", "\n例", "\x00"},
		{"a.json", `"http://`, `\u00e9\ud83d\ude00\n例/\"x\\`, `"`},
		{"a.nt", `<http://`, `\u00e9\U0001F600/例`, `> <a:b> "x" .`},
		{"a.csv", `"a:`, "\"\"b\n例\"\"", "\",x\n"},
		{"a.html", "<a href='http://e/", "&amp;&eacute;&NotEqualTilde;x\r\ny", "'>"},
	}
	for _, file := range files {
		for _, times := range []int{1, 1500} {
			o := input.Options{}
			if strings.HasSuffix(file.name, ".null") {
				o.From = input.Null
			}
			f, err := input.NewFile(file.name, strings.NewReader(file.before+strings.Repeat(file.unit, times)+
				file.after), &o)
			if err != nil {
				t.Fatal(err)
			}
			b, err := input.NewScanner(f, &o).Next(nil)
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			for r := range b.Items(&o) {
				count++
				wantPlaces(t, file.name, r, 1+len(r.Text)/300)
			}
			if count == 0 {
				t.Errorf("%s: no record", file.name)
			}
		}
	}
}

// wantPlaces compares the places of a locator with those of reading from the start for one character in
// each step bytes: forwards twice, then from both ends in turns.
func wantPlaces(t *testing.T, name string, r *input.Item, step int) {
	t.Helper()
	var offs []int
	for off := range r.Text {
		if len(offs) == 0 || off-offs[len(offs)-1] >= step {
			offs = append(offs, off)
		}
	}
	offs = append(offs, offs...)
	for i := range len(offs) / 4 {
		offs = append(offs, offs[len(offs)/4-1-i], offs[i])
	}
	on := r.Locator()
	for i, off := range offs {
		line, col := r.Position(off)
		if gotLine, gotCol := on.Position(off); gotLine != line || gotCol != col {
			t.Fatalf("%s: byte %d of %d, question %d: got %d:%d, want %d:%d", name, off, len(r.Text), i, gotLine, gotCol, line, col)
		}
	}
}

// said returns the error of an item to be printed: package fmt prints a nil *Error by a panic that it
// recovers from, which takes as long as all the rest of an item.
func said(err *input.Error) error {
	if err == nil {
		return nil
	}
	return err
}
