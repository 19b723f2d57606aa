// Command octets writes the assembly of package octets: percent-encodings are read and written by blocks, with AVX-512 (BW,
// VBMI and VBMI2). What comes in is this program, what goes out is the file that -out names.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

const (
	block   = 64              // octets that are looked at at once
	triplet = 3               // bytes of a percent-encoding
	third   = block / triplet // octets that are written at once
)

func main() {
	Package("github.com/rfc3987/iri/internal/fast/octets")
	ConstraintExpr("amd64,!plain")
	decode()
	encode()
	Generate()
}

// table writes a table of the 128 bytes of ASCII, and returns it as two registers.
func table(name string, of func(c byte) byte) [2]VecVirtual {
	m := GLOBL(name, 8|16) // RODATA|NOPTR
	for c := range byte(128) {
		DATA(int(c), U8(of(c)))
	}
	low, high := ZMM(), ZMM()
	VMOVDQU64(m, low)
	VMOVDQU64(m.Offset(block), high)
	return [2]VecVirtual{low, high}
}

// look replaces bytes by what a table says of them, without their highest bit.
func look(t [2]VecVirtual, bytes VecVirtual) { VPERMI2B(t[1], t[0], bytes) }

// copies returns a register that holds a byte in each place.
func copies(c byte) VecVirtual {
	x, all := GP32(), ZMM()
	MOVL(U32(uint32(c)), x)
	VPBROADCASTB(x, all)
	return all
}

// bits returns a mask of as many bits as there are in n, up to most.
func bits(n GPVirtual, most int) GPVirtual {
	k, mask := GP64(), GP64()
	MOVL(U32(uint32(most)), k.As32())
	CMPQ(n, k)
	CMOVQLT(n, k)
	MOVQ(I32(-1), mask)
	BZHIQ(k, mask, mask)
	return mask
}

// inK returns a mask as a register of masks.
func inK(mask Register) OpmaskVirtual {
	k := K()
	KMOVQ(mask, k)
	return k
}

// put appends the bytes of a mask to what dst is the end of.
func put(bytes VecVirtual, keep GPVirtual, dst Register) {
	packed, n, mask := ZMM(), GP64(), GP64()
	VPCOMPRESSB_Z(bytes, inK(keep), packed)
	POPCNTQ(keep, n)
	MOVQ(I32(-1), mask)
	BZHIQ(n, mask, mask)
	VMOVDQU8(packed, inK(mask), Mem{Base: dst})
	ADDQ(n, dst)
}

// done returns how many bytes there are from the parameter dst on.
func done(dst Register) {
	start := Load(Param("dst"), GP64())
	SUBQ(start, dst)
	Store(dst, Return("n"))
}

