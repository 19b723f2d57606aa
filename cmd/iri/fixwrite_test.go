package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestFixWriteFullDisk holds that a file on a disk that is full stays as it was, and is named. It
// needs the right to mount a small disk.
func TestFixWriteFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	defer exec.Command("umount", dir).Run()
	name, text := filepath.Join(dir, "a.txt"), strings.Repeat("http://e/a b\n", 15_000)
	if err := os.WriteFile(name, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	_, errs, exit := runOn("", "fix", "-w", "-f", name)
	if exit != 2 || !strings.Contains(errs, name+": its new text cannot be written") ||
		!strings.Contains(errs, "0 mended") {
		t.Errorf("got the exit status %d: %s", exit, errs)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != text {
		t.Errorf("the file has %d bytes, %v", len(got), err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("got the files %v", left)
	}
}

// TestFixWriteLeft holds that the files that a run has left which was killed are gone after a run in that folder an hour
// later, and that of a run that lives stays.
func TestFixWriteLeft(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.txt")
	left := killedFix(t, name)
	if err := os.WriteFile(name, []byte("http://e/a b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	living, err := durable.CreateTemp(name)
	if err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(left, "new"), then, then); err != nil {
		t.Fatal(err)
	}
	defer living.Discard()
	runOn("", "fix", "-w", "-f", name)
	if got, err := os.ReadFile(name); err != nil || string(got) != "http://e/a%20b\n" {
		t.Errorf("the file has %q, %v", got, err)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("the file of a run that has ended is left over")
	}
	if _, err := os.Stat(living.Name()); err != nil {
		t.Error("the file of a run that lives is gone")
	}
}

// killedFix makes a file, kills a run of iri fix -w that works on it, and returns what that has left over.
func killedFix(t *testing.T, name string) (left string) {
	t.Helper()
	if err := os.WriteFile(name, bytes.Repeat([]byte("http://e/a b\n"), 200_000), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		cmd := iriCommand(t, "fix", "-w", "-f", name)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for alive := true; alive; {
			// Before the fix each file is tried, and a file is there that is gone soon.
			if written, _ := filepath.Glob(filepath.Join(filepath.Dir(name), durable.Folders, "new")); written != nil {
				if info, err := os.Stat(written[0]); err == nil && info.Size() > 0 {
					cmd.Process.Kill()
				}
			}
			select {
			case <-ended:
				alive = false
			case <-time.After(time.Millisecond):
			}
		}
		if folders, _ := filepath.Glob(filepath.Join(filepath.Dir(name), durable.Folders)); folders != nil {
			return folders[0]
		}
	}
	t.Fatal("no run could be killed")
	return ""
}

// TestFixWriteKilledGit holds that what a run has left which was killed is not committed with the rest of a folder.
func TestFixWriteKilledGit(t *testing.T) {
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
		if err != nil {
			t.Skipf("%v: %s", err, out)
		}
		return string(out)
	}
	git("init", "-q")
	left := killedFix(t, filepath.Join(dir, "a.txt"))
	if got, want := git("add", "-A", "-n"), "add 'a.txt'\n"; got != want {
		t.Errorf("%s: git add -A -n says %q, want %q", left, got, want)
	}
}

// TestFixWriteStress holds that a file is whole whatever happens to iri fix -w: another program
// appends to the file, replaces it or fills the disk at any moment, and the run is killed. A disk that can be
// filled needs the right to mount one.
func TestFixWriteStress(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	rounds := 12
	if n := testkit.AskedNumber("attack"); n > 0 {
		rounds = 10 * n
	}
	const lines = 20_000
	bad, good := strings.Repeat("http://e/a b\n", lines), strings.Repeat("http://e/a%20b\n", lines)
	dir := t.TempDir()
	small := exec.Command("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", dir).Run() == nil
	if small {
		defer exec.Command("umount", dir).Run()
	}
	name, filler := filepath.Join(dir, "a.txt"), filepath.Join(dir, "filler")
	var replaced, refused, killed, filled int
	var usual time.Duration // of a run
	for round := range rounds {
		if err := os.WriteFile(name, []byte(bad), 0o640); err != nil {
			t.Fatal(err)
		}
		cmd := iriCommand(t, "fix", "-w", "-f", name)
		var notes bytes.Buffer
		cmd.Stderr = &notes
		start := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		var added strings.Builder
		sometime := func() time.Duration { return time.Duration(rand.Int64N(int64(usual)*5/4 + 1)) }
		switch round % 5 {
		case 1: // appends
			for i := range 3 {
				time.Sleep(sometime() / 3)
				line := fmt.Sprintf("http://other/%d\n", i)
				f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := f.WriteString(line); err != nil {
					t.Fatal(err)
				}
				f.Close()
				added.WriteString(line)
			}
		case 2: // replaces
			time.Sleep(sometime())
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			added.WriteString("http://other/\n")
			if err := os.WriteFile(name+".new", append(text, added.String()...), 0o640); err != nil {
				t.Fatal(err)
			}
			if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, text) {
				added.Reset() // the other program would lose the change of this one
			} else if err := os.Rename(name+".new", name); err != nil {
				t.Fatal(err)
			}
		case 3:
			time.Sleep(sometime())
			cmd.Process.Signal([]os.Signal{syscall.SIGKILL, syscall.SIGTERM}[rand.IntN(2)])
			killed++
		case 4:
			if small {
				time.Sleep(sometime())
				os.WriteFile(filler, make([]byte, 4<<20), 0o600) // as much as there is room for
				filled++
			}
		}
		err := <-ended
		os.Remove(filler)
		left, _ := filepath.Glob(filepath.Join(dir, durable.Folders))
		if len(left) > 0 && round%5 != 3 {
			t.Fatalf("round %d: %v is left over", round, left)
		}
		for _, folder := range left {
			os.RemoveAll(folder)
		}
		if round == 0 {
			usual = time.Since(start)
		}
		text, readErr := os.ReadFile(name)
		if readErr != nil {
			t.Fatal(readErr)
		}
		missing := 0
		for line := range strings.Lines(added.String()) {
			if !bytes.Contains(text, []byte(line)) {
				missing++
			}
		}
		switch rest := string(text); {
		case rest == good+added.String():
			replaced++
		case round%5 == 1 && missing == 1 && strings.HasPrefix(rest, good): // written between the last look and the new name
			replaced++
		case rest == bad+added.String() && (err != nil || added.Len() > 0):
			refused++
		case round%5 == 2 && rest == good: // the run came after the other program had looked
		default:
			t.Fatalf("round %d: %v, %s: the file has %d bytes and ends in %q", round, err, notes.String(), len(text),
				text[max(0, len(text)-60):])
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
			t.Fatalf("round %d: the mode is %v, %v", round, info.Mode(), err)
		}
	}
	t.Logf("%d rounds: %d times the new text, %d times the old one, %d kills, %d full disks", rounds, replaced, refused, killed, filled)
}
