//go:build ignore

// Command gen writes the names of Unicode's characters, in the version of the Go release that runs
// it, as names.go reads them.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

func main() {
	// The words of a name; "-" and the code point at its end, in hexadecimal digits, is one of its own.
	split := func(r rune) []string {
		name := runenames.Name(r)
		if name == "" || name == "<control>" {
			return nil
		}
		suffix := fmt.Sprintf("-%04X", r)
		if base, ok := strings.CutSuffix(name, suffix); ok {
			return append(strings.Split(base, " "), "")
		}
		return strings.Split(name, " ")
	}
	count := make(map[string]int)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		for _, w := range split(r) {
			if w != "" {
				count[w]++
			}
		}
	}
	words := make([]string, 0, len(count))
	for w := range count {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	number := make(map[string]int)
	for i, w := range words {
		number[w] = i
	}
	var names, runs []byte
	put := func(b []byte, v, n int) []byte {
		for ; n > 0; n-- {
			b = append(b, byte(v))
			v >>= 8
		}
		return b
	}
	var last string
	start := rune(-1)
	flush := func(end rune) {
		if start >= 0 {
			copy(runs[len(runs)-3:], put(nil, int(end), 3))
		}
	}
	for r := rune(0); r <= unicode.MaxRune+1; r++ {
		var list []string
		if r <= unicode.MaxRune {
			list = split(r)
		}
		name := strings.Join(list, " ")
		same := strings.HasPrefix(name, "<") && name == last // a range with one name
		last = name
		if same {
			continue
		}
		if list == nil || strings.HasPrefix(name, "<") || start < 0 {
			flush(r)
			start = -1
		}
		if list == nil {
			continue
		}
		if start < 0 {
			start = r
			runs = put(runs, int(r), 3)
			runs = put(runs, len(names), 3)
			runs = put(runs, 0, 3)
		}
		for _, w := range list {
			switch n := number[w]; {
			case w == "":
				names = append(names, 1)
			case n < 180:
				names = append(names, byte(n+2))
			default:
				n -= 180
				names = append(names, byte(182+n>>8), byte(n))
			}
		}
		names = append(names, 0)
		if strings.HasPrefix(name, "<") {
			// The next character of the range has the same name; the run ends after it.
			end := r
			for end < unicode.MaxRune && strings.Join(split(end+1), " ") == name {
				end++
			}
			flush(end + 1)
			start = -1
			r = end
			last = ""
		}
	}
	if len(words) > 180+74<<8 {
		panic("too many words")
	}
	var text, offsets []byte
	for _, w := range words {
		offsets = put(offsets, len(text), 3)
		text = append(text, w...)
	}
	offsets = put(offsets, len(text), 3)
	var out []byte
	for _, part := range [][]byte{runs, offsets, names, text} {
		out = put(out, len(part), 3)
	}
	for _, part := range [][]byte{runs, offsets, names, text} {
		out = append(out, part...)
	}
	fmt.Fprintln(os.Stderr, len(words), "words,", len(runs)/9, "runs,", len(names), "bytes of names,", len(text), "of words,", len(out), "in all")
	if err := os.WriteFile("names"+unicode.Version+".bin", out, 0o666); err != nil {
		panic(err)
	}
}
