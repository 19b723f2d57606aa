package reftest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"net/url"
	"strings"
	"unicode/utf8"
)

// passwordPlaces are texts with a userinfo; %s is the password.
var passwordPlaces = []string{
	"http://u:%s@h/", "//u:%s@h", "http://u:%s@h:8a/%%zz", "http://u:%s@x@h/", "http://v@u:%s@h/", "http://u:%s@[::1/",
	"http://u:%s@[::1]:80a/", "http:u:%s@h", `http:\\u:%s@h\a`, "{{x}}http://u:%s@h/{y}", " http://u:%s@h ", "<ftp://u:%s@h>",
	"http://e/?r=//u:%s@h", "http://e/?a&r=http://u:%s@h/&b=c#d", "http://e/#http://u:%s@h/", "http://e/http://u:%s@h/a/../b",
	"http://xn--pple-43d.com/?r=http%%3A%%2F%%2Fu%%3A%s%%40h", "a b http://u:%s@h/", "foo://u:%s@xn--a/%%41", "1x://u:%s@h",
	"http://u:%s@h.example/%%e9%%E9?%%C3%%A9", "https://h\u00fc:%s@BÜCHER.example:443/", "http://e/?r=%%252F%%252Fu%%253A%s%%2540h",
}

// passwordLetters are letters that English text and the names of characters seldom have next to each other.
const passwordLetters = "qwzjkvQXZJKV"

// Password returns a password of passwordLetters. Between them are texts that rules have findings about, and delimiters.
// It does not begin like a port and a path.
func Password(r *rand.Rand) string {
	other := []string{
		"/", "?", "#", "@", "/", "?", "#", "@", "//", "7", ":", "%", "%2", "%zz", "%41", "%7e", "%D0%B0", "%c3%a9", "%FF", "\xff", "\xc3", "é",
		"e\u0301", "а", "р", "х", "ѕ", "ο", "ｑ", "Ｚ", "\u00ad", "\u200b", "\u202e", "א", "ア", "\ue000", "\u3000", "／", "[", "]", "<", ">",
		`"`, " ", "\t", "\n", `\`, "^", "`", "|", "~", "xn--", "xn--pple-43d", "%25C3%25A9", "Ã©", ".", "..", "--", "1.2", "\\u00e9", "&amp;",
		"&", "=", "{", "}", "${x}", "%s", ",", ";",
	}
	var b strings.Builder
	for n := 2 + r.IntN(10); n > 0; n-- {
		if r.IntN(8) > 0 {
			b.WriteByte(passwordLetters[r.IntN(len(passwordLetters))])
		}
		if r.IntN(3) == 0 {
			b.WriteString(other[r.IntN(len(other))])
		}
	}
	if r.IntN(3) > 0 {
		b.WriteByte('q')
	}
	if n := strings.IndexAny(b.String(), `/\／`); n > 0 && strings.Trim(b.String()[:n], "0123456789") == "" {
		return "q" + b.String()
	}
	return b.String()
}

// WithPassword returns text number of passwordPlaces with the password, perhaps percent-encoded.
func WithPassword(r *rand.Rand, number int, password string) string {
	if r.IntN(8) == 0 {
		password = url.QueryEscape(password)
	}
	return fmt.Sprintf(passwordPlaces[number%len(passwordPlaces)], password)
}

// Pieces yields the pieces of a password that must not occur in an output: four characters in a row, two of them
// passwordLetters. It leaves out pieces with quotation marks or backslashes, which some outputs escape.
func Pieces(password string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for start := range password {
			end, letters, n := start, 0, 0
			for ; n < 4 && end < len(password); n++ {
				c, width := utf8.DecodeRuneInString(password[end:])
				if end += width; strings.ContainsRune(passwordLetters, c) {
					letters++
				}
			}
			if piece := password[start:end]; n == 4 && letters >= 2 && !strings.ContainsAny(piece, "\"\\") && !yield(piece) {
				return
			}
		}
	}
}
