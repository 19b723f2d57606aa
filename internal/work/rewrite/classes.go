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

// Classes keep the first string of each class of equal ones. They must not be copied after use.
type Classes struct {
	Count bool // print, at the end, how many strings each class has
	JSON  bool // print objects

	seen   classMap // with Count, the value is where the class is in firsts
	firsts [][]byte
	tuned  int // the size for which the garbage collector is set
}

// unescape undoes the escapes of a table with tabs.
var unescape = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\r`, "\r", `\\`, `\`)

// EachClass calls f for each line of a table with tabs that has strings with their normal forms: with the strings as
// they came.
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

// Take reads a table as [EachClass] does. Without Count it appends the strings that are the first of their class, each
// on a line.
func (u *Classes) Take(b, table []byte) []byte {
	if u.Count {
		u.seen.size = placeSize
	}
	u.collect()
	_ = EachClass(table, func(key ClassKey, text []byte) error { // it has no errors but those of the function
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

// The first strings stand in chunks, each after how many are in its class and how long it is. placeSize is the size of
// the number of a chunk and an offset in it.
const blockSize, placeSize = 1 << 16, 4 + 2

// keep keeps the first string of a class, and says where.
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

// collect has garbage collected after 32 to 64 MiB of it, unless the user has said when. Otherwise there would be as
// much garbage as what is kept.
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

// Append appends the first string of a class, and with Count how many the class has, as they are printed, without
// the end of the line.
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
