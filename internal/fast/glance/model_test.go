package glance

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// model is [Kernel.Look] character by character, as the comments of [Repertoire] describe it, for a
// string that conforms. It also says why it is not sure.
func model(s string) (verdict int, why string) {
	verdict, why = Clean, ""
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	if !ok || len(s) <= len("https://") {
		return Unsure, "another scheme"
	}
	end := strings.IndexFunc(rest, func(c rune) bool {
		return c < utf8.RuneSelf && classOf(byte(c))&^Percent == 0
	})
	if strings.HasPrefix(rest, "[") {
		end = strings.IndexByte(rest, ']') + 1
	}
	if end < 0 {
		end = len(rest)
	}
	name, text := rest[:end], rest[end:]
	if len(name) == 0 || name[0] == '[' && len(name) > 64 {
		return Unsure, "no host, or a long literal"
	}
	if port, ok := strings.CutPrefix(text, ":"); ok {
		text = strings.TrimLeft(port, "0123456789")
		if n := len(port) - len(text); n > 5 || n == 5 && port[0] > '5' {
			return Unsure, "a long port"
		}
	}
	if text != "" && strings.IndexByte("/?#", text[0]) < 0 {
		return Unsure, "no host name"
	}
	var r *Repertoire
	if first := chars.NonASCII(rest); first < len(rest) {
		c, _ := utf8.DecodeRuneInString(rest[first:])
		if c >= Planes<<16 {
			return Unsure, "beyond the planes"
		}
		r = kernel.repertoires[c/(blockSize/2)].Load()
	}
	if name[0] != '[' {
		if verdict, why = r.hostVerdict(name, len(rest)); verdict == Unsure {
			return Unsure, why
		}
	}
	if r == nil {
		return verdict, ""
	}
	if why = r.wordsFault(text, r.Foreign, Connect, false); why != "" {
		return Unsure, why
	}
	return verdict, ""
}

// hostVerdict is model for a name, of a string that has so many bytes from there on. It reads the name in pieces,
// as the kernels do.
func (r *Repertoire) hostVerdict(name string, rest int) (verdict int, why string) {
	verdict = Clean
	dots, inLabel := 0, false
	for from, pieces := 0, 1; pieces == 1 || from < len(name) || name[from-1] == '.'; pieces++ {
		piece, next, cut := name[from:], len(name), len(name)-from >= block
		labelNext := false
		if piece == "" {
			return Unsure, "a dot at the end"
		}
		if cut {
			if rest-from == block {
				return Unsure, "as long as a block"
			}
			dot := strings.LastIndexByte(piece[:block], '.')
			if next = from + dot + 1; dot >= 0 {
				piece = piece[:dot]
			} else { // before the last character that begins in the block; the next piece begins one character earlier
				end := block - 1
				for !utf8.RuneStart(piece[end]) {
					end--
				}
				_, n := utf8.DecodeLastRuneInString(piece[:end])
				if piece, labelNext = piece[:end], true; n == 1 {
					return Unsure, "a long host"
				}
				next = from + end - n
			}
			if pieces > 1 || labelNext {
				verdict = LongLabels
			}
		}
		if why := hostFault(piece); why != "" {
			return Unsure, why
		}
		if !chars.IsASCII(piece) {
			dots += strings.Count(piece, ".")
			v, why := r.labelsVerdict(piece, inLabel, cut || pieces > 1)
			switch dots++; {
			case why != "":
				return Unsure, why
			case dots > 9:
				return Unsure, "many labels"
			}
			if verdict = max(verdict, v); cut && r.Width < 3 {
				verdict = LongLabels
			}
		} else if cut {
			return Unsure, "a long host"
		} else if chars.IsDigit(piece[0]) {
			return Unsure, "perhaps an IPv4 address"
		}
		from, inLabel = next, labelNext
	}
	return verdict, ""
}

// block is how many bytes the kernels look at at once.
const block = 64

// classOf returns the class of a character of ASCII.
func classOf(b byte) uint32 {
	switch {
	case 'A' <= b && b <= 'O':
		return 1 << 0
	case 'P' <= b && b <= 'Z':
		return 1 << 1
	case 'a' <= b && b <= 'o':
		return 1 << 2
	case 'p' <= b && b <= 'z':
		return 1 << 3
	case chars.IsDigit(b):
		return Digit
	case b == '%':
		return Percent
	case b == '-':
		return Hyphen
	case b == '.':
		return Dot
	}
	return 0
}

