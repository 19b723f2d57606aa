package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

const (
	half = block / 2
	page = 4096
)

// avx2 are the vectors in two halves of 32 bytes. A table has 16 elements, so a property of a
// character is a bit of its row in the element for the low four bits of its last byte.
type avx2 struct {
	g      *generator
	zero   VecVirtual
	copied Mem           // a block on the stack, and the bytes before it
	asc    [2]VecVirtual // the classes of its ASCII
	chars  [2]lookup
}

// A lookup is what is known of the characters in half a block.
type lookup struct {
	low  VecVirtual    // the low four bits of each byte
	rows [2]VecVirtual // the bit of the row of each character
	in   VecVirtual    // whether it is the last byte of a character of the blocks
	more [2]Mem        // where there are twelve blocks: the rows of four and of four more on the stack, as numbers
}

func (v *avx2) setup(g *generator) {
	v.g = g
	v.copied = AllocLocal(block + 8)
	for i := range v.chars {
		v.chars[i].more = [2]Mem{AllocLocal(half), AllocLocal(half)}
	}
	v.zero = YMM()
	VPXOR(v.zero, v.zero, v.zero)
}

// load copies a block that ends in another page than it begins in, because that page may not
// be there.
func (v *avx2) load(name string, rest, _ Register) {
	p := v.g.p
	CMPQ(rest, Imm(block))
	JGE(LabelRef(name + "Load"))
	last := GP64()
	MOVQ(p, last)
	ANDQ(U32(page-1), last)
	CMPQ(last, U32(page-block))
	JBE(LabelRef(name + "Load"))
	k, b := GP64(), GP32()
	MOVQ(I32(-before), k)
	Label(name + "Copy")
	MOVBLZX(Mem{Base: p, Index: k, Scale: 1}, b)
	MOVB(b.As8(), Mem{Base: v.copied.Base, Disp: v.copied.Disp + before, Index: k, Scale: 1})
	INCQ(k)
	CMPQ(k, rest)
	JLT(LabelRef(name + "Copy"))
	LEAQ(v.copied.Offset(before), p)
	Label(name + "Load")
}

// bytes returns half of the block, or what stands some bytes before it.
func (v *avx2) bytes(i, before int) VecVirtual {
	x := YMM()
	VMOVDQU(Mem{Base: v.g.p, Disp: i*half - before}, x)
	return x
}

// mask returns a bit for each byte of the halves whose sign is set.
func (v *avx2) mask(f func(i int) VecVirtual) GPVirtual {
	a, b := GP64(), GP64()
	VPMOVMSKB(f(1), b.As32())
	SHLQ(Imm(32), b)
	VPMOVMSKB(f(0), a.As32())
	ORQ(b, a)
	return a
}

func (v *avx2) ahead(no LabelRef) {
	x, bits := v.bytes(2, 0), GP32()
	VPOR(Mem{Base: v.g.p, Disp: 3 * half}, x, x)
	VPMOVMSKB(x, bits)
	TESTL(bits, bits)
	JNZ(no)
}

func (v *avx2) nonASCII() GPVirtual {
	return v.mask(func(i int) VecVirtual { return v.bytes(i, 0) })
}

func (v *avx2) equal(constant Mem) GPVirtual {
	c := v.constant(constant)
	return v.mask(func(i int) VecVirtual {
		x := YMM()
		VPCMPEQB(c, v.bytes(i, 0), x)
		return x
	})
}

// constant returns a register with the same byte everywhere, of which m has four.
func (v *avx2) constant(m Mem) VecVirtual {
	x := YMM()
	VPBROADCASTD(m, x)
	return x
}

// at looks bytes of less than 16 up in a table of 16.
func (v *avx2) at(table Mem, bytes VecVirtual) VecVirtual {
	x := YMM()
	VBROADCASTI128(table, x)
	VPSHUFB(bytes, x, x)
	return x
}

// nibbles returns the low and the high four bits of each byte of a half.
func (v *avx2) nibbles(i int) (low, high VecVirtual) {
	nibble := v.constant(v.g.byteAt(0x0F))
	low, high = YMM(), YMM()
	text := v.bytes(i, 0)
	VPAND(nibble, text, low)
	VPSRLW(Imm(4), text, high)
	VPAND(nibble, high, high)
	return low, high
}

func (v *avx2) classify() {
	for i := range v.asc {
		low, high := v.nibbles(i)
		v.asc[i] = v.at(v.g.data.Offset(atLow), low)
		VPAND(v.at(v.g.data.Offset(atHigh), high), v.asc[i], v.asc[i])
	}
}

