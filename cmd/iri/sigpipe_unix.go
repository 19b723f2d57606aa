//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreClosedPipe lets a write to a pipe without a reader return an error. By default
// the signal that comes with it ends the process, without a message.
func ignoreClosedPipe() { signal.Ignore(syscall.SIGPIPE) }
