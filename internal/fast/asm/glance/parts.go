package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/fast/glance"
)

// This file writes the scheme and the text after the host, and what the text and the host share.

// scheme sets g.p to the host after http:// or https://.
func (g *generator) scheme() {
	const plain, secure = "http://", "https://"
	s, length := Load(Param("s").Base(), GP64()), Load(Param("s").Len(), GP64())
	LEAQ(Mem{Base: s, Index: length, Scale: 1}, g.end)
	from := Load(Param("from"), GP64())
	MOVQ(g.r, g.leftForeigns) // 0
	MOVQ(g.r, g.long)
	for _, m := range []Mem{g.doubt, g.leftPercents, g.hashes} {
		MOVQ(g.r, m)
	}
	TESTQ(from, from)
	JZ(LabelRef("scheme"))
	ADDQ(s, from)
	MOVQ(from, g.next)
	JMP(LabelRef("text"))
	Label("scheme")
	CMPQ(length, Imm(uint64(len(secure))))
	JLE(LabelRef("unsure"))
	x, y, isSecure := GP64(), GP64(), GP64()
	MOVQ(Mem{Base: s}, x)
	MOVQ(U64(inMemory(secure)), y)
	XORQ(isSecure, isSecure)
	CMPQ(x, y)
	SETEQ(isSecure.As8())
	LEAQ(Mem{Base: s, Index: isSecure, Scale: 1, Disp: len(plain)}, g.p)
	SHLQ(Imm(8), x)
	MOVQ(U64(inMemory(plain)<<8), y)
	CMPQ(x, y)
	SETEQ(x.As8())
	ORB(isSecure.As8(), x.As8())
	JZ(LabelRef("unsure"))
}

// inMemory returns the number that up to eight bytes of memory hold.
func inMemory(s string) (n uint64) {
	for i := range len(s) {
		n |= uint64(s[i]) << (8 * i)
	}
	return n
}

// load reads the block, of which rest bytes are in the string, and sets valid to the bits of
// those.
func (g *generator) load(name string, rest, valid Register) {
	MOVQ(I32(-1), valid)
	CMPQ(rest, Imm(block))
	JGE(LabelRef(name + "Valid"))
	BZHIQ(rest, valid, valid)
	Label(name + "Valid")
	g.v.load(name, rest, valid)
}

// find sets g.r to the Repertoire for the first character of the block that a mask has; if
// there is none yet, it returns the offset of the character.
func (g *generator) find(nonASCII Register) {
	at, b0, b1, x, last := GP64(), GP64(), GP64(), GP64(), GP64()
	number, read := g.label("number"), g.label("read")
	TZCNTQ(nonASCII, at)
	// A string that is not UTF-8 may end inside a character.
	MOVQ(g.end, x)
	SUBQ(g.place, x)
	SUBQ(at, x) // bytes from here to the end
	CMPQ(x, Imm(2))
	JLT(LabelRef("unsure"))
	LEAQ(Mem{Base: g.p, Index: at, Scale: 1}, last)
	MOVBQZX(Mem{Base: last}, b0)
	MOVBQZX(Mem{Base: last, Disp: 1}, b1)
	ANDQ(Imm(0x3F), b1)
	CMPQ(b0, U32(0xE0))
	JGE(LabelRef(number))
	ANDQ(Imm(0x1F), b0)
	SHLQ(Imm(1), b0) // by half blocks: bit 5 is the last one
	SHRQ(Imm(5), b1)
	ORQ(b0, b1)
	JMP(LabelRef(read))
	Label(number)
	CMPQ(x, Imm(3))
	JLT(LabelRef("unsure"))
	CMPQ(b0, U32(0xF0))
	JLT(LabelRef(number + "Of3"))
	JG(LabelRef("unsure"))
	CMPQ(x, Imm(4))
	JLT(LabelRef("unsure"))
	CMPQ(b1, Imm(glance.Planes<<4)) // bits 12 and up
	JGE(LabelRef("unsure"))
	MOVQ(b1, b0)
	INCQ(last)
	MOVBQZX(Mem{Base: last, Disp: 1}, b1)
	ANDQ(Imm(0x3F), b1)
	Label(number + "Of3")
	MOVBQZX(Mem{Base: last, Disp: 2}, x)
	SHRQ(Imm(5), x)
	ANDQ(Imm(1), x)
	ANDQ(Imm(0x1F), b0)
	SHLQ(Imm(7), b0)
	LEAQ(Mem{Base: b0, Index: b1, Scale: 2}, b1)
	ORQ(x, b1)
	Label(read)
	Load(Param("reps"), b0)
	MOVQ(Mem{Base: b0, Index: b1, Scale: 8}, g.r)
	TESTQ(g.r, g.r)
	known := g.label("found")
	JNZ(LabelRef(known))
	s := Load(Param("s").Base(), GP64())
	ADDQ(g.place, at)
	SUBQ(s, at)
	Store(at, ReturnIndex(0))
	VZEROUPPER()
	RET()
	Label(known)
}

// mixed sets bits in bad where a word has both characters beyond ASCII and foreign ones.
// valid has the bytes that count. With left set, words can go on from one block to the next.
func (g *generator) mixed(valid, nonASCII, bad Register, offForeign, connect int, left bool) {
	foreign, words := g.v.without(g.field(offForeign)), g.v.without(g.byteAt(connect))
	ANDNQ(valid, foreign, foreign)
	ANDNQ(valid, words, words)
	ORQ(nonASCII, words)
	if !left {
		flood(words, nonASCII, foreign, bad)
		flood(words, foreign, nonASCII, bad)
		return
	}
	seeds := GP64()
	MOVQ(g.leftNonASCII, seeds)
	ANDQ(words, seeds)
	ORQ(nonASCII, seeds)
	x := flood(words, seeds, foreign, bad)
	SHRQ(Imm(63), x)
	MOVQ(x, g.leftNonASCII)
	MOVLQZX(g.field(offForeign), seeds) // bit 0 is set if anything is foreign
	ANDQ(g.leftForeigns, seeds)
	ANDQ(words, seeds)
	ORQ(foreign, seeds)
	x = flood(words, seeds, nonASCII, bad)
	SHRQ(Imm(63), x)
	MOVQ(x, g.leftForeigns)
}

