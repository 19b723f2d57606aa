// Package clean says in which http and https IRIs the prose rules find nothing, as they are by
// default: of one string, also at a glance, and of the lines of a file by an automaton. In come
// strings, and the properties of characters that the registry of prose rules asks for; out comes
// whether it is sure that there is nothing to say. Most IRIs are clean, and need no other checks;
// those that are not sure to be clean get them all.
//
// The package must not know the rules, nor findings. Package check hands it what the registry
// says, and tests it against the checks of the rules for every character.
package clean

import (
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/fast/glance"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Kernels say what is clean by rules that ask for the same properties of characters.
type Kernels struct {
	avoid  uint16 // the properties
	glance *glance.Kernel
}

// New returns the kernels for rules that ask for these properties of characters.
func New(avoid uint16) *Kernels {
	asciiOnce.Do(func() { asciiNext, asciiScanners = asciiStates() })
	return &Kernels{avoid, glance.New(avoid)}
}

// AtAGlance says what is sure of s, if it conforms to a rule for references of another spec than LEIRI and
// can be split: see [glance.Kernel.Look]. It may be any string.
func (k *Kernels) AtAGlance(s string) (said int, syntax glance.Syntax) {
	if uint64(len(s)) > math.MaxUint32 {
		return glance.Unsure, glance.NoSyntax
	}
	return k.glance.Look(s)
}

// IsClean reports whether s is surely clean, of which AtAGlance says this, with the same conditions.
func (k *Kernels) IsClean(s string, said int) bool {
	return said == glance.Clean || said == glance.LongLabels && isShort(hostOf(s))
}

// hostOf returns the host of an http or https IRI without a userinfo.
func hostOf(s string) string {
	s = s[strings.IndexByte(s, '/')+len("//"):]
	for _, b := range []byte("/?#:") {
		if i := strings.IndexByte(s, b); i >= 0 {
			s = s[:i]
		}
	}
	return s
}

// Known says what is sure of a string that conforms to a rule for references.
type Known struct {
	Clean  bool   // no rule finds anything, if the string conforms to a rule of another spec than LEIRI
	Scheme bool   // the same, but for the rule of its scheme
	Host   bool   // no rule about hosts finds anything in the host
	Label  string // without Host: the first label of the host that is not sure to be clean, if there is one
	Text   bool   // no rule about text finds anything from the path on
}

// Of returns what is sure of ref.
func (k *Kernels) Of(ref *component.Ref) (known Known) {
	s, p := ref.Text, &ref.Parts
	host := s[p.Host:p.HostEnd]
	literal := host != "" && host[0] == '['
	// With a userinfo no string is clean, and most such have a finding that makes the host needless.
	alone := p.Host == p.AuthorityStart()
	if host != "" && !literal && alone {
		known.Host, known.Label = k.isPlainName(host)
	}
	known.Text = k.isCleanText(ref)
	known.Scheme = known.Text && (p.Host == 0 || alone && (known.Host || literal))
	if name := s[:p.Scheme]; name == "http" || name == "https" {
		known.Clean = known.Scheme && p.Host > 0 && isPort(s[p.HostEnd:p.Path])
	}
	return known
}

// maxPort is the length of the longest port that is sure to be in range whatever its digits are, with its ":".
const maxPort = len(":9999")

// isPort reports whether a port with its ":", or none, is sure to be in range: it has up to four digits, or
// five of which the first is at most 5.
func isPort(port string) bool {
	return len(port) <= maxPort || len(port) == maxPort+1 && port[1] <= '5'
}

// isCleanText reports whether the rules about text are sure to find nothing from the path on.
func (k *Kernels) isCleanText(ref *component.Ref) bool {
	path := int(ref.Parts.Path)
	if k.glance.IsCleanText(ref.Text, path) {
		return true
	}
	first := path + chars.NonASCII(ref.Text[path:])
	if first == len(ref.Text) {
		return true
	}
	t, faults := textparts.Text{S: ref.Text, Parts: ref.Parts}, 0
	return t.Read(first, func(textparts.Disorder) { faults++ })&k.avoid == 0 && faults == 0
}
