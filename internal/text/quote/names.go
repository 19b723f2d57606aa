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
// the space; every program with messages has them. With the tag namesapart a program is built without them, and
// loads them when it needs one.
//
// The file that gen.go writes is packed. In its text each line is the name of a character, the one after that of the
// line before; a line "+" with a code point in hexadecimal digits says which is next. A "-" at the end of a name stands
// before the code point. Names in angle brackets and empty ones are those of all characters up to the next.

// namesMissed says that a name was asked for before LoadNames.
var namesMissed atomic.Bool

// namesLoaded has the names after LoadNames.
var namesLoaded atomic.Pointer[string]

// namesText returns the file; empty if it is not loaded yet.
func namesText() string {
	if names := namesLoaded.Load(); names != nil {
		return *names
	}
	return namesFile
}

// MissedNames reports whether a name was asked for that is not there yet. It is always false without the tag namesapart.
func MissedNames() bool { return namesMissed.Load() && namesText() == "" }

// LoadNames sets the names of a program with the tag namesapart, as gen.go writes them.
func LoadNames(names string) { namesLoaded.Store(&names) }

// unicodeName returns the name of a character: "LATIN SMALL LETTER A", <control> for controls, and "" for a code
// point that has none. Before LoadNames it is <name not loaded>, but for controls and U+0020.
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

// A nameTable has the names, by the characters that they begin with.
type nameTable struct {
	text  string
	chars []rune
	at    []int32 // where their names begin in the text
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
