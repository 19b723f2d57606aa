package check

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// lettersOf returns the letters and marks of each script that may stand in domain names.
// Of scripts with very many it returns those of some blocks.
func lettersOf() map[string][]rune {
	scripts := make(map[string][]rune)
	for name, table := range unicode.Scripts {
		var list []rune
		add := func(r rune) {
			if flags := chars.Of(r).Flags(); r >= 0x80 && flags&chars.PValid != 0 && len(list) < 1500 {
				list = append(list, r)
			}
		}
		for _, x := range table.R16 {
			for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
				add(r)
			}
		}
		for _, x := range table.R32 {
			for r := rune(x.Lo); r <= rune(x.Hi); r += rune(x.Stride) {
				add(r)
			}
		}
		if len(list) > 20 && !isMark(list[0]) && name != "Common" && name != "Inherited" {
			scripts[name] = list
		}
	}
	return scripts
}

// isMark reports whether a character stands on the one before it.
func isMark(r rune) bool { return chars.Of(r).Flags()&(chars.Mark|chars.NSM|chars.Second) != 0 }

// lineIn returns an IRI with words of the letters in host and path. Words begin with a
// letter, and marks follow letters; most of them are clean.
func lineIn(r *rand.Rand, letters []rune) string {
	word := func() string {
		var b strings.Builder
		mark := true // the last character is a mark, or there is none
		for range 3 + r.IntN(6) {
			if c := letters[r.IntN(len(letters))]; !mark || !isMark(c) {
				b.WriteRune(c)
				mark = isMark(c)
			}
		}
		if b.Len() == 0 {
			b.WriteRune(letters[0])
		}
		return b.String()
	}
	host := word() + []string{".org", ".com", "." + word()}[r.IntN(3)]
	return fmt.Sprintf("https://%s/%s/%s_%s?q=%s#%s", host, word(), word(), word(), word(), word())
}

// TestEveryScript checks Lines against Clean, line by line, on words in every script, and
// on words of two scripts.
func TestEveryScript(t *testing.T) {
	scripts := lettersOf()
	if len(scripts) < 100 {
		t.Fatalf("%d scripts, want 100", len(scripts))
	}
	names := slices.Sorted(maps.Keys(scripts))
	r := rand.New(rand.NewPCG(45, 1))
	for i, name := range names {
		v := NewValidator(spec.RFC3987.Top(), finding.Run{})
		v.Lines(testkit.Lines, func(int, int) bool { return true })
		both := append(slices.Clone(scripts[name]), scripts[names[(i+1)%len(names)]][:10]...)
		var block bytes.Buffer
		for n := range 400 {
			if n%4 == 0 {
				fmt.Fprintln(&block, lineIn(r, both))
			} else {
				fmt.Fprintln(&block, lineIn(r, scripts[name]))
			}
		}
		want, clean := []string{}, 0
		for line := range bytes.Lines(block.Bytes()) {
			if s := strings.TrimSuffix(string(line), "\n"); v.Clean(s) {
				clean++
			} else {
				want = append(want, s)
			}
		}
		for range 2 { // the second time all steps are known
			var got []string
			n := v.Lines(block.Bytes(), func(start, end int) bool {
				got = append(got, string(block.Bytes()[start:end]))
				return true
			})
			if n != clean || !slices.Equal(got, want) {
				t.Errorf("%s: %d lines are clean, want %d; not clean are\n%q\nwant\n%q", name, n, clean, got, want)
			}
		}
	}
}
