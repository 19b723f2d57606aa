package formats_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/xml"
)

// TestXMLEncoding checks that a document that is not in the encoding that it declares is an
// error of the file, also when it comes through a pipe.
func TestXMLEncoding(t *testing.T) {
	doc := func(encoding, text string) string {
		if encoding != "" {
			encoding = ` encoding="` + encoding + `"`
		}
		return `<?xml version="1.0"` + encoding + `?><urlset><url><loc>http://example.org/` + text +
			`</loc></url></urlset>`
	}
	wide := func(s, mark string) string {
		b := []byte(mark)
		for i := range len(s) {
			b = append(b, s[i], 0)
		}
		return string(b)
	}
	tests := []struct{ name, text, want string }{
		{"UTF-8", doc("UTF-8", "é"), ""},
		{"no declaration", doc("", "é"), ""},
		{"byte order mark", "\ufeff" + doc("utf-8", "é"), ""},
		{"Latin-1", doc("ISO-8859-1", "\xe9"), ""},
		{"Latin-1, both kinds", doc("ISO-8859-1", "\xe9\xc3\xa9"), ""},
		{"ASCII", doc("US-ASCII", "e"), ""},
		{"Shift_JIS", doc("Shift_JIS", "\x82\xa0"), ""},
		{"UTF-16", wide(doc("UTF-16", "e"), "\xff\xfe"), ""},
		{"UTF-16 without a mark", wide(doc("UTF-16LE", "e"), ""), ""},
		{"UTF-16 without a declaration", wide(`<urlset><loc>a:b</loc></urlset>`, "\xff\xfe"), ""},
		{"empty", "", ""},
		{"blank", " \n", ""},

		{"text", "hello", "it is not XML"},
		{"text after white space", "\n\n  hello <a/>", "it is not XML"},
		{"JSON", `{"loc":"http://e/"}`, "it is not XML"},
		{"Latin-1 as UTF-8", doc("UTF-8", "\xe9"),
			"declares the encoding UTF-8, and the byte at offset 75 is not in it"},
		{"Latin-1 without a declaration", doc("", "\xe9"), "declares no encoding"},
		{"a character cut at the end", "<a>\xe2\x82", "offset 3 is not in it"},
		{"far from the start", doc("UTF-8", strings.Repeat("é", 1<<17)+"\xe9"), "is not in it"},
		{"UTF-8 as Latin-1", doc("ISO-8859-1", "é"), "is in UTF-8"},
		{"UTF-8 as windows-1251", doc("windows-1251", strings.Repeat("Ж€", 1<<16)), "is in UTF-8"},
		{"UTF-8 as ASCII", doc("us-ascii", "é"), "is not in it"},
		{"UTF-8 as UTF-16", doc("UTF-16", "é"), "one byte for each letter"},
		{"UTF-8 as UTF-32", doc("UTF-32", "é"), "one byte for each letter"},
		{"UTF-8 with a mark as Latin-1", "\ufeff" + doc("latin1", "é"), "the byte order mark"},
		{"UTF-16 as UTF-8", wide(doc("UTF-8", "e"), "\xff\xfe"), "is in UTF-16LE"},
		{"UTF-16 without a mark as UTF-8", wide(doc("UTF-8", "e"), ""), "is in UTF-16LE"},
		{"little as big", wide(doc("UTF-16BE", "e"), "\xff\xfe"), "is in UTF-16LE"},
		{"not Shift_JIS", doc("Shift_JIS", "\x81"), "is not in it"},
		{"not known", doc("x-foo", "e"), `the charset "x-foo", which is not`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, format := range []*input.Format{xml.XML, xml.RDF} {
				f, err := input.NewFile("a", struct{ io.Reader }{strings.NewReader(tt.text)}, &input.Options{From: format})
				if err != nil {
					t.Fatal(err)
				}
				// Where nothing is written, bytes that are not UTF-8 are findings.
				o := input.Options{Rewrite: !strings.HasSuffix(tt.name, "Shift_JIS")}
				for s := input.NewScanner(f, &o); err == nil; {
					_, err = s.Next(nil)
				}
				if got := err.Error(); err == io.EOF && tt.want != "" || err != io.EOF &&
					(tt.want == "" || !strings.Contains(got, tt.want)) {
					t.Errorf("%s: got %v, want %q", format, err, tt.want)
				}
			}
		})
	}
}

