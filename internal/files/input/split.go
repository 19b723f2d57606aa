package input

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
)

// CheckSplit returns an error for a text that cannot separate the members of a list: see [Options.Split].
func CheckSplit(sep string) error {
	if strings.Contains(sep, `"`) {
		return fmt.Errorf("%s does not separate members of a list: a quote ends the field that holds it", quote.Quote(sep))
	}
	return nil
}

// EachMember calls f with the range of each member of a list, without surrounding white space, until f returns false.
// more is the last result of f. sep separates the members: one space means any white space, and the empty sep
// separates nothing. Empty members are skipped. n is the number of the others.
func EachMember(raw []byte, sep string, f func(start, end int) bool) (n int, more bool) {
	for at := 0; at <= len(raw); {
		end, next := len(raw), len(raw)+1
		i := -1
		switch sep {
		case "":
		case " ":
			i = bytes.IndexAny(raw[at:], chars.Space)
		default:
			i = bytes.Index(raw[at:], []byte(sep))
		}
		if i >= 0 {
			end, next = at+i, at+i+len(sep)
		}
		if sep != "" {
			at = chars.SpaceEnd(raw, at, end)
			end = at + len(bytes.TrimRight(raw[at:end], chars.Space))
		}
		if at < end {
			if n++; !f(at, end) {
				return n, false
			}
		}
		at = next
	}
	return n, true
}

// separators are the possible separators of a list, the likeliest first.
var separators = []string{"|", ";", ",", " "}

// Separator returns the separator of a text that has several IRIs, or several names with one prefix, or "" if it has
// not.
func Separator(text string) string {
	for _, sep := range separators {
		first := ""
		isIRI := func(start, end int) bool {
			member := text[start:end]
			if !StartsWithScheme(member) {
				return false
			}
			prefix, rest, _ := strings.Cut(member, ":")
			if first == "" {
				first = prefix
			}
			return prefix == first || strings.HasPrefix(rest, "//")
		}
		if n, all := EachMember([]byte(text), sep, isIRI); n > 1 && all {
			return sep
		}
	}
	return ""
}

// Separator returns the separator of a field that was read as one IRI and has several, or "".
func (r *Item) Separator() string {
	if !r.Format.Table || r.IsMember() {
		return ""
	}
	return Separator(r.Text)
}

// isMember reports whether a text can be one member of a list.
func isMember(text, sep string) bool {
	switch sep {
	case "":
		return true
	case " ":
		return !strings.ContainsAny(text, chars.Space)
	}
	return !strings.Contains(text, sep)
}
