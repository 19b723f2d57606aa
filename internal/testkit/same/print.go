package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much is printed.
const (
	shownGroups = 150 // differences with other lines
	shownOfKind = 3   // of them of one command, or of one call of the library
	shownLines  = 12  // of one difference
	shownBytes  = 240 // of one line
)

// print prints the differences that are not meant, each once with the runs that have it, and how many of those that
// are meant there are. It reports whether all is as same.txt says. Entries that are about nothing are a fault if
// the commit is the one that it names. Input returns what a difference was found in.
func (l *list) print(w io.Writer, named bool, input func(difference) string) (ok bool) {
	ok = l.count == 0
	slices.SortStableFunc(l.unmeant, byRun)
	runs := make(map[string]int) // by lines
	var groups []difference
	for _, d := range l.unmeant {
		if runs[d.text()]++; runs[d.text()] == 1 {
			groups = append(groups, d)
		}
	}
	shown, shownOf := 0, make(map[string]int)
	for _, d := range groups {
		if shown == shownGroups || shownOf[d.kind()] == shownOfKind {
			continue
		}
		shown++
		shownOf[d.kind()]++
		fmt.Fprintf(w, "\n%s\n", d.run)
		if in := input(d); in != "" {
			fmt.Fprintf(w, "  in %s\n", in)
		}
		if n := runs[d.text()]; n > 1 {
			fmt.Fprintf(w, "  and %d more such runs or inputs\n", n-1)
		}
		fmt.Fprintf(w, "  %s\n", d.where)
		printLines(w, "-", d.before, d.now)
		printLines(w, "+", d.now, d.before)
	}
	if ok {
		fmt.Fprintln(w, "there are no differences that are not meant")
	} else {
		fmt.Fprintf(w, "\n%d differences are not in same.txt, %d of them above; one that is meant needs an entry:\n",
			l.count, shown)
		for _, kind := range slices.Sorted(maps.Keys(l.kinds)) {
			fmt.Fprintf(w, "%8d %s\n", l.kinds[kind], kind)
		}
	}
	for _, e := range l.entries {
		if e.used > 0 {
			fmt.Fprintf(w, "%d differences are meant: %s\n", e.used, e.why)
		} else if named {
			ok = false
			fmt.Fprintf(w, "same.txt:%d: no difference is like this any more: take the entry out: %s\n", e.line, e.why)
		}
	}
	return ok
}

// printLines prints lines of one side, each from shortly before the place where it differs from that of the other.
func printLines(w io.Writer, mark string, lines, other []string) {
	for i, line := range lines {
		if i == shownLines {
			fmt.Fprintf(w, "  %s and %d more lines\n", mark, len(lines)-i)
			return
		}
		from := 0
		if i < len(other) {
			from = max(0, firstDifference(line, other[i])-shownBytes/3)
		}
		fmt.Fprintf(w, "  %s %s\n", mark, clip(line, from))
	}
}

func firstDifference(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// clip returns shownBytes of a line, or a little more, and quoted if it has what a terminal does not show.
func clip(line string, from int) string {
	to := min(len(line), from+shownBytes)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	text := line[from:to]
	hidden := func(r rune) bool { return !unicode.IsGraphic(r) && r != '\t' }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, hidden) {
		text = strconv.QuoteToGraphic(text)
	}
	if from > 0 {
		text = "…" + text
	}
	if to < len(line) {
		text += "…"
	}
	return text
}
