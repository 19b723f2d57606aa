// Package charnames has the names of Unicode's characters. What comes in is a character, what goes out
// is its name. The names are those of golang.org/x/text/unicode/runenames, whose tables take seven times
// the space; every program with messages has them. With the tag namesapart a program is built without them, and
// loads them when it needs one.
//
//go:generate go run gen.go
package charnames

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/packed"
)

// The file that gen.go writes is packed. In its text each line is the name of a character, the one after that of the
// line before; a line "+" with a code point in hexadecimal digits says which is next. A "-" at the end of a name stands
// before the code point. Names in angle brackets and empty ones are those of all characters up to the next.

// missed says that a name was asked for before Load.
var missed atomic.Bool

// loaded has the names after Load.
var loaded atomic.Pointer[string]

// text returns the file; empty if it is not loaded yet.
func text() string {
	if names := loaded.Load(); names != nil {
		return *names
	}
	return file
}

// Missed reports whether a name was asked for that is not there yet. It is always false without the tag namesapart.
func Missed() bool { return missed.Load() && text() == "" }

// Load sets the names of a program with the tag namesapart, as gen.go writes them.
func Load(names string) { loaded.Store(&names) }

// Name returns the name of a character: "LATIN SMALL LETTER A", <control> for controls, and "" for a code
// point that has none. Before Load it is <name not loaded>, but for controls and U+0020.
func Name(r rune) string {
	switch {
	case 0 <= r && r < 0x20 || 0x7F <= r && r < 0xA0:
		return "<control>"
	case r == ' ':
		return "SPACE"
	case text() == "":
		missed.Store(true)
		return "<name not loaded>"
	}
	t := names.Get(unpack)
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

// A table has the names, by the characters that they begin with.
type table struct {
	text  string
	chars []rune
	at    []int32 // where their names begin in the text
}

var names lazy.Value[*table]

func unpack() *table {
	t, next := &table{text: string(packed.Unpack(text()))}, rune(0)
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
