package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A list is what same.txt holds: the commit that now is compared with, and the differences that are meant.
//
//	commit 319168b6
//
//	runs  ^iri (fix|to-uri) .*--from rdfxml
//	lines xmlns:
//	why   edits of a record are written in the order of the file
//
// An empty line stands between two entries. Runs is a regular expression that is in the name of the run, lines one
// that is in the lines of the difference, those of before with "- " in front and those of now with "+ ". A line
// that begins with # is a comment.
type list struct {
	commit  string
	entries []*entry

	mu      sync.Mutex
	unmeant []difference   // those that no entry is about, as many as are kept
	count   int            // how many there are
	kinds   map[string]int // and how many of each kind
}

// An entry says which differences are meant, and why.
type entry struct {
	line        int // in same.txt
	runs, lines *regexp.Regexp
	why         string
	used        int // how many differences it is about
}

// readList reads same.txt.
func readList(text string) (*list, error) {
	l := &list{kinds: make(map[string]int)}
	var e *entry
	whole := func() error {
		if e != nil && (e.runs == nil || e.lines == nil || e.why == "") {
			return fmt.Errorf("same.txt:%d: an entry has three lines: runs, lines and why", e.line)
		}
		e = nil
		return nil
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			if err := whole(); err != nil {
				return nil, err
			}
			continue
		}
		word, value, _ := strings.Cut(line, " ")
		value = strings.TrimSpace(value)
		if word[0] == '#' {
			continue
		}
		if value == "" {
			return nil, fmt.Errorf("same.txt:%d: nothing follows %q", n, word)
		}
		if word == "commit" {
			if l.commit != "" {
				return nil, fmt.Errorf("same.txt:%d: there is a second commit", n)
			}
			l.commit = value
			continue
		}
		if e == nil {
			e = &entry{line: n}
			l.entries = append(l.entries, e)
		}
		var err error
		switch {
		case word == "runs" && e.runs == nil:
			e.runs, err = regexp.Compile(value)
		case word == "lines" && e.lines == nil:
			e.lines, err = regexp.Compile("(?m)" + value)
		case word == "why" && e.why == "":
			e.why = value
		default:
			err = fmt.Errorf("%q is not one of runs, lines and why, or stands in the entry twice", word)
		}
		if err != nil {
			return nil, fmt.Errorf("same.txt:%d: %w", n, err)
		}
	}
	if err := whole(); err != nil {
		return nil, err
	}
	if l.commit == "" {
		return nil, fmt.Errorf("same.txt: it does not name the commit to compare with: commit HASH")
	}
	return l, nil
}

// kept is how many differences are kept to be shown, and keptOf how many of one run.
const (
	kept   = 400
	keptOf = 4
)

// add takes a difference: all entries that it matches are about it.
func (l *list) add(d difference) {
	l.mu.Lock()
	defer l.mu.Unlock()
	meant := false
	for _, e := range l.entries {
		if e.runs.MatchString(d.run) && e.lines.MatchString(d.text()) {
			e.used++
			meant = true
		}
	}
	if meant {
		return
	}
	l.count++
	l.kinds[d.kind()]++
	same := 0
	for _, o := range l.unmeant {
		if o.run == d.run {
			same++
		}
	}
	if same < keptOf && len(l.unmeant) < kept {
		l.unmeant = append(l.unmeant, d)
	}
}

// kind returns the call of the library or the command.
func (d *difference) kind() string {
	if words := strings.Fields(d.run); words[0] == "iri" {
		return strings.Join(words[:min(2, len(words))], " ")
	}
	return d.run
}

// byRun orders differences, those of the library first.
func byRun(a, b difference) int {
	return cmp.Or(
		-cmp.Compare(a.run[:3], b.run[:3]), // library, iri
		cmp.Compare(a.run, b.run), cmp.Compare(a.where, b.where), cmp.Compare(a.input, b.input),
	)
}
