package main

import (
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/grammar/engine"
)

// This file writes vectorLeap and vectorLeapSplit. The bytes of 64 places are looked up at once, which gives a mask for each
// state: a bit for each place whose byte leaves the state as it is. The end of a run comes from an addition, whose carry
// goes through the run.
//
// No branch depends on the bytes of a string that is like most: a branch that is guessed wrong is known to be wrong only when
// the string has come from memory, and what was begun after it is lost.

const (
	leapBlock   = 64
	leapGuesses = 2 // how many runs are guessed to be those of the states 8 and 16
	leapRuns    = 1 // how many runs follow before it is tested whether the block is at its end
)

var (
	offLeap   = int(unsafe.Offsetof(engine.Vector{}.Leap))
	leapStay  = int(unsafe.Offsetof(engine.Leap{}.Stay))
	leapFirst = int(unsafe.Offsetof(engine.Leap{}.First))
	leapAfter = int(unsafe.Offsetof(engine.Leap{}.After))
	leapLists = int(unsafe.Offsetof(engine.Leap{}.Lists))
	leapLead  = int(unsafe.Offsetof(engine.Leap{}.Lead))
	leapLed   = int(unsafe.Offsetof(engine.Leap{}.Led))

	leapTypical = int(unsafe.Offsetof(engine.Leap{}.Typical))
	leapSteps   = int(unsafe.Offsetof(engine.Leap{}.Steps))
	leapPassed  = int(unsafe.Offsetof(engine.Leap{}.Passed))
)

func leapKernels() {
	turn, identity, gather := leapConstants()
	for _, split := range []bool{false, true} {
		l := leaper{split: split, turn: turn, identity: identity, gather: gather}
		l.kernel()
	}
}

// leapConstants are: the eight bytes of each word in reverse order, the matrix with ones in its diagonal, and the
// order that puts the bytes with the same place in their words side by side.
func leapConstants() (turn, identity, gather Mem) {
	turn = GLOBL("leapTurn", 8|16)
	for i := range leapBlock {
		DATA(i, U8(uint8(i&8|7-i&7)))
	}
	identity = GLOBL("leapIdentity", 8|16)
	DATA(0, U64(0x8040201008040201))
	gather = GLOBL("leapGather", 8|16)
	for i := range leapBlock {
		DATA(i, U8(uint8(i%8*8+i/8)))
	}
	return turn, identity, gather
}

// A leaper holds the constants and the registers of a kernel.
type leaper struct {
	split                  bool // whether the kernel sets offsets
	turn, identity, gather Mem
	v, l                   Register   // *Vector, its *Leap
	text, stays            Mem        // of the block: its bytes, and the mask of each state
	state                  GPVirtual  // the state; only the lowest eight bits count
	at                     GPVirtual  // the place where a run ends, 64 if it goes on to the end of the block
	from                   GPVirtual  // the offset of the block, if the kernel sets offsets
	off                    VecVirtual // the offsets
	need1, need2           VecVirtual // what the bytes of the block before need of those after them
	fours                  VecVirtual // the lead bytes of four bytes in the block before, as bytes of ones
	open                   GPVirtual  // not 0 if the block before ended inside a character
}

