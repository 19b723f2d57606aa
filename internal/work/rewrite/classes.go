package rewrite

import (
	"bytes"
	"encoding/binary"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/jsonw"
)

// Classes keep the first string of each class of equal strings. They must not be copied after use.
type Classes struct {
	Count bool // print how many strings each class has, at the end
	JSON  bool // print objects

	seen   classMap // with Count, the value is the position of the class in firsts
	firsts [][]byte
	tuned  int // the size for which the garbage collector was tuned
}

// unescape undoes the escapes of a table with tabs.
var unescape = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\r`, "\r", `\\`, `\`)

// EachClass calls f with the key and the original text of each line of a table that has, separated by tabs, strings
// and their normal forms.
func EachClass(table []byte, f func(key ClassKey, text []byte) error) error {
	for line := range bytes.Lines(table) {
		text, normal, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
		if bytes.IndexByte(text, '\\') >= 0 {
			text = []byte(unescape.Replace(string(text)))
		}
		if err := f(Key(normal), text); err != nil {
			return err
		}
	}
	return nil
}

// Add adds the strings of a table as [EachClass] reads it. Without Count it appends each string that is the first of
// its class, as a line.
func (u *Classes) Add(b, table []byte) []byte {
	if u.Count {
		u.seen.size = placeSize
	}
	u.collect()
	_ = EachClass(table, func(key ClassKey, text []byte) error { // it returns only errors of the function
		place, added := u.seen.put(key)
		switch {
		case u.Count && added:
			u.keep(place, text)
		case u.Count:
			count := u.firsts[binary.LittleEndian.Uint32(place)][binary.LittleEndian.Uint16(place[4:]):]
			binary.LittleEndian.PutUint64(count, binary.LittleEndian.Uint64(count)+1)
		case added:
			b = append(u.Append(b, string(text), 0), '\n')
		}
		return nil
	})
	return b
}

// The first strings are stored in blocks, each string after the size of its class and its length. placeSize is the
// size of a block number and an offset.
const blockSize, placeSize = 1 << 16, 4 + 2

// keep stores the first string of a class, and writes its position to place.
func (u *Classes) keep(place, text []byte) {
	last := len(u.firsts) - 1
	if need := 8 + binary.MaxVarintLen64 + len(text); last < 0 || cap(u.firsts[last])-len(u.firsts[last]) < need {
		u.firsts, last = append(u.firsts, make([]byte, 0, max(blockSize, need))), last+1
	}
	b := u.firsts[last]
	binary.LittleEndian.PutUint32(place, uint32(last))
	binary.LittleEndian.PutUint16(place[4:], uint16(len(b)))
	u.firsts[last] = append(binary.AppendUvarint(binary.LittleEndian.AppendUint64(b, 1), uint64(len(text))), text...)
}

// collect makes the garbage collector run after 32 to 64 MiB of garbage, unless the user has set GOGC. Otherwise
// there would be as much garbage as live memory.
func (u *Classes) collect() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if size := u.seen.pages*pageSize + len(u.firsts)*blockSize; size > 2*u.tuned && size > 32<<20 {
		u.tuned = size
		debug.SetGCPercent(max(1, (32<<20)/(size/100)))
	}
}

// All yields, with Count, the first string of each class and how many the class has.
func (u *Classes) All(yield func(text []byte, n int64) bool) {
	for _, b := range u.firsts {
		for len(b) > 0 {
			n, size := binary.Uvarint(b[8:])
			text := b[8+size:][:n]
			if !yield(text, int64(binary.LittleEndian.Uint64(b))) {
				return
			}
			b = b[8+size+len(text):]
		}
	}
}

// Append appends the first string of a class, and with Count the size of the class, without a line end.
func (u *Classes) Append(b []byte, text string, n int64) []byte {
	switch {
	case u.JSON && u.Count:
		return append(jsonw.AppendInt(jsonw.AppendText(append(b, '{'), "input", text), "count", n), '}')
	case u.JSON:
		return append(jsonw.AppendText(append(b, '{'), "input", text), '}')
	case u.Count:
		return append(append(strconv.AppendInt(b, n, 10), '\t'), text...)
	}
	return append(b, text...)
}
