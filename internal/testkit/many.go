package testkit

import "bytes"

// Lines and Statements are clean lines, and clean statements of RDF. There are so many that a validator makes its checker
// of lines while it reads them, and uses it for all later input.
var (
	Lines      = bytes.Repeat([]byte("http://example.org/a\n"), 3000)
	Statements = bytes.Repeat([]byte("<http://example.org/a> <http://example.org/b> <http://example.org/c> .\n"), 1000)
)
