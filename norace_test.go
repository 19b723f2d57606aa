//go:build !race

package iri_test

// raceDetector: see race_test.go.
const raceDetector = false
