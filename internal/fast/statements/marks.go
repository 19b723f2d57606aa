package statements

import "encoding/binary"

// marks finds the bytes of a text of up to 64 bytes that are a or b: bit i of the result stands
// for text[i].
func marks(text []byte, a, b byte) (found uint64) {
	var block [64]byte
	end := copy(block[:], text)
	for i := 0; i < end; i += 8 {
		x := binary.LittleEndian.Uint64(block[i:])
		// Each byte that is found becomes 0x80. The product collects the bits.
		eights := zeros(x^eight*uint64(a)) | zeros(x^eight*uint64(b))
		found |= eights >> 7 * 0x0102040810204080 >> 56 << i
	}
	if end < 64 {
		found &= 1<<end - 1
	}
	return found
}

// eight is 1 in each of eight bytes.
const eight = 0x0101010101010101

// zeros returns 0x80 in each byte that is 0 in x, and 0 in the others.
func zeros(x uint64) uint64 {
	const low = eight * 0x7F
	return ^((x&low + low) | x | low)
}
