package abnf

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// signSection replaces "Section 3" by "§3", as messages have it.
func signSection(s string) string {
	const word = "ection "
	var b strings.Builder
	for {
		i := strings.Index(s, word)
		if i < 0 {
			return b.String() + s
		}
		from, to := i-1, i+len(word)
		if i > 0 && s[from]|0x20 == 's' && (from == 0 || !isWord(s[from-1])) && to < len(s) && chars.IsDigit(s[to]) {
			b.WriteString(s[:from] + "§")
		} else {
			b.WriteString(s[:to])
		}
		s = s[to:]
	}
}

// isWord reports whether a byte is a letter of ASCII, a digit or "_".
func isWord(c byte) bool { return chars.IsDigit(c) || chars.IsLetter(c) || c == '_' }
