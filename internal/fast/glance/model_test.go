package glance

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// model is [Kernel.IsClean] character by character, as the comments of [Repertoire] describe it, for a
// string that conforms. It also says why it is not sure.
func model(s string) (bool, string) {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	if !ok || len(s) <= len("https://") {
		return false, "another scheme"
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
		return false, "no host, or a long literal"
	}
	if port, ok := strings.CutPrefix(text, ":"); ok {
		text = strings.TrimLeft(port, "0123456789")
		if n := len(port) - len(text); n > 5 || n == 5 && port[0] > '5' {
			return false, "a long port"
		}
	}
	if text != "" && strings.IndexByte("/?#", text[0]) < 0 {
		return false, "no host name"
	}
	var r *Repertoire
	if first := chars.NonASCII(rest); first < len(rest) {
		c, _ := utf8.DecodeRuneInString(rest[first:])
		if c >= Planes<<16 {
			return false, "beyond the planes"
		}
		r = kernel.repertoires[c/(blockSize/2)].Load()
	}
	if name[0] != '[' {
		pieces := []string{name}
		if len(name) >= block {
			cut := strings.LastIndexByte(name[:block], '.')
			if len(rest) == block || cut < 0 || len(name)-cut-1 >= block || len(rest)-cut-1 == block && len(name)-cut-1 >= block {
				return false, "a long host"
			}
			pieces = []string{name[:cut], name[cut+1:]}
		}
		for i, piece := range pieces {
			if why := hostFault(piece); why != "" {
				return false, why
			}
			switch {
			case !chars.IsASCII(piece):
				if why := r.labelsFault(piece); why != "" {
					return false, why
				}
			case chars.IsDigit(piece[0]):
				return false, "perhaps an IPv4 address"
			case i+1 < len(pieces):
				return false, "a long host"
			}
		}
		if len(pieces) > 1 && (r.Width < 3 || strings.IndexFunc(name, r.inSpan) >= 0) {
			return false, "a long host"
		}
		if !chars.IsASCII(pieces[len(pieces)-1]) && strings.Count(name, ".") > 8 {
			return false, "many labels"
		}
	}
	if r == nil {
		return true, ""
	}
	why := r.wordsFault(text, r.Foreign, Connect, true)
	return why == "", why
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

// labelsFault says what is wrong with a host that is not ASCII.
func (r *Repertoire) labelsFault(name string) string {
	if chars.HasUpper(name) {
		return "capitals"
	}
	wide := strings.IndexFunc(name, func(c rune) bool { return r.inSpan(c) }) >= 0
	if wide && r.NoHost != 0 {
		return "not all PVALID"
	}
	twins, shown := false, false
	for label := range strings.SplitSeq(name, ".") {
		if len(label) >= 32+int(r.More) || wide && len(label) > MostWide {
			return "a long label"
		}
		last := rune(0)
		for _, c := range label {
			if at, ok := r.place(c); ok {
				twins, shown = twins || r.Twins.has(at), shown || r.Shown.has(at)
			}
			if at, ok := r.place(c); ok && (r.NotValid.has(at) || last < utf8.RuneSelf && r.Marks.has(at)) {
				return "not PVALID, or a mark at the start"
			}
			last = c
		}
	}
	if twins && !shown {
		return "looks like ASCII"
	}
	return r.wordsFault(name, r.HostForeign, HostConnect, false)
}

// wordsFault says what is wrong with the words of a text, or of a host.
func (r *Repertoire) wordsFault(s string, foreign, connect uint32, outside bool) string {
	hasForeign, hasOther := false, false
	last := rune(0)
	for _, c := range s {
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
			if ok && r.Seconds.has(at) {
				if before, is := r.place(last); last < utf8.RuneSelf || is && r.Firsts.has(before) || outside && r.inSpan(last) {
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
