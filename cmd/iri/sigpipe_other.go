//go:build !unix

package main

// ignoreClosedPipe does nothing: only Unix sends a signal when a pipe has no reader.
func ignoreClosedPipe() {}
