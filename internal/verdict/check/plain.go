//go:build plain

package check

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/prose"
)

// This file stands in the place of wing.go with the build tag plain: the table and the registry
// decide alone.

func knownOf(*component.Ref) (known prose.Known, isClean bool) { return known, false }

// TablesAtOnce is that of wing.go: there are no tables.
func TablesAtOnce() struct{} { return struct{}{} }

type blockChecker struct{}

func (*blockChecker) readLines(*Validator, byte, []byte, func(int, int) bool) (at, clean int) {
	return 0, 0
}

func (*blockChecker) readStatements(*Validator, bool, []byte, func(int, int) bool) (at, clean int) {
	return 0, 0
}
