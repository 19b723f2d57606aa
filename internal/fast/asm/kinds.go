package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file writes vectorKinds and vectorDots. Both look at blocks of 64 bytes, of which the last is loaded as far as it is there.

// kindsKernel looks at two blocks in each turn, of which the second may be empty: so most strings take one turn, and no branch
// depends on their length.
func kindsKernel() {
	TEXT("vectorKinds", 4, "func(kinds *[256]kind, s string) (k uint8)") // NOSPLIT
	Doc("vectorKinds is [KindsOf]; kinds has the kind of each byte. All bytes beyond ASCII have that of 0x80. s is not empty.")
	Pragma("noescape")
	table, s, rest := Load(Param("kinds"), GP64()), Load(Param("s").Base(), GP64()), Load(Param("s").Len(), GP64())
	low, high, found, beyond, zero := ZMM(), ZMM(), ZMM(), K(), GP64()
	d := newDotFinder()
	points := GP64()
	VMOVDQU64(Mem{Base: table}, low)
	VMOVDQU64(Mem{Base: table, Disp: leapBlock}, high)
	VPXORD(found, found, found)
	KXORQ(beyond, beyond, beyond)
	XORL(zero.As32(), zero.As32())
	XORL(points.As32(), points.As32())

	Label("kinds")
	for k := range 2 {
		text, in := first64(Mem{Base: s, Disp: k * leapBlock}, rest)
		kinds, wide, ascii := ZMM(), K(), K()
		VPMOVB2M(text, wide)
		KANDNQ(in, wide, ascii)
		KORQ(wide, beyond, beyond)
		VMOVDQA64(text, kinds)
		VPERMI2B_Z(high, low, ascii, kinds)
		VPORD(kinds, found, found)
		ORQ(d.find(text), points)
		d.next()
		SUBQ(Imm(leapBlock), rest)
		if k == 0 {
			CMOVQLT(zero, rest)
		}
	}
	ADDQ(Imm(2*leapBlock), s)
	TESTQ(rest, rest)
	JG(LabelRef("kinds"))

	out, some, others := GP64(), K(), every(^byte(chars.Dot))
	MOVQ(points, out)
	NEGQ(out)
	SBBL(out.As32(), out.As32())
	ANDL(U32(uint32(chars.Dot)), out.As32())
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
	TEXT("vectorDots", 4, "func(s string) (ok bool)") // NOSPLIT
	Doc("vectorDots reports whether a \".\" follows a \"/\" in s, which is not empty.")
	Pragma("noescape")
	s, rest := Load(Param("s").Base(), GP64()), Load(Param("s").Len(), GP64())
	d := newDotFinder()
	Label("blocks")
	text, _ := first64(Mem{Base: s}, rest)
	ok := GP8()
	d.find(text)
	SETNE(ok)
	JNZ(LabelRef("found"))
	d.next()
	ADDQ(Imm(leapBlock), s)
	SUBQ(Imm(leapBlock), rest)
	JG(LabelRef("blocks"))
	Label("found")
	Store(ok, Return("ok"))
	VZEROUPPER()
	RET()
}

// A dotFinder finds each "." after a "/", block by block.
type dotFinder struct {
	slash, dot VecVirtual
	slashes    GPVirtual // the places of each "/" in the block
	after      GPVirtual // the places after them; before a block bit 0, if the block before it ends with one
}

func newDotFinder() dotFinder {
	d := dotFinder{every('/'), every('.'), GP64(), GP64()}
	XORL(d.after.As32(), d.after.As32())
	return d
}

// find returns the places in a block, and sets the flags by whether there are any.
func (d dotFinder) find(text VecVirtual) (at GPVirtual) {
	slashes, dots := K(), K()
	at = GP64()
	VPCMPEQB(d.slash, text, slashes)
	VPCMPEQB(d.dot, text, dots)
	KMOVQ(slashes, d.slashes)
	KMOVQ(dots, at)
	LEAQ(Mem{Base: d.after, Index: d.slashes, Scale: 2}, d.after)
	ANDQ(d.after, at)
	return at
}

// next goes on to the next block.
func (d dotFinder) next() {
	MOVQ(d.slashes, d.after)
	SHRQ(Imm(leapBlock-1), d.after)
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
