package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// This file generates the code for blocks of 32 bytes: whether the characters are complete, and whether a block leaves
// the state unchanged.

// constants loads the registers that every block needs.
func (g *generator) constants() {
	nibble, x := GP32(), XMM()
	MOVL(U32(0x0F0F0F0F), nibble)
	VMOVD(nibble, x)
	g.vec["nibble"] = YMM()
	VPBROADCASTD(x, g.vec["nibble"])
	for _, name := range []string{"need1lo", "need1hi"} {
		g.vec[name] = g.table(name)
	}
	for _, name := range []string{"before1", "before2", "fours", "zero", "lo", "hi"} {
		g.vec[name] = YMM()
	}
	for _, name := range []string{"before1", "before2", "fours", "zero"} {
		VPXOR(g.vec[name], g.vec[name], g.vec[name])
	}
}

// table loads a table of the Vector into both halves of a register.
func (g *generator) table(name string) VecVirtual {
	at := map[string]int{
		"need1lo": offNeed1, "need1hi": offNeed1 + 16, "need2lo": offNeed2, "need2hi": offNeed2 + 16,
		"followlo": offFollow, "followhi": offFollow + 16, "inner": offInner,
		"fourlo": offFourFollow, "fourhi": offFourFollow + 16,
	}
	x := YMM()
	VBROADCASTI128(Mem{Base: g.v, Disp: at[name]}, x)
	return x
}

// lookup returns, for each byte of the block, the sets that a pair of tables gives for its nibbles in lo and hi.
func (g *generator) lookup(name string) VecVirtual {
	low, ok := g.vec[name+"lo"]
	high := g.vec[name+"hi"]
	if !ok {
		low, high = g.table(name+"lo"), g.table(name+"hi")
	}
	x, y := YMM(), YMM()
	VPSHUFB(g.vec["lo"], low, x)
	VPSHUFB(g.vec["hi"], high, y)
	VPAND(y, x, x)
	return x
}

// check sets a bit in errs for each byte of the block that does not fit the bytes before it: it is not in the set that
// a lead byte needs, or it continues a character that no lead byte began. It skips the sets for a block of ASCII, unless
// the block before ended inside a character.
func (g *generator) check(name string, text VecVirtual, errs GPVirtual) {
	lo, hi, zero := g.vec["lo"], g.vec["hi"], g.vec["zero"]
	VPAND(g.vec["nibble"], text, lo)
	VPSRLW(Imm(4), text, hi)
	VPAND(g.vec["nibble"], hi, hi)
	n1 := g.lookup("need1")
	need, t := YMM(), YMM()
	VPOR(g.vec["before1"], n1, t)
	VPOR(g.vec["fours"], t, t)
	VPCMPEQB(zero, t, t)
	VPANDN(t, text, t) // the sign bit is set for a byte of ASCII without needs
	VPMOVMSKB(t, errs)
	NOTL(errs)
	TESTL(errs, errs)
	JZ(LabelRef(name + "Plain"))
	VPERM2I128(Imm(0x21), n1, g.vec["before1"], t)
	VPALIGNR(Imm(15), t, n1, need)
	VMOVDQA(n1, g.vec["before1"])
	n2 := g.lookup("need2")
	VPERM2I128(Imm(0x21), n2, g.vec["before2"], t)
	VMOVDQA(n2, g.vec["before2"])
	VPALIGNR(Imm(14), t, n2, n2)
	VPOR(n2, need, need)
	follow := g.lookup("follow")
	VPAND(follow, need, t)
	VPCMPEQB(zero, t, t)       // in no set that is needed
	VPCMPEQB(zero, need, need) // nothing is needed
	VPAND(g.table("inner"), follow, follow)
	VPCMPEQB(zero, follow, follow) // not a byte inside a character
	VPANDN(t, need, t)
	VPANDN(need, follow, follow)
	VPOR(follow, t, t)
	g.four(name, text, t)
	VPMOVMSKB(t, errs)
	Label(name + "Plain")
}

// four corrects the faults that check has found in characters of four bytes: their last three bytes must be in the sets
// of Vector.Four instead.
func (g *generator) four(name string, text, faults VecVirtual) {
	fours, zero := g.vec["fours"], g.vec["zero"]
	lead, x := YMM(), YMM()
	VPBROADCASTB(Mem{Base: g.v, Disp: offFour}, lead)
	VPCMPEQB(lead, text, lead)
	VPOR(fours, lead, x)
	VPTEST(x, x)
	JZ(LabelRef(name + "NoFour"))
	VPERM2I128(Imm(0x21), lead, fours, x)
	VMOVDQA(lead, fours)
	need, inside := YMM(), YMM()
	VPXOR(need, need, need)
	VPXOR(inside, inside, inside)
	for k := range 3 {
		at, sets := YMM(), YMM()
		VPALIGNR(Imm(uint64(15-k)), x, lead, at)
		VPOR(at, inside, inside)
		VPBROADCASTB(Mem{Base: g.v, Disp: offFourNeed + k}, sets)
		VPAND(sets, at, at)
		VPOR(at, need, need)
	}
	VPAND(g.lookup("four"), need, need)
	VPCMPEQB(zero, need, need)
	VPBLENDVB(inside, need, faults, faults)
	Label(name + "NoFour")
}

// stays jumps to no unless every byte of the block leaves state q unchanged. check must have run on the block.
func (g *generator) stays(q Register, no LabelRef) {
	k := GP64()
	MOVQ(q, k)
	ANDQ(Imm(63), k)
	IMUL3Q(Imm(43), k, k)
	SHRQ(Imm(8), k) // q / 6, for q up to 54
	SHLQ(Imm(5), k)
	low, high, rows, flipped := YMM(), YMM(), YMM(), YMM()
	VBROADCASTI128(Mem{Base: g.v, Index: k, Scale: 1, Disp: offStay}, low)
	VBROADCASTI128(Mem{Base: g.v, Index: k, Scale: 1, Disp: offStay + 16}, high)
	VPSHUFB(g.vec["lo"], low, low)
	VPSHUFB(g.vec["lo"], high, high)
	VBROADCASTI128(g.rows, rows)
	VBROADCASTI128(g.rows.Offset(16), flipped)
	VPSHUFB(g.vec["hi"], rows, rows)
	VPSHUFB(g.vec["hi"], flipped, flipped)
	VPAND(rows, low, low)
	VPAND(flipped, high, high)
	VPOR(high, low, low)
	VPCMPEQB(g.vec["zero"], low, low)
	VPTEST(low, low)
	JNZ(no)
}

// rowBits has one bit for each value of a high nibble: the first eight values, then the other eight.
func rowBits() Mem {
	m := GLOBL("rowBits", 8|16)
	for i, x := range [4]uint64{0x8040201008040201, 0, 0, 0x8040201008040201} {
		DATA(8*i, U64(x))
	}
	return m
}
