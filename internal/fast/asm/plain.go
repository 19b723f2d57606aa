package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// This file writes vectorPlain, which reads short strings of ASCII and sets their offsets.
// For each byte it stores the state after it, which takes one instruction; to store the
// offset as the end of the state takes five. Then it looks at all these states at once: a
// state ends after the last byte that leads to it.

const (
	plainStates = 128             // how many states it stores: the start, and one for each byte
	plainMost   = plainStates - 1 // how many bytes it reads at most
	shiftBits   = 6               // of a state
	sentinel    = 1               // what stands for the start when the states are looked at: an odd number, so not a state
)

func plainKernel() {
	one, upTo := oneState(), upToMasks()
	TEXT("vectorPlain", 4, "func(h *Shift, s string, off *Offsets) (stop int, state uint64)") // NOSPLIT
	Doc("vectorPlain reads s from its start without whole characters, to its end or to where it",
		"leaves the states of h, and returns where it stopped and the state there. At the end of",
		"s it has set off to the offsets to record, otherwise off[k] to the end of state k+2: 0 if",
		"s has not been in it. It stops at once if s is long or if it sees bytes beyond ASCII. s",
		"has at least eight bytes, and all of off is 0.")
	Pragma("noescape")
	states := AllocLocal(plainStates)
	g := generator{states: &states}
	g.words = Load(Param("h"), GP64())
	g.s = Load(Param("s").Base(), GP64())
	length := Load(Param("s").Len(), GP64())
	g.state = GP64()
	i, last := GP64(), GP64()
	MOVQ(Mem{Base: g.words, Disp: offStart}, g.state)
	MOVB(g.state.As8(), states)
	XORL(i.As32(), i.As32())

	// What begins or ends with text beyond ASCII is read as whole characters from the start:
	// to come here and to leave the states takes longer than this look.
	CMPQ(length, Imm(plainMost))
	JGT(LabelRef("other"))
	CMPQ(length, Imm(block))
	JLT(LabelRef("ascii"))
	text, beyond := YMM(), GP32()
	VMOVDQU(Mem{Base: g.s}, text)
	VPOR(Mem{Base: g.s, Index: length, Scale: 1, Disp: -block}, text, text)
	VPMOVMSKB(text, beyond)
	TESTL(beyond, beyond)
	JNZ(LabelRef("other"))
	Label("ascii")
	LEAQ(Mem{Base: length, Disp: -8}, last)
	CMPQ(i, last)
	JGE(LabelRef("last"))

	// The loop goes on while more than eight bytes are left.
	Label("eights")
	g.eight(i)
	TESTQ(U32(63), g.state)
	JZ(LabelRef("leave"))
	ADDQ(Imm(8), i)
	CMPQ(i, last)
	JLT(LabelRef("eights"))

	// The last eight bytes are read from the state before them, some of them once more.
	Label("last")
	MOVBQZX(states.Idx(last, 1), g.state)
	g.eight(last)
	TESTQ(U32(63), g.state)
	JZ(LabelRef("leave"))
	ANDQ(U32(63), g.state)
	Store(length, Return("stop"))
	Store(g.state, Return("state"))
	v := GP64()
	MOVQ(Mem{Base: g.words, Disp: offVector}, v)
	g.lasts("offset", Mem{Base: v, Disp: offLists}, upTo, length, 6)

	Label("leave")
	MOVBQZX(states.Idx(i, 1), g.state)
	ANDQ(U32(63), g.state)
	Store(i, Return("stop"))
	Store(g.state, Return("state"))
	g.lasts("state", one, upTo, i, 8)

	Label("other")
	Store(i, Return("stop"))
	Store(g.state, Return("state"))
	VZEROUPPER()
	RET()
}

// eight reads the eight bytes from offset i, and stores the state after each.
func (g *generator) eight(i Register) {
	for k := range 8 {
		g.step(Mem{Base: g.s, Index: i, Scale: 1, Disp: k}, nil)
		MOVB(g.state.As8(), g.states.Offset(1+k).Idx(i, 1))
	}
}

