package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx512 are the vectors as 64 bytes. A table has 128 elements, so two of them have the
// traits of each character, or six where there are twelve blocks.
type avx512 struct {
	g           *generator
	k           OpmaskVirtual // the bytes that are in the string
	block       VecVirtual
	asc         VecVirtual // the classes of its ASCII
	traits      VecVirtual
	inSet, fine OpmaskVirtual
}

// pairs are the pairs of blocks after the first four blocks.
var pairs = []int{2, 3, 4, 5}

func (v *avx512) setup(g *generator) { v.g = g }

// load reads zeros in place of the bytes that are not in the string, which need not be there.
func (v *avx512) load(_ string, _, valid Register) {
	v.k, v.block = K(), ZMM()
	KMOVQ(valid, v.k)
	VMOVDQU8_Z(Mem{Base: v.g.p}, v.k, v.block)
}

// number returns a mask as a number.
func (v *avx512) number(k OpmaskVirtual) GPVirtual {
	x := GP64()
	KMOVQ(k, x)
	return x
}

func (v *avx512) nonASCII() GPVirtual {
	k := K()
	VPMOVB2M(v.block, k)
	return v.number(k)
}

func (v *avx512) ahead(no LabelRef) {
	x, k := ZMM(), K()
	VMOVDQU64(Mem{Base: v.g.p, Disp: block}, x)
	VPMOVB2M(x, k)
	KORTESTQ(k, k)
	JNZ(no)
	VMOVDQA64(x, v.block)
}

// constant returns a register with the same byte everywhere, of which m has four.
func (v *avx512) constant(m Mem) VecVirtual {
	x := ZMM()
	VPBROADCASTD(m, x)
	return x
}

func (v *avx512) equal(constant Mem) GPVirtual {
	k := K()
	VPCMPEQB(v.constant(constant), v.block, k)
	return v.number(k)
}

// at looks the low seven bits of bytes up in a table of 128.
func (v *avx512) at(table Mem, bytes VecVirtual) VecVirtual {
	low, x := ZMM(), ZMM()
	VMOVDQU64(table, low)
	VMOVDQA64(bytes, x)
	VPERMI2B(table.Offset(block), low, x)
	return x
}

func (v *avx512) classify() {
	x, k := v.at(v.g.data.Offset(atClasses), v.block), K()
	VPMOVB2M(v.block, k)
	KNOTQ(k, k)
	v.asc = ZMM()
	VMOVDQU8_Z(x, k, v.asc)
}

func (v *avx512) class(k uint64) GPVirtual {
	m := K()
	VPTESTMB(v.constant(v.g.byteAt(1<<k)), v.asc, m)
	return v.number(m)
}

func (v *avx512) without(classes Mem) GPVirtual {
	m := K()
	VPTESTNMB(v.constant(classes), v.asc, m)
	return v.number(m)
}

func (v *avx512) syntax(valid Register) (unknown, percents, hashes, digits GPVirtual) {
	x, ascii := v.at(v.g.data.Offset(atSyntax), v.block), K()
	KMOVQ(valid, ascii)
	VPTESTNMB(v.constant(v.g.byteAt(0x80)), v.block, ascii, ascii)
	has := func(what int) GPVirtual {
		k := K()
		VPTESTMB(v.constant(v.g.byteAt(what)), x, ascii, k)
		return v.number(k)
	}
	k := K()
	VPTESTNMB(v.constant(v.g.byteAt(isText|isPercent|isHash)), x, ascii, k)
	return v.number(k), has(isPercent), has(isHash), has(isHex)
}