func (v *avx2) class(k uint64) GPVirtual {
	return v.mask(func(i int) VecVirtual {
		if k == 7 {
			return v.asc[i]
		}
		x := YMM()
		VPSLLW(Imm(7-k), v.asc[i], x)
		return x
	})
}

func (v *avx2) without(classes Mem) GPVirtual {
	c := v.constant(classes)
	return v.mask(func(i int) VecVirtual {
		x := YMM()
		VPAND(c, v.asc[i], x)
		VPCMPEQB(v.zero, x, x)
		return x
	})
}

func (v *avx2) syntax(valid Register) (unknown, percents, hashes, digits GPVirtual) {
	var classes [2]VecVirtual
	for i := range classes {
		low, high := v.nibbles(i)
		classes[i] = v.at(v.g.data.Offset(atLowSyntax), low)
		VPAND(v.at(v.g.data.Offset(atHighSyntax), high), classes[i], classes[i])
	}
	digits = v.mask(func(i int) VecVirtual {
		x := YMM()
		VPSLLW(Imm(1), classes[i], x) // bit 6 to bit 7
		VPOR(classes[i], x, x)
		return x
	})
	unknown = v.mask(func(i int) VecVirtual {
		x := YMM()
		VPAND(v.constant(v.g.byteAt(inRows)), classes[i], x)
		VPCMPEQB(v.zero, x, x)
		ascii := v.bytes(i, 0)
		VPANDN(x, ascii, x)
		return x
	})
	percents, hashes = v.equal(v.g.byteAt('%')), v.equal(v.g.byteAt('#'))
	for _, x := range []Register{unknown, percents, hashes, digits} {
		ANDQ(valid, x)
	}
	return unknown, percents, hashes, digits
}

func (v *avx2) find(name string, wide func(GPVirtual)) (stray, torn GPVirtual) {
	stray = GP64()
	for i := 1; i >= 0; i-- {
		c := &v.chars[i]
		fine := v.findHalf(c, i)
		end := name + []string{"Low", "High"}[i]
		TESTB(U8(1), v.g.field(offWide))
		JZ(LabelRef(end))
		x := v.span(i, fine)
		if wide != nil {
			mask := GP64()
			VPMOVMSKB(x, mask.As32())
			if i == 1 {
				SHLQ(Imm(32), mask)
			}
			wide(mask)
		}
		Label(end)
		x = v.insideHalf(i)
		VPANDN(x, fine, x)
		if i == 1 {
			VPMOVMSKB(x, stray.As32())
			SHLQ(Imm(32), stray)
			continue
		}
		mask := GP64()
		VPMOVMSKB(x, mask.As32())
		ORQ(mask, stray)
	}
	return stray, v.mask(v.tornHalf)
}

// tornHalf returns all bits for the bytes of half a block that are inside of a character by the bytes before them, and do
// not say so, or the other way round.
func (v *avx2) tornHalf(i int) VecVirtual {
	inside := YMM()
	VPXOR(inside, inside, inside)
	for k, least := range []int{0xC0, 0xE0, 0xF0} {
		x, y := v.constant(v.g.byteAt(least)), YMM()
		VPMAXUB(Mem{Base: v.g.p, Disp: i*half - 1 - k}, x, y)
		VPCMPEQB(Mem{Base: v.g.p, Disp: i*half - 1 - k}, y, y)
		VPOR(y, inside, inside)
	}
	VPXOR(v.insideHalf(i), inside, inside)
	return inside
}

// insideHalf returns all bits for the bytes of half a block that are inside of characters.
func (v *avx2) insideHalf(i int) VecVirtual {
	x := YMM()
	VPCMPGTB(v.bytes(i, 0), v.constant(v.g.byteAt(0xC0)), x)
	return x
}

func (v *avx2) inside() GPVirtual { return v.mask(v.insideHalf) }

// misses returns all bits for characters that do not have a trait.
func (v *avx2) misses(c *lookup, off int) VecVirtual {
	x, y := v.at(v.g.field(off), c.low), v.at(v.g.field(off+16), c.low)
	VPAND(c.rows[0], x, x)
	VPAND(c.rows[1], y, y)
	VPOR(y, x, x)
	small := v.g.label("small")
	TESTB(U8(1), v.g.field(offLarge))
	JZ(LabelRef(small))
	for k, numbers := range c.more {
		for i, table := range []int{atLowRows, atHighRows} {
			row := YMM()
			VBROADCASTI128(v.g.data.Offset(table), row)
			VPSHUFB(numbers, row, row)
			VPAND(v.at(v.g.field(off+32*(k+1)+16*i), c.low), row, row)
			VPOR(row, x, x)
		}
	}
	Label(small)
	VPCMPEQB(v.zero, x, x)
	return x
}

