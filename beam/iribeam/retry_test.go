package iribeam

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRetriedBundle plays a runner whose first attempt at a bundle fails half-way: each
// finding is in the output once.
func TestRetriedBundle(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	name := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(name, []byte(strings.Repeat("http://h:8a/\n", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	splits := []Split{
		{File: File{Name: name}, Start: 0, End: 5000},
		{File: File{Name: name}, Start: 5000},
	}
	out := NewOutput(filepath.Join(dir, "out"))
	// attempt runs the bundle as Beam does, with the writer fused to the reader. It stops
	// before the end if a part is lost.
	attempt := func(lost bool) (shards []Shard, parts []Summary) {
		read, write := reportsFn{}, writeFn{Output: out}
		if err := read.Setup(); err != nil {
			t.Fatal(err)
		}
		emitShard := func(sh Shard) { shards = append(shards, sh) }
		write.StartBundle(emitShard)
		for i, sp := range splits {
			read.StartBundle(nil, nil)
			err := read.ProcessElement(ctx, sp, func(text Text) {
				if err := write.ProcessElement(ctx, text, emitShard); err != nil {
					t.Fatal(err)
				}
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if lost && i == 0 {
				return nil, nil // Beam drops what a failed bundle has emitted
			}
			read.FinishBundle(t.Context(), nil, func(p Summary) { parts = append(parts, p) })
		}
		if err := write.FinishBundle(emitShard); err != nil {
			t.Fatal(err)
		}
		return shards, parts
	}
	attempt(true)
	shards, parts := attempt(false)

	var numbered []Shard
	at := 0
	(&numberShardsFn{Output: out, Prefix: "findings", Suffix: ".jsonl"}).ProcessElement(0, func(sh *Shard) bool {
		if at == len(shards) {
			return false
		}
		*sh = shards[at]
		at++
		return true
	}, func(sh Shard) { numbered = append(numbered, sh) })
	for range 2 { // the names are given twice: this bundle is tried again, too
		for _, sh := range numbered {
			if _, err := (&renameFn{}).ProcessElement(ctx, sh); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := out.RemoveTemporary(ctx); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(out.Dir)
	if err != nil {
		t.Fatal(err)
	}
	findings := 0
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(out.Dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		findings += strings.Count(string(data), `"code":"port"`)
	}
	if len(entries) != 2 || findings != 1000 {
		t.Errorf("got %d files with %d findings, want 2 with 1000", len(entries), findings)
	}
	// The counts of parts do not depend on the order in which they come.
	f := summaryFn{}
	forth := f.MergeAccumulators(f.AddInput(f.CreateAccumulator(), parts[0]), f.AddInput(f.CreateAccumulator(), parts[1]))
	back := f.AddInput(f.AddInput(f.CreateAccumulator(), parts[1]), parts[0])
	if a, b := string(forth.AppendJSON(nil)), string(back.AppendJSON(nil)); a != b || forth.Errors != 1000 {
		t.Errorf("got %s and %s", a, b)
	}
}
