package outputs

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestNames makes the relative names of files, and the names of what is written for them.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "x", "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	tests := []struct {
		name            string
		patterns, names []string
		want            []string
	}{
		{"a folder", []string{"x"}, []string{"x/a.nq", "x/sub/a.nq"}, []string{"a.nq", "sub/a.nq"}},
		{"a folder with all files in one below it", []string{"x"}, []string{"x/sub/a.nq"}, []string{"sub/a.nq"}},
		{"a file", []string{"x/sub/a.nq"}, []string{"x/sub/a.nq"}, []string{"a.nq"}},
		{"a glob", []string{"x/s*/*.nq"}, []string{"x/sub/a.nq"}, []string{"sub/a.nq"}},
		{"two folders", []string{"x", "y/z"}, []string{"x/a.nq", "y/z/a.nq"}, []string{"x/a.nq", "y/z/a.nq"}},
		{"folders whose names begin the same", []string{"yes/a", "yet/a"}, []string{"yes/a", "yet/a"},
			[]string{"yes/a", "yet/a"}},
		{"a folder and one below it", []string{"x", "x/sub"}, []string{"x/a.nq", "x/sub/a.nq"},
			[]string{"a.nq", "sub/a.nq"}},
		{"a folder above", []string{"x", "../out"}, []string{"x/a.nq", "../out/a.nq"},
			[]string{filepath.Base(dir) + "/x/a.nq", "out/a.nq"}},
		{"a file twice", []string{"x/a.nq.gz", "x/a.nq.gz"}, []string{"x/a.nq.gz", "x/a.nq.gz"},
			[]string{"a.nq.gz", "a.nq.gz"}},
		{"objects", []string{"s3://bucket/d/*/*.nq"}, []string{"s3://bucket/d/e/a.nq", "s3://bucket/d/f/a.nq"},
			[]string{"e/a.nq", "f/a.nq"}},
		{"an object whose name leads out", []string{"s3://bucket/d/*"}, []string{"s3://bucket/d/../../../../a.nq"},
			[]string{"a.nq"}},
		{"objects of two buckets", []string{"s3://b/d/*", "gs://c/*"}, []string{"s3://b/d/a", "gs://c/a"},
			[]string{"s3/b/d/a", "gs/c/a"}},
		{"no files", nil, nil, []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var roots []string
			for _, p := range tt.patterns {
				roots = append(roots, Root(p))
			}
			if got := Relative(roots, tt.names); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLayout names what is written for files.
func TestLayout(t *testing.T) {
	a, packed, other := Origin{0, "sub/a.nq"}, Origin{1, "sub/a.nq.gz"}, Origin{2, "v1.2/list.bz2"}
	tests := []struct {
		name    string
		layout  Layout
		sources []Origin
		want    []string
	}{
		{"numbers", Layout{Kind: "good", Suffix: ".nq"}, []Origin{a, a, other},
			[]string{"good-00000-of-00003.nq", "good-00001-of-00003.nq", "good-00002-of-00003.nq"}},
		{"numbers, packed", Layout{Kind: "good", Compress: "gzip"}, []Origin{packed},
			[]string{"good-00000-of-00001.gz"}},
		{"names, each packed as it was", Layout{Kind: "good", Keep: true}, []Origin{a, packed, other},
			[]string{"good/sub/a.nq", "good/sub/a.nq.gz", "good/v1.2/list"}},
		{"a name that is the same unpacked", Layout{Kind: "good", Keep: true, Compress: None}, []Origin{a, packed},
			[]string{"good/sub/a.nq", "good/sub/a-2.nq"}},
		{"a file that is read three times", Layout{Kind: "good", Keep: true},
			[]Origin{a, {1, "sub/a.nq"}, {2, "sub/a.nq"}}, []string{"good/sub/a.nq", "good/sub/a-2.nq",
				"good/sub/a-3.nq"}},
		{"parts, another format", Layout{Kind: "failed", Suffix: ".jsonl", Keep: true, Compress: "zstd"},
			[]Origin{a, a, other}, []string{"failed/sub/a-00000-of-00002.nq.jsonl.zst",
				"failed/sub/a-00001-of-00002.nq.jsonl.zst", "failed/v1.2/list.jsonl.zst"}},
		{"a file and a folder of one name, as objects have", Layout{Kind: "good", Keep: true},
			[]Origin{{0, "a"}, {1, "a/b"}, {2, "a/b/c"}}, []string{"good/a-2", "good/a/b-2", "good/a/b/c"}},
		{"a folder that comes first, and one that has the number", Layout{Kind: "good", Keep: true},
			[]Origin{{0, "a/b"}, {1, "a-2/b"}, {2, "a"}}, []string{"good/a/b", "good/a-2/b", "good/a-3"}},
		{"a packed file beside the folder of its name, unpacked", Layout{Kind: "good", Keep: true, Compress: None},
			[]Origin{{0, "a.gz"}, {1, "a/b.gz"}}, []string{"good/a-2", "good/a/b"}},
		{"nothing", Layout{Kind: "good"}, nil, []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.layout.Names(tt.sources); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
