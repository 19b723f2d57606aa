// Package examples has recipes: how to check IRIs with packages that many programs use.
// Each file is one recipe that go test runs.
//
//   - form_test.go: a field of an HTML form, with the error shown at its place
//   - jsonschema_santhosh_test.go: formats for santhosh-tekuri/jsonschema
//   - jsonschema_kaptinlin_test.go: formats for kaptinlin/jsonschema
//   - openapi_test.go: formats for getkin/kin-openapi
//   - validator_test.go: a struct tag for go-playground/validator
//   - cel_test.go: a function for expressions in CEL
//   - sqlite_test.go: a function for CHECK constraints in SQLite
//   - rdf_gonum_test.go: IRIs of N-Quads that gonum reads
//   - jsonld_test.go: IRIs of JSON-LD that json-gold expands
package examples