// hostFault says what is wrong with a name, or a piece of one.
func hostFault(name string) string {
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || strings.Contains(label, "--") {
			return "hyphens, or no label"
		}
		if !chars.IsASCII(name) && chars.IsDigit(label[0]) {
			return "a label begins with a digit"
		}
		for i := range len(label) {
			if c := classOf(label[i]); label[i] < utf8.RuneSelf && (c == 0 || c == Percent) {
				return "another character"
			}
		}
	}
	return ""
}

// labelsVerdict says what is sure of a piece of a host, or what is wrong with it. inLabel is whether it goes on with
// the label of the piece before it, and more whether there is another piece.
func (r *Repertoire) labelsVerdict(name string, inLabel, more bool) (verdict int, why string) {
	if chars.HasUpper(name) {
		return Unsure, "capitals"
	}
	verdict = Clean
	wide := strings.IndexFunc(name, func(c rune) bool { return r.inSpan(c) }) >= 0
	if wide {
		if more {
			verdict = LongLabels
		}
		if r.NoHost != 0 {
			return Unsure, "not all PVALID"
		}
	}
	twins, shown := false, false
	begun := inLabel
	for label := range strings.SplitSeq(name, ".") {
		if len(label) >= 32+int(r.More) || wide && len(label) > MostWide {
			verdict = LongLabels
		}
		last := rune(0)
		for i, c := range label {
			at, ok := r.place(c)
			if ok {
				twins, shown = twins || r.Twins.has(at), shown || r.Shown.has(at)
			}
			if ok && (r.NotValid.has(at) || last < utf8.RuneSelf && r.Marks.has(at) && !(inLabel && i == 0)) {
				return Unsure, "not PVALID, or a mark at the start"
			}
			last = c
		}
		inLabel = false
	}
	if twins && !shown {
		return Unsure, "looks like ASCII"
	}
	if why := r.wordsFault(name, r.HostForeign, HostConnect, begun); why != "" {
		return Unsure, why
	}
	return verdict, ""
}

// wordsFault says what is wrong with the words of a text, or of a host. begun is whether the first character has been held against
// the one before it.
func (r *Repertoire) wordsFault(s string, foreign, connect uint32, begun bool) string {
	hasForeign, hasOther := false, false
	last := rune(0)
	for i, c := range s {
		if c < utf8.RuneSelf {
			class := classOf(byte(c))
			if class&connect == 0 {
				hasForeign, hasOther = false, false
			}
			hasForeign = hasForeign || class&foreign != 0
		} else {
			hasOther = true
			at, ok := r.place(c)
			if !ok && !r.inSpan(c) || ok && !r.In.has(at) {
				return "not in the repertoire: " + string(c)
			}
			if ok && r.Seconds.has(at) && !(begun && i == 0) {
				if before, is := r.place(last); last < utf8.RuneSelf || is && r.Firsts.has(before) || r.inSpan(last) {
					return "not in NFC"
				}
			}
		}
		if hasForeign && hasOther {
			return "a mixed word"
		}
		last = c
	}
	return ""
}

func (p *Property) has(at int) bool { return p[at>>7*16+at&15]>>(at>>4&7)&1 != 0 }

// place returns the place of a character in the four blocks.
func (r *Repertoire) place(c rune) (int, bool) {
	text := string(c)
	if len(text) != int(r.Width) || r.Width >= 3 && text[len(text)-3] != byte(r.Lead) {
		return 0, false
	}
	n := int(text[len(text)-2]) - int(byte(r.Base))
	return n*blockSize + int(text[len(text)-1]&0x3F), n >= 0 && n <= int(byte(r.Last))
}

// inSpan reports whether a character is in the range of blocks.
func (r *Repertoire) inSpan(c rune) bool {
	text := string(c)
	low, high := string([]byte{byte(r.LowLead), byte(r.LowSecond)}), string([]byte{byte(r.HighLead), byte(r.HighSecond)})
	return r.Wide != 0 && len(text) == 3 && low <= text[:2] && text[:2] <= high
}
