package baseline

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKey holds what a finding is known by.
func TestKey(t *testing.T) {
	dir := t.TempDir()
	b, err := open(filepath.Join(dir, "base.json"), true)
	if err != nil {
		t.Fatal(err)
	}
	key := b.Key(filepath.Join(dir, "sub", "a.nt"), "http://h:a/", "port")
	if want := (Key{"sub/a.nt", "port", "http://h:a/"}); key != want {
		t.Fatalf("got %v, want %v", key, want)
	}
	long := strings.Repeat("a", 2*maxText)
	for _, tt := range []struct {
		name, source, text string
		code               string
		same               bool
	}{
		{"the same file by another name", dir + "/sub/../sub/a.nt", "http://h:a/", "port", true},
		{"another file", dir + "/a.nt", "http://h:a/", "port", false},
		{"another IRI", dir + "/sub/a.nt", "http://h:b/", "port", false},
		{"another code", dir + "/sub/a.nt", "http://h:a/", "scheme", false},
	} {
		if got := b.Key(tt.source, tt.text, tt.code); (got == key) != tt.same {
			t.Errorf("%s: got %v, and %v", tt.name, got, key)
		}
	}
	if x, y := TextOf(long+"x"), TextOf(long+"y"); x == y || len(x) > 2*maxText {
		t.Errorf("long texts: %s, %s", x, y)
	}
	if x, y := TextOf("\xff"), TextOf("\xfe"); x == y || x == TextOf("\uFFFD") {
		t.Errorf("texts that are not UTF-8: %s, %s", x, y)
	}
}

// TestFile reads what was written, and says where a file is not a baseline.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "base.json")
	b, err := open(name, true)
	if err != nil {
		t.Fatal(err)
	}
	set := Counts{
		{"b", "port", "http://h:\u202ea/"}: 2, {"a", "scheme", ""}: 1, {"a", "json-syntax", "{\"\n<>"}: 3,
	}
	if err := b.Write(set); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n{\"file\":"); n != len(set) {
		t.Errorf("%d lines with findings, want %d: %s", n, len(set), text)
	}
	if got, err := open(name, false); err != nil || !maps.Equal(got.known, set) {
		t.Errorf("got %v, %v, want %v", got.known, err, set)
	}
	byHand := "\uFEFF" + strings.NewReplacer("\n", "\r\n", `"file":"`, `"file":"./x/../`).Replace(string(text))
	if err := os.WriteFile(name, []byte(byHand), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := open(name, false); err != nil || !maps.Equal(got.known, set) {
		t.Errorf("with a byte order mark, CR LF and other names of files: got %v, %v, want %v", got.known, err, set)
	}
	entry := `{"file":"a","iri":"b","code":"c","count":1}`
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ":1: it is not a baseline: it ends too soon"},
		{"its start", "{\n\"version\": 1,\n\"findings\": [\n" + entry, ":4: it is not a baseline: it ends too soon"},
		{"another file", "[1]", ":1: it is not a baseline: \"{\" is expected"},
		{"not JSON", "{\n\"version\": 1,\n\"findings\": [\n}", ":4: it is not a baseline: "},
		{"another version", "{\n\"version\": 2}", ":2: it is not a baseline: version 2 is not known"},
		{"no version", `{"findings": []}`, `"version" is missing`},
		{"another member", "{\n\"version\": 1,\n\"finding\": []}",
			`:3: it is not a baseline: unknown member "finding"`},
		{"another member of a finding", "{\"version\": 1, \"findings\": [\n{\"file\":\"a\",\"line\":3}]}",
			`:2: it is not a baseline: json: unknown field "line"`},
		{"a count of 0", "{\"version\": 1, \"findings\": [\n\n" + strings.Replace(entry, ":1", ":0", 1) + "]}",
			`:3: it is not a baseline: "count" is at least 1`},
		{"no file", `{"version": 1, "findings": [{"code":"a","count":1}]}`, `a finding has a "file" and a "code"`},
		{"a finding twice, with two names of its file", `{"version": 1, "findings": [` + entry + "," +
			strings.Replace(entry, `"a"`, `"./a"`, 1) + "]}", "stands in it twice"},
		{"a finding twice", `{"version": 1, "findings": [` + entry + "," + entry + "]}", "stands in it twice"},
		{"more", `{"version": 1, "findings": []} 1`, "more stands after it"},
	} {
		if _, err := parse("base.json", []byte(tt.text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// TestGone holds which findings are gone, and what is written.
func TestGone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"read", "other"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	key := func(file string) Key { return Key{File: file, Code: "port"} }
	b := &Baseline{dir: dir, names: make(map[string]string), known: Counts{key("read"): 3, key("other"): 1,
		key("removed"): 1, key("<stdin>"): 1}}
	read := []string{filepath.Join(dir, "read")}
	for i, want := range []bool{true, true, true, false} { // the fourth one is new
		if got := b.Consume(key("read")); got != want {
			t.Errorf("finding %d: got %t, want %t", i, got, want)
		}
	}
	if taken := b.Taken(); taken[key("read")] != 3 || b.Taken() != nil {
		t.Errorf("taken: got %v, and then more", taken)
	}
	gone := b.Gone(Counts{key("read"): 1}, read)
	if want := (Counts{key("read"): 2, key("removed"): 1}); !maps.Equal(gone, want) {
		t.Errorf("gone: got %v, want %v", gone, want)
	}
	if got, want := b.Written(Counts{key("read"): 7}, read),
		(Counts{key("read"): 7, key("other"): 1, key("<stdin>"): 1}); !maps.Equal(got, want) {
		t.Errorf("written: got %v, want %v", got, want)
	}
}

// open reads the file of a baseline and opens it.
func open(name string, write bool) (*Baseline, error) {
	f, err := Read(name, write)
	if err != nil {
		return nil, err
	}
	return f.Open()
}
