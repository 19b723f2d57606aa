package glance

import (
	"slices"
	"unicode"

	"github.com/rfc3987/iri/internal/text/chars"
)

// accents is the first Canonical_Combining_Class of marks that stand below, above or beside
// letters of any script.
const accents = 200

// repeat returns a byte four times.
func repeat(b int) uint32 { return uint32(b) * 0x01010101 }

// A span is a range of blocks.
type span struct {
	first, end int
	valid      bool // all characters are PVALID
}

func (w span) has(block int) bool { return w.first <= block && block < w.end }

// near reports whether a block is so near that both may be in one label.
func (w span) near(block int) bool {
	return (max(w.end, block+1)-min(w.first, block))*blockSize <= WideSet
}

// isValid reports whether all characters of a range of blocks are PVALID.
func isValid(first, end int) bool {
	for c := rune(first) * blockSize; c < rune(end)*blockSize; c++ {
		if chars.Of(c).Flags()&chars.PValid == 0 {
			return false
		}
	}
	return true
}

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
		case with.has(block), with.first < with.end && b.isOf(with), block >= firstOf4:
		case b.isOf(w), block >= firstOf3 && w.near(block) && w.end-w.first > with.end-with.first && b.has(chars.Of(rune(w.first)*blockSize)):
			with = w
		}
	}
	if with.first < with.end {
		b.add(chars.Of(rune(with.first) * blockSize))
	}
	n := inSet
	first, most := b.bestBlocks(block, inSet, with)
	if with.has(block) {
		first, n = b.besideSpan(with, wide)
	} else if large, more := b.bestBlocks(block, maxSet, with); 3*more > 4*most {
		first, n = large, maxSet
	}
	return b.build(first, n, with)
}

// isOf reports whether the first character of a span is of the script that was added last.
func (b *builder) isOf(w span) bool {
	u := chars.Of(rune(w.first) * blockSize)
	return u.Script() == b.last() && b.has(u)
}

// besideSpan returns the first of the blocks that go best with a span, and how many they are: those where
// the rest of its script is, as of Hangul after the span and of Latin among the characters of two bytes, or else
// those of another script, such as Kana with Han.
func (b *builder) besideSpan(with span, wide []span) (first, blocks int) {
	for at := firstOf2; at < firstOf3; at++ {
		if b.countOf(at) == blockSize {
			first, _ = b.bestBlocks(at, maxSet, with)
			return first, maxSet
		}
	}
	best, _ := b.bestBlocks(with.end, inSet, with)
	if b.isOf(span{first: with.end}) {
		return best, inSet
	}
	most := 0
	for at := firstOf3; at < firstOf4; at++ {
		for c := range rune(blockSize) {
			u := chars.Of(rune(at)*blockSize + c)
			if u.Flags()&chars.PValid == 0 || u.Script() == 0 {
				continue
			}
			if u.Script() != chars.Latin && u.Script() != b.scripts[len(b.scripts)-1] && b.has(u) && !inSpans(wide, at) {
				other := builder{scripts: append(slices.Clone(b.scripts), u.Script()), direction: b.direction, avoid: b.avoid}
				first, n := other.bestBlocks(at, inSet, with)
				if n > most && with.near(first) && with.near(first+inSet-1) && !inSpans(wide, first) && !inSpans(wide, first+inSet-1) {
					best, most = first, n
				}
			}
			break // the first letter stands for the block
		}
	}
	return best, inSet
}

// A builder makes a Repertoire.
type builder struct {
	scripts   []uint16 // the scripts of its characters
	direction uint16   // chars.L or chars.R
	avoid     uint16   // see [New]

	asked struct { // the last answer of goes
		script  uint16
		scripts int // of the builder
		goes    bool
	}
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
			other := builder{scripts: append(b.scripts[:len(b.scripts):len(b.scripts)], script), direction: direction, avoid: b.avoid}
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
	for at := max(block-inSet+1, firstOf2); at < min(block+inSet, numBlocks); at++ {
		n += b.countOf(at)
	}
	return n
}

