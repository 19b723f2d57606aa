package glance

import (
	"slices"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A Repertoire is a set of characters that go together: whatever text is written with
// them, and with ASCII as its masks restrict that, the rules in prose have no findings in
// it. It holds up to four blocks of 64 characters side by side, and perhaps a range of blocks
// in which every character is in the set, such as the Han characters.
//
// The assembly reads its fields. It looks a character up by its last two bytes.
type Repertoire struct {
	// Traits has the traits of each character of the four blocks. With AVX2 each of them has a
	// table of its own.
	Traits                               [inSet * blockSize]uint8
	In, Firsts, Seconds, Marks, NotValid Property
	Twins, Shown                         Property

	// The fields up to HostForeign hold the same byte four times.

	// Base is the last byte but one of the characters of the first block, Lead the byte before
	// it, and FirstLead the byte before that. Shorter characters do not have these: then the
	// byte is not one of UTF-8, and AnyLead or AnyFirst has all bits set.
	Base, Lead, AnyLead, FirstLead, AnyFirst uint32
	// The first two bytes of the first and of the last character of the range of blocks.
	LowLead, LowSecond, HighLead, HighSecond uint32
	// Foreign has the classes of ASCII that must not stand in one word with a character of
	// the set.
	Foreign, HostForeign uint32

	Width uint64 // how many bytes a character takes, 2 to 4
	Wide  uint64 // whether there is a range of blocks: 0 or 1
	// More says how long a label may be: it is sure to be short enough for the DNS if it has
	// less than 32 + More bytes, and no character of the range of blocks.
	More uint64
}

// The traits of a character.
const (
	In       = 1 << 0 // is in the set
	First    = 1 << 1 // no Second may follow it, so that the text is in NFC
	Second   = 1 << 2 // must follow a character of the set that is not a First
	Mark     = 1 << 3 // must not begin a label, nor follow a hyphen in it
	NotValid = 1 << 4 // is not PVALID in a host (RFC 5892)
	Twin     = 1 << 5 // looks like ASCII: a label with it must have one that is Shown
	Shown    = 1 << 6 // does not look like ASCII
)

// A Property is a set of characters of the four blocks of a Repertoire. A block has four
// rows of 16 characters. Bit r&7 of element r>>3*16 + l stands for the character of row r
// whose last byte has l as its low four bits.
type Property [32]uint8

// add gives a character a trait.
func (r *Repertoire) add(at int, trait uint8) {
	r.Traits[at] |= trait
	p := map[uint8]*Property{In: &r.In, First: &r.Firsts, Second: &r.Seconds, Mark: &r.Marks, NotValid: &r.NotValid, Twin: &r.Twins, Shown: &r.Shown}[trait]
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
	inSet     = 4 // blocks

	// The first block of characters of two bytes, of three and of four.
	firstOf2, firstOf3, firstOf4 = 0x80 / blockSize, 0x800 / blockSize, 0x10000 / blockSize
)

// The most bytes of a label that is not ASCII, by the bytes of its characters, so that its
// A-label has no more than 63 octets. TestGlanceLabels of package hostname finds the worst
// labels.
const (
	MostOf2  = 18 * 2
	MostOf3  = 18 * 3
	MostOf4  = 14 * 4
	MostWide = 8 * 3 // with characters of the range of blocks
)

// accents is the first Canonical_Combining_Class of marks that stand below, above or beside
// letters of any script.
const accents = 200

// repeat returns a byte four times.
func repeat(b int) uint32 { return uint32(b) * 0x01010101 }

// A span is a range of blocks.
type span struct{ first, end int }

func (w span) has(block int) bool { return w.first <= block && block < w.end }

// newRepertoire returns the repertoire for texts with characters of half a block, without those
// that have a property to avoid. wide has the spans of blocks that are whole.
func newRepertoire(half int, avoid uint16, wide []span) *Repertoire {
	block := half / 2
	b := builder{scripts: []uint16{0}, avoid: avoid}
	b.choose(half)
	var with span // the one that the block is in, or the longest one that goes with it
	for _, w := range wide {
		switch {
		case w.has(block):
			with = w
		case with.has(block), block < firstOf3, block >= firstOf4:
		case w.end-w.first > with.end-with.first && b.has(chars.Of(rune(w.first)*blockSize)):
			with = w
		}
	}
	if with.first < with.end {
		b.add(chars.Of(rune(with.first) * blockSize))
	}
	first := b.bestBlocks(block, with)
	if with.has(block) {
		first = b.besideSpan(with, wide)
	}
	return b.build(first, with)
}

// besideSpan returns the first of the four blocks that go best with a span: those of another
// script, such as Kana with Han, or else those after the span, where the rest of its script is.
func (b *builder) besideSpan(with span, wide []span) int {
	best, most := b.bestBlocks(with.end, with), 0
	for at := firstOf3; at < firstOf4; at++ {
		for c := range rune(blockSize) {
			u := chars.Of(rune(at)*blockSize + c)
			if u.Flags()&chars.PValid == 0 || u.Script() == 0 {
				continue
			}
			if u.Script() != chars.Latin && u.Script() != b.scripts[len(b.scripts)-1] && b.has(u) && !inSpans(wide, at) {
				other := builder{append(slices.Clone(b.scripts), u.Script()), b.direction, b.avoid}
				first := other.bestBlocks(at, with)
				if n := other.count(first, with); n > most && !inSpans(wide, first) && !inSpans(wide, first+inSet-1) {
					best, most = first, n
				}
			}
			break // the first letter stands for the block
		}
	}
	return best
}

// A builder makes a Repertoire.
type builder struct {
	scripts   []uint16 // the scripts of its characters
	direction uint16   // chars.L or chars.R
	avoid     uint16   // see [New]
}

// choose sets the script and the direction of the characters of half a block: those of which
// there are the most around it.
func (b *builder) choose(half int) {
	most := 0
	var best builder
	for c := range rune(blockSize / 2) {
		u := chars.Of(rune(half)*blockSize/2 + c)
		direction := u.Flags() & (chars.L | chars.R)
		if script := u.Script(); script != 0 && direction != 0 && plain(u, b.avoid) && script != best.last() {
			other := builder{append(b.scripts[:len(b.scripts):len(b.scripts)], script), direction, b.avoid}
			if n := other.countOwn(half / 2); n > most {
				most, best = n, other
			}
		}
	}
	if most > 0 {
		*b = best
	}
}

// last returns the script that was added last, 0 if there is none.
func (b *builder) last() uint16 {
	if len(b.scripts) == 0 {
		return 0
	}
	return b.scripts[len(b.scripts)-1]
}

// countOwn returns how many characters in the blocks around a block have the script that was
// added last.
func (b *builder) countOwn(block int) (n int) {
	from, to := max(block-inSet+1, firstOf2), min(block+inSet, numBlocks)
	for c := rune(from) * blockSize; c < rune(to)*blockSize; c++ {
		if u := chars.Of(c); u.Script() == b.last() && b.has(u) {
			n++
		}
	}
	return n
}

// plain reports whether no rule in prose asks for a property of the character, but for its
// direction, its scripts, what may stand before it, and whether it is PVALID.
func plain(u chars.Char, avoid uint16) bool { return u.Flags()&(avoid|chars.Break) == 0 }

// has reports whether a character may be in the set as it is.
func (b *builder) has(u chars.Char) bool {
	d := u.Flags() & (chars.L | chars.R)
	return plain(u, b.avoid) && b.direction != 0 && (d == b.direction || d == 0 && u.Flags()&chars.NSM != 0) &&
		chars.GoTogether(append(b.scripts, u.Script()))
}

// add adds the script of a character; it returns false if the character cannot be in the
// set.
func (b *builder) add(u chars.Char) bool {
	if !b.has(u) {
		return false
	}
	if !slices.Contains(b.scripts, u.Script()) {
		b.scripts = append(b.scripts, u.Script())
	}
	return true
}

// count returns how many characters of the blocks from the first one on can be in the set. It
// does not count those of a span, which are in it anyway.
func (b *builder) count(first int, with span) (n int) {
	for c := range rune(inSet * blockSize) {
		if b.has(chars.Of(rune(first)*blockSize+c)) && !with.has(first+int(c)/blockSize) {
			n++
		}
	}
	return n
}

// bestBlocks returns the first of the four blocks, of which one is the given one, that have
// the most characters for the set. All have the same bytes before the last two.
func (b *builder) bestBlocks(block int, with span) int {
	low, high := firstOf2, firstOf3 // of characters of two bytes
	if block >= firstOf3 {
		low = max(block&^(blockSize-1), firstOf3)
		high = block&^(blockSize-1) + blockSize
	}
	best, most := 0, -1
	for first := max(block-inSet+1, low); first <= min(block, high-inSet); first++ {
		if n := b.count(first, with); n > most {
			best, most = first, n
		}
	}
	return best
}

// addScripts adds the scripts that most characters of the four blocks have first, because some
// go with the script of the text and not with each other.
func (b *builder) addScripts(first int) {
	count := make(map[uint16]int)
	var order []uint16
	for c := range rune(inSet * blockSize) {
		if u := chars.Of(rune(first)*blockSize + c); b.has(u) {
			if count[u.Script()]++; count[u.Script()] == 1 {
				order = append(order, u.Script())
			}
		}
	}
	slices.SortStableFunc(order, func(x, y uint16) int { return count[y] - count[x] })
	for _, s := range order {
		if all := append(slices.Clone(b.scripts), s); !slices.Contains(b.scripts, s) && chars.GoTogether(all) {
			b.scripts = all
		}
	}
}

// build makes the repertoire of the four blocks from the first one on, with a span.
func (b *builder) build(first int, with span) *Repertoire {
	b.addScripts(first)
	var set [inSet * blockSize]chars.Char
	lowest := uint8(255) // of the Canonical_Combining_Class but 0
	for at := range set {
		if u := chars.Of(rune(first*blockSize + at)); b.has(u) && slices.Contains(b.scripts, u.Script()) {
			set[at] = u
			if ccc := u.Properties().Ccc; ccc != 0 {
				lowest = min(lowest, ccc)
			}
		}
	}
	highest := uint8(0)
	compose := uint16(0) // chars.First and chars.Second, if there are such characters
	for at, u := range set {
		p := u.Properties()
		if p.Ccc >= accents && lowest < accents {
			set[at] = 0 // rare; without them the marks of the script have fewer orders
			continue
		}
		highest = max(highest, p.Ccc)
		compose |= p.Flags & (chars.First | chars.Second)
	}
	r := &Repertoire{}
	for at, u := range set {
		if u == 0 {
			continue
		}
		p := u.Properties()
		r.add(at, In)
		mark := p.Flags&(chars.Mark|chars.NSM) != 0
		second := p.Flags&chars.Second != 0 || p.Ccc != 0 && p.Ccc < highest || mark && b.direction == chars.R
		if second {
			r.add(at, Second)
		}
		// A mark may stand between two characters that compose. So each mark is either one that
		// must not follow the first one, or one that the second one must not follow.
		between := p.Ccc != 0 && !second && compose == chars.First|chars.Second
		if p.Flags&chars.First != 0 || p.Ccc > lowest || between {
			r.add(at, First)
		}
		if mark {
			r.add(at, Mark)
		}
		if p.Flags&chars.PValid == 0 {
			r.add(at, NotValid)
		}
		if chars.HasLatinTwin(rune(first*blockSize + at)) {
			r.add(at, Twin)
		} else {
			r.add(at, Shown)
		}
	}
	b.setBytes(r, first, with)
	b.setMasks(r)
	return r
}

// setBytes fills in the bytes of the characters.
func (b *builder) setBytes(r *Repertoire, first int, with span) {
	const none, all = 0xFF, 0xFF
	r.FirstLead, r.AnyFirst = repeat(none), repeat(all)
	switch {
	case first < firstOf3:
		r.Base, r.Lead, r.AnyLead = repeat(0xC0|first), repeat(none), repeat(all)
		r.Width, r.More = 2, MostOf2+1-32
	case first < firstOf4:
		r.Base, r.Lead = repeat(0x80|first&0x3F), repeat(0xE0|first>>6)
		r.Width, r.More = 3, MostOf3+1-32
	default:
		r.Base, r.Lead = repeat(0x80|first&0x3F), repeat(0x80|first>>6)
		r.FirstLead, r.AnyFirst = repeat(0xF0), 0
		r.Width, r.More = 4, MostOf4+1-32
	}
	if with.first < with.end {
		last := with.end - 1
		r.LowLead, r.LowSecond = repeat(0xE0|with.first>>6), repeat(0x80|with.first&0x3F)
		r.HighLead, r.HighSecond = repeat(0xE0|last>>6), repeat(0x80|last&0x3F)
		r.Wide = 1
	}
}

// setMasks fills in the masks of ASCII. Where a word may have letters of ASCII and where
// not is for the rules on scripts and on directions; beside right-to-left characters there
// must be nothing else in a part.
func (b *builder) setMasks(r *Repertoire) {
	foreign, inHost := letters, letters
	switch {
	case b.direction == chars.R:
		foreign, inHost = Connect, HostConnect
	case chars.GoTogether(append(b.scripts, chars.Latin)):
		foreign, inHost = 0, 0
	}
	r.Foreign, r.HostForeign = repeat(foreign), repeat(inHost)
}

// wideSpans returns the spans of at least four blocks whose characters are all letters of
// one script, left-to-right, PVALID, and parts of no composite but as its first half.
func wideSpans(avoid uint16) []span {
	const least = 4
	var spans []span
	for block := firstOf3; block < firstOf4; {
		end := block
		for end < firstOf4 && isWhole(end, chars.Of(rune(block)*blockSize).Script(), avoid) {
			end++
		}
		if end-block >= least {
			spans = append(spans, span{block, end})
		}
		block = max(block+1, end)
	}
	return spans
}

// inSpans reports whether a block is in one of the spans.
func inSpans(spans []span, block int) bool {
	for _, w := range spans {
		if w.has(block) {
			return true
		}
	}
	return false
}

// isWhole reports whether a block can be one of a span.
func isWhole(block int, script, avoid uint16) bool {
	for c := range rune(blockSize) {
		u := chars.Of(rune(block)*blockSize + c)
		p := u.Properties()
		if !plain(u, avoid) || u.Script() != script || chars.HasLatinTwin(rune(block)*blockSize+c) || p.Ccc != 0 ||
			p.Flags&(chars.L|chars.PValid|chars.Second|chars.Mark|chars.NSM) != chars.L|chars.PValid {
			return false
		}
	}
	return true
}
