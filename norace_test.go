//go:build !race

package iri_test

// raceDetector is documented in race_test.go.
const raceDetector = false
