package engine

// A Vector runs the states of a [Shift] over whole characters, where the processor has
// AVX2 and BMI2, or NEON. The Shift leaves its states at the first byte beyond ASCII and
// at the first "%". A Vector stays in them, because it checks two things apart from each
// other:
//
//   - that each character is complete: the bytes after a lead byte, such as 0xE4 or "%",
//     are in the sets that it needs. This does not depend on the state, so 32 bytes are
//     checked at once.
//   - which state comes next. The word of a lead byte does what the whole character does,
//     and the words of the bytes after it change nothing.
//
// Where one of the two fails, the table goes on; it knows more characters than the Vector
// does, and decides. The assembly is in vector_amd64.s, which the module in the folder asm writes, and in
// vector_arm64.s, which is written by hand.
type Vector struct {
	// Words is [Shift.Words] with words for whole characters.
	Words [512]uint64
	// Need1 gives the sets of which the byte after a lead byte has to be in one, Need2
	// those for the byte after that. Both, and Follow, consist of a table for the low
	// nibble and one for the high nibble of a byte; a bit counts if it is set in both.
	Need1, Need2 Nibbles
	// Follow gives the sets that a byte is in.
	Follow Nibbles
	// Four is what characters of four bytes need.
	Four Four
	// Inner has the bits of the sets whose bytes stand only after lead bytes, 16 times.
	Inner [16]uint8
	// Stay tells for each state which bytes do not leave it: bit h of the element for the
	// low nibble stands for the high nibble h. The second half is for bytes from 0x80 on.
	Stay [10][32]uint8
	// Open has bit 0 set for the lead bytes, bit 1 for those that need two more bytes, and bit 2
	// for the one of Four, which needs three.
	Open [256]uint8
}

// A Four tells of the characters of four bytes with one lead byte, whether they are complete. The
// sets of Need1 and Need2 have no room for theirs, and few blocks have such characters: only those
// are held against it.
type Four struct {
	// Lead is the lead byte; 0xFF, which no character begins with, if there is none.
	Lead uint8
	// Need gives for each of the three bytes after it the sets of which it has to be in one,
	// Follow the sets that a byte is in. All these bytes have a bit in Inner.
	Need   [3]uint8
	Follow Nibbles
}

// Nibbles are a table for the low nibble of a byte and one for its high nibble.
type Nibbles struct{ Low, High [16]uint8 }

// matchRest goes on where [Shift.match] has stopped, at offset i, in state q: with the Vector, where there is one.
func (h *Shift) matchRest(t *Table, s string, i int, q uint64) bool {
	row := h.row(q)
	if h.Vector == nil || !hasVector() {
		return t.run(s, i, row, nil)
	}
	for row != 0 && i < len(s) {
		if q := h.stateOf(row); q != 0 {
			if i, q = vectorMatch(h, s, i, q); i == len(s) {
				return h.Accept>>(q&63)&1 != 0
			}
			i, row = t.chunk(s, i, h.row(q), nil)
		} else {
			i, row = t.advance(s, i, row, nil, h)
		}
	}
	return t.finish(s, row, nil)
}

// splitRest goes on where [Shift.split] has stopped, as matchRest does. end has the ends of the states before.
func (h *Shift) splitRest(t *Table, s string, i int, q uint64, end *[64]uint32, off *Offsets) bool {
	if h.Vector == nil || !hasVector() {
		record(t, s, h.Start, q, 0, end, off)
		return t.run(s, i, h.row(q), off)
	}
	i, q = vectorSplit(h, s, i, q, end)
	if i == len(s) {
		setOffsets(h.Exits, end, off)
		return h.Accept>>(q&63)&1 != 0
	}
	at, row := t.chunk(s, i, h.row(q), off)
	if row == 0 {
		return false // of what comes here, most is refused: what was passed before is not needed
	}
	record(t, s, h.Start, q, 0, end, off)
	return h.splitFrom(t, s, at, row, off)
}

// splitFrom goes on at offset i, from the row of a state. off has the offsets that were passed.
func (h *Shift) splitFrom(t *Table, s string, i int, row uint, off *Offsets) bool {
	for row != 0 && i < len(s) {
		if first := h.stateOf(row); first != 0 {
			var end [64]uint32
			from, q := i, first
			i, q = vectorSplit(h, s, i, first, &end)
			record(t, s, first, q, from, &end, off)
			if row = h.row(q); i == len(s) {
				break
			}
			i, row = t.chunk(s, i, row, off)
		} else {
			i, row = t.advance(s, i, row, off, h)
		}
	}
	return t.finish(s, row, off)
}

// chunkSize is for how many bytes the table goes on where the Vector did not suffice, before it gets another try. In a
// state that the Vector does not have, such as that of a host after a userinfo, the table goes on until the string is
// back in one that it has.
const chunkSize = 64

// chunk runs the table from offset i for chunkSize bytes, or to the end of s.
func (t *Table) chunk(s string, i int, row uint, off *Offsets) (int, uint) {
	return t.advance(s[:min(len(s), i+chunkSize)], i, row, off, nil)
}

// stateOf returns the state of the Shift that has a row, 0 if there is none.
func (h *Shift) stateOf(row uint) uint64 {
	for k, r := range h.Rows[1:] {
		if uint(r) == row && row != 0 {
			return uint64(k+1) * shiftBits
		}
	}
	return 0
}
