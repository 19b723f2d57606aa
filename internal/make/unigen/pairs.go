package main

import (
	"bytes"
	"fmt"
	"log"
	"maps"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/make/gen/source"
)

// isHangul reports whether r is a syllable or a conjoining jamo: these compose by arithmetic, and are left to package
// norm.
func isHangul(r rune) bool { return r >= 0x1100 && r < 0x1200 || r >= 0xAC00 && r < 0xD7B0 }

// writePairs writes the pairs of characters that NFC changes: a starter and a character that may combine with it.
func writePairs(w *bytes.Buffer, p pairs) {
	stays := func(s string) bool { return norm.NFC.String(s) == s }
	leave := func(r rune) bool { return isHangul(r) || !stays(string(r)) }
	seconds := slices.DeleteFunc(slices.Sorted(maps.Keys(p.second)), leave)
	if len(seconds) > 1<<8 {
		log.Fatalf("%d characters may combine with what precedes them: their numbers do not fit into a byte",
			len(seconds))
	}
	var changed []uint32
	for _, first := range slices.DeleteFunc(slices.Sorted(maps.Keys(p.first)), leave) {
		if combiningClass(first) != 0 {
			continue
		}
		for i, second := range seconds {
			if !stays(string(first) + string(second)) {
				changed = append(changed, uint32(first)<<8|uint32(i))
			}
		}
	}
	fmt.Fprintf(w, "// seconds are the characters with the flag Second but those of Hangul, in order.\nvar seconds = "+
		"[...]rune{%s}\n\n", source.Rows(seconds, 8, "%#x,"))
	fmt.Fprintf(w, "// pairs are the pairs of a starter, which occurs in NFC and is not of Hangul, and one of "+
		"seconds that are not\n// in NFC, in order: the starter, and in the low byte the number of the other.\nvar "+
		"pairs = [...]uint32{%s}\n\n", source.Rows(changed, 8, "%#x,"))
}
