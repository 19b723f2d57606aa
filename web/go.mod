module github.com/rfc3987/iri/web

go 1.26.0

replace github.com/rfc3987/iri => ../

require github.com/rfc3987/iri v0.0.0-00010101000000-000000000000

require (
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