// oneState is a table like Vector.Lists: element k of off gets the end of state k+2.
func oneState() Mem {
	m := GLOBL("oneState", 8|16)
	var table [16]uint8
	for k := range 8 {
		table[shiftBits*(k+2)&15] = 1 << k
	}
	table[sentinel] = 0xFF
	for i, x := range table {
		DATA(i, U8(x))
	}
	return m
}

// upToMasks are all bits for each state that is stored, and none after them.
func upToMasks() Mem {
	m := GLOBL("upToMasks", 8|16)
	for i := range 2 * plainStates / 8 {
		x := uint64(0)
		if i < plainStates/8 {
			x--
		}
		DATA(8*i, U64(x))
	}
	return m
}

// lasts sets the first elements of off, and returns. An element is the offset of the last
// of the first n+1 states, of which the low nibble selects the bit of the element in the
// table.
func (g *generator) lasts(name string, table, upTo Mem, n Register, count int) {
	out := Load(Param("off"), GP64())
	bits, nibble, x, mask, keep := YMM(), YMM(), XMM(), GP32(), GP64()
	MOVB(U8(sentinel), *g.states)
	VBROADCASTI128(table, bits)
	MOVL(U32(0x0F0F0F0F), mask)
	VMOVD(mask, x)
	VPBROADCASTD(x, nibble)
	LEAQ(upTo, keep)
	SUBQ(n, keep)
	load := func(at int) VecVirtual {
		y := YMM()
		VPAND(g.states.Offset(at), nibble, y)
		VPSHUFB(y, bits, y)
		VPAND(Mem{Base: keep, Disp: plainStates - 1 + at}, y, y)
		return y
	}
	// zeros counts the zeros before the last bit of one element; it sets CF if there is none.
	zeros := func(low, high VecVirtual) GPVirtual {
		a, b := GP32(), GP32()
		VPMOVMSKB(low, a)
		VPMOVMSKB(high, b)
		SHLQ(Imm(32), b.As64())
		ORQ(a.As64(), b.As64())
		LZCNTQ(b.As64(), b.As64())
		return b
	}
	each := func(vectors []VecVirtual, f func(k int)) {
		for range 8 - count {
			for _, y := range vectors {
				VPADDB(y, y, y)
			}
		}
		for k := count - 1; k >= 0; k-- {
			f(k)
			if k > 0 {
				for _, y := range vectors {
					VPADDB(y, y, y)
				}
			}
		}
		VZEROUPPER()
		RET()
	}
	CMPQ(n, Imm(64))
	JGE(LabelRef(name + "Over64"))
	a, b := load(0), load(32)
	each([]VecVirtual{a, b}, func(k int) {
		z := zeros(a, b)
		XORL(Imm(63), z)
		MOVL(z, Mem{Base: out, Disp: 4 * k})
	})
	Label(name + "Over64")
	CMPQ(n, Imm(96))
	JGE(LabelRef(name + "Over96"))
	a, b = load(0), load(32)
	c := load(64)
	each([]VecVirtual{a, b, c}, func(k int) {
		early, late := zeros(a, b), GP32()
		XORL(Imm(63^95), early)
		VPMOVMSKB(c, late)
		LZCNTL(late, late)
		CMOVLCS(early, late)
		XORL(Imm(95), late)
		MOVL(late, Mem{Base: out, Disp: 4 * k})
	})
	Label(name + "Over96")
	a, b = load(0), load(32)
	c, d := load(64), load(96)
	each([]VecVirtual{a, b, c, d}, func(k int) {
		early := zeros(a, b)
		XORL(Imm(63^127), early)
		late := zeros(c, d)
		CMOVLCS(early, late)
		XORL(Imm(127), late)
		MOVL(late, Mem{Base: out, Disp: 4 * k})
	})
}
