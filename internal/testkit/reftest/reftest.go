// Package reftest holds what the tests of several packages need to try references
// with: random ones, all short strings, and the steps of RFC 3986 §5.2.4 as they are
// printed there. Its functions return text, so that each package parses it in its own
// way. It is for tests alone.
package reftest

import (
	"math/rand/v2"
	"strings"

	"github.com/rfc3987/iri/internal/ref/spec"
)

// The rules that random references conform to.
var (
	ruleIRI       = spec.RFC3987.Top()
	ruleReference = spec.RFC3987.Reference()
)

// Random returns the text of an IRI-reference, or of an IRI if it is to have a scheme.
// It is made of few pieces, so that rare combinations are frequent.
func Random(r *rand.Rand, scheme bool) string {
	pieces := []string{"a", "b", "a", ".", "..", "/", "/", "/", "//", "/.", "/..", "./", "../", "é", "%2E", "%2e",
		"%C3%A9", "%c3%a9", "%2F", "A", "%41", ":", "%E2%80%AE", "\u202e", "~", "%7e", "=", "\u0338", "e", "\u0301",
		";", "%80", "%"}
	for {
		var b strings.Builder
		if scheme || r.IntN(3) == 0 {
			b.WriteString([]string{"a:", "http:", "HTTP:", "b:"}[r.IntN(4)])
		}
		if r.IntN(2) == 0 {
			b.WriteString("//" + []string{"", "h", "H", "u:p@h", "é", "É", "A\u00c9", "%C3%89A", "[::A]", "1.2.3.4",
				"a%4A", "\u212aA", "=\u0338"}[r.IntN(13)])
			b.WriteString([]string{"", "", "", ":", ":80", ":080", ":443"}[r.IntN(7)])
		}
		for range r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if r.IntN(4) == 0 {
			b.WriteString([]string{"?", "?q", "?\ue000", "?%EE%80%80", "?a%2fb/../?%", "?e\u0301"}[r.IntN(6)])
		}
		if r.IntN(4) == 0 {
			b.WriteString([]string{"#", "#f", "#%EE%80%80", "#%2e%C3"}[r.IntN(4)])
		}
		s := b.String()
		if scheme && ruleIRI.Valid(s) || !scheme && ruleReference.Valid(s) {
			return s
		}
	}
}

// Words calls f with every string over the bytes of an alphabet up to a length.
func Words(alphabet string, n int, f func(string)) {
	var extend func(w string, n int)
	extend = func(w string, n int) {
		f(w)
		if n > 0 {
			for i := range len(alphabet) {
				extend(w+alphabet[i:i+1], n-1)
			}
		}
	}
	extend("", n)
}

// RemoveDotSegments is RFC 3986 §5.2.4 with its two buffers, as it is printed there.
func RemoveDotSegments(input string) string {
	output := ""
	for input != "" {
		switch {
		case strings.HasPrefix(input, "../"):
			input = input[3:]
		case strings.HasPrefix(input, "./"):
			input = input[2:]
		case strings.HasPrefix(input, "/./"):
			input = input[2:]
		case input == "/.":
			input = "/"
		case strings.HasPrefix(input, "/../"), input == "/..":
			input = "/" + strings.TrimPrefix(input[3:], "/")
			output = output[:max(strings.LastIndexByte(output, '/'), 0)]
		case input == ".", input == "..":
			input = ""
		default:
			end := 1
			for end < len(input) && input[end] != '/' {
				end++
			}
			output += input[:end]
			input = input[end:]
		}
	}
	return output
}