// TestChangedFile checks that a file that changes while it is read is an error, after what
// could be read of it.
func TestChangedFile(t *testing.T) {
	text := strings.Repeat("a:b\n", 1<<19)
	tests := []struct {
		name   string
		change func(name string) error
		want   string
	}{
		{"the same", func(string) error { return nil }, ""},
		{"grown", func(name string) error {
			f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("a:c\n")
			return firstErr(err, f.Close())
		}, ""},
		{"shrunk to nothing", func(name string) error { return os.Truncate(name, 0) }, "has shrunk to"},
		{"shrunk", func(name string) error { return os.Truncate(name, 1<<20) }, "has shrunk to"},
		{"shrunk and grown again", func(name string) error {
			return firstErr(os.Truncate(name, 0), os.WriteFile(name, []byte(strings.Repeat("c:d\n", 1<<20)), 0o666))
		}, "was written anew"},
		{"written to", func(name string) error { return os.WriteFile(name, []byte(strings.ToUpper(text)), 0o666) },
			"was written to"},
		{"replaced", func(name string) error {
			return firstErr(os.WriteFile(name+".new", []byte("a:c\n"), 0o666), os.Rename(name+".new", name))
		}, "another file has taken its name"},
		{"removed", os.Remove, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "a.txt")
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(name, testTime, testTime); err != nil {
				t.Fatal(err)
			}
			f, err := input.Open(name, &input.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			s := input.NewScanner(f, &input.Options{})
			if _, err := s.Next(nil); err != nil {
				t.Fatal(err)
			}
			if err := tt.change(name); err != nil {
				t.Skip(err) // Windows keeps open files
			}
			for err == nil {
				_, err = s.Next(nil)
			}
			if got := err.Error(); err == io.EOF && tt.want != "" || err != io.EOF &&
				(tt.want == "" || !strings.Contains(got, tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

var testTime = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

func firstErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// TestExpandLinks checks that links in folders are left out, or with Follow read, each folder once, and that a path
// with nothing to read is an error.
func TestExpandLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/1.txt", "a/sub/2.txt", "b/3.txt", "b/c/4.txt", "names/README", "own/state.txt"} {
		os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777)
		if err := os.WriteFile(filepath.Join(dir, name), []byte("a:b\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	os.Mkdir(filepath.Join(dir, "empty"), 0o777)
	for link, to := range map[string]string{
		"link": "a", "link2": "link", "a/loop": "../a", "a/self": ".", "a/inside": "sub", "a/sub/up": "..",
		"b/other": "../a", "b/c/another": "../../a", "b/out.txt": "../a/1.txt", "x": "y", "y": "x",
		"links/one.txt": "../a/1.txt",
	} {
		os.MkdirAll(filepath.Join(dir, filepath.Dir(link)), 0o777)
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	// A chain of folders, each with two links to the next: 2^40 paths.
	for i := range 40 {
		os.MkdirAll(filepath.Join(dir, "bomb", fmt.Sprint("d", i)), 0o777)
		os.Symlink(fmt.Sprint("../d", i+1), filepath.Join(dir, "bomb", fmt.Sprint("d", i), "l1"))
		os.Symlink(fmt.Sprint("../d", i+1), filepath.Join(dir, "bomb", fmt.Sprint("d", i), "l2"))
	}
	os.MkdirAll(filepath.Join(dir, "bomb/d40"), 0o777)
	os.WriteFile(filepath.Join(dir, "bomb/d40/5.txt"), nil, 0o666)
	state, err := filepath.EvalSymlinks(filepath.Join(dir, "own/state.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		follow     bool
		path, want string
	}{
		{false, "a", "a/1.txt a/sub/2.txt"},
		{false, "link", "link/1.txt link/sub/2.txt"}, // it is named
		{false, "b", "b/3.txt b/c/4.txt"},
		{false, "links", "!it has symbolic links alone: --follow"},
		{true, "links", "links/one.txt"},
		{true, "a", "a/1.txt a/sub/2.txt"},
		{true, "link", "link/1.txt link/sub/2.txt"},
		{true, "link2", "link2/1.txt link2/sub/2.txt"},
		{true, "link/", "link/1.txt link/sub/2.txt"},
		{true, "b", "b/3.txt b/c/4.txt b/c/another/1.txt b/c/another/inside/2.txt"},
		{true, "empty", "!there is no file in this folder"},
		{true, "names", "!nothing in this folder is read"},
		{true, "own", "!there is no file in this folder"},
		{true, "bomb/d0", "bomb/d0" + strings.Repeat("/l1", 40) + "/5.txt"},
		{true, "x", "!too many"},
		{true, "none", "!no such file"},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			var got []string
			o := &input.Options{Choice: folders.Choice{Reserved: []string{state}, Follow: tt.follow}}
			for name, err := range o.Expand([]string{dir + "/" + tt.path}) {
				if err != nil {
					name = "!" + err.Error()
				}
				got = append(got, strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(dir)+"/"))
			}
			all := strings.Join(got, " ")
			if want, fails := strings.CutPrefix(tt.want, "!"); !fails && all != tt.want ||
				fails && (len(got) != 1 || !strings.Contains(all, want)) {
				t.Errorf("got %q, want %q", all, tt.want)
			}
		})
	}
}
