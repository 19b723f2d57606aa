// Command asm writes the assembly of package engine, the kernels that run an [engine.Vector] with AVX2 and BMI2. What
// comes in is this program, what goes out are the files that -out and -stubs name. It must not know any grammar: all
// that depends on one stands in the Vector.
//
// It is a module of its own, so that the library does not need avo.
package main

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/grammar/engine"
)

// Where the fields of a Shift and of its Vector are.
const (
	offVector     = int(unsafe.Offsetof(engine.Shift{}.Vector))
	offNeed1      = int(unsafe.Offsetof(engine.Vector{}.Need1))
	offNeed2      = int(unsafe.Offsetof(engine.Vector{}.Need2))
	offFollow     = int(unsafe.Offsetof(engine.Vector{}.Follow))
	offFour       = int(unsafe.Offsetof(engine.Vector{}.Four)) // the lead byte comes first
	offFourNeed   = offFour + int(unsafe.Offsetof(engine.Four{}.Need))
	offFourFollow = offFour + int(unsafe.Offsetof(engine.Four{}.Follow))
	offInner      = int(unsafe.Offsetof(engine.Vector{}.Inner))
	offStay       = int(unsafe.Offsetof(engine.Vector{}.Stay))
	offOpen       = int(unsafe.Offsetof(engine.Vector{}.Open))
)

const (
	block   = 32 // bytes that are checked at once
	page    = 4096
	settled = 64 // after so many bytes the string is probably in a state with a loop
	short   = 96 // up to so many bytes are read as a whole, not by blocks
)

func main() {
	Package("github.com/rfc3987/iri/internal/grammar/engine")
	ConstraintExpr("amd64,!purego")
	still, rows := stillMasks(), rowBits()
	kernel("vectorMatch", generator{still: still, rows: rows},
		"vectorMatch reads s from offset i in state q to its end, or to where the Vector of h",
		"does not suffice, and returns where it stopped and the state there. s has at least",
		"eight bytes, and a character begins at i.")
	kernel("vectorSplit", generator{still: still, rows: rows, ends: true},
		"vectorSplit is vectorMatch that also sets the end of each state it comes through.")
	Generate()
}

// stillMasks are seven times 256 and nine times 0, in 16 bits each: from the right place on, a mask for
// eight bytes of which only the last ones are to be read.
func stillMasks() Mem {
	m := GLOBL("stillMasks", 8|16) // RODATA|NOPTR
	for i, x := range [4]uint64{0x0100010001000100, 0x0000010001000100} {
		DATA(8*i, U64(x))
	}
	return m
}

// A generator holds the constants and the registers of a kernel.
type generator struct {
	still Mem       // stillMasks
	rows  Mem       // rowBits
	ends  bool      // whether the kernel sets the ends of the states
	v     Register  // *Vector; its words, which the steps look up, come first
	s     Register  // the first byte of the string
	state GPVirtual // the state; only the lowest six bits count
	at    GPVirtual // the offset after the byte that is read, if the kernel sets ends
	end   Register  // the ends of the states, if the kernel sets them
	vec   map[string]VecVirtual
}

