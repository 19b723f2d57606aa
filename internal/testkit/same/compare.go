package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
)

// patience is how long a run may take.
const patience = 2 * time.Minute

// A difference is one place in which two outputs differ.
type difference struct {
	run   string // the command line, or the call of the library
	input string // the string or the file, empty if it is not known
	where string // stdout, stderr, the exit status or a file

	before, now []string // the lines that are not the same
}

// text is what the patterns of same.txt are held against.
func (d *difference) text() string {
	var b strings.Builder
	for _, line := range d.before {
		b.WriteString("- " + line + "\n")
	}
	for _, line := range d.now {
		b.WriteString("+ " + line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// An outcome is what a run said and did: the texts by where they are. Status is one of them.
type outcome struct {
	texts   map[string][]byte
	crashed bool
}

func (o outcome) equal(p outcome) bool {
	if len(o.texts) != len(p.texts) {
		return false
	}
	for where, text := range o.texts {
		if other, ok := p.texts[where]; !ok || !bytes.Equal(text, other) {
			return false
		}
	}
	return true
}

// An asker makes a run with one of the programs.
type asker func(run) (outcome, error)

// program returns what makes runs with a program in a folder.
func program(path, dir string) asker {
	return func(r run) (outcome, error) {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		var out, errs bytes.Buffer
		cmd := exec.CommandContext(ctx, path, r.args()...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
		cmd.Env = append(os.Environ(), "GOGC=off") // a run is short
		status := "0"
		if err := cmd.Run(); err != nil {
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
				return outcome{}, err
			}
			if status = err.Error(); ctx.Err() != nil {
				status = fmt.Sprint("ended after ", patience)
			}
		}
		said, crashed := cutTrace(errs.Bytes())
		texts := map[string][]byte{"exit status": []byte(status), "stdout": out.Bytes(), "stderr": said}
		if r.write {
			if err := readFolder(filepath.Join(dir, filepath.FromSlash(r.over.name)), texts); err != nil {
				return outcome{}, err
			}
		}
		return outcome{texts, crashed}, nil
	}
}

// cutTrace returns what a program wrote to standard error without the trace of a panic, which has other
// addresses in each run, and whether there was one.
func cutTrace(errs []byte) (said []byte, crashed bool) {
	for _, begin := range []string{"panic: ", "fatal error: "} {
		i := bytes.Index(errs, []byte(begin))
		if i < 0 || i > 0 && errs[i-1] != '\n' {
			continue
		}
		line, _, _ := bytes.Cut(errs[i:], []byte("\n"))
		return errs[:i+len(line)], true
	}
	return errs, false
}

// compareRun makes a run with both programs and returns in what they differ. If one of them crashes, which leaves
// out the files after it, they are halved until the one that crashes is alone.
func compareRun(r run, before, now asker) ([]difference, error) {
	a, err := before(r)
	if err != nil {
		return nil, err
	}
	b, err := now(r)
	if err != nil {
		return nil, err
	}
	if files := r.files(); (a.crashed || b.crashed) && len(files) > 1 {
		var list []difference
		for _, half := range [][]string{files[:len(files)/2], files[len(files)/2:]} {
			found, err := compareRun(r.only(half), before, now)
			if err != nil {
				return nil, err
			}
			list = append(list, found...)
		}
		return list, nil
	}
	if a.equal(b) {
		return nil, nil
	}
	var list []difference
	name := r.only(nil).String()
	for where, text := range a.texts {
		other, ok := b.texts[where]
		if !ok {
			other = []byte("there is no such file now")
		}
		for _, d := range changes(text, other, r.over != nil && slices.Contains(r.over.flags, "null")) {
			d.run, d.where = name, where
			list = append(list, d)
		}
	}
	for where := range b.texts {
		if _, ok := a.texts[where]; !ok {
			list = append(list, difference{run: name, where: where, now: []string{"there was no such file"}})
		}
	}
	if files := r.files(); len(files) == 1 {
		for i := range list {
			list[i].input = files[0]
		}
	}
	return list, nil
}

// find returns the file that makes a difference of a run, empty if none does by itself: it halves the files until
// one is left.
func find(r run, d difference, before, now asker) (string, error) {
	files := r.files()
	for len(files) > 1 {
		first, rest := files[:len(files)/2], files[len(files)/2:]
		list, err := compareRun(r.only(first), before, now)
		if err != nil {
			return "", err
		}
		if files = first; !slices.ContainsFunc(list, func(o difference) bool { return o.text() == d.text() }) {
			files = rest
		}
	}
	if len(files) == 0 {
		return "", nil
	}
	list, err := compareRun(r.only(files), before, now)
	if err != nil || !slices.ContainsFunc(list, func(o difference) bool { return o.text() == d.text() }) {
		return "", err
	}
	return files[0], nil
}

// changes returns the lines in which two texts differ; nul says that they end with NUL. If as many lines stand in
// place of others, each is a difference of its own.
func changes(before, now []byte, nul bool) (list []difference) {
	if bytes.Equal(before, now) {
		return nil
	}
	var d difference
	flush := func() {
		if len(d.before) == len(d.now) {
			for i := range d.before {
				if d.before[i] != d.now[i] {
					list = append(list, difference{before: d.before[i : i+1], now: d.now[i : i+1]})
				}
			}
		} else {
			list = append(list, d)
		}
		d = difference{}
	}
	if nul {
		before = bytes.ReplaceAll(before, []byte{0}, []byte("\x00\n"))
		now = bytes.ReplaceAll(now, []byte{0}, []byte("\x00\n"))
	}
	lines := strings.Split(string(diff.Diff("before", before, "now", now)), "\n")
	for _, line := range lines[3:] { // after the names of the texts
		switch mark := line[:min(1, len(line))]; mark {
		case "-":
			d.before = append(d.before, line[1:])
		case "+":
			d.now = append(d.now, line[1:])
		case "\\": // the line before it is the last one of its text, and has no end
			last := &d.before
			if len(d.now) > 0 {
				last = &d.now
			}
			if n := len(*last); n > 0 {
				(*last)[n-1] += " (without a line end)"
			}
		default:
			flush()
		}
	}
	flush()
	return list
}

// compareAnswers reads what two drivers of the library say of the same strings, and calls found with each
// difference. It returns how many answers there were.
func compareAnswers(before, now io.Reader, found func(difference)) (calls int, err error) {
	scanner := func(r io.Reader) *bufio.Scanner {
		sc := bufio.NewScanner(r)
		sc.Buffer(nil, 1<<28)
		return sc
	}
	a, b := scanner(before), scanner(now)
	input := ""
	for {
		more, moreNow := a.Scan(), b.Scan()
		if err := errors.Join(a.Err(), b.Err()); err != nil {
			return calls, err
		}
		switch {
		case !more && !moreNow:
			return calls, nil
		case !more:
			return calls, fmt.Errorf("the driver of before ended early, after %s", input)
		case !moreNow:
			return calls, fmt.Errorf("the driver of now ended early, after %s", input)
		}
		if text, ok := strings.CutPrefix(a.Text(), "= "); ok && a.Text() == b.Text() {
			input = text
			continue
		}
		calls++
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			call, x, _ := strings.Cut(a.Text(), "\t")
			_, y, _ := strings.Cut(b.Text(), "\t")
			found(difference{"library " + call, input, "answer", []string{x}, []string{y}})
		}
	}
}

// readFolder adds the text of each file of a folder by its name.
func readFolder(dir string, texts map[string][]byte) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		texts[e.Name()] = text
	}
	return nil
}
