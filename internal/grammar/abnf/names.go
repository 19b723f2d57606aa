package abnf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Identifier translates a rule name to an identifier as Go has them: hyphens are
// left out, and the letters after them become capitals: ipath-abempty, IpathAbempty.
func Identifier(name string) string {
	var b strings.Builder
	up := true
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '-':
			up = true
			continue
		case up && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		}
		up = false
		b.WriteByte(c)
	}
	return b.String()
}

// The limits of didYouMean, which compares a name with that of every rule.
const (
	maxGuesses = 100 // names that get a proposal
	maxGuessed = 100 // characters of a name
)

// proposal says what was probably meant by a name in a file that is not defined: a rule of another grammar,
// or else one with a similar name.
func (c *inspection) proposal(file, name string) string {
	if other := c.elsewhere(file, name); other != "" {
		return other
	}
	switch {
	case len(name) == 3 && name[1] == '-' && !chars.IsDigit(name[0]):
		return fmt.Sprintf("; a range of characters is written %%x%X-%X", name[0], name[2])
	case len(name) > 2 && name[0] == 'x' && strings.Trim(name[1:], "0123456789ABCDEFabcdef") == "":
		return "; " + asNumber
	}
	return c.didYouMean(name)
}

// didYouMean proposes the name that is closest to one that is not defined.
func (c *inspection) didYouMean(name string) string {
	if c.guesses++; c.guesses > maxGuesses || len(name) > maxGuessed {
		return ""
	}
	best, found := len(name)/3+1, ""
	rules := c.g.Rules
	if c.core != nil {
		rules = slices.Concat(rules, c.core.Rules) // they are always there
	}
	for _, r := range rules {
		a, b := chars.Lower(name), chars.Lower(r.Name)
		if len(b) > maxGuessed {
			continue
		}
		d := Distance(a, b)
		if strings.HasPrefix(a, b+"-") || strings.HasPrefix(b, a+"-") {
			d = 1
		}
		if d < best {
			best, found = d, r.Name
		}
	}
	if found == "" {
		return ""
	}
	return meantBegins + found + meantEnds
}

// What stands around the name in a message that ends with one that was probably meant.
const meantBegins, meantEnds = "; did you mean ", "?"

// Meant returns the name of the rule that the message proposes; empty if it proposes none.
func (e *Error) Meant() string {
	_, name, _ := strings.Cut(e.Msg, meantBegins)
	name, ended := strings.CutSuffix(name, meantEnds)
	if !ended || strings.TrimFunc(name, func(c rune) bool { return c < 0x80 && chars.IsLDH(byte(c)) }) != "" {
		return ""
	}
	return name
}

// Nearest returns the name of a list that was probably meant by another one, empty if none is
// similar: one that ends with it after a hyphen, or differs in few letters. Case does not matter.
func Nearest(name string, known []string) (best string) {
	if len(name) > maxGuessed {
		return ""
	}
	distance := len(name)/2 + 1
	for _, k := range known {
		if end := "-" + name; len(name) > 2 && len(k) > len(end) && strings.EqualFold(k[len(k)-len(end):], end) {
			return k
		}
	}
	for _, k := range known {
		if d := Distance(strings.ToLower(name), strings.ToLower(k)); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// Distance is the Levenshtein distance of a and b in bytes, and 1 where two letters have changed places. Callers use it
// to propose the name that was probably meant.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diag
			if a[i] != b[j] {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, diag+1)
		}
	}
	if row[len(b)] == 2 && chars.SameLetters(a, b) {
		return 1
	}
	return row[len(b)]
}