func decode() {
	TEXT("vectorDecode", 4, "func(dst *byte, s string) (n int)") // NOSPLIT
	Doc("vectorDecode writes s to dst with the octets of its percent-encodings, but for those of ASCII that is not unreserved, and",
		"returns how many bytes these are. s is not empty, and dst has room for as many bytes.")
	Pragma("noescape")
	high := table("highDigit", func(c byte) byte { return chars.HexValue(c) << 4 })
	low := table("lowDigit", func(c byte) byte { return chars.HexValue(c) & 15 })
	unreserved := table("unreserved", func(c byte) byte { // its highest bit
		if chars.IsUnreserved(c) {
			return 0x80
		}
		return 0
	})
	percents := copies('%')
	dst := Load(Param("dst"), GP64())
	p := Load(Param("s").Base(), GP64())
	rest := Load(Param("s").Len(), GP64()).(GPVirtual)
	drop, zero := GP64(), GP64() // digits in this block of what has been decoded in the one before
	XORL(drop.As32(), drop.As32())
	XORL(zero.As32(), zero.As32())

	Label("blocks")
	left := GP64()
	valid := bits(rest, block)
	text, digit, octets := ZMM(), ZMM(), ZMM()
	VMOVDQU8_Z(Mem{Base: p}, inK(valid), text)
	LEAQ(Mem{Base: rest, Disp: -1}, left)
	VMOVDQU8_Z(Mem{Base: p, Disp: 1}, inK(bits(left, block)), octets)
	DECQ(left)
	CMOVQLT(zero, left)
	whole := inK(bits(left, block)) // the places that two others follow
	VMOVDQU8_Z(Mem{Base: p, Disp: 2}, whole, digit)
	look(high, octets)
	look(low, digit)
	VPORD(digit, octets, octets)
	is, beyond, decoded := K(), K(), GP64()
	VPCMPEQB(percents, text, whole, is)
	VPMOVB2M(octets, beyond)
	VMOVDQA64(octets, digit)
	look(unreserved, digit)
	may := K()
	VPMOVB2M(digit, may)
	KORQ(beyond, may, may)
	KANDQ(is, may, may)
	VMOVDQU8(octets, may, text)
	KMOVQ(may, decoded)
	x, keep := GP64(), GP64()
	LEAQ(Mem{Base: decoded, Index: decoded, Scale: 1}, x)
	ORQ(x, drop)
	ADDQ(x, x)
	ORQ(x, drop)
	ANDNQ(valid, drop, keep)
	put(text, keep, dst)
	SHRQ(Imm(62), decoded)
	MOVQ(decoded, drop)
	SHRQ(Imm(1), decoded)
	ORQ(decoded, drop)
	ADDQ(Imm(block), p)
	SUBQ(Imm(block), rest)
	JG(LabelRef("blocks"))
	done(dst)
	VZEROUPPER()
	RET()
}

func encode() {
	TEXT("vectorEncode", 4, "func(dst *byte, s string) (n int)") // NOSPLIT
	Doc("vectorEncode writes s to dst with what is not ASCII percent-encoded, and returns how many bytes these are. s is not empty, and dst has",
		"room for the bytes.")
	Pragma("noescape")
	percents, nibbles := copies('%'), copies(15)
	order := GLOBL("order", 8|16)
	for i := range block {
		DATA(i, U8(uint8(i/triplet)))
	}
	digit := GLOBL("digit", 8|16)
	for i := range 16 {
		DATA(i, U8(percent.UpperHex[i]))
	}
	orders, digits := ZMM(), ZMM()
	VMOVDQU64(order, orders)
	VBROADCASTI32X4(digit, digits)
	firsts, seconds := GP64(), GP64() // the places of "%", and of the first digits
	MOVQ(U64(0x1249249249249249), firsts)
	LEAQ(Mem{Base: firsts, Index: firsts, Scale: 1}, seconds)
	isFirst, isSecond := inK(firsts), inK(seconds)
	dst := Load(Param("dst"), GP64())
	p := Load(Param("s").Base(), GP64())
	rest := Load(Param("s").Len(), GP64()).(GPVirtual)

	Label("thirds")
	valid := inK(bits(rest, third))
	text, bytes := ZMM(), ZMM()
	VMOVDQU8_Z(Mem{Base: p}, valid, text)
	VPERMB(text, orders, bytes)
	encoded, all, keep := ZMM(), K(), GP64()
	VPMOVB2M(bytes, all)
	KMOVQ(all, keep)
	VMOVDQA64(bytes, encoded)
	VPSRLW(Imm(4), bytes, text)
	VMOVDQU8(text, isSecond, encoded)
	VPANDD(nibbles, encoded, encoded)
	VPSHUFB(encoded, digits, encoded)
	VMOVDQU8(percents, isFirst, encoded)
	VMOVDQU8(encoded, all, bytes)
	ORQ(firsts, keep)
	n := GP64()
	LEAQ(Mem{Base: rest, Index: rest, Scale: 2}, n)
	ANDQ(bits(n, triplet*third), keep)
	put(bytes, keep, dst)
	ADDQ(Imm(third), p)
	SUBQ(Imm(third), rest)
	JG(LabelRef("thirds"))
	done(dst)
	VZEROUPPER()
	RET()
}
