//go:build plain

package check

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// This file stands in the place of wing.go with the build tag plain: the table and the registry
// decide alone.

func atAGlance(_ string, r spec.Rule, o *report.Settings) (clean, conforms bool) {
	return grammarAlone(r, o), false
}

// MayStand reports whether conversions are sure to leave all of a string unencoded.
func MayStand(string) bool { return false }

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
