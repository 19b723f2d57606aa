package durable

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestReplace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(name, "old")
	write(filepath.Join(filepath.Dir(name), "taken"), "mine")
	if _, err := CreateTemp(name, "taken"); !errors.Is(err, os.ErrExist) {
		t.Errorf("got %v, want an error: the file exists", err)
	}
	for i, base := range []string{".new-*", ".new"} {
		temp, err := CreateTemp(name, base)
		if err != nil {
			t.Fatal(err)
		}
		defer temp.Discard()
		want := strings.Repeat("new", i+1)
		if _, err := temp.WriteString(want); err != nil {
			t.Fatal(err)
		}
		if err := temp.Replace(name, nil); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	temp, err := CreateTemp(name, ".new")
	if err != nil {
		t.Fatal(err)
	}
	temp.Discard()
	if entries, _ := os.ReadDir(filepath.Dir(name)); len(entries) != 2 {
		t.Errorf("got %v, want a and taken", entries)
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
		{"all is well", 0, []string{"sync file new", "sync folder .new a", "rename .new a", "sync folder a"}, "new"},
		{"the file is not on the disk", 1, []string{"sync file new", "sync folder .new a"}, "old"},
		{"its entry is not on the disk", 2, []string{"sync file new", "sync folder .new a"}, "old"},
		{"the rename fails", 3, []string{"sync file new", "sync folder .new a", "rename .new a"}, "old"},
		{"the new name is not on the disk", 4, []string{"sync file new", "sync folder .new a", "rename .new a",
			"sync folder a"}, "new"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			temp, err := CreateTemp(name, ".new")
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
			if err := temp.Replace(name, nil); (err != nil) != (tt.fails > 0) {
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
// way: the order of TestPowerCut is that of checkpoints, of baselines and of fix -w.
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
			uses += strings.Count(string(src), " durable.Put(") + strings.Count(string(src), " temp.Replace(")
		}
	}
	if uses != 3 {
		t.Errorf("files are replaced in %d places, want one for checkpoints, one for baselines and one for fix -w",
			uses)
	}
}

// TestLock checks that one process holds a lock at a time; cmd/iri has a test with two
// processes, one of which is killed.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	first, err := TakeLock(name, "the first")
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := TakeLock(name, "the second"); !errors.Is(err, ErrLocked) ||
		!strings.Contains(err.Error(), "the first") {
		t.Errorf("got %v, want %v: the first", err, ErrLocked)
	}
	first.Release()
	if _, err := os.Stat(name); err == nil {
		t.Error("the file is left over")
	}
	// A process that was killed leaves its file.
	if err := os.WriteFile(name, []byte(lockWords+"the dead\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	third, err := TakeLock(name, "the third")
	if err != nil {
		t.Fatal(err)
	}
	third.Release()
	if err := os.WriteFile(name, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := TakeLock(name, "the fourth"); err == nil || !strings.Contains(err.Error(), "is not a lock file") {
		t.Errorf("got %v", err)
	}
	if text, _ := os.ReadFile(name); string(text) != "precious" {
		t.Errorf("the file now holds %q", text)
	}
}