// countOf returns how many characters of a block have the script that was added last.
func (b *builder) countOf(block int) (n int) {
	for c := range rune(blockSize) {
		if u := chars.Of(rune(block)*blockSize + c); u.Script() == b.last() && b.has(u) {
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
		b.goes(u.Script())
}

// goes reports whether a script goes with those of the builder. Most characters have the script of the one
// before them.
func (b *builder) goes(script uint16) bool {
	if a := &b.asked; a.script != script || a.scripts != len(b.scripts) {
		a.script, a.scripts, a.goes = script, len(b.scripts), chars.GoTogether(append(b.scripts, script))
	}
	return b.asked.goes
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

// count returns how many characters of a block can be in the set, without those that go with every script
// and those that are variants of others. It does not count those of a span, which are in it anyway.
func (b *builder) count(block int, with span) (n int) {
	if with.has(block) {
		return 0
	}
	for c := range rune(blockSize) {
		if u := chars.Of(rune(block)*blockSize + c); u.Script() != 0 && u.Flags()&chars.NFKC == 0 && b.has(u) {
			n++
		}
	}
	return n
}

// bestBlocks returns the first of so many blocks, of which one is the given one, that have
// the most characters for the set, and how many these are. All have the same bytes before the last two.
func (b *builder) bestBlocks(block, blocks int, with span) (first, most int) {
	low, high := firstOf2, firstOf3 // of characters of two bytes
	if block >= firstOf3 {
		low = max(block&^(blockSize-1), firstOf3)
		high = block&^(blockSize-1) + blockSize
	}
	var counts [2*maxSet - 1]int
	from := max(block-blocks+1, low)
	for at := from; at < min(block+blocks, high); at++ {
		counts[at-from] = b.count(at, with)
	}
	most = -1
	for at := from; at <= min(block, high-blocks); at++ {
		n := 0
		for _, c := range counts[at-from:][:blocks] {
			n += c
		}
		if n > most {
			first, most = at, n
		}
	}
	return first, most
}

// addScripts adds the scripts that most characters of the blocks have first, because some
// go with the script of the text and not with each other.
func (b *builder) addScripts(first, blocks int) {
	type scriptCount struct {
		script uint16
		n      int
	}
	var order []scriptCount // mostly of one to four scripts
	for c := range rune(blocks * blockSize) {
		if u := chars.Of(rune(first)*blockSize + c); b.has(u) {
			i := slices.IndexFunc(order, func(o scriptCount) bool { return o.script == u.Script() })
			if i < 0 {
				i = len(order)
				order = append(order, scriptCount{script: u.Script()})
			}
			order[i].n++
		}
	}
	slices.SortStableFunc(order, func(x, y scriptCount) int { return y.n - x.n })
	for _, o := range order {
		if all := append(slices.Clone(b.scripts), o.script); !slices.Contains(b.scripts, o.script) && chars.GoTogether(all) {
			b.scripts = all
		}
	}
}

// build makes the repertoire of so many blocks from the first one on, with a span.
func (b *builder) build(first, blocks int, with span) *Repertoire {
	b.addScripts(first, blocks)
	set := make([]chars.Char, blocks*blockSize)
	for at := range set {
		if u := chars.Of(rune(first*blockSize + at)); b.has(u) && slices.Contains(b.scripts, u.Script()) {
			set[at] = u
		}
	}
	dropMarks(set)
	lowest, highest, compose := marksOf(set)
	twins := twinScript(set, first)
	r := &Repertoire{first: rune(first) * blockSize, span: with}
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
		composes := compose == chars.First|chars.Second
		if p.Flags&chars.First != 0 && composes || p.Ccc > lowest || p.Ccc != 0 && !second && composes {
			r.add(at, First)
		}
		if mark {
			r.add(at, Mark)
		}
		if p.Flags&chars.PValid == 0 {
			r.add(at, NotValid)
		}
		switch c := rune(first*blockSize + at); {
		case chars.HasLatinTwin(c):
			r.add(at, Twin)
		case isShown(c, twins):
			r.add(at, Shown)
		}
	}
	b.setBytes(r, first, blocks, with)
	b.setMasks(r)
	return r
}

// dropMarks takes marks out of a set that are rare in its script, so that the others have fewer orders and
// fewer characters compose: of most scripts of India the accents, of Arabic the marks that make other letters.
func dropMarks(set []chars.Char) {
	lowest := uint8(accents) // of the Canonical_Combining_Class but 0 that the marks of the script have
	letters, seconds, balance := false, uint8(0), 0
	for _, u := range set {
		p := u.Properties()
		switch {
		case p.Ccc >= accents:
			balance++
		case p.Ccc != 0 && u.Script() != 0:
			lowest = min(lowest, p.Ccc)
			balance--
		}
		letters = letters || p.Flags&(chars.First|chars.Mark) == chars.First
		if p.Flags&chars.Second != 0 && p.Ccc != 0 {
			seconds = max(seconds, p.Ccc)
		}
	}
	for at, u := range set {
		p := u.Properties()
		switch {
		case p.Ccc != 0 && p.Ccc < lowest && u.Script() == 0,
			lowest < accents && p.Ccc >= accents && (balance < 0 || letters && (seconds < accents || p.Flags&chars.Second != 0)):
			set[at] = 0
		}
	}
}

// marksOf returns the lowest and the highest Canonical_Combining_Class but 0 in a set, and chars.First and
// chars.Second, if it has such characters.
func marksOf(set []chars.Char) (lowest, highest uint8, compose uint16) {
	lowest = 255
	for _, u := range set {
		p := u.Properties()
		if p.Ccc != 0 {
			lowest, highest = min(lowest, p.Ccc), max(highest, p.Ccc)
		}
		compose |= p.Flags & (chars.First | chars.Second)
	}
	return lowest, highest, compose
}

// twinScript returns the script of the characters of a set that look like ASCII, of which the first is the
// first one of a block; 0 if there are none, or if they are of several scripts.
func twinScript(set []chars.Char, first int) (script uint16) {
	for at, u := range set {
		if u == 0 || !chars.HasLatinTwin(rune(first*blockSize+at)) {
			continue
		}
		if script != 0 && script != u.Script() {
			return 0
		}
		script = u.Script()
	}
	return script
}

// isShown reports whether a character shows that a text is in a script: in lower case, as hosts are
// compared, it is a letter of the script that does not look like ASCII.
func isShown(c rune, script uint16) bool {
	if script == 0 {
		return false
	}
	c = unicode.ToLower(c)
	u := chars.Of(c)
	return u.Script() == script && u.Flags()&chars.Mark == 0 && !chars.HasLatinTwin(c)
}

// setBytes fills in the bytes of the characters.
func (b *builder) setBytes(r *Repertoire, first, blocks int, with span) {
	const none, all = 0xFF, 0xFF
	r.FirstLead, r.AnyFirst = repeat(none), repeat(all)
	switch {
	case first < firstOf3:
		r.Base, r.Lead, r.AnyLead = repeat(0xC0|first), repeat(none), repeat(all)
		r.Width, r.More = 2, MostOf2+1-32
	case first < firstOf4:
		r.Base, r.Lead = repeat(0x80|first&0x3F), repeat(0xE0|first>>6)
		r.Width, r.More = 3, MostOf3+1-32
		if blocks > inSet {
			r.More = MostOf3Large + 1 - 32
		}
	default:
		r.Base, r.Lead = repeat(0x80|first&0x3F), repeat(0x80|first>>6)
		r.FirstLead, r.AnyFirst = repeat(0xF0), 0
		r.Width, r.More = 4, MostOf4+1-32
	}
	r.Last = repeat(blocks - 1)
	if blocks > inSet {
		r.Large = 1
	}
	if with.first < with.end {
		last := with.end - 1
		r.LowLead, r.LowSecond = repeat(0xE0|with.first>>6), repeat(0x80|with.first&0x3F)
		r.HighLead, r.HighSecond = repeat(0xE0|last>>6), repeat(0x80|last&0x3F)
		r.Wide = 1
		if !with.valid {
			r.NoHost = 1
		}
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
// one script, left-to-right, and parts of no composite but as its first half.
func wideSpans(avoid uint16) []span {
	const least = 4
	var spans []span
	for block := firstOf3; block < firstOf4; {
		end := block
		for end < firstOf4 && isWhole(end, chars.Of(rune(block)*blockSize).Script(), avoid) {
			end++
		}
		if end-block >= least {
			spans = append(spans, span{block, end, isValid(block, end)})
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
		if !plain(u, avoid) || script == 0 || u.Script() != script || chars.HasLatinTwin(rune(block)*blockSize+c) || p.Ccc != 0 ||
			p.Flags&(chars.L|chars.Second|chars.Mark|chars.NSM) != chars.L {
			return false
		}
	}
	return true
}
