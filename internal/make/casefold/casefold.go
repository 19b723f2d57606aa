// Package casefold folds the case of text, and says which characters are ignored. Only generators and tests link it, so that
// programs do not have the tables of golang.org/x/text/cases and language.
package casefold

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
)

// folder is the case folding of golang.org/x/text, which is wrong for Cherokee only.
var folder = cases.Fold()

// Fold returns s with its case folded by CaseFolding.txt of Unicode (full case folding).
// Cherokee folds to capitals, because these are older than its small letters
// (CaseFolding.txt: "AB70; C; 13A0", "13F8; C; 13F0", and no entry for U+13A0..U+13F5).
// golang.org/x/text v0.43.0 folds capitals to small letters, too, so folding twice returns
// the original there.
func Fold(s string) string {
	if !strings.ContainsFunc(s, cherokee) {
		return folder.String(s)
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case 0xAB70 <= r && r <= 0xABBF:
			b.WriteRune(r - 0xAB70 + 0x13A0)
		case 0x13F8 <= r && r <= 0x13FD:
			b.WriteRune(r - 8)
		case cherokee(r):
			b.WriteRune(r)
		default:
			b.WriteString(folder.String(string(r)))
		}
	}
	return b.String()
}

// cherokee reports whether r is a letter of Cherokee.
func cherokee(r rune) bool {
	return 0x13A0 <= r && r <= 0x13FD || 0xAB70 <= r && r <= 0xABBF
}

// Ignorable reports whether r has the property Default_Ignorable_Code_Point, as its header in
// DerivedCoreProperties.txt derives it.
func Ignorable(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
		!unicode.In(r, unicode.White_Space, unicode.Prepended_Concatenation_Mark) &&
		!(0xFFF9 <= r && r <= 0xFFFB) && // interlinear annotation
		!(0x13430 <= r && r <= 0x13440) // Egyptian hieroglyph format controls
}
