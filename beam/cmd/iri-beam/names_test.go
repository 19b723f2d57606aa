package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/source"
)

// written returns what the files of a folder hold, unpacked, by their names in it.
func written(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") || name == summaryName {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		r, kind, err := source.Unpack(bytes.NewReader(data))
		if err != nil {
			return err
		}
		if want := source.PackedBy(name); kind != want {
			t.Errorf("%s is packed with %q, want %q", name, kind, want)
		}
		text, err := io.ReadAll(r)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestKeepNames writes files under the names that they had, packed, and lists them in the manifest.
func TestKeepNames(t *testing.T) {
	dir := t.TempDir()
	var gz bytes.Buffer
	w, _ := source.Pack(&gz, "gzip")
	io.WriteString(w, "<http://e/a b> <http://e/p> <http://e/o> .\n")
	w.Close()
	for name, text := range map[string]string{
		"lines.txt":      strings.Repeat("http://e/x\n", 30),
		"sub/a.nq.gz":    gz.String(),
		"sub/page.html":  "<a href='/a b'>x</a>",
		"sub/port.ttl":   "<http://h:8a/> a <http://e/t> .\n",
		"empty.nt":       "",
		"no.parquet":     "PAR1",
		"sub/broken.zst": "x",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{
		"results/lines-00000-of-00002.txt": strings.Repeat("http://e/x\n", 19),
		"results/lines-00001-of-00002.txt": strings.Repeat("http://e/x\n", 11),
		"results/sub/a.nq.gz":              "<http://e/a%20b> <http://e/p> <http://e/o> .\n",
		"results/sub/page.html":            "<a href='/a%20b'>x</a>",
		"results/sub/port.ttl":             "<http://h:8a/> a <http://e/t> .\n",
		"results/empty.nt":                 "",
		"failed/sub/port.ttl.jsonl":        "",
	}
	for _, compress := range []string{"", "zstd"} {
		t.Run(compress, func(t *testing.T) {
			out := t.TempDir()
			_, messages, _ := runCommand(t, "iri-beam", "fix", "--rule", "IRI-reference", "--input", dir, "--output",
				out, "--keep-names", "--compress="+compress, "--split-size", "200")
			got := written(t, out)
			for name, text := range want {
				if compress != "" {
					name = strings.TrimSuffix(name, ".gz") + ".zst"
				}
				has, ok := got[name]
				if strings.HasPrefix(name, "failed/") {
					has = strings.Repeat("x", strings.Count(has, "\n")-1)
				}
				if !ok || has != text {
					t.Errorf("%s: got %q, %t, want %q", name, has, ok, text)
				}
			}
			if len(got) != len(want)+1 {
				t.Errorf("got %q\n%s", got, messages)
			}
			listed := 0
			for line := range strings.Lines(got[manifestName]) {
				var e struct {
					Name, Input, SHA256 string
					Part, Bytes         int64
				}
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Fatal(err)
				}
				listed++
				data, err := os.ReadFile(filepath.Join(out, e.Name))
				if err != nil || int64(len(data)) != e.Bytes || fmt.Sprintf("%x", sha256.Sum256(data)) != e.SHA256 {
					t.Errorf("%v, %s", err, line)
				}
				if base, _, _ := strings.Cut(filepath.Base(e.Input), "."); !strings.HasPrefix(filepath.Base(e.Name),
					base) || (e.Part == 200) != strings.Contains(e.Name, "-00001-") {
					t.Error(line)
				}
			}
			if listed != len(want) {
				t.Errorf("%d files are listed, want %d", listed, len(want))
			}
		})
	}
}
