// Package library holds the grammars of other documents than those of the built-in specs,
// for programs that check strings by them, or by a grammar that takes rules of them: one
// file NAME.abnf for each RFC, as the document prints it. A program that does not import
// the package does not have them. It depends on nothing.
//
// Each file is what "iri grammar extract" and "iri grammar fmt" make of the document, or of the
// sections that its first line names; a comment says where a definition is another one, and
// what the document has.
package library

import "embed"

// Files holds the *.abnf files of this folder.
//
//go:embed *.abnf
var Files embed.FS