// findHalf looks the characters of half a block up in the blocks. It returns which bytes
// are the last one or stand in the middle of such a character.
func (v *avx2) findHalf(c *lookup, i int) VecVirtual {
	g := v.g
	low, high := v.nibbles(i)
	c.low = low
	slot := YMM()
	VPSUBB(v.constant(g.field(offBase)), v.bytes(i, 1), slot)
	c.in = YMM()
	VPMINUB(v.constant(g.field(offLast)), slot, c.in)
	VPCMPEQB(slot, c.in, c.in) // one of the blocks
	VPAND(v.constant(g.byteAt(0x0F)), slot, slot)
	VPSLLW(Imm(2), slot, slot)
	VPAND(v.constant(g.byteAt(3)), high, high)
	VPOR(high, slot, slot) // the number of the row
	// VPSHUFB gives 0 for a byte whose sign is set: for rows that are not among the sixteen.
	const rows = 16
	top := v.constant(g.byteAt(0x80 - rows))
	number := YMM()
	VPADDUSB(top, slot, number)
	c.rows[0] = v.at(g.data.Offset(atLowRows), number)
	c.rows[1] = v.at(g.data.Offset(atHighRows), number)
	small := g.label("few")
	TESTB(U8(1), g.field(offLarge))
	JZ(LabelRef(small))
	for _, more := range c.more {
		VPSUBB(v.constant(g.byteAt(rows)), slot, slot)
		VPADDUSB(top, slot, number)
		VMOVDQU(number, more)
	}
	Label(small)
	lead, firstLead := v.constant(g.field(offLead)), v.constant(g.field(offFirstLead))
	x, y := YMM(), YMM()
	VPCMPEQB(Mem{Base: g.p, Disp: i*half - 2}, lead, x)
	VPOR(v.constant(g.field(offAnyLead)), x, x)
	VPAND(x, c.in, c.in)
	VPCMPEQB(Mem{Base: g.p, Disp: i*half - 3}, firstLead, x)
	VPOR(v.constant(g.field(offAnyFirst)), x, x)
	VPAND(x, c.in, c.in)
	VPANDN(c.in, v.misses(c, offIn), c.in)
	// The bytes in the middle of a character.
	VPCMPEQB(Mem{Base: g.p, Disp: i*half - 2}, firstLead, x)
	VPOR(v.constant(g.field(offAnyFirst)), x, x)
	VPCMPEQB(Mem{Base: g.p, Disp: i*half - 1}, lead, y)
	VPAND(y, x, x)
	VPCMPEQB(Mem{Base: g.p, Disp: i*half - 1}, firstLead, y)
	VPOR(y, x, x)
	VPOR(c.in, x, x)
	return x
}

// span adds the characters of the range of blocks to what is fine, and returns them.
func (v *avx2) span(i int, fine VecVirtual) VecVirtual {
	g := v.g
	before1, before2 := v.bytes(i, 1), v.bytes(i, 2)
	// As signed numbers, bytes beyond ASCII are less than those of ASCII, and in their order.
	low, high, x := YMM(), YMM(), YMM()
	lowLead := v.constant(g.field(offLowLead))
	VPCMPGTB(before1, v.constant(g.field(offLowSecond)), x)
	VPCMPEQB(lowLead, before2, low)
	VPANDN(low, x, low)
	VPCMPGTB(lowLead, before2, x)
	VPOR(x, low, low)
	VPCMPGTB(v.constant(g.field(offHighSecond)), before1, x)
	highLead := v.constant(g.field(offHighLead))
	VPCMPEQB(highLead, before2, high)
	VPANDN(high, x, high)
	VPCMPGTB(before2, highLead, x)
	VPOR(x, high, high)
	VPAND(high, low, low)
	VPOR(low, fine, fine)
	// The byte in the middle comes after one of the leads.
	VPCMPGTB(before1, v.constant(g.field(offLowLead)), x)
	VPCMPGTB(highLead, before1, high)
	VPOR(x, high, high)
	VPCMPEQB(v.zero, high, high)
	VPOR(high, fine, fine)
	return low
}

func (v *avx2) trait(t trait) GPVirtual {
	return v.mask(func(i int) VecVirtual { return v.has(i, t) })
}

// has returns all bits for characters of the four blocks that have a trait.
func (v *avx2) has(i int, t trait) VecVirtual {
	c := &v.chars[i]
	x := v.misses(c, t.off)
	VPANDN(c.in, x, x)
	return x
}
