package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file writes vectorKinds and vectorDots. Both look at blocks of 64 bytes, of which the last is loaded as far as it is there.

// kindsKernel looks at two blocks at the end, of which the second may be empty: so of most strings there are no others, and no branch
// depends on their length.
func kindsKernel() {
	TEXT("vectorKinds", 4, "func(kinds *[256]kind, s string) (k uint8)") // NOSPLIT
	Doc("vectorKinds is [KindsOf]; kinds has the kind of each byte. All bytes beyond ASCII have that of 0x80. s is not empty.")
	Pragma("noescape")
	table, s, rest := Load(Param("kinds"), GP64()), Load(Param("s").Base(), GP64()), Load(Param("s").Len(), GP64())
	low, high, found, beyond, points := ZMM(), ZMM(), ZMM(), K(), K()
	d := newDotFinder()
	VMOVDQU64(Mem{Base: table}, low)
	VMOVDQU64(Mem{Base: table, Disp: leapBlock}, high)
	VPXORD(found, found, found)
	KXORQ(beyond, beyond, beyond)
	KXORQ(points, points, points)
	look := func(at Mem, in OpmaskVirtual) {
		text, kinds, wide, ascii := ZMM(), ZMM(), K(), K()
		VMOVDQU8_Z(at, in, text)
		VPMOVB2M(text, wide)
		KANDNQ(in, wide, ascii)
		KORQ(wide, beyond, beyond)
		VMOVDQA64(text, kinds)
		VPERMI2B_Z(high, low, ascii, kinds)
		VPORD(kinds, found, found)
		KORQ(d.find(text), points, points)
	}
	all, none, mask, in := GP64(), GP64(), GP64(), K()
	MOVQ(I32(-1), all)
	XORL(none.As32(), none.As32())

	Label("blocks")
	CMPQ(rest, Imm(2*leapBlock))
	JLE(LabelRef("last"))
	KMOVQ(all, in)
	look(Mem{Base: s}, in)
	ADDQ(Imm(leapBlock), s)
	SUBQ(Imm(leapBlock), rest)
	JMP(LabelRef("blocks"))

	Label("last")
	BZHIQ(rest, all, mask) // it takes no more than there are
	KMOVQ(mask, in)
	look(Mem{Base: s}, in)
	SUBQ(Imm(leapBlock), rest)
	CMOVQLT(none, rest)
	BZHIQ(rest, all, mask)
	KMOVQ(mask, in)
	look(Mem{Base: s, Disp: leapBlock}, in)

	out, some, others := GP64(), K(), every(^byte(chars.Dot))
	XORL(out.As32(), out.As32())
	KORTESTQ(points, points)
	SETNE(out.As8())
	SHLL(Imm(uint64(bits.TrailingZeros8(uint8(chars.Dot)))), out.As32())
	VPTESTMB(others, found, some)
	KORTESTQ(some, beyond)
	JZ(LabelRef("return"))

	// The kinds of all bytes but "." are put together.
	VPANDD(others, found, found)
	half, quarter := YMM(), XMM()
	VEXTRACTI64X4(Imm(1), found, half)
	VPOR(found.AsY(), half, half)
	VEXTRACTI128(Imm(1), half, quarter)
	VPOR(half.AsX(), quarter, quarter)
	x, y := GP64(), GP64()
	VMOVQ(quarter, x)
	VPEXTRQ(Imm(1), quarter, y)
	ORQ(y, x)
	for _, n := range []uint64{32, 16, 8} {
		MOVQ(x, y)
		SHRQ(Imm(n), y)
		ORQ(y, x)
	}
	ORL(x.As32(), out.As32())
	KORTESTQ(beyond, beyond)
	JZ(LabelRef("return"))
	MOVBLZX(Mem{Base: table, Disp: 0x80}, x.As32())
	ORL(x.As32(), out.As32())
	Label("return")
	Store(out.As8(), Return("k"))
	VZEROUPPER()
	RET()
}

func dotsKernel() {
	TEXT("vectorDots", 4, "func(s string) (at int)") // NOSPLIT
	Doc("vectorDots is [DotAfterSlash] for a string that is not empty.")
	Pragma("noescape")
	s, rest := Load(Param("s").Base(), GP64()), Load(Param("s").Len(), GP64())
	d := newDotFinder()
	size, at := GP64(), GP64()
	MOVQ(rest, size)
	Label("blocks")
	text, _ := first64(Mem{Base: s}, rest)
	points := GP64()
	KMOVQ(d.find(text), points)
	TESTQ(points, points)
	JNZ(LabelRef("found"))
	ADDQ(Imm(leapBlock), s)
	SUBQ(Imm(leapBlock), rest)
	JG(LabelRef("blocks"))
	Store(size, Return("at"))
	VZEROUPPER()
	RET()
	Label("found")
	TZCNTQ(points, at)
	ADDQ(size, at)
	SUBQ(rest, at)
	Store(at, Return("at"))
	VZEROUPPER()
	RET()
}

// A dotFinder finds each "." after a "/", block by block.
type dotFinder struct {
	slash, dot VecVirtual
	first      OpmaskVirtual // the first place of a block, if the block before it ends with a "/"
}

func newDotFinder() dotFinder {
	d := dotFinder{every('/'), every('.'), K()}
	KXORQ(d.first, d.first, d.first)
	return d
}

// find returns the places in the next block.
func (d dotFinder) find(text VecVirtual) (at OpmaskVirtual) {
	slashes, at := K(), K()
	VPCMPEQB(d.slash, text, slashes)
	KSHIFTLQ(Imm(1), slashes, at)
	KORQ(d.first, at, at)
	KSHIFTRQ(Imm(leapBlock-1), slashes, d.first)
	VPCMPEQB(d.dot, text, at, at)
	return at
}

// first64 loads the first 64 of rest bytes, zeros where there are fewer; the mask has those that are there.
func first64(at Mem, rest Register) (text VecVirtual, in OpmaskVirtual) {
	text, in = ZMM(), K()
	KMOVQ(inBlock(rest), in)
	VMOVDQU8_Z(at, in, text)
	return text, in
}

// every returns a vector that has a byte everywhere.
func every(b byte) VecVirtual {
	r, x := GP32(), ZMM()
	MOVL(U32(b), r)
	VPBROADCASTB(r, x)
	return x
}
