// Command glance writes the assembly of package glance, which holds text against a
// [glance.Repertoire]: once with AVX2 and BMI2, and once with AVX-512 (BW and VBMI). What comes in is
// this program, what goes out are the files that -out and -stubs name. It must not know any
// character but those of ASCII: what depends on Unicode stands in the Repertoire.
package main

import (
	"slices"
	"strconv"
	"unsafe"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"github.com/rfc3987/iri/internal/fast/glance"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Where the fields of a Repertoire are.
const (
	offTraits      = int(unsafe.Offsetof(glance.Repertoire{}.Traits))
	offIn          = int(unsafe.Offsetof(glance.Repertoire{}.In))
	offFirsts      = int(unsafe.Offsetof(glance.Repertoire{}.Firsts))
	offSeconds     = int(unsafe.Offsetof(glance.Repertoire{}.Seconds))
	offMarks       = int(unsafe.Offsetof(glance.Repertoire{}.Marks))
	offNotValid    = int(unsafe.Offsetof(glance.Repertoire{}.NotValid))
	offTwins       = int(unsafe.Offsetof(glance.Repertoire{}.Twins))
	offShown       = int(unsafe.Offsetof(glance.Repertoire{}.Shown))
	offBase        = int(unsafe.Offsetof(glance.Repertoire{}.Base))
	offLead        = int(unsafe.Offsetof(glance.Repertoire{}.Lead))
	offAnyLead     = int(unsafe.Offsetof(glance.Repertoire{}.AnyLead))
	offFirstLead   = int(unsafe.Offsetof(glance.Repertoire{}.FirstLead))
	offAnyFirst    = int(unsafe.Offsetof(glance.Repertoire{}.AnyFirst))
	offLast        = int(unsafe.Offsetof(glance.Repertoire{}.Last))
	offLowLead     = int(unsafe.Offsetof(glance.Repertoire{}.LowLead))
	offLowSecond   = int(unsafe.Offsetof(glance.Repertoire{}.LowSecond))
	offHighLead    = int(unsafe.Offsetof(glance.Repertoire{}.HighLead))
	offHighSecond  = int(unsafe.Offsetof(glance.Repertoire{}.HighSecond))
	offForeign     = int(unsafe.Offsetof(glance.Repertoire{}.Foreign))
	offHostForeign = int(unsafe.Offsetof(glance.Repertoire{}.HostForeign))
	offWidth       = int(unsafe.Offsetof(glance.Repertoire{}.Width))
	offWide        = int(unsafe.Offsetof(glance.Repertoire{}.Wide))
	offLarge       = int(unsafe.Offsetof(glance.Repertoire{}.Large))
	offNoHost      = int(unsafe.Offsetof(glance.Repertoire{}.NoHost))
	offMore        = int(unsafe.Offsetof(glance.Repertoire{}.More))
)

const (
	block    = 64 // bytes that are looked at at once
	before   = glance.Before
	mostDots = 8 // of a host that is not ASCII, so that its labels fit into 253 octets
)

func main() {
	Package("github.com/rfc3987/iri/internal/fast/glance")
	ConstraintExpr("amd64,!plain")
	data := data()
	kernel("look256", data, new(avx2))
	kernel("look512", data, new(avx512))
	marks()
	Generate()
}

// marks writes the kernel of the function Marks.
func marks() {
	TEXT("vectorMarks", NOSPLIT, "func(dst *uint64, text *byte, n int, a, b byte)")
	Pragma("noescape")
	Doc("vectorMarks does what Marks does for the n times 64 bytes from text on.")
	dst := Load(Param("dst"), GP64())
	text := Load(Param("text"), GP64())
	n := Load(Param("n"), GP64())
	broadcast := func(name string) VecVirtual {
		b, x, y := GP32(), XMM(), YMM()
		Load(Param(name), b)
		VMOVD(b, x)
		VPBROADCASTB(x, y)
		return y
	}
	a, b := broadcast("a"), broadcast("b")
	half := func(disp int) GPVirtual {
		bytes, isB, bits := YMM(), YMM(), GP32()
		VMOVDQU(Mem{Base: text, Disp: disp}, bytes)
		VPCMPEQB(bytes, b, isB)
		VPCMPEQB(bytes, a, bytes)
		VPOR(bytes, isB, bytes)
		VPMOVMSKB(bytes, bits)
		return bits
	}
	Label("block")
	low, high := half(0).As64(), half(block/2).As64()
	SHLQ(Imm(block/2), high)
	ORQ(high, low)
	MOVQ(low, Mem{Base: dst})
	ADDQ(Imm(8), dst)
	ADDQ(Imm(block), text)
	DECQ(n)
	JNZ(LabelRef("block"))
	VZEROUPPER()
	RET()
}

func kernel(name string, data Mem, v vectors) {
	g := &generator{data: data, v: v}
	TEXT(name, 4, "func(s string, from int, reps *cache) int") // NOSPLIT
	Doc(name+" returns the complement of what Look finds or, where from is not 0, of 0 if IsCleanText is true of s,",
		"otherwise of unsure; other bits than that one do not count then. If reps lacks the Repertoire of the first character",
		"beyond ASCII, it returns the offset of that character.")
	Pragma("noescape")
	for _, m := range []*Mem{&g.place, &g.next, &g.pieces, &g.cut, &g.inLabel, &g.inNext, &g.long, &g.stray, &g.dots, &g.leftASCII, &g.leftFirst, &g.leftNonASCII, &g.leftForeigns,
		&g.doubt, &g.leftPercents, &g.hashes} {
		*m = AllocLocal(8)
	}
	g.r, g.end, g.p = GP64(), GP64(), GP64()
	XORQ(g.r, g.r)
	v.setup(g)
	g.scheme()
	g.host()
	g.text()
}

// vectors are what is done with the bytes of a block: what comes out has a bit for each byte.
type vectors interface {
	setup(g *generator)
	// load reads the block at g.p, of which rest bytes are in the string; valid has the bits
	// of those. The bytes before it can be read. g.p may then be where a copy of it is.
	load(name string, rest, valid Register)
	nonASCII() GPVirtual
	// ahead loads the block after this one, or goes to the label if a byte of it is not ASCII.
	ahead(no LabelRef)
	equal(constant Mem) GPVirtual
	// inside returns the bytes inside of characters, after the first one of each.
	inside() GPVirtual
	// classify is for the next two: the bytes with the class of ASCII that bit k stands for, and
	// those without any of the classes.
	classify()
	class(k uint64) GPVirtual
	without(classes Mem) GPVirtual
	// syntax returns the bytes of ASCII that the grammar does not know in text, and the percent signs, number
	// signs and hexadecimal digits. What is not in the string does not count.
	syntax(valid Register) (unknown, percents, hashes, digits GPVirtual)
	// find looks the characters up in the Repertoire, and returns the bytes inside of characters
	// that are not in it, and those that are inside of a character by the bytes before them, and do not say so
	// themselves, or the other way round.
	// If wide is not nil, it is called with the characters of the range of blocks, where there
	// is one, and may change registers.
	find(name string, wide func(GPVirtual)) (stray, torn GPVirtual)
	// trait returns the last bytes of the characters with a trait.
	trait(t trait) GPVirtual
}

// A trait is a property of characters in the Repertoire: where its table is, and its bit in
// the Traits.
type trait struct{ off, bit int }

var (
	in       = trait{offIn, glance.In}
	first    = trait{offFirsts, glance.First}
	second   = trait{offSeconds, glance.Second}
	mark     = trait{offMarks, glance.Mark}
	notValid = trait{offNotValid, glance.NotValid}
	twin     = trait{offTwins, glance.Twin}
	shown    = trait{offShown, glance.Shown}
)

// A generator holds what the parts of the function share.
type generator struct {
	v      vectors
	data   Mem
	r      Register // *Repertoire
	end    Register // of the string
	p      Register // where the block is
	labels int      // how many have a number

	// Memory on the stack: where the block, and where the next piece or what comes after the host is in the
	// string; the cuts of the host so far, its labels, and whether this piece is cut; whether this piece and
	// the next one begin inside of a label: all bits or none; whether the caller has to look at the lengths of
	// labels; what a block of the text leaves to the next one.
	place, next                Mem
	pieces, dots, cut          Mem
	inLabel, inNext, long      Mem
	stray                      Mem // of the block with the host: what is not in the Repertoire or not in NFC
	leftASCII, leftFirst       Mem
	leftNonASCII, leftForeigns Mem
	// Of the syntax: what is not surely of it; the bytes of the next block that have to be digits of
	// percent-encodings; how many "#" there are.
	doubt, leftPercents, hashes Mem
}

// Where the constants are in the data.
const (
	atLow        = 0   // the classes of ASCII by the low four bits
	atHigh       = 16  // the same by the high four bits: a class counts if both have it
	atLowRows    = 32  // the bits of rows 0 to 7
	atHighRows   = 48  // the bits of rows 8 to 15
	atClasses    = 64  // the classes of ASCII
	atSyntax     = 192 // what stands in text
	atLowSyntax  = 320 // the same by the low four bits, and by the high ones
	atHighSyntax = 336
	atBytes      = 352
)

// What stands in text, in one table.
const (
	isText    = 1 << 0
	isPercent = 1 << 1
	isHash    = 1 << 2
	isHex     = 1 << 3
)

// The same by four bits: a row of 16 characters from the space on has one of the bits inRows, for those that stand in text;
// the other two bits are for hexadecimal digits, of which the letters stand at the same places of two rows.
const (
	inRows      = 1<<6 - 1
	isDecimal   = 1 << 6
	isHexLetter = 1 << 7
)

// constants are bytes that the data has four times each.
var constants = []int{0x0F, 3, 2, 0x40, glance.Upper, glance.Connect, glance.HostConnect, 0xFF &^ glance.Percent, 0xC0, 0xE0, 0xF0, 0x70, ']', '%', '#', inRows, 5, 7, 9, 11, 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7}

// byteAt returns where a constant is.
func (g *generator) byteAt(b int) Mem {
	return g.data.Offset(atBytes + 4*slices.Index(constants, b))
}

// data writes the constants.
func data() Mem {
	classes := []struct{ high, low, last int }{
		{4, 1, 15}, {5, 0, 10}, {6, 1, 15}, {7, 0, 10}, {3, 0, 9}, // letters, digits
		{2, '%' & 15, '%' & 15}, {2, '-' & 15, '-' & 15}, {2, '.' & 15, '.' & 15},
	}
	bytes := make([]uint8, atBytes)
	for i, c := range classes {
		bytes[atHigh+c.high] |= 1 << i
		for k := c.low; k <= c.last; k++ {
			bytes[atLow+k] |= 1 << i
			bytes[atClasses+16*c.high+k] |= 1 << i
		}
	}
	for c := range 0x80 {
		bits, low, high := 0, atLowSyntax+c&15, atHighSyntax+c>>4
		switch b := uint8(c); {
		case b == '%':
			bits = isPercent
		case b == '#':
			bits = isHash
		case !glance.IsText(b):
			continue
		case chars.IsHex(b):
			bits = isText | isHex
		default:
			bits = isText
		}
		bytes[atSyntax+c] = uint8(bits)
		rows := 1 << (c>>4 - 2)
		switch {
		case bits&isHex == 0:
		case chars.IsDigit(uint8(c)):
			rows |= isDecimal
		default:
			rows |= isHexLetter
		}
		bytes[low] |= uint8(rows)
		bytes[high] |= uint8(rows)
	}
	for i := range 8 {
		bytes[atLowRows+i], bytes[atHighRows+8+i] = 1<<i, 1<<i
	}
	for _, b := range constants {
		bytes = append(bytes, uint8(b), uint8(b), uint8(b), uint8(b))
	}
	m := GLOBL("constants", 8|16) // RODATA|NOPTR
	for i, b := range bytes {
		DATA(i, U8(b))
	}
	return m
}

func (g *generator) field(off int) Mem { return Mem{Base: g.r, Disp: off} }

// label returns a label that no other part has.
func (g *generator) label(name string) string {
	g.labels++
	return name + strconv.Itoa(g.labels)
}

// syntax holds the ASCII of a block against the grammar. valid has the bytes that are in the string.
func (g *generator) syntax(valid Register) {
	unknown, percents, hashes, digits := g.v.syntax(valid)
	// Two digits follow a "%".
	next, after := GP64(), GP64()
	LEAQ(Mem{Base: percents, Index: percents, Scale: 1}, next)
	LEAQ(Mem{Base: next, Index: next, Scale: 1}, after)
	ORQ(after, next)
	ORQ(g.leftPercents, next)
	ANDNQ(next, digits, next)
	ORQ(next, unknown)
	ORQ(unknown, g.doubt)
	SHRQ(Imm(block-2), percents)
	MOVQ(percents, after)
	SHRQ(Imm(1), after)
	ORQ(percents, after)
	MOVQ(after, g.leftPercents)
	POPCNTQ(hashes, hashes)
	ADDQ(hashes, g.hashes)
}

// whole says that the string is unsure if a character is cut off before q.
func (g *generator) whole(q Register) {
	for i, least := range []uint8{0xC0, 0xE0, 0xF0} {
		CMPB(Mem{Base: q, Disp: -1 - i}, U8(least))
		JCC(LabelRef("unsure"))
	}
}

// flood adds to bad the bytes that are in a word after one of the seeds. words, which holds
// the seeds, has the bytes that do not divide words. It returns the bytes from each seed to
// the end of its word.
func flood(words, seeds, bytes, bad Register) GPVirtual {
	x, t := GP64(), GP64()
	LEAQ(Mem{Base: words, Index: seeds, Scale: 1}, x)
	ANDNQ(words, x, x)
	ORQ(seeds, x)
	MOVQ(x, t)
	ANDQ(bytes, t)
	ORQ(t, bad)
	return x
}
