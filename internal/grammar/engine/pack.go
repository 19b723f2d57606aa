package engine

import (
	"encoding/binary"

	"github.com/rfc3987/iri/internal/text/lazy"
)

// Most of a table is zeros and rows that repeat each other: that of IRI takes 50 KB. A table that few
// programs need is kept as the text that [Table.Pack] returns, which takes 2 KB.

// Pack returns a text for [Unpack]. The table must have rows.
func (t *Table) Pack() string {
	c := &coder{}
	t.code(c)
	return lazy.Pack(c.b)
}

// Unpack returns the table of which [Table.Pack] has made the text.
func Unpack(text string) *Table {
	t := &Table{}
	t.code(&coder{b: lazy.Unpack(text), reads: true})
	return t
}

// code writes the table or reads it: one function for both, so that they have the same order. The next state is written
// as its distance from the state, so that the rows of a chain of states are equal.
func (t *Table) code(c *coder) {
	number(c, &t.Width)
	pointer(c, &t.Class)
	c.bytes(t.Class[:])
	pointer(c, &t.Follow)
	c.bytes(t.Follow[:])
	list(c, &t.Loops)
	for i := range t.Loops {
		if l := pointer(c, &t.Loops[i]); l != nil {
			c.bytes(l.Self[:])
			numbers(c, l.Cycle[:])
		}
	}
	list(c, &t.Next)
	width := int(t.Width)
	for i := range t.Next {
		if i%width >= width-2 {
			number(c, &t.Next[i])
			continue
		}
		// 0 stands for the dead state, so distances that are not negative are written as one more. A table that is
		// written is set to what it has already.
		state := i / width
		step := 0 // to the dead state
		if to := int(t.Next[i]); to != Dead {
			if step = to/width - state; step >= 0 {
				step++
			}
		}
		n := uint16(step<<1 ^ step>>15) // the sign becomes the lowest bit
		number(c, &n)
		if step = int(n>>1) ^ -int(n&1); step > 0 {
			step--
		}
		if n != 0 {
			t.Next[i] = uint16((state + step) * width)
		}
	}
	list(c, &t.Bounds)
	c.bytes(t.Bounds)
	if h := pointer(c, &t.Shift); h != nil {
		h.code(c)
	}
}

func (h *Shift) code(c *coder) {
	numbers(c, h.Words[:])
	number(c, &h.Start)
	number(c, &h.Accept)
	numbers(c, h.Rows[:])
	if pointer(c, &h.Exits) != nil {
		for i := range h.Exits {
			number(c, &h.Exits[i].Before)
			number(c, &h.Exits[i].A)
			number(c, &h.Exits[i].B)
		}
	}
	v := pointer(c, &h.Vector)
	if v == nil {
		return
	}
	numbers(c, v.Words[:])
	for _, n := range []*Nibbles{&v.Need1, &v.Need2, &v.Follow} {
		c.bytes(n.Low[:])
		c.bytes(n.High[:])
	}
	number(c, &v.Four.Lead)
	c.bytes(v.Four.Need[:])
	c.bytes(v.Four.Follow.Low[:])
	c.bytes(v.Four.Follow.High[:])
	c.bytes(v.Inner[:])
	for i := range v.Stay {
		c.bytes(v.Stay[i][:])
	}
	c.bytes(v.Open[:])
}

// A coder writes the values that it is given, or reads into them.
type coder struct {
	b     []byte // what is written, or read
	at    int    // how much of it has been read
	reads bool
}

func (c *coder) bytes(b []byte) {
	if !c.reads {
		c.b = append(c.b, b...)
		return
	}
	c.at += copy(b, c.b[c.at:])
}

func number[T uint | uint8 | uint16 | uint32 | uint64](c *coder, n *T) {
	if !c.reads {
		c.b = binary.AppendUvarint(c.b, uint64(*n))
		return
	}
	if b := c.b[c.at]; b < 0x80 { // most are
		*n = T(b)
		c.at++
		return
	}
	v, size := binary.Uvarint(c.b[c.at:])
	*n = T(v)
	c.at += size
}

func numbers[T uint | uint8 | uint16 | uint32 | uint64](c *coder, list []T) {
	for i := range list {
		number(c, &list[i])
	}
}

// list codes the length of a list, and makes one of that length; nil if it has none.
func list[T any](c *coder, l *[]T) {
	n := uint(len(*l))
	if number(c, &n); c.reads && n > 0 {
		*l = make([]T, n)
	}
}

// pointer codes whether there is a value, makes it, and returns it.
func pointer[T any](c *coder, p **T) *T {
	there := uint8(0)
	if *p != nil {
		there = 1
	}
	if number(c, &there); c.reads && there != 0 {
		*p = new(T)
	}
	return *p
}
