package textparts

import "github.com/rfc3987/iri/internal/ref/component"

// A Trigger lists what a reference must have for a rule to report anything: all fields that are set. If one is
// missing, the rule need not be checked. The zero Trigger has no conditions: its rule is always checked.
type Trigger struct {
	Encoded bool              // a percent-encoding, or a character beyond ASCII
	In      component.Kinds   // one of these components, which is not empty
	Chars   func(r rune) bool // a character of which this is true, as it is written; with In, in one of the components
	Flags   uint16            // a character beyond ASCII with one of these properties: see [chars.Char.Flags]
	Schemes []string          // one of these schemes, in lower case; if it is empty and not nil, one that is not known
	Words   []string          // one of these texts, of ASCII, as it is written, after the host and the port

	// What takes more than one character to find. Those who read a text for it need not know which rules ask for it.
	Disorder bool // a [PartIssue] in the text, or in that which a label of the host stands for
	Host     bool // an authority that is not plain; a plain one has an address in brackets, or an everyday name,
	// and a port of few digits
}
