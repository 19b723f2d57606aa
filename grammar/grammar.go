// Package grammar holds the grammars of the built-in specs, as the documents print
// them: one file NAME.abnf for each spec, and core.abnf, the rules of RFC 5234
// Appendix B.1 that they share. Everything that the module knows of the syntax is
// made of these files. The package depends on nothing.
package grammar

import "embed"

// Files holds the *.abnf files of this folder.
//
//go:embed *.abnf
var Files embed.FS
