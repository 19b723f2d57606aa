package prose

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
)

// A judge reads http and https IRIs, character by character, as long as the rules
// in prose, as they are by default, have nothing to say of them: it is what
// [engine.LineChecker] asks while it reads a file, so that the rules cost nearly nothing
// for nearly all lines. What it accepts has no findings. What it does not accept,
// which includes all that is rare, needs the checks themselves; and which strings
// conform is for the grammar to say.
//
// Its states are numbered as they turn up. A judge must not be used by two
// goroutines at once.
type judge struct {
	states []judgment
	number map[judgment]int
	last   judgeKey // of the last step, if that was not by ASCII
	next   int      // where it led
}

// A judgeKey is what a step depends on, for a character that is not ASCII.
type judgeKey struct {
	state int
	block rune // of 256 characters
	char  chars.Char
}

// newJudge returns a judge without any states but the dead and the first.
func NewJudge() *judge {
	j := &judge{number: make(map[judgment]int)}
	j.add(judgment{})
	j.add(judgment{phase: inScheme})
	return j
}

func (j *judge) add(q judgment) int {
	n, ok := j.number[q]
	if !ok && len(j.states) < 1<<16 {
		n = len(j.states)
		j.states = append(j.states, q)
		j.number[q] = n
	}
	return n
}

// Start, Step, Accept and Class implement [engine.LineAutomaton].
func (j *judge) Start() int { return 1 }

func (j *judge) Step(state int, r rune) int {
	// An automaton asks for all the characters of a block in a row; most of them are
	// the same to the rules.
	key := judgeKey{state, r >> 8, chars.Of(r)}
	if r >= utf8.RuneSelf && key == j.last {
		return j.next
	}
	q := j.states[state]
	next := 0
	if q.step(r) {
		next = j.add(q)
	}
	if r >= utf8.RuneSelf {
		j.last, j.next = key, next
	}
	return next
}

func (j *judge) Accept(state int) bool {
	q := j.states[state]
	return q.end()
}

func (j *judge) Class(b byte) int {
	switch {
	case strings.IndexByte("htpsxX:/.-[]?#", b) >= 0:
		return int(b)
	case chars.IsLetter(b) && b|0x20 <= 'f': // by case
		return int(b&0x20) + 1
	case chars.IsLetter(b):
		return int(b&0x20) + 2
	}
	return int(chars.SegmentClass[b]) + 3
}

// A doubtful is a judge that accepts nothing.
type Doubtful struct{}

func (Doubtful) Start() int { return 0 }

func (Doubtful) Step(int, rune) int { return 0 }

func (Doubtful) Accept(int) bool { return false }

func (Doubtful) Class(byte) int { return 0 }

// A judgment is a state of a judge: what has to be known of the characters read so
// far. As few states as possible should differ in what does not matter. The zero
// judgment is the dead state.
type judgment struct {
	phase phase
	n     uint8 // how many characters of the scheme or digits of the port have been read
	host  hostJudgment
	text  textJudgment
}

// A phase is what a judge reads.
type phase uint8

const (
	nowhere   phase = iota // in the dead state
	inScheme               // and "://"
	inLabel                // of the host
	inLiteral              // an IPv6 address or what else is in brackets
	behindLiteral
	inPort
	inText // what follows the authority
)

// step goes on by a character; false if the rules have to be asked.
func (q *judgment) step(r rune) bool {
	switch q.phase {
	case inScheme:
		return q.scheme(r)
	case inLabel:
		switch {
		case r == ':' || r == '/' || r == '?' || r == '#':
			return q.host.end() && q.behindHost(r)
		case r == '[' && q.host == hostJudgment{}:
			*q = judgment{phase: inLiteral}
			return true
		}
		return q.host.step(r)
	case inLiteral:
		if r == ']' {
			q.phase = behindLiteral
		}
		return true
	case behindLiteral:
		return q.behindHost(r)
	case inPort:
		return q.port(r)
	case inText:
		return q.text.step(r)
	}
	return false
}

// end reports whether the string may end here.
func (q *judgment) end() bool {
	switch q.phase {
	case inLabel:
		return q.host.end()
	case inText:
		return q.text.endPart()
	}
	return q.phase == behindLiteral || q.phase == inPort
}

