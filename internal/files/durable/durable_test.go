package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for i, want := range []string{"new", "new and longer"} {
		if err := WriteFile(name, []byte(want)); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil || string(text) != want {
			t.Errorf("got %q, %v, want %q", text, err, want)
		}
		if info, err := os.Stat(name); err != nil || info.Mode() != []os.FileMode{0o644, 0o640}[i] {
			t.Errorf("the mode is %v, %v", info.Mode(), err)
		}
		if err := os.Chmod(name, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteFile(dir, nil); !errors.Is(err, ErrIrregular) {
		t.Errorf("a folder: %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left, want 1", len(files))
	}
	for _, tt := range []struct {
		protect func() error
		want    error
	}{
		{func() error { return os.Chmod(name, 0o440) }, ErrReadOnly},
		{func() error { return errors.Join(os.Chmod(name, 0o600), os.Link(name, name+"2")) }, ErrLinks},
	} {
		if err := tt.protect(); err != nil {
			t.Skip(err)
		}
		if err := WriteFile(name, nil); err != tt.want {
			t.Errorf("got %v, want %v", err, tt.want)
		}
	}
}

// TestChanged checks that a file which another program has changed stays as that left it.
func TestChanged(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(name string) error
		text   string // what the file holds afterwards
		err    bool
	}{
		{"nothing", func(string) error { return nil }, "new", false},
		{"read", func(name string) error { _, err := os.ReadFile(name); return err }, "new", false},
		{"truncated", func(name string) error { return os.Truncate(name, 1) }, "o", true},
		{"of the same length", func(name string) error { return os.WriteFile(name, []byte("OLD"), 0o600) }, "OLD",
			true},
		{"replaced", func(name string) error {
			return errors.Join(os.WriteFile(name+".x", []byte("old"), 0o600), os.Rename(name+".x", name))
		}, "old", true},
		{"removed", os.Remove, "", true},
		{"another mode", func(name string) error { return os.Chmod(name, 0o400) }, "old", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "a")
			if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			then := time.Now().Add(-time.Minute)
			if err := os.Chtimes(name, then, then); err != nil { // the clock of a file system may be coarse
				t.Fatal(err)
			}
			temp, err := CreateTemp(name)
			if err != nil {
				t.Fatal(err)
			}
			defer temp.Discard()
			if _, err := temp.WriteString("new"); err != nil {
				t.Fatal(err)
			}
			if err := tt.change(name); err != nil {
				t.Fatal(err)
			}
			if err := temp.Replace(); (err != nil) != tt.err {
				t.Errorf("got the error %v", err)
			}
			if text, _ := os.ReadFile(name); string(text) != tt.text {
				t.Errorf("the file holds %q, want %q", text, tt.text)
			}
		})
	}
}

// TestKeep checks that a new file has the mode and the owner of the old one, and that a link leads to it.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(name, []byte("old"), 0o600), os.Symlink("a", link)); err != nil {
		t.Skip(err)
	}
	os.Chown(name, 1234, 5678) // only root may
	if err := os.Chmod(name, 0o651|os.ModeSetgid|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	old, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	now, err := os.Lstat(name)
	if err != nil {
		t.Fatal(err)
	}
	if os.SameFile(old, now) || now.Mode() != old.Mode() {
		t.Errorf("got the mode %v, want %v", now.Mode(), old.Mode())
	}
	owner := func(info os.FileInfo) string {
		s := reflect.Indirect(reflect.ValueOf(info.Sys()))
		if s.Kind() != reflect.Struct || !s.FieldByName("Uid").IsValid() {
			return ""
		}
		return fmt.Sprint(s.FieldByName("Uid"), s.FieldByName("Gid"))
	}
	if owner(now) != owner(old) {
		t.Errorf("got the owner and the group %s, want %s", owner(now), owner(old))
	}
	if to, err := os.Readlink(link); err != nil || to != "a" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}

