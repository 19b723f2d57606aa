package testkit

import "bytes"

// Lines and Statements are clean lines, and clean statements of RDF: so many that a validator which has read them has
// its checker of lines for what comes next, however little that is.
var (
	Lines      = bytes.Repeat([]byte("http://example.org/a\n"), 3000)
	Statements = bytes.Repeat([]byte("<http://example.org/a> <http://example.org/b> <http://example.org/c> .\n"), 1000)
)
