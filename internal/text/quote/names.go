package quote

//go:generate go run gen.go

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/text/lazy"
)

// The names of characters are those of golang.org/x/text/unicode/runenames, whose tables take seven times
// the space; every program with messages has them. With the build tag namesapart a program is linked without them, and
// loads them when it needs one.
//
// The file that gen.go writes is packed. Each line is the name of the next character; a line "+" with a code point in
// hexadecimal digits sets the next character. The code point follows a name that ends with "-". Names in angle brackets
// and empty names apply to all characters up to the next one.

// namesMissed records that a name was needed before LoadNames.
var namesMissed atomic.Bool

// namesLoaded has the names after LoadNames.
var namesLoaded atomic.Pointer[string]

// namesText returns the file, or "" before it is loaded.
func namesText() string {
	if names := namesLoaded.Load(); names != nil {
		return *names
	}
	return namesFile
}

// MissedNames reports whether a name was needed and the names have not been loaded. It is always false without the
// tag namesapart.
func MissedNames() bool { return namesMissed.Load() && namesText() == "" }

// LoadNames sets the names of a program with the tag namesapart, as gen.go writes them.
func LoadNames(names string) { namesLoaded.Store(&names) }

// unicodeName returns the name of a character: "LATIN SMALL LETTER A", <control> for controls, and "" for a code
// point without a name. Before LoadNames it returns <name not loaded>, except for controls and U+0020.
func unicodeName(r rune) string {
	switch {
	case 0 <= r && r < 0x20 || 0x7F <= r && r < 0xA0:
		return "<control>"
	case r == ' ':
		return "SPACE"
	case namesText() == "":
		namesMissed.Store(true)
		return "<name not loaded>"
	}
	t := unicodeNames.Get(unpackNames)
	i, ok := slices.BinarySearch(t.chars, r)
	if !ok {
		i--
	}
	if i < 0 {
		return ""
	}
	name := t.text[t.at[i]:]
	if name = name[:strings.IndexByte(name, '\n')]; strings.HasSuffix(name, "-") {
		name += fmt.Sprintf("%04X", r)
	}
	return name
}

// A nameTable has the names, indexed by the characters at which they start to apply.
type nameTable struct {
	text  string
	chars []rune
	at    []int32 // offsets of their names in the text
}

var unicodeNames lazy.Value[*nameTable]

func unpackNames() *nameTable {
	t, next := &nameTable{text: string(lazy.Unpack(namesText()))}, rune(0)
	for at := 0; at < len(t.text); {
		end := at + strings.IndexByte(t.text[at:], '\n')
		if n, ok := strings.CutPrefix(t.text[at:end], "+"); ok {
			r, _ := strconv.ParseInt(n, 16, 32)
			next = rune(r)
		} else {
			t.chars, t.at = append(t.chars, next), append(t.at, int32(at))
			next++
		}
		at = end + 1
	}
	return t
}
