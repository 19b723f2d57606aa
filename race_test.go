//go:build race

package iri_test

// raceDetector reports whether the race detector is on. With it sync.Pool drops, on
// purpose, some of what is put back.
const raceDetector = true
