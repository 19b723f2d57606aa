//go:build ignore

// Command gen writes the names of Unicode's characters, in the version of the Go release that runs
// it, as names.go reads them.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/runenames"

	"github.com/rfc3987/iri/internal/text/lazy"
)

func main() {
	var text strings.Builder
	last, next := "", rune(0)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		name := runenames.Name(r)
		if base, ok := strings.CutSuffix(name, fmt.Sprintf("-%04X", r)); ok {
			name = base + "-"
		}
		if name == "<control>" {
			name = ""
		}
		if name == last && (name == "" || name[0] == '<') {
			continue
		}
		if r != next {
			fmt.Fprintf(&text, "+%X\n", r)
		}
		text.WriteString(name + "\n")
		last, next = name, r+1
	}
	if err := os.WriteFile("names"+unicode.Version+".bin", []byte(lazy.Pack([]byte(text.String()))), 0o666); err != nil {
		log.Fatal(err)
	}
}