func (g *leaper) kernel() {
	name, signature := "vectorLeap", "func(v *Vector, s string) (state uint64)"
	doc := []string{"vectorLeap returns the state of v.Leap at the end of s, 0 if it does not know it, LeapRefused if s is surely",
		"not in the language. s is not empty."}
	if g.split {
		name, signature = "vectorLeapSplit", "func(v *Vector, s string, off *Offsets) (state uint64)"
		doc = []string{"vectorLeapSplit is vectorLeap that also sets the offsets to record, if it knows the state; otherwise off stays", "as it is."}
	}
	TEXT(name, 4, signature) // NOSPLIT
	Doc(doc...)
	Pragma("noescape")
	// The masks and the bytes each have a line of the cache of their own.
	frame, base := AllocLocal(3*leapBlock+8), GP64()
	LEAQ(frame.Offset(leapBlock-1), base)
	ANDQ(I32(-leapBlock), base)
	g.stays, g.text = Mem{Base: base}, Mem{Base: base, Disp: leapBlock}
	g.v, g.l = Load(Param("v"), GP64()), GP64()
	MOVQ(Mem{Base: g.v, Disp: offLeap}, g.l)
	s := Load(Param("s").Base(), GP64())
	rest := Load(Param("s").Len(), GP64())
	g.state, g.at, g.open = GP64(), GP64(), GP64()
	g.need1, g.need2, g.fours = ZMM(), ZMM(), ZMM()
	first := GP32()
	MOVBLZX(Mem{Base: s}, first)
	TESTB(U8(engine.LeapStarts), Mem{Base: g.l, Index: first.As64(), Scale: 1, Disp: leapFirst})
	JZ(LabelRef("leave"))
	for _, x := range []VecVirtual{g.need1, g.need2, g.fours} {
		VPXORD(x, x, x)
	}
	cursor := GP64()
	for _, x := range []GPVirtual{cursor, g.open} {
		XORL(x.As32(), x.As32())
	}
	if g.split {
		g.from, g.off = GP64(), YMM()
		XORL(g.from.As32(), g.from.As32())
		VPXOR(g.off, g.off, g.off)
	}

	Label("blocks")
	text, k := g.block(s, rest)
	TESTQ(cursor, cursor)
	JNZ(LabelRef("runs"))

	// The first byte leads from the start to the first state, whose mask comes first.
	x := GP64()
	MOVL(U32(2), cursor.As32())
	g.run(g.stays, cursor, x)
	TZCNTQ(x, g.at)
	b := GP32()
	MOVBLZX(g.text.Idx(g.at, 1), b)
	MOVBLZX(Mem{Base: g.l, Index: b.As64(), Scale: 1, Disp: leapAfter}, g.state.As32())
	for k := 1; k <= engine.LeapSteps; k++ {
		g.step(k)
	}
	MOVQ(x, cursor)
	SHLQ(Imm(1+engine.LeapSteps), cursor)

	// The processor guesses that the states are those of a typical string, and need not wait for them.
	if g.split {
		CMPB(g.state.As8(), Mem{Base: g.l, Disp: leapTypical})
		JNE(LabelRef("untypical"))
		VPBROADCASTD(g.at.As32(), g.off)
		VPADDD(Mem{Base: g.l, Disp: leapSteps}, g.off, g.off)
		VPAND(Mem{Base: g.l, Disp: leapPassed}, g.off, g.off)
	}
	for k := range leapGuesses {
		code := 8 * (k + 1)
		if k > 0 || !g.split {
			CMPB(g.state.As8(), U8(code))
			JNE(LabelRef("runs"))
		}
		g.run(g.stays.Offset(code), cursor, x)
		TZCNTQ(x, g.at)
		c := GP32()
		if g.split {
			MOVL(U32(code), c)
		}
		g.leave(c, 0)
		g.step(0)
		LEAQ(Mem{Base: x, Index: x, Scale: 1}, cursor)
	}

	Label("runs")
	for k := range leapRuns + 1 {
		c := GP32()
		MOVBLZX(g.state.As8(), c)
		g.run(g.stays.Idx(c, 1), cursor, x)
		if k < leapRuns {
			TZCNTQ(x, g.at)
			g.leave(c, 0)
			g.step(0)
			LEAQ(Mem{Base: x, Index: x, Scale: 1}, cursor)
		}
	}
	TESTQ(x, x)
	JNZ(LabelRef("more"))
	if g.split {
		ADDQ(Imm(leapBlock), g.from)
	}
	MOVL(U32(1), cursor.As32())
	ADDQ(Imm(leapBlock), s)
	SUBQ(Imm(leapBlock), rest)
	JG(LabelRef("blocks"))
	TESTQ(g.open, g.open)
	JNZ(LabelRef("dead"))
	c := GP32()
	MOVBLZX(g.state.As8(), c)
	if g.split {
		TESTL(c, c)
		JZ(LabelRef("leave"))
		length := Load(Param("s").Len(), GP64())
		MOVQ(length, g.at)
		XORL(g.from.As32(), g.from.As32())
		g.leave(c, 0)
		out := Load(Param("off"), GP64())
		VMOVDQU(g.off, Mem{Base: out})
	}
	Store(c.As64(), Return("state"))
	VZEROUPPER()
	RET()

	if g.split {
		Label("untypical")
		c := GP32()
		XORL(c, c)
		g.leave(c, 0)
		b := GP32()
		MOVBLZX(g.text.Idx(g.at, 1), b)
		MOVBLZX(Mem{Base: g.l, Index: b.As64(), Scale: 1, Disp: leapAfter}, g.state.As32())
		for k := 1; k <= engine.LeapSteps; k++ {
			c := GP32()
			MOVBLZX(g.state.As8(), c)
			g.leave(c, k)
			g.step(k)
		}
		JMP(LabelRef("runs"))
	}

	// The string has more runs than most, or has left the states.
	Label("more")
	MOVQ(x, cursor)
	TESTB(g.state.As8(), g.state.As8())
	JNZ(LabelRef("runs"))

	Label("dead")
	g.never(text, k, rest, LabelRef("leave"))
	refused := GP64()
	MOVQ(U32(engine.LeapRefused), refused)
	Store(refused, Return("state"))
	VZEROUPPER()
	RET()

	Label("leave")
	none := GP64()
	XORL(none.As32(), none.As32())
	Store(none, Return("state"))
	VZEROUPPER()
	RET()
}