// scheme reads http:// or https://.
func (q *judgment) scheme(r rune) bool {
	const secure = "https://"
	switch {
	case r == rune(secure[q.n]):
		q.n++
	case r == ':' && int(q.n) == len("http"):
		q.n = uint8(len("https:"))
	default:
		return false
	}
	if int(q.n) == len(secure) {
		*q = judgment{phase: inLabel}
	}
	return true
}

// behindHost reads what ends the host.
func (q *judgment) behindHost(r rune) bool {
	switch r {
	case ':':
		*q = judgment{phase: inPort}
	case '/', '?', '#':
		*q = judgment{phase: inText}
	default:
		return false
	}
	return true
}

// port reads a port of up to four digits, which is in range. Behind other characters
// it may be no port, but a password.
func (q *judgment) port(r rune) bool {
	if r < '0' || r > '9' {
		return r != ':' && q.behindHost(r)
	}
	q.n++
	return q.n <= 4
}

// A hostJudgment is what has to be known of a host that is a domain name: labels of
// letters, digits and hyphens, or U-labels at first sight, as [plainULabel] has
// them. The zero value is that of a host of which nothing has been read.
type hostJudgment struct {
	before uint8  // what the labels before this one take in the DNS at most, in units of 16 octets
	length uint8  // of the label in the DNS, at most; of a U-label, without what every A-label has
	number bool   // all labels may be numbers
	hyphen bool   // the last character is one
	ascii  bool   // the label can be no U-label any more: it has capitals, or begins with a digit
	beyond bool   // it is one: there are characters beyond ASCII
	full   bool   // the last starter cannot be the first half of a composite
	ccc    uint8  // of the last character
	block  uint16 // of 256 characters, where the last one beyond ASCII lies; 0: in none of those before
	dir    uint16 // uniL or uniR, if there has been one of these
	word   chars.Scripts
}

// The most that a label takes, and a U-label without "xn--" and "-".
const (
	labelMax  = 63
	ulabelMax = labelMax - 5
)

// step reads a character of a label, or the dot behind one.
func (h *hostJudgment) step(r rune) bool {
	start := h.length == 0
	switch {
	case r >= utf8.RuneSelf:
		return h.stepBeyond(r)
	case r == '.':
		if !h.endLabel() {
			return false
		}
		*h = hostJudgment{before: h.before + h.units(), number: h.number}
		return true
	case h.dir == chars.R:
		return false
	case r == '-':
		// "--" in the third and fourth place marks an A-label, or what may become one.
		if start || h.hyphen {
			return false
		}
		h.number = false
	case chars.IsDigit(byte(r)):
		h.number = h.number || start && h.before == 0
		h.ascii = h.ascii || start
	case chars.IsLetter(byte(r)):
		if r <= 'Z' && h.beyond {
			return false
		}
		h.ascii = h.ascii || r <= 'Z'
		h.dir |= chars.L
		h.word.Add(chars.Latin)
		// A number of C begins with a digit, and has no letters but "x" and those of
		// hexadecimal digits.
		h.number = h.number && !start && (r|0x20 == 'x' || r|0x20 <= 'f')
	default:
		return false
	}
	h.hyphen = r == '-'
	h.full, h.ccc = false, 0
	h.length++
	return h.fits()
}

// stepBeyond reads a character that is not ASCII.
func (h *hostJudgment) stepBeyond(r rune) bool {
	u := chars.Of(r)
	p := u.Properties()
	switch {
	case h.ascii,
		p.Flags&(chars.PValid|chars.NotNFC) != chars.PValid,
		p.Flags&(chars.L|chars.R|chars.NSM) == 0,
		p.Flags&(chars.Mark|chars.NSM) != 0 && h.length == 0,
		p.Flags&chars.NSM != 0 && h.hyphen, // which may then be the end (RFC 5893 §2 condition 6)
		p.Flags&chars.Second != 0 && !h.full,
		p.Ccc != 0 && p.Ccc < h.ccc,
		p.Flags&chars.L != 0 && h.dir == chars.R,
		p.Flags&chars.R != 0 && h.dir != chars.R && h.length > 0:
		return false
	}
	if h.ccc = p.Ccc; h.ccc == 0 {
		h.full = p.Flags&chars.First == 0
	}
	h.dir |= p.Flags & (chars.L | chars.R)
	h.word.Add(uint8(u >> 8))
	// See punycodeBound. Han and Hangul have many blocks, and mostly each character
	// is in another one.
	block := uint16(r>>8) + 1
	if 0x3400 <= r && r < 0xA000 || 0xAC00 <= r && r < 0xD800 {
		block = 0
	}
	if block == h.block && block != 0 {
		h.length += 3
	} else {
		h.length += 7
	}
	h.block, h.beyond, h.hyphen, h.number = block, true, false, false
	return h.fits()
}