// text looks at what comes after the host.
func (g *generator) text() {
	Label("text")
	MOVQ(g.next, g.p)
	x, rest, valid := GP64(), GP64(), GP64()
	XORQ(x, x)
	MOVQ(x, g.leftFirst)
	MOVQ(x, g.leftNonASCII)
	DECQ(x)
	MOVQ(x, g.leftASCII)
	Label("next")
	MOVQ(g.end, rest)
	SUBQ(g.p, rest)
	JLE(LabelRef("clean"))
	MOVQ(g.p, g.place)
	g.load("text", rest, valid)
	g.syntax(valid)
	nonASCII := g.v.nonASCII()
	ANDQ(valid, nonASCII)
	TESTQ(nonASCII, nonASCII)
	JNZ(LabelRef("characters"))
	g.whole(g.p)
	CMPQ(g.leftNonASCII, Imm(0))
	JNE(LabelRef("words"))

	// A block of ASCII after a word of ASCII. If its last word goes on in the next block, that
	// has something foreign, for all that is known.
	CMPQ(rest, Imm(block))
	JLE(LabelRef("clean"))
	Label("ahead") // long text of ASCII
	CMPQ(rest, U32(2*block))
	JLE(LabelRef("last"))
	g.v.ahead(LabelRef("last"))
	ADDQ(Imm(block), g.p)
	SUBQ(Imm(block), rest)
	g.syntax(valid)
	JMP(LabelRef("ahead"))
	Label("last")
	MOVBQZX(Mem{Base: g.p, Disp: block - 1}, x)
	classes := GP64()
	LEAQ(g.data.Offset(atClasses), classes)
	MOVBQZX(Mem{Base: classes, Index: x, Scale: 1}, x)
	ANDQ(Imm(glance.Connect), x)
	NEGQ(x)
	SBBQ(x, x) // -1, if the last byte does not divide words
	NEGQ(x)
	MOVQ(x, g.leftForeigns)
	XORQ(x, x)
	MOVQ(x, g.leftFirst)
	DECQ(x)
	MOVQ(x, g.leftASCII)
	ADDQ(Imm(block), g.p)
	JMP(LabelRef("next"))

	Label("characters")
	TESTQ(g.r, g.r)
	JNZ(LabelRef("words"))
	g.find(nonASCII)

	Label("words")
	bad := GP64()
	XORQ(bad, bad)
	g.v.classify()
	g.mixed(valid, nonASCII, bad, offForeign, glance.Connect, true)
	width, ascii, firsts := GP64(), GP64(), GP64()
	XORQ(firsts, firsts)
	TESTQ(nonASCII, nonASCII)
	JZ(LabelRef("left"))
	stray, torn := g.v.find("text", func(wide GPVirtual) { ORQ(wide, firsts) })
	ORQ(torn, stray)
	seconds := g.v.trait(second)
	ORQ(g.v.trait(first), firsts)
	MOVQ(g.field(offWidth), width)
	MOVQ(nonASCII, ascii)
	NOTQ(ascii)
	ORQ(firsts, ascii) // what seconds must not follow
	SHLXQ(width, ascii, ascii)
	MOVQ(g.leftASCII, x)
	BZHIQ(width, x, x)
	ORQ(x, ascii)
	ORQ(g.leftFirst, ascii)
	ANDQ(ascii, seconds)
	ORQ(seconds, stray)
	ANDQ(valid, stray)
	ORQ(stray, bad)

	Label("left")
	TESTQ(bad, bad)
	JNZ(LabelRef("unsure"))
	MOVQ(g.field(offWidth), width)
	NEGQ(width)
	NOTQ(nonASCII)
	SHRXQ(width, nonASCII, nonASCII)
	MOVQ(nonASCII, g.leftASCII)
	SHRXQ(width, firsts, firsts)
	MOVQ(firsts, g.leftFirst)
	ADDQ(Imm(block), g.p)
	CMPQ(rest, Imm(block))
	JG(LabelRef("next"))

	Label("clean")
	found, doubt, y := GP64(), GP64(), GP64()
	XORQ(found, found)
	CMPQ(g.long, Imm(0))
	SETNE(found.As8())
	ADDQ(found, found) // glance.HasLong
	MOVQ(g.doubt, doubt)
	ORQ(g.leftPercents, doubt)
	MOVQ(g.hashes, y)
	SHRQ(Imm(1), y) // more than one
	ORQ(y, doubt)
	TESTQ(g.r, g.r)
	JZ(LabelRef("found"))
	g.whole(g.end)
	ORQ(Imm(glance.BeyondASCII), found)
	Label("found")
	CMPQ(doubt, Imm(1))
	SBBQ(doubt, doubt) // all bits, if there is none
	ANDQ(Imm(glance.IsFormed), doubt)
	ORQ(doubt, found)
	NOTQ(found)
	Store(found, ReturnIndex(0))
	VZEROUPPER()
	RET()
	Label("unsure")
	MOVQ(I32(^glance.IsUnsure), found)
	Store(found, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
