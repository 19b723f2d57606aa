package glance

import "math/bits"

// A Repertoire is a set of characters that go together: whatever text is written with
// them, and with ASCII as its masks restrict that, the rules in prose have no findings in
// it. It holds four blocks of 64 characters side by side, or twelve for a script such as Latin that
// needs them, and perhaps a range of blocks in which every character is in the set, such as the Han
// characters.
//
// The assembly reads its fields. It looks a character up by its last two bytes.
type Repertoire struct {
	// Traits has the traits of each character of the blocks. With AVX2 each of them has a
	// table of its own.
	Traits                               [maxSet * blockSize]uint8
	In, Firsts, Seconds, Marks, NotValid Property
	Twins, Shown                         Property

	// The fields up to HostForeign hold the same byte four times.

	// Base is the last byte but one of the characters of the first block, Lead the byte before
	// it, and FirstLead the byte before that. Shorter characters do not have these: then the
	// byte is not one of UTF-8, and AnyLead or AnyFirst has all bits set.
	Base, Lead, AnyLead, FirstLead, AnyFirst uint32
	// The number of blocks less one.
	Last uint32
	// The first two bytes of the first and of the last character of the range of blocks.
	LowLead, LowSecond, HighLead, HighSecond uint32
	// Foreign has the classes of ASCII that must not stand in one word with a character of
	// the set.
	Foreign, HostForeign uint32

	Width uint64 // how many bytes a character takes, 2 to 4
	Wide  uint64 // whether there is a range of blocks: 0 or 1
	Large uint64 // whether there are twelve blocks: 0 or 1
	// NoHost is not 0 if hosts must not have characters of the range of blocks, which are not all PVALID.
	NoHost uint64
	// More says how long a label may be: it is sure to be short enough for the DNS if it has
	// less than 32 + More bytes, and no character of the range of blocks.
	More uint64

	// For Go: the first character of the blocks, and the range of blocks.
	first rune
	span  span
}

// The traits of a character.
const (
	In       = 1 << 0 // is in the set
	First    = 1 << 1 // no Second may follow it, nor one of the range of blocks, so that the text is in NFC
	Second   = 1 << 2 // must follow a character of the set that is not a First
	Mark     = 1 << 3 // must not begin a label, nor follow a hyphen in it
	NotValid = 1 << 4 // is not PVALID in a host (RFC 5892)
	Twin     = 1 << 5 // looks like ASCII: a host with it must have one that is Shown
	Shown    = 1 << 6 // a letter of the same script as the Twins that does not look like ASCII
)

// A Property is a set of characters of the blocks of a Repertoire. A block has four
// rows of 16 characters. Bit r&7 of element r>>3*16 + l stands for the character of row r
// whose last byte has l as its low four bits.
type Property [maxSet * blockSize / 8]uint8

// add gives a character a trait.
func (r *Repertoire) add(at int, trait uint8) {
	r.Traits[at] |= trait
	p := [...]*Property{&r.In, &r.Firsts, &r.Seconds, &r.Marks, &r.NotValid, &r.Twins, &r.Shown}[bits.TrailingZeros8(trait)]
	p[at>>7*16+at&15] |= 1 << (at >> 4 & 7)
}

// The classes of ASCII in the masks. All other ASCII divides words.
const (
	Upper   = 1<<0 | 1<<1 // by the high four bits
	Lower   = 1<<2 | 1<<3
	Digit   = 1 << 4
	Percent = 1 << 5
	Hyphen  = 1 << 6
	Dot     = 1 << 7

	letters = Upper | Lower
	// Which do not divide words: outside of a host, and in one, where words are labels.
	Connect, HostConnect = letters | Digit | Percent, 0xFF &^ Dot
)

const (
	Planes    = 2  // of 65,536 characters
	blockSize = 64 // characters
	numBlocks = Planes << 16 / blockSize
	inSet     = 4  // blocks, mostly
	maxSet    = 12 // blocks, where there are many more characters in so many

	// The first block of characters of two bytes, of three and of four.
	firstOf2, firstOf3, firstOf4 = 0x80 / blockSize, 0x800 / blockSize, 0x10000 / blockSize
)

// The most bytes of a label that is not ASCII, by the bytes of its characters, so that its
// A-label has no more than 63 octets. TestGlanceLabels of package clean finds the worst
// labels.
const (
	MostOf2  = 20 * 2
	MostOf3  = 18 * 3
	MostOf4  = 14 * 4
	MostWide = 13 * 3 // with characters of the range of blocks

	MostOf3Large = 17 * 3 // of twelve blocks
	LargeSet     = maxSet * blockSize
	WideSet      = 0x7000 // how far apart characters are at most that are in hosts, if there is a range of blocks
)
