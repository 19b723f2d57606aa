module github.com/rfc3987/iri/bench

go 1.26.0

replace github.com/rfc3987/iri => ../

require (
	github.com/fredbi/uri v1.1.1
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/owenrumney/go-sarif/v3 v3.3.1
	github.com/pandatix/go-abnf v0.5.5
	github.com/rfc3987/iri v0.0.0-00010101000000-000000000000
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	golang.org/x/net v0.62.0
	golang.org/x/text v0.43.0
)

require (
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	github.com/xeipuuv/gojsonpointer v0.0.0-20180127040702-4e3ac2762d5f // indirect
	github.com/xeipuuv/gojsonreference v0.0.0-20180127040603-bd5ef7bd5415 // indirect
	github.com/xeipuuv/gojsonschema v1.2.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
