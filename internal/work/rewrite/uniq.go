package rewrite

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Uniq is the [run.Job] that keeps the first text of each class of equal texts: those with the same result of the
// conversion. The form of the conversion is TSV.
type Uniq struct {
	Rewrite
	Classes
	lines []byte
}

// InOrder reduces the result to the texts that are the first of their class.
func (u *Uniq) InOrder(r *run.Result) error {
	u.lines = u.Add(u.lines[:0], r.Out)
	r.Out = append(r.Out[:0], u.lines...)
	return nil
}

// End writes the classes with their sizes.
func (u *Uniq) End(r *run.Result, _ *run.Progress) error {
	for text, n := range u.All {
		r.Out = append(u.Append(r.Out, string(text), n), '\n')
		if !r.FlushIfLarge() {
			break
		}
	}
	return nil
}

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

// A ClassKey is the key of a class of equal strings: a prefix of the SHA-256 of their normal form.
type ClassKey [16]byte

// Key returns the key for a normal form.
func Key(normal []byte) ClassKey {
	sum := sha256.Sum256(normal)
	return ClassKey(sum[:])
}

// A classMap maps keys to values of a few bytes, with an overhead of 14% to 29%. It grows by an eighth at a time, one
// shard after the other and in place, so that it leaves no garbage.
type classMap struct {
	size   int // of a value
	pages  int // of all shards
	shards [256]shard
	old    []byte // the slots of a shard that grows
}

// A shard has the keys with the same first byte. Each key is in the first slot that was free from its own place on. A
// key of zeros, which no known text has, marks a free slot.
type shard struct {
	pages []*[pageSize]byte
	n     int // how many slots are in use
}

const pageSize = 4096

// put returns the value of a key. If the key is new, added is true, and the caller fills the value.
func (c *classMap) put(key ClassKey) (value []byte, added bool) {
	s := &c.shards[key[0]]
	if s.n*8 >= c.slots(s)*7 {
		c.grow(s)
	}
	slot := c.slot(s, key)
	if added = ClassKey(slot) != key; added {
		copy(slot, key[:])
		s.n++
	}
	return slot[len(key):], added
}

// width returns the size of a slot, and perPage how many slots a page has.
func (c *classMap) width() int         { return len(ClassKey{}) + c.size }
func (c *classMap) perPage() int       { return pageSize / c.width() }
func (c *classMap) slots(s *shard) int { return len(s.pages) * c.perPage() }

// slot returns the slot of a key, or the slot to store it in.
func (c *classMap) slot(s *shard, key ClassKey) []byte {
	width, per, slots := c.width(), c.perPage(), c.slots(s)
	// Places are in the order of the keys, so that a growing shard is read and written sequentially.
	place, _ := bits.Mul64(binary.BigEndian.Uint64(key[1:]), uint64(slots))
	for i := int(place); ; i++ {
		if i == slots {
			i = 0
		}
		slot := s.pages[i/per][i%per*width:][:width]
		if k := ClassKey(slot); k == key || k == (ClassKey{}) {
			return slot
		}
	}
}

// grow adds pages to a shard.
func (c *classMap) grow(s *shard) {
	width, used := c.width(), c.perPage()*c.width()
	c.old = c.old[:0]
	for _, page := range s.pages {
		c.old = append(c.old, page[:used]...)
		clear(page[:])
	}
	for range max(1, len(s.pages)/8) {
		c.pages++
		s.pages = append(s.pages, new([pageSize]byte))
	}
	for old := c.old; len(old) > 0; old = old[width:] {
		if key := ClassKey(old); key != (ClassKey{}) {
			copy(c.slot(s, key), old[:width])
		}
	}
}
