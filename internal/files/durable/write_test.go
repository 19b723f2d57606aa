package durable

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || string(text) != "new" {
		t.Errorf("got %q, %v", text, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(name, 0o440); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, nil); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a file that is read-only: %v", err)
	}
	if err := WriteFile(dir, nil); !errors.Is(err, ErrIrregular) {
		t.Errorf("a folder: %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "b"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left, want 1", len(files))
	}
}