func kernel(name string, g generator, doc ...string) {
	signature := "func(h *Shift, s string, i int, q uint64) (stop int, state uint64)"
	if g.ends {
		signature = "func(h *Shift, s string, i int, q uint64, end *[64]uint32) (stop int, state uint64)"
	}
	TEXT(name, 4, signature) // NOSPLIT
	Doc(doc...)
	Pragma("noescape")
	g.vec = make(map[string]VecVirtual)
	g.v = Load(Param("h"), GP64())
	g.s = Load(Param("s").Base(), GP64())
	length := Load(Param("s").Len(), GP64())
	i := Load(Param("i"), GP64())
	q := Load(Param("q"), GP64())
	if g.ends {
		g.end = Load(Param("end"), GP64())
		g.at = GP64()
	}
	g.state = GP64()
	MOVQ(Mem{Base: g.v, Disp: offVector}, g.v)

	// The states before the last three bytes of the block that was read last: the block can
	// end inside a character, and the tables need a place where one begins.
	first, before1, before2, before3 := GP64(), GP64(), GP64(), AllocLocal(8)
	ahead3 := AllocLocal(8)
	MOVQ(i, first)
	MOVQ(q, before1)
	MOVQ(q, before2)
	MOVQ(q, before3)
	g.constants()

	rest := GP64()
	errs := GP32()
	MOVQ(length, rest)
	SUBQ(i, rest)
	CMPQ(rest, Imm(short))
	JG(LabelRef("blocks"))
	g.short(i, q, length, rest)

	Label("blocks")
	MOVQ(length, rest)
	SUBQ(i, rest)
	CMPQ(rest, Imm(block))
	JLT(LabelRef("tail"))
	text := YMM()
	VMOVDQU(Mem{Base: g.s, Index: i, Scale: 1}, text)
	g.check("block", text, errs)
	TESTL(errs, errs)
	JNZ(LabelRef("stop"))
	CMPQ(i, Imm(settled))
	JLT(LabelRef("steps"))
	g.stays(q, LabelRef("steps"))
	MOVQ(q, before1)
	MOVQ(q, before2)
	MOVQ(q, before3)
	ADDQ(Imm(block), i)
	if g.ends {
		k := GP64()
		MOVQ(q, k)
		ANDQ(Imm(63), k)
		MOVL(i.(GPVirtual).As32(), Mem{Base: g.end, Index: k, Scale: 4})
	}
	JMP(LabelRef("blocks"))

	Label("steps")
	MOVQ(q, g.state)
	p := GP64()
	LEAQ(Mem{Base: g.s, Index: i, Scale: 1}, p)
	if g.ends {
		MOVQ(i, g.at)
	}
	ahead1, ahead2 := GP64(), GP64()
	for k := range block {
		switch k {
		case block - 3:
			MOVQ(g.state, ahead3)
		case block - 2:
			MOVQ(g.state, ahead2)
		case block - 1:
			MOVQ(g.state, ahead1)
		}
		g.step(Mem{Base: p, Disp: k}, nil)
	}
	TESTQ(U32(63), g.state)
	JZ(LabelRef("stop"))
	MOVQ(g.state, q)
	MOVQ(ahead1, before1)
	MOVQ(ahead2, before2)
	MOVQ(ahead3, p)
	MOVQ(p, before3)
	ADDQ(Imm(block), i)
	JMP(LabelRef("blocks"))

	// The last bytes, fewer than a block.
	Label("tail")
	MOVQ(q, g.state)
	TESTQ(rest, rest)
	JZ(LabelRef("end"))
	g.load("tail", text, i, rest)
	g.check("tail", text, errs)
	BZHIL(rest.As32(), errs, errs)
	TESTL(errs, errs)
	JNZ(LabelRef("stop"))
	g.eights("tail", i, length, rest, "stop")

	// The string must not end inside a character.
	Label("end")
	end := GP64()
	g.accept(i, q, length, end, LabelRef("stop"))

	Label("stop")
	CMPQ(i, first)
	JEQ(LabelRef("return"))
	LEAQ(Mem{Base: g.s, Index: i, Scale: 1}, end)
	g.open(end, -3, 4)
	JZ(LabelRef("two"))
	SUBQ(Imm(3), i)
	MOVQ(before3, q)
	JMP(LabelRef("return"))
	Label("two")
	g.open(end, -2, 2)
	JZ(LabelRef("one"))
	SUBQ(Imm(2), i)
	MOVQ(before2, q)
	JMP(LabelRef("return"))
	Label("one")
	g.open(end, -1, 1)
	JZ(LabelRef("return"))
	DECQ(i)
	MOVQ(before1, q)
	Label("return")
	VZEROUPPER()
	ANDQ(Imm(63), q)
	Store(i, Return("stop"))
	Store(q, Return("state"))
	RET()
}

// short reads a string without going from block to block: first all steps, then all
// checks. So there is one loop less whose end has to be predicted. Where the tables of
// the Vector do not suffice, the string has to be read from the start.
func (g *generator) short(i, q, length, rest Register) {
	MOVQ(q, g.state)
	g.eights("short", i, length, rest, "return")
	text, at := YMM(), GP64()
	errs, all := GP32(), GP32()
	MOVQ(i, at)
	XORL(all, all)
	MOVQ(length, rest)
	SUBQ(i, rest)
	Label("shortBlocks")
	g.load("short", text, at, rest)
	g.check("short", text, errs)
	BZHIL(rest.(GPVirtual).As32(), errs, errs) // of a whole block, all
	ORL(errs, all)
	ADDQ(Imm(block), at)
	SUBQ(Imm(block), rest)
	JG(LabelRef("shortBlocks"))
	TESTL(all, all)
	JNZ(LabelRef("return"))
	g.accept(i, q, length, GP64(), LabelRef("return"))
}

