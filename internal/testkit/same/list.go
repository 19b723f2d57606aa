package main

import (
	"fmt"
	"io"
	"log"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A list is the content of same.txt: the commit to compare with, and the differences that are intended.
//
//	commit 319168b6
//
//	runs  ^iri (fix|to-uri) .*--from rdfxml
//	lines xmlns:
//	why   edits of a record are written in the order of the file
//
// The regular expression of runs matches the name of the run, and that of lines a line of the difference: "- " precedes a
// line of before, "+ " a line of now. A line that begins with # is a comment.
type list struct {
	commit  string
	entries []*entry
	unmeant map[string][]difference // by kind, the differences that no entry matches
}

// An entry says which differences are intended, and why.
type entry struct {
	runs, lines *regexp.Regexp
	why         string
	used        int // how many differences it has matched
}

// part is a part of same.txt.
var part = regexp.MustCompile(`(?m)^(#.*|commit +(\S+)|runs +(\S.*)\nlines +(\S.*)\nwhy +(\S.*))$`)

// readList reads same.txt.
func readList(text string) *list {
	l := &list{unmeant: make(map[string][]difference)}
	if rest := strings.TrimSpace(part.ReplaceAllString(text, "")); rest != "" {
		log.Fatalf("same.txt: an entry has three lines, runs, lines and why:\n%s", rest)
	}
	for _, p := range part.FindAllStringSubmatch(text, -1) {
		l.commit += p[2]
		if p[3] != "" {
			e := &entry{must(regexp.Compile(p[3])), must(regexp.Compile("(?m)" + p[4])), p[5], 0}
			l.entries = append(l.entries, e)
		}
	}
	return l
}

// add adds a difference to the counts of all entries that match it, or else to unmeant.
func (l *list) add(d difference) {
	meant := false
	for _, e := range l.entries {
		if e.runs.MatchString(d.run) && e.lines.MatchString(d.text) {
			e.used++
			meant = true
		}
	}
	if !meant {
		words := strings.Fields(d.run)
		kind := strings.Join(words[:min(2, len(words))], " ")
		l.unmeant[kind] = append(l.unmeant[kind], d)
	}
}

// print prints the differences that are not intended, by kind, and the number of the others. It returns false if there are
// any that are not intended or, if named is true, an entry that matches none.
func (l *list) print(w io.Writer, named bool) (ok bool) {
	ok = len(l.unmeant) == 0
	for _, kind := range slices.Sorted(maps.Keys(l.unmeant)) {
		all := l.unmeant[kind]
		fmt.Fprintf(w, "\n%s: %d differences are not in same.txt; one that is meant needs an entry\n", kind, len(all))
		texts := make(map[string]bool)
		for _, d := range all {
			if len(texts) < 4 && !texts[d.text] {
				texts[d.text] = true
				fmt.Fprintf(w, "  %s: %s\n", d.run, d.where)
				d.print(w)
			}
		}
	}
	if ok {
		fmt.Fprintln(w, "there are no differences that are not meant")
	}
	for _, e := range l.entries {
		if e.used > 0 {
			fmt.Fprintf(w, "%d differences are meant: %s\n", e.used, e.why)
		} else if named {
			ok = false
			fmt.Fprintf(w, "same.txt: no difference is like this any more: take the entry out: %s\n", e.why)
		}
	}
	return ok
}

// print prints the lines of a difference. It shortens long lines and long lists of lines, and begins a pair of lines
// shortly before their first difference.
func (d *difference) print(w io.Writer) {
	lines, from := strings.Split(d.text, "\n"), 1
	if len(lines) == 2 && lines[1][0] == '+' {
		for from < min(len(lines[0]), len(lines[1])) && lines[0][from] == lines[1][from] {
			from++
		}
	}
	for _, line := range lines[:min(12, len(lines))] {
		fmt.Fprintf(w, "    %c %.240q\n", line[0], line[min(max(1, from-80), len(line)):])
	}
}
