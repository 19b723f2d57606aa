// What writes the assembly of internal/grammar/engine. It is a module of its own so that avo
// stays out of the requirements of the library.
module github.com/rfc3987/iri/internal/grammar/engine/asm

go 1.26.0

require (
	github.com/mmcloughlin/avo v0.6.0
	github.com/rfc3987/iri v0.0.0-00010101000000-000000000000
)

require (
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/rfc3987/iri => ../../../..
