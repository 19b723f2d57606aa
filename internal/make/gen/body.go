package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// This file makes the body of a function that peg has written shorter. A change of its rule then changes few lines of it,
// and no other function.

var (
	compare = regexp.MustCompile(`^if (?:c := buffer\[position\]; c < (rune\(.*\)) \|\| c > ` +
		`(rune\(.*\))|buffer\[position\] != (rune\(.*\))) \{$`)
	jump     = regexp.MustCompile(`^goto l(\d+)$`)
	label    = regexp.MustCompile(`^l(\d+):$`)
	saved    = regexp.MustCompile(`^position(\d+)(?:, tokenIndex\d+)? := position`)
	number   = regexp.MustCompile(`\b(l|position|tokenIndex)(\d+)\b`)
	restored = "position, tokenIndex = position%[1]s, tokenIndex%[1]s"
)

// linesOf returns the lines of a body without their indentation.
func linesOf(body string) []string {
	var lines []string
	for line := range strings.Lines(body) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// A test is one of the comparisons that peg writes for a class of characters: each is an alternative of its own,
// with a label.
//
//	if buffer[position] != rune('+') {
//	goto l7
//	}
//	position++
type test struct {
	conditions []string // if one of them is true, the character does not match
	fails      string   // the number of the label after it
}

// testLines is how many lines a test with one condition has.
const testLines = 4

// testAt returns the test at lines[i], if there is one.
func testAt(lines []string, i int) (t test, ok bool) {
	if i+testLines > len(lines) || lines[i+2] != "}" || lines[i+3] != "position++" {
		return t, false
	}
	m, to := compare.FindStringSubmatch(lines[i]), jump.FindStringSubmatch(lines[i+1])
	if m == nil || to == nil {
		return t, false
	}
	condition := fmt.Sprintf("c != %s", m[3])
	if m[1] != "" {
		condition = fmt.Sprintf("(c < %s || c > %s)", m[1], m[2])
	}
	return test{[]string{condition}, to[1]}, true
}

// lines returns the test as one statement.
func (t test) lines() []string {
	var rows []string
	for row := range slices.Chunk(t.conditions, 4) {
		rows = append(rows, strings.Join(row, " && "))
	}
	return []string{"if c := buffer[position]; " + strings.Join(rows, " &&\n") + " {", "goto l" + t.fails, "}",
		"position++"}
}

// joined merges the tests of a class, which are adjacent alternatives of a choice, into one test. It drops the choice if it
// has no other alternatives.
func joined(lines []string) []string {
	uses := make(map[string]int)
	for _, line := range lines {
		if m := jump.FindStringSubmatch(line); m != nil {
			uses[m[1]]++
		}
	}
	var out []string
	for i := 0; i < len(lines); {
		t, ok := testAt(lines, i)
		if !ok {
			out = append(out, lines[i])
			i++
			continue
		}
		i += testLines
		// goto lN, to the end of the choice; lM:, where the test fails; position, tokenIndex = positionN, tokenIndexN
		for uses[t.fails] == 1 && i+3 < len(lines) && lines[i+1] == "l"+t.fails+":" {
			end := jump.FindStringSubmatch(lines[i])
			next, isTest := testAt(lines, i+3)
			if end == nil || !isTest || lines[i+2] != fmt.Sprintf(restored, end[1]) {
				break
			}
			if after := lines[i+3+testLines]; after != lines[i] && after != "}" {
				break // the alternative goes on
			}
			t.conditions, t.fails = append(t.conditions, next.conditions...), next.fails
			uses[end[1]]--
			i += 3 + testLines
		}
		out = append(out, t.lines()...)
		// { positionN, tokenIndexN := position, tokenIndex; the test; }; lN:
		if n := len(out) - testLines; n >= 2 && out[n-2] == "{" && i+1 < len(lines) && lines[i] == "}" {
			own, after := saved.FindStringSubmatch(out[n-1]), label.FindStringSubmatch(lines[i+1])
			if own != nil && after != nil && own[1] == after[1] && uses[own[1]] == 0 {
				out = slices.Delete(out, n-2, n)
				i += 2
			}
		}
	}
	return out
}

// numbered renumbers the labels and their variables, so that few changes affect a number: it depends on the blocks around
// the label, and on how many labels precede it in its block.
func numbered(lines []string) string {
	names := make(map[string]string)
	var path []int // of each open block, how many blocks and numbers it has so far
	for _, line := range lines {
		m := saved.FindStringSubmatch(line)
		if m == nil {
			m = label.FindStringSubmatch(line)
		}
		if m != nil && names[m[1]] == "" {
			path[len(path)-1]++
			names[m[1]] = strings.Trim(strings.ReplaceAll(fmt.Sprint(path), " ", "_"), "[]")
		}
		if strings.HasPrefix(line, "}") {
			path = path[:len(path)-1]
		}
		if strings.HasSuffix(line, "{") {
			if line == "{" && len(path) > 0 {
				path[len(path)-1]++
			}
			path = append(path, 0)
		}
	}
	return number.ReplaceAllStringFunc(strings.Join(lines, "\n"), func(s string) string {
		m := number.FindStringSubmatch(s)
		return m[1] + names[m[2]]
	})
}
