// Command irivet checks IRIs that are constants of Go programs:
//
//	irivet ./...
//	irivet -fix ./...
//	go vet -vettool=$(which irivet) ./...
//
// Package vet says what it checks, and irivet help iri which flags there are.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/rfc3987/iri/vet"
)

// multichecker, because it also speaks the protocol of go vet -vettool.
func main() { multichecker.Main(vet.Analyzer) }
