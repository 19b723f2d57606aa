package scheme

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// telPath returns the path of a telephone number in normal form, as RFC 3966 §4 compares two: without the visual
// separators of the number and of a number as its context, in lower case, because "URI comparisons are
// case-insensitive", and with the parameters in the order that §3 asks for, because they are compared "regardless of
// the order they appeared in".
func telPath(path string) string {
	number, rest, hasParameters := strings.Cut(path, ";")
	// It is not a telephone number if it has "/" or more than ASCII. What would be left of that may begin with
	// "//", and have characters that stay encoded beside other ones than before.
	if strings.ContainsAny(number, "/%") || !chars.IsASCII(path) {
		return path
	}
	number = chars.LoweredHost(without(number, visualSeparators))
	if !hasParameters {
		return number
	}
	rest = chars.LoweredHost(rest)
	if strings.Contains(rest, "/") || hasEncodedUTF8(rest) { // the same holds for parameters that change places
		return number + ";" + rest
	}
	// Stored as it is, the text would move buffers of callers to the heap.
	parameters := strings.Split(strings.Clone(rest), ";")
	for i, p := range parameters {
		if context, ok := strings.CutPrefix(p, "phone-context=+"); ok {
			parameters[i] = p[:len(p)-len(context)] + without(context, visualSeparators)
		}
	}
	slices.SortStableFunc(parameters, func(a, b string) int {
		a, _, _ = strings.Cut(a, "=")
		b, _, _ = strings.Cut(b, "=")
		return cmp.Or(telRank(a)-telRank(b), strings.Compare(a, b))
	})
	return number + ";" + strings.Join(parameters, ";")
}

// hasEncodedUTF8 reports whether a text has a percent-encoding of more than ASCII.
func hasEncodedUTF8(s string) bool {
	for i := range len(s) {
		if s[i] == '%' && s[i+1] > '7' {
			return true
		}
	}
	return false
}

// visualSeparators are the characters of visual-separator (RFC 3966 §3).
const visualSeparators = "-.()"

// telRank returns where a parameter stands: "The 'isub' or 'ext' MUST appear first, if present, followed by the
// 'phone-context' parameter, if present, followed by any other parameters in lexicographical order" (RFC 3966 §3).
func telRank(name string) int {
	switch name {
	case "isub", "ext":
		return 0
	case "phone-context":
		return 1
	}
	return 2
}