// fits reports whether the label is in order so far.
func (h *hostJudgment) fits() bool {
	most := uint8(labelMax)
	if h.beyond {
		most = ulabelMax
	}
	return h.length <= most && h.before+h.units() <= 253/16 && !(h.beyond && h.word.Mixed())
}

// units returns what the label takes, with the dot behind it.
func (h *hostJudgment) units() uint8 {
	if h.beyond {
		return (labelMax + 1) / 16
	}
	return (h.length + 1 + 15) / 16
}

func (h *hostJudgment) endLabel() bool { return h.length > 0 && !h.hyphen }

// end reports whether the host may end here.
func (h *hostJudgment) end() bool { return h.endLabel() && !h.number }

// A textJudgment is what has to be known of the present part of a path, query or
// fragment, as [checker.text] reads it. The zero value is that of an empty part.
type textJudgment struct {
	digits uint8 // how many digits of a percent-encoding are to come
	ccc    uint8 // of the last character
	full   bool  // the last starter cannot be the first half of a composite
	dir    direction
	word   chars.Scripts
}

// A direction is what has to be known of the directions in a part.
type direction uint8

const (
	dirNone    direction = iota // the part is empty
	dirNeutral                  // neither left-to-right nor right-to-left characters
	dirLeft                     // left-to-right characters, but no others
	dirRight                    // begins and ends with right-to-left characters, and has no others
	dirDigits                   // the same, but does not end so
)

// add adds a character by its flags; false if the rules on directions have to be
// asked.
func (d *direction) add(flags uint16) bool {
	switch {
	case flags&chars.L != 0:
		if *d >= dirRight {
			return false
		}
		*d = dirLeft
	case flags&chars.R != 0:
		if *d == dirNeutral || *d == dirLeft {
			return false
		}
		*d = dirRight
	case *d == dirNone:
		*d = dirNeutral
	case *d == dirRight && flags&chars.NSM == 0:
		*d = dirDigits
	}
	return true
}

// step reads a character.
func (t *textJudgment) step(r rune) bool {
	if r >= utf8.RuneSelf {
		return t.stepBeyond(r)
	}
	var flags uint16
	switch {
	case t.digits > 0:
		t.digits--
		if chars.IsLetter(byte(r)) {
			flags = chars.L
		}
		return t.dir.add(flags)
	case chars.SegmentClass[r] == chars.ClassDelimiter:
		ok := t.endPart()
		*t = textJudgment{}
		return ok
	case chars.SegmentClass[r] == chars.ClassPercent:
		t.digits = 2
		t.word = chars.Scripts{}
	case chars.SegmentClass[r] == chars.ClassLetter:
		flags = chars.L
		t.word.Add(chars.Latin)
	}
	t.full, t.ccc = false, 0
	return t.dir.add(flags) && !t.word.Mixed()
}

// stepBeyond reads a character that is not ASCII.
func (t *textJudgment) stepBeyond(r rune) bool {
	u := chars.Of(r)
	p := u.Properties()
	if p.Flags&(chars.Format|chars.LaterFormat|chars.Private|chars.NotNFC) != 0 || p.Flags&chars.Second != 0 && !t.full || p.Ccc != 0 && p.Ccc < t.ccc {
		return false
	}
	if t.ccc = p.Ccc; t.ccc == 0 {
		t.full = p.Flags&chars.First == 0
	}
	if t.word.Add(uint8(u >> 8)); t.word.Mixed() {
		return false
	}
	if p.Flags&chars.Break != 0 {
		t.word = chars.Scripts{}
	}
	return t.dir.add(p.Flags)
}

// endPart reports whether the part may end here.
func (t *textJudgment) endPart() bool { return t.dir != dirDigits }