// eights reads the rest of the string, and goes to left if it leaves the states.
func (g *generator) eights(name string, i, length, rest Register, left string) {
	p := GP64()
	LEAQ(Mem{Base: g.s, Index: i, Scale: 1}, p)
	if g.ends {
		MOVQ(i, g.at)
	}
	Label(name + "Eights")
	CMPQ(rest, Imm(8))
	JLT(LabelRef(name + "Few"))
	for k := range 8 {
		g.step(Mem{Base: p, Disp: k}, nil)
	}
	ADDQ(Imm(8), p)
	SUBQ(Imm(8), rest)
	TESTQ(U32(63), g.state)
	JNZ(LabelRef(name + "Eights"))
	JMP(LabelRef(left))
	Label(name + "Few")
	TESTQ(rest, rest)
	JZ(LabelRef(name + "Stepped"))
	g.few(p, length, rest)
	TESTQ(U32(63), g.state)
	JZ(LabelRef(left))
	Label(name + "Stepped")
}

// few reads the last bytes of the string, fewer than eight: as its last eight bytes, of
// which the first ones change nothing.
func (g *generator) few(p, length, rest Register) {
	LEAQ(Mem{Base: g.s, Index: length, Scale: 1, Disp: -8}, p)
	masks := GP64()
	LEAQ(g.still, masks)
	LEAQ(Mem{Base: masks, Index: rest, Scale: 2, Disp: -2}, masks)
	if g.ends {
		LEAQ(Mem{Base: length, Disp: -8}, g.at)
	}
	for k := range 8 {
		mask := Mem{Base: masks, Disp: 2 * k}
		g.step(Mem{Base: p, Disp: k}, &mask)
	}
}

// step reads a byte: the next state is the byte's word, shifted by the state.
func (g *generator) step(at Mem, mask *Mem) {
	b := GP32()
	MOVBLZX(at, b)
	if mask != nil {
		m := GP32()
		MOVWLZX(*mask, m)
		ORL(m, b)
	}
	SHRXQ(g.state, Mem{Base: g.v, Index: b.As64(), Scale: 8}, g.state)
	if g.ends {
		INCQ(g.at)
		k := GP32()
		MOVL(g.state.As32(), k)
		ANDL(Imm(63), k)
		MOVL(g.at.As32(), Mem{Base: g.end, Index: k.As64(), Scale: 4})
	}
}

// accept returns with the state at the end of the string, and goes to no if the string
// ends inside a character.
func (g *generator) accept(i, q, length, end Register, no LabelRef) {
	LEAQ(Mem{Base: g.s, Index: length, Scale: 1}, end)
	g.open(end, -1, 1)
	JNZ(no)
	g.open(end, -2, 2)
	JNZ(no)
	g.open(end, -3, 4)
	JNZ(no)
	MOVQ(g.state, q)
	MOVQ(length, i)
	JMP(LabelRef("return"))
}

// open sets the flags by whether the byte before end needs more bytes after it.
func (g *generator) open(end Register, at, bit int) {
	b := GP64()
	MOVBQZX(Mem{Base: end, Disp: at}, b)
	TESTB(U8(bit), Mem{Base: g.v, Index: b, Scale: 1, Disp: offOpen})
}

// load loads a block of the last rest bytes of the string. If they are fewer, it also loads whatever comes after them
// in the same page. If the page ends before the block does, it copies them, because the next page may not be there.
func (g *generator) load(name string, text VecVirtual, i Register, rest Register) {
	p, last := GP64(), GP64()
	LEAQ(Mem{Base: g.s, Index: i, Scale: 1}, p)
	CMPQ(rest, Imm(block))
	JGE(LabelRef(name + "Whole"))
	MOVQ(p, last)
	ANDQ(U32(page-1), last)
	CMPQ(last, U32(page-block))
	JA(LabelRef(name + "PageEnd"))
	Label(name + "Whole")
	VMOVDQU(Mem{Base: p}, text)
	JMP(LabelRef(name + "Loaded"))
	Label(name + "PageEnd")
	buffer := AllocLocal(block)
	k, b := GP64(), GP32()
	XORQ(k, k)
	Label(name + "Copy")
	MOVBLZX(Mem{Base: p, Index: k, Scale: 1}, b)
	MOVB(b.As8(), Mem{Base: buffer.Base, Disp: buffer.Disp, Index: k, Scale: 1})
	INCQ(k)
	CMPQ(k, rest)
	JLT(LabelRef(name + "Copy"))
	VMOVDQU(buffer, text)
	Label(name + "Loaded")
}