// TestRemoveLeft checks that only what was left over is removed, an hour after it was written.
func TestRemoveLeft(t *testing.T) {
	dir := t.TempDir()
	then := time.Now().Add(-2 * leftAfter)
	for _, left := range [][]string{{".iri-new-1", ".gitignore", "new"}, {".iri-new-2", ".gitignore"}, {".iri-new-3"},
		{".iri-new-mine", "precious"}, {"other", "new"}} {
		if err := os.Mkdir(filepath.Join(dir, left[0]), 0o700); err != nil {
			t.Fatal(err)
		}
		for _, file := range append(left[1:], "") {
			path := filepath.Join(dir, left[0], file)
			if file != "" {
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chtimes(path, then, then); err != nil {
				t.Fatal(err)
			}
		}
	}
	temp, err := CreateTemp(filepath.Join(dir, "x"))
	if err != nil {
		t.Fatal(err)
	}
	defer temp.Discard()
	RemoveLeft(dir)
	var left []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{filepath.Base(filepath.Dir(temp.File.Name())), ".iri-new-mine", "other"}
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("%q are left, want %q", left, want)
	}
	if _, err := os.Stat(temp.File.Name()); err != nil {
		t.Error("the file of a process that lives is gone")
	}
}

// TestPowerCut checks the order of what reaches the disk: the new file whole, and its entry,
// before it takes the place of the old one, and the new name before Replace returns. After an
// error before that, the old file stands.
func TestPowerCut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders are not synced")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	for _, tt := range []struct {
		name  string
		fails int // the number of the call that fails, from 1; 0 for none
		want  []string
		text  string // what name holds afterwards
	}{
		{"all is well", 0, []string{"sync file new", "sync folder .gitignore new", "rename new a", "sync folder a"}, "new"},
		{"the file is not on the disk", 1, []string{"sync file new", "sync folder .gitignore new"}, "old"},
		{"its entry is not on the disk", 2, []string{"sync file new", "sync folder .gitignore new"}, "old"},
		{"the rename fails", 3, []string{"sync file new", "sync folder .gitignore new", "rename new a"}, "old"},
		{"the new name is not on the disk", 4, []string{"sync file new", "sync folder .gitignore new", "rename new a",
			"sync folder a"}, "new"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			temp, err := CreateTemp(name)
			if err != nil {
				t.Fatal(err)
			}
			defer temp.Discard()
			var calls []string
			call := func(what string) error {
				if calls = append(calls, what); len(calls) == tt.fails {
					return syscall.EIO
				}
				return nil
			}
			temp.system.sync = func(f *os.File) error {
				info, err := f.Stat()
				if err != nil {
					return err
				}
				if info.IsDir() {
					names := []string{"sync folder"}
					entries, _ := os.ReadDir(f.Name())
					for _, e := range entries {
						names = append(names, e.Name())
					}
					return call(strings.Join(names, " "))
				}
				text, _ := os.ReadFile(f.Name())
				return call("sync file " + string(text))
			}
			temp.system.rename = func(from, to string) error {
				if err := call("rename " + filepath.Base(from) + " " + filepath.Base(to)); err != nil {
					return err
				}
				return os.Rename(from, to)
			}
			if _, err := temp.WriteString("new"); err != nil {
				t.Fatal(err)
			}
			if err := temp.Replace(); (err != nil) != (tt.fails > 0) {
				t.Errorf("got the error %v", err)
			}
			if !slices.Equal(calls, tt.want) {
				t.Errorf("got %q, want %q", calls, tt.want)
			}
			if text, _ := os.ReadFile(name); string(text) != tt.text {
				t.Errorf("got %q, want %q", text, tt.text)
			}
		})
	}
}

// TestOnlyReplace checks that the command puts no file in the place of another in any other
// way: the order of TestPowerCut is that of all.
func TestOnlyReplace(t *testing.T) {
	uses := 0
	for _, pattern := range []string{"../../../cmd/iri/*.go", "../../*/*.go", "../../*/*/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "../../files/durable/") {
				continue
			}
			if strings.Contains(string(src), "os.Rename(") {
				t.Errorf("%s calls os.Rename", name)
			}
			uses += strings.Count(string(src), " durable.WriteFile(") + strings.Count(string(src), "temp.Replace(")
		}
	}
	if uses != 3 {
		t.Errorf("files are replaced in %d places, want those of baselines, fix -w and grammar fmt -w", uses)
	}
}
