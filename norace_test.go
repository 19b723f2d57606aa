//go:build !race

package iri

// raceDetector: see race_test.go.
const raceDetector = false
