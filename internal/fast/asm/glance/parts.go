package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/fast/glance"
)

// This file writes the parts of the function: the scheme, the host, and the text after it.

// scheme sets g.p to the host after http:// or https://.
func (g *generator) scheme() {
	const plain, secure = "http://", "https://"
	s, length := Load(Param("s").Base(), GP64()), Load(Param("s").Len(), GP64())
	LEAQ(Mem{Base: s, Index: length, Scale: 1}, g.end)
	from := Load(Param("from"), GP64())
	MOVQ(g.r, g.leftForeigns) // 0
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

// host goes on with the text if the host is a plain name or an IP literal, and the port is
// surely in range. A host longer than a block is read in two pieces, of which the first one
// ends before a dot.
func (g *generator) host() {
	rest, valid, place, size := GP64(), GP64(), GP64(), GP64()
	x := GP64()
	XORQ(x, x)
	MOVQ(x, g.pieces)
	MOVQ(x, g.dots)
	Label("host")
	MOVQ(g.end, rest)
	SUBQ(g.p, rest)
	JLE(LabelRef("unsure"))
	MOVQ(g.p, place)
	MOVQ(g.p, g.place)
	g.load("host", rest, valid)
	CMPB(Mem{Base: g.p}, Imm('['))
	JEQ(LabelRef("literal"))

	nonASCII, all := g.v.nonASCII(), GP64()
	ANDQ(valid, nonASCII)
	MOVQ(nonASCII, all)
	g.v.classify()
	// A name ends before the first character of ASCII that is not a letter, a digit, a
	// hyphen or a dot.
	other := g.v.without(g.byteAt(0xFF &^ glance.Percent))
	ANDNQ(other, nonASCII, other)
	dots, hyphens, starts := g.v.class(7), g.v.class(6), g.v.class(4) // for now all digits
	TZCNTQ(other, size)
	CMPQ(size, rest)
	JGE(LabelRef("toTheEnd"))
	CMPQ(size, Imm(block))
	JEQ(LabelRef("cut"))
	ADDQ(size, place)
	g.follow("name", place)
	JMP(LabelRef("sized"))
	Label("toTheEnd")
	CMPQ(rest, Imm(block))
	JGE(LabelRef("unsure"))
	MOVQ(rest, size)
	MOVQ(g.end, g.next)
	JMP(LabelRef("sized"))
	Label("cut")
	LZCNTQ(dots, x)
	JCS(LabelRef("unsure")) // a label of more than 63 bytes
	CMPQ(g.pieces, Imm(0))
	JNE(LabelRef("unsure"))
	MOVQ(U32(block-1), size)
	SUBQ(x, size)
	LEAQ(Mem{Base: place, Index: size, Scale: 1, Disp: 1}, x)
	MOVQ(x, g.next)
	MOVQ(U32(1), x)
	MOVQ(x, g.pieces)
	Label("sized")
	host, bad := GP64(), GP64()
	MOVQ(I32(-1), host)
	BZHIQ(size, host, host)
	JZ(LabelRef("unsure"))
	ANDQ(host, nonASCII)

	// Dots and hyphens do not stand beside each other or at an end.
	ANDQ(host, dots)
	ANDQ(host, hyphens)
	edges, after, y := GP64(), GP64(), GP64() // dots and what is outside; the bytes after those
	MOVQ(host, edges)
	NOTQ(edges)
	ORQ(dots, edges)
	LEAQ(Mem{Base: edges, Index: edges, Scale: 1, Disp: 1}, after)
	MOVQ(edges, bad)
	SHRQ(Imm(1), bad)
	ORQ(after, bad)
	ANDQ(dots, bad)
	MOVQ(edges, x)
	ORQ(hyphens, x)
	LEAQ(Mem{Base: x, Index: x, Scale: 1, Disp: 1}, y)
	SHRQ(Imm(1), x)
	ORQ(y, x)
	ANDQ(hyphens, x)
	ORQ(x, bad)
	ANDQ(host, after)
	ANDQ(after, starts)
	TESTQ(nonASCII, nonASCII)
	JNZ(LabelRef("labels"))
	// A name does not look like an IPv4 address if its first label does not.
	ANDQ(Imm(1), starts)
	ORQ(starts, bad)
	JNZ(LabelRef("unsure"))
	CMPQ(g.pieces, Imm(1)) // the first of two pieces
	JEQ(LabelRef("unsure"))
	TESTQ(all, all)
	JNZ(LabelRef("text"))
	// The whole block is ASCII, so the text needs a look only after it. A word that goes on
	// there may have foreign characters.
	MOVQ(g.place, x)
	ADDQ(Imm(block), x)
	CMPQ(x, g.next)
	JLE(LabelRef("text"))
	MOVQ(x, g.next)
	MOVQ(U32(1), x)
	MOVQ(x, g.leftForeigns)
	JMP(LabelRef("text"))

	Label("labels")
	ORQ(starts, bad) // no label begins with a digit
	JNZ(LabelRef("unsure"))
	POPCNTQ(dots, x)
	ADDQ(g.dots, x)
	CMPQ(x, Imm(mostDots))
	JG(LabelRef("unsure"))
	INCQ(x)
	MOVQ(x, g.dots)
	TESTQ(g.r, g.r)
	JNZ(LabelRef("known"))
	g.find(nonASCII)
	Label("known")
	capitals := g.v.without(g.byteAt(glance.Upper))
	ANDNQ(host, capitals, capitals)
	ORQ(capitals, bad)
	g.mixed(host, nonASCII, bad, offHostForeign, glance.HostConnect, false)

	// The places where a label goes on for so many bytes.
	NOTQ(edges)
	long, wideLong := edges, GP64()
	for _, k := range []uint64{1, 2, 4, 8} {
		MOVQ(long, x)
		SHRQ(Imm(k), x)
		ANDQ(x, long)
	}
	MOVQ(long, x)
	SHRQ(Imm(16), x)
	ANDQ(x, long)
	MOVQ(long, wideLong)
	SHRQ(Imm(glance.MostWide+1-32), wideLong)
	ANDQ(long, wideLong)
	ORQ(g.pieces, wideLong) // in two pieces, a name could be too long
	ORQ(g.field(offNoHost), wideLong)
	MOVQ(g.field(offMore), x)
	SHRXQ(x, long, x)
	ANDQ(x, long)
	ORQ(long, bad)

	stray := g.v.find("host", notValid, func(wide GPVirtual) {
		none := g.label("noneWide")
		TESTQ(host, wide)
		JZ(LabelRef(none))
		ORQ(wideLong, bad)
		Label(none)
	})
	firsts, seconds, marks := g.v.trait(first), g.v.trait(second), g.v.trait(mark)
	width := GP64()
	MOVQ(g.field(offWidth), width)
	afterASCII := nonASCII
	NOTQ(afterASCII)
	SHLXQ(width, afterASCII, afterASCII)
	MOVQ(I32(-1), x)
	BZHIQ(width, x, x)
	ORQ(x, afterASCII)
	ANDQ(afterASCII, marks)
	SHLXQ(width, firsts, firsts)
	ORQ(afterASCII, firsts)
	ANDQ(firsts, seconds)
	ORQ(seconds, stray)
	ORQ(marks, stray)
	// Where a host has characters that look like ASCII, it has one that does not.
	twins, shows := g.v.trait(twin), g.v.trait(shown)
	ANDQ(host, twins)
	ANDQ(host, shows)
	CMPQ(shows, Imm(1))
	SBBQ(shows, shows) // all bits, if there is none
	ANDQ(shows, twins)
	ORQ(twins, bad)
	ANDQ(host, stray)
	ORQ(stray, bad)
	JNZ(LabelRef("unsure"))
	MOVQ(g.pieces, x)
	CMPQ(x, Imm(1))
	JNE(LabelRef("text"))
	CMPQ(width, Imm(3))
	JLT(LabelRef("unsure"))
	INCQ(x)
	MOVQ(x, g.pieces)
	MOVQ(g.next, g.p)
	JMP(LabelRef("host"))

	Label("literal")
	bracket := g.v.equal(g.byteAt(']'))
	ANDQ(valid, bracket) // what stands after the string may have one, too
	TZCNTQ(bracket, size)
	JCS(LabelRef("unsure"))
	LEAQ(Mem{Base: place, Index: size, Scale: 1, Disp: 1}, place)
	g.follow("literal", place)
	JMP(LabelRef("text"))
}

// follow sets g.next to the text after the host, which ends at q, and the port. Other
// characters may make the host a userinfo.
func (g *generator) follow(name string, q Register) {
	b, most := GP64(), GP64()
	CMPQ(q, g.end)
	JE(LabelRef(name + "Followed"))
	MOVBQZX(Mem{Base: q}, b)
	CMPB(b.As8(), Imm(':'))
	JNE(LabelRef(name + "Delimiter"))
	LEAQ(Mem{Base: q, Disp: 1 + 4}, most)
	Label(name + "Port")
	INCQ(q)
	CMPQ(q, g.end)
	JE(LabelRef(name + "Followed"))
	MOVBQZX(Mem{Base: q}, b)
	d := GP32()
	LEAL(Mem{Base: b, Disp: -'0'}, d)
	CMPL(d, Imm(9))
	JA(LabelRef(name + "Delimiter"))
	CMPQ(q, most)
	JNE(LabelRef(name + "Port"))
	// Five digits: the port is sure to be in range if the first one is at most 5.
	CMPB(Mem{Base: q, Disp: -4}, Imm('5'))
	JA(LabelRef("unsure"))
	INCQ(q)
	CMPQ(q, g.end)
	JE(LabelRef(name + "Followed"))
	MOVBQZX(Mem{Base: q}, b)
	LEAL(Mem{Base: b, Disp: -'0'}, d)
	CMPL(d, Imm(9))
	JBE(LabelRef("unsure"))
	Label(name + "Delimiter")
	CMPB(b.As8(), Imm('/'))
	JEQ(LabelRef(name + "Followed"))
	CMPB(b.As8(), Imm('?'))
	JEQ(LabelRef(name + "Followed"))
	CMPB(b.As8(), Imm('#'))
	JNE(LabelRef("unsure"))
	Label(name + "Followed")
	MOVQ(q, g.next)
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
	nonASCII := g.v.nonASCII()
	ANDQ(valid, nonASCII)
	TESTQ(nonASCII, nonASCII)
	JNZ(LabelRef("characters"))
	CMPQ(g.leftNonASCII, Imm(0))
	JNE(LabelRef("words"))

	// A block of ASCII after a word of ASCII. If its last word goes on in the next block, that
	// has something foreign, for all that is known.
	CMPQ(rest, Imm(block))
	JLE(LabelRef("clean"))
	Label("ahead") // long text of ASCII
	CMPQ(rest, U32((1+ahead)*block))
	JLE(LabelRef("last"))
	g.v.ahead(LabelRef("last"))
	ADDQ(U32(ahead*block), g.p)
	SUBQ(U32(ahead*block), rest)
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
	stray := g.v.find("text", trait{}, func(wide GPVirtual) { ORQ(wide, firsts) })
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
	g.give(glance.Clean)
	Label("unsure")
	g.give(glance.Unsure)
}
