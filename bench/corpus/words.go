package corpus

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// words holds real words: the names of languages and territories in the languages of CLDR,
// cut at characters that are neither letters nor marks.
type words struct {
	ascii   []string     // lower case
	scripts []string     // the names of the scripts of intl, as in package unicode
	intl    [][][]string // words that are not ASCII, by script and language
}

// load collects the words. They are in the order of the tags, so that every run with the
// same version of golang.org/x/text has the same words.
func load() *words {
	w := &words{}
	regions := slices.DeleteFunc(language.Supported.Regions(), func(r language.Region) bool { return !r.IsCountry() })
	tags := display.Supported.Tags()
	scripts := slices.Sorted(maps.Keys(unicode.Scripts))
	for _, tag := range tags {
		var text []string
		if n := display.Regions(tag); n != nil {
			for _, r := range regions {
				text = append(text, n.Name(r))
			}
		}
		if n := display.Languages(tag); n != nil {
			for _, t := range tags {
				text = append(text, n.Name(t))
			}
		}
		var intl []string
		cut := func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M) }
		for _, word := range strings.FieldsFunc(strings.Join(text, " "), cut) {
			word = strings.ToLower(word)
			if r, _ := utf8.DecodeRuneInString(word); unicode.Is(unicode.Cherokee, r) {
				// IDNA2008 disallows the small letters of Cherokee, because it folds to capitals.
				word = strings.ToUpper(word)
			}
			switch {
			case len(word) < 2:
			case len(word) == utf8.RuneCountInString(word): // ASCII
				if tag == language.English {
					w.ascii = append(w.ascii, word)
				}
			case unicode.IsLetter([]rune(word)[0]):
				intl = append(intl, word)
			}
		}
		slices.Sort(intl)
		if intl = slices.Compact(intl); len(intl) > 20 {
			middle := []rune(intl[len(intl)/2])[0]
			script := scripts[slices.IndexFunc(scripts, func(s string) bool { return unicode.Is(unicode.Scripts[s], middle) })]
			if !slices.Contains(w.scripts, script) {
				w.scripts, w.intl = append(w.scripts, script), append(w.intl, nil)
			}
			i := slices.Index(w.scripts, script)
			w.intl[i] = append(w.intl[i], intl)
		}
	}
	slices.Sort(w.ascii)
	w.ascii = slices.Compact(w.ascii)
	return w
}