// block stores the bytes of a block, and the masks of the states. The places after the end of the string have the
// byte 0xFF, which leaves every state as it is.
func (g *leaper) block(s, rest Register) (text VecVirtual, k OpmaskVirtual) {
	mask := inBlock(rest)
	text, k = ZMM(), K()
	KMOVQ(mask, k)
	VPXORD(text, text, text)
	VPTERNLOGD(U8(0xFF), text, text, text)
	VMOVDQU8(Mem{Base: s}, k, text)
	g.store(text, g.text)
	MOVQ(I32(-1), g.text.Offset(leapBlock))

	// Lead bytes of ASCII are looked for like what is beyond ASCII, and so are the bytes after an open character.
	beyond, lead, b := K(), K(), GP64()
	leads := ZMM()
	VPBROADCASTB(Mem{Base: g.l, Disp: leapLead}, leads)
	VPCMPEQB(leads, text, lead)
	VPMOVB2M(text, beyond)
	KORQ(lead, beyond, lead)
	KMOVQ(lead, b)
	ADDQ(mask, b)
	INCQ(b)
	ORQ(g.open, b)
	stay := ZMM()
	VMOVDQA64(text, stay)
	JNZ(LabelRef("wide"))
	g.look(k, leapStay, stay)

	Label("looked")
	identity, order := ZMM(), ZMM()
	VPSHUFB(g.turn, stay, stay)
	VPBROADCASTQ(g.identity, identity)
	VGF2P8AFFINEQB(Imm(0), stay, identity, stay)
	VMOVDQU64(g.gather, order)
	VPERMB(stay, order, stay)
	g.store(stay, g.stays)
	JMP(LabelRef("stored"))

	// There are bytes to check: characters must be complete.
	Label("wide")
	ascii := K()
	KANDNQ(k, beyond, ascii)
	KANDQ(k, beyond, beyond)
	g.look(ascii, leapStay, stay)
	g.look(beyond, leapStay+128, stay)
	g.check(text, k)
	JMP(LabelRef("looked"))
	Label("stored")
	return text, k
}

