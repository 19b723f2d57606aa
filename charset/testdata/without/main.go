// Without is a program that only checks.
package main

import (
	"fmt"
	"os"

	"github.com/rfc3987/iri"
)

func main() { fmt.Println(iri.Check(os.Args[0]).Err()) }
