//go:build man

package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/spf13/cobra/doc"
)

// main writes the man pages into a directory: go run -tags man ./cmd/iri DIR. Their date is SOURCE_DATE_EPOCH, if it
// is set. The command itself does not link this code, which would take 0.7 ms at each start.
func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run -tags man ./cmd/iri DIR")
	}
	root := newRootCmd(systemApp())
	root.InitDefaultCompletionCmd()
	root.DisableAutoGenTag = true
	err := os.MkdirAll(filepath.Clean(os.Args[1]), 0o777)
	if err == nil {
		err = doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "iri " + version(), Manual: "IRIs"}, os.Args[1])
	}
	if err != nil {
		log.Fatal(err)
	}
}
