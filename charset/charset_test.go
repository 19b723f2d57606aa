package charset_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/legacy"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func TestParse(t *testing.T) {
	tests := []struct {
		in, want string
		unicode  bool
	}{
		{"Shift_JIS", "shift_jis", false}, {" latin1 ", "windows-1252", false}, {"UTF-8", "utf-8", true},
		{"utf-16", "utf-16le", true}, {"gb18030", "gb18030", false},
	}
	for _, tt := range tests {
		c, err := charset.Parse(tt.in)
		if err != nil || c.String() != tt.want || c.IsUnicode() != tt.unicode {
			t.Errorf("Parse(%q): got %v, Unicode %v, %v, want %s, %v", tt.in, c, c.IsUnicode(), err, tt.want, tt.unicode)
		}
	}
	for _, in := range []string{"", "nonsense", "iso-2022-kr", "replacement"} {
		if c, err := charset.Parse(in); err == nil {
			t.Errorf("Parse(%q): got %v, want an error", in, c)
		}
	}
}

// The characters of a query are sent in the charset of the document that has the form.
func Example() {
	sjis, err := charset.Parse("shift_jis")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(iri.ToURI("http://example.jp/検索?q=日本", charset.WithQuery(sjis)))
	// Output: http://example.jp/%E6%A4%9C%E7%B4%A2?q=%93%FA%96%7B <nil>
}

func ExampleWithText() {
	latin1, err := charset.Parse("iso-8859-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(iri.Prepare("http://example.org/caf\xe9", charset.WithText(latin1)))
	// Output: http://example.org/café <nil>
}

// The name of a file, in the charset of an old file system, is made the last segment of an IRI.
func Example_fileName() {
	latin1, err := charset.Parse("iso-8859-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	name, err := latin1.DecodeText("caf\xe9 #1")
	fmt.Println(iri.EncodeComponent(name, iri.ComponentPath), err)
	// Output: café%20%231 <nil>
}

func ExampleWithOctets() {
	latin1, err := charset.Parse("iso-8859-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(legacy.Decode("http://example.org/caf%E9", charset.WithOctets(latin1)))
	fmt.Println(legacy.Encode("http://example.org/caf\xe9", charset.WithOctets(latin1)))
	// Output:
	// http://example.org/café <nil>
	// http://example.org/caf%C3%A9 <nil>
}

// TestOptions checks which functions each option is an argument of: an option that a function ignored would be an error that
// nobody sees. Encode with WithText compiled once, and did not decode.
func TestOptions(t *testing.T) {
	functions := map[string]any{"ToURI": iri.ToURI, "Prepare": iri.Prepare, "ToIRI": iri.ToIRI, "Encode": legacy.Encode, "Decode": legacy.Decode}
	tests := []struct {
		name   string
		option any
		want   []string
	}{
		{"WithQuery", charset.WithQuery, []string{"ToURI"}},
		{"WithText", charset.WithText, []string{"Prepare"}},
		{"WithOctets", charset.WithOctets, []string{"Decode", "Encode"}},
	}
	for _, tt := range tests {
		var got []string
		for _, name := range slices.Sorted(maps.Keys(functions)) {
			f := reflect.TypeOf(functions[name])
			if reflect.TypeOf(tt.option).Out(0).AssignableTo(f.In(f.NumIn() - 1).Elem()) {
				got = append(got, name)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: an option of %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestTables checks that a program that imports only package iri does not link the tables
// of charsets, which are hundreds of kilobytes.
func TestTables(t *testing.T) {
	const tables = "golang.org/x/text/encoding"
	run := func(args ...string) string {
		out, err := exec.Command("go", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	size := make(map[string]int64)
	for name, want := range map[string]bool{"without": false, "with": true} {
		if got := strings.Contains(run("list", "-deps", "./testdata/"+name), tables); got != want {
			t.Errorf("the program %s links %s: got %v, want %v", name, tables, got, want)
		}
		if testing.Short() {
			continue
		}
		binary := filepath.Join(t.TempDir(), name)
		run("build", "-ldflags=-s -w", "-o", binary, "./testdata/"+name)
		info, err := os.Stat(binary)
		if err != nil {
			t.Fatal(err)
		}
		size[name] = info.Size()
	}
	t.Logf("bytes of the programs: %v", size)
	if more := size["with"] - size["without"]; more < 200<<10 && !testing.Short() {
		t.Errorf("the tables make a program %d bytes larger, want at least 200 KiB: this test shows nothing", more)
	}
}
