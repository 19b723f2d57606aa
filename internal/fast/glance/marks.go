package glance

import "encoding/binary"

// Marks finds the bytes of a text that are a or b: bit i%64 of element i/64 of the result
// stands for text[i]. The result is in dst, if that has room.
func Marks(dst []uint64, text []byte, a, b byte) []uint64 {
	n := (len(text) + 63) / 64
	if cap(dst) < n {
		dst = make([]uint64, n)
	}
	dst = dst[:n]
	from := 0
	if whole := len(text) / 64; whole > 0 && hasVector256 {
		vectorMarks(&dst[0], &text[0], whole, a, b)
		from = whole
	}
	for k := from; k < n; k++ {
		var block [64]byte
		end := copy(block[:], text[k*64:])
		dst[k] = 0
		for i := 0; i < end; i += 8 {
			x := binary.LittleEndian.Uint64(block[i:])
			// Each byte that is found becomes 0x80. The product collects the bits.
			found := zeros(x^eight*uint64(a)) | zeros(x^eight*uint64(b))
			dst[k] |= found >> 7 * 0x0102040810204080 >> 56 << i
		}
		if end < 64 {
			dst[k] &= 1<<end - 1
		}
	}
	return dst
}

// eight is 1 in each of eight bytes.
const eight = 0x0101010101010101

// zeros returns 0x80 in each byte that is 0 in x, and 0 in the others.
func zeros(x uint64) uint64 {
	const low = eight * 0x7F
	return ^((x&low + low) | x | low)
}
