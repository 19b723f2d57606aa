package formats_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
)

// TestNotUTF8 holds that a file is known to have other bytes than UTF-8 where its text is written back, from a
// regular file and from a pipe, unless its charset is named.
func TestNotUTF8(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		o          input.Options
		want       bool
	}{
		{"UTF-8", "http://e/é\n", input.Options{Rewrite: true}, false},
		{"Latin-1", "http://e/\xe9\n", input.Options{Rewrite: true}, true},
		{"a line of prose in Latin-1", "\xe9 in prose\nhttp://e/\n", input.Options{Rewrite: true}, true},
		{"a charset that is named", "http://e/\xe9\n", input.Options{Rewrite: true, Charset: "latin1"}, false},
		{"percent-encodings in a charset", "http://e/\xe9\n", input.Options{Rewrite: true, DocumentCharset: "latin1"},
			false},
	} {
		file := filepath.Join(t.TempDir(), "a.txt")
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		tt.o.From = input.Lines
		opened, err := input.Open(file, &tt.o)
		if err != nil {
			t.Fatal(err)
		}
		read, err := input.NewFile("a.txt", strings.NewReader(tt.text), &tt.o)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []*input.File{opened, read} {
			for s := input.NewScanner(f, &tt.o); err == nil; {
				_, err = s.Next(nil)
			}
			if err = nil; f.NotUTF8() != tt.want {
				t.Errorf("%s, from a file %v: got %v", tt.name, f == opened, f.NotUTF8())
			}
			f.Close()
		}
	}
}
