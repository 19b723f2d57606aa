//go:build linux

package durable

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// replaceAfter replaces a file, after change has been done to it since it was opened.
func replaceAfter(t *testing.T, name string, change func() error) error {
	t.Helper()
	o, err := OpenOriginal(name)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	temp, err := CreateTemp(o.Name(), ".new-*")
	if err != nil {
		t.Fatal(err)
	}
	defer temp.Discard()
	if _, err := temp.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	if err := temp.Keep(o); err != nil {
		t.Fatal(err)
	}
	if err := change(); err != nil {
		t.Fatal(err)
	}
	return temp.Replace(o.Name(), o)
}

// TestChangedOriginal checks that no change by another program is lost.
func TestChangedOriginal(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(name string) error
		text   string // what the file holds afterwards
		err    bool
	}{
		{"nothing", func(string) error { return nil }, "new", false},
		{"read", func(name string) error { _, err := os.ReadFile(name); return err }, "new", false},
		{"appended to", func(name string) error {
			f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString(" more")
			return errors.Join(err, f.Close())
		}, "old more", true},
		{"truncated", func(name string) error { return os.Truncate(name, 1) }, "o", true},
		{"of the same length", func(name string) error { return os.WriteFile(name, []byte("OLD"), 0o600) }, "OLD",
			true},
		{"replaced", func(name string) error {
			return errors.Join(os.WriteFile(name+".x", []byte("other"), 0o600), os.Rename(name+".x", name))
		}, "other", true},
		{"removed", os.Remove, "", true},
		{"another mode", func(name string) error { return os.Chmod(name, 0o640) }, "old", true},
		{"another attribute", func(name string) error { return unix.Setxattr(name, "user.a", []byte("b"), 0) }, "old",
			true},
		{"another name", func(name string) error { return os.Link(name, name+".l") }, "old", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "[a]*")
			if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := replaceAfter(t, name, func() error { return tt.change(name) }); (err != nil) != tt.err {
				t.Errorf("got the error %v", err)
			}
			if text, _ := os.ReadFile(name); string(text) != tt.text {
				t.Errorf("the file holds %q, want %q", text, tt.text)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".new-*")); len(left) > 0 {
				t.Errorf("%v is left over", left)
			}
		})
	}
}

// TestOpenForWriting checks that a file is not replaced that a program has open for writing.
func TestOpenForWriting(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := replaceAfter(t, name, func() error { return nil }); err != nil && !errors.Is(err, ErrInUse) {
		t.Errorf("got %v, want %v or, where the file system has no leases, no error", err, ErrInUse)
	}
}

// TestKeep checks that a new file has the metadata of the old one.
func TestKeep(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	attributes := unix.Setxattr(name, "user.iri", []byte("value"), 0) == nil
	owner := os.Chown(name, 1234, 5678) == nil // only root may
	if err := os.Chmod(name, 0o651|os.ModeSetgid|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	old, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := replaceAfter(t, name, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	now, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if os.SameFile(old, now) || now.Mode() != old.Mode() {
		t.Errorf("got the mode %v, want %v", now.Mode(), old.Mode())
	}
	if s := now.Sys().(*syscall.Stat_t); owner && (s.Uid != 1234 || s.Gid != 5678) {
		t.Errorf("got the owner %d and the group %d", s.Uid, s.Gid)
	}
	value := make([]byte, 10)
	if n, err := unix.Getxattr(name, "user.iri", value); attributes && (err != nil || string(value[:n]) != "value") {
		t.Errorf("got the attribute %q, %v", value[:max(n, 0)], err)
	}
}

func TestProtected(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	protected := func() error {
		o, err := OpenOriginal(name)
		if err != nil {
			return err
		}
		defer o.Close()
		if _, err := OpenOriginal(name); !errors.Is(err, ErrLocked) {
			t.Errorf("it is opened twice: %v", err)
		}
		return o.Protected()
	}
	if err := protected(); err != nil {
		t.Error(err)
	}
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := protected(); err != ErrReadOnly {
		t.Errorf("got %v, want %v", err, ErrReadOnly)
	}
	if err := errors.Join(os.Chmod(name, 0o600), os.Link(name, name+"2")); err != nil {
		t.Fatal(err)
	}
	if err := protected(); err != ErrLinks {
		t.Errorf("got %v, want %v", err, ErrLinks)
	}
	name = filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := protected(); err != ErrIrregular {
		t.Errorf("got %v, want %v", err, ErrIrregular)
	}
	if _, err := TakeLock(name, "me"); err == nil {
		t.Error("a pipe is taken for a lock")
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), link); err != nil {
		t.Fatal(err)
	}
	if _, err := TakeLock(link, "me"); err == nil {
		t.Error("a lock is taken through a link")
	}
	if _, err := os.Stat(filepath.Join(dir, "elsewhere")); err == nil {
		t.Error("the file that the link names has been made")
	}
}

// TestRemoveLeft checks that files of processes that live stay.
func TestRemoveLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a*[b]?")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	temp, err := CreateTemp(filepath.Join(dir, "x"), ".new-*")
	if err != nil {
		t.Fatal(err)
	}
	defer temp.Discard()
	dead := filepath.Join(dir, ".new-1")
	if err := os.WriteFile(dead, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	RemoveLeft(dir, ".new-*")
	if _, err := os.Stat(dead); err == nil {
		t.Error("the file of a process that has ended is left over")
	}
	if _, err := os.Stat(temp.Name()); err != nil {
		t.Error("the file of a process that lives is gone")
	}
}
