package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/text/chars"
)

// kindsKernel writes vectorKinds. It looks at two blocks of 64 bytes in each turn, of which the second may be empty: so most strings
// take one turn, and no branch depends on their length.
func kindsKernel() {
	TEXT("vectorKinds", 4, "func(kinds *[256]kind, s string) (k uint8)") // NOSPLIT
	Doc("vectorKinds is [KindsOf]; kinds has the kind of each byte. All bytes beyond ASCII have that of 0x80.")
	Pragma("noescape")
	table, s, rest := Load(Param("kinds"), GP64()), Load(Param("s").Base(), GP64()), Load(Param("s").Len(), GP64())
	low, high, found, slash, dot := ZMM(), ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU64(Mem{Base: table}, low)
	VMOVDQU64(Mem{Base: table, Disp: leapBlock}, high)
	VPXORD(found, found, found)
	each := func(x VecVirtual, b byte) {
		r := GP32()
		MOVL(U32(uint32(b)), r)
		VPBROADCASTB(r, x)
	}
	each(slash, '/')
	each(dot, '.')
	beyond, dots, carry, zero := K(), GP64(), GP64(), GP64()
	KXORQ(beyond, beyond, beyond)
	for _, x := range []GPVirtual{dots, carry, zero} {
		XORL(x.As32(), x.As32())
	}

	Label("kinds")
	for k := range 2 {
		n, bits, in := GP64(), GP64(), K()
		MOVL(U32(leapBlock), n.As32())
		CMPQ(rest, n)
		CMOVQLT(rest, n)
		MOVQ(I32(-1), bits)
		BZHIQ(n, bits, bits)
		KMOVQ(bits, in)
		text, kinds, wide, ascii := ZMM(), ZMM(), K(), K()
		VMOVDQU8_Z(Mem{Base: s, Disp: k * leapBlock}, in, text)
		VPMOVB2M(text, wide)
		KANDNQ(in, wide, ascii)
		KORQ(wide, beyond, beyond)
		VMOVDQA64(text, kinds)
		VPERMI2B_Z(high, low, ascii, kinds)
		VPORD(kinds, found, found)

		// A "." counts after a "/", which may be the last byte of the block before.
		slashes, points, after, at := K(), K(), GP64(), GP64()
		VPCMPEQB(slash, text, slashes)
		VPCMPEQB(dot, text, points)
		KMOVQ(slashes, after)
		KMOVQ(points, at)
		last := GP64()
		MOVQ(after, last)
		LEAQ(Mem{Base: carry, Index: after, Scale: 2}, after)
		SHRQ(Imm(leapBlock-1), last)
		MOVQ(last, carry)
		ANDQ(after, at)
		ORQ(at, dots)
		SUBQ(Imm(leapBlock), rest)
		if k == 0 {
			CMOVQLT(zero, rest)
		}
	}
	ADDQ(Imm(2*leapBlock), s)
	TESTQ(rest, rest)
	JG(LabelRef("kinds"))

	out, some, others := GP64(), K(), ZMM()
	each(others, ^byte(chars.Dot))
	VPTESTMB(others, found, some)
	MOVQ(dots, out)
	NEGQ(out)
	SBBL(out.As32(), out.As32())
	ANDL(U32(uint32(chars.Dot)), out.As32())
	KORTESTQ(some, beyond)
	JZ(LabelRef("return"))

	// The kinds of all bytes are put together.
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
