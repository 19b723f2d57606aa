package run

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/rfc3987/iri/internal/files/folders"
)

const diffContext = 3 // unchanged lines around a change

// A hunk is a hunk of a unified diff.
type hunk struct {
	body               []byte
	oldLine, newLine   int
	oldCount, newCount int
	after              int // how many unchanged lines follow the last change
}

func (h *hunk) add(mark byte, line []byte) {
	h.body = append(append(h.body, mark), line...)
	if !bytes.HasSuffix(line, []byte("\n")) {
		h.body = append(h.body, "\n\\ No newline at end of file\n"...)
	}
	if mark != '+' {
		h.oldCount++
	}
	if mark != '-' {
		h.newCount++
	}
}

// A Diff makes a unified diff of a file from the output of a conversion: chunks and their edits, in order.
type Diff struct {
	hunks    bytes.Buffer
	hunk     *hunk
	before   [][]byte // unchanged lines before a hunk
	old, new []byte   // lines that are not complete, or that have changed
	oldLine  int      // the number of the line in the old text
	newLine  int
	oldDone  int // how many bytes of old are changed lines
	newDone  int
	skip     int // how many bytes of the next output are part of an earlier edit
}

// Add adds the output of a chunk.
func (d *Diff) Add(out []byte, edits []Edit) {
	at := min(d.skip, len(out))
	d.skip -= at
	for _, e := range edits {
		d.same(out[at:e.At])
		d.old, d.new = append(d.old, e.Old...), append(d.new, e.New...)
		at = min(e.At+len(e.New), len(out))
		d.skip = e.At + len(e.New) - at
	}
	d.same(out[at:])
}

// same adds unchanged text.
func (d *Diff) same(text []byte) {
	for line := range bytes.Lines(text) {
		d.old, d.new = append(d.old, line...), append(d.new, line...)
		if line[len(line)-1] == '\n' {
			d.endLines()
		}
	}
}

// endLines processes lines that are complete in both texts. Changed lines are added to the hunk when an unchanged one
// follows.
func (d *Diff) endLines() {
	old, new := d.old[d.oldDone:], d.new[d.newDone:]
	if !bytes.Equal(old, new) {
		d.oldDone, d.newDone = len(d.old), len(d.new)
		return
	}
	line := bytes.Clone(old)
	d.change()
	if len(line) > 0 {
		d.context(line)
	}
}

// change adds the changed lines to the hunk.
func (d *Diff) change() {
	if d.oldDone+d.newDone > 0 {
		if d.hunk == nil {
			d.hunk = &hunk{oldLine: d.oldLine + 1 - len(d.before), newLine: d.newLine + 1 - len(d.before)}
		}
		for _, line := range d.before {
			d.hunk.add(' ', line)
		}
		d.before, d.hunk.after = nil, 0
		for line := range bytes.Lines(d.old[:d.oldDone]) {
			d.hunk.add('-', line)
			d.oldLine++
		}
		for line := range bytes.Lines(d.new[:d.newDone]) {
			d.hunk.add('+', line)
			d.newLine++
		}
	}
	d.old, d.new, d.oldDone, d.newDone = d.old[:0], d.new[:0], 0, 0
}

// context adds an unchanged line.
func (d *Diff) context(line []byte) {
	d.oldLine, d.newLine = d.oldLine+1, d.newLine+1
	if d.hunk != nil && d.hunk.after < diffContext {
		d.hunk.add(' ', line)
		d.hunk.after++
		return
	}
	if d.before = append(d.before, line); len(d.before) > diffContext {
		d.before = d.before[1:]
	}
	if len(d.before) == diffContext {
		d.endHunk() // the next change is too far away
	}
}

func (d *Diff) endHunk() {
	if h := d.hunk; h != nil {
		fmt.Fprintf(&d.hunks, "@@ -%d,%d +%d,%d @@\n%s", h.oldLine, h.oldCount, h.newLine, h.newCount, h.body)
		d.hunk = nil
	}
}

// DiffFolder returns the folder to which the names in diffs are relative: the working directory if it has all of the
// files, and otherwise the nearest folder above that has them.
func DiffFolder(names []string) (string, error) {
	dir, err := filepath.Abs(".")
	for _, name := range names {
		abs, wrong := filepath.Abs(name)
		err = cmp.Or(err, wrong)
		for !folders.Within(dir, abs) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
		}
	}
	return dir, err
}

// Write writes the diff of a file, in the form that git apply and patch -p1 accept in the folder.
func (d *Diff) Write(w io.Writer, name, folder string) error {
	d.endLines()
	d.change()
	d.endHunk()
	if abs, err := filepath.Abs(name); err == nil {
		if rel, err := filepath.Rel(folder, abs); err == nil {
			name = rel
		}
	}
	name = filepath.ToSlash(name)
	_, err := fmt.Fprintf(w, "--- %s\n+++ %s\n%s", quoteName("a/"+name), quoteName("b/"+name), &d.hunks)
	return err
}

// quoteName quotes the name of a file as git does in the header of a diff. Unquoted, a name with a line feed could
// make patch change another file.
func quoteName(name string) string {
	special := func(r rune) bool { return r < ' ' || r == 0x7F || r == '"' || r == '\\' }
	if !strings.ContainsFunc(name, special) {
		if strings.Contains(name, " ") {
			return name + "\t" // a tab ends the name
		}
		return name
	}
	b := []byte{'"'}
	for i := range len(name) {
		c := name[i]
		switch n := strings.IndexByte("\a\b\t\n\v\f\r", c); {
		case n >= 0:
			b = append(b, '\\', "abtnvfr"[n])
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case special(rune(c)):
			b = fmt.Appendf(b, "\\%03o", c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
