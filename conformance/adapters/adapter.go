//go:build ignore

// An adapter for Go, with this library, for a rule of RFC 3987. In the root folder:
// go run conformance/adapters/adapter.go RULE
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/rfc3987/iri"
)

func main() {
	rule, ok := iri.RFC3987.Rule(os.Args[1])
	if !ok {
		log.Fatalf("there is no rule %q", os.Args[1])
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			log.Fatal(err)
		}
		if rule.Valid(text) {
			fmt.Println("ok")
		} else {
			fmt.Println("not")
		}
	}
}