func (v *avx512) find(name string, wide func(GPVirtual)) (stray, torn GPVirtual) {
	g := v.g
	before1, before2, before3, slot := ZMM(), ZMM(), ZMM(), ZMM()
	VMOVDQU8_Z(Mem{Base: g.p, Disp: -1}, v.k, before1)
	VMOVDQU8_Z(Mem{Base: g.p, Disp: -2}, v.k, before2)
	VMOVDQU8_Z(Mem{Base: g.p, Disp: -3}, v.k, before3)
	VPSUBB(v.constant(g.field(offBase)), before1, slot)
	// Bit 6 of the number of a character in two blocks is bit 0 of the number of the block.
	x := ZMM()
	VPSLLW(Imm(6), slot, x)
	VPTERNLOGD(U8(0xE4), v.constant(g.byteAt(0x40)), v.block, x)
	v.traits = v.at(g.field(offTraits), x)
	upper := K()
	VPTESTMB(v.constant(g.byteAt(2)), slot, upper)
	VMOVDQU8(v.at(g.field(offTraits+2*block), x), upper, v.traits)
	TESTB(U8(1), g.field(offLarge))
	JZ(LabelRef(name + "Small"))
	pair := ZMM() // twice the number of the pair of blocks, and 1
	VPORD(v.constant(g.byteAt(1)), slot, pair)
	for _, k := range pairs {
		VPCMPEQB(v.constant(g.byteAt(2*k+1)), pair, upper)
		VMOVDQU8(v.at(g.field(offTraits+2*block*k), x), upper, v.traits)
	}
	Label(name + "Small")

	v.inSet, v.fine = K(), K()
	middle, t := K(), K()
	lead, firstLead := v.constant(g.field(offLead)), v.constant(g.field(offFirstLead))
	anyFirst := v.constant(g.field(offAnyFirst))
	VPCMPUB(atMost, v.constant(g.field(offLast)), slot, v.inSet) // one of the blocks
	VPXORD(lead, before2, x)
	VPANDND(x, v.constant(g.field(offAnyLead)), x)
	VPTESTNMB(x, x, v.inSet, v.inSet)
	VPXORD(firstLead, before3, x)
	VPANDND(x, anyFirst, x)
	VPTESTNMB(x, x, v.inSet, v.inSet)
	VPTESTMB(v.constant(g.byteAt(in.bit)), v.traits, v.inSet, v.inSet)
	// The bytes in the middle of a character.
	VPCMPEQB(lead, before1, middle)
	VPXORD(firstLead, before2, x)
	VPANDND(x, anyFirst, x)
	VPTESTNMB(x, x, middle, middle)
	VPCMPEQB(firstLead, before1, t)
	KORQ(t, middle, middle)
	KORQ(v.inSet, middle, v.fine)

	TESTB(U8(1), g.field(offWide))
	JZ(LabelRef(name + "Found"))
	// As signed numbers, bytes beyond ASCII are less than those of ASCII, and in their order.
	lowLead, highLead := v.constant(g.field(offLowLead)), v.constant(g.field(offHighLead))
	low, high := K(), K()
	VPCMPEQB(lowLead, before2, t)
	VPCMPB(atLeast, v.constant(g.field(offLowSecond)), before1, t, low)
	VPCMPB(greater, lowLead, before2, t)
	KORQ(t, low, low)
	VPCMPEQB(highLead, before2, t)
	VPCMPB(atMost, v.constant(g.field(offHighSecond)), before1, t, high)
	VPCMPB(less, highLead, before2, t)
	KORQ(t, high, high)
	KANDQ(high, low, low)
	KORQ(low, v.fine, v.fine)
	VPCMPB(atLeast, lowLead, before1, t)
	VPCMPB(atMost, highLead, before1, t, t)
	KORQ(t, v.fine, v.fine)
	if wide != nil {
		wide(v.number(low))
	}
	Label(name + "Found")
	inside, k := v.insideMask(), K()
	KANDNQ(inside, v.fine, k)
	VPCMPUB(atLeast, v.constant(g.byteAt(0xC0)), before1, middle)
	VPCMPUB(atLeast, v.constant(g.byteAt(0xE0)), before2, t)
	KORQ(t, middle, middle)
	VPCMPUB(atLeast, v.constant(g.byteAt(0xF0)), before3, t)
	KORQ(t, middle, middle)
	KXORQ(inside, middle, middle)
	return v.number(k), v.number(middle)
}

// The comparisons of VPCMPB and VPCMPUB.
const less, atMost, atLeast, greater = U8(1), U8(2), U8(5), U8(6)

// insideMask returns the bytes inside of characters, as [vectors.inside] does.
func (v *avx512) insideMask() OpmaskVirtual {
	k := K()
	VPCMPB(less, v.constant(v.g.byteAt(0xC0)), v.block, k)
	return k
}

func (v *avx512) inside() GPVirtual { return v.number(v.insideMask()) }

func (v *avx512) trait(t trait) GPVirtual {
	k := K()
	VPTESTMB(v.constant(v.g.byteAt(t.bit)), v.traits, v.inSet, k)
	return v.number(k)
}
