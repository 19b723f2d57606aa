// Package clean says in which http and https IRIs the prose rules find nothing, as they are by
// default: of one string, and of the lines of a file by an automaton. In come
// strings, and the properties of characters that the registry of prose rules asks for; out comes
// whether it is sure that there is nothing to say. Most IRIs are clean, and need no other checks;
// those that are not sure to be clean get them all.
//
// The package must not know the rules, nor findings. Package check hands it what the registry
// says, and tests it against the checks of the rules for every character.
package clean

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Kernels say what is clean by rules that ask for the same properties of characters.
type Kernels struct {
	avoid uint16 // the properties
}

// New returns the kernels for rules that ask for these properties of characters.
func New(avoid uint16) *Kernels {
	asciiOnce.Do(func() { asciiNext, asciiScanners = asciiStates() })
	return &Kernels{avoid}
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
	first := path + chars.NonASCII(ref.Text[path:])
	if first == len(ref.Text) {
		return true
	}
	t, faults := textparts.Text{S: ref.Text, Parts: ref.Parts}, 0
	return t.Read(first, func(textparts.Disorder) { faults++ })&k.avoid == 0 && faults == 0
}
