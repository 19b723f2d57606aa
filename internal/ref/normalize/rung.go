package normalize

import "github.com/rfc3987/iri/internal/text/quote"

// A Rung is a step of the comparison ladder (RFC 3987 §5.3, RFC 3986 §6.2): how
// far two IRIs are normalized before they are compared. Each rung includes those
// below it. The type of the same name in package iri says what each does.
type Rung uint8

const (
	RungString Rung = iota
	RungCase
	RungPercent
	RungPath
	RungScheme
	RungHost
	RungProtocol
)

// rungs has what each rung adds to the one below it. The help of
// the command and the page are made of it; a test holds the examples to what the rungs do.
var rungs = [...]struct {
	does, section string
	in, out       string // see [Rung.Example]
}{
	{"nothing is changed", "RFC 3987 §5.3.1", "A:", "A:"},
	{"scheme, US-ASCII hosts and hex digits get one case", "RFC 3987 §5.3.2.1", "A://H/%aa", "a://h/%AA"},
	{"percent-encodings that are not needed are decoded", "RFC 3987 §5.3.2.3", "a:%7E", "a:~"},
	{"dot segments are removed from IRIs with a scheme", "RFC 3987 §5.3.2.4", "a:/b/../c", "a:/c"},
	{`an empty port is removed, one that is the default of its scheme, and zeros before others; "/" is put in for an ` +
		`empty path; domain names get one case; what the scheme's RFC says`,
		"RFC 3987 §5.3.3", "http://h:80", "http://h/"},
	{"spellings of one host get one: A-labels become U-labels, names get one case and NFC, and IPv6 addresses the " +
		"text of RFC 5952",
		"RFC 3987 §5.3.3", "a://[0::1]", "a://[::1]/"},
	{`a "/" at the end of the path is removed in http and https, which is a guess`, "RFC 3987 §5.3.4", "http://h/a/",
		"http://h/a"},
}

// rungNames are the names of the rungs.
var rungNames = quote.Names{"string", "case", "percent", "path", "scheme", "host", "protocol"}

// String returns the name of the rung.
func (r Rung) String() string { return rungNames.Of(uint8(r), "Rung") }

// Does says what the rung does beyond the one below it.
func (r Rung) Does() string { return rungs[r].does }

// Section returns the section that the rung is from.
func (r Rung) Section() string { return rungs[r].section }

// Example returns a reference and what the rung makes of it, which no rung below it does. They
// are the same on RungString.
func (r Rung) Example() (in, out string) { return rungs[r].in, rungs[r].out }

// Rungs returns all rungs in order.
func Rungs() []Rung {
	return []Rung{RungString, RungCase, RungPercent, RungPath, RungScheme, RungHost, RungProtocol}
}

// ParseRung returns the rung of that name, without regard to case.
func ParseRung(name string) (Rung, error) {
	i, err := rungNames.Parse("rung of the ladder", name)
	return Rung(i), err
}