// inBlock returns the places of a block that are there, if rest bytes are left.
func inBlock(rest Register) (mask GPVirtual) {
	mask, n := GP64(), GP64()
	MOVL(U32(leapBlock), n.As32())
	CMPQ(rest, n)
	CMOVQLT(rest, n)
	MOVQ(I32(-1), mask)
	BZHIQ(n, mask, mask)
	return mask
}

// never goes to the label if the block has no byte that no string of the language has, and after each byte Led two that may
// follow it. It takes any for these that stand in the next block.
func (g *leaper) never(text VecVirtual, k OpmaskVirtual, rest Register, no LabelRef) {
	ascii, beyond, x := K(), K(), ZMM()
	VPMOVB2M(text, beyond)
	KANDNQ(k, beyond, ascii)
	KANDQ(k, beyond, beyond)
	VMOVDQA64(text, x)
	g.look(ascii, leapFirst, x)
	g.look(beyond, leapFirst+128, x)
	has := func(bit uint32) GPVirtual {
		b, bits, is, mask := GP32(), ZMM(), K(), GP64()
		MOVL(U32(bit), b)
		VPBROADCASTB(b, bits)
		VPTESTMB(bits, x, k, is)
		KMOVQ(is, mask)
		return mask
	}
	led, leds, is := GP64(), ZMM(), K()
	VPBROADCASTB(Mem{Base: g.l, Disp: leapLed}, leds)
	VPCMPEQB(leds, text, k, is)
	KMOVQ(is, led)
	more := GP64() // all bits, if the string goes on after the block
	MOVL(U32(leapBlock), more.As32())
	SUBQ(rest, more)
	SARQ(Imm(63), more)
	first, second := has(engine.LeapFollows), GP64()
	SHRQ(Imm(1), more, first)
	MOVQ(first, second)
	SHRQ(Imm(1), more, second)
	ANDQ(second, first)
	ANDNQ(led, first, led)
	ORQ(has(engine.LeapNever), led)
	JZ(no)
}

// look replaces the bytes of a mask by what the 128 elements of a table of Leap say of them.
func (g *leaper) look(k OpmaskVirtual, table int, bytes VecVirtual) {
	low := ZMM()
	VMOVDQU64(Mem{Base: g.l, Disp: table}, low)
	VPERMI2B(Mem{Base: g.l, Disp: table + 64}, low, k, bytes)
}

