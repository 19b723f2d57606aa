//go:build race

package iri_test

// raceDetector says that sync.Pool drops some of what is put back, on purpose.
const raceDetector = true
