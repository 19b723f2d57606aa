package main

import (
	"embed"
	"log"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/rangetable"
)

// scriptExtensionsFiles hold Script_Extensions of each version of Unicode, for Go and
// golang.org/x/text do not have it.
//
//go:embed ScriptExtensions-*.txt
var scriptExtensionsFiles embed.FS

// scriptNames returns the names of all scripts but Common and Inherited, sorted.
func scriptNames() []string {
	names := slices.Sorted(maps.Keys(unicode.Scripts))
	names = slices.DeleteFunc(names, func(n string) bool { return n == "Common" || n == "Inherited" })
	if len(names) > 192 {
		log.Fatalf("%d scripts do not fit into three words", len(names))
	}
	return names
}

// A set is a set of scripts, with a bit for each.
type set [3]uint64

// combinations are the sets of scripts that UTS #39 §5.2 allows to be mixed at the level
// Highly Restrictive: those of Japanese, Chinese and Korean.
var combinations = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

// cover returns a bit for each combination that has one of these scripts.
func cover(s set, bit map[string]int) (c uint8) {
	for i, names := range combinations {
		for _, n := range names {
			if b := bit[n]; s[b/64]>>(b%64)&1 == 1 {
				c |= 1 << i
			}
		}
	}
	return c
}

// scriptSets returns the distinct sets of scripts, and for each character the number of its set, which is its
// Script_Extensions (UAX #24). Characters that are Common or Inherited, unassigned or for
// private use get set 0, which has every script, so that they never count as another script.
func scriptSets(names []string, bit map[string]int) (out []int, sets []set) {
	out = make([]int, unicode.MaxRune+1)
	var s numbering[set]
	var all set
	for i := range names {
		all[i/64] |= 1 << (i % 64)
	}
	s.number(all)
	one := func(name string) set {
		i, ok := bit[name]
		if !ok {
			log.Fatalf("Script_Extensions: %q is not a script of package unicode", name)
		}
		var v set
		v[i/64] |= 1 << (i % 64)
		return v
	}
	for _, name := range names {
		n := s.number(one(name))
		rangetable.Visit(unicode.Scripts[name], func(r rune) { out[r] = n })
	}
	file := "ScriptExtensions-" + unicode.Version + ".txt"
	text, err := scriptExtensionsFiles.ReadFile(file)
	if err != nil {
		log.Fatalf("Unicode %s needs its Script_Extensions: %v", unicode.Version, err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		where, what, ok := strings.Cut(line, " ; ")
		lo, hi, isRange := strings.Cut(where, "..")
		if !isRange {
			hi = lo
		}
		a, err1 := strconv.ParseUint(lo, 16, 32)
		b, err2 := strconv.ParseUint(hi, 16, 32)
		if !ok || err1 != nil || err2 != nil {
			log.Fatalf("%s: cannot read %q", file, line)
		}
		var v set
		for name := range strings.FieldsSeq(what) {
			for i, w := range one(name) {
				v[i] |= w
			}
		}
		for n := s.number(v); a <= b; a++ {
			out[a] = n
		}
	}
	for r := range out {
		if isFormat(rune(r)) {
			out[r] = 0
		}
	}
	return out, s.list
}