// check leaves unless each byte of the block is what the bytes before it need, as the other kernels do it.
func (g *leaper) check(text VecVirtual, k OpmaskVirtual) {
	nibble, lo, hi := ZMM(), ZMM(), ZMM()
	fifteen := GP32()
	MOVL(U32(0x0F0F0F0F), fifteen)
	VPBROADCASTD(fifteen, nibble)
	VPANDD(nibble, text, lo)
	VPSRLW(Imm(4), text, hi)
	VPANDD(nibble, hi, hi)
	lookup := func(at int) VecVirtual {
		low, high := ZMM(), ZMM()
		VBROADCASTI32X4(Mem{Base: g.v, Disp: at}, low)
		VBROADCASTI32X4(Mem{Base: g.v, Disp: at + 16}, high)
		VPSHUFB_Z(lo, low, k, low)
		VPSHUFB(hi, high, high)
		VPANDD(high, low, low)
		return low
	}
	// before is what stood n places before each byte, in the block or in the one before it.
	before := func(n int, x, last VecVirtual) VecVirtual {
		y := ZMM()
		VALIGNQ(Imm(6), last, x, y)
		VPALIGNR(Imm(uint64(16-n)), y, x, y)
		return y
	}
	n1, n2, follow := lookup(offNeed1), lookup(offNeed2), lookup(offFollow)
	need, t := before(1, n1, g.need1), before(2, n2, g.need2)
	VPORD(t, need, need)
	VMOVDQA64(n1, g.need1)
	VMOVDQA64(n2, g.need2)
	needed, wrong, inner := K(), K(), K()
	VPTESTMB(need, need, needed)
	VPTESTNMB(need, follow, needed, wrong)
	inners := ZMM()
	VPBROADCASTB(Mem{Base: g.v, Disp: offInner}, inners)
	VPTESTMB(inners, follow, inner)
	KANDNQ(inner, needed, inner) // inner bytes that nothing needs
	KORQ(inner, wrong, wrong)
	// The last byte of the block, or the last but one, may need more.
	k1, k2, late := K(), K(), GP64()
	VPTESTMB(n1, n1, k1)
	VPTESTMB(n2, n2, k2)
	KMOVQ(k1, g.open)
	KMOVQ(k2, late)
	SHRQ(Imm(63), g.open)
	SHRQ(Imm(62), late)
	ORQ(late, g.open)
	// The byte 0xFF means the end.
	ones, end := ZMM(), K()
	VPXORD(ones, ones, ones)
	VPTERNLOGD(U8(0xFF), ones, ones, ones)
	VPCMPEQB(ones, text, k, end)

	// Characters of four bytes have sets of their own.
	lead, isLead, k3, any := ZMM(), K(), K(), K()
	VPBROADCASTB(Mem{Base: g.v, Disp: offFour}, lead)
	VPCMPEQB(lead, text, k, isLead)
	VPTESTMB(g.fours, g.fours, any)
	KORTESTQ(any, isLead)
	JZ(LabelRef("threes"))
	fours, sets := ZMM(), ZMM()
	VPMOVM2B(isLead, fours)
	for n := 1; n <= 3; n++ {
		x, needs := before(n, fours, g.fours), ZMM()
		VPBROADCASTB(Mem{Base: g.v, Disp: offFourNeed + n - 1}, needs)
		if n == 1 {
			VPANDD(needs, x, sets)
		} else {
			VPTERNLOGD(U8(0xF8), needs, x, sets) // sets | x & needs
		}
	}
	VMOVDQA64(fours, g.fours)
	KMOVQ(isLead, late)
	SHRQ(Imm(61), late)
	ORQ(late, g.open)
	four, inside := lookup(offFourFollow), K()
	VPTESTMB(sets, sets, inside)
	VPTESTNMB(sets, four, inside, k3) // in none of the sets
	KANDNQ(wrong, inside, wrong)
	KORQ(k3, wrong, wrong)
	Label("threes")
	KORTESTQ(end, wrong)
	JNZ(LabelRef("dead"))
}

// store stores a block in two halves: loads of its bytes need not wait until it is in the cache.
func (g *leaper) store(x VecVirtual, at Mem) {
	high := YMM()
	VMOVDQU(x.AsY(), at)
	VEXTRACTI64X4(Imm(1), x, high)
	VMOVDQU(high, at.Offset(leapBlock/2))
}

// run goes from the cursor, the bit of a place, to the end of the run there.
func (g *leaper) run(mask Mem, cursor, x GPVirtual) {
	stay := GP64()
	MOVQ(mask, stay)
	LEAQ(Mem{Base: stay, Index: cursor, Scale: 1}, x)
	ANDNQ(x, stay, x)
}

// step reads the byte at the place, plus k.
func (g *leaper) step(k int) {
	b := GP32()
	MOVBLZX(g.text.Offset(k).Idx(g.at, 1), b)
	SHRXQ(g.state, Mem{Base: g.l, Index: b.As64(), Scale: 8}, g.state)
}

// leave sets the offsets that lie at the end of a state: at the place, plus k.
func (g *leaper) leave(state GPVirtual, k int) {
	if !g.split {
		return
	}
	offset, m := GP32(), K()
	LEAL(Mem{Base: g.at, Index: g.from, Scale: 1, Disp: k}, offset)
	KMOVB(Mem{Base: g.l, Index: state.As64(), Scale: 1, Disp: leapLists}, m)
	VPBROADCASTD(offset, m, g.off)
}
