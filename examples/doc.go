// Package examples has recipes: how programs check IRIs, and how they do it with packages
// that many of them use. Each file is one recipe that go test runs.
//
// With the standard library:
//
//   - form_test.go: a field of an HTML form, with the error shown at its place
//   - handler_test.go: an HTTP handler that answers with a report as JSON
//   - links_test.go: the links of a page, resolved
//   - neturl_test.go: from net/url and back
//   - parts_test.go: segments, pairs of a query, origins; data:, mailto: and URNs taken apart
//   - json_test.go: a field of a JSON object
//   - sql_test.go: a column of a database
//   - frontier_test.go: the pages that a crawler has to fetch, each once
//   - triples_test.go: a set of triples of RDF, with a base and prefixes
//   - policy_test.go: what a program takes: schemes, hosts, length
//   - editing_test.go: what an editor marks and mends while somebody types
//   - translation_test.go: the messages of findings in German and Japanese
//   - flag_test.go: flags of a command
//   - slog_test.go: a log without passwords
//   - mapkey_test.go: keys of maps
//   - concurrent_test.go: one validator for several goroutines
//   - grammar_test.go: a grammar of one's own
//
// With other packages:
//
//   - jsonschema_santhosh_test.go: formats for santhosh-tekuri/jsonschema
//   - jsonschema_kaptinlin_test.go: formats for kaptinlin/jsonschema
//   - openapi_test.go: formats for getkin/kin-openapi
//   - validator_test.go: a struct tag for go-playground/validator
//   - cel_test.go: a function for expressions in CEL
//   - sqlite_test.go: a function for CHECK constraints in SQLite
//   - rdf_gonum_test.go: IRIs of N-Quads that gonum reads
//   - jsonld_test.go: IRIs of JSON-LD that json-gold expands
package examples
