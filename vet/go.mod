// The analyzer stands in a module of its own so that golang.org/x/tools stays out of the
// requirements of the library.
module github.com/rfc3987/iri/vet

go 1.26.0

replace github.com/rfc3987/iri => ../

require (
	github.com/rfc3987/iri v0.0.0-00010101000000-000000000000
	golang.org/x/tools v0.52.0
)

require (
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
