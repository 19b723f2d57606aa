package rewrite

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

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
